/** What is wrong with a request, field by field, in the two shapes of the API specification, part 7. */
import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import type { Static, TSchema } from 'typebox';
import type { Failure } from '../errors.js';
import { MAX_LIST_ITEMS, MAX_REQUEST_FAULTS, MAX_TEXT_LENGTH } from '../limits.js';
import type { UnknownField } from './unknown-fields.js';
import { unknownFieldMessage } from './warnings.js';

export type FaultCode =
  | 'REQUIRED' | 'INVALID_TYPE' | 'INVALID_FORMAT' | 'INVALID_VALUE' | 'OUT_OF_RANGE' | 'TOO_SHORT' | 'TOO_LONG' | 'TOO_MANY_ITEMS' | 'UNKNOWN_FIELD';

/** One faulty field, by its path from the body: `shipmentDetails.serviceTypes[0]`; empty for the body itself. */
export interface Fault {
  field: string;
  code: FaultCode;
  message: string;
  /** What was sent; absent when nothing was. */
  value?: unknown;
  allowedValues?: readonly unknown[];
  constraints?: { min?: number; max?: number; unit?: string };
  expectedFormat?: string;
  /** Of an unknown field: the known one that was probably meant; null: none is near. */
  didYouMean?: string | null;
}

type SchemaError = ReturnType<Validator['Errors']>[number];

/** A compiled schema that answers a value's faults; none means that the value has the schema's type. */
export class RequestValidator<T extends TSchema> {
  readonly #validator: Validator;
  readonly #schema: T;

  constructor(schema: T) {
    this.#validator = Compile(schema) as unknown as Validator;
    this.#schema = schema;
  }

  accepts(value: unknown): value is Static<T> {
    return this.#validator.Check(value);
  }

  faults(value: unknown): Fault[] {
    // the validator stops at 8 by default, and all faults are to be reported; raised, never lowered: it is process-wide
    Settings.Set({ maxErrors: Math.max(Settings.Get().maxErrors, MAX_REQUEST_FAULTS) });
    // the first fault of a field counts: that a list is too long comes before that it is then missing
    const faults = new Map<string, Fault>();
    const looked = withinLimits(value, this.#schema, '', (field, most) => {
      faults.set(field, { field, code: 'TOO_MANY_ITEMS', message: `must have at most ${most} items` });
    });
    for (const error of this.#validator.Errors(looked)) {
      for (const fault of faultsOf(error, value, this.#schema)) if (!faults.has(fault.field)) faults.set(fault.field, fault);
    }
    return [...faults.values()].slice(0, MAX_REQUEST_FAULTS);
  }

  /** Top-level fields of `value` that are known and have no fault. */
  validFields(value: unknown, faults: readonly Fault[]): string[] {
    if (typeof value !== 'object' || value === null) return [];
    const known = Object.keys((this.#schema as unknown as { properties: object }).properties);
    return known.filter((name) => name in value && !faults.some(({ field }) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`)));
  }
}

interface Shape {
  properties?: Record<string, Shape>;
  items?: Shape;
  maxItems?: number;
}

/**
 * What of a value its faults are looked for in: its known fields, without lists that are too long, which are told of to
 * `onTooLong`. The validator walks such a list to its end: one body of 1 MiB held a thread for a third of a second.
 */
function withinLimits(value: unknown, schema: Shape, field: string, onTooLong: (field: string, most: number) => void): unknown {
  if (Array.isArray(value)) {
    const most = schema.maxItems ?? MAX_LIST_ITEMS;
    if (value.length > most) return onTooLong(field, most);
    const { items } = schema;
    return items?.properties === undefined ? value : value.map((item, index) => withinLimits(item, items, `${field}[${index}]`, onTooLong));
  }
  if (typeof value !== 'object' || value === null || schema.properties === undefined) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, shape] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(value, name)) continue;
    const part = withinLimits((value as Record<string, unknown>)[name], shape, field === '' ? name : `${field}.${name}`, onTooLong);
    if (part !== undefined) kept[name] = part;
  }
  return kept;
}

/** What is wrong, under `Prefer: handling=strict`, with a member or parameter that is not known. */
export function unknownFieldFault({ field, didYouMean, value }: UnknownField): Fault {
  return { field, code: 'UNKNOWN_FIELD', message: unknownFieldMessage(didYouMean), value, didYouMean };
}

/**
 * The validation failure in the shape that the caller's kind gets. Its code is UNKNOWN_FIELD as soon as one of the faults
 * has that code, else VALIDATION_ERROR.
 */
export function validationFailure(callerKind: 'service' | 'partner', faults: readonly Fault[], validFields: readonly string[]): Failure {
  const code = faults.some((fault) => fault.code === 'UNKNOWN_FIELD') ? 'UNKNOWN_FIELD' : 'VALIDATION_ERROR';
  if (callerKind === 'service') {
    const details = faults.map((fault) => ({
      field: fault.field, message: fault.message, code: fault.code, ...(fault.didYouMean !== undefined && { didYouMean: fault.didYouMean }),
    }));
    return { code, details, fieldCount: faults.length };
  }
  const validationErrors = faults.map(({ field, value, message, allowedValues, constraints, expectedFormat, didYouMean }) => ({
    field, value: value ?? null, issue: message,
    ...(allowedValues && { allowedValues }), ...(constraints && { constraints }), ...(expectedFormat && { expectedFormat }),
    ...(didYouMean !== undefined && { didYouMean }),
  }));
  return { code, details: { validationErrors, errorCount: faults.length, validFields } };
}

function faultsOf(error: SchemaError, root: unknown, schema: TSchema): Fault[] {
  const field = pathOf(error.instancePath);
  const value = shortened(valueAt(root, error.instancePath));
  const at = { field, value };
  const { keyword, params } = error;
  // these are the keywords that the request schemas use; any other speaks for itself
  if (keyword === 'required') return params.requiredProperties.map((name) => ({ field: field === '' ? name : `${field}.${name}`, code: 'REQUIRED', message: 'is required' }));
  if (keyword === 'type') return [{ ...at, code: 'INVALID_TYPE', message: `must be of type ${String(params.type)}` }];
  if (keyword === 'enum') return [{ ...at, code: 'INVALID_VALUE', message: `must be one of ${params.allowedValues.join(', ')}`, allowedValues: params.allowedValues }];
  if (keyword === 'const') return [{ ...at, code: 'INVALID_VALUE', message: `must be ${String(params.allowedValue)}`, allowedValues: [params.allowedValue] }];
  if (keyword === 'pattern') return [{ ...at, code: 'INVALID_FORMAT', message: `must match ${String(params.pattern)}`, expectedFormat: String(params.pattern) }];
  if (keyword === 'minimum' || keyword === 'maximum' || keyword === 'exclusiveMinimum') return [rangeFault(field, value, schemaAt(schema, error.schemaPath))];
  if (keyword === 'maxLength') return [{ field, code: 'TOO_LONG', message: `must have at most ${params.limit} characters` }];
  if (keyword === 'minLength') return [{ ...at, code: 'TOO_SHORT', message: `must have at least ${params.limit} characters` }];
  if (keyword === 'minItems') return [{ ...at, code: 'TOO_SHORT', message: `must have at least ${params.limit} items` }];
  if (keyword === 'format') return [{ ...at, code: 'INVALID_FORMAT', message: `must be a ${params.format}`, expectedFormat: params.format }];
  return [{ ...at, code: 'INVALID_VALUE', message: error.message }];
}

/** A description begins with the unit where there is one. */
const UNIT = /^(grams|kilograms|centimetres|kilometres|hours|percent|Rupees)\b/;

interface Range {
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  description?: string;
}

function rangeFault(field: string, value: unknown, { minimum, exclusiveMinimum, maximum, description }: Range): Fault {
  const unit = description === undefined ? undefined : UNIT.exec(description)?.[0];
  const bounds = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
  ];
  return {
    field, code: 'OUT_OF_RANGE', message: `must be ${bounds.join(' and ')}${unit === undefined ? '' : ` ${unit}`}`, value,
    constraints: { min: minimum ?? exclusiveMinimum, max: maximum, unit },
  };
}

/** The schema that an error's schemaPath (`#/properties/weight`) points at. */
function schemaAt(schema: TSchema, schemaPath: string): Range {
  return schemaPath.split('/').slice(1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], schema) as Range;
}

function valueAt(root: unknown, instancePath: string): unknown {
  return instancePath.split('/').slice(1).reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], root);
}

/** `/shipmentDetails/serviceTypes/0` as `shipmentDetails.serviceTypes[0]`. */
function pathOf(instancePath: string): string {
  return instancePath.slice(1).replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.');
}

/** A refused value is echoed for its sender's convenience, not for its size. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_LENGTH);
  return typeof value === 'object' && value !== null ? undefined : value;
}
