/** The server under the fuzz test, as seen by its parent. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { REFERENCE_NOW } from '../../reference/random.js';
import { LOADER, modulePath } from '../../support/programs.js';

const CHILD = modulePath('test/api/fuzz/server-process');

/** The limits of unsigned traffic are per minute: the clock has to advance, or nearly all of it would be refused. */
export const CLOCK_SPEED = 10;

export interface Figures {
  /** Of the main thread, after a collection. */
  heapBytes: number;
  externalBytes: number;
  /** Of the process, with the heaps of the pool's threads. */
  residentBytes: number;
  /** What it logged at `error` and above. */
  errors: unknown[];
}

export type Message = { port: number } | { figures: Figures };

export class Server {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    private readonly startedAtMs: number,
  ) {}

  static async start(seed: number): Promise<Server> {
    const child = spawn(process.execPath, ['--expose-gc', ...LOADER, CHILD, String(seed)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const { port } = (await next(child)) as { port: number };
    return new Server(child, port, performance.now());
  }

  /** Unix seconds of its clock, approximately. */
  get nowSeconds(): number {
    return Math.floor((REFERENCE_NOW.getTime() + (performance.now() - this.startedAtMs) * CLOCK_SPEED) / 1_000);
  }

  async figures(): Promise<Figures> {
    this.child.send('figures');
    return ((await next(this.child)) as { figures: Figures }).figures;
  }

  async close(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const exited = once(this.child, 'exit');
    this.child.send('close');
    const [code] = (await exited) as [number | null];
    assert.equal(code, 0, 'the server did not stop cleanly');
  }
}

function next(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the server ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (message: Message) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });
}
