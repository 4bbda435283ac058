/** What became of a parcel, before a change and after it. */
import { PAYMENT_TYPES, type PaymentType } from '../../domain/vocabulary.js';
import type { OfferedCandidate } from '../../engine/allocation/choice.js';
import type { AssignmentQuestion } from '../../engine/assignment-question.js';
import type { GenerationView } from '../../index/view.js';
import type { AskedAgain } from './asked-again.js';

/** A parcel with a partner. */
export interface Placement {
  partnerId: string;
  costPaise: number;
  /** Transit. */
  hours: number;
  /** How likely it returns, in ten-thousandths. */
  rto: number;
  /** Nobody has outcomes of such parcels: `rto` is assumed. */
  isAssumed: boolean;
  /** What it is expected to cost in the end; null: there are no terms. */
  landedPaise: number | null;
}

/** What groups are made by. */
export interface ParcelTraits {
  /** The code of the state of delivery. */
  toState: string;
  /** Actual weight. */
  grams: number;
  paymentType: PaymentType;
}

export interface ParcelOutcome {
  shipmentId: string;
  /** Who has it; null: nobody. */
  holder: string | null;
  /** Null: nobody has it, or its holder cannot price it. */
  before: Placement | null;
  /** Null: nobody gets it, or its holder keeps it and cannot price it. */
  after: Placement | null;
  /** Nobody gets it. */
  isRefused: boolean;
  /** Null: its ends are unknown by now. */
  traits: ParcelTraits | null;
  /** The rule without which it would be with another partner; null: there is none. */
  ruleId: string | null;
}

export function placementOf(
  view: GenerationView,
  { question: { route, shipment }, landedCosts }: Pick<AskedAgain, 'question' | 'landedCosts'>,
  candidate: OfferedCandidate,
): Placement {
  const { partnerId, costPaise, hours } = candidate;
  const { rto, level } = view.performance.riskAt(partnerId, route.deliverySlot, PAYMENT_TYPES[shipment.paymentType]!);
  const landedPaise = landedCosts && landedCosts(candidate).totalPaise;
  return { partnerId, costPaise, hours, rto, isAssumed: level === 'NONE', landedPaise };
}

export const traitsOf = (view: GenerationView, { route, shipment }: AssignmentQuestion): ParcelTraits => ({
  toState: view.geography.state(route.deliverySlot).code,
  grams: shipment.weights.actualGrams,
  paymentType: PAYMENT_TYPES[shipment.paymentType]!,
});
