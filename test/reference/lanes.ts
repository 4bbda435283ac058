/** Lanes: the letter that depends on both ends of a route. */
import { byId, isBetween, namesOneOf } from './conditions.js';
import type { CardWorld, LaneConditions, LaneRule } from './documents.js';
import type { Fraction } from './exact.js';
import { isInForce } from './moments.js';
import type { RouteEnd } from './serviceability.js';
import type { End } from './types.js';

/** What lane rules look at. */
export interface RouteFacts {
  ends: Record<End, RouteEnd>;
  km: Fraction;
}

/** Whether a condition on a fact is absent or equals it. */
function equals(wanted: boolean | null | undefined, fact: boolean): boolean {
  return (wanted ?? fact) === fact;
}

function holds(when: LaneConditions, { ends: { pickup, delivery }, km }: RouteFacts): boolean {
  const from = pickup.zone.tags ?? [];
  const to = delivery.zone.tags ?? [];
  return (
    equals(when.sameZone, pickup.zone.id === delivery.zone.id)
    && equals(when.sameCity, pickup.place.cityId === delivery.place.cityId)
    && equals(when.sameState, pickup.place.stateId === delivery.place.stateId)
    && namesOneOf(when.fromZones, [pickup.zone.id])
    && namesOneOf(when.toZones, [delivery.zone.id])
    && namesOneOf(when.fromTags, from)
    && namesOneOf(when.toTags, to)
    && namesOneOf(when.bothTags, from)
    && namesOneOf(when.bothTags, to)
    && namesOneOf(when.anyTags, [...from, ...to])
    && isBetween(km, when.kmFrom, when.kmTo)
  );
}

/**
 * Whether the partner has all of these zones: a row that names one which is gone, or another partner's now, is on no
 * node that starts.
 */
export function hasZones(
  world: CardWorld,
  partnerId: string,
  ...named: readonly (readonly number[] | null | undefined)[]
): boolean {
  const own = world.zones.filter((zone) => zone.partnerId === partnerId).map(({ id }) => id);
  return named.every((ids) => (ids ?? []).every((zoneId) => own.includes(zoneId)));
}

/**
 * The rule that gives the route its lane, null without one. Of the partner's rules in force that hold:
 * 1. the lowest priority number
 * 2. the lowest id
 */
export function chooseLaneRule(world: CardWorld, partnerId: string, facts: RouteFacts, at: Date): LaneRule | null {
  const rules = (world['lane-rules'] ?? [])
    .filter((rule) => rule.partnerId === partnerId && isInForce(rule, at) && holds(rule.when, facts))
    .filter(({ when }) => hasZones(world, partnerId, when.fromZones, when.toZones))
    .sort((a, b) => a.priority - b.priority || byId(a, b));
  return rules[0] ?? null;
}
