/** The ledger of a reconciliation that is stopped, or that somebody changes meanwhile. */
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { LedgerFile } from '../../../src/cli/reconcile/ledger-file.js';
import { withFolder } from '../../store/fixtures.js';

const opened = (folder: string) => LedgerFile.open(join(folder, 'ledger.csv'), {} as never, {} as never);

test('a run that is stopped leaves nothing next to the ledger', async (t) => {
  await withFolder(async (folder) => {
    const kill = t.mock.method(process, 'kill', () => true);
    const ledger = await opened(folder);
    assert.match((await readdir(folder)).join(), /^ledger\.csv\..*\.unfinished$/);
    const onSignal = process.listeners('SIGTERM').at(-1)!;
    onSignal('SIGTERM');
    assert.deepEqual(await readdir(folder), []);
    assert.deepEqual(kill.mock.calls[0]!.arguments, [process.pid, 'SIGTERM']);
    assert.equal(process.listeners('SIGTERM').includes(onSignal), false);
    await ledger.drop();
  });
});

test('a ledger that was changed during the run stays as it is', async () => {
  await withFolder(async (folder) => {
    const ledger = await opened(folder);
    await writeFile(join(folder, 'ledger.csv'), 'of another run');
    await assert.rejects(ledger.finish(), /ledger\.csv was changed during the run\. It stays as it is/);
    await ledger.drop();
    assert.deepEqual(await readdir(folder), ['ledger.csv']);
    assert.equal(await readFile(join(folder, 'ledger.csv'), 'utf8'), 'of another run');
  });
});

test('a ledger that is finished has its place, and listens to no signal any more', async () => {
  await withFolder(async (folder) => {
    const listeners = process.listenerCount('SIGINT');
    await (await opened(folder)).finish();
    assert.deepEqual(await readdir(folder), ['ledger.csv']);
    assert.equal(process.listenerCount('SIGINT'), listeners);
  });
});
