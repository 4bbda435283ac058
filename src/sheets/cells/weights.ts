/** Weights with their units, as exact grams. */
import { cellText, fault, type ParsedCell, parsed } from './text.js';

export type WeightUnit = 'g' | 'kg';

const GRAMS_PER: Readonly<Record<WeightUnit, number>> = { g: 1, kg: 1_000 };
const DECIMALS: Readonly<Record<WeightUnit, number>> = { g: 0, kg: 3 };
/** In a pattern; longer words go first. */
export const UNIT_WORDS = '(?:kilograms?|kilos?|kgs?|grams?|grms?|gms?|g)';
const WEIGHT = new RegExp(String.raw`^(\d{1,9}(?:(?:,\d{2})*,\d{3})?(?:\.\d+)?)\s*(${UNIT_WORDS})?\.?$`, 'i');

/** null: the word is no unit of weight. */
export function unitOf(word: string): WeightUnit | null {
  const plain = word.trim().replace(/\.$/, '').toLowerCase();
  if (!new RegExp(`^${UNIT_WORDS}$`).test(plain)) return null;
  return plain.startsWith('k') ? 'kg' : 'g';
}

const LAST_WORD = new RegExp(String.raw`(?:^|[\s(/_-])(?:in\s+)?(${UNIT_WORDS})\.?\)?$`, 'i');
/** Of headings that are joined, a unit may be within: `Weight (kg) Charged`. */
const IN_BRACKETS = new RegExp(String.raw`[([]\s*(?:in\s+)?(${UNIT_WORDS})\.?\s*[)\]]`, 'i');

/** The unit that a heading says: in brackets, or as its last word. null: none */
export function unitInHeading(heading: string): WeightUnit | null {
  const words = LAST_WORD.exec(heading.trim()) ?? IN_BRACKETS.exec(heading);
  return words === null ? null : unitOf(words[1]!);
}

interface StatedWeight {
  /** A decimal number. */
  digits: string;
  unit: WeightUnit;
}

/** @param unit where the cell says none; null: then it is a fault */
function stated(text: string, unit: WeightUnit | null): ParsedCell<StatedWeight> {
  const plain = cellText(text);
  const [, digits, word] = WEIGHT.exec(plain) ?? [];
  if (digits === undefined) return fault(`must be a weight such as 500 g or 1.5 kg, but is "${plain}"`);
  const own = word === undefined ? unit : unitOf(word);
  if (own === null) return fault(`says no unit: write "${plain} g" or "${plain} kg", or say it by units in the map`);
  return parsed({ digits: digits.replaceAll(',', ''), unit: own });
}

/** Whole grams, as the bounds of a card are. @param unit where the cell says none; null: then it is a fault */
export function weight(text: string, unit: WeightUnit | null): ParsedCell<number> {
  const found = stated(text, unit);
  return found.ok ? grams(found.value.digits, found.value.unit, cellText(text)) : found;
}

/** Beyond these are what binary fractions leave: 0.30000000000000004. */
const DECIMALS_OF_GRAM = 6;

/** Grams, which may have a fraction: of a volume divided, or of one piece among many. */
export function exactWeight(text: string, unit: WeightUnit | null): ParsedCell<number> {
  const found = stated(text, unit);
  if (!found.ok) return found;
  const [whole, fraction = ''] = found.value.digits.split('.');
  const shift = DECIMALS[found.value.unit];
  const digits = `${whole}${fraction.slice(0, shift).padEnd(shift, '0')}`;
  return parsed(Number(`${digits}.${fraction.slice(shift, shift + DECIMALS_OF_GRAM)}`));
}

const MOST_GRAMS = 25_000_000;

/** Of a parcel, which has a most: rounded up to whole grams, as the node does it. */
export function parcelWeight(text: string, unit: WeightUnit | null): ParsedCell<number> {
  const found = exactWeight(text, unit);
  if (!found.ok) return found;
  return found.value > MOST_GRAMS ? fault(`is above 25,000 kg: "${text}"`) : parsed(Math.ceil(found.value));
}

/** @param digits a decimal number */
export function grams(digits: string, unit: WeightUnit, shown: string): ParsedCell<number> {
  const [whole, fraction = ''] = digits.split('.');
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > DECIMALS[unit]) return fault(`must be whole grams, but is "${shown}"`);
  return parsed(Number(whole) * GRAMS_PER[unit] + (kept === '' ? 0 : Number(kept.padEnd(DECIMALS[unit], '0'))));
}
