/** Random rows of how long a parcel takes, when it may leave and arrive, and how far it goes. */
import type { CardWorld, Zone } from './documents.js';
import { dateNear } from './random-dates.js';
import { CREATED_AT, Ids } from './random-geography.js';
import { LANES } from './random-lanes.js';
import { randomValidity } from './random-rates.js';
import type { Rng } from './rng.js';

/** One member of several, each as likely, or nothing. */
export function sometimes<T extends object>(rng: Rng, probability: number, members: () => T): T | object {
  return rng.chance(probability) ? members() : {};
}

/** Adds all of them to a world without any. */
export function addTimes(rng: Rng, world: CardWorld, now: Date): void {
  const ids = new Ids(rng, 900);
  for (const { partnerId } of world.partners) {
    const zones = world.zones.filter((zone) => zone.partnerId === partnerId);
    addTransitLanes(rng, world, partnerId, zones, ids, now);
  }
  addHolidays(rng, world, ids, now);
  addRoadDistances(rng, world, ids);
}

export function addTransitLanes(
  rng: Rng,
  world: CardWorld,
  partnerId: string,
  zones: Zone[],
  ids: Ids,
  now: Date,
): void {
  for (let i = rng.int(0, 5); i > 0; i -= 1)
    world['transit-lanes']!.push({
      id: ids.take(),
      partnerId,
      ...rng.pick([
        () => ({ lane: rng.pick(LANES) }),
        () => ({ lane: rng.pick(LANES) }),
        () => ({ fromZoneId: rng.pick(zones).id }),
        () => ({ toZoneId: rng.pick(zones).id, fromZoneId: null }),
        () => ({ fromZoneId: rng.pick(zones).id, toZoneId: rng.pick(zones).id }),
        () => ({}),
      ])(),
      hours: rng.chance(0.15) ? null : rng.pick([5, 24, 31, 48, 96]),
      status: rng.chance(0.9),
      ...randomValidity(rng, now),
      createdAt: CREATED_AT,
    });
}

export function addHolidays(rng: Rng, world: CardWorld, ids: Ids, now: Date): void {
  for (let i = rng.int(2, 12); i > 0; i -= 1)
    world.holidays.push({
      id: ids.take(),
      ...sometimes(rng, 0.5, () => ({ partnerId: rng.pick(world.partners).partnerId })),
      ...sometimes(rng, 0.6, () => ({ stateId: rng.pick(world.states).id })),
      date: dateNear(now, rng.int(-3, 9)),
      kind: rng.pick(['NO_PICKUP', 'NO_DELIVERY', 'BOTH']),
      name: 'Festival',
      createdAt: CREATED_AT,
    });
}

/** Each pair of states at most once for a partner, and at most once in general. */
export function addRoadDistances(rng: Rng, world: CardWorld, ids: Ids): void {
  const owners = [null, ...world.partners.map(({ partnerId }) => partnerId)];
  for (const [i, from] of world.states.entries())
    for (const to of world.states.slice(i))
      for (const partnerId of rng.some(owners, 0.15)) {
        const [fromStateId, toStateId] = rng.shuffled([from.id, to.id]);
        const factor = rng.pick([1, 1.1234, 1.45, 2, 5]);
        world['road-distances'].push({
          id: ids.take(),
          partnerId,
          fromStateId,
          toStateId,
          factor,
          createdAt: CREATED_AT,
        });
      }
}
