/** The weight that a partner charges (docs/rules.md#chargeable-weight): by its rule, or by the contract's terms. */
import type { RateCard, Shipment, WeightTermsColumns } from './rate-card.js';
import { NO_ROW } from './rates.js';
import { VOLUMETRIC_BASES } from './vocabulary.js';
import type { ChargeableWeight, VolumeRule } from './weight.js';

/**
 * @param row of the terms (`termsRow`); NO_ROW: the partner's own rule decides alone
 */
export function weighedBy(
  { weightTerms: terms, limits }: Pick<RateCard, 'weightTerms' | 'limits'>,
  row: number,
  { weights }: Pick<Shipment, 'weights'>,
): ChargeableWeight {
  if (row === NO_ROW) return weights.weighed(limits.volume);
  const rule = ruleOf(terms, row, limits.volume);
  const isWithout = terms.none[row] === 1;
  const weighed =
    isWithout || weights.actualGrams <= terms.deadGrams[row]!
      ? weights.withoutVolume(rule.isByPiece, isWithout)
      : weights.weighed(rule);
  const least = terms.minGrams[row]!;
  return weighed.chargeable >= least ? weighed : { ...weighed, chargeable: least };
}

const BY_PIECE = VOLUMETRIC_BASES.indexOf('PIECE') + 1;

/** The rule of a row, which leaves to the partner's what it does not say. */
export function ruleOf({ divisor, factor, basis }: WeightTermsColumns, row: number, own: VolumeRule): VolumeRule {
  const isByPiece = basis[row] === 0 ? own.isByPiece : basis[row] === BY_PIECE;
  if (divisor[row] !== 0) return { divisor: divisor[row]!, factor: factor[row]!, isByPiece };
  return isByPiece === own.isByPiece ? own : { ...own, isByPiece };
}
