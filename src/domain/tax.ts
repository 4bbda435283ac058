/** The GST of a price (docs/rules.md#gst): who pays it, the rate and the split. Every amount is integer paise. */
import { isRowInForce } from './dates.js';
import { halfPercentOf, percentOf, portionOf, RATE_UNIT } from './money.js';
import type { RateCard, Shipment, TaxColumns } from './rate-card.js';
import { NO_ROW } from './rates.js';
import { PRICE_REGIMES, SEZ_SUPPLIES } from './vocabulary.js';

/** The tax of a price, before its amounts are known. */
interface TaxTerms {
  /** The entry of the partner that is in force, NO_ROW without one. */
  taxRow: number;
  /** Position in PRICE_REGIMES. */
  regime: number;
  /** Ten-thousandths of a percent; 0 when the service is exempt. */
  taxRate: number;
  /** Whether amounts of tax are whole Rupees. */
  isInRupees: boolean;
  /** Whether the amounts of the price include the tax: then it is a part of them. */
  isIncluded: boolean;
}

export interface Tax extends TaxTerms {
  /** The amount that the tax is of. */
  taxablePaise: number;
  /** Whether the place of supply is the partner's own state: then GST is CGST and an equal SGST, otherwise IGST. */
  isWithinState: boolean;
  cgstPaise: number;
  sgstPaise: number;
  igstPaise: number;
  /** The sum of the three. */
  gstPaise: number;
  /** What the recipient owes the state itself under reverse charge. */
  recipientLiabilityPaise: number;
  /** What the tax adds to the amounts of the price: nothing if they include it; less than 0 if it falls away. */
  addedTaxPaise: number;
}

export const FORWARD_CHARGE = PRICE_REGIMES.indexOf('FORWARD');
export const REVERSE_CHARGE = PRICE_REGIMES.indexOf('REVERSE_CHARGE');
export const EXEMPT = PRICE_REGIMES.indexOf('EXEMPT');
export const ZERO_RATED = PRICE_REGIMES.indexOf('ZERO_RATED');

/** In Shipment.sez. */
const SEZ_WITHOUT_TAX = SEZ_SUPPLIES.indexOf('WITHOUT_TAX') + 1;

/** The rate of an entry that names none: the one of the settings. */
export const RATE_OF_SETTINGS = -1;

const RUPEE = 100;

/**
 * The terms of tax by the entry that counts at the pricing moment: of those in force the one with the latest validFrom,
 * then the last of the partner's list. Without one the partner charges GST (FORWARD) at the rate of the settings. A
 * supply to a special economic zone without tax is zero-rated, unless the service is exempt.
 *
 * @param gstRate the settings' rate, in ten-thousandths of a percent: that of entries that name none
 * @param into is filled
 */
export function setTaxTerms(
  { tax: entries, isWithTax }: Pick<RateCard, 'tax' | 'isWithTax'>,
  { now, sez }: Pick<Shipment, 'now' | 'sez'>,
  gstRate: number,
  into: TaxTerms,
): void {
  const taxRow = entryInForce(entries, now);
  const regime = taxRow === NO_ROW ? FORWARD_CHARGE : entries.regime[taxRow]!;
  const ownRate = taxRow === NO_ROW ? RATE_OF_SETTINGS : entries.rate[taxRow]!;
  into.taxRow = taxRow;
  into.regime = sez === SEZ_WITHOUT_TAX && regime !== EXEMPT ? ZERO_RATED : regime;
  into.taxRate = regime === EXEMPT ? 0 : ownRate === RATE_OF_SETTINGS ? gstRate : ownRate;
  into.isInRupees = taxRow !== NO_ROW && entries.inRupees.length > 0 && entries.inRupees[taxRow] === 1;
  into.isIncluded = isWithTax && regime === FORWARD_CHARGE;
}

/**
 * GST of an amount, in paise, by the terms that `into` has.
 * @param paise the amounts that bear tax, less the discount
 * @param into is filled
 */
export function setTax(paise: number, isWithinState: boolean, into: Tax): void {
  const { regime, taxRate, isInRupees, isIncluded } = into;
  const halfPaise = isWithinState ? halfOf(paise, taxRate, isInRupees, isIncluded) : 0;
  const wholePaise = isWithinState ? 0 : wholeOf(paise, taxRate, isInRupees, isIncluded);
  const duePaise = 2 * halfPaise + wholePaise;
  const isCharged = regime === FORWARD_CHARGE;
  into.taxablePaise = isIncluded ? paise - duePaise : paise;
  into.isWithinState = isWithinState;
  into.cgstPaise = isCharged ? halfPaise : 0;
  into.sgstPaise = isCharged ? halfPaise : 0;
  into.igstPaise = isCharged ? wholePaise : 0;
  into.gstPaise = isCharged ? duePaise : 0;
  into.recipientLiabilityPaise = regime === REVERSE_CHARGE ? duePaise : 0;
  into.addedTaxPaise = into.taxablePaise + into.gstPaise - paise;
}

/** Half of the rate of an amount, or of the part of it that bears the tax, rounded half up. */
function halfOf(paise: number, rate: number, isInRupees: boolean, isIncluded: boolean): number {
  if (!isIncluded && !isInRupees) return halfPercentOf(paise, rate);
  const unit = 2 * (isIncluded ? RATE_UNIT + rate : RATE_UNIT);
  return isInRupees ? RUPEE * portionOf(paise, rate, unit * RUPEE) : portionOf(paise, rate, unit);
}

/** The whole rate; of an amount that includes it, what its part without tax, rounded half up, leaves. */
function wholeOf(paise: number, rate: number, isInRupees: boolean, isIncluded: boolean): number {
  if (!isIncluded && !isInRupees) return percentOf(paise, rate);
  const unit = isIncluded ? RATE_UNIT + rate : RATE_UNIT;
  if (isInRupees) return RUPEE * portionOf(paise, rate, unit * RUPEE);
  return paise - portionOf(paise, RATE_UNIT, unit);
}

/** The entries are sorted by validFrom, where none is the earliest, then as in the list: the last in force counts. */
function entryInForce(entries: TaxColumns, now: number): number {
  for (let row = entries.regime.length - 1; row >= 0; row--)
    if (isRowInForce(entries.validFrom, entries.validTo, row, now)) return row;
  return NO_ROW;
}
