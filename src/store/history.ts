/** The history: what a write adds to it, in the same transaction. */
import { isDeepStrictEqual } from 'node:util';
import { PARTNER_ID_PATTERN } from '../contract/documents/document-fields.js';
import { entriesKeyOf, partnerOf } from '../contract/documents/history-documents.js';
import { type ChangeSet, type CollectionName, type Documents, isRecorded } from '../contract/documents/documents.js';
import { MAX_HISTORY_PART_BYTES } from '../limits/store.js';
import type { Entry } from './entry.js';
import type { DocumentReader } from './overlay.js';
import type { Change, ChangeNote, Key, Put } from './port.js';

const PARTNER_ID = new RegExp(PARTNER_ID_PATTERN);

type AnyDocument = Documents[CollectionName];

/** What `changes` do to the documents of `before`: a document that stays as it is is left out. */
export function entriesOf(changes: readonly Change[], before: DocumentReader): Entry[] {
  const entries: Entry[] = [];
  for (const change of changes) {
    const { collection, key } = change;
    if (!isRecorded(collection)) continue;
    const former = before.find(collection, key) ?? null;
    const after = change.kind === 'put' ? change.document : null;
    if (!isDeepStrictEqual(former, after)) entries.push({ collection, key, before: former, after });
  }
  return entries;
}

/**
 * The write's changes together with those that add change set `id` to the history. The record of the request's
 * Idempotency-Key then names the change set, for the repeated answer.
 */
export function withChangeSet(
  changes: readonly Change[],
  id: number,
  note: ChangeNote,
  entries: readonly Entry[],
): Change[] {
  return [
    ...changes.map((change) => (isRecordOfKey(change) ? naming(change, id) : change)),
    putOf('changes', id, changeSetOf(id, note, entries)),
    ...partsOf(entries, note).map((text, part) => {
      const key = entriesKeyOf(id, part);
      return putOf('change-entries', key, { id: key, entries: text });
    }),
  ];
}

function changeSetOf(id: number, note: ChangeNote, entries: readonly Entry[]): ChangeSet {
  const { at, by, requestId, route, note: text } = note;
  const counts = { created: 0, updated: 0, ended: 0, removed: 0 };
  const partnerIds = new Set<string>();
  const collections = new Set<string>();
  for (const entry of entries) {
    counts[whatHappened(entry, Date.parse(at))]++;
    collections.add(entry.collection);
    for (const document of [entry.before, entry.after]) {
      const partnerId = document && partnerOf(entry.collection, document);
      // a document of another program may have anything there
      if (typeof partnerId === 'string' && PARTNER_ID.test(partnerId)) partnerIds.add(partnerId);
    }
  }
  return {
    id,
    at,
    by,
    requestId,
    route,
    note: text,
    partnerIds: [...partnerIds].sort(),
    collections: [...collections],
    counts,
  };
}

/** The first change set of a store, which the node itself makes: it has no entries. */
export function firstChangeSet(
  route: string,
  atMs: number,
  { collections, created }: { collections: string[]; created: number } = { collections: [], created: 0 },
): ChangeSet {
  return {
    id: 1,
    at: new Date(atMs).toISOString(),
    by: { kind: 'node', id: '' },
    requestId: null,
    route,
    note: null,
    partnerIds: [],
    collections,
    counts: { created, updated: 0, ended: 0, removed: 0 },
  };
}

/** What a change did to a document, at `atMs` milliseconds since the epoch. It was there before or is there after. */
export function whatHappened(
  { before, after }: Pick<Entry, 'before' | 'after'>,
  atMs: number,
): keyof ChangeSet['counts'] {
  if (before === null) return 'created';
  if (after === null) return 'removed';
  return hasOnlyEnded(before, after, atMs) ? 'ended' : 'updated';
}

interface Ending {
  status?: unknown;
  validTo?: string | null;
  updatedAt?: string;
}

function hasOnlyEnded(before: object, after: object, atMs: number): boolean {
  if (isOver(before, atMs) || !isOver(after, atMs)) return false;
  const rest = (document: object): Ending => ({
    ...document,
    status: undefined,
    validTo: undefined,
    updatedAt: undefined,
  });
  return isDeepStrictEqual(rest(before), rest(after));
}

/** Whether a document is active; one without a status is. */
export function isActive(document: object): boolean {
  const { status } = document as Ending;
  return status !== false && status !== 'INACTIVE';
}

/** Whether a document has ended: by its status, or because its validTo has passed. */
export function isOver(document: object, atMs: number): boolean {
  const { validTo } = document as Ending;
  if (!isActive(document)) return true;
  return typeof validTo === 'string' && Date.parse(validTo) <= atMs;
}

/** The entries as JSON texts of lists, each below MAX_HISTORY_PART_BYTES. */
function partsOf(entries: readonly Entry[], note: ChangeNote): string[] {
  const parts: string[] = [];
  let texts: string[] = [];
  let bytes = 2;
  const end = (): void => {
    if (texts.length > 0) parts.push(`[${texts.join()}]`);
    texts = [];
    bytes = 2;
  };
  for (const { collection, key, before, after } of entries) {
    const kept = (document: AnyDocument | null) => document && note.kept(collection, document);
    const text = JSON.stringify({ collection, key, before: kept(before), after: kept(after) });
    const size = Buffer.byteLength(text) + 1;
    if (bytes + size > MAX_HISTORY_PART_BYTES) end();
    texts.push(text);
    bytes += size;
  }
  end();
  return parts;
}

/** An idempotency record under its caller's key, not a place where answers are kept. */
function isRecordOfKey(change: Change): change is Put & { collection: 'idempotency-keys' } {
  return change.kind === 'put' && change.collection === 'idempotency-keys' && change.document.answerOf === undefined;
}

function naming(change: Put & { collection: 'idempotency-keys' }, changeId: number): Put {
  return { ...change, document: { ...change.document, changeId } };
}

function putOf<C extends CollectionName>(collection: C, key: Key, document: Documents[C]): Put {
  return { kind: 'put', collection, key, document } as Put;
}
