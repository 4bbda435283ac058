/** The encoding of a text, by its bytes. */
import { type Note, SheetRefusal } from '../sheet.js';

export interface DecodedText {
  /** Without a byte order mark. */
  text: string;
  /** null: nothing was assumed. */
  note: Note | null;
}

const MARKS: readonly [encoding: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const SAMPLE_BYTES = 4_096;
const NARROW = 'windows-1252';
/** The last byte that means the same in UTF-8 and in Windows-1252. */
const ASCII = 0x7f;
const OTHER_BYTES = 'is no text: its byte order mark says another encoding than its bytes';
/** Controls that no text has. */
const CONTROLS = String.raw`\0-\x08\x0b\x0c\x0e-\x1f`;
const NO_TEXT = new RegExp(`[${CONTROLS}]`);
/** Where Windows-1252 has no letters. */
const NO_LETTER = /[\x7f\x81\x8d\x8f\x90\x9d]/;

/**
 * 1. UTF-8 or UTF-16 by its byte order mark.
 * 2. UTF-16 if every other byte of the beginning is zero.
 * 3. UTF-8 if all bytes are.
 * 4. Windows-1252, which is said.
 *
 * @throws {SheetRefusal} if it is no text
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = markedEncoding(bytes);
  if (marked !== null) return { text: checked(decoded(bytes, marked)), note: null };
  const wide = wideEncoding(bytes.subarray(0, SAMPLE_BYTES));
  if (wide !== null) return { text: checked(decoded(bytes, wide)), note: assumed('UTF-16', bytes.length) };
  const text = decoded(bytes, 'utf-8');
  if (text !== null) return { text: checked(text), note: null };
  const narrow = checked(new TextDecoder(NARROW).decode(bytes), NO_LETTER);
  const letters = narrow.match(/[^\0-\x7f]/g)!;
  return { text: narrow, note: { ...assumed('Windows-1252', letters.length), example: aroundFirst(narrow) } };
}

/** null: there is no byte order mark. */
const markedEncoding = (bytes: Uint8Array): string | null =>
  MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0] ?? null;

/** The encoding of a text that comes in pieces, by the order of {@link decodeText}. */
export interface FoundEncoding {
  encoding: string;
  /** null: nothing was assumed. */
  note: Note | null;
}

/** Reads the pieces to their end where neither a mark nor the beginning tells. */
export async function encodingOf(pieces: AsyncIterable<Uint8Array>): Promise<FoundEncoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let [isFirst, isUtf8, bytes, letters, example] = [true, true, 0, 0, ''];
  for await (const piece of pieces) {
    if (isFirst) {
      const marked = markedEncoding(piece);
      if (marked !== null) return { encoding: marked, note: null };
      const wide = wideEncoding(piece.subarray(0, SAMPLE_BYTES));
      if (wide !== null) return { encoding: wide, note: assumed('UTF-16', piece.length) };
    }
    isFirst = false;
    bytes += piece.length;
    const before = letters;
    for (const byte of piece) if (byte > ASCII) letters++;
    if (before === 0 && letters > 0) example = aroundFirst(new TextDecoder(NARROW).decode(piece));
    try {
      if (isUtf8) utf8.decode(piece, { stream: true });
    } catch {
      isUtf8 = false;
    }
  }
  try {
    if (isUtf8) utf8.decode();
  } catch {
    isUtf8 = false;
  }
  return isUtf8 || bytes === 0
    ? { encoding: 'utf-8', note: null }
    : { encoding: NARROW, note: { ...assumed('Windows-1252', letters), example } };
}

/** @throws {SheetRefusal} where it is no text */
export async function* decodedPieces(pieces: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const also = encoding === NARROW ? NO_LETTER : NO_TEXT;
  const decode = (piece?: Uint8Array): string => {
    try {
      return checked(piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true }), also);
    } catch (error) {
      throw error instanceof SheetRefusal ? error : new SheetRefusal(OTHER_BYTES);
    }
  };
  for await (const piece of pieces) yield decode(piece);
  yield decode();
}

const assumed = (encoding: string, count: number): Note => ({
  what: `letters taken for ${encoding}`,
  count,
  example: encoding,
});

/** null: the bytes are of another encoding. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-16 without a mark: texts of sheets are mostly digits, commas and Latin letters. */
function wideEncoding(sample: Uint8Array): string | null {
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]!++;
  const most = sample.length / 4;
  if (zeros[0]! > most && zeros[1] === 0) return 'utf-16be';
  return zeros[1]! > most && zeros[0] === 0 ? 'utf-16le' : null;
}

/** @param text null: the bytes are not of the encoding that their mark says */
function checked(text: string | null, also = NO_TEXT): string {
  if (text === null) throw new SheetRefusal(OTHER_BYTES);
  const at = Math.max(text.search(NO_TEXT), text.search(also));
  if (at === -1) return text;
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  throw new SheetRefusal('is no CSV: it has a byte that no text has', before.length, before.at(-1)!.split(',').length);
}

const AROUND = 20;

function aroundFirst(text: string): string {
  const at = text.search(/[^\0-\x7f]/);
  return text
    .slice(Math.max(0, at - AROUND), at + AROUND)
    .split(/[\r\n,;\t|]/)
    .find((part) => /[^\0-\x7f]/.test(part))!;
}
