/** The three rates of outcomes: their names, and how bad they are. */
import type { PerformanceRow } from '../../../contract/performance.js';

export type Figure = 'rto' | 'firstAttempt' | 'onTime';

export const FIGURES = [
  ['rto', 'RTO'],
  ['firstAttempt', 'First attempt'],
  ['onTime', 'On time'],
] as const satisfies readonly (readonly [Figure, string])[];

export const PAYMENTS = [
  ['', 'COD and prepaid'],
  ['COD', 'COD'],
  ['PREPAID', 'Prepaid'],
] as const;

/** A pincode with fewer parcels borrows more of its figures from its city than it has itself. */
export const FEW = 30;

/** From which share of parcels that went wrong a colour counts. */
const HEATS = [0.05, 0.1, 0.2, 0.3];

const wrongShare = (figure: Figure, rate: number): number => (figure === 'rto' ? rate : 1 - rate);

/** 0, none, to 4: of all parcels, which share returned, or was not delivered at once, or late. */
export const heatOf = (figure: Figure, rate: number): number =>
  HEATS.filter((from) => wrongShare(figure, rate) >= from - 1e-9).length;

/** What the colours stand for, the best first. */
export function heatNames(figure: Figure): string[] {
  const percents = HEATS.map((from) => Math.round(100 * (figure === 'rto' ? from : 1 - from)));
  const [first, last] = [percents[0]!, percents.at(-1)!];
  const between = percents.slice(1).map((to, at) => {
    const from = percents[at]!;
    return figure === 'rto' ? `${from} % to below ${to} %` : `${to} % to ${from} %`;
  });
  return figure === 'rto'
    ? [`below ${first} %`, ...between, `${last} % and more`]
    : [`above ${first} %`, ...between, `up to ${last} %`];
}

/** `12.4 %`. */
export const percent = (rate: number): string => `${(100 * rate).toFixed(1)} %`;

/** `9.8–15.5 %`: between these the rate lies, 19 times of 20. */
export const boundsInWords = ({ low, high }: PerformanceRow['rto']): string =>
  `${(100 * low!).toFixed(1)}–${percent(high!)}`;

/** One line of a sheet. */
export const cellsOf = (row: PerformanceRow): string[] => [
  ...FIGURES.flatMap(([figure]) => {
    const { k, n, rate, low, high } = row[figure];
    return [k, n, rate, low, high].map((value) => String(value ?? ''));
  }),
  ...[row.hours.p50, row.hours.p85, row.hours.p95].map((hours) => String(hours ?? '')),
];
export const HEADINGS = [
  ...FIGURES.flatMap(([figure]) => ['k', 'n', 'rate', 'low', 'high'].map((part) => `${figure} ${part}`)),
  'hours p50',
  'hours p85',
  'hours p95',
];
