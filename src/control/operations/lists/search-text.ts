const SEPARATOR = '\n';

/** The searchable names of a row. */
export interface NamedRow {
  name: string;
  /** Its other names. */
  aliases?: readonly string[] | undefined;
}

/** All names as one text: one search in it is several times faster than one per name. */
export class SearchText {
  readonly #text: string;
  /** Where the names of each row start; the last entry is the end. */
  readonly #starts: Uint32Array;

  private constructor(text: string, starts: Uint32Array) {
    this.#text = text;
    this.#starts = starts;
  }

  static of(rows: readonly NamedRow[]): SearchText {
    const texts = rows.map(textOf);
    const starts = new Uint32Array(rows.length + 1);
    for (const [index, text] of texts.entries()) starts[index + 1] = starts[index]! + text.length + SEPARATOR.length;
    return new SearchText(texts.join(SEPARATOR), starts);
  }

  /**
   * The indexes of the rows with a name that contains `text`, ignoring case, ascending. `text` has no special
   * characters.
   */
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

function textOf({ name, aliases = [] }: NamedRow): string {
  return [name, ...aliases].map(normalised).join(SEPARATOR);
}

/** Removes the separator, so that no match spans two names. */
function normalised(text: string): string {
  return text.toLowerCase().replaceAll(SEPARATOR, ' ');
}
