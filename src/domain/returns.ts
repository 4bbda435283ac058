/** What the return of an undelivered parcel goes by (docs/rules.md#rto-terms). Rows are numbers; NO_ROW is none. */
import { isRowInForce } from './dates.js';
import type { RtoTermsColumns, Shipment } from './rate-card.js';
import { NO_ROW } from './rates.js';
import { RTO_DIRECTION } from './vocabulary.js';

/**
 * The terms that price a shipment by percent of its forward charges; NO_ROW: rows of its own direction price it. Order
 * of precedence of an RTO's terms, of those in force:
 *
 * 1. the customer's, before the general ones;
 * 2. the latest validFrom; none is the earliest;
 * 3. the highest id.
 */
export function percentTerms(
  terms: RtoTermsColumns,
  { direction, customerId, now }: Pick<Shipment, 'direction' | 'customerId' | 'now'>,
): number {
  if (direction !== RTO_DIRECTION) return NO_ROW;
  const owner = customerId === null ? undefined : terms.customers.get(customerId);
  const own = owner === undefined ? NO_ROW : firstInForce(terms, owner, now);
  const row = own === NO_ROW ? firstInForce(terms, EVERYONE, now) : own;
  return row !== NO_ROW && terms.isPercentage[row] === 1 ? row : NO_ROW;
}

const EVERYONE = 0;

function firstInForce(terms: RtoTermsColumns, owner: number, at: number): number {
  const end = terms.start[owner + 1]!;
  for (let row = terms.start[owner]!; row < end; row++)
    if (isRowInForce(terms.validFrom, terms.validTo, row, at)) return row;
  return NO_ROW;
}
