/** Sums of assignments by day in India: what a summary asks a store for, and what of an assignment counts in it. */
import { toPaise } from '../domain/money.js';
import { dayNumber, HOUR_MS, startOfDay } from '../domain/calendar.js';
import type { SummaryKey } from '../domain/vocabulary.js';
import { valueAt } from '../model/members.js';

/** Selects the assignments of one partner, or of all when `partnerId` is null, of whole days in India. */
export interface AssignmentSumsQuery {
  partnerId: string | null;
  /** Days since 1 January 1970; both included. */
  fromDay: number;
  toDay: number;
  by: SummaryKey;
  /** Unix milliseconds. */
  nowMs: number;
  /** The state of a delivery pincode, for a store that does not keep it; null: there is no such pincode. */
  stateOf(pincode: string): number | null;
}

/** What assignments sum up to. */
export interface Sums {
  parcels: number;
  /** Paise. */
  costPaise: number;
  codPaise: number;
}

/**
 * The sums of a key: a partnerId, an hour of the day (0 to 23), the id of a state, a payment type. An empty key: the
 * assignments were stored without it.
 */
export interface AssignmentSums extends Sums {
  key: string;
}

/** The part of an assignment's content that sums read. */
export interface AssignmentAmounts {
  /** '' where the assignment has none. */
  payment: string;
  costPaise: number;
  codPaise: number;
}

/** The day in India of a moment, and its hour from 0. @param atMs Unix milliseconds */
export function hourInIndia(atMs: number): { day: number; hour: number } {
  const day = dayNumber(atMs);
  return { day, hour: Math.floor((atMs - startOfDay(day)) / HOUR_MS) };
}

/** What an assignment's content says; 0 and '' for what an old one, or one of another program, leaves out. */
export function amountsOf(assignment: object): AssignmentAmounts {
  const method = valueAt(assignment, 'charges.paymentTerms.method');
  return {
    payment: typeof method === 'string' ? method : '',
    costPaise: paiseOf(valueAt(assignment, 'estimates.totalCost')),
    codPaise: paiseOf(valueAt(assignment, 'charges.paymentTerms.collectionAmount')),
  };
}

/** Paise of Rupees that may be anything. */
export const paiseOf = (rupees: unknown): number =>
  typeof rupees === 'number' && rupees >= 0 && rupees < Infinity ? toPaise(rupees) : 0;

export function addToKey<K>(sums: Map<K, Sums>, key: K, added: Sums): void {
  const sum = sums.get(key);
  if (sum === undefined)
    sums.set(key, { parcels: added.parcels, costPaise: added.costPaise, codPaise: added.codPaise });
  else addSums(sum, added);
}

export function addSums(sum: Sums, { parcels, costPaise, codPaise }: Sums): void {
  sum.parcels += parcels;
  sum.costPaise += costPaise;
  sum.codPaise += codPaise;
}
