/** Reads, within a transaction and in a few queries, the documents that its writes depend on. */
import type { AnyBulkWriteOperation, Db, Document } from 'mongodb';
import { type CollectionName, type CustomerCharge, type Documents, isRecorded } from '../../model/documents.js';
import { type NamedCollection } from '../../model/reference-fields.js';
import { formerKeyOf, type Key, keyOfOp } from '../../model/change.js';
import { isCodeOf } from '../../model/rules/of-faults.js';
import { ALL_OWNERS, isPartnerRuled, NOBODY, ownerOf, type RuledCollection } from '../../model/rules/partner-rules.js';
import { isNamed, isOtherwise, namingFieldsOf, referencesOf } from '../../model/rules/references.js';
import type { Write } from '../write-queue.js';
import { chunksOf, filtersOf, keyFieldsOf } from './documents.js';
import { TransactionReads } from './transaction-reads.js';
import { STATE_COLLECTION } from './state.js';
import type { Attempt, Transactions } from './transactions.js';

interface ReadPlan {
  /** Documents that are read for their existence and `_id` alone. */
  existences: Map<CollectionName, Set<Key>>;
  /** Documents that are read whole. */
  documents: Map<CollectionName, Set<Key>>;
  /** Owners whose documents of a collection are all read, because the collection has rules between them. */
  owners: Map<RuledCollection, Set<string>>;
  /** Owners whose customer charges are counted. */
  chargeOwners: Set<string>;
  /** Codes of surcharges: customer charges that are a percentage of one of them are read. */
  codes: Set<string>;
  allStates: boolean;
}

interface LockDocument {
  _id: string;
  taken: number;
}

/** Reads the documents that the ops of all writes of a transaction change and reference. */
export async function readFor(
  db: Db,
  transactions: Transactions,
  attempt: Attempt,
  writes: readonly Write[],
): Promise<TransactionReads> {
  const wanted = wantedBy(writes);
  await lockOwners(db, attempt, wanted);
  const found = new TransactionReads();
  const read = async (collection: CollectionName, filter: Document, isWhole: boolean): Promise<void> => {
    const projection = isWhole ? {} : Object.fromEntries(keyFieldsOf(collection).map((field) => [field, 1]));
    for await (const stored of transactions.find(attempt, collection, filter, projection))
      found.add(collection, stored, isWhole);
  };
  if (wanted.allStates) await read('states', {}, true);
  for (const [collection, owners] of wanted.owners) await read(collection, filterOfOwners(owners), true);
  if (wanted.chargeOwners.size > 0) {
    const filter = filterOfOwners(wanted.chargeOwners);
    for await (const stored of transactions.find(attempt, 'customer-charges', filter, { id: 1, partnerId: 1 }))
      found.addCharge(stored as unknown as CustomerCharge);
  }
  if (wanted.codes.size > 0) await read('customer-charges', { of: { $in: [...wanted.codes] } }, true);
  for (const [collection, keys] of wanted.documents)
    for (const filter of filtersOf(collection, keys)) await read(collection, filter, true);
  for (const [collection, keys] of wanted.existences)
    for (const filter of filtersOf(collection, keys)) await read(collection, filter, false);
  for (const [collection, keys] of leavingOf(writes, found)) {
    for (const { namer, fields } of namingFieldsOf(collection)) {
      for (const some of chunksOf([...keys]))
        await read(namer, { $or: fields.map((field) => ({ [field]: { $in: some } })) }, true);
    }
  }
  return found;
}

/** The documents to be removed or changed, by collection: references to them matter. */
function leavingOf(writes: readonly Write[], found: TransactionReads): Map<NamedCollection, Set<Key>> {
  const leaving = new Map<NamedCollection, Set<Key>>();
  for (const op of writes.flatMap(({ ops, note }) => (note === null ? [] : ops))) {
    const { collection } = op;
    if (op.kind === 'count' || !isNamed(collection)) continue;
    const key = keyOfOp(op);
    const former = found.find(collection, key);
    if (former === undefined || (op.kind !== 'delete' && !isOtherwise(former, op.document))) continue;
    into(leaving, collection).add(key);
  }
  return leaving;
}

function filterOfOwners(owners: ReadonlySet<string>): Document {
  if (owners.has(ALL_OWNERS)) return {};
  return { partnerId: { $in: [...owners].map((owner) => (owner === NOBODY ? null : owner)) } };
}

function wantedBy(writes: readonly Write[]): ReadPlan {
  const wanted: ReadPlan = {
    existences: new Map(),
    documents: new Map(),
    owners: new Map(),
    chargeOwners: new Set(),
    codes: new Set(),
    allStates: false,
  };
  for (const [op, isWhole] of writes.flatMap(({ ops, note }) => ops.map((op) => [op, note !== null] as const))) {
    const { collection } = op;
    if (op.kind === 'count') {
      into(wanted.documents, collection).add(op.key);
      continue;
    }
    const matters = op.was !== undefined || (isWhole && isRecorded(collection));
    into(matters ? wanted.documents : wanted.existences, collection).add(keyOfOp(op));
    if (op.kind === 'delete') continue;
    for (const { collection: named, key, by, mustMatch, needs } of referencesOf(collection, op.document)) {
      if (by !== undefined) wanted.allStates = true;
      else into((mustMatch ?? needs) ? wanted.documents : wanted.existences, named).add(key);
    }
    if (collection === 'surcharges') wanted.codes.add(op.document.code);
    if (collection === 'customer-charges') {
      wanted.chargeOwners.add(ownerOf(collection, op.document));
      if (op.document.of?.some(isCodeOf)) into(wanted.owners, 'surcharges').add(ALL_OWNERS);
    }
    if (isPartnerRuled(collection))
      into(wanted.owners, collection).add(ownerOf(collection, op.document as Documents[RuledCollection]));
    const formerKey = op.kind === 'insert' ? formerKeyOf(collection, op.document) : null;
    if (formerKey !== null) into(wanted.existences, collection).add(formerKey);
  }
  for (const [collection, keys] of wanted.documents)
    for (const key of keys) wanted.existences.get(collection)?.delete(key);
  return wanted;
}

function into<K, V>(sets: Map<K, Set<V>>, name: K): Set<V> {
  let set = sets.get(name);
  if (set === undefined) sets.set(name, (set = new Set()));
  return set;
}

/**
 * Two transactions that each read all of an owner's documents and add a new one would both succeed, even if the two new
 * documents clash. So both write the owner's lock: one of them has to begin again, and then finds the other's document.
 */
async function lockOwners(db: Db, { session }: Attempt, { owners, chargeOwners }: ReadPlan): Promise<void> {
  const locks = [...owners, ['customer-charges', chargeOwners] as const].flatMap(([collection, some]) =>
    [...some].map((owner) => `lock/${collection}/${owner}`),
  );
  if (locks.length === 0) return;
  const takes = locks.map((_id): AnyBulkWriteOperation<LockDocument> => ({
    updateOne: { filter: { _id }, update: { $inc: { taken: 1 } }, upsert: true },
  }));
  await db.collection<LockDocument>(STATE_COLLECTION).bulkWrite(takes, { session, ordered: true });
}
