/** Where the road distance makes a difference to a card: between two bounds all of its rows say the same. */
import type { RateCard } from './rate-card.js';

/** The bounds of all half-open ranges of kilometres in the card, ascending. */
export function kmBounds({ lanes, packages, distances, transit, surcharges }: RateCard): Float64Array {
  const bounds = new Set<number>();
  for (const { fromKm, toKm } of [lanes, packages, distances, transit, surcharges])
    for (const column of [fromKm, toKm]) for (let row = 0; row < column.length; row++) bounds.add(column[row]!);
  // no distance is below 0, nor infinite
  return Float64Array.from([...bounds].filter((km) => km > 0 && km < Infinity)).sort();
}

/** How many of the ascending bounds a distance has reached: the number of its range, from 0. */
export function rangeOf(bounds: Float64Array, km: number): number {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bounds[middle]! <= km) low = middle + 1;
    else high = middle;
  }
  return low;
}
