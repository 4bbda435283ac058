/** What became of parcels, in sums (docs/rules.md#outcomes). */
import type { PaymentType } from '../vocabulary.js';

/** Hours to the first attempt are counted in steps of a day: 15 of them, and one beyond. */
export const HOUR_STEPS = 16;

/** Counts of parcels. */
export interface OutcomeCounts {
  /** All that have a line. */
  n: number;
  delivered: number;
  rto: number;
  lost: number;
  /** With at least one attempt. */
  attempted: number;
  /** Delivered at the first attempt. */
  firstAttempt: number;
  /** Closed, with a promise. */
  promised: number;
  /** Of these, attempted (else delivered) by then. */
  onTime: number;
  /** By 24-hour steps from the pickup to the first attempt: {@link HOUR_STEPS}. */
  hours: readonly number[];
}

/** The parcels that were picked up in a week, of one partner, delivery pincode and payment type. */
export interface OutcomeSums extends OutcomeCounts {
  /** The Monday of the week in India, as a day since 1970. */
  week: number;
  partnerId: string;
  pincode: string;
  paymentType: PaymentType;
}

/** The counts that are one number each. */
export const COUNT_NAMES = [
  'n',
  'delivered',
  'rto',
  'lost',
  'attempted',
  'firstAttempt',
  'promised',
  'onTime',
] as const satisfies readonly (keyof OutcomeCounts)[];
