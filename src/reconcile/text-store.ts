/** Many short texts in few bytes: a million strings of their own would fill the heap, and the collector with work. */

const BLOCK_BYTES = 1_048_576;
const FIRST_TEXTS = 1_024;
/** A call takes a bounded number of arguments. */
const MOST_ARGUMENTS = 4_096;
const LATIN_1 = 256;
/** Of a head: its length, doubled, and 1 if characters have two bytes; seven bits a byte, the lowest first. */
const MORE = 0x80;
const LONGEST_HEAD = 5;

/** Texts by number, in the order in which they were added. Blocks of bytes are never copied. */
export class TextStore {
  readonly #blocks: Uint8Array[] = [];
  /** Of the last block. */
  #end = 0;
  #count = 0;
  /** Where each text begins: its block, times BLOCK_BYTES, and its first byte there. */
  #starts = new Uint32Array(FIRST_TEXTS);
  /** Of the head that was read last: where the characters begin, how many there are, and their bytes. */
  #from = 0;
  #length = 0;
  #isWide = false;

  get count(): number {
    return this.#count;
  }

  /** @returns its number */
  add(text: string): number {
    const number = this.#count++;
    this.#starts = withRoom(this.#starts, this.#count);
    this.replace(number, text);
    return number;
  }

  /** The room of the former text is lost. */
  replace(number: number, text: string): void {
    const isWide = widestOf(text) >= LATIN_1;
    const bytes = LONGEST_HEAD + (isWide ? 2 * text.length : text.length);
    let block = this.#blocks.at(-1);
    if (block === undefined || this.#end + bytes > block.length) {
      this.#blocks.push((block = new Uint8Array(Math.max(BLOCK_BYTES, bytes))));
      this.#end = 0;
    }
    this.#starts[number] = (this.#blocks.length - 1) * BLOCK_BYTES + this.#end;
    let end = this.#end;
    let head = 2 * text.length + Number(isWide);
    for (; head >= MORE; head = Math.floor(head / MORE)) block[end++] = (head % MORE) + MORE;
    block[end++] = head;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      block[end++] = code;
      if (isWide) block[end++] = code >> 8;
    }
    // a text longer than a block is alone in its own
    this.#end = end;
  }

  at(number: number): string {
    const block = this.#read(number);
    const from = this.#from;
    if (!this.#isWide && this.#length <= MOST_ARGUMENTS)
      return String.fromCharCode(...block.subarray(from, from + this.#length));
    let text = '';
    for (let at = 0; at < this.#length; at++) text += String.fromCharCode(this.#codeAt(block, at));
    return text;
  }

  is(number: number, text: string): boolean {
    const block = this.#read(number);
    if (this.#length !== text.length) return false;
    for (let at = 0; at < text.length; at++) if (this.#codeAt(block, at) !== text.charCodeAt(at)) return false;
    return true;
  }

  /** Reads the head of a text. @returns its block */
  #read(number: number): Uint8Array {
    const start = this.#starts[number]!;
    const block = this.#blocks[Math.floor(start / BLOCK_BYTES)]!;
    let at = start % BLOCK_BYTES;
    let head = 0;
    let unit = 1;
    for (; block[at]! >= MORE; at++, unit *= MORE) head += (block[at]! - MORE) * unit;
    head += block[at]! * unit;
    this.#from = at + 1;
    this.#length = Math.floor(head / 2);
    this.#isWide = head % 2 === 1;
    return block;
  }

  #codeAt(block: Uint8Array, at: number): number {
    if (!this.#isWide) return block[this.#from + at]!;
    return block[this.#from + 2 * at]! + block[this.#from + 2 * at + 1]! * LATIN_1;
  }
}

function widestOf(text: string): number {
  let widest = 0;
  for (let at = 0; at < text.length; at++) widest = Math.max(widest, text.charCodeAt(at));
  return widest;
}

type NumberList = Uint8Array | Uint32Array | Int32Array | Float64Array;

/** A list of numbers that grows by a quarter. */
export function withRoom<A extends NumberList>(list: A, length: number): A {
  if (length <= list.length) return list;
  const longer = new (list.constructor as new (size: number) => A)(Math.max(length, Math.ceil(list.length * 1.25)));
  longer.set(list);
  return longer;
}
