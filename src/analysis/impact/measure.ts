/** The effect of a change on prices: recent questions and assignments, priced with and without it. */
import type { Impact } from '../../contract/impact.js';
import type { GenerationView, PartnerView } from '../../index/view.js';
import { MAX_IMPACT_ASSIGNMENTS, MAX_IMPACT_PAIRS } from '../../limits/control.js';
import { partnerPriceIn } from './price.js';
import type { SampledQuestion } from './sample.js';
import { ImpactSums } from './sums.js';

/** A partner in both generations; undefined where it is not active. */
export interface PartnerPair {
  partnerId: string;
  present: PartnerView | undefined;
  changed: PartnerView | undefined;
}

/** The shipments to be priced at `nowMs`, milliseconds since the epoch. */
export interface Shipments {
  questions: readonly SampledQuestion[];
  assignments: readonly SampledQuestion[];
  nowMs: number;
}

/** @param isOver asked before each price; true: the rest of the sample is left out */
export function measure(
  present: GenerationView,
  changed: GenerationView,
  { questions, assignments, nowMs }: Shipments,
  isOver: () => boolean,
): Impact {
  const sums = new ImpactSums();
  const pairs = pairsOf(present, changed);
  const pairsFor = thinned(pairs, stepFor(questions, pairs));
  for (const question of [...questions, ...assignments]) {
    const own = pairsFor(question);
    if (own.length === 0) continue;
    const priceNow = partnerPriceIn(present, question, nowMs);
    const priceLater = partnerPriceIn(changed, question, nowMs);
    for (const pair of own) {
      if (isOver()) return sums.result(true);
      sums.add(priceNow(pair.present), priceLater(pair.changed));
    }
  }
  return sums.result();
}

/** The partners that are in one of the generations. */
function pairsOf(present: GenerationView, changed: GenerationView): ReadonlyMap<string, PartnerPair> {
  const partnerIds = new Set([...present.partners, ...changed.partners].map(({ partnerId }) => partnerId));
  return new Map(
    [...partnerIds].map((partnerId) => [
      partnerId,
      { partnerId, present: present.partner(partnerId), changed: changed.partner(partnerId) },
    ]),
  );
}

/** Of how many pairs one is priced, so that there are at most MAX_IMPACT_PAIRS: an assignment has at most one. */
function stepFor(questions: readonly SampledQuestion[], pairs: ReadonlyMap<string, PartnerPair>): number {
  const pairsFor = thinned(pairs, 1);
  const count = questions.reduce((sum, question) => sum + pairsFor(question).length, 0);
  return Math.ceil((count + MAX_IMPACT_ASSIGNMENTS) / MAX_IMPACT_PAIRS);
}

/**
 * Says of one question after another which partners it is priced for: the one that it named, or all but those that it
 * excluded; of each `step` of these pairs one. Not always the first: of ten partners every second pair would be that of
 * the same five, question after question.
 */
export function thinned(
  pairs: ReadonlyMap<string, PartnerPair>,
  step: number,
): (question: SampledQuestion) => readonly PartnerPair[] {
  const all = [...pairs.values()];
  const pairsFor = ({ partnerId, excluded }: SampledQuestion): readonly PartnerPair[] => {
    if (partnerId === null)
      return excluded.length === 0 ? all : all.filter((each) => !excluded.includes(each.partnerId));
    const named = pairs.get(partnerId);
    return named === undefined ? [] : [named];
  };
  if (step === 1) return pairsFor;
  let count = 0;
  const isPriced = (number: number): boolean =>
    number % step === Math.floor(((Math.floor(number / step) * GOLDEN_RATIO) % 1) * step);
  return (question) => pairsFor(question).filter(() => isPriced(count++));
}

/** Its multiples, modulo 1, are spread evenly: it is as far from every fraction as a number can be. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
