const SEPARATOR = '\n';

/** The searchable names of a row. */
export interface NamedRow {
  name: string;
  /** Its other names. */
  aliases?: readonly string[] | undefined;
}

/** The rows that a search finds, as indexes, ascending; none is in both lists. */
interface FoundRows {
  /** By their own names. */
  byName: number[];
  /** By other names alone. */
  byAlias: number[];
}

/** All names as one text: one search in it is several times faster than one per name. */
export class SearchText {
  readonly #text: string;
  /** Where the names of each row start; the last entry is the end. */
  readonly #starts: Uint32Array;
  /** Where the own name of each row ends. */
  readonly #nameEnds: Uint32Array;

  private constructor(text: string, starts: Uint32Array, nameEnds: Uint32Array) {
    this.#text = text;
    this.#starts = starts;
    this.#nameEnds = nameEnds;
  }

  static of(rows: readonly NamedRow[]): SearchText {
    const names = rows.map(({ name, aliases = [] }) => [name, ...aliases].map(normalised));
    const texts = names.map((each) => each.join(SEPARATOR));
    const starts = new Uint32Array(rows.length + 1);
    for (const [index, text] of texts.entries()) starts[index + 1] = starts[index]! + text.length + SEPARATOR.length;
    const nameEnds = Uint32Array.from(names, ([name], index) => starts[index]! + name!.length);
    return new SearchText(texts.join(SEPARATOR), starts, nameEnds);
  }

  /**
   * The rows with a name that contains `text`, or with another name that has it from the beginning of a word, ignoring
   * case. `text` is not empty and has no special characters.
   */
  find(text: string): FoundRows {
    const needle = normalised(text);
    const found: FoundRows = { byName: [], byAlias: [] };
    let index = 0;
    for (let from = 0; ;) {
      const at = this.#text.indexOf(needle, from);
      if (at === -1) return found;
      while (this.#starts[index + 1]! <= at) index++;
      const isOwn = at < this.#nameEnds[index]!;
      from = at + 1;
      if (!isOwn && !beginsWord(this.#text, at)) continue;
      (isOwn ? found.byName : found.byAlias).push(index);
      from = this.#starts[++index]!;
    }
  }
}

/** Whether `name` has `text` from the beginning of one of its words, ignoring case. */
export function hasWordFrom(name: string, text: string): boolean {
  const [whole, needle] = [normalised(name), normalised(text)];
  let at = whole.indexOf(needle);
  while (at !== -1 && !beginsWord(whole, at)) at = whole.indexOf(needle, at + 1);
  return at !== -1;
}

const ENDS_IN_WORD = /[\p{L}\p{M}\p{N}]$/u;

function beginsWord(text: string, at: number): boolean {
  // a letter may consist of two units
  return !ENDS_IN_WORD.test(text.slice(Math.max(0, at - 2), at));
}

/** Removes the separator, so that no match spans two names. */
function normalised(text: string): string {
  return text.toLowerCase().replaceAll(SEPARATOR, ' ');
}
