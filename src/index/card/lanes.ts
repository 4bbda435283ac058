/** The numbers of lanes, tags and codes of surcharges, which columns hold in place of their names. */
import { strict as assert } from 'node:assert';
import { derived } from '../../model/derived.js';
import type { LaneRule, Surcharge, Zone } from '../../model/documents.js';
import { MAX_SURCHARGE_CODES_PER_CARD } from '../../limits/documents.js';

/**
 * The number of each lane that an active rule may give, from 1 in the order of their names. A row of another lane can
 * never match. Rules that are not in force now count too: nothing is built again when they begin.
 * @param rules the partner's; the same array until one of them changes
 */
export const laneNumbers = derived((rules: readonly LaneRule[]) =>
  numbersOf(rules.flatMap(({ status, lane }) => (status ? [lane] : []))),
);

/** Whether two lists of rules give the same lanes: then rows that name lanes need not be built again. */
export function giveSameLanes(rules: readonly LaneRule[], others: readonly LaneRule[]): boolean {
  if (rules === others) return true;
  const [lanes, otherLanes] = [laneNumbers(rules), laneNumbers(others)];
  return lanes.size === otherLanes.size && [...lanes.keys()].every((lane) => otherLanes.has(lane));
}

/** The number of each tag of the partner's zones, from 1 in the order of their names. */
export const tagNumbers = derived((zones: readonly Zone[]) => numbersOf(zones.flatMap(({ tags }) => tags ?? [])));

/** Bit n − 1 for the tag with number n; a tag that no zone has has no bit. */
export function tagMask(numbers: ReadonlyMap<string, number>, tags: readonly string[] | null | undefined): number {
  let mask = 0;
  for (const tag of tags ?? []) {
    const number = numbers.get(tag);
    if (number !== undefined) mask |= 1 << (number - 1);
  }
  return mask;
}

/**
 * The number of each code of a card's active surcharges, from 0 in the order of their names: few enough for a bit each.
 * @param rows the partner's and those without a partner; the same array until one of them changes
 */
export const codeNumbers = derived((rows: readonly Surcharge[]) => {
  const numbers = numbersOf(
    rows.flatMap(({ status, code }) => (status ? [code] : [])),
    0,
  );
  assert(numbers.size <= MAX_SURCHARGE_CODES_PER_CARD, 'each code of a card has a bit');
  return numbers;
});

/** The number of each name, in their order. */
function numbersOf(names: readonly string[], first = 1): ReadonlyMap<string, number> {
  return new Map([...new Set(names)].sort().map((name, index) => [name, first + index]));
}
