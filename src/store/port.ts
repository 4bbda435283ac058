/**
 * What the engine asks of a store. Two adapters hold to it: the embedded LMDB one and, in production, MongoDB; nothing
 * above this port may know which is there, and one test suite runs against both.
 */
import type { AssignmentRecord, CollectionName, DatasetCollection, Documents } from '../schemas/documents.js';

/** A document's key within its collection; see {@link keyOf}. */
export type Key = string | number;

/** One change of one document. `insert` refuses a key that is taken; `put` replaces or creates; `delete` removes. */
export type WriteOp = {
  [C in CollectionName]:
    | { kind: 'insert' | 'put'; collection: C; document: Documents[C] }
    | { kind: 'delete'; collection: C; key: Key };
}[CollectionName];

/** A change that is durable in the store, whoever made it. */
export type Change = {
  [C in CollectionName]:
    | { kind: 'put'; collection: C; key: Key; document: Documents[C] }
    | { kind: 'delete'; collection: C; key: Key };
}[CollectionName];

/** Why a write was refused; nothing of it was written. */
export type Conflict =
  | { reason: 'KEY_TAKEN'; collection: CollectionName; key: Key }
  | { reason: 'DISCOUNT_OVERLAP'; key: Key; overlaps: Key }
  | { reason: 'REFERENCE'; collection: CollectionName; key: Key; field: string; message: string };

export type WriteResult = { ok: true } | { ok: false; conflict: Conflict };

/** Which assignments: of one partner, or of all when it is null, made from `fromMs` on and before `toMs` (Unix milliseconds). */
export interface AssignmentQuery {
  partnerId: string | null;
  fromMs: number;
  toMs: number;
  offset: number;
  limit: number;
}

/** One page; `total` counts the assignments of all pages. */
export interface AssignmentPage {
  total: number;
  assignments: AssignmentRecord[];
}

export interface Store {
  /** Documents by collection, all of one moment of the store. */
  load<C extends CollectionName>(collections: readonly C[]): Promise<{ [K in C]: Documents[K][] }>;
  /** One document, read from the store itself; nothing of a write that is still under way. */
  get<C extends CollectionName>(collection: C, key: Key): Promise<Documents[C] | undefined>;
  /** The assignments of a page, newest first (those of one millisecond by shipmentId, descending), as of one moment of the store. */
  assignments(query: AssignmentQuery): Promise<AssignmentPage>;
  /**
   * All of `ops` in one transaction, durable (on disk, or acknowledged by a majority) when this resolves; or none, with the
   * conflict. The ops must not be changed before that.
   */
  write(ops: readonly WriteOp[]): Promise<WriteResult>;
  /** Calls `onChanges` after each committed write, in commit order, with its changes; returns the call that stops it. */
  watch(onChanges: (changes: readonly Change[]) => void): () => void;
  /** Removes the idempotency records that expired before `nowMs`, some at a time; how many. One that has expired counts until then. */
  forgetExpired(nowMs: number): Promise<number>;
  /** Replaces everything with `documents` in one transaction: after a crash there is all of it or nothing of it. */
  importAll(documents: { [C in DatasetCollection]: readonly Documents[C][] }): Promise<void>;
  /** True until an import was completed. */
  isEmpty(): Promise<boolean>;
  /** Resolves when the store answers; rejects with the reason when it does not. Used by /health. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const KEY_FIELD: { [C in Exclude<CollectionName, 'zone-pincodes' | 'credentials'>]: keyof Documents[C] & string } = {
  'states': 'id', 'cities': 'id', 'areas': 'id', 'pincodes': 'pincode', 'service-types': 'serviceTypeId', 'partners': 'partnerId',
  'zones': 'id', 'packages': 'id', 'distance-charges': 'id', 'customer-charges': 'id', 'discounts': 'id',
  // by shipment, so that the key itself forbids a second assignment of one shipment
  'assignments': 'shipmentId',
  'idempotency-keys': 'key',
};

/** The field that tells a document of its collection from the others, for messages about a key. */
export function keyFieldOf(collection: CollectionName): string {
  if (collection === 'zone-pincodes') return 'pincode';
  return collection === 'credentials' ? 'id' : KEY_FIELD[collection];
}

/** The key of a document: what may stand once in its collection (a pincode once a partner, an assignment once a shipment). */
export function keyOf<C extends CollectionName>(collection: C, document: Documents[C]): Key {
  if (collection === 'zone-pincodes') {
    const entry = document as Documents['zone-pincodes'];
    return `${entry.partnerId}/${entry.pincode}`;
  }
  if (collection === 'credentials') {
    const credential = document as Documents['credentials'];
    return `${credential.kind}/${credential.id}`;
  }
  const field = KEY_FIELD[collection as keyof typeof KEY_FIELD];
  return (document as unknown as Record<string, Key>)[field]!;
}
