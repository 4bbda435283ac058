/** A catalog behind an inspector, and what must hold of every catalog that is behind one. */
import { Catalog, CATALOG_COLLECTIONS, type CatalogCollection, type CatalogDocuments } from '../../src/mirror/catalog.js';
import { Inspector } from '../../src/mirror/inspector.js';
import type { Refusal } from '../../src/mirror/refused.js';
import { Dirty } from '../../src/index/publisher.js';
import type { CollectionName, Documents } from '../../src/schemas/documents.js';
import type { AllDocuments } from '../../src/store/dataset.js';
import { atOnce } from '../../src/steps.js';
import { documentFaults } from '../../src/store/document-rules.js';
import { PARTNER_RULED, partnerClashes } from '../../src/store/partner-rules.js';
import { type Change, type Key, keyOf, nameOf } from '../../src/store/port.js';
import { type Lookup, referenceFaults } from '../../src/store/references.js';
import { schemaFaults } from '../../src/store/schema-faults.js';
import { fixtureDocuments } from '../store/fixtures.js';

const SOME_TIME = '2024-04-01T00:00:00.000Z';

export const put = <C extends CollectionName>(collection: C, document: Documents[C]): Change => ({ kind: 'put', collection, key: keyOf(collection, document), document }) as unknown as Change;
/** A document with fields that its type does not allow. */
export const broken = <C extends CollectionName>(collection: C, document: Documents[C], fields: object): Change =>
  ({ kind: 'put', collection, key: keyOf(collection, document), document: { ...document, ...fields } }) as unknown as Change;
export const remove = (collection: CollectionName, key: Key): Change => ({ kind: 'delete', collection, key });

export class Inspected {
  readonly catalog: Catalog;
  readonly inspector: Inspector;
  /** What was told of as refused since the last look. */
  told: Refusal[] = [];

  constructor(documents: CatalogDocuments) {
    this.catalog = Catalog.of(documents);
    this.inspector = new Inspector(this.catalog, (refusal) => this.told.push(refusal));
  }

  /** Changes that come in one call; the names of those that were taken over. */
  take(...changes: Change[]): string[] {
    return this.#apply(atOnce(this.inspector.inspect(changes)));
  }

  /** All that differs from the catalog. */
  takeEverything(...changes: Change[]): string[] {
    return this.#apply(atOnce(this.inspector.inspect(changes, true)));
  }

  /** The names of what is refused, sorted. */
  get refused(): string[] {
    return [...this.inspector.refused].map(nameOf).sort();
  }

  /** The names of what was told of since the last call. */
  toldNames(): string[] {
    return this.told.splice(0).map(nameOf).sort();
  }

  #apply(accepted: readonly Change[]): string[] {
    this.catalog.apply(accepted, new Dirty());
    return accepted.map(nameOf).sort();
  }
}

/** Places of a zone that covers nothing by itself. */
export const NOWHERE = { states: [], cities: [], areas: [] };

/** The fixture in force, `documents` its documents as they are there. */
export function scene(change: (documents: AllDocuments) => void = () => {}): Inspected & { documents: AllDocuments } {
  const documents = fixtureDocuments();
  change(documents);
  return Object.assign(new Inspected(documents), { documents: structuredClone(documents) });
}

export const emptyScene = (): Inspected => new Inspected(Object.fromEntries(CATALOG_COLLECTIONS.map((name) => [name, []])) as unknown as AllDocuments);

/** Puts of all that a catalog holds of `documents`. */
export const everything = (documents: AllDocuments): Change[] => CATALOG_COLLECTIONS.flatMap((collection) => documents[collection].map((document) => put(collection, document as never)));

/** All orders of a few. */
export function orders<T>(values: readonly T[]): T[][] {
  return values.length === 0 ? [[]] : values.flatMap((first, index) => orders(values.toSpliced(index, 1)).map((rest) => [first, ...rest]));
}

/** Everything that a catalog holds, by name; of zone-pincodes the zone. */
export function contentsOf(catalog: Catalog): Map<string, unknown> {
  const contents = new Map<string, unknown>();
  for (const collection of CATALOG_COLLECTIONS) {
    for (const document of documentsOf(collection, catalog)) {
      contents.set(nameOf({ collection, key: keyOf(collection, document) }), collection === 'zone-pincodes' ? (document as Documents['zone-pincodes']).zoneId : document);
    }
  }
  return contents;
}

/** What a catalog holds that may not stand there, in words. `isGoing`: the store has deleted it, it only waits for others. */
export function unsound(catalog: Catalog, isGoing: (name: string) => boolean): string[] {
  const lookup: Lookup = {
    find: (collection, key) => catalog.find(collection as 'zones', key) as never,
    has: (collection, key) => catalog.find(collection as 'zones', key) !== undefined,
    hasGstCode: (gstCode) => catalog.all('states').some((state) => state.gstCode === gstCode),
  };
  const found: string[] = [];
  for (const collection of CATALOG_COLLECTIONS) {
    for (const document of documentsOf(collection, catalog)) {
      const faults = [...schemaFaults(collection, document), ...documentFaults(collection, document), ...referenceFaults(collection, document, lookup)];
      for (const { field, message } of faults) found.push(`${nameOf({ collection, key: keyOf(collection, document) })} ${field} ${message}`);
    }
  }
  for (const collection of PARTNER_RULED) {
    for (const partnerId of new Set(catalog.all(collection).map((document) => document.partnerId))) {
      const standing = catalog.of(collection, partnerId).filter(({ id }) => !isGoing(nameOf({ collection, key: id })));
      for (const { document, message } of partnerClashes(collection, standing as never)) found.push(`${collection}/${(document as { id: number }).id} ${message}`);
    }
  }
  return found;
}

function documentsOf<C extends CatalogCollection>(collection: C, catalog: Catalog): readonly Documents[C][] {
  if (collection !== 'zone-pincodes') return catalog.all(collection as Exclude<CatalogCollection, 'zone-pincodes'>) as unknown as Documents[C][];
  return [...catalog.assigning()].flatMap((partnerId) => [...catalog.assigned(partnerId)].map(([pincode, zoneId]) =>
    ({ partnerId, zoneId, pincode: String(pincode).padStart(6, '0'), assignedAt: SOME_TIME }))) as unknown as Documents[C][];
}
