/** Numbers of keys: a map of texts in an eighth of the memory. */
import { TextStore } from './text-store.js';

const FIRST_SLOTS = 1_024;
/** FNV-1a, 32 bits. */
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

export class KeyIndex {
  readonly #keys = new TextStore();
  /** The number of a key, plus 1; 0: the slot is free. */
  #slots = new Int32Array(FIRST_SLOTS);

  get count(): number {
    return this.#keys.count;
  }

  /** undefined: it was not added. */
  find(key: string): number | undefined {
    const number = this.#slots[this.#slotOf(key)]! - 1;
    return number === -1 ? undefined : number;
  }

  /** @returns its number, from 0 in the order of the keys */
  add(key: string): number {
    const slot = this.#slotOf(key);
    const known = this.#slots[slot]! - 1;
    if (known !== -1) return known;
    const number = this.#keys.add(key);
    this.#slots[slot] = number + 1;
    if (this.#keys.count * 2 > this.#slots.length) this.#grow();
    return number;
  }

  keyAt(number: number): string {
    return this.#keys.at(number);
  }

  #slotOf(key: string): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(key) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]! - 1;
      if (number === -1 || this.#keys.is(number, key)) return slot;
    }
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2);
    for (let number = 0; number < this.#keys.count; number++)
      this.#slots[this.#slotOf(this.#keys.at(number))] = number + 1;
  }
}

function hashOf(key: string): number {
  let hash = OFFSET;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), PRIME);
  // the low bits choose the slot
  return hash ^ (hash >>> 15);
}
