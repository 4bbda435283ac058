/** Assignments by date and partner. */
import type { Db, Filter, Document, MongoClient, Sort } from 'mongodb';
import { REQUEST_BATCH_DOCUMENTS, MONGO_READ_TIMEOUT_MS } from '../../limits/mongo.js';
import type { AssignmentSample } from '../../model/documents.js';
import { keyOf } from '../../model/change.js';
import { type AssignmentPage, type AssignmentQuery } from '../port.js';
import { readable, type UnreadableRecordError } from '../unreadable.js';
import { documentOf, keyFieldsOf, momentOf } from './documents.js';
import { readLimits } from './unavailable.js';

const { field: TEXT, hidden: MOMENT } = momentOf('assignments')!;
const NEWEST_FIRST: Sort = Object.fromEntries(
  [MOMENT, ...keyFieldsOf('assignments')].map((field) => [field, -1 as const]),
);
const WITHOUT_MOMENT = { [MOMENT]: { $exists: false } };

/** A page, and the number of assignments on all pages, as of one moment. */
export async function pageOf(
  client: MongoClient,
  db: Db,
  { partnerId, fromMs, toMs, offset, limit }: AssignmentQuery,
): Promise<AssignmentPage> {
  if (fromMs >= toMs) return { total: 0, assignments: [], unreadable: [] };
  await addMoments(db);
  const filter: Filter<Document> = {
    ...(partnerId === null ? {} : { partnerId }),
    [MOMENT]: { $gte: fromMs, $lt: toMs },
  };
  const session = client.startSession({ snapshot: true });
  try {
    const assignments = db.collection('assignments');
    const total = await assignments.countDocuments(filter, { session, ...readLimits() });
    const listed: AssignmentPage = { total, assignments: [], unreadable: [] };
    if (limit <= 0 || offset >= total) return listed;
    const page = { session, sort: NEWEST_FIRST, skip: offset, limit, ...readLimits() };
    const found = await assignments.find(filter, page).toArray();
    for (const stored of found) {
      const record = documentOf('assignments', stored);
      try {
        listed.assignments.push(readable(keyOf('assignments', record), () => record));
      } catch (error) {
        listed.unreadable.push(error as UnreadableRecordError);
      }
    }
    return listed;
  } finally {
    await session.endSession();
  }
}

/** See the port. Requests do not depend on each other, so a shared snapshot would gain nothing. */
export async function latestRequests(
  db: Db,
  limit: number,
  take: (assignment: AssignmentSample) => void,
): Promise<void> {
  await addMoments(db);
  const projection = { _id: 0, partnerId: 1, asked: 1 };
  const found = db
    .collection<AssignmentSample>('assignments')
    .find(
      {},
      { projection, sort: NEWEST_FIRST, limit, batchSize: REQUEST_BATCH_DOCUMENTS, maxTimeMS: MONGO_READ_TIMEOUT_MS },
    );
  for await (const assignment of found) if (assignment.asked !== undefined) take(assignment);
}

/** Adds the hidden moment to assignments that another program has written. */
async function addMoments(db: Db): Promise<void> {
  const assignments = db.collection('assignments');
  if ((await assignments.findOne(WITHOUT_MOMENT, { projection: { _id: 1 }, ...readLimits() })) === null) return;
  const moment = { $toLong: { $dateFromString: { dateString: `$${TEXT}`, onError: null, onNull: null } } };
  // an assignment with an impossible date gets null and is in no list; its schema does not matter here
  await assignments.updateMany(WITHOUT_MOMENT, [{ $set: { [MOMENT]: moment } }], { bypassDocumentValidation: true });
}
