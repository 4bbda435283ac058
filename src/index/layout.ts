/**
 * Blocks: named columns in one SharedArrayBuffer, each aligned for its type. Its builder writes a block once; after
 * that it is only read. Sending it to a thread copies a handle, not the columns.
 */
const KINDS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f64: Float64Array } as const;
export type Kind = keyof typeof KINDS;
export interface ArrayOf {
  u8: Uint8Array<SharedArrayBuffer>;
  u16: Uint16Array<SharedArrayBuffer>;
  u32: Uint32Array<SharedArrayBuffer>;
  f64: Float64Array<SharedArrayBuffer>;
}

type ColumnConstructor = new (buffer: SharedArrayBuffer, offset: number, length: number) => ArrayOf[Kind];

/** `fill` writes the column of a new block; without it the column stays 0. */
type ColumnLayout = readonly [kind: Kind, length: number, fill?: (column: never) => void];
/** Names, kinds and lengths of columns. */
export type Layout = Record<string, ColumnLayout>;
/** The columns of a block, and its tables, which have columns of their own. */
export interface BlockLayout {
  readonly [name: string]: ColumnLayout | BlockLayout;
}
export type Columns<L> = { [N in keyof L]: L[N] extends ColumnLayout ? ArrayOf[L[N][0]] : Columns<L[N]> };

/** The message to a thread: the memory and the columns in it, one after the other. */
export interface Block {
  /** Unique within the process. Blocks of equal versions have the same bytes, so a thread resolves each block once. */
  version: number;
  buffer: SharedArrayBuffer;
  /** Its {@link BlockLayout} as JSON. As objects, thousands of layouts take each thread ten times more. */
  layout: string;
}

const ALIGNMENT = 8;

/** A new block of this layout, zeroed where nothing fills it, and its writable columns. */
export function allocate<L extends BlockLayout>(layout: L, version: number): { block: Block; columns: Columns<L> } {
  const text = JSON.stringify(sizesOf(layout));
  const block: Block = { version, buffer: new SharedArrayBuffer(endOf(0, layout)), layout: text };
  const columns = resolve<L>(block);
  fill(layout, columns as Record<string, unknown>);
  return { block, columns };
}

/** The layout without what fills it. A replacer of JSON.stringify would be called for each value of each block. */
const sizesOf = (layout: BlockLayout): object =>
  Object.fromEntries(
    Object.entries(layout).map(([name, column]) => [name, isColumn(column) ? [column[0], column[1]] : sizesOf(column)]),
  );

function fill(layout: BlockLayout, columns: Record<string, unknown>): void {
  for (const [name, column] of Object.entries(layout)) {
    if (!isColumn(column)) fill(column, columns[name] as Record<string, unknown>);
    // an empty column is one object for all blocks
    else if (column[1] > 0) column[2]?.(columns[name] as never);
  }
}

/**
 * What all blocks have for a column without rows. A question that asks a hundred partners whether they have such rows
 * then reads one object, which is in the processor's cache, instead of a hundred.
 */
const NOTHING = new SharedArrayBuffer(0);
const EMPTY: ArrayOf = {
  u8: new Uint8Array(NOTHING),
  u16: new Uint16Array(NOTHING),
  u32: new Uint32Array(NOTHING),
  f64: new Float64Array(NOTHING),
};

/** The columns of blocks without rows, by layout: one object for all, for the same reason. */
const emptyColumns = new Map<string, Columns<BlockLayout>>();

/** The columns of a block as typed arrays over its memory. */
export function resolve<L extends BlockLayout = Layout>(block: Block): Columns<L> {
  if (block.buffer.byteLength > 0) return columnsOf(block) as Columns<L>;
  let columns = emptyColumns.get(block.layout);
  if (columns === undefined) emptyColumns.set(block.layout, (columns = columnsOf(block)));
  return columns as Columns<L>;
}

/**
 * Each column takes the place of its layout: V8 keeps an object that is made of many names one by one in a slow form.
 */
function columnsOf({ buffer, layout }: Block): Columns<BlockLayout> {
  const root = JSON.parse(layout) as Record<string, unknown>;
  let offset = 0;
  const place = (table: Record<string, unknown>): void => {
    for (const name of Object.keys(table)) {
      const column = table[name] as BlockLayout[string];
      if (!isColumn(column)) {
        place(column as Record<string, unknown>);
        continue;
      }
      const [kind, length] = column;
      table[name] = length === 0 ? EMPTY[kind] : new (KINDS[kind] as ColumnConstructor)(buffer, offset, length);
      offset = endOf(offset, column);
    }
  };
  place(root);
  return root as Columns<BlockLayout>;
}

const isColumn = (column: BlockLayout[string]): column is ColumnLayout => Array.isArray(column);

/** Where the next column begins. */
function endOf(offset: number, column: BlockLayout[string]): number {
  if (!isColumn(column)) return Object.values(column).reduce<number>((end, each) => endOf(end, each), offset);
  const [kind, length] = column;
  return Math.ceil((offset + length * KINDS[kind].BYTES_PER_ELEMENT) / ALIGNMENT) * ALIGNMENT;
}

/** The shared memory of a block, in bytes. */
export const sizeOf = (block: Block): number => block.buffer.byteLength;
