/** Makes a member forget its past. */
import { Binary, Double, type MongoClient, MongoServerError, type Timestamp } from 'mongodb';
import { until } from './until.js';

/** The least that the server takes. */
const OPLOG_MEGABYTES = 990;
const NOTE_BYTES = 15_000_000;
/** The server keeps what it would need after a crash: all since its last checkpoint. It then makes one a second. */
const FORGET_TIMEOUT_MS = 150_000;
const CHECKPOINT_SECONDS = 1;
/** What was looked at is being forgotten. */
const CAPPED_POSITION_LOST = 136;

/** As far as the server lets one. */
export async function shrinkOplog(member: MongoClient): Promise<void> {
  await member.db('admin').command({ replSetResizeOplog: 1, size: new Double(OPLOG_MEGABYTES) });
  await member.db('admin').command({ setParameter: 1, syncdelay: CHECKPOINT_SECONDS });
}

/** Has the primary note what nobody wants to know, until it no longer knows what it knows now. */
export async function fillOplog(primary: MongoClient): Promise<void> {
  const admin = primary.db('admin');
  const { operationTime } = (await admin.command({ ping: 1 })) as unknown as { operationTime: Timestamp };
  const data = { bytes: new Binary(Buffer.alloc(NOTE_BYTES)) };
  const note = () => admin.command({ appendOplogNote: 1, data });
  for (let bytes = 0; bytes < OPLOG_MEGABYTES * 1_048_576; bytes += NOTE_BYTES) await note();
  const oplog = primary.db('local').collection('oplog.rs');
  await until(
    async () => {
      await note();
      const oldest = await oplog
        .find({}, { sort: { $natural: 1 }, limit: 1, projection: { ts: 1 } })
        .next()
        .catch((error: unknown) => {
          if (!(error instanceof MongoServerError) || error.code !== CAPPED_POSITION_LOST) throw error;
          return null;
        });
      return oldest !== null && (oldest.ts as Timestamp).greaterThan(operationTime);
    },
    'an oplog that begins later',
    FORGET_TIMEOUT_MS,
  );
}
