/** Answers that were recorded from the demo, as the document shows them. */
import type { CallerKind } from '../../caller.js';
import type { JsonObject } from './schema.js';

export interface RecordedAnswer {
  /** What it shows. */
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
