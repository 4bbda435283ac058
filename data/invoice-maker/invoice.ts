/** An invoice that is being made: its orders, its lines, and what of them is wrong. */
import { Random } from '../demo-maker/random.js';
import { Biller, type Basis, type BilledLine, type Claim } from './bill.js';
import { type Order, OrderBook, type OrderForm } from './orders.js';
import type { DemoPrices } from './prices.js';

/** A cell of CSV, as it is to stand in the sheet. */
export type Cells = readonly string[];

export interface Courier {
  /** Of its files and its map. */
  name: string;
  /** null: a column says whose each line is. */
  partnerId: string | null;
  /** A number of its own for its random choices. */
  seed: number;
  basis: Basis;
  orders: OrderForm;
  /** What all its lines are. */
  usual?: Claim;
  headings: Cells;
  /** Lines of the sheet that are no lines of the invoice, by the number of lines before them. */
  between?: (number: number, lines: readonly BilledLine[]) => Cells[];
  rowOf: (line: BilledLine, number: number) => Cells;
  /** What is wrong, one after the other, with right lines between. */
  faults: (draft: InvoiceDraft) => BilledLine[][];
  orderHeadings: Cells;
  /** Rows of the sheet of orders: one, or one for each item. */
  orderRows: (order: Order) => Cells[];
  encoding?: 'utf8' | 'utf8-bom' | 'latin1';
  endOfLine?: '\n' | '\r\n';
}

/** What the demo's couriers cover. */
export interface DemoPlaces {
  /** By partner, where it delivers. */
  destinations: ReadonlyMap<string, readonly string[]>;
  /** By partner, a pincode that it does not cover; some cover all. */
  farPincodes: ReadonlyMap<string, string>;
  /** By partnerId and name. */
  zoneIds: ReadonlyMap<string, number>;
}

export class InvoiceDraft {
  readonly random: Random;
  readonly biller: Biller;
  readonly #orders: OrderBook;
  readonly #usual: Claim;
  /** Those of the sheet of orders. */
  readonly booked: Order[] = [];
  readonly unbilled: Order[] = [];
  /** What earlier invoices have billed: rows of a ledger. */
  readonly ledger: Cells[] = [];
  /** Of a zone of the courier. */
  readonly zoneId: (name: string) => number;
  /** Where a courier has no zone. */
  readonly farPincode: (partnerId: string) => string;

  constructor(prices: DemoPrices, courier: Courier, places: DemoPlaces) {
    const { destinations } = places;
    this.zoneId = (name) => places.zoneIds.get(`${courier.partnerId} ${name}`)!;
    this.farPincode = (partnerId) => places.farPincodes.get(partnerId)!;
    this.#usual = courier.usual ?? {};
    this.random = new Random(courier.seed);
    this.biller = new Biller(prices, courier.basis);
    this.#orders = new OrderBook(this.random, courier.orders, destinations);
  }

  order(own: Partial<Order> = {}): Order {
    const order = this.#orders.next(own);
    this.booked.push(order);
    return order;
  }

  /** An order that nobody has booked. */
  unknownOrder(): Order {
    return this.#orders.next();
  }

  /** A line of a new order. */
  line(claim: Claim | ((order: Order) => Claim) = {}, own: Partial<Order> = {}): BilledLine {
    const order = this.order(own);
    return this.bill(order, typeof claim === 'function' ? claim(order) : claim);
  }

  /** A line that an earlier invoice has. */
  earlier(invoice: string): BilledLine {
    const line = this.line();
    const { order, amounts } = line;
    this.ledger.push([order.awb, order.ref, 'FORWARD', invoice, rupees(amounts.total)]);
    return line;
  }

  /** Another line of an order. */
  again({ order }: BilledLine, claim: Claim = {}): BilledLine {
    return this.bill(order, claim);
  }

  bill(order: Order, claim: Claim): BilledLine {
    return this.biller.bill(order, { ...this.#usual, ...claim });
  }

  readonly heavier =
    (steps = 1, more: Claim = {}) =>
    (order: Order): Claim => ({ charged: this.biller.heavier(order, steps), ...more });
}

/** Two right lines, or a few more, between one fault and the next. */
export function linesOf(draft: InvoiceDraft, courier: Courier): BilledLine[] {
  const lines: BilledLine[] = [];
  for (const faulty of courier.faults(draft)) {
    for (let count = draft.random.integer(1, 3); count > 0; count--) lines.push(draft.line());
    lines.push(...faulty);
  }
  for (let count = 0; count < UNBILLED; count++) draft.unbilled.push(draft.order({ status: 'In transit' }));
  lines.push(draft.line());
  return lines;
}

const UNBILLED = 3;

/** `12.34` */
export const rupees = (paise: number): string => (paise / 100).toFixed(2);
/** `1.250` */
export const kilograms = (grams: number): string => (grams / 1_000).toFixed(3);
export const forced = (text: string): string => `="${text}"`;
/** `07-Nov-26` of `2026-11-07`. */
export const namedDay = (date: string): string => `${date.slice(8)}-Nov-${date.slice(2, 4)}`;
export const numberedDay = (date: string): string => date.split('-').reverse().join('-');
