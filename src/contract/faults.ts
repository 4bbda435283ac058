/** The faults of a request, field by field, in the two shapes of docs/rules.md#errors. */
import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import type { Static, TSchema } from 'typebox';
import type { Failure } from '../errors.js';
import { MAX_LIST_ITEMS, MAX_REQUEST_FAULTS, MAX_SHOWN_JSON_LENGTH, MAX_TEXT_LENGTH } from '../limits/requests.js';
import type { UnknownField } from './unknown-fields.js';
import { unknownFieldMessage } from './warnings.js';

export type FaultCode =
  | 'REQUIRED'
  | 'INVALID_TYPE'
  | 'INVALID_FORMAT'
  | 'INVALID_VALUE'
  | 'OUT_OF_RANGE'
  | 'TOO_SHORT'
  | 'TOO_LONG'
  | 'TOO_MANY_ITEMS'
  | 'UNKNOWN_FIELD';

/** One faulty field, by its path in the body: `shipmentDetails.serviceTypes[0]`; empty for the body itself. */
export interface Fault {
  field: string;
  code: FaultCode;
  message: string;
  /** The value as sent; absent if nothing was sent. */
  value?: unknown;
  allowedValues?: readonly unknown[];
  constraints?: { min?: number; max?: number; unit?: string };
  expectedFormat?: string;
  /** For an unknown field: the known one that was probably meant; null: none is similar. */
  didYouMean?: string | null;
}

type SchemaError = ReturnType<Validator['Errors']>[number];

/** For modules that do not import TypeBox: a schema, and the type of its values. */
export type RequestSchema = TSchema;
export type RequestOf<S extends RequestSchema> = Static<S>;

/** A compiled schema that finds a value's faults. A value without faults has the schema's type. */
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
    // the validator stops at 8 by default, but all faults must be reported; process-wide, so it is never lowered
    Settings.Set({ maxErrors: Math.max(Settings.Get().maxErrors, MAX_REQUEST_FAULTS) });
    // the first fault of a field counts: a list that is too long is left out, and would then be missing as well
    const faults = new Map<string, Fault>();
    const looked = withinLimits(value, this.#schema, '', (fault) => {
      faults.set(fault.field, fault);
    });
    for (const error of this.#validator.Errors(looked)) {
      for (const fault of faultsOf(error, value, this.#schema))
        if (!faults.has(fault.field)) faults.set(fault.field, fault);
    }
    return [...faults.values()].slice(0, MAX_REQUEST_FAULTS);
  }

  /** Top-level fields of `value` that are known and valid. */
  validFields(value: unknown, faults: readonly Fault[]): string[] {
    if (typeof value !== 'object' || value === null) return [];
    const known = Object.keys((this.#schema as unknown as { properties: object }).properties);
    return known.filter(
      (name) =>
        name in value
        && !faults.some(({ field }) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`)),
    );
  }
}

/** The part of a schema that is used here. */
interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  minItems?: number;
  maxItems?: number;
  enum?: readonly unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  description?: string;
}

/**
 * The part of a value that the validator gets: its known fields, without lists that are too long, whose faults go to
 * `onTooLong`. The validator would walk such a list to its end and block the thread for too long.
 */
function withinLimits(value: unknown, schema: Shape, field: string, onTooLong: (fault: Fault) => void): unknown {
  if (Array.isArray(value)) {
    const { items, minItems: min, maxItems: max = MAX_LIST_ITEMS } = schema;
    if (value.length > max) {
      const message = `must have at most ${max} items`;
      return onTooLong({ field, code: 'TOO_MANY_ITEMS', message, value, constraints: bounds(min, max, 'items') });
    }
    return items?.properties === undefined
      ? value
      : value.map((item, index) => withinLimits(item, items, `${field}[${index}]`, onTooLong));
  }
  if (typeof value !== 'object' || value === null || schema.properties === undefined) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, shape] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(value, name)) continue;
    const part = withinLimits(
      (value as Record<string, unknown>)[name],
      shape,
      field === '' ? name : `${field}.${name}`,
      onTooLong,
    );
    if (part !== undefined) kept[name] = part;
  }
  return kept;
}

/** The fault of an unknown member or parameter under `Prefer: handling=strict`. */
export function unknownFieldFault({ field, didYouMean, value }: UnknownField): Fault {
  const expectedFormat = didYouMean ?? 'no such member';
  return { field, code: 'UNKNOWN_FIELD', message: unknownFieldMessage(didYouMean), value, expectedFormat, didYouMean };
}

/**
 * The validation failure in the shape for the caller's kind. Its code is UNKNOWN_FIELD if one of the faults has that
 * code, else VALIDATION_ERROR. A partner's shape always has the value that was sent and the expectation.
 */
export function validationFailure(
  callerKind: 'service' | 'partner',
  faults: readonly Fault[],
  validFields: readonly string[],
): Failure {
  const code = faults.some((fault) => fault.code === 'UNKNOWN_FIELD') ? 'UNKNOWN_FIELD' : 'VALIDATION_ERROR';
  if (callerKind === 'service') {
    const details = faults.map((fault) => ({
      field: fault.field,
      message: fault.message,
      code: fault.code,
      ...(fault.didYouMean !== undefined && { didYouMean: fault.didYouMean }),
    }));
    return { code, details, fieldCount: faults.length };
  }
  const validationErrors = faults.map(partnerFault);
  return { code, details: { validationErrors, errorCount: faults.length, validFields } };
}

function partnerFault(fault: Fault): object {
  const { field, value, message, allowedValues, constraints, expectedFormat, didYouMean } = fault;
  const isSilent = allowedValues === undefined && constraints === undefined && expectedFormat === undefined;
  return {
    field,
    value: shown(value),
    issue: message,
    ...(allowedValues && { allowedValues }),
    ...(constraints && { constraints }),
    ...(expectedFormat && { expectedFormat }),
    // a rule that is not in the schemas says in its message what it expects
    ...(isSilent && { expectedFormat: message }),
    ...(didYouMean !== undefined && { didYouMean }),
  };
}

/**
 * Converts an error of the validator to faults. Each names the expectation: allowedValues, constraints or
 * expectedFormat.
 */
function faultsOf(error: SchemaError, root: unknown, schema: TSchema): Fault[] {
  const field = pathOf(error.instancePath);
  const at = { field, value: valueAt(root, error.instancePath) };
  const { keyword, params } = error;
  const rules = schemaAt(schema, error.schemaPath);
  // these are the keywords that the request schemas use; for any other the validator's message is used
  if (keyword === 'required') {
    return params.requiredProperties.map((name): Fault => ({
      field: field === '' ? name : `${field}.${name}`,
      code: 'REQUIRED',
      message: 'is required',
      ...expectationOf(rules.properties?.[name] ?? {}),
    }));
  }
  if (keyword === 'type') {
    const type = String(params.type);
    return [{ ...at, code: 'INVALID_TYPE', message: `must be of type ${type}`, expectedFormat: type }];
  }
  if (keyword === 'enum') {
    const { allowedValues } = params;
    return [{ ...at, code: 'INVALID_VALUE', message: `must be one of ${allowedValues.join(', ')}`, allowedValues }];
  }
  if (keyword === 'const') {
    const { allowedValue } = params;
    const message = `must be ${String(allowedValue)}`;
    return [{ ...at, code: 'INVALID_VALUE', message, allowedValues: [allowedValue] }];
  }
  if (keyword === 'pattern') {
    const pattern = String(params.pattern);
    return [{ ...at, code: 'INVALID_FORMAT', message: `must match ${pattern}`, expectedFormat: pattern }];
  }
  if (keyword === 'minimum' || keyword === 'maximum' || keyword === 'exclusiveMinimum') {
    return [{ ...at, ...rangeFault(rules) }];
  }
  const constraints = constraintsOf(rules);
  if (keyword === 'maxLength') {
    return [{ ...at, code: 'TOO_LONG', message: `must have at most ${params.limit} characters`, constraints }];
  }
  if (keyword === 'minLength') {
    return [{ ...at, code: 'TOO_SHORT', message: `must have at least ${params.limit} characters`, constraints }];
  }
  if (keyword === 'minItems') {
    return [{ ...at, code: 'TOO_SHORT', message: `must have at least ${params.limit} items`, constraints }];
  }
  if (keyword === 'format')
    return [{ ...at, code: 'INVALID_FORMAT', message: `must be a ${params.format}`, expectedFormat: params.format }];
  return [{ ...at, code: 'INVALID_VALUE', message: error.message }];
}

/** A description begins with the unit, if there is one. */
const UNIT = /^(grams|kilograms|centimetres|kilometres|hours|percent|Rupees)\b/;

function unitOf({ description }: Shape): string | undefined {
  return description === undefined ? undefined : UNIT.exec(description)?.[0];
}

function rangeFault(rules: Shape): Pick<Fault, 'code' | 'message' | 'constraints'> {
  const { minimum, exclusiveMinimum, maximum } = rules;
  const unit = unitOf(rules);
  const bounds = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
  ];
  const message = `must be ${bounds.join(' and ')}${unit === undefined ? '' : ` ${unit}`}`;
  return { code: 'OUT_OF_RANGE', message, constraints: constraintsOf(rules) };
}

/** The expectation of this schema, for a member that was not sent. */
function expectationOf(rules: Shape): Pick<Fault, 'allowedValues' | 'constraints' | 'expectedFormat'> {
  if (rules.enum !== undefined) return { allowedValues: rules.enum };
  if (rules.const !== undefined) return { allowedValues: [rules.const] };
  const constraints = constraintsOf(rules);
  const expectedFormat = rules.pattern ?? rules.format ?? rules.type;
  return { expectedFormat, ...(constraints !== undefined && { constraints }) };
}

/** The bounds of a number, of a text's characters or of a list's items; undefined: there are none. */
function constraintsOf(rules: Shape): Fault['constraints'] {
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, minItems, maxItems } = rules;
  return (
    bounds(minimum ?? exclusiveMinimum, maximum, unitOf(rules))
    ?? bounds(minLength, maxLength, 'characters')
    ?? bounds(minItems, maxItems, 'items')
  );
}

function bounds(min: number | undefined, max: number | undefined, unit: string | undefined): Fault['constraints'] {
  if (min === undefined && max === undefined) return undefined;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }), ...(unit !== undefined && { unit }) };
}

/** The schema that an error's schemaPath (`#/properties/weight`) points to. */
function schemaAt(schema: TSchema, schemaPath: string): Shape {
  const keys = schemaPath.split('/').slice(1);
  return keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], schema) as Shape;
}

function valueAt(root: unknown, instancePath: string): unknown {
  return instancePath
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], root);
}

/** `/shipmentDetails/serviceTypes/0` as `shipmentDetails.serviceTypes[0]`. */
function pathOf(instancePath: string): string {
  return instancePath
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
}

/** A value as it is sent back: cut if it is large, since it is only for the sender's convenience. */
function shown(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_LENGTH);
  return typeof value === 'object' && value !== null ? JSON.stringify(value).slice(0, MAX_SHOWN_JSON_LENGTH) : value;
}
