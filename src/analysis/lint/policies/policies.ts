/**
 * The linter's part for the house's own rules (docs/api-rules.md#linter): what is wrong with allocation policies, next
 * to the partners, capacities, groups and places there are. A check for each code is a function from a rule to what it
 * finds; what cannot be proven is not found.
 */
import type { ParcelEnd } from '../../../domain/allocation/parcel.js';
import { endOf } from '../../../engine/allocation/asked-policy.js';
import type { RawFinding } from '../card.js';
import type { Findings } from '../lint.js';
import { aboveCapacity } from './capacity.js';
import { contradictions } from './contradictions.js';
import { missingPartners } from './members.js';
import { neverReached, shadowed } from './reach.js';
import { useless } from './uses.js';
import { judgedRules, type LintedHouse, type RuleFinding, type RuleInTime } from './rules.js';

/**
 * All findings about the policies that are active and not over, in their order and that of their rules. A rule that
 * never counts is found once: that it contradicts itself, or is never reached, or never decides.
 *
 * @param isOver asked before each rule; true: the rest is left out
 */
export function policyFindings(house: LintedHouse, isOver = () => false): Findings {
  const found: RawFinding[] = [];
  let everywhere: readonly ParcelEnd[] | null = null;
  for (const policy of house.view.general.policies) {
    const judged = judgedRules(policy, house.atMs);
    for (const [index, each] of judged.entries()) {
      if (isOver()) return { found, isCut: true };
      everywhere ??= placesIn(house);
      const earlier = judged.slice(0, index);
      found.push(
        ...[
          ...missingPartners(each, house),
          ...uselessness(each, earlier, house, everywhere),
          ...aboveCapacity(each, house),
        ].map((finding) => findingOf(each, finding)),
      );
    }
  }
  return { found, isCut: false };
}

function uselessness(
  judged: RuleInTime,
  earlier: readonly RuleInTime[],
  house: LintedHouse,
  everywhere: readonly ParcelEnd[],
): RuleFinding[] {
  const never = [...neverReached(judged, earlier), ...contradictions(judged, everywhere)];
  if (never.length > 0) return never.slice(0, 1);
  const shadows = shadowed(judged, earlier, house);
  return shadows.length > 0 ? shadows : useless(judged, house);
}

/** Every pincode there is. */
const placesIn = ({ view }: LintedHouse): ParcelEnd[] =>
  Array.from({ length: view.geography.slots - 1 }, (_, index) => endOf(view, index + 1));

function findingOf({ policy: { policyId } }: RuleInTime, finding: RuleFinding): RawFinding {
  const { code, ruleId, message, action, documents = [] } = finding;
  return {
    code,
    message: `rule ${ruleId} of policy ${policyId} ${message}`,
    documents: [`allocation-policies/${policyId}`, ...documents],
    examples: [],
    about: { policyId, ruleId, action },
  };
}
