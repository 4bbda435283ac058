/** Random sums of outcomes over the pincodes of a geography: few and many parcels, weeks that count and that do not. */
import type { Sums } from './performance.js';
import type { Rng } from './rng.js';

const DAY_MS = 86_400_000;

/** A Monday, days since 1970, at most `weeks` weeks before the moment. */
export const randomWeek = (rng: Rng, atMs: number, weeks: number): number => {
  const day = Math.floor(atMs / DAY_MS);
  return day - ((day + 3) % 7) - 7 * rng.int(0, weeks);
};

export function randomCounts(rng: Rng): Omit<Sums, 'week' | 'partnerId' | 'pincode' | 'paymentType'> {
  const n = rng.int(1, rng.pick([1, 3, 40, 900]));
  const rto = rng.int(0, Math.floor(n / rng.int(1, 4)));
  const lost = rng.int(0, Math.min(2, n - rto));
  const delivered = rng.int(0, n - rto - lost);
  const attempted = rng.int(delivered, n);
  const promised = rng.int(0, rto + lost + delivered);
  const hours = Array.from({ length: 16 }, () => 0);
  for (let parcel = 0; parcel < attempted; parcel += 1) hours[rng.chance(0.02) ? 15 : rng.int(0, 9)]! += 1;
  return {
    n,
    delivered,
    rto,
    lost,
    attempted,
    firstAttempt: rng.int(0, delivered),
    promised,
    onTime: rng.int(0, promised),
    hours,
  };
}

export interface SumsAsked {
  partnerIds: readonly string[];
  pincodes: readonly string[];
  atMs: number;
}

/** At most one for each week, partner, pincode and payment type, as a store has them. */
export function randomSums(rng: Rng, howMany: number, { partnerIds, pincodes, atMs }: SumsAsked): Sums[] {
  const byKey = new Map<string, Sums>();
  for (let made = 0; made < howMany; made += 1) {
    const key = {
      week: randomWeek(rng, atMs, 33),
      partnerId: rng.pick(partnerIds),
      pincode: rng.pick(pincodes),
      paymentType: rng.pick(['COD', 'PREPAID'] as const),
    };
    byKey.set(Object.values(key).join('/'), { ...key, ...randomCounts(rng) });
  }
  return [...byKey.values()];
}
