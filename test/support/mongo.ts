/** A real MongoDB replica set for tests. */
import { randomUUID } from 'node:crypto';
import { after, describe } from 'node:test';
import { MongoClient } from 'mongodb';
import { isAll } from './depth.js';
import { startServer } from './mongo-server.js';
import { find, missing, NO_SERVER } from './needs.js';

let found: Promise<string | null> | undefined;
let stopServer = (): Promise<unknown> => Promise.resolve();
const databases: string[] = [];

// at the top level, so that it belongs to the whole file: in a hook or a test it would run at the end of that
after(async () => {
  const uri = await found;
  if (typeof uri === 'string' && databases.length > 0) {
    await onServer(uri, async (client) => {
      for (const database of databases) await client.db(database).dropDatabase();
    });
  }
  await stopServer();
});

/** The address of a replica set: MONGODB_TEST_URI, or one that `npm run test:all` starts for itself; null: none. */
export function mongoUri(): Promise<string | null> {
  return (found ??= findServer());
}

async function findServer(): Promise<string | null> {
  const given = find('MongoDB');
  if (given !== undefined) return given === NO_SERVER ? null : given;
  if (!isAll) return null;
  try {
    const { uri, stop } = await startServer();
    stopServer = stop;
    return uri;
  } catch (error) {
    console.error(
      `MONGODB_TEST_URI is not set, and no MongoDB could be downloaded or started: ${(error as Error).message.split('\n')[0]}`,
    );
    return null;
  }
}

/** A `describe` that needs MongoDB. Without it, it is skipped, and the runner lists it. */
export async function describeWithMongo(name: string, tests: (uri: string) => void): Promise<void> {
  const uri = await mongoUri();
  if (uri === null) describe(name, { skip: missing('MongoDB') }, () => {});
  else describe(name, () => tests(uri));
}

/** The name of a new database; it is dropped after all tests of the file. */
export function freshDatabase(): string {
  const database = `pinrate-test-${randomUUID()}`;
  databases.push(database);
  return database;
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
