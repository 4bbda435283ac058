/** Answers recorded from the demo, for the document's examples: `npm run record:examples` writes them. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CallerKind } from '../../caller.js';
import { PACKAGE_ROOT } from '../../package-root.js';
import type { JsonObject } from './schema.js';

export interface RecordedAnswer {
  /** The title of the example. */
  summary: string;
  /** Whose credential got it; null: everybody gets the same. */
  caller: CallerKind | null;
  /** The whole body, or its text where it is no JSON. */
  value: JsonObject | string;
}

/** By operationId, then by the name of the example. */
export type RecordedAnswers = Readonly<Record<string, Readonly<Record<string, RecordedAnswer>>>>;

/** The member `examples` of a response's content; empty where nothing was recorded. */
export function examplesFor(recorded: RecordedAnswers[string] | undefined, as: CallerKind | null): JsonObject {
  const shown = Object.entries(recorded ?? {})
    .filter(([, { caller }]) => as === null || caller === null || caller === as)
    .map(([name, { summary, value }]) => [name, { summary, value: structuredClone(value) }] as const);
  return shown.length === 0 ? {} : { examples: Object.fromEntries(shown) };
}

/** Plain files next to the page that shows them, one an operation: they are not compiled, so they stay in src/. */
export const RECORDED_FOLDER = join(PACKAGE_ROOT, 'src', 'docs', 'examples');

export function readRecordedAnswers(): RecordedAnswers {
  const files = readdirSync(RECORDED_FOLDER).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => {
      const recorded = JSON.parse(readFileSync(join(RECORDED_FOLDER, name), 'utf8')) as RecordedAnswers[string];
      return [basename(name, '.json'), recorded];
    }),
  );
}
