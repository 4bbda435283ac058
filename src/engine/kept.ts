/** What is made once for each row of a list, and kept as long as the list is: a change of one part of a card leaves those of the others. */
export class KeptByRow<T> {
  readonly #lists = new WeakMap<object, T[]>();

  /** By row; to be filled by whoever needs one that is not there. */
  of(rows: object): T[] {
    let kept = this.#lists.get(rows);
    if (kept === undefined) this.#lists.set(rows, (kept = []));
    return kept;
  }
}
