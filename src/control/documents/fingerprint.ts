import { createHash } from 'node:crypto';
import type { CollectionName, Documents } from '../../model/documents.js';

const LENGTH = 20;
/** Of no document. */
export const NO_DOCUMENT = 'none';

/**
 * Identifies the content of a document on every node: all read the same fields in the same order. The catalog does not
 * know when a pincode was assigned, so that does not count.
 */
export function fingerprintOf(collection: CollectionName, document: unknown): string {
  return document === undefined || document === null ? NO_DOCUMENT : measured(collection, document).fingerprint;
}

/** A document's fingerprint and the length of its JSON. */
export function measured(collection: CollectionName, document: unknown): { fingerprint: string; length: number } {
  const text = JSON.stringify(
    collection === 'zone-pincodes' ? inFixedOrder(document as Documents['zone-pincodes']) : document,
  );
  return { fingerprint: createHash('sha256').update(text).digest('hex').slice(0, LENGTH), length: text.length };
}

/** The catalog builds these documents from numbers: without `assignedAt`, and with another order of their members. */
function inFixedOrder({ partnerId, pincode, zoneId, ...others }: Documents['zone-pincodes']): object {
  return { partnerId, pincode, zoneId, ...others, assignedAt: undefined };
}
