/**
 * The rules that the schemas of the three questions cannot express. They also run on a body with other faults, as far
 * as that is possible.
 */
import { hasMoreDecimals } from '../domain/decimal.js';
import { type PieceRequest, sumOfWeights } from '../domain/weight.js';
import { MONEY_DECIMALS } from '../limits/documents.js';
import {
  MAX_PIECE_COUNT,
  MAX_PIECE_GRAMS,
  MAX_PIECES,
  MAX_PIECES_GRAMS,
  MAX_WEIGHT_GRAMS,
  MIN_WEIGHT_GRAMS,
  PIECE_SIDE_DECIMALS,
} from '../limits/requests.js';
import type { RequestFault } from '../model/schema-faults.js';
import { membersIn } from '../model/members.js';

export const NO_FAULTS: readonly RequestFault[] = [];

/** The lists as one. Nearly all are empty, and then none is made. */
export const joined = (...lists: readonly (readonly RequestFault[])[]): readonly RequestFault[] =>
  lists.every(({ length }) => length === 0) ? NO_FAULTS : lists.flat();

const MANDATORY_SERVICES = ['PICKUP', 'DELIVERY'] as const;
const SIDES = ['length', 'width', 'height'] as const;
const WEIGHTS = ['hourValue', 'failureCost', 'coverageCost'] as const;

/** Members that availability and assignments refuse, with the reason. */
const RETURNS_OF_CHARGES = 'is for calculate-charges alone, which prices the returns of a forward shipment';
const ASSIGNED_NOW = 'is not for assignments: a shipment is assigned now, at the prices of now';
const ASSIGNED_FORWARD = 'is not for assignments: they are forward';

export function availabilityFaults(body: unknown): readonly RequestFault[] {
  const fields = membersIn(body);
  if (fields === null) return NO_FAULTS;
  return joined(
    pieceFaults(fields, true),
    amountFaults(fields),
    directionFaults(fields),
    refused(fields, 'includeReturns', RETURNS_OF_CHARGES),
  );
}

export function chargesFaults(body: unknown): readonly RequestFault[] {
  const fields = membersIn(body);
  if (fields === null) return NO_FAULTS;
  const isReturn = fields.direction === 'RTO' || fields.direction === 'REVERSE';
  const returns = isReturn ? refused(fields, 'includeReturns', 'is for the direction FORWARD alone') : NO_FAULTS;
  return joined(pieceFaults(fields, true), amountFaults(fields), directionFaults(fields), returns);
}

const WEIGHT = {
  expectedFormat: 'number',
  constraints: { min: MIN_WEIGHT_GRAMS, max: MAX_WEIGHT_GRAMS, unit: 'grams' },
};

/**
 * Faults of a shipment's pieces, which replace its weight and dimensions. `path` is that of `fields`,
 * with its dot; `needsWeight`: one of the two must be given.
 */
function pieceFaults(
  fields: Readonly<Record<string, unknown>>,
  needsWeight: boolean,
  path = '',
): readonly RequestFault[] {
  const { pieces } = fields;
  if (pieces === undefined) {
    if (!needsWeight || fields.weight !== undefined) return NO_FAULTS;
    return [{ field: `${path}weight`, code: 'REQUIRED', message: 'is required', ...WEIGHT }];
  }
  // anything else is a fault by itself
  if (!isListOfPieces(pieces)) return NO_FAULTS;
  const whole = ['weight', 'dimensions', 'packageDimensions'].flatMap((name) =>
    refused(fields, name, 'is of the whole: leave it out when pieces are given', path),
  );
  const sides = pieces.flatMap((piece, index) => {
    const dimensions = membersIn(membersIn(piece)?.dimensions);
    if (dimensions === null) return NO_FAULTS;
    return SIDES.flatMap((side) =>
      decimalFaults(dimensions[side], `${path}pieces[${index}].dimensions.${side}`, PIECE_SIDE_DECIMALS),
    );
  });
  return [...whole, ...sides, ...sumFaults(pieces, `${path}pieces`)];
}

const isListOfPieces = (pieces: unknown): pieces is readonly unknown[] =>
  Array.isArray(pieces)
  && pieces.length > 0
  && pieces.length <= MAX_PIECES
  && pieces.every((piece) => membersIn(piece) !== null);

function sumFaults(pieces: readonly unknown[], field: string): readonly RequestFault[] {
  // a piece beyond its own bounds is a fault by itself
  const sound = pieces
    .map(membersIn)
    .filter((piece) => isWithin(piece?.count, MAX_PIECE_COUNT) && isWithin(piece?.weight, MAX_PIECE_GRAMS))
    .filter((piece) => Number.isInteger(piece?.count));
  const grams = sumOfWeights(sound as unknown as PieceRequest[]);
  if (grams <= MAX_PIECES_GRAMS) return NO_FAULTS;
  const message = `weigh ${grams} g together: at most ${MAX_PIECES_GRAMS} g are carried`;
  return [{ field, code: 'OUT_OF_RANGE', message, value: grams, expectedFormat: `at most ${MAX_PIECES_GRAMS} grams` }];
}

const isWithin = (value: unknown, most: number): boolean => typeof value === 'number' && value > 0 && value <= most;

/** A customer's return collects nothing. */
function directionFaults({
  direction,
  paymentType: value,
}: Readonly<Record<string, unknown>>): readonly RequestFault[] {
  if (direction !== 'REVERSE' || value !== 'COD') return NO_FAULTS;
  const message = 'must be PREPAID when direction is REVERSE';
  return [{ field: 'paymentType', code: 'INVALID_VALUE', message, value, allowedValues: ['PREPAID'] }];
}

/** An assignment is of a forward shipment, made now at the prices of now. */
function notAssignedFaults(fields: Readonly<Record<string, unknown>>, path = ''): readonly RequestFault[] {
  return [
    ...['direction', 'includeReturns'].flatMap((name) => refused(fields, name, ASSIGNED_FORWARD, path)),
    ...refused(fields, 'shipDate', ASSIGNED_NOW, path),
  ];
}

/** The fault of a member that must be left out; `path` is that of `fields`, with its dot. */
function refused(
  fields: Readonly<Record<string, unknown>>,
  name: string,
  message: string,
  path = '',
): readonly RequestFault[] {
  const value = fields[name];
  if (value === undefined) return NO_FAULTS;
  return [{ field: `${path}${name}`, code: 'INVALID_VALUE', message, value, expectedFormat: 'left out' }];
}

/** Faults of the amount to collect of availability and charges. */
function amountFaults({ codAmount, paymentType }: Readonly<Record<string, unknown>>): readonly RequestFault[] {
  return codAmount === undefined ? NO_FAULTS : codAmountFaults(codAmount, paymentType, 'codAmount');
}

export function assignmentFaults(body: unknown): readonly RequestFault[] {
  const details = membersIn(membersIn(body)?.shipmentDetails);
  const preferences = membersIn(membersIn(body)?.assignmentPreferences);
  const faults = [...notAssignedFaults(membersIn(body) ?? {}), ...(details === null ? [] : detailsFaults(details))];
  const isManual = preferences?.assignmentStrategy === 'MANUAL_SELECTION';
  if (isManual && preferences.selectedPartner === undefined && details?.assignedPartnerId === undefined) {
    const field = 'assignmentPreferences.selectedPartner';
    faults.push({ field, code: 'REQUIRED', message: 'is required for MANUAL_SELECTION' });
  }
  const weights = membersIn(preferences?.weights);
  if (weights !== null) {
    for (const name of WEIGHTS) faults.push(...decimalFaults(weights[name], `assignmentPreferences.weights.${name}`));
  }
  return faults;
}

function detailsFaults(details: Readonly<Record<string, unknown>>): readonly RequestFault[] {
  const faults = [
    ...serviceFaults(details.serviceTypes, details.serviceRequirements),
    ...pieceFaults(details, false, 'shipmentDetails.'),
    ...notAssignedFaults(details, 'shipmentDetails.'),
  ];
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

function serviceFaults(serviceTypes: unknown, serviceRequirements: unknown): readonly RequestFault[] {
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

function codAmountFaults(amount: unknown, paymentType: unknown, field: string): readonly RequestFault[] {
  if (paymentType === 'PREPAID') {
    const message = 'is for COD alone: nothing is collected of a prepaid shipment';
    return [{ field, code: 'INVALID_VALUE', message, value: amount, expectedFormat: 'left out with PREPAID' }];
  }
  return decimalFaults(amount, field);
}

function decimalFaults(amount: unknown, field: string, decimals = MONEY_DECIMALS): readonly RequestFault[] {
  if (typeof amount !== 'number' || !hasMoreDecimals(amount, decimals)) return NO_FAULTS;
  const most = `${decimals} ${decimals === 1 ? 'decimal' : 'decimals'}`;
  const message = `must have at most ${most}`;
  const expectedFormat = `a number with at most ${most}`;
  return [{ field, code: 'INVALID_VALUE', message, value: amount, expectedFormat }];
}
