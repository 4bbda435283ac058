/** Whose documents a caller sees: a service all, a partner its own and those that are nobody's. */
import type { ResourceCollection } from '../../../contract/document-resource.js';
import { partnerOf } from '../../../model/history.js';
import type { Caller } from '../../../caller.js';

export function isVisible(collection: ResourceCollection, document: object, { kind, id }: Caller): boolean {
  return kind === 'service' || (partnerOf(collection, document) ?? id) === id;
}
