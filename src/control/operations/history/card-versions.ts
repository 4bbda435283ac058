/** The versions that a partner's rate card has had: the present documents, back through the history. */
import { type CardVersion, getCardVersion as one, listCardVersions as list } from '../../../contract/card-versions.js';
import { CARD_COLLECTIONS } from '../../../model/card-rows.js';
import { type ChangeSet, type CollectionName, factsOf, type Partner } from '../../../model/documents.js';
import { partnerOf } from '../../../model/history.js';
import { Dirty } from '../../../index/build-generation.js';
import { rateCardVersion } from '../../../index/card/version.js';
import { CHANGE_SETS_AT_ONCE } from '../../../limits/control.js';
import type { Entry } from '../../../store/entry.js';
import { ALL_CHANGES } from '../../../store/change-query.js';
import type { Change } from '../../../model/change.js';
import { schemaFaults } from '../../../model/rules/stored-schema.js';
import { inTurns } from '../../../turn.js';
import type { Catalog } from '../../documents/catalog.js';
import { type Api, answer, implement, refuse } from '../operation.js';
import { visiblePartner } from '../owner.js';
import { partsOf } from './entries.js';

export const listCardVersions = implement(list, async ({ caller, params, query: { before, limit } }, api) => {
  const partner = visiblePartner(caller, params.partnerId, api);
  if (!partner.ok) return partner;
  const found: CardVersion[] = [];
  let next: number | null = null;
  for await (const interval of intervalsOf(params.partnerId, api)) {
    if (before !== undefined && interval.changeId !== null && interval.changeId >= before) continue;
    if (found.length === limit) {
      next = found.at(-1)!.changeId;
      break;
    }
    found.push(interval);
  }
  return answer({ data: found, next });
});

export const getCardVersion = implement(one, async ({ caller, params }, api) => {
  const { partnerId, version } = params;
  const partner = visiblePartner(caller, partnerId, api);
  if (!partner.ok) return partner;
  for await (const card of cardsOf(partnerId, api))
    if (card.version === version) return { ok: true, lines: linesOf(card.catalog, partner.value) };
  return refuse('CARD_VERSION_NOT_FOUND', { details: { partnerId, version } });
});

/** Newest first. */
async function* intervalsOf(partnerId: string, api: Api): AsyncGenerator<CardVersion> {
  let shown = null as { version: string | null; to: string | null } | null;
  for await (const { version, undone } of cardsOf(partnerId, api)) {
    if (shown?.version === version) continue;
    if (shown !== null && shown.version !== null)
      yield { rateCardVersion: shown.version, from: undone!.at, to: shown.to, changeId: undone!.id };
    shown = { version, to: undone?.at ?? null };
  }
  if (shown !== null && shown.version !== null)
    yield { rateCardVersion: shown.version, from: null, to: shown.to, changeId: null };
}

interface Card {
  /** Null: there was no such partner. */
  version: string | null;
  /** The documents; they change when the next card is asked for. */
  catalog: Catalog;
  /** The change set before which it was the card; null: it still is. */
  undone: ChangeSet | null;
}

/**
 * The card after each change set that may have changed it, from the present one back to where the history begins.
 * Before an import there was none.
 */
async function* cardsOf(partnerId: string, { catalog: present, store }: Api): AsyncGenerator<Card> {
  const catalog = present.fork();
  yield { version: versionOf(partnerId, catalog), catalog, undone: null };
  for await (const set of setsBefore(catalog.changeId + 1, store)) {
    if (isBeginning(set)) {
      yield { version: null, catalog, undone: set };
      return;
    }
    if (!mayConcern(set, partnerId)) continue;
    let count = 0;
    const changes: Change[] = [];
    for await (const { entries } of partsOf(store, set.id)) {
      count += entries.length;
      for (const entry of entries) if (concerns(entry, partnerId)) changes.push(undoing(entry));
    }
    if (count < countOf(set)) return;
    if (changes.length === 0) continue;
    for await (const piece of inTurns(changes)) for (const change of piece) catalog.apply([change], new Dirty());
    yield { version: versionOf(partnerId, catalog), catalog, undone: set };
  }
}

async function* setsBefore(id: number, store: Api['store']): AsyncGenerator<ChangeSet> {
  for (let before = id; ;) {
    const sets = await store.changes({ ...ALL_CHANGES, before, limit: CHANGE_SETS_AT_ONCE });
    yield* sets;
    if (sets.length < CHANGE_SETS_AT_ONCE) return;
    before = sets.at(-1)!.id;
  }
}

/** An import. An upgrade from a release without a history is the node's too, but it changes no document. */
const isBeginning = (set: ChangeSet): boolean => set.by.kind === 'node' && countOf(set) > 0;

const countOf = ({ counts }: ChangeSet): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Whether rows without a partner, or all, are part of every card's version. */
const isOfAll = (collection: string): boolean =>
  // an entry of a pincode that there is not counts for nothing
  collection === 'pincodes' || factsOf(collection as CollectionName).general !== undefined;

function mayConcern({ partnerIds, collections }: ChangeSet, partnerId: string): boolean {
  return partnerIds.includes(partnerId) || collections.some(isOfAll);
}

function concerns({ collection, before, after }: Entry, partnerId: string): boolean {
  if (collection === 'credentials') return false;
  const isConcerned = [before, after].some(
    (document) => document !== null && (partnerOf(collection, document) ?? partnerId) === partnerId,
  );
  // what broke its schema was never in force
  return isConcerned && (before === null || schemaFaults(collection, openForm(collection, before)).length === 0);
}

/** As the schema of partners wants it. */
const SOME_CONTACT: Partner['contact'] = { name: '***', phone: '', email: '', trackingUrl: '' };

/** The history has contacts sealed, and no card needs them. */
function openForm(collection: CollectionName, document: object): object {
  return collection === 'partners' ? { ...document, contact: SOME_CONTACT } : document;
}

function undoing({ collection, key, before }: Entry): Change {
  if (before === null) return { kind: 'delete', collection, key };
  return { kind: 'put', collection, key, document: openForm(collection, before) } as Change;
}

function versionOf(partnerId: string, catalog: Catalog): string | null {
  if (catalog.find('partners', partnerId) === undefined) return null;
  return rateCardVersion(catalog.cardDocuments(partnerId), catalog.generalDocuments());
}

/** @param contact the present one */
function* linesOf(catalog: Catalog, { partnerId, contact }: Partner): Generator<string> {
  const line = (collection: CollectionName, document: object): string => JSON.stringify({ collection, document });
  yield line('partners', { ...catalog.find('partners', partnerId)!, contact });
  for (const collection of CARD_COLLECTIONS)
    for (const document of catalog.of(collection, partnerId)) yield line(collection, document);
  for (const key of catalog.entryKeys(partnerId)) {
    // when it was assigned is not kept in memory, and may be left out
    const entry = catalog.document('zone-pincodes', key)!;
    yield line('zone-pincodes', { ...entry, assignedAt: undefined });
  }
}
