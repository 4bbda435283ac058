/** Amounts as exact numbers of ten-thousandths of a Rupee. */
import { STEP_CHARGE_DECIMALS } from '../../limits/documents.js';
import type { ParsedCell } from './cells.js';

const AMOUNT = /^(\d{1,12})(?:\.(\d+))?$/;
const PER_RUPEE = 10n ** BigInt(STEP_CHARGE_DECIMALS);
const PER_PAISA = PER_RUPEE / 100n;

/** Rupees with at most so many decimals; zeros at their end do not count. */
export function amount(text: string, decimals: number): ParsedCell<bigint> {
  const [, whole, fraction = ''] = AMOUNT.exec(text) ?? [];
  if (whole === undefined) return { ok: false, message: `must be an amount such as 1250.50, but is "${text}"` };
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > decimals)
    return { ok: false, message: `must have at most ${decimals} decimals, but is "${text}"` };
  return { ok: true, value: BigInt(whole + digits.padEnd(STEP_CHARGE_DECIMALS, '0')) };
}

/** Half up, as the price of a row is rounded. */
export const toPaisa = (exact: bigint): bigint => ((exact + PER_PAISA / 2n) / PER_PAISA) * PER_PAISA;

/** The number of Rupees that a document has. */
export function rupees(exact: bigint): number {
  const fraction = String(exact % PER_RUPEE).padStart(STEP_CHARGE_DECIMALS, '0');
  return Number(`${exact / PER_RUPEE}.${fraction}`);
}
