/** A real MongoDB replica set for tests: that of MONGODB_TEST_URI, which `npm run test:all` starts where it is not set. */
import { randomUUID } from 'node:crypto';
import { after, describe } from 'node:test';
import { MongoClient } from 'mongodb';
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

function dropDatabases(uri: string): Promise<void> {
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
