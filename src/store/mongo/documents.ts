/**
 * The form of documents in MongoDB: their own fields, and hidden ones that the layers above never see. `_id` may be
 * anything; a collection that is ordered by a moment also has that moment. The fields of its key identify a document,
 * never its `_id`.
 */
import type { Document, Filter } from 'mongodb';
import { MONGO_QUERY_KEYS } from '../../limits/mongo.js';
import { assignmentKeyParts } from '../../model/assignment-key.js';
import { type CollectionName, type Documents, EXPIRING_COLLECTIONS } from '../../model/documents.js';
import { keyFieldOf, type Key } from '../../model/change.js';
import { addTo } from '../../model/members.js';

/**
 * The date that a collection is ordered by, and the hidden field that holds it in Unix milliseconds, or null as it
 * does: dates may have an offset, so the texts of one moment differ.
 */
interface Moment {
  field: string;
  hidden: string;
}

const EXPIRY: Moment = { field: 'expiresAt', hidden: 'expiresAtMs' };

const MOMENTS: Partial<Record<CollectionName, Moment>> = {
  assignments: { field: 'createdAt', hidden: 'createdAtMs' },
  ...Object.fromEntries(EXPIRING_COLLECTIONS.map((collection) => [collection, EXPIRY])),
};

/** The fields of keys with several parts; all other keys are {@link keyFieldOf}. */
const KEY_FIELDS: Partial<Record<CollectionName, string[]>> = {
  'zone-pincodes': ['partnerId', 'pincode'],
  'credentials': ['kind', 'id'],
  // the shipmentId first, so that one query finds a shipment's records of all callers
  'assignments': ['shipmentId', 'caller.kind', 'caller.id'],
};

/**
 * The value of a key's field. Null: it is missing, like the caller of an old assignment from before callers were
 * recorded.
 */
export type KeyPart = Key | null;

/** Undefined where documents are ordered only by their keys. */
export function momentOf(collection: CollectionName): Moment | undefined {
  return MOMENTS[collection];
}

/** The fields that a document has in the database in addition to those of its schema. */
export function hiddenFields(collection: CollectionName): readonly string[] {
  const moment = MOMENTS[collection];
  return moment === undefined ? ['_id'] : ['_id', moment.hidden];
}

/** A document as it is stored, without its `_id`. */
export function storedOf<C extends CollectionName>(collection: C, document: Documents[C]): Document {
  const moment = MOMENTS[collection];
  if (moment === undefined) return document;
  const date = (document as Document)[moment.field] as string | null;
  return { ...document, [moment.hidden]: date === null ? null : Date.parse(date) };
}

/** A document in the form of the layers above the port. A document of another program may break its schema. */
export function documentOf<C extends CollectionName>(collection: C, stored: Document): Documents[C] {
  const document = { ...stored };
  for (const field of hiddenFields(collection)) delete document[field];
  return document as Documents[C];
}

/** The fields of a collection's keys, in sort order; some are paths. */
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

/** The parts before and after the first `separator`. */
function halvesOf(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Finds the document of a key. */
export function filterOf(collection: CollectionName, key: Key): Filter<Document> {
  const parts = keyPartsOf(collection, key);
  // null matches missing fields
  return Object.fromEntries(keyFieldsOf(collection).map((field, index) => [field, parts[index]]));
}

/** Finds the documents after a key in the order of {@link keyFieldsOf}. */
export function filterAfter(collection: CollectionName, key: Key | null): Filter<Document> {
  if (key === null) return {};
  const fields = keyFieldsOf(collection);
  const parts = keyPartsOf(collection, key);
  const branches = fields.map((field, index) => ({
    ...Object.fromEntries(fields.slice(0, index).map((earlier, at) => [earlier, parts[at]])),
    [field]: afterPart(parts[index]!),
  }));
  return branches.length === 1 ? branches[0]! : { $or: branches };
}

/** Missing values sort first; $gt would compare null only with nulls. */
export function afterPart(part: KeyPart): Document {
  return part === null ? { $ne: null } : { $gt: part };
}

/**
 * Filters for the documents of many keys, at most {@link MONGO_QUERY_KEYS} each. For assignments they find a shipment's
 * records of all callers, so that one query looks for a caller's key and for a record without a caller.
 */
export function* filtersOf(collection: CollectionName, keys: Iterable<Key>): Generator<Filter<Document>> {
  if (collection === 'assignments') {
    const shipmentIds = new Set([...keys].map((key) => assignmentKeyParts(String(key)).shipmentId));
    for (const some of chunksOf([...shipmentIds])) yield { shipmentId: { $in: some } };
    return;
  }
  const fields = keyFieldsOf(collection);
  const lastField = fields.at(-1)!;
  // grouped by the first part, so that one $in finds all keys that share it
  const groups = new Map<KeyPart | undefined, KeyPart[]>();
  for (const key of keys) {
    const parts = keyPartsOf(collection, key);
    addTo(groups, parts.length > 1 ? parts[0] : undefined, parts.at(-1)!);
  }
  for (const [first, lasts] of groups) {
    for (const some of chunksOf(lasts)) {
      yield { ...(first !== undefined && { [fields[0]!]: first }), [lastField]: { $in: some } };
    }
  }
}

export function* chunksOf<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += MONGO_QUERY_KEYS) yield items.slice(at, at + MONGO_QUERY_KEYS);
}
