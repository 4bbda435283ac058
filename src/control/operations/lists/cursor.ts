/**
 * Cursors: the last row that a caller has of a list, with what the list was asked for. Whatever is added in front of
 * that row, the rows behind it stay the same. A cursor is no secret and grants nothing: a page has what the caller may
 * see and asks for.
 */
import { hash } from 'node:crypto';
import type { Caller } from '../../../caller.js';
import type { CursorPagination } from '../../../contract/common.js';
import { canonicalJson } from '../../../domain/canonical.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { refuseFaults, type RefusedResult } from '../operation.js';
import { paginationOf } from './listing.js';

/** What identifies a row in the order of its list. */
export type Position = readonly (string | number | null)[];

/** What a list was asked for: rows of another one are not behind the same row. */
interface AskedList {
  /** The operation, and its path's parameters if it has any. */
  list: string;
  /** As the request has them. */
  filters: object;
  caller: Caller;
}

const IDENTITY_LENGTH = 16;

/** A service sees everything: its services share their cursors. */
function identityOf({ list, filters, caller }: AskedList): string {
  const text = canonicalJson({ list, filters, partner: caller.kind === 'partner' ? caller.id : null });
  return hash('sha256', text, 'base64url').slice(0, IDENTITY_LENGTH);
}

export function cursorOf(asked: AskedList, last: Position): string {
  return Buffer.from(JSON.stringify([identityOf(asked), ...last])).toString('base64url');
}

/** The row behind which a page begins; null: it begins with the first row, or by its number. */
type CursorResult<P extends Position> = { ok: true; last: P | null } | RefusedResult;

/** Refuses a cursor that is none of the list, or was given for other filters. */
export function readCursor<P extends Position>(
  cursor: string | undefined,
  asked: AskedList,
  isPosition: (parts: Position) => parts is P,
): CursorResult<P> {
  if (cursor === undefined) return { ok: true, last: null };
  const [identity, ...last] = partsIn(cursor);
  if (identity === identityOf(asked) && isPosition(last)) return { ok: true, last };
  const message = 'must be nextCursor of an answer of this list to the same filters';
  return refuseFaults(asked.caller, [{ field: 'cursor', code: 'INVALID_VALUE', message, value: cursor }]);
}

function partsIn(cursor: string): Position {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    const isPart = (part: unknown) => part === null || typeof part === 'string' || typeof part === 'number';
    return Array.isArray(parts) && parts.every(isPart) ? (parts as Position) : [];
  } catch {
    return [];
  }
}

/** The fault of a request that gives a cursor and the parameter that it takes the place of. */
export function cursorConflicts<O extends string>(
  query: { cursor?: string | undefined } & { [name in O]?: unknown },
  other: O,
): RequestFault[] {
  const { cursor } = query;
  if (cursor === undefined || query[other] === undefined) return [];
  return [{ field: 'cursor', code: 'INVALID_VALUE', message: `must be absent when ${other} is given`, value: cursor }];
}

/** @param last the last row of the page, if there are rows behind it */
export function cursorPaginationOf(
  total: number,
  { page = 1, limit, cursor }: { page?: number | undefined; limit: number; cursor?: string | undefined },
  asked: AskedList,
  last: Position | null,
): CursorPagination {
  const nextCursor = last === null ? null : cursorOf(asked, last);
  const byNumber = paginationOf(total, { page, limit });
  return cursor === undefined
    ? { ...byNumber, nextCursor }
    : { ...byNumber, page: null, hasNext: last !== null, hasPrev: true, nextCursor };
}
