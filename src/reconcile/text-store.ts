/** Many short texts in few bytes: a million strings of their own would fill the heap, and the collector with work. */

const BLOCK_BYTES = 1_048_576;
const FIRST_TEXTS = 1_024;
/** A call takes a bounded number of arguments. */
const MOST_ARGUMENTS = 4_096;
const LATIN_1 = 256;

/** Texts by number, in the order in which they were added. Blocks of bytes are never copied. */
export class TextStore {
  readonly #blocks: Uint8Array[] = [];
  /** Of the last block. */
  #end = 0;
  #count = 0;
  /** Of each text: its block, its first byte there, and its length; below 0: of two bytes a character. */
  #block = new Uint16Array(FIRST_TEXTS);
  #start = new Int32Array(FIRST_TEXTS);
  #length = new Int32Array(FIRST_TEXTS);

  get count(): number {
    return this.#count;
  }

  /** @returns its number */
  add(text: string): number {
    const number = this.#count++;
    this.#block = withRoom(this.#block, this.#count);
    this.#start = withRoom(this.#start, this.#count);
    this.#length = withRoom(this.#length, this.#count);
    this.replace(number, text);
    return number;
  }

  /** The room of the former text is lost. */
  replace(number: number, text: string): void {
    const isWide = widestOf(text) >= LATIN_1;
    const bytes = isWide ? 2 * text.length : text.length;
    let block = this.#blocks.at(-1);
    if (block === undefined || this.#end + bytes > block.length) {
      this.#blocks.push((block = new Uint8Array(Math.max(BLOCK_BYTES, bytes))));
      this.#end = 0;
    }
    this.#block[number] = this.#blocks.length - 1;
    this.#start[number] = this.#end;
    this.#length[number] = isWide ? -text.length : text.length;
    let end = this.#end;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      block[end++] = code;
      if (isWide) block[end++] = code >> 8;
    }
    this.#end = end;
  }

  at(number: number): string {
    const block = this.#blocks[this.#block[number]!]!;
    const start = this.#start[number]!;
    const length = this.#length[number]!;
    if (length >= 0 && length <= MOST_ARGUMENTS) return String.fromCharCode(...block.subarray(start, start + length));
    let text = '';
    for (let at = 0; at < Math.abs(length); at++)
      text += String.fromCharCode(this.#codeAt(block, start, at, length < 0));
    return text;
  }

  is(number: number, text: string): boolean {
    const length = this.#length[number]!;
    if (Math.abs(length) !== text.length) return false;
    const block = this.#blocks[this.#block[number]!]!;
    const start = this.#start[number]!;
    for (let at = 0; at < text.length; at++)
      if (this.#codeAt(block, start, at, length < 0) !== text.charCodeAt(at)) return false;
    return true;
  }

  #codeAt(block: Uint8Array, start: number, at: number, isWide: boolean): number {
    return isWide ? block[start + 2 * at]! | (block[start + 2 * at + 1]! << 8) : block[start + at]!;
  }
}

function widestOf(text: string): number {
  let widest = 0;
  for (let at = 0; at < text.length; at++) widest = Math.max(widest, text.charCodeAt(at));
  return widest;
}

/** A list of numbers that grows by half. */
export function withRoom<A extends Uint8Array | Uint16Array | Int32Array | Float64Array>(list: A, length: number): A {
  if (length <= list.length) return list;
  const longer = new (list.constructor as new (size: number) => A)(Math.max(length, Math.ceil(list.length * 1.5)));
  longer.set(list);
  return longer;
}
