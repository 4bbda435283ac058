/** The collections in the database: their validators, pre-images and indexes, made where they are missing and mended where they differ. */
import { isDeepStrictEqual } from 'node:util';
import { type Collection, type CollectionInfo, type Db, type Document, type IndexDescription, MongoServerError, type UUID } from 'mongodb';
import { COLLECTION_NAMES, type CollectionName } from '../../schemas/documents.js';
import { isPartnerRuled } from '../partner-rules.js';
import { keyFieldsOf, momentOf } from './documents.js';
import { validatorOf } from './json-schema.js';
import { Lease, type StateDocument } from './lease.js';
import { STATE_COLLECTION } from './marks.js';

/** The document of the state that names the collections which were made. */
const MADE = 'collections';
const NAMESPACE_EXISTS = 48;
const INDEX_NOT_FOUND = 27;
const DUPLICATE_KEY = 11_000;
/** Another node is changing the same collection. */
const BUSY = new Set([112, 117, 12_587]);
const ATTEMPTS = 10;
const BUSY_PAUSE_MS = 100;

type Info = CollectionInfo & { info: { uuid: UUID } };

export class Collections {
  private uuids = new Map<CollectionName, UUID>();

  constructor(private readonly db: Db) {}

  /**
   * Makes everything as it has to be; what is so already is not touched, so that a node that starts does not disturb others.
   * @throws in one line when documents that are there forbid a unique index
   */
  async create(): Promise<void> {
    await this.createMissing(STATE_COLLECTION, await this.db.listCollections({ name: STATE_COLLECTION }).hasNext(), {});
    if ((await this.missing()).length > 0) await this.createInTurn();
    else await this.mend();
  }

  /** Like {@link create}, for the collections that there are: one that was dropped is somebody's to restore. */
  async mend(): Promise<void> {
    const there = await this.list();
    for (const info of there.values()) await whileBusy(() => this.mendOne(info));
    this.uuids = new Map([...there].map(([collection, { info }]) => [collection, info.uuid]));
  }

  /** The collections that are not there. */
  async missing(): Promise<CollectionName[]> {
    const there = await this.list();
    return COLLECTION_NAMES.filter((collection) => !there.has(collection));
  }

  /**
   * Which collection is meant by its name, so that one that was dropped, and with it its unique index, is not brought to life
   * by a write. Null: there is none.
   */
  async uuidOf(collection: CollectionName): Promise<UUID | null> {
    // it may have been restored
    if (!this.uuids.has(collection)) await this.mend();
    return this.uuids.get(collection) ?? null;
  }

  /** One node makes them, the others find them made. */
  private async createInTurn(): Promise<void> {
    const lease = new Lease(this.db, 'prepare');
    while (!await lease.take());
    try {
      const there = await this.list();
      await this.assertNoneDropped(COLLECTION_NAMES.filter((collection) => !there.has(collection)));
      for (const collection of COLLECTION_NAMES) await this.createMissing(collection, there.has(collection), optionsOf(collection));
      await this.state().updateOne({ _id: MADE }, { $addToSet: { names: { $each: [...COLLECTION_NAMES] } } }, { upsert: true });
      await this.mend();
    } finally {
      await lease.release();
    }
  }

  /** One that was made once and is gone was dropped: made again, empty, it would take its documents from every node that still has them. */
  private async assertNoneDropped(missing: readonly CollectionName[]): Promise<void> {
    const made = (await this.state().findOne({ _id: MADE }))?.names as string[] | undefined;
    const dropped = missing.filter((collection) => made?.includes(collection));
    if (dropped.length > 0) throw new Error(`the database ${this.db.databaseName} has lost ${dropped.join(', ')}: restore what was dropped, or create it empty by hand`);
  }

  private state(): Collection<StateDocument> {
    return this.db.collection(STATE_COLLECTION);
  }

  private async list(): Promise<Map<CollectionName, Info>> {
    const infos = await this.db.listCollections({ name: { $in: COLLECTION_NAMES } }, { nameOnly: false }).toArray();
    return new Map(infos.map((info) => [info.name as CollectionName, info as Info]));
  }

  private async createMissing(name: string, isThere: boolean, options: Document): Promise<void> {
    if (isThere) return;
    try {
      await this.db.createCollection(name, options);
    } catch (error) {
      if (!(error instanceof MongoServerError && error.code === NAMESPACE_EXISTS)) throw error;
    }
  }

  private async mendOne({ name, options }: Info): Promise<void> {
    const collection = name as CollectionName;
    const wanted = optionsOf(collection);
    const found = Object.fromEntries(Object.keys(wanted).map((option) => [option, (options as Document | undefined)?.[option] as unknown]));
    if (!isDeepStrictEqual(found, wanted)) await this.db.command({ collMod: collection, ...wanted });
    await this.createIndexes(collection);
  }

  private async createIndexes(collection: CollectionName): Promise<void> {
    const there = await this.db.collection(collection).indexes();
    const missing = indexesOf(collection).filter((index) => !there.some((other) => isSameIndex(other, index)));
    if (missing.length > 0) await this.makeIndexes(collection, missing);
    // after the new ones are there, so that at every moment one of them keeps a shipment from being assigned twice
    const former = there.filter((index) => FORMER_INDEXES[collection]?.some((other) => isSameIndex(index, other)));
    for (const { name } of former) await this.dropIndex(collection, name!);
  }

  private async dropIndex(collection: CollectionName, name: string): Promise<void> {
    try {
      await this.db.collection(collection).dropIndex(name);
    } catch (error) {
      // another node that starts may have dropped it
      if (!(error instanceof MongoServerError && error.code === INDEX_NOT_FOUND)) throw error;
    }
  }

  private async makeIndexes(collection: CollectionName, indexes: IndexDescription[]): Promise<void> {
    try {
      await this.db.collection(collection).createIndexes(indexes);
    } catch (error) {
      if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
      const key = JSON.stringify(error.keyValue ?? error.message);
      throw new Error(`the collection ${collection} of the database ${this.db.databaseName} holds two documents of the key ${key}: there may be one of each`, { cause: error });
    }
  }
}

function optionsOf(collection: CollectionName): Document {
  return {
    validator: validatorOf(collection), validationLevel: 'strict', validationAction: 'error',
    // without its pre-image a deleted document of another program's `_id` has no key
    changeStreamPreAndPostImages: { enabled: true },
  };
}

/** The indexes of a collection in addition to that of `_id`. */
export function indexesOf(collection: CollectionName): IndexDescription[] {
  const key = keyFieldsOf(collection);
  const moment = momentOf(collection)?.hidden;
  if (collection === 'assignments') {
    const newestFirst = { [moment!]: -1, ...directed(key, -1) };
    // their names are others than those of the former ones, which go when these are there
    return [
      { name: 'shipment-caller', key: directed(key, 1), unique: true },
      { name: 'moment-shipment-caller', key: newestFirst },
      { name: 'partner-moment-shipment-caller', key: { partnerId: 1, ...newestFirst } },
    ];
  }
  const indexes: IndexDescription[] = [{ name: 'key', key: directed(key, 1), unique: true }];
  if (isPartnerRuled(collection)) indexes.push({ name: 'partner', key: { partnerId: 1 } });
  // within a moment by the key, as listings are; one that has none is found by this too
  if (moment !== undefined) indexes.push({ name: 'moment', key: { [moment]: -1, ...directed(key, -1) } });
  return indexes;
}

/** What earlier releases made. The unique one would refuse a shipmentId that two callers use. */
const FORMER_INDEXES: Partial<Record<CollectionName, readonly IndexDescription[]>> = {
  'assignments': [
    { key: { shipmentId: 1 }, unique: true },
    { key: { createdAtMs: -1, shipmentId: -1 } },
    { key: { partnerId: 1, createdAtMs: -1, shipmentId: -1 } },
  ],
};

function directed(fields: readonly string[], direction: 1 | -1): Record<string, 1 | -1> {
  return Object.fromEntries(fields.map((field) => [field, direction]));
}

type Index = Pick<IndexDescription, 'key' | 'unique'>;

function isSameIndex(one: Index, other: Index): boolean {
  return JSON.stringify(one.key) === JSON.stringify(other.key) && (one.unique ?? false) === (other.unique ?? false);
}

async function whileBusy(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof MongoServerError && BUSY.has(Number(error.code)))) throw error;
      await new Promise((resume) => setTimeout(resume, BUSY_PAUSE_MS));
    }
  }
}
