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

/** Writes everything before the body; within a cork. */
export function writeHead(exchange: Exchange, status: number, head: Head): void {
  const { res, admission } = exchange;
  if (status !== 200) res.writeStatus(STATUS_LINES[status] ?? String(status));
  if (head.contentType !== '') res.writeHeader('Content-Type', head.contentType);
  res.writeHeader('Cache-Control', head.cacheControl);
  res.writeHeader('X-Request-Id', exchange.requestId);
  if (head.etag !== '') res.writeHeader('ETag', head.etag);
  if (head.contentEncoding !== '') res.writeHeader('Content-Encoding', head.contentEncoding);
  const vary = exchange.corsHeaders === null ? head.vary : [head.vary, 'Origin'].filter(Boolean).join(', ');
  if (vary !== '') res.writeHeader('Vary', vary);
  if (admission !== null) {
    res.writeHeader('X-RateLimit-Limit', String(admission.limit));
    res.writeHeader('X-RateLimit-Remaining', String(admission.remaining));
    res.writeHeader('X-RateLimit-Reset', String(admission.resetSeconds));
    if (!admission.allowed) res.writeHeader('Retry-After', String(admission.retryAfterSeconds));
  }
  if (exchange.isStrict) res.writeHeader('Preference-Applied', STRICT_HANDLING);
  if (exchange.corsHeaders !== null) writeAll(exchange, exchange.corsHeaders);
  if (exchange.extraHeaders !== null) writeAll(exchange, exchange.extraHeaders);
}

function writeAll({ res }: Exchange, namesAndValues: readonly string[]): void {
  for (let i = 0; i < namesAndValues.length; i += 2) res.writeHeader(namesAndValues[i]!, namesAndValues[i + 1]!);
}
