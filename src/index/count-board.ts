/**
 * The counts of capacities and shares that all threads of a node read, and reserve from before they choose, in shared
 * memory. The store has the truth: a count that is not here is found out there, at the cost of choosing once more. What
 * is stored and what is reserved by parcels that are on their way stand apart.
 *
 * A thread that dies leaves reservations that nobody ends. All are dropped then, and a new round of them begins. The
 * end of one from a former round counts what was stored, and takes nothing from the present ones; until then its parcel
 * is missing here.
 */
import type { CounterAddition, Counters } from '../domain/allocation/counters.js';

/** Counters at most; a power of two. */
const ENTRIES = 16_384;
/** Most of the entries: beyond it looking up takes long. */
const MOST_ENTRIES = ENTRIES * 0.75;
const VALUES = 16 * ENTRIES;
/** How long a thread sleeps for another one's lock before it takes the lock for that of a thread that has died. */
const LOCK_PATIENCE_MS = 5_000;
const FREE = 0;
const HELD = 1;
/** Others sleep until it is free. */
const AWAITED = 2;

const LOCK = 0;
/** Of reservations: the number of the present round. */
const ROUND = 1;
const USED_ENTRIES = 2;
const USED_VALUES = 3;
const HEAD = 4;
/** Of an entry: two halves of its hash, where its values begin, and how many of them there are. */
const ENTRY_WORDS = 4;
const WORDS_BYTES = (HEAD + ENTRIES * ENTRY_WORDS) * Int32Array.BYTES_PER_ELEMENT;

const NOTHING: readonly number[] = [];

export class CountBoard implements Counters {
  readonly #words: Int32Array;
  /** By entry: the last moment of its window, what is stored, what is reserved. */
  readonly #values: Float64Array;
  #isLocked = false;

  /** @param shared of the board of another thread; absent: a new one */
  constructor(readonly shared = new SharedArrayBuffer(WORDS_BYTES + VALUES * Float64Array.BYTES_PER_ELEMENT)) {
    this.#words = new Int32Array(shared, 0, HEAD + ENTRIES * ENTRY_WORDS);
    this.#values = new Float64Array(shared, WORDS_BYTES, VALUES);
  }

  /** Another board with the same counts, on which what is counted here no longer counts. */
  copy(): CountBoard {
    return this.whileLocked(() => {
      const other = new CountBoard(this.shared.slice(0));
      other.#words[LOCK] = FREE;
      return other;
    });
  }

  /** No other thread chooses or counts meanwhile. */
  whileLocked<T>(action: () => T): T {
    if (this.#isLocked) return action();
    this.#lock();
    try {
      return action();
    } finally {
      this.#isLocked = false;
      if (Atomics.exchange(this.#words, LOCK, FREE) === AWAITED) Atomics.notify(this.#words, LOCK, 1);
    }
  }

  /** What is stored and reserved; empty: nothing. */
  valuesOf(counter: string, window: number): readonly number[] {
    const entry = this.#findHash(hashOf(keyOf(counter, window)));
    if (entry < 0 || this.#words[entry + 3] === 0) return NOTHING;
    const at = this.#words[entry + 2]!;
    const length = this.#words[entry + 3]!;
    return Array.from({ length }, (_, index) => this.#values[at + 1 + index]! + this.#values[at + 1 + length + index]!);
  }

  /** For a parcel that is on its way to the store. */
  reserve(additions: readonly CounterAddition[]): number {
    return this.whileLocked(() => {
      this.#each(additions, (_, reserved, value) => this.#add(reserved, value));
      return this.#words[ROUND]!;
    });
  }

  /** The parcel is not stored. */
  release(additions: readonly CounterAddition[], round: number): void {
    this.#each(additions, (_, reserved, value) => this.#addIn(round, reserved, -value));
  }

  /** The parcel is stored. */
  settle(additions: readonly CounterAddition[], round: number): void {
    this.#each(additions, (stored, reserved, value) => {
      this.#add(stored, value);
      this.#addIn(round, reserved, -value);
    });
  }

  /** Those of parcels that a lost thread has chosen for, which nobody else can tell from the others. */
  dropReservations(): void {
    this.whileLocked(() => {
      for (let entry = HEAD; entry < this.#words.length; entry += ENTRY_WORDS) {
        const length = this.#words[entry + 3]!;
        const at = this.#words[entry + 2]! + 1 + length;
        this.#values.fill(0, at, at + length);
      }
      this.#words[ROUND]! += 1;
    });
  }

  /** What was stored without a reservation; negative numbers were given back. */
  count(additions: readonly CounterAddition[]): void {
    this.#each(additions, (stored, _, value) => this.#add(stored, value));
  }

  /** What the store has. */
  set(key: string, values: readonly number[], endsAtMs: number): void {
    this.whileLocked(() => {
      const at = this.#placeFor(key, values.length, endsAtMs);
      if (at !== null) this.#values.set(values, at + 1);
    });
  }

  /** Takes the counters off whose windows are over. */
  forget(nowMs: number): void {
    this.whileLocked(() => {
      const kept: { hash: [number, number]; values: Float64Array }[] = [];
      for (let entry = HEAD; entry < this.#words.length; entry += ENTRY_WORDS) {
        const length = this.#words[entry + 3]!;
        const at = this.#words[entry + 2]!;
        if (length === 0 || this.#values[at]! < nowMs) continue;
        const hash: [number, number] = [this.#words[entry]!, this.#words[entry + 1]!];
        kept.push({ hash, values: this.#values.slice(at, at + 1 + 2 * length) });
      }
      this.#words.fill(0, USED_ENTRIES);
      for (const { hash, values } of kept) {
        const at = this.#place(hash, (values.length - 1) / 2, values[0]!);
        this.#values.set(values, at!);
      }
    });
  }

  /** Most parcels count in nothing: they wait for nobody. */
  #each(
    additions: readonly CounterAddition[],
    change: (stored: number, reserved: number, value: number) => void,
  ): void {
    if (additions.length === 0) return;
    this.whileLocked(() => {
      for (const { counter, window, add, endsAtMs } of additions) {
        const at = this.#placeFor(keyOf(counter, window), add.length, endsAtMs);
        if (at === null) continue;
        for (const [index, value] of add.entries()) change(at + 1 + index, at + 1 + add.length + index, value);
      }
    });
  }

  /** No-op for a round that is over. */
  #addIn(round: number, at: number, value: number): void {
    if (round === this.#words[ROUND]) this.#add(at, value);
  }

  /** Never below nought. */
  #add(at: number, value: number): void {
    this.#values[at] = Math.max(0, this.#values[at]! + value);
  }

  /** Where the values of a key are, which begin with the end of its window; null: there is no room. */
  #placeFor(key: string, length: number, endsAtMs: number): number | null {
    return this.#place(hashOf(key), length, endsAtMs);
  }

  #place(hash: readonly [number, number], length: number, endsAtMs: number): number | null {
    const words = this.#words;
    const found = this.#findHash(hash);
    if (found >= 0 && words[found + 3] !== 0) return words[found + 3] === length ? words[found + 2]! : null;
    const room = 1 + 2 * length;
    if (found < 0 || words[USED_ENTRIES]! >= MOST_ENTRIES || words[USED_VALUES]! + room > VALUES) return null;
    const at = words[USED_VALUES]!;
    words[USED_ENTRIES]! += 1;
    words[USED_VALUES]! += room;
    this.#values.fill(0, at, at + room);
    this.#values[at] = endsAtMs;
    words.set([hash[0], hash[1], at, length], found);
    return at;
  }

  /** The entry of a hash, or the free one that it would have. */
  #findHash([one, other]: readonly [number, number]): number {
    const words = this.#words;
    for (let step = 0, place = one & (ENTRIES - 1); step < ENTRIES; step++, place = (place + 1) & (ENTRIES - 1)) {
      const entry = HEAD + place * ENTRY_WORDS;
      if (words[entry + 3] === 0 || (words[entry] === one && words[entry + 1] === other)) return entry;
    }
    return -1;
  }

  #lock(): void {
    const words = this.#words;
    this.#isLocked = true;
    if (Atomics.compareExchange(words, LOCK, FREE, HELD) === FREE) return;
    const until = performance.now() + LOCK_PATIENCE_MS;
    while (Atomics.exchange(words, LOCK, AWAITED) !== FREE) {
      const leftMs = until - performance.now();
      if (leftMs <= 0) return;
      Atomics.wait(words, LOCK, AWAITED, leftMs);
    }
  }
}

/** The key of a counter's document. */
export const keyOf = (counter: string, window: number): string => `${counter}/${window}`;

/** Two hashes of a text, by FNV-1a with two primes. */
function hashOf(text: string): [number, number] {
  let one = 0x811c9dc5;
  let other = 0x1b873593;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b);
    other ^= other >>> 13;
  }
  return [one | 0, other | 0];
}
