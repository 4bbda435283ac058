/** What an import says of a zone that is valid and yet refuses shipments that its partner takes. */
import type { Partner, Zone } from '../schemas/documents.js';
import type { Fault } from './schema-faults.js';

/** Of an active zone: which of the services that shipments imply it does not list as available. */
export function zoneWarnings(zone: Zone, partner: Partner): Fault[] {
  if (!zone.status) return [];
  const isAvailable = (id: string) =>
    zone.services.some((service) => service.serviceTypeId === id && service.isAvailable);
  // a payment type implies the service of its name
  const missing = ['DELIVERY', ...new Set(partner.paymentTypes)].filter((id) => !isAvailable(id));
  if (missing.length === 0) return [];
  const needing = `the zone carries no shipment that needs ${missing.length === 1 ? 'it' : 'one of them'}`;
  return [{ field: 'services', message: `list no available ${missing.join(', ')}: ${needing}` }];
}
