/** A world in which only the freight is charged, and the rows that tests of rate cards put into it. */
import assert from 'node:assert/strict';
import type { CardWorld, LaneRule, Package, Partner, Surcharge } from './documents.js';
import { NOON, packageRow, workedShipment, workedWorld } from './fixture.js';
import { referenceCheck } from './model.js';
import type { Check, Price, Shipment } from './types.js';

export const AT = '2024-04-01T00:00:00.000Z';
export type Change = (world: CardWorld) => void;

/** All of the changes, in their order. */
export const all =
  (...changes: Change[]): Change =>
  (world) => {
    for (const change of changes) change(world);
  };

export const onPartner =
  (fields: Partial<Partner>): Change =>
  (world) => {
    Object.assign(world.partners[0], fields);
  };

/** Rows with ids from 1 on, in place of the one of the worked world. */
export const packages =
  (...rows: Partial<Package>[]): Change =>
  (world) => {
    world.packages = rows.map((row, i) => packageRow({ id: i + 1, ...row }));
  };

/** The worked world without its charges and without the ODA of the delivery: a weight charge of ₹70.00 is left. */
export function plainWorld(change: Change): CardWorld {
  const world: CardWorld = workedWorld();
  world['distance-charges'] = [];
  world['customer-charges'] = [];
  world.discounts = [];
  world.zones[1].attributes = [];
  change(world);
  return world;
}

export function checked(change: Change = () => {}, shipment: Partial<Shipment> = {}, now = NOON): Check {
  const found = referenceCheck(plainWorld(change), 'acme', { ...workedShipment, ...shipment }, now);
  assert.ok(found.kind === 'CHECKED', found.kind);
  return found;
}

export const priced = (change?: Change, shipment?: Partial<Shipment>, now?: Date): Price =>
  checked(change, shipment, now).price!;

export const entry = (fields: Partial<CardWorld['zone-pincodes'][number]>): Change => {
  return (world) => {
    world['zone-pincodes'] = [{ partnerId: 'acme', zoneId: 2, pincode: '110001', assignedAt: AT, ...fields }];
  };
};

export const rule = (id: number, lane: string, when: LaneRule['when'], fields: Partial<LaneRule> = {}): LaneRule => ({
  ...{ id, partnerId: 'acme', priority: id, lane, when, status: true, createdAt: AT },
  ...fields,
});

export const lanes = (...rules: LaneRule[]): Change => {
  return (world) => {
    world['lane-rules'] = rules;
  };
};

export const surcharge = (id: number, fields: Partial<Surcharge> = {}): Surcharge => ({
  ...{
    id,
    partnerId: 'acme',
    code: 'X',
    label: 'X',
    basis: 'FLAT',
    value: 10,
    order: 500,
    status: true,
    createdAt: AT,
  },
  ...fields,
});

/** The counted surcharges as id and amount in paise. */
export function counted(
  rows: Surcharge[],
  shipment: Partial<Shipment> = {},
  change: Change = () => {},
): [number, number][] {
  const price = priced((world) => {
    world.surcharges = rows;
    change(world);
  }, shipment);
  return price.surcharges.map(({ id, amount }) => [id, amount]);
}
