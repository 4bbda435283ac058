/** What an import says of a zone that is valid and yet refuses shipments that its partner takes. */
import type { Partner, Zone } from '../schemas/documents.js';
import type { Fault } from './schema-faults.js';

/** Of an active zone of an active partner: which of the services that every shipment implies it does not list as available. */
export function zoneWarnings(zone: Zone, partner: Partner): Fault[] {
  if (!zone.status || partner.status !== 'ACTIVE') return [];
  const available = new Set(zone.services.filter(({ isAvailable }) => isAvailable).map(({ serviceTypeId }) => serviceTypeId));
  // a payment type implies the service of its name
  const missing = ['DELIVERY' as const, ...new Set(partner.paymentTypes)].filter((service) => !available.has(service));
  if (missing.length === 0) return [];
  const message = `list no available ${missing.join(', ')}: the zone carries no shipment that needs ${missing.length === 1 ? 'it' : 'one of them'}`;
  return [{ field: 'services', message }];
}
