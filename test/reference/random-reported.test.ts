/** Random documents of what reports from practice ask for: without contradictions, and each member sets some price. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isDeep, rounds, seedOf } from '../support/depth.js';
import type { CardWorld, TransitBand, Validity } from './documents.js';
import { decimal, Fraction } from './exact.js';
import { referenceCheck } from './model.js';
import { randomCardShipment, reportedWorld } from './random-cards.js';
import { withReported } from './random-questions.js';
import { randomNow, seededRng } from './random.js';
import type { Check, Price, Shipment } from './types.js';

const SEED = seedOf(20_261_128);
const WORLDS = rounds(3, 12);
const MOST_WORLDS = 200;
const SHIPMENTS_A_WORLD = rounds(40, 80);

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;
const countGiven = (...values: unknown[]): number => values.filter(isGiven).length;

function assertDecimals(value: number, decimals: number): void {
  assert.equal(decimal(value).times(new Fraction(10n ** BigInt(decimals))).denominator, 1n, String(value));
}

/** Asserts what import asks of the new members. */
function assertImportable(world: CardWorld): void {
  for (const { baseWeight, addonWeight, addonCharge, id } of world.packages) {
    assert.ok(baseWeight > 0 || addonWeight > 0, `package ${id} carries nothing`);
    assertDecimals(addonCharge, addonCharge > 100 ? 4 : 6);
  }
  for (const { type, codFrom, codTo, id } of world['customer-charges']) {
    assert.ok(type === 'cod' || countGiven(codFrom, codTo) === 0, `charge ${id} of type ${type}`);
    assert.ok((codFrom ?? 0) < (codTo ?? Infinity), `charge ${id}`);
  }
  for (const { volumetricDivisor, cft, none, id } of world['weight-terms']!)
    assert.ok(countGiven(volumetricDivisor, cft, none) <= 1, `weight terms ${id}`);
  for (const { states, cities, areas, pincodes, everywhere, from, to, id } of world.holds!) {
    const places = [states, cities, areas, pincodes].flatMap((list): readonly unknown[] => list ?? []);
    assert.ok(everywhere === true ? places.length === 0 : places.length > 0, `hold ${id}`);
    assert.ok(!from || !to || from <= to, `hold ${id}`);
  }
  for (const { hours, days, id } of world['transit-lanes'])
    assert.ok(countGiven(hours, days) <= 1, `transit lane ${id}`);
  for (const { partnerId, transit, deliveryDays } of world.partners) {
    const bands: readonly TransitBand[] = transit;
    for (const { hours, days } of bands) assert.equal(countGiven(hours, days), 1, partnerId);
    assert.ok(!deliveryDays || (deliveryDays.length > 0 && new Set(deliveryDays).size === deliveryDays.length));
  }
  assertDiscounts(world);
}

const moments = ({ validFrom, validTo }: Validity): [number, number] => [
  validFrom ? Date.parse(validFrom) : -Infinity,
  validTo ? Date.parse(validTo) : Infinity,
];

/** Asserts that no two rows of one customer, or of all, are for one weight at one moment. */
function assertDiscounts({ discounts }: CardWorld): void {
  for (const one of discounts.filter(({ status }) => status))
    for (const other of discounts) {
      const areOfOne = one.partnerId === other.partnerId && (one.customerId ?? null) === (other.customerId ?? null);
      if (one === other || !other.status || !areOfOne) continue;
      const [[from, to], [otherFrom, otherTo]] = [moments(one), moments(other)];
      const areAtOnce = from <= otherTo && otherFrom <= to;
      const overlap = one.fromWeight < other.toWeight && other.fromWeight < one.toWeight;
      assert.ok(!areAtOnce || !overlap, `discounts ${one.id} and ${other.id}`);
    }
}

it(`the documents keep the rules of import (PINRATE_TEST_SEED=${SEED})`, () => {
  const rng = seededRng(SEED);
  for (let w = 0; w < WORLDS; w += 1) assertImportable(reportedWorld(rng));
});

function seenInTax(world: CardWorld, partnerId: string, price: Price): string[] {
  const { amounts } = world.partners.find((row) => row.partnerId === partnerId)!;
  const where = price.isWithinState ? 'within the state' : 'between states';
  return [
    `${price.regime} ${amounts ?? 'WITHOUT_TAX'}`,
    ...(price.isTaxIncluded && price.gst > 0 ? [`included ${where}`] : []),
    ...(price.taxFallenAway > 0 ? ['fallen away'] : []),
    ...(price.gst > 0 && price.cgst % 100 === 0 && price.igst % 100 === 0 ? [`whole Rupees ${where}`] : []),
  ];
}

/** The new members of the rows that set a price. */
function seenInPrice(world: CardWorld, price: Price): string[] {
  const row = world.packages.find(({ id }) => id === price.packageRowId)!;
  const terms = world['rto-terms'].find(({ id }) => id === price.rtoTermsId);
  const discount = world.discounts.find(({ id }) => id === price.discountId);
  const rules = new Set(price.breakdown.map(({ rule }) => rule));
  const charges = world['customer-charges'].filter(({ id }) => rules.has(`customer-charges/${id}`));
  const surcharges = world.surcharges.filter(({ id }) => rules.has(`surcharges/${id}`));
  return [
    ...(row.baseWeight === 0 ? ['baseWeight 0'] : []),
    ...(isGiven(row.service) ? ['package of a service'] : []),
    ...(isGiven(terms?.service) ? ['RTO terms of a service'] : []),
    ...(isGiven(terms?.lane) ? ['RTO terms of a lane'] : []),
    ...(isGiven(discount?.customerId) ? ['discount of a customer'] : []),
    ...(charges.some(({ codFrom, codTo }) => countGiven(codFrom, codTo) > 0) ? ['COD charge of a band'] : []),
    ...(surcharges.some(({ when }) => countGiven(when?.codFrom, when?.codTo) > 0) ? ['surcharge of a COD band'] : []),
    ...surcharges.flatMap(({ when }) => Object.keys(when?.piece ?? {})),
  ];
}

/** The new members by which the outcome changes when they are taken away. */
function seenByDifference(world: CardWorld, partnerId: string, asked: [Shipment, Date], found: Check): string[] {
  const without: Record<string, Partial<CardWorld>> = {
    'weight terms': { 'weight-terms': [] },
    'holds': { holds: [] },
    'worked days': { holidays: world.holidays.filter(({ kind }) => (kind as string) !== 'WORKING') },
    'cutoffTimes': { partners: world.partners.map((row) => ({ ...row, cutoffTimes: null })) },
    'deliveryDays': { partners: world.partners.map((row) => ({ ...row, deliveryDays: null })) },
    'edlKm': { surcharges: world.surcharges.filter(({ when }) => countGiven(when?.edlKmFrom, when?.edlKmTo) === 0) },
    'transit of the pincode': {
      'zone-pincodes': world['zone-pincodes'].map((row) => ({ ...row, transitDays: null, transitHours: null })),
    },
    'pickupPincodes': { zones: world.zones.map((row) => ({ ...row, pickupPincodes: null })) },
    'pickupOnlyFrom': { partners: world.partners.map((row) => ({ ...row, pickupOnlyFrom: null })) },
    'sizes': {
      partners: world.partners.map((row) => ({
        ...row,
        limits: { ...row.limits, maxLengthPlusGirth: null, maxSideSum: null },
      })),
    },
  };
  return Object.entries(without).flatMap(([name, members]) => {
    const other = referenceCheck({ ...world, ...members }, partnerId, ...asked);
    return JSON.stringify(other) === JSON.stringify(found) ? [] : [name];
  });
}

const REACHED = [
  ...['FORWARD', 'REVERSE_CHARGE', 'EXEMPT', 'ZERO_RATED'].flatMap((regime) => [
    `${regime} WITH_TAX`,
    `${regime} WITHOUT_TAX`,
  ]),
  ...['included', 'whole Rupees'].flatMap((what) => [`${what} within the state`, `${what} between states`]),
  'fallen away',
  'baseWeight 0',
  'package of a service',
  'RTO terms of a service',
  'RTO terms of a lane',
  'discount of a customer',
  'COD charge of a band',
  'surcharge of a COD band',
  'lengthPlusGirthCmFrom',
  'sideSumCmFrom',
  'ON_HOLD',
  ...['weight terms', 'holds', 'worked days', 'cutoffTimes', 'deliveryDays', 'sizes'],
  ...['edlKm', 'transit of the pincode', 'pickupPincodes', 'pickupOnlyFrom'],
];

it(`the new members set prices, and refuse (PINRATE_TEST_SEED=${SEED})`, (t) => {
  const rng = seededRng(SEED);
  const seen = new Map<string, number>();
  const notSeen = (): string[] => REACHED.filter((name) => !seen.has(name));
  let prices = 0;
  for (let w = 0; w < WORLDS || (isDeep && w < MOST_WORLDS && notSeen().length > 0); w += 1) {
    const world = reportedWorld(rng);
    for (let s = 0; s < SHIPMENTS_A_WORLD; s += 1) {
      const now = randomNow(rng, world);
      const shipment = withReported(rng, world, randomCardShipment(rng, world, now), now);
      const { partnerId } = rng.pick(world.partners);
      const found = referenceCheck(world, partnerId, shipment, now);
      if (found.kind !== 'CHECKED') continue;
      const { price, reasons } = found;
      const names = [
        ...reasons,
        ...(price ? [...seenInTax(world, partnerId, price), ...seenInPrice(world, price)] : []),
        ...(s % 4 === 0 ? seenByDifference(world, partnerId, [shipment, now], found) : []),
      ];
      if (price) prices += 1;
      for (const name of names) seen.set(name, (seen.get(name) ?? 0) + 1);
    }
  }
  assert.ok(prices > 0, `seed ${SEED}`);
  t.diagnostic(JSON.stringify(Object.fromEntries(seen)));
  t.diagnostic(`not reached: ${notSeen().join(', ') || 'none'}`);
  if (isDeep) assert.deepEqual(notSeen(), [], `seed ${SEED}`);
});
