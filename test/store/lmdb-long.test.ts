/** The embedded store's long transactions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import type { WriteOp } from '../../src/model/change.js';
import type { Store } from '../../src/store/port.js';
import { documentsWithPincodes, fixtureAssignment, fixtureZonePincode, withFolder } from './fixtures.js';
import { insert, put } from './suite-support.js';

const PINCODES = 4_000;
const LEAST_TURNS = 10;
const { documents, pincodes } = documentsWithPincodes(PINCODES);
const FIRST = `swift-air/${pincodes[0]}`;
const LAST = `swift-air/${pincodes.at(-1)}`;
const EVER = { partnerId: null, fromMs: 0, toMs: Date.parse('2100-01-01T00:00:00Z'), offset: 0, limit: 10 };

const assignAll = (zoneId: number): WriteOp[] =>
  pincodes.map((pincode) => put('zone-pincodes', fixtureZonePincode(zoneId, pincode)));
/** Passes every check but cannot be encoded: the transaction fails after everything before it was written. */
const unencodable = insert('assignments', { ...fixtureAssignment('unencodable'), assignment: { id: 2n ** 70n } });

describe('a long write to the LMDB store', () => {
  const withStore = (use: (store: Store) => Promise<void>) =>
    withFolder(async (path) => {
      const store = await openLmdbStore({ path });
      await store.importAll(documents);
      await store.write(assignAll(1));
      await use(store);
      await store.close();
    });

  it('shows readers the state before it until it is committed', () =>
    withStore(async (store) => {
      const ops = [
        insert('assignments', fixtureAssignment('first')),
        ...assignAll(2),
        insert('assignments', fixtureAssignment('last')),
      ];
      const seen = await readWhile(store, store.write(ops));
      // the commit may happen between two reads and before the write resolves, but not within a read
      const states = [...new Set([...seen, await stateOf(store)])];
      assert.deepEqual(
        states.slice(-2),
        ['zones 1 1, assignments 0', 'zones 2 2, assignments 2'].slice(-states.length),
      );
    }));

  it('leaves nothing when it fails halfway, and no reader has seen any of it', () =>
    withStore(async (store) => {
      const writing = store.write([...assignAll(2), insert('assignments', fixtureAssignment('first')), unencodable]);
      const seen = await readWhile(store, writing);
      await assert.rejects(writing, /serialize a BigInt/);
      assert.deepEqual([...new Set([...seen, await stateOf(store)])], ['zones 1 1, assignments 0']);
      assert.ok(
        (await store.load(['zone-pincodes']))['zone-pincodes'].every(
          ({ zoneId, pincode }) => zoneId === 1 || pincode < pincodes[0]!,
        ),
      );
      assert.deepEqual(await store.write([insert('assignments', fixtureAssignment('afterwards'))]), {
        ok: true,
        changeId: null,
      });
      assert.equal((await store.assignments(EVER)).total, 1);
    }));

  it('fails alone: writes that arrived with it are written', () =>
    withStore(async (store) => {
      const [earlier, failing, later] = await Promise.allSettled([
        store.write([insert('assignments', fixtureAssignment('before'))]),
        store.write([...assignAll(2), unencodable]),
        store.write([insert('assignments', fixtureAssignment('after'))]),
      ]);
      assert.deepEqual([earlier.status, failing.status, later.status], ['fulfilled', 'rejected', 'fulfilled']);
      assert.equal(await stateOf(store), 'zones 1 1, assignments 2');
    }));

  it('fails alone when it is one of many short ones', () =>
    withStore(async (store) => {
      const writes = Array.from({ length: 200 }, (_, index) =>
        store.write([insert('assignments', fixtureAssignment(`S${index}`))]),
      );
      const failing = store.write([unencodable]);
      await assert.rejects(failing, /serialize a BigInt/);
      assert.ok((await Promise.all(writes)).every((result) => result.ok));
      assert.equal((await store.assignments(EVER)).total, 200);
    }));

  it('is in a load as a whole or not at all, whenever the load begins', () =>
    withStore(async (store) => {
      const zonesOfLoad = async () => {
        const { 'zone-pincodes': entries } = await store.load(['zone-pincodes', 'pincodes']);
        return [...new Set(entries.filter(({ pincode }) => pincode >= pincodes[0]!).map(({ zoneId }) => zoneId))];
      };
      const writing = store.write(assignAll(2));
      const loads = [];
      for (let turn = 0; turn < LEAST_TURNS; turn++) {
        loads.push(zonesOfLoad());
        await nextTurn();
      }
      await writing;
      for (const zones of await Promise.all(loads)) assert.equal(zones.length, 1, `zones ${zones.join()}`);
      assert.deepEqual(await zonesOfLoad(), [2]);
    }));

  it('does not block a ping, or the question whether the store is empty', () =>
    withStore(async (store) => {
      const writing = store.write(assignAll(2));
      for (let turn = 0; turn < LEAST_TURNS; turn++) {
        assert.equal(await store.isEmpty(), false);
        await store.ping();
        await nextTurn();
      }
      assert.deepEqual(await writing, { ok: true, changeId: null });
    }));
});

/** Every state that was found, turn by turn, until `writing` has settled. */
async function readWhile(store: Store, writing: Promise<unknown>): Promise<string[]> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  writing.then(done, done);
  const seen: string[] = [];
  while (!isDone) {
    const state = await stateOf(store);
    if (!isDone) seen.push(state);
    await nextTurn();
  }
  return seen;
}

/** What the first and the last op of the long write have written, read in one turn. */
async function stateOf(store: Store): Promise<string> {
  const [first, last, { total }] = await Promise.all([
    store.get('zone-pincodes', FIRST),
    store.get('zone-pincodes', LAST),
    store.assignments(EVER),
  ]);
  return `zones ${first!.zoneId} ${last!.zoneId}, assignments ${total}`;
}
