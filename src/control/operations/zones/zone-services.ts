/** The services of a new zone: the valid ones, and the faults of the others. */
import type { CreatedZone, GivenService, NewZone } from '../../../contract/zone-create.js';
import { SERVICE_TYPE_IDS, type ServiceTypeId } from '../../../domain/vocabulary.js';
import { MONEY_DECIMALS } from '../../../limits/documents.js';
import type { Zone } from '../../../model/documents.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { decimalsOf } from '../../../domain/decimal.js';

type ZoneService = Zone['services'][number];
type ServiceResults = CreatedZone['assignmentResults']['services'];

export interface TakenServices {
  services: ZoneService[];
  results: ServiceResults;
}

export function takeServices(given: readonly GivenService[]): TakenServices {
  const services: ZoneService[] = [];
  const details = given.map((service): ServiceResults['details'][number] => {
    const { serviceTypeId } = service;
    const failed = (reason: 'UNKNOWN_SERVICE_TYPE' | 'LISTED_TWICE') => ({
      serviceTypeId,
      status: 'FAILED' as const,
      configuration: null,
      reason,
    });
    if (!isServiceType(serviceTypeId)) return failed('UNKNOWN_SERVICE_TYPE');
    if (services.some((taken) => taken.serviceTypeId === serviceTypeId)) return failed('LISTED_TWICE');
    const configuration: ZoneService = { ...service, serviceTypeId };
    services.push(configuration);
    return { serviceTypeId, status: 'ASSIGNED', configuration };
  });
  return {
    services,
    results: { total: given.length, assigned: services.length, failed: given.length - services.length, details },
  };
}

function isServiceType(id: string): id is ServiceTypeId {
  return (SERVICE_TYPE_IDS as readonly string[]).includes(id);
}

/** The faults of a new zone that no schema finds: decimals of charges, and attributes that need a service. */
export function serviceFaults(
  services: NewZone['services'] = [],
  attributes: NewZone['attributes'] = [],
): RequestFault[] {
  const faults: RequestFault[] = [];
  for (const [index, { baseCharge, customCharges = {} }] of services.entries()) {
    const field = `services[${index}]`;
    const charges: [string, number][] = Object.entries(customCharges).map(([name, charge]) => [
      `${field}.customCharges.${name}`,
      charge,
    ]);
    if (baseCharge !== undefined) charges.unshift([`${field}.baseCharge`, baseCharge]);
    for (const [of, value] of charges) {
      if (decimalsOf(value) > MONEY_DECIMALS)
        faults.push({
          field: of,
          code: 'INVALID_VALUE',
          message: `must have at most ${MONEY_DECIMALS} decimals`,
          value,
        });
    }
  }
  const { services: taken } = takeServices(services);
  for (const [index, attribute] of attributes.entries()) {
    const isOffered = taken.some(({ serviceTypeId, isAvailable }) => serviceTypeId === attribute && isAvailable);
    if (!isOffered)
      faults.push({
        field: `attributes[${index}]`,
        code: 'INVALID_VALUE',
        message: `needs ${attribute} among the zone's available services`,
        value: attribute,
      });
  }
  return faults;
}
