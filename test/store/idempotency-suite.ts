/** Remembered answers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { IdempotencyRecord } from '../../src/model/documents.js';
import type { Change } from '../../src/model/change.js';
import type { Store } from '../../src/store/port.js';
import { fixtureAssignment, fixtureDocuments, fixtureIdempotencyRecord as record } from './fixtures.js';
import { insert, put, useStore, watch } from './suite-support.js';

const NOON = '2025-03-01T12:00:00.000Z';
const NOON_MS = Date.parse(NOON);
const LATER = '2025-03-02T12:00:00.000Z';
const MANY = 450;

export function idempotencySuite(name: string, open: () => Promise<Store>): void {
  describe(`${name}: idempotency records`, () => {
    const opened = useStore(async () => {
      const store = await open();
      await store.importAll(fixtureDocuments());
      return store;
    });
    const keys = async () =>
      (await opened().load(['idempotency-keys']))['idempotency-keys'].map(({ key }) => key).sort();

    it('are written together with the documents of their request, or not at all', async () => {
      const store = opened();
      const first = record('partner/swift-air/assign/1', LATER);
      assert.deepEqual(
        await store.write([insert('assignments', fixtureAssignment('I1')), insert('idempotency-keys', first)]),
        { ok: true, changeId: null },
      );
      assert.deepEqual(await store.get('idempotency-keys', first.key), first);
      assert.deepEqual(
        await store.write([
          insert('assignments', fixtureAssignment('I2')),
          insert('idempotency-keys', { ...first, requestHash: 'f'.repeat(64) }),
        ]),
        { ok: false, conflict: { reason: 'KEY_TAKEN', collection: 'idempotency-keys', key: first.key } },
      );
      assert.equal(await store.get('assignments', 'I2'), undefined);
      assert.deepEqual(await store.get('idempotency-keys', first.key), first);
    });

    it('may hold an answer of megabytes, or no answer', async () => {
      const large = { ...record('large', LATER), answer: JSON.stringify({ names: 'पुणे "Pune" \\ '.repeat(150_000) }) };
      const none: IdempotencyRecord = { ...record('none', LATER), status: null, answer: null };
      assert.deepEqual(await opened().write([insert('idempotency-keys', large), insert('idempotency-keys', none)]), {
        ok: true,
        changeId: null,
      });
      assert.deepEqual(await opened().get('idempotency-keys', 'large'), large);
      assert.deepEqual(await opened().get('idempotency-keys', 'none'), none);
    });

    it('may have a key of at most 600 characters, but not an empty one', async () => {
      assert.deepEqual(await opened().write([insert('idempotency-keys', record('k'.repeat(600), LATER))]), {
        ok: true,
        changeId: null,
      });
      await assert.rejects(
        opened().write([insert('idempotency-keys', record('k'.repeat(601), LATER))]),
        /key must have/,
      );
      await assert.rejects(opened().write([insert('idempotency-keys', record('', LATER))]), /key must have/);
    });

    it('are removed when they expired before a moment, and stay in force until then', async () => {
      const store = opened();
      await store.write([
        insert('idempotency-keys', record('before', '2025-03-01T17:29:59.999+05:30')),
        insert('idempotency-keys', record('at', NOON)),
        insert('idempotency-keys', record('renewed', '2025-03-01T00:00:00Z')),
      ]);
      await store.write([put('idempotency-keys', record('renewed', LATER))]);
      assert.equal((await store.write([insert('idempotency-keys', record('before', LATER))])).ok, false);
      const delivered: Change[] = [];
      const stop = await watch(store, (changes) => delivered.push(...changes));
      assert.equal(await store.forgetExpired(NOON_MS), 1);
      await store.caughtUp();
      await stop();
      assert.deepEqual(delivered, [{ kind: 'delete', collection: 'idempotency-keys', key: 'before' }]);
      const left = await keys();
      assert.ok(!left.includes('before') && left.includes('at') && left.includes('renewed'));
      assert.deepEqual(await store.write([insert('idempotency-keys', record('before', LATER))]), {
        ok: true,
        changeId: null,
      });
      assert.equal(await store.forgetExpired(NOON_MS), 0);
    });

    it('are removed by the hundred while others are written', async () => {
      const store = opened();
      const kept = await keys();
      await store.write(
        Array.from({ length: MANY }, (_, index) =>
          insert('idempotency-keys', record(`many-${index}`, '2025-01-01T00:00:00Z')),
        ),
      );
      const forgetting = store.forgetExpired(Date.parse('2025-02-01T00:00:00Z'));
      const writes = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.write([insert('idempotency-keys', record(`other-${index}`, LATER))]),
        ),
      );
      assert.ok(writes.every((result) => result.ok));
      assert.equal(await forgetting, MANY);
      assert.deepEqual(await keys(), [...kept, ...Array.from({ length: 20 }, (_, index) => `other-${index}`)].sort());
    });

    it('are removed by an import', async () => {
      await opened().importAll(fixtureDocuments());
      assert.deepEqual(await keys(), []);
      assert.equal(await opened().forgetExpired(Date.parse('2100-01-01T00:00:00Z')), 0);
    });
  });
}
