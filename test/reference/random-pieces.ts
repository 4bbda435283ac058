/** Volume in random worlds: partners that weigh it in every way, and shipments in pieces. */
import type { Partner } from './documents.js';
import type { Rng } from './rng.js';
import type { Shipment } from './types.js';

export function withVolume(rng: Rng, partner: Partner): Partner {
  const { volumetricDivisor, ...others } = partner;
  const byCft = rng.chance(0.4) ? { cft: rng.pick([1, 6, 7, 10, 12, 50]) } : null;
  return {
    ...others,
    ...(byCft ?? (volumetricDivisor === undefined ? {} : { volumetricDivisor })),
    ...(rng.chance(0.6) ? { volumetricBasis: rng.pick(['SHIPMENT', 'PIECE'] as const) } : {}),
    limits: {
      ...partner.limits,
      ...(rng.chance(0.4) ? { maxPieceWeight: rng.pick([5_000, 20_000, 49_999]) } : {}),
    },
  };
}

/** The shipment, now and then in pieces: some of equal ones, some without dimensions. */
export function inPieces(rng: Rng, shipment: Shipment): Shipment {
  if (!rng.chance(0.25)) return shipment;
  const { dimensions, ...whole } = shipment;
  const pieces = Array.from({ length: rng.int(1, 4) }, () => ({
    count: rng.pick([1, 1, 2, 3, 10]),
    weight: rng.pick([100, 250.5, 999.999, 1_000, 5_000, 5_000.5, 20_000, 20_001]),
    ...(rng.chance(0.6) && {
      dimensions: rng.pick([
        ...(dimensions === undefined || dimensions.length > 1_000 ? [] : [rounded(dimensions)]),
        { length: 10, width: 10, height: 10 },
        { length: 60, width: 45, height: 40 },
        { length: 33.3, width: 21, height: 7.5 },
        { length: 120.5, width: 20, height: 5.1 },
      ]),
    }),
  }));
  return { ...whole, pieces };
}

/** Sides with one decimal, at most 1,000 cm. */
function rounded({ length, width, height }: NonNullable<Shipment['dimensions']>) {
  const side = (cm: number): number => Math.min(1_000, Math.max(1, Math.round(cm * 10)) / 10);
  return { length: side(length), width: side(width), height: side(height) };
}
