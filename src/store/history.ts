/** The history: the additions of a write, in the same transaction. */
import { isDeepStrictEqual } from 'node:util';
import { isPartnerId } from '../model/fields.js';
import { entriesKeyOf, partnerOf } from '../model/history.js';
import {
  type AnyDocument,
  type ChangeSet,
  type CollectionName,
  type Documents,
  isRecorded,
} from '../model/documents.js';
import { MAX_HISTORY_PART_BYTES } from '../limits/store.js';
import type { Entry } from './entry.js';
import type { DocumentReader } from '../model/overlay.js';
import type { Change, Key, PutChange } from '../model/change.js';
import type { ChangeNote } from './port.js';
import { VIEWS_OF_NODE, ViewTally } from './views.js';
import { whatHappened } from './what-happened.js';

/** The effects of `changes` on the documents of `before`, without unchanged documents. */
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

/** A write's additions to the history, without the number of its change set. */
export interface HistoryRecord {
  set: Omit<ChangeSet, 'id'>;
  /** Its entries as JSON texts of lists. */
  parts: readonly string[];
  /** The size of the whole record as JSON. */
  bytes: number;
}

/** Null: nothing changes. */
export function historyRecord(note: ChangeNote, entries: readonly Entry[]): HistoryRecord | null {
  if (entries.length === 0) return null;
  const set = changeSetOf(note, entries);
  const parts = partsOf(entries, note);
  const bytes = [JSON.stringify(set), ...parts].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { set, parts, bytes };
}

/**
 * The write's changes, and the changes that add change set `id` to the history. The record of the request's
 * Idempotency-Key then names the change set, for the repeated answer.
 */
export function withChangeSet(changes: readonly Change[], id: number, { set, parts }: HistoryRecord): Change[] {
  return [
    ...changes.map((change) => (isRecordOfKey(change) ? naming(change, id) : change)),
    putOf('changes', id, { id, ...set }),
    ...parts.map((text, part) => {
      const key = entriesKeyOf(id, part);
      return putOf('change-entries', key, { id: key, entries: text });
    }),
  ];
}

function changeSetOf(note: ChangeNote, entries: readonly Entry[]): HistoryRecord['set'] {
  const { at, by, requestId, route, note: text } = note;
  const counts = { created: 0, updated: 0, ended: 0, removed: 0 };
  const partnerIds = new Set<string>();
  const collections = new Set<string>();
  const atMs = Date.parse(at);
  const tally = new ViewTally(atMs);
  for (const entry of entries) {
    const happened = whatHappened(entry, atMs);
    counts[happened]++;
    tally.add(entry, happened);
    collections.add(entry.collection);
    for (const document of [entry.before, entry.after]) {
      const partnerId = document && partnerOf(entry.collection, document);
      // a document of another program may have anything there
      if (isPartnerId(partnerId)) partnerIds.add(partnerId);
    }
  }
  return {
    at,
    by,
    requestId,
    route,
    note: text,
    partnerIds: [...partnerIds].sort(),
    collections: [...collections],
    counts,
    views: tally.views(),
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
    views: [...VIEWS_OF_NODE],
  };
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
    const sealed = (document: AnyDocument | null) => document && note.sealed(collection, document);
    const text = JSON.stringify({ collection, key, before: sealed(before), after: sealed(after) });
    const size = Buffer.byteLength(text) + 1;
    if (bytes + size > MAX_HISTORY_PART_BYTES) end();
    texts.push(text);
    bytes += size;
  }
  end();
  return parts;
}

/** An idempotency record under its caller's key, not one that stores a long answer. */
function isRecordOfKey(change: Change): change is PutChange & { collection: 'idempotency-keys' } {
  return change.kind === 'put' && change.collection === 'idempotency-keys' && change.document.answerOf === undefined;
}

function naming(change: PutChange & { collection: 'idempotency-keys' }, changeId: number): PutChange {
  return { ...change, document: { ...change.document, changeId } };
}

function putOf<C extends CollectionName>(collection: C, key: Key, document: Documents[C]): PutChange {
  return { kind: 'put', collection, key, document } as PutChange;
}
