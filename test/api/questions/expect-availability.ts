/** The expected answer about availability. */
import assert from 'node:assert/strict';
import { REASONS, type ReasonCode } from '../../../src/domain/reasons.js';
import { distanceTenthsOfKm } from '../../reference/coverage.js';
import { referenceRank } from '../../reference/model.js';
import { requiredServices } from '../../reference/shipment.js';
import type { Check, FindAll, Shipment } from '../../reference/types.js';
import type { Reply } from '../../support/client.js';
import { paiseIn } from './breakdown.js';
import { attributesAt, maxCodAmount } from '../../reference/serviceability.js';
import {
  assertCostBreakdown,
  assertPriceBreakdown,
  assertScore,
  assertReasons,
  assertWarnings,
  countedByKey,
  type Json,
  partnerOf,
  type Scene,
  servicesBetween,
  sorted,
  endAt,
} from './scene.js';

const LEVEL_OF_NONE = 'none';
/** The number of offers in `summary.ranking`. */
const RANKED = 10;

export function assertCoverage(
  scene: Scene,
  coverage: Json,
  check: Check,
  { pickupPincode, deliveryPincode }: Shipment,
): void {
  const { pickup, delivery } = check;
  for (const [end, expected, pincode] of [
    [coverage.pickup, pickup, pickupPincode],
    [coverage.delivery, delivery, deliveryPincode],
  ] as const) {
    const found = expected === null ? null : endAt(scene, check, expected.zoneId, pincode);
    const zone = found?.zone ?? null;
    const attributes = found === null ? [] : attributesAt(found);
    if (found?.entry?.attributes) scene.note('attributes of a pincode');
    const place = scene.world.pincodes.find((row) => row.pincode === pincode)!;
    assert.deepEqual(end, {
      pincode,
      area: scene.world.areas.find(({ id }) => id === place.areaIds[0])?.name ?? '',
      city: scene.world.cities.find(({ id }) => id === place.cityId)!.name,
      zone: zone?.name ?? null,
      isServiced: zone !== null,
      serviceType: zone === null ? null : attributes.length === 0 ? 'STANDARD' : attributes.join('+'),
      coverageLevel: expected?.level ?? LEVEL_OF_NONE,
    });
    scene.note(`covered by ${expected?.level ?? LEVEL_OF_NONE}`);
  }
}

export function assertAvailability(
  scene: Scene,
  data: Json,
  expected: Check,
  shipment: Shipment,
  partnerId: string,
): void {
  const isAvailable = expected.reasons.length === 0;
  const { name, limits } = partnerOf(scene, partnerId);
  for (const code of expected.reasons) scene.note(`availability:${code}`);
  assert.deepEqual(
    [data.checkType, data.isAvailable, data.confidence, data.partnerId, data.partnerName],
    ['specific_partner', isAvailable, expected.confidence, partnerId, name],
  );
  assertReasons(scene, data.reasons, expected);
  assertWarnings(scene, data.warnings, shipment);
  assertCoverage(scene, data.coverage, expected, shipment);
  assertServices(scene, data.services, expected, shipment);
  assertCapabilities(scene, data.capabilities, partnerId);
  const delivery = endAt(scene, expected, expected.delivery!.zoneId, shipment.deliveryPincode);
  const mostCollected = Number(maxCodAmount(partnerOf(scene, partnerId), delivery)) / 100;
  if (mostCollected !== limits.maxCodAmount) scene.note('maxCodAmount of a pincode');
  const { weightLimits, valueLimits, areaRestrictions, timeRestrictions } = data.restrictions;
  assert.deepEqual(
    sorted(
      [weightLimits, valueLimits, areaRestrictions, timeRestrictions].flatMap(({ reasons }) => reasons as ReasonCode[]),
    ),
    sorted(expected.reasons),
  );
  assert.deepEqual(
    [timeRestrictions.transitHours, timeRestrictions.maxDeliveryTime],
    [expected.hours, shipment.maxDeliveryTime ?? null],
  );
  assert.deepEqual(
    [weightLimits.maxWeight, valueLimits.maxCodAmount, valueLimits.maxDeclaredValue],
    [limits.maxWeight, mostCollected, limits.maxDeclaredValue],
  );
  if (!isAvailable) {
    assert.deepEqual([data.estimates, data.breakdown], [null, []]);
    return;
  }
  const price = expected.price!;
  assert.equal(weightLimits.chargeableWeight, price.chargeableGrams);
  assert.equal(paiseIn(data.estimates.totalCost), price.total);
  assertDeliveryTime(data.estimates.deliveryTime, expected);
  assertCostBreakdown(data.estimates.breakdown, price);
  assertPriceBreakdown(scene, data.breakdown, expected, true);
}

export function assertAvailabilityOfPartner(
  scene: Scene,
  data: Json,
  expected: Check,
  shipment: Shipment,
  partnerId: string,
): void {
  const isAvailable = expected.reasons.length === 0;
  assert.equal(data.availability.overall, isAvailable ? 'AVAILABLE' : 'UNAVAILABLE');
  assertReasons(scene, data.availability.reasons, expected);
  assert.deepEqual(data.transit, {
    distanceKm:
      distanceTenthsOfKm(scene.world, shipment.pickupPincode, shipment.deliveryPincode, scene.settings, partnerId) / 10,
    hours: isAvailable ? expected.hours : null,
    pickupDate: isAvailable ? expected.pickupDate!.toISOString() : null,
    deliveryDate: isAvailable ? expected.deliveryDate!.toISOString() : null,
  });
  assert.deepEqual(data.constraints, partnerOf(scene, partnerId).limits);
  assert.deepEqual(
    data.recommendations,
    expected.reasons.map((code) => REASONS[code].action),
  );
  if (isAvailable) assertCostBreakdown(data.pricing, expected.price!);
  else assert.equal(data.pricing, null);
}

function assertServices(scene: Scene, services: Json, expected: Check, shipment: Shipment): void {
  const available = servicesBetween(scene, expected, shipment);
  const required = requiredServices(shipment);
  const wanted = [...new Set<string>([...required, ...(shipment.preferredServices ?? [])])];
  const matched = wanted.filter((service) => (available as string[]).includes(service));
  assert.deepEqual(
    [sorted(services.required), sorted(services.available), sorted(services.unavailable), sorted(services.matched)],
    [sorted(required), sorted(available), sorted(expected.unavailable), sorted(matched)],
  );
  assert.equal(services.matchPercentage, percentageOf(scene, expected, shipment));
}

/** The share of required and preferred services that are available, in whole percent. */
function percentageOf(scene: Scene, expected: Check, shipment: Shipment): number {
  const available = servicesBetween(scene, expected, shipment);
  const wanted = new Set<string>([...requiredServices(shipment), ...(shipment.preferredServices ?? [])]);
  const matched = [...wanted].filter((service) => (available as string[]).includes(service)).length;
  return wanted.size === 0 ? 100 : Math.floor((200 * matched + wanted.size) / (2 * wanted.size));
}

function assertCapabilities(scene: Scene, capabilities: Json, partnerId: string): void {
  const {
    limits: { maxWeight, maxDimensions, maxCodAmount },
    paymentTypes,
    cutoffTime,
    weekendDelivery,
    sameDay,
  } = partnerOf(scene, partnerId);
  assert.deepEqual(capabilities, {
    maxWeight,
    maxDimensions,
    maxCodAmount,
    supportedPaymentTypes: paymentTypes,
    cutoffTime,
    weekendDelivery,
    sameDay,
  });
}

function assertDeliveryTime({ hours, pickupDate, deliveryDate, description }: Json, expected: Check): void {
  assert.deepEqual([hours, pickupDate, deliveryDate], [expected.hours, ...momentsOf(expected)]);
  assert.match(description, /^[0-9]+ (hours|days?) after pickup$/);
}

/** When the parcel leaves and arrives. */
export function momentsOf({ pickupDate, deliveryDate }: Check): string[] {
  return [pickupDate!.toISOString(), deliveryDate!.toISOString()];
}

export function assertNobody(scene: Scene, reply: Reply, expected: FindAll): void {
  scene.note('find-all:NO_PARTNERS_AVAILABLE');
  assert.deepEqual([reply.status, reply.json.error.code], [422, 'NO_PARTNERS_AVAILABLE']);
  assert.deepEqual(reply.json.error.details, {
    partnersChecked: expected.checked,
    failureReasons: countedByKey(scene, 'find-all', expected),
  });
}

export function assertFound(scene: Scene, data: Json, expected: FindAll, shipment: Shipment): void {
  const { candidates, checked } = expected;
  assert.deepEqual(
    data.availablePartners.map((one: Json) => [
      one.partnerId,
      one.partnerName,
      one.confidence,
      paiseIn(one.estimatedCost),
    ]),
    candidates.map(({ partnerId, confidence, totalPaise }) => [
      partnerId,
      partnerOf(scene, partnerId).name,
      confidence,
      totalPaise,
    ]),
  );
  const ranking = referenceRank('BEST_MATCH', candidates, shipment);
  for (const [index, { check, partnerId }] of candidates.entries()) {
    const one = data.availablePartners[index];
    const [pickupDate, deliveryDate] = momentsOf(check);
    assert.deepEqual(
      [one.transitHours, one.estimatedDelivery, one.pickupDate, one.deliveryDate, one.serviceMatch],
      [check.hours, deliveryDate, pickupDate, deliveryDate, percentageOf(scene, check, shipment)],
    );
    const rank = ranking.findIndex((ranked) => ranked.partnerId === partnerId) + 1;
    assert.equal(one.rank, rank);
    assertScore(one, ranking[rank - 1]!);
    assertCapabilities(scene, one.capabilities, partnerId);
    assertPriceBreakdown(scene, one.breakdown, check, false);
    if (rank > RANKED) scene.note('find-all:more than are ranked');
  }
  assertWarnings(scene, data.warnings, shipment);
  const total = candidates.reduce((sum, { totalPaise }) => sum + totalPaise, 0);
  const best = ranking.slice(0, RANKED).map(({ partnerId }) => partnerId);
  assert.deepEqual(
    { ...data.summary, avgCost: paiseIn(data.summary.avgCost) },
    {
      totalChecked: checked,
      availableCount: candidates.length,
      bestOption: best[0],
      ranking: best,
      avgCost: Math.floor((2 * total + candidates.length) / (2 * candidates.length)),
      fastestDelivery: Math.min(...candidates.map(({ hours }) => hours)),
    },
  );
  const counts: Record<string, number> = {};
  for (const { reasons } of data.unavailablePartners)
    for (const code of reasons) counts[code] = (counts[code] ?? 0) + 1;
  assert.deepEqual(
    [data.checkType, data.unavailablePartners.length, counts],
    ['find_all_available', checked - candidates.length, expected.counts],
  );
}
