/** From the text of a body to a value: JSON of limited depth. */
import { MAX_JSON_DEPTH } from '../limits/http.js';
import type { Failure } from '../errors.js';

export type Parsed = { ok: true; value: unknown } | { ok: false; failure: Failure };

/** Parses a body; nesting beyond MAX_JSON_DEPTH is refused before anything recurses into it. */
export function parseBody(body: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    return { ok: false, failure: { code: 'MALFORMED_JSON', details: reasonOf(error) } };
  }
  if (isTooDeep(value, MAX_JSON_DEPTH))
    return { ok: false, failure: { code: 'MALFORMED_JSON', details: `nested deeper than ${MAX_JSON_DEPTH} levels` } };
  return { ok: true, value };
}

/** The fields of a JSON object; null for any other value. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  // for-in over a long array is slower than parsing it
  if (Array.isArray(value)) return value.some((item) => isTooDeep(item, levels - 1));
  for (const key in value) if (isTooDeep((value as Record<string, unknown>)[key], levels - 1)) return true;
  return false;
}

/** V8 quotes the body in its message; the caller gets only the kind and position of the fault. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const position = /at position \d+/.exec(message)?.[0];
  return position === undefined ? 'the text ends or is malformed' : `unexpected text ${position}`;
}
