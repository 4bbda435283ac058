/** A write that removes many documents looks once for those that name them, not once for each. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Documents } from '../../src/model/documents.js';
import { type Referrer, NO_DOCUMENTS, type TransactionReader } from '../../src/model/overlay.js';
import type { Key, WriteOp } from '../../src/model/change.js';
import { writeOutcomeOf } from '../../src/model/transaction.js';
import { FIXTURE_NOTE, fixtureZone } from '../store/fixtures.js';

const AREAS = 1_000;
const remove = (key: Key): WriteOp => ({ kind: 'delete', collection: 'areas', key });
const ops = Array.from({ length: AREAS }, (_, index) => remove(index + 1));

/** A store of areas, and of zones that name some of them. */
class Areas {
  looks = 0;

  constructor(private readonly zones: readonly Documents['zones'][]) {}

  get reader(): TransactionReader {
    return {
      ...NO_DOCUMENTS,
      find: ((collection: string, id: number) =>
        collection === 'areas' ? { id, name: 'x', cityId: 1, createdAt: FIXTURE_NOTE.at } : undefined) as never,
      has: (collection) => collection === 'areas',
      namers: (collection, keys) => {
        this.looks++;
        assert.deepEqual([collection, keys.size], ['areas', AREAS]);
        return this.zones.map((document): Referrer => ({ collection: 'zones', key: document.id, document }));
      },
    };
  }
}

const zoneOf = (id: number, ...areas: number[]) => fixtureZone(id, 'acme', { states: [], cities: [], areas });

it('a removal of many documents that nothing names is carried out after one look', () => {
  const store = new Areas([]);
  const { conflict, changes } = writeOutcomeOf({ ops, note: FIXTURE_NOTE }, store.reader);
  assert.deepEqual([conflict, changes.length, store.looks], [null, AREAS, 1]);
});

it('one of many that some name is refused with those that name the first of these', () => {
  const store = new Areas([zoneOf(1, 700, 500), zoneOf(2, 500), zoneOf(3, 700)]);
  const { conflict } = writeOutcomeOf({ ops, note: FIXTURE_NOTE }, store.reader);
  const by = [1, 2].map((key) => ({ collection: 'zones', key }));
  assert.deepEqual(conflict, { reason: 'NAMED', collection: 'areas', key: 500, by });
  assert.equal(store.looks, 1);
});
