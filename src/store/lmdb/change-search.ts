/** The search for change sets: in turns, because a filter without matches reads the whole history. */
import type { ChangeSet } from '../../model/documents.js';
import { CHANGES_SEARCHED_AT_ONCE } from '../../limits/store.js';
import { nextTurn } from '../../turn.js';
import { type ChangeQuery, isSelected } from '../change-query.js';
import type { Environment } from './environment.js';

/** Newest first. Each turn sees one committed moment. */
export async function searchChanges(environment: Environment, query: ChangeQuery): Promise<ChangeSet[]> {
  const found: ChangeSet[] = [];
  for (let { before } = query; ;) {
    const ids = candidates(environment, { ...query, before });
    for (const id of ids) {
      if (found.length === query.limit) return found;
      const set = environment.tables.changes.get(id);
      // an import may have replaced the history
      if (set !== undefined && isSelected(query, set)) found.push(set);
    }
    if (ids.length < CHANGES_SEARCHED_AT_ONCE || found.length === query.limit) return found;
    before = ids.at(-1)!;
    await nextTurn();
  }
}

/** The numbers of the next change sets to look at. */
function candidates({ tables, indexes }: Environment, query: ChangeQuery): number[] {
  const { partnerId, seenBy, before, after } = query;
  const owners = partnerId === null ? seenBy : [partnerId];
  if (owners !== undefined) return indexes.changesOf(owners, query, CHANGES_SEARCHED_AT_ONCE);
  const range = { start: before ?? Infinity, exclusiveStart: true, end: after ?? 0 };
  return [...tables.changes.getKeys({ ...range, reverse: true, limit: CHANGES_SEARCHED_AT_ONCE })] as number[];
}
