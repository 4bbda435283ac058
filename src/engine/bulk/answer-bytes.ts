/**
 * A long answer that is made piece by piece: strings of its length would be copied again and again. It is in memory
 * that threads share, which costs the front's garbage collector nothing: memory that went over to the front with each
 * answer made it collect its whole heap ten times a second, and a quote waited for that.
 */
const MINUS = 45;
const COMMA = 44;
const ZERO = 48;
/** `-2147483648,` */
const MAX_INTEGER_BYTES = 12;
const MAX_UTF8_BYTES_PER_CODE_UNIT = 3;

export class AnswerBytes {
  #bytes: Buffer<SharedArrayBuffer>;
  #length = 0;

  /** @param size bytes to begin with */
  constructor(size: number) {
    this.#bytes = Buffer.from(new SharedArrayBuffer(size));
  }

  get bytes(): Uint8Array<SharedArrayBuffer> {
    return new Uint8Array(this.#bytes.buffer, 0, this.#length);
  }

  add(text: string): void {
    this.#ensure(text.length * MAX_UTF8_BYTES_PER_CODE_UNIT);
    this.#length += this.#bytes.write(text, this.#length);
  }

  addBytes(bytes: Uint8Array): void {
    this.#ensure(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** The integers, each below 2^31, with commas between them. */
  addIntegers(column: ArrayLike<number>, from: number, to: number): void {
    this.#ensure((to - from) * MAX_INTEGER_BYTES);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = from; index < to; index++) {
      if (index > from) bytes[at++] = COMMA;
      let value = column[index]!;
      if (value < 0) {
        bytes[at++] = MINUS;
        value = -value;
      }
      let digits = 1;
      for (let bound = 10; value >= bound; bound *= 10) digits++;
      for (let place = at + digits - 1; place >= at; place--) {
        const rest = Math.floor(value / 10);
        bytes[place] = ZERO + value - rest * 10;
        value = rest;
      }
      at += digits;
    }
    this.#length = at;
  }

  #ensure(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.from(new SharedArrayBuffer(Math.max(needed, 2 * this.#bytes.length)));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}
