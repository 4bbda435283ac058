/** Below which weights a card charges nothing: terms charge at least a weight (docs/rules.md#weight-terms). */
import { isInForce, isOver } from '../../domain/dates.js';
import type { Shipment } from '../../domain/rate-card.js';
import { NO_ROW } from '../../domain/rates.js';
import { termsRow } from '../../domain/route-terms.js';
import type { LintedCard } from './card.js';
import type { ServedRoute } from './routes.js';

/** The least chargeable weight of such shipments on a route; grams. */
export function leastGrams(
  { partner }: LintedCard,
  { own }: ServedRoute,
  shipment: Pick<Shipment, 'customerId' | 'rowServices' | 'now'>,
): number {
  const { weightTerms } = partner.card;
  const row = termsRow(weightTerms, shipment, own.lane);
  return row === NO_ROW ? 1 : Math.max(1, weightTerms.minGrams[row]!);
}

/** The least chargeable weight of whatever shipment from the card's moment on; grams. */
export function leastGramsEver({ documents, atMs }: LintedCard): number {
  const terms = documents.weightTerms.filter((row) => !isOver(row, atMs));
  const isForAll = terms.some(
    (row) => isInForce(row, atMs) && !row.validTo && !row.customerId && !row.service && !row.lane,
  );
  return isForAll ? Math.max(1, Math.min(...terms.map(({ minChargeableWeight }) => minChargeableWeight ?? 1))) : 1;
}
