/**
 * What the value of a surcharge is multiplied by: a basis is one entry here. Documents, their rules, prices and
 * breakdowns follow from it.
 */

interface SurchargeBasisFacts {
  /** What a value is multiplied by, in the description of documents. */
  meaning: string;
  /**
   * How many units a shipment has, as an integer; null: the value is not by unit.
   * @param grams the chargeable weight
   * @param km the road distance, with one decimal: a basis by it would count tenths, and each would be a bound of
   *   km-bounds.ts
   * @param pieces the pieces that fulfil the row's condition
   */
  unitsOf: ((grams: number, km: number, pieces: number) => number) | null;
  /** The units that the value is for. */
  unitsPerValue: number;
  /** The units in a breakdown. */
  unitsText: (units: number) => string;
}

const GRAMS_IN_A_KG = 1_000;
const NOT_BY_UNIT = { unitsOf: null, unitsPerValue: 1, unitsText: () => '' };

const FACTS = {
  FLAT: { meaning: '1', ...NOT_BY_UNIT },
  PER_KG: {
    meaning: 'the chargeable weight',
    unitsOf: (grams: number) => grams,
    unitsPerValue: GRAMS_IN_A_KG,
    unitsText: (grams: number) => `${grams / GRAMS_IN_A_KG} kg`,
  },
  PER_STARTED_KG: {
    meaning: 'its started kilograms',
    unitsOf: (grams: number) => Math.ceil(grams / GRAMS_IN_A_KG),
    unitsPerValue: 1,
    unitsText: (units: number) => `${units} started kg`,
  },
  PER_PIECE: {
    meaning: 'the pieces',
    unitsOf: (_grams: number, _km: number, pieces: number) => pieces,
    unitsPerValue: 1,
    unitsText: (pieces: number) => `${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`,
  },
  PERCENT: { meaning: 'what `of` names', ...NOT_BY_UNIT },
} as const satisfies Record<string, SurchargeBasisFacts>;

type SurchargeBasis = keyof typeof FACTS;
export const SURCHARGE_BASES = Object.keys(FACTS) as SurchargeBasis[];
/** By the position of a basis in SURCHARGE_BASES. */
export const BASIS_FACTS: readonly SurchargeBasisFacts[] = Object.values(FACTS);
export const PERCENT = SURCHARGE_BASES.indexOf('PERCENT');

export const isByUnit = (basis: SurchargeBasis): boolean => FACTS[basis].unitsOf !== null;

/** `FLAT 1, PER_KG the chargeable weight, …` */
export const BASES_TEXT = SURCHARGE_BASES.map((basis) => `${basis} ${FACTS[basis].meaning}`).join(', ');
