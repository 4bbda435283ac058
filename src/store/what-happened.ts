/** The effect of a change on a document. */
import { isDeepStrictEqual } from 'node:util';
import type { ChangeSet } from '../model/documents.js';
import { isOver } from '../domain/dates.js';
import type { Entry } from './entry.js';

/**
 * The effect of a change on a document, at `atMs` milliseconds since the epoch. The document exists before or after.
 */
export function whatHappened(
  { before, after }: Pick<Entry, 'before' | 'after'>,
  atMs: number,
): keyof ChangeSet['counts'] {
  if (before === null) return 'created';
  if (after === null) return 'removed';
  return hasOnlyEnded(before, after, atMs) ? 'ended' : 'updated';
}

interface Ending {
  status?: unknown;
  validTo?: string | null;
  updatedAt?: string;
}

function hasOnlyEnded(before: object, after: object, atMs: number): boolean {
  if (isOver(before, atMs) || !isOver(after, atMs)) return false;
  const rest = (document: object): Ending => ({
    ...document,
    status: undefined,
    validTo: undefined,
    updatedAt: undefined,
  });
  return isDeepStrictEqual(rest(before), rest(after));
}
