/**
 * The rules that the schemas of the three questions cannot express. They also run on a body with other faults, as far
 * as that is possible.
 */
import { decimalsOf } from '../domain/decimal.js';
import { MONEY_DECIMALS } from '../limits/documents.js';
import type { RequestFault } from '../contract/schema-faults.js';
import { fieldsOf } from './parse.js';

export const NO_FAULTS: RequestFault[] = [];

const MANDATORY_SERVICES = ['PICKUP', 'DELIVERY'] as const;
const WEIGHTS = ['hourValue', 'failureCost', 'coverageCost'] as const;

/** Faults of the amount to collect of availability and charges. */
export function amountFaults(body: unknown): RequestFault[] {
  const fields = fieldsOf(body);
  if (fields?.codAmount === undefined) return NO_FAULTS;
  return codAmountFaults(fields.codAmount, fields.paymentType, 'codAmount');
}

export function assignmentFaults(body: unknown): RequestFault[] {
  const details = fieldsOf(fieldsOf(body)?.shipmentDetails);
  const preferences = fieldsOf(fieldsOf(body)?.assignmentPreferences);
  const faults = details === null ? [] : detailsFaults(details);
  const isManual = preferences?.assignmentStrategy === 'MANUAL_SELECTION';
  if (isManual && preferences.selectedPartner === undefined && details?.assignedPartnerId === undefined) {
    const field = 'assignmentPreferences.selectedPartner';
    faults.push({ field, code: 'REQUIRED', message: 'is required for MANUAL_SELECTION' });
  }
  const weights = fieldsOf(preferences?.weights);
  if (weights !== null) {
    for (const name of WEIGHTS) faults.push(...decimalFaults(weights[name], `assignmentPreferences.weights.${name}`));
  }
  return faults;
}

function detailsFaults(details: Readonly<Record<string, unknown>>): RequestFault[] {
  const faults = serviceFaults(details.serviceTypes, details.serviceRequirements);
  if (details.codAmount !== undefined) {
    faults.push(...codAmountFaults(details.codAmount, paymentTypeOf(details), 'shipmentDetails.codAmount'));
  }
  return faults;
}

/**
 * The payment type of an assignment: as given, otherwise COD if that is among the services, otherwise PREPAID
 * (docs/rules.md#assignments).
 */
export function paymentTypeOf({ paymentType, ...details }: Readonly<Record<string, unknown>>): unknown {
  if (paymentType !== undefined) return paymentType;
  const lists = [details.serviceTypes, details.serviceRequirements, details.additionalServices];
  return lists.some((list) => Array.isArray(list) && list.includes('COD')) ? 'COD' : 'PREPAID';
}

function serviceFaults(serviceTypes: unknown, serviceRequirements: unknown): RequestFault[] {
  const field = 'shipmentDetails.serviceTypes';
  if (serviceTypes === undefined) {
    if (serviceRequirements !== undefined) return [];
    return [{ field, code: 'REQUIRED', message: 'is required', allowedValues: MANDATORY_SERVICES }];
  }
  const missing = Array.isArray(serviceTypes)
    ? MANDATORY_SERVICES.filter((service) => !serviceTypes.includes(service))
    : [];
  if (missing.length === 0) return [];
  const message = `must include ${missing.join(' and ')}`;
  return [{ field, code: 'INVALID_VALUE', message, value: serviceTypes, allowedValues: MANDATORY_SERVICES }];
}

function codAmountFaults(amount: unknown, paymentType: unknown, field: string): RequestFault[] {
  if (paymentType === 'PREPAID') {
    const message = 'is for COD alone: nothing is collected of a prepaid shipment';
    return [{ field, code: 'INVALID_VALUE', message, value: amount, expectedFormat: 'left out with PREPAID' }];
  }
  return decimalFaults(amount, field);
}

function decimalFaults(amount: unknown, field: string): RequestFault[] {
  if (typeof amount !== 'number' || decimalsOf(amount) <= MONEY_DECIMALS) return NO_FAULTS;
  const message = `must have at most ${MONEY_DECIMALS} decimals`;
  const expectedFormat = `a number with at most ${MONEY_DECIMALS} decimals`;
  return [{ field, code: 'INVALID_VALUE', message, value: amount, expectedFormat }];
}
