/**
 * Changes rates of a database 200 times a second, as a partners' team with a program of its own would, while it is told to:
 * `node changer.js <uri> <database>`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { whileTold } from './support/told.js';

const CHANGES_PER_SECOND = 200;
const TURN_MS = 50;
const MOST_CENTS = 10_000;

const [uri, database] = process.argv.slice(2) as [string, string];
const client = await MongoClient.connect(uri, { writeConcern: { w: 'majority' } });
const charges = client.db(database).collection<{ id: number; value: number }>('customer-charges');
const ids = (await charges.find({ chargeType: 'flat' }, { projection: { id: 1 } }).toArray()).map(({ id }) => id);
let changes = 0;

await whileTold(async () => {
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: (CHANGES_PER_SECOND * TURN_MS) / 1_000 }, () => {
    changes += 1;
    return charges.updateOne({ id: ids[changes % ids.length]! }, { $set: { value: (changes % MOST_CENTS) / 100 } });
  }));
  await sleep(Math.max(0, TURN_MS - (performance.now() - startedAt)));
});
await client.close();
