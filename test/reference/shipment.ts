/**
 * docs/rules.md#required-services, docs/rules.md#amount-to-collect, and directions: what a request asks for without
 * saying so.
 */
import { REVERSE } from './documents.js';
import { paise } from './exact.js';
import type { ServiceId, Shipment } from './types.js';

/**
 * Each once: the services named, then DELIVERY, then that of the payment type, then EXPRESS for urgent ones. REVERSE
 * takes the place of PICKUP in that direction, behind the named ones where PICKUP is not named. An RTO requires none.
 */
export function requiredServices({ services, paymentType, urgency = 'STANDARD', direction }: Shipment): ServiceId[] {
  if (direction === 'RTO') return [];
  const named: ServiceId[] =
    direction === 'REVERSE'
      ? [...services.map((service) => (service === 'PICKUP' ? REVERSE : service)), REVERSE]
      : services;
  const express: ServiceId[] = urgency === 'STANDARD' ? [] : ['EXPRESS'];
  return [...new Set<ServiceId>([...named, 'DELIVERY', paymentType, ...express])];
}

/** The services by which rows are chosen: the required ones; in an RTO those of the forward shipment. */
export function servicesOfRows(shipment: Shipment): ServiceId[] {
  const { direction } = shipment;
  return requiredServices(direction === 'RTO' ? { ...shipment, direction: 'FORWARD' } : shipment);
}

/** Paise collected on delivery: codAmount, else the declared value; zero for a prepaid shipment and in an RTO. */
export function amountToCollect({ paymentType, codAmount, declaredValue, direction }: Shipment): bigint {
  return paymentType === 'COD' && direction !== 'RTO' ? paise(codAmount ?? declaredValue) : 0n;
}
