/** Writes of thousands of documents: a store may apply them in several steps, but nobody may notice. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Change, WriteOp } from '../../src/model/change.js';
import type { Store } from '../../src/store/port.js';
import { documentsWithPincodes, fixtureAssignment, fixtureZonePincode } from './fixtures.js';
import { insert, put, useStore, watch } from './suite-support.js';

const PINCODES = 3_000;
const FEW = 300;

export function longWriteSuite(name: string, open: () => Promise<Store>): void {
  const { documents, pincodes } = documentsWithPincodes(PINCODES);
  const imported = async () => {
    const store = await open();
    await store.importAll(documents);
    return store;
  };
  const assignAll = (zoneId: number): WriteOp[] =>
    pincodes.map((pincode) => put('zone-pincodes', fixtureZonePincode(zoneId, pincode)));

  describe(`${name}: a long write`, () => {
    const opened = useStore(imported);

    /** The number of these pincodes in each zone of swift-air. */
    const assigned = async (): Promise<Record<number, number>> => {
      const counts: Record<number, number> = {};
      for (const { pincode, zoneId } of (await opened().load(['zone-pincodes']))['zone-pincodes']) {
        if (pincode >= pincodes[0]!) counts[zoneId] = (counts[zoneId] ?? 0) + 1;
      }
      return counts;
    };

    it('leaves nothing when its last op refers to a missing document', async () => {
      const result = await opened().write([...assignAll(1), put('zone-pincodes', fixtureZonePincode(1, '999999'))]);
      assert.equal(!result.ok && result.conflict.reason, 'REFERENCE');
      assert.deepEqual(await assigned(), {});
    });

    it('leaves nothing when its last key is taken', async () => {
      const result = await opened().write([...assignAll(1), insert('zone-pincodes', fixtureZonePincode(1, '110001'))]);
      assert.deepEqual(result, {
        ok: false,
        conflict: { reason: 'KEY_TAKEN', collection: 'zone-pincodes', key: 'swift-air/110001' },
      });
      assert.deepEqual(await assigned(), {});
    });

    it('leaves nothing when its last document is not valid', async () => {
      await assert.rejects(
        opened().write([
          ...assignAll(1),
          put('zone-pincodes', { ...fixtureZonePincode(1, '110002'), assignedAt: 'yesterday' }),
        ]),
        /assignedAt/,
      );
      assert.deepEqual(await assigned(), {});
    });

    it('is delivered to watchers once and completely, in commit order', async () => {
      const store = opened();
      const delivered: (readonly Change[])[] = [];
      const stop = await watch(store, (changes) => delivered.push(changes));
      assert.deepEqual(await store.write(assignAll(1)), { ok: true, changeId: null });
      assert.deepEqual(await store.write([insert('assignments', fixtureAssignment('after-long'))]), {
        ok: true,
        changeId: null,
      });
      await stop();
      assert.deepEqual(
        delivered.map((changes) => changes.length),
        [PINCODES, 1],
      );
      assert.deepEqual(delivered[0]![PINCODES - 1], {
        kind: 'put',
        collection: 'zone-pincodes',
        key: `swift-air/${pincodes.at(-1)}`,
        document: fixtureZonePincode(1, pincodes.at(-1)!),
      });
    });

    it('is seen completely or not at all by reads during it', async () => {
      const writing = track(opened().write(assignAll(2)));
      const seen: Record<number, number>[] = [];
      do {
        seen.push(await assigned());
        await turn();
      } while (!writing.isDone);
      assert.deepEqual(await writing.result, { ok: true, changeId: null });
      for (const counts of seen) assert.ok(counts[1] === PINCODES || counts[2] === PINCODES, JSON.stringify(counts));
      assert.deepEqual(await assigned(), { 2: PINCODES });
    });

    it('succeeds completely for one of two that insert the same keys, whatever else is written meanwhile', async () => {
      const store = opened();
      await store.write(
        pincodes.map((pincode) => ({ kind: 'delete', collection: 'zone-pincodes', key: `swift-air/${pincode}` })),
      );
      const insertAll = (zoneId: number) =>
        store.write(pincodes.map((pincode) => insert('zone-pincodes', fixtureZonePincode(zoneId, pincode))));
      const rivals = [insertAll(1), insertAll(2)];
      const others = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.write([insert('assignments', fixtureAssignment(`between-${index}`))]),
        ),
      );
      assert.ok(others.every((result) => result.ok));
      const results = await Promise.all(rivals);
      assert.deepEqual(results.map((result) => result.ok || result.conflict.reason).sort(), ['KEY_TAKEN', true]);
      assert.deepEqual(await assigned(), { [results[0]!.ok ? 1 : 2]: PINCODES });
    });

    it('may be many short ones: each key is inserted once, and an invalid one fails alone', async () => {
      const store = opened();
      const rivals = Array.from({ length: 300 }, (_, index) =>
        store.write([insert('assignments', fixtureAssignment(`rival-${index % 100}`))]),
      );
      const invalid = store.write([insert('assignments', { ...fixtureAssignment('invalid'), createdAt: 'yesterday' })]);
      await assert.rejects(invalid, /createdAt/);
      const results = await Promise.all(rivals);
      for (let key = 0; key < 100; key++) {
        const outcomes = results
          .filter((_, index) => index % 100 === key)
          .map((result) => result.ok || result.conflict.reason);
        assert.deepEqual(outcomes.sort(), ['KEY_TAKEN', 'KEY_TAKEN', true], `rival-${key}`);
      }
    });

    it('is finished before the store closes', async () => {
      const store = await imported();
      // a store that closes gives up after some seconds, in which a busy machine may not write all of them
      const [written] = await Promise.all([store.write(assignAll(1).slice(0, FEW)), store.close()]);
      assert.deepEqual(written, { ok: true, changeId: null });
    });
  });
}

function track<T>(result: Promise<T>): { result: Promise<T>; isDone: boolean } {
  const tracked = { result, isDone: false };
  const done = () => {
    tracked.isDone = true;
  };
  result.then(done, done);
  return tracked;
}
