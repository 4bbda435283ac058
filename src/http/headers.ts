import type { HttpRequest } from './uws.js';

/** The headers with a caller's wishes for its answer; '' where one is absent. */
export interface Conventions {
  /** Accept: all of its values as one list. */
  accept: string;
  ifMatch: string;
  ifNoneMatch: string;
  acceptEncoding: string;
  /** null: none was given. */
  idempotencyKey: string | null;
  /** Prefer: all of its values as one list. */
  prefer: string;
}

/** The headers that the pipeline needs; '' where one is absent. */
export interface RequestHeaders {
  serviceId: string;
  partnerId: string;
  timestamp: string;
  signature: string;
  contentSha256: string;
  contentType: string;
  /** Content-Encoding: all of its values as one list. */
  contentEncoding: string;
  requestId: string;
  /** X-Forwarded-For: all of its values as one list. */
  forwardedFor: string;
  /** A fresh object for each request. */
  conventions: Conventions;
  origin: string;
  /** Access-Control-Request-Method: its presence makes an OPTIONS request a preflight. */
  requestedMethod: string;
  /** -1 when the header is absent. */
  contentLength: number;
  chunked: boolean;
  /** Why the framing or the identity of the request is ambiguous; null when it is not. */
  fault: string | null;
}

const HOST = 1;
const CONTENT_LENGTH = 2;
const TRANSFER_ENCODING = 4;
const SERVICE_ID = 8;
const PARTNER_ID = 16;
const TIMESTAMP = 32;
const SIGNATURE = 64;
const CONTENT_SHA256 = 128;
const IDEMPOTENCY_KEY = 256;

// Numbers with more digits may not be safe integers; uWS refuses such a length as well.
const MAX_LENGTH_DIGITS = 15;

export const noConventions = (): Conventions => ({
  accept: '',
  ifMatch: '',
  ifNoneMatch: '',
  acceptEncoding: '',
  idempotencyKey: null,
  prefer: '',
});

// One object for all requests: a scan ends, and what must outlive it is copied, before the next request is read.
const headers: RequestHeaders = {
  serviceId: '',
  partnerId: '',
  timestamp: '',
  signature: '',
  contentSha256: '',
  contentType: '',
  contentEncoding: '',
  requestId: '',
  forwardedFor: '',
  conventions: noConventions(),
  origin: '',
  requestedMethod: '',
  contentLength: -1,
  chunked: false,
  fault: null,
};
let seen = 0;

/**
 * Reads a request's headers in one pass. The object is reused by the next call: copy what has to outlive the handler.
 *
 * Everything that two parsers could read in two ways is a fault: this build of uWS takes the first of two
 * Content-Lengths and reads any Transfer-Encoding as `chunked`, so a proxy in front may see a different request.
 */
export function readHeaders(req: HttpRequest): RequestHeaders {
  headers.serviceId = headers.partnerId = headers.timestamp = headers.signature = '';
  headers.contentSha256 = headers.contentType = headers.contentEncoding = '';
  headers.requestId = headers.forwardedFor = headers.origin = headers.requestedMethod = '';
  headers.conventions = noConventions();
  headers.contentLength = -1;
  headers.chunked = false;
  headers.fault = null;
  seen = 0;
  req.forEach(readHeader);
  if ((seen & CONTENT_LENGTH) !== 0 && (seen & TRANSFER_ENCODING) !== 0) {
    headers.fault = 'Content-Length and Transfer-Encoding exclude each other';
  }
  return headers;
}

// The keys are fresh strings from uWS, never interned: their length is compared first because that costs nothing.
function readHeader(name: string, value: string): void {
  switch (name.length) {
    case 0:
      headers.fault = 'A header has an empty name';
      return;
    case 4:
      if (name === 'host') once(HOST, 'Host');
      return;
    case 6:
      if (name === 'origin') headers.origin = value;
      else if (name === 'accept') headers.conventions.accept = listed(headers.conventions.accept, value);
      else if (name === 'prefer') headers.conventions.prefer = listed(headers.conventions.prefer, value);
      return;
    case 8:
      if (name === 'if-match') headers.conventions.ifMatch = listed(headers.conventions.ifMatch, value);
      return;
    case 11:
      if (name === 'x-signature') {
        once(SIGNATURE, 'x-signature');
        headers.signature = value;
      } else if (name === 'x-timestamp') {
        once(TIMESTAMP, 'x-timestamp');
        headers.timestamp = value;
      }
      return;
    case 12:
      if (name === 'content-type') headers.contentType = value;
      else if (name === 'x-service-id') {
        once(SERVICE_ID, 'x-service-id');
        headers.serviceId = value;
      } else if (name === 'x-partner-id') {
        once(PARTNER_ID, 'x-partner-id');
        headers.partnerId = value;
      } else if (name === 'x-request-id') headers.requestId = value;
      return;
    case 13:
      if (name === 'if-none-match') headers.conventions.ifNoneMatch = listed(headers.conventions.ifNoneMatch, value);
      return;
    case 14:
      if (name === 'content-length') {
        once(CONTENT_LENGTH, 'Content-Length');
        headers.contentLength = parseLength(value);
      }
      return;
    case 15:
      if (name === 'accept-encoding')
        headers.conventions.acceptEncoding = listed(headers.conventions.acceptEncoding, value);
      else if (name === 'idempotency-key') {
        once(IDEMPOTENCY_KEY, 'Idempotency-Key');
        headers.conventions.idempotencyKey = value;
      } else if (name === 'x-forwarded-for') headers.forwardedFor = listed(headers.forwardedFor, value);
      return;
    case 16:
      if (name === 'x-content-sha256') {
        once(CONTENT_SHA256, 'x-content-sha256');
        headers.contentSha256 = value;
      } else if (name === 'content-encoding') headers.contentEncoding = listed(headers.contentEncoding, value);
      return;
    case 17:
      if (name === 'transfer-encoding') {
        once(TRANSFER_ENCODING, 'Transfer-Encoding');
        if (value.toLowerCase() !== 'chunked') headers.fault = 'The only accepted Transfer-Encoding is chunked';
        headers.chunked = true;
      }
      return;
    case 29:
      if (name === 'access-control-request-method') headers.requestedMethod = value;
      return;
    default:
  }
}

/** Several headers of one list make one list (RFC 9110, 5.3). */
function listed(before: string, value: string): string {
  return before === '' ? value : `${before}, ${value}`;
}

function once(bit: number, name: string): void {
  if ((seen & bit) !== 0) headers.fault = `${name} was given more than once`;
  seen |= bit;
}

function parseLength(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return invalidLength();
    length = length * 10 + digit;
  }
  return text.length === 0 || text.length > MAX_LENGTH_DIGITS ? invalidLength() : length;
}

function invalidLength(): number {
  headers.fault = 'Content-Length is not a number';
  return 0;
}
