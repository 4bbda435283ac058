/** Differences of totals, in paise, and their sums. */
import type { Impact, ImpactGroup } from '../../contract/impact.js';
import { toRupees } from '../../domain/money.js';
import { IMPACT_BANDS_KG, MAX_IMPACT_GROUPS } from '../../limits/control.js';

/** A partner's price for a shipment. */
export interface PartnerPrice {
  totalPaise: number;
  chargeableGrams: number;
  /** The lane of the route; without one its zones. */
  lane(): string;
}

interface Group {
  lane: string;
  band: number;
  changed: number;
  sumPaise: number;
}

const GRAMS_A_KG = 1_000;

export class ImpactSums {
  #sampled = 0;
  #serviceable = 0;
  #unserviceable = 0;
  /** Of the shipments that both cards price. */
  readonly #differencesPaise: number[] = [];
  readonly #groups = new Map<string, Group>();

  /** @param former what the present card asks; null: it does not price the shipment */
  add(former: PartnerPrice | null, later: PartnerPrice | null): void {
    this.#sampled += 1;
    if (former === null || later === null) {
      if (later !== null) this.#serviceable += 1;
      if (former !== null) this.#unserviceable += 1;
      return;
    }
    const paise = later.totalPaise - former.totalPaise;
    this.#differencesPaise.push(paise);
    if (paise !== 0) this.#addToGroup(former, paise);
  }

  /** @param cut whether some of the sample was left out */
  result(cut = false): Impact {
    const differences = Float64Array.from(this.#differencesPaise).sort();
    const groups = [...this.#groups.values()];
    let changed = 0;
    let sumPaise = 0;
    for (const group of groups) {
      changed += group.changed;
      sumPaise += group.sumPaise;
    }
    return {
      sampled: this.#sampled,
      changed,
      serviceable: this.#serviceable,
      unserviceable: this.#unserviceable,
      sum: toRupees(sumPaise),
      mean: differences.length === 0 ? null : toRupees(meanPaise(sumPaise, differences.length)),
      p5: nearestRank(differences, 5),
      p50: nearestRank(differences, 50),
      p95: nearestRank(differences, 95),
      ...(cut && { cut }),
      groups: groups.sort(byImportance).slice(0, MAX_IMPACT_GROUPS).map(shown),
    };
  }

  #addToGroup(former: PartnerPrice, paise: number): void {
    const lane = former.lane();
    const band = bandOf(former.chargeableGrams);
    const key = `${band} ${lane}`;
    let group = this.#groups.get(key);
    if (group === undefined) this.#groups.set(key, (group = { lane, band, changed: 0, sumPaise: 0 }));
    group.changed += 1;
    group.sumPaise += paise;
  }
}

/** The position of the last band that begins at or below this weight. */
export const bandOf = (grams: number): number => IMPACT_BANDS_KG.findLastIndex((kg) => kg * GRAMS_A_KG <= grams);

/** Rounded half up, also below zero: −0.5 is 0. */
export function meanPaise(sumPaise: number, count: number): number {
  const rest = ((sumPaise % count) + count) % count;
  return (sumPaise - rest) / count + (2 * rest >= count ? 1 : 0);
}

/** The smallest difference that `percent` of all are at most, in Rupees; null: there are none. */
function nearestRank(sorted: Float64Array, percent: number): number | null {
  const paise = sorted[Math.ceil((percent * sorted.length) / 100) - 1];
  return paise === undefined ? null : toRupees(paise);
}

/** The largest sum first, whatever its sign; then by lane and weight, so that the order is always the same. */
function byImportance(a: Group, b: Group): number {
  const bySum = Math.abs(b.sumPaise) - Math.abs(a.sumPaise);
  if (bySum !== 0) return bySum;
  if (a.lane !== b.lane) return a.lane < b.lane ? -1 : 1;
  return a.band - b.band;
}

function shown({ lane, band, changed, sumPaise }: Group): ImpactGroup {
  return {
    lane,
    kgFrom: IMPACT_BANDS_KG[band]!,
    kgTo: IMPACT_BANDS_KG[band + 1] ?? null,
    changed,
    sum: toRupees(sumPaise),
  };
}
