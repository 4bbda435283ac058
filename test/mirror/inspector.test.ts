/** What other programs write to the store: the broken is refused, told once, and waits; the last good version stays in force. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Catalog, CATALOG_COLLECTIONS } from '../../src/mirror/catalog.js';
import { Inspector } from '../../src/mirror/inspector.js';
import { MAX_ZONES_PER_PARTNER } from '../../src/limits.js';
import type { CollectionName, Documents } from '../../src/schemas/documents.js';
import { atOnce } from '../../src/steps.js';
import type { AllDocuments } from '../../src/store/dataset.js';
import { type Change, keyOf, nameOf } from '../../src/store/port.js';
import { documentsWithPincodes, fixtureDiscount, fixtureDocuments, fixturePartner, fixtureZone, fixtureZonePincode } from '../store/fixtures.js';
import { broken, contentsOf, Inspected, put, remove, unsound } from './inspected.js';

const NOWHERE = { states: [], cities: [], areas: [] };

function scene(change: (documents: AllDocuments) => void = () => {}): Inspected & { documents: AllDocuments } {
  const documents = fixtureDocuments();
  change(documents);
  return Object.assign(new Inspected(documents), { documents: structuredClone(documents) });
}

const emptyScene = (): Inspected => new Inspected(Object.fromEntries(CATALOG_COLLECTIONS.map((name) => [name, []])) as unknown as AllDocuments);

const everything = (documents: AllDocuments): Change[] => CATALOG_COLLECTIONS.flatMap((collection) => documents[collection].map((document) => put(collection, document as never)));

/** All orders of a few. */
function orders<T>(values: readonly T[]): T[][] {
  return values.length === 0 ? [[]] : values.flatMap((first, index) => orders(values.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}

/** One broken change of a document of the fixture, the first of its collection unless another is named: what breaks, and the field that is told. */
const BREAKAGES: [why: string, collection: CollectionName, fields: object, field: string, index?: number][] = [
  ['a state without its form', 'states', { code: 'Delhi' }, 'code'],
  ['a city without a name', 'cities', { name: undefined }, 'name'],
  ['an area with a field too many', 'areas', { population: 5 }, 'population'],
  ['a pincode of another type', 'pincodes', { latitude: '28.6' }, 'latitude'],
  ['a service type that there is not', 'service-types', { category: '' }, 'category'],
  ['a partner of no known status', 'partners', { status: 'PAUSED' }, 'status'],
  ['a zone with a wrong list', 'zones', { services: {} }, 'services'],
  ['an entry without a moment', 'zone-pincodes', { assignedAt: 'yesterday' }, 'assignedAt'],
  ['a package that weighs nothing', 'packages', { baseWeight: 0 }, 'baseWeight'],
  ['a distance charge of a wrong kind', 'distance-charges', { chargeType: 'per km' }, 'chargeType'],
  ['a customer charge below nothing', 'customer-charges', { value: -1 }, 'value'],
  ['a discount in words', 'discounts', { discountValue: 'seven' }, 'discountValue'],
  ['a credential without a kind that is known', 'credentials', { tier: 'GOLD' }, 'tier'],

  ['a city made at no moment', 'cities', { createdAt: '2025-01-01T23:59:60Z' }, 'createdAt'],
  ['half a point', 'pincodes', { longitude: null }, 'longitude'],
  ['bands of transit that overlap', 'partners', { transit: [{ distanceFrom: 0, distanceTo: 500, hours: 1 }, { distanceFrom: 400, distanceTo: 900, hours: 2 }] }, 'transit[1].distanceFrom'],
  ['an attribute without its service', 'zones', { attributes: ['ODA'] }, 'attributes[0]'],
  ['a tenth of a paisa', 'packages', { baseCharge: 40.001 }, 'baseCharge'],
  ['a package that ends before it begins', 'packages', { validTo: '2024-01-01T00:00:00.000Z' }, 'validTo'],
  ['a band from more to less', 'distance-charges', { distanceFrom: 1000, distanceTo: 900 }, 'distanceTo'],
  ['a percentage beyond reason', 'distance-charges', { charge: 1000.5 }, 'charge', 1],
  ['a customer of nobody', 'customer-charges', { customerId: 'ACME' }, 'partnerId'],
  ['a discount of more than all', 'discounts', { discountValue: 101 }, 'discountValue'],
  ['a secret twice', 'credentials', { secrets: [{ version: 1, secret: 'a' }, { version: 1, secret: 'b' }] }, 'secrets[1].version'],

  ['a city of no state', 'cities', { stateId: 99 }, 'stateId'],
  ['an area of no city', 'areas', { cityId: 99 }, 'cityId'],
  ['a pincode of another state than its city', 'pincodes', { stateId: 2 }, 'stateId'],
  ['a pincode of no city', 'pincodes', { cityId: 99, areaIds: [] }, 'cityId'],
  ['a pincode with an area of another city', 'pincodes', { areaIds: [1, 4] }, 'areaIds[1]'],
  ['a partner of no state', 'partners', { gstStateCode: '99' }, 'gstStateCode'],
  ['a zone of nobody', 'zones', { partnerId: 'nobody' }, 'partnerId'],
  ['a zone in no state', 'zones', { geographical: { states: [1, 99], cities: [], areas: [] } }, 'geographical.states[1]'],
  ['a zone in no area', 'zones', { geographical: { states: [], cities: [], areas: [99] } }, 'geographical.areas[0]'],
  ['an entry into no zone', 'zone-pincodes', { zoneId: 99 }, 'zoneId'],
  ["an entry into another's zone", 'zone-pincodes', { zoneId: 3 }, 'zoneId'],
  ['a package from no zone', 'packages', { fromZoneId: 99 }, 'fromZoneId'],
  ["a package to another's zone", 'packages', { toZoneId: 3 }, 'toZoneId'],
  ['a distance charge of nobody', 'distance-charges', { partnerId: 'nobody' }, 'partnerId'],
  ['a customer charge of nobody', 'customer-charges', { partnerId: 'nobody' }, 'partnerId'],
  ['a discount of nobody', 'discounts', { partnerId: 'nobody' }, 'partnerId'],

  ['a discount that overlaps another', 'discounts', { toWeight: 2.5 }, 'fromWeight'],
  ['a band that overlaps another', 'distance-charges', { distanceTo: 1500 }, 'distanceFrom'],
];

describe('a document that another program has broken', () => {
  for (const [why, collection, fields, field, index = 0] of BREAKAGES) {
    it(`is refused, told once and does not replace the last good version: ${why}`, () => {
      const it = scene();
      const change = broken(collection, it.documents[collection as 'zones'][index]!, fields);
      assert.deepEqual(it.take(change), []);
      assert.deepEqual(it.told.map((told) => [told.collection, told.key, told.faults.map((fault) => fault.field)]), [[collection, change.key, [field]]]);
      assert.notEqual(it.told[0]!.faults[0]!.message, '');
      assert.deepEqual(contentsOf(it.catalog), contentsOf(Catalog.of(it.documents)));
      assert.deepEqual(it.refused, [nameOf(change)]);
      // and it is taken as soon as it is good again
      it.toldNames();
      assert.deepEqual(it.take(put(collection, it.documents[collection as 'zones'][index]! as never)), [nameOf(change)]);
      assert.deepEqual([it.refused, it.told], [[], []]);
    });

    it(`is not there at all when it was never good: ${why}`, () => {
      const documents = fixtureDocuments();
      const change = broken(collection, documents[collection as 'zones'][index]!, fields);
      const it = emptyScene();
      it.take(...everything(documents).map((good) => (nameOf(good) === nameOf(change) ? change : good)));
      assert.ok(it.refused.includes(nameOf(change)) || collection === 'discounts' || collection === 'distance-charges', 'of two that overlap the later');
      assert.deepEqual(unsound(it.catalog, () => false), []);
      it.take(put(collection, documents[collection as 'zones'][index]! as never));
      assert.deepEqual(it.refused, [], 'those that named it came with it');
      assert.deepEqual(contentsOf(it.catalog), contentsOf(Catalog.of(documents)));
    });
  }

  it('names a partner in a credential that there is not', () => {
    const it = scene();
    it.take(put('credentials', { ...it.documents.credentials[1]!, id: 'nobody' }));
    assert.deepEqual(it.refused, ['credentials/partner/nobody']);
    it.take(put('partners', fixturePartner('nobody')));
    assert.deepEqual(it.refused, []);
  });

  it('has one zone too many: the last of them waits until there is room', () => {
    const it = scene(({ zones }) => { for (let id = 10; id < MAX_ZONES_PER_PARTNER + 8; id++) zones.push(fixtureZone(id, 'swift-air', NOWHERE)); });
    assert.equal(it.catalog.of('zones', 'swift-air').length, MAX_ZONES_PER_PARTNER);
    it.take(put('zones', fixtureZone(5, 'swift-air', NOWHERE)), put('zone-pincodes', fixtureZonePincode(5, '110002')));
    assert.deepEqual(it.toldNames(), ['zone-pincodes/swift-air/110002', 'zones/5']);
    assert.deepEqual(it.take(remove('zones', 500)), ['zone-pincodes/swift-air/110002', 'zones/5', 'zones/500']);
    assert.deepEqual(it.refused, []);
  });

  it('is told once, however often it is told, and again when it is broken in another way', () => {
    const it = scene();
    const zone = it.documents.zones[0]!;
    it.take(broken('zones', zone, { name: 5 }));
    assert.deepEqual(it.toldNames(), ['zones/1']);
    it.take(broken('zones', zone, { name: 5 }), put('packages', { ...it.documents.packages[0]!, baseCharge: 41 }));
    it.takeEverything(broken('zones', zone, { name: 5 }));
    assert.deepEqual([it.toldNames(), it.refused], [[], ['zones/1']]);
    it.take(broken('zones', zone, { name: 6 }));
    assert.deepEqual([it.toldNames(), it.refused], [['zones/1'], ['zones/1']]);
  });

  it('is forgotten when everything is told and it is not there, or is as it is in force', () => {
    const it = scene();
    it.take(broken('zones', it.documents.zones[0]!, { name: 5 }), put('zone-pincodes', fixtureZonePincode(99, '110002')), remove('partners', 'hill-carts'));
    assert.deepEqual(it.refused, ['partners/hill-carts', 'zone-pincodes/swift-air/110002', 'zones/1']);
    it.takeEverything();
    assert.deepEqual(it.refused, []);
    // nothing of it may come back when what it waited for does
    assert.deepEqual(it.take(put('zones', fixtureZone(99, 'swift-air', NOWHERE)), remove('zone-pincodes', 'hill-carts/411005'), remove('zones', 3), remove('packages', 2)).includes('partners/hill-carts'), false);
    assert.deepEqual(it.catalog.assigned('swift-air').get(110002), undefined);
  });

  it('does not get in the way of a document whose key reads the same', () => {
    const it = scene();
    const other = { ...it.documents.zones[0]!, id: '1' } as unknown as Documents['zones'];
    assert.deepEqual(it.take(put('zones', { ...it.documents.zones[0]!, name: 'Changed' }), put('zones', other)), ['zones/1']);
    assert.equal(it.catalog.find('zones', 1)!.name, 'Changed');
    it.take(remove('zones', '1'));
    assert.equal(it.catalog.find('zones', 1)!.name, 'Changed');
    assert.deepEqual(it.refused, []);
  });

  it('takes no good entry with it when it goes', () => {
    const it = scene();
    const odd = { ...it.documents['zone-pincodes'][0]!, pincode: '0110001' };
    it.take(put('zone-pincodes', odd));
    assert.deepEqual(it.refused, ['zone-pincodes/swift-air/0110001']);
    assert.deepEqual(it.take(remove('zone-pincodes', keyOf('zone-pincodes', odd))), []);
    assert.deepEqual([it.refused, it.catalog.assigned('swift-air').get(110001)], [[], 1]);
  });

  it('is superseded by a good one, a deletion, or another broken one', () => {
    const it = scene();
    const discount = it.documents.discounts[0]!;
    it.take(broken('discounts', discount, { discountValue: -1 }), put('discounts', { ...discount, discountValue: 9 }));
    assert.deepEqual([it.toldNames(), it.refused, it.catalog.find('discounts', 1)!.discountValue], [[], [], 9], 'of one call the last counts');
    it.take(broken('discounts', discount, { discountValue: -1 }));
    it.take(remove('discounts', 1));
    assert.deepEqual([it.refused, it.catalog.find('discounts', 1)], [[], undefined]);
    it.take(put('discounts', discount), broken('discounts', discount, { discountValue: -2 }));
    assert.deepEqual([it.refused, it.catalog.find('discounts', 1)], [['discounts/1'], undefined]);
    assert.deepEqual(it.take(put('discounts', discount)), ['discounts/1']);
  });
});

describe('documents that come before what they name', () => {
  const chain = (): Change[] => [
    put('partners', fixturePartner('late')), put('zones', fixtureZone(50, 'late', { states: [1], cities: [], areas: [] })),
    put('zone-pincodes', { ...fixtureZonePincode(50, '110002'), partnerId: 'late' }),
    put('packages', { ...fixtureDocuments().packages[0]!, id: 50, partnerId: 'late', fromZoneId: 50, toZoneId: null }),
  ];

  for (const changes of orders(chain())) {
    it(`are in force in the end: ${changes.map(({ collection }) => collection).join(', ')}`, () => {
      const together = scene();
      assert.equal(together.take(...changes).length, 4);
      const apart = scene();
      for (const change of changes) apart.take(change);
      for (const { catalog, refused } of [together, apart]) {
        assert.deepEqual(refused, []);
        assert.deepEqual([catalog.find('zones', 50)?.partnerId, catalog.find('packages', 50)?.fromZoneId, catalog.assigned('late').get(110002)], ['late', 50, 50]);
      }
    });
  }

  it('are all in force at last when everything comes backwards, one by one', () => {
    const documents = fixtureDocuments();
    const it = emptyScene();
    for (const change of everything(documents).reverse()) {
      it.take(change);
      assert.deepEqual(unsound(it.catalog, () => false), []);
    }
    assert.deepEqual([it.refused, contentsOf(it.catalog)], [[], contentsOf(Catalog.of(documents))]);
  });

  it('wait for the GST code of a state', () => {
    const it = scene();
    it.take(put('partners', { ...fixturePartner('late'), gstStateCode: '29' }));
    it.take(put('states', { id: 9, name: 'Goa', code: 'GA', gstCode: '30' }));
    assert.deepEqual(it.refused, ['partners/late']);
    it.take(put('states', { id: 8, name: 'Karnataka', code: 'KA', gstCode: '29' }));
    assert.deepEqual(it.refused, []);
  });
});

describe('a discount that overlaps another', () => {
  const blocked = () => {
    const it = scene();
    it.take(put('discounts', fixtureDiscount(3, 1, 4)));
    assert.deepEqual(it.refused, ['discounts/3']);
    return it;
  };
  it('is taken once the others are deleted', () => {
    const it = blocked();
    it.take(remove('discounts', 1));
    assert.deepEqual(it.refused, ['discounts/3']);
    assert.deepEqual(it.take(remove('discounts', 2)), ['discounts/2', 'discounts/3']);
  });
  it('is taken once the others have ended or are switched off', () => {
    const it = blocked();
    it.take(put('discounts', { ...fixtureDiscount(1, 0.5, 2), validTo: '2024-12-01T00:00:00.000Z' }));
    assert.deepEqual(it.take(put('discounts', { ...fixtureDiscount(2, 2, 5), status: false })), ['discounts/2', 'discounts/3']);
  });
  it('gives way to nobody when two change places, one after the other', () => {
    const it = scene();
    it.take(put('discounts', fixtureDiscount(1, 2, 5)));
    assert.deepEqual(it.refused, ['discounts/1']);
    assert.deepEqual(it.take(put('discounts', fixtureDiscount(2, 0.5, 2))), ['discounts/1', 'discounts/2']);
  });
  it('stays where it was, and in the way, when it cannot go to another partner', () => {
    const it = scene(({ discounts }) => discounts.push({ ...fixtureDiscount(9, 0.5, 2), partnerId: 'hill-carts' }));
    it.take(put('discounts', { ...fixtureDiscount(1, 0.5, 2), partnerId: 'hill-carts' }), put('discounts', fixtureDiscount(8, 0.5, 2)));
    assert.deepEqual(it.refused, ['discounts/1', 'discounts/8']);
    it.take(remove('discounts', 9));
    assert.deepEqual([it.refused, unsound(it.catalog, () => false)], [[], []]);
  });
});

describe('a deletion of what others name', () => {
  /** The fixture's documents that name one, in an order in which all can go. */
  const NAMED: [what: Change, namers: Change[]][] = [
    [remove('zones', 3), [remove('zone-pincodes', 'hill-carts/411005')]],
    [remove('zones', 2), [remove('zone-pincodes', 'swift-air/400001'), remove('packages', 1)]],
    [remove('pincodes', '110001'), [remove('zone-pincodes', 'swift-air/110001')]],
    [remove('areas', 4), [remove('pincodes', '411005'), remove('zones', 3), remove('zone-pincodes', 'hill-carts/411005')]],
    [remove('cities', 2), [remove('areas', 2), remove('areas', 3), remove('pincodes', '400001'), remove('pincodes', '400005'), remove('zones', 2), remove('zone-pincodes', 'swift-air/400001'), remove('packages', 1)]],
    [remove('partners', 'hill-carts'), [remove('zones', 3), remove('zone-pincodes', 'hill-carts/411005'), remove('packages', 2)]],
  ];
  for (const [change, namers] of NAMED) {
    it(`is refused until the last of them is gone, in whatever order: ${nameOf(change)}`, () => {
      for (const order of namers.length > 3 ? [namers, namers.toReversed()] : orders(namers)) {
        const it = scene();
        assert.deepEqual(it.take(change), []);
        assert.deepEqual(it.toldNames(), [nameOf(change)]);
        for (const namer of order) {
          assert.ok(it.refused.includes(nameOf(change)));
          it.take(namer);
          assert.deepEqual(unsound(it.catalog, () => false), []);
        }
        assert.deepEqual(it.refused, []);
        assert.equal(contentsOf(it.catalog).has(nameOf(change)), false);
      }
    });
    it(`is taken with all of them: ${nameOf(change)}`, () => {
      const it = scene();
      assert.equal(it.take(change, ...namers).length, namers.length + 1);
      assert.deepEqual([it.refused, it.told], [[], []]);
    });
  }

  it('takes what another version of a document no longer names', () => {
    const it = scene();
    assert.deepEqual(it.take(remove('zones', 3), put('zone-pincodes', { ...it.documents['zone-pincodes'][2]!, zoneId: 4 }), put('zones', fixtureZone(4, 'hill-carts', NOWHERE))), ['zone-pincodes/hill-carts/411005', 'zones/3', 'zones/4']);
  });

  it('does not let the last good version of a broken document lose what it names', () => {
    const it = scene();
    it.take(remove('zones', 3), broken('zone-pincodes', it.documents['zone-pincodes'][2]!, { zoneId: 'none' }));
    assert.deepEqual(it.refused, ['zone-pincodes/hill-carts/411005', 'zones/3']);
    it.take(remove('zone-pincodes', 'hill-carts/411005'));
    assert.deepEqual(it.refused, []);
  });

  it('that is refused keeps what it names itself', () => {
    const it = scene();
    it.take(remove('partners', 'hill-carts'), remove('zones', 3), remove('packages', 2), remove('areas', 4), remove('pincodes', '411005'));
    assert.deepEqual(it.refused, ['areas/4', 'partners/hill-carts', 'pincodes/411005', 'zones/3'], 'all because of one entry');
    it.take(remove('zone-pincodes', 'hill-carts/411005'));
    assert.deepEqual(it.refused, []);
  });

  it("is refused for a state whose gstCode a partner has, unless another state has it too", () => {
    const it = scene(({ states }) => states.push({ id: 3, name: 'Goa', code: 'GA', gstCode: '30' }));
    it.take(put('partners', { ...fixturePartner('goan'), gstStateCode: '30' }));
    it.take(remove('states', 3));
    assert.deepEqual(it.refused, ['states/3']);
    it.take(put('states', { id: 4, name: 'Goa again', code: 'GA', gstCode: '30' }));
    assert.deepEqual([it.refused, it.catalog.find('states', 3)], [[], undefined]);
    it.take(remove('states', 4));
    it.take(put('partners', { ...fixturePartner('goan'), gstStateCode: '07' }));
    assert.deepEqual(it.refused, []);
  });

  it('leaves it to nobody new', () => {
    const it = scene();
    it.take(remove('zones', 3));
    it.take(put('packages', { ...it.documents.packages[1]!, id: 60, fromZoneId: 3 }));
    assert.deepEqual(it.refused, ['packages/60', 'zones/3']);
    it.take(put('zones', it.documents.zones[2]!));
    assert.deepEqual([it.refused, it.catalog.find('packages', 60)?.fromZoneId], [[], 3]);
  });

  it('is superseded by a good document, which stays when nobody names it any more', () => {
    const it = scene();
    it.take(remove('zones', 3));
    it.take(put('zones', { ...it.documents.zones[2]!, name: 'Back' }));
    it.take(remove('zone-pincodes', 'hill-carts/411005'));
    assert.deepEqual([it.refused, it.catalog.find('zones', 3)?.name], [[], 'Back']);
  });

  it('is superseded by a broken document', () => {
    const it = scene();
    it.take(remove('zones', 3));
    it.take(broken('zones', it.documents.zones[2]!, { name: 1 }));
    it.take(remove('zone-pincodes', 'hill-carts/411005'));
    assert.deepEqual([it.refused, it.catalog.find('zones', 3)?.name], [['zones/3'], 'Zone 3']);
  });
});

describe('a document that is moved from under those that name it', () => {
  it('stays until they have followed: a city that goes to another state, and its pincodes one by one', () => {
    const it = scene();
    const moved = [
      put('cities', { ...it.documents.cities[2]!, stateId: 1 }),
      ...it.documents.pincodes.filter(({ cityId }) => cityId === 3).map((row) => put('pincodes', { ...row, stateId: 1 })),
    ];
    for (const order of orders(moved)) {
      const one = scene();
      for (const change of order) {
        assert.equal(one.catalog.find('cities', 3)!.stateId, 2);
        one.take(change);
        assert.deepEqual(unsound(one.catalog, () => false), []);
      }
      assert.deepEqual([one.refused, one.catalog.find('cities', 3)!.stateId, one.catalog.find('pincodes', '411001')!.stateId], [[], 1, 1]);
    }
    assert.equal(it.take(...moved).length, 3);
  });

  it("stays until they have followed: a zone that another partner gets, an area of another city, a state's GST code", () => {
    const it = scene();
    it.take(put('zones', { ...it.documents.zones[2]!, partnerId: 'swift-air' }), put('areas', { ...it.documents.areas[3]!, cityId: 2 }), put('states', { ...it.documents.states[1]!, gstCode: '30' }));
    assert.deepEqual(it.refused, ['areas/4', 'states/2', 'zones/3']);
    it.take(remove('zone-pincodes', 'hill-carts/411005'));
    it.take(put('pincodes', { ...it.documents.pincodes[5]!, areaIds: [] }));
    it.take(put('partners', { ...it.documents.partners[1]!, gstStateCode: '30' }));
    assert.deepEqual([it.refused, unsound(it.catalog, () => false)], [[], []]);
    assert.deepEqual([it.catalog.find('zones', 3)!.partnerId, it.catalog.find('areas', 4)!.cityId, it.catalog.find('states', 2)!.gstCode], ['swift-air', 2, '30']);
  });
});

describe('the work of an inspection', () => {
  const msOf = (task: () => void): number => {
    const startedAt = performance.now();
    task();
    return performance.now() - startedAt;
  };

  it('grows with what changes: many entries at once, and one among thousands that are refused', () => {
    const { documents, pincodes } = documentsWithPincodes(50_000);
    const catalog = Catalog.of(documents);
    const inspector = new Inspector(catalog, () => {});
    const entries = pincodes.map((pincode) => put('zone-pincodes', fixtureZonePincode(1, pincode)));
    const catalogMs = msOf(() => void Catalog.of({ ...documents, 'zone-pincodes': pincodes.map((pincode) => fixtureZonePincode(1, pincode)) }));
    const inspectMs = msOf(() => assert.equal(atOnce(inspector.inspect(entries)).length, entries.length));
    assert.ok(inspectMs < 20 * catalogMs + 200, `${inspectMs} ms to inspect what takes ${catalogMs} ms to hold`);

    const waiting = pincodes.map((pincode) => put('zone-pincodes', fixtureZonePincode(99, pincode)));
    const refuseMs = msOf(() => assert.equal(atOnce(inspector.inspect(waiting)).length, 0));
    assert.ok(refuseMs < 20 * inspectMs + 200, `${refuseMs} ms to refuse, ${inspectMs} ms to accept`);
    const row = documents.packages[0]!;
    const singleMs = msOf(() => { for (let price = 0; price < 1_000; price++) assert.equal(atOnce(inspector.inspect([put('packages', { ...row, baseCharge: price })])).length, 1); });
    assert.ok(singleMs < refuseMs + 200, `${singleMs} ms for a thousand single changes while 50,000 are refused`);
    assert.equal(atOnce(inspector.inspect([put('zones', fixtureZone(99, 'swift-air', NOWHERE))])).length, waiting.length + 1);
  });

  it('is done in steps, and a deletion that is refused is not looked into with every change', () => {
    const { documents, pincodes } = documentsWithPincodes(10_000);
    documents['zone-pincodes'].push(...pincodes.map((pincode) => fixtureZonePincode(1, pincode)));
    const catalog = Catalog.of(documents);
    const inspector = new Inspector(catalog, () => {});
    const stepsOf = (...changes: Change[]) => {
      const steps = inspector.inspect(changes);
      let count = 0;
      while (steps.next().done !== true) count += 1;
      return count;
    };
    assert.ok(stepsOf(...pincodes.map((pincode) => put('zone-pincodes', fixtureZonePincode(1, pincode)))) >= pincodes.length);
    stepsOf(remove('zones', 1), remove('states', 1));
    assert.equal([...inspector.refused].length, 2);
    assert.ok(stepsOf(put('discounts', fixtureDiscount(1, 0.5, 2))) < 20);
  });
});
