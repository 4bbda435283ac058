/** The folder of the embedded store. */
import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { makeFolder } from '../../src/store/lmdb/folder.js';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import { withFolder } from '../store/fixtures.js';

const isRoot = process.getuid?.() === 0;

describe('the folder of a store', () => {
  it('is made with those above it, and is empty', () =>
    withFolder(async (folder) => {
      makeFolder(join(folder, 'a', 'b', 'c'));
      assert.deepEqual(await readdir(join(folder, 'a', 'b', 'c')), []);
    }));

  it('may exist, with what it holds', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, 'kept'), '');
      makeFolder(folder);
      assert.deepEqual(await readdir(folder), ['kept']);
    }));

  it('is not a file, nor below one', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, 'file'), '');
      for (const path of [join(folder, 'file'), join(folder, 'file', 'a')]) {
        assert.throws(() => makeFolder(path), {
          message: new RegExp(`^the store's folder ${path} cannot be .*is not a folder$`),
        });
      }
    }));

  it(
    'is refused at once where the system makes none',
    { skip: process.platform === 'linux' ? false : 'there is no /proc' },
    () => {
      for (const path of ['/proc/nope', '/proc/nope/deeper', '/proc']) {
        assert.throws(() => makeFolder(path), {
          message: new RegExp(`^the store's folder ${path} cannot be [^\\n]+$`),
        });
      }
    },
  );

  it(
    'is one that this user may write',
    { skip: isRoot ? 'needs an ordinary user: root may write everywhere' : false },
    () =>
      withFolder(async (folder) => {
        await mkdir(join(folder, 'locked'), { mode: 0o555 });
        for (const path of [join(folder, 'locked'), join(folder, 'locked', 'a')])
          assert.throws(() => makeFolder(path), /permission denied$/);
        await chmod(join(folder, 'locked'), 0o755);
      }),
  );

  it(
    'is looked at by whatever opens a store: a device in its place ended the process by a signal',
    { skip: process.platform === 'linux' ? false : 'there is no /dev/full' },
    async () => {
      await assert.rejects(openLmdbStore({ path: '/dev/full' }), /\/dev\/full is not a folder$/);
    },
  );
});
