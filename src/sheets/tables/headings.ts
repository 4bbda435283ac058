/** Headings as they are compared: without case, blanks, signs, and units in brackets. */
import { plainText } from '../cells/text.js';

const IN_BRACKETS = /[([{]([^)\]}]*)[)\]}]/g;
/** What a heading may have in brackets without another meaning. */
const UNIT_OR_FLAG =
  /^(?:in\s+)?(?:y\s*\/?\s*n|yes\s*\/\s*no|kgs?|kilograms?|g|gms?|grams?|rs|inr|₹|rupees|days?|hours?|hrs?|kms?|%|percent|cm)$/;
const SIGNS = /[\s_\-–.()[\]{}]/g;
/** No heading is longer. */
const MAX_HEADING_LENGTH = 120;

/** Equal for headings that mean the same: `Pin Code`, `PIN_CODE`, `pincode.`; `COD (Y/N)` and `cod`. */
export function plainHeading(text: string): string {
  if (text.length > MAX_HEADING_LENGTH) return text;
  return plainText(text)
    .replace(IN_BRACKETS, (all, inner: string) => (UNIT_OR_FLAG.test(inner.replaceAll('.', '').trim()) ? '' : all))
    .replace(SIGNS, '');
}

/** A column by its letters, as a map names it: `column B`. */
const BY_LETTERS = /^columns? ([a-z]{1,3})$/;

/** null: the text names no column by its letters. */
export const lettersIn = (text: string): string | null => BY_LETTERS.exec(plainText(text))?.[1]?.toUpperCase() ?? null;
