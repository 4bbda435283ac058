/** Pincodes, weights, amounts and pieces as people write them at a prompt. */
import { CommandError, EXIT } from './world.js';

export interface Piece {
  count: number;
  /** Grams, of one piece. */
  weight: number;
  dimensions?: { length: number; width: number; height: number };
}

const WEIGHT = /^(\d+(?:\.\d+)?) ?(kg|g)$/i;
/** `2499.50`, `2,499`, `1,35,494.28`, `₹2499`, `Rs. 45`. */
const AMOUNT = /^(?:₹|rs\.?|inr)? ?(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(\.\d{1,2})?$/i;
const PIECE = /^([^,]+)(?:,(\d+(?:\.\d)?)x(\d+(?:\.\d)?)x(\d+(?:\.\d)?)(?:x(\d+))?)?$/i;

const wrong = (message: string): CommandError => new CommandError(EXIT.usage, message);

export function pincode(text: string): string {
  if (!/^[1-9]\d{5}$/.test(text)) throw wrong(`"${text}" is no pincode: a pincode has six digits, such as 110001`);
  return text;
}

/** Grams. A number without a unit is refused: kilograms and grams are easily confused. */
export function weight(text: string): number {
  const [, number, unit] = WEIGHT.exec(text) ?? [];
  if (number === undefined) throw wrong(`"${text}" is no weight. Write a weight with its unit, as 1.2kg or 1200g`);
  // 1.1 × 1000 is not 1100 in binary fractions
  return unit!.toLowerCase() === 'g' ? Number(number) : Number((Number(number) * 1_000).toFixed(3));
}

/** Rupees. */
export function amount(text: string): number {
  const [, whole, decimals = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (whole === undefined) throw wrong(`"${text}" is no amount. Write Rupees as 2499.50 or 2,499.50`);
  return Number(whole.replaceAll(',', '') + decimals);
}

/** Called for each `--piece`, with the pieces before it. */
export function piece(text: string, before: Piece[] = []): Piece[] {
  const [, heavy, length, width, height, count] = PIECE.exec(text) ?? [];
  if (heavy === undefined) throw wrong(`"${text}" is no piece. Write it as 12kg, 12kg,40x30x20 or 12kg,40x30x20x2`);
  const sides = length !== undefined && {
    dimensions: { length: Number(length), width: Number(width), height: Number(height) },
  };
  return [...before, { count: Number(count ?? 1), weight: weight(heavy), ...sides }];
}

/** A parser of one of these words, in any case. */
export const oneOf =
  <T extends string>(option: string, words: readonly T[]) =>
  (text: string): T => {
    const word = words.find((each) => each === text.toUpperCase());
    if (word === undefined) throw wrong(`${option} is ${words.join(' or ')}, and not "${text}"`);
    return word;
  };
