/** Pincodes, weights, amounts and pieces as people write them at a prompt. */
import { InvalidArgumentError } from 'commander';

export interface Piece {
  count: number;
  /** Grams, of one piece. */
  weight: number;
  dimensions?: { length: number; width: number; height: number };
}

const WEIGHT = /^(\d+(?:\.\d+)?) ?(kg|g)$/i;
const AMOUNT = /^\d+(?:\.\d{1,2})?$/;
const PIECE = /^([^,]+)(?:,(\d+(?:\.\d)?)x(\d+(?:\.\d)?)x(\d+(?:\.\d)?)(?:x(\d+))?)?$/i;

export function pincode(text: string): string {
  if (!/^[1-9]\d{5}$/.test(text)) throw new InvalidArgumentError('A pincode has six digits.');
  return text;
}

/** Grams. A number without a unit is refused: kilograms and grams are easily confused. */
export function weight(text: string): number {
  const [, number, unit] = WEIGHT.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError('Write a weight with its unit, as 1.2kg or 1200g.');
  // 1.1 × 1000 is not 1100 in binary fractions
  return unit!.toLowerCase() === 'g' ? Number(number) : Number((Number(number) * 1_000).toFixed(3));
}

/** Rupees. */
export function amount(text: string): number {
  if (!AMOUNT.test(text)) throw new InvalidArgumentError('Write Rupees as 2499.50.');
  return Number(text);
}

/** Called for each `--piece`, with those before it. */
export function piece(text: string, before: Piece[] = []): Piece[] {
  const [, heavy, length, width, height, count] = PIECE.exec(text) ?? [];
  if (heavy === undefined) throw new InvalidArgumentError('Write a piece as 12kg, 12kg,40x30x20 or 12kg,40x30x20x2.');
  const sides = length !== undefined && {
    dimensions: { length: Number(length), width: Number(width), height: Number(height) },
  };
  return [...before, { count: Number(count ?? 1), weight: weight(heavy), ...sides }];
}
