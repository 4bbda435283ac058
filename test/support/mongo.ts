/** A real MongoDB replica set for tests: that of MONGODB_TEST_URI, which `npm run test:all` starts where it is not set. */
import { randomUUID } from 'node:crypto';
import { after, describe } from 'node:test';
import { type Document, MongoClient } from 'mongodb';
import { openMongoStore } from '../../src/store/mongo/store.js';
import { STATE_COLLECTION } from '../../src/store/mongo/state.js';
import type { Store } from '../../src/store/port.js';
import { find, missing, NO_SERVER } from './needs.js';

const databases: string[] = [];

/** A `describe` that needs MongoDB. Without it, it is skipped, and the runner lists it. */
export function describeWithMongo(name: string, tests: (uri: string) => void): void {
  const uri = find('MongoDB');
  if (uri === undefined || uri === NO_SERVER) {
    describe(name, { skip: missing('MongoDB') }, () => {});
    return;
  }
  describe(name, () => {
    tests(uri);
    after(() => dropDatabases(uri));
  });
}

/** The name of a new database; it is dropped after the suite. */
export function freshDatabase(): string {
  const database = `pinrate-test-${randomUUID()}`;
  databases.push(database);
  return database;
}

/** Databases whose store is closed. Emptied, they are as good as new: most of the time of a new one is its 30 files. */
const left = new Set<string>();

/** A store to which nothing has been written. Its database may be one of those that earlier stores of this kind left. */
export async function openEmptyStore(uri: string): Promise<Store> {
  const [used] = left;
  const database = used ?? freshDatabase();
  if (left.delete(database)) await empty(uri, database);
  const store = await openMongoStore({ uri, database, report: (error, message) => console.error(message, error) });
  const close = store.close.bind(store);
  store.close = async () => {
    await close();
    left.add(database);
  };
  return store;
}

/** Removes every document, but for that which says which collections have been created. */
function empty(uri: string, database: string): Promise<void> {
  return onServer(uri, async (client) => {
    const collections = await client.db(database).collections();
    const created: Document = { _id: { $ne: 'collections' } };
    for (const collection of collections) {
      const ofState = collection.collectionName === STATE_COLLECTION;
      await collection.deleteMany(ofState ? created : {}, { writeConcern: { w: 'majority' } });
    }
  });
}

function dropDatabases(uri: string): Promise<void> {
  left.clear();
  return onServer(uri, async (client) => {
    for (const database of databases.splice(0)) await client.db(database).dropDatabase();
  });
}

/** Gives `use` its own client, and closes it afterwards. */
export async function onServer<T>(uri: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = await new MongoClient(uri).connect();
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}
