/** Returns in random worlds: rows of other directions, the terms of an RTO, and shipments that go back. */
import type { Package, RtoTerms } from './documents.js';
import { CREATED_AT, type Ids } from './random-geography.js';
import { CUSTOMER_IDS, randomValidity } from './random-rates.js';
import type { Rng } from './rng.js';
import type { Shipment } from './types.js';

/** Copies of some rows for the directions of returns, at charges of their own. */
export function inOtherDirections(rng: Rng, packages: readonly Package[], ids: Ids): Package[] {
  return packages.flatMap((row) =>
    rng.some(['RTO', 'REVERSE'] as const, 0.4).map((direction): Package => ({
      ...row,
      id: ids.take(),
      direction,
      baseCharge: rng.scaled(1_000, 9_000, 2),
    })),
  );
}

export function randomRtoTerms(rng: Rng, partnerId: string, ids: Ids, now: Date): RtoTerms[] {
  return Array.from({ length: rng.int(0, 4) }, () => ({
    id: ids.take(),
    partnerId,
    ...(rng.chance(0.3) ? { customerId: rng.pick(CUSTOMER_IDS) } : {}),
    ...rng.pick([
      { basis: 'CARD' as const, percent: null },
      { basis: 'PERCENT_OF_FORWARD' as const, percent: rng.pick([0, 50, 66.6667, 100, 150]) },
    ]),
    status: rng.chance(0.9),
    ...randomValidity(rng, now),
    createdAt: CREATED_AT,
  }));
}

/** The shipment, mostly forward; a customer's return is prepaid. */
export function inSomeDirection(rng: Rng, shipment: Shipment): Shipment {
  const direction = rng.pick([undefined, undefined, 'FORWARD', 'FORWARD', 'RTO', 'REVERSE'] as const);
  if (direction === undefined) return shipment;
  if (direction !== 'REVERSE') return { ...shipment, direction };
  const prepaid: Shipment = { ...shipment, direction, paymentType: 'PREPAID' };
  delete prepaid.codAmount;
  return prepaid;
}
