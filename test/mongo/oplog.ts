/** Makes a member forget its past. */
import { Binary, Double, type MongoClient, type Timestamp } from 'mongodb';
import { until } from './until.js';

/** The least that the server takes. */
const OPLOG_MEGABYTES = 990;
const DOCUMENT_BYTES = 15_000_000;
const AT_ONCE = 2;
const FORGET_TIMEOUT_MS = 30_000;

export async function shrinkOplog(member: MongoClient): Promise<void> {
  await member.db('admin').command({ replSetResizeOplog: 1, size: new Double(OPLOG_MEGABYTES) });
}

/** Writes until the member no longer knows what it knows now. */
export async function fillOplog(member: MongoClient, database: string): Promise<void> {
  const { operationTime } = await member.db('admin').command({ ping: 1 }) as unknown as { operationTime: Timestamp };
  const junk = member.db(database).collection('junk', { writeConcern: { w: 'majority' } });
  const bytes = new Binary(Buffer.alloc(DOCUMENT_BYTES));
  const oldest = async () => (await member.db('local').collection('oplog.rs').find({}, { sort: { $natural: 1 }, limit: 1, projection: { ts: 1 } }).next())!.ts as Timestamp;
  let written = 0;
  while (written * DOCUMENT_BYTES < OPLOG_MEGABYTES * 1_048_576) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => junk.insertOne({ bytes })));
    written += AT_ONCE;
  }
  await until(async () => {
    await junk.insertOne({ bytes });
    return (await oldest()).greaterThan(operationTime);
  }, 'the oplog being short of its past', FORGET_TIMEOUT_MS);
  await member.db(database).dropDatabase();
}
