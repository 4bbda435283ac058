/** The pieces of every list of the API: ordering, searching, paging and counting. */
import type { Pagination } from '../../../contract/common.js';
import { type NamedRow, SearchText } from './search-text.js';
import { derived } from '../../../model/derived.js';

/** The value by which rows are compared; texts ignore case. Equal rows keep their order, which is that of their ids. */
type SortValue<D> = (row: D) => string | number;
export type SortOrder = 'asc' | 'desc';

/** By key and direction. */
const ordersOf = derived<readonly object[], Map<string, readonly object[]>>(() => new Map());
const searchTextOf = derived((rows: readonly NamedRow[]) => SearchText.of(rows));

/** `rows` by one of `keys`; returns the same array again while `rows` is the same. */
export function sorted<D extends object, K extends string>(
  rows: readonly D[],
  keys: Readonly<Record<K, SortValue<D>>>,
  sortBy: K,
  sortOrder: SortOrder = 'asc',
): readonly D[] {
  const orders = ordersOf(rows);
  const name = `${sortBy} ${sortOrder}`;
  let order = orders.get(name) as readonly D[] | undefined;
  if (order === undefined) orders.set(name, (order = sort(rows, keys[sortBy], sortOrder)));
  return order;
}

function sort<D>(rows: readonly D[], valueOf: SortValue<D>, sortOrder: SortOrder): readonly D[] {
  const direction = sortOrder === 'asc' ? 1 : -1;
  const valued = rows.map((row) => {
    const value = valueOf(row);
    return { row, value: typeof value === 'string' ? value.toLowerCase() : value };
  });
  return valued
    .sort((a, b) => (a.value < b.value ? -direction : a.value > b.value ? direction : 0))
    .map(({ row }) => row);
}

/**
 * The rows that a search finds, in two groups, each in the order of `rows`. `text` has no special characters; case does
 * not matter.
 *
 * 1. rows whose name contains it;
 * 2. others with an alias that has it from the beginning of a word.
 */
export function searched<D extends NamedRow>(rows: readonly D[], text: string): readonly D[] {
  const { byName, byAlias } = searchTextOf(rows).find(text);
  return [...byName, ...byAlias].map((index) => rows[index]!);
}

export interface Page<D> {
  rows: readonly D[];
  pagination: Pagination;
}

/** One page of `rows`; empty beyond the last page. */
export function pageOf<D>(rows: readonly D[], { page, limit }: { page: number; limit: number }): Page<D> {
  const first = (page - 1) * limit;
  return { rows: rows.slice(first, first + limit), pagination: paginationOf(rows.length, { page, limit }) };
}

export function paginationOf(total: number, { page, limit }: { page: number; limit: number }): Pagination {
  const totalPages = Math.ceil(total / limit);
  return { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 };
}

/** The number of rows that have each of `values`; 0 for a value that no row has. */
export function countBy<D, V extends string>(
  rows: readonly D[],
  values: readonly V[],
  valueOf: (row: D) => V,
): Record<V, number> {
  const counts = Object.fromEntries(values.map((value) => [value, 0])) as Record<V, number>;
  for (const row of rows) counts[valueOf(row)] += 1;
  return counts;
}

/** The numbers of a list like `3,14,15`, without numbers that are too large for an id; null: there is no list. */
export function idsIn(list: string | undefined): ReadonlySet<number> | null {
  return list === undefined ? null : new Set(list.split(',').map(Number).filter(Number.isSafeInteger));
}
