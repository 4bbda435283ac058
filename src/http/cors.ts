/**
 * The stage for browsers of another origin (CORS): what they may learn of an answer, and what they may ask for. Without
 * credentials in its sense, which are cookies and the like: whoever can sign a request may send it from anywhere.
 */
import { PREFLIGHT_MAX_AGE_SECONDS } from '../limits.js';
import type { Exchange } from './exchange.js';
import type { RequestHeaders } from './headers.js';

const REQUEST_HEADERS = [
  'content-type', 'x-service-id', 'x-partner-id', 'x-timestamp', 'x-signature', 'x-content-sha256', 'x-request-id',
  'idempotency-key', 'if-none-match', 'prefer',
].join(', ');
const EXPOSED_HEADERS = [
  'X-Request-Id', 'ETag', 'Retry-After', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Idempotency-Replayed',
  'Preference-Applied',
].join(', ');

const NOTHING: readonly string[] = [];

const grantTo = (origin: string): readonly string[] => ['Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED_HEADERS];

export class Cors {
  private readonly toEvery: readonly string[] | null;
  private readonly byOrigin: ReadonlyMap<string, readonly string[]>;

  /** @param origins those that are let in, as browsers write them, or `*` for all */
  constructor(origins: '*' | readonly string[]) {
    this.toEvery = origins === '*' ? grantTo('*') : null;
    this.byOrigin = new Map(origins === '*' ? [] : origins.map((origin) => [origin, grantTo(origin)]));
  }

  /** What every answer to this origin says, names and values in turn; empty for an origin that is not let in, or none. */
  headersFor(origin: string): readonly string[] {
    if (origin === '') return NOTHING;
    return this.toEvery ?? this.byOrigin.get(origin) ?? NOTHING;
  }

  /** Whether a browser asks, for an origin that is let in, what it may send. For any other, OPTIONS is a method like others. */
  isPreflight({ method, corsHeaders }: Exchange, { requestedMethod }: RequestHeaders): boolean {
    return method === 'OPTIONS' && requestedMethod !== '' && corsHeaders !== null && corsHeaders.length > 0;
  }

  /** @param methods those that the path has, as in `Allow` */
  preflightHeaders(methods: string): readonly string[] {
    return [
      'Access-Control-Allow-Methods', methods, 'Access-Control-Allow-Headers', REQUEST_HEADERS,
      'Access-Control-Max-Age', String(PREFLIGHT_MAX_AGE_SECONDS),
    ];
  }
}
