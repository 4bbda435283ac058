/**
 * The naive reference model: the rules of docs/rules.md up to assignments, and those of rate cards as contracts write
 * them, in plain loops over plain documents with exact arithmetic. It is independent: of the engine's code it shares
 * only the documents' types and the table of reasons.
 */
import { alternatives, ranked } from './assignment.js';
import { check, findAll, returnsOf } from './availability.js';
import { coverage, distanceTenthsOfKm } from './coverage.js';
import { cover } from './covered.js';
import { price } from './pricing.js';
import type {
  CardWorld,
  Check,
  Contender,
  Coverage,
  FindAll,
  PriceOutcome,
  Ranked,
  Returns,
  Settings,
  Shipment,
  Strategy,
  Terms,
  Unknown,
} from './types.js';

export const DEFAULT_SETTINGS: Readonly<Settings> = Object.freeze({ gstPercent: 18, roadFactor: 1.3 });

/** Road kilometres with one decimal between two pincodes of the world; throws for an unknown pincode. */
export function referenceDistanceKm(world: CardWorld, from: string, to: string, settings = DEFAULT_SETTINGS): number {
  return distanceTenthsOfKm(world, from, to, settings) / 10;
}

/**
 * The partner's zone for a pincode; null when the partner is unknown, inactive or has none, or the pincode is unknown.
 */
export function referenceCoverage(world: CardWorld, partnerId: string, pincode: string): Coverage | null {
  return coverage(world, partnerId, pincode);
}

/** The price in integer paise, whether or not the partner is otherwise capable. */
export function referencePrice(
  world: CardWorld,
  partnerId: string,
  shipment: Shipment,
  now: Date,
  settings = DEFAULT_SETTINGS,
): PriceOutcome {
  const partner = world.partners.find((row) => row.partnerId === partnerId);
  const covered = partner ? cover(world, partner, shipment, now, settings) : null;
  return covered === null ? { price: null, reason: 'INSUFFICIENT_COVERAGE' } : price(covered);
}

/** The full result for one partner and one shipment; an unknown pincode is reported before an unknown partner. */
export function referenceCheck(
  world: CardWorld,
  partnerId: string,
  shipment: Shipment,
  now: Date,
  settings = DEFAULT_SETTINGS,
): Check | Unknown {
  return check(world, partnerId, shipment, now, settings);
}

/** `returnCharges` of a forward shipment, null where the partner cannot carry it; all of it has to be known. */
export function referenceReturns(
  world: CardWorld,
  partnerId: string,
  shipment: Shipment,
  now: Date,
  settings = DEFAULT_SETTINGS,
): Returns | null {
  return returnsOf(world, partnerId, shipment, now, settings);
}

/** Every capable active partner, cheapest first, and how often each reason ruled one out. */
export function referenceFindAll(
  world: CardWorld,
  shipment: Shipment,
  now: Date,
  excludePartners: string[] = [],
  settings = DEFAULT_SETTINGS,
): FindAll | Extract<Unknown, { kind: 'PINCODE_NOT_FOUND' }> {
  return findAll(world, shipment, now, excludePartners, settings);
}

/** Every candidate in a strategy's order, the best first, with the score and the parts that the strategy shows. */
export function referenceRank<C extends Contender>(
  strategy: Strategy,
  candidates: readonly C[],
  terms: Terms = {},
): Ranked<C>[] {
  return ranked(strategy, candidates, terms);
}

/** The partnerId that a strategy chooses; null without candidates. */
export function referenceChoose(
  strategy: Strategy,
  candidates: readonly Contender[],
  terms: Terms = {},
): string | null {
  return ranked(strategy, candidates, terms)[0]?.partnerId ?? null;
}

/** MANUAL_SELECTION: the selected one if capable; if not, BEST_MATCH's where alternatives are allowed; else null. */
export function referenceChooseManually(
  selected: string,
  allowAlternatives: boolean,
  candidates: readonly Contender[],
  terms: Terms = {},
): string | null {
  if (candidates.some((candidate) => candidate.partnerId === selected)) return selected;
  return allowAlternatives ? referenceChoose('BEST_MATCH', candidates, terms) : null;
}

/** `assignment.alternatives` of an assignment that chose `chosen`; MANUAL_SELECTION has BEST_MATCH's order. */
export function referenceAlternatives<C extends Contender>(
  strategy: Strategy | 'MANUAL_SELECTION',
  chosen: string,
  candidates: readonly C[],
  terms: Terms = {},
): Ranked<C>[] {
  return alternatives(ranked(strategy === 'MANUAL_SELECTION' ? 'BEST_MATCH' : strategy, candidates, terms), chosen);
}
