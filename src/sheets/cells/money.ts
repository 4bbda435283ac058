/** Amounts as exact numbers of millionths of a Rupee, and percentages. */
import { MONEY_DECIMALS, STEP_CHARGE_DECIMALS } from '../../limits/documents.js';
import { cellText, fault, type ParsedCell, parsed } from './text.js';

const CURRENCY = String.raw`(?:₹|rs\.?|inr)`;
/** Sign, Rupees and paise, with grouping of any kind: `-₹1,35,494.28`, `Rs. 45/-`. */
const AMOUNT = new RegExp(
  String.raw`^(-?)\s*${CURRENCY}?\s*(-?)(\d[\d,]*)(?:\.(\d+))?\s*(?:/-|/=)?\s*${CURRENCY}?$`,
  'i',
);
/** `.50` and `Rs. .50`; the point of `Rs.50` is that of the word. */
const WITHOUT_WHOLE = /^(-?\s*(?:₹|rs(?:\.|(?!\.))|inr(?!\.))?\s*-?)\.(\d+)/i;
const INDIAN = /^\d{1,2}(?:,\d{2})*,\d{3}$/;
const WESTERN = /^\d{1,3}(?:,\d{3})+$/;
/** `1.250,00` */
const EUROPEAN = /^\D*\d{1,3}(?:\.\d{3})*,\d{1,2}\D*$/;
const MAX_DIGITS = 12;
/** Parts of a Rupee in an exact amount. */
export const PER_RUPEE = 10n ** BigInt(STEP_CHARGE_DECIMALS);
export const PER_PAISA = PER_RUPEE / 100n;

/** Rupees with at most so many decimals; zeros at their end do not count. May be below 0. */
export function money(text: string, decimals: number): ParsedCell<bigint> {
  const plain = cellText(text);
  const isInBrackets = /^\(.*\)$/.test(plain);
  const inner = (isInBrackets ? plain.slice(1, -1).trim() : plain).replace(WITHOUT_WHOLE, '$10.$2');
  const [, sign, sign2, whole, fraction = ''] = AMOUNT.exec(inner) ?? [];
  const signs = [isInBrackets, sign === '-', sign2 === '-'].filter(Boolean).length;
  if (whole === undefined || !isGrouped(whole) || signs > 1) return noAmount(plain);
  const units = whole.replaceAll(',', '');
  if (units.replace(/^0+/, '').length > MAX_DIGITS) return noAmount(plain);
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > decimals) return fault(`must have at most ${decimals} decimals, but is "${plain}"`);
  const exact = BigInt(units + digits.padEnd(STEP_CHARGE_DECIMALS, '0'));
  return parsed(signs === 1 ? -exact : exact);
}

const isGrouped = (whole: string): boolean => !whole.includes(',') || INDIAN.test(whole) || WESTERN.test(whole);

function noAmount(text: string): { ok: false; message: string } {
  const advice = EUROPEAN.test(text) && text.includes('.') ? ': write 1250.00 or 1,250.00' : '';
  return fault(`must be an amount such as 1250.50, but is "${text}"${advice}`);
}

/** Without signs and grouping. */
export const isPlainNumber = (text: string): boolean => /^\d+(?:\.\d+)?$/.test(text);

/** Half up, as the price of a row is rounded. */
export const toPaisa = (exact: bigint): bigint => ((exact + PER_PAISA / 2n) / PER_PAISA) * PER_PAISA;

/** The number of Rupees that a document has. @param exact at least 0 */
export function rupees(exact: bigint): number {
  const fraction = String(exact % PER_RUPEE).padStart(STEP_CHARGE_DECIMALS, '0');
  return Number(`${exact / PER_RUPEE}.${fraction}`);
}

/** Rupees with two decimals, as a document or a question has them; not below 0. */
export function rupeesOf(text: string): ParsedCell<number> {
  const value = money(text, MONEY_DECIMALS);
  if (!value.ok) return value;
  return value.value < 0n ? fault(`must not be below 0, but is "${text}"`) : parsed(rupees(value.value));
}

/** A plain number of a cell, with sound grouping: `1,250.5`; null: it is none. */
export function numberText(text: string): string | null {
  const [, sign, whole, fraction] = /^(-?)(\d[\d,]*)(\.\d+)?$/.exec(cellText(text)) ?? [];
  if (whole === undefined || !isGrouped(whole)) return null;
  return `${sign}${whole.replaceAll(',', '')}${fraction ?? ''}`;
}

/** An amount in any of its forms as a plain number: `-1350.00`; null: it is none. */
export function amountText(text: string): string | null {
  const exact = money(text, STEP_CHARGE_DECIMALS);
  // programs write more decimals than amounts have
  if (!exact.ok) return numberText(text);
  const digits = String(exact.value < 0n ? -exact.value : exact.value).padStart(STEP_CHARGE_DECIMALS + 1, '0');
  const sign = exact.value < 0n ? '-' : '';
  const fraction = digits.slice(-STEP_CHARGE_DECIMALS).replace(/^(\d{2,}?)0+$/, '$1');
  return `${sign}${digits.slice(0, -STEP_CHARGE_DECIMALS)}.${fraction}`;
}

/** `12%` and `12`. @param isFraction the map says that 0.12 is 12 % */
export function percentText(text: string, isFraction: boolean): string | null {
  const plain = cellText(text);
  const isSaid = plain.endsWith('%');
  const digits = numberText(isSaid ? plain.slice(0, -1).trim() : plain);
  if (digits === null || isSaid || !isFraction) return digits;
  const [whole, fraction = ''] = digits.split('.');
  const moved = `${whole}${fraction.padEnd(2, '0').slice(0, 2)}.${fraction.slice(2)}`;
  return moved.replace(/^(-?)0+(?=\d)/, '$1').replace(/\.0*$/, '');
}
