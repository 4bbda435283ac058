import type { Steps } from '../../steps.js';
import { LIST_STEP_ROWS } from '../../limits.js';

const SEPARATOR = '\n';

/** All names as one text: one search in it is several times faster than one in each of 165,000 names. */
export class SearchText {
  readonly #text: string;
  /** Where each name begins, and where one more would. */
  readonly #starts: Uint32Array;

  private constructor(text: string, starts: Uint32Array) {
    this.#text = text;
    this.#starts = starts;
  }

  static *of(rows: readonly { name: string }[]): Steps<SearchText> {
    const starts = new Uint32Array(rows.length + 1);
    const parts: string[] = [];
    let position = 0;
    for (let first = 0; first < rows.length; first += LIST_STEP_ROWS) {
      const names = rows.slice(first, first + LIST_STEP_ROWS).map(({ name }) => normalised(name));
      for (const [index, name] of names.entries()) {
        starts[first + index] = position;
        position += name.length + SEPARATOR.length;
      }
      parts.push(names.join(SEPARATOR));
      yield;
    }
    starts[rows.length] = position;
    return new SearchText(parts.join(SEPARATOR), starts);
  }

  /** The indexes of the names that hold `text`, in any case, ascending. Every character of `text` stands for itself. */
  find(text: string): number[] {
    const needle = normalised(text);
    const found: number[] = [];
    let index = 0;
    for (let at = this.#text.indexOf(needle); at !== -1; at = this.#text.indexOf(needle, this.#starts[index])) {
      while (this.#starts[index + 1]! <= at) index++;
      found.push(index++);
    }
    return found;
  }
}

/** Without the separator, so that no match reaches from one name into the next. */
function normalised(text: string): string {
  return text.toLowerCase().replaceAll(SEPARATOR, ' ');
}
