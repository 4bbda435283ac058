/** The failures of an operation by status: its own, and the ones of its kind of operation. */
import type { CallerKind } from '../../caller.js';
import type { TSchema } from 'typebox';
import { type ErrorCode, ERRORS } from '../../errors.js';
import type { Contract } from '../contract.js';
import { failuresOf, LINES_VALIDATION_ERROR } from '../failures.js';
import { exampleOfLines, examplesOf, exampleOfNoPartner } from './examples.js';
import { type HeaderComponents, type HeaderName, RATE_LIMIT_HEADERS } from './headers.js';
import type { JsonObject, SchemaComponents } from './schema.js';

const OF_EVERY_REQUEST: readonly ErrorCode[] = ['MALFORMED_REQUEST'];
const OF_SIGNED_REQUESTS: readonly ErrorCode[] = [
  'UNKNOWN_FIELD',
  'AUTH_ERROR',
  'AUTHENTICATION_FAILED',
  'FORBIDDEN',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
];
const OF_INPUT: readonly ErrorCode[] = ['VALIDATION_ERROR'];
const OF_BODIES: readonly ErrorCode[] = [
  'MALFORMED_JSON',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];
const OF_CONDITIONS: readonly ErrorCode[] = ['PRECONDITION_FAILED'];
const OF_CREATION: readonly ErrorCode[] = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENT_ANSWER_GONE', 'OVERLOADED'];
const OF_THE_STORE: readonly ErrorCode[] = ['STORE_UNAVAILABLE'];

/** Every code that an operation can answer with, in the order of the table. */
export function errorCodesOf(contract: Contract): ErrorCode[] {
  const { method, conditions, access, creates, errors } = contract;
  const { params, query, body } = contract.schemas;
  const takesInput = body !== null || [params, query].some(({ properties }) => Object.keys(properties).length > 0);
  const possible = new Set([
    ...OF_EVERY_REQUEST,
    ...(access === 'signed' ? OF_SIGNED_REQUESTS : []),
    ...(takesInput ? OF_INPUT : []),
    ...(method === 'GET' || method === 'DELETE' ? [] : OF_BODIES),
    ...(method !== 'GET' && conditions.length > 0 ? OF_CONDITIONS : []),
    ...(creates ? OF_CREATION : []),
    ...(creates || 'forceRefresh' in query.properties ? OF_THE_STORE : []),
    ...errors,
  ]);
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => possible.has(code));
}

const HEADERS: Partial<Record<ErrorCode, readonly HeaderName[]>> = {
  RATE_LIMIT_EXCEEDED: [...RATE_LIMIT_HEADERS, 'Retry-After'],
  STORE_UNAVAILABLE: ['Retry-After'],
  OVERLOADED: ['Retry-After'],
};

/** Failures found before preferences are read, so without Preference-Applied. */
const BEFORE_PREFERENCES: ReadonlySet<ErrorCode> = new Set([
  'MALFORMED_REQUEST',
  'AUTH_ERROR',
  'AUTHENTICATION_FAILED',
  'RATE_LIMIT_EXCEEDED',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]);

function headersOf({ code }: Refusal): readonly HeaderName[] {
  return [...(HEADERS[code] ?? []), ...(BEFORE_PREFERENCES.has(code) ? [] : ['Preference-Applied' as const])];
}

/** One code of a response: its text, its forms, and an example of each. */
interface Refusal {
  code: ErrorCode;
  /** In names of responses; absent: the code's name. */
  name?: string;
  status: number;
  message: string;
  forms: readonly TSchema[];
  examples: readonly JsonObject[];
}

function refusalsOf(contract: Contract, as: CallerKind | null): Refusal[] {
  const refusals = errorCodesOf(contract).map((code): Refusal => {
    if (code === 'VALIDATION_ERROR' && contract.bodyFormat !== 'json') return ofLines();
    return { code, ...ERRORS[code], forms: formsTo(as, failuresOf(code)), examples: formsTo(as, examplesOf(code)) };
  });
  return contract.isOfPartner && as !== 'partner' ? [...refusals, noPartner()] : refusals;
}

/** Of a code with two forms a service gets the first one, a partner the second. */
function formsTo<T>(as: CallerKind | null, forms: readonly T[]): readonly T[] {
  return as === null || forms.length === 1 ? forms : [forms[as === 'service' ? 0 : 1]!];
}

/** Faults of lines and of parameters, in requests that only services make. */
function ofLines(): Refusal {
  const code = 'VALIDATION_ERROR';
  return {
    code,
    name: 'LinesValidationError',
    ...ERRORS[code],
    forms: [LINES_VALIDATION_ERROR, failuresOf(code)[0]!],
    examples: [exampleOfLines(), examplesOf(code)[0]!],
  };
}

/** A fault of a field with the status of a missing identity, which only a service can meet. */
function noPartner(): Refusal {
  const [ofService] = failuresOf('VALIDATION_ERROR');
  return {
    code: 'VALIDATION_ERROR',
    status: ERRORS.AUTH_ERROR.status,
    message: 'A service has to name the partner, in `partnerId`',
    forms: [ofService!],
    examples: [exampleOfNoPartner()],
  };
}

/** The responses of failures; many operations share them. */
export class FailureResponses {
  readonly #byName = new Map<string, JsonObject>();

  constructor(
    private readonly schemas: SchemaComponents,
    private readonly headers: HeaderComponents,
    private readonly as: CallerKind | null,
  ) {}

  /** By status. */
  of(contract: Contract): Record<string, JsonObject> {
    const refusals = refusalsOf(contract, this.as);
    const statuses = new Set(refusals.map(({ status }) => status));
    return Object.fromEntries(
      [...statuses].map((status) => [
        String(status),
        this.#reference(refusals.filter((refusal) => refusal.status === status)),
      ]),
    );
  }

  /** By name, in the order of names. */
  get all(): Record<string, JsonObject> {
    return Object.fromEntries([...this.#byName].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #reference(refusals: readonly Refusal[]): JsonObject {
    const title = refusals.map(({ code, name }) => name ?? inCamelCase(code)).join('Or');
    // some generators have one list of names for responses and schemas
    const name = `${title}Response`;
    if (!this.#byName.has(name)) this.#byName.set(name, this.#response(refusals, title));
    return { $ref: `#/components/responses/${name}` };
  }

  #response(refusals: readonly Refusal[], title: string): JsonObject {
    const forms = refusals.flatMap((refusal) => refusal.forms);
    const schema = this.schemas.convert(forms.length === 1 ? forms[0]! : { title, anyOf: forms });
    return {
      description: refusals.map(({ code, message }) => `- \`${code}\`: ${message}`).join('\n'),
      headers: this.headers.headers(...refusals.flatMap(headersOf)),
      content: { 'application/json': { schema, examples: Object.fromEntries(refusals.flatMap(examplesByTitle)) } },
    };
  }
}

/** `PINCODE_NOT_FOUND` as a name that generators of code do not change: `PincodeNotFound`. */
const inCamelCase = (code: ErrorCode): string =>
  code
    .split('_')
    .map((word) => word[0]! + word.slice(1).toLowerCase())
    .join('');

function examplesByTitle({ code, message, forms, examples }: Refusal): [string, JsonObject][] {
  return forms.map((form, at) => {
    const { title } = form as { title?: string };
    const value = examples[at];
    if (title === undefined || value === undefined) throw new Error(`a form of ${code} has no title or no example`);
    return [title, { summary: message, value }];
  });
}
