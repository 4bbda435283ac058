/** The embedded store's assignments to be asked again: counted from the newest one on, then read from the oldest. */
import { STORE_READ_STEP_DOCUMENTS } from '../../limits/store.js';
import type { AssignmentSample } from '../../model/documents.js';
import { nextTurn } from '../../turn.js';
import type { AssignmentPosition, RequestQuery, RequestRun } from '../port.js';
import { inRunOrder, isAskedAgain, type RunStart } from '../request-run.js';
import { requestIn } from './assignment-encoding.js';
import type { Environment } from './environment.js';
import type { IndexKey } from './indexes.js';

export async function requestRun(environment: Environment, query: RequestQuery): Promise<RequestRun> {
  const start = await startOf(environment, query);
  return { count: start.count, pages: inRunOrder(oldestFirst(environment, query, start), start) };
}

/** Counts from the newest one on until there are enough, and on to the end of the moment of the last one. */
async function startOf({ tables, indexes }: Environment, query: RequestQuery): Promise<RunStart> {
  const { fromMs, toMs, limit } = query;
  const start: RunStart = { fromMs, skipped: 0, count: 0 };
  let after: AssignmentPosition | null = null;
  do {
    await nextTurn();
    const behind: { after?: AssignmentPosition } = after === null ? {} : { after };
    const page = { offset: 0, limit: STORE_READ_STEP_DOCUMENTS, isCounted: false };
    const { keys, last } = indexes.page({ partnerId: null, fromMs, toMs, ...behind, ...page });
    for (const key of keys) {
      const sample = sampleOf(tables, key);
      if (sample === null || !isAskedAgain(sample, query)) continue;
      const atMs = Date.parse(sample.createdAt);
      if (start.count < limit) start.count++;
      else if (atMs < start.fromMs) return start;
      else start.skipped++;
      if (start.count === limit) start.fromMs = atMs;
    }
    after = last;
  } while (after !== null);
  return start;
}

async function* oldestFirst(
  { tables, indexes }: Environment,
  query: RequestQuery,
  { fromMs }: RunStart,
): AsyncGenerator<readonly AssignmentSample[]> {
  for (let behind: IndexKey | null = null; ;) {
    await nextTurn();
    const { keys, last } = indexes.oldestFirst({ fromMs, toMs: query.toMs }, behind, STORE_READ_STEP_DOCUMENTS);
    const samples = keys.flatMap((key) => sampleOf(tables, key) ?? []);
    yield samples.filter((sample) => isAskedAgain(sample, query));
    if (last === null) return;
    behind = last;
  }
}

/** Null: it is gone, has no request, or is damaged, which is reported where it is read as a whole. */
function sampleOf({ assignments }: Environment['tables'], key: string): AssignmentSample | null {
  try {
    const bytes = assignments.getBinaryFast(key);
    return bytes === undefined ? null : requestIn(bytes);
  } catch {
    return null;
  }
}
