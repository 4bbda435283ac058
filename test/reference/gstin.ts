/** GSTINs and the GST codes of states: what can be valid. */

/** Codes of states that were merged into others, and the codes that came in their place. */
const MERGED: Readonly<Record<string, string>> = { '25': '26', '28': '37' };
const OTHER_TERRITORY = 97;
const HIGHEST_STATE = 38;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const BASE = DIGITS.length;

/** The parts of a GSTIN: state code, PAN, entity, the letter Z and the check digit. */
export type GstinPart = 'length' | 'state code' | 'PAN' | 'entity' | 'Z' | 'check digit';

/** Whether a state code of two digits is in use. */
export function isStateCode(code: string): boolean {
  if (!/^\d\d$/.test(code) || code in MERGED) return false;
  const number = Number(code);
  return (number >= 1 && number <= HIGHEST_STATE) || number === OTHER_TERRITORY;
}

/** The code in place of one that is no longer in use; null where there is none. */
export function successorOf(code: string): string | null {
  return MERGED[code] ?? null;
}

/**
 * The check digit of the first 14 characters: each in base 36, times 1 and 2 in turn from the left, the two digits of
 * each product in base 36 added up; then what is missing to a multiple of 36.
 */
export function checkDigit(first14: string): string {
  let sum = 0;
  for (const [at, character] of [...first14].entries()) {
    const product = DIGITS.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / BASE) + (product % BASE);
  }
  return DIGITS[(BASE - (sum % BASE)) % BASE];
}

/** The first part from the left that cannot be valid; null: the GSTIN may be somebody's. */
export function faultOf(gstin: string): GstinPart | null {
  if (gstin.length !== 15) return 'length';
  if (!isStateCode(gstin.slice(0, 2))) return 'state code';
  if (!/^[A-Z]{5}[0-9]{4}[A-Z]$/.test(gstin.slice(2, 12))) return 'PAN';
  if (!/^[1-9A-Z]$/.test(gstin[12])) return 'entity';
  if (gstin[13] !== 'Z') return 'Z';
  return checkDigit(gstin.slice(0, 14)) === gstin[14] ? null : 'check digit';
}

/** A sound GSTIN of a made-up company in a state. */
export function gstinIn(stateCode: string): string {
  const first14 = `${stateCode}ABCDE1234F1Z`;
  return first14 + checkDigit(first14);
}
