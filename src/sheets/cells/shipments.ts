/** Words of shipments: how it is paid, its kind, and how it ended. */
import { cellText, fault, type ParsedCell, parsed, plainText } from './text.js';

export type PaymentWord = 'COD' | 'PREPAID';
export type TypeWord = 'B2C' | 'B2B';
export type StatusWord = 'DELIVERED' | 'RETURNED' | 'CANCELLED';

const PAYMENTS: ReadonlyMap<string, PaymentWord> = new Map([
  ...['cod', 'c.o.d.', 'c.o.d', 'c', 'cash', 'cash on delivery', 'collect on delivery'].map(
    (word) => [word, 'COD'] as const,
  ),
  ...['prepaid', 'pre paid', 'ppd', 'pp', 'p', 'paid', 'online', 'non cod', 'noncod'].map(
    (word) => [word, 'PREPAID'] as const,
  ),
]);
const TYPES: ReadonlySet<string> = new Set<TypeWord>(['B2C', 'B2B']);
const STATUSES: ReadonlyMap<string, StatusWord> = new Map([
  ['delivered', 'DELIVERED'],
  ...['returned', 'rto', 'rto delivered', 'returned to origin', 'return to origin', 'returned to shipper'].map(
    (word) => [word, 'RETURNED'] as const,
  ),
  ...['cancelled', 'canceled'].map((word) => [word, 'CANCELLED'] as const),
]);

/** Without the signs between words: `CASH_ON_DELIVERY`, `RTO - Delivered`. */
const spaced = (text: string): string => plainText(text.replaceAll(/[\s_-]+/g, ' '));

/** `COD`, `PPD`, `Cash on delivery`, in any case. */
export function payment(text: string): ParsedCell<PaymentWord> {
  const found = PAYMENTS.get(spaced(text));
  return found === undefined ? fault(`must be COD or PREPAID, but is "${cellText(text)}"`) : parsed(found);
}

export function shipmentType(text: string): ParsedCell<TypeWord> {
  const word = cellText(text).toUpperCase();
  return TYPES.has(word) ? parsed(word as TypeWord) : fault(`must be B2C or B2B, but is "${cellText(text)}"`);
}

/** null: the word does not say how the shipment ended, such as `In transit`. */
export const shipmentStatus = (text: string): StatusWord | null => STATUSES.get(spaced(text)) ?? null;
