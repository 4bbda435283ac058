/** Ids that a store chooses for new documents. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Store } from '../../src/store/port.js';
import { fixtureDiscount, fixtureDocuments } from './fixtures.js';
import { insert, useStore } from './suite-support.js';

/** More than any store takes at a time. */
const MANY = 1_000;
const CHOSEN = 2 ** 31;

export function idsSuite(name: string, open: () => Promise<Store>): void {
  describe(`${name}: ids for new documents`, () => {
    const opened = useStore(async () => {
      const store = await open();
      await store.importAll(fixtureDocuments());
      return store;
    });

    it('follow those of the documents that were imported, in each collection by itself', async () => {
      for (const collection of ['areas', 'zones', 'discounts'] as const) {
        const greatest = Math.max(0, ...fixtureDocuments()[collection].map(({ id }) => id));
        assert.equal(await opened().takeIds(collection, 1, 0), greatest + 1, collection);
        assert.equal(await opened().takeIds(collection, 1, 0), greatest + 2, collection);
      }
    });

    it('are given out once, each call its own in a row', async () => {
      const counts = [1, 3, MANY, 1, 2, 70, 1, 64, 63, 1];
      const firsts = await Promise.all(counts.map((count) => opened().takeIds('packages', count, 0)));
      const ids = firsts.flatMap((first, index) => Array.from({ length: counts[index]! }, (_, n) => first + n));
      assert.equal(new Set(ids).size, ids.length);
    });

    it('lie above the greatest id that the caller knows of', async () => {
      const store = opened();
      await store.write([insert('discounts', fixtureDiscount(CHOSEN, 800, 801))]);
      assert.equal(await store.takeIds('discounts', 2, CHOSEN), CHOSEN + 1);
      assert.equal(await store.takeIds('discounts', 1, 0), CHOSEN + 3, 'and so do all later ones');
    });

    it('lie above those of another import', async () => {
      const store = opened();
      const discounts = [fixtureDiscount(3 * CHOSEN, 1, 2)];
      await store.importAll({ ...fixtureDocuments(), discounts });
      assert.ok((await store.takeIds('discounts', MANY, 0)) > 3 * CHOSEN);
    });
  });
}
