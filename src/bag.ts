/** The place of a member that is in no bag. */
export const NOWHERE = -1;

export interface Member {
  /** The index in its bag, for the bag's use only; {@link NOWHERE}: in no bag. */
  place: number;
}

/**
 * An unordered set for objects that come and go with every request.
 *
 * Not a Set: a Set allocates a new table every few additions, and each table refers to the next. Once the garbage
 * collector has promoted one of them, it keeps all later tables, with their contents, until the next full collection.
 * That made full collections far more frequent, and each of them delays requests by tens of milliseconds.
 */
export class Bag<M extends Member> implements Iterable<M> {
  /** Null after the last member: shortening the array would reallocate it with the next member. */
  readonly #places: (M | null)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** No-op if it is in the bag. */
  add(member: M): void {
    if (member.place !== NOWHERE) return;
    member.place = this.#size;
    this.#places[this.#size++] = member;
  }

  /** No-op if it is not in the bag. */
  delete(member: M): void {
    const { place } = member;
    if (place === NOWHERE) return;
    const last = this.#places[--this.#size]!;
    last.place = place;
    this.#places[place] = last;
    this.#places[this.#size] = null;
    member.place = NOWHERE;
  }

  /** Only the current member may be deleted during iteration; members added meanwhile are not visited. */
  *[Symbol.iterator](): Generator<M, void, void> {
    for (let place = this.#size - 1; place >= 0; place--) yield this.#places[place]!;
  }
}
