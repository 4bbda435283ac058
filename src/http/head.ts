import type { Exchange } from './exchange.js';
import { STRICT_HANDLING } from './prefer.js';

/** The headers that describe the body of an answer; '' leaves a header out. */
export interface Head {
  contentType: string;
  cacheControl: string;
  etag: string;
  /** In addition to Origin, which cross-origin answers add themselves. */
  vary: string;
  contentEncoding: string;
}

/** For failures, and for all other answers that are valid for one moment or one caller only. */
export const JSON_HEAD: Head = {
  contentType: 'application/json',
  cacheControl: 'no-store',
  etag: '',
  vary: '',
  contentEncoding: '',
};
export const EMPTY_HEAD: Head = { ...JSON_HEAD, contentType: '' };

// uWS writes this text after "HTTP/1.1 ": the reason phrases of every status that the engine uses.
const STATUS_LINES: Readonly<Record<number, string>> = {
  200: '200 OK',
  201: '201 Created',
  204: '204 No Content',
  303: '303 See Other',
  304: '304 Not Modified',
  400: '400 Bad Request',
  401: '401 Unauthorized',
  403: '403 Forbidden',
  404: '404 Not Found',
  405: '405 Method Not Allowed',
  408: '408 Request Timeout',
  409: '409 Conflict',
  412: '412 Precondition Failed',
  413: '413 Content Too Large',
  415: '415 Unsupported Media Type',
  422: '422 Unprocessable Content',
  429: '429 Too Many Requests',
  500: '500 Internal Server Error',
  501: '501 Not Implemented',
  503: '503 Service Unavailable',
  507: '507 Insufficient Storage',
};

/**
 * Writes everything before the body; within a cork. All headers are one call, since a call into uWebSockets.js takes as
 * long as writing them: what follows the first are lines of its value.
 */
export function writeHead(exchange: Exchange, status: number, head: Head): void {
  const { res, admission, corsHeaders, extraHeaders } = exchange;
  if (status !== 200) res.writeStatus(STATUS_LINES[status] ?? String(status));
  let value = exchange.requestId;
  const add = (name: string, text: string): void => {
    value += `\r\n${name}: ${text}`;
  };
  if (head.contentType !== '') add('Content-Type', head.contentType);
  add('Cache-Control', head.cacheControl);
  if (head.etag !== '') add('ETag', head.etag);
  if (head.contentEncoding !== '') add('Content-Encoding', head.contentEncoding);
  const vary = corsHeaders === null ? head.vary : [head.vary, 'Origin'].filter(Boolean).join(', ');
  if (vary !== '') add('Vary', vary);
  if (admission !== null) {
    add('X-RateLimit-Limit', String(admission.limit));
    add('X-RateLimit-Remaining', String(admission.remaining));
    add('X-RateLimit-Reset', String(admission.resetSeconds));
    if (!admission.allowed) add('Retry-After', String(admission.retryAfterSeconds));
  }
  if (exchange.isStrict) add('Preference-Applied', STRICT_HANDLING);
  if (corsHeaders !== null) addAll(add, corsHeaders);
  if (extraHeaders !== null) addAll(add, extraHeaders);
  res.writeHeader('X-Request-Id', value);
}

function addAll(add: (name: string, text: string) => void, namesAndValues: readonly string[]): void {
  for (let i = 0; i < namesAndValues.length; i += 2) add(namesAndValues[i]!, namesAndValues[i + 1]!);
}
