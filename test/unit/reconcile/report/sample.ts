/** A report's input: lines made here, and the sums that a reconciliation would make of them. */
import { ReportFigures } from '../../../../src/reconcile/report/figures.js';
import type {
  LineSum,
  LineSums,
  ReportInput,
  ReportLine,
  ReportSummary,
} from '../../../../src/reconcile/report/input.js';

/** An OVERBILLED line of ₹64.50, ₹4.50 too dear by its rate, unless `given` says otherwise. */
export function sampleLine(line: number, given: Partial<ReportLine> = {}): ReportLine {
  const causes = given.causes ?? [{ cause: 'BASE_RATE', amount: 450 }];
  const expected = given.expected ?? 6_000;
  const difference = causes.reduce((sum, { amount }) => sum + amount, 0);
  return {
    line,
    partnerId: 'dharaline-surface',
    ref: `ORD-${line}`,
    awb: `7${String(line).padStart(9, '0')}`,
    date: '2026-10-07',
    direction: 'FORWARD',
    expectedGrams: 500,
    chargedGrams: 500,
    expectedLane: 'METRO',
    billedLane: 'METRO',
    expected,
    billed: expected + difference,
    difference,
    causes,
    status: difference === 0 ? 'OK' : difference > 0 ? 'OVERBILLED' : 'UNDERBILLED',
    ...given,
  };
}

/** What a reconciliation that saw just these lines says; `given` replaces members of the summary. */
export function reportOf(lines: readonly ReportLine[], given: Partial<ReportSummary> = {}): ReportInput {
  const figures = new ReportFigures();
  for (const line of lines) figures.add(line);
  const billed = sum(lines, (line) => line.billed);
  const ofStatus = (status: string, of: (line: ReportLine) => number): LineSum => {
    const some = lines.filter((line) => line.status === status);
    return { lines: some.length, sum: sum(some, of) };
  };
  const difference = ({ difference: paise }: ReportLine) => paise;
  const summary: ReportSummary = {
    inputs: [{ name: 'invoice.csv', sha256: 'ab'.repeat(32) }],
    engine: '0.4.0',
    partnerIds: ['dharaline-surface'],
    invoice: { number: 'DH/26-27/118', lines: lines.length, billed, from: '2026-10-01', to: '2026-10-31' },
    basis: 'withoutTax',
    expected: sum(lines, (line) => line.expected),
    difference: sum(lines, difference),
    ok: ofStatus('OK', (line) => line.billed),
    within: ofStatus('WITHIN', difference),
    over: ofStatus('OVERBILLED', difference),
    under: ofStatus('UNDERBILLED', difference),
    credits: ofStatus('CREDIT', difference),
    causes: [
      ...grouped(
        lines.flatMap(({ causes }) => causes),
        ({ cause }) => cause,
      ),
    ].map(([cause, some]) => ({
      cause,
      lines: some.length,
      sum: sum(some, ({ amount }) => amount),
    })),
    mixes: [...grouped(lines, ({ causes }) => causes.map(({ cause }) => cause).join('+'))]
      .filter(([cause]) => cause !== '')
      .map(([cause, some]) => ({ cause, lines: some.length, sum: sum(some, difference) })),
    lanes: [...grouped(lines, ({ expectedLane }) => expectedLane)].map(([lane, some]) => ({ lane, ...sumsOf(some) })),
    weeks: [...grouped(lines, ({ date }) => date ?? '')].map(([from, some]) => ({ from, ...sumsOf(some) })),
    foot: [],
    unreadable: { lines: 0, billed: 0, words: {} },
    unpriced: { lines: 0, billed: 0, reasons: {} },
    unbilled: { lines: 0, expected: 0 },
    unweighed: 0,
    rateCardVersions: { 'dharaline-surface': '2026-09-01.3' },
    ranAt: '2026-11-29T12:00:00.000Z',
    ...given,
  };
  return { summary, ...figures.result() };
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

const sumsOf = (lines: readonly ReportLine[]): LineSums => ({
  lines: lines.length,
  billed: sum(lines, ({ billed }) => billed),
  expected: sum(lines, ({ expected }) => expected),
  difference: sum(lines, ({ difference }) => difference),
});

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
