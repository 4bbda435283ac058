/**
 * Caches a value for each row of a list, as long as the list lives: a change of one part of a card keeps the values of
 * the others.
 */
export class KeptByRow<T> {
  readonly #lists = new WeakMap<object, T[]>();

  /** By row; callers fill in missing ones. */
  of(rows: object): T[] {
    let kept = this.#lists.get(rows);
    if (kept === undefined) this.#lists.set(rows, (kept = []));
    return kept;
  }
}
