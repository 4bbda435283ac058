/**
 * The rules that the schemas of the three questions cannot express, question by question. They also run on a body with
 * other faults, as far as that is possible.
 */
import { AssignmentStrategy } from '../contract/requests.js';
import { hasMoreDecimals } from '../domain/decimal.js';
import { MONEY_DECIMALS } from '../limits/documents.js';
import type { RequestFault } from '../model/schema-faults.js';
import { type Members, membersIn } from '../model/members.js';
import {
  joined,
  namesService,
  namesServices,
  necessaryFaults,
  NO_FAULTS,
  parcelFaults,
  paymentTypeOf,
  refused,
  WEIGHT_REQUIRED,
} from './parcel-faults.js';

const MANDATORY_SERVICES = ['PICKUP', 'DELIVERY'] as const;
const WEIGHTS = ['hourValue', 'failureCost', 'coverageCost'] as const;

/** Members that availability and assignments refuse, with the reason. */
const RETURNS_OF_CHARGES = 'is for calculate-charges alone, which prices the returns of a forward shipment';
const FORWARD_ALONE = 'is for the direction FORWARD alone';
const OF_THE_SHIPMENT = 'belongs to shipmentDetails';
const ASSIGNED_FORWARD = 'is not for assignments: they are forward';

export function availabilityFaults(body: unknown): readonly RequestFault[] {
  const fields = membersIn(body);
  if (fields === null) return NO_FAULTS;
  return joined(
    necessaryFaults(fields, true),
    parcelFaults(fields),
    directionFaults(fields),
    refused(fields, 'includeReturns', RETURNS_OF_CHARGES),
    isReturn(fields) ? refused(fields, 'includeLanded', FORWARD_ALONE) : NO_FAULTS,
  );
}

export function chargesFaults(body: unknown): readonly RequestFault[] {
  const fields = membersIn(body);
  if (fields === null) return NO_FAULTS;
  const ofForward = isReturn(fields)
    ? joined(refused(fields, 'includeReturns', FORWARD_ALONE), refused(fields, 'includeLanded', FORWARD_ALONE))
    : NO_FAULTS;
  return joined(necessaryFaults(fields, false), parcelFaults(fields), directionFaults(fields), ofForward);
}

const isReturn = ({ direction }: Readonly<Members>): boolean => direction === 'RTO' || direction === 'REVERSE';

/** The same of the parcel of a matrix, which stands in the member `shipment`. */
export const matrixShipmentFaults = (shipment: Readonly<Members>): readonly RequestFault[] =>
  joined(
    shipment.weight === undefined && shipment.pieces === undefined
      ? [{ ...WEIGHT_REQUIRED, field: `${MATRIX_SHIPMENT}weight` }]
      : NO_FAULTS,
    parcelFaults(shipment, MATRIX_SHIPMENT),
    directionFaults(shipment, MATRIX_SHIPMENT),
  );

export const MATRIX_SHIPMENT = 'shipment.';

/** A customer's return collects nothing. */
function directionFaults({ direction, paymentType: value }: Readonly<Members>, path = ''): readonly RequestFault[] {
  if (direction !== 'REVERSE' || value !== 'COD') return NO_FAULTS;
  const message = 'must be PREPAID when direction is REVERSE';
  return [{ field: `${path}paymentType`, code: 'INVALID_VALUE', message, value, allowedValues: ['PREPAID'] }];
}

/** @param isStrict under strict handling a weight is not taken for granted */
export function assignmentFaults(body: unknown, isStrict: boolean): readonly RequestFault[] {
  const fields = membersIn(body);
  const details = membersIn(fields?.shipmentDetails);
  const preferences = membersIn(fields?.assignmentPreferences);
  return joined(
    forwardFaults(fields ?? {}),
    refused(fields ?? {}, 'shipDate', OF_THE_SHIPMENT),
    details === null ? NO_FAULTS : detailsFaults(details, isStrict),
    preferences === null ? NO_FAULTS : preferencesFaults(preferences, details),
  );
}

const DETAILS = 'shipmentDetails.';
const PREFERENCES = 'assignmentPreferences.';

const detailsFaults = (details: Readonly<Members>, isStrict: boolean): readonly RequestFault[] =>
  joined(
    serviceFaults(details),
    isStrict && details.weight === undefined && details.pieces === undefined
      ? [{ ...WEIGHT_REQUIRED, field: `${DETAILS}weight` }]
      : NO_FAULTS,
    forwardFaults(details, DETAILS),
    parcelFaults(details, DETAILS, paymentTypeOf(details)),
  );

/** Every assignment is of a forward shipment. */
const forwardFaults = (fields: Readonly<Members>, path = ''): readonly RequestFault[] =>
  joined(
    refused(fields, 'direction', ASSIGNED_FORWARD, path),
    refused(fields, 'includeReturns', ASSIGNED_FORWARD, path),
  );

function preferencesFaults(
  { assignmentStrategy: strategy, selectedPartner, quoteToken, weights }: Readonly<Members>,
  details: Readonly<Members> | null,
): readonly RequestFault[] {
  const faults: RequestFault[] = [];
  const isManual = strategy === MANUAL;
  if (quoteToken === undefined) {
    const field = `${PREFERENCES}assignmentStrategy`;
    if (strategy === undefined)
      faults.push({ field, code: 'REQUIRED', message: 'is required', allowedValues: AssignmentStrategy.enum });
    if (isManual && selectedPartner === undefined && details?.assignedPartnerId === undefined)
      faults.push({
        field: `${PREFERENCES}selectedPartner`,
        code: 'REQUIRED',
        message: 'is required for MANUAL_SELECTION',
      });
  } else if (typeof quoteToken === 'string' && strategy !== undefined && !isManual)
    faults.push({
      field: `${PREFERENCES}assignmentStrategy`,
      code: 'INVALID_VALUE',
      message: `must be ${MANUAL} with quoteToken, or left out`,
      value: strategy,
      allowedValues: [MANUAL],
    });
  const given = membersIn(weights);
  if (given !== null)
    for (const name of WEIGHTS) faults.push(...decimalFaults(given[name], `${PREFERENCES}weights.${name}`));
  return faults;
}

const MANUAL = 'MANUAL_SELECTION';

/** With serviceTypes the lists of services together name what every assignment needs; the others alone need not. */
function serviceFaults(details: Readonly<Members>): readonly RequestFault[] {
  const field = `${DETAILS}serviceTypes`;
  const { serviceTypes: value } = details;
  if (value === undefined) {
    if (namesServices(details)) return NO_FAULTS;
    return [{ field, code: 'REQUIRED', message: 'is required', allowedValues: MANDATORY_SERVICES }];
  }
  const missing = Array.isArray(value) ? MANDATORY_SERVICES.filter((service) => !namesService(details, service)) : [];
  if (missing.length === 0) return NO_FAULTS;
  const message = `must include ${missing.join(' and ')}`;
  return [{ field, code: 'INVALID_VALUE', message, value, allowedValues: MANDATORY_SERVICES }];
}

function decimalFaults(amount: unknown, field: string): readonly RequestFault[] {
  if (typeof amount !== 'number' || !hasMoreDecimals(amount, MONEY_DECIMALS)) return NO_FAULTS;
  const most = `${MONEY_DECIMALS} decimals`;
  const message = `must have at most ${most}`;
  const expectedFormat = `a number with at most ${most}`;
  return [{ field, code: 'INVALID_VALUE', message, value: amount, expectedFormat }];
}
