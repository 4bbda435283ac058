/** What is used of capacities on a day. */
import { usedOf } from '../../domain/allocation/capacity.js';
import type { CounterReader } from '../../domain/allocation/counters.js';
import { windowOf } from '../../domain/allocation/windows.js';
import { endOfDay, momentOf } from '../../domain/calendar.js';
import { isActive, periodOf, periodsMeet } from '../../domain/dates.js';
import { inUnits } from '../../engine/allocation/capacities.js';
import { termsOf } from '../../index/capacities.js';
import type { Capacity } from '../../model/documents.js';

export interface CapacityUse {
  document: Capacity;
  partnerId: string;
  /** In the unit of the document, as its limit. */
  used: number;
  limit: number;
  /** All of it is used, or it is closed now. */
  isFull: boolean;
}

/**
 * Of the documents that are active and in force on the day, in their order.
 * @param moment the day, `YYYY-MM-DD` in India, and the present
 */
export function capacityUses(
  documents: readonly Capacity[],
  counters: CounterReader,
  { day, now }: { day: string; now: number },
): CapacityUse[] {
  const fromMs = momentOf(day);
  const onDay = { fromMs, toMs: endOfDay(day) };
  return documents
    .filter((document) => isActive(document) && periodsMeet(periodOf(document), onDay))
    .map((document) => {
      const { unit, per, partnerId, limit, ...terms } = termsOf(document);
      const used = usedOf(terms, windowOf(per, fromMs), counters);
      return {
        document,
        partnerId,
        used: inUnits(unit, used),
        limit: document.limit,
        isFull: used >= limit || now < terms.closedUntilMs,
      };
    });
}
