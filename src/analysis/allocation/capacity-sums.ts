/** What a run uses of capacities, window by window, and whom they turn away. */
import type { CapacityFigures } from '../../contract/allocation-figures.js';
import { type CapacityDemand, type CapacityRow, usedOf } from '../../domain/allocation/capacity.js';
import type { CounterReader } from '../../domain/allocation/counters.js';
import type { Window } from '../../domain/allocation/windows.js';
import { dayText } from '../../domain/calendar.js';
import { inUnits } from '../../engine/allocation/capacities.js';
import type { OfferedCandidate } from '../../engine/allocation/choice.js';
import { MAX_BACKTEST_WINDOWS } from '../../limits/backtest.js';

interface WindowSum {
  row: CapacityRow;
  window: Window;
  turnedAway: number;
}

export class CapacitySums {
  readonly #sums = new Map<string, WindowSum>();

  /** What counts for a parcel. */
  use(demands: readonly CapacityDemand[]): void {
    for (const demand of demands) this.#sumOf(demand);
  }

  /** The candidates of a choice, and who was chosen: the others with a full capacity were turned away. */
  choose(offers: readonly OfferedCandidate[], chosen: OfferedCandidate | null): void {
    for (const offer of offers) {
      const { full, demands } = offer;
      if (full === null || offer === chosen) continue;
      this.#sumOf(demands.find(({ row }) => row === full.row)!).turnedAway++;
    }
  }

  /** By id and day; of too many windows those that turned away the most, then the fullest. */
  result(counters: CounterReader): CapacityFigures[] {
    return [...this.#sums.values()]
      .map(({ row, window, turnedAway }) => ({ row, window, turnedAway, used: usedOf(row, window, counters) }))
      .sort((a, b) => b.turnedAway - a.turnedAway || b.used / b.row.limit - a.used / a.row.limit)
      .slice(0, MAX_BACKTEST_WINDOWS)
      .sort((a, b) => a.row.id - b.row.id || a.window.firstDay - b.window.firstDay)
      .map(({ row: { id, unit, limit }, window, turnedAway, used }) => ({
        id,
        day: dayOf(window),
        used: inUnits(unit, used),
        limit: inUnits(unit, limit),
        turnedAway,
      }));
  }

  #sumOf({ row, window }: CapacityDemand): WindowSum {
    const key = `${row.id} ${window.firstDay}`;
    let sum = this.#sums.get(key);
    if (sum === undefined) this.#sums.set(key, (sum = { row, window, turnedAway: 0 }));
    return sum;
  }
}

/** The first day of a window, `YYYY-MM-DD`. */
const dayOf = ({ firstDay }: Window): string => dayText(firstDay);
