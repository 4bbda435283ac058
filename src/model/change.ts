/** A change of one document, its key, and why it may be refused. */
import type { ReachedLimit } from '../caller.js';
import { assignmentKeyOf, callerTextOf } from './assignment-key.js';
import type { CountOp } from './counters.js';
import { type AssignmentRecord, type CollectionName, COLLECTIONS, type Documents, factsOf } from './documents.js';

/** A document's key within its collection; see {@link keyOf}. */
export type Key = string | number;

/**
 * One change of one document. With `was` it is refused unless the store holds just that; null: unless it holds no such
 * document. `insert` refuses a key that is taken (see also {@link formerKeyOf}); `put` replaces or
 * creates; `delete` removes; `count` adds to what is there.
 */
export type WriteOp =
  | {
      [C in CollectionName]: {
        kind: 'insert' | 'put';
        collection: C;
        document: Documents[C];
        was?: Documents[C] | null;
      };
    }[CollectionName]
  | CountOp
  | { kind: 'delete'; collection: CollectionName; key: Key; was?: Documents[CollectionName] | null };

/** A change that is durable in the store, made by this process or another. */
export type Change = PutChange | { kind: 'delete'; collection: CollectionName; key: Key };

export type PutChange = {
  /** `storedId`: how the store identifies a document that has lost its key, which is then its last key. */
  [C in CollectionName]: { kind: 'put'; collection: C; key: Key; document: Documents[C]; storedId?: string };
}[CollectionName];

/** Why a write was refused; nothing of it was written. */
export type Conflict =
  | { reason: 'KEY_TAKEN'; collection: CollectionName; key: Key }
  | { reason: 'DISCOUNT_OVERLAP'; key: Key; overlaps: Key }
  /** An addition would exceed its limit; what the counter has. */
  | { reason: 'FULL'; collection: CollectionName; key: Key; values: readonly number[] }
  /** An op's `was` is not what the store holds. */
  | { reason: 'STALE'; collection: CollectionName; key: Key }
  /** A document would be gone, belong elsewhere or lack a service, and others need it: up to MAX_NAMERS of them. */
  | { reason: 'NAMED'; collection: CollectionName; key: Key; by: readonly { collection: CollectionName; key: Key }[] }
  /** The note does not admit what the history would get. */
  | { reason: 'LIMIT'; limit: ReachedLimit }
  | { reason: 'REFERENCE'; collection: CollectionName; key: Key; field: string; message: string };

/** A document's name among all documents. */
export function nameOf({ collection, key }: { collection: CollectionName; key: Key }): string {
  return `${collection}/${key}`;
}

/** The field that identifies a document within its collection, for messages about a key. */
export function keyFieldOf(collection: CollectionName): string {
  return keyFieldNames(collection).at(-1)!;
}

/** Compares documents of a collection by their keys. */
export const inOrder =
  <C extends CollectionName>(collection: C) =>
  (one: Documents[C], other: Documents[C]): number => {
    const [a, b] = [keyOf(collection, one), keyOf(collection, other)];
    return typeof a === 'number' && typeof b === 'number' ? a - b : a < b ? -1 : 1;
  };

/**
 * The key of a document, unique within its collection (a pincode once for each partner, a shipment once for each
 * caller).
 */
export function keyOf<C extends CollectionName>(collection: C, document: Documents[C]): Key {
  if (collection === 'assignments') {
    const { caller, shipmentId } = document as AssignmentRecord;
    return assignmentKeyOf(callerTextOf(caller), shipmentId);
  }
  const fields = document as unknown as Record<string, Key>;
  const names = keyFieldNames(collection);
  return names.length === 1 ? fields[names[0]!]! : names.map((name) => fields[name]).join('/');
}

/** The key of the document that an op changes. */
export function keyOfOp(op: WriteOp): Key {
  return op.kind === 'delete' || op.kind === 'count' ? op.key : keyOf(op.collection, op.document);
}

/** Whether a document, which may be another program's, has all fields of its key. */
export function isKeyed(collection: CollectionName, document: object): boolean {
  const properties = COLLECTIONS[collection].properties as Record<string, { type?: string }>;
  const fields = document as Record<string, unknown>;
  return keyFieldNames(collection).every((field) =>
    properties[field]!.type === 'integer' ? Number.isSafeInteger(fields[field]) : typeof fields[field] === 'string',
  );
}

/** The fields that identify a document within its collection. */
export function keyFieldNames(collection: CollectionName): readonly string[] {
  return factsOf(collection).key;
}

/**
 * The second key that blocks an assignment: a record without a caller takes its shipmentId for every caller, so that an
 * upgrade never assigns a shipment twice. Null: there is no such key.
 */
export function formerKeyOf<C extends CollectionName>(collection: C, document: Documents[C]): Key | null {
  if (collection !== 'assignments') return null;
  const { caller, shipmentId } = document as AssignmentRecord;
  return caller ? shipmentId : null;
}
