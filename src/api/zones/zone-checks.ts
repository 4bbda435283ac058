/** What a new zone looks like to someone who knows the partner: the `validation` and `nextSteps` of its answer. */
import type { Catalog } from '../../catalog.js';
import type { CreatedZone } from '../../contract/zones.js';
import { CUSTOMER_TYPES, PAYMENT_TYPES, SHIPMENT_TYPES } from '../../domain/vocabulary.js';
import type { Partner, Zone } from '../../schemas/documents.js';
import type { TakenPlaces } from './zone-places.js';
import type { TakenServices } from './zone-services.js';

type Check = CreatedZone['validation']['chargeValidation'];

const CUSTOM_CHARGE_NAMES: readonly string[] = [...CUSTOMER_TYPES, ...SHIPMENT_TYPES];
const WEEKDAYS = 7;

export function geographicalConsistency({ failures, results }: TakenPlaces, nested: boolean): Check {
  if (failures.length > 0) return 'PARTIAL';
  const taken = Object.values(results).reduce((sum, { assigned }) => sum + assigned, 0);
  return taken === 0 || nested ? 'WARNING' : 'PASSED';
}

export function serviceCompatibility({ services, results }: TakenServices, { paymentTypes }: Partner): Check {
  if (results.failed > 0) return 'PARTIAL';
  const offers = new Set<string>(services.filter(({ isAvailable }) => isAvailable).map(({ serviceTypeId }) => serviceTypeId));
  const isEnd = offers.has('PICKUP') || offers.has('DELIVERY');
  const isPayable = PAYMENT_TYPES.every((type) => !offers.has(type) || paymentTypes.includes(type));
  return isEnd && isPayable ? 'PASSED' : 'WARNING';
}

export function chargeValidation({ services }: TakenServices): Check {
  const isPriced = services.every(({ isAvailable, baseCharge }) => !isAvailable || baseCharge !== undefined);
  const isUsed = services.every(({ customCharges = {} }) => Object.keys(customCharges).every((name) => CUSTOM_CHARGE_NAMES.includes(name)));
  return isPriced && isUsed ? 'PASSED' : 'WARNING';
}

export function operationalFeasibility({ operationalDetails }: Zone): Check {
  const hours = Object.values(operationalDetails?.operatingHours ?? {});
  const { maxDailyShipments, maxWeightPerDay } = operationalDetails?.capacity ?? {};
  const isClosed = hours.length > 0 && hours.every((range) => range === 'CLOSED');
  if (isClosed || maxDailyShipments === 0 || maxWeightPerDay === 0) return 'WARNING';
  return hours.length === WEEKDAYS && maxDailyShipments !== undefined && maxWeightPerDay !== undefined ? 'PASSED' : 'PARTIAL';
}

/** Sentences, each true of this zone now. */
export function nextStepsOf({ id, partnerId, status, services }: Zone, places: TakenPlaces, partner: Partner, catalog: Catalog): string[] {
  const steps: string[] = [];
  const held = places.failures.filter(({ reason }) => reason === 'ALREADY_ASSIGNED').length;
  const unknown = places.failures.length - held;
  if (unknown > 0) steps.push(`${unknown} of the places do not exist: look them up in GET /pincodes, /areas, /cities or /pincodes/states.`);
  if (held > 0) steps.push(`${held} of the pincodes belong to other zones of the partner: POST /zones/${id}/assign/pincodes moves them here.`);
  const taken = Object.values(places.results).reduce((sum, { assigned }) => sum + assigned, 0);
  if (taken === 0) steps.push(`The zone has no places yet: assign pincodes with POST /zones/${id}/assign/pincodes.`);
  if (!status) steps.push('The zone is inactive and covers nothing while it is.');
  if (partner.status !== 'ACTIVE') steps.push('The partner is inactive: quotes leave it out, with all of its zones.');
  if (!services.some(({ isAvailable }) => isAvailable)) steps.push('The zone offers no service: shipments that require one cannot begin or end here.');
  const packages = catalog.of('packages', partnerId).filter((row) => row.status);
  const serves = (end: 'fromZoneId' | 'toZoneId') => packages.some((row) => (row[end] ?? null) === null);
  if (!serves('fromZoneId')) steps.push('No active package of the partner applies to a pickup here: shipments from this zone have no rate.');
  if (!serves('toZoneId')) steps.push('No active package of the partner applies to a delivery here: shipments to this zone have no rate.');
  if (steps.length === 0) steps.push('The zone is in use: POST /partners/availability/check answers for its pincodes.');
  return steps;
}
