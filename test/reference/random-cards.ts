/**
 * Random rate cards as contracts write them: a random world, and on it every member and collection of theirs.
 * All of it keeps the rules of import, so that a dataset of it is accepted.
 */
import { REVERSE, type CardWorld, type Package } from './documents.js';
import { DEFAULT_SETTINGS } from './model.js';
import { randomShipDate } from './random-dates.js';
import { addReported } from './random-reported.js';
import { addHolidays, addRoadDistances, addTransitLanes } from './random-times.js';
import { Ids } from './random-geography.js';
import { LANES } from './random-lanes.js';
import { randomShipment, randomWorld, REFERENCE_NOW } from './random.js';
import { REPORTED } from './reported.js';
import type { Rng } from './rng.js';
import type { ServiceId, Settings, Shipment } from './types.js';

function extendPackage(rng: Rng, row: Package): void {
  const namesZones = (row.fromZoneId ?? row.toZoneId ?? null) !== null;
  if (!namesZones && rng.chance(0.5)) row.lane = rng.pick(LANES);
}

function extendPackages(rng: Rng, world: CardWorld, ids: Ids): void {
  const copies: Package[] = [];
  for (const row of world.packages) {
    if (rng.chance(0.5)) extendPackage(rng, row);
    else if (rng.chance(0.2)) row.direction = 'FORWARD';
    for (const direction of rng.some(['RTO', 'REVERSE'] as const, 0.5)) {
      const baseCharge = rng.scaled(1_000, 9_000, 2);
      copies.push({ ...row, id: ids.take(), direction, baseCharge, status: true });
    }
    if (rng.chance(0.3)) {
      const copy = { ...row, id: ids.take(), baseCharge: rng.scaled(1_000, 9_000, 2) };
      extendPackage(rng, copy);
      copies.push(copy);
    }
  }
  world.packages.push(...copies);
}

export type FullWorld = CardWorld;

/**
 * A complete dataset that import accepts, with every member of contracts here and there, and with what reports from
 * practice ask for once the server knows it.
 */
export function randomCardWorld(rng: Rng, now: Date = REFERENCE_NOW, settings: Settings = DEFAULT_SETTINGS): FullWorld {
  const world = contractWorld(rng, now, settings);
  if (REPORTED) addReported(rng, world, now);
  return world;
}

/** The same with what reports from practice ask for, whether the server knows it or not. */
export function reportedWorld(rng: Rng, now: Date = REFERENCE_NOW): FullWorld {
  const world = contractWorld(rng, now, DEFAULT_SETTINGS);
  addReported(rng, world, now);
  return world;
}

function contractWorld(rng: Rng, now: Date, settings: Settings): FullWorld {
  const world: FullWorld = {
    // through JSON: twins share lists, which are changed below
    ...(JSON.parse(JSON.stringify(randomWorld(rng, now, settings))) as CardWorld),
  };
  const highestId = (rows: { id: number }[]): number => Math.max(0, ...rows.map(({ id }) => id));
  const idsAbove = (rows: { id: number }[]): Ids => new Ids(rng, 900, highestId(rows));
  const ids = {
    packages: idsAbove(world.packages),
    other: idsAbove([]),
  };
  extendPackages(rng, world, ids.packages);
  for (const partner of world.partners) {
    const zones = world.zones.filter(({ partnerId }) => partnerId === partner.partnerId);
    addTransitLanes(rng, world, partner.partnerId, zones, ids.other, now);
  }
  addHolidays(rng, world, ids.other, now);
  addRoadDistances(rng, world, ids.other);
  return world;
}

/** A valid shipment with members of contracts here and there. */
export function randomCardShipment(rng: Rng, world: CardWorld, now: Date = REFERENCE_NOW): Shipment {
  const shipment = randomShipment(rng, world);
  const services: ServiceId[] = rng.chance(0.1) ? [...shipment.services, REVERSE] : shipment.services;
  const direction = rng.pick([undefined, 'FORWARD', 'FORWARD', 'RTO', 'REVERSE'] as const);
  return {
    ...shipment,
    services,
    ...(rng.chance(0.3) ? { shipDate: randomShipDate(rng, now) } : {}),
    ...(direction === undefined ? {} : { direction }),
    ...(direction === 'REVERSE' ? { paymentType: 'PREPAID' as const, codAmount: undefined } : {}),
  };
}
