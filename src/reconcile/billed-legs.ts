/** Which legs of which parcels were billed, in this invoice and in those before it. */
import { KeyIndex } from './key-index.js';
import { type Leg, LEGS } from './line.js';
import { withRoom } from './text-store.js';

/** An amount for legs of a parcel. */
export interface LegAmount {
  leg: Leg;
  totalPaise: number;
}

/**
 * A leg is billed until credits have given back all that was billed for it. A credit counts for the legs that it names,
 * and what it has beyond their amounts for the other legs of the parcel.
 */
export class BilledLegs {
  readonly #keys = new KeyIndex();
  /** By key and leg, paise. */
  #billed = new Float64Array(1_024);
  /** By key, a bit for each leg. */
  #legs = new Uint8Array(1_024);

  has(key: string, leg: Leg): boolean {
    const number = this.#keys.find(key);
    return number !== undefined && (this.#legs[number]! & bitOf(leg)) !== 0;
  }

  hasAny(key: string): boolean {
    const number = this.#keys.find(key);
    return number !== undefined && this.#legs[number]! !== 0;
  }

  bill(key: string, { leg, totalPaise }: LegAmount): void {
    const number = this.#numberOf(key);
    this.#billed[number * LEGS.length + LEGS.indexOf(leg)]! += totalPaise;
    this.#legs[number]! |= bitOf(leg);
  }

  /** @param credits with totals below 0 */
  credit(key: string, credits: readonly LegAmount[]): void {
    const number = this.#numberOf(key);
    let beyond = 0;
    for (const { leg, totalPaise } of credits) beyond += this.#take(number, leg, -totalPaise);
    for (const leg of LEGS) beyond = this.#take(number, leg, beyond);
  }

  /** @returns what is beyond the leg's amount */
  #take(number: number, leg: Leg, paise: number): number {
    if (paise <= 0 || (this.#legs[number]! & bitOf(leg)) === 0) return paise;
    const at = number * LEGS.length + LEGS.indexOf(leg);
    const taken = Math.min(paise, Math.max(0, this.#billed[at]!));
    this.#billed[at]! -= taken;
    if (this.#billed[at]! <= 0) this.#legs[number]! &= ~bitOf(leg);
    return paise - taken;
  }

  #numberOf(key: string): number {
    const number = this.#keys.add(key);
    this.#billed = withRoom(this.#billed, (number + 1) * LEGS.length);
    this.#legs = withRoom(this.#legs, number + 1);
    return number;
  }
}

const bitOf = (leg: Leg): number => 1 << LEGS.indexOf(leg);

/** What a line bills for each of its legs: of one amount for both, the return has its own column or else half. */
export function legAmounts(legs: readonly Leg[], totalPaise: number, rtoPaise: number | undefined): LegAmount[] {
  if (legs.length === 1) return [{ leg: legs[0]!, totalPaise }];
  const back =
    rtoPaise !== undefined && Math.abs(rtoPaise) <= Math.abs(totalPaise) ? rtoPaise : Math.trunc(totalPaise / 2);
  return [
    { leg: 'FORWARD', totalPaise: totalPaise - back },
    { leg: 'RTO', totalPaise: back },
  ];
}
