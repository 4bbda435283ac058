/** From the text of a body to a value: JSON of limited depth and size. */
import { MAX_JSON_CONTAINERS, MAX_JSON_DEPTH, MAX_JSON_MEMBERS } from '../limits/http.js';
import type { Failure } from '../errors.js';

export type ParsedBody = { ok: true; value: unknown } | { ok: false; failure: Failure };

/** Parses a body; nesting beyond MAX_JSON_DEPTH is refused before anything recurses into it. */
export function parseBody(body: string): ParsedBody {
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

const QUOTE = 34;
const COLON = 58;
const BRACKET = 91;
const BACKSLASH = 92;
const BRACE = 123;
/** A shorter text has fewer members and containers than are allowed. */
const LEAST_LENGTH = Math.min(MAX_JSON_MEMBERS, MAX_JSON_CONTAINERS);

/** A message if a JSON text has too many members or items, otherwise null. Much faster than parsing. */
export function jsonExcess(text: string): string | null {
  if (text.length < LEAST_LENGTH) return null;
  let members = 0;
  let containers = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) members++;
    else if (code === BRACKET || code === BRACE) containers++;
  }
  if (members > MAX_JSON_MEMBERS) return `has more than ${MAX_JSON_MEMBERS} members`;
  return containers > MAX_JSON_CONTAINERS ? `has more than ${MAX_JSON_CONTAINERS} objects and lists` : null;
}

/** The index of the quote that ends the string which begins at `start`; the text's length: it does not end. */
export function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
  } while (isEscaped(text, end));
  return end;
}

/** Whether an odd number of backslashes precedes. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}
