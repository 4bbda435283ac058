/** The price of a leg by the card: what the node answers, as parts without tax and the tax. */
import type { BilledRoute, Leg, LineDirection, Part, PartAmounts } from './line.js';
import { PARTS } from './line.js';
import { paiseOf, withoutTax } from './money.js';

/** A body of calculate-charges with `assume`, for one leg of a parcel. */
export type PriceQuestion = Readonly<Record<string, unknown>> & { partnerId: string };

/** Charges of the standard shape, in Rupees. */
export interface AnsweredCharges {
  weightCharge: number;
  distanceCharge: number;
  fscCharge: number;
  codCharge: number;
  docketCharge: number;
  insuranceCharge: number;
  otherCharges: number;
  subtotal: number;
  nonTaxableAmount: number;
  discountAmount: number;
  taxableAmount: number;
  gstAmount: number;
  totalAmount: number;
}

interface AnsweredZone {
  id: string;
  name: string;
}

/** The answer to a question: a price, or why there is none. */
export type PriceAnswer =
  | {
      isPriced: true;
      charges: AnsweredCharges;
      chargeableGrams: number;
      lane: string | null;
      /** null: an end that nobody knows. */
      fromZone: AnsweredZone | null;
      toZone: AnsweredZone | null;
      rateCardVersion: string;
    }
  | { isPriced: false; reason: string };

/** Where prices come from: a node, in bulk. Answers are in the order of the questions. */
export interface PricePort {
  prices(questions: readonly PriceQuestion[]): Promise<readonly PriceAnswer[]>;
  /** The percent of tax in the price of each question; null: it has no price. */
  taxPercents(questions: readonly PriceQuestion[]): Promise<readonly (number | null)[]>;
}

/** The price of one leg. */
export interface LegPrice {
  leg: Leg;
  parts: PartAmounts;
  taxPaise: number;
  /** Of the tax on each part; 0 where none is charged. */
  taxPercent: number;
  chargeableGrams: number;
  lane: string | null;
  fromZone: AnsweredZone | null;
  toZone: AnsweredZone | null;
  rateCardVersion: string;
}

/** What `total` of an invoice stands for. */
export interface Basis {
  withTax: boolean;
  /** The parts that it stands for, without tax; null: all of them. */
  compare: readonly Part[] | null;
}

/**
 * The parts of a price. Where the card's amounts include the tax, each is taken without it, rounded half up, and the
 * rest is freight.
 *
 * @param taxPercent of the card on the day; null: nobody looks at the parts, and all is freight where they include tax
 */
export function legPriceOf(
  leg: Leg,
  answer: Extract<PriceAnswer, { isPriced: true }>,
  taxPercent: number | null,
): LegPrice {
  const { charges } = answer;
  const taxPaise = paiseOf(charges.gstAmount);
  const wholePaise = paiseOf(charges.totalAmount) - taxPaise;
  const isIncluded = includesTax(charges);
  const net = (rupees: number, freeRupees = 0): number => {
    if (!isIncluded) return paiseOf(rupees);
    if (taxPercent === null) return 0;
    return withoutTax(paiseOf(rupees) - paiseOf(freeRupees), taxPercent) + paiseOf(freeRupees);
  };
  const others = {
    fsc: net(charges.fscCharge),
    cod: net(charges.codCharge),
    docket: net(charges.docketCharge),
    insurance: net(charges.insuranceCharge),
    other: net(charges.otherCharges, charges.nonTaxableAmount),
    discount: -net(charges.discountAmount),
  };
  const freightPaise = wholePaise - Object.values(others).reduce((sum, paise) => sum + paise, 0);
  const isReturn = leg === 'RTO';
  const { chargeableGrams, lane, fromZone, toZone, rateCardVersion } = answer;
  return {
    leg,
    parts: { freight: isReturn ? 0 : freightPaise, rto: isReturn ? freightPaise : 0, ...others },
    taxPaise,
    taxPercent: taxPaise === 0 ? 0 : (taxPercent ?? 0),
    chargeableGrams,
    lane,
    fromZone,
    toZone,
    rateCardVersion,
  };
}

/** Whether the amounts include the tax: then what is taxable is less than they are together. */
const includesTax = ({ subtotal, nonTaxableAmount, discountAmount, taxableAmount }: AnsweredCharges): boolean =>
  paiseOf(subtotal) - paiseOf(nonTaxableAmount) - paiseOf(discountAmount) !== paiseOf(taxableAmount);

/** Whether the parts of a price depend on the percent of the tax. */
export const isTaxed = (charges: AnsweredCharges): boolean => charges.gstAmount !== 0 || includesTax(charges);

/** Parts of several legs together. */
export function partsOf(prices: readonly LegPrice[]): Record<Part, number> {
  const sums = Object.fromEntries(PARTS.map((part) => [part, 0])) as Record<Part, number>;
  for (const { parts } of prices) for (const part of PARTS) sums[part] += parts[part];
  return sums;
}

export const taxOf = (prices: readonly LegPrice[]): number => prices.reduce((sum, { taxPaise }) => sum + taxPaise, 0);

/**
 * What the basis makes of the price of legs, in paise.
 * @param direction of the line: where a line is of the return alone, its freight is that of the return
 */
export function amountIn(basis: Basis, prices: readonly LegPrice[], direction: LineDirection): number {
  const parts = partsOf(prices);
  const sum = comparedParts(basis, direction).reduce((paise, part) => paise + parts[part], 0);
  return basis.compare === null && basis.withTax ? sum + taxOf(prices) : sum;
}

/** The parts of a price that count. */
export function comparedParts({ compare }: Basis, direction: LineDirection): readonly Part[] {
  if (compare === null) return PARTS;
  return direction === 'RTO' && compare.includes('freight')
    ? PARTS.filter((part) => part === 'rto' || compare.includes(part))
    : compare;
}

const FREIGHT: readonly Part[] = ['freight', 'rto'];

/**
 * The column in which a part is looked for.
 *
 * 1. Its own; of freight, way there or back, also that of the other.
 * 2. `other`.
 * 3. That of freight.
 *
 * @param columns of the parts that count
 * @returns undefined: the sheet has none of them
 */
export function columnOf(part: Part, columns: readonly Part[]): Part | undefined {
  const order: readonly Part[] = FREIGHT.includes(part) ? [part, ...FREIGHT, 'other'] : [part, 'other', ...FREIGHT];
  return order.find((each) => columns.includes(each));
}

/** The lane, or else both zones: `North>South`. */
export const laneText = ({ lane, fromZone, toZone }: Pick<LegPrice, 'lane' | 'fromZone' | 'toZone'>): string =>
  lane ?? `${fromZone?.name ?? ''}>${toZone?.name ?? ''}`;

/**
 * Whether a line claims another route than the price has. A return that is fetched begins at the customer, whose zone
 * couriers bill: it agrees with either end.
 */
export function isOtherRoute({ lane, fromZone, toZone }: BilledRoute, price: LegPrice): boolean {
  const ends = price.leg === 'REVERSE' ? [price.toZone, price.fromZone] : [price.toZone];
  return (
    (lane !== undefined && lane !== price.lane)
    || (toZone !== undefined && !ends.some((end) => end?.id === toZone.id))
    || (fromZone !== undefined && fromZone.id !== price.fromZone?.id)
  );
}
