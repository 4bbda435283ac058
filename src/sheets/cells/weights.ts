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

/** The unit that a heading says: in brackets, or as its last word. null: none */
export function unitInHeading(heading: string): WeightUnit | null {
  const words = new RegExp(String.raw`(?:^|[\s(/_-])(?:in\s+)?(${UNIT_WORDS})\.?\)?$`, 'i').exec(heading.trim());
  return words === null ? null : unitOf(words[1]!);
}

/** Whole grams. @param unit where the cell says none; null: then it is a fault */
export function weight(text: string, unit: WeightUnit | null): ParsedCell<number> {
  const plain = cellText(text);
  const [, digits, word] = WEIGHT.exec(plain) ?? [];
  if (digits === undefined) return fault(`must be a weight such as 500 g or 1.5 kg, but is "${plain}"`);
  const own = word === undefined ? unit : unitOf(word);
  if (own === null) return fault(`says no unit: write "${plain} g" or "${plain} kg", or say it by units in the map`);
  return grams(digits.replaceAll(',', ''), own, plain);
}

const MOST_GRAMS = 25_000_000;

/** The same of a parcel, which has a most. */
export function parcelWeight(text: string, unit: WeightUnit | null): ParsedCell<number> {
  const found = weight(text, unit);
  return found.ok && found.value > MOST_GRAMS ? fault(`is above 25,000 kg: "${text}"`) : found;
}

/** @param digits a decimal number */
export function grams(digits: string, unit: WeightUnit, shown: string): ParsedCell<number> {
  const [whole, fraction = ''] = digits.split('.');
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > DECIMALS[unit]) return fault(`must be whole grams, but is "${shown}"`);
  return parsed(Number(whole) * GRAMS_PER[unit] + (kept === '' ? 0 : Number(kept.padEnd(DECIMALS[unit], '0'))));
}
