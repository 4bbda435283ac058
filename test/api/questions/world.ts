/** Worlds as a store changes them, and worlds with many partners. */
import type { CollectionName, DatasetCollection, Documents, Partner } from '../../../src/model/documents.js';
import { keyOf, type WriteOp } from '../../../src/model/change.js';
import { referenceCheck } from '../../reference/model.js';
import { withReported } from '../../reference/random-questions.js';
import { randomShipment, randomWorld, REFERENCE_NOW } from '../../reference/random.js';
import { REPORTED } from '../../reference/reported.js';
import type { Rng } from '../../reference/rng.js';
import type { Price, Shipment, World } from '../../reference/types.js';
import { assigned, eased } from './requests.js';

/** Applies to `world` the changes that `ops` made in a store. */
export function mirror(world: World, ops: readonly WriteOp[]): void {
  for (const op of ops) {
    if (op.kind === 'count') throw new Error('a world has no counters');
    const rows = world[op.collection as DatasetCollection] as Documents[CollectionName][];
    const key = op.kind === 'delete' ? op.key : keyOf(op.collection, op.document);
    const index = rows.findIndex((row) => keyOf(op.collection, row) === key);
    if (index >= 0) rows.splice(index, 1);
    if (op.kind !== 'delete') rows.push(op.document);
  }
}

/** One partner's documents, copied for another; `offset` keeps the copies' ids apart from all others. */
export function copiedPartner(world: World, of: Partner, partnerId: string, offset: number): WriteOp[] {
  const own = <T extends { partnerId: string | null }>(rows: T[]): T[] =>
    rows.filter((row) => row.partnerId === of.partnerId).map((row) => ({ ...row, partnerId }));
  const moved = <T extends { id: number }>(row: T): T => ({ ...row, id: row.id + offset });
  const zoneId = (id: number | null | undefined): number | null =>
    id === null || id === undefined ? null : id + offset;
  return [
    { kind: 'put', collection: 'partners', document: { ...of, partnerId, name: `Partner ${partnerId}` } },
    ...own(world.zones).map((row) => ({ kind: 'put' as const, collection: 'zones' as const, document: moved(row) })),
    ...own(world['zone-pincodes']).map((row) => ({
      kind: 'put' as const,
      collection: 'zone-pincodes' as const,
      document: { ...row, zoneId: row.zoneId + offset },
    })),
    ...own(world.packages).map((row) => ({
      kind: 'put' as const,
      collection: 'packages' as const,
      document: { ...moved(row), fromZoneId: zoneId(row.fromZoneId), toZoneId: zoneId(row.toZoneId) },
    })),
    ...own(world['distance-charges']).map((row) => ({
      kind: 'put' as const,
      collection: 'distance-charges' as const,
      document: moved(row),
    })),
    ...own(world['customer-charges']).map((row) => ({
      kind: 'put' as const,
      collection: 'customer-charges' as const,
      document: moved(row),
    })),
    ...own(world.discounts).map((row) => ({
      kind: 'put' as const,
      collection: 'discounts' as const,
      document: moved(row),
    })),
    {
      kind: 'put',
      collection: 'credentials',
      document: {
        id: partnerId,
        kind: 'partner',
        tier: 'UNLIMITED',
        status: 'ACTIVE',
        secrets: [{ version: 1, secret: `demo-${partnerId}-secret` }],
      },
    },
  ];
}

const COPY_OFFSET = 10_000;
const ATTEMPTS = 100;

/**
 * Adds copies of the world's partners until there are `howMany`, some of them with a different rate, limit or status.
 */
export function multiply(rng: Rng, world: World, howMany: number): void {
  const originals = [...world.partners];
  for (let copy = 1; world.partners.length < howMany; copy++) {
    const original = rng.pick(originals);
    const partnerId = `${original.partnerId}-${copy}`;
    mirror(world, copiedPartner(world, original, partnerId, copy * COPY_OFFSET));
    const partner = world.partners.at(-1)!;
    if (rng.chance(0.1)) partner.status = 'INACTIVE';
    if (rng.chance(0.3)) partner.performance = { ...partner.performance, successRate: rng.scaled(50, 100, 2) };
    for (const row of world.packages)
      if (row.partnerId === partnerId && rng.chance(0.5)) row.baseCharge = rng.scaled(1_000, 12_000, 2);
  }
}

/** An easy forward shipment between pincodes of the world: random ones may name others. */
export function easyShipment(rng: Rng, world: World, now = REFERENCE_NOW): Shipment {
  const known = (pincode: string): string =>
    world.pincodes.some((row) => row.pincode === pincode) ? pincode : rng.pick(world.pincodes).pincode;
  const easy = eased(rng, randomShipment(rng, world));
  const shipment = assigned(REPORTED ? withReported(rng, world, easy, now) : easy, now);
  return {
    ...shipment,
    pickupPincode: known(shipment.pickupPincode),
    deliveryPincode: known(shipment.deliveryPincode),
  };
}

/** The model's price; null if the partner does not carry the shipment. */
export function modelPrice(world: World, partnerId: string, shipment: Shipment, now = REFERENCE_NOW): Price | null {
  const check = referenceCheck(world, partnerId, shipment, now);
  return check.kind === 'CHECKED' && check.reasons.length === 0 ? check.price : null;
}

/**
 * A random world with a partner and a shipment that it carries at REFERENCE_NOW, and the price of the model.
 * @param until it is carried at this moment too: a row or a zone may end at REFERENCE_NOW
 */
export function worldWithPrice(
  rng: Rng,
  until: Date = REFERENCE_NOW,
): { world: World; partnerId: string; shipment: Shipment; price: Price } {
  for (;;) {
    const world = randomWorld(rng);
    for (const { partnerId } of world.partners) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const shipment = assigned(eased(rng, randomShipment(rng, world)));
        const price = modelPrice(world, partnerId, shipment);
        if (price !== null && modelPrice(world, partnerId, shipment, until) !== null)
          return { world, partnerId, shipment, price };
      }
    }
  }
}
