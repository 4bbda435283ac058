/** Backups of the embedded store, made while it is written to. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import { NoSpaceError } from '../../src/store/backup.js';
import type { Store } from '../../src/store/port.js';
import { LOADER, modulePath } from '../support/programs.js';
import { fixtureAssignment, fixtureDocuments, withFolder } from './fixtures.js';

const CHILD = modulePath('test/store/backup-child');
const WRITES_BEFORE = 100;
const WRITE_EVERY_MS = 5;
const POLL_MS = 1;

describe('a backup of the LMDB store', () => {
  it('opens at once, and has each write completely or not at all, and all that were answered before', () =>
    withFolder(async (path) => {
      const store = await filledStore(path);
      const writes = new Writes(store);
      await writes.reach(WRITES_BEFORE);
      const answeredBefore = writes.answered;
      const folder = join(path, 'backups', 'a');
      const backup = await store.backup!(folder);
      await writes.stop();

      const file = readFileSync(join(folder, 'data.mdb'));
      assert.deepEqual(backup, { bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') });
      assert.deepEqual(readdirSync(folder), ['data.mdb']);
      assert.deepEqual(readdirSync(join(path, 'backups')), ['a']);

      const copy = await openLmdbStore({ path: folder });
      const { assignments, partners } = await copy.load(['assignments', 'partners']);
      assert.deepEqual(
        partners,
        fixtureDocuments().partners.sort((a, b) => (a.partnerId < b.partnerId ? -1 : 1)),
      );
      const ids = new Set(assignments.map(({ shipmentId }) => shipmentId));
      const numberOf = (half: string): number[] =>
        [...ids].filter((id) => id.startsWith(half)).map((id) => Number(id.slice(half.length)));
      assert.deepEqual(numberOf('first-').sort(), numberOf('second-').sort());
      assert.ok(numberOf('first-').length >= answeredBefore, `${numberOf('first-').length} of ${answeredBefore}`);
      // the copy is a store of its own
      assert.deepEqual(
        await copy.write([{ kind: 'insert', collection: 'assignments', document: fixtureAssignment('later') }]),
        { ok: true, changeId: null },
      );
      assert.equal(await store.get('assignments', 'later'), undefined);
      await copy.close();
      await store.close();
    }));

  it('is readable for its user alone', { skip: process.platform === 'win32' }, () =>
    withFolder(async (path) => {
      const store = await filledStore(path);
      chmodSync(path, 0o755);
      await store.backup!(join(path, 'backups', 'a'));
      await store.close();
      const modes = ['backups', 'backups/a', 'backups/a/data.mdb'].map(
        (name) => statSync(join(path, name)).mode & 0o777,
      );
      assert.deepEqual(modes, [0o700, 0o700, 0o600]);
    }),
  );

  it('has no backups in it', () =>
    withFolder(async (path) => {
      const store = await filledStore(path);
      const first = await store.backup!(join(path, 'backups', 'a'));
      await store.backup!(join(path, 'backups', 'b'));
      await store.close();
      assert.deepEqual(readdirSync(join(path, 'backups', 'b')), ['data.mdb']);
      assert.equal(statSync(join(path, 'backups', 'b', 'data.mdb')).size, first.bytes);
    }));

  it('of a killed process is never taken for a good one, and the next backup removes what it left', () =>
    withFolder(async (path) => {
      const unfinished = join(path, 'backups', 'unfinished');
      const child = spawn(process.execPath, [...LOADER, CHILD, path], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      while (!existsSync(join(unfinished, 'data.mdb'))) await delay(POLL_MS);
      child.kill('SIGKILL');
      await once(child, 'close');

      const finished = readdirSync(join(path, 'backups')).filter((name) => name !== 'unfinished');
      for (const name of finished) await (await openLmdbStore({ path: join(path, 'backups', name) })).close();
      mkdirSync(unfinished, { recursive: true });
      writeFileSync(join(unfinished, 'left'), '');
      const store = await openLmdbStore({ path });
      await store.backup!(join(path, 'backups', 'next'));
      await store.close();
      assert.deepEqual(readdirSync(join(path, 'backups')).sort(), [...finished, 'next'].sort());
      assert.deepEqual(readdirSync(join(path, 'backups', 'next')), ['data.mdb']);
    }));

  it('is refused unless 1.2 times its size is free, and leaves nothing', () =>
    withFolder(async (path) => {
      let free = 0;
      const store = await openLmdbStore({ path, freeBytes: async () => free });
      await store.importAll(fixtureDocuments());
      const { size } = statSync(join(path, 'data.mdb'));
      free = Math.floor(size * 1.2) - 1;
      await assert.rejects(store.backup!(join(path, 'backups', 'a')), NoSpaceError);
      assert.equal(existsSync(join(path, 'backups')), false);
      free = Math.ceil(size * 1.2);
      await store.backup!(join(path, 'backups', 'a'));
      await store.close();
    }));

  it('that fails leaves nothing, and the store works on', () =>
    withFolder(async (path) => {
      const store = await filledStore(path);
      await store.backup!(join(path, 'backups', 'a'));
      await assert.rejects(store.backup!(join(path, 'backups', 'a')), { code: /ENOTEMPTY|EEXIST/ });
      assert.deepEqual(readdirSync(join(path, 'backups')), ['a']);
      assert.deepEqual(
        await store.write([{ kind: 'insert', collection: 'assignments', document: fixtureAssignment('after') }]),
        { ok: true, changeId: null },
      );
      await store.close();
    }));

  it('is finished before the store closes', () =>
    withFolder(async (path) => {
      const store = await filledStore(path);
      const backup = store.backup!(join(path, 'backups', 'a'));
      await store.close();
      assert.ok((await backup).bytes > 0);
      await (await openLmdbStore({ path: join(path, 'backups', 'a') })).close();
    }));
});

async function filledStore(path: string): Promise<Store> {
  const store = await openLmdbStore({ path });
  await store.importAll(fixtureDocuments());
  return store;
}

/** Writes two assignments in one transaction, again and again, until it is stopped. */
class Writes {
  /** The writes that were answered. */
  answered = 0;
  #isStopped = false;
  readonly #done: Promise<void>;

  constructor(store: Store) {
    this.#done = this.#run(store);
  }

  async reach(count: number): Promise<void> {
    while (this.answered < count) await delay(WRITE_EVERY_MS);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
  }

  async #run(store: Store): Promise<void> {
    while (!this.#isStopped) {
      const documents = ['first', 'second'].map((half) => fixtureAssignment(`${half}-${this.answered}`));
      await store.write(documents.map((document) => ({ kind: 'insert', collection: 'assignments', document })));
      this.answered++;
      await delay(WRITE_EVERY_MS);
    }
  }
}
