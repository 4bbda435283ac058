/** The effect of a change on who gets shipments: the latest assignments, chosen again with and without it. */
import type { AllocationImpact } from '../../contract/impact.js';
import type { AssignmentRequest } from '../../contract/requests.js';
import { toRupees } from '../../domain/money.js';
import type { AskedStrategy } from '../../domain/strategies.js';
import { additionsOf } from '../../engine/allocation/choice.js';
import { keptRequestOf } from '../../engine/allocation/kept-request.js';
import { askPartners, chooseAmong, questionOf } from '../../engine/assignment-question.js';
import type { Asker } from '../../engine/context.js';
import { CountBoard } from '../../index/count-board.js';
import type { GenerationView } from '../../index/view.js';
import { meanPaise } from './sums.js';

/** An assignment of the store. */
export interface SampledAssignment {
  /** Who has it. */
  partnerId: string;
  /** What was asked, as the record has it. */
  asked: Readonly<Record<string, unknown>>;
  caller: Pick<Asker, 'kind' | 'id'>;
  strategy: AskedStrategy;
  /** Milliseconds since the epoch. */
  askedAtMs: number;
}

/** Documents of one moment. */
export interface AllocationSide {
  view: GenerationView;
  /** Partners of the view that are not active. */
  inactive: readonly string[];
}

export interface ChosenPartner {
  partnerId: string;
  costPaise: number;
}

/**
 * Chooses for assignments as they were asked, by the rows that are in force at `rowsAt`. Weekdays, times, days of pickup
 * and windows are their own; shares and capacities count from nought, over these assignments alone.
 */
export class SideChooser {
  readonly #board = new CountBoard();

  constructor(
    private readonly side: AllocationSide,
    private readonly rowsAt: number,
  ) {}

  /** Null: nobody gets it. */
  choose(sampled: SampledAssignment): ChosenPartner | null {
    const { view, inactive } = this.side;
    const { caller, askedAtMs } = sampled;
    const request = requestOf(sampled, inactive);
    const context = { view, now: askedAtMs, rowsAt: this.rowsAt, counters: this.#board };
    // what its caller was allowed at first it is allowed again
    const asker = { ...caller, requestId: '', receivedAt: askedAtMs, isManager: true };
    const asked = questionOf(context, asker, request);
    if (!asked.ok) return null;
    const { question } = asked;
    const { choice } = chooseAmong(context, request, question, askPartners(context, asker, question));
    this.#board.reserve(additionsOf(choice, question.policed));
    return choice.chosen && { partnerId: choice.chosen.partnerId, costPaise: choice.chosen.costPaise };
  }
}

function requestOf({ asked, partnerId, strategy }: SampledAssignment, inactive: readonly string[]): AssignmentRequest {
  const { parcel, shipDate, excluded, preferences } = keptRequestOf(asked);
  const assignmentStrategy = preferences.assignmentStrategy ?? strategy;
  return {
    shipmentDetails: {
      ...parcel,
      shipmentId: '',
      excludePartners: [...excluded, ...inactive],
      ...(shipDate !== undefined && { shipDate }),
    } as AssignmentRequest['shipmentDetails'],
    assignmentPreferences: {
      ...preferences,
      assignmentStrategy,
      ...(assignmentStrategy === 'MANUAL_SELECTION' && { selectedPartner: partnerId }),
    },
  };
}

/**
 * @param sampled in the order in which they were assigned
 * @param isOver asked before each assignment; true: the rest is left out
 */
export function measureAllocation(
  present: AllocationSide,
  changed: AllocationSide,
  { sampled, nowMs }: { sampled: readonly SampledAssignment[]; nowMs: number },
  isOver: () => boolean,
): AllocationImpact {
  const sums = new AllocationSums();
  const [former, later] = [new SideChooser(present, nowMs), new SideChooser(changed, nowMs)];
  for (const each of sampled) {
    if (isOver()) return sums.result(true);
    sums.add(former.choose(each), later.choose(each));
  }
  return sums.result();
}

/** What became of the parcels, and their sums. */
export class AllocationSums {
  #parcels = 0;
  #moved = 0;
  #refused = 0;
  /** Those that both give to a partner. */
  #placed = 0;
  #formerPaise = 0;
  #laterPaise = 0;
  readonly #shares = new Map<string, { before: number; after: number }>();

  /** @param former who gets it without the change; null: nobody */
  add(former: ChosenPartner | null, later: ChosenPartner | null): void {
    this.#parcels += 1;
    if (former !== null) this.#shareOf(former).before += 1;
    if (later !== null) this.#shareOf(later).after += 1;
    if (former === null) return;
    if (later === null) {
      this.#refused += 1;
      return;
    }
    if (former.partnerId !== later.partnerId) this.#moved += 1;
    this.#placed += 1;
    this.#formerPaise += former.costPaise;
    this.#laterPaise += later.costPaise;
  }

  /** @param cut whether some of the assignments were left out */
  result(cut = false): AllocationImpact {
    const difference = this.#laterPaise - this.#formerPaise;
    return {
      parcels: this.#parcels,
      moved: this.#moved,
      refused: this.#refused,
      cost: {
        before: toRupees(this.#formerPaise),
        after: toRupees(this.#laterPaise),
        difference: toRupees(difference),
        perParcel: this.#placed === 0 ? null : toRupees(meanPaise(difference, this.#placed)),
      },
      shares: [...this.#shares]
        .map(([partnerId, counts]) => ({ partnerId, ...counts }))
        .sort((a, b) => b.after - a.after || b.before - a.before || (a.partnerId < b.partnerId ? -1 : 1)),
      ...(cut && { cut }),
    };
  }

  #shareOf({ partnerId }: ChosenPartner): { before: number; after: number } {
    let share = this.#shares.get(partnerId);
    if (share === undefined) this.#shares.set(partnerId, (share = { before: 0, after: 0 }));
    return share;
  }
}
