/** Chooses for parcels that are asked again, one after the other, and counts what its rules and capacities do. */
import type { BacktestFigures } from '../../contract/allocation-figures.js';
import { capacityAdditions } from '../../domain/allocation/capacity.js';
import type { CounterAddition } from '../../domain/allocation/counters.js';
import type { Policy } from '../../domain/allocation/policy.js';
import { RunCounts } from '../../domain/allocation/run-counts.js';
import { additionsOf, isOpen, type OfferedCandidate } from '../../engine/allocation/choice.js';
import { askPartners, choiceQuestionOf, chooseAmong } from '../../engine/assignment-question.js';
import {
  askAgain,
  type AllocationSide,
  type AskedAgain,
  type SampledAssignment,
  type SampledOrder,
} from './asked-again.js';
import { CapacitySums } from './capacity-sums.js';
import { RuleSums } from './rule-sums.js';

/** Who gets a parcel. */
export interface Rechoice {
  /** Those that can carry it. */
  offers: readonly OfferedCandidate[];
  /** Null: nobody. */
  chosen: OfferedCandidate | null;
  /** The rule to which that is due; null: there is none. */
  ruleId: string | null;
  /** The policy ranks by landed costs, of which there are no terms: the price counted. */
  isWithoutTerms: boolean;
}

interface ChooserTerms {
  /** Rows that are in force at this moment count; milliseconds since the epoch. */
  rowsAt: number;
  /** Counts in place of those that there are; null: none counts; undefined: as asked. */
  policy?: Policy | null;
  /** Whether its figures are wanted, which takes longer. */
  isMeasured: boolean;
}

/** Shares and capacities count from nought, over the parcels of this run alone. */
export class SideChooser {
  readonly #counts = new RunCounts();
  readonly #rules: RuleSums;
  readonly #capacities = new CapacitySums();

  constructor(
    readonly side: AllocationSide,
    private readonly terms: ChooserTerms,
  ) {
    const { policy, isMeasured } = terms;
    const policies = policy === undefined ? side.view.general.policies : policy === null ? [] : [policy];
    this.#rules = new RuleSums(isMeasured ? policies : []);
  }

  /** Null: it cannot be asked any more. */
  ask(sampled: SampledAssignment | SampledOrder): AskedAgain | null {
    const { rowsAt, policy } = this.terms;
    return askAgain(this.side, sampled, { rowsAt, counters: this.#counts }, policy);
  }

  /** @param former who has the parcel, or would have it; null: nobody */
  choose({ context, asker, request, question, landedCosts }: AskedAgain, former: string | null): Rechoice {
    const { policed } = question;
    const { choice, offers } = chooseAmong(context, request, question, askPartners(context, asker, question));
    const { chosen, allocation } = choice;
    let ruleId: string | null = null;
    if (this.terms.isMeasured) {
      this.#capacities.choose(offers, chosen);
      if (allocation !== null) {
        const asking = { ...choiceQuestionOf(context, request, question), landedCosts: () => landedCosts };
        const candidates = offers.filter(isOpen);
        const made = { asked: policed!, allocation, question: asking, candidates, counters: this.#counts };
        ruleId = this.#rules.add(made, former);
      }
    }
    this.#count(chosen, additionsOf(choice, policed));
    return { offers, chosen, ruleId, isWithoutTerms: allocation?.rankCost === 'UNKNOWN' };
  }

  /** The parcel stays with its partner, whatever its capacities say. */
  keep(offer: OfferedCandidate): void {
    this.#count(offer, capacityAdditions(offer.demands));
  }

  figures(): Pick<BacktestFigures, 'capacities' | 'never'> & { rules: ReturnType<RuleSums['result']> } {
    const rules = this.#rules.result();
    return {
      capacities: this.#capacities.result(this.#counts),
      rules,
      never: rules.filter(({ rule }) => rule.acted === 0).map(({ rule }) => rule.ruleId),
    };
  }

  #count(chosen: OfferedCandidate | null, additions: readonly CounterAddition[]): void {
    if (chosen === null) return;
    this.#capacities.use(chosen.demands);
    this.#counts.reserve(additions);
  }
}
