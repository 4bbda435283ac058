/** The one table of errors: every failure that a caller can get, with its HTTP status and its default message. */
export const ERRORS = {
  VALIDATION_ERROR: { status: 400, message: 'Request validation failed' },
  UNKNOWN_FIELD: { status: 400, message: 'The request has unknown members or parameters' },
  MALFORMED_JSON: { status: 400, message: 'The request body is not valid JSON' },
  MALFORMED_REQUEST: { status: 400, message: 'The request is not well-formed HTTP' },
  QUOTE_TOKEN_INVALID: { status: 400, message: 'The quoteToken was altered, or is of another store' },
  AUTH_ERROR: { status: 401, message: 'Authentication failed' },
  AUTHENTICATION_FAILED: { status: 401, message: 'Invalid credentials or signature' },
  FORBIDDEN: { status: 403, message: 'This credential may not act for another partner' },
  NOT_FOUND: { status: 404, message: 'No such route' },
  PINCODE_NOT_FOUND: { status: 404, message: 'Pincode not found in the system' },
  POLICY_NOT_FOUND: { status: 404, message: 'No such policy is for this shipment' },
  PARTNER_NOT_FOUND: { status: 404, message: 'Partner not found or not active' },
  ZONE_NOT_FOUND: { status: 404, message: 'Zone not found' },
  DOCUMENT_NOT_FOUND: { status: 404, message: 'There is no such document' },
  CARD_VERSION_NOT_FOUND: { status: 404, message: 'The history has no such version of this card' },
  CHANGE_NOT_FOUND: { status: 404, message: 'There is no such change' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed on this route' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request body did not arrive in time' },
  DISCOUNT_OVERLAP: { status: 409, message: 'Another discount is valid for the same weights at the same time' },
  ALREADY_EXISTS: { status: 409, message: 'A document with this key exists already' },
  IN_USE: { status: 409, message: 'Other documents name this one' },
  QUOTE_NOT_REPRODUCIBLE: { status: 409, message: 'The documents that priced this quote cannot be known' },
  CANNOT_END: { status: 409, message: 'This document has neither a status nor an end of its validity' },
  WRONG_STATE: { status: 409, message: 'The shipment is in a state that does not allow this' },
  AWB_DIFFERS: { status: 409, message: 'The courier has given the shipment another number' },
  ATTEMPT_CHANGED: { status: 409, message: 'Another attempt of the shipment is the current one' },
  CHANGED_SINCE: { status: 409, message: 'What the request would change has been changed since' },
  BACKTEST_RUNNING: { status: 409, message: 'Another backtest is running on this node: one runs at a time' },
  GUARD_REMOVALS: { status: 409, message: 'The request would end or remove too many rows; force=true allows it' },
  NOT_REVERTIBLE: { status: 409, message: 'This change cannot be reverted' },
  LAST_ADMIN: { status: 409, message: 'A scope would be left that no active credential with the scope admin has' },
  ROTATION_RUNNING: { status: 409, message: 'The credential still has two valid secrets; force=true ends the oldest' },
  BACKUP_RUNNING: { status: 409, message: 'A backup is being made already' },
  IDEMPOTENT_ANSWER_GONE: {
    status: 409,
    message: 'The request with this Idempotency-Key was carried out, but its answer is no longer stored',
  },
  QUOTE_TOO_OLD: { status: 410, message: 'The history no longer has the documents that priced this quote' },
  PRECONDITION_FAILED: { status: 412, message: 'The document is not as If-Match or If-None-Match demands' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request body is larger than 1 MiB' },
  TRANSACTION_TOO_LARGE: { status: 413, message: 'The change is too large for one transaction; nothing was written' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The request body must be application/json' },
  INSUFFICIENT_COVERAGE: { status: 422, message: 'The partner does not cover the requested route' },
  NO_PARTNERS_AVAILABLE: { status: 422, message: 'No partner is available for the requested route' },
  BUSINESS_VALIDATION_FAILED: { status: 422, message: 'The request is well-formed, but cannot be carried out' },
  LINT_ERRORS: { status: 422, message: 'The change would bring errors of the linter; without strict=true it is made' },
  SHIPMENT_ALREADY_ASSIGNED: { status: 422, message: 'A different request has already assigned this shipment' },
  TOO_MANY_ATTEMPTS: { status: 422, message: 'The shipment has had as many attempts as it may have' },
  SHIPMENT_CANCELLED: { status: 422, message: 'The shipment was cancelled: reassign it' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key was used for a different request' },
  RATE_LIMIT_EXCEEDED: { status: 429, message: 'Rate limit exceeded' },
  INTERNAL_ERROR: { status: 500, message: 'Something went wrong on our side' },
  NOT_SUPPORTED: { status: 501, message: 'The store of this node cannot do this' },
  STORE_UNAVAILABLE: { status: 503, message: 'The store cannot be reached just now; try again shortly' },
  OVERLOADED: { status: 503, message: 'The service is at its capacity; try again shortly' },
  NO_SPACE: { status: 507, message: 'The disk has too little free space' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The request cannot be carried out at the moment and may be repeated. Whether it was carried out is unknown. */
export class TemporaryError extends Error {}

/** A failure as a value: a code of the table, optionally with its own message and details. */
export interface Failure {
  code: ErrorCode;
  message?: string;
  details?: unknown;
  /** Replaces the table's status. */
  status?: number;
  /** In addition to details: the number of faulty fields, in the array shape of a validation error. */
  fieldCount?: number;
}

/** Of a credential. */
export function missingScope(scope: string): Failure {
  return {
    code: 'FORBIDDEN',
    message: `This credential does not have the scope ${scope}`,
    details: { missingScope: scope },
  };
}

/** An error that ends the start, with a message for the operator, who needs no stack trace to correct it. */
export class StartError extends Error {}
