/** What a courier bills for an order, right or wrong, and what of it is wrong. Amounts are paise. */
import type { Order } from './orders.js';
import { CAUSE_OF_PART, CAUSES, type Part, PARTS, taxOn } from './parts.js';
import type { DemoPrices, Price } from './prices.js';

export type Leg = 'FORWARD' | 'RTO';

/** What the total of an invoice stands for, and its columns. */
export interface Basis {
  withTax: boolean;
  /** The parts of the total where it is not all. */
  compare: readonly Part[] | null;
  columns: readonly Part[];
}

/** What a line claims beyond the price of its legs. */
export interface Claim {
  legs?: readonly Leg[];
  /** Grams in place of ours. */
  charged?: number;
  /** `lane` or `toZoneId`. */
  route?: { lane?: string; toZoneId?: number };
  /** Paise on top of a part, without tax. */
  add?: Partial<Record<Part, number>>;
  addTax?: number;
  /** Of the total alone. */
  addTotal?: number;
  /** Legs that are not owed. */
  notOwed?: { cause: 'DUPLICATE' | 'DIRECTION'; leg: Leg };
  /** Why nothing of the line is owed. */
  whole?: 'CREDIT' | 'NOT_BOOKED' | 'CANCELLED' | 'DUPLICATE';
  /** Whole Rupees. */
  inRupees?: boolean;
  /** A cell that nobody can read: its field and its text. */
  unreadable?: { field: string; text: string };
}

export interface Seed {
  /** Names of causes, or why the line is neither right nor wrong. */
  cause: string;
  status: string;
  /** null: it has no price. */
  expected: number | null;
  causes: Record<string, number>;
}

export interface BilledLine {
  order: Order;
  claim: Claim;
  legs: readonly Leg[];
  charged: number;
  lane: string | null;
  toZone: string;
  amounts: Record<Part | 'tax' | 'total', number>;
  seed: Seed;
}

const TOLERANCE = 100;
const HALF_A_RUPEE = 50;

export class Biller {
  constructor(
    private readonly prices: DemoPrices,
    private readonly basis: Basis,
  ) {}

  bill(order: Order, claim: Claim = {}): BilledLine {
    const { legs = ['FORWARD'], charged, route, add = {}, addTax = 0, addTotal = 0 } = claim;
    // where nobody knows the weight, the charged one counts
    const own = order.grams === null ? charged : undefined;
    const ours = this.#legs(order, legs, own);
    const weighed = charged === undefined ? ours : this.#legs(order, legs, charged);
    const claimed = route === undefined ? weighed : this.#legs(order, legs, charged, route);
    const amounts = this.#amounts(claimed, add, addTax);
    amounts.total += addTotal;
    if (claim.inRupees === true) amounts.total = Math.round(amounts.total / 100) * 100;
    if (claim.whole === 'CREDIT')
      for (const name of Object.keys(amounts) as (keyof typeof amounts)[]) amounts[name] *= -1;
    const rounding = amounts.total - this.#amounts(claimed, add, addTax).total;
    const causes: Record<string, number> = {};
    if (claim.whole !== undefined) causes[claim.whole] = amounts.total;
    else {
      const { notOwed } = claim;
      if (notOwed !== undefined) causes[notOwed.cause] = this.#total([ours[legs.indexOf(notOwed.leg)]!]);
      causes['WEIGHT'] = this.#total(weighed) - this.#total(ours);
      causes['LANE'] = this.#total(claimed) - this.#total(weighed);
      for (const [cause, paise] of this.#added(add)) causes[cause] = (causes[cause] ?? 0) + paise;
      causes['TAX'] = addTax;
      causes[Math.abs(rounding) <= (claim.inRupees === true ? HALF_A_RUPEE : 1) ? 'ROUNDING' : 'RATE'] = rounding;
    }
    const last = claimed.at(-1)!;
    return {
      ...{ order, claim, legs, amounts },
      charged: charged ?? last.grams,
      lane: route?.lane ?? claimed[0]!.lane,
      toZone: claimed[0]!.toZone,
      seed: seedOf(causes, amounts.total, claim),
    };
  }

  /** A line to where the courier has no price: billed as to another place. */
  unpriced(order: Order, like: Order, legs: readonly Leg[] = ['FORWARD']): BilledLine {
    const line = this.bill({ ...like, grams: order.grams, payment: order.payment, value: order.value });
    const reason = this.prices.price(questionOf(order, legs[0]!));
    if (typeof reason !== 'string') throw new Error(`${order.ref} has a price`);
    return { ...line, order, legs, seed: { cause: reason, status: 'UNPRICED', expected: null, causes: {} } };
  }

  /** A charged weight above ours that costs more. */
  heavier(order: Order, steps = 1): number {
    const ours = this.#legs(order, ['FORWARD']);
    let left = steps;
    let before = this.#total(ours);
    for (let grams = 500 * Math.ceil((ours[0]!.grams + 1) / 500); ; grams += 500) {
      const total = this.#total(this.#legs(order, ['FORWARD'], grams));
      if (total !== before && --left === 0) return grams;
      before = total;
    }
  }

  #legs(order: Order, legs: readonly Leg[], charged?: number, route?: Claim['route']): Price[] {
    return legs.map((leg) => {
      const price = this.prices.price(questionOf(order, leg, charged, route));
      if (typeof price === 'string') throw new Error(`${order.ref} has no price: ${price}`);
      return price;
    });
  }

  #counts(part: Part): boolean {
    return this.basis.compare?.includes(part) ?? true;
  }

  #total(legs: readonly Price[]): number {
    return this.#amounts(legs, {}, 0).total;
  }

  /** Parts without a column stand in another one. */
  #columnOf(part: Part): Part {
    const { columns } = this.basis;
    if (columns.includes(part)) return part;
    if (part === 'rto' || !columns.includes('other')) return 'freight';
    return 'other';
  }

  /** The causes of what is added, with the tax on each. */
  #added(add: Partial<Record<Part, number>>): Map<string, number> {
    const causes = new Map<string, number>();
    for (const part of PARTS) {
      const cause = CAUSE_OF_PART[this.#columnOf(part)];
      if (add[part] !== undefined) causes.set(cause, (causes.get(cause) ?? 0) + add[part]);
    }
    return new Map([...causes].map(([cause, paise]) => [cause, paise + (this.basis.withTax ? taxOn(paise) : 0)]));
  }

  #amounts(legs: readonly Price[], add: Partial<Record<Part, number>>, addTax: number): BilledLine['amounts'] {
    const amounts = Object.fromEntries([...PARTS, 'tax', 'total'].map((name) => [name, 0])) as BilledLine['amounts'];
    const { withTax } = this.basis;
    for (const part of PARTS) {
      if (!this.#counts(part)) continue;
      const paise = legs.reduce((sum, { parts }) => sum + parts[part], add[part] ?? 0);
      amounts[this.#columnOf(part)] += paise;
      amounts.total += paise;
    }
    if (!withTax) return amounts;
    const added = [...this.#added(add)].reduce((sum, [, paise]) => sum + paise, 0);
    const net = Object.values(add).reduce((sum, paise) => sum + paise, 0);
    amounts.tax = legs.reduce((sum, { tax }) => sum + tax, 0) + added - net + addTax;
    amounts.total += amounts.tax;
    return amounts;
  }
}

function questionOf(order: Order, leg: Leg, charged?: number, route?: Claim['route']): object {
  const { partnerId, from, to, grams, sides, payment, value, type, date, status } = order;
  const [length, width, height] = sides ?? [];
  const isBack = status === 'RTO Delivered' || (status !== 'Delivered' && leg === 'RTO');
  const dimensions = sides === null ? {} : { dimensions: { length, width, height } };
  const isHeavy = grams !== null && grams > MAX_WEIGHT_GRAMS;
  return {
    ...{ partnerId, pickupPincode: from, deliveryPincode: to, shipmentType: type, paymentType: payment },
    ...(isHeavy
      ? { pieces: [{ count: 1, weight: grams, ...dimensions }] }
      : grams !== null && { weight: grams, ...dimensions }),
    declaredValue: value,
    ...(payment === 'COD' && { codAmount: value }),
    ...(leg === 'RTO' && { direction: 'RTO' }),
    shipDate: date,
    assume: {
      carried: true,
      ...(isBack && { collected: false }),
      ...(charged !== undefined && { chargeableWeight: charged }),
      ...route,
    },
  };
}

/** Above it a weight is that of a piece. */
const MAX_WEIGHT_GRAMS = 50_000;

function seedOf(given: Record<string, number>, billed: number, { unreadable }: Claim): Seed {
  const causes = Object.fromEntries(CAUSES.flatMap((cause) => (given[cause] ? [[cause, given[cause]]] : [])));
  if (unreadable !== undefined)
    return { cause: `${unreadable.field}: ${unreadable.text}`, status: 'UNREADABLE', expected: null, causes: {} };
  const difference = Object.values(causes).reduce((sum, paise) => sum + paise, 0);
  const isCredit = 'CREDIT' in causes;
  const status =
    difference === 0
      ? 'OK'
      : isCredit
        ? 'CREDIT'
        : Math.abs(difference) <= TOLERANCE
          ? 'WITHIN'
          : difference > 0
            ? 'OVERBILLED'
            : 'UNDERBILLED';
  return { cause: Object.keys(causes).join('+'), status, expected: billed - difference, causes };
}
