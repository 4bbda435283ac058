import type { Credential, CustomerCharge, Documents } from '../../src/model/documents.js';
import { SCOPES } from '../../src/model/scopes.js';
import type { ChargeSpec } from './card.js';

/** When the rate cards of this financial year were entered. */
export const CARD_CREATED = '2026-04-01T00:00:00.000Z';

type ServiceType = Documents['service-types'];
const serviceType = (
  serviceTypeId: ServiceType['serviceTypeId'],
  serviceTypeName: string,
  displayName: string,
  category: string,
): ServiceType => ({ serviceTypeId, serviceTypeName, displayName, category });

export const SERVICE_TYPES: readonly ServiceType[] = [
  serviceType('PICKUP', 'Pickup', 'Pickup from the sender', 'SHIPPING'),
  serviceType('DELIVERY', 'Delivery', 'Delivery to the door', 'SHIPPING'),
  serviceType('COD', 'Cash on delivery', 'Cash or UPI on delivery', 'PAYMENT'),
  serviceType('PREPAID', 'Prepaid', 'Paid before dispatch', 'PAYMENT'),
  serviceType('ODA', 'Out of delivery area', 'Outside the regular delivery area', 'LOCATION'),
  serviceType('HILL', 'Hill area', 'Hill and mountain area', 'LOCATION'),
  serviceType('EXPRESS', 'Express', 'Express, by priority handling', 'SHIPPING'),
  serviceType('INSURANCE', 'Insurance', 'Transit insurance', 'SPECIAL'),
  serviceType('TRACKING', 'Tracking', 'Live tracking', 'SHIPPING'),
  serviceType('REVERSE', 'Reverse pickup', 'Pickup of a return from a customer', 'SHIPPING'),
];

/** The rows that apply to every partner without its own. */
export const DEFAULT_CHARGES: readonly ChargeSpec[] = [
  { type: 'fsc', percent: 15 },
  { type: 'docket', flat: 75, minKg: 20 },
  { type: 'cod', flat: 35 },
  { type: 'cod', percent: 2 },
  { type: 'insurance', percent: 0.2 },
];

export function customerCharge(id: number, partnerId: string | null, spec: ChargeSpec): CustomerCharge {
  return {
    id,
    partnerId,
    customerId: spec.customerId ?? null,
    type: spec.type,
    ...rateOf(spec),
    minKg: spec.minKg ?? null,
    maxKg: spec.maxKg ?? null,
    ...spec.more,
    ...spec.validity,
    status: spec.status ?? true,
    createdAt: CARD_CREATED,
  };
}

/** `flat` or `percent` of a spec in the documents' form; a spec must have exactly one. */
export function rateOf(spec: { flat?: number; percent?: number }): {
  chargeType: 'flat' | 'percentage';
  value: number;
} {
  if (spec.flat !== undefined && spec.percent === undefined) return { chargeType: 'flat', value: spec.flat };
  if (spec.percent !== undefined && spec.flat === undefined) return { chargeType: 'percentage', value: spec.percent };
  throw new Error(`either flat or percent, not both: ${JSON.stringify(spec)}`);
}

const credential = (kind: Credential['kind'], id: string, tier: Credential['tier']): Credential => ({
  id,
  kind,
  tier,
  status: 'ACTIVE',
  secrets: [{ version: 1, secret: `demo-${id}-secret`, notAfter: null }],
});

export const serviceCredential = (): Credential => ({
  ...credential('service', 'main-system', 'UNLIMITED'),
  scopes: [...SCOPES],
});
export const partnerCredential = (partnerId: string): Credential => ({
  ...credential('partner', partnerId, 'TIER_1'),
  scopes: ['quote', 'assign', 'read', 'write'],
});
