/**
 * Blocks: named columns in one SharedArrayBuffer, each aligned for its type. Its builder writes a block once; after
 * that it is only read. Sending it to a thread copies a handle, not the columns.
 */
const KINDS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f64: Float64Array } as const;
type Kind = keyof typeof KINDS;
interface ArrayOf {
  u8: Uint8Array<SharedArrayBuffer>;
  u16: Uint16Array<SharedArrayBuffer>;
  u32: Uint32Array<SharedArrayBuffer>;
  f64: Float64Array<SharedArrayBuffer>;
}

type ColumnConstructor = new (buffer: SharedArrayBuffer, offset: number, length: number) => ArrayOf[Kind];

/** Names, kinds and lengths of the columns of a block. */
export type Layout = Record<string, readonly [kind: Kind, length: number]>;
export type Columns<L extends Layout> = { [N in keyof L]: ArrayOf[L[N][0]] };

/** The message to a thread: the memory and the columns in it, one after the other. */
export interface Block {
  /** Unique within the process. Blocks of equal versions have the same bytes, so a thread resolves each block once. */
  version: number;
  buffer: SharedArrayBuffer;
  /** Its {@link Layout} as JSON. As objects, the layouts of thousands of blocks take each thread ten times as much. */
  layout: string;
}

const ALIGNMENT = 8;

/** A new zeroed block of this layout and its writable columns. */
export function allocate<L extends Layout>(layout: L, version: number): { block: Block; columns: Columns<L> } {
  const bytes = Object.values(layout).reduce((offset, column) => endOf(offset, column), 0);
  const block: Block = { version, buffer: new SharedArrayBuffer(bytes), layout: JSON.stringify(layout) };
  return { block, columns: resolve<L>(block) };
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
const emptyColumns = new Map<string, Columns<Layout>>();

/** The columns of a block as typed arrays over its memory. */
export function resolve<L extends Layout>(block: Block): Columns<L> {
  if (block.buffer.byteLength > 0) return columnsOf(block);
  let columns = emptyColumns.get(block.layout);
  if (columns === undefined) emptyColumns.set(block.layout, (columns = columnsOf(block)));
  return columns as Columns<L>;
}

function columnsOf<L extends Layout>({ buffer, layout }: Block): Columns<L> {
  const columns: Record<string, ArrayOf[Kind]> = {};
  let offset = 0;
  for (const [name, column] of Object.entries(JSON.parse(layout) as Layout)) {
    const [kind, length] = column;
    columns[name] = length === 0 ? EMPTY[kind] : new (KINDS[kind] as ColumnConstructor)(buffer, offset, length);
    offset = endOf(offset, column);
  }
  return columns as Columns<L>;
}

/** Where the next column begins. */
function endOf(offset: number, [kind, length]: Layout[string]): number {
  return Math.ceil((offset + length * KINDS[kind].BYTES_PER_ELEMENT) / ALIGNMENT) * ALIGNMENT;
}

/** The shared memory of a block, in bytes. */
export const sizeOf = (block: Block): number => block.buffer.byteLength;
