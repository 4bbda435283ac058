/** Whether a place is held (docs/rules.md#holds). Rows are numbers; NO_ROW is none. */
import { lowestRow, wordsFor } from './lanes.js';
import type { HoldColumns } from './time-columns.js';
import { NO_ROW } from './rates.js';

/** The bits of the ends that a hold is about. */
export const AT_PICKUP_END = 1;
export const AT_DELIVERY_END = 2;

/**
 * The hold of a slot that is in force at a moment, in milliseconds since the epoch: of several the one that ends last;
 * NO_ROW: there is none.
 * @param end the bit of the end at which the route has the slot
 */
export function holdAt(holds: HoldColumns, slot: number, end: number, at: number): number {
  if (holds.id.length === 0) return NO_ROW;
  const set = holds.setOf[slot]!;
  if (set === 0) return NO_ROW;
  const words = wordsFor(holds.id.length);
  for (let word = 0; word < words; word++)
    for (let rows = holds.sets[(set - 1) * words + word]!; rows !== 0; rows &= rows - 1) {
      const row = lowestRow(word, rows);
      // those behind it have ended too
      if (holds.to[row]! < at) return NO_ROW;
      if ((holds.ends[row]! & end) !== 0 && holds.from[row]! <= at) return row;
    }
  return NO_ROW;
}
