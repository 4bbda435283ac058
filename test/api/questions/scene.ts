/** The shared context of every comparison. */
import assert from 'node:assert/strict';
import { REASONS, type ReasonCode } from '../../../src/domain/reasons.js';
import type { Partner, Zone } from '../../../src/model/documents.js';
import { SERVICE_TYPE_IDS } from '../../../src/domain/vocabulary.js';
import { entryInForce, offers, type RouteEnd } from '../../reference/serviceability.js';
import { endOf } from '../../reference/service-charges.js';
import { amountToCollect } from '../../reference/shipment.js';
import type {
  Check,
  FindAll,
  Price,
  ReasonAbout,
  Scored,
  ServiceId,
  Settings,
  Shipment,
  World,
} from '../../reference/types.js';
import { assertBreakdown, paiseIn, type Entry } from './breakdown.js';

/** Below this many grams, a parcel to a consumer was probably weighed in kilograms. */
const KG_LIKE_GRAMS = 50;

/** A part of an answer: each field of it that is read is compared. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

export interface Scene {
  readonly world: World;
  readonly settings: Settings;
  /** The moment that the server's clock shows. */
  now(): Date;
  /** Records that a case was reached. */
  note(name: string): void;
}

export const sorted = (values: readonly string[]): string[] => [...values].sort();
export const codesIn = (reasons: { code: string }[]): string[] => reasons.map(({ code }) => code);

/** The codes, what each is about, and that its message says it. */
export function assertReasons(scene: Scene, shown: Json[], { reasons, about }: Check): void {
  assert.deepEqual(codesIn(shown as { code: string }[]), reasons);
  assert.deepEqual(
    shown.map(({ details }) => details),
    about,
  );
  for (const { code, message, details } of shown) {
    const facts = factsIn(details as ReasonAbout);
    if (details.unit === 'INR' && details.value === undefined) continue; // a price beyond all is not written out
    assert.ok(facts.length > 0, code);
    for (const fact of facts) assert.ok(message.includes(fact), `${code}: ${fact} in ${message}`);
    for (const { end } of details.ends ?? []) scene.note(`reason ${code} at ${end}`);
  }
}

/** What a reason's message has to say. */
function factsIn({ ends = [], limit, value, unit, asked, accepted = [], distanceKm, lane }: ReasonAbout): string[] {
  const amounts = [limit, value].flatMap((one) => (one === undefined ? [] : [amountText(one, unit!)]));
  const others = [asked, lane, distanceKm === undefined ? undefined : `${distanceKm} km`];
  return [
    ...ends.flatMap(({ pincode, services = [], reason }) => [pincode, ...services, ...(reason ? [reason] : [])]),
    ...amounts,
    ...accepted,
    ...others.filter((fact) => fact !== undefined),
  ];
}

function amountText(amount: number, unit: string): string {
  if (unit === 'INR') return `INR ${amount.toFixed(2)}`;
  return unit === 'cm' ? String(amount) : `${amount} ${unit === 'h' ? 'hours' : unit}`;
}

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

/** One end of a covered route, as the model sees it. */
export function endAt(scene: Scene, { partnerId }: Check, zoneId: number, pincode: string): RouteEnd {
  return {
    zone: zoneOf(scene, zoneId),
    place: scene.world.pincodes.find((row) => row.pincode === pincode)!,
    entry: entryInForce(scene.world, partnerId, pincode),
  };
}

/** What is available on the route: PICKUP and REVERSE at its start, everything else at its end. */
export function servicesBetween(scene: Scene, check: Check, shipment: Shipment): ServiceId[] {
  const { pickup, delivery } = check;
  if (pickup === null || delivery === null) return [];
  const start = endAt(scene, check, pickup.zoneId, shipment.pickupPincode);
  const end = endAt(scene, check, delivery.zoneId, shipment.deliveryPincode);
  return SERVICE_TYPE_IDS.filter((service) => offers(endOf(service) === 'pickup' ? start : end, service));
}

export function assertPriceBreakdown(
  scene: Scene,
  entries: Entry[],
  { partnerId, price }: Check,
  isFull: boolean,
): void {
  assertBreakdown(entries, { world: scene.world, partnerId, price: price!, isFull });
}

/** The tax above the components: none where they include it, and less than none where it falls away. */
export const taxOnTop = ({ total, subtotal, discount }: Price): number => total - (subtotal - discount);

/**
 * Asserts that weightCharge is the whole weight charge, that the discount is negative, and that the parts sum to the
 * total.
 */
export function assertCostBreakdown(costs: Json, price: Price): void {
  const express = price.other
    .filter(({ service }) => service === 'EXPRESS')
    .reduce((sum, { amount }) => sum + amount, 0);
  const amounts = Object.entries(costs).map(([name, amount]) => [name, paiseIn(amount)]);
  const { total, ...parts } = Object.fromEntries(amounts) as Record<string, number>;
  assert.deepEqual(parts, {
    baseCharge: 0,
    weightCharge: price.weightCharge,
    distanceCharge: price.distanceCharge,
    codCharge: price.cod,
    expressCharge: express,
    fuelSurcharge: price.fsc,
    docketCharge: price.docket,
    insuranceCharge: price.insurance,
    otherCharges: price.otherTotal - express,
    discount: 0 - price.discount,
    taxes: taxOnTop(price),
  });
  assert.equal(total, price.total);
  assert.equal(
    Object.values(parts).reduce((sum, amount) => sum + amount, 0),
    total,
    'the parts sum to the total',
  );
}

/** What a strategy shows of a candidate. */
export function assertScore(shown: Json, { score, parts }: Scored): void {
  const { cost, time, failure, coverage } = shown.parts;
  assert.deepEqual([shown.score, cost, time, failure, coverage].map(paiseIn), [
    score,
    parts.cost,
    parts.time,
    parts.failure,
    parts.coverage,
  ]);
}

/** The warnings about a shipment's own fields; others concern the body and single questions. */
const OF_THE_SHIPMENT = [
  'COD_AMOUNT_MISSING',
  'GSTIN_MISSING',
  'SERVICES_NOT_PRICED',
  'UNKNOWN_FIELD',
  'WEIGHT_LOOKS_LIKE_KG',
];

export function assertWarnings(scene: Scene, warnings: Json[], shipment: Shipment): void {
  const {
    paymentType,
    shipmentType,
    weight,
    pieces,
    services,
    customerGstin,
    placeOfSupply,
    direction = 'FORWARD',
  } = shipment;
  const applies: Record<string, boolean> = {
    COD_AMOUNT_MISSING: paymentType === 'COD' && direction !== 'RTO' && amountToCollect(shipment) === 0n,
    GSTIN_MISSING: shipmentType === 'B2B' && customerGstin === undefined && placeOfSupply === undefined,
    SERVICES_NOT_PRICED: direction === 'FORWARD' && !services.includes('PICKUP'),
    // no random pieces are that light
    WEIGHT_LOOKS_LIKE_KG: shipmentType === 'B2C' && pieces === undefined && weight < KG_LIKE_GRAMS,
  };
  const codes = codesIn(warnings as { code: string }[]).filter((code) => OF_THE_SHIPMENT.includes(code));
  assert.deepEqual(
    sorted(codes),
    OF_THE_SHIPMENT.filter((code) => applies[code]),
  );
  for (const { code, message, field } of warnings) {
    assert.ok(typeof message === 'string' && message.length > 0 && (field === null || typeof field === 'string'), code);
    scene.note(`warning ${code}`);
  }
}

/** Counters that are always present, 0 where no partner had the reason. */
const ALWAYS_COUNTED = { no_route_coverage: 0, service_unavailable: 0, weight_exceeded: 0 };

/** The counts of reasons by their key in the answer. */
export function countedByKey(scene: Scene, where: string, { counts }: FindAll): Record<string, number> {
  return Object.entries(counts).reduce((counted, [code, count]) => {
    scene.note(`${where}:${code}`);
    return { ...counted, [REASONS[code as ReasonCode].countKey]: count };
  }, ALWAYS_COUNTED);
}
