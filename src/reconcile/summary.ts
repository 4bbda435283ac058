/** The sums of a reconciliation, gathered line by line. */
import { dayNumber, dayText, momentOf, mondayOf } from '../domain/calendar.js';
import { CAUSES, causeNames } from './causes.js';
import type { Basis } from './prices.js';
import {
  chargedGrams,
  billedLane,
  claimedPrices,
  differenceIn,
  expectedGrams,
  expectedLane,
  isUnreadable,
  type LineFinding,
  type PricedBy,
} from './finding.js';
import { type Part, PARTS } from './line.js';
import { rupeesText } from './money.js';
import { partsOf, taxOf } from './prices.js';
import type { LineSum, LineSums, ReportLine, ReportSummary } from './report/input.js';

/** An amount at the foot of an invoice. */
export type FootName = Part | 'tax';
export const FOOT_NAMES: readonly FootName[] = [...PARTS, 'tax'];

/** What a summary says in addition to the sums of lines. */
export interface RunFacts {
  inputs: ReportSummary['inputs'];
  engine: string;
  partnerIds: readonly string[];
  number: string;
  basis: Basis;
  /** Paise. */
  foot: ReadonlyMap<FootName, number>;
  tolerancePaise: number;
  ranAt: string;
}

/** The whole summary; amounts are paise. */
export interface Summary extends ReportSummary {
  /** The parts that the totals stand for; null: all. */
  compare: readonly Part[] | null;
  /** Lines by whose day chose the rows of the card. */
  pricedBy: Readonly<Record<PricedBy, number>>;
}

/** Words and reasons that are listed; the lines of all others are counted together. */
const MAX_LISTED = 1_000;
const OTHERS = '(others)';

export class SummarySums {
  #lines = 0;
  #billed = 0;
  #expected = 0;
  #difference = 0;
  #from: string | null = null;
  #to: string | null = null;
  #unweighed = 0;
  readonly #byStatus = { ok: none(), within: none(), over: none(), under: none(), credits: none() };
  readonly #causes = new Map<string, LineSum>();
  readonly #mixes = new Map<string, LineSum>();
  readonly #lanes = new Map<string, LineSums>();
  readonly #weeks = new Map<string, LineSums>();
  readonly #unreadable = { lines: 0, billed: 0, words: new Map<string, number>() };
  readonly #unpriced = { lines: 0, billed: 0, reasons: new Map<string, number>() };
  readonly #unbilled = { lines: 0, expected: 0 };
  readonly #foot = new Map<FootName, number>();
  readonly #versions = new Map<string, Set<string>>();
  readonly #pricedBy: Record<PricedBy, number> = { shipment: 0, line: 0, option: 0, today: 0 };

  add(finding: LineFinding): void {
    const { line, status, billedPaise, expectedPaise, causes, pricedBy } = finding;
    this.#lines++;
    this.#billed += billedPaise;
    const { date } = line;
    if (date !== null && (this.#from === null || date < this.#from)) this.#from = date;
    if (date !== null && (this.#to === null || date > this.#to)) this.#to = date;
    if (status === 'UNREADABLE') return count(this.#unreadable, billedPaise, this.#unreadable.words, finding.reason!);
    if (status === 'UNPRICED') return count(this.#unpriced, billedPaise, this.#unpriced.reasons, finding.reason!);
    const difference = differenceIn(finding);
    this.#expected += expectedPaise!;
    this.#difference += difference;
    addTo(this.#byStatus[KEY_OF[status]], status === 'OK' ? billedPaise : difference);
    for (const cause of CAUSES) {
      const amount = causes[cause] ?? 0;
      if (amount !== 0) addTo(inMap(this.#causes, cause, none), amount);
    }
    const mix = causeNames(causes);
    if (mix !== '') addTo(inMap(this.#mixes, mix, none), difference);
    if (finding.isUnweighed) this.#unweighed++;
    if (pricedBy !== null) this.#pricedBy[pricedBy]++;
    const sums = { billed: billedPaise, expected: expectedPaise!, difference };
    if (finding.priced !== null) addSums(inMap(this.#lanes, expectedLane(finding), noSums), sums);
    if (date !== null) addSums(inMap(this.#weeks, weekOf(date), noSums), sums);
    this.#addClaimed(finding);
  }

  #addClaimed(finding: LineFinding): void {
    const claimed = claimedPrices(finding);
    if (claimed.length === 0 || isUnreadable(finding.line)) return;
    const parts = partsOf(claimed);
    for (const part of PARTS) this.#foot.set(part, (this.#foot.get(part) ?? 0) + parts[part]);
    this.#foot.set('tax', (this.#foot.get('tax') ?? 0) + taxOf(claimed));
    const versions = inMap(this.#versions, finding.line.partnerId, () => new Set<string>());
    for (const { rateCardVersion } of claimed) versions.add(rateCardVersion);
  }

  /** @param expectedPaise null: it has no price */
  addUnbilled(expectedPaise: number | null): void {
    this.#unbilled.lines++;
    this.#unbilled.expected += expectedPaise ?? 0;
  }

  /** The first and the last day of the lines; null: none has one. */
  get days(): { from: string; to: string } | null {
    return this.#from === null ? null : { from: this.#from, to: this.#to! };
  }

  /** The cards that priced it, if a partner's has changed meanwhile. */
  get changedCards(): string[] {
    return [...this.#versions].filter(([, versions]) => versions.size > 1).map(([partnerId]) => partnerId);
  }

  result(run: RunFacts): Summary {
    const { inputs, engine, partnerIds, number, basis, ranAt } = run;
    const foot = [...run.foot].map(([component, billed]) => {
      const expected = this.#foot.get(component) ?? 0;
      return { component, billed, expected, difference: billed - expected };
    });
    return {
      inputs,
      engine,
      partnerIds,
      invoice: { number, lines: this.#lines, billed: this.#billed, from: this.#from, to: this.#to },
      basis: basis.compare === null && basis.withTax ? 'withTax' : 'withoutTax',
      compare: basis.compare,
      expected: this.#expected,
      difference: this.#difference,
      ...this.#byStatus,
      causes: CAUSES.flatMap((cause) => {
        const sum = this.#causes.get(cause);
        return sum === undefined ? [] : [{ cause, ...sum }];
      }),
      mixes: [...this.#mixes]
        .map(([cause, sum]) => ({ cause, ...sum }))
        .sort((a, b) => bySize(a.sum, b.sum, a.cause, b.cause)),
      lanes: [...this.#lanes]
        .map(([lane, sums]) => ({ lane, ...sums }))
        .sort((a, b) => bySize(a.difference, b.difference, a.lane, b.lane)),
      weeks: [...this.#weeks].map(([from, sums]) => ({ from, ...sums })).sort((a, b) => byText(a.from, b.from)),
      foot,
      unreadable: { ...this.#unreadable, words: inOrder(this.#unreadable.words) },
      unpriced: { ...this.#unpriced, reasons: inOrder(this.#unpriced.reasons) },
      unbilled: this.#unbilled,
      unweighed: this.#unweighed,
      rateCardVersions: Object.fromEntries(
        [...this.#versions].map(([partnerId, versions]) => [partnerId, [...versions].at(-1)!]).sort(),
      ) as Record<string, string>,
      pricedBy: this.#pricedBy,
      ranAt,
    };
  }
}

const KEY_OF = { OK: 'ok', WITHIN: 'within', OVERBILLED: 'over', UNDERBILLED: 'under', CREDIT: 'credits' } as const;

const none = (): LineSum => ({ lines: 0, sum: 0 });
const noSums = (): LineSums => ({ lines: 0, billed: 0, expected: 0, difference: 0 });

function inMap<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

function addTo(sum: LineSum, amount: number): void {
  sum.lines++;
  sum.sum += amount;
}

function addSums(sums: LineSums, { billed, expected, difference }: Omit<LineSums, 'lines'>): void {
  sums.lines++;
  sums.billed += billed;
  sums.expected += expected;
  sums.difference += difference;
}

function count(
  sums: { lines: number; billed: number },
  billed: number,
  words: Map<string, number>,
  word: string,
): void {
  sums.lines++;
  sums.billed += billed;
  const listed = words.has(word) || words.size < MAX_LISTED ? word : OTHERS;
  words.set(listed, (words.get(listed) ?? 0) + 1);
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
/** The largest first, either way. */
const bySize = (a: number, b: number, nameOfA: string, nameOfB: string): number =>
  Math.abs(b) - Math.abs(a) || byText(nameOfA, nameOfB);

/** The most frequent first. */
const inOrder = (words: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...words].sort(([a, one], [b, other]) => other - one || byText(a, b)));

/** The Monday of a day's week. */
const weekOf = (date: string): string => dayText(mondayOf(dayNumber(momentOf(date))));

/** Whether a person has something to do: findings of lines, or of the invoice's foot. */
export function hasFindings(
  { over, under, credits, unreadable, unpriced, foot }: Summary,
  tolerancePaise: number,
): boolean {
  const isBeyond = foot.some(({ difference }) => Math.abs(difference) > tolerancePaise);
  return isBeyond || [over, under, credits, unreadable, unpriced].some(({ lines }) => lines > 0);
}

/** Members of summary.json that are amounts, wherever they are. */
const AMOUNTS: ReadonlySet<string> = new Set(['billed', 'expected', 'difference', 'sum']);

/** The text of summary.json: amounts are Rupees with two decimals. */
export function summaryJson(summary: Summary): string {
  const amounts: string[] = [];
  const text = JSON.stringify(
    summary,
    (name, value: unknown) => {
      if (!AMOUNTS.has(name) || typeof value !== 'number') return value;
      return `\u0000${amounts.push(rupeesText(value)) - 1}`;
    },
    2,
  );
  // numbers of JSON.stringify have no zeros at their end
  return `${text.replaceAll(/"\\u0000(\d+)"/g, (_, at: string) => amounts[Number(at)]!)}\n`;
}

/** A line as the report shows it. */
export function reportLineOf(finding: LineFinding): ReportLine {
  const { line, causes } = finding;
  return {
    line: line.line,
    partnerId: isUnreadable(line) ? '' : line.partnerId,
    ref: line.ref,
    awb: line.awb,
    date: line.date,
    direction: line.direction ?? '',
    expectedGrams: expectedGrams(finding),
    chargedGrams: chargedGrams(finding),
    expectedLane: expectedLane(finding),
    billedLane: billedLane(finding),
    billed: finding.billedPaise,
    expected: finding.expectedPaise ?? 0,
    difference: differenceIn(finding),
    causes: CAUSES.flatMap((cause) => {
      const amount = causes[cause] ?? 0;
      return amount === 0 ? [] : [{ cause, amount }];
    }),
    status: finding.status,
  };
}
