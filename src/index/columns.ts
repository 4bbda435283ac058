/**
 * Columns, each declared once: its kind, and what it has of a row. The layout of a block and the type of what its
 * reader gets follow from that. The meaning of the columns that the rules read is in domain/rate-card.ts.
 */
import { pack, unpack } from 'msgpackr';
import { bitOf, wordOf, wordsFor } from '../domain/lanes.js';
import { allocate, type ArrayOf, type Block, type BlockLayout, type Columns, type Kind, resolve } from './layout.js';

/** A column to be laid out, and what fills it. */
export type Source<K extends Kind> = readonly [kind: K, length: number, fill: (column: ArrayOf[K]) => void];

/** What builds a block of the columns that `columnsFor` gives. */
export const builderOf =
  <D>(columnsFor: (documents: D) => BlockLayout) =>
  (documents: D, version: number): Block =>
    allocate(columnsFor(documents), version).block;

/** The columns of a block that {@link builderOf} built from the function `F`. */
export const resolveAs = <F extends (...given: never[]) => BlockLayout>(block: Block): Columns<ReturnType<F>> =>
  resolve<ReturnType<F>>(block);

/** A column with a value for each row. */
interface RowColumn<R, K extends Kind = Kind> {
  readonly kind: K;
  readonly valueOf: (row: R) => number;
  /** Whether a row needs the column; null: each does. */
  readonly needs: ((row: R) => unknown) | null;
}

type RowColumns<R> = Readonly<Record<string, RowColumn<R>>>;

/** What declares columns of rows of one type. */
export function columnsOf<R>() {
  const ofKind =
    <K extends Kind>(kind: K) =>
    (valueOf: (row: R) => number): RowColumn<R, K> => ({ kind, valueOf, needs: null });
  return {
    u8: ofKind('u8'),
    u16: ofKind('u16'),
    u32: ofKind('u32'),
    f64: ofKind('f64'),
    /** Columns that are empty if no row needs them, so that nobody looks at them. */
    ifAny: <C extends RowColumns<R>>(needs: (row: R) => unknown, columns: C): C =>
      mapped(columns, (column) => ({ ...column, needs })) as C,
  };
}

/**
 * The columns of these rows.
 * @param first the number of the first row; those before it are all 0
 */
export function table<R, C extends RowColumns<R>>(columns: C, rows: readonly R[], first = 0) {
  const needed = new Map<RowColumn<R>['needs'], boolean>([[null, true]]);
  const isNeeded = (needs: RowColumn<R>['needs']): boolean => {
    let known = needed.get(needs);
    if (known === undefined) needed.set(needs, (known = rows.some(needs!)));
    return known;
  };
  const sourceOf = ({ kind, valueOf, needs }: RowColumn<R>): Source<Kind> => [
    kind,
    isNeeded(needs) ? first + rows.length : 0,
    (column) => {
      for (let row = 0; row < rows.length; row++) column[first + row] = valueOf(rows[row]!);
    },
  ];
  return mapped(columns, sourceOf) as { [N in keyof C]: Source<C[N]['kind']> };
}

const mapped = <V, W>(columns: Readonly<Record<string, V>>, change: (column: V) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, change(column)]));

/** A column of these values. */
export const valuesOf = <K extends Kind>(kind: K, values: ArrayLike<number>): Source<K> => [
  kind,
  values.length,
  (column) => column.set(values),
];

/** Data that cannot be columns, as bytes for {@link unpacked}. */
export const packed = (value: unknown): Source<'u8'> => valuesOf('u8', pack(value));

/** Its result belongs to this thread. */
export const unpacked = <V>(bytes: Uint8Array): V => unpack(Buffer.from(bytes)) as V;

/** Texts by number, for {@link Texts}. */
export function textsOf(texts: readonly string[]): { start: Source<'u32'>; bytes: Source<'u8'> } {
  const all = texts.map((text) => Buffer.from(text));
  let end = 0;
  return {
    start: valuesOf('u32', [0, ...all.map(({ length }) => (end += length))]),
    bytes: valuesOf('u8', Buffer.concat(all)),
  };
}

/** Texts that are decoded one by one when needed: as strings they would cost each thread too much memory. */
export class Texts {
  readonly #start: Uint32Array;
  readonly #texts: Buffer;

  constructor({ start, bytes }: { start: Uint32Array; bytes: Uint8Array }) {
    this.#start = start;
    this.#texts = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  at(number: number): string {
    return this.#texts.toString('utf8', this.#start[number], this.#start[number + 1]);
  }
}

/**
 * The first row of each list, and behind them the end of the last.
 * @param lists the list of each row, ascending
 */
export const startsOf = (lists: readonly number[], count: number): Source<'u32'> => [
  'u32',
  count + 1,
  (start) => {
    for (const list of lists) start[list + 1]!++;
    for (let list = 1; list <= count; list++) start[list]! += start[list - 1]!;
  },
];

/**
 * Sets of rows: one bit a row, word by word, so that a word answers for 32 rows at once.
 * @param count of the sets
 */
export const setsOf = <R>(
  rows: readonly R[],
  count: number,
  isInSet: (row: R, set: number) => boolean,
): Source<'u32'> => [
  'u32',
  count * wordsFor(rows.length),
  (words) => {
    const perSet = wordsFor(rows.length);
    for (const [row, each] of rows.entries())
      for (let set = 0; set < count; set++) if (isInSet(each, set)) words[set * perSet + wordOf(row)]! |= bitOf(row);
  },
];
