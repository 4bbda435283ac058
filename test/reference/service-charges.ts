/** docs/rules.md#service-charges: what the zones charge for services and attributes at their ends. */
import type { Covered } from './covered.js';
import { REVERSE, type ServiceId, type Zone } from './documents.js';
import { paise, toNumber } from './exact.js';
import { attributesAt } from './serviceability.js';
import { requiredServices } from './shipment.js';
import type { End, OtherCharge, Shipment } from './types.js';

/**
 * What a zone charges for a service, in paise:
 * 1. the charge of the customer type
 * 2. else that of the shipment type
 * 3. else the base charge
 * 4. else nothing
 */
function serviceCharge(zone: Zone, service: ServiceId, shipment: Shipment): bigint {
  const entry = zone.services.find((row) => row.serviceTypeId === service);
  const custom = new Map(Object.entries(entry?.customCharges ?? {}));
  const charge =
    custom.get(shipment.customerType ?? 'RETAIL') ?? custom.get(shipment.shipmentType) ?? entry?.baseCharge ?? 0;
  return paise(charge);
}

/** PICKUP and REVERSE are needed at the pickup, every other service at the delivery. */
export function endOf(service: ServiceId): End {
  return service === 'PICKUP' || service === REVERSE ? 'pickup' : 'delivery';
}

/** Each pair of service and end once; an RTO has none, whatever the attributes of its zones are. */
export function serviceCharges({ shipment, direction, ends }: Covered): OtherCharge[] {
  if (direction === 'RTO') return [];
  const pairs: { service: ServiceId; end: End }[] = [
    ...requiredServices(shipment).map((service) => ({ service, end: endOf(service) })),
    ...attributesAt(ends.pickup).map((service) => ({ service, end: 'pickup' as const })),
    ...attributesAt(ends.delivery).map((service) => ({ service, end: 'delivery' as const })),
  ];
  const once = pairs.filter(
    (pair, i) => pairs.findIndex((p) => p.service === pair.service && p.end === pair.end) === i,
  );
  return once.map(({ service, end }) => ({
    service,
    end,
    zoneId: ends[end].zone.id,
    amount: toNumber(serviceCharge(ends[end].zone, service, shipment)),
  }));
}
