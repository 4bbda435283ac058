/** What the node is asked of a leg: a body of calculate-charges with `assume`. */
import type { BilledRoute, Leg, ShipmentFacts } from './line.js';
import type { PriceQuestion } from './prices.js';

/** What is assumed of a parcel in addition to what is known of it. */
export interface Claims {
  /** The route that the house holds, or a line bills. */
  route?: BilledRoute | undefined;
  chargedGrams?: number | undefined;
  /** Nothing was collected. */
  isNotCollected: boolean;
}

const PINCODE = /^[1-9]\d{5}$/;
/** Above it a weight is sent as that of a piece. */
const MAX_WEIGHT_GRAMS = 50_000;

/** Why a leg cannot even be asked about. */
export type MissingMember = 'PICKUP_UNKNOWN' | 'DELIVERY_UNKNOWN' | 'WEIGHT_UNKNOWN';

/**
 * @param facts with ends of the way there; a REVERSE leg begins where that ends
 * @returns a text: why there is nothing to ask
 */
export function questionOf(
  partnerId: string,
  leg: Leg,
  facts: ShipmentFacts,
  date: string,
  claims: Claims,
): PriceQuestion | MissingMember {
  const isExchanged = leg === 'REVERSE' && facts.isReverse !== true;
  const [from, to] = isExchanged ? [facts.to, facts.from] : [facts.from, facts.to];
  const assume = assumptionsOf(claims);
  const isRouted = claims.route !== undefined;
  if (!isRouted && !isPincode(from)) return 'PICKUP_UNKNOWN';
  if (!isRouted && !isPincode(to)) return 'DELIVERY_UNKNOWN';
  const weight = weightOf(facts);
  if (weight === null && claims.chargedGrams === undefined) return 'WEIGHT_UNKNOWN';
  const { payment = 'PREPAID', type = 'B2C', valuePaise, codPaise, customer, services, asked = {} } = facts;
  const isReturn = leg === 'REVERSE';
  const isCod = payment === 'COD' && !isReturn;
  const { pieces, ...further } = asked;
  void pieces;
  return {
    ...further,
    partnerId,
    ...(isPincode(from) && { pickupPincode: from }),
    ...(isPincode(to) && { deliveryPincode: to }),
    ...weight,
    shipmentType: type,
    paymentType: isCod ? 'COD' : 'PREPAID',
    ...(valuePaise !== undefined && { declaredValue: valuePaise / 100 }),
    ...(isCod && codPaise !== undefined && { codAmount: codPaise / 100 }),
    ...(customer !== undefined && { customerId: customer }),
    ...(services !== undefined && !isReturn && { serviceRequirements: services }),
    ...(leg !== 'FORWARD' && { direction: leg }),
    shipDate: date,
    assume,
  };
}

export const isPincode = (text: string | undefined): boolean => text !== undefined && PINCODE.test(text);

function assumptionsOf({ route, chargedGrams, isNotCollected }: Claims): Record<string, unknown> {
  return {
    carried: true,
    ...(isNotCollected && { collected: false }),
    ...(chargedGrams !== undefined && { chargeableWeight: chargedGrams }),
    ...(route?.lane !== undefined && { lane: route.lane }),
    ...(route?.fromZone !== undefined && { fromZoneId: Number(route.fromZone.id) }),
    ...(route?.toZone !== undefined && { toZoneId: Number(route.toZone.id) }),
  };
}

/** Members of a question. null: no weight is known */
export function weightOf(facts: ShipmentFacts): Record<string, unknown> | null {
  const { grams, length, width, height, asked } = facts;
  const dimensions = length && width && height ? { length, width, height } : undefined;
  if (grams === undefined) return asked?.['pieces'] === undefined ? null : { pieces: asked['pieces'] };
  const weight = Math.max(1, grams);
  if (weight > MAX_WEIGHT_GRAMS) return { pieces: [{ count: 1, weight, ...(dimensions && { dimensions }) }] };
  return { weight, ...(dimensions && { dimensions }) };
}

/** What a line bills in place of what the house holds. */
export function routeWith(ours: BilledRoute | undefined, billed: BilledRoute): BilledRoute {
  const { lane, ...zones } = ours ?? {};
  const isByZone = billed.toZone !== undefined || billed.fromZone !== undefined;
  return { ...(lane !== undefined && !isByZone && { lane }), ...zones, ...billed };
}
