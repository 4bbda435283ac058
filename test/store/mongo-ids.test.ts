// Only in npm run test:all.
/** Ids for new documents, chosen by several nodes on one database that other programs write to. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Document, MongoClient } from 'mongodb';
import { MONGO_ID_BLOCK } from '../../src/limits/mongo.js';
import { openMongoStore } from '../../src/store/mongo/store.js';
import type { Store } from '../../src/store/port.js';
import { describeWithMongo, freshDatabase } from '../support/mongo.js';
import { fixtureDiscount, fixtureDocuments } from './fixtures.js';

const NODES = 3;
const ROUNDS = 3 * MONGO_ID_BLOCK;

describeWithMongo('MongoDB: ids for new documents', (uri) => {
  /** Nodes on a database that one of them has filled, and its documents as another program reaches them. */
  async function nodesOf(count: number, use: (stores: readonly Store[], documents: Documents) => Promise<void>) {
    const database = freshDatabase();
    const client = await MongoClient.connect(uri);
    const stores: Store[] = [];
    const report = (error: Error | null, message: string): void => console.error(message, error);
    try {
      // one after the other: the first creates the collections
      for (let n = 0; n < count; n++) stores.push(await openMongoStore({ uri, database, report }));
      await stores[0]!.importAll(fixtureDocuments());
      await use(stores, (name) => client.db(database).collection<Document>(name));
    } finally {
      await Promise.all(stores.map((store) => store.close()));
      await client.close();
    }
  }

  it('are never given to two nodes, however they take them', () =>
    nodesOf(NODES, async (stores) => {
      const taken = await Promise.all(
        stores.map(async (store, node) => {
          const ids: number[] = [];
          for (let round = 0; round < ROUNDS; round++) {
            const count = 1 + ((round + node) % 3);
            const first = await store.takeIds('discounts', count, 0);
            for (let n = 0; n < count; n++) ids.push(first + n);
          }
          return ids;
        }),
      );
      const ids = taken.flat();
      assert.equal(new Set(ids).size, ids.length);
    }));

  it('lie above those of documents that other programs wrote, also refused ones', () =>
    nodesOf(2, async ([first, second], documents) => {
      const discounts = documents('discounts');
      const forced = { bypassDocumentValidation: true };
      for (const id of [9_000, 9_000.5, 'Z', Number.NaN])
        await discounts.insertOne({ ...fixtureDiscount(1, 1, 2), id, discountValue: -1 }, forced);
      for (const node of [first!, second!]) assert.ok((await node.takeIds('discounts', 1, 0)) > 9_000.5);
      await discounts.insertOne({ ...fixtureDiscount(1, 1, 2), id: 50_000 }, forced);
      assert.ok((await first!.takeIds('discounts', MONGO_ID_BLOCK, 0)) > 50_000, 'with the next block');
    }));

  it('lie above all documents after a restore without the counter', () =>
    nodesOf(2, async ([first, second], documents) => {
      const used = await first!.takeIds('discounts', 1, 0);
      await documents('discounts').insertOne({ ...fixtureDiscount(used, 1, 2) });
      await documents('_pinrate').deleteMany({ _id: /^ids\// as never });
      assert.ok((await second!.takeIds('discounts', 1, 0)) > used);
    }));
});

type Documents = (name: string) => ReturnType<ReturnType<MongoClient['db']>['collection']>;
