/** Which of a partner's terms a shipment goes by (docs/rules.md#weight-terms, docs/rules.md#rto-terms). */
import { isRowInForce } from './dates.js';
import { NO_LANE, type RouteTermColumns, type Shipment } from './rate-card.js';
import { NO_ROW } from './rates.js';

/**
 * The row that counts; NO_ROW: none does. Order of precedence of those that are in force, whose service is required and
 * whose lane is the route's:
 *
 * 1. the customer's, before the general ones;
 * 2. those with a service;
 * 3. those with a lane;
 * 4. the latest validFrom; none is the earliest;
 * 5. the highest id.
 *
 * @param lane of the route
 */
export function termsRow(
  terms: RouteTermColumns,
  { customerId, rowServices, now }: Pick<Shipment, 'customerId' | 'rowServices' | 'now'>,
  lane: number,
): number {
  if (terms.start.length === 0) return NO_ROW;
  const owner = customerId === null ? undefined : terms.customers.get(customerId);
  const own = owner === undefined ? NO_ROW : firstOf(terms, owner, rowServices, lane, now);
  return own === NO_ROW ? firstOf(terms, EVERYONE, rowServices, lane, now) : own;
}

const EVERYONE = 0;

function firstOf(terms: RouteTermColumns, owner: number, services: number, lane: number, at: number): number {
  const { service, lane: lanes } = terms;
  const end = terms.start[owner + 1]!;
  for (let row = terms.start[owner]!; row < end; row++)
    if (
      (service.length === 0 || (service[row]! & ~services) === 0)
      && (lanes.length === 0 || lanes[row] === NO_LANE || lanes[row] === lane)
      && isRowInForce(terms.validFrom, terms.validTo, row, at)
    )
      return row;
  return NO_ROW;
}
