/** The rows that contracts add to a card: lanes, transit, surcharges, returns, and pincodes that differ. */
import type {
  LaneRule,
  RtoTerms,
  Surcharge,
  TransitLane,
  WeightTerms,
  ZonePincode,
} from '../../src/model/documents.js';
import type {
  ExceptionSpec,
  LaneRuleSpec,
  PartnerSpec,
  RtoTermsSpec,
  SurchargeSpec,
  TransitLaneSpec,
  WeightTermsSpec,
} from './card.js';
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

/** The partner's `reach`, then its `transitLanes`. */
export function transitLanes(
  { partnerId, reach = [], transitLanes: others = [] }: PartnerSpec,
  zoneId: ZoneIdOf,
  rowId: (index: number) => number,
): TransitLane[] {
  const specs: TransitLaneSpec[] = reach.flatMap(({ zone, hours, within }) => [
    { to: zone, hours },
    { from: zone, hours },
    ...reach.map((other) => ({
      from: zone,
      to: other.zone,
      hours: other.zone === zone ? within : hours + other.hours,
    })),
  ]);
  return [...specs, ...others].map(({ lane, from, to, hours, validity }, i) => ({
    id: rowId(i),
    partnerId,
    ...(lane !== undefined && { lane }),
    fromZoneId: from === undefined ? null : zoneId(from),
    toZoneId: to === undefined ? null : zoneId(to),
    hours,
    status: true,
    ...validity,
    createdAt: CARD_CREATED,
  }));
}

export function surcharge(
  { code, label, basis, value, order, more, customerId, validity }: SurchargeSpec,
  partnerId: string,
  id: number,
): Surcharge {
  return {
    id,
    partnerId,
    customerId: customerId ?? null,
    code,
    label,
    basis,
    value,
    ...more,
    order,
    status: true,
    ...validity,
    createdAt: CARD_CREATED,
  };
}

export function rtoTerms({ basis, percent, customerId }: RtoTermsSpec, partnerId: string, id: number): RtoTerms {
  return { id, partnerId, customerId: customerId ?? null, basis, percent, status: true, createdAt: CARD_CREATED };
}

export function weightTerms(terms: WeightTermsSpec, partnerId: string, id: number): WeightTerms {
  return { id, partnerId, ...terms, status: true, createdAt: CARD_CREATED };
}

export function zonePincode(
  { pincode, ...exception }: Omit<ExceptionSpec, 'zone'>,
  partnerId: string,
  zoneId: number,
): ZonePincode {
  return { partnerId, zoneId, pincode, ...exception, assignedAt: CARD_CREATED };
}
