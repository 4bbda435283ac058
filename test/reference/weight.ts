/** docs/rules.md#chargeable-weight, cubic feet, pieces, and the terms of some parcels. */
import { isNamed, narrowest, type Parcel } from './conditions.js';
import type { CardWorld, Partner, VolumetricBasis } from './documents.js';
import { asNumber, decimal, Fraction, larger } from './exact.js';
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

/** How weight and volume count for a parcel. */
interface WeightRules {
  /** Exact grams for so many cubic centimetres; null: volume never counts. */
  gramsOfVolume: ((volume: Fraction) => Fraction) | null;
  basis: VolumetricBasis;
  /** Grams of the shipment up to which volume counts as 0. */
  deadWeightUpTo: bigint | null;
  minChargeable: bigint | null;
}

interface Divisors {
  cft?: number | null;
  volumetricDivisor?: number | null;
}

/** By cubic feet or by a divisor; null where neither is given. */
function volumeBy({ cft, volumetricDivisor }: Divisors): ((volume: Fraction) => Fraction) | null {
  if ((cft ?? null) !== null) return (volume) => volume.times(decimal(cft!)).times(GRAMS_A_KG).over(CUBIC_CM_A_CFT);
  if ((volumetricDivisor ?? null) === null) return null;
  return (volume) => volume.times(GRAMS_A_KG).over(decimal(volumetricDivisor!));
}

/** The terms of the parcel, and the partner's own rules for what they leave out. */
function rulesOf(world: CardWorld, parcel: Parcel & { partner: Partner }): WeightRules {
  const { partner } = parcel;
  const terms = narrowest(world['weight-terms'] ?? [], parcel);
  const own = volumeBy(partner) ?? volumeBy({ volumetricDivisor: DEFAULT_VOLUMETRIC_DIVISOR });
  const grams = (bound: number | null | undefined): bigint | null => (isNamed(bound) ? BigInt(bound!) : null);
  return {
    gramsOfVolume: terms?.none === true ? null : (volumeBy(terms ?? {}) ?? own),
    basis: terms?.basis ?? partner.volumetricBasis ?? 'SHIPMENT',
    deadWeightUpTo: grams(terms?.deadWeightUpTo),
    minChargeable: grams(terms?.minChargeableWeight),
  };
}

function sumOf(pieces: Piece[], amount: (piece: Piece) => Fraction): Fraction {
  return pieces.reduce((sum, piece) => sum.plus(decimal(piece.count).times(amount(piece))), ZERO);
}

type GramsOf = (volume: Fraction) => Fraction;

/** By shipment: the volumes are summed, and rounded up to a gram once. */
function weighTogether(gramsOfVolume: GramsOf, pieces: Piece[], actual: bigint): Weighed {
  const measured = pieces.filter((piece) => piece.dimensions !== undefined);
  const volume = sumOf(measured, ({ dimensions }) => volumeOf(dimensions!));
  const volumetric = gramsOfVolume(volume).ceil();
  return {
    actual,
    volumetric: measured.length > 0 ? volumetric : null,
    chargeable: larger(actual, volumetric),
    isVolumetric: volumetric > actual,
  };
}

/** By piece: each piece counts with its weight or its volume, each rounded up to a gram. */
function weighEach(gramsOfVolume: GramsOf, pieces: Piece[], actual: bigint): Weighed {
  let chargeable = 0n;
  let volumetric: bigint | null = null;
  let isVolumetric = false;
  for (const { count, weight, dimensions } of pieces) {
    const byWeight = decimal(weight).ceil();
    const byVolume = dimensions === undefined ? 0n : gramsOfVolume(volumeOf(dimensions)).ceil();
    chargeable += BigInt(count) * larger(byWeight, byVolume);
    if (dimensions !== undefined) volumetric = (volumetric ?? 0n) + BigInt(count) * byVolume;
    if (byVolume > byWeight) isVolumetric = true;
  }
  return { actual, volumetric, chargeable, isVolumetric };
}

/**
 * The weight by the rules of the parcel, in this order:
 * 1. volume that never counts, or counts as 0 up to an actual weight of the shipment
 * 2. the basis: of the shipment or of each piece
 * 3. the lowest chargeable weight
 */
export function weigh(world: CardWorld, parcel: Parcel & { partner: Partner }): Weighed {
  const { gramsOfVolume, basis, deadWeightUpTo, minChargeable } = rulesOf(world, parcel);
  const pieces = piecesOf(parcel.shipment);
  const actual = sumOf(pieces, ({ weight }) => decimal(weight)).ceil();
  const isDead = deadWeightUpTo !== null && actual <= deadWeightUpTo;
  const counts: GramsOf = isDead || gramsOfVolume === null ? () => ZERO : gramsOfVolume;
  const weighed = basis === 'PIECE' ? weighEach(counts, pieces, actual) : weighTogether(counts, pieces, actual);
  return {
    ...weighed,
    volumetric: gramsOfVolume === null ? null : weighed.volumetric,
    chargeable: larger(weighed.chargeable, minChargeable ?? 0n),
  };
}

/** Centimetres of a parcel with sides, exactly. */
export interface Measures {
  /** The longest first. */
  sides: Fraction[];
  sideSum: Fraction;
  /** The longest side and twice the sum of the other two. */
  lengthPlusGirth: Fraction;
}

export function measuresOf({ length, width, height }: Dimensions): Measures {
  const sides = [length, width, height].sort((a, b) => b - a).map(decimal);
  const [longest, second, third] = sides;
  const others = second.plus(third);
  return { sides, sideSum: longest.plus(others), lengthPlusGirth: longest.plus(others).plus(others) };
}

/** Centimetres. */
interface Excess {
  limit: number;
  value: number;
}

/**
 * The first limit that a piece exceeds, with the highest value among the pieces; null: each one fits, however it is
 * turned. In this order:
 * 1. the sides, from the longest on
 * 2. length plus girth
 * 3. the sum of the sides
 */
export function excessOf({ limits }: Partner, shipment: Shipment): Excess | null {
  const measured = piecesOf(shipment).flatMap(({ dimensions }) => (dimensions ? [measuresOf(dimensions)] : []));
  const largest = measuresOf(limits.maxDimensions).sides;
  const compared: [number | null | undefined, (measures: Measures) => Fraction][] = [
    ...largest.map((side, at): [number, (measures: Measures) => Fraction] => [
      asNumber(side),
      ({ sides }) => sides[at],
    ]),
    [limits.maxLengthPlusGirth, ({ lengthPlusGirth }) => lengthPlusGirth],
    [limits.maxSideSum, ({ sideSum }) => sideSum],
  ];
  for (const [limit, of] of compared) {
    if (limit === null || limit === undefined) continue;
    const value = measured.map(of).reduce((high, one) => (one.compare(high) > 0 ? one : high), ZERO);
    if (value.compare(decimal(limit)) > 0) return { limit, value: asNumber(value) };
  }
  return null;
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
