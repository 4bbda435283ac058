/** Many short texts in few bytes: a million strings of their own would fill the heap, and the collector with work. */

const FIRST_CHARACTERS = 65_536;
const FIRST_TEXTS = 1_024;

/** Texts by number, in the order in which they were added. */
export class TextStore {
  #characters = new Uint16Array(FIRST_CHARACTERS);
  #starts = new Float64Array(FIRST_TEXTS);
  #lengths = new Int32Array(FIRST_TEXTS);
  #end = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @returns its number */
  add(text: string): number {
    const number = this.#count++;
    this.#starts = withRoom(this.#starts, this.#count);
    this.#lengths = withRoom(this.#lengths, this.#count);
    this.replace(number, text);
    return number;
  }

  /** The room of the former text is lost. */
  replace(number: number, text: string): void {
    const start = this.#end;
    this.#end += text.length;
    this.#characters = withRoom(this.#characters, this.#end);
    for (let at = 0; at < text.length; at++) this.#characters[start + at] = text.charCodeAt(at);
    this.#starts[number] = start;
    this.#lengths[number] = text.length;
  }

  at(number: number): string {
    const start = this.#starts[number]!;
    const end = start + this.#lengths[number]!;
    let text = '';
    // a call takes a bounded number of arguments
    for (let from = start; from < end; from += FIRST_TEXTS)
      text += String.fromCharCode(...this.#characters.subarray(from, Math.min(end, from + FIRST_TEXTS)));
    return text;
  }

  is(number: number, text: string): boolean {
    if (this.#lengths[number]! !== text.length) return false;
    const start = this.#starts[number]!;
    for (let at = 0; at < text.length; at++) if (this.#characters[start + at] !== text.charCodeAt(at)) return false;
    return true;
  }
}

/** A list of numbers that grows by half. */
export function withRoom<A extends Uint8Array | Uint16Array | Int32Array | Float64Array>(list: A, length: number): A {
  if (length <= list.length) return list;
  const longer = new (list.constructor as new (size: number) => A)(Math.max(length, Math.ceil(list.length * 1.5)));
  longer.set(list);
  return longer;
}
