/** The lane of a route (docs/rules.md#lanes). Rules are rows; NO_ROW is none. */
import { isRowInForce } from './dates.js';
import { hasKm } from './distance.js';
import type { LaneColumns } from './rate-card.js';
import { NO_ROW } from './rates.js';
import { lowestBit } from './search.js';

/** What two ends have in common, as bits. */
export const SAME_ZONE = 1;
export const SAME_CITY = 2;
export const SAME_STATE = 4;
/** The number of combinations of them. */
export const FACT_SETS = 8;

/** Rules in a word. */
const WORD = 32;

/** The number of words that hold a bit for each of `rules`. */
export const wordsFor = (rules: number): number => Math.ceil(rules / WORD);

/** The bit of a rule in word {@link wordOf}. */
export const bitOf = (row: number): number => 1 << (row % WORD);
export const wordOf = (row: number): number => Math.floor(row / WORD);
/** The first of a word's rows whose bit is set. */
export const lowestRow = (word: number, bits: number): number => word * WORD + lowestBit(bits);

/**
 * The rule that gives a route its lane; NO_ROW: it has no lane. Of the rules that are in force and hold:
 *
 * 1. the lowest priority number;
 * 2. the lowest id.
 *
 * @param common the bits of what both ends have in common
 * @param unknown the bits of which nobody knows whether they have it: a rule that asks for one of them does not hold
 * @param km NaN: not known
 * @param at the pricing moment, milliseconds since the epoch
 */
export function laneRule(
  rules: LaneColumns,
  fromZone: number,
  toZone: number,
  common: number,
  km: number,
  at: number,
  unknown = 0,
): number {
  const words = wordsFor(rules.id.length);
  for (let word = 0; word < words; word++) {
    let holding =
      rules.starting[fromZone * words + word]!
      & rules.ending[toZone * words + word]!
      & (rules.either[fromZone * words + word]! | rules.either[toZone * words + word]!)
      & rules.common[common * words + word]!
      & rules.common[(common | unknown) * words + word]!;
    while (holding !== 0) {
      const row = lowestRow(word, holding);
      if (hasKm(rules.fromKm[row]!, rules.toKm[row]!, km) && isRowInForce(rules.validFrom, rules.validTo, row, at))
        return row;
      holding &= holding - 1;
    }
  }
  return NO_ROW;
}
