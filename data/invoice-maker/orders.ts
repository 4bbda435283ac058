/** Orders of a seller in Delhi: what was shipped, by whom, and how it ended. */
import type { PincodeRow } from '../../src/model/documents.js';
import type { Random } from '../demo-maker/random.js';

export interface Order {
  ref: string;
  awb: string;
  partnerId: string;
  from: string;
  to: string;
  /** null: nobody has weighed it. */
  grams: number | null;
  /** cm */
  sides: readonly [number, number, number] | null;
  payment: 'COD' | 'PREPAID';
  /** Rupees. */
  value: number;
  type: 'B2C' | 'B2B';
  /** A day in November 2026. */
  date: string;
  status: 'Delivered' | 'RTO Delivered' | 'Cancelled' | 'In transit';
}

export const WAREHOUSE = '110001';

/** Towns to which orders go: of each city its first pincode, of four cities all. */
const WHOLE_CITIES = ['1100', '4000', '4110', '5600'];

export function destinationsOf(pincodes: readonly PincodeRow[]): string[] {
  const cities = new Set<number>();
  return pincodes
    .filter(({ pincode, cityId, source }) => {
      if (WHOLE_CITIES.some((start) => pincode.startsWith(start))) return true;
      if (source === 'couriers' || cities.has(cityId)) return false;
      cities.add(cityId);
      return true;
    })
    .map(({ pincode }) => pincode)
    .filter((pincode) => pincode !== WAREHOUSE);
}

/** How the orders of one courier are. */
export interface OrderForm {
  prefix: string;
  /** Of the AWB, with its number of digits. */
  awb: (number: number) => string;
  partnerIds: readonly string[];
  grams: (random: Random, ref: string) => number;
  hasSides: boolean;
  paidBy: (random: Random) => Order['payment'];
  value: (random: Random) => number;
  type: Order['type'];
}

export class OrderBook {
  #count = 0;

  constructor(
    private readonly random: Random,
    private readonly form: OrderForm,
    /** By partner, where it delivers. */
    private readonly destinations: ReadonlyMap<string, readonly string[]>,
  ) {}

  next(own: Partial<Order> = {}): Order {
    const { random, form } = this;
    const number = ++this.#count;
    const partnerId = own.partnerId ?? form.partnerIds[number % form.partnerIds.length]!;
    const day = 1 + Math.floor((number * 14) / MOST_ORDERS);
    const ref = `${form.prefix}${String(700_000 + number)}`;
    return {
      ref,
      awb: form.awb(number),
      partnerId,
      from: WAREHOUSE,
      to: random.pick(this.destinations.get(partnerId)!),
      grams: form.grams(random, ref),
      sides:
        form.hasSides && random.chance(0.2)
          ? [random.integer(10, 30), random.integer(8, 20), random.integer(2, 12)]
          : null,
      payment: form.paidBy(random),
      value: form.value(random),
      type: form.type,
      date: `2026-11-${String(Math.min(day, 15)).padStart(2, '0')}`,
      status: 'Delivered',
      ...own,
    };
  }
}

/** So many fill the fortnight. */
const MOST_ORDERS = 140;
