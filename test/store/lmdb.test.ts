import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import { LmdbWriter } from '../../src/store/lmdb/writer.js';
import type { AllDocuments } from '../../src/store/dataset/dataset.js';
import { LOADER, modulePath } from '../support/programs.js';
import { fixtureAssignment, fixtureDiscount, fixtureDocuments, withFolder } from './fixtures.js';
import { lastTransaction, leaveInMeta } from './raw-lmdb.js';
import { storeSuite } from './store-suite.js';

const folder = mkdtempSync(join(tmpdir(), 'pinrate-lmdb-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let opened = 0;
storeSuite('LMDB', () => openLmdbStore({ path: join(folder, `store-${opened++}`) }));

describe('the LMDB store', () => {
  it('has everything after it is closed and opened again', () =>
    withFolder(async (path) => {
      const first = await openLmdbStore({ path });
      await first.importAll(fixtureDocuments());
      await first.write([{ kind: 'insert', collection: 'assignments', document: fixtureAssignment('kept') }]);
      await first.close();
      const second = await openLmdbStore({ path });
      assert.equal(await second.isEmpty(), false);
      assert.deepEqual(await second.get('assignments', 'kept'), fixtureAssignment('kept'));
      await second.close();
    }));

  it('cannot be opened a second time, in this process or another, and stays usable', () =>
    withFolder(async (path) => {
      const store = await openLmdbStore({ path });
      await store.importAll(fixtureDocuments());
      await assert.rejects(openLmdbStore({ path }), new RegExp(`in use by process ${process.pid}`));
      const other = spawn(process.execPath, [...LOADER, modulePath('test/store/crash-child'), 'write', path, '0'], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let stderr = '';
      other.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      assert.notEqual((await once(other, 'close'))[0], 0);
      assert.match(stderr, new RegExp(`in use by process ${process.pid}`));
      assert.deepEqual(
        await store.write([{ kind: 'insert', collection: 'assignments', document: fixtureAssignment('usable') }]),
        { ok: true, changeId: null },
      );
      assert.deepEqual(await store.get('assignments', 'usable'), fixtureAssignment('usable'));
      await store.close();
    }));

  it('refuses a file that is not a database, which would crash LMDB, and does not change it', () =>
    withFolder(async (path) => {
      const store = await openLmdbStore({ path });
      await store.close();
      const file = join(path, 'data.mdb');
      const sound = readFileSync(file);
      for (const damaged of [
        'hello',
        Buffer.alloc(8_192),
        Buffer.alloc(100_000, 7),
        sound.subarray(0, 1),
        sound.subarray(0, 4_096),
      ]) {
        writeFileSync(file, damaged);
        await assert.rejects(openLmdbStore({ path }), /cannot be opened: data\.mdb is damaged or not a database/);
        assert.deepEqual(readFileSync(file), Buffer.from(damaged));
      }
      writeFileSync(file, sound);
      await (await openLmdbStore({ path })).close();
      writeFileSync(file, '');
      const fresh = await openLmdbStore({ path });
      assert.equal(await fresh.isEmpty(), true);
      await fresh.close();
    }));

  it(
    'has files that only its user can read, also those that others could read before',
    { skip: process.platform === 'win32' },
    () =>
      withFolder(async (path) => {
        const modes = (): number[] => ['data.mdb', 'lock.mdb'].map((name) => statSync(join(path, name)).mode & 0o777);
        await (await openLmdbStore({ path })).close();
        assert.deepEqual(modes(), [0o600, 0o600]);
        for (const name of ['data.mdb', 'lock.mdb']) chmodSync(join(path, name), 0o644);
        await (await openLmdbStore({ path })).close();
        assert.deepEqual(modes(), [0o600, 0o600]);
      }),
  );

  it('can be opened after its process has ended, also when another process has the same pid', () =>
    withFolder(async (path) => {
      await (await openLmdbStore({ path })).close();
      const ended = spawn(process.execPath, ['-e', '']);
      await once(ended, 'close');
      for (const writer of [
        { pid: ended.pid!, startedAt: null },
        { pid: process.ppid, startedAt: 'another boot/1' },
      ]) {
        await leaveInMeta(path, 'writer', writer);
        await (await openLmdbStore({ path })).close();
      }
    }));

  it('shares one flush between writes that arrive together', () =>
    withFolder(async (path) => {
      const store = await openLmdbStore({ path });
      await store.importAll(fixtureDocuments());
      await store.close();
      const transactionsOf = async (work: (write: (name: string) => Promise<unknown>) => Promise<unknown>) => {
        const first = await lastTransaction(path);
        const again = await openLmdbStore({ path });
        await work((name) =>
          again.write([{ kind: 'insert', collection: 'assignments', document: fixtureAssignment(name) }]),
        );
        await again.close();
        return (await lastTransaction(path)) - first;
      };
      const ofNothing = await transactionsOf(async () => {});
      const oneByOne = await transactionsOf(async (write) => {
        for (let i = 0; i < 200; i++) await write(`one-${i}`);
      });
      const together = await transactionsOf((write) =>
        Promise.all(Array.from({ length: 200 }, (_, i) => write(`together-${i}`))),
      );
      assert.equal(oneByOne - ofNothing, 200);
      assert.ok(together - ofNothing <= 2, `200 writes that arrive together take ${together - ofNothing} flushes`);
    }));

  it('loads every collection as of one moment while others write', () =>
    withFolder(async (path) => {
      const store = await openLmdbStore({ path });
      await store.importAll(manyAreas(10_000));
      const load = store.load(['areas', 'discounts']);
      // a load in several turns would find this write among the discounts, which come after many areas
      await store.write([{ kind: 'insert', collection: 'discounts', document: fixtureDiscount(50, 100, 200) }]);
      const { areas, discounts } = await load;
      assert.equal(areas.length, 10_000);
      assert.deepEqual(
        discounts.map((row) => row.id),
        [1, 2],
      );
      assert.equal((await store.load(['discounts'])).discounts.length, 3);
      await store.close();
    }));

  it('imports nothing when a document cannot be stored', () =>
    withFolder(async (path) => {
      const store = await openLmdbStore({ path });
      await assert.rejects(
        store.importAll({ ...fixtureDocuments(), assignments: [fixtureAssignment('x'.repeat(5_000))] }),
      );
      assert.equal(await store.isEmpty(), true);
      assert.deepEqual((await store.load(['states'])).states, []);
      await store.importAll(fixtureDocuments());
      assert.equal(await store.isEmpty(), false);
      await store.close();
    }));

  it('has caught up when followers have everything that was accepted before', () =>
    withFolder(async (path) => {
      const store = await openLmdbStore({ path });
      await store.importAll(fixtureDocuments());
      const delivered: unknown[] = [];
      await store.follow(['discounts'], {
        reset: async () => {},
        change: async (changes) => {
          delivered.push(...changes.map(({ key }) => key));
        },
      });
      const written = store.write([
        { kind: 'insert', collection: 'discounts', document: fixtureDiscount(901, 800, 900) },
      ]);
      await store.caughtUp();
      assert.deepEqual(delivered, [901]);
      await written;
      await store.close();
    }));

  it('rejects writes after a commit that broke the environment, where the library would hang', async () => {
    let isBroken = false;
    const writer = new LmdbWriter(
      {
        meta: { putSync: () => {} },
        root: {
          childTransaction: () => {
            if (isBroken) return new Promise(() => {});
            isBroken = true;
            return Promise.reject(new Error('Input/output error'));
          },
          transactionSync: () => {
            throw new Error('Invalid argument');
          },
        },
      } as never,
      'folder',
    );
    await assert.rejects(writer.probe(), /^Error: Input\/output error$/);
    const outcomes = await Promise.allSettled([writer.probe(), writer.completeImport(), writer.probe()]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    await writer.queue.settled();
    assert.equal(writer.commitFailure?.message, 'Input/output error');
  });

  it('rejects a write whose key is longer than LMDB allows', () =>
    withFolder(async (path) => {
      const store = await openLmdbStore({ path });
      await store.importAll(fixtureDocuments());
      const document = (length: number) => ({ ...fixtureAssignment('x'.repeat(length)), assignmentId: 'ASG-LONG' });
      assert.deepEqual(await store.write([{ kind: 'insert', collection: 'assignments', document: document(1_900) }]), {
        ok: true,
        changeId: null,
      });
      await assert.rejects(
        store.write([{ kind: 'insert', collection: 'assignments', document: document(1_901) }]),
        /more than 1900 bytes/,
      );
      await store.close();
    }));
});

function manyAreas(count: number): AllDocuments {
  const documents = fixtureDocuments();
  const [first] = documents.areas;
  return { ...documents, areas: Array.from({ length: count }, (_, index) => ({ ...first!, id: index + 1 })) };
}
