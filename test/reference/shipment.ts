/** docs/rules.md#required-services, docs/rules.md#amount-to-collect: what a request asks for without saying so. */
import { paise } from './exact.js';
import type { ServiceId, Shipment } from './types.js';

/** The services named, then DELIVERY, then that of the payment type, then EXPRESS for urgent ones, each once. */
export function requiredServices({ services, paymentType, urgency = 'STANDARD' }: Shipment): ServiceId[] {
  const express: ServiceId[] = urgency === 'STANDARD' ? [] : ['EXPRESS'];
  return [...new Set<ServiceId>([...services, 'DELIVERY', paymentType, ...express])];
}

/** Paise collected on delivery: codAmount, else the declared value; zero for a prepaid shipment. */
export function amountToCollect({ paymentType, codAmount, declaredValue }: Shipment): bigint {
  return paymentType === 'COD' ? paise(codAmount ?? declaredValue) : 0n;
}
