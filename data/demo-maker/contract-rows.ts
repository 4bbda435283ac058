/** The rows that contracts add to a card: lanes, transit, surcharges, returns, and pincodes that differ. */
import type { LaneRule } from '../../src/contract/documents/documents.js';
import type { LaneRuleSpec } from './card.js';
import { CARD_CREATED } from './common.js';

/** The id of a zone by its code. @throws if the partner has no such zone */
type ZoneIdOf = (code: string) => number;

/** Priorities leave room for rules between two others. */
const PRIORITY_STEP = 10;

export function laneRule(
  { lane, when, validity }: LaneRuleSpec,
  partnerId: string,
  zoneId: ZoneIdOf,
  id: number,
  index: number,
): LaneRule {
  const { fromZones, toZones, ...others } = when;
  return {
    id,
    partnerId,
    priority: (index + 1) * PRIORITY_STEP,
    lane,
    when: {
      ...others,
      ...(fromZones && { fromZones: fromZones.map(zoneId) }),
      ...(toZones && { toZones: toZones.map(zoneId) }),
    },
    status: true,
    ...validity,
    createdAt: CARD_CREATED,
  };
}
