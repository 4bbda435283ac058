/** The server as a process of its own, which a test may kill. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { LOADER, modulePath } from './programs.js';

export interface MainProcess {
  child: ChildProcess;
  port: number;
}

/** Resolves when it listens. */
export async function startMain(settings: { DATA_DIR: string; DATASET: string }): Promise<MainProcess> {
  const child = spawn(process.execPath, [...LOADER, modulePath('src/main')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      WORKERS: '1',
      LOG_LEVEL: 'info',
      ...settings,
    },
  });
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /"url":"([^"]+)"/.exec(line)?.[1];
    if (url !== undefined) return { child, port: Number(new URL(url).port) };
  }
  throw new Error('the server ended before it listened');
}

/** kill -9. Resolves when it has ended. */
export async function killMain({ child }: MainProcess): Promise<void> {
  const closed = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  child.kill('SIGKILL');
  assert.deepEqual(await closed, [null, 'SIGKILL'], 'the server ended before it was killed');
}
