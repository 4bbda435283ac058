import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkEligibility, isCovered, reasonCodes } from '../../../src/domain/eligibility.js';
import { REASON_CODES, type ReasonCode } from '../../../src/domain/reasons.js';
import {
  EXPRESS,
  PAYMENT_TYPES,
  serviceMask,
  servicesOf,
  SHIPMENT_TYPES,
  type ServiceTypeId,
} from '../../../src/domain/vocabulary.js';
import { type CardRows, plainCard, type PlainFacts, plainRoute, plainShipment } from './plain-card.js';

const COD = PAYMENT_TYPES.indexOf('COD');
const PREPAID = PAYMENT_TYPES.indexOf('PREPAID');

function check(facts: PlainFacts = {}, card: CardRows = {}, fromZone = 1, toZone = 2) {
  const plain = plainCard(card);
  return checkEligibility(plain, plainShipment(facts), plainRoute({ fromZone, toZone, ...facts }, plain.zones));
}
const codes = (...args: Parameters<typeof check>): ReasonCode[] => reasonCodes(check(...args).reasons);
const services = (...ids: ServiceTypeId[]) => ({ services: serviceMask(ids) });

describe('checkEligibility', () => {
  it('has no reasons for a shipment within every limit', () => {
    const found = check();
    assert.equal(found.reasons, 0);
    assert.deepEqual(
      [found.unavailable, found.chargeableGrams, found.hours, found.package],
      [0, 1_200, 48, { row: 0, weightPaise: 7_000 }],
    );
    assert.equal(isCovered(found), true);
  });

  it('names only coverage where an end is not covered', () => {
    const beyondAll: PlainFacts = {
      actualGrams: 1e9,
      declaredPaise: 1e12,
      paymentType: COD,
      km: 1e6,
      services: EXPRESS,
    };
    for (const [from, to] of [
      [0, 2],
      [1, 0],
      [0, 0],
    ] as const) {
      const found = check(beyondAll, {}, from, to);
      assert.deepEqual(reasonCodes(found.reasons), ['INSUFFICIENT_COVERAGE']);
      assert.equal(isCovered(found), false);
      assert.deepEqual([found.unavailable, found.package.row], [0, -1]);
    }
  });

  it('requires REVERSE from the pickup zone too', () => {
    const reverse = services('REVERSE', 'DELIVERY');
    const zones = (atPickup: ServiceTypeId[], atDelivery: ServiceTypeId[]): CardRows => ({
      zones: [{ services: atPickup }, { services: atDelivery }],
    });
    assert.deepEqual(codes(reverse, zones(['REVERSE'], ['DELIVERY'])), []);
    const wrongWay = check(reverse, zones(['PICKUP', 'DELIVERY'], ['REVERSE', 'DELIVERY']));
    assert.deepEqual(servicesOf(wrongWay.unavailable), ['REVERSE']);
  });

  it('requires PICKUP from the pickup zone and every other service from the delivery zone', () => {
    const zones = (atPickup: ServiceTypeId[], atDelivery: ServiceTypeId[]): CardRows => ({
      zones: [{ services: atPickup }, { services: atDelivery }],
    });
    assert.deepEqual(codes(services('PICKUP', 'DELIVERY', 'COD'), zones(['PICKUP'], ['DELIVERY', 'COD'])), []);
    const wrongWay = check(services('PICKUP', 'DELIVERY', 'COD'), zones(['DELIVERY', 'COD'], ['PICKUP']));
    assert.deepEqual(reasonCodes(wrongWay.reasons), ['SERVICE_UNAVAILABLE']);
    assert.deepEqual(servicesOf(wrongWay.unavailable), ['PICKUP', 'DELIVERY', 'COD']);
    assert.deepEqual(servicesOf(check(services('PICKUP', 'TRACKING'), zones(['PICKUP'], ['DELIVERY'])).unavailable), [
      'TRACKING',
    ]);
    assert.deepEqual(codes({}, zones([], [])), [], 'nothing required');
  });

  it('compares the chargeable weight, rounded up, with the limit', () => {
    const limits = { limits: { maxGrams: 2_000 } };
    assert.deepEqual(codes({ actualGrams: 2_000 }, limits), []);
    assert.deepEqual(codes({ actualGrams: 2_000.001 }, limits), ['WEIGHT_EXCEEDED']);
    assert.deepEqual(codes({ actualGrams: 1, dimensions: { length: 10, width: 40, height: 25 } }, limits), []);
    assert.deepEqual(codes({ actualGrams: 1, dimensions: { length: 10, width: 40, height: 25.001 } }, limits), [
      'WEIGHT_EXCEEDED',
    ]);
  });

  it('compares the heaviest piece, rounded up, with the limit of a piece', () => {
    const limits = { limits: { maxPieceGrams: 500 } };
    const pieces = (...grams: number[]) => ({ shipped: grams.map((weight) => ({ count: 2, weight })) });
    assert.deepEqual(codes(pieces(500, 12), limits), []);
    assert.deepEqual(codes(pieces(12, 500.5), limits), ['PIECE_WEIGHT_EXCEEDED']);
    assert.deepEqual(codes({ actualGrams: 501 }, limits), ['PIECE_WEIGHT_EXCEEDED'], 'a shipment is one piece');
    assert.deepEqual(codes(pieces(501), { limits: { maxGrams: 1_000, maxPieceGrams: 500 } }), [
      'WEIGHT_EXCEEDED',
      'PIECE_WEIGHT_EXCEEDED',
    ]);
  });

  it('compares sorted sides, each with its limit', () => {
    assert.deepEqual(codes({ sides: [100, 60, 40] }), []);
    for (const sides of [
      [100.01, 1, 1],
      [99, 60.01, 1],
      [60, 60, 40.01],
    ] as const)
      assert.deepEqual(codes({ sides }), ['DIMENSIONS_EXCEEDED'], `${sides}`);
  });

  it('checks the payment and shipment types', () => {
    const onlyPrepaidB2B = {
      limits: { paymentTypes: 1 << PREPAID, shipmentTypes: 1 << SHIPMENT_TYPES.indexOf('B2B') },
    };
    assert.deepEqual(codes({ paymentType: COD }, onlyPrepaidB2B), [
      'PAYMENT_TYPE_UNSUPPORTED',
      'SHIPMENT_TYPE_UNSUPPORTED',
    ]);
    assert.deepEqual(codes({ paymentType: PREPAID, shipmentType: SHIPMENT_TYPES.indexOf('B2B') }, onlyPrepaidB2B), []);
  });

  it('compares the declared value and the amount to collect each with its own limit', () => {
    const limits = { limits: { maxDeclaredPaise: 5_000, maxCodPaise: 2_000 } };
    assert.deepEqual(codes({ declaredPaise: 5_000, paymentType: PREPAID }, limits), []);
    assert.deepEqual(codes({ declaredPaise: 5_001, paymentType: PREPAID }, limits), ['DECLARED_VALUE_EXCEEDED']);
    assert.deepEqual(codes({ declaredPaise: 5_000, codPaise: 2_000, paymentType: COD }, limits), []);
    assert.deepEqual(codes({ declaredPaise: 0, codPaise: 2_001, paymentType: COD }, limits), ['COD_AMOUNT_EXCEEDED']);
    assert.deepEqual(codes({ declaredPaise: 5_001, codPaise: 2_001, paymentType: COD }, limits), [
      'DECLARED_VALUE_EXCEEDED',
      'COD_AMOUNT_EXCEEDED',
    ]);
  });

  it('requires a transit row, and enough time', () => {
    const transit = { transit: [{ from: 50, to: 100, hours: 48 }] };
    const without = check({ km: 100, maxDeliveryHours: 1 }, transit);
    assert.deepEqual(reasonCodes(without.reasons), ['NO_TRANSIT'], 'without a row there is no time to exceed');
    assert.equal(Number.isNaN(without.hours), true);
    assert.deepEqual(codes({ km: 49.9 }, transit), ['NO_TRANSIT']);
    assert.deepEqual(codes({ km: 50, maxDeliveryHours: 48 }, transit), []);
    assert.deepEqual(codes({ km: 99.9, maxDeliveryHours: 47.99 }, transit), ['DELIVERY_TIME_EXCEEDED']);
    const express = check({ km: 50, maxDeliveryHours: 29, services: EXPRESS }, transit);
    assert.deepEqual([express.hours, express.reasons], [29, 0]);
  });

  it('requires a row of the rate card', () => {
    assert.deepEqual(codes({}, { packages: [] }), ['NO_RATE']);
    assert.deepEqual(codes({}, { packages: [{ maxGrams: 1_199 }] }), ['NO_RATE']);
    assert.deepEqual(codes({}, { packages: [{ maxGrams: 1_200 }] }), []);
    assert.deepEqual(codes({}, { packages: [{ minGrams: 1_200 }] }), ['NO_RATE'], 'only what is heavier');
    assert.deepEqual(codes({}, { packages: [{ minGrams: 1_199 }] }), []);
  });

  it('reports all reasons at once, in the order of the table', () => {
    const all = codes(
      {
        services: EXPRESS,
        actualGrams: 60_000,
        sides: [101, 1, 1],
        paymentType: COD,
        declaredPaise: 6_000_000,
        codPaise: 2_000_001,
        maxDeliveryHours: 1,
        toBlocked: true,
      },
      {
        zones: [{ services: [] }, { services: [] }],
        limits: { paymentTypes: 0, shipmentTypes: 0, maxPieceGrams: 1_000 },
        packages: [],
      },
    );
    assert.deepEqual(
      all,
      // a quote adds ON_HOLD, since holds are no part of the card
      REASON_CODES.filter((code) => !['INSUFFICIENT_COVERAGE', 'ON_HOLD', 'NO_TRANSIT'].includes(code)),
    );
  });
});
