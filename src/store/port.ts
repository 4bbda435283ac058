/**
 * The port to the store. It has two adapters: the embedded LMDB one and, in production, MongoDB. Nothing above this
 * port may know which one is used, and one test suite runs against both.
 */
import type { ReachedLimit } from '../caller.js';
import type { OutcomeSums } from '../domain/outcomes/sums.js';
import { TemporaryError } from '../errors.js';
import type { Json } from '../json.js';
import type { AssignmentFilter } from './assignment-filter.js';
import type { AssignmentSums, AssignmentSumsQuery } from './assignment-sums.js';
import type { Backup } from './backup.js';
import type { ChangeQuery, PlannedRows } from './change-query.js';
import type { UnreadableRecordError } from './unreadable.js';
import type { Entry, ForeignChanges } from './entry.js';
import type { AssignedParcel, OutcomesWrite, PartnerAwb } from './outcomes.js';
import type { OutcomeSumsQuery } from './outcome-rows.js';
import type { Change, Conflict, Key, PutChange, WriteOp } from '../model/change.js';
import type {
  AssignmentSample,
  AssignmentRecord,
  ChangeSet,
  CollectionName,
  Credential,
  DatasetCollection,
  Documents,
} from '../model/documents.js';

/** The history's note about a write, in addition to its changes. */
export interface ChangeNote extends Pick<ChangeSet, 'at' | 'by' | 'requestId' | 'route' | 'note'> {
  /** The write is checked and not carried out: its `changeId` is null. */
  isDryRun?: boolean;
  /** Earlier changes of another program; absent: the changes of this write. */
  entries?: readonly Entry[];
  /** The rows by which the write was planned: it is STALE if a later change set is about such rows. */
  planned?: PlannedRows;
  /** May refuse an addition to the history by its bytes. Called in the transaction, at each attempt. */
  admit?(bytes: number): ReachedLimit | null;
  /** The document as the history stores it: contacts are sealed. */
  sealed<C extends CollectionName>(collection: C, document: Documents[C]): object;
}

/**
 * Inserts an assignment as its JSON text, which its answer needs anyway. As an object it would also be cloned between
 * threads, garbage-collected and encoded again: half of the time for an assignment.
 */
export interface AssignmentInsert {
  kind: 'insert-assignment';
  document: Omit<AssignmentRecord, 'assignment'>;
  /** The document's `assignment`. */
  text: Json;
}

/** `changeId`: the number of the change set; null: no document of the history has changed. */
export type WriteResult = { ok: true; changeId: number | null } | { ok: false; conflict: Conflict };

/**
 * Selects assignments of one partner, or of all when `partnerId` is null, made from `fromMs` on and before `toMs` (Unix
 * milliseconds).
 */
export interface AssignmentQuery {
  partnerId: string | null;
  fromMs: number;
  toMs: number;
  /** Of these only those that it finds; absent: all. */
  where?: AssignmentFilter;
  /** The page begins behind this assignment, which need not be there any more; absent: with the first. */
  after?: AssignmentPosition;
  /** How many are left out at its beginning. */
  offset: number;
  limit: number;
  /** False: `total` is not counted, which takes as long as reading all; absent: true. */
  isCounted?: boolean;
}

/** The place of an assignment among all, newest first. */
export interface AssignmentPosition {
  /** When it was made, in Unix milliseconds. */
  atMs: number;
  shipmentId: string;
  /** Null: a record without a caller. */
  callerText: string | null;
}

export interface AssignmentPage {
  /** The number of assignments on all pages; null: it was not to be counted. */
  total: number | null;
  assignments: AssignmentRecord[];
  /** The unreadable assignments of the page. */
  unreadable: UnreadableRecordError[];
  /** The last of the page, if there are others behind it. */
  last: AssignmentPosition | null;
}

/** Selects the latest `limit` assignments first made from `fromMs` on and before `toMs` (Unix milliseconds). */
export interface RequestQuery {
  fromMs: number;
  toMs: number;
  /** Of this customer; null: of all. */
  customerId: string | null;
  limit: number;
}

/** Assignments to be asked again, in the order of their first assignment, their caller and their shipmentId. */
export interface RequestRun {
  /** How many there were when it was made. */
  count: number;
  /** At most so many. Those that are made or cancelled meanwhile may be among them or not. */
  pages: Pages<AssignmentSample>;
}

/** The content of an import: a dataset, and the change set that records the import. */
export type ImportDocuments = { [C in DatasetCollection]: readonly Documents[C][] } & {
  changes?: readonly ChangeSet[];
};

/**
 * A record in a shared store: the last good document, which is in force on every node in place of refused content
 * (refused at present, or when the record was written).
 */
export interface LastGoodRecord {
  collection: CollectionName;
  key: Key;
  /** The last good document; null: there was none. */
  document: object | null;
  /** The fingerprint of the refused content. */
  refused: string;
  storedId?: string | undefined;
}

/** `revision` is different after every write of the record. */
export type LastGoodRevision = LastGoodRecord & { revision: string };

/** The record of a key after a change; null: it was removed. */
export interface LastGoodChange {
  collection: CollectionName;
  key: Key;
  record: LastGoodRevision | null;
}

/** Takes effect only if the record has the revision `was`; null: if there is none. */
export interface LastGoodWrite extends Omit<LastGoodChange, 'record'> {
  was: string | null;
  record: LastGoodRecord | null;
}

export interface LastGoodState {
  records: readonly LastGoodRevision[];
  /** Documents that have lost their keys, with their last keys; they are not among the others. */
  keyless: readonly PutChange[];
}

/** Mirrors documents of a store. */
export interface Follower<C extends CollectionName> {
  /**
   * All documents, as of one moment of the store. Called first, and again whenever changes may have been missed.
   * Nothing else is called before its promise resolves.
   * @param lastGood of the same moment; absent when the store is not shared
   * @param changeId the number of the last change set of that moment; 0: there is none
   */
  reset(documents: { [K in C]: Documents[K][] }, lastGood: LastGoodState | undefined, changeId: number): Promise<void>;
  /**
   * Changes in commit order, all changes of a transaction in one call. Each call waits for the promise of the previous
   * one.
   * @param records changes of last good records, each committed after the changes of its document
   * @param changeId the number of the last change set in the same commits; null: none
   */
  change(changes: readonly Change[], records: readonly LastGoodChange[], changeId: number | null): void | Promise<void>;
  /**
   * Resolves when the follower would adopt changes at once. Until then, a store that polls for changes need not poll.
   * Absent: the follower always adopts them at once.
   */
  rested?(): Promise<void>;
  /** Changes of other programs, at the latest some seconds after {@link change} had them. */
  foreign?(changes: ForeignChanges): void;
}

export interface FollowStatus {
  /**
   * `resuming`: the connection is being restored, and changes wait in the store. `reloading`: changes may have been
   * missed, and everything is being read again.
   */
  state: 'following' | 'resuming' | 'reloading';
  resumes: number;
  reloads: number;
  /** When the store last answered, even if there was nothing new; milliseconds since the epoch. */
  lastSignMs: number;
  /**
   * The age of the oldest change that has arrived and is not in the follower, in milliseconds by the store's clock; 0:
   * the store has nothing new.
   */
  lagMs: number;
  /** The reason why following is interrupted; null: it is not. */
  trouble: string | null;
}

export interface Subscription {
  status(): FollowStatus;
  /** The follower is not called any more once this resolves. */
  stop(): Promise<void>;
}

/**
 * The store cannot be reached just now. It is unknown whether the operation was carried out; a later repetition carries
 * it out only once.
 */
export class StoreUnavailableError extends TemporaryError {}

/** A write takes longer than the store allows for a transaction; nothing of it was written. */
export class TransactionTooLargeError extends Error {}

/** A collection whose documents have a number as their key, which a store can choose. */
export type NumberedCollection = Exclude<
  { [C in CollectionName]: Documents[C] extends { id: number } ? C : never }[CollectionName],
  'changes'
>;

export type Pages<D> = AsyncIterable<readonly D[]>;

export interface Store {
  /** Whether other programs may write to it: then documents and changes may break schemas and rules. */
  readonly isShared: boolean;
  /** Documents by collection, as of one moment of the store. */
  load<C extends CollectionName>(collections: readonly C[]): Promise<{ [K in C]: Documents[K][] }>;
  /** One document, read from the store itself, without writes that are still in progress. */
  get<C extends CollectionName>(collection: C, key: Key): Promise<Documents[C] | undefined>;
  /** The existing documents of these keys, in any order; not for assignments. */
  getMany<C extends CollectionName>(collection: C, keys: readonly Key[]): Promise<Documents[C][]>;
  /**
   * The assignments of a page, newest first, as of one moment of the store. Assignments of one millisecond are sorted
   * by shipmentId, then by caller, both descending.
   */
  assignments(query: AssignmentQuery): Promise<AssignmentPage>;
  /**
   * Sums of assignments by a key, in any order. Without those that another node has committed in the last moments, and
   * those with a date that does not exist.
   */
  assignmentSums(query: AssignmentSumsQuery): Promise<AssignmentSums[]>;
  /**
   * Passes to `take` one after another, newest first, those of the latest `limit` assignments that have their request.
   * It reads a few in each turn, so that other work is done in between.
   */
  latestRequests(limit: number, take: (assignment: AssignmentSample) => void): Promise<void>;
  /** The parcels of assignments: those with these keys, then those whose current attempt has one of these numbers. */
  assignedParcels(keys: readonly string[], awbs: readonly PartnerAwb[]): Promise<AssignedParcel[]>;
  /** Another number after each write of outcomes or their sums, by any process; former lines are read after it. */
  outcomesRevision(): Promise<number>;
  /**
   * Writes lines of outcomes and adds to their sums in one transaction, durable like {@link write}. False, and nothing
   * was written: the revision is another one. Rejects like {@link write}.
   */
  writeOutcomes(write: OutcomesWrite): Promise<boolean>;
  /**
   * Adds to the sums of outcomes without lines, in one transaction.
   * @param sums each week, partner, pincode and payment type once
   * @param at when the partners had their last line; ISO 8601
   */
  addOutcomeSums(sums: readonly OutcomeSums[], at: string): Promise<void>;
  /**
   * Sums of outcomes, of one partner by week, of all by week and partner, as of one moment, which is held until the
   * iterator ends or is returned. Each page is read in its own turn.
   */
  outcomeSums(query: OutcomeSumsQuery): Pages<OutcomeSums>;
  /**
   * Removes the sums before a week, which is given as its Monday in days since 1970, in several steps. Returns how many
   * documents.
   */
  forgetOutcomeSums(beforeWeek: number): Promise<number>;
  /**
   * The assignments of a query that have their request and are not cancelled. Pages are read one by one, each in its
   * own turn. Throws {@link StoreUnavailableError}, as its pages do.
   */
  requests(query: RequestQuery): Promise<RequestRun>;
  /** Change sets, newest first. */
  changes(query: ChangeQuery): Promise<ChangeSet[]>;
  /**
   * At most `limit` documents of a collection after the key `after` (null: from the first), in the order of their keys;
   * of assignments, in an order that each store chooses. For copying a store that is too large for memory. The pages
   * may be of different moments.
   */
  page<C extends CollectionName>(collection: C, after: Key | null, limit: number): Promise<Documents[C][]>;
  /**
   * Documents in the order of their keys, as of one moment, which is held until the iterator ends or is returned. Of
   * zone-pincodes only the entries of `partnerId`, unless it is null. Throws {@link StoreUnavailableError}.
   */
  pages<C extends CollectionName>(collection: C, partnerId: string | null, limit: number): Pages<Documents[C]>;
  /**
   * Writes all of `ops` in one transaction. When this resolves, they are durable (on disk, or acknowledged by a
   * majority) and this process' followers have them; or there was a conflict and nothing was written. The ops must not
   * be changed before that. Rejects with {@link StoreUnavailableError} when the store cannot be reached, and with
   * {@link TransactionTooLargeError}.
   * @param note for the change set that the same transaction adds to the history; absent or null: no change set
   */
  write(ops: readonly (WriteOp | AssignmentInsert)[], note?: ChangeNote | null): Promise<WriteResult>;
  /**
   * The first of `count` ids in a row for new documents: above `above` (the greatest id that the caller knows of), and
   * above all that the collection held when this process last asked the store. No other call, of this process or
   * another, gets one of them; unused ones are lost. A document of another program may nevertheless have one: then the
   * insert is refused with `KEY_TAKEN`.
   */
  takeIds(collection: NumberedCollection, count: number, above: number): Promise<number>;
  /**
   * Writes last good records for all nodes, each by itself; followers are notified. Absent when the store is not
   * shared.
   */
  writeLastGood?(writes: readonly LastGoodWrite[]): Promise<void>;
  /** Resolves once the follower has everything. From then on it is notified of every change. */
  follow<C extends CollectionName>(collections: readonly C[], follower: Follower<C>): Promise<Subscription>;
  /** Resolves when this process' followers have everything that was committed before the call, by any process. */
  caughtUp(): Promise<void>;
  /**
   * Removes the documents of EXPIRING_COLLECTIONS that expired before `nowMs`, in several steps. Returns how many. An
   * expired document stays in force until it is removed.
   */
  forgetExpired(nowMs: number): Promise<number>;
  /**
   * Replaces everything with `documents`. After a crash the store has either all of them, or is still empty. When
   * several processes import at once, one does it and the others wait. The history begins again. Followers are not
   * notified: an import runs before anyone follows.
   */
  importAll(documents: ImportDocuments): Promise<void>;

  /**
   * Replaces in one transaction each credential for which `seal` returns another object, and removes the old content
   * from the store's files, as far as the store can. Returns how many. This process' followers are not notified: it
   * runs before anyone follows.
   */
  seal(seal: (credential: Credential) => Credential): Promise<number>;
  /** True until an import was completed or {@link completeImport} was called. */
  isEmpty(): Promise<boolean>;
  /**
   * Declares that the documents written so far are complete: {@link isEmpty} is false from now on. For a copy that is
   * made write by write.
   */
  completeImport(): Promise<void>;
  /** Resolves when the store answers; rejects with the reason when it does not. Used by /health. */
  ping(): Promise<void>;
  /**
   * Writes a copy of one moment of the store into the new folder `folder`, while writes go on: each write is in it
   * completely or not at all, and every write answered before is in it. A store can be opened in that folder at once.
   * Only one may run at a time. Absent: the store has its own tools.
   * @throws NoSpaceError
   */
  backup?(folder: string): Promise<Backup>;
  /**
   * The process stops: operations that take longer than a while are refused with {@link StoreUnavailableError}, and so
   * is everything that begins later. Absent: the store needs no other machine, and does everything soon.
   */
  closeSoon?(): void;
  /** Rejects operations under way if they take long. */
  close(): Promise<void>;
}
