/** Bookings at the price that was shown, against outcomes found by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { book, type Booking, type BookingRequest } from './booking.js';
import { all, onPartner, packages, plainWorld, priced, type Change } from './card-fixture.js';
import { NOON, workedShipment } from './fixture.js';
import { gstinIn } from './gstin.js';
import type { Shipment } from './types.js';

const TOMORROW = new Date('2026-03-12T06:30:00.000Z');
/** From Thursday, 12 March, on ₹47 + 2 × 15 in place of ₹40 + 2 × 15. */
const DEARER = packages(
  { validTo: '2026-03-11T18:29:59.999Z' },
  { validFrom: '2026-03-11T18:30:00.000Z', baseCharge: 47 },
);
const OWED = onPartner({ tax: [{ regime: 'REVERSE_CHARGE', percent: 5 }] });

/** Quotes the worked shipment on Wednesday, and books it with changes. */
function booked(
  changes: Partial<Shipment>,
  { change = () => {}, now = NOON, ...how }: Partial<BookingRequest> & { change?: Change; now?: Date } = {},
): Booking {
  const quote = { partnerId: 'acme', shipment: workedShipment, price: priced(change) };
  return book(plainWorld(change), quote, { shipment: { ...workedShipment, ...changes }, ...how }, now);
}

describe('a booking with a quote', () => {
  it('is at its price while nothing changes it', () => {
    const found = booked({}, { now: TOMORROW });
    assert.ok(found.kind === 'BOOKED');
    assert.deepEqual([found.partnerId, found.price.total, found.warnings], ['acme', 8_260, []]); // 70.00 + 12.60
  });

  it('is refused for another price, with both: 82.60 and 77.00 + 13.86', () => {
    const details = ['82.60', '90.86'];
    assert.deepEqual(booked({}, { change: DEARER, now: TOMORROW }), { kind: 'PRICE_CHANGED', details });
    assert.deepEqual(booked({ shipDate: '2026-03-12' }, { change: DEARER }), { kind: 'PRICE_CHANGED', details });
    assert.equal(booked({}, { change: DEARER }).kind, 'BOOKED');
  });

  it("is at today's price where that is accepted, with a warning", () => {
    const found = booked({}, { change: DEARER, now: TOMORROW, onPriceChange: 'ACCEPT' });
    assert.ok(found.kind === 'BOOKED');
    assert.deepEqual([found.price.total, found.warnings], [9_086, ['PRICE_CHANGED']]);
  });

  it('is refused for another amount that the recipient owes: 2 × 1.75, then 2 × 3.15', () => {
    const percents: Change = (world) => {
      world.partners[0].tax!.push({ regime: 'REVERSE_CHARGE', percent: 9, validFrom: '2026-03-11T18:30:00.000Z' });
    };
    assert.deepEqual(booked({}, { change: all(OWED, percents), now: TOMORROW }), {
      kind: 'PRICE_CHANGED',
      details: ['3.50', '6.30'],
    });
  });

  it('is of the same parcel in all that pricing reads', () => {
    const differing = (changes: Partial<Shipment>): string[] => {
      const found = booked(changes);
      return found.kind === 'QUOTE_TOKEN_MISMATCH' ? found.details : [];
    };
    assert.deepEqual(differing({ weight: 1_200.0004, urgency: 'STANDARD', customerType: 'RETAIL' }), []);
    assert.deepEqual(differing({ codAmount: 2_499.5, services: ['DELIVERY', 'PICKUP', 'COD'] }), []);
    assert.deepEqual(differing({ preferredServices: ['TRACKING'], maxDeliveryTime: 200, shipDate: '2026-03-20' }), []);
    assert.deepEqual(differing({ weight: 1_201 }), ['weight']);
    assert.deepEqual(differing({ services: ['DELIVERY'] }), ['services']);
    assert.deepEqual(differing({ urgency: 'EXPRESS' }), ['services']);
    assert.deepEqual(differing({ paymentType: 'PREPAID' }), ['paymentType', 'codAmount', 'services']);
    assert.deepEqual(differing({ customerGstin: gstinIn('07'), customerId: 'C' }), ['customerId', 'placeOfSupply']);
    const pieces = [{ count: 1, weight: 1_200 }];
    assert.deepEqual(differing({ pieces }), ['weight', 'pieces']);
  });

  it('is refused where its partner cannot carry the parcel any more, whatever the price', () => {
    const held: Change = (world) => {
      const hold = { id: 1, everywhere: true, from: '2026-03-12T00:00:00.000Z', reason: 'X', status: true };
      world.holds = [{ ...hold, createdAt: '2026-03-12T00:00:00.000Z' }];
    };
    assert.deepEqual(booked({}, { change: all(DEARER, held), now: TOMORROW }), {
      kind: 'NO_CAPABLE_PARTNERS',
      reasons: ['ON_HOLD'],
    });
  });
});
