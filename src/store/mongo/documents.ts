/**
 * How documents stand in MongoDB: with their own fields and, hidden from everybody above, an `_id` that may be anything and,
 * where they are ordered by a moment, that moment. Which document is which is told by the fields of its key, never by `_id`.
 */
import type { Document, Filter } from 'mongodb';
import { MONGO_QUERY_KEYS } from '../../limits.js';
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

/** The field before the last of keys that have two parts: keyOf joins them by the first slash. */
const FIRST_KEY_FIELD: Partial<Record<CollectionName, string>> = { 'zone-pincodes': 'partnerId', 'credentials': 'kind' };

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

/** The fields that make up a collection's keys, in order. */
export function keyFieldsOf(collection: CollectionName): string[] {
  const first = FIRST_KEY_FIELD[collection];
  return first === undefined ? [keyFieldOf(collection)] : [first, keyFieldOf(collection)];
}

/** What each field of {@link keyFieldsOf} holds in the document of `key`. */
export function keyPartsOf(collection: CollectionName, key: Key): Key[] {
  if (FIRST_KEY_FIELD[collection] === undefined || typeof key === 'number') return [key];
  const slash = key.indexOf('/');
  return [key.slice(0, slash), key.slice(slash + 1)];
}

/** Finds the document of a key. */
export function filterOf(collection: CollectionName, key: Key): Filter<Document> {
  const parts = keyPartsOf(collection, key);
  return Object.fromEntries(keyFieldsOf(collection).map((field, index) => [field, parts[index]]));
}

/** Finds what comes after a key in the order of {@link keyFieldsOf}. */
export function filterAfter(collection: CollectionName, key: Key | null): Filter<Document> {
  if (key === null) return {};
  const [first, last] = keyFieldsOf(collection) as [string, string?];
  const [firstPart, lastPart] = keyPartsOf(collection, key);
  if (last === undefined) return { [first]: { $gt: firstPart } };
  return { $or: [{ [first]: { $gt: firstPart } }, { [first]: firstPart, [last]: { $gt: lastPart } }] };
}

/** Find the documents of many keys, {@link MONGO_QUERY_KEYS} at most each. */
export function* filtersOf(collection: CollectionName, keys: Iterable<Key>): Generator<Filter<Document>> {
  const fields = keyFieldsOf(collection);
  const lastField = fields.at(-1)!;
  // by the parts before the last, so that one $in finds all that share them
  const groups = new Map<Key | undefined, Key[]>();
  for (const key of keys) {
    const parts = keyPartsOf(collection, key);
    const first = parts.length > 1 ? parts[0] : undefined;
    const group = groups.get(first) ?? [];
    groups.set(first, group);
    group.push(parts.at(-1)!);
  }
  for (const [first, lasts] of groups) {
    for (let at = 0; at < lasts.length; at += MONGO_QUERY_KEYS) {
      const some = { [lastField]: { $in: lasts.slice(at, at + MONGO_QUERY_KEYS) } };
      yield first === undefined ? some : { [fields[0]!]: first, ...some };
    }
  }
}
