/** Checks answers against the contracts, and the contracts' schemas against the answers. */
import assert from 'node:assert/strict';
import type { Contract } from '../../src/contract/contract.js';
import { failuresOf } from '../../src/contract/failures.js';
import { type ErrorCode, ERRORS } from '../../src/errors.js';
import type { Reply } from '../support/client.js';
import { anyOf, StrictSchema, successBody, type Schema } from '../support/strict-schema.js';

/** The failures of every signed request, for any operation. */
const OF_EVERY_SIGNED_REQUEST: readonly ErrorCode[] = [
  'MALFORMED_REQUEST',
  'UNKNOWN_FIELD',
  'AUTH_ERROR',
  'AUTHENTICATION_FAILED',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
];
const OF_EVERY_BODY: readonly ErrorCode[] = [
  'MALFORMED_JSON',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'OVERLOADED',
];

export class Failures {
  readonly #schemas = new Map(
    (Object.keys(ERRORS) as ErrorCode[]).map((code) => [code, new StrictSchema(anyOf(failuresOf(code)))]),
  );
  readonly #met = new Set<ErrorCode>();

  /** Asserts that a failure has the documented body of its code. */
  assert(json: { error?: { code?: unknown } }, label: string): ErrorCode {
    const code = json.error?.code as ErrorCode;
    assert.ok(this.#schemas.has(code), `${label}: no code of the table: ${JSON.stringify(json)}`);
    this.#schemas.get(code)!.assert(json, `${label}: ${code}`);
    this.#met.add(code);
    return code;
  }

  get met(): ErrorCode[] {
    return [...this.#met].sort();
  }

  /** The documented parts of a code's body that never came. */
  unseenOf(code: ErrorCode): string[] {
    return this.#schemas
      .get(code)!
      .unseen()
      .map((fact) => `${code}${fact}`);
  }

  /** The same for all codes that came. */
  unseen(): string[] {
    return this.met.flatMap((code) => this.unseenOf(code));
  }
}

/** A contract and the answers to it. */
export class Held {
  readonly #contract: Contract;
  readonly #failures: Failures;
  readonly service: StrictSchema;
  readonly partner: StrictSchema;

  constructor(contract: object, failures: Failures) {
    this.#contract = contract as Contract;
    this.#failures = failures;
    const {
      reads,
      changes,
      schemas: { answer, partnerAnswer },
    } = this.#contract;
    const whole = (schema: object): Schema =>
      successBody(reads.length === 0 ? (schema as Schema) : fromCatalog(schema as Schema), changes);
    this.service = new StrictSchema(whole(answer));
    this.partner = partnerAnswer === null ? this.service : new StrictSchema(whole(partnerAnswer));
  }

  /** Asserts that the contract has this answer for such a caller. Returns its code, or null for a success. */
  assert({ status, json, headers }: Reply, as: 'service' | 'partner', label: string): ErrorCode | null {
    assert.match(headers['content-type'] ?? '', /^application\/json/);
    if (status === this.#contract.status) {
      this[as].assert(json, label);
      return null;
    }
    const code = this.#failures.assert(json, label);
    const { errors, schemas, creates } = this.#contract;
    const promised = [
      ...errors,
      'VALIDATION_ERROR',
      ...OF_EVERY_SIGNED_REQUEST,
      ...(schemas.body === null ? [] : OF_EVERY_BODY),
      ...(creates ? ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENT_ANSWER_GONE'] : []),
    ];
    assert.ok(promised.includes(code), `${label}: ${this.#contract.id} does not say that it answers ${code}`);
    assert.equal(status, ERRORS[code].status, label);
    return code;
  }
}

/** Reads of the catalog say whether they came from memory. */
function fromCatalog(answer: Schema): Schema {
  return {
    ...answer,
    properties: { ...(answer.properties as object), from_cache: { type: 'boolean' } },
    required: [...(answer.required as string[]), 'from_cache'],
  };
}
