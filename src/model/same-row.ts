/**
 * Which rows of a card are about the same, and what stays of a row that another one replaces. Applied lines and bulk
 * creates find a row by it that has no id.
 */
import {
  type CollectionName,
  COLLECTIONS,
  collectionsWhere,
  type CollectionWith,
  type Documents,
  factsOf,
  type Sameness,
} from './documents.js';
import { filtersIn } from './fields.js';
import type { Members } from './members.js';
import { filtersText, type RowFilters, type RowMembers } from './row-filters.js';

/** The collections whose rows are found by what they are for. */
export type MatchedCollection = CollectionWith<{ sameness: object }>;
export type MatchedRow = Documents[MatchedCollection];
export const MATCHED_COLLECTIONS = collectionsWhere<MatchedCollection>(({ sameness }) => sameness !== undefined);
export const isMatched = (collection: CollectionName): collection is MatchedCollection =>
  factsOf(collection).sameness !== undefined;

const samenessOf = (collection: MatchedCollection): Sameness => factsOf(collection).sameness!;

const FILTERS = Object.fromEntries(MATCHED_COLLECTIONS.map((name) => [name, filtersIn(COLLECTIONS[name])])) as Record<
  MatchedCollection,
  RowFilters
>;

/** Equal for rows with the same filters. */
export function filtersOf(collection: MatchedCollection, row: RowMembers): string {
  return filtersText(FILTERS[collection], row);
}

/** Equal for rows of the same kind, of those with the same filters. */
export function kindOf(collection: MatchedCollection, row: RowMembers): unknown {
  const { kind } = samenessOf(collection);
  return kind === undefined ? null : row[kind];
}

const DATES = ['validFrom', 'validTo'] as const;

/**
 * The row that a line's members make of the row that they replace. A member is
 * 1. as the line gives it; null is the same as absent, unless the row must have the member;
 * 2. for names, order, status and dates that the line does not have: as in the former row;
 * 3. for names and status otherwise: as in a new row;
 * 4. absent, or null where the former row has null.
 *
 * @param former undefined: the row is new
 */
export function rowOf(collection: MatchedCollection, given: RowMembers, former?: object): Members {
  const before = (former ?? {}) as RowMembers;
  const { names = [], namesOf } = samenessOf(collection);
  const kept: ReadonlySet<string> = new Set([...names, 'status', ...DATES]);
  const fresh: RowMembers = { status: true, ...namesOf?.(given) };
  const { properties, required } = COLLECTIONS[collection] as { properties: object; required: readonly string[] };
  const row: Members = {};
  for (const name of Object.keys(properties)) {
    const isRequired = required.includes(name);
    const value = name in given ? given[name] : kept.has(name) ? before[name] : undefined;
    if (value !== undefined && (value !== null || (isRequired && isNullable(collection, name)))) row[name] = value;
    else if (fresh[name] !== undefined) row[name] = fresh[name];
    else if (before[name] === null && !isRequired) row[name] = null;
  }
  // members that no row has stay, for their faults
  const others = Object.entries(given).filter(([name]) => !Object.hasOwn(properties, name));
  // not by assignment: a member may be called __proto__
  return { ...row, ...Object.fromEntries(others) };
}

function isNullable(collection: MatchedCollection, name: string): boolean {
  const { anyOf } = (COLLECTIONS[collection].properties as Record<string, { anyOf?: readonly { type?: string }[] }>)[
    name
  ]!;
  return anyOf?.some(({ type }) => type === 'null') === true;
}
