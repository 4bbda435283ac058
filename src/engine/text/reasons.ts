/** A partner's reasons for a refusal: message and details (docs/rules.md#details-of-reasons). */
import { inIndia } from '../../domain/calendar.js';
import { DAYS_LOOKED_AT, leavesAt } from '../../domain/schedule.js';
import { codLimit, fitWithin, reasonCodes } from '../../domain/eligibility.js';
import { AT_DELIVERY_END, AT_PICKUP_END, holdAt } from '../../domain/holds.js';
import { toRupees } from '../../domain/money.js';
import { NO_LANE, type Shipment } from '../../domain/rate-card.js';
import { NO_ROW } from '../../domain/rates.js';
import { PRICE_TOO_LARGE, REASONS, type ReasonCode } from '../../domain/reasons.js';
import { AT_PICKUP, PAYMENT_TYPES, servicesOf, SHIPMENT_TYPES } from '../../domain/vocabulary.js';
import { toCentimetres } from '../../domain/weight.js';
import type { Reason, ReasonDetails, ReasonEnd } from '../../contract/answers/reason.js';
import type { Holds } from '../../index/holds.js';
import type { GenerationView, PartnerView } from '../../index/view.js';
import { MAX_SUBTOTAL_PAISE } from '../../limits/documents.js';
import { type Quote, restDays } from '../quote.js';
import type { Route } from '../route.js';
import { rupees } from './explain-entries.js';
import { isoTime } from './parts.js';

/** All reasons of one partner, in the order of REASONS; empty for an offer. */
export const reasonsOf = (view: GenerationView, quote: Quote, shipment: Shipment): Reason[] =>
  reasonCodes(quote.eligibility.reasons).map((code) => {
    const { message, action = REASONS[code].action, details } = REASON_TEXTS[code](quote, shipment, view);
    return { code, message, action, details };
  });

/** The reason of a partner that does not cover both ends. */
export function notCovered(partner: PartnerView, route: Route): Reason {
  const ends = [
    ...(partner.pickupZone(route.pickupSlot) === 0 ? [pickup(route)] : []),
    ...(partner.zone(route.deliverySlot) === 0 ? [delivery(route)] : []),
  ];
  const code = 'INSUFFICIENT_COVERAGE';
  const message = `The partner does not cover ${ends.map(place).join(', nor ')}`;
  return { code, message, action: REASONS[code].action, details: knownEnds(ends) };
}

interface ReasonTexts {
  message: string;
  details: ReasonDetails;
  /** Absent: the code's usual one. */
  action?: string;
}

const REASON_TEXTS: Record<ReasonCode, (quote: Quote, shipment: Shipment, view: GenerationView) => ReasonTexts> = {
  INSUFFICIENT_COVERAGE: ({ partner, requestedRoute }) => notCovered(partner, requestedRoute),

  PINCODE_BLOCKED({ partner, requestedRoute, route }) {
    const ends = [
      ...(route.fromBlocked ? [blocked(pickup(requestedRoute), partner, route.fromOverride)] : []),
      ...(route.toBlocked ? [blocked(delivery(requestedRoute), partner, route.toOverride)] : []),
    ];
    return { message: `The partner does not serve ${ends.map(blockText).join(', nor ')}`, details: { ends } };
  },

  ON_HOLD({ partner, requestedRoute }, { heldAt }, view) {
    const { pickupSlot, deliverySlot } = requestedRoute;
    const held = (end: typeof AT_PICKUP_END | typeof AT_DELIVERY_END, slot: number) =>
      heldEnd(
        end === AT_PICKUP_END ? pickup(requestedRoute) : delivery(requestedRoute),
        (holds) => holdAt(holds, slot, end, heldAt),
        [partner.holds, view.general.holds],
      );
    const ends = [...held(AT_PICKUP_END, pickupSlot), ...held(AT_DELIVERY_END, deliverySlot)];
    return { message: `The partner is on hold at ${ends.map(holdText).join(', and ')}`, details: { ends } };
  },

  SERVICE_UNAVAILABLE({ requestedRoute, eligibility: { unavailable } }) {
    const atPickup = servicesOf(unavailable & AT_PICKUP);
    const atDelivery = servicesOf(unavailable & ~AT_PICKUP);
    const ends = [
      ...(atPickup.length === 0 ? [] : [{ ...pickup(requestedRoute), services: atPickup }]),
      ...(atDelivery.length === 0 ? [] : [{ ...delivery(requestedRoute), services: atDelivery }]),
    ];
    const parts = ends.map((end) => `${listed(end.services)} not available at ${place(end)}`);
    return { message: parts.join('; '), details: knownEnds(ends) };
  },

  WEIGHT_EXCEEDED({ partner, eligibility }) {
    const [limit, value] = [partner.card.limits.maxGrams, eligibility.chargeableGrams];
    const message = `The chargeable weight of ${value} g exceeds the ${limit} g that the partner carries`;
    return { message, details: { limit, value, unit: 'g' } };
  },

  PIECE_WEIGHT_EXCEEDED({ partner }, { weights }) {
    const [limit, value] = [partner.card.limits.maxPieceGrams, weights.heaviestGrams];
    const message = `A piece of ${value} g exceeds the ${limit} g that the partner carries in one piece`;
    return { message, details: { limit, value, unit: 'g' } };
  },

  DIMENSIONS_EXCEEDED({ partner }, shipment) {
    const { maxSides, maxGirth, maxSideSum } = partner.card.limits;
    // only a shipment with sides can be too large
    const sides = shipment.sides!;
    const { largestGirth, largestSideSum } = shipment.weights;
    if (fitWithin(sides, maxSides)) {
      return largestGirth > maxGirth
        ? tooLarge('length plus girth', maxGirth, largestGirth)
        : tooLarge('sum of the sides', maxSideSum, largestSideSum);
    }
    const first = sides.findIndex((side, at) => side > maxSides[at]!);
    const message = `The sides of ${sides.join(' x ')} cm do not fit within ${maxSides.join(' x ')} cm`;
    return { message, details: { limit: maxSides[first]!, value: sides[first]!, unit: 'cm' } };
  },

  PAYMENT_TYPE_UNSUPPORTED: ({ partner }, shipment) =>
    notAccepted('offer', PAYMENT_TYPES[shipment.paymentType]!, partner.names.partner.paymentTypes),

  SHIPMENT_TYPE_UNSUPPORTED: ({ partner }, shipment) =>
    notAccepted('carry', SHIPMENT_TYPES[shipment.shipmentType]!, partner.names.partner.shipmentTypes),

  DECLARED_VALUE_EXCEEDED({ partner }, { declaredPaise }) {
    const { maxDeclaredPaise } = partner.card.limits;
    const most = rupees(maxDeclaredPaise);
    const message = `The declared value of ${rupees(declaredPaise)} exceeds ${most}, the most that the partner accepts`;
    return { message, details: amounts(maxDeclaredPaise, declaredPaise) };
  },

  COD_AMOUNT_EXCEEDED({ partner, requestedRoute, route }, { codPaise }) {
    const { limits } = partner.card;
    const most = codLimit(limits, route);
    const isOfPincode = most < limits.maxCodPaise;
    const limit = `${rupees(most)}, the most that the partner collects${isOfPincode ? ` in ${requestedRoute.deliveryPincode}` : ''}`;
    return {
      message: `The amount to collect of ${rupees(codPaise)} exceeds ${limit}`,
      details: { ...(isOfPincode && { ends: [delivery(requestedRoute)] }), ...amounts(most, codPaise) },
    };
  },

  NO_TRANSIT({ partner, requestedRoute, route, eligibility }, { requestedAt }, view) {
    if (!Number.isNaN(eligibility.hours)) {
      const { days } = partner.names;
      const leaves = leavesAt(requestedAt, days, restDays(view, partner, requestedRoute));
      const end = Number.isNaN(leaves) ? pickup(requestedRoute) : delivery(requestedRoute);
      const message = `The partner has no working day within ${DAYS_LOOKED_AT} days at ${place(end)}`;
      return { message, details: { ends: [end], limit: DAYS_LOOKED_AT, unit: 'days' } };
    }
    const isKnown = !Number.isNaN(route.km);
    const far = isKnown ? `: ${route.km} km` : '';
    return {
      message: `The partner has no transit time ${way(requestedRoute)}${far}${laneText(partner, route.lane)}`,
      details: {
        ends: bothEnds(requestedRoute),
        ...(isKnown && { distanceKm: route.km }),
        ...laneMember(partner, route.lane),
      },
    };
  },

  DELIVERY_TIME_EXCEEDED({ eligibility: { hours } }, { maxDeliveryHours }) {
    const message = `The partner needs ${hours} hours; the maximum delivery time is ${maxDeliveryHours} hours`;
    return { message, details: { limit: maxDeliveryHours, value: hours, unit: 'h' } };
  },

  NO_RATE({ partner, requestedRoute, route, eligibility }, shipment) {
    const details = { ...knownEnds(bothEnds(requestedRoute)), ...laneMember(partner, route.lane) };
    if (eligibility.package.row !== NO_ROW) {
      // a row was found, but its price is too large
      return { ...PRICE_TOO_LARGE, details: { ...details, limit: toRupees(MAX_SUBTOTAL_PAISE), unit: 'INR' } };
    }
    const grams = eligibility.chargeableGrams;
    const kind = `${SHIPMENT_TYPES[shipment.shipmentType]!} ${PAYMENT_TYPES[shipment.paymentType]!}`;
    return {
      message: `No row of the rate card prices ${grams} g (${kind}) ${way(requestedRoute)}${laneText(partner, route.lane)}`,
      details: { ...details, value: grams, unit: 'g' },
    };
  },
};

function notAccepted(verb: string, given: string, accepted: string[]): ReasonTexts {
  return {
    message: `The partner does not ${verb} ${given}, only ${accepted.join(' and ')}`,
    details: { asked: given, accepted },
  };
}

/** Both in parts of a centimetre. */
function tooLarge(what: string, most: number, parts: number): ReasonTexts {
  const [limit, value] = [toCentimetres(most), toCentimetres(parts)];
  const message = `The ${what} of a piece, ${value} cm, exceeds the ${limit} cm that the partner carries`;
  return { message, details: { limit, value, unit: 'cm' } };
}

const amounts = (limitPaise: number, valuePaise: number): ReasonDetails => ({
  limit: toRupees(limitPaise),
  value: toRupees(valuePaise),
  unit: 'INR',
});

const pickup = ({ pickupPincode }: Route) => ({ end: 'PICKUP' as const, pincode: pickupPincode });
const delivery = ({ deliveryPincode }: Route) => ({ end: 'DELIVERY' as const, pincode: deliveryPincode });
const bothEnds = (route: Route): ReasonEnd[] => [pickup(route), delivery(route)];

/** Where a lane or a zone is assumed, an end may be left out: the message alone names it then. */
function knownEnds<E extends ReasonEnd>(ends: readonly E[]): { ends?: E[] } {
  const known = ends.filter(({ pincode }) => pincode !== '');
  return known.length === 0 ? {} : { ends: known };
}

/** `the pickup 110001` */
const place = ({ end, pincode }: ReasonEnd): string =>
  `the ${end === 'PICKUP' ? 'pickup' : 'delivery'} ${pincode}`.trimEnd();
const way = ({ pickupPincode, deliveryPincode }: Route): string =>
  pickupPincode === '' || deliveryPincode === ''
    ? 'on the route that is assumed'
    : `from ${pickupPincode} to ${deliveryPincode}`;

/** `COD is`, `COD and EXPRESS are` */
const listed = (names: readonly string[]): string => `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'}`;

const laneMember = ({ names }: PartnerView, lane: number): { lane?: string } =>
  lane === NO_LANE ? {} : { lane: names.lanes[lane - 1]! };
const laneText = (partner: PartnerView, lane: number): string =>
  lane === NO_LANE ? '' : `, lane ${laneMember(partner, lane).lane}`;

function blocked(end: ReasonEnd, partner: PartnerView, override: number) {
  const { from, to, reason } = partner.block(override)!;
  const until = to === null ? null : isoTime(Date.parse(to));
  return { ...end, from: isoTime(Date.parse(from)), until, reason };
}

/** `the delivery 110001 from 1 March 2026 to 9 March 2026, 14:30 IST (FLOOD)`: whole days have no times. */
function blockText({ from, until, reason, ...end }: ReturnType<typeof blocked>): string {
  const to = until === null ? ' until further notice' : ` to ${inIndia(until, '23:59')} IST`;
  return `${place(end)} from ${inIndia(from, '00:00')}${until === null ? ' IST' : ''}${to} (${reason})`;
}

/** The end with the hold that is in force there, the partner's own or that of all partners; empty: it is not held. */
function heldEnd(end: Pick<ReasonEnd, 'end' | 'pincode'>, rowOf: (holds: Holds) => number, lists: readonly Holds[]) {
  for (const holds of lists) {
    const row = rowOf(holds);
    if (row === NO_ROW) continue;
    const { from, to, reason } = holds.nameOf(row);
    return [{ ...end, from: momentText(from), until: momentText(to), reason }];
  }
  return [];
}

const momentText = (dateTime: string | null): string | null => dateTime && isoTime(Date.parse(dateTime));

/** `the delivery 110001 until 9 March 2026, 14:30 IST (floods)`. */
function holdText({ until, reason, ...end }: ReturnType<typeof heldEnd>[number]): string {
  const to = until === null ? 'until further notice' : `until ${inIndia(until, '23:59')} IST`;
  return `${place(end)} ${to} (${reason})`;
}
