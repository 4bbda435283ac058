/** The terms of a rate card for the return of undelivered parcels. */
import { periodOf } from '../../domain/dates.js';
import { toRate } from '../../domain/money.js';
import type { RtoTermsColumns } from '../../domain/rate-card.js';
import type { RtoTerms } from '../../model/documents.js';
import { builderOf, columnsOf, packed, resolveAs, startsOf, table, unpacked } from '../columns.js';
import type { Block } from '../layout.js';
import type { CardDocuments } from './documents.js';
import { DATES, numbersFromOne, ownersOf } from './rows.js';

const { f64, u8 } = columnsOf<RtoTerms>();

const ROWS = {
  id: f64(({ id }) => id),
  isPercentage: u8(({ basis }) => (basis === 'PERCENT_OF_FORWARD' ? 1 : 0)),
  value: f64(({ percent }) => toRate(percent ?? 0)),
  ...DATES,
};

function columnsFor({ rtoTerms }: Pick<CardDocuments, 'rtoTerms'>) {
  const active = rtoTerms.filter(({ status }) => status);
  const { customers, ownerOf } = ownersOf(active);
  const fromOf = (row: RtoTerms): number => periodOf(row).fromMs;
  const rows = active.sort((a, b) => ownerOf(a) - ownerOf(b) || descending(fromOf(a), fromOf(b)) || b.id - a.id);
  return {
    rows: { ...table(ROWS, rows), start: startsOf(rows.map(ownerOf), customers.length + 1) },
    customers: packed(customers),
  };
}

/** Also of infinite numbers. */
const descending = (a: number, b: number): number => (a === b ? 0 : a > b ? -1 : 1);

export const buildRtoTerms = builderOf(columnsFor);

export function resolveRtoTerms(block: Block): RtoTermsColumns {
  const { rows, customers } = resolveAs<typeof columnsFor>(block);
  return { ...rows, customers: numbersFromOne(unpacked<string[]>(customers)) };
}
