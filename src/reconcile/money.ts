/** Money of invoices, which is integer paise and may be below 0, and days of India. */
import { dayInIndia } from '../domain/calendar.js';

/** In a percent: tax rates have four decimals. */
const PARTS_OF_A_PERCENT = 10_000;
const WHOLE = 100 * PARTS_OF_A_PERCENT;

/** `percent` of an amount, rounded half up. */
export function shareOf(paise: number, percent: number): number {
  const rate = Math.round(percent * PARTS_OF_A_PERCENT);
  return floorDivide(2n * BigInt(paise) * BigInt(rate) + BigInt(WHOLE), BigInt(2 * WHOLE));
}

/** The amount of which `paise` is the sum with `percent` of tax, rounded half up. */
export function withoutTax(paise: number, percent: number): number {
  const whole = BigInt(WHOLE + Math.round(percent * PARTS_OF_A_PERCENT));
  return floorDivide(2n * BigInt(paise) * BigInt(WHOLE) + whole, 2n * whole);
}

function floorDivide(dividend: bigint, divisor: bigint): number {
  const quotient = dividend / divisor;
  return Number(dividend % divisor < 0n ? quotient - 1n : quotient);
}

/** `-12.50`: Rupees with two decimals. */
export function rupeesText(paise: number): string {
  const digits = String(Math.abs(paise)).padStart(3, '0');
  return `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Rupees of a JSON answer, which have two decimals at most. */
export const paiseOf = (rupees: number): number => Math.round(rupees * 100);

/** The day in India of a day or a moment. */
export const dayOf = (date: string): string => (date.length === 10 ? date : dayInIndia(Date.parse(date)));
