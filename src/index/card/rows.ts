/** Code for the rows of several parts of a rate card. */
import { periodOf, type Validity } from '../../domain/dates.js';
import { toPaise, toRate } from '../../domain/money.js';
import type { RateType } from '../../domain/vocabulary.js';
import { columnsOf } from '../columns.js';

/** The columns of AmountColumns that hold a row's amount. */
export function amounts<R>(typeOf: (row: R) => RateType, valueOf: (row: R) => number) {
  const { u8, f64 } = columnsOf<R>();
  const isPercentage = (row: R): boolean => typeOf(row) === 'percentage';
  return {
    isPercentage: u8((row) => (isPercentage(row) ? 1 : 0)),
    value: f64((row) => (isPercentage(row) ? toRate : toPaise)(valueOf(row))),
  };
}

const { f64, ifAny } = columnsOf<Validity>();

/** DatedColumns, for rows of any kind. */
export const DATES = ifAny(({ validFrom, validTo }) => validFrom || validTo, {
  validFrom: f64((row) => periodOf(row).fromMs),
  validTo: f64((row) => periodOf(row).toMs),
});

/**
 * The customers with their own rows, and the owner number of each row: 0 everyone, k the k-th of these customers in
 * the order of their names.
 */
export function ownersOf<R extends { customerId?: string | null }>(rows: readonly R[]) {
  const customers = [...new Set(rows.flatMap(({ customerId }) => (customerId ? [customerId] : [])))].sort();
  const numbers = numbersFromOne(customers);
  return { customers, ownerOf: ({ customerId }: R): number => (customerId ? numbers.get(customerId)! : 0) };
}

/** The number of each customer or other name, from 1. */
export const numbersFromOne = (customers: readonly string[]): ReadonlyMap<string, number> =>
  new Map(customers.map((customer, index) => [customer, index + 1]));
