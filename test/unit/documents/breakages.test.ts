/** A document that another program breaks is refused and reported once, and its last good version stays in force. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Catalog } from '../../../src/control/documents/catalog.js';
import { MAX_ZONES_PER_PARTNER } from '../../../src/limits/documents.js';
import type { CollectionName, Documents } from '../../../src/model/documents.js';
import { keyOf, nameOf } from '../../../src/model/change.js';
import { fixtureDocuments, fixturePartner, fixtureZone, fixtureZonePincode } from '../../store/fixtures.js';
import {
  broken,
  contentsOf,
  dangling,
  emptyScene,
  everything,
  NOWHERE,
  put,
  remove,
  scene,
  unsound,
} from './inspected.js';

/**
 * A broken change of a document of the fixture, by default the first of its collection: how it is broken, and the field
 * that is reported.
 */
const BREAKAGES: [why: string, collection: CollectionName, fields: object, field: string, index?: number][] = [
  ['a state with an invalid code', 'states', { code: 'Delhi' }, 'code'],
  ['a city without a name', 'cities', { name: undefined }, 'name'],
  ['an area with an unknown field', 'areas', { population: 5 }, 'population'],
  ['a pincode of another type', 'pincodes', { latitude: '28.6' }, 'latitude'],
  ['a service type with an empty category', 'service-types', { category: '' }, 'category'],
  ['a partner with an unknown status', 'partners', { status: 'PAUSED' }, 'status'],
  ['a zone with an invalid list', 'zones', { services: {} }, 'services'],
  ['an entry without a date', 'zone-pincodes', { assignedAt: 'yesterday' }, 'assignedAt'],
  ['a package of a weight below zero', 'packages', { baseWeight: -1 }, 'baseWeight'],
  ['a distance charge of an unknown kind', 'distance-charges', { chargeType: 'per km' }, 'chargeType'],
  ['a negative customer charge', 'customer-charges', { value: -1 }, 'value'],
  ['a discount with a text for its value', 'discounts', { discountValue: 'seven' }, 'discountValue'],
  ['a credential with an unknown tier', 'credentials', { tier: 'GOLD' }, 'tier'],

  ['a city with an invalid date', 'cities', { createdAt: '2025-01-01T23:59:60Z' }, 'createdAt'],
  ['a point with one coordinate', 'pincodes', { longitude: null }, 'longitude'],
  [
    'overlapping transit bands',
    'partners',
    {
      transit: [
        { distanceFrom: 0, distanceTo: 500, hours: 1 },
        { distanceFrom: 400, distanceTo: 900, hours: 2 },
      ],
    },
    'transit[1].distanceFrom',
  ],
  ['an attribute without its service', 'zones', { attributes: ['ODA'] }, 'attributes[0]'],
  ['a tenth of a paisa', 'packages', { baseCharge: 40.001 }, 'baseCharge'],
  ['a package that ends before it begins', 'packages', { validTo: '2024-01-01T00:00:00.000Z' }, 'validTo'],
  ['a band whose end is below its start', 'distance-charges', { distanceFrom: 1000, distanceTo: 900 }, 'distanceTo'],
  ['a percentage that is too large', 'distance-charges', { charge: 1000.5 }, 'charge', 1],
  ['a customer charge of a customer without a partner', 'customer-charges', { customerId: 'ACME' }, 'partnerId'],
  ['a discount of more than 100 %', 'discounts', { discountValue: 101 }, 'discountValue'],
  [
    'the same secret twice',
    'credentials',
    {
      secrets: [
        { version: 1, secret: 'a' },
        { version: 1, secret: 'b' },
      ],
    },
    'secrets[1].version',
  ],

  ['a city of an unknown state', 'cities', { stateId: 99 }, 'stateId'],
  ['an area of an unknown city', 'areas', { cityId: 99 }, 'cityId'],
  ['a pincode of another state than its city', 'pincodes', { stateId: 2 }, 'stateId'],
  ['a pincode of an unknown city', 'pincodes', { cityId: 99, areaIds: [] }, 'cityId'],
  ['a pincode with an area of another city', 'pincodes', { areaIds: [1, 4] }, 'areaIds[1]'],
  ['a partner of an unknown state', 'partners', { gstStateCode: '99' }, 'gstStateCode'],
  ['a zone of an unknown partner', 'zones', { partnerId: 'nobody' }, 'partnerId'],
  [
    'a zone in an unknown state',
    'zones',
    { geographical: { states: [1, 99], cities: [], areas: [] } },
    'geographical.states[1]',
  ],
  [
    'a zone in an unknown area',
    'zones',
    { geographical: { states: [], cities: [], areas: [99] } },
    'geographical.areas[0]',
  ],
  ['an entry of an unknown zone', 'zone-pincodes', { zoneId: 99 }, 'zoneId'],
  ["an entry of another partner's zone", 'zone-pincodes', { zoneId: 3 }, 'zoneId'],
  ['a package from an unknown zone', 'packages', { fromZoneId: 99 }, 'fromZoneId'],
  ["a package to another partner's zone", 'packages', { toZoneId: 3 }, 'toZoneId'],
  ['a distance charge of an unknown partner', 'distance-charges', { partnerId: 'nobody' }, 'partnerId'],
  ['a customer charge of an unknown partner', 'customer-charges', { partnerId: 'nobody' }, 'partnerId'],
  ['a discount of an unknown partner', 'discounts', { partnerId: 'nobody' }, 'partnerId'],

  ['a discount that overlaps another', 'discounts', { toWeight: 2.5 }, 'fromWeight'],
  ['a band that overlaps another', 'distance-charges', { distanceTo: 1500 }, 'distanceFrom'],
];

describe('a document that another program has broken', () => {
  for (const [why, collection, fields, field, index = 0] of BREAKAGES) {
    it(`is refused, reported once, and does not replace the last good version: ${why}`, () => {
      const inspected = scene();
      const change = broken(collection, inspected.documents[collection as 'zones'][index]!, fields);
      assert.deepEqual(inspected.take(change), []);
      assert.deepEqual(
        inspected.reported.map((refusal) => [
          refusal.collection,
          refusal.key,
          refusal.faults.map((fault) => fault.field),
        ]),
        [[collection, change.key, [field]]],
      );
      assert.notEqual(inspected.reported[0]!.faults[0]!.message, '');
      assert.deepEqual(contentsOf(inspected.catalog), contentsOf(Catalog.of(inspected.documents)));
      assert.deepEqual(inspected.refused, [nameOf(change)]);
      // and it is accepted as soon as it is good again
      inspected.reportedNames();
      assert.deepEqual(inspected.take(put(collection, inspected.documents[collection as 'zones'][index]! as never)), [
        nameOf(change),
      ]);
      assert.deepEqual([inspected.refused, inspected.reported], [[], []]);
    });

    it(`is missing if it was never good: ${why}`, () => {
      const documents = fixtureDocuments();
      const change = broken(collection, documents[collection as 'zones'][index]!, fields);
      const inspected = emptyScene();
      inspected.take(...everything(documents).map((good) => (nameOf(good) === nameOf(change) ? change : good)));
      assert.ok(
        inspected.refused.includes(nameOf(change)) || collection === 'discounts' || collection === 'distance-charges',
        'the later one of two that overlap',
      );
      assert.deepEqual([unsound(inspected.catalog), dangling(inspected.catalog)], [[], []]);
      inspected.take(put(collection, documents[collection as 'zones'][index]! as never));
      assert.deepEqual(inspected.refused, [], 'the documents that name it were accepted with it');
      assert.deepEqual(contentsOf(inspected.catalog), contentsOf(Catalog.of(documents)));
    });
  }

  it('names an unknown partner in a credential', () => {
    const inspected = scene();
    inspected.take(put('credentials', { ...inspected.documents.credentials[1]!, id: 'nobody' }));
    assert.deepEqual(inspected.refused, ['credentials/partner/nobody']);
    inspected.take(put('partners', fixturePartner('nobody')));
    assert.deepEqual(inspected.refused, []);
  });

  it('is one zone too many: the last one waits until there is room', () => {
    const inspected = scene(({ zones }) => {
      for (let id = 10; id < MAX_ZONES_PER_PARTNER + 8; id++) zones.push(fixtureZone(id, 'swift-air', NOWHERE));
    });
    assert.equal(inspected.catalog.of('zones', 'swift-air').length, MAX_ZONES_PER_PARTNER);
    inspected.take(
      put('zones', fixtureZone(5, 'swift-air', NOWHERE)),
      put('zone-pincodes', fixtureZonePincode(5, '110002')),
    );
    assert.deepEqual(inspected.reportedNames(), ['zone-pincodes/swift-air/110002', 'zones/5']);
    assert.deepEqual(inspected.take(remove('zones', 500)), ['zone-pincodes/swift-air/110002', 'zones/5', 'zones/500']);
    assert.deepEqual(inspected.refused, []);
  });

  it('is reported once, however often it arrives, and again when it is broken in another way', () => {
    const inspected = scene();
    const zone = inspected.documents.zones[0]!;
    inspected.take(broken('zones', zone, { name: 5 }));
    assert.deepEqual(inspected.reportedNames(), ['zones/1']);
    inspected.take(
      broken('zones', zone, { name: 5 }),
      put('packages', { ...inspected.documents.packages[0]!, baseCharge: 41 }),
    );
    inspected.takeEverything(broken('zones', zone, { name: 5 }));
    assert.deepEqual([inspected.reportedNames(), inspected.refused], [[], ['zones/1']]);
    inspected.take(broken('zones', zone, { name: 6 }));
    assert.deepEqual([inspected.reportedNames(), inspected.refused], [['zones/1'], ['zones/1']]);
  });

  it('is forgotten when a full inspection no longer contains it, or contains the version in force', () => {
    const inspected = scene();
    inspected.take(
      broken('zones', inspected.documents.zones[0]!, { name: 5 }),
      put('zone-pincodes', fixtureZonePincode(99, '110002')),
      remove('areas', 4),
    );
    assert.deepEqual(inspected.refused, ['areas/4', 'zone-pincodes/swift-air/110002', 'zones/1']);
    inspected.takeEverything();
    assert.deepEqual(inspected.refused, []);
    // none of it may come back with the document that it waited for
    assert.deepEqual(
      inspected.take(
        put('zones', fixtureZone(99, 'swift-air', NOWHERE)),
        remove('pincodes', '411005'),
        remove('zones', 3),
      ),
      ['pincodes/411005', 'zones/3', 'zones/99'],
    );
    assert.deepEqual(inspected.catalog.assigned('swift-air').get(110002), undefined);
  });

  it('does not affect a document whose key reads the same', () => {
    const inspected = scene();
    const other = { ...inspected.documents.zones[0]!, id: '1' } as unknown as Documents['zones'];
    assert.deepEqual(
      inspected.take(put('zones', { ...inspected.documents.zones[0]!, name: 'Changed' }), put('zones', other)),
      ['zones/1'],
    );
    assert.equal(inspected.catalog.find('zones', 1)!.name, 'Changed');
    inspected.take(remove('zones', '1'));
    assert.equal(inspected.catalog.find('zones', 1)!.name, 'Changed');
    assert.deepEqual(inspected.refused, []);
  });

  it('does not delete a good entry when it is deleted', () => {
    const inspected = scene();
    const odd = { ...inspected.documents['zone-pincodes'][0]!, pincode: '0110001' };
    inspected.take(put('zone-pincodes', odd));
    assert.deepEqual(inspected.refused, ['zone-pincodes/swift-air/0110001']);
    assert.deepEqual(inspected.take(remove('zone-pincodes', keyOf('zone-pincodes', odd))), []);
    assert.deepEqual([inspected.refused, inspected.catalog.assigned('swift-air').get(110001)], [[], 1]);
  });

  it('is superseded by a good version, a deletion, or another broken version', () => {
    const inspected = scene();
    const discount = inspected.documents.discounts[0]!;
    inspected.take(
      broken('discounts', discount, { discountValue: -1 }),
      put('discounts', { ...discount, discountValue: 9 }),
    );
    assert.deepEqual(
      [inspected.reportedNames(), inspected.refused, inspected.catalog.find('discounts', 1)!.discountValue],
      [[], [], 9],
      'the last change of a call counts',
    );
    inspected.take(broken('discounts', discount, { discountValue: -1 }));
    inspected.take(remove('discounts', 1));
    assert.deepEqual([inspected.refused, inspected.catalog.find('discounts', 1)], [[], undefined]);
    inspected.take(put('discounts', discount), broken('discounts', discount, { discountValue: -2 }));
    assert.deepEqual([inspected.refused, inspected.catalog.find('discounts', 1)], [['discounts/1'], undefined]);
    assert.deepEqual(inspected.take(put('discounts', discount)), ['discounts/1']);
  });
});
