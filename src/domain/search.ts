/** Search in columns. */
import type { Column } from './rate-card.js';

/** The position of the first of the ascending `keys` that is not below `key`; their number: all are. */
export function firstNotBelow(keys: Column, key: number): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
