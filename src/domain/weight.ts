/** Weights are integer grams. Volumetric weight is exact for dimensions with any number of decimals. */
import { decimalOf } from './decimal.js';
import { scaleDecimal } from './money.js';

/** The divisor of a partner that has none (docs/rules.md#chargeable-weight), in cm³ per kilogram. */
export const DEFAULT_VOLUMETRIC_DIVISOR = 5_000;

/** Cubic centimetres that one cft of a rate card takes for a cubic foot: the cube of 30 cm. */
const CUBIC_CM_A_CFT = 27_000;

/** A document's kilograms, with up to three decimals, to integer grams. */
export const toGrams = (kilograms: number): number => scaleDecimal(kilograms, 1_000);

/** A piece's size in centimetres. */
export interface Dimensions {
  length: number;
  width: number;
  height: number;
}

/** A piece as requests describe it; `weight` in grams, with any decimals. */
export interface PieceRequest {
  count: number;
  weight: number;
  dimensions?: Dimensions;
}

/** Equal pieces of a shipment. */
export interface Piece {
  count: number;
  /** The weight of one, rounded up. */
  grams: number;
  /** The longest side; 0 without dimensions. */
  longestCm: number;
  /** Length plus girth, and the sum of the sides, in parts of a centimetre; 0 without dimensions. */
  girth: number;
  sideSum: number;
  /** The volume of one; null without dimensions. */
  volume: Volume | null;
}

/** A volume in thousandths of cm³, exactly: as a safe integer where the sides are whole centimetres. */
export type Volume = number | VolumeFraction;

/** The denominator is a power of ten. */
interface VolumeFraction {
  numerator: bigint;
  denominator: bigint;
}

const fractionOf = (volume: Volume): VolumeFraction =>
  typeof volume === 'number' ? { numerator: BigInt(volume), denominator: 1n } : volume;

/** How a partner weighs volume: a kilogram for `divisor` / `factor` cm³, of the whole shipment or of each piece. */
export interface VolumeRule {
  divisor: number;
  factor: number;
  isByPiece: boolean;
}

/** By a partner's divisor in cm³ per kilogram, or its kilograms per cubic foot (docs/rules.md#chargeable-weight). */
export function volumeRule(divisor: number, cft: number | null, isByPiece: boolean): VolumeRule {
  return cft === null ? { divisor, factor: 1, isByPiece } : { divisor: CUBIC_CM_A_CFT, factor: cft, isByPiece };
}

/** Whole grams. */
export interface ChargeableWeight {
  chargeable: number;
  /** Null where no piece has dimensions. */
  volumetric: number | null;
  /** Whether a volume exceeds the weight. */
  isVolumetric: boolean;
}

/** What a shipment weighs, for each way in which partners weigh volume. */
export class Weights {
  readonly pieces: readonly Piece[];
  /** The weight of all pieces, rounded up once. */
  readonly actualGrams: number;
  /** The weight of the heaviest piece, rounded up. */
  readonly heaviestGrams: number;
  /** The largest length plus girth, and the largest sum of sides, of a piece; see {@link Piece}. */
  readonly largestGirth: number;
  readonly largestSideSum: number;
  /** By rule, since most partners share a few. Null until a volume is weighed, which most shipments do not have. */
  #weighed: Map<number, ChargeableWeight> | null = null;
  readonly #volume: Volume | null;
  /** Of a single piece without dimensions, and what is assumed, which weigh the same by every rule. */
  readonly #byEveryRule: ChargeableWeight | null;

  /** @param assumedGrams what is charged in place of weight and volume; null: these are */
  constructor(requested: readonly PieceRequest[], assumedGrams: number | null = null) {
    const pieces: Piece[] = [];
    let heaviestGrams = 0;
    let largestGirth = 0;
    let largestSideSum = 0;
    let volume: Volume | null = null;
    for (const request of requested) {
      const piece = pieceOf(request);
      pieces.push(piece);
      heaviestGrams = Math.max(heaviestGrams, piece.grams);
      largestGirth = Math.max(largestGirth, piece.girth);
      largestSideSum = Math.max(largestSideSum, piece.sideSum);
      volume = plusPiece(volume, piece);
    }
    const isSingle = pieces.length === 1 && pieces[0]!.count === 1;
    this.pieces = pieces;
    this.actualGrams = isSingle ? pieces[0]!.grams : sumOfWeights(requested);
    this.heaviestGrams = heaviestGrams;
    this.largestGirth = largestGirth;
    this.largestSideSum = largestSideSum;
    this.#volume = volume;
    const known = assumedGrams ?? (isSingle && volume === null ? this.actualGrams : null);
    this.#byEveryRule = known === null ? null : { chargeable: known, volumetric: null, isVolumetric: false };
  }

  weighed(rule: VolumeRule): ChargeableWeight {
    if (this.#byEveryRule !== null) return this.#byEveryRule;
    const { divisor, factor, isByPiece } = rule;
    const key = (divisor * MAX_FACTOR + factor) * 2 + (isByPiece ? 1 : 0);
    const weighed = (this.#weighed ??= new Map());
    let known = weighed.get(key);
    if (known === undefined) weighed.set(key, (known = isByPiece ? this.#each(rule) : this.#together(rule)));
    return known;
  }

  /**
   * The weight where volume does not count.
   * @param isNever otherwise it counts as 0, where a piece has dimensions
   */
  withoutVolume(isByPiece: boolean, isNever: boolean): ChargeableWeight {
    if (this.#byEveryRule !== null) return this.#byEveryRule;
    let byPiece = 0;
    for (const { count, grams } of this.pieces) byPiece += count * grams;
    return {
      chargeable: isByPiece ? byPiece : this.actualGrams,
      volumetric: isNever || this.#volume === null ? null : 0,
      isVolumetric: false,
    };
  }

  /** The volumes are summed, and rounded up once. */
  #together(rule: VolumeRule): ChargeableWeight {
    const volumetric = this.#volume === null ? null : volumetricGrams(this.#volume, rule);
    return {
      chargeable: Math.max(this.actualGrams, volumetric ?? 0),
      volumetric,
      isVolumetric: (volumetric ?? 0) > this.actualGrams,
    };
  }

  /** Each piece counts with its weight or its volume, each rounded up. */
  #each(rule: VolumeRule): ChargeableWeight {
    let chargeable = 0;
    let volumetric: number | null = null;
    let isVolumetric = false;
    for (const { count, grams, volume } of this.pieces) {
      const byVolume = volume === null ? 0 : volumetricGrams(volume, rule);
      chargeable += count * Math.max(grams, byVolume);
      if (volume !== null) volumetric = (volumetric ?? 0) + count * byVolume;
      if (byVolume > grams) isVolumetric = true;
    }
    return { chargeable, volumetric, isVolumetric };
  }
}

/** Above every cft. */
const MAX_FACTOR = 64;

function pieceOf({ count, weight, dimensions }: PieceRequest): Piece {
  const grams = Math.ceil(weight);
  if (dimensions === undefined) return { count, grams, longestCm: 0, girth: 0, sideSum: 0, volume: null };
  const { length, width, height } = dimensions;
  const longestCm = Math.max(length, width, height);
  const sideSum = toSideParts(length) + toSideParts(width) + toSideParts(height);
  const girth = 2 * sideSum - toSideParts(longestCm);
  return { count, grams, longestCm, girth, sideSum, volume: volumeOf(dimensions) };
}

const SIDE_PARTS = 10_000;

/** Centimetres in parts of a centimetre: whole numbers, since sums of binary fractions would not be exact. */
export const toSideParts = (centimetres: number): number =>
  Number.isInteger(centimetres) ? centimetres * SIDE_PARTS : scaleDecimal(centimetres, SIDE_PARTS);
export const toCentimetres = (parts: number): number => parts / SIDE_PARTS;

/** Σ count × weight, rounded up to a gram once. */
export function sumOfWeights(pieces: readonly PieceRequest[]): number {
  let sum = 0n;
  let scale = 1n;
  for (const { count, weight } of pieces) {
    const exact = decimalOf(weight);
    const common = exact.scale > scale ? exact.scale : scale;
    sum = sum * (common / scale) + BigInt(count) * exact.digits * (common / exact.scale);
    scale = common;
  }
  return Number((sum + scale - 1n) / scale);
}

function plusPiece(sum: Volume | null, { count, volume }: Piece): Volume | null {
  if (volume === null) return sum;
  const former = sum ?? 0;
  if (typeof volume === 'number' && typeof former === 'number') {
    const whole = former + count * volume;
    if (Number.isSafeInteger(whole)) return whole;
  }
  const [a, b] = [fractionOf(former), fractionOf(volume)];
  const denominator = a.denominator > b.denominator ? a.denominator : b.denominator;
  const added = BigInt(count) * b.numerator * (denominator / b.denominator);
  return { numerator: a.numerator * (denominator / a.denominator) + added, denominator };
}

/** length × width × height × 1000 (docs/rules.md#chargeable-weight), by the dimensions' decimal digits. */
export function volumeOf({ length, width, height }: Dimensions): Volume {
  if (Number.isInteger(length) && Number.isInteger(width) && Number.isInteger(height)) {
    const whole = length * width * height * 1_000;
    if (Number.isSafeInteger(whole)) return whole;
  }
  let numerator = 1000n;
  let denominator = 1n;
  for (const side of [length, width, height]) {
    const { digits, scale } = decimalOf(side);
    numerator *= digits;
    denominator *= scale;
  }
  return { numerator, denominator };
}

/** Grams by volume, rounded up. */
export function volumetricGrams(volume: Volume, { divisor, factor }: Pick<VolumeRule, 'divisor' | 'factor'>): number {
  if (typeof volume === 'number') {
    const product = volume * factor;
    if (Number.isSafeInteger(product)) {
      const rest = product % divisor;
      return (product - rest) / divisor + (rest === 0 ? 0 : 1);
    }
  }
  const { numerator, denominator } = fractionOf(volume);
  const unit = denominator * BigInt(divisor);
  return Number((numerator * BigInt(factor) + unit - 1n) / unit);
}

/** The sides from the longest to the shortest: a piece may be turned to fit. */
export function sortedSides({ length, width, height }: Dimensions): [number, number, number] {
  const longer = Math.max(length, width);
  const shorter = Math.min(length, width);
  if (height >= longer) return [height, longer, shorter];
  return height >= shorter ? [longer, height, shorter] : [longer, shorter, height];
}

/** Three sides, the longest first: each is the largest of its rank among all pieces; null: no piece has dimensions. */
export function largestSides(pieces: readonly PieceRequest[]): readonly [number, number, number] | null {
  let largest: [number, number, number] | null = null;
  for (const { dimensions } of pieces) {
    if (dimensions === undefined) continue;
    const sides = sortedSides(dimensions);
    largest = largest === null ? sides : (largest.map((side, at) => Math.max(side, sides[at]!)) as typeof largest);
  }
  return largest;
}
