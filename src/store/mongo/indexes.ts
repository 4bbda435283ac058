/** The indexes of the document collections, and how indexes are made. */
import { type Db, type Document, type IndexDescription, type UUID } from 'mongodb';
import type { CollectionName } from '../../model/documents.js';
import { isPartnerRuled } from '../../model/rules/partner-rules.js';
import { hasCode } from './codes.js';
import { keyFieldsOf, momentOf } from './documents.js';
import { addTo } from '../../model/members.js';

/**
 * By default the server waits until every voting member has built an index: forever, while one is down. Writes wait for
 * a majority, too.
 */
const QUORUM = 'majority';

/** The indexes of a collection in addition to that of `_id`. */
export function indexesOf(collection: CollectionName): IndexDescription[] {
  const key = keyFieldsOf(collection);
  const moment = momentOf(collection)?.hidden;
  if (collection === 'assignments') {
    const newestFirst = { [moment!]: -1, ...directed(key, -1) };
    // their names differ from those of the former indexes, which are dropped once these exist
    return [
      { name: 'shipment-caller', key: directed(key, 1), unique: true },
      { name: 'moment-shipment-caller', key: newestFirst },
      { name: 'partner-moment-shipment-caller', key: { partnerId: 1, ...newestFirst } },
      {
        name: 'partner-awb',
        key: { 'partnerId': 1, 'life.awb': 1 },
        partialFilterExpression: { 'life.awb': { $exists: true } },
      },
    ];
  }
  const indexes: IndexDescription[] = [{ name: 'key', key: directed(key, 1), unique: true }];
  if (collection === 'changes') {
    indexes.push({ name: 'partner', key: { partnerIds: 1, id: -1 } });
    indexes.push({ name: 'view', key: { 'views.partnerId': 1, 'id': -1 } });
  }
  if (isPartnerRuled(collection)) indexes.push({ name: 'partner', key: { partnerId: 1 } });
  // within a moment by the key, as listings are; the index also finds documents without a moment
  if (moment !== undefined) indexes.push({ name: 'moment', key: { [moment]: -1, ...directed(key, -1) } });
  return indexes;
}

/** The indexes of earlier releases. The unique one would refuse a shipmentId that two callers use. */
const FORMER_INDEXES: Partial<Record<CollectionName, readonly IndexDescription[]>> = {
  'assignments': [
    { key: { shipmentId: 1 }, unique: true },
    { key: { createdAtMs: -1, shipmentId: -1 } },
    { key: { partnerId: 1, createdAtMs: -1, shipmentId: -1 } },
  ],
};

/** Makes the missing indexes of a collection; resolves when all of its {@link indexesOf} are complete. */
export async function completeIndexes(db: Db, collection: CollectionName): Promise<void> {
  const { complete, builds } = await listIndexes(db, collection);
  const missing = indexesOf(collection).filter((index) => !complete.some((other) => isSameIndex(other, index)));
  if (missing.length > 0) {
    // a build that another program began waits for the members that this program chose
    for (const build of builds)
      if (build.some((index) => missing.some((other) => isSameIndex(index, other))))
        await hasten(db, collection, build);
    await makeIndexes(db, collection, missing);
  }
  // only after the new ones exist, so that at every moment one of them keeps a shipment from being assigned twice
  const former = complete.filter((index) => FORMER_INDEXES[collection]?.some((other) => isSameIndex(index, other)));
  for (const { name } of former) await unlessGone(db.collection(collection).dropIndex(name!));
}

/** Waits for indexes that are already being built, too. */
async function makeIndexes(db: Db, collection: string, indexes: IndexDescription[]): Promise<void> {
  await db.collection(collection).createIndexes(indexes, { commitQuorum: QUORUM });
}

/** Lets a running build end when a majority is ready. */
async function hasten(db: Db, collection: string, build: readonly IndexDescription[]): Promise<void> {
  await unlessGone(
    db.command({ setIndexCommitQuorum: collection, indexNames: build.map(({ name }) => name), commitQuorum: QUORUM }),
  );
}

interface IndexList {
  complete: IndexDescription[];
  /** Indexes of one command are built together. An unfinished index does not refuse anything yet. */
  builds: IndexDescription[][];
}

async function listIndexes(db: Db, collection: string): Promise<IndexList> {
  const complete: IndexDescription[] = [];
  const builds = new Map<string, IndexDescription[]>();
  for await (const listed of db.runCursorCommand({ listIndexes: collection, includeBuildUUIDs: true })) {
    const { buildUUID, spec } = listed as { buildUUID?: UUID; spec: Document };
    if (buildUUID === undefined) complete.push(listed as IndexDescription);
    else addTo(builds, String(buildUUID), spec as IndexDescription);
  }
  return { complete, builds: [...builds.values()] };
}

/** Another node may have dropped an index, or a build may have ended. */
async function unlessGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!hasCode(error, 'IndexNotFound')) throw error;
  }
}

function directed(fields: readonly string[], direction: 1 | -1): Record<string, 1 | -1> {
  return Object.fromEntries(fields.map((field) => [field, direction]));
}

type Index = Pick<IndexDescription, 'key' | 'unique'>;

function isSameIndex(one: Index, other: Index): boolean {
  return JSON.stringify(one.key) === JSON.stringify(other.key) && (one.unique ?? false) === (other.unique ?? false);
}
