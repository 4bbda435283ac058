/** What a change did to a document. */
import { isDeepStrictEqual } from 'node:util';
import type { ChangeSet } from '../model/documents.js';
import type { Entry } from './entry.js';

/** What a change did to a document, at `atMs` milliseconds since the epoch. It was there before or is there after. */
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

/** Whether a document is active; one without a status is. */
export function isActive(document: object): boolean {
  const { status } = document as Ending;
  return status !== false && status !== 'INACTIVE';
}

/** Whether a document has ended: by its status, or because its validTo has passed. */
export function isOver(document: object, atMs: number): boolean {
  const { validTo } = document as Ending;
  if (!isActive(document)) return true;
  return typeof validTo === 'string' && Date.parse(validTo) <= atMs;
}
