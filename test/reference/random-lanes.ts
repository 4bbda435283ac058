/** Random tags of zones, and random lane rules over them. */
import type { DistanceCharge, LaneRule, Package, Zone } from './documents.js';
import { CREATED_AT, type Ids } from './random-geography.js';
import { randomValidity } from './random-rates.js';
import type { Rng } from './rng.js';

export const TAGS = ['METRO', 'NE', 'JK', 'NORTH'];
export const LANES = ['A', 'B', 'C1', 'D-X', 'E_9'];

const KM = [0, 50.5, 200.1, 500, 1_000, 1_500, 2_000];

/** One of the bounds, both or none. */
function randomBand(rng: Rng, values: readonly number[]): [number | null, number | null] {
  const at = rng.int(0, values.length - 2);
  const [from, to] = [values[at], values[rng.int(at + 1, values.length - 1)]];
  return rng.pick([
    [from, to],
    [from, null],
    [null, to],
    [null, null],
  ]);
}

export function randomTags(rng: Rng): Pick<Zone, 'tags'> {
  return rng.pick<() => Pick<Zone, 'tags'>>([
    () => ({}),
    () => ({ tags: null }),
    () => ({ tags: rng.some(TAGS, 0.4) }),
    () => ({ tags: rng.some(TAGS, 0.4) }),
    () => ({ tags: rng.some(TAGS, 0.4) }),
  ])();
}

/** Some rules; the last one mostly holds for every route. */
export function randomLaneRules(
  rng: Rng,
  partnerId: string,
  zones: readonly Zone[],
  edges: readonly number[],
  ids: Ids,
  now: Date,
): LaneRule[] {
  const someZones = (): number[] => [rng.pick(zones).id, ...rng.some(zones, 0.2).map(({ id }) => id)];
  const someTags = (): string[] => rng.pick([[rng.pick(TAGS)], rng.some(TAGS, 0.5)]).concat('NOWHERE');
  const conditions: (() => LaneRule['when'])[] = [
    () => ({ sameZone: rng.chance(0.5) }),
    () => ({ sameCity: rng.chance(0.5) }),
    () => ({ sameState: rng.chance(0.5), sameZone: null }),
    () => ({ fromZones: someZones() }),
    () => ({ toZones: someZones() }),
    () => ({ fromTags: someTags() }),
    () => ({ toTags: someTags() }),
    () => ({ bothTags: someTags() }),
    () => ({ anyTags: someTags() }),
    () => {
      const [kmFrom, kmTo] = randomBand(rng, rng.chance(0.5) ? KM : edgesAscending(edges));
      return { kmFrom, kmTo };
    },
  ];
  const count = rng.chance(0.8) ? rng.int(1, 7) : rng.int(33, 40);
  return Array.from({ length: count }, (_, i) => {
    const isLast = i === count - 1;
    return {
      id: ids.take(),
      partnerId,
      priority: isLast ? 900 : rng.int(-1, 3),
      lane: rng.pick(LANES),
      when: isLast ? {} : Object.assign({}, rng.pick(conditions)(), rng.chance(0.3) ? rng.pick(conditions)() : {}),
      status: rng.chance(0.95),
      ...(isLast ? {} : randomValidity(rng, now)),
      createdAt: CREATED_AT,
    };
  });
}

/** At least two, all different. */
function edgesAscending(edges: readonly number[]): number[] {
  return [...new Set([0, ...edges, 5_000])].sort((a, b) => a - b);
}

/** Rows without zones, some of them for one lane. */
export function ofSomeLane(rng: Rng, row: Package): Package {
  const namesZones = (row.fromZoneId ?? row.toZoneId ?? null) !== null;
  return namesZones || rng.chance(0.7) ? row : { ...row, lane: rng.pick(LANES) };
}

/** Distance charges of some lanes, in addition to those of all routes. */
export function ofLanes(rng: Rng, rows: readonly DistanceCharge[], ids: Ids): DistanceCharge[] {
  return rows.flatMap((row) =>
    rng.some(LANES, 0.2).map((lane) => ({ ...row, id: ids.take(), lane, charge: rng.scaled(0, 9_999, 2) })),
  );
}
