/** What change sets have changed of the documents that price one question, and how these were before. */
import { isDeepStrictEqual } from 'node:util';
import { type CollectionName, type Documents, factsOf } from '../../model/documents.js';
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

type AnyDocument = Documents[CollectionName];

/** How documents were, by collection and key; null: there was none. */
export type EarlierDocuments = ReadonlyMap<CollectionName, ReadonlyMap<Key, AnyDocument | null>>;

interface DocumentPair {
  before: AnyDocument | null;
  after: AnyDocument | null;
}
type DocumentPairs = Map<CollectionName, Map<Key, DocumentPair>>;

/** Holds of each document how it was, however often it has changed since. */
export class UndoneChanges {
  /** False: entries are gone that would tell how documents were. */
  isWhole = true;
  /** At n: how documents were, but for the first n of other programs' change sets. There are so many, and one more. */
  readonly #formers: DocumentPairs[] = [new Map() as DocumentPairs];

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

function undo(formers: DocumentPairs, { collection, key, before, after }: Entry, isOfDatabase: boolean): void {
  let byKey = formers.get(collection);
  if (byKey === undefined) formers.set(collection, (byKey = new Map<Key, DocumentPair>()));
  const first = byKey.get(key);
  if (first === undefined) byKey.set(key, { before, after });
  else if (isOfDatabase && !isDeepStrictEqual(before, first.after) && isDeepStrictEqual(after, first.before))
    first.before = before;
  else first.after = after;
}

function copyOf(formers: DocumentPairs): DocumentPairs {
  return new Map(
    [...formers].map(([collection, byKey]) => [
      collection,
      new Map([...byKey].map(([key, former]) => [key, { ...former }])),
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
