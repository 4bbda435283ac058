/** What outcomes say of a partner: that none come any more, and that its returns are not what they were. */
import { DAY_MS, dayInIndia } from '../../domain/calendar.js';
import type { PartnerOutcomes, RtoShift } from '../../domain/outcomes/shifts.js';
import type { BoundedRate } from '../../domain/outcomes/rates.js';
import type { LintedCard, RawFinding } from './card.js';

const STALE_DAYS = 14;

/** PERFORMANCE_STALE: outcomes take the place of successRate, and no line has come for so long. */
export function staleOutcomes({ documents: { partner }, outcomes }: LintedCard, nowMs: number): RawFinding[] {
  if (partner.performance.source !== 'OUTCOMES' || outcomes === null || isFresh(outcomes, nowMs)) return [];
  const { lastLineAtMs } = outcomes;
  const last = lastLineAtMs === null ? 'none has ever come' : `the last came on ${dayInIndia(lastLineAtMs)}`;
  return [
    {
      code: 'PERFORMANCE_STALE',
      message: `outcomes take the place of successRate, but no line has come for ${STALE_DAYS} days: ${last}`,
      documents: [`partners/${partner.partnerId}`],
      examples: [],
    },
  ];
}

const isFresh = ({ lastLineAtMs }: PartnerOutcomes, nowMs: number): boolean =>
  lastLineAtMs !== null && nowMs - lastLineAtMs < STALE_DAYS * DAY_MS;

/** PERFORMANCE_SHIFT: the returns of the last four final weeks lie outside the bounds of the weeks before. */
export const shiftedReturns = ({ documents: { partner }, outcomes }: LintedCard): RawFinding[] =>
  (outcomes?.shifts ?? []).map((shift) => ({
    code: 'PERFORMANCE_SHIFT',
    message: shiftText(shift),
    documents: [`partners/${partner.partnerId}`, `states/${shift.stateId}`],
    examples: [],
  }));

function shiftText({ state, paymentType, before, recent }: RtoShift): string {
  const { k, n, rate } = recent;
  return `of ${paymentType} parcels to ${state}, ${percent(rate)} returned in the last four weeks that are final \
(${k} of ${n}), outside of ${percent(before.low)} to ${percent(before.high)}, the 95 % bounds of the weeks before`;
}

const percent = (rate: BoundedRate['rate']): string => `${(rate! * 100).toFixed(2)} %`;
