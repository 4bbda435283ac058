/** The terms of the return of an undelivered parcel (docs/rules.md#rto-terms). Rows are numbers; NO_ROW is none. */
import type { RtoTermsColumns, Shipment } from './rate-card.js';
import { NO_ROW } from './rates.js';
import { termsRow } from './route-terms.js';
import { RTO_DIRECTION } from './vocabulary.js';

/**
 * The terms (`termsRow`) that price a shipment by percent of its forward charges; NO_ROW: rows of its own direction
 * price it.
 * @param lane of the route
 */
export function percentTerms(
  terms: RtoTermsColumns,
  shipment: Pick<Shipment, 'direction' | 'customerId' | 'rowServices' | 'now'>,
  lane: number,
): number {
  if (shipment.direction !== RTO_DIRECTION) return NO_ROW;
  const row = termsRow(terms, shipment, lane);
  return row !== NO_ROW && terms.isPercentage[row] === 1 ? row : NO_ROW;
}
