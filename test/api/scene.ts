/** What every comparison looks at and shares. */
import assert from 'node:assert/strict';
import { REASONS, type ReasonCode } from '../../src/domain/reasons.js';
import type { Partner, Zone } from '../../src/schemas/documents.js';
import type { Check, FindAll, Price, ServiceId, Settings, World } from '../reference/types.js';
import { assertBreakdown, paiseIn, type Entry } from './breakdown.js';

/** A part of an answer: each field of it that is read is compared. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

export interface Scene {
  readonly world: World;
  readonly settings: Settings;
  /** The moment that the server's clock shows. */
  now(): Date;
  /** Notes that something was reached. */
  note(name: string): void;
}

export const sorted = (values: readonly string[]): string[] => [...values].sort();
export const codesIn = (reasons: { code: string }[]): string[] => reasons.map(({ code }) => code);

export function partnerOf(scene: Scene, partnerId: string): Partner {
  return scene.world.partners.find((row) => row.partnerId === partnerId)!;
}

export function zoneOf(scene: Scene, id: number): Zone {
  return scene.world.zones.find((row) => row.id === id)!;
}

export function gstCodeOf(scene: Scene, pincode: string): string {
  const { stateId } = scene.world.pincodes.find((row) => row.pincode === pincode)!;
  return scene.world.states.find(({ id }) => id === stateId)!.gstCode;
}

/** What can be had on the route: PICKUP at its beginning, all else at its end. */
export function servicesBetween(scene: Scene, { pickup, delivery }: Check): ServiceId[] {
  if (pickup === null || delivery === null) return [];
  const at = (zoneId: number) => zoneOf(scene, zoneId).services.filter(({ isAvailable }) => isAvailable).map(({ serviceTypeId }) => serviceTypeId);
  return [...at(pickup.zoneId).filter((service) => service === 'PICKUP'), ...at(delivery.zoneId).filter((service) => service !== 'PICKUP')];
}

export function assertPriceBreakdown(scene: Scene, entries: Entry[], { partnerId, price }: Check, isFull: boolean): void {
  assertBreakdown(entries, { world: scene.world, partnerId, totalPaise: price!.total, chargeableGrams: price!.chargeableGrams, isFull });
}

export function assertCostBreakdown(scene: Scene, costs: Json, price: Price): void {
  const { baseCharge, weightCharge, distanceCharge, codCharge, expressCharge, fuelSurcharge, docketCharge, insuranceCharge, otherCharges, discount, taxes, total } = costs;
  const row = scene.world.packages.find(({ id }) => id === price.packageRowId)!;
  const express = price.other.filter(({ service }) => service === 'EXPRESS').reduce((sum, { amount }) => sum + amount, 0);
  assert.deepEqual(
    [baseCharge, weightCharge, distanceCharge, codCharge, expressCharge, fuelSurcharge, docketCharge, insuranceCharge, otherCharges, discount, taxes, total].map(paiseIn),
    [
      Math.round(row.baseCharge * 100), price.weightCharge - Math.round(row.baseCharge * 100), price.distanceCharge, price.cod, express, price.fsc, price.docket, price.insurance,
      price.otherTotal - express, price.discount, price.gst, price.total,
    ],
  );
}

/** The counts of reasons by the key that they are counted under. */
export function countedByKey(scene: Scene, where: string, { counts }: FindAll): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([code, count]) => {
    scene.note(`${where}:${code}`);
    return [REASONS[code as ReasonCode].countKey, count];
  }));
}
