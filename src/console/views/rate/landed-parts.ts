/** The sums of a landed cost, with the chances that its amounts tell. */
import type { LandedAmounts } from '../../../contract/answers/landed.js';
import type { LandedTermsDocument as LandedTerms } from '../../../model/documents.js';

/** A chance, in ten-thousandths, and whether it is exact. */
export interface Chance {
  share: number;
  isExact: boolean;
}

/** What the terms of a landed cost are made of. Rupees. */
export interface LandedParts {
  /** What the return costs, if there is one: price, handling, loss of value. */
  returned: readonly [price: number, handling: number, loss: number];
  days: readonly [transit: number, remittance: number];
  /** Null: the amounts do not tell it, because nothing depends on it. */
  rto: Chance | null;
  late: Chance | null;
}

/** Rupees. */
interface CountedCharges {
  taxableAmount: number;
  nonTaxableAmount: number;
  totalAmount: number;
  taxes?: { recipientLiability: number } | undefined;
}

interface PricedParcel {
  /** Of the transit. */
  hours: number;
  /** Of its return; null: the card has no price for it. */
  rto: CountedCharges | null;
}

const HOURS_A_DAY = 24;
const UNIT = 10_000;
const paise = (rupees: number): number => Math.round(rupees * 100);

export function partsOf(
  landed: LandedAmounts,
  { terms, remittanceDays }: { terms: LandedTerms; remittanceDays: number },
  { hours, rto }: PricedParcel,
  declaredValue: number,
): LandedParts {
  const price = rto === null ? landed.forward : countedPrice(rto, terms);
  const loss = Math.floor(paise(declaredValue) * (terms.valueLossPercent / 100) + 0.5) / 100;
  const returned = [price, terms.returnHandling, loss] as const;
  return {
    returned,
    days: [Math.ceil(hours / HOURS_A_DAY), remittanceDays],
    rto: chanceOf(
      landed.return,
      returned.reduce((sum, amount) => sum + amount, 0),
    ),
    late: chanceOf(landed.late, terms.lateCost),
  };
}

/** With the tax or without it, as the house gets it back or not. */
const countedPrice = (charges: CountedCharges, { taxCredit }: LandedTerms): number =>
  taxCredit === 'FULL'
    ? (paise(charges.taxableAmount) + paise(charges.nonTaxableAmount)) / 100
    : (paise(charges.totalAmount) + paise(charges.taxes?.recipientLiability ?? 0)) / 100;

/** The chance by which an amount became its part: exact where a ten-thousandth is a paisa and more. */
function chanceOf(part: number, whole: number): Chance | null {
  if (whole <= 0) return null;
  return { share: Math.round((part / whole) * UNIT), isExact: paise(whole) >= UNIT };
}

/** `24.00 %`; of one that rounding hides a little, one decimal. */
export const chanceWords = ({ share, isExact }: Chance): string => `${(share / 100).toFixed(isExact ? 2 : 1)} %`;
export const otherWords = ({ share, isExact }: Chance): string => chanceWords({ share: UNIT - share, isExact });
