/** Databases for the scenarios on MongoDB. */
import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import type { Section } from './figures.js';

type Databases = (name: string) => { uri: string; database: string };

/**
 * Gives a scenario its own databases, which are dropped afterwards; null when MONGODB_TEST_URI names no replica set.
 */
export async function withDatabases(
  bench: (client: MongoClient, databases: Databases) => Promise<Section>,
): Promise<Section | null> {
  const uri = process.env['MONGODB_TEST_URI'];
  if (uri === undefined || uri === '') return null;
  const client = await MongoClient.connect(uri, { writeConcern: { w: 'majority' } });
  const run = randomUUID().slice(0, 8);
  const used = new Set<string>();
  try {
    return await bench(client, (name) => {
      const database = `pinrate-bench-${run}-${name}`;
      used.add(database);
      return { uri, database };
    });
  } finally {
    for (const database of used) await client.db(database).dropDatabase();
    await client.close();
  }
}
