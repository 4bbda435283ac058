/** Lines as they come: what is known of each parcel, and what needs no price. */
import { type BilledLegs, legAmounts } from './billed-legs.js';
import { type CauseAmounts, type LineStatus } from './causes.js';
import { type NotOwed, statusOf } from './decompose.js';
import { isUnreadable, type LineFinding, type PricedBy } from './finding.js';
import type { BilledRoute, InvoiceLine, Leg, ShipmentFacts, UnreadableLine } from './line.js';
import { legsOf } from './line.js';
import { weightOf } from './question.js';
import type { OutcomeBook } from './outcome-book.js';
import { factsOf, type ParcelKeys, type ShipmentBook } from './shipment-book.js';

/** What lines are held against. */
export interface Knowledge {
  /** The sheet of shipments; null: none was given, and nothing is called not booked. */
  shipments: ShipmentBook | null;
  /** What the node assigned, by partnerId. */
  assignments: ReadonlyMap<string, ShipmentBook>;
  /** What became of parcels, as the node knows it, by partnerId. */
  outcomes: ReadonlyMap<string, OutcomeBook>;
  /** What counts for all parcels of which no other source says it. */
  set: ShipmentFacts;
  /** Legs that earlier invoices have billed; this one's are added. */
  billed: BilledLegs;
  keysOf(line: { awb: string; ref: string }): ParcelKeys;
  /** The same of a row of shipments. */
  rowKeysOf(row: { awb: string; ref: string }): ParcelKeys;
  /** The lane or zone that the house holds for two ends. */
  routeOf(partnerId: string, facts: ShipmentFacts): BilledRoute | undefined;
  /** A parcel that came back was paid for all the same. */
  codOnReturn: boolean;
  tolerancePaise: number;
  /** Where neither shipment nor line have a day. */
  date: string | null;
  today: string;
}

/** A line that needs prices. */
export interface PendingLine {
  line: InvoiceLine;
  facts: ShipmentFacts;
  date: string;
  pricedBy: PricedBy;
  legs: readonly Leg[];
  notOwed: ReadonlyMap<Leg, NotOwed>;
  route: BilledRoute | undefined;
  /** No weight is known but the charged one. */
  isUnweighed: boolean;
  isNotCollected: boolean;
  /** What it is if it has no price. */
  unpriced: LineFinding;
}

export type TakenLine = { finding: LineFinding } | { pending: PendingLine };

/** By the AWB, or else by the order. null: it has neither */
export function parcelKey({ awb, ref }: ParcelKeys): string | null {
  if (awb !== '') return `A${awb}`;
  return ref === '' ? null : `R${ref}`;
}

/** The status of the first keys by which the node knows what became of a parcel. */
export function outcomeOf(
  partnerId: string,
  names: readonly ParcelKeys[],
  { outcomes }: Pick<Knowledge, 'outcomes'>,
): ShipmentFacts {
  const book = outcomes.get(partnerId);
  for (const keys of names) {
    const status = book?.find(keys);
    if (status !== undefined) return { status };
  }
  return {};
}

/** Takes lines in the order of the sheet: what is billed twice depends on it. */
export class Intake {
  constructor(private readonly known: Knowledge) {}

  take(line: InvoiceLine | UnreadableLine): TakenLine {
    const keys = this.known.keysOf(line);
    const key = parcelKey(keys);
    if (isUnreadable(line)) return { finding: this.#unreadable(line, keys, key) };
    if (key === null) return { finding: this.#unreadable(asUnreadable(line), keys, key) };
    const sheet = this.known.shipments?.find(keys);
    const row = sheet === undefined ? null : this.known.shipments!.at(sheet);
    const book = this.known.assignments.get(line.partnerId);
    // an order's id may stand in the row alone
    const assigned = book?.find(keys) ?? (row === null ? undefined : book?.find(this.known.rowKeysOf(row)));
    const parcels = [...(row === null ? [] : [row]), ...(assigned === undefined ? [] : [book!.at(assigned)])];
    const ours = parcels.map(({ facts }) => facts);
    const outcome = outcomeOf(line.partnerId, [keys, ...parcels.map(this.known.rowKeysOf)], this.known);
    const facts = factsOf([...ours, outcome, this.known.set, line.own]);
    const isCredit = line.totalPaise < 0;
    const legs = legsOf(line.direction);
    const notOwed = this.#notOwed(key, legs, factsOf([...ours, outcome]).status);
    const isDuplicate = legs.every((leg) => notOwed.get(leg) === 'DUPLICATE');
    const amounts = legAmounts(legs, line.totalPaise, line.amounts.rto);
    if (isCredit) this.known.billed.credit(key, amounts);
    else {
      for (const amount of amounts) this.known.billed.bill(key, amount);
      if (sheet !== undefined) this.known.shipments!.markBilled(sheet);
      if (assigned !== undefined) book!.markBilled(assigned);
    }
    const bare = { line, reason: null, priced: null, pricedBy: null, isUnweighed: false, legs: amounts };
    const whole = (cause: keyof CauseAmounts, status: LineStatus): TakenLine => ({
      finding: {
        ...bare,
        status,
        billedPaise: line.totalPaise,
        expectedPaise: 0,
        causes: { [cause]: line.totalPaise },
      },
    });
    const status = statusOf(line.totalPaise, this.known.tolerancePaise);
    if (isCredit) return whole('CREDIT', 'CREDIT');
    if (this.known.shipments !== null && ours.length === 0) return whole('NOT_BOOKED', status);
    if (facts.status === 'CANCELLED') return whole('CANCELLED', status);
    if (isDuplicate) return whole('DUPLICATE', status);
    const isBack = facts.status === 'RETURNED' || (facts.status === undefined && legs.includes('RTO'));
    return {
      pending: {
        line,
        facts,
        ...this.#dateOf(facts, line),
        legs,
        notOwed,
        route: this.known.routeOf(line.partnerId, facts),
        isUnweighed: weightOf(facts) === null,
        isNotCollected: isBack && !this.known.codOnReturn,
        unpriced: {
          ...bare,
          status: 'UNPRICED',
          billedPaise: line.totalPaise,
          expectedPaise: null,
          causes: {},
        },
      },
    };
  }

  /** It bills what can be read of it. */
  #unreadable(line: UnreadableLine, keys: ParcelKeys, key: string | null): LineFinding {
    const { direction, totalPaise, unreadable } = line;
    const legs = direction === null || totalPaise === null ? [] : legAmounts(legsOf(direction), totalPaise, undefined);
    if (key !== null && totalPaise !== null && totalPaise < 0) this.known.billed.credit(key, legs);
    else if (key !== null) {
      for (const amount of legs) this.known.billed.bill(key, amount);
      for (const book of [this.known.shipments, ...this.known.assignments.values()]) {
        const number = book?.find(keys);
        if (number !== undefined) book!.markBilled(number);
      }
    }
    return {
      line,
      status: 'UNREADABLE',
      billedPaise: totalPaise ?? 0,
      expectedPaise: null,
      causes: {},
      reason: `${unreadable.field}: ${unreadable.word}`,
      priced: null,
      pricedBy: null,
      isUnweighed: false,
      legs: key === null ? [] : legs,
    };
  }

  /** Each leg has one reason; one that was billed before is so whatever became of the parcel. */
  #notOwed(key: string, legs: readonly Leg[], status: ShipmentFacts['status']): Map<Leg, NotOwed> {
    const found = new Map<Leg, NotOwed>();
    for (const leg of legs) {
      if (this.known.billed.has(key, leg)) found.set(leg, 'DUPLICATE');
      else if (leg === 'RTO' && status === 'DELIVERED') found.set(leg, 'DIRECTION');
    }
    return found;
  }

  #dateOf(facts: ShipmentFacts, line: InvoiceLine): { date: string; pricedBy: PricedBy } {
    if (facts.date !== undefined) return { date: facts.date, pricedBy: 'shipment' };
    if (line.date !== null) return { date: line.date, pricedBy: 'line' };
    if (this.known.date !== null) return { date: this.known.date, pricedBy: 'option' };
    return { date: this.known.today, pricedBy: 'today' };
  }
}

const asUnreadable = ({ direction, totalPaise, ...place }: InvoiceLine): UnreadableLine => ({
  line: place.line,
  awb: place.awb,
  ref: place.ref,
  date: place.date,
  invoice: place.invoice,
  cells: place.cells,
  direction,
  totalPaise,
  unreadable: { field: 'awb', word: '' },
});
