/** Which rows a shipment's weight decides among, on all routes that the partner serves. */
import type { Package } from '../../model/documents.js';
import { isInForce } from '../../domain/dates.js';
import { decidingRows } from '../../domain/rates.js';
import { type Direction, PAYMENT_TYPES, REVERSE, type ServiceTypeId, SHIPMENT_TYPES } from '../../domain/vocabulary.js';
import { NO_LANE } from '../../domain/rate-card.js';
import { paymentTypesFor, shipmentsOf } from './ask.js';
import type { LintedCard } from './card.js';
import { leastGrams, leastGramsEver } from './least-weight.js';
import type { RoutesByConditions } from './route-conditions.js';
import { type ServedRoute, shipmentTypesOf } from './routes.js';
import { type Slabs, slabsOf } from './slabs.js';

/** Rows of which the weight chooses one, for routes of one kind and some kinds of shipments. */
export interface WeightDecision {
  rows: readonly number[];
  /** Their least chargeable weight; grams. */
  least: number;
  slabs: Slabs;
  /** The first cases found, on routes with transit hours. */
  cases: ShipmentCase[];
  /** The kinds of shipments: a bit for each shipment type and payment type. */
  kinds: number;
  /** By the number of each zone at either end, the first one with it. */
  zones: Map<number, ShipmentCase>;
}

/** Whose rows. */
interface RateOwner {
  /** Null: those for every customer. */
  customerId: string | null;
  direction: Direction;
  /** The service that they name; null: those that name none, or an implied one. */
  service: ServiceTypeId | null;
}

/** A kind of shipment on a route. */
export interface ShipmentCase extends RateOwner {
  served: ServedRoute;
  shipmentType: number;
  paymentType: number;
}

/** Every customer's forward shipments. */
export const USUAL: RateOwner = { customerId: null, direction: 'FORWARD', service: null };

/** Whether a row is for every customer's forward shipments, whatever services they require. */
export const isUsual = ({ customerId, direction, service }: Package): boolean =>
  !customerId && !service && (direction ?? USUAL.direction) === USUAL.direction;

/** How many rows are compared on a card, each time that they are: far more than on any contract's. */
const MOST_COMPARED = 5_000_000;
/** Enough to find one that nothing else forbids. */
const MOST_CASES = 12;

/** Of every customer's forward shipments on each route, also where no row matches. */
export const decisionsOf = (card: LintedCard, routes: readonly ServedRoute[]): WeightDecision[] =>
  decisionsIn(card, USUAL, routes, { left: MOST_COMPARED });

/** Of the rows of customers, services and returns, where one of them matches; null: there are too many to look at. */
export function decisionsOfOthers(card: LintedCard, places: RoutesByConditions): WeightDecision[] | null {
  const routesOf = new Map<string, { owner: RateOwner; routes: Set<ServedRoute> }>();
  const budget = { left: MOST_COMPARED };
  for (const row of card.documents.packages) {
    const owner = ownerOf(row);
    if (isUsual({ ...row, service: owner.service }) || !isInForce(row, card.atMs)) continue;
    const key = `${owner.direction} ${owner.service} ${owner.customerId}`;
    let known = routesOf.get(key);
    if (known === undefined) routesOf.set(key, (known = { owner, routes: new Set() }));
    const routes = places.of(row);
    if ((budget.left -= routes.length) < 0) return null;
    for (const served of routes) known.routes.add(served);
  }
  const decisions: WeightDecision[] = [];
  for (const { owner, routes } of routesOf.values()) {
    const isReverse = owner.direction === 'REVERSE';
    const served = [...routes].filter(({ own }) => !isReverse || (own.fromServices & REVERSE) !== 0);
    if ((budget.left -= served.length * KINDS) < 0) return null;
    for (const decided of decisionsIn(card, owner, served, budget))
      if (decided.rows.length > 0) decisions.push(decided);
  }
  return budget.left < 0 ? null : decisions;
}

/**
 * Of a row for a service that its shipments require unasked, those of rows that name none: DELIVERY, REVERSE in a
 * customer's return, and the services named like a payment type, which shipments of the other type do not ask for.
 */
function ownerOf({ customerId = null, direction, service = null }: Package): RateOwner {
  const way = direction ?? USUAL.direction;
  const isImplied =
    service === 'DELIVERY'
    || (service === 'REVERSE' && way === 'REVERSE')
    || PAYMENT_TYPES.some((paymentType) => paymentType === service);
  return { customerId, direction: way, service: isImplied ? null : service };
}

const KINDS = SHIPMENT_TYPES.length * PAYMENT_TYPES.length;

function decisionsIn(
  card: LintedCard,
  owner: RateOwner,
  routes: Iterable<ServedRoute>,
  budget: { left: number },
): WeightDecision[] {
  const { packages, limits } = card.partner.card;
  const shipmentTypes = shipmentTypesOf(card);
  const leastEver = leastGramsEver(card);
  const found = new Map<string, Omit<WeightDecision, 'slabs'>>();
  const add = adder(card, owner, found);
  for (const served of routes) {
    for (const shipmentType of shipmentTypes)
      for (const paymentType of paymentTypesFor(served, owner.direction)) add(served, shipmentType, paymentType);
  }
  const decisions: WeightDecision[] = [];
  for (const each of found.values())
    decisions.push({
      ...each,
      slabs: slabsOf(packages, each.rows, { leastEver, least: each.least, most: limits.maxGrams }, budget),
    });
  return decisions;
}

/** A function that adds a kind of shipment on a route. */
function adder(card: LintedCard, owner: RateOwner, found: Map<string, Omit<WeightDecision, 'slabs'>>) {
  const shipmentFor = shipmentsOf(card, owner);
  return (served: ServedRoute, shipmentType: number, paymentType: number): void => {
    const shipment = shipmentFor(shipmentType, paymentType);
    const rows = decidingRows(card.partner.card, served.own, shipment);
    const least = leastGrams(card, served, shipment);
    const key = `${least} ${rows.length > 0 ? rows.join() : placeOf(served)}`;
    let decided = found.get(key);
    if (decided === undefined) found.set(key, (decided = { rows, least, cases: [], kinds: 0, zones: new Map() }));
    const each: ShipmentCase = { served, shipmentType, paymentType, ...owner };
    decided.kinds |= 1 << (shipmentType * PAYMENT_TYPES.length + paymentType);
    for (const zone of [served.own.fromZone, served.own.toZone])
      if (!decided.zones.has(zone)) decided.zones.set(zone, each);
    if (served.isTimed && decided.cases.length < MOST_CASES) decided.cases.push(each);
  };
}

/** Of a route that no row matches: its lane, or its two zones. */
const placeOf = ({ own: { lane, fromZone, toZone } }: ServedRoute): string =>
  lane === NO_LANE ? `${fromZone}>${toZone}` : `lane ${lane}`;

/** The first case with an example. */
export function firstExample<Q>(
  cases: readonly ShipmentCase[],
  tried: (each: ShipmentCase) => Q | null,
): { question: Q; of: ShipmentCase } | null {
  for (const of of cases) {
    const question = tried(of);
    if (question !== null) return { question, of };
  }
  return null;
}
