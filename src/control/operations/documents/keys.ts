/** The keys of documents as callers write them: in paths, in lines and in answers. */
import type { ResourceCollection } from '../../../contract/document-resource.js';
import { COLLECTIONS, type CollectionName, type Documents } from '../../../model/documents.js';
import { type Key, keyFieldNames, keyOf } from '../../../model/change.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { type NumberedCollection } from '../../../store/port.js';

/** The members of a document that its key consists of. */
export const keyMembersOf: (collection: ResourceCollection) => readonly string[] = keyFieldNames;

interface MemberSchema {
  type?: string;
  pattern?: string;
  enum?: readonly string[];
}

export type NumberedResource = NumberedCollection & ResourceCollection;

/** Whether the collection numbers its documents: then the store can choose the key of a new one. */
export function isNumbered(collection: ResourceCollection): collection is NumberedResource {
  return keyMembersOf(collection)[0] === 'id';
}

/** The key members that a text names, such as `{partnerId, pincode}` of `swift:411001`; null: the text does not fit. */
export function keyMembersIn(collection: ResourceCollection, text: string): Record<string, Key> | null {
  const names = keyMembersOf(collection);
  const parts = names.length === 1 ? [text] : text.split(':');
  if (parts.length !== names.length) return null;
  const members: Record<string, Key> = {};
  for (const [index, name] of names.entries()) {
    const value = schemaOf(collection, name).type === 'integer' ? numberIn(parts[index]!) : parts[index]!;
    if (!fitsMember(collection, name, value)) return null;
    members[name] = value;
  }
  return members;
}

const ID = /^[1-9][0-9]{0,15}$/;
const numberIn = (text: string): Key => (ID.test(text) ? Number(text) : text);

function schemaOf(collection: ResourceCollection, name: string): MemberSchema {
  return COLLECTIONS[collection].properties[name as never] as MemberSchema;
}

function fitsMember(collection: ResourceCollection, name: string, value: Key): boolean {
  const { type, pattern, enum: values } = schemaOf(collection, name);
  if (type === 'integer') return Number.isSafeInteger(value) && (value as number) >= 1;
  if (typeof value !== 'string') return false;
  return values === undefined ? new RegExp(pattern!).test(value) : values.includes(value);
}

/** The key of a document whose members of the key are missing or do not fit: its schema says which. */
export const NO_KEY = '';

/** The store's key of a document that is not judged yet, or of the members of its key alone. */
export function keyOfGiven<C extends ResourceCollection>(collection: C, document: object): Key {
  const fits = keyMembersOf(collection).every((name) => {
    const value = (document as Record<string, unknown>)[name];
    return (typeof value === 'string' || typeof value === 'number') && fitsMember(collection, name, value);
  });
  return fits ? keyOf(collection, document as Documents[C]) : NO_KEY;
}

/** What a key of the collection looks like, for messages. */
export function keyForm(collection: ResourceCollection): string {
  if (isNumbered(collection)) return 'a number from 1';
  return keyMembersOf(collection).join(':');
}

/** The fault of a text that is no key of the collection. */
export function keyFaults(collection: ResourceCollection, key: string): RequestFault[] {
  if (keyMembersIn(collection, key) !== null) return [];
  const expectedFormat = keyForm(collection);
  const message = `is no key of ${collection}: it must be ${expectedFormat}`;
  return [{ field: 'key', code: 'INVALID_FORMAT', message, value: key, expectedFormat }];
}

/** A key as answers show it and paths take it: the ids of a zone-pincode are joined by a colon. */
export function shownKey(collection: CollectionName, key: Key): Key {
  return collection === 'zone-pincodes' ? String(key).replace('/', ':') : key;
}
