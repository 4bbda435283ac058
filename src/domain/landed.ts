/**
 * What a parcel is expected to cost in the end (docs/landed-cost.md): its price, what its return would cost, the cash
 * that waits for its remittance, and what a late delivery costs. Every amount is integer paise.
 */
import { HOURS_A_DAY } from './calendar.js';
import { isWithin, type Period } from './dates.js';
import { percentOf, portionOf, RATE_UNIT } from './money.js';
import type { DeliveryRisk } from './outcomes/risk.js';

export const TAX_CREDITS = ['FULL', 'NONE'] as const;

/** Days from a delivery to the remittance, of a partner that does not say. */
export const REMITTANCE_DAYS = 7;

/** What the house makes of prices and delays. */
export interface LandedTerms {
  id: number;
  /** FULL: the house gets the GST of its couriers back. */
  hasTaxCredit: boolean;
  returnHandlingPaise: number;
  /** Of the declared value, in ten-thousandths of a percent. */
  valueLossRate: number;
  /** A year's interest, in ten-thousandths of a percent. */
  annualRate: number;
  lateCostPaise: number;
  period: Period;
}

/** The terms by the customer that they are for, each list in the order of precedence; null: those for all others. */
export type LandedTermsBook = ReadonlyMap<string | null, readonly LandedTerms[]>;

/** Null the earliest, and of the same day the higher id. */
export const byLatest = (a: LandedTerms, b: LandedTerms): number =>
  (a.period.fromMs === b.period.fromMs ? 0 : b.period.fromMs - a.period.fromMs) || b.id - a.id;

/**
 * The terms for a customer's parcel; null: none. Of the active ones that are in force:
 *
 * 1. those of the customer, else the general ones;
 * 2. the latest `validFrom`, null the earliest;
 * 3. the highest id.
 */
export function landedTermsFor(book: LandedTermsBook, customerId: string | null, atMs: number): LandedTerms | null {
  if (book.size === 0) return null;
  const own = customerId === null ? undefined : inForce(book.get(customerId), atMs);
  return own ?? inForce(book.get(null), atMs) ?? null;
}

const inForce = (terms: readonly LandedTerms[] | undefined, atMs: number): LandedTerms | undefined =>
  terms?.find(({ period }) => isWithin(period, atMs));

/** What a partner charges for a parcel. */
export interface ChargedAmounts {
  /** Taxable and not taxable, without tax. */
  untaxedPaise: number;
  /** With tax, and with the tax that the recipient of the service owes by itself. */
  costPaise: number;
}

/** What the landed cost of a partner depends on. */
interface LandedInput {
  forward: ChargedAmounts;
  /** Null: the partner has no price for the return. */
  rto: ChargedAmounts | null;
  declaredPaise: number;
  /** What is collected; 0: nothing. */
  codPaise: number;
  /** Whole transit hours. */
  hours: number;
  /** Days from the delivery to the remittance. */
  remittanceDays: number;
  risk: DeliveryRisk;
}

/** The terms of a landed cost, each rounded half up to the paisa, and their sum. */
export interface LandedCost {
  forwardPaise: number;
  returnPaise: number;
  cashPaise: number;
  latePaise: number;
  totalPaise: number;
  /** Where the chances of a return come from. */
  evidence: Pick<DeliveryRisk, 'level' | 'n'>;
  /** The partner has no price for the return: the forward price stands in. */
  isReturnAssumed: boolean;
}

/** DeliveryRisk has its rates in these, too. */
const TEN_THOUSAND = 10_000;
const DAYS_A_YEAR = 365;

export function landedCost(terms: LandedTerms, input: LandedInput): LandedCost {
  const { declaredPaise, codPaise, hours, remittanceDays, risk } = input;
  const forwardPaise = countedOf(terms, input.forward);
  const rtoPaise = input.rto === null ? forwardPaise : countedOf(terms, input.rto);
  const lossPaise = percentOf(declaredPaise, terms.valueLossRate);
  const returnPaise = portionOf(rtoPaise + terms.returnHandlingPaise + lossPaise, risk.rto, TEN_THOUSAND);
  const days = Math.ceil(hours / HOURS_A_DAY) + remittanceDays;
  const cashPaise = portionOf(
    codPaise,
    (TEN_THOUSAND - risk.rto) * terms.annualRate * days,
    TEN_THOUSAND * RATE_UNIT * DAYS_A_YEAR,
  );
  const latePaise = portionOf(terms.lateCostPaise, TEN_THOUSAND - risk.onTime, TEN_THOUSAND);
  return {
    forwardPaise,
    returnPaise,
    cashPaise,
    latePaise,
    totalPaise: forwardPaise + returnPaise + cashPaise + latePaise,
    evidence: { level: risk.level, n: risk.n },
    isReturnAssumed: input.rto === null,
  };
}

const countedOf = ({ hasTaxCredit }: LandedTerms, { untaxedPaise, costPaise }: ChargedAmounts): number =>
  hasTaxCredit ? untaxedPaise : costPaise;
