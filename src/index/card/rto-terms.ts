/** The terms of a rate card for the return of undelivered parcels. */
import { toRate } from '../../domain/money.js';
import type { RtoTermsColumns } from '../../domain/rate-card.js';
import type { RtoTerms } from '../../model/documents.js';
import { builderOf, columnsOf, resolveAs, table, unpacked } from '../columns.js';
import type { Block } from '../layout.js';
import type { CardDocuments } from './documents.js';
import { laneNumbers } from './lanes.js';
import { orderedTerms, routeColumns } from './route-terms.js';
import { DATES, numbersFromOne } from './rows.js';

const { f64, u8 } = columnsOf<RtoTerms>();

const ROWS = {
  id: f64(({ id }) => id),
  isPercentage: u8(({ basis }) => (basis === 'PERCENT_OF_FORWARD' ? 1 : 0)),
  value: f64(({ percent }) => toRate(percent ?? 0)),
  ...DATES,
};

function columnsFor(documents: Pick<CardDocuments, 'rtoTerms' | 'laneRules'>) {
  const lanes = laneNumbers(documents);
  const { rows, start, customers } = orderedTerms(documents.rtoTerms, lanes);
  return { rows: { ...table(ROWS, rows), ...table(routeColumns(lanes), rows), start }, customers };
}

export const buildRtoTerms = builderOf(columnsFor);

export function resolveRtoTerms(block: Block): RtoTermsColumns {
  const { rows, customers } = resolveAs<typeof columnsFor>(block);
  return { ...rows, customers: numbersFromOne(unpacked<string[]>(customers)) };
}
