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

/** The message to a thread: the memory and the place of each column in it. */
export interface Block {
  /** Unique within the process. Blocks of equal versions have the same bytes, so a thread resolves each block once. */
  version: number;
  buffer: SharedArrayBuffer;
  columns: Record<string, readonly [kind: Kind, offset: number, length: number]>;
}

const ALIGNMENT = 8;
const align = (offset: number): number => Math.ceil(offset / ALIGNMENT) * ALIGNMENT;

/** A new zeroed block of this layout and its writable columns. */
export function allocate<L extends Layout>(layout: L, version: number): { block: Block; columns: Columns<L> } {
  const placed: Block['columns'] = {};
  let offset = 0;
  for (const [name, [kind, length]] of Object.entries(layout)) {
    placed[name] = [kind, offset, length];
    offset = align(offset + length * KINDS[kind].BYTES_PER_ELEMENT);
  }
  const block: Block = { version, buffer: new SharedArrayBuffer(offset), columns: placed };
  return { block, columns: resolve<L>(block) };
}

/** The columns of a block as typed arrays over its memory. */
export function resolve<L extends Layout>(block: Block): Columns<L> {
  const entries = Object.entries(block.columns).map(([name, [kind, offset, length]]) => [
    name,
    new (KINDS[kind] as ColumnConstructor)(block.buffer, offset, length),
  ]);
  return Object.fromEntries(entries) as unknown as Columns<L>;
}

/** The shared memory of a block, in bytes. */
export const sizeOf = (block: Block): number => block.buffer.byteLength;
