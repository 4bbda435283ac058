/** What a landed cost stands on: the house's terms, the price of the return, and the parcels behind the chances. */
import type { Pinrate } from '../../../client/connect.js';
import { getDocument, getPincode } from '../../../client/operations.js';
import type { LandedAmounts } from '../../../contract/answers/landed.js';
import type { PerformanceRow } from '../../../contract/performance.js';
import { isInForce, periodOf } from '../../../domain/dates.js';
import { documentsOf } from '../../../import/node-documents.js';
import type { LandedTermsDocument as LandedTerms, Partner } from '../../../model/documents.js';
import { type GroupBy, rowsOf } from '../performance/read.js';
import type { PricedCharges } from './offers.js';
import type { Question } from './question.js';

/** A place around the delivery, with what became of the courier's parcels of the payment type there. */
export interface EvidencePlace {
  name: string;
  rto: PerformanceRow['rto'];
  onTime: PerformanceRow['onTime'];
}

export interface LandedBasis {
  terms: LandedTerms;
  /** Days from the delivery until the courier pays out what it collects. */
  remittanceDays: number;
  /** The pincode first, then what it borrows from. */
  places: readonly EvidencePlace[];
}

const REMITTANCE_DAYS = 7;
const NO_PARCELS = { k: 0, n: 0, rate: null, low: null, high: null };

/** Null: no terms are in force. @throws {PinrateError} */
export async function askBasis(
  pinrate: Pinrate,
  courierId: string,
  { deliveryPincode, paymentType, customerId }: Question,
  signal: AbortSignal,
): Promise<LandedBasis | null> {
  const [all, { data: partner }, { data: at }] = await Promise.all([
    documentsOf(pinrate, 'landed-terms', undefined, signal),
    getDocument(pinrate, 'partners', courierId, {}, { signal }),
    getPincode(pinrate, deliveryPincode!, {}, { signal }),
  ]);
  const terms = termsFor(all, customerId ?? null);
  if (terms === null) return null;
  const { cityId, cityName, stateId, stateName, stateCode } = at;
  const placesOf: readonly (readonly [string, GroupBy, string, object])[] = [
    [deliveryPincode!, 'pincode', deliveryPincode!, { cityId }],
    [cityName, 'city', String(cityId), { stateId }],
    [stateName, 'state', stateCode, { stateId }],
    ['all its parcels', 'payment', paymentType!, {}],
  ];
  const places = await Promise.all(
    placesOf.map(async ([name, groupBy, key, within]) => {
      const rows = await rowsOf(pinrate, courierId, groupBy, paymentType, signal, within);
      const { rto = NO_PARCELS, onTime = NO_PARCELS } = rows.find((row) => row.key === key) ?? {};
      return { name, rto, onTime };
    }),
  );
  return { terms, remittanceDays: (partner as Partner).codRemittanceDays ?? REMITTANCE_DAYS, places };
}

/** The customer's before the general; the latest that began, then the highest id. */
function termsFor(all: readonly LandedTerms[], customerId: string | null): LandedTerms | null {
  const now = Date.now();
  const from = (terms: LandedTerms): number => periodOf(terms).fromMs;
  const inOrder = all
    .filter((terms) => isInForce(terms, now))
    // −Infinity − −Infinity is no number
    .toSorted((a, b) => (from(a) === from(b) ? b.id - a.id : from(b) - from(a)));
  const own = customerId === null ? undefined : inOrder.find((terms) => terms.customerId === customerId);
  return own ?? inOrder.find((terms) => (terms.customerId ?? null) === null) ?? null;
}

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

const HOURS_A_DAY = 24;
const UNIT = 10_000;
const paise = (rupees: number): number => Math.round(rupees * 100);

export function partsOf(
  landed: LandedAmounts,
  { terms, remittanceDays }: LandedBasis,
  { coverage, returnCharges }: PricedCharges,
  declaredValue: number,
): LandedParts {
  const back = returnCharges?.rto ?? null;
  const price = back === null ? landed.forward : countedPrice(back, terms);
  const loss = Math.floor(paise(declaredValue) * (terms.valueLossPercent / 100) + 0.5) / 100;
  const returned = [price, terms.returnHandling, loss] as const;
  return {
    returned,
    days: [Math.ceil(coverage.estimatedTime / HOURS_A_DAY), remittanceDays],
    rto: chanceOf(
      landed.return,
      returned.reduce((sum, amount) => sum + amount, 0),
    ),
    late: chanceOf(landed.late, terms.lateCost),
  };
}

/** With the tax or without it, as the house gets it back or not. */
const countedPrice = (charges: PricedCharges['charges'], { taxCredit }: LandedTerms): number =>
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
