/** docs/rules.md#gst: regimes, amounts that include tax, whole Rupees, and recipients in special economic zones. */
import { isNamed } from './conditions.js';
import { findPincode } from './coverage.js';
import type { Covered } from './covered.js';
import type { Of, TaxEntry } from './documents.js';
import { decimal, Fraction } from './exact.js';
import { begins, isValidAt } from './moments.js';
import type { Regime } from './types.js';

const HUNDRED = new Fraction(100n);
const HALF = new Fraction(1n, 2n);
const PAISE_A_RUPEE = 100n;
/** Amounts of the request: a percentage of these alone has no tax in it. */
const WITHOUT_TAX_IN_IT = ['declaredValue', 'codAmount'];

/** Paise. */
export interface Tax {
  taxable: bigint;
  isWithinState: boolean;
  gst: bigint;
  cgst: bigint;
  sgst: bigint;
  igst: bigint;
  recipientLiability: bigint;
  /** Whether the amounts include it. */
  isIncluded: boolean;
  /** What a tax is rounded to. */
  unit: bigint;
  /** Included tax that the recipient does not pay. */
  fallenAway: bigint;
  regime: Regime;
  /** Null: the partner names none. */
  sac: string | null;
  /** 0 where nobody pays tax. */
  percent: number;
  /** Where the rate is written. */
  rule: string;
}

/**
 * The GST code of the state by which tax is split:
 * 1. the state of the recipient's GSTIN
 * 2. the state that the request names
 * 3. the state of the pickup
 */
function placeOfSupply({ world, shipment }: Covered): string {
  const { customerGstin, placeOfSupply: named, pickupPincode } = shipment;
  if (customerGstin !== undefined) return customerGstin.slice(0, 2);
  if (named !== undefined) return named;
  const place = findPincode(world, pickupPincode);
  const state = world.states.find((row) => row.id === place?.stateId);
  if (!state) throw new Error(`no state for pincode ${pickupPincode}`);
  return state.gstCode;
}

/**
 * The partner's entry for the pricing moment, null without one. Of the entries in force:
 * 1. the latest validFrom; one without it is the earliest
 * 2. the last in the list
 */
function chooseEntry({ partner, at }: Covered): TaxEntry | null {
  const entries: readonly TaxEntry[] = partner.tax ?? [];
  let chosen: TaxEntry | null = null;
  for (const entry of entries.filter((candidate) => isValidAt(candidate, at)))
    if (chosen === null || begins(entry) >= begins(chosen)) chosen = entry;
  return chosen;
}

/** Percent of tax within the card's own amounts; null: they include none. */
function includedPercent(covered: Covered): number | null {
  const { partner, settings } = covered;
  const entry = chooseEntry(covered);
  const isForward = (entry?.regime ?? 'FORWARD') === 'FORWARD';
  return partner.amounts === 'WITH_TAX' && isForward ? (entry?.percent ?? settings.gstPercent) : null;
}

/**
 * The taxable amount of a row, within its bounds, as a card with tax charges it: a default row is without tax, and
 * raised by it. A percentage of amounts of the card already has the tax in it.
 * @param of what a percentage is of; null for other amounts
 */
export function raised(covered: Covered, row: { partnerId?: string | null }, of: Of | null, amount: bigint): bigint {
  const percent = includedPercent(covered);
  const hasTaxInIt = of?.some((name) => !WITHOUT_TAX_IN_IT.includes(name)) ?? false;
  if (percent === null || isNamed(row.partnerId) || hasTaxInIt) return amount;
  return HUNDRED.plus(decimal(percent)).times(new Fraction(amount, 100n)).roundHalfUp();
}

/** How a tax is computed from an amount, and to what it is rounded. */
interface Computation {
  amount: bigint;
  percent: Fraction;
  isWithinState: boolean;
  /** Paise. */
  unit: bigint;
}

interface Parts {
  taxable: bigint;
  half: bigint;
  whole: bigint;
}

/** Half up to whole units. */
const rounded = (exact: Fraction, unit: bigint): bigint => exact.over(new Fraction(unit)).roundHalfUp() * unit;

/** Tax that comes on top: two halves of the rate within the state, the whole rate between states. */
function onTop({ amount, percent, unit }: Computation): Parts {
  const exact = percent.times(new Fraction(amount, 100n));
  return { taxable: amount, half: rounded(exact.times(HALF), unit), whole: rounded(exact, unit) };
}

/**
 * Tax within an amount. Within the state both halves are rounded and the taxable amount is the rest; between states the
 * taxable amount is rounded and the tax is the rest, but in whole Rupees it is the other way round.
 */
function within({ amount, percent, isWithinState, unit }: Computation): Parts {
  const gross = new Fraction(amount);
  const exact = gross.times(percent).over(HUNDRED.plus(percent));
  if (isWithinState) {
    const half = rounded(exact.times(HALF), unit);
    return { taxable: amount - 2n * half, half, whole: 0n };
  }
  if (unit > 1n) {
    const whole = rounded(exact, unit);
    return { taxable: amount - whole, half: 0n, whole };
  }
  const taxable = gross.times(HUNDRED).over(HUNDRED.plus(percent)).roundHalfUp();
  return { taxable, half: 0n, whole: amount - taxable };
}

/**
 * The tax of an amount in paise: the subtotal less amounts without tax and the discount. The regime is
 * the partner's, but ZERO_RATED instead of FORWARD and REVERSE_CHARGE for a recipient without tax.
 */
export function taxOf(covered: Covered, amount: bigint): Tax {
  const { partner, settings, shipment } = covered;
  const entry = chooseEntry(covered);
  const rate = entry?.percent ?? settings.gstPercent;
  const paidBy = entry?.regime ?? 'FORWARD';
  const isZeroRated = shipment.customerSez === 'WITHOUT_TAX' && paidBy !== 'EXEMPT';
  const isIncluded = includedPercent(covered) !== null;
  const isWithinState = shipment.customerSez === undefined && placeOfSupply(covered) === partner.gstStateCode;
  const unit = entry?.rounding === 'RUPEE' ? PAISE_A_RUPEE : 1n;
  const compute = isIncluded ? within : onTop;
  const { taxable, half, whole } = compute({ amount, percent: decimal(rate), isWithinState, unit });
  const gst = isWithinState ? half + half : whole;
  const none: Tax = {
    taxable: amount,
    isWithinState,
    gst: 0n,
    cgst: 0n,
    sgst: 0n,
    igst: 0n,
    recipientLiability: 0n,
    isIncluded,
    unit,
    fallenAway: 0n,
    regime: isZeroRated ? 'ZERO_RATED' : paidBy,
    sac: entry?.sac ?? null,
    percent: isZeroRated || paidBy === 'EXEMPT' ? 0 : rate,
    rule: (entry?.percent ?? null) === null ? 'GST_PERCENT' : `partners/${partner.partnerId}/tax`,
  };
  if (isZeroRated) return isIncluded ? { ...none, taxable, fallenAway: amount - taxable } : none;
  if (paidBy === 'EXEMPT') return none;
  if (paidBy === 'REVERSE_CHARGE') return { ...none, recipientLiability: gst };
  return isWithinState ? { ...none, taxable, gst, cgst: half, sgst: half } : { ...none, taxable, gst, igst: whole };
}
