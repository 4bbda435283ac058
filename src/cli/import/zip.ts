/** Zip files without trust: stated sizes are not read, and inflated bytes are counted. */
import { inflateRawSync } from 'node:zlib';

const END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const END_BYTES = 22;
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
  /** Of its local header. */
  offset: number;
}

export class ZipFile {
  private readonly entries = new Map<string, ZipMember>();

  /** @param left bytes that all parts together may have @throws an Error if it is no zip file */
  constructor(
    private readonly bytes: Buffer,
    private left: number,
  ) {
    for (let at = this.#directory(); at + ENTRY_BYTES <= bytes.length && bytes.readUInt32LE(at) === ENTRY;) {
      const nameEnd = at + ENTRY_BYTES + bytes.readUInt16LE(at + 28);
      const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
      const extra = bytes.subarray(nameEnd, extraEnd);
      const [, packedBytes, offset] = numbersOf(
        [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)],
        extra,
      );
      const name = bytes.toString('utf8', at + ENTRY_BYTES, nameEnd);
      this.entries.set(name, { method: bytes.readUInt16LE(at + 10), packedBytes: packedBytes!, offset: offset! });
      at = extraEnd + bytes.readUInt16LE(at + 32);
    }
  }

  /** Its text; null: there is no such part. @throws an Error if it cannot be inflated, or is too large */
  part(name: string): string | null {
    const entry = this.entries.get(name);
    if (entry === undefined) return null;
    const { bytes } = this;
    const { method, packedBytes, offset } = entry;
    if (offset + LOCAL_ENTRY_BYTES > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_ENTRY)
      throw new Error(`its part ${name} is not where it says`);
    const start = offset + LOCAL_ENTRY_BYTES + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const packed = bytes.subarray(start, start + packedBytes);
    const part = method === DEFLATED ? this.#inflated(packed, name) : packed;
    if (method !== DEFLATED && method !== STORED) throw new Error(`its part ${name} is packed in an unknown way`);
    this.left -= part.length;
    if (this.left < 0) throw tooLarge();
    return part.toString('utf8');
  }

  #inflated(packed: Buffer, name: string): Buffer {
    try {
      // at least 1: zlib takes no 0
      return inflateRawSync(packed, { maxOutputLength: this.left + 1, chunkSize: PIECE_BYTES });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : new Error(`its part ${name} cannot be inflated: ${message}`);
    }
  }

  /** The position of the list of parts. */
  #directory(): number {
    const { bytes } = this;
    const end = bytes.lastIndexOf(END);
    if (end === -1 || end + END_BYTES > bytes.length) throw new Error('it is no zip file');
    const offset = bytes.readUInt32LE(end + 16);
    const locator = end - ZIP64_LOCATOR_BYTES;
    if (offset !== ELSEWHERE || locator < 0 || bytes.readUInt32LE(locator) !== ZIP64_LOCATOR) return offset;
    const zip64End = numberAt(bytes, locator + 8);
    return numberAt(bytes, zip64End + 48);
  }
}

const tooLarge = (): Error => new Error('it is too large: its parts inflate to more than 64 MiB');

/** Size and offset of a member; large values follow each other in an extra field. */
function numbersOf(numbers: readonly number[], extra: Buffer): number[] {
  if (!numbers.includes(ELSEWHERE)) return [...numbers];
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== ZIP64_FIELD) at += 4 + extra.readUInt16LE(at + 2);
  let next = at + 4;
  return numbers.map((number) => {
    if (number !== ELSEWHERE) return number;
    next += 8;
    return numberAt(extra, next - 8);
  });
}

/** 8 bytes. Beyond the end it is a number that is too large for any file. */
const numberAt = (bytes: Buffer, at: number): number =>
  at + 8 <= bytes.length ? Number(bytes.readBigUInt64LE(at)) : Number.MAX_SAFE_INTEGER;
