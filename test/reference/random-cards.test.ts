/** Properties of the model over random rate cards, which reach every member. */
import { CUSTOMER_IDS } from './random-rates.js';
import { REASON_CODES } from '../../src/domain/reasons.js';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeep, rounds, seedOf } from '../support/depth.js';
import type { CardWorld, Surcharge } from './documents.js';
import { referenceCheck, referenceReturns } from './model.js';
import { dateOf } from './moments.js';
import { randomCardShipment, randomCardWorld, reportedWorld, type FullWorld } from './random-cards.js';
import { withReported } from './random-questions.js';
import { STANDARD_ORDERS } from './random-surcharges.js';
import { randomNow, seededRng } from './random.js';
import type { Rng } from './rng.js';
import type { Check, Price, Shipment } from './types.js';

const SEED = seedOf(20_260_401);
/** Every other world has what reports from practice ask for. */
const WORLDS = rounds(4, 30);
const SHIPMENTS_A_WORLD = 40;
/** Some members are so rare that the worlds of a property do not have them for every seed. */
const MOST_WORLDS = 200;
const BEFORE_ALL = ['weightCharge', 'distanceCharge', 'freight', 'declaredValue', 'codAmount'];

interface Question {
  rng: Rng;
  world: FullWorld;
  partnerId: string;
  shipment: Shipment;
  now: Date;
}

function ask({ world, partnerId, shipment, now }: Omit<Question, 'rng'>): Check | null {
  const found = referenceCheck(world, partnerId, shipment, now);
  return found.kind === 'CHECKED' ? found : null;
}

const someWorld = (rng: Rng, w: number): FullWorld => (w % 2 === 1 ? reportedWorld(rng) : randomCardWorld(rng));

/**
 * Every partner of random worlds with random shipments; each property has the same ones.
 * @param isEnough whether so many worlds are enough
 */
function forEachQuestion(
  check: (question: Question) => void,
  isEnough: (worlds: number) => boolean = (worlds) => worlds >= WORLDS,
): void {
  const rng = seededRng(SEED);
  for (let w = 0; !isEnough(w); w += 1) {
    const world = someWorld(rng, w);
    for (let s = 0; s < SHIPMENTS_A_WORLD; s += 1) {
      const now = randomNow(rng, world);
      const asked = randomCardShipment(rng, world, now);
      const shipment = w % 2 === 1 ? withReported(rng, world, asked, now) : asked;
      const { partnerId } = rng.pick(world.partners);
      check({ rng: seededRng(rng.int(1, 1_000_000)), world, partnerId, shipment, now });
    }
  }
}

/** As forEachQuestion, where both ends are covered and a row prices the shipment; at least one has to be. */
function forEachPrice(check: (price: Price, question: Question) => void): void {
  let count = 0;
  forEachQuestion((question) => {
    const price = ask(question)?.price;
    if (!price) return;
    count += 1;
    check(price, question);
  });
  assert.ok(count > 0, `seed ${SEED}`);
}

/** Pincodes keep their order, since a mean of coordinates is floating point. */
function shuffledWorld(rng: Rng, { pincodes, ...world }: FullWorld): FullWorld {
  const shuffled = Object.entries(world).map(([name, rows]) => [name, rng.shuffled<unknown>(rows)]);
  return { pincodes, ...(Object.fromEntries(shuffled) as Omit<FullWorld, 'pincodes'>) };
}

describe(`random rate cards (PINRATE_TEST_SEED=${SEED})`, () => {
  it('have amounts that sum up: parts to the subtotal, the breakdown to the total', () => {
    forEachPrice((price) => {
      const charges = price.fsc + price.cod + price.docket + price.insurance;
      const services = price.other.reduce((sum, { amount }) => sum + amount, 0);
      const surcharges = price.surcharges.reduce((sum, { amount }) => sum + amount, 0);
      const untaxed = price.surcharges.filter(({ isTaxable }) => !isTaxable);
      assert.equal(price.otherTotal, services + surcharges);
      assert.equal(price.subtotal, price.weightCharge + price.distanceCharge + charges + price.otherTotal);
      assert.equal(
        price.nonTaxable,
        untaxed.reduce((sum, { amount }) => sum + amount, 0),
      );
      const included = price.isTaxIncluded ? price.gst + price.taxFallenAway : 0;
      assert.equal(price.taxable + included, price.subtotal - price.nonTaxable - price.discount);
      assert.ok(price.taxable >= 0);
      assert.equal(price.gst, price.cgst + price.sgst + price.igst);
      assert.equal(price.total, price.taxable + price.nonTaxable + price.gst);
      assert.equal(
        price.breakdown.reduce((sum, { amount }) => sum + amount, 0),
        price.total,
      );
      assert.ok(price.gst === 0 || price.recipientLiability === 0);
    });
  });

  it('keep every surcharge within its bounds', () => {
    forEachPrice((price, { world }) => {
      for (const { id, amount } of price.surcharges) {
        const row = world.surcharges.find((surcharge) => surcharge.id === id)!;
        // a default row is raised by tax behind its bounds
        if (price.isTaxIncluded && (row.partnerId ?? null) === null) continue;
        const bounds = [row.min ?? 0, row.max ?? Infinity].map((rupees) => Math.round(rupees * 100));
        assert.ok(bounds[0] <= amount && amount <= bounds[1], `surcharge ${id}: ${amount}`);
      }
    });
  });

  it('take one piece for what a shipment without pieces is', () => {
    forEachQuestion((question) => {
      const { weight, dimensions, ...shipment } = question.shipment;
      if (shipment.pieces) return;
      const asPiece = { ...shipment, weight: 1, pieces: [{ count: 1, weight, dimensions }] };
      assert.deepEqual(ask({ ...question, shipment: asPiece }), ask(question));
    });
  });

  it('take equal pieces together or one by one', () => {
    forEachQuestion((question) => {
      const { pieces } = question.shipment;
      if (!pieces) return;
      const each = pieces.flatMap(({ count, ...piece }) =>
        Array.from({ length: count }, () => ({ count: 1, ...piece })),
      );
      assert.deepEqual(ask({ ...question, shipment: { ...question.shipment, pieces: each } }), ask(question));
    });
  });

  it('charge a surcharge that is waived for the customer as if there were none', () => {
    let waived = 0;
    forEachPrice((price, question) => {
      const { world, partnerId, shipment, rng } = question;
      if (price.surcharges.length === 0) return;
      const { code } = rng.pick(price.surcharges);
      const customerId = shipment.customerId ?? CUSTOMER_IDS[0];
      const isCustomers = (row: Surcharge): boolean => row.code === code && (row.customerId ?? null) !== null;
      const general = world.surcharges.filter((row) => !isCustomers(row));
      const order = world.surcharges.find((row) => row.code === code)!.order;
      const waiver: Surcharge = {
        ...{ id: 999_999, partnerId, customerId, code, label: 'waived', basis: 'FLAT', value: 0, order },
        ...{ when: { directions: ['FORWARD', 'RTO', 'REVERSE'] }, status: true, createdAt: '2026-01-01T00:00:00.000Z' },
      };
      const totalWith = (surcharges: Surcharge[]): number | undefined =>
        ask({ ...question, shipment: { ...shipment, customerId }, world: { ...world, surcharges } })?.price?.total;
      const none = totalWith(world.surcharges.filter((row) => row.code !== code));
      assert.equal(totalWith([...general, waiver]), none);
      if (totalWith(general) !== none) waived += 1;
    });
    assert.ok(waived > 0, 'some waiver changes a price');
  });

  it('are asked for a shipDate as they are at that moment', () => {
    forEachQuestion((question) => {
      const { shipDate, ...shipment } = question.shipment;
      if (shipDate === undefined) return;
      // today's date counts as now for holds, and as its beginning for prices
      if (shipDate === dateOf(question.now)) return;
      const now = new Date(shipDate.length === 10 ? `${shipDate}T00:00:00+05:30` : shipDate);
      assert.deepEqual(ask({ ...question, shipment, now }), ask(question));
      const assigned = { ...question, shipment: { ...shipment, question: 'ASSIGNMENT' as const } };
      assert.deepEqual(ask(assigned), ask({ ...question, shipment }));
    });
  });

  it('do not depend on the order of rows', () => {
    forEachQuestion((question) => {
      const world = shuffledWorld(question.rng, question.world);
      assert.deepEqual(ask({ ...question, world }), ask(question));
    });
  });

  it('price returns as the questions that they are', () => {
    let count = 0;
    // of a few worlds, one seed in a hundred has no forward shipment that is carried
    const isEnough = (worlds: number): boolean => worlds >= WORLDS && (count > 0 || worlds >= MOST_WORLDS);
    forEachQuestion((question) => {
      const { world, partnerId, shipment, now } = question;
      if ((shipment.direction ?? 'FORWARD') !== 'FORWARD') return;
      const forward = ask(question);
      if (forward === null) return;
      const returns = referenceReturns(world, partnerId, shipment, now);
      assert.equal(returns === null, forward.reasons.length > 0);
      if (returns === null) return;
      count += 1;
      // the longest time is the forward shipment's
      const undelivered: Shipment = { ...shipment, direction: 'RTO', maxDeliveryTime: undefined };
      const rto = ask({ ...question, shipment: undelivered })!;
      assert.deepEqual(returns.reasons.rto, rto.reasons);
      assert.deepEqual(returns.rto, rto.reasons.length > 0 ? null : rto.price);
      assert.equal(returns.rto?.cod ?? 0, 0);
      assert.equal(returns.reverse === null, returns.reasons.reverse.length > 0);
    }, isEnough);
    assert.ok(count > 0, `seed ${SEED}`);
  });
});

/** Names of the standard amounts that stand before a surcharge of this order. */
function standardBefore(order: number): string[] {
  const standard = Object.entries(STANDARD_ORDERS).filter(([, at]) => at <= order);
  return [...BEFORE_ALL, ...standard.map(([name]) => name)];
}

/** Asserts what import asks of rate cards, as far as a generator could miss it. */
function assertImportable(world: FullWorld): void {
  const { surcharges } = world;
  for (const row of surcharges) {
    const { id, of, when, group, order, partnerId } = row;
    const ofCode = (code: string): Surcharge[] => surcharges.filter((other) => other.code === code);
    for (const name of of ?? []) {
      const isStandard = [...BEFORE_ALL, ...Object.keys(STANDARD_ORDERS)].includes(name);
      // a code that no row has is accepted: the linter reports it
      assert.ok(
        isStandard ? standardBefore(order).includes(name) : ofCode(name).every((other) => other.order < order),
        `surcharge ${id} is of ${name}`,
      );
      assert.ok(partnerId !== null || isStandard, `surcharge ${id} of no partner names a code`);
    }
    assert.equal(new Set(of).size, of?.length ?? 0);
    assert.ok(!of?.includes('freight') || (!of.includes('weightCharge') && !of.includes('distanceCharge')));
    assert.ok(!group || surcharges.every((other) => other.group !== group || other.order === order));
    assert.ok(partnerId !== null || (!row.customerId && !when?.zones && !when?.lanes), `surcharge ${id}`);
    assert.ok(!when?.end || when.attributes || when.zones || when.tags, `surcharge ${id} names an end alone`);
    for (const value of Object.values(when ?? {})) assert.ok(!Array.isArray(value) || value.length > 0);
    assert.ok((when?.kgFrom ?? 0) < (when?.kgTo ?? Infinity) && (when?.kmFrom ?? 0) < (when?.kmTo ?? Infinity));
    assert.ok((when?.codFrom ?? 0) < (when?.codTo ?? Infinity), `surcharge ${id}`);
    assert.ok((when?.valueFrom ?? 0) < (when?.valueTo ?? Infinity) && (row.min ?? 0) <= (row.max ?? Infinity));
  }
  for (const row of [...world.packages, ...world['transit-lanes']])
    assert.ok(!row.lane || (!row.fromZoneId && !row.toZoneId), `row ${row.id} names a lane and zones`);
  for (const { when } of world['lane-rules']) assert.ok((when.kmFrom ?? 0) < (when.kmTo ?? Infinity));
  for (const row of world['customer-charges']) assert.ok((row.min ?? 0) <= (row.max ?? Infinity));
  for (const { cft, volumetricDivisor } of world.partners) assert.ok(!cft || !volumetricDivisor);
  for (const { services } of world.zones)
    assert.equal(new Set(services.map(({ serviceTypeId }) => serviceTypeId)).size, services.length);
  const pairs = world['road-distances'].map(({ partnerId, fromStateId, toStateId }) =>
    [partnerId, ...[fromStateId, toStateId].sort((a, b) => a - b)].join(),
  );
  assert.equal(new Set(pairs).size, pairs.length);
  for (const name of ['packages', 'distance-charges', 'surcharges', 'lane-rules', 'transit-lanes'] as const)
    assert.equal(new Set(world[name].map(({ id }) => id)).size, world[name].length, name);
}

it(`random rate cards keep the rules of import (PINRATE_TEST_SEED=${SEED})`, () => {
  const rng = seededRng(SEED);
  for (let w = 0; w < WORLDS; w += 1) assertImportable(someWorld(rng, w));
});

/** `collection.member` of the rows that set a price, and of what their conditions name. */
function seenIn(world: CardWorld, price: Price, { direction = 'FORWARD', pieces, shipDate }: Shipment): string[] {
  const membersOf = (what: string, row: object | undefined): string[] =>
    Object.entries(row ?? {}).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : `${what}.${name}`,
    );
  const laneRule = world['lane-rules']?.find(({ id }) => id === price.laneRuleId);
  const charges = price.breakdown.flatMap(({ rule }) =>
    world['customer-charges'].filter(({ id }) => rule === `customer-charges/${id}`),
  );
  const surcharges = price.surcharges.map(({ id }) => world.surcharges!.find((row) => row.id === id)!);
  return [
    direction,
    price.weightType,
    ...(pieces ? ['pieces'] : []),
    ...(shipDate ? ['shipDate'] : []),
    ...(price.recipientLiability > 0 ? ['recipientLiability'] : []),
    ...membersOf(
      'package',
      world.packages.find(({ id }) => id === price.packageRowId),
    ),
    ...membersOf(
      'distance',
      world['distance-charges'].find(({ id }) => id === price.distanceRowId),
    ),
    ...membersOf(
      'terms',
      world['rto-terms']?.find(({ id }) => id === price.rtoTermsId),
    ),
    ...membersOf('lane rule', laneRule?.when),
    ...charges.flatMap((row) => membersOf('charge', row)),
    ...surcharges.flatMap((row) => [
      row.basis,
      ...(row.partnerId === null ? ['surcharge of no partner'] : []),
      ...membersOf('surcharge', row),
      ...membersOf('when', row.when ?? {}),
      ...membersOf('piece', row.when?.piece ?? {}),
    ]),
  ];
}

const REACHED = [
  ...REASON_CODES,
  ...['FORWARD', 'RTO', 'REVERSE', 'ACTUAL', 'VOLUMETRIC', 'pieces', 'shipDate', 'recipientLiability'],
  ...['customerId', 'paymentType', 'direction', 'kmFrom', 'kmTo', 'minCharge', 'lane'].map((name) => `package.${name}`),
  ...['lane', 'validFrom', 'validTo'].map((name) => `distance.${name}`),
  ...['customerId', 'percent', 'validFrom', 'validTo'].map((name) => `terms.${name}`),
  ...['sameZone', 'sameCity', 'sameState', 'fromZones', 'toZones'].map((name) => `lane rule.${name}`),
  ...['fromTags', 'toTags', 'bothTags', 'anyTags', 'kmFrom', 'kmTo'].map((name) => `lane rule.${name}`),
  ...['direction', 'of', 'above', 'min', 'max', 'always', 'validFrom', 'validTo'].map((name) => `charge.${name}`),
  ...['FLAT', 'PER_KG', 'PER_STARTED_KG', 'PER_PIECE', 'PERCENT', 'surcharge of no partner'],
  ...['customerId', 'of', 'above', 'min', 'max', 'group', 'taxable', 'validFrom', 'validTo'].map(
    (name) => `surcharge.${name}`,
  ),
  ...['end', 'attributes', 'zones', 'tags', 'lanes', 'kgFrom', 'kgTo', 'kmFrom', 'kmTo'].map((name) => `when.${name}`),
  ...['paymentTypes', 'shipmentTypes', 'customerTypes', 'directions', 'services'].map((name) => `when.${name}`),
  ...['valueFrom', 'valueTo', 'weekdays', 'piece'].map((name) => `when.${name}`),
  ...['piece.kgFrom', 'piece.longestCmFrom'],
];

it(`random rate cards reach every reason and every member (PINRATE_TEST_SEED=${SEED})`, (t) => {
  const seen = new Set<string>();
  const notSeen = (): string[] => REACHED.filter((name) => !seen.has(name));
  forEachQuestion(
    (question) => {
      const found = ask(question);
      for (const reason of found?.reasons ?? []) seen.add(reason);
      if (found?.price) for (const name of seenIn(question.world, found.price, question.shipment)) seen.add(name);
    },
    (worlds) => worlds >= WORLDS && (!isDeep || worlds >= MOST_WORLDS || notSeen().length === 0),
  );
  const missing = notSeen();
  t.diagnostic(`not reached: ${missing.join(', ') || 'none'}`);
  if (isDeep) assert.deepEqual(missing, [], `seed ${SEED}`);
});
