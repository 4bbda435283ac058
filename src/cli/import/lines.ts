/** What an import sends to the node, with its places in the file. */
import type { ResourceCollection } from '../../contract/document-resource.js';
import type { Place } from './faults.js';

/** A line of apply. */
export interface ImportLine {
  text: string;
  /** Where a member of the document comes from: `services.COD`; '' is the document as a whole. */
  placeOf(field: string): Place;
}

export const documentLine = (collection: ResourceCollection, document: object): string =>
  JSON.stringify({ collection, document });

export const endLine = (collection: ResourceCollection, key: number): string =>
  JSON.stringify({ collection, key, end: true });
