/** Where the returns of a partner have changed: the latest of the weeks that count beside those before them. */
import type { PaymentType } from '../vocabulary.js';
import { type BoundedRate, boundedRate } from './rates.js';
import type { OutcomeSums } from './sums.js';
import { recentFrom, type WeekRange } from './weeks.js';

/** Fewer parcels show no change. */
const LEAST_PARCELS = 50;

/** What the linter reads of a partner's outcomes. */
export interface PartnerOutcomes {
  /** When its last line came, ISO 8601; null: it has none. */
  lastLineAt: string | null;
  shifts: readonly RtoShift[];
}

/** The share that returns in a state. */
export interface RtoShift {
  stateId: number;
  /** Its name. */
  state: string;
  paymentType: PaymentType;
  before: BoundedRate;
  recent: BoundedRate;
}

/** The parcels that are closed, and those of them that returned. */
interface Returns {
  n: number;
  k: number;
}

interface Trend extends Omit<RtoShift, 'before' | 'recent'> {
  before: Returns;
  recent: Returns;
}

/** Adds up sums of the weeks that count, which come in any order. */
export class ShiftFinder {
  readonly #recentFrom: number;
  readonly #partners = new Map<string, Map<string, Trend>>();

  /** @param stateOf the state of a pincode; undefined: there is no such pincode */
  constructor(
    counted: WeekRange,
    private readonly stateOf: (pincode: string) => { id: number; name: string } | undefined,
  ) {
    this.#recentFrom = recentFrom(counted);
  }

  add({ week, partnerId, pincode, paymentType, delivered, rto, lost }: OutcomeSums): void {
    const state = this.stateOf(pincode);
    if (state === undefined) return;
    let trends = this.#partners.get(partnerId);
    if (trends === undefined) this.#partners.set(partnerId, (trends = new Map<string, Trend>()));
    const key = `${state.id} ${paymentType}`;
    let trend = trends.get(key);
    if (trend === undefined) {
      trend = { stateId: state.id, state: state.name, paymentType, before: none(), recent: none() };
      trends.set(key, trend);
    }
    const returns = week >= this.#recentFrom ? trend.recent : trend.before;
    returns.n += delivered + rto + lost;
    returns.k += rto;
  }

  /** Of the states and payment types whose recent rate is outside the bounds of the weeks before, by stateId. */
  shiftsOf(partnerId: string): RtoShift[] {
    const shifts: RtoShift[] = [];
    for (const { before, recent, ...of } of this.#partners.get(partnerId)?.values() ?? []) {
      if (before.n < LEAST_PARCELS || recent.n < LEAST_PARCELS) continue;
      const shift = { ...of, before: rateOf(before), recent: rateOf(recent) };
      const rate = shift.recent.rate!;
      if (rate < shift.before.low! || rate > shift.before.high!) shifts.push(shift);
    }
    return shifts.sort((a, b) => a.stateId - b.stateId || (a.paymentType < b.paymentType ? -1 : 1));
  }
}

const none = (): Returns => ({ n: 0, k: 0 });

const rateOf = ({ k, n }: Returns): BoundedRate => boundedRate(k, n);
