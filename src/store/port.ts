/**
 * What the engine asks of a store. Two adapters hold to it: the embedded LMDB one and, in production, MongoDB; nothing
 * above this port may know which is there, and one test suite runs against both.
 */
import { TemporarilyUnavailable } from '../errors.js';
import { assignmentKeyOf, callerTextOf } from '../schemas/assignment-key.js';
import type { AssignmentRecord, CollectionName, DatasetCollection, Documents } from '../schemas/documents.js';

/** A document's key within its collection; see {@link keyOf}. */
export type Key = string | number;

/**
 * One change of one document. `insert` refuses a key that is taken (see {@link formerKeyOf} too); `put` replaces or
 * creates; `delete` removes.
 */
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

export type Put = Extract<Change, { kind: 'put' }>;

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

/** Whoever mirrors documents of a store. */
export interface Follower<C extends CollectionName> {
  /**
   * Everything that there is, all of one moment of the store: first of all, and again whenever changes may have been
   * missed. Nothing else is told before this resolves.
   */
  reset(documents: { [K in C]: Documents[K][] }): Promise<void>;
  /** Changes in commit order, those of one transaction in one call; the next call comes when this one's promise is resolved. */
  change(changes: readonly Change[]): void | Promise<void>;
  /** Resolves when changes would be taken up at once: while they keep coming, a store that has to ask for them need not ask before. Absent: they always are. */
  rested?(): Promise<void>;
}

export interface FollowStatus {
  /** `resuming`: the connection is being mended, changes wait in the store. `reloading`: changes may have been missed, everything is being read anew. */
  state: 'following' | 'resuming' | 'reloading';
  resumes: number;
  reloads: number;
  /** When the store last said anything, be it that there is nothing new; milliseconds since the epoch. */
  lastSignMs: number;
  /** How long the last change took from being written to being told, in milliseconds. */
  lagMs: number;
  /** What is in the way of following, in words; null while nothing is. */
  trouble: string | null;
}

export interface Following {
  status(): FollowStatus;
  /** Nothing is told any more when this resolves. */
  stop(): Promise<void>;
}

/** The store cannot be reached just now. What was asked for may or may not have been done: asked again later it is done once. */
export class StoreUnavailable extends TemporarilyUnavailable {}

export interface Store {
  /** Whether other programs may write to it: then its documents, and what followers are told, may break schema and rules. */
  readonly isShared: boolean;
  /** Documents by collection, all of one moment of the store. */
  load<C extends CollectionName>(collections: readonly C[]): Promise<{ [K in C]: Documents[K][] }>;
  /** One document, read from the store itself; nothing of a write that is still under way. */
  get<C extends CollectionName>(collection: C, key: Key): Promise<Documents[C] | undefined>;
  /**
   * The assignments of a page, newest first, as of one moment of the store; those of one millisecond by shipmentId,
   * then by caller, both descending.
   */
  assignments(query: AssignmentQuery): Promise<AssignmentPage>;
  /**
   * Documents of a collection in the order of their keys (of assignments, an order that each store chooses): at most
   * `limit` of those after the key `after`, null for the first. For copying a store too large to hold; not all of one
   * moment.
   */
  page<C extends CollectionName>(collection: C, after: Key | null, limit: number): Promise<Documents[C][]>;
  /**
   * All of `ops` in one transaction, durable (on disk, or acknowledged by a majority) and told to this process' followers
   * when this resolves; or none, with the conflict. The ops must not be changed before that. Rejects with
   * {@link StoreUnavailable} when the store cannot be reached.
   */
  write(ops: readonly WriteOp[]): Promise<WriteResult>;
  /** Resolves once the follower has everything; from then on it is told every change. */
  follow<C extends CollectionName>(collections: readonly C[], follower: Follower<C>): Promise<Following>;
  /** Resolves when this process' followers have been told everything that was committed before the call, by whomever. */
  caughtUp(): Promise<void>;
  /** Removes the idempotency records that expired before `nowMs`, some at a time; how many. One that has expired counts until then. */
  forgetExpired(nowMs: number): Promise<number>;
  /**
   * Replaces everything with `documents`: after a crash there is all of it, or the store is empty as before. Of processes
   * that import at once one does; the others wait for it. Followers are not told: an import comes before anyone follows.
   */
  importAll(documents: { [C in DatasetCollection]: readonly Documents[C][] }): Promise<void>;
  /** True until an import was completed, or declared so. */
  isEmpty(): Promise<boolean>;
  /** Declares that what was written so far is a whole: {@link isEmpty} is false from now on. For a copy made write by write. */
  completeImport(): Promise<void>;
  /** Resolves when the store answers; rejects with the reason when it does not. Used by /health. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

type OneFieldKeyed = Exclude<CollectionName, 'zone-pincodes' | 'credentials' | 'assignments'>;
const KEY_FIELD: { [C in OneFieldKeyed]: keyof Documents[C] & string } = {
  'states': 'id', 'cities': 'id', 'areas': 'id', 'pincodes': 'pincode', 'service-types': 'serviceTypeId', 'partners': 'partnerId',
  'zones': 'id', 'packages': 'id', 'distance-charges': 'id', 'customer-charges': 'id', 'discounts': 'id',
  'idempotency-keys': 'key',
};

/** A document's name among all documents. */
export function nameOf({ collection, key }: { collection: CollectionName; key: Key }): string {
  return `${collection}/${key}`;
}

/** The field that tells a document of its collection from the others, for messages about a key. */
export function keyFieldOf(collection: CollectionName): string {
  if (collection === 'zone-pincodes') return 'pincode';
  if (collection === 'assignments') return 'shipmentId';
  return collection === 'credentials' ? 'id' : KEY_FIELD[collection];
}

/** The key of a document: what may be in its collection once (a pincode once a partner, a shipment once a caller). */
export function keyOf<C extends CollectionName>(collection: C, document: Documents[C]): Key {
  if (collection === 'zone-pincodes') {
    const entry = document as Documents['zone-pincodes'];
    return `${entry.partnerId}/${entry.pincode}`;
  }
  if (collection === 'credentials') {
    const credential = document as Documents['credentials'];
    return `${credential.kind}/${credential.id}`;
  }
  if (collection === 'assignments') {
    const { caller, shipmentId } = document as AssignmentRecord;
    return assignmentKeyOf(callerTextOf(caller), shipmentId);
  }
  const field = KEY_FIELD[collection as keyof typeof KEY_FIELD];
  return (document as unknown as Record<string, Key>)[field]!;
}

/**
 * The other key under which a shipment of this assignment may be taken: a record without a caller takes its shipmentId
 * for every caller, so that an upgrade never assigns a shipment twice. Null: there is none.
 */
export function formerKeyOf<C extends CollectionName>(collection: C, document: Documents[C]): Key | null {
  if (collection !== 'assignments') return null;
  const { caller, shipmentId } = document as AssignmentRecord;
  return caller ? shipmentId : null;
}
