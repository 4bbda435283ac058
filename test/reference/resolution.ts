/**
 * Numbers that callers compute: each is taken at a fixed resolution, rounded half up, before anything looks at it.
 * Rounded is the number's shortest decimal form.
 */
import { decimal, Fraction, toNumber } from './exact.js';
import type { Dimensions, Piece, Shipment } from './types.js';

/** The decimals that count. */
const GRAMS = 3;
const CENTIMETRES = 4;
const RUPEES = 2;

function rounded(value: number, decimals: number): number {
  const scale = 10n ** BigInt(decimals);
  // the quotient of two whole numbers that a double holds is the double nearest to the decimal
  return toNumber(decimal(value).times(new Fraction(scale)).roundHalfUp()) / Number(scale);
}

export const gramsOf = (value: number): number => rounded(value, GRAMS);
export const centimetresOf = (value: number): number => rounded(value, CENTIMETRES);
export const rupeesOf = (value: number): number => rounded(value, RUPEES);

export const sidesOf = ({ length, width, height }: Dimensions): Dimensions => ({
  length: centimetresOf(length),
  width: centimetresOf(width),
  height: centimetresOf(height),
});

export const pieceOf = ({ dimensions, ...piece }: Piece): Piece => ({
  ...piece,
  weight: gramsOf(piece.weight),
  ...(dimensions && { dimensions: sidesOf(dimensions) }),
});

/** The shipment as every rule sees it, and as answers repeat it. */
export function atResolution(shipment: Shipment): Shipment {
  const { weight, dimensions, pieces, declaredValue, codAmount } = shipment;
  return {
    ...shipment,
    // nothing looks at the weight of the whole where there are pieces
    ...(pieces ? { pieces: pieces.map(pieceOf) } : { weight: gramsOf(weight) }),
    ...(dimensions && { dimensions: sidesOf(dimensions) }),
    declaredValue: rupeesOf(declaredValue),
    ...(codAmount !== undefined && { codAmount: rupeesOf(codAmount) }),
  };
}
