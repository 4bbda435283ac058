/** What an import does: what moves, before and after. */
import type { Coverage } from './state.js';

/** A count of what a sheet changes. */
export interface Effect {
  what: string;
  count: number;
  before: number | null;
  after: number | null;
}

const WORDS: Readonly<Record<string, string>> = {
  PICKUP: 'pickup',
  DELIVERY: 'delivery',
  COD: 'COD',
  PREPAID: 'prepaid',
  REVERSE: 'reverse pickup',
  ODA: 'ODA',
  HILL: 'HILL',
};

export class EffectCounter {
  readonly #lost = new Map<string, number>();
  readonly #gained = new Map<string, number>();
  readonly #before = new Map<string, number>();
  #moved = 0;
  #blockedBefore = 0;
  #blocked = 0;
  #unblocked = 0;
  /** Served pincodes that move, or lose pickup or delivery. */
  #taken = 0;
  readonly #takenBy = new Map<string, number>();

  /** @param covered all that is covered before */
  constructor(private readonly covered: ReadonlyMap<string, Coverage>) {
    for (const coverage of covered.values()) {
      if (coverage.isBlocked) this.#blockedBefore++;
      for (const name of factsOf(coverage)) this.#before.set(name, (this.#before.get(name) ?? 0) + 1);
    }
  }

  /** @param before undefined: it was not covered @param after undefined: it no longer is */
  add(before: Coverage | undefined, after: Coverage | undefined): void {
    const [was, is] = [before, after].map((each) => new Set(each === undefined ? [] : factsOf(each))) as [
      Set<string>,
      Set<string>,
    ];
    for (const name of Object.keys(WORDS)) {
      if (was.has(name) && !is.has(name)) add(this.#lost, name);
      if (!was.has(name) && is.has(name)) add(this.#gained, name);
    }
    if (before?.isBlocked === true && after?.isBlocked !== true) this.#unblocked++;
    if (before?.isBlocked !== true && after?.isBlocked === true) this.#blocked++;
    if (before === undefined) return;
    const hasMoved = after !== undefined && before.zoneId !== after.zoneId;
    if (hasMoved) this.#moved++;
    const losses = [
      ...(hasMoved ? ['zone'] : []),
      ...['PICKUP', 'DELIVERY'].filter((name) => was.has(name) && !is.has(name)).map((name) => WORDS[name]!),
    ];
    if (losses.length > 0) this.#taken++;
    for (const name of losses) add(this.#takenBy, name);
  }

  get effects(): Effect[] {
    const changed = Object.entries(WORDS).flatMap(([name, word]): Effect[] => {
      const before = this.#before.get(name) ?? 0;
      const [lost, gained] = [this.#lost.get(name) ?? 0, this.#gained.get(name) ?? 0];
      const after = before - lost + gained;
      return [
        ...(lost > 0 ? [{ what: `pincodes lose ${word}`, count: lost, before, after }] : []),
        ...(gained > 0 ? [{ what: `pincodes get ${word}`, count: gained, before, after }] : []),
      ];
    });
    const plain = (what: string, count: number, before: number | null = null, after: number | null = null): Effect[] =>
      count === 0 ? [] : [{ what, count, before, after }];
    const blocked = [this.#blockedBefore, this.#blockedBefore + this.#blocked - this.#unblocked] as const;
    return [
      ...changed,
      ...plain('pincodes move to another zone', this.#moved),
      ...plain('pincodes are blocked', this.#blocked, ...blocked),
      ...plain('pincodes are no longer blocked', this.#unblocked, ...blocked),
    ];
  }

  /** Where the sheet takes more than a tenth of the service away, what it takes by which columns; null: it does not. */
  get loss(): string | null {
    const served = this.covered.size;
    if (this.#taken * 10 <= served) return null;
    const parts = [...this.#takenBy].map(([name, count]) => `${count.toLocaleString('en-IN')} by ${name}`);
    const [taken, all] = [this.#taken, served].map((count) => count.toLocaleString('en-IN'));
    return `${taken} of ${all} covered pincodes would lose pickup or delivery, or move to another zone: ${parts.join(', ')}`;
  }
}

const factsOf = ({ services, attributes }: Coverage): string[] => [...services, ...attributes];

const add = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
