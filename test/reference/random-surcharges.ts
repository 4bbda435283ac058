/** Random surcharges that import accepts: what `of` names stands before, and a group has one order. */
import type { CardWorld, Direction, Of, Surcharge, SurchargeConditions } from './documents.js';
import { CREATED_AT, type Ids } from './random-geography.js';
import { LANES, TAGS } from './random-lanes.js';
import { CUSTOMER_IDS, randomValidity } from './random-rates.js';
import type { Rng } from './rng.js';
import type { ChargeType } from './types.js';

export const STANDARD_ORDERS: Record<ChargeType | 'services', number> = {
  services: 100,
  docket: 200,
  cod: 300,
  insurance: 400,
  fsc: 900,
};

/** What is there before every charge. */
const ALWAYS_BEFORE = ['declaredValue', 'codAmount'];
const FREIGHTS = [['freight'], ['weightCharge'], ['distanceCharge'], ['weightCharge', 'distanceCharge'], []];
const CODES = ['ODA', 'GREEN_TAX', 'HANDLING', 'PEAK_1', 'FOV', 'TOLL', 'FUEL_2'];

/** The order that all rows of a code have. */
type CodeOrders = Record<string, number>;

/** One or several amounts that stand before a charge of this order; a standard charge stands before its equals. */
function randomOf(rng: Rng, order: number, codes: CodeOrders, self: ChargeType | null): Of {
  const standard = Object.entries(STANDARD_ORDERS)
    .filter(([name, at]) => name !== self && (self === null ? at <= order : at < order))
    .map(([name]) => name);
  const others = Object.entries(codes)
    .filter(([, at]) => at < order)
    .map(([code]) => code);
  const of = [...rng.pick(FREIGHTS), ...rng.some([...standard, ...others], 0.3), ...rng.some(ALWAYS_BEFORE, 0.2)];
  return of.length > 0 ? of : ['freight'];
}

/** One condition or none, each as likely; a row of no partner names no zones and no lanes. */
function randomWhen(rng: Rng, zones: number[]): SurchargeConditions {
  const isGeneral = zones.length === 0;
  const end = rng.pick([{}, { end: null }, ...(['PICKUP', 'DELIVERY', 'EITHER'] as const).map((e) => ({ end: e }))]);
  const conditions: (() => SurchargeConditions)[] = [
    () => ({}),
    () => ({ ...end, attributes: rng.pick([['ODA'], ['HILL'], ['ODA', 'HILL']]) }),
    () => ({ ...end, tags: [rng.pick(TAGS)] }),
    () => ({ ...end, tags: [rng.pick(TAGS)], attributes: ['ODA'] }),
    () => (isGeneral ? {} : { ...end, zones: [rng.pick(zones), ...rng.some(zones, 0.2)] }),
    () => (isGeneral ? {} : { lanes: rng.pick([[rng.pick(LANES)], LANES.slice(0, 3)]) }),
    () => ({ kgFrom: rng.pick([0.5, 1, 5]), kgTo: rng.pick([null, 10, 50]) }),
    () => ({ kgTo: 6 }),
    () => ({ kmFrom: rng.pick([50.5, 200.1]), kmTo: rng.pick([null, 1_000, 2_000]) }),
    () => ({ kmTo: 500 }),
    () => ({ paymentTypes: [rng.pick(['COD', 'PREPAID'])] }),
    () => ({ shipmentTypes: [rng.pick(['B2B', 'B2C'])] }),
    () => ({ customerTypes: rng.pick([['RETAIL'], ['SME', 'CORPORATE']]) }),
    () => ({ services: rng.pick([['EXPRESS'], ['PICKUP', 'TRACKING'], ['COD']]) }),
    () => ({ valueFrom: rng.pick([0.01, 1_000]), valueTo: rng.pick([null, 2_499.5, 50_000]) }),
    () => ({ valueTo: 2_499.5 }),
    () => ({ weekdays: rng.pick([[1], [6, 7], [2, 3, 4, 5]]) }),
    () => ({ piece: rng.pick([{ kgFrom: 1 }, { longestCmFrom: 60 }, { kgFrom: 5, longestCmFrom: 33.3 }]) }),
  ];
  const directions: Direction[] = rng.some(['FORWARD', 'RTO', 'REVERSE'] as const, 0.6);
  return {
    ...rng.pick(conditions)(),
    ...(rng.chance(0.3) ? rng.pick(conditions)() : {}),
    ...(rng.chance(0.4) && directions.length > 0 ? { directions } : {}),
  };
}

interface Owner {
  partnerId: string | null;
  customerId: string | null;
  zones: number[];
}

function randomSurcharge(rng: Rng, owner: Owner, codes: CodeOrders, ids: Ids, now: Date): Surcharge {
  const { partnerId, customerId, zones } = owner;
  const code = rng.pick(Object.keys(codes));
  const order = codes[code];
  const basis = rng.pick(['FLAT', 'PER_KG', 'PER_STARTED_KG', 'PER_PIECE', 'PERCENT'] as const);
  const isWaived = rng.chance(customerId === null ? 0.05 : 0.4);
  return {
    id: ids.take(),
    partnerId,
    customerId,
    code,
    label: code,
    basis,
    value: isWaived ? 0 : basis === 'PERCENT' ? rng.scaled(1, 400_000, 4) : rng.scaled(0, 800_000, 4),
    ...(basis === 'PERCENT'
      ? { of: randomOf(rng, order, partnerId === null ? {} : codes, null), above: rng.pick([null, null, 0, 100.5]) }
      : {}),
    ...(rng.chance(0.3) ? { min: rng.pick([0, 25, 60.01]) } : {}),
    ...(rng.chance(0.3) ? { max: rng.pick([60.01, 100, 999]) } : {}),
    when: rng.chance(0.85) ? randomWhen(rng, zones) : null,
    ...(rng.chance(0.3) ? { group: `GROUP_${order}` } : {}),
    order,
    ...(rng.chance(0.3) ? { taxable: rng.chance(0.3) } : {}),
    status: rng.chance(0.93),
    ...randomValidity(rng, now),
    createdAt: CREATED_AT,
  };
}

/** Rows of every partner, of customers of theirs, and of no partner; all rows of a code have one order. */
function randomSurcharges(rng: Rng, world: CardWorld, ids: Ids, now: Date): { rows: Surcharge[]; codes: CodeOrders } {
  const codes: CodeOrders = Object.fromEntries(
    CODES.map((code) => [code, rng.pick([1, 100, 150, 200, 350, 500, 899, 900, 999])]),
  );
  const rows: Surcharge[] = [];
  const add = (count: number, owner: Owner): void => {
    for (let i = 0; i < count; i += 1) rows.push(randomSurcharge(rng, owner, codes, ids, now));
  };
  add(rng.int(0, 5), { partnerId: null, customerId: null, zones: [] });
  for (const { partnerId } of world.partners) {
    const zones = world.zones.filter((zone) => zone.partnerId === partnerId).map(({ id }) => id);
    add(rng.int(1, 12), { partnerId, customerId: null, zones });
    for (const customerId of rng.some(CUSTOMER_IDS, 0.5)) add(rng.int(1, 4), { partnerId, customerId, zones });
  }
  return { rows, codes };
}

/** What charges may name besides their amounts, here and there. */
function extendCustomerCharges(rng: Rng, world: CardWorld, codes: CodeOrders): void {
  for (const row of world['customer-charges']) {
    const known = row.partnerId === null ? {} : codes;
    if (rng.chance(0.4)) row.direction = rng.pick(['FORWARD', 'ANY', 'RTO', 'REVERSE']);
    if (row.chargeType === 'percentage' && rng.chance(0.5))
      row.of = randomOf(rng, STANDARD_ORDERS[row.type], known, row.type);
    if (row.chargeType === 'percentage' && rng.chance(0.4)) row.above = rng.pick([0, 50, 999.99, 2_000]);
    if (rng.chance(0.25)) row.min = rng.pick([0, 12.34, 60]);
    if (rng.chance(0.25)) row.max = rng.pick([60, 75.5, 200]);
    if (row.type === 'insurance' && rng.chance(0.4)) row.always = true;
  }
}

/** Surcharges, and charges that name them. */
export function addSurcharges(rng: Rng, world: CardWorld, ids: Ids, now: Date): void {
  const { rows, codes } = randomSurcharges(rng, world, ids, now);
  world.surcharges.push(...rows);
  extendCustomerCharges(rng, world, codes);
}
