/** Entries of pincodes that need a service of their zone: they have it as an attribute. */
import type { Zone } from '../../model/documents.js';
import type { Key } from '../../model/change.js';
import type { Overlay } from '../../model/overlay.js';
import { lostServices } from '../../model/rules/references.js';
import type { Fault } from '../../model/schema-faults.js';
import type { Catalog } from './catalog.js';

const PINCODE_DIGITS = 6;

/** The fault of a zone that is put without a service that one of its entries, which does not change, has. */
export function lossOf(zone: Zone, overlay: Overlay, catalog: Catalog): { fault: Fault; entry: Key } | undefined {
  const { id, partnerId } = zone;
  const former = catalog.find('zones', id);
  const lost = former === undefined ? [] : lostServices(former, zone);
  if (lost.length === 0) return undefined;
  for (const [pincode, zoneId] of catalog.assigned(partnerId)) {
    const entry = `${partnerId}/${String(pincode).padStart(PINCODE_DIGITS, '0')}`;
    if (zoneId !== id || overlay.changes('zone-pincodes').has(entry)) continue;
    const service = catalog.document('zone-pincodes', entry)?.attributes?.find((one) => lost.includes(one));
    if (service === undefined) continue;
    const message = `must keep ${service}, which pincode ${pincode} has as an attribute`;
    return { fault: { field: 'services', message }, entry };
  }
  return undefined;
}
