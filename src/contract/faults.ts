/** The faults of a request, field by field, in the two shapes of docs/api-rules.md#errors. */
import type { Static, TSchema } from 'typebox';
import type { CallerKind } from '../caller.js';
import type { Failure } from '../errors.js';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../limits/control.js';
import { MAX_LIST_ITEMS, MAX_REQUEST_FAULTS, MAX_SHOWN_JSON_LENGTH, MAX_TEXT_LENGTH } from '../limits/requests.js';
import { constraintsOf, type RequestFault, SchemaValidator, type Shape } from '../model/schema-faults.js';
import type { UnknownField } from '../model/unknown-fields.js';
import { unknownFieldMessage } from './warnings.js';

/** For modules that do not import TypeBox: a schema, and the type of its values. */
export type RequestSchema = TSchema;
export type RequestOf<S extends RequestSchema> = Static<S>;

/** Finds the faults of a request, at most MAX_REQUEST_FAULTS. */
export class RequestValidator<T extends TSchema> extends SchemaValidator<T> {
  constructor(schema: T) {
    super(schema, MAX_REQUEST_FAULTS);
  }

  override faults(value: unknown): RequestFault[] {
    // a list that is too long is left out, and would then be missing as well
    const tooLong = new Map<string, RequestFault>();
    const looked = withinLimits(value, this.schema, '', (fault) => {
      tooLong.set(fault.field, fault);
    });
    const found = super.faults(looked, value).filter(({ field }) => !tooLong.has(field));
    return [...tooLong.values(), ...found].slice(0, MAX_REQUEST_FAULTS);
  }

  /** Top-level fields of `value` that are known and valid. */
  validFields(value: unknown, faults: readonly RequestFault[]): string[] {
    if (typeof value !== 'object' || value === null) return [];
    const known = Object.keys((this.schema as unknown as { properties: object }).properties);
    return known.filter(
      (name) =>
        name in value
        && !faults.some(({ field }) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`)),
    );
  }
}

/**
 * The part of a value that the validator gets: its known fields, without lists that are too long, whose faults go to
 * `onTooLong`. The validator would walk such a list to its end and block the thread for too long.
 */
function withinLimits(value: unknown, schema: Shape, field: string, onTooLong: (fault: RequestFault) => void): unknown {
  if (Array.isArray(value)) {
    const { items, maxItems = MAX_LIST_ITEMS } = schema;
    if (value.length > maxItems) {
      const message = `must have at most ${maxItems} items`;
      return onTooLong({
        field,
        code: 'TOO_MANY_ITEMS',
        message,
        value,
        constraints: constraintsOf({ ...schema, maxItems }),
      });
    }
    return items?.properties === undefined
      ? value
      : value.map((item, index) => withinLimits(item, items, `${field}[${index}]`, onTooLong));
  }
  if (typeof value !== 'object' || value === null || schema.properties === undefined) return value;
  const valid: Record<string, unknown> = {};
  for (const [name, shape] of Object.entries(schema.properties)) {
    if (!Object.hasOwn(value, name)) continue;
    const part = withinLimits(
      (value as Record<string, unknown>)[name],
      shape,
      field === '' ? name : `${field}.${name}`,
      onTooLong,
    );
    if (part !== undefined) valid[name] = part;
  }
  return valid;
}

export const PARTNER_ID_REQUIRED: RequestFault = {
  field: 'partnerId',
  code: 'REQUIRED',
  message: 'is required for a service credential',
};

/** The places where a request may name its partner; members that its schemas refuse are absent. */
interface PartnerNames {
  query: { partnerId?: string };
  body: { partnerId?: string };
}

/** The faults in how a request names its partner: a service must name one, and only one. */
export function partnerIdFaults({ query, body }: PartnerNames, callerKind: CallerKind): RequestFault[] {
  const named = body.partnerId;
  if (named === undefined && query.partnerId === undefined)
    return callerKind === 'partner' ? [] : [PARTNER_ID_REQUIRED];
  if (named === undefined || query.partnerId === undefined || named === query.partnerId) return [];
  const message = `must be the same in the body and in the query, which has ${query.partnerId}`;
  return [{ field: 'partnerId', code: 'INVALID_VALUE', message, value: named }];
}

const VISIBLE_ASCII = /^[!-~]+$/;

/** The fault of a caller's Idempotency-Key; null: none. */
export function idempotencyKeyFault(key: string): RequestFault | null {
  if (VISIBLE_ASCII.test(key) && key.length <= MAX_IDEMPOTENCY_KEY_LENGTH) return null;
  const message = `must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} visible ASCII characters`;
  return { field: 'Idempotency-Key', code: 'INVALID_FORMAT', message, value: key.slice(0, MAX_IDEMPOTENCY_KEY_LENGTH) };
}

/** The fault of an unknown member or parameter: of a write, or under `Prefer: handling=strict`. */
export function unknownFieldFault({ field, didYouMean, value }: UnknownField): RequestFault {
  const expectedFormat = didYouMean ?? 'no such member';
  return { field, code: 'UNKNOWN_FIELD', message: unknownFieldMessage(didYouMean), value, expectedFormat, didYouMean };
}

/**
 * The validation failure in the shape for the caller's kind. Its code is UNKNOWN_FIELD if one of the faults has that
 * code, else VALIDATION_ERROR. A partner's shape always has the value that was sent and the expectation.
 */
export function validationFailure(
  callerKind: CallerKind,
  faults: readonly RequestFault[],
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

function partnerFault(fault: RequestFault): object {
  const { field, value, message, allowedValues, constraints, expectedFormat, didYouMean } = fault;
  const isSilent = allowedValues === undefined && constraints === undefined && expectedFormat === undefined;
  return {
    field,
    value: shown(value),
    issue: message,
    ...(allowedValues && { allowedValues }),
    ...(constraints && { constraints }),
    ...(expectedFormat && { expectedFormat }),
    // the message of a rule outside the schemas names the expected value
    ...(isSilent && { expectedFormat: message }),
    ...(didYouMean !== undefined && { didYouMean }),
  };
}

/** A value as it is sent back: cut if it is large, since it is only for the sender's convenience. */
function shown(value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_LENGTH);
  return typeof value === 'object' && value !== null ? JSON.stringify(value).slice(0, MAX_SHOWN_JSON_LENGTH) : value;
}
