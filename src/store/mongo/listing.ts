/** Assignments by date and partner. */
import type { Db, Filter, Document, MongoClient, Sort } from 'mongodb';
import { REQUEST_BATCH_DOCUMENTS, MONGO_READ_TIMEOUT_MS } from '../../limits/mongo.js';
import { assignmentKeyOf, callerTextOf } from '../../model/assignment-key.js';
import type { AssignmentRecord, AssignmentSample } from '../../model/documents.js';
import { keyOf } from '../../model/change.js';
import type { AssignmentPage, AssignmentPosition, AssignmentQuery } from '../port.js';
import type { AssignmentFilter } from '../assignment-filter.js';
import { readable, type UnreadableRecordError } from '../unreadable.js';
import { documentOf, keyFieldsOf, keyPartsOf, momentOf } from './documents.js';
import { readLimits } from './unavailable.js';

export const { field: TEXT, hidden: MOMENT } = momentOf('assignments')!;
export const NEWEST_FIRST: Sort = Object.fromEntries(
  [MOMENT, ...keyFieldsOf('assignments')].map((field) => [field, -1 as const]),
);
const WITHOUT_MOMENT = { [MOMENT]: { $exists: false } };

/** A page, and the number of assignments on all pages, as of one moment. */
export async function pageOf(
  client: MongoClient,
  db: Db,
  { partnerId, fromMs, toMs, where, after, offset, limit, isCounted = true }: AssignmentQuery,
): Promise<AssignmentPage> {
  if (fromMs >= toMs) return { total: isCounted ? 0 : null, assignments: [], unreadable: [], last: null };
  await addMoments(db);
  const filter: Filter<Document> = {
    ...(partnerId === null ? {} : { partnerId }),
    [MOMENT]: { $gte: fromMs, $lt: toMs },
    ...(where !== undefined && { $and: conditionsOf(where) }),
  };
  const session = client.startSession({ snapshot: true });
  try {
    const assignments = db.collection('assignments');
    const total = isCounted ? await assignments.countDocuments(filter, { session, ...readLimits() }) : null;
    const listed: AssignmentPage = { total, assignments: [], unreadable: [], last: null };
    if (limit <= 0 || (total !== null && offset >= total)) return listed;
    // one more shows whether there are others behind the page
    const page = { session, sort: NEWEST_FIRST, skip: offset, limit: limit + 1, ...readLimits() };
    const behind = after === undefined ? filter : { $and: [filter, filterBehind(after)] };
    const found = await assignments.find(behind, page).toArray();
    if (found.length > limit) {
      found.length = limit;
      listed.last = positionOf(found.at(-1)!);
    }
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

const CONFIRMED_AT = 'assignment.confirmedAt';
const PICKUP = 'assignment.estimates.pickupDate';

/** As `isWanted` does. */
function conditionsOf({ states, pickupFrom, pickupTo, customerId }: AssignmentFilter): Filter<Document>[] {
  const unchanged = (hasConfirmation: boolean) => ({ life: null, [CONFIRMED_AT]: { $exists: hasConfirmation } });
  const conditions: Filter<Document>[] = [
    ...(pickupFrom === undefined ? [] : [{ [PICKUP]: { $gte: pickupFrom } }]),
    ...(pickupTo === undefined ? [] : [{ [PICKUP]: { $lt: pickupTo } }]),
    ...(customerId === undefined ? [] : [{ 'asked.customerId': customerId }]),
  ];
  if (states === undefined) return conditions;
  const inState: Filter<Document>[] = [{ 'life.state': { $in: [...states] } }];
  if (states.includes('ASSIGNED')) inState.push(unchanged(false));
  if (states.includes('CONFIRMED')) inState.push(unchanged(true));
  return [...conditions, { $or: inState }];
}

function positionOf(stored: Document): AssignmentPosition {
  const { shipmentId, caller } = stored as Pick<AssignmentRecord, 'shipmentId' | 'caller'>;
  return { atMs: stored[MOMENT] as number, shipmentId, callerText: callerTextOf(caller) };
}

/** Finds the assignments behind a position in the order of {@link NEWEST_FIRST}. */
function filterBehind({ atMs, shipmentId, callerText }: AssignmentPosition): Filter<Document> {
  const fields = Object.keys(NEWEST_FIRST);
  const parts = [atMs, ...keyPartsOf('assignments', assignmentKeyOf(callerText, shipmentId))];
  const branches = fields.flatMap((field, index) => {
    const part = parts[index]!;
    // nothing is behind a record without a caller; $lt would not find it behind those with one
    if (part === null) return [];
    const before = fields.slice(0, index).map((earlier, at) => [earlier, parts[at]] as const);
    return [{ ...Object.fromEntries(before), [field]: { $not: { $gte: part } } }];
  });
  // the first is for the index
  return { [MOMENT]: { $lte: atMs }, $or: branches };
}

/** The members of a sample. */
export const OF_REQUESTS = {
  ...{ _id: 0, shipmentId: 1, partnerId: 1, asked: 1, caller: 1, createdAt: 1, life: 1 },
  assignmentType: '$assignment.assignmentType',
};

/** See the port. Requests do not depend on each other, so a shared snapshot would gain nothing. */
export async function latestRequests(
  db: Db,
  limit: number,
  take: (assignment: AssignmentSample) => void,
): Promise<void> {
  await addMoments(db);
  const found = db.collection<AssignmentSample>('assignments').find(
    {},
    {
      projection: OF_REQUESTS,
      sort: NEWEST_FIRST,
      limit,
      batchSize: REQUEST_BATCH_DOCUMENTS,
      maxTimeMS: MONGO_READ_TIMEOUT_MS,
    },
  );
  for await (const assignment of found) if (assignment.asked !== undefined) take(assignment);
}

/** Adds the hidden moment to assignments that another program has written. */
export async function addMoments(db: Db): Promise<void> {
  const assignments = db.collection('assignments');
  if ((await assignments.findOne(WITHOUT_MOMENT, { projection: { _id: 1 }, ...readLimits() })) === null) return;
  const moment = { $toLong: { $dateFromString: { dateString: `$${TEXT}`, onError: null, onNull: null } } };
  // an assignment with an impossible date gets null and is in no list; its schema does not matter here
  await assignments.updateMany(WITHOUT_MOMENT, [{ $set: { [MOMENT]: moment } }], { bypassDocumentValidation: true });
}
