/**
 * Documents that reports from practice ask for, in a random world: every new member and collection here and there,
 * without contradictions, so that import accepts the world.
 */
import {
  WEEKDAYS,
  WORKING,
  type CardWorld,
  type Hold,
  type Package,
  type Partner,
  type ServiceId,
  type TaxEntry,
  type TransitBand,
  type WeightTerms,
} from './documents.js';
import { dateNear } from './random-dates.js';
import { CREATED_AT, Ids } from './random-geography.js';
import { LANES } from './random-lanes.js';
import { extendEnds } from './random-overrides.js';
import { CUSTOMER_IDS, randomDiscounts, randomValidity } from './random-rates.js';
import { sometimes } from './random-times.js';
import type { Rng } from './rng.js';

const HOUR_MS = 3_600_000;
const SERVICES_OF_ROWS: readonly ServiceId[] = ['EXPRESS', 'COD', 'PREPAID', 'PICKUP', 'TRACKING', 'REVERSE'];
/** Amounts to collect at and around which random shipments lie. */
const COD_BOUNDS = [0.01, 300, 2_499.5, 2_500.5, 10_000];

/** Both bounds, one or none; the lower one is inclusive. */
function codBand(rng: Rng): { codFrom?: number | null; codTo?: number | null } {
  const at = rng.int(0, COD_BOUNDS.length - 2);
  const [codFrom, codTo] = [COD_BOUNDS[at], rng.pick(COD_BOUNDS.slice(at + 1))];
  return rng.pick([{ codFrom }, { codTo }, { codFrom, codTo }, { codFrom: null, codTo }]);
}

function randomCutoffTimes(rng: Rng): Partner['cutoffTimes'] {
  const days = rng.some(WEEKDAYS, 0.4);
  return Object.fromEntries(days.map((day) => [day, rng.pick(['00:00', '11:00', '13:00', '17:00', '23:59', null])]));
}

function inDays(rng: Rng, { distanceFrom, distanceTo, hours }: TransitBand): TransitBand {
  // a band has hours or days, and its schema may still require hours
  return rng.chance(0.4)
    ? ({ distanceFrom, distanceTo, days: rng.int(1, 5) } as TransitBand)
    : { distanceFrom, distanceTo, hours };
}

function extendPartner(rng: Rng, partner: Partner): void {
  const tax: TaxEntry[] | null = partner.tax ?? null;
  Object.assign(partner, {
    ...sometimes(rng, 0.6, () => ({ amounts: rng.pick(['WITH_TAX', 'WITH_TAX', 'WITHOUT_TAX'] as const) })),
    ...(tax && {
      tax: tax.map((entry) => ({
        ...entry,
        ...sometimes(rng, 0.6, () => ({ rounding: rng.pick(['RUPEE', 'RUPEE', 'PAISA'] as const) })),
      })),
    }),
    limits: {
      ...partner.limits,
      ...sometimes(rng, 0.3, () => ({ maxLengthPlusGirth: rng.pick([50, 90.3, 100, 160, 300]) })),
      ...sometimes(rng, 0.3, () => ({ maxSideSum: rng.pick([30, 61.8, 75, 145, 300]) })),
    },
    ...sometimes(rng, 0.4, () => ({ cutoffTimes: randomCutoffTimes(rng) })),
    ...sometimes(rng, 0.4, () => ({ deliveryDays: [rng.int(1, 7), ...rng.some([1, 2, 3, 4, 5, 6, 7], 0.5)] })),
    transit: partner.transit.map((band) => inDays(rng, band)),
  } satisfies Partial<Partner>);
  if (partner.deliveryDays) partner.deliveryDays = [...new Set(partner.deliveryDays)].sort((a, b) => a - b);
}

/** Rows from the first gram on, rows of a service, and copies of rows for a service. */
function extendPackages(rng: Rng, world: CardWorld, ids: Ids): void {
  const copies: Package[] = [];
  for (const row of world.packages) {
    if (rng.chance(0.2))
      Object.assign(row, {
        baseWeight: 0,
        addonWeight: rng.pick([1, 10, 333, 1_000]),
        addonCharge: rng.scaled(0, rng.pick([60_000, 2_000_000]), 6),
      } satisfies Partial<Package>);
    if (rng.chance(0.15)) row.service = rng.pick(SERVICES_OF_ROWS);
    if (rng.chance(0.3)) {
      const service = rng.pick(SERVICES_OF_ROWS);
      copies.push({ ...row, id: ids.take(), service, baseCharge: rng.scaled(1_000, 9_000, 2) });
    }
  }
  world.packages.push(...copies);
}

function extendConditions(rng: Rng, world: CardWorld): void {
  for (const row of world.surcharges) {
    if (rng.chance(0.2)) row.when = { ...row.when, ...codBand(rng) };
    if (!rng.chance(0.15)) continue;
    const size = rng.pick([{ lengthPlusGirthCmFrom: 90.3 }, { sideSumCmFrom: 30 }, { sideSumCmFrom: 61.8 }]);
    row.when = { ...row.when, piece: { ...row.when?.piece, ...size } };
  }
  for (const row of world['customer-charges'])
    if (row.type === 'cod' && rng.chance(0.5)) Object.assign(row, codBand(rng));
  for (const row of world['rto-terms'])
    Object.assign(row, {
      ...sometimes(rng, 0.4, () => ({ service: rng.pick(SERVICES_OF_ROWS) })),
      ...sometimes(rng, 0.4, () => ({ lane: rng.pick(LANES) })),
    });
}

function randomWeightTerms(rng: Rng, partnerId: string, ids: Ids, now: Date): WeightTerms[] {
  const members = rng.pick([
    () => ({ volumetricDivisor: rng.pick([3_500, 4_000, 6_000]) }),
    () => ({ cft: rng.pick([4, 6, 10]) }),
    () => ({ none: true }),
    () => ({ none: null }),
  ]);
  return Array.from({ length: rng.int(0, 4) }, () => ({
    id: ids.take(),
    partnerId,
    ...sometimes(rng, 0.3, () => ({ customerId: rng.pick([...CUSTOMER_IDS, null]) })),
    ...sometimes(rng, 0.4, () => ({ lane: rng.pick(LANES) })),
    ...sometimes(rng, 0.4, () => ({ service: rng.pick(SERVICES_OF_ROWS) })),
    ...members(),
    ...sometimes(rng, 0.5, () => ({ basis: rng.pick(['SHIPMENT', 'PIECE'] as const) })),
    ...sometimes(rng, 0.3, () => ({ deadWeightUpTo: rng.pick([500, 1_000, 5_000, 20_000]) })),
    ...sometimes(rng, 0.3, () => ({ minChargeableWeight: rng.pick([500, 1_000, 5_000]) })),
    status: rng.chance(0.93),
    ...randomValidity(rng, now),
    createdAt: CREATED_AT,
  }));
}

/** Mostly of a few places: a hold refuses every parcel there. */
function randomHolds(rng: Rng, world: CardWorld, partnerId: string | null, ids: Ids, now: Date): Hold[] {
  const at = (hours: number): string => new Date(now.getTime() + hours * HOUR_MS).toISOString();
  const places: (() => Partial<Hold>)[] = [
    () => ({ pincodes: [...new Set([rng.pick(world.pincodes).pincode, rng.pick(world.pincodes).pincode])] }),
    () => ({ pincodes: [rng.pick(world.pincodes).pincode], states: [] }),
    () => ({ cities: [rng.pick(world.cities).id] }),
    () => ({ areas: world.areas.length > 0 ? [rng.pick(world.areas).id] : [], cities: [rng.pick(world.cities).id] }),
    () => (rng.chance(0.3) ? { states: [rng.pick(world.states).id] } : { cities: [rng.pick(world.cities).id] }),
    () => (rng.chance(0.1) ? { everywhere: true } : { pincodes: [rng.pick(world.pincodes).pincode] }),
  ];
  return Array.from({ length: rng.int(0, 2) }, () => {
    const from = rng.pick([null, at(-100), at(0), at(10)]);
    const to = rng.pick([null, at(0), at(100), at(200)]);
    return {
      id: ids.take(),
      partnerId,
      ...rng.pick(places)(),
      ...sometimes(rng, 0.7, () => ({ end: rng.pick(['PICKUP', 'DELIVERY', 'BOTH'] as const) })),
      from,
      to: from !== null && to !== null && to < from ? null : to,
      reason: rng.pick(['floods', 'strike', 'elections']),
      status: rng.chance(0.9),
      createdAt: CREATED_AT,
    };
  });
}

/** Days on which work is done although their weekdays say otherwise, mostly Sundays; some are holidays as well. */
function addWorkedDays(rng: Rng, world: CardWorld, ids: Ids, now: Date): void {
  const untilSunday = 7 - new Date(`${dateNear(now, 0)}T00:00:00Z`).getUTCDay();
  for (let i = rng.int(1, 4); i > 0; i -= 1)
    world.holidays.push({
      id: ids.take(),
      ...sometimes(rng, 0.4, () => ({ partnerId: rng.pick(world.partners).partnerId })),
      ...sometimes(rng, 0.4, () => ({ stateId: rng.pick(world.states).id })),
      date: dateNear(now, rng.chance(0.7) ? untilSunday + rng.pick([-7, 0, 7]) : rng.int(-3, 9)),
      kind: WORKING,
      name: 'Before a festival',
      createdAt: CREATED_AT,
    });
}

/** Adds all of it to a world that has none, and says so in no member that is as before. */
export function addReported(rng: Rng, world: CardWorld, now: Date): void {
  const idsAbove = (rows: { id: number }[]): Ids => new Ids(rng, 900, Math.max(0, ...rows.map(({ id }) => id)));
  const discountIds = idsAbove(world.discounts);
  const termIds = new Ids(rng, 200);
  const holdIds = new Ids(rng, 200);
  for (const partner of world.partners) {
    const { partnerId } = partner;
    extendPartner(rng, partner);
    (world['weight-terms'] ??= []).push(...randomWeightTerms(rng, partnerId, termIds, now));
    (world.holds ??= []).push(...randomHolds(rng, world, partnerId, holdIds, now));
    for (const customerId of rng.some(CUSTOMER_IDS, 0.4))
      world.discounts.push(...randomDiscounts(rng, partnerId, discountIds, now).map((row) => ({ ...row, customerId })));
  }
  world.holds!.push(...randomHolds(rng, world, null, holdIds, now));
  extendPackages(rng, world, idsAbove(world.packages));
  extendConditions(rng, world);
  for (const row of world['transit-lanes'])
    if (rng.chance(0.4)) Object.assign(row, { hours: null, days: rng.int(1, 4) });
  addWorkedDays(rng, world, idsAbove(world.holidays), now);
  extendEnds(rng, world);
}
