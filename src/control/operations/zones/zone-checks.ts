/** Checks that an expert would make of a new zone: the `validation` of its answer. */
import type { CreatedZone } from '../../../contract/zone-create.js';
import { CUSTOMER_TYPES, PAYMENT_TYPES, SHIPMENT_TYPES, WEEKDAYS } from '../../../domain/vocabulary.js';
import type { Partner, Zone } from '../../../model/documents.js';
import type { ZoneTrial } from './coverage.js';
import type { TakenPlaces } from './zone-places.js';
import type { TakenServices } from './zone-services.js';

type Check = CreatedZone['validation']['chargeValidation'];

export const CUSTOM_CHARGE_NAMES: readonly string[] = [...CUSTOMER_TYPES, ...SHIPMENT_TYPES];
const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]';
const CUTOFF_TIME = new RegExp(`^${TIME}$`);
const HOURS = new RegExp(`^(?:${TIME}-${TIME}|CLOSED)$`);

/** Times in an unknown format, as they were given. */
export interface UnreadTimes {
  /** By day: neither HH:mm-HH:mm nor CLOSED. */
  hours: [string, string][];
  /** By service: not HH:mm. */
  cutoffTimes: [string, string][];
}

export function unreadTimes({ operationalDetails, services }: Zone): UnreadTimes {
  return {
    hours: Object.entries(operationalDetails?.operatingHours ?? {}).filter(([, range]) => !HOURS.test(range)),
    cutoffTimes: services
      .map(({ serviceTypeId, additionalInfo }): [string, string | undefined] => [
        serviceTypeId,
        additionalInfo?.cutoffTime,
      ])
      .filter((entry): entry is [string, string] => entry[1] !== undefined && !CUTOFF_TIME.test(entry[1])),
  };
}

export function geographicalConsistency(
  { failures }: TakenPlaces,
  { covered, holders }: ZoneTrial,
  nested: boolean,
): Check {
  if (failures.length > 0) return 'PARTIAL';
  return covered.pincodes === 0 || holders.length > 0 || nested ? 'WARNING' : 'PASSED';
}

export function serviceCompatibility({ services, results }: TakenServices, { paymentTypes }: Partner): Check {
  if (results.failed > 0) return 'PARTIAL';
  const offers = new Set<string>(
    services.filter(({ isAvailable }) => isAvailable).map(({ serviceTypeId }) => serviceTypeId),
  );
  const isEnd = offers.has('PICKUP') || offers.has('DELIVERY');
  const isPayable = PAYMENT_TYPES.every((type) => !offers.has(type) || paymentTypes.includes(type));
  return isEnd && isPayable ? 'PASSED' : 'WARNING';
}

/** Custom charges, by service, whose name is neither a customer type nor a shipment type. */
export function uncountedCharges({ services }: TakenServices): [string, string][] {
  return services.flatMap(({ serviceTypeId, customCharges = {} }) =>
    Object.keys(customCharges)
      .filter((name) => !CUSTOM_CHARGE_NAMES.includes(name))
      .map((name): [string, string] => [serviceTypeId, name]),
  );
}

export function chargeValidation({ services }: TakenServices, uncounted: readonly unknown[]): Check {
  const isPriced = services.every(({ isAvailable, baseCharge }) => !isAvailable || baseCharge !== undefined);
  return isPriced && uncounted.length === 0 ? 'PASSED' : 'WARNING';
}

export function operationalFeasibility({ operationalDetails }: Zone, times: UnreadTimes): Check {
  if (Object.values(times).some((unread) => unread.length > 0)) return 'WARNING';
  const hours = Object.values(operationalDetails?.operatingHours ?? {});
  const { maxDailyShipments, maxWeightPerDay } = operationalDetails?.capacity ?? {};
  const isClosed = hours.length > 0 && hours.every((range) => range === 'CLOSED');
  if (isClosed || maxDailyShipments === 0 || maxWeightPerDay === 0) return 'WARNING';
  return hours.length === WEEKDAYS.length && maxDailyShipments !== undefined && maxWeightPerDay !== undefined
    ? 'PASSED'
    : 'PARTIAL';
}
