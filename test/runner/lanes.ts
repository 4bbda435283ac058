/** Test files in processes that share them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { received } from './channel.js';
import type { TestEvent } from './report.js';
import { type FileTime, leftOpenOf, takenOf, timeOf, type Work } from './share.js';

/** Files that some processes take in turns. */
export interface Lane {
  files: readonly string[];
  processes: number;
}

export interface LaneOptions {
  /** The folder of the compiled tests. */
  compiled?: string;
  /** A file that takes longer is ended; it says so itself. */
  longestFileMs?: number;
  /** A process whose event loop hangs cannot end its file itself: it is ended from outside. */
  longestSilenceMs?: number;
  /** How long a process may stay after its last file. */
  leftOpenMs?: number;
}

/** Many times what the longest file takes on a quiet machine. */
const LONGEST_FILE_MS = 10 * 60_000;
const CHANNEL = new URL('./channel.js', import.meta.url).href;
const SHARE = new URL('./share.js', import.meta.url).href;
const TRACKING = new URL('./tracking.js', import.meta.url).href;
const COMPILED = fileURLToPath(new URL('../..', import.meta.url));

/** The lists of a run's lanes, in a folder of their own. */
export class Lanes {
  readonly #folder = mkdtempSync(join(tmpdir(), 'pinrate-tests-'));
  readonly #lists: { path: string; files: readonly string[] }[] = [];
  readonly #options: Required<LaneOptions>;

  constructor(options: LaneOptions = {}) {
    const { longestFileMs = LONGEST_FILE_MS } = options;
    const longestSilenceMs = longestFileMs + 30_000;
    this.#options = { compiled: COMPILED, longestFileMs, longestSilenceMs, leftOpenMs: 30_000, ...options };
  }

  /** The events of each process, which starts when it is first asked for one. */
  processes({ files, processes }: Lane): AsyncIterable<TestEvent>[] {
    const path = join(this.#folder, String(this.#lists.length));
    this.#lists.push({ path, files });
    const { compiled, longestFileMs, leftOpenMs } = this.#options;
    writeFileSync(path, JSON.stringify({ compiled, files, longestFileMs, leftOpenMs } satisfies Work));
    return Array.from({ length: Math.min(processes, files.length) }, (_, number) => this.#process(path, files, number));
  }

  async *#process(path: string, files: readonly string[], number: number): AsyncGenerator<TestEvent> {
    const entry = `${path}-${number}.mjs`;
    // in this order, which static imports would not keep: a module of Node.js is loaded before any is run
    const share = `await import(${JSON.stringify(TRACKING)});\nconst share = await import(${JSON.stringify(SHARE)});\n`;
    writeFileSync(entry, `${share}await share.shareWork(${JSON.stringify(path)}, ${number});\n`);
    const child = fork(entry, {
      execArgv: [...process.execArgv.filter((flag) => !flag.startsWith('--test')), `--test-reporter=${CHANNEL}`],
      env: withoutRunner(process.env),
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    const { longestSilenceMs } = this.#options;
    let reason: string | undefined;
    const end = (): void => {
      reason = `it said nothing for ${longestSilenceMs / 1_000} s`;
      child.kill('SIGKILL');
    };
    const silence = setTimeout(end, longestSilenceMs);
    const heard = new Set<string | undefined>();
    let failures = 0;
    for await (const event of eventsOf(child, ended)) {
      silence.refresh();
      if (event.type === 'test:fail') failures++;
      if (event.data.nesting === 0 && isResult(event)) heard.add(event.data.name);
      yield event;
    }
    clearTimeout(silence);
    const [code, signal] = await ended;
    // a process with a test that failed ends with 1
    if (signal !== null) reason ??= `it was ended by ${signal}`;
    else if (code !== 0 && failures === 0) reason ??= `it ended with ${code}`;
    const taken = files.filter((_, index) => isTaken(path, index, number));
    const file = taken.find((name) => !existsSync(timeOf(path, files.indexOf(name))));
    for (const name of taken)
      if (name !== file && !heard.has(name)) yield failure(name, 'its results were lost when its process ended');
    const leftOpen = leftOpenOf(path, number);
    if (file !== undefined) yield failure(file, reason ?? 'the process ended while this file ran');
    else if (existsSync(leftOpen)) yield failure('a process of the tests', readFileSync(leftOpen, 'utf8'));
    else if (reason !== undefined) yield failure('a process of the tests', reason);
  }

  /** Of the files that have ended. */
  times(): FileTime[] {
    const ended = this.#lists.flatMap(({ path, files }) => files.map((_, index) => timeOf(path, index)));
    return ended.filter((path) => existsSync(path)).map((path) => JSON.parse(readFileSync(path, 'utf8')) as FileTime);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** What a process of tests reports and prints, until it has ended. */
function eventsOf(child: ChildProcess, ended: Promise<unknown>): AsyncIterable<TestEvent> {
  const events = new PassThrough({ objectMode: true });
  child.on('message', (event: TestEvent) => events.write(received(event)));
  for (const [name, stream] of [['stdout', child.stdout!] as const, ['stderr', child.stderr!] as const])
    stream
      .setEncoding('utf8')
      .on('data', (message: string) => events.write({ type: `test:${name}`, data: { nesting: 0, message } }));
  const disconnected = once(child, 'disconnect');
  // not until its streams end: a process that it started may have them
  void Promise.all([ended, disconnected]).then(() => setImmediate(() => events.end()));
  return events as AsyncIterable<TestEvent>;
}

/** Without the variable by which node:test would report on standard output. */
function withoutRunner(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const copy = { ...environment };
  delete copy.NODE_TEST_CONTEXT;
  return copy;
}

const failure = (name: string, reason: string): TestEvent => ({
  type: 'test:fail',
  data: { name, nesting: 0, testNumber: 0, details: { duration_ms: 0, error: new Error(reason) } },
});

const isResult = ({ type }: TestEvent): boolean => type === 'test:pass' || type === 'test:fail';

function isTaken(path: string, index: number, number: number): boolean {
  const taken = takenOf(path, index);
  return existsSync(taken) && readFileSync(taken, 'utf8') === String(number);
}
