/** Random shipments with the members that reports from practice ask for, and how callers write them down. */
import type { ServiceId, World } from './documents.js';
import { dateNear } from './random-dates.js';
import { atResolution } from './resolution.js';
import type { Rng } from './rng.js';
import type { Dimensions, Piece, Question, Shipment } from './types.js';

export type Body = Record<string, unknown>;

const HOUR_MS = 3_600_000;
/** The services that serviceTypes take, and serviceRequirements of an assignment; additionalServices take all. */
const OF_ASSIGNMENTS: readonly ServiceId[] = ['PICKUP', 'DELIVERY', 'EXPRESS', 'COD', 'PREPAID', 'INSURANCE'];

/**
 * The shipment with new members here and there, and with numbers as answers repeat them; a shipDate is not before now,
 * so that all questions have one price.
 */
export function withReported(rng: Rng, world: World, shipment: Shipment, now: Date): Shipment {
  const { customerGstin } = shipment;
  const codes = [...world.states.map(({ gstCode }) => gstCode), '97'];
  const later = new Date(now.getTime() + rng.int(0, 20 * 24) * HOUR_MS);
  const date = dateNear(later, 1);
  return {
    ...atResolution(shipment),
    ...(rng.chance(0.3) && { customerSez: rng.pick(['WITH_TAX', 'WITHOUT_TAX'] as const) }),
    ...(rng.chance(0.3) && { placeOfSupply: customerGstin?.slice(0, 2) ?? rng.pick(codes) }),
    ...(rng.chance(0.4) && { shipDate: rng.pick([later.toISOString(), date]) }),
  };
}

/** The number as a caller computed it: with decimals that do not count. */
export function noisy(rng: Rng, value: number, decimals: number): number {
  const parts = Math.round(value * 10 ** (decimals + 1));
  const withLastDecimal = (last: number): number => (parts + last) / 10 ** (decimals + 1);
  return rng.pick([
    () => value,
    () => value,
    // a half is rounded up, and below it down
    () => withLastDecimal(4),
    () => (value > 0 ? withLastDecimal(-5) : value),
    () => value * (1 + Number.EPSILON),
  ])();
}

const noisyWeight = (rng: Rng, grams: number): number => noisy(rng, grams, 3);
const noisyRupees = (rng: Rng, rupees: number): number => noisy(rng, rupees, 2);

function noisySides(rng: Rng, { length, width, height }: Dimensions): Dimensions {
  const side = (cm: number): number => noisy(rng, cm, 4);
  return { length: side(length), width: side(width), height: side(height) };
}

const noisyPiece = (rng: Rng, { count, weight, dimensions }: Piece): Piece => ({
  count,
  weight: noisyWeight(rng, weight),
  ...(dimensions && { dimensions: noisySides(rng, dimensions) }),
});

/** A value under one of its names, or under both. */
function named<T>(rng: Rng, names: readonly [string, string], value: T, again: () => T = () => value): Body {
  return rng.pick<() => Body>([
    () => ({ [names[0]]: value }),
    () => ({ [names[1]]: value }),
    () => ({ [names[0]]: value, [names[1]]: again() }),
  ])();
}

const LISTS = ['serviceRequirements', 'serviceTypes', 'additionalServices'] as const;
type List = (typeof LISTS)[number];

/** An assignment with serviceTypes names both ends in them; without, serviceRequirements stand in their place. */
function hasTypes(rng: Rng, question: Question, services: readonly ServiceId[]): boolean {
  if (question !== 'ASSIGNMENT') return rng.chance(0.5);
  return services.includes('PICKUP') && services.includes('DELIVERY') && rng.chance(0.7);
}

/** Each service in one of the three lists that take it, some in two. */
function listsOf(rng: Rng, question: Question, services: readonly ServiceId[]): Body {
  const isAssigned = question === 'ASSIGNMENT';
  const withTypes = hasTypes(rng, question, services);
  const needed: List | null = isAssigned ? (withTypes ? 'serviceTypes' : 'serviceRequirements') : null;
  const takes = (list: List, service: ServiceId): boolean => {
    if (list === 'additionalServices') return true;
    if (list === 'serviceTypes') return withTypes && OF_ASSIGNMENTS.includes(service);
    return !isAssigned || OF_ASSIGNMENTS.includes(service);
  };
  const lists = new Map<List, ServiceId[]>(LISTS.map((list) => [list, []]));
  for (const service of services) {
    const free = LISTS.filter((list) => takes(list, service));
    const isMandatory = isAssigned && withTypes && (service === 'PICKUP' || service === 'DELIVERY');
    const first = isMandatory ? 'serviceTypes' : rng.pick(free);
    lists.get(first)!.push(service);
    const again = free.filter((list) => list !== first);
    if (again.length > 0 && rng.chance(0.1)) lists.get(rng.pick(again))!.push(service);
  }
  const written = [...lists].filter(
    ([list, named]) =>
      named.length > 0 || list === needed || (question === 'AVAILABILITY' && list === 'serviceRequirements'),
  );
  return Object.fromEntries(written);
}

/** The members of a parcel, which all questions take: in one of the ways in which a caller may write them. */
export function parcelMembers(rng: Rng, question: Question, given: Shipment): Body {
  // what is added may not round to other numbers
  const shipment = atResolution(given);
  const { pickupPincode, deliveryPincode, weight, pieces, dimensions, declaredValue, codAmount, services } = shipment;
  const { direction, shipDate, maxDeliveryTime, preferredServices, shipmentType, paymentType } = shipment;
  const { customerType, customerId, customerGstin, customerSez, placeOfSupply, urgency } = shipment;
  return {
    ...named(rng, ['pickupPincode', 'fromPincode'], pickupPincode),
    ...named(rng, ['deliveryPincode', 'toPincode'], deliveryPincode),
    ...(pieces === undefined
      ? { weight: noisyWeight(rng, weight) }
      : { pieces: pieces.map((piece) => noisyPiece(rng, piece)) }),
    ...(dimensions
      && named(rng, ['dimensions', 'packageDimensions'], noisySides(rng, dimensions), () =>
        noisySides(rng, dimensions),
      )),
    shipmentType,
    paymentType,
    ...((declaredValue > 0 || rng.chance(0.5)) && { declaredValue: noisyRupees(rng, declaredValue) }),
    ...(codAmount !== undefined && { codAmount: noisyRupees(rng, codAmount) }),
    ...listsOf(rng, question, services),
    ...(preferredServices && { preferredServices }),
    ...(maxDeliveryTime !== undefined && { maxDeliveryTime }),
    ...(urgency && { urgency }),
    ...(direction && { direction }),
    ...(shipDate !== undefined && { shipDate }),
    ...(customerType && { customerType }),
    ...(customerId !== undefined && { customerId }),
    ...(customerGstin !== undefined && { customerGstin }),
    ...(customerSez && { customerSez }),
    ...(placeOfSupply !== undefined && { placeOfSupply }),
  };
}
