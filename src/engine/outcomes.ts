/**
 * The possible outcomes of a question, as metrics count them. The list is bounded, and an answer carries an index into
 * it from its thread to the main thread, which never reads an answer's JSON.
 */
import { REASON_CODES, type ReasonCode } from '../domain/reasons.js';
import { renderFailure } from '../envelope.js';
import { type ErrorCode, ERRORS, type Failure } from '../errors.js';
import type { TextAnswer } from './question.js';

/** Why no partner carries a shipment: those that are not a partner's own refusal come last. */
const FURTHER_REASONS = [
  'PARTNER_NOT_FOUND',
  'NO_PARTNERS_AVAILABLE',
  'QUOTE_TOKEN_MISMATCH',
  'PRICE_CHANGED',
  'REFUSED_BY_POLICY',
  'POLICY_EXCLUDED',
  'CAPACITY_FULL',
] as const;
export const REFUSAL_REASONS = [...REASON_CODES, ...FURTHER_REASONS] as const;
export type FurtherReason = (typeof FURTHER_REASONS)[number];
export type RefusalReason = ReasonCode | FurtherReason;

export interface QuestionOutcome {
  /**
   * `offered`: a partner carries the shipment. `refused`: the question is valid, but none of its partners carries it.
   * `failed`: there is no answer, because of the request or of a fault of our own.
   */
  outcome: 'offered' | 'refused' | 'failed';
  /** '' for an offer; why it was refused; the error code of a failure. */
  reason: '' | RefusalReason | ErrorCode;
}

const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/** By outcome code. */
export const OUTCOMES: readonly QuestionOutcome[] = [
  { outcome: 'offered', reason: '' },
  ...REFUSAL_REASONS.map((reason): QuestionOutcome => ({ outcome: 'refused', reason })),
  ...ERROR_CODES.map((reason): QuestionOutcome => ({ outcome: 'failed', reason })),
];

export const OFFERED = 0;

export const refusedCode = (reason: RefusalReason): number => 1 + REFUSAL_REASONS.indexOf(reason);

export const failedCode = (code: ErrorCode): number => 1 + REFUSAL_REASONS.length + ERROR_CODES.indexOf(code);

/** The answer to a question that failed; see {@link renderFailure}. */
export function failedAnswer(failure: Failure, requestId: string, elapsedMs: number, nowMs: number): TextAnswer {
  // field by field: spreading costs more than rendering
  const { status, body } = renderFailure(failure, requestId, elapsedMs, nowMs);
  return { status, body, outcomeCode: failedCode(failure.code) };
}
