/**
 * The views that partners have of a change set: its effects on their own documents and on everybody's (places,
 * defaults). Credentials are for services alone.
 */
import { isPartnerId } from '../model/fields.js';
import { entriesPrefixOf, OTHER_PARTNERS, partnerOf } from '../model/history.js';
import { type ChangeEntries, type ChangeSet, type CollectionName, COLLECTIONS, isPrivate } from '../model/documents.js';
import type { Entry } from './entry.js';
import { whatHappened } from './what-happened.js';

type View = NonNullable<ChangeSet['views']>[number];
type ViewedChangeSet = Pick<ChangeSet, 'at' | 'by' | 'partnerIds' | 'collections' | 'counts'>;

const NOTHING = { created: 0, updated: 0, ended: 0, removed: 0 } as const;

/** The views of an import or an upgrade, which concerns everybody and has no entries. */
export const VIEWS_OF_NODE: readonly View[] = [{ partnerId: OTHER_PARTNERS, collections: [], counts: NOTHING }];

/** The owner of a document: a partner or everybody; null: no partner may see it. */
export function ownerOf(collection: string, document: object): string | null {
  if (Object.hasOwn(COLLECTIONS, collection) && isPrivate(collection as CollectionName)) return null;
  const owner: unknown = partnerOf(collection, document);
  if (owner === null) return OTHER_PARTNERS;
  // a document of another program may have anything there
  return isPartnerId(owner) ? owner : null;
}

/**
 * An entry as a partner sees it or, with {@link OTHER_PARTNERS}, as each partner that it does not name; null: not at
 * all. A document that moves from one partner to another is removed for the first and new for the second.
 */
export function seenBy(partnerId: string, entry: Entry): Entry | null {
  const seen = <D extends object>(document: D | null): D | null => {
    const owner = document && ownerOf(entry.collection, document);
    return owner === OTHER_PARTNERS || owner === partnerId ? document : null;
  };
  const [before, after] = [seen(entry.before), seen(entry.after)];
  if (before === null && after === null) return null;
  return before === entry.before && after === entry.after ? entry : { ...entry, before, after };
}

interface Tally {
  collections: Set<string>;
  counts: Record<keyof ChangeSet['counts'], number>;
}

/** Counts entries, one after another, by the partners that may see them. */
export class ViewTally {
  readonly #ofAll = newTally();
  /** For the partners that entries name: their views in addition to, or in place of, everybody's. */
  readonly #own = new Map<string, Tally>();
  #count = 0;

  /** @param atMs when the change was made, in milliseconds since the epoch */
  constructor(private readonly atMs: number) {}

  /** How many entries there were. */
  get count(): number {
    return this.#count;
  }

  /** @param happened the effect of the entry on its document */
  add(entry: Entry, happened = whatHappened(entry, this.atMs)): void {
    this.#count++;
    const tally = ({ collections, counts }: Tally, seen: Entry, times: 1 | -1): void => {
      counts[seen === entry ? happened : whatHappened(seen, this.atMs)] += times;
      collections.add(entry.collection);
    };
    const ofAll = seenBy(OTHER_PARTNERS, entry);
    if (ofAll !== null) tally(this.#ofAll, ofAll, 1);
    const owners = [entry.before, entry.after].map((document) => document && ownerOf(entry.collection, document));
    for (const owner of new Set(owners)) {
      if (owner === null || owner === OTHER_PARTNERS) continue;
      let own = this.#own.get(owner);
      if (own === undefined) this.#own.set(owner, (own = newTally()));
      tally(own, seenBy(owner, entry)!, 1);
      if (ofAll !== null) tally(own, ofAll, -1);
    }
  }

  /** By partner, sorted; first the view of all others. */
  views(): View[] {
    const { collections, counts } = this.#ofAll;
    const views = [...this.#own].map(([partnerId, own]) => ({
      partnerId,
      collections: [...new Set([...collections, ...own.collections])],
      counts: sumOf(counts, own.counts),
    }));
    views.sort((a, b) => (a.partnerId < b.partnerId ? -1 : 1));
    if (collections.size > 0) views.unshift({ partnerId: OTHER_PARTNERS, collections: [...collections], counts });
    return views;
  }
}

const newTally = (): Tally => ({ collections: new Set(), counts: { ...NOTHING } });

function sumOf(a: ChangeSet['counts'], b: ChangeSet['counts']): ChangeSet['counts'] {
  return {
    created: a.created + b.created,
    updated: a.updated + b.updated,
    ended: a.ended + b.ended,
    removed: a.removed + b.removed,
  };
}

/** The views of a change set that an earlier release has stored without them. */
export class StoredViews {
  readonly #tally: ViewTally;

  constructor(private readonly set: ViewedChangeSet) {
    this.#tally = new ViewTally(Date.parse(set.at));
  }

  /** The parts of its entries, one after another. */
  add({ entries }: Pick<ChangeEntries, 'entries'>): void {
    for (const entry of JSON.parse(entries) as Entry[]) this.#tally.add(withoutContact(entry));
  }

  /**
   * If entries are gone, the partners of the change set decide, if it has at most one: the views of several partners
   * are unknown.
   */
  views(): View[] {
    const { by, partnerIds, collections, counts } = this.set;
    if (by.kind === 'node') return [...VIEWS_OF_NODE];
    const { created, updated, ended, removed } = counts;
    if (this.#tally.count >= created + updated + ended + removed) return this.#tally.views();
    if (partnerIds.length > 1 || collections.includes('credentials')) return [];
    return [{ partnerId: partnerIds[0] ?? OTHER_PARTNERS, collections, counts }];
  }
}

/** The same contact is sealed differently each time. */
function withoutContact(entry: Entry): Entry {
  if (entry.collection !== 'partners') return entry;
  const rest = <D extends object>(document: D | null): D | null => document && { ...document, contact: undefined };
  return { ...entry, before: rest(entry.before), after: rest(entry.after) };
}

/** The range of the keys of the entries of change sets `first` to `last`: both ends are no keys. */
export function entriesBetween(first: number, last: number): { start: string; end: string } {
  return { start: entriesPrefixOf(first), end: entriesPrefixOf(last + 1) };
}
