/** Which row of a rate card applies (docs/rules.md#pricing). Rows are numbers; NO_ROW is none. */
import { percentOf } from './money.js';
import {
  ANY_SHIPMENT_TYPE,
  type AmountColumns,
  type ChargeColumns,
  type DiscountColumns,
  type DistanceColumns,
  type PackageColumns,
  type RateCard,
  type TransitColumns,
} from './rate-card.js';
import { CHARGE_TYPES } from './vocabulary.js';

export const NO_ROW = -1;

export interface PackageChoice {
  row: number;
  weightPaise: number;
}

export const NO_PACKAGE: PackageChoice = { row: NO_ROW, weightPaise: 0 };

/** The charge of a row for `grams`, in paise; NaN if it cannot carry them. */
export function weightCharge(packages: PackageColumns, row: number, grams: number): number {
  if (grams <= packages.minGrams[row]! || grams > packages.maxGrams[row]!) return NaN;
  const above = grams - packages.baseGrams[row]!;
  if (above <= 0) return packages.basePaise[row]!;
  const step = packages.addonGrams[row]!;
  return step === 0 ? NaN : packages.basePaise[row]! + Math.ceil(above / step) * packages.addonPaise[row]!;
}

/**
 * The package that prices a shipment, among the rows in force for the zones. Order of precedence: the rows that name
 * the most zones; of these the cheapest that can carry the weight; then the lowest id.
 */
export function choosePackage(
  card: RateCard,
  fromZone: number,
  toZone: number,
  shipmentType: number,
  grams: number,
  now: number,
): PackageChoice {
  const width = card.zoneCount + 1;
  const pair = fromZone * width + toZone;
  const fromOnly = fromZone * width;
  const lists = [pair, fromOnly, toZone, 0];
  const { packages } = card;
  let best = NO_PACKAGE;
  let inForce = false;
  for (let index = 0; index < lists.length; index++) {
    // the two one-sided lists name one zone each, so they have the same precedence
    if (inForce && index !== 2) break;
    const list = lists[index]!;
    const end = packages.start[list + 1]!;
    for (let row = packages.start[list]!; row < end; row++) {
      if (!isInForce(packages, row, shipmentType, now)) continue;
      inForce = true;
      const weightPaise = weightCharge(packages, row, grams);
      if (Number.isNaN(weightPaise)) continue;
      if (
        best.row === NO_ROW
        || weightPaise < best.weightPaise
        || (weightPaise === best.weightPaise && packages.id[row]! < packages.id[best.row]!)
      ) {
        best = { row, weightPaise };
      }
    }
  }
  return best;
}

function isInForce(packages: PackageColumns, row: number, shipmentType: number, now: number): boolean {
  const type = packages.shipmentType[row]!;
  return (
    (type === ANY_SHIPMENT_TYPE || type === shipmentType + 1)
    && packages.validFrom[row]! <= now
    && now <= packages.validTo[row]!
  );
}

/** The row whose half-open range [from, to) contains `km`. */
export function rowAtDistance(ranges: DistanceColumns | TransitColumns, km: number): number {
  for (let row = 0; row < ranges.fromKm.length; row++) {
    if (ranges.fromKm[row]! <= km && km < ranges.toKm[row]!) return row;
  }
  return NO_ROW;
}

/** The discount for `grams` at `now`. A bound of two bands belongs to the lower one. */
export function discountRow(discounts: DiscountColumns, grams: number, now: number): number {
  let best = NO_ROW;
  for (let row = 0; row < discounts.fromGrams.length; row++) {
    const holds =
      discounts.fromGrams[row]! <= grams
      && grams <= discounts.toGrams[row]!
      && discounts.validFrom[row]! <= now
      && now <= discounts.validTo[row]!;
    if (holds && (best === NO_ROW || discounts.fromGrams[row]! < discounts.fromGrams[best]!)) best = row;
  }
  return best;
}

/** The origin of a customer charge, from the most to the least specific. */
export type ChargeScope = 'customer' | 'partner' | 'default';

export interface ChargeChoice {
  scope: ChargeScope;
  row: number;
  paise: number;
}

/** The amount of a row for its base, in paise. */
export function amountOf(rows: AmountColumns, row: number, basePaise: number): number {
  return rows.isPercentage[row] === 1 ? percentOf(basePaise, rows.value[row]!) : rows.value[row]!;
}

/**
 * The charge of one type: only the most specific scope with a row for the weight counts, and of its rows the one with
 * the highest amount (then the lowest id, because rows are in the order of their ids). Null if no row applies.
 */
export function chooseCharge(
  card: RateCard,
  defaults: ChargeColumns,
  customerId: string | null,
  type: number,
  basePaise: number,
  grams: number,
): ChargeChoice | null {
  const customer = customerId === null ? undefined : card.customers.get(customerId);
  return (
    (customer === undefined ? null : highest(card.charges, customer, 'customer', type, basePaise, grams))
    ?? highest(card.charges, 0, 'partner', type, basePaise, grams)
    ?? highest(defaults, 0, 'default', type, basePaise, grams)
  );
}

function highest(
  rows: ChargeColumns,
  scopeNumber: number,
  scope: ChargeScope,
  type: number,
  basePaise: number,
  grams: number,
): ChargeChoice | null {
  const list = scopeNumber * CHARGE_TYPES.length + type;
  const end = rows.start[list + 1]!;
  let best: ChargeChoice | null = null;
  for (let row = rows.start[list]!; row < end; row++) {
    if (grams < rows.minGrams[row]! || grams > rows.maxGrams[row]!) continue;
    const paise = amountOf(rows, row, basePaise);
    if (best === null || paise > best.paise) best = { scope, row, paise };
  }
  return best;
}
