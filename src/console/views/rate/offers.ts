/** Who carries a parcel and for how much, and why the others do not: one answer, whichever way it was asked. */
import type { Pinrate } from '../../../client/connect.js';
import { PinrateError } from '../../../client/error.js';
import type { LandedAmounts } from '../../../contract/answers/landed.js';
import { all } from '../../../client/lists.js';
import { calculateCharges, checkAvailability, listPartners } from '../../../client/operations.js';
import { REASONS } from '../../../domain/reasons.js';
import { askAtOnce } from '../../parts/at-once.js';
import type { Session } from '../../shell/credential.js';
import type { Question } from './question.js';

export type Charges = Awaited<ReturnType<typeof calculateCharges>>['data'];
export type PricedCharges = Extract<Charges, { available: true }>;
type OffersAnswer = Extract<Awaited<ReturnType<typeof checkAvailability>>['data'], { checkType: 'find_all_available' }>;

export interface Step {
  component: string;
  code?: string | undefined;
  /** Rupees. */
  amount: number;
}

export interface Offer {
  courierId: string;
  name: string;
  /** Rupees, with tax. */
  total: number;
  hours: number;
  /** ISO 8601. */
  arrives: string;
  /** The best match is 1; null: asked courier by courier, which ranks nothing. */
  rank: number | null;
  steps: readonly Step[];
  /** What it costs in the end; null: no terms are in force, or it was not asked. */
  landed: LandedAmounts | null;
}

export interface RefusalReason {
  code: string;
  message: string;
  action: string;
  /** The document that says it, as `collection/key`; null: none alone does. */
  document: string | null;
  /** The end of the route that it is about; null: it is not about one. */
  pincode: string | null;
}

export interface Refusal {
  courierId: string;
  name: string;
  reasons: readonly RefusalReason[];
}

export interface Offers {
  offers: readonly Offer[];
  refusals: readonly Refusal[];
  warnings: readonly string[];
  /** A policy counts for the parcel. */
  hasPolicy: boolean;
}

/** A refusal's details take a request each. */
const REFUSALS_IN_DETAIL = 24;
const REQUESTS_AT_ONCE = 8;

/** All couriers at once; a past day, and what nobody carries, courier by courier. */
export async function askOffers(session: Session, question: Question, isPast: boolean, signal: AbortSignal) {
  const { pinrate, kind, id } = session;
  if (kind === 'partner') return askEach(pinrate, [id], question, signal);
  if (isPast) return askEach(pinrate, await courierIds(pinrate, signal), question, signal);
  try {
    // what it costs in the end is of parcels that go out
    const includeLanded = (question.direction ?? 'FORWARD') === 'FORWARD';
    const { data } = await checkAvailability(pinrate, { ...question, includeLanded }, { signal });
    return offersOf(data as OffersAnswer);
  } catch (error) {
    if (!(error instanceof PinrateError) || error.code !== 'NO_PARTNERS_AVAILABLE') throw error;
    if (!session.scopes.has('read')) throw error;
    return askEach(pinrate, await courierIds(pinrate, signal), question, signal);
  }
}

function offersOf({ availablePartners, unavailablePartners, summary, warnings }: OffersAnswer): Offers {
  return {
    offers: availablePartners.map((offer) => ({
      courierId: offer.partnerId,
      name: offer.partnerName,
      total: offer.estimatedCost,
      hours: offer.transitHours,
      arrives: offer.deliveryDate,
      rank: offer.rank,
      steps: offer.breakdown,
      landed: offer.landed ?? null,
    })),
    refusals: unavailablePartners.map(({ partnerId, reasons }) => ({
      courierId: partnerId,
      name: partnerId,
      reasons: reasons.map((code) => ({ code, ...REASONS[code], document: null, pincode: null })),
    })),
    // nobody has asked for it: the prices alone are the answer then
    warnings: warnings.filter(({ code }) => code !== 'NO_LANDED_TERMS').map(({ message }) => message),
    hasPolicy: summary.refused !== undefined,
  };
}

async function courierIds(pinrate: Pinrate, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  for await (const { partnerId } of all(pinrate, listPartners, { status: 'ACTIVE' }, { signal })) ids.push(partnerId);
  return ids;
}

async function askEach(
  pinrate: Pinrate,
  ids: readonly string[],
  question: Question,
  signal: AbortSignal,
): Promise<Offers> {
  const answers = await chargesOf(pinrate, ids, question, signal);
  const offers = answers.filter((answer) => answer.available).map(offerOf);
  return {
    offers: offers.sort((a, b) => a.total - b.total || a.hours - b.hours || (a.courierId < b.courierId ? -1 : 1)),
    refusals: answers.filter((answer) => !answer.available).map(refusalOf),
    warnings: [...new Set(answers.flatMap(({ warnings }) => warnings.map(({ message }) => message)))],
    hasPolicy: false,
  };
}

/** The first refusals again, with the limits and dates behind them. */
export async function detailRefusals(
  { pinrate, kind }: Session,
  refusals: readonly Refusal[],
  question: Question,
  signal: AbortSignal,
): Promise<readonly Refusal[]> {
  // a courier's own question had them
  if (kind === 'partner' || refusals.length === 0) return refusals;
  const first = refusals.slice(0, REFUSALS_IN_DETAIL).map(({ courierId }) => courierId);
  const detailed = new Map<string, Refusal>();
  for (const answer of await chargesOf(pinrate, first, question, signal))
    if (!answer.available) detailed.set(answer.partner.partnerId, refusalOf(answer));
  return refusals.map((refusal) => detailed.get(refusal.courierId) ?? refusal);
}

async function chargesOf(
  pinrate: Pinrate,
  ids: readonly string[],
  question: Question,
  signal: AbortSignal,
): Promise<Charges[]> {
  const ask = (partnerId: string) => calculateCharges(pinrate, { partnerId, ...question }, { signal });
  return (await askAtOnce(ids, REQUESTS_AT_ONCE, ask)).map(({ data }) => data);
}

const offerOf = ({ partner, charges, coverage, calculationDetails, breakdown }: PricedCharges): Offer => ({
  courierId: partner.partnerId,
  name: partner.name,
  total: charges.totalAmount,
  hours: coverage.estimatedTime,
  arrives: calculationDetails.deliveryDate,
  rank: null,
  steps: breakdown,
  landed: null,
});

const refusalOf = ({ partner, coverage }: Exclude<Charges, PricedCharges>): Refusal => ({
  courierId: partner.partnerId,
  name: partner.name,
  reasons: coverage.reasons.map(({ code, message, action, details }) => ({
    code,
    message,
    action,
    document: documentOf(partner.partnerId, code, details.ends?.[0]?.pincode),
    pincode: details.ends?.[0]?.pincode ?? null,
  })),
});

/** A block is in the pincode's own entry, limits are in the courier's document; a zone alone is none of the two. */
function documentOf(courierId: string, code: string, pincode: string | undefined): string | null {
  if (code === 'PINCODE_BLOCKED') return pincode === undefined ? null : `zone-pincodes/${courierId}:${pincode}`;
  return /_(?:EXCEEDED|UNSUPPORTED)$/.test(code) ? `partners/${courierId}` : null;
}
