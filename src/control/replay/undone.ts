/** What change sets have changed of the documents that price one question, and how these were before. */
import { isDeepStrictEqual } from 'node:util';
import { type CollectionName, type Documents, GEOGRAPHY_COLLECTIONS } from '../../contract/documents/documents.js';
import { partnerOf } from '../../contract/documents/history-documents.js';
import type { Entry } from '../../store/entry.js';
import type { Key } from '../../store/port.js';
import type { RecordedSet } from './recorded.js';

/** The documents that price a question: of a partner, of nobody, the places, and two entries of pincodes. */
export interface Concern {
  partnerId: string;
  pickupPincode: string;
  deliveryPincode: string;
}

type AnyDocument = Documents[CollectionName];

/** How documents were, by collection and key; null: there was none. */
export type Befores = ReadonlyMap<CollectionName, ReadonlyMap<Key, AnyDocument | null>>;

interface Former {
  before: AnyDocument | null;
  after: AnyDocument | null;
}

export class Undone {
  /** False: entries are gone that would tell how documents were. */
  isWhole = true;
  readonly #sets: { isOfDatabase: boolean; entries: readonly Entry[] }[] = [];

  constructor(private readonly concern: Concern) {}

  /** To be called in the order of the commits. */
  add({ isOfDatabase, isWhole, entries }: RecordedSet): void {
    this.isWhole &&= isWhole;
    const own = entries.filter((entry) => isConcerned(entry, this.concern));
    if (own.length > 0) this.#sets.push({ isOfDatabase, entries: own });
  }

  /** How many of the change sets are other programs'. */
  get ofDatabase(): number {
    return this.#sets.filter(({ isOfDatabase }) => isOfDatabase).length;
  }

  /**
   * How the documents were before all of it: as the first change set that has them found them. One exception: another
   * program's change is recorded later than it was made. Where a change set found what such a change had left, the
   * change was first.
   * @param kept how many of other programs' change sets, from the first, had been made before
   */
  befores(kept = 0): Befores {
    const formers = new Map<CollectionName, Map<Key, Former>>();
    let ofDatabase = 0;
    for (const { isOfDatabase, entries } of this.#sets) {
      if (isOfDatabase && ofDatabase++ < kept) continue;
      for (const { collection, key, before, after } of entries) {
        let byKey = formers.get(collection);
        if (byKey === undefined) formers.set(collection, (byKey = new Map<Key, Former>()));
        const first = byKey.get(key);
        if (first === undefined) byKey.set(key, { before, after });
        else if (isOfDatabase && !isDeepStrictEqual(before, first.after) && isDeepStrictEqual(after, first.before))
          first.before = before;
        else first.after = after;
      }
    }
    return new Map(
      [...formers].map(([collection, byKey]) => [
        collection,
        new Map([...byKey].map(([key, { before }]) => [key, before])),
      ]),
    );
  }
}

function isConcerned({ collection, key, before, after }: Entry, concern: Concern): boolean {
  const { partnerId, pickupPincode, deliveryPincode } = concern;
  if (PLACES.has(collection)) return true;
  if (PRICE_NOTHING.has(collection)) return false;
  if (collection === 'partners') return key === partnerId;
  if (collection === 'zone-pincodes')
    return key === `${partnerId}/${pickupPincode}` || key === `${partnerId}/${deliveryPincode}`;
  return [before, after].some(
    (document) => document !== null && (partnerOf(collection, document) ?? partnerId) === partnerId,
  );
}

const PLACES: ReadonlySet<CollectionName> = new Set(GEOGRAPHY_COLLECTIONS);
const PRICE_NOTHING: ReadonlySet<CollectionName> = new Set(['service-types', 'credentials']);
