/** A backtest: who has parcels, and who would have them by a policy (docs/allocation.md#backtest). */
import type { BacktestFigures } from '../../contract/allocation-figures.js';
import { isFor, type Policy } from '../../domain/allocation/policy.js';
import { ALWAYS } from '../../domain/dates.js';
import type { OfferedCandidate } from '../../engine/allocation/choice.js';
import { offerOf } from '../../engine/assignment-question.js';
import type { GenerationView } from '../../index/view.js';
import type { AskedAgain, SampledAssignment, SampledOrder } from './asked-again.js';
import { Caveats } from './caveats.js';
import { type ParcelOutcome, placementOf, traitsOf } from './outcome.js';
import { type Rechoice, SideChooser } from './side-chooser.js';
import { OutcomeSums } from './sums.js';

export class Backtest {
  readonly #policy: Policy | null;
  readonly #chooser: SideChooser;
  readonly #sums = new OutcomeSums();
  readonly #caveats = new Caveats();

  /**
   * @param policy counts in place of all others, whatever its validity; null: none counts
   * @param rowsAt rows that are in force at this moment count; milliseconds since the epoch
   */
  constructor(
    private readonly view: GenerationView,
    policy: Policy | null,
    rowsAt: number,
  ) {
    this.#policy = policy && { ...policy, period: ALWAYS };
    this.#chooser = new SideChooser({ view, inactive: [] }, { rowsAt, policy: this.#policy, isMeasured: true });
  }

  get parcels(): number {
    return this.#sums.parcels;
  }

  /** @param sampled the next one in the order in which they were assigned */
  add(sampled: SampledAssignment | SampledOrder): void {
    const { shipmentId, partnerId: holder } = sampled;
    const asked = this.#chooser.ask(sampled);
    const outcome = asked === null ? UNKNOWN : this.#outcomeOf(asked, holder);
    this.#sums.add({ shipmentId, holder, ...outcome });
    if (holder !== null && this.view.anyPartner(holder) === undefined) this.#caveats.addUnknown(holder);
    const { before, after, traits } = outcome;
    // of one payment type all expectations are assumed, or none is
    if (before?.isAssumed === true && after !== null) this.#caveats.addWithoutOutcomes(traits!.paymentType);
  }

  result(): BacktestFigures {
    const { rules, ...figures } = this.#chooser.figures();
    const warnings = this.#caveats.result(this.#policy?.policyId ?? null);
    return {
      ...this.#sums.result(),
      ...figures,
      rules: rules.map(({ rule }) => rule),
      ...(warnings.length > 0 && { warnings }),
    };
  }

  #outcomeOf(asked: AskedAgain, holder: string | null): Omit<ParcelOutcome, 'shipmentId' | 'holder'> {
    const { view } = this;
    const { question } = asked;
    const placed = (offer: OfferedCandidate | null) => offer && placementOf(view, asked, offer);
    const traits = traitsOf(view, question);
    if (this.#isKept(asked)) {
      const offer = holder === null ? null : offerOf(asked.context, question, holder);
      if (offer !== null) this.#chooser.keep(offer);
      return { before: placed(offer), after: placed(offer), isRefused: false, traits, ruleId: null };
    }
    const choice = this.#chooser.choose(asked, holder);
    if (choice.isWithoutTerms) this.#caveats.addWithoutTerms();
    return {
      before: placed(this.#heldBy(holder, asked, choice)),
      after: placed(choice.chosen),
      isRefused: choice.chosen === null,
      traits,
      ruleId: choice.ruleId,
    };
  }

  /** Policies are for the parcels of services, and each for those that it says. */
  #isKept({ asker: { kind }, question: { policed } }: AskedAgain): boolean {
    return kind !== 'service' || (this.#policy !== null && !isFor(this.#policy, policed!.parcel));
  }

  /** A partner that the request excludes may have it nevertheless. */
  #heldBy(holder: string | null, { context, question }: AskedAgain, { offers }: Rechoice): OfferedCandidate | null {
    if (holder === null) return null;
    return (
      offers.find(({ partnerId }) => partnerId === holder)
      ?? (question.excluded.has(holder) ? offerOf(context, question, holder) : null)
    );
  }
}

/** Its ends are not known any more. */
const UNKNOWN = { before: null, after: null, isRefused: false, traits: null, ruleId: null };
