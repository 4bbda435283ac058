/** What a parcel's line counts in the sums of outcomes (docs/rules.md#outcomes). */
import { DAY_MS, dayNumber, mondayOf } from '../calendar.js';
import type { PaymentType } from '../vocabulary.js';
import { COUNT_NAMES, HOUR_STEPS, type OutcomeCounts, type OutcomeSums } from './sums.js';

/** OPEN: the parcel is on its way. The others are its end. */
export const OUTCOME_STATUSES = ['DELIVERED', 'RTO', 'LOST', 'OPEN'] as const;
export type OutcomeStatus = (typeof OUTCOME_STATUSES)[number];

/** What counts of a line. Moments are ISO 8601; what is absent is not known. */
interface CountedLine {
  partnerId: string;
  deliveryPincode: string;
  paymentType: PaymentType;
  pickedUpAt: string;
  promisedAt?: string;
  firstAttemptAt?: string;
  attempts?: number;
  deliveredAt?: string;
  status: OutcomeStatus;
}

/** The Monday of the week in India, as a day since 1970. @param atMs Unix milliseconds */
export const weekOf = (atMs: number): number => mondayOf(dayNumber(atMs));

/** What one line counts: each count is 0 or 1. */
export function countsOf(line: CountedLine): OutcomeCounts {
  const { status, attempts = 0, pickedUpAt, firstAttemptAt, promisedAt } = line;
  const isPromised = status !== 'OPEN' && promisedAt !== undefined;
  const attemptAt = firstAttemptAt ?? line.deliveredAt;
  const isOnTime = isPromised && attemptAt !== undefined && Date.parse(attemptAt) <= Date.parse(promisedAt);
  const hours = noHours();
  if (firstAttemptAt !== undefined) hours[stepOf(Date.parse(firstAttemptAt) - Date.parse(pickedUpAt))] = 1;
  return {
    n: 1,
    delivered: Number(status === 'DELIVERED'),
    rto: Number(status === 'RTO'),
    lost: Number(status === 'LOST'),
    attempted: Number(attempts >= 1),
    firstAttempt: Number(status === 'DELIVERED' && attempts === 1),
    promised: Number(isPromised),
    onTime: Number(isOnTime),
    hours,
  };
}

/** A step of a day has its end: 24 hours are in the first one. */
function stepOf(ms: number): number {
  return Math.min(HOUR_STEPS - 1, Math.max(0, Math.ceil(ms / DAY_MS) - 1));
}

/** Adds lines up, by week, partner, delivery pincode and payment type. */
export class SumsOfLines {
  readonly #sums = new Map<string, OutcomeSums & { hours: number[] }>();

  /** @param times 1: the line counts; -1: it counts no more */
  add(line: CountedLine, times: 1 | -1): void {
    const { partnerId, deliveryPincode: pincode, paymentType } = line;
    const week = weekOf(Date.parse(line.pickedUpAt));
    const key = `${week}/${partnerId}/${pincode}/${paymentType}`;
    let sums = this.#sums.get(key);
    if (sums === undefined) this.#sums.set(key, (sums = { week, partnerId, pincode, paymentType, ...noCounts() }));
    addCounts(sums, countsOf(line), times);
  }

  /** Those that are not nought, in any order. */
  *changes(): Generator<OutcomeSums> {
    for (const sums of this.#sums.values()) if (!isNought(sums)) yield sums;
  }
}

type Addable = OutcomeCounts & { hours: number[] };

const noHours = (): number[] => new Array<number>(HOUR_STEPS).fill(0);

export const noCounts = (): Addable => ({
  n: 0,
  delivered: 0,
  rto: 0,
  lost: 0,
  attempted: 0,
  firstAttempt: 0,
  promised: 0,
  onTime: 0,
  hours: noHours(),
});

export function addCounts(sum: Addable, added: OutcomeCounts, times: 1 | -1 = 1): void {
  for (const name of COUNT_NAMES) sum[name] += times * added[name];
  for (let step = 0; step < HOUR_STEPS; step++) sum.hours[step]! += times * added.hours[step]!;
}

const isNought = (counts: OutcomeCounts): boolean =>
  COUNT_NAMES.every((name) => counts[name] === 0) && counts.hours.every((count) => count === 0);
