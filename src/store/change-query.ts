/** The filter of a search for change sets. */
import type { Conflict } from '../model/change.js';
import type { ChangeSet } from '../model/documents.js';

/** Selects change sets; null: all. */
export interface ChangeQuery {
  /** Selects change sets with a document of the partner. */
  partnerId: string | null;
  /**
   * Selects change sets that these partners (or OTHER_PARTNERS) see; `collection` is then one that they see in the
   * change set. Absent: all.
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

/** The rows of some partners as of a change set; `partnerIds` null: of all partners and of nobody. */
export interface PlannedRows {
  changeId: number;
  collections: readonly string[];
  partnerIds: readonly string[] | null;
}

/** Whether a change set is later than the rows, and about such rows. */
export function isLaterThan(
  { changeId, collections, partnerIds }: PlannedRows,
  set: Pick<ChangeSet, 'id' | 'collections' | 'partnerIds'>,
): boolean {
  return (
    set.id > changeId
    && set.collections.some((each) => collections.includes(each))
    && (partnerIds === null || set.partnerIds.some((each) => partnerIds.includes(each)))
  );
}

export const staleBy = ({ id }: Pick<ChangeSet, 'id'>): Conflict => ({
  reason: 'STALE',
  collection: 'changes',
  key: id,
});

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
