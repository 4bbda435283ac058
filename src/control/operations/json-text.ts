/**
 * The JSON text of a large answer, serialised in pieces: at once, a list of 20,000 rows would block the thread too
 * long.
 */
import { JSON_PIECE_ITEMS } from '../../limits.js';
import { gently, type Steps } from '../../steps.js';

/** The same text as JSON.stringify of plain data; synchronous when no list is long. */
export function jsonText(value: object): string | Promise<string> {
  return hasLongList(value) ? gently(inPieces(value)) : JSON.stringify(value);
}

function hasLongList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) ? value.length > JSON_PIECE_ITEMS : Object.values(value).some(hasLongList);
}

/** Joined once, since copying a text of megabytes takes a millisecond. */
function* inPieces(value: object): Steps<string> {
  const pieces: string[] = [];
  yield* write(value, pieces);
  return pieces.join('');
}

function* write(value: unknown, pieces: string[]): Steps<void> {
  if (!hasLongList(value)) pieces.push(JSON.stringify(value));
  else if (Array.isArray(value)) yield* writeList(value, pieces);
  else yield* writeMembers(value as object, pieces);
}

/** For an object that contains a long list, and so has at least one member. */
function* writeMembers(value: object, pieces: string[]): Steps<void> {
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    pieces.push(`${before}${JSON.stringify(name)}:`);
    yield* write(member, pieces);
    before = ',';
  }
  pieces.push('}');
}

function* writeList(rows: readonly unknown[], pieces: string[]): Steps<void> {
  for (let first = 0; first < rows.length; first += JSON_PIECE_ITEMS) {
    pieces.push(first === 0 ? '[' : ',', JSON.stringify(rows.slice(first, first + JSON_PIECE_ITEMS)).slice(1, -1));
    yield;
  }
  pieces.push(']');
}
