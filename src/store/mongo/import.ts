/**
 * Fills the database with a dataset, which is too large for one transaction. A lease names the importing process, and
 * the document `imported` marks a complete import; without it the contents do not count. Each step renews the lease in
 * its own transaction, so that a process that lost the lease cannot continue.
 */
import { randomUUID } from 'node:crypto';
import type { Collection, Db, Document } from 'mongodb';
import { MONGO_COMMAND_DOCUMENTS, MONGO_IMPORT_STEP_DOCUMENTS, MONGO_WRITE_DEADLINE_MS } from '../../limits/mongo.js';
import { COLLECTION_NAMES, DATASET_COLLECTIONS, type CollectionName, type Documents } from '../../model/documents.js';
import { keyOf } from '../../model/change.js';
import { type ImportDocuments } from '../port.js';
import { forgetChangeIds } from './change-ids.js';
import { storedOf } from './documents.js';
import { IMPORTED, Lease } from './lease.js';
import { STATE_COLLECTION, type StateDocument } from './state.js';
import type { Attempt, Transactions } from './transactions.js';

/** Names the lease. While its document exists, an import has begun and the contents are not complete. */
const LEASE = 'import';

export class Imports {
  private readonly state: Collection<StateDocument>;
  private readonly lease: Lease;
  /**
   * True once the database has a document that records whether its contents are complete. From then on it always has
   * one.
   */
  private isDeclared = false;
  /** Whether this process found the store empty, and has not imported since. */
  private wasEmpty = false;

  constructor(
    private readonly db: Db,
    private readonly transactions: Transactions,
  ) {
    this.state = db.collection(STATE_COLLECTION);
    this.lease = new Lease(db, LEASE);
  }

  async isEmpty(): Promise<boolean> {
    await this.declare();
    this.wasEmpty = (await this.state.findOne({ _id: IMPORTED })) === null;
    return this.wasEmpty;
  }

  /** Called before the first write. The content of an empty store is incomplete until it is declared complete. */
  async beforeWrite(): Promise<void> {
    if (this.isDeclared) return;
    await this.declare();
    if (this.isDeclared) return;
    await this.begin();
  }

  /** Replaces everything, unless this process found the store empty and another process has filled it since. */
  async importAll(documents: ImportDocuments): Promise<void> {
    const before = await this.importedId();
    this.wasEmpty = false;
    do if (await this.isDoneByAnother(before)) return;
    while (!(await this.lease.take()));
    this.isDeclared = true;
    // another process may have imported between that check and the lease
    if (await this.isDoneByAnother(before)) return this.lease.release();
    await this.replaceAll(documents);
  }

  async complete(): Promise<void> {
    await this.state.updateOne({ _id: IMPORTED }, { $set: { id: randomUUID(), at: new Date() } }, { upsert: true });
    await this.state.deleteOne({ _id: LEASE });
    this.isDeclared = true;
  }

  /**
   * A database that another program has filled counts as complete. If it were mistaken for an empty one, an import
   * would delete its contents.
   */
  private async declare(): Promise<void> {
    if (this.isDeclared) return;
    this.isDeclared = (await this.state.findOne({ _id: { $in: [LEASE, IMPORTED] } })) !== null;
    if (this.isDeclared) return;
    const some = await Promise.all(
      DATASET_COLLECTIONS.map((collection) => this.db.collection(collection).findOne({}, { projection: { _id: 1 } })),
    );
    if (some.every((document) => document === null)) return;
    await this.state.updateOne(
      { _id: IMPORTED },
      { $setOnInsert: { id: randomUUID(), at: new Date() } },
      { upsert: true },
    );
    this.isDeclared = true;
  }

  private async importedId(): Promise<unknown> {
    return this.wasEmpty ? undefined : ((await this.state.findOne({ _id: IMPORTED }))?.id as unknown);
  }

  private async isDoneByAnother(before: unknown): Promise<boolean> {
    const imported = await this.state.findOne({ _id: IMPORTED });
    return imported !== null && imported.id !== before;
  }

  /** From now on the contents do not count until they are declared complete. */
  private async begin(): Promise<void> {
    await this.lease.begin();
    this.isDeclared = true;
  }

  private async replaceAll(documents: ImportDocuments): Promise<void> {
    try {
      await this.step(async ({ session }) => {
        await this.state.deleteOne({ _id: IMPORTED }, { session });
        await forgetChangeIds(this.db, session);
      });
      for (const collection of COLLECTION_NAMES)
        while ((await this.step((attempt) => this.removeSome(attempt, collection))) > 0);
      for (const collection of DATASET_COLLECTIONS) await this.insertAll(collection, documents[collection]);
      await this.insertAll('changes', documents.changes ?? []);
      await this.step(async ({ session }) => {
        await this.state.insertOne({ _id: IMPORTED, id: randomUUID(), at: new Date() }, { session });
        await this.state.deleteOne({ _id: LEASE }, { session });
      });
    } catch (error) {
      // so no process waits until the lease expires; its document still marks the contents as incomplete
      await this.lease.release().catch(() => {});
      throw error;
    }
  }

  /** @throws when another process has taken the lease because this one did not renew it in time */
  private async step<T>(work: (attempt: Attempt) => Promise<T>): Promise<T> {
    const { result } = await this.transactions.run(performance.now() + MONGO_WRITE_DEADLINE_MS, async (attempt) => {
      if (!(await this.lease.renew(attempt.session)))
        throw new Error('another process has taken over the import of the dataset');
      return work(attempt);
    });
    return result;
  }

  private async removeSome({ session }: Attempt, collection: CollectionName): Promise<number> {
    const some = await this.db
      .collection(collection)
      .find({}, { session, projection: { _id: 1 }, limit: MONGO_IMPORT_STEP_DOCUMENTS })
      .toArray();
    if (some.length > 0)
      await this.db.collection(collection).deleteMany({ _id: { $in: some.map(({ _id }) => _id) } }, { session });
    return some.length;
  }

  private async insertAll<C extends CollectionName>(collection: C, documents: readonly Documents[C][]): Promise<void> {
    for (let at = 0; at < documents.length; at += MONGO_IMPORT_STEP_DOCUMENTS) {
      const some = documents.slice(at, at + MONGO_IMPORT_STEP_DOCUMENTS);
      await this.step((attempt) => this.insertSome(attempt, collection, some));
    }
  }

  private async insertSome<C extends CollectionName>(
    { session }: Attempt,
    collection: C,
    documents: readonly Documents[C][],
  ): Promise<void> {
    for (let at = 0; at < documents.length; at += MONGO_COMMAND_DOCUMENTS) {
      const some = documents.slice(at, at + MONGO_COMMAND_DOCUMENTS);
      const stored = some.map((document): Document => ({
        _id: keyOf(collection, document),
        ...storedOf(collection, document),
      }));
      await this.db.collection(collection).insertMany(stored, { session, ordered: false, ignoreUndefined: true });
    }
  }
}
