/** What sums of outcomes say (docs/rules.md#outcomes). */
import { hourRanks, type HourRanks } from './hours.js';
import { type BoundedRate, boundedRate } from './rates.js';
import type { OutcomeCounts } from './sums.js';

export interface OutcomeFigures {
  /** Parcels with a line. */
  n: number;
  /** Of those that are closed. */
  rto: BoundedRate;
  /** Of those that were attempted. */
  firstAttempt: BoundedRate;
  /** Of those that were promised. */
  onTime: BoundedRate;
  hours: HourRanks;
}

export const figuresOf = (counts: OutcomeCounts): OutcomeFigures => ({
  n: counts.n,
  rto: boundedRate(counts.rto, counts.rto + counts.delivered + counts.lost),
  firstAttempt: boundedRate(counts.firstAttempt, counts.attempted),
  onTime: boundedRate(counts.onTime, counts.promised),
  hours: hourRanks(counts.hours),
});
