/** The numbers of lanes, tags and codes of surcharges, which columns hold in place of their names. */
import { strict as assert } from 'node:assert';
import type { CardRows } from '../../model/card-rows.js';
import { derived } from '../../model/derived.js';
import type { LaneRule, Surcharge, Zone } from '../../model/documents.js';
import { MAX_SURCHARGE_CODES_PER_CARD } from '../../limits/documents.js';

/** The lists of a card whose rows name lanes. */
type LaneDocuments = Pick<CardRows, 'laneRules'>
  & Partial<
    Pick<CardRows, 'packages' | 'distanceCharges' | 'transitLanes' | 'surcharges' | 'rtoTerms' | 'weightTerms'>
  >;

/** The most that a column of lanes can count. */
const MAX_LANES = 255;

/**
 * The number of each lane of a card, from 1: those that active rules give in the order of their names, then those that
 * only rows or other rules name, which a route has by assumption alone. Rules that are not in force now count too:
 * nothing is built again when they begin.
 */
export function laneNumbers(documents: LaneDocuments): ReadonlyMap<string, number> {
  const { laneRules, surcharges = NO_ROWS, ...lists } = documents;
  const given = lanesGiven(laneRules);
  const { packages, distanceCharges, transitLanes, rtoTerms, weightTerms } = lists;
  const named = new Set<string>(lanesOfSurcharges(surcharges));
  for (const rows of [laneRules, packages, distanceCharges, transitLanes, rtoTerms, weightTerms])
    for (const lane of lanesNamed(rows ?? NO_ROWS)) named.add(lane);
  if (named.size === given.length) return numbersOf(given);
  const others = [...named].filter((lane) => !given.includes(lane)).sort();
  const all = [...given, ...others].slice(0, MAX_LANES);
  return new Map(all.map((lane, index) => [lane, index + 1]));
}

const NO_ROWS: readonly never[] = [];

const lanesGiven = derived((rules: readonly LaneRule[]) =>
  distinct(rules.flatMap(({ status, lane }) => (status ? [lane] : []))),
);
const lanesNamed = derived((rows: readonly { lane?: string | null }[]) => distinct(rows.map(({ lane }) => lane)));
const lanesOfSurcharges = derived((rows: readonly Surcharge[]) => distinct(rows.flatMap(({ when }) => when?.lanes)));

/** In their order. */
function distinct(names: readonly (string | null | undefined)[]): readonly string[] {
  return [...new Set(names)].filter((name) => name !== null && name !== undefined).sort();
}

/** Whether two cards number their lanes alike: then rows that name lanes need not be built again. */
export function haveSameLanes(documents: LaneDocuments, others: LaneDocuments): boolean {
  const [lanes, otherLanes] = [laneNumbers(documents), laneNumbers(others)];
  return lanes.size === otherLanes.size && [...lanes].every(([lane, number]) => otherLanes.get(lane) === number);
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
