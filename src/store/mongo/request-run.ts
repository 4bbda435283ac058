/** Assignments to be asked again. The server finds where they begin; each page is a query of its own. */
import type { Db, Document, Filter } from 'mongodb';
import { REQUEST_BATCH_DOCUMENTS } from '../../limits/mongo.js';
import type { AssignmentSample } from '../../model/documents.js';
import type { RequestQuery, RequestRun } from '../port.js';
import { inRunOrder, type RunStart } from '../request-run.js';
import { afterPart, type KeyPart } from './documents.js';
import { addMoments, MOMENT, NEWEST_FIRST, OF_REQUESTS } from './listing.js';
import { readLimits } from './unavailable.js';

/** @param tracked carries out a read, whose failures it translates */
export async function requestRun(
  db: Db,
  query: RequestQuery,
  tracked: <T>(read: () => Promise<T>) => Promise<T>,
): Promise<RequestRun> {
  await addMoments(db);
  const start = await startOf(db, query);
  return { count: start.count, pages: inRunOrder(oldestFirst(db, query, start, tracked), start) };
}

/** As `isAskedAgain` does. */
const filterOf = ({ toMs, customerId }: RequestQuery, fromMs: number): Filter<Document> => ({
  [MOMENT]: { $gte: fromMs, $lt: toMs },
  'asked': { $type: 'object' },
  'life.state': { $ne: 'CANCELLED' },
  ...(customerId !== null && { 'asked.customerId': customerId }),
});

async function startOf(db: Db, query: RequestQuery): Promise<RunStart> {
  const { fromMs, toMs, limit } = query;
  if (fromMs >= toMs || limit <= 0) return { fromMs, skipped: 0, count: 0 };
  const assignments = db.collection('assignments');
  const [first] = await assignments
    .find(filterOf(query, fromMs), {
      projection: { _id: 0, [MOMENT]: 1 },
      sort: NEWEST_FIRST,
      skip: limit - 1,
      limit: 1,
      ...readLimits(),
    })
    .toArray();
  const beginMs = first === undefined ? fromMs : (first[MOMENT] as number);
  const found = await assignments.countDocuments(filterOf(query, beginMs), readLimits());
  return { fromMs: beginMs, skipped: Math.max(0, found - limit), count: Math.min(found, limit) };
}

const FIELDS = Object.keys(NEWEST_FIRST);
const OLDEST_FIRST = Object.fromEntries(FIELDS.map((field) => [field, 1 as const]));

async function* oldestFirst(
  db: Db,
  query: RequestQuery,
  { fromMs }: RunStart,
  tracked: <T>(read: () => Promise<T>) => Promise<T>,
): AsyncGenerator<readonly AssignmentSample[]> {
  const within = filterOf(query, fromMs);
  for (let filter: Filter<Document> = within; ;) {
    const found = await tracked(() =>
      db
        .collection('assignments')
        .find(filter, {
          projection: { ...OF_REQUESTS, [MOMENT]: 1 },
          sort: OLDEST_FIRST,
          limit: REQUEST_BATCH_DOCUMENTS,
          ...readLimits(),
        })
        .toArray(),
    );
    const last = found.at(-1);
    if (last === undefined) return;
    filter = { $and: [within, filterBehind(last)] };
    for (const sample of found) delete sample[MOMENT];
    yield found as unknown as AssignmentSample[];
    if (found.length < REQUEST_BATCH_DOCUMENTS) return;
  }
}

/** Finds the assignments behind one in the order of {@link OLDEST_FIRST}. */
function filterBehind(sample: Document): Filter<Document> {
  const { kind = null, id = null } = (sample['caller'] ?? {}) as { kind?: string; id?: string };
  const parts: KeyPart[] = [sample[MOMENT] as number, sample['shipmentId'] as string, kind, id];
  const branches = FIELDS.map((field, index) => ({
    ...Object.fromEntries(FIELDS.slice(0, index).map((earlier, at) => [earlier, parts[at]])),
    [field]: afterPart(parts[index]!),
  }));
  // the first is for the index
  return { [MOMENT]: { $gte: sample[MOMENT] as number }, $or: branches };
}
