/** The larger members of an availability answer. */
import { reasonCodes } from '../domain/eligibility.js';
import { REASONS } from '../domain/reasons.js';
import type { Shipment } from '../domain/rate-card.js';
import { COVERAGE_LEVELS } from '../domain/vocabulary.js';
import type { Reason } from '../contract/answers/reason.js';
import type { Geography } from '../index/geography.js';
import type { GenerationView } from '../index/view.js';
import { fragmentsOf, type ZoneFragments } from './text/fragments.js';
import { asJson, inOnePiece, type Json, toJson } from '../json.js';
import { costBreakdown, isoTime, transitDescription } from './text/parts.js';
import type { Offer, Quote } from './quote.js';
import { derived } from '../model/derived.js';

/** The coverage of both ends of a route. */
export function coverageJson({ geography }: GenerationView, { partner, route, requestedRoute }: Quote): Json {
  const fragments = fragmentsOf(partner);
  const { pickupSlot, deliverySlot } = requestedRoute;
  const pickup = endJson(
    geography,
    { slot: pickupSlot, zone: route.fromZone, level: partner.pickupLevel(pickupSlot) },
    () => fragments.from(route),
  );
  const delivery = endJson(
    geography,
    { slot: deliverySlot, zone: route.toZone, level: partner.level(deliverySlot) },
    () => fragments.to(route),
  );
  return asJson(`{"pickup":${pickup},"delivery":${delivery}}`);
}

function endJson(
  geography: Geography,
  { slot, zone, level: position }: { slot: number; zone: number; level: number },
  fragments: () => ZoneFragments,
): Json {
  const level = COVERAGE_LEVELS[position]!;
  const place = placeJson(geography, slot);
  if (zone === 0)
    return asJson(`{${place},"zone":null,"isServiced":false,"serviceType":null,"coverageLevel":"${level}"}`);
  const { name, serviceType } = fragments();
  return asJson(`{${place},"zone":${name},"isServiced":true,"serviceType":${serviceType},"coverageLevel":"${level}"}`);
}

/** By slot. */
const placesOf = derived<Geography, string[]>(() => []);

/** The members pincode, area and city of a slot. */
function placeJson(geography: Geography, slot: number): string {
  return (placesOf(geography)[slot] ??= inOnePiece(
    `"pincode":"${geography.pincode(slot)}","area":${toJson(geography.areaName(slot))},"city":${toJson(geography.city(slot).name)}`,
  ));
}

export function deliveryTimeJson({ eligibility, schedule }: Offer): Json {
  return asJson(`{"hours":${eligibility.hours},"pickupDate":"${isoTime(schedule.pickupAt)}",\
"deliveryDate":"${isoTime(schedule.deliveryAt)}","description":"${transitDescription(eligibility.hours)}"}`);
}

/** The limits that were checked against the shipment, in four groups, each with its reasons for refusal. */
export function restrictionsJson(answer: Quote, shipment: Shipment): Json {
  const { eligibility } = answer;
  const { restrictions, zone } = fragmentsOf(answer.partner).forRestrictions(answer.route);
  const codes = reasonCodes(eligibility.reasons);
  const of = (group: string) =>
    codes.length === 0 ? '[]' : toJson(codes.filter((code) => REASONS[code].group === group));
  return asJson(`{"weightLimits":{${restrictions.weight},"chargeableWeight":${eligibility.chargeableGrams},"reasons":${of('weightLimits')}},\
"valueLimits":{${restrictions.value},"reasons":${of('valueLimits')}},\
"areaRestrictions":{${zone},${restrictions.area},"reasons":${of('areaRestrictions')}},\
"timeRestrictions":{${restrictions.time},"transitHours":${Number.isNaN(eligibility.hours) ? 'null' : eligibility.hours},\
"maxDeliveryTime":${shipment.maxDeliveryHours === Infinity ? 'null' : shipment.maxDeliveryHours},"reasons":${of('timeRestrictions')}}}`);
}

/**
 * The additional members for a partner's own credential.
 * @param full of its capacity that is full for the shipment; empty: none is
 */
export function ownCheckMembers(answer: Quote, reasons: readonly Reason[], full: object) {
  const { partner, route } = answer;
  const zoneCapacity = (zone: number) => {
    const { name, operationalDetails } = partner.names.zones[zone - 1]!;
    return {
      zone: name,
      maxDailyShipments: operationalDetails?.capacity?.maxDailyShipments ?? null,
      maxWeightPerDay: operationalDetails?.capacity?.maxWeightPerDay ?? null,
    };
  };
  return {
    availability: { overall: answer.price === null ? 'UNAVAILABLE' : 'AVAILABLE', reasons },
    capacity: { pickup: zoneCapacity(route.fromZone), delivery: zoneCapacity(route.toZone), ...full },
    transit: {
      distanceKm: route.km,
      hours: answer.price === null ? null : answer.eligibility.hours,
      pickupDate: answer.price === null ? null : isoTime(answer.schedule.pickupAt),
      deliveryDate: answer.price === null ? null : isoTime(answer.schedule.deliveryAt),
    },
    constraints: partner.names.partner.limits,
    recommendations: reasons.map(({ action }) => action),
    pricing: answer.price === null ? null : costBreakdown(answer),
  };
}
