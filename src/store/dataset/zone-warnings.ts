/** Warnings of an import about zones that are valid but refuse shipments that their partner accepts. */
import type { Partner, Zone } from '../../model/documents.js';
import type { ImportWarning } from '../../model/rules/accepted-warnings.js';

/** Warns about services that shipments imply and that an active zone does not list as available. */
export function* zoneWarnings(zone: Zone, partner: Partner): Iterable<ImportWarning> {
  if (!zone.status) return;
  const isAvailable = (id: string) =>
    zone.services.some((service) => service.serviceTypeId === id && service.isAvailable);
  // a payment type implies the service of its name
  const missing = ['DELIVERY', ...new Set(partner.paymentTypes)].filter((id) => !isAvailable(id));
  if (missing.length === 0) return;
  const needing = missing.length === 1 ? 'needs it' : 'needs one of them';
  const message = `have no ${missing.join(', ')} with isAvailable true: a delivery here that ${needing} is refused`;
  yield { code: 'SERVICE_MISSING', collection: 'zones', document: zone, field: 'services', message };
}
