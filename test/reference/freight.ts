/** docs/rules.md#weight-charge, docs/rules.md#distance-charge, and the filters of rows. */
import { byId, highest, howMuchIsNamed, isBetween, isNamed, isOfParcel, isOfRoute } from './conditions.js';
import type { Covered } from './covered.js';
import type { Direction, DistanceCharge, Package } from './documents.js';
import { decimal, Fraction, larger, paise, percentOf } from './exact.js';
import { isInForce } from './moments.js';

export interface WeightCharge {
  row: Package;
  /** Paise. */
  charge: bigint;
}

/** Paise. */
export interface Freight {
  packageRow: Package;
  distanceRow: DistanceCharge | null;
  byWeight: bigint;
  byDistance: bigint;
}

function canCarry(row: Package, grams: bigint): boolean {
  const aboveMinimum = row.minWeight === null || row.minWeight === undefined || BigInt(row.minWeight) < grams;
  const withinMaximum = row.maxWeight === null || row.maxWeight === undefined || grams <= BigInt(row.maxWeight);
  const withinBase = row.addonWeight > 0 || grams <= BigInt(row.baseWeight);
  return aboveMinimum && withinMaximum && withinBase;
}

/** baseCharge, and addonCharge for each started addonWeight above baseWeight, which may be 0, rounded half up to paise once; at least minCharge. */
function chargeOf(row: Package, grams: bigint): bigint {
  const above = grams - BigInt(row.baseWeight);
  const steps = above <= 0n ? 0n : new Fraction(above, BigInt(row.addonWeight)).ceil();
  const rupees = decimal(row.baseCharge).plus(decimal(row.addonCharge).times(new Fraction(steps)));
  const charge = rupees.times(new Fraction(100n)).roundHalfUp();
  return larger(charge, paise(row.minCharge ?? 0));
}

/** Whether all filters of a row hold, whatever the weight. */
function matches(row: Package, covered: Covered, direction: Direction): boolean {
  const { partner, shipment, at, km } = covered;
  return (
    row.partnerId === partner.partnerId
    && isOfRoute(row, covered)
    && isInForce(row, at)
    && (row.direction ?? 'FORWARD') === direction
    && isOfParcel(row, shipment)
    && (row.shipmentType ?? shipment.shipmentType) === shipment.shipmentType
    && (row.paymentType ?? shipment.paymentType) === shipment.paymentType
    && isBetween(km, row.kmFrom, row.kmTo)
  );
}

/**
 * The row that sets the weight charge, null when none can carry the weight. Of the rows that match, at any weight:
 * 1. the customer's own rows, if there are any, before the general ones
 * 2. rows of a service that is required before rows without a service
 * 3. the rows that name the most: two zones, then a lane, then one zone, then nothing
 * 4. rows that name the payment type before rows that do not
 * Of those left that can carry the weight:
 * 5. the lowest charge
 * 6. the lowest id
 */
function choosePackage(covered: Covered, direction: Direction): WeightCharge | null {
  const grams = covered.weighed.chargeable;
  let rows = covered.world.packages.filter((row) => matches(row, covered, direction));
  rows = highest(rows, (row) => isNamed(row.customerId));
  rows = highest(rows, (row) => isNamed(row.service));
  rows = highest(rows, howMuchIsNamed);
  rows = highest(rows, (row) => isNamed(row.paymentType));
  let best: WeightCharge | null = null;
  for (const row of rows.filter((candidate) => canCarry(candidate, grams)).sort(byId)) {
    const charge = chargeOf(row, grams);
    if (best === null || charge < best.charge) best = { row, charge };
  }
  return best;
}

/**
 * The row of the distance, null without one. Of the rows in force whose band holds the distance:
 * 1. rows of the route's lane before rows without a lane
 * 2. the lowest id
 */
function chooseDistanceRow(covered: Covered): DistanceCharge | null {
  const { world, partner, at, km } = covered;
  const rows = world['distance-charges'].filter(
    (row) =>
      row.partnerId === partner.partnerId
      && isInForce(row, at)
      && isBetween(km, row.distanceFrom, row.distanceTo)
      && isOfRoute({ lane: row.lane }, covered),
  );
  return highest(rows, (row) => isNamed(row.lane)).sort(byId)[0] ?? null;
}

/** The freight by the rows of a direction; null: no row carries the weight. */
export function freightBy(covered: Covered, direction: Direction): Freight | null {
  const chosen = choosePackage(covered, direction);
  if (chosen === null) return null;
  const distanceRow = chooseDistanceRow(covered);
  const isFlat = distanceRow?.chargeType === 'flat';
  const byDistance =
    distanceRow === null ? 0n : isFlat ? paise(distanceRow.charge) : percentOf(distanceRow.charge, chosen.charge);
  return { packageRow: chosen.row, distanceRow, byWeight: chosen.charge, byDistance };
}
