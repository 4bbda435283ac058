/** Amounts, weights, days and names of causes as the report writes them. */
import { rupees as grouped, whole } from '../../words.js';
import type { Cause } from '../causes.js';

/** `₹1,35,494.28`, `−₹20.00`. @param paise whole */
export const amount = (paise: number): string => `${paise < 0 ? '−' : ''}₹${grouped(Math.abs(paise) / 100)}`;

/** `+₹20.00`, `−₹20.00`, `₹0.00`. @param paise whole */
export const signed = (paise: number): string => `${paise > 0 ? '+' : ''}${amount(paise)}`;

/** `1.2 kg`, `500 g`; `unknown` without one. */
export function weight(grams: number | null): string {
  if (grams === null) return 'unknown';
  return grams < 1_000 ? `${grams} g` : `${whole(grams / 1_000)} kg`;
}

/** `4.2 %` of the whole. */
export const share = (part: number, of: number): string =>
  of === 0 ? '–' : `${part / of < 0 ? '−' : ''}${(Math.abs(part / of) * 100).toFixed(1)} %`;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `1 Dec 2026` of `2026-12-01`; another text as it is. */
export function day(text: string | null): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? '') ?? [];
  return date === undefined ? (text ?? 'undated') : `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`;
}

const WORDS: Readonly<Record<Cause, string>> = {
  CREDIT: 'Credits by the courier',
  NOT_BOOKED: 'Not among the shipments',
  CANCELLED: 'Shipment was cancelled',
  DUPLICATE: 'Billed before',
  DIRECTION: 'Return of a delivered parcel',
  WEIGHT: 'Charged weight',
  LANE: 'Lane or zone',
  BASE_RATE: 'Freight rate',
  FSC: 'Fuel surcharge',
  COD: 'COD charge',
  DOCKET: 'Docket charge',
  INSURANCE: 'Insurance',
  SURCHARGES: 'Other charges',
  DISCOUNT: 'Discount',
  TAX: 'Tax',
  RATE: 'Rest of the amount',
  ROUNDING: 'Rounding',
};

const REASONS: Readonly<Record<string, string>> = {
  PICKUP_UNKNOWN: 'the pickup pincode is not known',
  DELIVERY_UNKNOWN: 'the delivery pincode is not known',
  WEIGHT_UNKNOWN: 'no weight is known',
  PINCODE_NOT_FOUND: 'there is no such pincode',
  INSUFFICIENT_COVERAGE: 'the courier does not cover an end',
  NO_RATE: 'the card has no rate',
};

/** Why a line has no price, with its code; one that nobody knows by its code alone. */
export const reasonInWords = (code: string): string => (code in REASONS ? `${REASONS[code]}, ${code}` : code);

/** What a cause is, for people; one that nobody knows by its name. */
export const causeInWords = (cause: string): string => WORDS[cause as Cause] ?? cause;
