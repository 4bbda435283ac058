/** Test files in processes that share them. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
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
    const silent = new AbortController();
    const { longestSilenceMs } = this.#options;
    const end = (): void => silent.abort(new Error(`it said nothing for ${longestSilenceMs / 1_000} s`));
    const silence = setTimeout(end, longestSilenceMs);
    let reason: string | undefined;
    const heard = new Set<string | undefined>();
    for await (const event of run({ files: [entry], signal: silent.signal }) as AsyncIterable<TestEvent>) {
      silence.refresh();
      if (event.data.nesting === 0 && isResult(event)) heard.add(event.data.name);
      if (event.data.name !== entry) yield event;
      else if (event.type === 'test:fail') reason = event.data.details?.error?.message;
    }
    clearTimeout(silence);
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

const failure = (name: string, reason: string): TestEvent => ({
  type: 'test:fail',
  data: { name, nesting: 0, testNumber: 0, details: { duration_ms: 0, error: new Error(reason) } },
});

const isResult = ({ type }: TestEvent): boolean => type === 'test:pass' || type === 'test:fail';

function isTaken(path: string, index: number, number: number): boolean {
  const taken = takenOf(path, index);
  return existsSync(taken) && readFileSync(taken, 'utf8') === String(number);
}
