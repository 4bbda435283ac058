/** How often the rules of policies act, and what each of them costs. */
import type { RuleFigures } from '../../contract/allocation-figures.js';
import type { Allocation } from '../../domain/allocation/allocate.js';
import type { CounterReader } from '../../domain/allocation/counters.js';
import type { Policy, Rule } from '../../domain/allocation/policy.js';
import { toRupees } from '../../domain/money.js';
import type { AskedPolicy } from '../../engine/allocation/asked-policy.js';
import { allocationOf, type ChoiceQuestion, type OfferedCandidate } from '../../engine/allocation/choice.js';

/** A choice by a policy, with what it was made from. */
interface PolicyChoice {
  asked: AskedPolicy;
  allocation: Allocation<OfferedCandidate>;
  question: ChoiceQuestion;
  /** Those that were open to it. */
  candidates: readonly OfferedCandidate[];
  /** As they stood: without the parcel. */
  counters: CounterReader;
}

interface RuleSum {
  acted: number;
  relaxed: number;
  premiumPaise: number;
}

export class RuleSums {
  readonly #sums = new Map<Policy, RuleSum[]>();
  readonly #without = new Map<Policy, (Policy | undefined)[]>();

  /** @param policies whose rules are listed, even if none of them is ever looked at */
  constructor(policies: readonly Policy[]) {
    for (const policy of policies)
      this.#sums.set(
        policy,
        policy.rules.map(() => ({ acted: 0, relaxed: 0, premiumPaise: 0 })),
      );
  }

  /**
   * Counts a choice, and repeats it without each rule that acted. Returns the rule that decided:
   *
   * 1. the first one without which it would be with its former partner;
   * 2. the first one without which another partner would get it;
   * 3. the order or share that placed it.
   *
   * Null: there is none.
   */
  add(choice: PolicyChoice, former: string | null): string | null {
    const { policy } = choice.asked;
    const sums = this.#sums.get(policy);
    if (sums === undefined) return null;
    const { notes, chosen, ranking } = choice.allocation;
    // not of a selection by hand
    const isPlaced = chosen !== null && ranking[0]?.candidate === chosen;
    let restoring: string | null = null;
    let changing: string | null = null;
    let placing: string | null = null;
    let place = 0;
    for (const { ruleId, result } of notes) {
      // notes are in the order of the rules, of which some have none
      while (policy.rules[place]!.ruleId !== ruleId) place++;
      if (result === 'RELAXED') sums[place]!.relaxed++;
      if (result !== 'ACTED') continue;
      sums[place]!.acted++;
      const { kind } = policy.rules[place]!.action;
      if (isPlaced && (kind === 'order' || kind === 'share')) placing ??= ruleId;
      if (kind === 'refuse') continue;
      const otherwise = this.#chosenWithout(place, choice);
      if (chosen === null || otherwise === null) continue;
      sums[place]!.premiumPaise += chosen.costPaise - otherwise.costPaise;
      if (otherwise === chosen) continue;
      changing ??= ruleId;
      if (otherwise.partnerId === former) restoring ??= ruleId;
    }
    return restoring ?? changing ?? placing;
  }

  /** In the order of policies and rules. */
  result(): { policyId: string; rule: RuleFigures }[] {
    return [...this.#sums].flatMap(([{ policyId, rules }, sums]) =>
      rules.map((rule, place) => ({ policyId, rule: figuresOf(rule, sums[place]!) })),
    );
  }

  #chosenWithout(
    place: number,
    { asked: { policy, parcel }, question, candidates, counters }: PolicyChoice,
  ): OfferedCandidate | null {
    let others = this.#without.get(policy);
    if (others === undefined) this.#without.set(policy, (others = []));
    const other = (others[place] ??= { ...policy, rules: policy.rules.toSpliced(place, 1) });
    return allocationOf({ policy: other, parcel }, question, candidates, counters).chosen;
  }
}

const figuresOf = ({ ruleId, action }: Rule, { acted, relaxed, premiumPaise }: RuleSum): RuleFigures => ({
  ruleId,
  acted,
  relaxed,
  premium: action.kind === 'refuse' ? null : toRupees(premiumPaise),
});
