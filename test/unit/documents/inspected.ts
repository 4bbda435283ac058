/** A catalog behind an inspector, and the invariants of every such catalog. */
import {
  Catalog,
  CATALOG_COLLECTIONS,
  type CatalogCollection,
  type CatalogDocuments,
} from '../../../src/control/documents/catalog.js';
import { Inspector } from '../../../src/control/documents/inspector.js';
import { PLACES } from '../../../src/control/documents/places.js';
import type { Refusal } from '../../../src/control/documents/refused.js';
import { Dirty } from '../../../src/index/build-generation.js';
import type { CollectionName, Documents } from '../../../src/model/documents.js';
import type { AllDocuments } from '../../../src/store/dataset/dataset.js';
import { documentFaults } from '../../../src/model/rules/document-rules.js';
import { groupByOwner, PARTNER_RULED, partnerClashes } from '../../../src/model/rules/partner-rules.js';
import { type Change, type Key, keyOf, nameOf } from '../../../src/model/change.js';
import { type Lookup, referenceFaults, referencesOf } from '../../../src/model/rules/references.js';
import type { Fault } from '../../../src/model/schema-faults.js';
import { schemaFaults } from '../../../src/model/rules/stored-schema.js';
import { fixtureDocuments } from '../../store/fixtures.js';

const SOME_TIME = '2024-04-01T00:00:00.000Z';

export const put = <C extends CollectionName>(collection: C, document: Documents[C]): Change =>
  ({ kind: 'put', collection, key: keyOf(collection, document), document }) as unknown as Change;
/** A document with fields that its type does not allow. */
export const broken = <C extends CollectionName>(collection: C, document: Documents[C], fields: object): Change =>
  ({
    kind: 'put',
    collection,
    key: keyOf(collection, document),
    document: { ...document, ...fields },
  }) as unknown as Change;
export const remove = (collection: CollectionName, key: Key): Change => ({ kind: 'delete', collection, key });

export class Inspected {
  readonly catalog: Catalog;
  readonly inspector: Inspector;
  /** The refusals reported since the last look. */
  reported: Refusal[] = [];

  constructor(documents: CatalogDocuments) {
    this.catalog = Catalog.of(documents);
    this.inspector = new Inspector(this.catalog, (refusal) => this.reported.push(refusal));
  }

  /** Applies changes that arrive in one call; returns the names of the accepted ones. */
  take(...changes: Change[]): string[] {
    return this.#apply(this.inspector.inspect(changes));
  }

  /** Applies `changes` as all differences between store and catalog. */
  takeEverything(...changes: Change[]): string[] {
    return this.#apply(this.inspector.inspect(changes, true));
  }

  /** The names of the refused documents, sorted. */
  get refused(): string[] {
    return [...this.inspector.refused].map(nameOf).sort();
  }

  /** The names reported since the last call. */
  reportedNames(): string[] {
    return this.reported.splice(0).map(nameOf).sort();
  }

  #apply(accepted: readonly Change[]): string[] {
    this.catalog.apply(accepted, new Dirty());
    return accepted.map(nameOf).sort();
  }
}

/** Places of a zone that covers nothing by its places. */
export const NOWHERE = { states: [], cities: [], areas: [] };

/** A catalog with the fixture in force; `documents` is a copy of its documents. */
export function scene(change: (documents: AllDocuments) => void = () => {}): Inspected & { documents: AllDocuments } {
  const documents = fixtureDocuments();
  change(documents);
  return Object.assign(new Inspected(documents), { documents: structuredClone(documents) });
}

export const emptyScene = (): Inspected =>
  new Inspected(Object.fromEntries(CATALOG_COLLECTIONS.map((name) => [name, []])) as unknown as AllDocuments);

/** Puts of all `documents` that a catalog holds. */
export const everything = (documents: AllDocuments): Change[] =>
  CATALOG_COLLECTIONS.flatMap((collection) =>
    documents[collection].map((document) => put(collection, document as never)),
  );

/** All permutations of a few values. */
export function orders<T>(values: readonly T[]): T[][] {
  return values.length === 0
    ? [[]]
    : values.flatMap((first, index) => orders(values.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}

/** Everything that a catalog holds, by name; zone-pincodes map to their zone. */
export function contentsOf(catalog: Catalog): Map<string, unknown> {
  const contents = new Map<string, unknown>();
  for (const collection of CATALOG_COLLECTIONS) {
    for (const document of documentsOf(collection, catalog)) {
      contents.set(
        nameOf({ collection, key: keyOf(collection, document) }),
        collection === 'zone-pincodes' ? (document as Documents['zone-pincodes']).zoneId : document,
      );
    }
  }
  return contents;
}

/**
 * The documents of a catalog that must not be there, in words. Only references to places are checked: other documents
 * may have been deleted since.
 */
export function unsound(catalog: Catalog): string[] {
  const places: readonly CollectionName[] = PLACES;
  const isThere = (collection: CollectionName, key: Key) =>
    !places.includes(collection) || catalog.find(collection as 'states', key) !== undefined;
  const lookup: Lookup = {
    find: (collection, key) => (isThere(collection, key) ? null : undefined),
    has: isThere,
    hasGstCode: () => true,
  };
  const found = faultsOf(catalog, (collection, document) => [
    ...schemaFaults(collection, document),
    ...documentFaults(collection, document),
    ...referenceFaults(referencesOf(collection, document), lookup),
  ]);
  for (const collection of PARTNER_RULED) {
    for (const documents of groupByOwner(collection, catalog.all(collection)).values()) {
      for (const { document, message } of partnerClashes(collection, documents as never))
        found.push(`${collection}/${(document as { id: number }).id} ${message}`);
    }
  }
  return found;
}

/**
 * The references of a catalog's documents to missing or unsuitable documents, in words; of all documents or only of
 * `names`.
 */
export function dangling(catalog: Catalog, names?: ReadonlySet<string>): string[] {
  const lookup: Lookup = {
    find: (collection, key) => catalog.find(collection as 'zones', key) as never,
    has: (collection, key) => catalog.find(collection as 'zones', key) !== undefined,
    hasGstCode: (gstCode) => catalog.all('states').some((state) => state.gstCode === gstCode),
  };
  return faultsOf(catalog, (collection, document, name) =>
    (names?.has(name) ?? true) ? referenceFaults(referencesOf(collection, document), lookup) : [],
  );
}

function faultsOf(
  catalog: Catalog,
  judge: <C extends CatalogCollection>(collection: C, document: Documents[C], name: string) => Fault[],
): string[] {
  const found: string[] = [];
  for (const collection of CATALOG_COLLECTIONS) {
    for (const document of documentsOf(collection, catalog)) {
      const name = nameOf({ collection, key: keyOf(collection, document) });
      for (const { field, message } of judge(collection, document, name)) found.push(`${name} ${field} ${message}`);
    }
  }
  return found;
}

function documentsOf<C extends CatalogCollection>(collection: C, catalog: Catalog): readonly Documents[C][] {
  if (collection !== 'zone-pincodes')
    return catalog.all(collection as Exclude<CatalogCollection, 'zone-pincodes'>) as unknown as Documents[C][];
  return catalog.keys(collection).map((key) => {
    const [partnerId, pincode] = String(key).split('/') as [string, string];
    return { partnerId, pincode, zoneId: catalog.assigned(partnerId).get(Number(pincode)), assignedAt: SOME_TIME };
  }) as unknown as Documents[C][];
}
