/** The program itself as a node: a process to ask, to kill, to start again, and to stop as an operator does. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { MAIN } from '../support/app.js';
import { type Reply, request, sign } from '../support/client.js';
import { LOADER, modulePath } from '../support/programs.js';
import { PATIENCE_ENVIRONMENT, PATIENCE_FLAGS } from './patience.js';

/** What went wrong is at the end of its log. */
const LAST_LINES = 5;
/** At `error` and above. */
const ERROR_LINE = /"level":[56]0/;

export class MainNode {
  /** The lines that it logged at `error` and above. */
  readonly errors: string[] = [];
  #child: ChildProcess | null = null;
  #last: string[] = [];

  constructor(
    readonly name: string,
    private readonly port: number,
    private readonly settings: Record<string, string>,
  ) {}

  /** Resolves when it listens. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [...LOADER, ...PATIENCE_FLAGS, modulePath('src/main')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: String(this.port),
        WORKERS: '1',
        LOG_LEVEL: 'info',
        ...PATIENCE_ENVIRONMENT,
        ...this.settings,
      },
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stdout! }).on('line', (line) => {
        this.#last = [...this.#last, line].slice(-LAST_LINES);
        if (ERROR_LINE.test(line)) this.errors.push(line);
        if (line.includes('"msg":"listening"')) resolve();
      });
      child.once('exit', (code) => reject(new Error(`${this.name} ended with ${code}: ${this.#last.join('\n')}`)));
    });
  }

  /** kill -9 */
  async kill(): Promise<void> {
    const exited = once(this.#child!, 'exit');
    this.#child!.kill('SIGKILL');
    this.#child = null;
    await exited;
  }

  /** With the signal that a container gets. No-op when it does not run. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    assert.equal(child.exitCode, null, `${this.name} ended by itself: ${this.#last.join('\n')}`);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null], `${this.name} did not stop in time: ${this.#last.join('\n')}`);
  }

  /** A request below /api/v1, signed with the hash of its body; a string is sent unchanged. */
  send(method: string, path: string, body: unknown = '', headers: Record<string, string> = {}): Promise<Reply> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const contentSha256 = createHash('sha256').update(text).digest('hex');
    const signed = sign(method, `/api/v1${path}`, MAIN, { contentSha256 });
    const type: Record<string, string> = text === '' ? {} : { 'content-type': 'application/json' };
    return request({
      port: this.port,
      method,
      path: `/api/v1${path}`,
      headers: { ...type, ...headers, ...signed },
      body: text,
    });
  }
}
