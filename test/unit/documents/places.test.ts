/**
 * Places that other programs delete stay in force while other documents name them: without them there is no geography.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameOf, type Change } from '../../../src/model/change.js';
import { fixtureZone } from '../../store/fixtures.js';
import { broken, contentsOf, type Inspected, NOWHERE, orders, put, remove, scene, unsound } from './inspected.js';

/**
 * The fixture with a state, a city and an area that only zones name, a city and a state that only documents below them
 * name, and a state that only a holiday names.
 */
const wideScene = () =>
  scene(({ states, cities, areas, zones, holidays }) => {
    const createdAt = cities[0]!.createdAt;
    states.push(
      { id: 3, name: 'Goa', code: 'GA', gstCode: '30' },
      { id: 4, name: 'Assam', code: 'AS', gstCode: '18' },
      { id: 5, name: 'Sikkim', code: 'SK', gstCode: '11' },
    );
    holidays.push({ id: 9, stateId: 5, date: '2027-05-16', kind: 'BOTH', name: 'State Day', createdAt });
    cities.push({ id: 4, name: 'Panaji', stateId: 4, createdAt }, { id: 5, name: 'Nagpur', stateId: 2, createdAt });
    areas.push({ id: 5, name: 'Miramar', cityId: 4, createdAt }, { id: 6, name: 'Sitabuldi', cityId: 1, createdAt });
    zones.push(
      fixtureZone(5, 'swift-air', { states: [3], cities: [], areas: [] }),
      fixtureZone(6, 'swift-air', { states: [], cities: [5], areas: [] }),
      fixtureZone(7, 'swift-air', { states: [], cities: [], areas: [6] }),
    );
  });

const inForce = (inspected: Inspected, change: Change): boolean => contentsOf(inspected.catalog).has(nameOf(change));

describe('the deletion of a place that others name', () => {
  /** All documents that name the place, in an order in which all can be deleted. */
  const NAMED: [what: Change, by: string, namers: Change[]][] = [
    [remove('areas', 2), 'a pincode', [remove('pincodes', '400001')]],
    [remove('areas', 6), 'a zone', [remove('zones', 7)]],
    [
      remove('areas', 4),
      'a pincode, a zone, a hold and a group',
      [remove('pincodes', '411005'), remove('zones', 3), remove('holds', 1), remove('place-groups', 'METRO')],
    ],
    [remove('cities', 4), 'an area', [remove('areas', 5)]],
    [remove('cities', 5), 'a zone', [remove('zones', 6)]],
    [
      remove('cities', 2),
      'all that can',
      [
        remove('pincodes', '400001'),
        remove('pincodes', '400005'),
        remove('zones', 2),
        remove('areas', 2),
        remove('areas', 3),
        remove('holds', 1),
        remove('place-groups', 'METRO'),
      ],
    ],
    [remove('states', 3), 'a zone', [remove('zones', 5)]],
    [remove('states', 5), 'a holiday', [remove('holidays', 9)]],
    [remove('states', 4), 'a city', [remove('areas', 5), remove('cities', 4)]],
    [
      remove('states', 1),
      'all that can',
      [
        remove('pincodes', '110001'),
        remove('pincodes', '110002'),
        remove('zones', 1),
        remove('zones', 7),
        remove('areas', 1),
        remove('areas', 6),
        remove('cities', 1),
        remove('road-distances', 1),
        remove('road-distances', 2),
        remove('road-distances', 3),
        remove('holds', 1),
        remove('allocation-policies', 'usual'),
        remove('place-groups', 'METRO'),
      ],
    ],
  ];
  for (const [change, by, namers] of NAMED) {
    it(`is refused until the last of them is deleted, in any order: ${nameOf(change)}, by ${by}`, () => {
      for (const order of namers.length > 3 ? [namers, namers.toReversed()] : orders(namers)) {
        const inspected = wideScene();
        assert.deepEqual(inspected.take(change), []);
        assert.deepEqual(inspected.reportedNames(), [nameOf(change)]);
        for (const namer of order) {
          assert.ok(inspected.refused.includes(nameOf(change)) && inForce(inspected, change));
          inspected.take(namer);
          assert.deepEqual(unsound(inspected.catalog), []);
        }
        assert.deepEqual([inspected.refused, inForce(inspected, change)], [[], false]);
      }
    });
    it(`is accepted together with all of them: ${nameOf(change)}, by ${by}`, () => {
      const inspected = wideScene();
      assert.equal(inspected.take(change, ...namers).length, namers.length + 1);
      assert.deepEqual([inspected.refused, inspected.reported, unsound(inspected.catalog)], [[], [], []]);
    });
  }

  it('reports who names it', () => {
    const inspected = wideScene();
    inspected.take(remove('areas', 2));
    assert.deepEqual(
      inspected.reported.map(({ faults }) => faults),
      [[{ field: '', message: 'was deleted and is still named by pincodes/400001' }]],
    );
  });

  it('is accepted together with changes that name other places instead', () => {
    const inspected = scene();
    assert.deepEqual(
      inspected.take(
        remove('areas', 4),
        put('pincodes', { ...inspected.documents.pincodes[5]!, areaIds: [] }),
        put('zones', { ...inspected.documents.zones[2]!, geographical: NOWHERE }),
        put('holds', { ...inspected.documents.holds[0]!, areas: [] }),
        put('place-groups', { ...inspected.documents['place-groups'][0]!, areas: [] }),
      ),
      ['areas/4', 'holds/1', 'pincodes/411005', 'place-groups/METRO', 'zones/3'],
    );
  });

  it('is refused when the last good version of a broken document names it', () => {
    const inspected = scene();
    inspected.take(remove('areas', 2), broken('pincodes', inspected.documents.pincodes[2]!, { latitude: 'north' }));
    assert.deepEqual([inspected.refused, unsound(inspected.catalog)], [['areas/2', 'pincodes/400001'], []]);
    inspected.take(remove('pincodes', '400001'));
    assert.deepEqual([inspected.refused, inspected.catalog.find('areas', 2)], [[], undefined]);
  });

  it('that is refused keeps what the place itself names: its city, and the city’s state', () => {
    for (const order of orders([remove('areas', 5), remove('cities', 4), remove('states', 4)])) {
      for (const isTogether of [true, false]) {
        const inspected = wideScene();
        inspected.take(
          put('zones', { ...inspected.documents.zones[0]!, geographical: { states: [], cities: [], areas: [5] } }),
        );
        if (isTogether) inspected.take(...order);
        else for (const change of order) inspected.take(change);
        assert.deepEqual(
          [inspected.refused, unsound(inspected.catalog)],
          [['areas/5', 'cities/4', 'states/4'], []],
          'all because of one zone',
        );
        inspected.take(remove('zones', 1));
        assert.deepEqual([inspected.refused, order.some((change) => inForce(inspected, change))], [[], false]);
      }
    }
  });

  it('that is refused keeps the place from new documents and from new versions', () => {
    const inspected = scene();
    inspected.take(remove('areas', 2));
    const changed = { ...inspected.documents.pincodes[2]!, latitude: 19 };
    inspected.take(
      put('pincodes', { ...changed, pincode: '400002' }),
      put('pincodes', changed),
      put('areas', { ...inspected.documents.areas[1]!, id: 9 }),
    );
    assert.deepEqual(
      [inspected.refused, inspected.catalog.find('pincodes', '400001')!.latitude],
      [['areas/2', 'pincodes/400001', 'pincodes/400002'], 18.9364],
    );
    inspected.take(put('areas', inspected.documents.areas[1]!));
    assert.deepEqual(
      [
        inspected.refused,
        inspected.catalog.find('pincodes', '400002')!.areaIds,
        inspected.catalog.find('pincodes', '400001')!.latitude,
      ],
      [[], [2], 19],
    );
  });

  it('is superseded by a good document, which stays when nothing names it any more', () => {
    const inspected = scene();
    inspected.take(remove('areas', 2));
    inspected.take(put('areas', { ...inspected.documents.areas[1]!, name: 'Back' }));
    inspected.take(remove('pincodes', '400001'));
    assert.deepEqual([inspected.refused, inspected.catalog.find('areas', 2)?.name], [[], 'Back']);
  });

  it('is superseded by a broken document', () => {
    const inspected = scene();
    inspected.take(remove('areas', 2));
    inspected.take(broken('areas', inspected.documents.areas[1]!, { name: 1 }));
    inspected.take(remove('pincodes', '400001'));
    assert.deepEqual([inspected.refused, inspected.catalog.find('areas', 2)?.name], [['areas/2'], 'Fort']);
  });

  it('is reported once, even if it arrives again', () => {
    const inspected = scene();
    inspected.take(remove('areas', 2));
    inspected.take(remove('areas', 2));
    inspected.takeEverything(remove('areas', 2));
    assert.deepEqual([inspected.reportedNames(), inspected.refused], [['areas/2'], ['areas/2']]);
  });
});

describe('the GST code of a state', () => {
  it('is not kept for its partners: the state is deleted, and they stay', () => {
    const inspected = wideScene();
    inspected.take(put('partners', { ...inspected.documents.partners[0]!, gstStateCode: '30' }));
    inspected.take(remove('zones', 5));
    assert.deepEqual(inspected.take(remove('states', 3)), ['states/3']);
    assert.deepEqual([inspected.refused, inspected.catalog.find('partners', 'swift-air')!.gstStateCode], [[], '30']);
  });

  it('is no longer available to a partner that changes', () => {
    const inspected = wideScene();
    const goan = { ...inspected.documents.partners[0]!, gstStateCode: '30' };
    inspected.take(remove('states', 3));
    inspected.take(put('partners', goan));
    assert.deepEqual(
      [inspected.refused, inspected.catalog.find('partners', 'swift-air')!.gstStateCode],
      [['partners/swift-air', 'states/3'], '07'],
      'it is deleted, even if still in force',
    );
    inspected.take(put('states', { id: 9, name: 'Goa again', code: 'GA', gstCode: '30' }));
    assert.deepEqual(
      [inspected.refused, inspected.catalog.find('partners', 'swift-air')!.gstStateCode],
      [['states/3'], '30'],
    );
    inspected.take(
      put('states', { id: 9, name: 'Goa again', code: 'GA', gstCode: '31' }),
      put('partners', { ...goan, name: 'Other' }),
    );
    assert.deepEqual(
      [inspected.refused, inspected.catalog.find('partners', 'swift-air')!.name],
      [['partners/swift-air', 'states/3'], 'swift-air'],
    );
  });
});
