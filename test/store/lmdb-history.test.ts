/** The embedded store's history when it is long: a search looks at a bounded part of it in each turn. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { CHANGES_SEARCHED_AT_ONCE } from '../../src/limits/store.js';
import { OTHER_PARTNERS } from '../../src/model/history.js';
import type { ChangeSet } from '../../src/model/documents.js';
import { ALL_CHANGES, type ChangeQuery } from '../../src/store/change-query.js';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import type { Store } from '../../src/store/port.js';
import { fixtureChange, fixtureDocuments, withFolder } from './fixtures.js';

const TURNS = 5;
const SETS = TURNS * CHANGES_SEARCHED_AT_ONCE;
const RARE = 'rare-partner';

/** All but the first are of one partner. */
const changes = Array.from({ length: SETS }, (_, index): ChangeSet => {
  const set = fixtureChange(index + 1);
  const partnerId = index === 0 ? RARE : 'swift-air';
  return { ...set, partnerIds: [partnerId], views: [{ ...set, partnerId }] };
});

/** The turns of the event loop in which `work` went on, and what it resolved to. */
async function turnsOf<T>(work: Promise<T>): Promise<{ turns: number; result: T }> {
  let isDone = false;
  void work.finally(() => (isDone = true));
  let turns = 0;
  for (; !isDone; turns++) await turn();
  return { turns, result: await work };
}

describe('a search of a long history in the LMDB store', () => {
  let store: Store;
  let leave: () => void;
  let left: Promise<void>;
  before(
    () =>
      new Promise<void>((ready, failed) => {
        left = withFolder(async (path) => {
          store = await openLmdbStore({ path });
          await store.importAll({ ...fixtureDocuments(), changes });
          ready();
          await new Promise<void>((resolve) => (leave = resolve));
          await store.close();
        });
        left.catch(failed);
      }),
  );
  after(async () => {
    leave();
    await left;
  });
  const search = (query: Partial<ChangeQuery>) => store.changes({ ...ALL_CHANGES, limit: 10, ...query });

  it('that finds nothing takes turns, in each of which it looks at some change sets', async () => {
    const { turns, result } = await turnsOf(search({ by: { kind: 'service', id: 'nobody' } }));
    assert.deepEqual(result, []);
    assert.ok(turns >= TURNS, `${turns} turns`);
  });

  it('takes turns with others: in each turn one of them goes on', async () => {
    const searches = [1, 2, 3].map((id) => search({ collection: `nothing-${id}` }));
    const { turns, result } = await turnsOf(Promise.all(searches));
    assert.deepEqual(result, [[], [], []]);
    assert.ok(turns >= 3 * (TURNS - 1), `${turns} turns`);
  });

  it('for a partner looks at its own alone', async () => {
    const found = async (query: Partial<ChangeQuery>): Promise<number[]> => {
      const { turns, result } = await turnsOf(search(query));
      assert.ok(turns <= 1, `${turns} turns`);
      return result.map(({ id }) => id);
    };
    assert.deepEqual(await found({ partnerId: RARE }), [1]);
    assert.deepEqual(await found({ seenBy: [RARE, OTHER_PARTNERS] }), [1]);
    assert.deepEqual(await found({ seenBy: ['no-partner', OTHER_PARTNERS] }), []);
  });

  it('finds in pages what it finds at once', async () => {
    const all = changes.map(({ id }) => id).reverse();
    for (const query of [{}, { collection: 'zones' }, { seenBy: [RARE, 'swift-air'] }]) {
      const found: number[] = [];
      for (let next: number | null = null; ;) {
        const page: ChangeSet[] = await search({ ...query, before: next, limit: 333 });
        found.push(...page.map(({ id }) => id));
        if (page.length < 333) break;
        next = page.at(-1)!.id;
      }
      assert.deepEqual(found, all);
    }
  });
});
