/** Removes entries of the history that are too old; their change sets stay. */
import { DAY_MS } from '../domain/calendar.js';
import { CHANGE_PARTS_AT_ONCE } from '../limits/control.js';
import { changeIdOf } from '../model/history.js';
import type { WriteOp } from '../model/change.js';
import type { Store } from '../store/port.js';

/**
 * Removes the entries of change sets that are older than `days`, the oldest first and some at a time, so that an
 * interrupted run is continued by the next one.
 * @param nowMs milliseconds since the epoch
 * @returns how many parts it has removed
 */
export async function forgetHistory(
  store: Pick<Store, 'get' | 'page' | 'write'>,
  days: number,
  nowMs: number,
): Promise<number> {
  const beforeMs = nowMs - days * DAY_MS;
  let removed = 0;
  // the first part tells whether there is anything to do
  for (let limit = 1; ; limit = CHANGE_PARTS_AT_ONCE) {
    const old: WriteOp[] = [];
    for (const { id } of await store.page('change-entries', null, limit)) {
      const set = await store.get('changes', changeIdOf(id));
      if (set !== undefined && Date.parse(set.at) >= beforeMs) break;
      old.push({ kind: 'delete', collection: 'change-entries', key: id });
    }
    if (old.length === 0) return removed;
    await store.write(old);
    removed += old.length;
  }
}
