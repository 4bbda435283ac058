/**
 * The order in which other programs write to the store does not matter in the end, and inspecting a change costs as
 * much as the change is large.
 */
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { Catalog } from '../../../src/control/documents/catalog.js';
import { Inspector } from '../../../src/control/documents/inspector.js';
import type { Change } from '../../../src/model/change.js';
import {
  documentsWithPincodes,
  fixtureDiscount,
  fixtureDocuments,
  fixturePartner,
  fixtureZone,
  fixtureZonePincode,
} from '../../store/fixtures.js';
import {
  contentsOf,
  dangling,
  emptyScene,
  everything,
  NOWHERE,
  orders,
  put,
  remove,
  scene,
  unsound,
} from './inspected.js';

/** At each of the entries that are inspected: more would grow with their number. */
const MOST_LOOKS = 100;

describe('documents that arrive before those that they name', () => {
  const chain = (): Change[] => [
    put('partners', fixturePartner('late')),
    put('zones', fixtureZone(50, 'late', { states: [1], cities: [], areas: [] })),
    put('zone-pincodes', { ...fixtureZonePincode(50, '110002'), partnerId: 'late' }),
    put('packages', { ...fixtureDocuments().packages[0]!, id: 50, partnerId: 'late', fromZoneId: 50, toZoneId: null }),
  ];

  for (const changes of orders(chain())) {
    it(`are in force at the end: ${changes.map(({ collection }) => collection).join(', ')}`, () => {
      const together = scene();
      assert.equal(together.take(...changes).length, 4);
      const apart = scene();
      for (const change of changes) apart.take(change);
      for (const { catalog, refused } of [together, apart]) {
        assert.deepEqual(refused, []);
        assert.deepEqual(
          [
            catalog.find('zones', 50)?.partnerId,
            catalog.find('packages', 50)?.fromZoneId,
            catalog.assigned('late').get(110002),
          ],
          ['late', 50, 50],
        );
      }
    });
  }

  it('are all in force at the end when everything arrives in reverse order, one by one', () => {
    const documents = fixtureDocuments();
    const inspected = emptyScene();
    for (const change of everything(documents).reverse()) {
      inspected.take(change);
      assert.deepEqual([unsound(inspected.catalog), dangling(inspected.catalog)], [[], []]);
    }
    assert.deepEqual([inspected.refused, contentsOf(inspected.catalog)], [[], contentsOf(Catalog.of(documents))]);
  });

  it('wait for the GST code of a state', () => {
    const inspected = scene();
    inspected.take(put('partners', { ...fixturePartner('late'), gstStateCode: '29' }));
    inspected.take(put('states', { id: 9, name: 'Goa', code: 'GA', gstCode: '30' }));
    assert.deepEqual(inspected.refused, ['partners/late']);
    inspected.take(put('states', { id: 8, name: 'Karnataka', code: 'KA', gstCode: '29' }));
    assert.deepEqual(inspected.refused, []);
  });
});

describe('a discount that overlaps another', () => {
  const blocked = () => {
    const inspected = scene();
    inspected.take(put('discounts', fixtureDiscount(3, 1, 4)));
    assert.deepEqual(inspected.refused, ['discounts/3']);
    return inspected;
  };
  it('is accepted once the others are deleted', () => {
    const inspected = blocked();
    inspected.take(remove('discounts', 1));
    assert.deepEqual(inspected.refused, ['discounts/3']);
    assert.deepEqual(inspected.take(remove('discounts', 2)), ['discounts/2', 'discounts/3']);
  });
  it('is accepted once the others have ended or are inactive', () => {
    const inspected = blocked();
    inspected.take(put('discounts', { ...fixtureDiscount(1, 0.5, 2), validTo: '2024-12-01T00:00:00.000Z' }));
    assert.deepEqual(inspected.take(put('discounts', { ...fixtureDiscount(2, 2, 5), status: false })), [
      'discounts/2',
      'discounts/3',
    ]);
  });
  it('has no precedence when two swap their ranges one after the other', () => {
    const inspected = scene();
    inspected.take(put('discounts', fixtureDiscount(1, 2, 5)));
    assert.deepEqual(inspected.refused, ['discounts/1']);
    assert.deepEqual(inspected.take(put('discounts', fixtureDiscount(2, 0.5, 2))), ['discounts/1', 'discounts/2']);
  });
  it('stays with its old partner, and clashes there, when it cannot move to another partner', () => {
    const inspected = scene(({ discounts }) =>
      discounts.push({ ...fixtureDiscount(9, 0.5, 2), partnerId: 'hill-carts' }),
    );
    inspected.take(
      put('discounts', fixtureDiscount(8, 0.5, 2)),
      put('discounts', { ...fixtureDiscount(1, 0.5, 2), partnerId: 'hill-carts' }),
    );
    assert.deepEqual(inspected.refused, ['discounts/1', 'discounts/8']);
    inspected.take(remove('discounts', 9));
    assert.deepEqual([inspected.refused, unsound(inspected.catalog)], [[], []]);
  });
  it('is accepted once the only one that it overlaps, which was refused as well, is deleted', () => {
    const inspected = scene(({ discounts }) =>
      discounts.push({ ...fixtureDiscount(9, 0.5, 2), partnerId: 'hill-carts' }),
    );
    // 10 overlaps 8, which seems to fit until it turns out that 1 cannot move
    inspected.take(
      put('discounts', fixtureDiscount(8, 0.2, 1)),
      put('discounts', fixtureDiscount(10, 0.1, 0.3)),
      put('discounts', { ...fixtureDiscount(1, 0.5, 2), partnerId: 'hill-carts' }),
    );
    assert.deepEqual(inspected.refused, ['discounts/1', 'discounts/10', 'discounts/8']);
    assert.deepEqual(inspected.take(remove('discounts', 8)), ['discounts/10']);
    assert.deepEqual([inspected.refused, unsound(inspected.catalog)], [['discounts/1'], []]);
  });
});

describe('the work of an inspection', () => {
  it('grows with the changes: for many entries at once, and for one among thousands of refused ones', () => {
    const { documents, pincodes } = documentsWithPincodes(10_000);
    const inspector = new Inspector(Catalog.of(documents), () => {});
    let looks = 0;
    const counted = <T extends object>(value: T): T =>
      new Proxy(value, {
        get(of, name, receiver): unknown {
          looks += 1;
          return Reflect.get(of, name, receiver);
        },
      });
    /** Entries of a zone; each look at one of them counts. */
    const entriesOf = (zoneId: number): Change[] =>
      pincodes.map((pincode) => counted(put('zone-pincodes', counted(fixtureZonePincode(zoneId, pincode)))));
    const looksOf = (task: () => void): number => {
      looks = 0;
      task();
      return looks;
    };
    const entries = entriesOf(1);
    const toAccept = looksOf(() => assert.equal(inspector.inspect(entries).length, entries.length));
    assert.ok(toAccept < MOST_LOOKS * entries.length, `${toAccept} looks to accept ${entries.length} entries`);
    const waiting = entriesOf(99);
    const toRefuse = looksOf(() => assert.equal(inspector.inspect(waiting).length, 0));
    assert.ok(toRefuse < MOST_LOOKS * waiting.length, `${toRefuse} looks to refuse ${waiting.length} entries`);
    const row = documents.packages[0]!;
    const ofOthers = looksOf(() => {
      for (let price = 0; price < 1_000; price++)
        assert.equal(inspector.inspect([put('packages', { ...row, baseCharge: price })]).length, 1);
    });
    assert.equal(ofOthers, 0, 'of the refused ones for a thousand changes that they do not wait for');
    assert.equal(inspector.inspect([put('zones', fixtureZone(99, 'swift-air', NOWHERE))]).length, waiting.length + 1);
  });

  it('does not examine a refused deletion again with every change', () => {
    const { documents } = documentsWithPincodes(10_000);
    const catalog = Catalog.of(documents);
    const inspector = new Inspector(catalog, () => {});
    let looked = 0;
    const all = catalog.all.bind(catalog);
    mock.method(catalog, 'all', function* (collection: 'pincodes') {
      for (const document of all(collection)) {
        looked += 1;
        yield document;
      }
    });
    inspector.inspect([remove('cities', 3), remove('states', 2)]);
    assert.equal([...inspector.refused].length, 2);
    assert.ok(looked > 0);
    looked = 0;
    inspector.inspect([put('discounts', fixtureDiscount(1, 0.5, 2))]);
    assert.ok(looked < 20, `${looked} documents were looked at`);
  });
});
