/** Works out what a write would change, and any conflict, before anything is written. */
import { countedBy } from './counters.js';
import type { CollectionName, Documents } from './documents.js';
import { isDeepStrictEqual } from 'node:util';
import { MAX_NAMERS } from '../limits/store.js';
import { type Referrer, type Overlay, TransactionOverlay, type TransactionReader } from './overlay.js';
import { formerKeyOf, keyOfOp, type Change, type Conflict, type Key, type WriteOp } from './change.js';
import { type Breach, referenceBreaches, rowBreaches } from './judge.js';
import { isNamed, isOtherwise, referenceFaults, referencesOf } from './rules/references.js';

export interface WriteOutcome {
  /** Null: the write may be done. */
  conflict: Conflict | null;
  /** The changes with an effect, each key once, in the order in which the ops first named it. Empty with a conflict. */
  changes: Change[];
}

/**
 * What the ops of a write, applied in order, would change in the documents of `before`. Only a write that is for the
 * history is refused when it takes a document away that others name: what other programs do is not judged here.
 */
export function writeOutcomeOf(
  { ops, note }: { ops: readonly WriteOp[]; note: object | null },
  before: TransactionReader,
): WriteOutcome {
  const after = new TransactionOverlay(before);
  const conflict =
    keyConflict(ops, after)
    ?? conflictOf(referenceBreaches(after))
    ?? (note === null ? null : namedConflict(after, before))
    ?? conflictOf(rowBreaches(after));
  return { conflict, changes: conflict === null ? [...after.effects()] : [] };
}

/** Adds the ops to `after`, until one inserts a key that is taken, or finds another document than it expects. */
function keyConflict(ops: readonly WriteOp[], after: Overlay): Conflict | null {
  for (const op of ops) {
    const { collection } = op;
    const key = keyOfOp(op);
    if (op.kind === 'count') {
      const former = after.find('counters', key);
      const document = countedBy(former, op);
      if (document === null) return { reason: 'FULL', collection, key, values: former?.values ?? [] };
      after.add({ kind: 'put', collection: 'counters', key, document });
      continue;
    }
    if (op.was !== undefined && !isDeepStrictEqual(after.find(collection, key) ?? null, op.was))
      return { reason: 'STALE', collection, key };
    if (op.kind === 'delete') {
      after.add(op);
      continue;
    }
    const { document } = op;
    const taken = op.kind === 'insert' ? takenKey(after, collection, key, document) : null;
    if (taken !== null) return { reason: 'KEY_TAKEN', collection, key: taken };
    after.add({ kind: 'put', collection, key, document } as Change);
  }
  return null;
}

/** The document's key or its former key, whichever is taken; null: neither. */
function takenKey<C extends CollectionName>(
  after: Overlay,
  collection: C,
  key: Key,
  document: Documents[C],
): Key | null {
  if (after.has(collection, key)) return key;
  const formerKey = formerKeyOf(collection, document);
  return formerKey !== null && after.has(collection, formerKey) ? formerKey : null;
}

/** The first breach as a conflict. */
function conflictOf(breaches: Iterable<Breach>): Conflict | null {
  for (const { collection, key, other, field, message } of breaches)
    return collection === 'discounts' && other !== null
      ? { reason: 'DISCOUNT_OVERLAP', key, overlaps: other }
      : { reason: 'REFERENCE', collection, key, field, message };
  return null;
}

type ReferrerKey = Pick<Referrer, 'collection' | 'key'>;

/** A document is removed, has another owner or lacks a service, and other documents need its former state. */
function namedConflict(after: TransactionOverlay, before: TransactionReader): Conflict | null {
  for (const collection of after.collections.filter(isNamed)) {
    const leaving = new Map<Key, ReferrerKey[]>();
    for (const change of after.changes(collection).values()) {
      const former = before.find(collection, change.key);
      const stays = change.kind === 'put' && former !== undefined && !isOtherwise(former, change.document);
      if (former !== undefined && !stays) leaving.set(change.key, []);
    }
    if (leaving.size === 0) continue;
    for (const namer of after.namers(collection, new Set(leaving.keys()))) {
      for (const reference of referencesOf(namer.collection, namer.document)) {
        const by = reference.collection === collection ? leaving.get(reference.key) : undefined;
        if (by === undefined || by.length === MAX_NAMERS || isLast(by, namer)) continue;
        if (referenceFaults([reference], after).length > 0) by.push({ collection: namer.collection, key: namer.key });
      }
    }
    for (const [key, by] of leaving) if (by.length > 0) return { reason: 'NAMED', collection, key, by };
  }
  return null;
}

/** A document may name another one twice. */
function isLast(named: readonly ReferrerKey[], { collection, key }: ReferrerKey): boolean {
  const last = named.at(-1);
  return last?.collection === collection && last.key === key;
}
