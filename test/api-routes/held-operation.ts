import type { Contract } from '../../src/contract/contract.js';
import { type Failures, Held } from '../contract/held.js';

/** A contract, held with what its answers have and what they refuse by rule. */
export function heldOperation(contract: object, failures: Failures): Held {
  const { schemas, reads, errors } = contract as Contract;
  const { properties, required } = schemas.answer as unknown as { properties: object; required: string[] };
  const answer = reads.length === 0 ? schemas.answer : { ...schemas.answer, properties: { ...properties, from_cache: { type: 'boolean' } }, required: [...required, 'from_cache'] };
  return new Held({ ...contract, schemas: { ...schemas, answer }, errors: [...errors, 'VALIDATION_ERROR', 'IDEMPOTENCY_KEY_REUSED'] }, failures);
}
