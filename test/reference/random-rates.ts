/** A random rate card: packages, distance rows, customer charges and discounts, with the edge cases of the rules. */
import type { CustomerCharge, Discount, DistanceCharge, Package, Zone } from '../../src/model/documents.js';
import { CREATED_AT, type Ids } from './random-geography.js';
import type { Rng } from './rng.js';
import type { ChargeType } from './types.js';

const HOUR_MS = 3_600_000;
export const CUSTOMER_IDS = ['CUST-1', 'CUST-2'];
const CHARGE_TYPES: readonly ChargeType[] = ['fsc', 'docket', 'cod', 'insurance'];

/** Bands from 0 to about `end` that meet at random edges: [from, to) pairs, ascending, without overlap. */
export function bands(rng: Rng, edges: number[], end: number): [number, number][] {
  const inner = rng
    .some(edges, 0.5)
    .slice(0, 4)
    .filter((edge) => edge > 0 && edge < end);
  const bounds = [...new Set([0, ...inner, end])].sort((a, b) => a - b);
  return bounds.slice(1).map((to, i) => [bounds[i], to]);
}

interface Validity {
  validFrom?: string | null;
  validTo?: string | null;
}

/** Mostly valid at `now`, otherwise ended or not yet begun. Bounds may be `now` itself. */
export function randomValidity(rng: Rng, now: Date): Validity {
  const at = (hours: number): string => new Date(now.getTime() + hours * HOUR_MS).toISOString();
  const kinds: (() => Validity)[] = [
    () => ({ validFrom: at(-rng.int(1, 900)), validTo: at(rng.int(1, 900)) }),
    () => ({ validFrom: at(0), validTo: null }),
    () => ({ validFrom: null, validTo: at(0) }),
    () => ({ validFrom: at(-900), validTo: at(-rng.int(1, 48)) }),
    () => ({ validFrom: at(rng.int(1, 48)) }),
  ];
  return rng.chance(0.55) ? {} : rng.pick(kinds)();
}

type Filters = Pick<Package, 'customerId' | 'paymentType' | 'kmFrom' | 'kmTo' | 'minCharge'>;

/** Mostly none. The distances lie close together, so that routes often lie at or next to a bound. */
function randomFilters(rng: Rng): Filters {
  const [near, far] = rng.pick([
    [0, 500],
    [100, 2_000],
    [1_000, 9_999],
  ] as const);
  const filters: (() => Filters)[] = [
    () => ({ customerId: rng.pick(CUSTOMER_IDS) }),
    () => ({ paymentType: rng.pick(['COD', 'PREPAID', null]) }),
    () => rng.pick<Filters>([{ kmFrom: near }, { kmTo: far, kmFrom: null }, { kmFrom: near, kmTo: far }]),
    () => ({ minCharge: rng.scaled(2_000, 20_000, 2), customerId: null }),
  ];
  return Object.assign({}, ...filters.map((filter) => (rng.chance(0.15) ? filter() : {}))) as Filters;
}

export function randomPackages(rng: Rng, partnerId: string, zones: Zone[], ids: Ids, now: Date): Package[] {
  const row = (zonePair: Pick<Package, 'fromZoneId' | 'toZoneId'>, isBroad: boolean): Package => {
    const id = ids.take();
    const baseWeight = rng.pick([250, 500, 500, 1_000, 5_000]);
    const addonWeight = !isBroad && rng.chance(0.2) ? 0 : rng.pick([100, 333, 500, 1_000]);
    // a row may begin above its own base weight, within it, or at zero
    const minimum: Pick<Package, 'minWeight'> =
      isBroad || rng.chance(0.6)
        ? rng.pick([{}, { minWeight: null }])
        : { minWeight: rng.pick([0, 250, 500, 999, baseWeight, 2 * baseWeight]) };
    const lowestMaximum = Math.max(baseWeight, (minimum.minWeight ?? 0) + 1);
    const maximum: Pick<Package, 'maxWeight'>[] = [
      {},
      { maxWeight: null },
      ...(isBroad ? [] : [{ maxWeight: lowestMaximum + rng.int(0, 12_000) }]),
    ];
    return {
      id,
      packageId: `PKG-${id}`,
      partnerId,
      packageName: `Package ${id}`,
      baseWeight,
      baseCharge: rng.scaled(1_000, 12_000, 2),
      addonWeight,
      addonCharge: rng.chance(0.4) ? rng.scaled(0, 400_000, 4) : rng.scaled(0, 4_000, 2),
      ...minimum,
      ...rng.pick(maximum),
      ...rng.pick<Pick<Package, 'shipmentType'>>(
        isBroad
          ? [{}, { shipmentType: null }]
          : [{}, { shipmentType: null }, { shipmentType: 'B2B' }, { shipmentType: 'B2C' }],
      ),
      ...(isBroad ? {} : randomFilters(rng)),
      ...zonePair,
      status: isBroad || rng.chance(0.88),
      ...(isBroad ? {} : randomValidity(rng, now)),
      createdAt: CREATED_AT,
    };
  };
  const zoneId = (): number => rng.pick(zones).id;
  const pairs: (() => Pick<Package, 'fromZoneId' | 'toZoneId'>)[] = [
    () => ({}),
    () => ({ fromZoneId: null, toZoneId: null }),
    () => ({ fromZoneId: zoneId(), toZoneId: null }),
    () => ({ toZoneId: zoneId() }),
    () => ({ fromZoneId: zoneId(), toZoneId: zoneId() }),
    () => ({ fromZoneId: zoneId(), toZoneId: zoneId() }),
  ];
  const packages = Array.from({ length: rng.int(2, 9) }, () => row(rng.pick(pairs)(), false));
  if (rng.chance(0.8)) packages.push(row({}, true));
  // Rows that differ only in their ids: the lower id has to win.
  if (rng.chance(0.3)) packages.push({ ...rng.pick(packages), id: ids.take() });
  return rng.shuffled(packages);
}

/** At one moment at most one row counts for a distance; some of them have a successor, or none, when they end. */
export function randomDistanceCharges(
  rng: Rng,
  partnerId: string,
  edges: number[],
  ids: Ids,
  now: Date,
): DistanceCharge[] {
  const row = ([distanceFrom, distanceTo]: [number, number], status: boolean): DistanceCharge => ({
    id: ids.take(),
    partnerId,
    distanceFrom,
    distanceTo,
    status,
    ...(rng.chance(0.5)
      ? { chargeType: 'flat', charge: rng.scaled(0, 9_999, 2) }
      : { chargeType: 'percentage', charge: rng.scaled(0, 999_999, 4) }),
    ...(rng.chance(0.5) ? randomValidity(rng, now) : {}),
  });
  const active = bands(rng, edges, 4_000)
    .filter(() => rng.chance(0.8))
    .map((band) => row(band, true));
  const inactive = bands(rng, edges, 6_000)
    .filter(() => rng.chance(0.3))
    .map((band) => row(band, false));
  const successors = active.flatMap((former) =>
    afterwards(former).map((dates) => ({ ...former, ...dates, id: ids.take(), charge: rng.scaled(0, 9_999, 2) })),
  );
  return rng.shuffled([...active, ...successors, ...inactive]);
}

const PERCENTS: Record<ChargeType, () => number[]> = {
  fsc: () => [12.5, 8, 15.0001, 33.3333],
  docket: () => [5, 2.5, 0.0001],
  cod: () => [1.8, 2, 1.2345],
  insurance: () => [0.2, 0.5, 0.1125],
};

function randomCharge(
  rng: Rng,
  scope: Pick<CustomerCharge, 'partnerId' | 'customerId'>,
  type: ChargeType,
  ids: Ids,
  now: Date,
): CustomerCharge {
  const low = rng.pick([0, 0.5, 1, 2.501, 5]);
  const weights: (() => Pick<CustomerCharge, 'minKg' | 'maxKg'>)[] = [
    () => ({}),
    () => ({}),
    () => ({ minKg: null, maxKg: null }),
    () => ({ minKg: low }),
    () => ({ maxKg: rng.pick([0.5, 1, 2.5, 10]) }),
    () => ({ minKg: low, maxKg: Math.round((low + rng.pick([0, 1, 5])) * 1000) / 1000 }),
  ];
  return {
    id: ids.take(),
    ...scope,
    type,
    ...(rng.chance(0.5)
      ? { chargeType: 'flat', value: rng.scaled(1, 8_000, 2) }
      : { chargeType: 'percentage', value: rng.pick(PERCENTS[type]()) }),
    ...rng.pick(weights)(),
    status: rng.chance(0.9),
    ...(rng.chance(0.4) ? randomValidity(rng, now) : {}),
    createdAt: CREATED_AT,
  };
}

/** Rows of one scope; often two of a type, of which the higher one is charged. */
export function randomCustomerCharges(
  rng: Rng,
  scope: Pick<CustomerCharge, 'partnerId' | 'customerId'>,
  probability: number,
  ids: Ids,
  now: Date,
): CustomerCharge[] {
  return rng
    .some(CHARGE_TYPES, probability)
    .flatMap((type) => Array.from({ length: rng.int(1, 3) }, () => randomCharge(rng, scope, type, ids, now)));
}

export function randomDiscounts(rng: Rng, partnerId: string, ids: Ids, now: Date): Discount[] {
  const bounds = [0.001, ...rng.some([0.5, 1, 2.5, 5.005, 10, 20], 0.5), 50_000];
  const row = (i: number, status: boolean): Discount => ({
    id: ids.take(),
    partnerId,
    fromWeight: bounds[i],
    toWeight: bounds[i + 1],
    ...(rng.chance(0.5)
      ? { discountType: 'flat', discountValue: rng.chance(0.2) ? 10_000 : rng.scaled(1, 5_000, 2) }
      : { discountType: 'percentage', discountValue: rng.chance(0.1) ? 100 : rng.scaled(100, 300_000, 4) }),
    ...rng.pick<Pick<Discount, 'appliesTo'>>([{}, { appliesTo: 'SUBTOTAL' }, { appliesTo: 'FREIGHT' }]),
    ...(rng.chance(0.5) ? { description: 'Volume' } : {}),
    ...randomValidity(rng, now),
    status,
    createdAt: CREATED_AT,
  });
  const indexes = bounds.slice(1).map((_, i) => i);
  const active = rng.some(indexes, 0.6).map((i) => row(i, true));
  return rng.shuffled([
    ...active,
    ...rng.some(active, 0.5).flatMap((former) => successorOf(former, ids)),
    ...rng.some(indexes, 0.2).map((i) => row(i, false)),
  ]);
}

/** For the same weights, starting when the former one has ended: never both at once. */
function successorOf(former: Discount, ids: Ids): Discount[] {
  return afterwards(former).map((dates) => ({
    ...former,
    ...dates,
    id: ids.take(),
    discountType: 'flat',
    discountValue: 12.34,
  }));
}

/** From the moment on at which a row has ended; nothing for one that does not end. */
function afterwards({ validTo }: Validity): Validity[] {
  return validTo ? [{ validFrom: new Date(Date.parse(validTo) + 1).toISOString(), validTo: null }] : [];
}
