/** Headers that requests may have and that answers do have, as components of the OpenAPI document. */
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../../limits/control.js';
import { tracing } from '../failures.js';
import { type JsonObject, plainJson } from './schema.js';

const count = (minimum: number): JsonObject => ({ type: 'integer', minimum });
const requestIdPattern = plainJson((tracing.request_id as { pattern?: string }).pattern, 'the pattern of request_id');

const HEADERS = {
  'X-Request-Id': {
    description: 'Names this request: the same as `request_id`',
    required: true,
    schema: { type: 'string', pattern: requestIdPattern },
  },
  'X-RateLimit-Limit': {
    description: 'Requests that the window allows; absent for a credential without limit',
    schema: count(1),
  },
  'X-RateLimit-Remaining': { description: 'Requests that are left in the window', schema: count(0) },
  'X-RateLimit-Reset': { description: 'When the window ends; Unix seconds', schema: count(0) },
  'Retry-After': { description: 'Seconds to wait before the next attempt', required: true, schema: count(1) },
  'ETag': {
    description: 'Names what was answered, for `If-None-Match`',
    required: true,
    schema: { type: 'string', pattern: '^(W/)?"[^"]+"$' },
  },
  'Location': {
    description: 'Path of what was created',
    required: true,
    schema: { type: 'string', pattern: '^/' },
  },
  'Idempotency-Replayed': {
    description:
      '`true`: nothing was created now, this is the answer to an earlier request under the key. Absent otherwise',
    schema: { type: 'string', const: 'true' },
  },
  'Preference-Applied': {
    description: '`handling=strict`: the request preferred it, and was held against what is known. Absent otherwise',
    schema: { type: 'string', const: 'handling=strict' },
  },
} as const satisfies Record<string, JsonObject>;
export type HeaderName = keyof typeof HEADERS;

export const RATE_LIMIT_HEADERS: readonly HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

const PARAMETERS = {
  'x-content-sha256': {
    name: 'x-content-sha256',
    in: 'header',
    description: 'SHA-256 of the body in hexadecimal digits, which is then part of what is signed',
    schema: { type: 'string', pattern: '^[0-9a-fA-F]{64}$' },
  },
  'x-content-sha256-required': {
    name: 'x-content-sha256',
    in: 'header',
    required: true,
    description:
      'SHA-256 of the body as it is sent, in hexadecimal digits, which is then part of what is signed; '
      + 'of an empty body the hash of nothing',
    schema: { type: 'string', pattern: '^[0-9a-fA-F]{64}$' },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'ETag of what is to be changed: nothing is changed, with a 412, when that is not so any more',
    schema: { type: 'string' },
  },
  'If-None-Match-of-writes': {
    name: 'If-None-Match',
    in: 'header',
    description: '`*`: nothing is changed, with a 412, when there is such a document already',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETag of an earlier answer: while it holds, the answer is a 304 without a body',
    schema: { type: 'string' },
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A text of your own, fresh for each thing that is to be created. '
      + 'The same request under it gets the first answer again',
    schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
  },
  'Prefer': {
    name: 'Prefer',
    in: 'header',
    description:
      '`handling=strict` (RFC 7240): members and parameters that are not known are a 400 `UNKNOWN_FIELD`, '
      + 'where a question and a read only warn of them otherwise; a write always refuses them',
    schema: { type: 'string' },
  },
} as const satisfies Record<string, JsonObject>;
export type HeaderParameter = keyof typeof PARAMETERS;

/** The headers and header parameters that a document uses, and therefore defines. */
export class HeaderComponents {
  readonly #headers = new Set<HeaderName>();
  readonly #parameters = new Set<HeaderParameter>();

  /** The `headers` of a response; every one has a request id. */
  headers(...names: readonly HeaderName[]): JsonObject {
    const all: HeaderName[] = ['X-Request-Id', ...names];
    for (const name of all) this.#headers.add(name);
    return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  }

  parameter(name: HeaderParameter): JsonObject {
    this.#parameters.add(name);
    return { $ref: `#/components/parameters/${name}` };
  }

  get usedHeaders(): JsonObject {
    return picked(HEADERS, this.#headers);
  }

  get usedParameters(): JsonObject {
    return picked(PARAMETERS, this.#parameters);
  }
}

function picked(all: Record<string, JsonObject>, used: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => used.has(name))
      .map(([name, component]) => [name, structuredClone(component)]),
  );
}
