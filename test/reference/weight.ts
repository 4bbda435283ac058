/** docs/rules.md#chargeable-weight, and cubic feet and pieces. */
import type { Partner } from './documents.js';
import { decimal, Fraction, larger } from './exact.js';
import type { Dimensions, Piece, Shipment } from './types.js';

const DEFAULT_VOLUMETRIC_DIVISOR = 5000;
const GRAMS_A_KG = new Fraction(1000n);
/** Cubic centimetres of the cube of 30 cm that a cubic foot is taken for. */
const CUBIC_CM_A_CFT = new Fraction(27_000n);
const ZERO = new Fraction(0n);

/** Grams. */
export interface Weighed {
  actual: bigint;
  /** Null where no piece has dimensions. */
  volumetric: bigint | null;
  chargeable: bigint;
  /** Whether a volume exceeds the weight. */
  isVolumetric: boolean;
}

/** A shipment without pieces is one piece. */
export function piecesOf({ pieces, weight, dimensions }: Shipment): Piece[] {
  return pieces ?? [{ count: 1, weight, dimensions }];
}

function volumeOf({ length, width, height }: Dimensions): Fraction {
  return decimal(length).times(decimal(width)).times(decimal(height));
}

/** Exact grams for so many cubic centimetres. */
function gramsOfVolume(partner: Partner, volume: Fraction): Fraction {
  const cft = partner.cft ?? null;
  if (cft !== null) return volume.times(decimal(cft)).times(GRAMS_A_KG).over(CUBIC_CM_A_CFT);
  return volume.times(GRAMS_A_KG).over(decimal(partner.volumetricDivisor ?? DEFAULT_VOLUMETRIC_DIVISOR));
}

function sumOf(pieces: Piece[], amount: (piece: Piece) => Fraction): Fraction {
  return pieces.reduce((sum, piece) => sum.plus(decimal(piece.count).times(amount(piece))), ZERO);
}

/** By shipment: the volumes are summed, and rounded up to a gram once. */
function weighTogether(partner: Partner, pieces: Piece[], actual: bigint): Weighed {
  const measured = pieces.filter((piece) => piece.dimensions !== undefined);
  const volume = sumOf(measured, ({ dimensions }) => volumeOf(dimensions!));
  const volumetric = gramsOfVolume(partner, volume).ceil();
  return {
    actual,
    volumetric: measured.length > 0 ? volumetric : null,
    chargeable: larger(actual, volumetric),
    isVolumetric: volumetric > actual,
  };
}

/** By piece: each piece counts with its weight or its volume, each rounded up to a gram. */
function weighEach(partner: Partner, pieces: Piece[], actual: bigint): Weighed {
  let chargeable = 0n;
  let volumetric: bigint | null = null;
  let isVolumetric = false;
  for (const { count, weight, dimensions } of pieces) {
    const byWeight = decimal(weight).ceil();
    const byVolume = dimensions === undefined ? 0n : gramsOfVolume(partner, volumeOf(dimensions)).ceil();
    chargeable += BigInt(count) * larger(byWeight, byVolume);
    if (dimensions !== undefined) volumetric = (volumetric ?? 0n) + BigInt(count) * byVolume;
    if (byVolume > byWeight) isVolumetric = true;
  }
  return { actual, volumetric, chargeable, isVolumetric };
}

export function weigh(partner: Partner, shipment: Shipment): Weighed {
  const pieces = piecesOf(shipment);
  const actual = sumOf(pieces, ({ weight }) => decimal(weight)).ceil();
  const isByPiece = partner.volumetricBasis === 'PIECE';
  return isByPiece ? weighEach(partner, pieces, actual) : weighTogether(partner, pieces, actual);
}

/** Whether every piece that has dimensions fits the partner's, however it is turned. */
export function fits({ limits }: Partner, shipment: Shipment): boolean {
  const sorted = ({ length, width, height }: Dimensions): number[] => [length, width, height].sort((a, b) => a - b);
  const largest = sorted(limits.maxDimensions);
  return piecesOf(shipment).every(
    ({ dimensions }) => !dimensions || sorted(dimensions).every((side, i) => side <= largest[i]),
  );
}

/** Grams, rounded up. */
export const heaviestPiece = (shipment: Shipment): bigint =>
  piecesOf(shipment)
    .map(({ weight }) => decimal(weight).ceil())
    .reduce(larger);

export function isAPieceTooHeavy({ limits }: Partner, shipment: Shipment): boolean {
  const heaviest = limits.maxPieceWeight ?? null;
  return heaviest !== null && heaviestPiece(shipment) > BigInt(heaviest);
}
