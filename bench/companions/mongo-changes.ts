import { MongoClient } from 'mongodb';
import type { Changes } from './changes.js';

const MOST_CENTS = 10_000;

/** Changes one flat rate after the other. */
export async function mongoChanges(uri: string, database: string): Promise<Changes> {
  const client = await MongoClient.connect(uri, { writeConcern: { w: 'majority' } });
  const charges = client.db(database).collection<{ id: number; value: number }>('customer-charges');
  const ids = (await charges.find({ chargeType: 'flat' }, { projection: { id: 1 } }).toArray()).map(({ id }) => id);
  return {
    make: (count) =>
      charges.updateOne({ id: ids[count % ids.length]! }, { $set: { value: (count % MOST_CENTS) / 100 } }),
    end: () => client.close(),
  };
}
