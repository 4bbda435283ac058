/** A real MongoDB replica set for tests. */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { after, describe } from 'node:test';
import { MongoClient } from 'mongodb';
import { MongoMemoryReplSet } from 'mongodb-memory-server-core';

/** For downloading a server, where none was given, and starting it. */
const START_TIMEOUT_MS = 120_000;

let found: Promise<string | null> | undefined;
let stopServer = (): Promise<unknown> => Promise.resolve();
const databases: string[] = [];

// here, where it belongs to the whole file: in a hook or a test it would run at the end of that
after(async () => {
  const uri = await found;
  if (typeof uri === 'string' && databases.length > 0) {
    await onServer(uri, async (client) => { for (const database of databases) await client.db(database).dropDatabase(); });
  }
  await stopServer();
});

/** Where a replica set is: MONGODB_TEST_URI, else one that is started for this process; null when there is none to be had. */
export function mongoUri(): Promise<string | null> {
  return (found ??= findServer());
}

async function findServer(): Promise<string | null> {
  const given = process.env.MONGODB_TEST_URI;
  if (given !== undefined && given !== '') return given;
  const starting = MongoMemoryReplSet.create({ replSet: { count: 1, storageEngine: 'wiredTiger' } });
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => { timer = setTimeout(reject, START_TIMEOUT_MS, new Error(`not within ${START_TIMEOUT_MS} ms`)); });
  try {
    const server = await Promise.race([starting, late]);
    stopServer = () => server.stop();
    return server.getUri();
  } catch (error) {
    starting.then((server) => server.stop(), () => {});
    console.error(`no MongoDB: MONGODB_TEST_URI is not set, and none could be downloaded or started: ${(error as Error).message.split('\n')[0]}`);
    return null;
  } finally {
    clearTimeout(timer!);
  }
}

/** Nothing may be skipped where PINRATE_TEST_ALL is 1, but for what PINRATE_TEST_WITHOUT says is not there. */
export function assertMaySkipMongo(name: string): void {
  if (process.env.PINRATE_TEST_WITHOUT === 'mongodb') return;
  assert.notEqual(process.env.PINRATE_TEST_ALL, '1', `nothing may be skipped, and "${name}" needs MongoDB`);
}

/** A `describe` that needs MongoDB. Without it says loudly that it did not run, or fails where everything has to run. */
export async function describeWithMongo(name: string, suite: (uri: string) => void): Promise<void> {
  const uri = await mongoUri();
  if (uri !== null) return void describe(name, () => suite(uri));
  assertMaySkipMongo(name);
  console.error(`\n*** NOT RUN, because there is no MongoDB: ${name}. Set MONGODB_TEST_URI to a replica set. ***\n`);
  describe(name, { skip: 'there is no MongoDB' }, () => {});
}

/** The name of a database that is not there yet; it is dropped after all tests of the file. */
export function freshDatabase(): string {
  const database = `pinrate-test-${randomUUID()}`;
  databases.push(database);
  return database;
}

/** Gives `use` a client of its own, and closes it afterwards. */
export async function onServer<T>(uri: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = await new MongoClient(uri).connect();
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}
