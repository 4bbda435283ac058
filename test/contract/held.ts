/** Answers held against what the contracts promise, and every schema against the answers that came. */
import assert from 'node:assert/strict';
import type { Contract } from '../../src/contract/contract.js';
import { failuresOf } from '../../src/contract/failures.js';
import { type ErrorCode, ERRORS } from '../../src/errors.js';
import type { Reply } from '../support/client.js';
import { anyOf, StrictSchema, successBody, type Schema } from '../support/strict-schema.js';

/** What every signed request can be answered with, whatever the operation. */
const OF_EVERY_SIGNED_REQUEST: readonly ErrorCode[] = ['MALFORMED_REQUEST', 'AUTH_ERROR', 'AUTHENTICATION_FAILED', 'RATE_LIMIT_EXCEEDED', 'INTERNAL_ERROR'];
const OF_EVERY_BODY: readonly ErrorCode[] = ['MALFORMED_JSON', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'OVERLOADED'];

export class Failures {
  readonly #schemas = new Map((Object.keys(ERRORS) as ErrorCode[]).map((code) => [code, new StrictSchema(anyOf(failuresOf(code)))]));
  readonly #met = new Set<ErrorCode>();

  /** Asserts that a failure's body is the one documented for its code. */
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

  /** What is documented of a code's body and never came. */
  unseenOf(code: ErrorCode): string[] {
    return this.#schemas.get(code)!.unseen().map((fact) => `${code}${fact}`);
  }

  /** The same of all codes that were met. */
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
    const { answer, partnerAnswer } = this.#contract.schemas;
    this.service = new StrictSchema(successBody(answer as Schema));
    this.partner = partnerAnswer === null ? this.service : new StrictSchema(successBody(partnerAnswer as Schema));
  }

  /** Asserts that the answer is one that the contract promises to such a caller; answers its code, or null of a success. */
  assert({ status, json, headers }: Reply, as: 'service' | 'partner', label: string): ErrorCode | null {
    assert.match(headers['content-type'] ?? '', /^application\/json/);
    if (status === this.#contract.status) {
      this[as].assert(json, label);
      return null;
    }
    const code = this.#failures.assert(json, label);
    const promised = [...this.#contract.errors, ...OF_EVERY_SIGNED_REQUEST, ...(this.#contract.schemas.body === null ? [] : OF_EVERY_BODY)];
    assert.ok(promised.includes(code), `${label}: ${this.#contract.id} does not say that it answers ${code}`);
    assert.equal(status, ERRORS[code].status, label);
    return code;
  }
}
