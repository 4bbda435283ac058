/** The filter of a search for change sets. */
import type { ChangeSet } from '../model/documents.js';

/** Selects change sets; null: all. */
export interface ChangeQuery {
  /** Selects change sets with a document of the partner. */
  partnerId: string | null;
  /**
   * Selects change sets that these partners (or EVERYBODY) see; `collection` is then one that they see in the change
   * set. Absent: all.
   */
  seenBy?: readonly string[];
  collection: string | null;
  by: { kind: string; id: string } | null;
  /** Selects those made at this moment or later, in milliseconds since the epoch. */
  sinceMs: number | null;
  /** Select those with a lower number, and those with a higher one. */
  before: number | null;
  after: number | null;
  limit: number;
}

/** Add a limit. */
export const ALL_CHANGES = {
  partnerId: null,
  collection: null,
  by: null,
  sinceMs: null,
  before: null,
  after: null,
} as const satisfies Omit<ChangeQuery, 'limit'>;

/** Whether a query selects a change set; its number is not compared. */
export function isSelected({ partnerId, seenBy, collection, by, sinceMs }: ChangeQuery, set: ChangeSet): boolean {
  const isOf = ({ collections }: Pick<ChangeSet, 'collections'>): boolean =>
    collection === null || collections.includes(collection);
  return (
    (partnerId === null || set.partnerIds.includes(partnerId))
    && (seenBy === undefined
      ? isOf(set)
      : (set.views ?? []).some((view) => seenBy.includes(view.partnerId) && isOf(view)))
    && (by === null || (set.by.kind === by.kind && set.by.id === by.id))
    && (sinceMs === null || Date.parse(set.at) >= sinceMs)
  );
}
