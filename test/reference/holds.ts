/** Holds: places that a partner, or every partner, does not serve for a time. */
import type { Covered } from './covered.js';
import type { Hold } from './documents.js';
import { byId } from './conditions.js';
import type { RouteEnd } from './serviceability.js';
import type { End } from './types.js';

/** The moment is within both bounds, which are included; a missing bound is open. */
function isUnderWay({ status, from, to }: Hold, at: Date): boolean {
  const hasBegun = !from || at.getTime() >= Date.parse(from);
  return status && hasBegun && (!to || at.getTime() <= Date.parse(to));
}

function isAt(hold: Hold, { place }: RouteEnd): boolean {
  const { states, cities, areas, pincodes, everywhere } = hold;
  return (
    everywhere === true
    || (states ?? []).includes(place.stateId)
    || (cities ?? []).includes(place.cityId)
    || (areas ?? []).some((id) => place.areaIds.includes(id))
    || (pincodes ?? []).includes(place.pincode)
  );
}

const ofAll = ({ partnerId }: Hold): number => ((partnerId ?? null) === null ? 1 : 0);
const endOf = ({ to }: Hold): number => (to ? Date.parse(to) : Infinity);

/**
 * The hold of an end, null without one; an RTO is under way and not held. Of the partner's holds and those of every
 * partner that are under way there:
 * 1. the partner's own
 * 2. the one that ends last; one without an end is the last
 * 3. the lowest id
 */
export function holdAt({ world, partner, ends, direction, heldAt }: Covered, end: End): Hold | null {
  if (direction === 'RTO') return null;
  const holds = (world.holds ?? []).filter(
    (hold) =>
      (hold.partnerId ?? partner.partnerId) === partner.partnerId
      && ['BOTH', end.toUpperCase()].includes(hold.end ?? 'BOTH')
      && isUnderWay(hold, heldAt)
      && isAt(hold, ends[end]),
  );
  // Infinity - Infinity is no number, and then the ids decide
  return holds.sort((a, b) => ofAll(a) - ofAll(b) || endOf(b) - endOf(a) || byId(a, b))[0] ?? null;
}
