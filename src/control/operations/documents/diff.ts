/** What a change does, member by member. */
import { isDeepStrictEqual } from 'node:util';
import { type ChangeAnswer, type Difference, MAX_DIFFERENCES } from '../../../contract/apply.js';
import { whatHappened } from '../../../store/what-happened.js';
import type { DocumentChange } from './judge.js';
import { shownKey } from './keys.js';
import { isMembers } from '../../../model/members.js';

/** How many documents were created, updated, ended and removed, as the history counts them. */
export function countsOf(changed: readonly DocumentChange[], unchanged: number, atMs: number): ChangeAnswer['counts'] {
  const counts = { created: 0, updated: 0, ended: 0, removed: 0, unchanged };
  for (const { former, document } of changed) counts[whatHappened({ before: former, after: document }, atMs)]++;
  return counts;
}

/** The first MAX_DIFFERENCES differences, in the order of the changes. */
export function diffOf(changed: readonly DocumentChange[]): Difference[] {
  const diff: Difference[] = [];
  for (const { collection, key, former, document } of changed) {
    if (diff.length >= MAX_DIFFERENCES) break;
    const at = { collection, key: shownKey(collection, key) };
    if (former === null || document === null) diff.push({ ...at, field: null, before: former, after: document });
    else for (const each of differences(former, document, '')) diff.push({ ...at, ...each });
  }
  return diff.slice(0, MAX_DIFFERENCES);
}

/** Lists of one length are compared item by item, others as a whole. An absent member and null are the same. */
function* differences(
  before: unknown,
  after: unknown,
  path: string,
): Generator<Omit<Difference, 'collection' | 'key'>> {
  if (isDeepStrictEqual(before ?? null, after ?? null)) return;
  if (isMembers(before) && isMembers(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      yield* differences(before[name], after[name], path === '' ? name : `${path}.${name}`);
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [index, item] of before.entries()) yield* differences(item, after[index], `${path}[${index}]`);
  } else yield { field: path, before: before ?? null, after: after ?? null };
}
