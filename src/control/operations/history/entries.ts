/** The entries of a change set, read page by page: there may be a hundred thousand. */
import type { ChangeEntries } from '../../../model/documents.js';
import { entriesKeyOf, entriesPrefixOf, partNumberOf } from '../../../model/history.js';
import { CHANGE_PAGE_CHARACTERS, CHANGE_PARTS_AT_ONCE } from '../../../limits/control.js';
import type { Entry } from '../../../store/entry.js';
import type { Store } from '../../../store/port.js';

type PageReader = Pick<Store, 'page'>;

interface Part {
  number: number;
  entries: readonly Entry[];
  /** Of their JSON text. */
  characters: number;
}

/** From part `first` on, in their order; none of an import, and none once they are gone. */
export async function* partsOf(store: PageReader, changeId: number, first = 0): AsyncGenerator<Part> {
  for await (const { id, entries } of storedParts(store, changeId, first))
    yield { number: partNumberOf(id), entries: JSON.parse(entries) as Entry[], characters: entries.length };
}

/** The entries of the parts whose text has `text` in it: the others are not parsed. */
export async function* entriesAmong(store: PageReader, changeId: number, text: string): AsyncGenerator<Entry[]> {
  for await (const { entries } of storedParts(store, changeId, 0))
    if (entries.includes(text)) yield JSON.parse(entries) as Entry[];
}

async function* storedParts(store: PageReader, changeId: number, first: number): AsyncGenerator<ChangeEntries> {
  const prefix = entriesPrefixOf(changeId);
  for (let after = first === 0 ? prefix : entriesKeyOf(changeId, first - 1); ;) {
    const page = await store.page('change-entries', after, CHANGE_PARTS_AT_ONCE);
    for (const part of page) {
      if (!part.id.startsWith(prefix)) return;
      yield part;
    }
    if (page.length < CHANGE_PARTS_AT_ONCE) return;
    after = page.at(-1)!.id;
  }
}

/** All of them. */
export async function entriesOf(store: PageReader, changeId: number): Promise<Entry[]> {
  const all: Entry[] = [];
  for await (const { entries } of partsOf(store, changeId)) for (const entry of entries) all.push(entry);
  return all;
}

interface EntryPage {
  entries: Entry[];
  /** Where the next page begins; null: this is the last. */
  next: number | null;
}

/** A place among the entries: the number of a part times this, and how many entries come before in it and after it. */
const PART_STRIDE = 1_000_000;

/**
 * At most `limit` entries from the place `from` on, fewer where they are long.
 * @param seen the entry as the reader sees it; null: not at all
 */
export async function pageOf(
  store: PageReader,
  changeId: number,
  { from, limit, seen }: { from: number; limit: number; seen(entry: Entry): Entry | null },
): Promise<EntryPage> {
  const shown: Entry[] = [];
  let characters = 0;
  let before = from % PART_STRIDE;
  for await (const part of partsOf(store, changeId, Math.floor(from / PART_STRIDE))) {
    for (let at = before; at < part.entries.length; at++) {
      const entry = seen(part.entries[at]!);
      if (entry === null) continue;
      if (shown.length === limit || characters > CHANGE_PAGE_CHARACTERS)
        return { entries: shown, next: part.number * PART_STRIDE + at };
      shown.push(entry);
      characters += part.characters / part.entries.length;
    }
    before = Math.max(0, before - part.entries.length);
  }
  return { entries: shown, next: null };
}
