// Only in npm run test:all.
/** The process as a whole: what it outlives, and that it ends. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomWorld, seededRng } from '../reference/random.js';
import { withFolder, writeDataset } from '../store/fixtures.js';
import { request } from '../support/client.js';
import { freePort, LOADER, modulePath } from '../support/programs.js';

const TIMEOUT_MS = 180_000;
/** Of six processes that ended by process.exit four hung. */
const ENDINGS = 6;
/** What follows upon the start is over by then. */
const AFTER_START_MS = 500;

/** What makes a program the first process, as far as it can see. */
const NEW_CONTAINER = ['unshare', '--map-root-user', '--pid', '--fork'];

const source = (name: string): string[] => [...LOADER, modulePath(name)];

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const reply = await request({ port, path: '/health/ready' }).catch(() => null);
    if (reply?.status === 200) return;
    await sleep(50);
  }
  assert.fail(`it ended with ${child.exitCode ?? child.signalCode}`);
}

it('a node serves on when nobody reads its output any more, and stops in order', { timeout: TIMEOUT_MS }, (t) =>
  withFolder(async (folder) => {
    await writeDataset(join(folder, 'dataset'), randomWorld(seededRng(3)));
    const port = await freePort();
    const child = spawn(process.execPath, source('src/main'), {
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        HOST: '127.0.0.1',
        WORKERS: '1',
        DATA_DIR: join(folder, 'store'),
        DATASET: join(folder, 'dataset'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    t.after(() => child.kill('SIGKILL'));
    child.stdout.destroy();
    child.stderr.destroy();
    await untilReady(child, port);
    await sleep(AFTER_START_MS);
    assert.equal((await request({ port, path: '/health/live' })).status, 200);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  }),
);

const endings: [string, string[], NodeJS.Signals[], boolean][] = [
  ['a process', [], ['SIGKILL'], true],
  // its SIGKILL to itself has no effect; what abort comes to depends on the processor
  ['the first process of a container', NEW_CONTAINER, ['SIGABRT', 'SIGSEGV', 'SIGILL', 'SIGTRAP'], canMakeContainer()],
];
for (const [what, prefix, signals, isPossible] of endings) {
  const options = { timeout: TIMEOUT_MS, skip: !isPossible && 'no process may be the first of a namespace here' };
  it(`${what} that ends at once does so in the midst of a transaction too`, options, () =>
    withFolder(async (folder) => {
      for (let ending = 0; ending < ENDINGS; ending++) {
        const [program, ...args] = [...prefix, process.execPath, ...source('test/deploy/ending-child')];
        const child = spawn(program!, [...args, join(folder, `store-${ending}`)], { stdio: 'ignore' });
        const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
        assert.equal(code, null);
        assert.ok(signals.includes(signal!), signal!);
      }
    }),
  );
}

function canMakeContainer(): boolean {
  return spawnSync(NEW_CONTAINER[0]!, [...NEW_CONTAINER.slice(1), 'true']).status === 0;
}
