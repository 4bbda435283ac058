/** The GST of a price (docs/rules.md#gst): who pays it, the rate and the split. Every amount is integer paise. */
import { isRowInForce } from './dates.js';
import { halfPercentOf, percentOf } from './money.js';
import type { TaxColumns } from './rate-card.js';
import { NO_ROW } from './rates.js';
import { TAX_REGIMES } from './vocabulary.js';

export interface Tax {
  /** The entry of the partner that is in force, NO_ROW without one. */
  taxRow: number;
  /** Position in TAX_REGIMES. */
  regime: number;
  /** Ten-thousandths of a percent; 0 when the service is exempt. */
  taxRate: number;
  /** Whether the place of supply is the partner's own state: then GST is CGST and an equal SGST, otherwise IGST. */
  isWithinState: boolean;
  cgstPaise: number;
  sgstPaise: number;
  igstPaise: number;
  /** The sum of the three. */
  gstPaise: number;
  /** What the recipient owes the state itself under reverse charge. */
  recipientLiabilityPaise: number;
}

export const FORWARD_CHARGE = TAX_REGIMES.indexOf('FORWARD');
export const REVERSE_CHARGE = TAX_REGIMES.indexOf('REVERSE_CHARGE');
export const EXEMPT = TAX_REGIMES.indexOf('EXEMPT');

/** The rate of an entry that names none: the one of the settings. */
export const RATE_OF_SETTINGS = -1;

/**
 * GST of an amount, in paise, by the entry that counts at `now`: of those in force the one with the latest validFrom,
 * then the last of the partner's list. Without one the partner charges GST (FORWARD) at the rate of the settings.
 *
 * @param now the pricing moment, milliseconds since the epoch
 * @param gstRate the settings' rate, in ten-thousandths of a percent: that of entries that name none
 * @param into is filled and returned
 */
export function taxOf(
  entries: TaxColumns,
  now: number,
  taxablePaise: number,
  isWithinState: boolean,
  gstRate: number,
  into: Tax,
): Tax {
  const taxRow = entryInForce(entries, now);
  const regime = taxRow === NO_ROW ? FORWARD_CHARGE : entries.regime[taxRow]!;
  const ownRate = taxRow === NO_ROW ? RATE_OF_SETTINGS : entries.rate[taxRow]!;
  const taxRate = regime === EXEMPT ? 0 : ownRate === RATE_OF_SETTINGS ? gstRate : ownRate;
  const halfPaise = isWithinState ? halfPercentOf(taxablePaise, taxRate) : 0;
  const wholePaise = isWithinState ? 0 : percentOf(taxablePaise, taxRate);
  const duePaise = 2 * halfPaise + wholePaise;
  const isCharged = regime === FORWARD_CHARGE;
  into.taxRow = taxRow;
  into.regime = regime;
  into.taxRate = taxRate;
  into.isWithinState = isWithinState;
  into.cgstPaise = isCharged ? halfPaise : 0;
  into.sgstPaise = isCharged ? halfPaise : 0;
  into.igstPaise = isCharged ? wholePaise : 0;
  into.gstPaise = isCharged ? duePaise : 0;
  into.recipientLiabilityPaise = regime === REVERSE_CHARGE ? duePaise : 0;
  return into;
}

/** The entries are sorted by validFrom, where none is the earliest, then as in the list: the last in force counts. */
function entryInForce(entries: TaxColumns, now: number): number {
  for (let row = entries.regime.length - 1; row >= 0; row--)
    if (isRowInForce(entries.validFrom, entries.validTo, row, now)) return row;
  return NO_ROW;
}
