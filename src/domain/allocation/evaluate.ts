/** What the rules of a policy make of a parcel and its candidates (docs/rules.md#policies). */
import { isWithin } from '../dates.js';
import type { Strategy } from '../strategies.js';
import { failingIn, type WantedMember } from './conditions.js';
import type { PolicyParcel } from './parcel.js';
import type { Action, Policy, Rank, RefusalWords, Rule } from './policy.js';
import { cheapestOf, type PolicyCandidate, type RiskOf, type Selector, selects } from './selector.js';

/**
 * What became of a rule. PASSED_OVER: its conditions held, and it changed nothing. RELAXED: it would have left nobody,
 * and was not applied.
 */
export type RuleNote =
  | { ruleId: string; result: 'ACTED' | 'RELAXED' | 'PASSED_OVER' }
  | { ruleId: string; result: 'NO'; failed: WantedMember };

export interface Adjustment {
  ruleId: string;
  paise: number;
}

/** What the rules left, before anybody is ranked. */
export interface ScreeningReport<C extends PolicyCandidate> {
  /** The rules that were looked at, in their order. */
  notes: RuleNote[];
  /** Who is left. */
  left: readonly C[];
  /** The rule that a candidate went by. */
  excludedBy: ReadonlyMap<C, string>;
  adjustments: ReadonlyMap<C, readonly Adjustment[]>;
  /** How to rank; null: as the request says. */
  rank: Rank | null;
  /** The orders and shares whose conditions held, each with the place of its note. */
  placing: readonly { rule: Rule; note: number }[];
  refused: ({ ruleId: string } & RefusalWords) | null;
  /** A binding rule left nobody: how many candidates there were. */
  emptied: number | null;
  /** What the rules say of a partner that was selected; null: nobody was, or it is no candidate. */
  selected: { isForbidden: boolean; overridden: string[] } | null;
}

interface ScreeningInput<C extends PolicyCandidate> {
  parcel: PolicyParcel;
  candidates: readonly C[];
  /** The strategy that ranks, unless the policy governs it. */
  strategy: Strategy;
  /** A partner that is selected by hand: a refusal that is not binding does not end the list then. Null: none is. */
  selected: string | null;
}

/** Looks at the rules in their order; at none where there are no candidates. */
export function screen<C extends PolicyCandidate>(policy: Policy, input: ScreeningInput<C>): ScreeningReport<C> {
  const screener = new Screener(policy, input);
  if (input.candidates.length === 0) return screener;
  const { rowsAt = input.parcel.askedAt } = input.parcel;
  for (const rule of policy.rules) {
    if (!isWithin(rule.period, rowsAt)) continue;
    const failing = failingIn(rule.when, input.parcel);
    if (failing !== null) {
      screener.notes.push({ ruleId: rule.ruleId, result: 'NO', failed: failing.member });
      continue;
    }
    screener.notes.push({ ruleId: rule.ruleId, result: screener.apply(rule) });
    if (rule.isStop || screener.refused !== null || screener.emptied !== null) break;
  }
  return screener;
}

type Result = Exclude<RuleNote['result'], 'NO'>;

class Screener<C extends PolicyCandidate> implements ScreeningReport<C> {
  readonly notes: RuleNote[] = [];
  left: readonly C[];
  readonly excludedBy = new Map<C, string>();
  readonly adjustments = new Map<C, Adjustment[]>();
  rank: Rank | null;
  readonly placing: { rule: Rule; note: number }[] = [];
  refused: ({ ruleId: string } & RefusalWords) | null = null;
  emptied: number | null = null;
  readonly selected: ScreeningReport<C>['selected'];
  readonly #chosen: C | undefined;
  readonly #isByHand: boolean;
  readonly #isGoverned: boolean;
  #isRanked = false;
  readonly #candidates: number;
  readonly #riskOf: RiskOf;

  constructor(policy: Policy, { parcel, candidates, strategy, selected }: ScreeningInput<C>) {
    this.#riskOf = parcel.riskOf;
    this.left = candidates;
    this.#candidates = candidates.length;
    this.#isGoverned = policy.governs.includes(strategy);
    this.rank = this.#isGoverned ? policy.rank : null;
    this.#isByHand = selected !== null;
    this.#chosen = candidates.find(({ partnerId }) => partnerId === selected);
    this.selected = this.#chosen === undefined ? null : { isForbidden: false, overridden: [] };
  }

  apply(rule: Rule): Result {
    const { action } = rule;
    switch (action.kind) {
      case 'refuse':
        return this.#refuse(rule, action.words);
      case 'exclude':
      case 'only':
        return this.#keepSome(rule, action);
      case 'adjust':
        return this.#adjust(rule, action);
      case 'rank':
        if (!this.#isGoverned || this.#isRanked) return 'PASSED_OVER';
        this.#isRanked = true;
        this.rank = action.rank;
        return 'ACTED';
      case 'order':
      case 'share':
        // whether it acts is known when everybody is ranked
        if (this.#isGoverned) this.placing.push({ rule, note: this.notes.length });
        return 'PASSED_OVER';
    }
  }

  #refuse({ ruleId, isBinding }: Rule, words: RefusalWords): Result {
    this.#noteAgainst(ruleId, isBinding);
    if (this.#isByHand && !isBinding) return 'PASSED_OVER';
    this.refused = { ruleId, ...words };
    return 'ACTED';
  }

  #keepSome({ ruleId, isBinding }: Rule, { kind, of }: { kind: 'exclude' | 'only'; of: Selector }): Result {
    const cheapest = cheapestOf(this.left);
    const stays = (candidate: C): boolean => selects(of, candidate, cheapest, this.#riskOf) === (kind === 'only');
    const kept = this.left.filter(stays);
    const isEmptied = kept.length === 0 && this.left.length > 0;
    if (isEmptied && !isBinding) return 'RELAXED';
    if (this.#chosen !== undefined && !stays(this.#chosen)) this.#noteAgainst(ruleId, isBinding);
    if (kept.length === this.left.length) return 'PASSED_OVER';
    for (const candidate of this.left) if (!stays(candidate)) this.excludedBy.set(candidate, ruleId);
    if (isEmptied) this.emptied = this.#candidates;
    this.left = kept;
    return 'ACTED';
  }

  #adjust({ ruleId }: Rule, { of, amount, isPercent }: Extract<Action, { kind: 'adjust' }>): Result {
    if (!this.#isGoverned) return 'PASSED_OVER';
    const cheapest = cheapestOf(this.left);
    const met = this.left.filter((candidate) => selects(of, candidate, cheapest, this.#riskOf));
    let isChange = false;
    for (const candidate of met) {
      const paise = isPercent ? partOf(candidate.costPaise, amount) : amount;
      if (paise !== 0) isChange = true;
      const known = this.adjustments.get(candidate);
      if (known === undefined) this.adjustments.set(candidate, [{ ruleId, paise }]);
      else known.push({ ruleId, paise });
    }
    return isChange ? 'ACTED' : 'PASSED_OVER';
  }

  #noteAgainst(ruleId: string, isBinding: boolean): void {
    if (this.selected === null) return;
    if (isBinding) this.selected.isForbidden = true;
    else this.selected.overridden.push(ruleId);
  }
}

const HUNDREDTHS_OF_PERCENT = 10_000n;

/** So many hundredths of a percent of an amount in paise, rounded half up: −0.5 is 0. */
function partOf(paise: number, hundredths: number): number {
  const twice = 2n * BigInt(paise) * BigInt(hundredths) + HUNDREDTHS_OF_PERCENT;
  const unit = 2n * HUNDREDTHS_OF_PERCENT;
  const quotient = twice / unit;
  return Number(twice < 0n && quotient * unit !== twice ? quotient - 1n : quotient);
}
