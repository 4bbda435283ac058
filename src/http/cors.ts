/**
 * The CORS stage: the answers that a browser of another origin may read, and the requests that it may send. Cookies are
 * not supported (no `Access-Control-Allow-Credentials`): a caller that can sign a request may send it from anywhere.
 */
import { PREFLIGHT_MAX_AGE_SECONDS } from '../limits/http.js';
import type { Exchange } from './exchange.js';
import type { RequestHeaders } from './headers.js';

const REQUEST_HEADERS = [
  'content-type',
  'x-service-id',
  'x-partner-id',
  'x-timestamp',
  'x-signature',
  'x-content-sha256',
  'x-request-id',
  'idempotency-key',
  'content-encoding',
  'if-match',
  'if-none-match',
  'prefer',
].join(', ');
const EXPOSED_HEADERS = [
  'X-Request-Id',
  'ETag',
  'Location',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Idempotency-Replayed',
  'Preference-Applied',
].join(', ');

const NOTHING: readonly string[] = [];

const grantTo = (origin: string): readonly string[] => [
  'Access-Control-Allow-Origin',
  origin,
  'Access-Control-Expose-Headers',
  EXPOSED_HEADERS,
];

export class Cors {
  private readonly toEvery: readonly string[] | null;
  private readonly byOrigin: ReadonlyMap<string, readonly string[]>;

  /** @param origins the allowed origins, as browsers write them, or `*` for all */
  constructor(origins: '*' | readonly string[]) {
    this.toEvery = origins === '*' ? grantTo('*') : null;
    this.byOrigin = new Map(origins === '*' ? [] : origins.map((origin) => [origin, grantTo(origin)]));
  }

  /**
   * The CORS headers of every answer to this origin, names and values in turn; empty for a missing or disallowed
   * origin.
   */
  headersFor(origin: string): readonly string[] {
    if (origin === '') return NOTHING;
    return this.toEvery ?? this.byOrigin.get(origin) ?? NOTHING;
  }

  /** Whether this is a preflight from an allowed origin. For any other origin, OPTIONS is a method like any other. */
  isPreflight({ method, corsHeaders }: Exchange, { requestedMethod }: RequestHeaders): boolean {
    return method === 'OPTIONS' && requestedMethod !== '' && corsHeaders !== null && corsHeaders.length > 0;
  }

  /** @param methods the path's methods, as in `Allow` */
  preflightHeaders(methods: string): readonly string[] {
    return [
      'Access-Control-Allow-Methods',
      methods,
      'Access-Control-Allow-Headers',
      REQUEST_HEADERS,
      'Access-Control-Max-Age',
      String(PREFLIGHT_MAX_AGE_SECONDS),
    ];
  }
}
