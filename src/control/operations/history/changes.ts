/** The history, as far as the caller may see it. */
import type { AnswerOf } from '../../../contract/contract.js';
import {
  CHANGE_ENTRIES_SHOWN,
  type ChangeEntry,
  getChange as one,
  listChanges as list,
} from '../../../contract/changes.js';
import { OTHER_PARTNERS } from '../../../model/history.js';
import type { ChangeSet } from '../../../model/documents.js';
import type { Entry } from '../../../store/entry.js';
import { ALL_CHANGES } from '../../../store/change-query.js';
import { seenBy } from '../../../store/views.js';
import type { Caller } from '../../../caller.js';
import { isResource, RESOURCE_COLLECTIONS } from '../../../contract/document-resource.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { keyFaults, keyMembersIn, keyOfGiven, shownKey } from '../documents/keys.js';
import { readCursor, cursorOf, type Position, cursorConflicts } from '../lists/cursor.js';
import { type Api, type ApiRequest, answer, implement, type HandlerResult, refuse } from '../operation.js';
import { requirePartner, type OwnerResult } from '../owner.js';
import { pageOf } from './entries.js';
import { changesOfDocument } from './of-document.js';

const MASK = '***';

type ShownChangeSet = Omit<ChangeSet, 'views'>;

export const listChanges = implement(list, page, ({ query }) => [
  ...(query.since !== undefined && Number.isNaN(Date.parse(query.since))
    ? [
        {
          field: 'since',
          code: 'INVALID_VALUE' as const,
          message: 'must be a moment that exists',
          value: query.since,
        },
      ]
    : []),
  ...documentFaults(query),
  ...cursorConflicts(query, 'before'),
]);

/** A key is one of a collection. */
function documentFaults({ collection, key }: { collection?: string; key?: string }): RequestFault[] {
  if (key === undefined) return [];
  if (isResource(collection)) return keyFaults(collection, key);
  const message = 'must be a collection of documents when key is given';
  return [
    { field: 'collection', code: 'INVALID_VALUE', message, value: collection, allowedValues: RESOURCE_COLLECTIONS },
  ];
}

export const getChange = implement(one, async ({ caller, params, query }, { store }) => {
  const set = await store.get('changes', params.id);
  const shown = set && asSeenBy(set, caller);
  if (!shown) return refuse('CHANGE_NOT_FOUND', { details: { changeId: params.id } });
  const { entries, next } = await pageOf(store, params.id, {
    from: query.after ?? 0,
    limit: CHANGE_ENTRIES_SHOWN,
    seen: (entry) => seenEntry(entry, caller),
  });
  return answer({ data: { ...shown, entries: entries.map(masked) }, next });
});

type ListSchemas = (typeof list)['schemas'];

async function page(
  { caller, query }: ApiRequest<ListSchemas>,
  api: Api,
): Promise<HandlerResult<AnswerOf<ListSchemas>>> {
  const { partnerId, collection = null, key, by, since, before = null, cursor, limit } = query;
  const isPartner = caller.kind === 'partner';
  if (isPartner && partnerId !== undefined && partnerId !== caller.id) return refuse('FORBIDDEN');
  const asked = { list: list.id, filters: { partnerId, collection, key, by, since }, caller };
  const read = readCursor(cursor, asked, isPosition);
  if (!read.ok) return read;
  const maker = by === undefined ? null : makerOf(by);
  // which other partner made a change is hidden from it
  if (isPartner && maker?.kind === 'partner' && maker.id !== caller.id)
    return answer({ data: [], next: null, pagination: { limit, nextCursor: null } });
  const wanted = {
    partnerId: isPartner ? null : (partnerId ?? null),
    // a partner that asks for itself wants its own alone
    ...(isPartner && { seenBy: partnerId === undefined ? [caller.id, OTHER_PARTNERS] : [caller.id] }),
    collection,
    by: maker,
    sinceMs: since === undefined ? null : Date.parse(since),
    before: read.last?.[0] ?? before,
    after: null,
    limit: limit + 1,
  };
  const found =
    key !== undefined && isResource(collection)
      ? await changesOfDocument(api.store, wanted, {
          collection,
          key: keyOfGiven(collection, keyMembersIn(collection, key)!),
          isSeen: (entry) => seenEntry(entry, caller) !== null,
        })
      : await api.store.changes(wanted);
  if (found.length === 0 && !isPartner && partnerId !== undefined) {
    const known = await knownPartner(partnerId, api);
    if (!known.ok) return known;
  }
  const shown = found.slice(0, limit);
  const next = found.length > limit ? shown.at(-1)!.id : null;
  return answer({
    data: shown.map((set) => asSeenBy(set, caller)!),
    next,
    pagination: { limit, nextCursor: next === null ? null : cursorOf(asked, [next]) },
  });
}

/** The number of a change set. */
const isPosition = (parts: Position): parts is readonly [number] =>
  parts.length === 1 && Number.isSafeInteger(parts[0]);

/** A partner that is there, or that the history has: one that was removed. */
async function knownPartner(partnerId: string, api: Api): Promise<OwnerResult<unknown>> {
  const [any] = await api.store.changes({ ...ALL_CHANGES, partnerId, limit: 1 });
  return any === undefined ? requirePartner(partnerId, api) : { ok: true, value: any };
}

function makerOf(text: string): { kind: string; id: string } {
  const colon = text.indexOf(':');
  return { kind: text.slice(0, colon), id: text.slice(colon + 1) };
}

/** Credentials have routes of their own. Null: nothing of it. */
function seenEntry(entry: Entry, { kind, id }: Caller): Entry | null {
  if (kind === 'partner') return seenBy(id, entry);
  return entry.collection === 'credentials' ? null : entry;
}

/**
 * A change set as its reader sees it; null: not at all. A partner sees itself among the partners, counts of what it
 * sees, and what the maker said about it only where that is its own, or touches it alone.
 */
function asSeenBy({ views = [], ...set }: ChangeSet, { kind, id }: Caller): ShownChangeSet | null {
  if (kind === 'service') return set;
  const ofAll = views.find(({ partnerId }) => partnerId === OTHER_PARTNERS);
  const view = views.find(({ partnerId }) => partnerId === id) ?? ofAll;
  if (view === undefined) return null;
  const { by, requestId, note } = set;
  const isOwn = by.kind === 'partner' && by.id === id;
  const isOthers = by.kind === 'partner' && !isOwn;
  const saysMore = isOwn || (ofAll === undefined && set.partnerIds.length === 1);
  return {
    ...set,
    by: isOthers ? { ...by, id: '' } : by,
    requestId: saysMore ? requestId : null,
    note: saysMore ? note : null,
    partnerIds: set.partnerIds.filter((partnerId) => partnerId === id),
    collections: view.collections,
    counts: view.counts,
  };
}

function masked({ collection, key: stored, before, after }: Entry): ChangeEntry {
  const key = shownKey(collection, stored);
  if (collection !== 'partners') return { collection, key, before, after } as ChangeEntry;
  const contact = { name: MASK, phone: MASK, email: MASK, trackingUrl: MASK };
  return { collection, key, before: before && { ...before, contact }, after: after && { ...after, contact } };
}
