/** Several processes of node:test as one report: one summary at its end, and what was skipped kept with its reason. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';

export interface TestEvent {
  type: string;
  data: EventData;
}
export interface EventData {
  nesting?: number;
  name?: string;
  message?: string;
  file?: string;
  line?: number;
  column?: number;
  skip?: string | boolean;
  testNumber?: number;
  details?: { duration_ms?: number; error?: Error };
}

/** What each run says at its end, in this order. */
const TOTALS = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo', 'duration_ms'] as const;

export interface Skipped {
  name: string;
  file: string;
}

export class Tally {
  failures = 0;
  /** By the reason that was given. */
  readonly skipped = new Map<string, Skipped[]>();
  readonly totals = new Map<string, number>();

  note({ type, data }: TestEvent): void {
    if (type === 'test:fail') this.failures++;
    // other events of the same test say so, too
    if (type !== 'test:pass' || data.skip === undefined || data.skip === false) return;
    const reason = typeof data.skip === 'string' && data.skip !== '' ? data.skip : 'no reason is given';
    const skipped = this.skipped.get(reason) ?? [];
    const file = relative(process.cwd(), data.file ?? '');
    // a helper that makes a suite is no file that anybody could run
    skipped.push({ name: data.name ?? '', file: file.endsWith('.test.ts') ? file : `"${data.name}"` });
    this.skipped.set(reason, skipped);
  }

  /** Whether `message` was a total of a run: it is added to those of the runs before. */
  add(message: string): boolean {
    const [, name, value] = /^(\w+) ([\d.]+)$/.exec(message) ?? [];
    if (!TOTALS.some((total) => total === name)) return false;
    this.totals.set(name!, (this.totals.get(name!) ?? 0) + Number(value));
    return true;
  }
}

/** The events of all `processes`, for a reporter: what a test file has to say stands together, once it has ended. */
export async function* together(
  processes: readonly AsyncIterable<TestEvent>[],
  tally: Tally,
): AsyncGenerator<TestEvent> {
  const ended = new PassThrough({ objectMode: true });
  let summary: TestEvent | undefined;
  const follow = async (events: AsyncIterable<TestEvent>): Promise<void> => {
    let ofFile: TestEvent[] = [];
    for await (const { type, data: unmapped } of events) {
      const data = inSource(unmapped);
      const isOfRun = data.file === undefined && (data.nesting ?? 0) === 0;
      if (type === 'test:diagnostic' && isOfRun && tally.add(data.message!)) continue;
      // later versions of Node.js end a run with one more event, by which a reporter lists what failed
      if (type === 'test:summary' && isOfRun) summary = { type, data };
      else ofFile.push({ type, data });
      if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting !== 0) continue;
      for (const event of ofFile) ended.write(event);
      ofFile = [];
    }
    for (const event of ofFile) ended.write(event);
  };
  void Promise.all(processes.map(follow)).then(
    () => ended.end(),
    (error: Error) => ended.destroy(error),
  );
  for await (const event of ended as AsyncIterable<TestEvent>) {
    tally.note(event);
    yield event;
  }
  for (const name of TOTALS) {
    if (tally.totals.has(name))
      yield { type: 'test:diagnostic', data: { nesting: 0, message: `${name} ${tally.totals.get(name)!}` } };
  }
  if (summary !== undefined) yield summary;
}

/** A place in a compiled file is said as that in the source. */
function inSource<Data extends EventData>(data: Data): Data {
  const { file, line, column } = data;
  if (file === undefined || !existsSync(`${file}.map`)) return data;
  const at = sourceMapOf(file).findEntry((line ?? 1) - 1, (column ?? 1) - 1);
  if (!('originalSource' in at)) return data;
  const source = at.originalSource.startsWith('file:') ? fileURLToPath(at.originalSource) : at.originalSource;
  return { ...data, file: source, line: at.originalLine + 1, column: at.originalColumn + 1 };
}

const sourceMaps = new Map<string, SourceMap>();

function sourceMapOf(file: string): SourceMap {
  let found = sourceMaps.get(file);
  if (found === undefined)
    sourceMaps.set(file, (found = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))));
  return found;
}
