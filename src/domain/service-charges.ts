/** What zones charge for services and for their attributes (docs/rules.md#service-charges). Amounts are paise. */
import type { PartnerRoute, Shipment, ZoneColumns } from './rate-card.js';
import { lowestBit } from './search.js';
import { AT_PICKUP, CUSTOMER_TYPES, HILL, ODA, RTO_DIRECTION, SERVICE_TYPE_IDS, SHIPMENT_TYPES } from './vocabulary.js';

/** A service charged at one end. */
export interface ServiceCharge {
  /** Position in SERVICE_TYPE_IDS. */
  service: number;
  end: 'pickup' | 'delivery';
  zone: number;
  /** Index of the charge in ZoneColumns.servicePaise. */
  column: number;
  paise: number;
}

/** The services that a price charges: a list whose entries are filled again and again. */
export class ServiceCharges {
  #count = 0;
  readonly #entries: ServiceCharge[] = [];

  get count(): number {
    return this.#count;
  }

  at(index: number): ServiceCharge {
    return this.#entries[index]!;
  }

  list(): readonly ServiceCharge[] {
    return this.#entries.slice(0, this.#count);
  }

  clear(): void {
    this.#count = 0;
  }

  add(service: number, end: ServiceCharge['end'], zone: number, column: number, paise: number): void {
    const entry = this.#entries[this.#count];
    if (entry === undefined) this.#entries.push({ service, end, zone, column, paise });
    else {
      entry.service = service;
      entry.end = end;
      entry.zone = zone;
      entry.column = column;
      entry.paise = paise;
    }
    this.#count += 1;
  }
}

/**
 * The (service, end) pairs of a shipment, each once, in the order of SERVICE_TYPE_IDS: required services at their end,
 * attributes at theirs. None in an RTO. Fills `into` and returns the sum in paise.
 */
export function serviceCharges(
  zones: ZoneColumns,
  shipment: Shipment,
  route: PartnerRoute,
  into: ServiceCharges,
): number {
  into.clear();
  if (shipment.direction === RTO_DIRECTION) return 0;
  const { customerType, shipmentType } = shipment;
  const atPickup = (shipment.services & AT_PICKUP) | route.fromAttributes;
  const atDelivery = (shipment.services & ~AT_PICKUP) | route.toAttributes;
  let sum = 0;
  for (let rest = atPickup | atDelivery; rest !== 0; rest &= rest - 1) {
    const service = lowestBit(rest);
    const bit = 1 << service;
    if ((atPickup & bit) !== 0 && route.fromZone !== 0) {
      const column = serviceChargeIndex(route.fromZone, service, customerType, shipmentType);
      const paise = zones.servicePaise[column]!;
      into.add(service, 'pickup', route.fromZone, column, paise);
      sum += paise;
    }
    if ((atDelivery & bit) !== 0 && route.toZone !== 0) {
      const column = serviceChargeIndex(route.toZone, service, customerType, shipmentType);
      const paise = zones.servicePaise[column]!;
      into.add(service, 'delivery', route.toZone, column, paise);
      sum += paise;
    }
  }
  return sum;
}

/** The index in ZoneColumns.servicePaise of a service's charge in a zone for a type of customer and shipment. */
export function serviceChargeIndex(zone: number, service: number, customerType: number, shipmentType: number): number {
  return (
    ((zone * SERVICE_TYPE_IDS.length + service) * CUSTOMER_TYPES.length + customerType) * SHIPMENT_TYPES.length
    + shipmentType
  );
}

/** A zone's attributes are the bits of the services that they charge. */
export const ZONE_ATTRIBUTES = ODA | HILL;
