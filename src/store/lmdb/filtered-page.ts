/**
 * A page of those assignments that a filter finds. No index knows them: all of the period are looked at, as of one
 * moment, some in each turn; if they are not counted, only those from the page's beginning to its end.
 */
import { STORE_READ_STEP_DOCUMENTS } from '../../limits/store.js';
import { nextTurn } from '../../turn.js';
import { type FilteredPart, isWanted } from '../assignment-filter.js';
import type { AssignmentPage, AssignmentQuery } from '../port.js';
import { readable, UnreadableRecordError } from '../unreadable.js';
import { filteredPartIn } from './assignment-encoding.js';
import type { Environment } from './environment.js';
import { isBehind } from './indexes.js';
import type { ReadMoment } from './table.js';

/** Of the library, whose types leave the options out. */
interface BytesAt {
  getBinary(key: string, options: { transaction: ReadMoment }): Uint8Array | undefined;
}

export async function filteredPage(
  { tables, indexes }: Environment,
  {
    where,
    after,
    offset,
    limit,
    isCounted = true,
    ...range
  }: AssignmentQuery & Required<Pick<AssignmentQuery, 'where'>>,
): Promise<AssignmentPage> {
  const page: AssignmentPage = { total: null, assignments: [], unreadable: [], last: null };
  const table: BytesAt = tables.assignments;
  const transaction = tables.assignments.useReadTransaction();
  try {
    let total = 0;
    let passed = 0;
    let last: AssignmentPage['last'] = null;
    let seen = 0;
    for (const { key, position } of indexes.newestFirst(isCounted ? range : { ...range, after }, transaction)) {
      if (seen++ % STORE_READ_STEP_DOCUMENTS === 0) await nextTurn();
      try {
        const bytes = table.getBinary(key, { transaction })!;
        if (!isWanted(filteredPartOf(key, bytes), where)) continue;
        total++;
        if (after !== undefined && !isBehind(position, after)) continue;
        if (passed++ < offset) continue;
        if (page.assignments.length < limit) {
          page.assignments.push(readable(key, () => tables.assignments.get(key, { transaction })!));
          last = position;
        } else {
          page.last = last;
          if (!isCounted) break;
        }
      } catch (error) {
        if (!(error instanceof UnreadableRecordError)) throw error;
        page.unreadable.push(error);
      }
    }
    return isCounted ? { ...page, total } : page;
  } finally {
    transaction.done();
  }
}

function filteredPartOf(key: string, bytes: Uint8Array): FilteredPart {
  try {
    return filteredPartIn(bytes);
  } catch (error) {
    throw new UnreadableRecordError(key, (error as Error).message, { cause: error });
  }
}
