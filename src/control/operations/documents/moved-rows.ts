/** The rows that a change takes from one partner, or from all, and gives to another: their ids may be a mistake. */
import { type ChangeWarning, MAX_DIFFERENCES } from '../../../contract/apply.js';
import { partnerOf } from '../../../model/history.js';
import { nameOf } from '../../../model/change.js';
import type { Edit } from './edits.js';
import type { DocumentChange } from './judge.js';
import { shownKey } from './keys.js';

export function movedRows(
  changed: readonly DocumentChange[],
  edits: readonly (Edit & { line?: number })[],
): ChangeWarning[] {
  const moved = changed.filter(({ collection, former, document }) => {
    if (former === null || document === null) return false;
    return partnerOf(collection, former) !== partnerOf(collection, document);
  });
  if (moved.length === 0) return [];
  const lineOf = new Map(edits.map((edit) => [nameOf(edit), edit.line]));
  return moved.slice(0, MAX_DIFFERENCES).map(({ collection, key, former, document }) => ({
    line: lineOf.get(nameOf({ collection, key })) ?? null,
    collection,
    key: shownKey(collection, key),
    field: 'partnerId',
    code: 'PARTNER_CHANGED',
    message: `moves the row from ${ownerOf(collection, former!)} to ${ownerOf(collection, document!)}`,
  }));
}

const ownerOf = (collection: DocumentChange['collection'], document: object): string =>
  partnerOf(collection, document) ?? 'all partners';
