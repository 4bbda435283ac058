/** Distances of India Post's sheets: `Local`, `up to 200 km`, `201 to 500`, `2001 - >>`. */
import { plainText } from '../cells/text.js';

/** Kilometres: above the first, up to and with the second; null: no bound. */
export interface DistanceRange {
  above: number | null;
  upTo: number | null;
}

/** Road distances have one decimal: the next one above a bound. */
const NEXT_KM = 0.1;

const N = String.raw`(\d{1,5})\s*(?:kms?\.?)?`;
const UP_TO = new RegExp(`^(?:up\\s*to|within|till|<=)\\s*${N}$`);
const RANGE = new RegExp(`^${N}\\s*(?:-|–|to)\\s*${N}$`);
const ABOVE = new RegExp(
  `^(?:(?:above|over|beyond|more than|>)\\s*${N}|${N}\\s*(?:\\+|and above|onwards|(?:-|–)\\s*>>?))$`,
);

export const isLocal = (text: string): boolean => /^(?:local|within (?:the )?city|intra ?city)$/.test(plainText(text));

/** null: the text is no distance. `201 to 500` is above 200. */
export function distanceOf(text: string): DistanceRange | null {
  const plain = plainText(text);
  const upTo = UP_TO.exec(plain);
  if (upTo !== null) return { above: null, upTo: Number(upTo[1]) };
  const range = RANGE.exec(plain);
  if (range !== null) {
    const [from, to] = [Number(range[1]), Number(range[2])];
    return from < to ? { above: boundBelow(from), upTo: to } : null;
  }
  const above = ABOVE.exec(plain);
  if (above === null) return null;
  const isAbove = above[1] !== undefined;
  return { above: isAbove ? Number(above[1]) : boundBelow(Number(above[2])), upTo: null };
}

/** Whole kilometres: 201 begins where 200 ends; a round number is the bound itself. */
function boundBelow(from: number): number | null {
  const bound = from % 10 === 1 ? from - 1 : from;
  return bound === 0 ? null : bound;
}

/** As rows of packages say it: from a distance, inclusive, to another, exclusive. */
export const kmOf = ({ above, upTo }: DistanceRange): { kmFrom?: number; kmTo?: number } => ({
  ...(above !== null && { kmFrom: above + NEXT_KM }),
  ...(upTo !== null && { kmTo: upTo + NEXT_KM }),
});
