/** How documents end. */
import type { ResourceCollection } from '../../../contract/document-resource.js';
import { isOver, periodOfDocument } from '../../../domain/dates.js';
import { COLLECTIONS, hasStatus, isDated } from '../../../model/documents.js';

export function canEnd(collection: ResourceCollection): boolean {
  return hasStatus(collection) || isDated(collection);
}

/**
 * The document with its status false or INACTIVE, and its last moment the present unless it begins now or later; itself
 * when it is over already. The collection must have one of the two.
 */
export function ended<D extends object>(collection: ResourceCollection, document: D, now: string): D {
  const nowMs = Date.parse(now);
  if (isOver(document, nowMs)) return document;
  const { properties } = COLLECTIONS[collection];
  const { status } = document as { status?: boolean | string };
  // validTo is later than validFrom
  const hasBegun = periodOfDocument(document).fromMs < nowMs;
  return {
    ...document,
    ...('status' in properties && { status: typeof status === 'string' ? 'INACTIVE' : false }),
    ...('validTo' in properties && hasBegun && { validTo: now }),
    ...('to' in properties && hasBegun && { to: now }),
    ...('updatedAt' in properties && { updatedAt: now }),
  };
}
