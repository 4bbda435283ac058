/** The number under which a business is registered for GST: its state, its PAN, and a check character. */

const STATE_CODE_LENGTH = 2;
const LENGTH = 15;
const PAN = { from: 2, to: 12, pattern: /^[A-Z]{5}[0-9]{4}[A-Z]$/ } as const;
const ENTITY_AT = 12;
const Z_AT = 13;
const CHECK_AT = 14;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const LAST_STATE = 38;
const OTHER_TERRITORY = '97';
/** Codes that are no longer in use: Daman and Diu joined Dadra and Nagar Haveli, Andhra Pradesh has another one. */
const REPLACED: Readonly<Record<string, string>> = { '25': '26', '28': '37' };

/** The state codes in use, ascending. */
export const STATE_CODES: readonly string[] = [
  ...Array.from({ length: LAST_STATE }, (_, at) => String(at + 1).padStart(STATE_CODE_LENGTH, '0')).filter(
    (code) => !(code in REPLACED),
  ),
  OTHER_TERRITORY,
];

/** The code of the state in a GSTIN. */
export const stateCodeOf = (gstin: string): string => gstin.slice(0, STATE_CODE_LENGTH);

/** Why two digits are no state's code in use; null: they are one. */
export function stateCodeFault(code: string): string | null {
  const now = REPLACED[code];
  if (now !== undefined) return `has the state code ${code}, which is no longer in use: it is ${now} now`;
  return STATE_CODES.includes(code)
    ? null
    : `has the state code ${code}, which no state has: 01 to ${LAST_STATE}, and 97, are in use`;
}

/** Which part of a GSTIN cannot be; null: it may be one. */
export function gstinFault(gstin: string): string | null {
  if (gstin.length !== LENGTH) return `must have ${LENGTH} characters: it has ${gstin.length}`;
  const state = stateCodeFault(stateCodeOf(gstin));
  if (state !== null) return state;
  const pan = gstin.slice(PAN.from, PAN.to);
  if (!PAN.pattern.test(pan)) return `has the PAN ${pan}: it must be five capital letters, four digits and a letter`;
  const entity = gstin[ENTITY_AT]!;
  if (!/^[1-9A-Z]$/.test(entity))
    return `has the entity ${entity}, character 13: it must be 1 to 9 or a capital letter`;
  if (gstin[Z_AT] !== 'Z') return `has ${gstin[Z_AT]!} as character 14: it must be Z`;
  const check = checkCharacterOf(gstin);
  return gstin[CHECK_AT] === check ? null : `has the check character ${gstin[CHECK_AT]!}: it must be ${check}`;
}

/** In base 36; from the left the digits count once and twice in turn, and a product's own two digits are summed. */
export function checkCharacterOf(gstin: string): string {
  let sum = 0;
  for (let at = 0; at < CHECK_AT; at++) {
    const product = DIGITS.indexOf(gstin[at]!) * (at % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / DIGITS.length) + (product % DIGITS.length);
  }
  return DIGITS[(DIGITS.length - (sum % DIGITS.length)) % DIGITS.length]!;
}
