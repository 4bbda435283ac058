/** The history in the order of the commits, as far as it is looked back on again and again. */
import { changeIdOf, entriesPrefixOf } from '../../model/history.js';
import type { ChangeEntries, ChangeSet } from '../../model/documents.js';
import { CHANGE_PARTS_AT_ONCE, CHANGE_SETS_AT_ONCE, RECENT_HISTORY_CHARACTERS } from '../../limits/control.js';
import type { Entry } from '../../store/entry.js';
import type { Store } from '../../store/port.js';

/** A change set with its entries. */
export interface RecordedSet {
  id: number;
  /** Another program's: recorded up to some seconds after it was made. */
  isOfDatabase: boolean;
  entries: readonly Entry[];
  /** False: some or all of its entries are gone. */
  isWhole: boolean;
  /** Of the entries' text. */
  characters: number;
}

type PageReader = Pick<Store, 'page'>;

/** Keeps the newest change sets in memory, up to RECENT_HISTORY_CHARACTERS. */
export class RecentHistory {
  /** All that are newer than {@link #from}, up to {@link #to}, in their order. */
  #sets: RecordedSet[] = [];
  #from: number | null = null;
  #to = 0;
  #characters = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly store: PageReader) {}

  /** Of the entries that are in memory: their JSON text. */
  get characters(): number {
    return this.#characters;
  }

  /** Forgets what it has read, once the walks that were asked for are done: the store has another history now. */
  forget(): void {
    this.#turn = this.#turn.then(() => {
      this.#sets = [];
      this.#from = null;
      this.#to = this.#characters = 0;
    });
  }

  /**
   * Visits the change sets after number `after`, up to number `upTo`, in their order. One walk at a time: others wait,
   * and find in memory what it has read.
   */
  walk(after: number, upTo: number, visit: (set: RecordedSet) => void): Promise<void> {
    const walked = this.#turn.then(() => this.#walk(after, upTo, visit));
    this.#turn = walked.catch(() => undefined);
    return walked;
  }

  /** The oldest first: those before what is in memory, those in memory, those after it. Each is visited once. */
  async #walk(after: number, upTo: number, visit: (set: RecordedSet) => void): Promise<void> {
    const from = (this.#from ??= this.#to = upTo);
    if (after < from) await this.#readOlder(after, from, visit);
    const known = Math.max(after, from);
    for (const set of this.#sets) if (set.id > known && set.id <= upTo) visit(set);
    for await (const set of recordedSets(this.store, this.#to, upTo)) {
      if (set.id > after) visit(set);
      this.#keep(set);
    }
    this.#to = Math.max(this.#to, upTo);
  }

  /** Visits those up to number `upTo`, before which nothing is in memory, and keeps them when all of them fit. */
  async #readOlder(after: number, upTo: number, visit: (set: RecordedSet) => void): Promise<void> {
    const older: RecordedSet[] = [];
    let characters = this.#characters;
    for await (const set of recordedSets(this.store, after, upTo)) {
      characters += set.characters;
      if (characters <= RECENT_HISTORY_CHARACTERS) older.push(set);
      else older.length = 0;
      visit(set);
    }
    if (characters > RECENT_HISTORY_CHARACTERS) return;
    this.#sets = [...older, ...this.#sets];
    this.#characters = characters;
    this.#from = after;
  }

  /** At once in the place of the oldest: after a quiet month there may be more new ones than fit into memory. */
  #keep(set: RecordedSet): void {
    this.#sets.push(set);
    this.#characters += set.characters;
    this.#to = set.id;
    while (this.#characters > RECENT_HISTORY_CHARACTERS) {
      const oldest = this.#sets.shift()!;
      this.#characters -= oldest.characters;
      this.#from = oldest.id;
    }
  }
}

/** Reads both collections side by side, each once. */
async function* recordedSets(store: PageReader, after: number, upTo: number): AsyncGenerator<RecordedSet> {
  if (after >= upTo) return;
  const parts = partsOf(store, after + 1);
  let part = await parts.next();
  for (let last = after; ;) {
    const page = await store.page('changes', last, CHANGE_SETS_AT_ONCE);
    for (const set of page) {
      if (set.id > upTo) return;
      const entries: Entry[] = [];
      let characters = 0;
      for (; part.done !== true && changeIdOf(part.value.id) <= set.id; part = await parts.next()) {
        if (changeIdOf(part.value.id) !== set.id) continue;
        const text = part.value.entries;
        for (const entry of JSON.parse(text) as Entry[]) entries.push(entry);
        characters += text.length;
      }
      yield recordedSet(set, entries, characters);
    }
    if (page.length < CHANGE_SETS_AT_ONCE) return;
    last = page.at(-1)!.id;
  }
}

async function* partsOf(store: PageReader, firstId: number): AsyncGenerator<ChangeEntries> {
  for (let after = entriesPrefixOf(firstId); ;) {
    const page = await store.page('change-entries', after, CHANGE_PARTS_AT_ONCE);
    yield* page;
    if (page.length < CHANGE_PARTS_AT_ONCE) return;
    after = page.at(-1)!.id;
  }
}

function recordedSet(
  { id, by, counts: { created, updated, ended, removed } }: ChangeSet,
  entries: readonly Entry[],
  characters: number,
): RecordedSet {
  const isWhole = entries.length === created + updated + ended + removed;
  return { id, isOfDatabase: by.kind === 'database', entries, isWhole, characters };
}
