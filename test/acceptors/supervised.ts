/** A supervisor process with fake nodes, seen from outside: its log, its port, its exit. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '../support/client.js';
import { LOADER, modulePath } from '../support/programs.js';

const MAX_CONNECTIONS = 400;
const PATIENCE_MS = 20_000;

interface Line {
  msg: string;
  pid?: number;
  acceptor?: number;
  acceptor_pid?: number;
  port?: number;
}

export class Supervised {
  readonly process: ChildProcess;
  readonly lines: Line[] = [];
  readonly exited: Promise<[code: number | null, signal: string | null]>;
  stderr = '';
  #wake: () => void = () => {};

  constructor(env: { ACCEPTORS: number; PORT?: number; FAKE_FAULT?: string; FAILING_FORK?: number; STOP_WITHIN_MS?: number }) {
    const texts = Object.fromEntries(Object.entries({ PORT: 0, ...env }).map(([name, value]) => [name, String(value)]));
    // its own process group, as in a terminal
    this.process = spawn(process.execPath, [...LOADER, modulePath('test/acceptors/supervisor-program')], {
      env: { ...process.env, ...texts }, stdio: ['ignore', 'pipe', 'pipe'], detached: true,
    });
    // 'close': every process that holds the pipes has ended, including the acceptors
    this.exited = once(this.process, 'close') as Promise<[number | null, string | null]>;
    this.process.stderr!.on('data', (chunk: Buffer) => { this.stderr += chunk.toString(); });
    createInterface(this.process.stdout!).on('line', (line) => {
      this.lines.push(JSON.parse(line) as Line);
      this.#wake();
    });
  }

  static async started(env: ConstructorParameters<typeof Supervised>[0]): Promise<Supervised> {
    const supervised = new Supervised(env);
    await supervised.line('every acceptor listens');
    return supervised;
  }

  get port(): number {
    return this.lines.find(({ msg }) => msg === 'every acceptor listens')!.port!;
  }

  /** The `count`th line with this message, as soon as it is logged. */
  async line(message: string, count = 1): Promise<Line> {
    const deadline = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      const found = this.all(message)[count - 1];
      if (found !== undefined) return found;
      await new Promise<void>((resolve, reject) => {
        this.#wake = resolve;
        deadline.onabort = () => reject(new Error(`no "${message}" (${count}) in ${JSON.stringify(this.lines)} ${this.stderr}`));
      });
    }
  }

  all(message: string): Line[] {
    return this.lines.filter(({ msg }) => msg === message);
  }

  /** The processes that answer on the port, asked on new connections until there are `count` different ones. */
  async pids(count: number): Promise<Set<number>> {
    const seen = new Set<number>();
    for (let asked = 0; asked < MAX_CONNECTIONS && seen.size < count; asked += 1) seen.add(Number(await this.get('/')));
    assert.equal(seen.size, count, `${count} processes share the port`);
    return seen;
  }

  async get(path: string): Promise<string> {
    const { status, text } = await request({ port: this.port, path });
    assert.equal(status, 200);
    return text;
  }

  /** For `after`: ends whatever is left of it. */
  async end(): Promise<void> {
    try { process.kill(-this.process.pid!, 'SIGKILL'); } catch { /* it has already ended, as it should */ }
    await this.exited;
  }
}

/**
 * Resolves when the process has ended, even if its exit code has not been collected yet: the process that adopts an
 * orphan may take long.
 */
export async function gone(pid: number): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await sleep(20)) {
    let stat: string;
    try { stat = readFileSync(`/proc/${pid}/stat`, 'latin1'); } catch { return; }
    // after the name, which may contain anything
    if (stat.slice(stat.lastIndexOf(')')).startsWith(') Z')) return;
  }
  assert.fail(`process ${pid} is still running`);
}
