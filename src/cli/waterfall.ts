/** The steps of a price: each rule adds to the total or takes from it. */
import { table } from './tables.js';
import { rupees } from '../words.js';
import { columnsOf, type World } from './world.js';

export interface BreakdownEntry {
  description: string;
  calculation: string;
  rule: string;
  amount: number;
}

/** A narrower terminal gets the amounts without bars. */
const LEAST_COLUMNS_WITH_BARS = 72;
const BAR_COLUMNS = 16;

export function waterfall(breakdown: readonly BreakdownEntry[], total: number, world: World): string {
  const hasBars = columnsOf(world.out) >= LEAST_COLUMNS_WITH_BARS;
  const steps: { paise: number; entry: BreakdownEntry; before: number }[] = [];
  let paise = 0;
  for (const entry of breakdown) {
    const step = Math.round(entry.amount * 100);
    steps.push({ paise: step, entry, before: paise });
    paise += step;
  }
  const highest = Math.max(1, ...steps.map((step) => Math.max(step.before, step.before + step.paise)));
  const bar = (from: number, to: number): string[] => (hasBars ? [barOf(from / highest, to / highest)] : []);
  const rows = steps.map(({ paise: step, entry, before }) => [
    rupees(step / 100),
    rupees((before + step) / 100),
    ...bar(Math.min(before, before + step), Math.max(before, before + step)),
    [entry.description, `${entry.calculation} [${entry.rule}]`].filter((text) => text !== '').join('\n'),
  ]);
  const columns = [
    { title: 'AMOUNT', align: 'right', fixed: true },
    { title: 'SO FAR', align: 'right', fixed: true },
    ...(hasBars ? [{ title: '', fixed: true }] : []),
    { title: 'WHAT' },
  ] as const;
  const sum = [rupees(total), '', ...bar(0, Math.round(total * 100)), 'Total with tax, INR'];
  return table(columns, [...rows, sum], world);
}

/** Blank up to `from`, filled up to `to`; every amount but 0 has at least one block. */
function barOf(from: number, to: number): string {
  if (from === to) return '';
  const begin = Math.min(Math.floor(from * BAR_COLUMNS), BAR_COLUMNS - 1);
  const end = Math.max(Math.round(to * BAR_COLUMNS), begin + 1);
  return ' '.repeat(begin) + '█'.repeat(end - begin);
}
