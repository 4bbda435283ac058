/** The change sets of one document: a set says which collections it changed, and its entries which documents. */
import { CHANGE_PARTS_AT_ONCE, CHANGE_SETS_AT_ONCE } from '../../../limits/control.js';
import type { Key } from '../../../model/change.js';
import type { ChangeSet } from '../../../model/documents.js';
import { entryBeginning } from '../../../model/history.js';
import type { ChangeQuery } from '../../../store/change-query.js';
import type { Entry } from '../../../store/entry.js';
import type { Store } from '../../../store/port.js';
import { nextTurn } from '../../../turn.js';
import { entriesAmong } from './entries.js';

interface SoughtDocument {
  collection: string;
  key: Key;
  /** Whether the reader may see an entry about it. */
  isSeen(entry: Entry): boolean;
}

type HistoryReader = Pick<Store, 'changes' | 'page'>;

/** As `store.changes`: those of the query that changed the document. It reads a few sets in each turn. */
export async function changesOfDocument(
  store: HistoryReader,
  query: ChangeQuery,
  document: SoughtDocument,
): Promise<ChangeSet[]> {
  const found: ChangeSet[] = [];
  for (let { before } = query; ;) {
    const sets = await store.changes({ ...query, before, limit: CHANGE_SETS_AT_ONCE });
    for (let at = 0; at < sets.length && found.length < query.limit; at += CHANGE_PARTS_AT_ONCE) {
      await nextTurn();
      const some = sets.slice(at, at + CHANGE_PARTS_AT_ONCE);
      const areAbout = await Promise.all(some.map(({ id }) => isAbout(store, id, document)));
      found.push(...some.filter((_, index) => areAbout[index]));
    }
    if (sets.length < CHANGE_SETS_AT_ONCE || found.length >= query.limit) return found.slice(0, query.limit);
    before = sets.at(-1)!.id;
  }
}

async function isAbout(store: HistoryReader, changeId: number, document: SoughtDocument): Promise<boolean> {
  const { collection, key, isSeen } = document;
  const beginning = entryBeginning(collection, key);
  for await (const entries of entriesAmong(store, changeId, beginning))
    for (const entry of entries) if (entry.collection === collection && entry.key === key && isSeen(entry)) return true;
  return false;
}
