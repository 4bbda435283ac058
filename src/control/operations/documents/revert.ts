/** POST /changes/{id}/revert: undoes a change set. */
import { isDeepStrictEqual } from 'node:util';
import { type ChangeAnswer, type Difference, revertChange as contract } from '../../../contract/apply.js';
import { isResource } from '../../../contract/document-resource.js';
import { MAX_NAMERS } from '../../../limits/store.js';
import type { Entry } from '../../../store/entry.js';
import { DecryptionError } from '../../../store/sealing.js';
import { nameOf } from '../../../model/change.js';
import { inTurns } from '../../../turn.js';
import type { Plan } from '../commit.js';
import { entriesOf } from '../history/entries.js';
import { type Api, type ApiRequest, implement, refuse, type RefusedResult } from '../operation.js';
import { newestChange, planOf } from './apply.js';
import { changeDocuments, inUse } from './change.js';
import type { Edit, ResourceDocument } from './edits.js';
import { type FormerDocuments, formersOf, judge } from './judge.js';
import { shownKey } from './keys.js';
import { effectsOf } from './lint.js';
import { movedRows } from './moved-rows.js';

type Schemas = (typeof contract)['schemas'];
type Request = ApiRequest<Schemas>;
type RestoreEdit = Edit & { how: 'restore' };

export const revertChange = implement(contract, async (request, api) => {
  const { id } = request.params;
  const set = await api.store.get('changes', id);
  if (set === undefined) return refuse('CHANGE_NOT_FOUND', { details: { changeId: id } });
  // its entries are read when its turn has come: those of many waiting reverts would not fit into memory
  return changeDocuments(contract, request, api, async () => {
    const opened = await openedEntries(request.params.id, api);
    return 'ok' in opened ? opened : plan(opened, request, api);
  });
});

async function openedEntries(id: number, api: Api): Promise<readonly OpenedEntry[] | RefusedResult> {
  const entries = await entriesOf(api.store, id);
  const refusal = notRevertible(entries);
  if (refusal !== null) return refusal;
  const opened: OpenedEntry[] = [];
  try {
    for await (const piece of inTurns(entries)) for (const entry of piece) opened.push(openedEntry(entry, api));
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    return refuse('NOT_REVERTIBLE', { details: error.message });
  }
  return opened;
}

/** An entry with contacts as they were. */
interface OpenedEntry {
  edit: RestoreEdit;
  /** What the change left; null: nothing. */
  left: ResourceDocument | null;
}

function notRevertible(entries: readonly Entry[]): RefusedResult | null {
  if (entries.length === 0)
    return refuse('NOT_REVERTIBLE', { details: 'It has no entries: it was an import or an upgrade, or they are gone' });
  if (entries.every(({ collection }) => isResource(collection))) return null;
  return refuse('NOT_REVERTIBLE', { details: 'It changed credentials, whose secrets the history does not have' });
}

function openedEntry({ collection, key, before, after }: Entry, { opened }: Api): OpenedEntry {
  const document = (kept: object | null) =>
    (kept === null ? null : opened(collection, kept)) as ResourceDocument | null;
  const edit = { how: 'restore', collection, key, given: document(before) } as RestoreEdit;
  return { edit, left: document(after) };
}

async function plan(
  entries: readonly OpenedEntry[],
  { query }: Request,
  api: Api,
): Promise<Plan<{ data: ChangeAnswer }>> {
  const { store, catalog } = api;
  const nowMs = api.now();
  const newest = await newestChange(store);
  const edits = entries.map(({ edit }) => edit);
  const formers = await formersOf(edits, store);
  const since = query.force ? [] : await changedSince(entries, formers);
  if (since.length > 0) return refuse('CHANGED_SINCE', { details: { documents: since } });
  const judged = await judge(edits, formers, catalog, new Date(nowMs).toISOString());
  const [fault] = judged.faults;
  if (fault !== undefined) {
    const details = judged.faults.map(({ edit: { collection, key }, fault: each }) => {
      const name = nameOf({ collection, key: shownKey(collection, key) });
      return `${name}: ${each!.field} ${each!.message}`;
    });
    return refuse('BUSINESS_VALIDATION_FAILED', { details: details.slice(0, MAX_NAMERS) });
  }
  if (judged.stillNamed.length > 0) return inUse(judged.stillNamed);
  const { changed } = judged;
  const effects = await effectsOf(changed, query.strict, api);
  if ('ok' in effects) return effects;
  const unchanged = edits.length - changed.length;
  return planOf({
    changed,
    unchanged,
    newest,
    nowMs,
    ...effects,
    warnings: movedRows(changed, edits),
    shown: withoutContact,
  });
}

const MASK = '***';

/** The history shows no contacts. */
function withoutContact(difference: Difference): Difference {
  const { collection, field, before, after } = difference;
  if (collection !== 'partners') return difference;
  if (field === null) return { ...difference, before: masked(before), after: masked(after) };
  return /^contact\b/.test(field) ? { ...difference, before: MASK, after: MASK } : difference;
}

const masked = (document: unknown): unknown => document && { ...document, contact: MASK };

/** The first documents that are not as the change left them. */
async function changedSince(entries: readonly OpenedEntry[], formers: FormerDocuments): Promise<DocumentName[]> {
  const since: DocumentName[] = [];
  for await (const piece of inTurns(entries))
    for (const { edit, left } of piece) {
      if (isDeepStrictEqual(formers.get(nameOf(edit)) ?? null, left)) continue;
      const { collection, key } = edit;
      since.push({ collection, key: shownKey(collection, key) });
      if (since.length === MAX_NAMERS) return since;
    }
  return since;
}

interface DocumentName {
  collection: string;
  key: string | number;
}
