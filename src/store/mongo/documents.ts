/**
 * How documents stand in MongoDB: with their own fields and, hidden from everybody above, an `_id` that may be anything and,
 * where they are ordered by a moment, that moment. Which document is which is told by the fields of its key, never by `_id`.
 */
import type { Document, Filter } from 'mongodb';
import { MONGO_QUERY_KEYS } from '../../limits.js';
import { assignmentKeyParts } from '../../schemas/assignment-key.js';
import type { CollectionName, Documents } from '../../schemas/documents.js';
import { keyFieldOf, type Key } from '../port.js';

/** The date that a collection is ordered by, and the hidden field that holds it in Unix milliseconds: its text may have an offset, and texts of one moment differ. */
interface Moment {
  field: string;
  hidden: string;
}

const MOMENTS: Partial<Record<CollectionName, Moment>> = {
  'assignments': { field: 'createdAt', hidden: 'createdAtMs' },
  'idempotency-keys': { field: 'expiresAt', hidden: 'expiresAtMs' },
};

/** The fields of keys that have several parts; of the others it is {@link keyFieldOf}. */
const KEY_FIELDS: Partial<Record<CollectionName, string[]>> = {
  'zone-pincodes': ['partnerId', 'pincode'],
  'credentials': ['kind', 'id'],
  // the shipmentId first, so that the records of a shipment by all callers are found by it
  'assignments': ['shipmentId', 'caller.kind', 'caller.id'],
};

/** What a field of a key holds. Null: it is missing, as callers are in assignments from before they were recorded. */
type KeyPart = Key | null;

/** Undefined where documents are ordered by their keys alone. */
export function momentOf(collection: CollectionName): Moment | undefined {
  return MOMENTS[collection];
}

/** Beside the fields of its schema, what a document has in the database. */
export function hiddenFields(collection: CollectionName): readonly string[] {
  const moment = MOMENTS[collection];
  return moment === undefined ? ['_id'] : ['_id', moment.hidden];
}

/** A document as it is stored, without its `_id`. */
export function storedOf<C extends CollectionName>(collection: C, document: Documents[C]): Document {
  const moment = MOMENTS[collection];
  return moment === undefined ? document : { ...document, [moment.hidden]: Date.parse((document as Document)[moment.field] as string) };
}

/** A document as it is known above the port. One that another program wrote may break its schema. */
export function documentOf<C extends CollectionName>(collection: C, stored: Document): Documents[C] {
  const document = { ...stored };
  for (const field of hiddenFields(collection)) delete document[field];
  return document as Documents[C];
}

/** The fields that make up a collection's keys, in the order in which they sort its documents; some are paths. */
export function keyFieldsOf(collection: CollectionName): string[] {
  return KEY_FIELDS[collection] ?? [keyFieldOf(collection)];
}

/** What each field of {@link keyFieldsOf} holds in the document of `key`. */
export function keyPartsOf(collection: CollectionName, key: Key): KeyPart[] {
  if (KEY_FIELDS[collection] === undefined || typeof key === 'number') return [key];
  if (collection === 'assignments') {
    const { callerText, shipmentId } = assignmentKeyParts(key);
    return [shipmentId, ...(callerText === null ? [null, null] : halvesOf(callerText, ':'))];
  }
  return halvesOf(key, '/');
}

/** What is before and behind the first `separator`. */
function halvesOf(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Finds the document of a key. */
export function filterOf(collection: CollectionName, key: Key): Filter<Document> {
  const parts = keyPartsOf(collection, key);
  // null finds what is missing
  return Object.fromEntries(keyFieldsOf(collection).map((field, index) => [field, parts[index]]));
}

/** Finds what comes after a key in the order of {@link keyFieldsOf}. */
export function filterAfter(collection: CollectionName, key: Key | null): Filter<Document> {
  if (key === null) return {};
  const fields = keyFieldsOf(collection);
  const parts = keyPartsOf(collection, key);
  const branches = fields.map((field, index) => ({
    ...Object.fromEntries(fields.slice(0, index).map((earlier, at) => [earlier, parts[at]])),
    [field]: behind(parts[index]!),
  }));
  return branches.length === 1 ? branches[0]! : { $or: branches };
}

/** What is missing comes first; $gt would compare null with nulls alone. */
function behind(part: KeyPart): Document {
  return part === null ? { $ne: null } : { $gt: part };
}

/**
 * Find the documents of many keys, {@link MONGO_QUERY_KEYS} at most each. Of a shipment they find the records of all
 * callers, so that a caller's key and that of a record without a caller are looked for in one query.
 */
export function* filtersOf(collection: CollectionName, keys: Iterable<Key>): Generator<Filter<Document>> {
  if (collection === 'assignments') {
    const shipmentIds = new Set([...keys].map((key) => assignmentKeyParts(String(key)).shipmentId));
    for (const some of chunksOf([...shipmentIds])) yield { shipmentId: { $in: some } };
    return;
  }
  const fields = keyFieldsOf(collection);
  const lastField = fields.at(-1)!;
  // by the parts before the last, so that one $in finds all that share them
  const groups = new Map<KeyPart | undefined, KeyPart[]>();
  for (const key of keys) {
    const parts = keyPartsOf(collection, key);
    const first = parts.length > 1 ? parts[0] : undefined;
    const group = groups.get(first) ?? [];
    groups.set(first, group);
    group.push(parts.at(-1)!);
  }
  for (const [first, lasts] of groups) {
    for (const some of chunksOf(lasts)) {
      yield { ...(first !== undefined && { [fields[0]!]: first }), [lastField]: { $in: some } };
    }
  }
}

function* chunksOf<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += MONGO_QUERY_KEYS) yield items.slice(at, at + MONGO_QUERY_KEYS);
}
