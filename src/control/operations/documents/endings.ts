/** Whether documents count at a moment, and how they end. */
import type { ResourceCollection } from '../../../contract/document-resource.js';
import { COLLECTIONS } from '../../../model/documents.js';
import { isValidAt } from '../../../index/card/rows.js';
import { isActive, isOver } from '../../../store/what-happened.js';

interface Dated {
  status?: boolean | string;
  validFrom?: string | null;
  validTo?: string | null;
}

/** Whether a document counts at that moment, in milliseconds since the epoch. */
export function isInForce(document: object, atMs: number): boolean {
  return isActive(document) && isValidAt(document as Dated, atMs);
}

export function canEnd(collection: ResourceCollection): boolean {
  const { properties } = COLLECTIONS[collection];
  return 'status' in properties || 'validTo' in properties;
}

/**
 * The document with its status false or INACTIVE, and its validTo the present unless it begins later; itself when it
 * has ended already. The collection must have one of the two.
 */
export function ended<D extends object>(collection: ResourceCollection, document: D, now: string): D {
  const nowMs = Date.parse(now);
  if (isOver(document, nowMs)) return document;
  const { properties } = COLLECTIONS[collection];
  const { status, validFrom } = document as Dated;
  const isToCome = typeof validFrom === 'string' && Date.parse(validFrom) > nowMs;
  return {
    ...document,
    ...('status' in properties && { status: typeof status === 'string' ? 'INACTIVE' : false }),
    ...('validTo' in properties && !isToCome && { validTo: now }),
    ...('updatedAt' in properties && { updatedAt: now }),
  };
}
