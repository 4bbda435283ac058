/** Which change sets of the history are wanted. */
import type { ChangeSet } from '../contract/documents/documents.js';

/** Selects change sets; null: all. */
export interface ChangeQuery {
  /** Those that changed a document of the partner. */
  partnerId: string | null;
  /** Also those that changed no partner's documents. */
  withGeneral?: boolean;
  collection: string | null;
  by: { kind: string; id: string } | null;
  /** Those made at this moment or later, in milliseconds since the epoch. */
  sinceMs: number | null;
  /** Those with a lower number, or a higher one. */
  before: number | null;
  after: number | null;
  limit: number;
}

/** Whether a query selects a change set, but for its numbers. */
export function isSelected({ partnerId, withGeneral, collection, by, sinceMs }: ChangeQuery, set: ChangeSet): boolean {
  return (
    (partnerId === null || set.partnerIds.includes(partnerId) || (withGeneral === true && set.partnerIds.length === 0))
    && (collection === null || set.collections.includes(collection))
    && (by === null || (set.by.kind === by.kind && set.by.id === by.id))
    && (sinceMs === null || Date.parse(set.at) >= sinceMs)
  );
}
