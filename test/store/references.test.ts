/** What documents name, and what a write sees of the changes before it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CollectionName, Documents } from '../../src/model/documents.js';
import { type DocumentReader, NO_DOCUMENTS, Overlay } from '../../src/model/overlay.js';
import type { Change, Key } from '../../src/model/change.js';
import { namersOf, referencesOf } from '../../src/model/rules/references.js';
import { fixtureDiscount, fixtureDocuments } from './fixtures.js';

describe('the references of a document', () => {
  const documents = fixtureDocuments();
  /** `collection/key` by field. */
  const named = <C extends CollectionName>(collection: C, document: Documents[C]): Record<string, string> =>
    Object.fromEntries(
      referencesOf(collection, document).map(({ field, collection: names, key }) => [field, `${names}/${key}`]),
    );

  it('are one for each key of a list', () => {
    const pincode = { ...documents.pincodes[0]!, stateId: 1, cityId: 2, areaIds: [7, 9] };
    assert.deepEqual(named('pincodes', pincode), {
      'stateId': 'states/1',
      'cityId': 'cities/2',
      'areaIds[0]': 'areas/7',
      'areaIds[1]': 'areas/9',
    });
  });

  it('say what the named document must have in common', () => {
    const [, zone] = referencesOf('zone-pincodes', documents['zone-pincodes'][0]!);
    assert.deepEqual(zone?.mustMatch, { field: 'partnerId', value: documents['zone-pincodes'][0]!.partnerId });
  });

  it('are none where a field is null or absent, or where the document is of another kind', () => {
    const row = { ...documents.packages[0]!, toZoneId: null };
    delete row.fromZoneId;
    assert.deepEqual(named('packages', row), { partnerId: `partners/${row.partnerId}` });
    assert.deepEqual(named('customer-charges', { ...documents['customer-charges'][0]!, partnerId: null }), {});
    const credential = documents.credentials[0]!;
    assert.deepEqual(named('credentials', { ...credential, kind: 'service', id: 'shop' }), {});
    assert.deepEqual(named('credentials', { ...credential, kind: 'partner', id: 'acme' }), { id: 'partners/acme' });
  });

  it('tell which collections name places by their keys, in the order in which these are imported', () => {
    assert.deepEqual(
      namersOf('states'),
      ['cities', 'pincodes', 'zones', 'holidays', 'road-distances', 'holds', 'place-groups', 'allocation-policies'],
      'partners name states by their GST codes',
    );
    assert.deepEqual(namersOf('cities'), ['areas', 'pincodes', 'zones', 'holds', 'place-groups']);
    assert.deepEqual(namersOf('areas'), ['pincodes', 'zones', 'holds', 'place-groups']);
  });
});

describe('documents with changes on top', () => {
  const put = (id: number, partnerId = 'acme'): Change => ({
    kind: 'put',
    collection: 'discounts',
    key: id,
    document: { ...fixtureDiscount(id, id, id + 1), partnerId },
  });
  const remove = (key: Key): Change => ({ kind: 'delete', collection: 'discounts', key });
  const layer = (below: DocumentReader, ...changes: Change[]): Overlay => {
    const overlay = new Overlay(below);
    for (const change of changes) overlay.add(change);
    return overlay;
  };
  const idsOf = (rows: Iterable<{ id: number }>): number[] => [...rows].map(({ id }) => id);

  it('are read through all layers', () => {
    const overlay = layer(layer(NO_DOCUMENTS, put(1), put(2), put(3)), remove(1), put(2, 'other'));
    assert.deepEqual(
      [1, 2, 3, 4].map((key) => overlay.find('discounts', key)?.partnerId),
      [undefined, 'other', 'acme', undefined],
    );
    assert.deepEqual(
      [1, 2, 3, 4].map((key) => overlay.has('discounts', key)),
      [false, true, true, false],
    );
  });

  it('are listed for a partner in the order of their keys, whichever layer has them', () => {
    const overlay = layer(layer(NO_DOCUMENTS, put(5), put(9), put(7)), put(8), put(5), remove(9), put(6, 'other'));
    assert.deepEqual(idsOf(overlay.ofOwner('discounts', 'acme')), [5, 7, 8]);
    assert.deepEqual(idsOf(overlay.unchangedOf('discounts', 'acme')), [7]);
  });

  it('have effects in the order in which their keys were first named, without deletions of nothing', () => {
    const overlay = layer(
      layer(NO_DOCUMENTS, put(1), put(2)),
      put(4),
      remove(2),
      remove(3),
      put(5),
      remove(5),
      put(4, 'other'),
    );
    assert.deepEqual([...overlay.effects()], [put(4, 'other'), remove(2)]);
    overlay.drop(remove(2));
    assert.deepEqual(idsOf(overlay.ofOwner('discounts', 'acme')), [1, 2]);
  });
});
