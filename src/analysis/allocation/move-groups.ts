/** Where a change costs and saves: by state of delivery, weight and payment type. */
import type { MoveGroup } from '../../contract/allocation-figures.js';
import { toRupees } from '../../domain/money.js';
import { MAX_BACKTEST_GROUPS } from '../../limits/backtest.js';
import { IMPACT_BANDS_KG } from '../../limits/control.js';
import { bandOf } from '../impact/sums.js';
import type { ParcelTraits } from './outcome.js';

interface GroupSum {
  toState: string;
  band: number;
  paymentType: ParcelTraits['paymentType'];
  moved: number;
  paise: number;
}

export class MoveGroups {
  readonly #groups = new Map<string, GroupSum>();

  add({ toState, grams, paymentType }: ParcelTraits, isMoved: boolean, paise: number): void {
    if (!isMoved && paise === 0) return;
    const band = bandOf(grams);
    const key = `${toState} ${band} ${paymentType}`;
    let group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, (group = { toState, band, paymentType, moved: 0, paise: 0 }));
    if (isMoved) group.moved++;
    group.paise += paise;
  }

  /** The largest first. */
  result(): MoveGroup[] {
    return [...this.#groups.values()]
      .sort(
        (a, b) =>
          Math.abs(b.paise) - Math.abs(a.paise)
          || b.moved - a.moved
          || (a.toState === b.toState ? a.band - b.band : a.toState < b.toState ? -1 : 1)
          || (a.paymentType < b.paymentType ? -1 : 1),
      )
      .slice(0, MAX_BACKTEST_GROUPS)
      .map(({ toState, band, paymentType, moved, paise }) => ({
        toState,
        kgFrom: IMPACT_BANDS_KG[band]!,
        kgTo: IMPACT_BANDS_KG[band + 1] ?? null,
        paymentType,
        moved,
        difference: toRupees(paise),
      }));
  }
}
