/** The random worlds are valid datasets, and the model runs over them, reaching every reason and every component. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Compile } from 'typebox/compile';
import { REASON_CODES } from '../../src/domain/reasons.js';
import { DATASET_COLLECTIONS, COLLECTIONS } from '../../src/model/documents.js';
import { isDeep, rounds, seedOf } from '../support/depth.js';
import type { Validity } from './documents.js';
import { decimal, Fraction, percentOf } from './exact.js';
import { referenceCheck, referenceChoose, referenceFindAll, referencePrice } from './model.js';
import { randomNow, randomShipment, randomWorld, seededRng } from './random.js';
import {
  type Candidate,
  type Check,
  type Price,
  PRICE_AMOUNTS,
  type Shipment,
  type Strategy,
  type Terms,
  type World,
} from './types.js';

const SEED = seedOf(20_260_311);
const WORLDS = rounds(4, 40);
const SHIPMENTS_A_WORLD = 50;
const STRATEGIES: readonly Strategy[] = ['CHEAPEST', 'FASTEST', 'MOST_RELIABLE', 'BALANCED', 'BEST_MATCH'];

const validators = DATASET_COLLECTIONS.map((name) => [name, Compile(COLLECTIONS[name])] as const);

function assertUnique<T>(rows: T[], key: (row: T) => unknown, what: string): void {
  assert.equal(new Set(rows.map(key)).size, rows.length, `${what} are unique`);
}

function hasDecimals(value: number, atMost: number): boolean {
  return decimal(value).times(new Fraction(10n ** BigInt(atMost))).denominator === 1n;
}

function assertRateDecimals(value: number, type: string): void {
  assert.ok(hasDecimals(value, type === 'percentage' ? 4 : 2), `${type} ${value}`);
}

/** Asserts that the ranges are not empty and do not overlap; they may touch. */
function assertApart(ranges: [number, number][]): void {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  sorted.forEach(([from, to], i) => {
    assert.ok(from < to, `[${from}, ${to}) is not empty`);
    assert.ok(i === 0 || sorted[i - 1][1] <= from, `${from} is within the previous range`);
  });
}

interface Band extends Validity {
  id: number;
  from: number;
  to: number;
}

/** Asserts that no two rows apply at one moment to one weight or distance; they may touch at a bound. */
function assertNeverTwo(what: string, bands: Band[]): void {
  const moments = ({ validFrom, validTo }: Validity): [number, number] => [
    validFrom ? Date.parse(validFrom) : -Infinity,
    validTo ? Date.parse(validTo) : Infinity,
  ];
  for (const one of bands) {
    assert.ok(one.from < one.to, `${what} ${one.id} is not empty`);
    for (const other of bands) {
      const [[from, to], [otherFrom, otherTo]] = [moments(one), moments(other)];
      const areAtOnce = from <= otherTo && otherFrom <= to;
      const overlap = one.from < other.to && other.from < one.to;
      assert.ok(one === other || !areAtOnce || !overlap, `${what} ${one.id} and ${other.id}`);
    }
  }
}

function assertReferences(world: World): void {
  const city = (id: number) => world.cities.find((row) => row.id === id);
  for (const row of world.pincodes) {
    assert.equal(row.stateId, city(row.cityId)?.stateId);
    for (const areaId of row.areaIds) assert.equal(world.areas.find((area) => area.id === areaId)?.cityId, row.cityId);
    assert.equal(row.latitude === null, row.longitude === null);
  }
  for (const state of world.states)
    assert.ok(
      world.pincodes.some((row) => row.stateId === state.id && row.latitude !== null),
      state.name,
    );
  const partnerIds = new Set(world.partners.map((row) => row.partnerId));
  const zoneOwner = new Map(world.zones.map((row) => [row.id, row.partnerId]));
  for (const row of world.partners) assert.ok(world.states.some((state) => state.gstCode === row.gstStateCode));
  for (const row of [...world.zones, ...world.packages, ...world['distance-charges'], ...world.discounts])
    assert.ok(partnerIds.has(row.partnerId));
  for (const row of world.packages) {
    for (const zoneId of [row.fromZoneId, row.toZoneId])
      assert.ok((zoneId ?? null) === null || zoneOwner.get(zoneId!) === row.partnerId);
  }
  for (const row of world['zone-pincodes']) {
    assert.equal(zoneOwner.get(row.zoneId), row.partnerId);
    assert.ok(world.pincodes.some(({ pincode }) => pincode === row.pincode));
  }
  for (const row of world['customer-charges']) {
    assert.ok(row.partnerId === null ? (row.customerId ?? null) === null : partnerIds.has(row.partnerId));
    assert.ok((row.minKg ?? 0) <= (row.maxKg ?? Infinity));
  }
  for (const { geographical, services, attributes } of world.zones) {
    assertUnique(services, (service) => service.serviceTypeId, 'services of a zone');
    for (const attribute of attributes)
      assert.ok(services.some((service) => service.serviceTypeId === attribute && service.isAvailable));
    assert.ok(geographical.states.every((id) => world.states.some((state) => state.id === id)));
    assert.ok(geographical.cities.every((id) => city(id)));
    assert.ok(geographical.areas.every((id) => world.areas.some((area) => area.id === id)));
  }
}

function assertAmounts(world: World): void {
  for (const row of world.packages) {
    assert.ok(hasDecimals(row.baseCharge, 2) && hasDecimals(row.addonCharge, 4));
    assert.ok((row.minWeight ?? 0) < (row.maxWeight ?? Infinity), `package ${row.id}`);
  }
  for (const row of world['distance-charges']) assertRateDecimals(row.charge, row.chargeType);
  for (const row of world['customer-charges']) {
    assertRateDecimals(row.value, row.chargeType);
    assert.ok(hasDecimals(row.minKg ?? 0, 3) && hasDecimals(row.maxKg ?? 0, 3));
  }
  for (const row of world.discounts) {
    assertRateDecimals(row.discountValue, row.discountType);
    assert.ok(hasDecimals(row.fromWeight, 3) && hasDecimals(row.toWeight, 3));
    assert.ok(row.discountValue >= 0.01 && row.discountValue <= (row.discountType === 'percentage' ? 100 : 10_000));
  }
  for (const service of world.zones.flatMap((row) => row.services)) {
    for (const charge of [service.baseCharge ?? 0, ...Object.values(service.customCharges ?? {})])
      assert.ok(hasDecimals(charge, 2));
  }
  for (const { partnerId, transit, deliveryWindow } of world.partners) {
    if (deliveryWindow) assert.ok(deliveryWindow.from < deliveryWindow.to, partnerId);
    assertApart(transit.map((row) => [row.distanceFrom, row.distanceTo]));
    const own = <R extends { partnerId: string | null; status: boolean }>(rows: R[]): R[] =>
      rows.filter((row) => row.partnerId === partnerId && row.status);
    const bands = own(world['distance-charges']).map((row) => ({ ...row, from: row.distanceFrom, to: row.distanceTo }));
    for (const lane of new Set(bands.map((row) => row.lane ?? null)))
      assertNeverTwo(
        `distance charges of the lane ${lane}`,
        bands.filter((row) => (row.lane ?? null) === lane),
      );
    assertNeverTwo(
      'discounts',
      own(world.discounts).map((row) => ({ ...row, from: row.fromWeight, to: row.toWeight })),
    );
  }
}

function assertImportable(world: World): void {
  for (const [name, validator] of validators) {
    for (const document of world[name]) {
      assert.ok(
        validator.Check(document),
        `${name}: ${JSON.stringify(document)}: ${JSON.stringify(validator.Errors(document).slice(0, 1))}`,
      );
    }
  }
  for (const name of [
    'states',
    'cities',
    'areas',
    'zones',
    'packages',
    'distance-charges',
    'customer-charges',
    'discounts',
    'credentials',
  ] as const) {
    assertUnique<{ id: unknown }>(world[name], (row) => row.id, name);
  }
  assertUnique(world.pincodes, (row) => row.pincode, 'pincodes');
  assertUnique(world.partners, (row) => row.partnerId, 'partners');
  assertUnique(world['zone-pincodes'], (row) => `${row.partnerId} ${row.pincode}`, 'zone-pincodes');
  assertReferences(world);
  assertAmounts(world);
}

/** Asserts what holds for every price under any rules. */
function assertSound(price: Price): void {
  const freight = price.weightCharge + price.distanceCharge;
  assert.equal(price.subtotal, freight + price.fsc + price.cod + price.docket + price.insurance + price.otherTotal);
  assert.equal(price.taxable, price.subtotal - price.nonTaxable - price.discount);
  assert.equal(price.total, price.taxable + price.nonTaxable + price.gst);
  assert.equal(price.gst, price.cgst + price.sgst + price.igst);
  assert.ok(price.taxable >= 0, `taxable ${price.taxable}`);
  assert.equal(price.cgst, price.sgst);
  assert.equal(price.isWithinState ? price.igst : price.cgst, 0);
}

/** The names of the cases that a price, its shipment and its world show. */
function seenInPrice(world: World, shipment: Shipment, price: Price): string[] {
  const distanceRow = world['distance-charges'].find((row) => row.id === price.distanceRowId);
  const packageRow = world.packages.find((row) => row.id === price.packageRowId)!;
  const zonesNamed = [packageRow.fromZoneId, packageRow.toZoneId].filter((id) => (id ?? null) !== null).length;
  const kg = price.chargeableGrams / 1_000;
  return [
    ...PRICE_AMOUNTS.filter((name) => price[name] > 0),
    `distance ${distanceRow?.chargeType ?? 'none'}`,
    `package naming ${zonesNamed} zones`,
    `${packageRow.shipmentType ?? 'any'} package`,
    ...price.other.map(({ service, end }) => `${service} at ${end}`),
    ...(price.chargeableGrams > Math.ceil(shipment.weight) ? ['volumetric'] : []),
    ...(price.discountId !== null && price.taxable === 0 ? ['free'] : []),
    ...(price.isWithinState ? ['within the state'] : ['between states']),
    ...(BigInt(price.gst) !== percentOf(18, BigInt(price.taxable)) ? ['halves that round apart'] : []),
    ...seenInDiscount(world, price),
    ...seenInMinWeight(packageRow, price.chargeableGrams),
    ...(world.discounts.some((row) => row.id === price.discountId && row.toWeight === kg)
      ? ['discount at its upper bound']
      : []),
    ...(distanceRow?.distanceFrom === price.distanceKm && price.distanceKm > 0 ? ['distance at a bound'] : []),
  ];
}

function seenInDiscount(world: World, price: Price): string[] {
  const row = world.discounts.find(({ id }) => id === price.discountId);
  if (row === undefined) return [];
  const freight = price.weightCharge + price.distanceCharge;
  const isAll = row.appliesTo === 'FREIGHT' && price.discount === freight && row.discountType === 'flat';
  const base = row.appliesTo ?? 'SUBTOTAL unless given';
  return [`discount of ${base}, ${row.discountType}`, ...(isAll ? ['freight for nothing'] : [])];
}

function seenInMinWeight({ minWeight }: World['packages'][number], grams: number): string[] {
  if (minWeight === null || minWeight === undefined) return [];
  return ['a row with minWeight', ...(grams === minWeight + 1 ? ['a gram above minWeight'] : [])];
}

/** Whether the arrival was moved, and its position relative to the window. */
function seenInDates({ pickupDate, hours, deliveryDate }: Check, partner: World['partners'][number]): string[] {
  if (pickupDate === null || hours === null || deliveryDate === null) return [];
  const inIndia = (at: Date): string => new Date(at.getTime() + 5.5 * 3_600_000).toISOString();
  const arrival = new Date(pickupDate.getTime() + hours * 3_600_000);
  const { from, to } = partner.deliveryWindow ?? { from: '09:00', to: '21:00' };
  const time = inIndia(arrival).slice(11, 16);
  const isSunday = new Date(inIndia(arrival)).getUTCDay() === 0;
  const moved = arrival.getTime() !== deliveryDate.getTime();
  const isSameDay = inIndia(arrival).slice(0, 10) === inIndia(deliveryDate).slice(0, 10);
  const delivered = inIndia(deliveryDate).slice(11, 16);
  assert.ok(delivered >= from && delivered <= to, `${delivered} is not within ${from}-${to}`);
  return [
    partner.deliveryWindow ? 'own window' : 'default window',
    ...(isSunday && partner.weekendDelivery ? ['arrival on a Sunday that counts'] : []),
    ...(isSunday && !partner.weekendDelivery && moved ? ['arrival on a Sunday moved'] : []),
    ...(!moved && time === from ? ['arrival at the opening'] : []),
    ...(!moved && time === to ? ['arrival at the closing'] : []),
    ...(moved && isSameDay ? ['arrival before the opening'] : []),
    ...(time > to ? ['arrival after the closing'] : []),
  ];
}

/** The cases by which a shipment names services and leaves others implied. */
function seenInShipment(shipment: Shipment): string[] {
  const { services, paymentType, codAmount, declaredValue, urgency, customerGstin } = shipment;
  const has = (service: 'PICKUP' | 'DELIVERY' | 'COD' | 'PREPAID'): boolean => services.includes(service);
  return [
    `urgency ${urgency ?? 'not given'}`,
    `${paymentType} ${has(paymentType) ? 'named' : 'implied'}`,
    has('DELIVERY') ? 'DELIVERY named' : 'DELIVERY implied',
    has('PICKUP') ? 'PICKUP named' : 'no PICKUP',
    ...(codAmount === 0 ? ['nothing to collect'] : []),
    ...(codAmount !== undefined && codAmount > declaredValue ? ['more to collect'] : []),
    ...(codAmount !== undefined && codAmount < declaredValue ? ['less to collect'] : []),
    ...(customerGstin === undefined ? ['no GSTIN'] : ['GSTIN']),
  ];
}

function seenInCheck(found: Check): string[] {
  const levels = [found.pickup, found.delivery].flatMap((end) => (end === null ? [] : [`covered by ${end.level}`]));
  return [
    ...found.reasons,
    ...levels,
    ...(found.reasons.length === 0 ? ['capable'] : []),
    ...(found.reasons.length > 3 ? ['many reasons'] : []),
  ];
}

function seenInCandidates(candidates: Candidate[], terms: Terms): string[] {
  const choices = STRATEGIES.map((strategy) => referenceChoose(strategy, candidates, terms));
  for (const choice of choices) assert.equal(choice === null, candidates.length === 0);
  assert.equal(choices[0], candidates[0]?.partnerId ?? null, 'the cheapest is listed first');
  const isTie = candidates.some(
    (one, i) => i > 0 && one.totalPaise === candidates[i - 1].totalPaise && one.hours === candidates[i - 1].hours,
  );
  return [
    candidates.length === 0 ? 'no partner' : candidates.length > 2 ? 'three partners' : 'a partner',
    ...(isTie ? ['tie'] : []),
    ...(new Set(choices).size > 2 ? ['strategies disagree'] : []),
  ];
}

function seenInNow(world: World, now: Date): string[] {
  const inIndia = new Date(now.getTime() + 5.5 * 3_600_000);
  const bounds = [...world.packages, ...world.discounts].flatMap((row) => [row.validFrom, row.validTo]);
  const cutoffs = world.partners.map((row) => `T${row.cutoffTime}:00.000Z`);
  const isCutoff = (at: Date): boolean => cutoffs.some((cutoff) => at.toISOString().endsWith(cutoff));
  return [
    ...(inIndia.getUTCDay() === 0 ? ['Sunday'] : []),
    ...(isCutoff(inIndia) ? [inIndia.getUTCDay() === 0 ? 'at a cutoff of a Sunday' : 'at a cutoff'] : []),
    ...(isCutoff(new Date(inIndia.getTime() + 1)) ? ['just before a cutoff'] : []),
    ...(bounds.includes(now.toISOString()) ? ['at a bound of validity'] : []),
  ];
}

const EXPECTED = [
  // holds are of random-reported.ts
  ...REASON_CODES.filter((code) => code !== 'ON_HOLD'),
  ...PRICE_AMOUNTS,
  'distance flat',
  'distance percentage',
  'distance none',
  'distance at a bound',
  'package naming 0 zones',
  'package naming 1 zones',
  'package naming 2 zones',
  'any package',
  'B2B package',
  'B2C package',
  'PICKUP at pickup',
  'REVERSE at pickup',
  'ODA at pickup',
  'HILL at pickup',
  'DELIVERY at delivery',
  'COD at delivery',
  'PREPAID at delivery',
  'ODA at delivery',
  'HILL at delivery',
  'EXPRESS at delivery',
  'INSURANCE at delivery',
  'TRACKING at delivery',
  'volumetric',
  'free',
  'halves that round apart',
  'within the state',
  'between states',
  'discount at its upper bound',
  ...['SUBTOTAL unless given', 'SUBTOTAL', 'FREIGHT'].flatMap((base) => [
    `discount of ${base}, flat`,
    `discount of ${base}, percentage`,
  ]),
  'freight for nothing',
  'a row with minWeight',
  'a gram above minWeight',
  'own window',
  'default window',
  'arrival on a Sunday moved',
  'arrival on a Sunday that counts',
  'arrival at the opening',
  'arrival at the closing',
  'arrival before the opening',
  'arrival after the closing',
  ...['not given', 'STANDARD', 'EXPRESS', 'URGENT'].map((urgency) => `urgency ${urgency}`),
  ...['named', 'implied', 'unavailable'].flatMap((how) =>
    ['COD', 'PREPAID', 'DELIVERY'].map((service) => `${service} ${how}`),
  ),
  'PICKUP named',
  'no PICKUP',
  'nothing to collect',
  'more to collect',
  'less to collect',
  'GSTIN',
  'no GSTIN',
  'covered by pincode',
  'covered by area',
  'covered by city',
  'covered by state',
  'capable',
  'many reasons',
  'no partner',
  'a partner',
  'three partners',
  'tie',
  'strategies disagree',
  'PINCODE_NOT_FOUND',
  'PARTNER_NOT_FOUND',
  'Sunday',
  'at a cutoff',
  'at a cutoff of a Sunday',
  'just before a cutoff',
  'at a bound of validity',
];

describe('random worlds', () => {
  it('are the same for the same seed, and different for another', () => {
    const text = (seed: number): string => {
      const rng = seededRng(seed);
      const world = randomWorld(rng);
      return JSON.stringify([world, randomShipment(rng, world), randomNow(rng, world)]);
    };
    assert.equal(text(SEED), text(SEED));
    assert.notEqual(text(SEED), text(SEED + 1));
  });

  it(`reach every reason and every component (PINRATE_TEST_SEED=${SEED})`, (t) => {
    t.diagnostic(`seed ${SEED}, ${WORLDS * SHIPMENTS_A_WORLD} shipments`);
    const rng = seededRng(SEED);
    const seen = new Map<string, number>();
    const note = (names: string[]): void => names.forEach((name) => seen.set(name, (seen.get(name) ?? 0) + 1));
    for (let w = 0; w < WORLDS; w += 1) {
      const world = randomWorld(rng);
      assertImportable(world);
      for (let s = 0; s < SHIPMENTS_A_WORLD; s += 1) {
        const shipment = randomShipment(rng, world);
        const now = randomNow(rng, world);
        note(seenInNow(world, now));
        note(seenInShipment(shipment));
        for (const partner of world.partners) {
          const { partnerId } = partner;
          const found = referenceCheck(world, partnerId, shipment, now);
          if (found.kind !== 'CHECKED') {
            note([found.kind]);
            continue;
          }
          note(seenInCheck(found));
          note(found.unavailable.map((service) => `${service} unavailable`));
          note(seenInDates(found, partner));
          assert.deepEqual(referencePrice(world, partnerId, shipment, now).price, found.price);
          if (found.price !== null) {
            assertSound(found.price);
            note(seenInPrice(world, shipment, found.price));
          }
        }
        const all = referenceFindAll(world, shipment, now);
        if (all.kind === 'SEARCHED') note(seenInCandidates(all.candidates, shipment));
      }
    }
    t.diagnostic(JSON.stringify(Object.fromEntries([...seen].sort((a, b) => a[1] - b[1]))));
    if (isDeep)
      assert.deepEqual(
        EXPECTED.filter((name) => !seen.has(name)),
        [],
        `seed ${SEED}: not reached`,
      );
  });
});
