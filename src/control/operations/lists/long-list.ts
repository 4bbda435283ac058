/**
 * A list of more rows than one turn of the event loop can sort: the main thread answers quotes too. Its orders and
 * search text are made in slices when first requested, and kept with the array of rows.
 */
import { LIST_STEP_ROWS } from '../../../limits.js';
import { inSlices, type Steps } from '../../../steps.js';
import { type Page, paginationOf, type SortOrder, type SortValue } from './listing.js';
import { SearchText } from './search-text.js';

export interface LongListKeys<D, K extends string> {
  sort: Readonly<Record<K, SortValue<D>>>;
  /** Rows are found by this number without scanning all of them. */
  group: (row: D) => number;
}

export interface LongListQuery<K extends string> {
  /** A part of the name, as in `searched`; undefined: every row. */
  search?: string | undefined;
  /** The groups whose rows are listed; null: all. */
  groups: ReadonlySet<number> | null;
  sortBy: K;
  sortOrder: SortOrder;
  page: number;
  limit: number;
}

const lists = new WeakMap<readonly object[], unknown>();

/** The list of `rows`, which are in the order of their ids; the same list again while `rows` is the same array. */
export function longList<D extends { name: string }, K extends string>(rows: readonly D[], keys: LongListKeys<D, K>): LongList<D, K> {
  let list = lists.get(rows) as LongList<D, K> | undefined;
  if (list === undefined) lists.set(rows, (list = new LongList(rows, keys)));
  return list;
}

export class LongList<D extends { name: string }, K extends string> {
  readonly #rows: readonly D[];
  readonly #keys: LongListKeys<D, K>;
  readonly #made = new Map<string, Promise<unknown>>();
  #lastMade: Promise<unknown> = Promise.resolve();

  constructor(rows: readonly D[], keys: LongListKeys<D, K>) {
    this.#rows = rows;
    this.#keys = keys;
  }

  /** A page of the rows that fit the query; rows that are equal in `sortBy` are ordered by id, in either sort order. */
  async page(query: LongListQuery<K>): Promise<Page<D>> {
    const order = await this.#order(query.sortBy, query.sortOrder);
    const chosen = await this.#chosen(query);
    const indexes = chosen === null ? pageOfAll(order, query) : pageOfChosen(order, chosen, query);
    return { rows: Array.from(indexes, (index) => this.#rows[index]!), pagination: paginationOf(chosen?.size ?? order.length, query) };
  }

  /** The rows that fit; null: all. */
  async #chosen({ search, groups }: LongListQuery<K>): Promise<Choice | null> {
    if (search === undefined && groups === null) return null;
    const chosen = new Choice(this.#rows.length);
    if (search === undefined) {
      const indexesOf = await this.#once('groups', () => groupsOf(this.#rows, this.#keys.group));
      for (const group of groups!) chosen.add(indexesOf.get(group) ?? []);
      return chosen;
    }
    const found = (await this.#once('text', () => SearchText.of(this.#rows))).find(search);
    chosen.add(groups === null ? found : found.filter((index) => groups.has(this.#keys.group(this.#rows[index]!))));
    return chosen;
  }

  #order(sortBy: K, sortOrder: SortOrder): Promise<Uint32Array> {
    return this.#once(`${sortBy} ${sortOrder}`, () => orderOf(this.#rows, this.#keys.sort[sortBy], sortOrder));
  }

  /** One task after another: two at a time would take two slices of each turn. */
  #once<T>(name: string, steps: () => Steps<T>): Promise<T> {
    let made = this.#made.get(name) as Promise<T> | undefined;
    if (made === undefined) {
      made = this.#lastMade.then(() => inSlices(steps()));
      this.#made.set(name, made);
      this.#lastMade = made.catch(() => undefined);
    }
    return made;
  }
}

/** Indexes of rows, unordered. */
class Choice {
  readonly isChosen: Uint8Array;
  size = 0;

  constructor(rows: number) {
    this.isChosen = new Uint8Array(rows);
  }

  /** Adds the missing ones. */
  add(indexes: readonly number[]): void {
    for (const index of indexes) this.isChosen[index] = 1;
    this.size += indexes.length;
  }
}

interface PageNumbers {
  page: number;
  limit: number;
}

function pageOfAll(order: Uint32Array, { page, limit }: PageNumbers): Uint32Array {
  const first = (page - 1) * limit;
  return order.subarray(first, first + limit);
}

/** Walks the order until the page is full: cheaper than sorting thousands of chosen rows. */
function pageOfChosen(order: Uint32Array, { isChosen, size }: Choice, { page, limit }: PageNumbers): number[] {
  const indexes: number[] = [];
  let before = (page - 1) * limit;
  const most = Math.min(limit, size - before);
  for (let at = 0; indexes.length < most; at++) {
    const index = order[at]!;
    if (isChosen[index] === 1 && before-- <= 0) indexes.push(index);
  }
  return indexes;
}

/** The sorted indexes of `rows`. It is a merge sort because that can be interrupted, and is stable. */
function* orderOf<D>(rows: readonly D[], valueOf: SortValue<D>, sortOrder: SortOrder): Steps<Uint32Array> {
  const values = yield* valuesOf(rows, valueOf);
  const isBefore = sortOrder === 'asc'
    ? (a: number, b: number): boolean => values[a]! < values[b]!
    : (a: number, b: number): boolean => values[a]! > values[b]!;
  const { length } = rows;
  let from = new Uint32Array(length);
  for (let index = 0; index < length; index++) from[index] = index;
  let to = new Uint32Array(length);
  for (let width = 1; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      const middle = Math.min(start + width, length);
      const end = Math.min(start + 2 * width, length);
      let left = start;
      let right = middle;
      for (let at = start; at < end; at++) {
        const takesRight = left === middle || (right < end && isBefore(from[right]!, from[left]!));
        to[at] = from[takesRight ? right++ : left++]!;
        if (at % LIST_STEP_ROWS === 0) yield;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

function* valuesOf<D>(rows: readonly D[], valueOf: SortValue<D>): Steps<(string | number)[]> {
  const values: (string | number)[] = [];
  for (const [index, row] of rows.entries()) {
    const value = valueOf(row);
    values.push(typeof value === 'string' ? value.toLowerCase() : value);
    if (index % LIST_STEP_ROWS === 0) yield;
  }
  return values;
}

function* groupsOf<D>(rows: readonly D[], groupOf: (row: D) => number): Steps<ReadonlyMap<number, readonly number[]>> {
  const groups = new Map<number, number[]>();
  for (const [index, row] of rows.entries()) {
    const group = groupOf(row);
    const indexes = groups.get(group);
    if (indexes === undefined) groups.set(group, [index]);
    else indexes.push(index);
    if (index % LIST_STEP_ROWS === 0) yield;
  }
  return groups;
}
