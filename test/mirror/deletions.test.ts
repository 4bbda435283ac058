/** What is taken from under documents in force, by deletion or by moving it elsewhere, stays until they no longer need it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameOf, type Change } from '../../src/store/port.js';
import { fixturePartner, fixtureZone } from '../store/fixtures.js';
import { broken, contentsOf, NOWHERE, orders, put, remove, scene, unsound } from './inspected.js';

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
