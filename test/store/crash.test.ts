// Only in npm run test:all.
/**
 * kill -9 at random moments: afterwards every acknowledged write is there, and an import is there completely or not at
 * all.
 */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { DATASET_COLLECTIONS } from '../../src/model/documents.js';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import { seededRng } from '../reference/random.js';
import { seedOf } from '../support/depth.js';
import { LOADER, modulePath } from '../support/programs.js';
import { largeDocuments, manyPincodes } from './crash-documents.js';
import { fixtureAssignment, withFolder } from './fixtures.js';

const SEED = seedOf(20_260_311);
const CHILD = modulePath('test/store/crash-child');
const WRITE_ROUNDS = 3;
const IMPORT_ROUNDS = 2;
const LONGEST_WRITING_MS = 300;
const LONGEST_IMPORT_MS = 200;
const READY = /^ready\n/m;
/** After the first write, which a busy machine may take longer for than any of the times above. */
const ACKNOWLEDGED = /^ready\n.+\n/m;

describe(`the LMDB store under kill -9 (PINRATE_TEST_SEED=${SEED})`, () => {
  const rng = seededRng(SEED);

  it('keeps every write that it acknowledged', () =>
    withFolder(async (path) => {
      const acknowledged: string[] = [];
      for (let round = 0; round < WRITE_ROUNDS; round++) {
        const printed = await killAfter(
          ['write', path, String(round)],
          rng.next() * LONGEST_WRITING_MS,
          round === 0 ? READY : ACKNOWLEDGED,
        );
        acknowledged.push(...printed);
        const store = await openLmdbStore({ path });
        const { assignments, partners } = await store.load(['assignments', 'partners']);
        const stored = new Map(assignments.map((document) => [document.shipmentId, document]));
        for (const shipmentId of acknowledged) assert.deepEqual(stored.get(shipmentId), fixtureAssignment(shipmentId));
        assert.equal(partners.length, 2);
        await store.close();
      }
      assert.ok(acknowledged.length > 0, 'no write was acknowledged in any round');
    }));

  it('keeps every acknowledged long write, and each one completely or not at all', () =>
    withFolder(async (path) => {
      for (let round = 0; round < WRITE_ROUNDS; round++) {
        const acknowledged = await killAfter(['assign', path, String(round)], rng.next() * LONGEST_WRITING_MS);
        const last = acknowledged.at(-1)!;
        const store = await openLmdbStore({ path });
        const assigned = (await store.load(['zone-pincodes']))['zone-pincodes'].filter(({ pincode }) =>
          pincode.startsWith('50'),
        );
        await store.close();
        const moments = [...new Set(assigned.map(({ assignedAt }) => assignedAt))];
        assert.equal(moments.length, 1, `of several writes: ${moments.join(', ')}`);
        assert.equal(assigned.length, manyPincodes().pincodes.length);
        assert.ok(moments[0]! >= last, `${moments[0]} is stored, ${last} was acknowledged`);
      }
    }));

  it('drops an import that was killed within its transaction, and accepts another', () =>
    withFolder(async (path) => {
      await killAfter(['stall', path], 0);
      assert.equal(await importedWholly(path), false);
      const store = await openLmdbStore({ path });
      await store.importAll(largeDocuments());
      await store.close();
      assert.equal(await importedWholly(path), true);
    }));

  it('keeps all of an import or nothing of it', () =>
    withFolder(async (folder) => {
      for (let round = 0; round < IMPORT_ROUNDS; round++) {
        const path = join(folder, String(round));
        await killAfter(['import', path], rng.next() * LONGEST_IMPORT_MS);
        await importedWholly(path);
      }
    }));
});

describe('the LMDB store on a full disk', { skip: process.platform === 'win32' }, () => {
  it('rejects the writes that fail, stays alive, and keeps what it acknowledged', () =>
    withFolder(async (path) => {
      const child = spawn(
        'sh',
        ['-c', 'ulimit -f 700; exec "$0" "$@"', process.execPath, ...LOADER, CHILD, 'fill', path, '0'],
        { stdio: ['ignore', 'pipe', 'ignore'] },
      );
      const output = collect(child);
      const [code] = (await once(child, 'close')) as [number | null];
      assert.equal(code, 0);
      const lines = output.text().trim().split('\n');
      const store = await openLmdbStore({ path });
      const stored = new Set((await store.load(['assignments'])).assignments.map((document) => document.shipmentId));
      await store.close();
      assert.equal(lines.shift(), 'rejected');
      assert.equal(lines.pop(), 'deleted');
      assert.ok(lines.length > 100);
      assert.deepEqual([...stored].sort(), lines.filter((shipmentId) => shipmentId !== 'r0-0-0').sort());
    }));
});

/** Whether the store holds the whole import; false when it holds nothing. Anything between fails the test. */
async function importedWholly(path: string): Promise<boolean> {
  const expected = largeDocuments();
  const store = await openLmdbStore({ path });
  const isEmpty = await store.isEmpty();
  const loaded = await store.load(DATASET_COLLECTIONS);
  await store.close();
  for (const collection of DATASET_COLLECTIONS)
    assert.equal(loaded[collection].length, isEmpty ? 0 : expected[collection].length, collection);
  return !isEmpty;
}

/**
 * Starts the child, waits until its output matches `begun`, and kills it `afterMs` later. Returns the lines that it
 * printed after `ready`.
 */
async function killAfter(args: string[], afterMs: number, begun = READY): Promise<string[]> {
  const child = spawn(process.execPath, [...LOADER, CHILD, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const output = collect(child);
  await output.until(begun);
  await delay(afterMs);
  child.kill('SIGKILL');
  const [, signal] = await closed;
  assert.equal(signal, 'SIGKILL', 'the child ended before it was killed');
  const lines = output.text().split('\n').slice(0, -1);
  return lines.slice(lines.indexOf('ready') + 1);
}

function collect(child: ChildProcess): { until: (pattern: RegExp) => Promise<void>; text: () => string } {
  let all = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    all += text;
  });
  return {
    text: () => all,
    until: async (pattern) => {
      while (!pattern.test(all)) {
        if (child.exitCode !== null) throw new Error('the child ended before it was ready');
        await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);
      }
    },
  };
}
