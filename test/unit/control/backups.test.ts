import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Backups } from '../../../src/control/backups.js';
import { NoSpaceError } from '../../../src/store/backup.js';
import { StoreUnavailableError } from '../../../src/store/port.js';
import { withFolder } from '../../store/fixtures.js';

const MADE = { bytes: 3, sha256: 'abc' };
const START_MS = Date.parse('2026-11-25T23:51:47.250Z');
const SECOND_MS = 1_000;

async function make(folder: string): Promise<typeof MADE> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'data.mdb'), 'abc');
  return MADE;
}

describe('backups', () => {
  it('are named by the time in UTC, and by a number within a second', () =>
    withFolder(async (dataDir) => {
      const { backups } = backupsIn(dataDir);
      const made = [await backups.make(), await backups.make(), await backups.make()];
      assert.deepEqual(made, [
        { ok: true, path: 'backups/20261125T235147Z', ...MADE },
        { ok: true, path: 'backups/20261125T235147Z-2', ...MADE },
        { ok: true, path: 'backups/20261125T235147Z-3', ...MADE },
      ]);
    }));

  it('are made one at a time', () =>
    withFolder(async (dataDir) => {
      const { backups } = backupsIn(dataDir);
      const both = await Promise.all([backups.make(), backups.make()]);
      assert.deepEqual(
        both.map((result) => (result.ok ? 'made' : result.reason)),
        ['made', 'RUNNING'],
      );
      assert.equal((await backups.make()).ok, true);
    }));

  it('stay as long as they are among the newest', () =>
    withFolder(async (dataDir) => {
      const { backups, clock } = backupsIn(dataDir, { kept: 2 });
      for (let count = 0; count < 4; count++) {
        await backups.make();
        clock.nowMs += SECOND_MS;
      }
      assert.deepEqual(readdirSync(join(dataDir, 'backups')), ['20261125T235149Z', '20261125T235150Z']);
    }));

  it('of one second go in the order of their numbers', () =>
    withFolder(async (dataDir) => {
      const { backups } = backupsIn(dataDir, { kept: 9 });
      for (let count = 0; count < 11; count++) await backups.make();
      const left = readdirSync(join(dataDir, 'backups'));
      assert.deepEqual(left.sort(), [3, 4, 5, 6, 7, 8, 9, 10, 11].map((number) => `20261125T235147Z-${number}`).sort());
    }));

  it('stay when the clock was set back', () =>
    withFolder(async (dataDir) => {
      const { backups, clock } = backupsIn(dataDir, { kept: 1 });
      await backups.make();
      clock.nowMs -= SECOND_MS;
      await backups.make();
      assert.deepEqual(readdirSync(join(dataDir, 'backups')), ['20261125T235146Z']);
    }));

  it('go, but no other folder does, nor one that a node was started from', () =>
    withFolder(async (dataDir) => {
      const others = ['by-hand', '20200101T000000Z', 'unfinished'];
      for (const name of others) await make(join(dataDir, 'backups', name));
      writeFileSync(join(dataDir, 'backups', '20200101T000000Z', 'lock.mdb'), '');
      await make(join(dataDir, 'backups', '20200101T000001Z'));
      const { backups } = backupsIn(dataDir, { kept: 1 });
      await backups.make();
      assert.deepEqual(readdirSync(join(dataDir, 'backups')).sort(), [...others, '20261125T235147Z'].sort());
    }));

  it('say when there is no space, and that the store has tools of its own', () =>
    withFolder(async (dataDir) => {
      const full = async (): Promise<never> => {
        throw new NoSpaceError(1_000);
      };
      const { backups, reported } = backupsIn(dataDir, { backup: full });
      assert.deepEqual(await backups.make(), { ok: false, reason: 'NO_SPACE' });
      assert.deepEqual(reported, ['no backup was made']);
      const without = backupsIn(dataDir, { backup: undefined });
      assert.deepEqual(await without.backups.make(), { ok: false, reason: 'NOT_SUPPORTED' });
    }));

  for (const error of [
    Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' }),
    Object.assign(new Error('ENFILE: file table overflow'), { code: 'ENFILE' }),
    // as LMDB says it
    new Error('Too many open files'),
  ])
    it(`cannot be made for now when no file can be opened: ${error.message}`, () =>
      withFolder(async (dataDir) => {
        const { backups, reported } = backupsIn(dataDir, { backup: () => Promise.reject(error) });
        await assert.rejects(backups.make(), StoreUnavailableError);
        assert.deepEqual(reported, ['no backup was made']);
      }));

  it('that were not finished go, and no others', () =>
    withFolder(async (dataDir) => {
      for (const name of ['unfinished', '20200101T000000Z', 'by-hand']) await make(join(dataDir, 'backups', name));
      await backupsIn(dataDir).backups.removeUnfinished();
      assert.deepEqual(readdirSync(join(dataDir, 'backups')).sort(), ['20200101T000000Z', 'by-hand']);
    }));

  it('that fail for another reason reject, and the next one runs', () =>
    withFolder(async (dataDir) => {
      let isBroken = true;
      const { backups } = backupsIn(dataDir, {
        backup: async (folder) => {
          if (isBroken) throw new Error('broken');
          return make(folder);
        },
      });
      await assert.rejects(backups.make(), /broken/);
      isBroken = false;
      assert.equal((await backups.make()).ok, true);
    }));
});

interface Options {
  kept?: number;
  backup?: ((folder: string) => Promise<typeof MADE>) | undefined;
}

function backupsIn(dataDir: string, options: Options = {}) {
  const { kept = 5 } = options;
  const store =
    'backup' in options ? (options.backup === undefined ? {} : { backup: options.backup }) : { backup: make };
  const clock = { nowMs: START_MS };
  const reported: string[] = [];
  const backups = new Backups({
    store,
    dataDir,
    kept,
    now: () => clock.nowMs,
    report: (_, message) => reported.push(message),
  });
  return { backups, clock, reported };
}
