/** JSON text of a large answer, written down in pieces: in one go, a list of 20,000 rows would hold the thread for 10 ms. */
import { JSON_PIECE_ITEMS } from '../limits.js';
import { gently, type Steps } from '../steps.js';

/** The same text as JSON.stringify of plain data; at once where no list is long. */
export function jsonText(value: object): string | Promise<string> {
  return hasLongList(value) ? gently(write(value)) : JSON.stringify(value);
}

function hasLongList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) ? value.length > JSON_PIECE_ITEMS : Object.values(value).some(hasLongList);
}

function* write(value: unknown): Steps<string> {
  if (!hasLongList(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return yield* writeList(value);
  const members: string[] = [];
  for (const [name, member] of Object.entries(value as object)) {
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${yield* write(member)}`);
  }
  return `{${members.join(',')}}`;
}

function* writeList(rows: readonly unknown[]): Steps<string> {
  const pieces: string[] = [];
  for (let first = 0; first < rows.length; first += JSON_PIECE_ITEMS) {
    pieces.push(JSON.stringify(rows.slice(first, first + JSON_PIECE_ITEMS)).slice(1, -1));
    yield;
  }
  return `[${pieces.join(',')}]`;
}
