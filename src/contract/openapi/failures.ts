/** The failures of an operation, grouped by status: its own, and those that its kind of operation always has. */
import type { TSchema } from 'typebox';
import { type ErrorCode, ERRORS } from '../../errors.js';
import type { Contract } from '../contract.js';
import { failuresOf } from '../failures.js';
import { examplesOf, exampleOfNoPartner } from './examples.js';
import { type HeaderComponents, type HeaderName, RATE_LIMIT_HEADERS } from './headers.js';
import type { JsonObject, SchemaComponents } from './schema.js';

const OF_EVERY_REQUEST: readonly ErrorCode[] = ['MALFORMED_REQUEST'];
const OF_SIGNED_REQUESTS: readonly ErrorCode[] = [
  'UNKNOWN_FIELD', 'AUTH_ERROR', 'AUTHENTICATION_FAILED', 'RATE_LIMIT_EXCEEDED', 'INTERNAL_ERROR',
];
const OF_INPUT: readonly ErrorCode[] = ['VALIDATION_ERROR'];
const OF_BODIES: readonly ErrorCode[] = ['MALFORMED_JSON', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
const OF_CREATION: readonly ErrorCode[] = ['IDEMPOTENCY_KEY_REUSED'];
const OF_THE_STORE: readonly ErrorCode[] = ['STORE_UNAVAILABLE'];

/** Every code that an operation can answer with, in the order of the table. */
export function errorCodesOf({ schemas: { params, query, body }, access, creates, errors }: Contract): ErrorCode[] {
  const takesInput = body !== null || [params, query].some(({ properties }) => Object.keys(properties).length > 0);
  const possible = new Set([
    ...OF_EVERY_REQUEST,
    ...(access === 'signed' ? OF_SIGNED_REQUESTS : []),
    ...(takesInput ? OF_INPUT : []),
    ...(body === null ? [] : OF_BODIES),
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

/** Found before a preference is looked at, and so never answered with Preference-Applied. */
const BEFORE_PREFERENCES: ReadonlySet<ErrorCode> = new Set([
  'MALFORMED_REQUEST', 'AUTH_ERROR', 'AUTHENTICATION_FAILED', 'RATE_LIMIT_EXCEEDED', 'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE',
]);

function headersOf({ code }: Refusal): readonly HeaderName[] {
  return [...(HEADERS[code] ?? []), ...(BEFORE_PREFERENCES.has(code) ? [] : ['Preference-Applied' as const])];
}

/** One code of a response: what is said of it, its forms, and an example of each. */
interface Refusal {
  code: ErrorCode;
  status: number;
  message: string;
  forms: readonly TSchema[];
  examples: readonly JsonObject[];
}

function refusalsOf(contract: Contract): Refusal[] {
  const refusals = errorCodesOf(contract).map((code): Refusal => ({ code, ...ERRORS[code], forms: failuresOf(code), examples: examplesOf(code) }));
  return contract.isOfPartner ? [...refusals, noPartner()] : refusals;
}

/** A fault of a field with the status of a missing identity, which only a service can meet. */
function noPartner(): Refusal {
  const [ofService] = failuresOf('VALIDATION_ERROR');
  return { code: 'VALIDATION_ERROR', status: ERRORS.AUTH_ERROR.status, message: 'A service has to name the partner, in `partnerId`', forms: [ofService!], examples: [exampleOfNoPartner()] };
}

/** The responses of failures, of which many operations share the same. */
export class FailureResponses {
  readonly #byName = new Map<string, JsonObject>();

  constructor(private readonly schemas: SchemaComponents, private readonly headers: HeaderComponents) {}

  /** By status. */
  of(contract: Contract): Record<string, JsonObject> {
    const refusals = refusalsOf(contract);
    const statuses = new Set(refusals.map(({ status }) => status));
    return Object.fromEntries([...statuses].map((status) => [String(status), this.#reference(refusals.filter((refusal) => refusal.status === status))]));
  }

  /** By name, in the order of names. */
  get all(): Record<string, JsonObject> {
    return Object.fromEntries([...this.#byName].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #reference(refusals: readonly Refusal[]): JsonObject {
    const name = refusals.map(({ code }) => code).join('.');
    if (!this.#byName.has(name)) this.#byName.set(name, this.#response(refusals));
    return { $ref: `#/components/responses/${name}` };
  }

  #response(refusals: readonly Refusal[]): JsonObject {
    const schemas = refusals.flatMap(({ forms }) => forms.map((form) => this.schemas.convert(form)));
    return {
      description: refusals.map(({ code, message }) => `- \`${code}\`: ${message}`).join('\n'),
      headers: this.headers.headers(...refusals.flatMap(headersOf)),
      content: { 'application/json': { schema: schemas.length === 1 ? schemas[0]! : { anyOf: schemas }, examples: Object.fromEntries(refusals.flatMap(examplesByTitle)) } },
    };
  }
}

function examplesByTitle({ code, message, forms, examples }: Refusal): [string, JsonObject][] {
  return forms.map((form, at) => {
    const { title } = form as { title?: string };
    const value = examples[at];
    if (title === undefined || value === undefined) throw new Error(`a form of ${code} has no title or no example`);
    return [title, { summary: message, value }];
  });
}
