/** What the embedded store does while a follower begins. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Change } from '../../src/model/change.js';
import type { Follower, Store } from '../../src/store/port.js';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import { documentsWithPincodes, fixtureAssignment, fixtureDocuments, withFolder } from './fixtures.js';
import { insert } from './suite-support.js';

const MANY = 10_000;
const follower = (change: Follower<'assignments'>['change'] = () => {}): Follower<'assignments'> => ({
  reset: () => Promise.resolve(),
  change,
});

async function withStore(use: (store: Store, path: string) => Promise<void>): Promise<void> {
  await withFolder(async (path) => {
    const store = await openLmdbStore({ path });
    await store.importAll(documentsWithPincodes(MANY).documents);
    await use(store, path);
    await store.close();
  });
}

describe('the LMDB store, while a follower begins', () => {
  it('answers reads and writes, and notifies its follower of every write', () =>
    withStore(async (store) => {
      const delivered: unknown[] = [];
      const take = (changes: readonly Change[]) => void delivered.push(...changes.map(({ key }) => key));
      let isFollowed = false;
      const following = Promise.all([
        store.follow(['assignments'], follower(take)),
        store.follow(['assignments'], follower()),
      ]).then(() => {
        isFollowed = true;
      });
      const answers: Promise<unknown>[] = [];
      const written: string[] = [];
      for (let round = 0; !isFollowed; round++) {
        answers.push(
          store.get('pincodes', '110001').then((row) => assert.equal(row?.pincode, '110001')),
          store.load(['pincodes']).then(({ pincodes }) => assert.ok(pincodes.length >= MANY)),
          store.page('pincodes', null, 10).then((rows) => assert.equal(rows.length, 10)),
          store.assignments({ partnerId: null, fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, offset: 0, limit: 1 }),
          store.isEmpty().then((isEmpty) => assert.equal(isEmpty, false)),
          store.ping(),
        );
        // also between the callbacks of one turn of the event loop
        for (let step = 0; step < 20; step++) {
          written.push(`shipment-${round}-${step}`);
          answers.push(
            store
              .write([insert('assignments', fixtureAssignment(written.at(-1)!))])
              .then((result) => assert.deepEqual(result, { ok: true, changeId: null })),
          );
          await Promise.resolve();
        }
        await turn();
      }
      await Promise.all([...answers, following]);
      assert.ok(written.length > 1, 'other writes ran in between');
      assert.deepEqual(delivered.toSorted(), written.toSorted());
    }));

  it('may be closed: later reads are refused, and no data is lost', () =>
    withFolder(async (path) => {
      const store = await openLmdbStore({ path });
      await store.importAll(fixtureDocuments());
      const following = store.follow(['assignments'], {
        reset: () => {
          closed = store.close();
          return Promise.resolve();
        },
        change: () => {},
      });
      let closed: Promise<void> | undefined;
      await following.catch(() => undefined);
      await closed;
      await assert.rejects(store.get('states', 1), /closed/);
      const next = await openLmdbStore({ path });
      assert.equal((await next.load(['states'])).states.length, fixtureDocuments().states.length);
      await next.close();
    }));
});
