/** Surcharges: everything else that a contract charges. */
import { baseOf, paiseOf, withinBounds, type Amounts } from './amounts.js';
import { weekdayOf } from './calendar.js';
import { byId, isBetween, namesOneOf } from './conditions.js';
import type { Covered } from './covered.js';
import type { Surcharge, SurchargeConditions } from './documents.js';
import { decimal, Fraction, paise, percentOf } from './exact.js';
import { hasZones } from './lanes.js';
import { isInForce } from './moments.js';
import { attributesAt, type RouteEnd } from './serviceability.js';
import { amountToCollect, requiredServices } from './shipment.js';
import { raised } from './tax.js';
import type { Piece, Shipment } from './types.js';
import { measuresOf, piecesOf } from './weight.js';

/** A row that matches, and its amount in paise. */
export interface Counted {
  row: Surcharge;
  amount: bigint;
  /** The part of the base above the free part; null for bases without one. */
  base: bigint | null;
}

/** Whether one end has one of each list that is given. */
function hasOneOfEach(end: RouteEnd, when: SurchargeConditions): boolean {
  return (
    namesOneOf(when.attributes, attributesAt(end))
    && namesOneOf(when.zones, [end.zone.id])
    && namesOneOf(when.tags, end.zone.tags ?? [])
  );
}

function holdsAtTheEnd(when: SurchargeConditions, { ends }: Covered): boolean {
  if (when.end === 'PICKUP') return hasOneOfEach(ends.pickup, when);
  if (when.end === 'DELIVERY') return hasOneOfEach(ends.delivery, when);
  return hasOneOfEach(ends.pickup, when) || hasOneOfEach(ends.delivery, when);
}

/** Whether a piece is at least as heavy and as large as the condition says. Without dimensions it has no length. */
function isSuchAPiece({ weight, dimensions }: Piece, { piece }: SurchargeConditions): boolean {
  const kg = new Fraction(decimal(weight).ceil(), 1000n);
  const { sides, lengthPlusGirth, sideSum } = measuresOf(dimensions ?? { length: 0, width: 0, height: 0 });
  return (
    isBetween(kg, piece?.kgFrom, null)
    && isBetween(sides[0], piece?.longestCmFrom, null)
    && isBetween(lengthPlusGirth, piece?.lengthPlusGirthCmFrom, null)
    && isBetween(sideSum, piece?.sideSumCmFrom, null)
  );
}

/** How many pieces are such as the condition says; all of them without one. */
function countPieces(shipment: Shipment, when: SurchargeConditions): number {
  return piecesOf(shipment)
    .filter((piece) => isSuchAPiece(piece, when))
    .reduce((sum, { count }) => sum + count, 0);
}

/** Kilometres of the delivery's pincode beyond the town, or of the pickup's where the row is for the pickup. */
function edlKm({ ends }: Covered, { end }: SurchargeConditions): Fraction {
  return decimal((end === 'PICKUP' ? ends.pickup : ends.delivery).entry?.edlKm ?? 0);
}

function holds(when: SurchargeConditions, covered: Covered): boolean {
  const { shipment, direction, lane, kg, km, pickupDate } = covered;
  const declared = new Fraction(paise(shipment.declaredValue), 100n);
  return (
    holdsAtTheEnd(when, covered)
    && namesOneOf(when.lanes, lane === null ? [] : [lane])
    && isBetween(kg, when.kgFrom, when.kgTo)
    && isBetween(km, when.kmFrom, when.kmTo)
    && isBetween(edlKm(covered, when), when.edlKmFrom, when.edlKmTo)
    && namesOneOf(when.paymentTypes, [shipment.paymentType])
    && namesOneOf(when.shipmentTypes, [shipment.shipmentType])
    && namesOneOf(when.customerTypes, [shipment.customerType ?? 'RETAIL'])
    && (when.directions ?? ['FORWARD']).includes(direction)
    && namesOneOf(when.services, requiredServices(shipment))
    && isBetween(declared, when.valueFrom, when.valueTo)
    && isBetween(new Fraction(amountToCollect(shipment), 100n), when.codFrom, when.codTo)
    && namesOneOf(when.weekdays, pickupDate === null ? [] : [weekdayOf(pickupDate)])
    && countPieces(shipment, when) > 0
  );
}

/**
 * The rows in force that match. Of the rows of one code:
 * 1. the partner's rows for this customer, if there are any
 * 2. else the partner's rows for everybody
 * 3. else the rows of no partner
 */
export function surchargesThatMatch(covered: Covered): Surcharge[] {
  const { world, partner, shipment, at } = covered;
  const scopeOf = (row: Surcharge): number | null => {
    const customerId = row.customerId ?? null;
    if ((row.partnerId ?? null) === null) return 3;
    if (row.partnerId !== partner.partnerId) return null;
    if (customerId === null) return 2;
    return customerId === shipment.customerId ? 1 : null;
  };
  const matching = (world.surcharges ?? []).filter(
    (row) =>
      scopeOf(row) !== null
      && hasZones(world, partner.partnerId, row.when?.zones)
      && isInForce(row, at)
      && holds(row.when ?? {}, covered),
  );
  return matching.filter((row) =>
    matching.every((other) => other.code !== row.code || scopeOf(row)! <= scopeOf(other)!),
  );
}

/** The exact amount is rounded half up to paise once, kept within min and max, then raised where tax is missing. */
function amountOf(row: Surcharge, covered: Covered, amounts: Amounts): Counted {
  const { kg, shipment } = covered;
  const base = row.basis === 'PERCENT' ? baseOf(amounts, { of: row.of ?? [], above: row.above }) : null;
  const exact: Record<Surcharge['basis'], () => bigint> = {
    FLAT: () => paiseOf(row.value, new Fraction(1n)),
    PER_KG: () => paiseOf(row.value, kg),
    PER_STARTED_KG: () => paiseOf(row.value, new Fraction(kg.ceil())),
    PER_PIECE: () => paiseOf(row.value, decimal(countPieces(shipment, row.when ?? {}))),
    PERCENT: () => percentOf(row.value, base!),
  };
  const of = row.basis === 'PERCENT' ? (row.of ?? []) : null;
  const bounded = withinBounds(exact[row.basis](), row);
  return { row, base, amount: row.taxable === false ? bounded : raised(covered, row, of, bounded) };
}

/**
 * The rows of one order that count, by their id. Of rows with the same group only one:
 * 1. the highest amount, as it is charged
 * 2. the lowest id
 */
export function surchargesOf(rows: Surcharge[], covered: Covered, amounts: Amounts): Counted[] {
  const all = [...rows].sort(byId).map((row) => amountOf(row, covered, amounts));
  return all.filter(({ row, amount }) => {
    const rivals = all.filter((other) => (row.group ?? null) !== null && other.row.group === row.group);
    return rivals.every((rival) => amount > rival.amount || (amount === rival.amount && row.id <= rival.row.id));
  });
}
