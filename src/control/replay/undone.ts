/** What change sets have changed of the documents that price one question, and how these were before. */
import { isDeepStrictEqual } from 'node:util';
import { type AnyDocument, type CollectionName, factsOf } from '../../model/documents.js';
import { partnerOf } from '../../model/history.js';
import { REPLAY_FOREIGN_SETS } from '../../limits/control.js';
import type { Entry } from '../../store/entry.js';
import type { Key } from '../../model/change.js';
import type { RecordedSet } from './recorded.js';

/** The documents that price a question: of a partner, of nobody, the places, and two entries of pincodes. */
export interface Concern {
  partnerId: string;
  pickupPincode: string;
  deliveryPincode: string;
}

/** How documents were, by collection and key; null: there was none. */
export type EarlierDocuments = ReadonlyMap<CollectionName, ReadonlyMap<Key, AnyDocument | null>>;

interface DocumentPair {
  before: AnyDocument | null;
  after: AnyDocument | null;
}

/** What the change sets have made of a document so far. */
interface Former extends DocumentPair {
  /** Changes of other programs that do not go on from `after`: they were made earlier than they were recorded. */
  late: DocumentPair[];
}
type Formers = Map<CollectionName, Map<Key, Former>>;

/** Holds of each document how it was, however often it has changed since. */
export class UndoneChanges {
  /** False: entries are gone that would tell how documents were. */
  isWhole = true;
  /** At n: how documents were, but for the first n of other programs' change sets. There are so many, and one more. */
  readonly #formers: Formers[] = [new Map() as Formers];

  constructor(private readonly concern: Concern) {}

  /** To be called in the order of the commits. */
  add({ isOfDatabase, isWhole, entries }: RecordedSet): void {
    this.isWhole &&= isWhole;
    const own = entries.filter((entry) => isConcerned(entry, this.concern));
    if (own.length === 0) return;
    // it has none of other programs' change sets yet, and does not get this one
    const without = isOfDatabase && this.#formers.length <= REPLAY_FOREIGN_SETS ? copyOf(this.#formers.at(-1)!) : null;
    for (const formers of this.#formers) for (const entry of own) undo(formers, entry, isOfDatabase);
    if (without !== null) this.#formers.push(without);
  }

  /** How many of other programs' change sets, from the first, {@link befores} can leave out. */
  get ofDatabase(): number {
    return this.#formers.length - 1;
  }

  /**
   * How the documents were before all of it: as the first change set that has them found them. One exception: another
   * program's change is recorded later than it was made. Where a change set found what such a change had left, the
   * change was first.
   * @param kept how many of other programs' change sets, from the first, had been made before
   */
  befores(kept = 0): EarlierDocuments {
    return new Map(
      [...this.#formers[kept]!].map(([collection, byKey]) => [
        collection,
        new Map([...byKey].map(([key, { before }]) => [key, before])),
      ]),
    );
  }
}

function undo(formers: Formers, { collection, key, before, after }: Entry, isOfDatabase: boolean): void {
  let byKey = formers.get(collection);
  if (byKey === undefined) formers.set(collection, (byKey = new Map<Key, Former>()));
  const former = byKey.get(key);
  if (former === undefined) byKey.set(key, { before, after, late: [] });
  else if (isOfDatabase && !isDeepStrictEqual(before, former.after)) {
    former.late.push({ before, after });
    goBack(former);
  } else former.after = after;
}

/** Of several late changes each led to the next one, in whatever order they were recorded. */
function goBack(former: Former): void {
  for (;;) {
    const at = former.late.findIndex(({ after }) => isDeepStrictEqual(after, former.before));
    if (at === -1) return;
    const [earlier] = former.late.splice(at, 1);
    former.before = earlier!.before;
  }
}

function copyOf(formers: Formers): Formers {
  return new Map(
    [...formers].map(([collection, byKey]) => [
      collection,
      new Map([...byKey].map(([key, former]) => [key, { ...former, late: [...former.late] }])),
    ]),
  );
}

function isConcerned({ collection, key, before, after }: Entry, concern: Concern): boolean {
  const { partnerId, pickupPincode, deliveryPincode } = concern;
  const { dirties } = factsOf(collection);
  if (dirties.includes('geography')) return true;
  if (dirties.every((part) => part === 'credentials')) return false;
  if (collection === 'partners') return key === partnerId;
  if (collection === 'zone-pincodes')
    return key === `${partnerId}/${pickupPincode}` || key === `${partnerId}/${deliveryPincode}`;
  return [before, after].some(
    (document) => document !== null && (partnerOf(collection, document) ?? partnerId) === partnerId,
  );
}
