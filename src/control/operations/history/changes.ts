/** The history, as far as the caller may see it. */
import type { AnswerOf } from '../../../contract/contract.js';
import { type ChangeEntry, getChange as one, listChanges as list } from '../../../contract/changes.js';
import { entriesPrefixOf, partnerOf } from '../../../contract/documents/history-documents.js';
import type { ChangeSet } from '../../../contract/documents/documents.js';
import { CHANGE_PARTS_AT_ONCE } from '../../../limits/control.js';
import type { Entry } from '../../../store/entry.js';
import type { Store } from '../../../store/port.js';
import type { Caller } from '../../../caller.js';
import { shownKey } from '../documents/keys.js';
import { type Api, type ApiRequest, answer, implement, type Outcome, refuse } from '../operation.js';
import { partnerFilterOf } from '../scope.js';

const MASK = '***';

export const listChanges = implement(list, page, ({ query: { since } }) =>
  since !== undefined && Number.isNaN(Date.parse(since))
    ? [{ field: 'since', code: 'INVALID_VALUE', message: 'must be a moment that exists', value: since }]
    : [],
);

export const getChange = implement(one, async ({ caller, params }, { store }) => {
  const set = await store.get('changes', params.id);
  if (set === undefined || !isVisible(set, caller))
    return refuse('CHANGE_NOT_FOUND', { details: { changeId: params.id } });
  const entries = (await entriesOf(store, set.id)).filter((entry) => isEntryVisible(entry, caller)).map(masked);
  return answer({ data: { ...asSeenBy(set, caller), entries } });
});

type ListSchemas = (typeof list)['schemas'];

async function page({ caller, query }: ApiRequest<ListSchemas>, api: Api): Promise<Outcome<AnswerOf<ListSchemas>>> {
  const scoped = partnerFilterOf(caller, query.partnerId, api);
  if (!scoped.ok) return scoped;
  const { collection = null, by, since, before = null, limit } = query;
  const found = await api.store.changes({
    partnerId: scoped.value,
    // a partner that asks for itself wants its own alone
    withGeneral: caller.kind === 'partner' && query.partnerId === undefined,
    collection,
    by: by === undefined ? null : makerOf(by),
    sinceMs: since === undefined ? null : Date.parse(since),
    before,
    after: null,
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  return answer({
    data: shown.map((set) => asSeenBy(set, caller)),
    next: found.length > limit ? shown.at(-1)!.id : null,
  });
}

function makerOf(text: string): { kind: string; id: string } {
  const colon = text.indexOf(':');
  return { kind: text.slice(0, colon), id: text.slice(colon + 1) };
}

/** The entries of a change set in their order; none of an import, and none once they are gone. */
export async function entriesOf(store: Pick<Store, 'page'>, changeId: number): Promise<Entry[]> {
  const entries: Entry[] = [];
  const prefix = entriesPrefixOf(changeId);
  for (let after = prefix; ;) {
    const parts = await store.page('change-entries', after, CHANGE_PARTS_AT_ONCE);
    const own = parts.filter(({ id }) => id.startsWith(prefix));
    for (const part of own) entries.push(...(JSON.parse(part.entries) as Entry[]));
    if (own.length < CHANGE_PARTS_AT_ONCE) return entries;
    after = own.at(-1)!.id;
  }
}

function isVisible({ partnerIds }: ChangeSet, { kind, id }: Caller): boolean {
  return kind === 'service' || partnerIds.length === 0 || partnerIds.includes(id);
}

/** Credentials have routes of their own. */
function isEntryVisible({ collection, before, after }: Entry, { kind, id }: Caller): boolean {
  if (collection === 'credentials') return false;
  if (kind === 'service') return true;
  return [before, after].every((document) => document === null || (partnerOf(collection, document) ?? id) === id);
}

/** Of the partners that were changed, a partner sees itself. */
function asSeenBy(set: ChangeSet, { kind, id }: Caller): ChangeSet {
  return kind === 'service' ? set : { ...set, partnerIds: set.partnerIds.filter((partnerId) => partnerId === id) };
}

function masked({ collection, key: stored, before, after }: Entry): ChangeEntry {
  const key = shownKey(collection, stored);
  if (collection !== 'partners') return { collection, key, before, after } as ChangeEntry;
  const contact = { name: MASK, phone: MASK, email: MASK, trackingUrl: MASK };
  return { collection, key, before: before && { ...before, contact }, after: after && { ...after, contact } };
}
