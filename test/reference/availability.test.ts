/** Availability and the strategies of the reference model against results worked out by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Partner } from '../../src/schemas/documents.js';
import { score } from './assignment.js';
import { Fraction } from './exact.js';
import { NOON, partner, workedShipment, workedWorld, zone } from './fixture.js';
import { referenceCheck, referenceChoose, referenceChooseManually, referenceFindAll } from './model.js';
import type { Check, Shipment, Strategy, World } from './types.js';

function checked(change: (world: World) => void = () => {}, shipment: Partial<Shipment> = {}, now = NOON): Check {
  const found = referenceCheck(workedWorld(change), 'acme', { ...workedShipment, ...shipment }, now);
  assert.ok(found.kind === 'CHECKED', found.kind);
  return found;
}

const onPartner = (change: (acme: Partner) => void) => (world: World): void => change(world.partners[0]);

describe('reasons', () => {
  const reasons = (change?: (world: World) => void, shipment: Partial<Shipment> = {}): string[] => checked(change, shipment).reasons;

  it('are none for the worked example', () => {
    assert.deepEqual(reasons(), []);
  });

  it('name an uncovered end alone', () => {
    const found = checked((world) => { world.zones.shift(); world.packages = []; }, { paymentType: 'COD', declaredValue: 99_999 });
    assert.deepEqual([found.reasons, found.price, found.hours, found.confidence], [['INSUFFICIENT_COVERAGE'], null, null, null]);
    assert.equal(found.pickup, null);
    assert.equal(found.delivery?.zoneId, 2);
  });

  it('name a service that is missing or not available at its own end', () => {
    assert.deepEqual(checked(undefined, { services: ['TRACKING', 'PICKUP', 'HILL'] }).unavailable, ['TRACKING', 'HILL']);
    const swapped = checked((world) => { [world.zones[0].services, world.zones[1].services] = [world.zones[1].services, world.zones[0].services]; });
    assert.deepEqual([swapped.reasons, swapped.unavailable], [['SERVICE_UNAVAILABLE'], ['PICKUP', 'DELIVERY']]);
    assert.deepEqual(reasons((world) => { world.zones[0].services[0].isAvailable = false; }), ['SERVICE_UNAVAILABLE']);
  });

  it('hold the weight, dimension and value limits, bounds included', () => {
    assert.deepEqual(reasons(onPartner((acme) => { acme.limits.maxWeight = 1_200; })), []);
    assert.deepEqual(reasons(onPartner((acme) => { acme.limits.maxWeight = 1_200; }), { weight: 1_200.1 }), ['WEIGHT_EXCEEDED']);
    assert.deepEqual(reasons(undefined, { dimensions: { length: 40, width: 1, height: 100 } }), []);
    assert.deepEqual(reasons(undefined, { dimensions: { length: 61, width: 1, height: 61 } }), ['DIMENSIONS_EXCEEDED']);
    assert.deepEqual(reasons(undefined, { dimensions: { length: 100.1, width: 1, height: 1 } }), ['DIMENSIONS_EXCEEDED']);
    assert.deepEqual(reasons(undefined, { declaredValue: 50_000, paymentType: 'PREPAID' }), []);
    assert.deepEqual(reasons(undefined, { declaredValue: 50_000.004, paymentType: 'PREPAID' }), []);
    assert.deepEqual(reasons(undefined, { declaredValue: 50_000.005, paymentType: 'PREPAID' }), ['DECLARED_VALUE_EXCEEDED']);
    assert.deepEqual(reasons(undefined, { declaredValue: 20_000 }), []);
    assert.deepEqual(reasons(undefined, { declaredValue: 20_000.01 }), ['COD_AMOUNT_EXCEEDED']);
    assert.deepEqual(reasons(undefined, { declaredValue: 20_000.01, paymentType: 'PREPAID' }), []);
  });

  it('name every one that applies, in the order of the table', () => {
    const bare = (acme: Partner): void => { acme.paymentTypes = []; acme.shipmentTypes = []; acme.transit = []; acme.limits.maxWeight = 1; };
    assert.deepEqual(
      reasons((world) => { bare(world.partners[0]); world.packages = []; },
        { services: ['EXPRESS'], dimensions: { length: 101, width: 1, height: 1 }, declaredValue: 50_001, maxDeliveryTime: 1 }),
      ['SERVICE_UNAVAILABLE', 'WEIGHT_EXCEEDED', 'DIMENSIONS_EXCEEDED', 'PAYMENT_TYPE_UNSUPPORTED', 'SHIPMENT_TYPE_UNSUPPORTED',
        'DECLARED_VALUE_EXCEEDED', 'COD_AMOUNT_EXCEEDED', 'NO_TRANSIT', 'NO_RATE'],
    );
  });

  it('compare the transit hours with maxDeliveryTime', () => {
    assert.deepEqual(reasons(undefined, { maxDeliveryTime: 48 }), []);
    assert.deepEqual(reasons(undefined, { maxDeliveryTime: 47.999 }), ['DELIVERY_TIME_EXCEEDED']);
  });
});

describe('unknown ends and partners', () => {
  it('are answered as such, pincodes first', () => {
    const world = workedWorld(onPartner((acme) => { acme.status = 'INACTIVE'; }));
    assert.deepEqual(referenceCheck(world, 'acme', workedShipment, NOON), { kind: 'PARTNER_NOT_FOUND' });
    assert.deepEqual(referenceCheck(world, 'nobody', workedShipment, NOON), { kind: 'PARTNER_NOT_FOUND' });
    const unknown = { ...workedShipment, pickupPincode: '999999', deliveryPincode: '999998' };
    assert.deepEqual(referenceCheck(world, 'acme', unknown, NOON), { kind: 'PINCODE_NOT_FOUND', pincodes: ['999999', '999998'] });
    assert.deepEqual(referenceFindAll(world, { ...unknown, deliveryPincode: '999999' }, NOON), { kind: 'PINCODE_NOT_FOUND', pincodes: ['999999'] });
  });
});

describe('hours', () => {
  const hours = (transit: number, services: Shipment['services'] = []): number | null =>
    checked(onPartner((acme) => { acme.transit = [{ distanceFrom: 1_163.4, distanceTo: 1_163.5, hours: transit }]; }), { services }).hours;

  it('are rounded up, with EXPRESS after three fifths', () => {
    assert.equal(hours(12.5), 13);
    assert.equal(hours(25, ['EXPRESS']), 15);
    assert.equal(hours(24, ['EXPRESS']), 15); // 14.4
    assert.equal(hours(12.5, ['EXPRESS']), 8); // 7.5
  });

  it('need a row that holds the distance, its upper bound excluded', () => {
    assert.deepEqual(checked(onPartner((acme) => { acme.transit = [{ distanceFrom: 0, distanceTo: 1_163.4, hours: 9 }]; })).reasons, ['NO_TRANSIT']);
  });
});

describe('pickup and delivery', () => {
  // The 11th of March 2026 is a Wednesday, the 14th a Saturday, the 15th a Sunday.
  const dates = (now: string, hours: number, weekendDelivery = false): string[] => {
    const found = checked(onPartner((acme) => { Object.assign(acme, { weekendDelivery, transit: [{ distanceFrom: 0, distanceTo: 2_000, hours }] }); }), {}, new Date(now));
    return [found.pickupDate!, found.deliveryDate!].map((date) => date.toISOString());
  };
  const ten = (day: number): string => `2026-03-${day}T04:30:00.000Z`;

  it('pick up today until the cutoff, in India Standard Time', () => {
    assert.deepEqual(dates('2026-03-11T11:29:59.999+00:00', 24), [ten(11), ten(12)]);
    assert.deepEqual(dates('2026-03-11T17:00:00.000+05:30', 24), [ten(12), ten(13)]);
    assert.deepEqual(dates('2026-03-10T18:30:00.000Z', 24), [ten(11), ten(12)], 'midnight in India begins the 11th');
    assert.deepEqual(dates('2026-03-10T18:29:59.999Z', 24), [ten(11), ten(12)], 'late on the 10th is past its cutoff');
  });

  it('work on a Sunday only with weekend delivery', () => {
    assert.deepEqual(dates('2026-03-14T18:00:00.000+05:30', 24), [ten(16), ten(17)]);
    assert.deepEqual(dates('2026-03-14T18:00:00.000+05:30', 24, true), [ten(15), ten(16)]);
    assert.deepEqual(dates('2026-03-15T09:00:00.000+05:30', 24), [ten(16), ten(17)]);
    assert.deepEqual(dates('2026-03-15T09:00:00.000+05:30', 24, true), [ten(15), ten(16)]);
  });

  it('move a delivery off a Sunday by a day, at the same time of day', () => {
    assert.deepEqual(dates('2026-03-14T12:00:00.000+05:30', 24), [ten(14), ten(16)]);
    assert.deepEqual(dates('2026-03-14T12:00:00.000+05:30', 24, true), [ten(14), ten(15)]);
    assert.deepEqual(dates('2026-03-14T12:00:00.000+05:30', 13), [ten(14), '2026-03-14T17:30:00.000Z'], '23:00 on Saturday stays');
    assert.deepEqual(dates('2026-03-14T12:00:00.000+05:30', 14), [ten(14), '2026-03-15T18:30:00.000Z'], '00:00 on Sunday becomes Monday');
  });
});

describe('confidence', () => {
  const confidence = (successRate: number, change: (world: World) => void = () => {}): number | null =>
    checked((world) => { world.partners[0].performance.successRate = successRate; change(world); }).confidence;

  it('is the lower score times the success rate, to two decimals, half up', () => {
    assert.equal(confidence(0.95), 0.76);
    assert.equal(confidence(0.98125), 0.79); // 0.785
    assert.equal(confidence(0.98124), 0.78); // 0.784992
    assert.equal(confidence(1), 0.8);
    const byCity = (world: World): void => {
      world.zones = [zone({ id: 1, geographical: { states: [], cities: [11], areas: [] } }), zone({ id: 2, geographical: { states: [], cities: [], areas: [211] } })];
    };
    assert.equal(confidence(0.95, byCity), 0.86); // 0.9 × 0.95 = 0.855
  });
});

describe('all partners', () => {
  const copies = (world: World, ...partnerIds: string[]): void => {
    for (const partnerId of partnerIds) {
      world.partners.push(partner(partnerId));
      world.zones.push(...world.zones.filter((row) => row.partnerId === 'acme').map((row, i) => ({ ...row, partnerId, id: 100 * world.partners.length + i })));
      world.packages.push({ ...world.packages[0], partnerId, id: 100 * world.partners.length });
    }
  };
  const search = (world: World, exclude: string[] = [], shipment: Partial<Shipment> = {}) => {
    const found = referenceFindAll(world, { ...workedShipment, ...shipment }, NOON, exclude);
    assert.ok(found.kind === 'SEARCHED');
    return found;
  };

  it('are listed cheapest first, then faster, then by id', () => {
    const world = workedWorld((w) => copies(w, 'bolt', 'Bolt', 'swift'));
    world.partners[3].transit[0].hours = 47;
    // acme alone has a fuel surcharge and a discount on it; the others charge 70.00 and 30.00 with tax.
    const found = search(world);
    assert.deepEqual(found.candidates.map((c) => [c.partnerId, c.totalPaise, c.hours]), [
      ['swift', 11_800, 47], ['Bolt', 11_800, 48], ['bolt', 11_800, 48], ['acme', 22_265, 48],
    ]);
    assert.deepEqual([found.checked, found.counts], [4, {}]);
  });

  it('leave out the excluded and the inactive, and count each reason of the others', () => {
    const world = workedWorld((w) => copies(w, 'bolt', 'idle', 'swift'));
    world.partners[2].status = 'INACTIVE';
    world.partners[1].limits.maxWeight = 1;
    world.partners[3].limits.maxWeight = 1;
    world.zones = world.zones.filter((row) => row.partnerId !== 'acme');
    const found = search(world, [], { services: ['TRACKING'] });
    assert.deepEqual([found.candidates, found.checked, found.counts], [[], 3, { INSUFFICIENT_COVERAGE: 1, SERVICE_UNAVAILABLE: 2, WEIGHT_EXCEEDED: 2 }]);
    assert.equal(search(world, ['acme', 'bolt', 'swift', 'nobody']).checked, 0);
  });
});

describe('strategies', () => {
  const candidate = (partnerId: string, totalPaise: number, hours: number, successRate: number, confidence = 0.8) =>
    ({ partnerId, totalPaise, hours, successRate, confidence });
  const every = (candidates: ReturnType<typeof candidate>[]): (string | null)[] =>
    (['CHEAPEST', 'FASTEST', 'MOST_RELIABLE', 'BALANCED', 'BEST_MATCH'] as Strategy[]).map((strategy) => referenceChoose(strategy, candidates));
  const three = [candidate('a', 10_000, 72, 0.9, 0.72), candidate('b', 12_000, 24, 0.96, 0.98), candidate('c', 11_000, 48, 0.98, 0.94)];

  it('weigh what they say', () => {
    // Scaled cost a 0, b 1, c 1/2; hours 1, 0, 1/2; success rate 1, 1/4, 0; confidence 1, 0, 2/13.
    assert.deepEqual(every(three), ['a', 'b', 'c', 'c', 'c']);
    const sums = (strategy: Strategy): Fraction[] => three.map((one) => score(strategy, one, three));
    assert.deepEqual(sums('BALANCED'), [new Fraction(2n, 3n), new Fraction(5n, 12n), new Fraction(1n, 3n)]);
    assert.deepEqual(sums('BEST_MATCH'), [new Fraction(65n, 100n), new Fraction(4125n, 10_000n), new Fraction(3n, 10n).plus(new Fraction(3n, 130n))]);
  });

  it('break ties by cost, then hours, then the lower id', () => {
    const even = [candidate('b', 200, 24, 0.9), candidate('c', 150, 36, 0.9), candidate('a2', 100, 48, 0.9)];
    assert.equal(referenceChoose('BALANCED', even), 'a2', 'all sums are a third');
    assert.equal(referenceChoose('MOST_RELIABLE', even), 'a2');
    assert.equal(referenceChoose('MOST_RELIABLE', [candidate('a', 100, 48, 0.9), candidate('b', 100, 24, 0.9)]), 'b');
    assert.equal(referenceChoose('FASTEST', [candidate('a', 101, 24, 0.9), candidate('b', 100, 24, 0.9)]), 'b');
    assert.deepEqual(every([candidate('b', 100, 24, 0.9), candidate('a', 100, 24, 0.9), candidate('B', 100, 24, 0.9)]), Array(5).fill('B'));
    assert.deepEqual(every([]), Array(5).fill(null));
  });

  it('select by hand the partner named, or another only where that is allowed', () => {
    assert.equal(referenceChooseManually('a', false, three), 'a');
    assert.equal(referenceChooseManually('nobody', true, three), 'c');
    assert.equal(referenceChooseManually('nobody', false, three), null);
    assert.equal(referenceChooseManually('nobody', true, []), null);
  });
});
