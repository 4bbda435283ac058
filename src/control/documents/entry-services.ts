/** Entries of pincodes that need a service of their zone: they have it as an attribute. */
import type { Zone } from '../../model/documents.js';
import type { Overlay } from '../../model/overlay.js';
import type { Key } from '../../model/change.js';
import type { Catalog } from './catalog.js';

const PINCODE_DIGITS = 6;

/** The first entry of a zone that no change is about and that has one of `services` as an attribute. */
export function firstNeeding(
  services: readonly string[],
  { id, partnerId }: Pick<Zone, 'id' | 'partnerId'>,
  overlay: Overlay,
  catalog: Catalog,
): { key: Key; pincode: number; service: string } | undefined {
  for (const [pincode, zoneId] of catalog.assigned(partnerId)) {
    const key = `${partnerId}/${String(pincode).padStart(PINCODE_DIGITS, '0')}`;
    if (zoneId !== id || overlay.changes('zone-pincodes').has(key)) continue;
    const service = catalog.document('zone-pincodes', key)?.attributes?.find((one) => services.includes(one));
    if (service !== undefined) return { key, pincode, service };
  }
  return undefined;
}
