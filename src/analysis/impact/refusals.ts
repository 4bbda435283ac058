/** Why questions of the sample were refused. */
import type { RefusalRow } from '../../contract/summary.js';
import { type ReasonCode, REASONS } from '../../domain/reasons.js';
import { type FurtherReason, OUTCOMES, type RefusalReason } from '../../engine/outcomes.js';
import type { OutcomeCount } from './sample.js';

/** The most frequent first. */
export function refusalsIn(counts: readonly OutcomeCount[]): RefusalRow[] {
  const rows = counts.flatMap(({ question, outcomeCode, count }): RefusalRow[] => {
    const { outcome, reason } = OUTCOMES[outcomeCode]!;
    if (outcome !== 'refused') return [];
    return [{ question, reason, message: messageOf(reason as RefusalReason), questions: count }];
  });
  return rows.sort(byFrequency);
}

const keyOf = ({ question, reason }: RefusalRow): string => `${question} ${reason}`;
const byFrequency = (a: RefusalRow, b: RefusalRow): number =>
  b.questions - a.questions || (keyOf(a) < keyOf(b) ? -1 : 1);

const FURTHER: Readonly<Record<FurtherReason, string>> = {
  PARTNER_NOT_FOUND: 'There is no such partner, or it is not active',
  NO_PARTNERS_AVAILABLE: 'No partner is left to be asked',
  QUOTE_TOKEN_MISMATCH: 'The shipment is not the one that was quoted',
  PRICE_CHANGED: 'The price is not the one that was shown',
  REFUSED_BY_POLICY: 'A rule of a policy refuses the shipment',
  POLICY_EXCLUDED: 'Binding rules of a policy leave no partner',
  CAPACITY_FULL: 'The capacities of the partners are full',
};

const messageOf = (reason: RefusalReason): string =>
  reason in FURTHER ? FURTHER[reason as FurtherReason] : REASONS[reason as ReasonCode].message;
