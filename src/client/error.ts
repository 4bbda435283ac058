/** The one error of the client, and the responses behind answers and errors. */
import type { ErrorCode } from '../errors.js';

/** The codes of docs/integrate.md#errors, those of a proxy in front of the node, and those that the client finds. */
export type PinrateErrorCode =
  | ErrorCode
  | 'BAD_GATEWAY'
  | 'GATEWAY_TIMEOUT'
  | 'NOT_REACHED'
  | 'TIMEOUT'
  | 'NOT_PINRATE';

/** A fault of one field of the request. */
export interface FieldFault {
  /** The path in the body, or the name of a parameter; empty: the whole. */
  field: string;
  message: string;
  /** null: a partner's credential gets none. */
  code: string | null;
  /** Of an NDJSON body: the number of the line, from 1. */
  line?: number;
}

interface Circumstances {
  status?: number;
  details?: unknown;
  faults?: readonly FieldFault[];
  faultCount?: number | undefined;
  requestId?: string | null;
  isRepeatable?: boolean;
}

/** The only error of the client, except for the reason of an abort and the TypeError of a wrong argument. */
export class PinrateError extends Error {
  /** HTTP status; 0: there is no answer. */
  declare readonly status: number;
  /** A node of a later release may have further codes. */
  declare readonly code: PinrateErrorCode;
  /** As the node sent them (docs/api-rules.md#errors); null: there are none. */
  declare readonly details: unknown;
  declare readonly faults: readonly FieldFault[];
  /** How many faults there are; `faults` has the first ones. */
  declare readonly faultCount: number;
  /** Finds the request in the node's log; null: none. */
  declare readonly requestId: string | null;
  /**
   * The same request may succeed later, and nothing is done twice: with 429 nothing was done; after 503 and without an
   * answer something may have been, so that the request must be one that may be repeated.
   */
  declare readonly retryable: boolean;

  constructor(
    code: PinrateErrorCode,
    message: string,
    circumstances: Circumstances = {},
    options?: { cause: unknown },
  ) {
    super(message, options);
    const { status = 0, details = null, faults = [], requestId = null, isRepeatable = false } = circumstances;
    const { faultCount = faults.length } = circumstances;
    const retryable = status === 429 || (isRepeatable && (status === 0 || status === 503));
    Object.assign(this, { name: 'PinrateError', status, code, details, faults, faultCount, requestId, retryable });
  }
}

/** The envelope of a refusal. */
interface Refusal {
  success?: unknown;
  error?: { code?: PinrateErrorCode; message?: string; details?: unknown; field_count?: number };
  request_id?: string;
}

/** The error of a response; `NOT_PINRATE` unless its body is a refusal of a node. */
export function refusalOf(response: Response, body: unknown, url: string, isRepeatable: boolean): PinrateError {
  const { status, headers } = response;
  const { success, error = {}, request_id: requestId = headers.get('x-request-id') } = (body ?? {}) as Refusal;
  const { code, message = '', details, field_count: faultCount } = error;
  const refusal =
    success === false && typeof code === 'string'
      ? new PinrateError(code, message, {
          status,
          details,
          faults: faultsOf(details),
          faultCount,
          requestId,
          isRepeatable,
        })
      : new PinrateError('NOT_PINRATE', `${url} answers ${status}, and not as pinrate does`, { status, isRepeatable });
  return remembered(refusal, response);
}

/** A fault in an answer. A partner's credential gets `issue` in place of `message`. */
interface GivenFault extends Partial<FieldFault> {
  issue?: string;
}

function faultsOf(details: unknown): FieldFault[] {
  const given = (details as { validationErrors?: unknown } | undefined)?.validationErrors ?? details;
  if (!Array.isArray(given)) return [];
  return given
    .filter((fault: GivenFault | null) => typeof fault?.field === 'string')
    .map(({ issue = '', message = issue, code = null, ...fault }) => ({ ...fault, message, code }));
}

export interface ResponseHead {
  status: number;
  headers: Headers;
}

const responses = new WeakMap<object, ResponseHead>();

/** Status and headers of the response behind an answer or a PinrateError; undefined: there was none. */
export const responseOf = (answer: object): ResponseHead | undefined => responses.get(answer);

export function remembered<T extends object>(answer: T, { status, headers }: Response): T {
  responses.set(answer, { status, headers });
  return answer;
}
