/** One parcel, one set of members: bodies of the three questions are read alike, and give one price. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rounds, seedOf } from '../support/depth.js';
import { read } from './asked.js';
import { workedShipment } from './fixture.js';
import { gstinIn } from './gstin.js';
import { referenceCheck } from './model.js';
import { randomCardShipment, reportedWorld } from './random-cards.js';
import { noisy, parcelMembers, withReported, type Body } from './random-questions.js';
import { randomNow, seededRng } from './random.js';
import { gramsOf } from './resolution.js';
import type { Question, Shipment } from './types.js';

const SEED = seedOf(20_261_129);
const WORLDS = rounds(3, 20);
const SHIPMENTS_A_WORLD = 40;

const asBody = (question: Question, members: Body): Body =>
  question === 'ASSIGNMENT' ? { shipmentDetails: members } : members;

/** The shipment without what a question adds, with its services in one order. */
function parcelOf(shipment: Shipment): object {
  const services = [...new Set(shipment.services)].sort();
  const weight = shipment.pieces ? null : shipment.weight;
  return JSON.parse(JSON.stringify({ ...shipment, question: null, services, weight })) as object;
}

it(`random parcels are read alike by all questions, and have one price (PINRATE_TEST_SEED=${SEED})`, () => {
  const rng = seededRng(SEED);
  let prices = 0;
  for (let w = 0; w < WORLDS; w += 1) {
    const world = reportedWorld(rng);
    for (let s = 0; s < SHIPMENTS_A_WORLD; s += 1) {
      const now = randomNow(rng, world);
      const { shipDate: _, ...asked } = randomCardShipment(rng, world, now);
      const shipment = withReported(rng, world, asked, now);
      const isForward = (shipment.direction ?? 'FORWARD') === 'FORWARD';
      const questions = ['CHARGES', 'AVAILABILITY', ...(isForward ? ['ASSIGNMENT'] : [])] as Question[];
      const { partnerId } = rng.pick(world.partners);
      const found = questions.map((question) => {
        const members = parcelMembers(rng, question, shipment);
        const { shipment: said, faults, defaults } = read(question, asBody(question, members));
        const shown = `${question} ${JSON.stringify(members)}`;
        assert.deepEqual([faults, defaults], [[], []], shown);
        assert.deepEqual(parcelOf(said), parcelOf(shipment), shown);
        return referenceCheck(world, partnerId, { ...said, services: said.services.toSorted() }, now);
      });
      for (const other of found.slice(1)) assert.deepEqual(other, found[0], JSON.stringify(shipment));
      if (found[0].kind === 'CHECKED' && found[0].price) prices += 1;
    }
  }
  assert.ok(prices > 0, `seed ${SEED}`);
});

it('decimals that do not count never change a number', () => {
  const rng = seededRng(SEED);
  for (let i = 0; i < 2_000; i += 1) {
    const grams = rng.scaled(1_000, 50_000_000, 3);
    assert.equal(gramsOf(noisy(rng, grams, 3)), grams);
  }
});

describe('a body is refused', () => {
  const { services: serviceRequirements, ...members } = workedShipment;
  const faults = (changes: Body, question: Question = 'CHARGES', isStrict = false): string[] =>
    read(question, asBody(question, { ...members, serviceRequirements, ...changes }), isStrict).faults;
  const sides = { length: 40, width: 30, height: 20 };

  it('for two names with different values, and not for equal ones', () => {
    assert.deepEqual(faults({ fromPincode: '400001', toPincode: '110001' }), []);
    assert.deepEqual(faults({ fromPincode: '400002', toPincode: '110002' }), ['fromPincode', 'toPincode']);
    assert.deepEqual(faults({ fromPincode: '400002' }, 'ASSIGNMENT'), ['shipmentDetails.fromPincode']);
    assert.deepEqual(faults({ dimensions: sides, packageDimensions: { ...sides, length: 40.00001 } }), []);
    assert.deepEqual(faults({ dimensions: sides, packageDimensions: { ...sides, length: 41 } }), ['packageDimensions']);
  });

  it('by bounds that are judged after rounding', () => {
    assert.deepEqual([faults({ weight: 0.9995 }), faults({ weight: 0.9994 })], [[], ['weight']]);
    assert.deepEqual([faults({ weight: 50_000.0004 }), faults({ weight: 50_000.0005 })], [[], ['weight']]);
    assert.deepEqual(faults({ dimensions: { ...sides, width: 0.00004, height: 1_000.00004 } }), ['dimensions.width']);
    const pieces = [{ count: 1, weight: 0.0004 }];
    assert.deepEqual(faults({ weight: undefined, pieces }), ['pieces.0.weight']);
    assert.deepEqual([faults({ codAmount: 1_000_000.004 }), faults({ codAmount: 1_000_000.005 })], [[], ['codAmount']]);
  });

  it('for a GSTIN that cannot be valid, and a place of supply that is none or another', () => {
    assert.deepEqual(faults({ customerGstin: gstinIn('27'), placeOfSupply: '27' }), []);
    assert.deepEqual(faults({ customerGstin: '27ABCDE1234F1Z5' }), ['customerGstin']);
    assert.deepEqual(faults({ customerGstin: gstinIn('28') }, 'ASSIGNMENT'), ['shipmentDetails.customerGstin']);
    assert.deepEqual(faults({ customerGstin: gstinIn('27'), placeOfSupply: '07' }), ['placeOfSupply']);
    assert.deepEqual([faults({ placeOfSupply: '28' }), faults({ placeOfSupply: '37' })], [['placeOfSupply'], []]);
  });

  it('for pieces next to a weight of the whole, and an amount to collect of a prepaid parcel', () => {
    assert.deepEqual(faults({ pieces: [{ count: 1, weight: 1 }] }), ['weight']);
    assert.deepEqual(faults({ paymentType: 'PREPAID', codAmount: 0 }), ['codAmount']);
  });
});

describe('an assignment', () => {
  const details = { fromPincode: '400001', toPincode: '110001', serviceTypes: ['PICKUP', 'DELIVERY'] };

  it('says which defaults it used, and under strict handling wants a weight', () => {
    const { shipment, faults, defaults } = read('ASSIGNMENT', { shipmentDetails: details });
    assert.deepEqual(
      [shipment.weight, shipment.shipmentType, shipment.paymentType, faults],
      [500, 'B2C', 'PREPAID', []],
    );
    assert.deepEqual(defaults.toSorted(), [
      'shipmentDetails.paymentType',
      'shipmentDetails.shipmentType',
      'shipmentDetails.weight',
    ]);
    const pieces = [{ count: 1, weight: 100 }];
    assert.ok(
      !read('ASSIGNMENT', { shipmentDetails: { ...details, pieces } }).defaults.includes('shipmentDetails.weight'),
    );
    assert.deepEqual(read('ASSIGNMENT', { shipmentDetails: details }, true).faults, ['shipmentDetails.weight']);
    const withCod = { ...details, additionalServices: ['COD'] };
    assert.equal(read('ASSIGNMENT', { shipmentDetails: withCod }).shipment.paymentType, 'COD');
  });

  it('unites the lists of services, each once', () => {
    const lists = { serviceRequirements: ['COD'], additionalServices: ['TRACKING', 'PICKUP'] };
    const { shipment } = read('ASSIGNMENT', { shipmentDetails: { ...details, ...lists } });
    assert.deepEqual(shipment.services.toSorted(), ['COD', 'DELIVERY', 'PICKUP', 'TRACKING']);
  });
});
