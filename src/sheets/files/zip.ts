/** Zip files without trust: stated sizes refuse a file early, and what is inflated is counted all the same. */
import { MAX_WORKBOOK_INFLATED_BYTES, MAX_WORKBOOK_LIST_ITEMS } from '../../limits/sheets.js';
import { SheetRefusal, SheetTooLarge } from '../sheet.js';

const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_ENTRY = 0x04034b50;
const LOCAL_ENTRY_BYTES = 30;
/** Marks a number that has 8 bytes in an extra field instead. */
const ELSEWHERE = 0xffffffff;
const ZIP64_FIELD = 1;
const STORED = 0;
const DEFLATED = 8;
const PIECE_BYTES = 65_536;

interface ZipMember {
  method: number;
  packedBytes: number;
  statedBytes: number;
  /** Of its local header. */
  offset: number;
}

/** Names of parts are compared without case, and with slashes. */
const plainName = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

export class ZipFile {
  readonly #entries = new Map<string, ZipMember>();
  readonly #view: DataView;
  /** Bytes that all parts together may still have. */
  #left = MAX_WORKBOOK_INFLATED_BYTES;

  /** @throws {SheetRefusal} if it is no zip file */
  constructor(private readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const view = this.#view;
    for (let at = this.#directory(); at + ENTRY_BYTES <= bytes.length && view.getUint32(at, true) === ENTRY;) {
      const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true);
      const extraEnd = nameEnd + view.getUint16(at + 30, true);
      const next = extraEnd + view.getUint16(at + 32, true);
      if (extraEnd > bytes.length) break;
      const [statedBytes, packedBytes, offset] = this.#numbers([at + 24, at + 20, at + 42], nameEnd, extraEnd);
      const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, nameEnd));
      const method = view.getUint16(at + 10, true);
      this.#entries.set(plainName(name), {
        method,
        packedBytes: packedBytes!,
        statedBytes: statedBytes!,
        offset: offset!,
      });
      if (this.#entries.size > MAX_WORKBOOK_LIST_ITEMS) throw new SheetRefusal('has more parts than a workbook has');
      at = next;
    }
  }

  has(name: string): boolean {
    return this.#entries.has(plainName(name));
  }

  /**
   * The text of a part, in pieces; none if there is no such part.
   * @throws {SheetRefusal} if it cannot be inflated, or is too large
   */
  async *pieces(name: string): AsyncGenerator<string> {
    const entry = this.#entries.get(plainName(name));
    if (entry === undefined) return;
    const { bytes } = this;
    const { method, packedBytes, statedBytes, offset } = entry;
    if (statedBytes > this.#left) throw tooLarge();
    if (offset + LOCAL_ENTRY_BYTES > bytes.length || this.#view.getUint32(offset, true) !== LOCAL_ENTRY)
      throw new SheetRefusal(`is damaged: its part ${name} is not where it says`);
    if (method !== DEFLATED && method !== STORED)
      throw new SheetRefusal(`is damaged: its part ${name} is packed in an unknown way`);
    const lengths = this.#view.getUint16(offset + 26, true) + this.#view.getUint16(offset + 28, true);
    const start = offset + LOCAL_ENTRY_BYTES + lengths;
    const packed = bytes.subarray(start, start + packedBytes);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      for await (const piece of method === DEFLATED ? inflated(packed) : cut(packed)) {
        this.#left -= piece.length;
        if (this.#left < 0) throw tooLarge();
        yield decoder.decode(piece, { stream: true });
      }
      decoder.decode();
    } catch (error) {
      if (error instanceof SheetRefusal) throw error;
      throw new SheetRefusal(`is damaged: its part ${name} cannot be unpacked`);
    }
  }

  /** The position of the list of parts. */
  #directory(): number {
    const view = this.#view;
    const last = view.byteLength - END_BYTES;
    let end = last;
    const first = Math.max(0, last - MAX_COMMENT_BYTES);
    while (end >= first && view.getUint32(end, true) !== END) end--;
    if (end < first) throw new SheetRefusal('is damaged: it begins as a zip file and has no list of its parts');
    const offset = view.getUint32(end + 16, true);
    const locator = end - ZIP64_LOCATOR_BYTES;
    if (offset !== ELSEWHERE || locator < 0 || view.getUint32(locator, true) !== ZIP64_LOCATOR) return offset;
    return this.#largeNumber(this.#largeNumber(locator + 8) + 48);
  }

  /** Numbers of a member; large ones follow each other in an extra field. */
  #numbers(places: readonly number[], extraFrom: number, extraEnd: number): number[] {
    const view = this.#view;
    const numbers = places.map((at) => view.getUint32(at, true));
    if (!numbers.includes(ELSEWHERE)) return numbers;
    let at = extraFrom;
    while (at + 4 <= extraEnd && view.getUint16(at, true) !== ZIP64_FIELD) at += 4 + view.getUint16(at + 2, true);
    let next = at + 4;
    return numbers.map((number) => {
      if (number !== ELSEWHERE) return number;
      next += 8;
      return this.#largeNumber(next - 8);
    });
  }

  /** 8 bytes. Beyond the end it is a number that is too large for any file. */
  #largeNumber(at: number): number {
    const isWithin = at + 8 <= this.#view.byteLength;
    return isWithin ? Number(this.#view.getBigUint64(at, true)) : Number.MAX_SAFE_INTEGER;
  }
}

const tooLarge = (): SheetRefusal => new SheetTooLarge('is too large: its parts inflate to more than 200 MB');

function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** By what browsers and Node.js have; nothing more is inflated once the caller stops. */
async function* inflated(packed: Uint8Array): AsyncGenerator<Uint8Array> {
  const file = new Blob([packed as Uint8Array<ArrayBuffer>]);
  const reader = file.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value as Uint8Array;
  } finally {
    // a stream that has failed cannot be cancelled
    await reader.cancel().catch(() => undefined);
  }
}
