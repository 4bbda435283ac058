/** Search in columns and in words of bits. */
import type { Column } from './dates.js';

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

/** The position of the lowest bit that is set. */
export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);
