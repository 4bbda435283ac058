/**
 * The collections in the database with their validators, pre-images and indexes: created where they are missing,
 * corrected where they differ.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Collection, type CollectionInfo, type Db, type Document, type UUID } from 'mongodb';
import { COLLECTION_NAMES, type CollectionName } from '../../model/documents.js';
import { hasCode } from './codes.js';
import { completeIndexes } from './indexes.js';
import { validatorOf } from './json-schema.js';
import { IMPORTED, Lease } from './lease.js';
import { STATE_COLLECTION, type StateDocument } from './state.js';

/** The state document with the list of created collections. */
const MADE = 'collections';
const ATTEMPTS = 10;
const BUSY_PAUSE_MS = 100;

type Info = CollectionInfo & { info: { uuid: UUID } };

export class Collections {
  private uuids = new Map<CollectionName, UUID>();

  constructor(private readonly db: Db) {}

  /**
   * Creates and corrects everything that needs it. The rest is not touched, so that a starting node does not disturb
   * others.
   * @throws an error of one line when existing documents prevent a unique index
   */
  async create(): Promise<void> {
    if ((await this.missing()).length > 0) await this.createInTurn();
    else await this.mend();
  }

  /** Like {@link create}, for existing collections only: a dropped one is for the operator to restore. */
  async mend(): Promise<void> {
    const there = await this.list();
    for (const info of there.values()) await whileBusy(() => this.mendOne(info));
    this.uuids = new Map([...there].map(([collection, { info }]) => [collection, info.uuid]));
  }

  /** The collections that do not exist. */
  async missing(): Promise<CollectionName[]> {
    const there = await this.list();
    return COLLECTION_NAMES.filter((collection) => !there.has(collection));
  }

  /**
   * Identifies the collection behind its name, so that a write does not recreate a dropped collection without its
   * unique index. Null: the collection does not exist.
   */
  async uuidOf(collection: CollectionName): Promise<UUID | null> {
    // it may have been restored
    if (!this.uuids.has(collection)) await this.mend();
    return this.uuids.get(collection) ?? null;
  }

  /**
   * Called while a collection is missing whose documents this node has. If the whole database was dropped, the record
   * of the created and filled collections is gone too: a starting node would take the database for a new one, and fill
   * it with the dataset.
   */
  async remember(): Promise<void> {
    if ((await this.state().findOne({ _id: MADE })) !== null) return;
    await this.state().bulkWrite([
      {
        updateOne: {
          filter: { _id: MADE },
          update: { $addToSet: { names: { $each: [...COLLECTION_NAMES] } } },
          upsert: true,
        },
      },
      {
        updateOne: {
          filter: { _id: IMPORTED },
          update: { $setOnInsert: { id: randomUUID(), at: new Date() } },
          upsert: true,
        },
      },
    ]);
  }

  /** One node creates the collections, and the others find them. */
  private async createInTurn(): Promise<void> {
    const lease = new Lease(this.db, 'prepare');
    while (!(await lease.take()));
    try {
      const there = await this.list();
      await this.assertNoneDropped(COLLECTION_NAMES.filter((collection) => !there.has(collection)));
      for (const collection of COLLECTION_NAMES)
        await this.createMissing(collection, there.has(collection), optionsOf(collection));
      await this.state().updateOne(
        { _id: MADE },
        { $addToSet: { names: { $each: [...COLLECTION_NAMES] } } },
        { upsert: true },
      );
      await this.mend();
    } finally {
      await lease.release();
    }
  }

  /**
   * A missing collection that was created before must have been dropped. An empty new one would remove its documents
   * from every node that still has them.
   */
  private async assertNoneDropped(missing: readonly CollectionName[]): Promise<void> {
    const made = (await this.state().findOne({ _id: MADE }))?.names as string[] | undefined;
    const dropped = missing.filter((collection) => made?.includes(collection));
    if (dropped.length > 0)
      throw new Error(
        `the database ${this.db.databaseName} has lost ${dropped.join(', ')}: restore what was dropped, or create it empty by hand`,
      );
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
      if (!hasCode(error, 'NamespaceExists')) throw error;
    }
  }

  private async mendOne({ name, options }: Info): Promise<void> {
    const collection = name as CollectionName;
    const wanted = optionsOf(collection);
    const found = Object.fromEntries(
      Object.keys(wanted).map((option) => [option, (options as Document | undefined)?.[option] as unknown]),
    );
    // first, because the server refuses to change the options while an index is being built
    await this.completeIndexes(collection);
    if (!isDeepStrictEqual(found, wanted)) await this.db.command({ collMod: collection, ...wanted });
  }

  private async completeIndexes(collection: CollectionName): Promise<void> {
    try {
      await completeIndexes(this.db, collection);
    } catch (error) {
      if (!hasCode(error, 'DuplicateKey')) throw error;
      const key = JSON.stringify(error.keyValue ?? error.message);
      const where = `the collection ${collection} of the database ${this.db.databaseName}`;
      throw new Error(`${where} holds two documents with the key ${key}: a key must be unique`, { cause: error });
    }
  }
}

function optionsOf(collection: CollectionName): Document {
  return {
    validator: validatorOf(collection),
    validationLevel: 'strict',
    validationAction: 'error',
    // without a pre-image, the deletion of another program's document does not show its key
    changeStreamPreAndPostImages: { enabled: true },
  };
}

async function whileBusy(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      // another node is changing the same collection
      const isBusy = hasCode(
        error,
        'WriteConflict',
        'ConflictingOperationInProgress',
        'BackgroundOperationInProgressForNamespace',
      );
      if (attempt === ATTEMPTS || !isBusy) throw error;
      await new Promise((resume) => setTimeout(resume, BUSY_PAUSE_MS));
    }
  }
}
