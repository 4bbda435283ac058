/** The figures of many parcels, each with its partner before a change and after it. */
import type { BacktestFigures } from '../../contract/allocation-figures.js';
import { toRupees } from '../../domain/money.js';
import { meanPaise } from '../impact/sums.js';
import { Percentiles } from './percentiles.js';
import { MoveGroups } from './move-groups.js';
import { LargestMoves } from './largest-moves.js';
import type { ParcelOutcome, Placement } from './outcome.js';

export type OutcomeFigures = Omit<BacktestFigures, 'capacities' | 'rules' | 'never' | 'warnings'>;

export class OutcomeSums {
  #parcels = 0;
  #moved = 0;
  #refused = 0;
  #unpriced = 0;
  /** Those that both price. */
  readonly #cost = new CostSums();
  /** Those of them that have terms. */
  readonly #landed = new CostSums();
  readonly #before = new SideSums();
  readonly #after = new SideSums();
  readonly #shares = new Map<string, { before: number; after: number }>();
  readonly #groups = new MoveGroups();
  readonly #moves = new LargestMoves();

  get parcels(): number {
    return this.#parcels;
  }

  add(outcome: ParcelOutcome): void {
    const { holder, before, after, isRefused, traits } = outcome;
    this.#parcels++;
    if (before === null) this.#unpriced++;
    if (isRefused) this.#refused++;
    if (holder !== null) this.#shareOf(holder).before++;
    const getter = after?.partnerId ?? (isRefused ? null : holder);
    if (getter !== null) this.#shareOf(getter).after++;
    if (before === null || after === null) return;
    this.#cost.add(before.costPaise, after.costPaise);
    if (before.landedPaise !== null && after.landedPaise !== null)
      this.#landed.add(before.landedPaise, after.landedPaise);
    this.#before.add(before);
    this.#after.add(after);
    const isMoved = before.partnerId !== after.partnerId;
    const differencePaise = after.costPaise - before.costPaise;
    if (isMoved) this.#moved++;
    if (traits !== null) this.#groups.add(traits, isMoved, differencePaise);
    if (isMoved) this.#moves.add(outcome, before, after);
  }

  result(): OutcomeFigures {
    const [before, after] = [this.#before, this.#after];
    return {
      parcels: this.#parcels,
      moved: this.#moved,
      refused: this.#refused,
      unpriced: this.#unpriced,
      cost: this.#cost.result(),
      landed: this.#landed.count === 0 ? null : this.#landed.result(),
      hours: { before: before.hours.result(), after: after.hours.result() },
      expectedRto: { before: before.expectedRto(), after: after.expectedRto() },
      shares: [...this.#shares]
        .map(([partnerId, counts]) => ({ partnerId, ...counts }))
        .sort((a, b) => b.after - a.after || b.before - a.before || (a.partnerId < b.partnerId ? -1 : 1)),
      groups: this.#groups.result(),
      moves: this.#moves.result(),
    };
  }

  #shareOf(partnerId: string): { before: number; after: number } {
    let share = this.#shares.get(partnerId);
    if (share === undefined) this.#shares.set(partnerId, (share = { before: 0, after: 0 }));
    return share;
  }
}

const TEN_THOUSANDTHS = 10_000;

class CostSums {
  count = 0;
  #before = 0;
  #after = 0;

  add(beforePaise: number, afterPaise: number): void {
    this.count++;
    this.#before += beforePaise;
    this.#after += afterPaise;
  }

  result(): OutcomeFigures['cost'] {
    const differencePaise = this.#after - this.#before;
    return {
      before: toRupees(this.#before),
      after: toRupees(this.#after),
      difference: toRupees(differencePaise),
      perParcel: this.count === 0 ? null : toRupees(meanPaise(differencePaise, this.count)),
    };
  }
}

class SideSums {
  readonly hours = new Percentiles();
  #rto = 0;
  #count = 0;

  add({ hours, rto }: Placement): void {
    this.#count++;
    this.hours.add(hours);
    this.#rto += rto;
  }

  expectedRto(): number | null {
    return this.#count === 0 ? null : Math.round(this.#rto / this.#count) / TEN_THOUSANDTHS;
  }
}
