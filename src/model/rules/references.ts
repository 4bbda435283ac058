/**
 * The references between documents, by the fields in documents.ts. Whatever depends on them is a loop over
 * {@link referencesOf}: the rule that they are sound, what a transaction reads, what a refused document waits for, what
 * still names a deleted place.
 */
import { COLLECTION_NAMES, type CollectionName, type Documents, factsOf } from '../documents.js';
import { type NamedCollection, NOUNS, type OwnerField, OWNERS } from '../reference-fields.js';
import type { Fault } from '../schema-faults.js';
import type { Key } from '../change.js';
import { eachAt } from '../members.js';

/** A document must exist, and must have a value in a field if `mustMatch` says so, or a service if `needs` does. */
export interface Reference {
  /** Where it is named: a path within the naming document. */
  field: string;
  collection: NamedCollection;
  /** The named document's key; with `by`, the value of that field of it. */
  key: Key;
  by: 'gstCode' | undefined;
  mustMatch: { field: OwnerField; value: Key } | undefined;
  /**
   * The service that a zone must list, since an entry has it as an attribute and an attribute is charged as the service
   * of its name. Whether there is the zone is another reference's matter.
   */
  needs: string | undefined;
}

/** What a document names, in the order of the rules. The document must match its schema. */
export function referencesOf<C extends CollectionName>(collection: C, document: Documents[C]): Reference[] {
  const references: Reference[] = [];
  for (const { field, names, by, sharing, when, isKey } of factsOf(collection).references) {
    if (when?.(document) === false) continue;
    const mustMatch = sharing && { field: sharing, value: document[sharing] as Key };
    eachAt(document, field.split('.'), (key, path) => {
      if (isKey?.(key as string) !== false)
        references.push({ field: path, collection: names, key: key as Key, by, mustMatch, needs: undefined });
    });
  }
  if (collection === 'zone-pincodes') references.push(...neededServices(document as Documents['zone-pincodes']));
  return references;
}

function neededServices({ zoneId, attributes }: Documents['zone-pincodes']): Reference[] {
  return (attributes ?? []).map((needs, index) => ({
    ...{ field: `attributes[${index}]`, collection: 'zones', key: zoneId, by: undefined, mustMatch: undefined, needs },
  }));
}

/** Whether documents of other collections may name documents of this one. */
export function isNamed(collection: CollectionName): collection is NamedCollection {
  return collection in NOUNS;
}

/** The collections whose documents name documents of `collection` by their keys. */
export function namersOf(collection: NamedCollection): CollectionName[] {
  return namingFieldsOf(collection).map(({ namer }) => namer);
}

/** The collections whose documents name documents of `collection` by their keys, and in which fields. */
export function namingFieldsOf(collection: NamedCollection): { namer: CollectionName; fields: string[] }[] {
  return COLLECTION_NAMES.flatMap((namer) => {
    const rules = factsOf(namer).references.filter(({ names, by }) => names === collection && by === undefined);
    return rules.length === 0 ? [] : [{ namer, fields: rules.map(({ field }) => field) }];
  });
}

/** Whether a document names one of `keys` by its key. */
export function names<C extends CollectionName>(
  namer: C,
  document: Documents[C],
  collection: NamedCollection,
  keys: ReadonlySet<Key>,
): boolean {
  return referencesOf(namer, document).some(
    (reference) => reference.by === undefined && reference.collection === collection && keys.has(reference.key),
  );
}

/** Whether a document that changes so may no longer be what others that name it require. */
export function isOtherwise(before: object, after: object): boolean {
  const belongsElsewhere = Object.keys(OWNERS).some((field) => before[field as never] !== after[field as never]);
  return belongsElsewhere || lostServices(before, after).length > 0;
}

/** The services that a zone has before and not after; of other documents none. */
export function lostServices(before: object, after: object): string[] {
  const [former, left] = [before, after].map((document) => (document as Partial<Documents['zones']>).services);
  if (former === undefined || former === left) return [];
  const has = (type: string): boolean => left?.some(({ serviceTypeId }) => serviceTypeId === type) ?? false;
  return former.map(({ serviceTypeId }) => serviceTypeId).filter((type) => !has(type));
}

/** The documents in which references are looked up. */
export interface Lookup {
  /**
   * The document of a key; undefined: it does not exist. Null: it exists, but its contents are unknown and nothing
   * follows from them.
   */
  find<C extends CollectionName>(collection: C, key: Key): Documents[C] | null | undefined;
  /** Whether a document of this key exists, even with unknown contents. */
  has(collection: CollectionName, key: Key): boolean;
  /** Whether a state has this GST code. */
  hasGstCode(gstCode: Key): boolean;
}

/** The faults of those references whose document is missing or belongs elsewhere. */
export function referenceFaults(references: readonly Reference[], lookup: Lookup): Fault[] {
  const faults: Fault[] = [];
  for (const reference of references) {
    const fault = faultOf(reference, lookup);
    if (fault !== null) faults.push(fault);
  }
  return faults;
}

export function isMissing({ collection, key, by }: Reference, lookup: Lookup): boolean {
  return by === undefined ? !lookup.has(collection, key) : !lookup.hasGstCode(key);
}

function faultOf(reference: Reference, lookup: Lookup): Fault | null {
  const { field, collection, key, mustMatch, needs } = reference;
  if (needs !== undefined) {
    const zone = lookup.find('zones', key);
    const isListed = zone?.services.some(({ serviceTypeId }) => serviceTypeId === needs) ?? true;
    return isListed ? null : { field, message: `needs ${needs} in the services of zone ${key}` };
  }
  if (mustMatch === undefined) return isMissing(reference, lookup) ? missingFault(reference) : null;
  const named = lookup.find(collection, key) as { [F in OwnerField]?: Key } | null | undefined;
  if (named === undefined) return missingFault(reference);
  if (named === null || named[mustMatch.field] === mustMatch.value) return null;
  const [what, owner] = [OWNERS[mustMatch.field], named[mustMatch.field]];
  // of a pincode's city and state the city is the surer one
  if (collection === 'cities')
    return { field: mustMatch.field, message: `must be ${owner}, the ${what} of city ${key}` };
  return { field, message: `${NOUNS[collection]} ${key} belongs to ${what} ${owner}, not ${mustMatch.value}` };
}

export function missingFault({ field, collection, key, by }: Reference): Fault {
  const noun = NOUNS[collection];
  return { field, message: by === undefined ? `there is no ${noun} ${key}` : `no ${noun} has the GST code ${key}` };
}
