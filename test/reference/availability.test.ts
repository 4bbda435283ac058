/** Availability in the reference model against results computed by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Partner } from '../../src/model/documents.js';
import { NOON, partner, workedShipment, workedWorld } from './fixture.js';
import { referenceCheck, referenceFindAll } from './model.js';
import { amountToCollect, requiredServices } from './shipment.js';
import type { Check, Shipment, World } from './types.js';

function checked(change: (world: World) => void = () => {}, shipment: Partial<Shipment> = {}, now = NOON): Check {
  const found = referenceCheck(workedWorld(change), 'acme', { ...workedShipment, ...shipment }, now);
  assert.ok(found.kind === 'CHECKED', found.kind);
  return found;
}

const onPartner =
  (change: (acme: Partner) => void) =>
  (world: World): void =>
    change(world.partners[0]);

describe('reasons', () => {
  const reasons = (change?: (world: World) => void, shipment: Partial<Shipment> = {}): string[] =>
    checked(change, shipment).reasons;

  it('are empty for the worked example', () => {
    assert.deepEqual(reasons(), []);
  });

  it('name only an uncovered end', () => {
    const found = checked(
      (world) => {
        world.zones.shift();
        world.packages = [];
      },
      { paymentType: 'COD', declaredValue: 99_999 },
    );
    assert.deepEqual(found.reasons, ['INSUFFICIENT_COVERAGE']);
    assert.deepEqual([found.price, found.hours, found.confidence], [null, null, 0]);
    assert.equal(found.pickup, null);
    assert.equal(found.delivery?.zoneId, 2);
  });

  it('name a service that is missing or not available at its own end', () => {
    assert.deepEqual(checked(undefined, { services: ['TRACKING', 'PICKUP', 'HILL'] }).unavailable, [
      'TRACKING',
      'HILL',
    ]);
    const swapped = checked((world) => {
      [world.zones[0].services, world.zones[1].services] = [world.zones[1].services, world.zones[0].services];
    });
    assert.deepEqual([swapped.reasons, swapped.unavailable], [['SERVICE_UNAVAILABLE'], ['PICKUP', 'DELIVERY', 'COD']]);
    assert.deepEqual(
      reasons((world) => {
        world.zones[0].services[0].isAvailable = false;
      }),
      ['SERVICE_UNAVAILABLE'],
    );
  });

  it('apply the weight, dimension and value limits, bounds included', () => {
    assert.deepEqual(
      reasons(
        onPartner((acme) => {
          acme.limits.maxWeight = 1_200;
        }),
      ),
      [],
    );
    assert.deepEqual(
      reasons(
        onPartner((acme) => {
          acme.limits.maxWeight = 1_200;
        }),
        { weight: 1_200.1 },
      ),
      ['WEIGHT_EXCEEDED'],
    );
    assert.deepEqual(reasons(undefined, { dimensions: { length: 40, width: 1, height: 100 } }), []);
    assert.deepEqual(reasons(undefined, { dimensions: { length: 61, width: 1, height: 61 } }), ['DIMENSIONS_EXCEEDED']);
    assert.deepEqual(reasons(undefined, { dimensions: { length: 100.1, width: 1, height: 1 } }), [
      'DIMENSIONS_EXCEEDED',
    ]);
    assert.deepEqual(reasons(undefined, { declaredValue: 50_000, paymentType: 'PREPAID' }), []);
    assert.deepEqual(reasons(undefined, { declaredValue: 50_000.004, paymentType: 'PREPAID' }), []);
    assert.deepEqual(reasons(undefined, { declaredValue: 50_000.005, paymentType: 'PREPAID' }), [
      'DECLARED_VALUE_EXCEEDED',
    ]);
    assert.deepEqual(reasons(undefined, { declaredValue: 20_000 }), []);
    assert.deepEqual(reasons(undefined, { declaredValue: 20_000.01 }), ['COD_AMOUNT_EXCEEDED']);
    assert.deepEqual(reasons(undefined, { declaredValue: 20_000.01, paymentType: 'PREPAID' }), []);
  });

  it('name every one that applies, in the order of the table', () => {
    const bare = (acme: Partner): void => {
      acme.paymentTypes = [];
      acme.shipmentTypes = [];
      acme.transit = [];
      acme.limits.maxWeight = 1;
    };
    assert.deepEqual(
      reasons(
        (world) => {
          bare(world.partners[0]);
          world.packages = [];
        },
        {
          services: ['EXPRESS'],
          dimensions: { length: 101, width: 1, height: 1 },
          declaredValue: 50_001,
          maxDeliveryTime: 1,
        },
      ),
      [
        'SERVICE_UNAVAILABLE',
        'WEIGHT_EXCEEDED',
        'DIMENSIONS_EXCEEDED',
        'PAYMENT_TYPE_UNSUPPORTED',
        'SHIPMENT_TYPE_UNSUPPORTED',
        'DECLARED_VALUE_EXCEEDED',
        'COD_AMOUNT_EXCEEDED',
        'NO_TRANSIT',
        'NO_RATE',
      ],
    );
  });

  it('name an implied service that the delivery zone does not list as available', () => {
    const without = (service: string, shipment: Partial<Shipment> = {}): string[] =>
      checked(
        (world) => {
          world.zones[1].services = world.zones[1].services.filter(({ serviceTypeId }) => serviceTypeId !== service);
        },
        { services: [], ...shipment },
      ).unavailable;
    assert.deepEqual(without('DELIVERY'), ['DELIVERY']);
    assert.deepEqual(without('COD'), ['COD']);
    assert.deepEqual(without('PREPAID'), [], 'a COD shipment needs no PREPAID');
    assert.deepEqual(without('PREPAID', { paymentType: 'PREPAID' }), ['PREPAID']);
    assert.deepEqual(without('TRACKING', { urgency: 'EXPRESS' }), ['EXPRESS']);
    assert.deepEqual(without('TRACKING', { urgency: 'URGENT' }), ['EXPRESS']);
    assert.deepEqual(without('TRACKING', { urgency: 'STANDARD' }), []);
    const closed = checked(
      (world) => {
        world.zones[1].services[0].isAvailable = false;
      },
      { services: [] },
    );
    assert.deepEqual([closed.reasons, closed.unavailable], [['SERVICE_UNAVAILABLE'], ['DELIVERY']]);
    const unpicked = (world: World): void => {
      world.zones[0].services = [];
    };
    assert.deepEqual(checked(unpicked, { services: [] }).reasons, [], 'a parcel may be dropped off');
    assert.deepEqual(checked(unpicked, { services: ['PICKUP'] }).unavailable, ['PICKUP']);
  });

  it('compare maxCodAmount with the amount to collect, maxDeclaredValue with the value of the goods', () => {
    assert.deepEqual(reasons(undefined, { declaredValue: 20_000.01, codAmount: 20_000 }), []);
    assert.deepEqual(reasons(undefined, { declaredValue: 0, codAmount: 20_000.01 }), ['COD_AMOUNT_EXCEEDED']);
    assert.deepEqual(reasons(undefined, { declaredValue: 50_000.01, codAmount: 0 }), ['DECLARED_VALUE_EXCEEDED']);
  });

  it('compare the transit hours with maxDeliveryTime', () => {
    assert.deepEqual(reasons(undefined, { maxDeliveryTime: 48 }), []);
    assert.deepEqual(reasons(undefined, { maxDeliveryTime: 47.999 }), ['DELIVERY_TIME_EXCEEDED']);
  });
});

describe('unknown ends and partners', () => {
  it('are reported as such, pincodes first', () => {
    const world = workedWorld(
      onPartner((acme) => {
        acme.status = 'INACTIVE';
      }),
    );
    assert.deepEqual(referenceCheck(world, 'acme', workedShipment, NOON), { kind: 'PARTNER_NOT_FOUND' });
    assert.deepEqual(referenceCheck(world, 'nobody', workedShipment, NOON), { kind: 'PARTNER_NOT_FOUND' });
    const unknown = { ...workedShipment, pickupPincode: '999999', deliveryPincode: '999998' };
    assert.deepEqual(referenceCheck(world, 'acme', unknown, NOON), {
      kind: 'PINCODE_NOT_FOUND',
      pincodes: ['999999', '999998'],
    });
    assert.deepEqual(referenceFindAll(world, { ...unknown, deliveryPincode: '999999' }, NOON), {
      kind: 'PINCODE_NOT_FOUND',
      pincodes: ['999999'],
    });
  });
});

describe('hours', () => {
  const hours = (transit: number, services: Shipment['services'] = []): number | null =>
    checked(
      onPartner((acme) => {
        acme.transit = [{ distanceFrom: 1_163.4, distanceTo: 1_163.5, hours: transit }];
      }),
      { services },
    ).hours;

  it('are rounded up; EXPRESS takes three fifths', () => {
    assert.equal(hours(12.5), 13);
    assert.equal(hours(25, ['EXPRESS']), 15);
    assert.equal(hours(24, ['EXPRESS']), 15); // 14.4
    assert.equal(hours(12.5, ['EXPRESS']), 8); // 7.5
  });

  it('require a row that contains the distance, upper bound excluded', () => {
    assert.deepEqual(
      checked(
        onPartner((acme) => {
          acme.transit = [{ distanceFrom: 0, distanceTo: 1_163.4, hours: 9 }];
        }),
      ).reasons,
      ['NO_TRANSIT'],
    );
  });
});

describe('pickup and delivery', () => {
  // The 11th of March 2026 is a Wednesday, the 14th a Saturday, the 15th a Sunday. The cutoff is 17:00.
  const indian = (date: Date | null): string => new Date(date!.getTime() + 330 * 60_000).toISOString().slice(8, 16);
  const dates = (now: string, hours: number, fields: Partial<Partner> = {}): string[] => {
    const transit = [{ distanceFrom: 0, distanceTo: 2_000, hours }];
    const at = new Date(now.includes('Z') ? now : `${now}+05:30`);
    const found = checked(
      onPartner((acme) => {
        Object.assign(acme, { transit, ...fields });
      }),
      {},
      at,
    );
    return [indian(found.pickupDate), indian(found.deliveryDate)];
  };
  const window = (from: string, to: string): Partial<Partner> => ({ deliveryWindow: { from, to } });

  it('leave at the cutoff of the day until that is reached, in India Standard Time', () => {
    assert.deepEqual(dates('2026-03-11T16:59:59.999', 24), ['11T17:00', '12T17:00']);
    assert.deepEqual(dates('2026-03-11T17:00:00.000', 24), ['12T17:00', '13T17:00'], 'exactly at the cutoff is late');
    assert.deepEqual(dates('2026-03-10T18:30:00.000Z', 24), ['11T17:00', '12T17:00'], 'midnight begins the 11th');
    assert.deepEqual(dates('2026-03-10T18:29:59.999Z', 24), ['11T17:00', '12T17:00'], 'late on the 10th');
    const never = { cutoffTime: '00:00', ...window('00:00', '23:59') };
    assert.deepEqual(dates('2026-03-11T00:00:00.000', 24, never), ['12T00:00', '13T00:00'], 'nothing is before it');
  });

  it('leave on a Sunday only with weekend delivery', () => {
    assert.deepEqual(dates('2026-03-14T18:00:00.000', 24), ['16T17:00', '17T17:00']);
    assert.deepEqual(dates('2026-03-14T18:00:00.000', 24, { weekendDelivery: true }), ['15T17:00', '16T17:00']);
    assert.deepEqual(dates('2026-03-15T09:00:00.000', 24), ['16T17:00', '17T17:00']);
    assert.deepEqual(dates('2026-03-15T09:00:00.000', 24, { weekendDelivery: true }), ['15T17:00', '16T17:00']);
    assert.deepEqual(dates('2026-03-15T18:00:00.000', 24, { weekendDelivery: true }), ['16T17:00', '17T17:00']);
  });

  it('arrive from 09:00 to 21:00 by default, both included', () => {
    assert.deepEqual(dates('2026-03-11T12:00', 4), ['11T17:00', '11T21:00']);
    assert.deepEqual(dates('2026-03-11T12:00', 5), ['11T17:00', '12T09:00'], '22:00 moves to the next opening');
    assert.deepEqual(dates('2026-03-11T12:00', 16), ['11T17:00', '12T09:00']);
    assert.deepEqual(dates('2026-03-11T12:00', 15), ['11T17:00', '12T09:00'], '08:00 waits for the opening of its day');
    assert.deepEqual(dates('2026-03-11T12:00', 17), ['11T17:00', '12T10:00']);
  });

  it('respect a window of the partner to the minute', () => {
    assert.deepEqual(dates('2026-03-11T12:00', 24, window('10:00', '17:00')), ['11T17:00', '12T17:00']);
    assert.deepEqual(dates('2026-03-11T12:00', 24, window('10:00', '16:59')), ['11T17:00', '13T10:00']);
    assert.deepEqual(dates('2026-03-11T12:00', 24, window('17:00', '17:01')), ['11T17:00', '12T17:00']);
    assert.deepEqual(dates('2026-03-11T12:00', 24, window('17:01', '18:00')), ['11T17:00', '12T17:01']);
    assert.deepEqual(dates('2026-03-11T12:00', 7, window('00:00', '23:59')), ['11T17:00', '12T00:00']);
  });

  it('move an arrival on a Sunday to the opening of Monday, without weekend delivery', () => {
    assert.deepEqual(dates('2026-03-14T12:00', 24), ['14T17:00', '16T09:00'], 'Sunday, 17:00');
    assert.deepEqual(dates('2026-03-14T12:00', 24, { weekendDelivery: true }), ['14T17:00', '15T17:00']);
    assert.deepEqual(dates('2026-03-14T12:00', 5), ['14T17:00', '16T09:00'], 'Saturday, 22:00, is too late');
    assert.deepEqual(dates('2026-03-14T12:00', 5, { weekendDelivery: true }), ['14T17:00', '15T09:00']);
    assert.deepEqual(dates('2026-03-14T12:00', 31), ['14T17:00', '16T09:00'], 'Monday, 00:00');
    assert.deepEqual(dates('2026-03-14T12:00', 6, window('09:00', '23:59')), ['14T17:00', '14T23:00'], 'Saturday');
  });
});

describe('what a request implies', () => {
  const parcel = (fields: Partial<Shipment>): Shipment => ({ ...workedShipment, ...fields });

  it('is DELIVERY, the service of the payment type and EXPRESS by the urgency, each once, but not PICKUP', () => {
    const services = (fields: Partial<Shipment>): string[] => requiredServices(parcel(fields));
    assert.deepEqual(services({ services: [] }), ['DELIVERY', 'COD']);
    assert.deepEqual(services({ services: [], paymentType: 'PREPAID' }), ['DELIVERY', 'PREPAID']);
    assert.deepEqual(services({ services: ['ODA'], urgency: 'STANDARD' }), ['ODA', 'DELIVERY', 'COD']);
    assert.deepEqual(services({ services: [], urgency: 'EXPRESS' }), ['DELIVERY', 'COD', 'EXPRESS']);
    assert.deepEqual(services({ services: [], urgency: 'URGENT' }), ['DELIVERY', 'COD', 'EXPRESS']);
    assert.deepEqual(services({ services: ['EXPRESS', 'COD', 'PICKUP', 'PREPAID', 'COD'], urgency: 'URGENT' }), [
      'EXPRESS',
      'COD',
      'PICKUP',
      'PREPAID',
      'DELIVERY',
    ]);
  });

  it('is that COD collects the declared value, unless codAmount is given', () => {
    const collected = (fields: Partial<Shipment>): bigint => amountToCollect(parcel(fields));
    assert.equal(collected({ declaredValue: 2_499.5 }), 249_950n);
    assert.equal(collected({ declaredValue: 100.005 }), 10_001n, 'of the value rounded to paise');
    assert.equal(collected({ declaredValue: 2_499.5, codAmount: 999.99 }), 99_999n);
    assert.equal(collected({ declaredValue: 2_499.5, codAmount: 0 }), 0n);
    assert.equal(collected({ declaredValue: 2_499.5, paymentType: 'PREPAID' }), 0n);
  });
});

describe('confidence', () => {
  const confidence = (successRate: number, change: (world: World) => void = () => {}): number | null =>
    checked((world) => {
      world.partners[0].performance.successRate = successRate;
      change(world);
    }).confidence;

  it('is the lower score times the success rate, to two decimals, half up', () => {
    assert.equal(confidence(0.95), 0.76);
    assert.equal(confidence(0.98125), 0.79); // 0.785
    assert.equal(confidence(0.98124), 0.78); // 0.784992
    assert.equal(confidence(1), 0.8);
    const byCity = (world: World): void => {
      Object.assign(world.zones[0], { geographical: { states: [], cities: [11], areas: [] } });
      Object.assign(world.zones[1], { geographical: { states: [], cities: [], areas: [211] } });
    };
    assert.equal(confidence(0.95, byCity), 0.86); // 0.9 × 0.95 = 0.855
  });

  it('is zero where the partner cannot carry the shipment', () => {
    assert.equal(
      confidence(
        1,
        onPartner((acme) => {
          acme.limits.maxWeight = 1;
        }),
      ),
      0,
    );
  });
});

describe('all partners', () => {
  const copies = (world: World, ...partnerIds: string[]): void => {
    for (const partnerId of partnerIds) {
      world.partners.push(partner(partnerId));
      world.zones.push(
        ...world.zones
          .filter((row) => row.partnerId === 'acme')
          .map((row, i) => ({ ...row, partnerId, id: 100 * world.partners.length + i })),
      );
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
    // only acme has a fuel surcharge and a discount on it; the others charge 70.00 and 30.00 with tax.
    const found = search(world);
    assert.deepEqual(
      found.candidates.map((c) => [c.partnerId, c.totalPaise, c.hours]),
      [
        ['swift', 11_800, 47],
        ['Bolt', 11_800, 48],
        ['bolt', 11_800, 48],
        ['acme', 22_265, 48],
      ],
    );
    assert.deepEqual([found.checked, found.counts], [4, {}]);
  });

  it('omit excluded and inactive ones, and count each reason of the others', () => {
    const world = workedWorld((w) => copies(w, 'bolt', 'idle', 'swift'));
    world.partners[2].status = 'INACTIVE';
    world.partners[1].limits.maxWeight = 1;
    world.partners[3].limits.maxWeight = 1;
    world.zones = world.zones.filter((row) => row.partnerId !== 'acme');
    const found = search(world, [], { services: ['TRACKING'] });
    assert.deepEqual(
      [found.candidates, found.checked, found.counts],
      [[], 3, { INSUFFICIENT_COVERAGE: 1, SERVICE_UNAVAILABLE: 2, WEIGHT_EXCEEDED: 2 }],
    );
    assert.equal(search(world, ['acme', 'bolt', 'swift', 'nobody']).checked, 0);
  });
});
