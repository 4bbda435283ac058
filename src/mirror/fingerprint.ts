import { createHash } from 'node:crypto';
import type { CollectionName, Documents } from '../schemas/documents.js';

const LENGTH = 20;
/** Of no document. */
export const NO_DOCUMENT = 'none';

/**
 * Identifies the content of a document on every node: all read the same fields in the same order. The catalog does not
 * know when a pincode was assigned, so that does not count.
 */
export function fingerprintOf(collection: CollectionName, document: unknown): string {
  if (document === undefined || document === null) return NO_DOCUMENT;
  const counted = collection === 'zone-pincodes' ? inFixedOrder(document as Documents['zone-pincodes']) : document;
  return createHash('sha256').update(JSON.stringify(counted)).digest('hex').slice(0, LENGTH);
}

/** The catalog makes these documents anew. */
function inFixedOrder({ partnerId, pincode, zoneId, ...others }: Documents['zone-pincodes']): object {
  return { partnerId, pincode, zoneId, ...others, assignedAt: undefined };
}
