/**
 * The rules of a parcel that the schemas of the three questions cannot express: what it may be called by, its pieces,
 * and its recipient. They also run on a body with other faults, as far as that is possible.
 */
import { gstinFault, STATE_CODES, stateCodeFault, stateCodeOf } from '../domain/gstin.js';
import { type PieceRequest, sumOfWeights } from '../domain/weight.js';
import {
  MAX_DIMENSION_CM,
  MAX_LIST_ITEMS,
  MAX_PIECE_COUNT,
  MAX_PIECE_GRAMS,
  MAX_PIECES,
  MAX_PIECES_GRAMS,
  MAX_WEIGHT_GRAMS,
  MIN_WEIGHT_GRAMS,
} from '../limits/requests.js';
import { type Members, membersIn } from '../model/members.js';
import { ATTRIBUTE_NAME_PATTERN } from '../model/allocation.js';
import { PATTERN_PHRASES, type RequestFault } from '../model/schema-faults.js';

export const NO_FAULTS: readonly RequestFault[] = [];

/** The lists as one. Nearly all are empty, and then none is made. */
export const joined = (...lists: readonly (readonly RequestFault[])[]): readonly RequestFault[] =>
  lists.every(({ length }) => length === 0) ? NO_FAULTS : lists.flat();

type Fields = Readonly<Members>;

/**
 * Faults of a parcel in all questions.
 * @param path that of `fields`, with its dot
 */
export const parcelFaults = (fields: Fields, path = '', paymentType = fields['paymentType']): readonly RequestFault[] =>
  joined(
    otherNameFaults(fields, path),
    pieceFaults(fields, path),
    recipientFaults(fields, path),
    codFaults(fields['codAmount'], paymentType, path),
    attributeFaults(fields['attributes'], `${path}attributes`),
  );

const ATTRIBUTE_NAME = new RegExp(ATTRIBUTE_NAME_PATTERN);

/** What the house names itself has names that policies can ask for. */
function attributeFaults(attributes: unknown, field: string): readonly RequestFault[] {
  if (attributes === undefined) return NO_FAULTS;
  return Object.entries(membersIn(attributes) ?? {})
    .filter(([name]) => !ATTRIBUTE_NAME.test(name))
    .map(([name, value]) => ({
      field: `${field}.${name}`,
      code: 'INVALID_FORMAT',
      message: `must have a name that is ${PATTERN_PHRASES[ATTRIBUTE_NAME_PATTERN]}`,
      value,
      expectedFormat: ATTRIBUTE_NAME_PATTERN,
    }));
}

/** Members that availability and charges need under one of several names. */
export function necessaryFaults(fields: Fields, needsServices: boolean): readonly RequestFault[] {
  return joined(
    missingEnd(fields, 'pickupPincode', 'fromPincode'),
    missingEnd(fields, 'deliveryPincode', 'toPincode'),
    fields['weight'] === undefined && fields['pieces'] === undefined ? [WEIGHT_REQUIRED] : NO_FAULTS,
    needsServices && !namesServices(fields) ? [SERVICES_REQUIRED] : NO_FAULTS,
  );
}

const PINCODE_FORM = '^[0-9]{6}$';
const OF_PINCODE_FORM = new RegExp(PINCODE_FORM);
const isPincode = (value: unknown): value is string => typeof value === 'string' && OF_PINCODE_FORM.test(value);
const SERVICE_LISTS = ['serviceRequirements', 'serviceTypes', 'additionalServices'];
export const WEIGHT_REQUIRED: RequestFault = {
  field: 'weight',
  code: 'REQUIRED',
  message: 'is required',
  expectedFormat: 'number',
  constraints: { min: MIN_WEIGHT_GRAMS, max: MAX_WEIGHT_GRAMS, unit: 'grams' },
};
const SERVICES_REQUIRED: RequestFault = {
  field: 'serviceRequirements',
  code: 'REQUIRED',
  message: 'is required',
  expectedFormat: 'array',
  constraints: { max: MAX_LIST_ITEMS, unit: 'items' },
};

const missingEnd = (fields: Fields, name: string, other: string): readonly RequestFault[] =>
  fields[name] === undefined && fields[other] === undefined
    ? [{ field: name, code: 'REQUIRED', message: 'is required', expectedFormat: PINCODE_FORM }]
    : NO_FAULTS;

/** A member under both of its names has one value. */
function otherNameFaults(fields: Fields, path: string): readonly RequestFault[] {
  const { packageDimensions, dimensions } = fields;
  const [sides, others] = [membersIn(packageDimensions), membersIn(dimensions)];
  // what is no size is a fault by itself
  const areBoth = [sides, others].every((each) => SIDES.every((side) => isWithin(each?.[side], MAX_DIMENSION_CM)));
  const isOther = areBoth && SIDES.some((side) => sides![side] !== others![side]);
  return joined(
    otherEnd(fields, 'fromPincode', 'pickupPincode', path),
    otherEnd(fields, 'toPincode', 'deliveryPincode', path),
    isOther
      ? [
          {
            field: `${path}packageDimensions`,
            code: 'INVALID_VALUE',
            message: 'must be the same as dimensions, or left out',
            value: packageDimensions,
            expectedFormat: 'the same as dimensions',
          },
        ]
      : NO_FAULTS,
  );
}

const SIDES = ['length', 'width', 'height'] as const;

function otherEnd(fields: Fields, name: string, other: string, path: string): readonly RequestFault[] {
  const [value, same] = [fields[name], fields[other]];
  // what is no pincode is a fault by itself
  if (!isPincode(value) || !isPincode(same) || value === same) return NO_FAULTS;
  const message = `must be the same as ${other}, ${same}, or left out`;
  return [{ field: `${path}${name}`, code: 'INVALID_VALUE', message, value, expectedFormat: `the same as ${other}` }];
}

/** Pieces replace weight and dimensions of the whole. */
function pieceFaults(fields: Fields, path: string): readonly RequestFault[] {
  const { pieces } = fields;
  // anything else is a fault by itself
  if (pieces === undefined || !isListOfPieces(pieces)) return NO_FAULTS;
  const whole = ['weight', 'dimensions', 'packageDimensions'].flatMap((name) =>
    refused(fields, name, 'is of the whole: leave it out when pieces are given', path),
  );
  return [...whole, ...sumFaults(pieces, `${path}pieces`)];
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

/** A GSTIN and a place of supply can be, and are of one state. */
function recipientFaults({ customerGstin, placeOfSupply }: Fields, path: string): readonly RequestFault[] {
  if (customerGstin === undefined && placeOfSupply === undefined) return NO_FAULTS;
  const faults: RequestFault[] = [];
  const gstin = typeof customerGstin === 'string' ? gstinFault(customerGstin) : null;
  if (gstin !== null)
    faults.push({
      field: `${path}customerGstin`,
      code: 'INVALID_FORMAT',
      message: gstin,
      value: customerGstin,
      expectedFormat: 'a GSTIN of 15 characters',
    });
  if (typeof placeOfSupply !== 'string') return faults;
  const field = `${path}placeOfSupply`;
  const code = /^[0-9]{2}$/.test(placeOfSupply) ? stateCodeFault(placeOfSupply) : null;
  if (code !== null)
    faults.push({ field, code: 'INVALID_VALUE', message: code, value: placeOfSupply, allowedValues: STATE_CODES });
  else if (typeof customerGstin === 'string' && gstin === null && stateCodeOf(customerGstin) !== placeOfSupply)
    faults.push({
      field,
      code: 'INVALID_VALUE',
      message: `must be ${stateCodeOf(customerGstin)}, the state of customerGstin, or left out`,
      value: placeOfSupply,
      allowedValues: [stateCodeOf(customerGstin)],
    });
  return faults;
}

/** Nothing is collected of a prepaid shipment. */
function codFaults(value: unknown, paymentType: unknown, path: string): readonly RequestFault[] {
  if (value === undefined || paymentType !== 'PREPAID') return NO_FAULTS;
  const message = 'is for COD alone: nothing is collected of a prepaid shipment';
  const field = `${path}codAmount`;
  return [{ field, code: 'INVALID_VALUE', message, value, expectedFormat: 'left out with PREPAID' }];
}

/**
 * The payment type of an assignment: as given, otherwise COD if that is among the services, otherwise PREPAID
 * (docs/rules.md#assignments).
 */
export function paymentTypeOf(fields: Fields): unknown {
  return fields['paymentType'] ?? (namesService(fields, 'COD') ? 'COD' : 'PREPAID');
}

/** Whether a parcel has a list of services. */
export const namesServices = (fields: Fields): boolean => SERVICE_LISTS.some((name) => fields[name] !== undefined);

/** Whether one of a parcel's lists of services has a service. */
export const namesService = (fields: Fields, service: string): boolean =>
  SERVICE_LISTS.some((name) => {
    const list = fields[name];
    return Array.isArray(list) && list.includes(service);
  });

/** The fault of a member that must be left out; `path` is that of `fields`, with its dot. */
export function refused(fields: Fields, name: string, message: string, path = ''): readonly RequestFault[] {
  const value = fields[name];
  if (value === undefined) return NO_FAULTS;
  return [{ field: `${path}${name}`, code: 'INVALID_VALUE', message, value, expectedFormat: 'left out' }];
}
