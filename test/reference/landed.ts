/** What a parcel is expected to cost in the end (docs/landed-cost.md), in fractions. */
import type { LandedTerms, Partner } from './documents.js';
import { decimal, Fraction, paise, percentOf, toNumber } from './exact.js';
import { begins, isInForce } from './moments.js';
import { amountToCollect } from './shipment.js';
import type { Price, Shipment } from './types.js';

/** The terms for a parcel: the customer's before the general ones, then the latest start, then the highest id. */
export function landedTermsFor(rows: readonly LandedTerms[], shipment: Shipment, now: Date): LandedTerms | null {
  const inForce = rows.filter((row) => isInForce(row, now));
  const own = inForce.filter(({ customerId }) => (customerId ?? null) !== null && customerId === shipment.customerId);
  const general = inForce.filter(({ customerId }) => (customerId ?? null) === null);
  const best = (some: readonly LandedTerms[]): LandedTerms | null =>
    some.toSorted((a, b) => (begins(a) === begins(b) ? b.id - a.id : begins(a) < begins(b) ? 1 : -1))[0] ?? null;
  return best(own) ?? best(general);
}

/** Rates in ten-thousandths. */
export interface Figures {
  rto: number;
  onTime: number;
}

/** In paise. */
export interface LandedCost {
  forward: number;
  return: number;
  cash: number;
  late: number;
  total: number;
  isReturnAssumed: boolean;
}

const ONE = new Fraction(1n);
const rateOf = (tenThousandths: number): Fraction => new Fraction(BigInt(tenThousandths), 10_000n);
const of = (amount: bigint): Fraction => new Fraction(amount);

/** What a price counts for. */
export const counted = ({ taxCredit }: LandedTerms, price: Price): bigint =>
  taxCredit === 'FULL'
    ? BigInt(price.taxable) + BigInt(price.nonTaxable)
    : BigInt(price.total) + BigInt(price.recipientLiability);

/** What the landed cost of a partner is made of. */
export interface Parcel {
  shipment: Shipment;
  partner: Pick<Partner, 'codRemittanceDays'>;
  forward: Price;
  /** Whole transit hours. */
  hours: number;
  /** Null: the card gives none. */
  rto: Price | null;
  figures: Figures;
}

export function landedCost(
  terms: LandedTerms,
  { shipment, partner, forward, hours, rto, figures }: Parcel,
): LandedCost {
  const chance = rateOf(figures.rto);
  const forwardPaise = counted(terms, forward);
  const rtoPaise = rto === null ? forwardPaise : counted(terms, rto);
  const loss = percentOf(terms.valueLossPercent, paise(shipment.declaredValue));
  const returned = chance.times(of(rtoPaise + paise(terms.returnHandling) + loss)).roundHalfUp();
  const days = new Fraction(BigInt(hours), 24n).ceil() + BigInt(partner.codRemittanceDays ?? 7);
  const interest = decimal(terms.annualRatePercent).times(new Fraction(days, 36_500n));
  const cash = ONE.minus(chance)
    .times(of(amountToCollect(shipment)))
    .times(interest)
    .roundHalfUp();
  const late = ONE.minus(rateOf(figures.onTime))
    .times(of(paise(terms.lateCost)))
    .roundHalfUp();
  return {
    forward: toNumber(forwardPaise),
    return: toNumber(returned),
    cash: toNumber(cash),
    late: toNumber(late),
    total: toNumber(forwardPaise + returned + cash + late),
    isReturnAssumed: rto === null,
  };
}
