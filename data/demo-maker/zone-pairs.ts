import type { RateClass, ZoneKind, ZoneSpec } from './card.js';

/** A row of the card without its price: zone codes, null for any zone. */
export interface PairRow {
  rateClass: RateClass;
  from: string | null;
  to: string | null;
}
type Zone = Pick<ZoneSpec, 'code' | 'kind' | 'region'>;

const isMetro = (kind: ZoneKind): boolean => kind === 'city' || kind === 'metros';
const isSurcharged = (kind: ZoneKind): kind is 'special' | 'remote' => kind === 'special' || kind === 'remote';

/** The class of a pair of zones, or null where the general row sets the price. */
function pairClass(from: Zone, to: Zone): RateClass | null {
  if (isSurcharged(from.kind) || isSurcharged(to.kind)) return surchargedPairClass(from, to);
  if (from === to && from.kind === 'city') return 'city';
  if (from.region === to.region) return 'region';
  return isMetro(from.kind) && isMetro(to.kind) ? 'metro' : null;
}

/**
 * One class cheaper within a surcharged zone. Two different surcharged zones get a row at the dearer class: with only
 * the two one-sided rows, the engine would take the cheaper one.
 */
function surchargedPairClass(from: Zone, to: Zone): RateClass | null {
  if (from === to) return from.kind === 'remote' ? 'special' : 'region';
  return isSurcharged(from.kind) && isSurcharged(to.kind) && from.kind !== to.kind ? 'remote' : null;
}

/** All rows of a slab for these zones: pairs, then to and from each surcharged zone, then the general row. */
export function pairRowsOf(zones: readonly Zone[]): PairRow[] {
  const rows: PairRow[] = [];
  for (const from of zones) {
    for (const to of zones) {
      const rateClass = pairClass(from, to);
      if (rateClass !== null) rows.push({ rateClass, from: from.code, to: to.code });
    }
  }
  for (const { code, kind } of zones) {
    if (isSurcharged(kind)) {
      rows.push({ rateClass: kind, from: null, to: code }, { rateClass: kind, from: code, to: null });
    }
  }
  rows.push({ rateClass: 'india', from: null, to: null });
  return rows;
}
