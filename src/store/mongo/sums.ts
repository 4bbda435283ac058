/**
 * Sums of assignments, grouped by the server. What is over is read once and kept for a while: other nodes and programs
 * write to the same collection, so no node can count by itself.
 */
import type { Db, Document } from 'mongodb';
import { DAY_MS, HOUR_MS, IST_OFFSET_MS, startOfDay } from '../../domain/calendar.js';
import type { SummaryKey } from '../../domain/vocabulary.js';
import { MAX_CACHED_SUMS, SUMS_CLOSE_AFTER_MS, SUMS_STAY_MS } from '../../limits/mongo.js';
import { addToKey, type AssignmentSums, type AssignmentSumsQuery, type Sums } from '../assignment-sums.js';
import { momentOf } from './documents.js';
import { addMoments } from './listing.js';
import { readLimits } from './unavailable.js';

const MOMENT = momentOf('assignments')!.hidden;

const KEYS: Record<SummaryKey, unknown> = {
  partner: '$partnerId',
  hour: { $floor: { $divide: [{ $mod: [{ $add: [`$${MOMENT}`, IST_OFFSET_MS] }, DAY_MS] }, HOUR_MS] } },
  // the server has no quick way from a pincode to its state
  state: '$asked.deliveryPincode',
  payment: '$assignment.charges.paymentTerms.method',
};

/** Of a path that may hold anything. */
const paiseAt = (path: string): Document => ({
  $sum: { $cond: [{ $isNumber: `$${path}` }, { $round: [{ $multiply: [`$${path}`, 100] }, 0] }, 0] },
});

interface Group extends Sums {
  _id: unknown;
}

type Groups = Promise<readonly Group[]>;

export class SumsCache {
  /** By partner, kind and period, the oldest first. */
  readonly #kept = new Map<string, { groups: Groups; readAtMs: number }>();

  constructor(private readonly db: Db) {}

  /**
   * See the port. Assignments of hours that have been over for SUMS_CLOSE_AFTER_MS come no more, but for those that
   * another program dates back: they are seen after SUMS_STAY_MS.
   */
  async of(query: AssignmentSumsQuery): Promise<AssignmentSums[]> {
    const { by, fromDay, toDay, nowMs, stateOf } = query;
    const [fromMs, toMs] = [startOfDay(fromDay), startOfDay(toDay + 1)];
    await addMoments(this.db);
    const closedMs = Math.floor((nowMs - SUMS_CLOSE_AFTER_MS) / HOUR_MS) * HOUR_MS;
    const splitMs = Math.min(toMs, Math.max(fromMs, closedMs));
    const found = new Map<string, Sums>();
    for (const groups of await Promise.all([this.#closed(query, fromMs, splitMs), this.#read(query, splitMs, toMs)]))
      for (const { _id, ...sums } of groups)
        addToKey(found, by === 'state' ? String(stateOf(String(_id)) ?? '') : String(_id ?? ''), sums);
    return [...found].map(([key, sums]) => ({ key, ...sums }));
  }

  #closed(query: AssignmentSumsQuery, fromMs: number, toMs: number): Groups {
    const key = JSON.stringify([query.partnerId, query.by, fromMs, toMs]);
    const kept = this.#kept.get(key);
    if (kept !== undefined && Math.abs(query.nowMs - kept.readAtMs) < SUMS_STAY_MS) return kept.groups;
    const groups = this.#read(query, fromMs, toMs);
    this.#kept.delete(key);
    this.#kept.set(key, { groups, readAtMs: query.nowMs });
    groups.catch(() => this.#kept.delete(key));
    if (this.#kept.size > MAX_CACHED_SUMS) this.#kept.delete(this.#kept.keys().next().value!);
    return groups;
  }

  async #read({ partnerId, by }: AssignmentSumsQuery, fromMs: number, toMs: number): Groups {
    if (fromMs >= toMs) return [];
    const chosen = { ...(partnerId !== null && { partnerId }), [MOMENT]: { $gte: fromMs, $lt: toMs } };
    const sums = {
      parcels: { $sum: 1 },
      costPaise: paiseAt('assignment.estimates.totalCost'),
      codPaise: paiseAt('assignment.charges.paymentTerms.collectionAmount'),
    };
    return this.db
      .collection('assignments')
      .aggregate<Group>([{ $match: chosen }, { $group: { _id: KEYS[by], ...sums } }], readLimits())
      .toArray();
  }
}
