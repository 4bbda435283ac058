import type { Logger } from 'pino';
import { OVERLOAD_LOG_INTERVAL_MS } from '../limits.js';
import { renderFailure } from './envelope.js';
import { rateLimitFailure, type Admission } from './rate-limit.js';
import type { Failure } from '../errors.js';
import type { Metrics } from '../metrics.js';
import type { Exchange } from './exchange.js';

const JSON_TYPE = 'application/json';

// uWS writes this text behind "HTTP/1.1 ": the reason phrases of every status that the engine answers with.
const STATUS_LINES: Readonly<Record<number, string>> = {
  200: '200 OK', 201: '201 Created', 400: '400 Bad Request', 401: '401 Unauthorized', 403: '403 Forbidden', 404: '404 Not Found',
  405: '405 Method Not Allowed', 408: '408 Request Timeout', 409: '409 Conflict', 413: '413 Content Too Large',
  415: '415 Unsupported Media Type', 422: '422 Unprocessable Content', 429: '429 Too Many Requests',
  500: '500 Internal Server Error', 503: '503 Service Unavailable',
};

export interface ResponderDeps {
  log: Logger;
  metrics: Metrics;
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * The last stage, and the only one that writes to a connection. Every exchange ends here exactly once: answered, or
 * abandoned by its client; whatever comes for it later is dropped.
 */
export class Responder {
  /** Set while shutting down: every answer closes its connection. */
  draining = false;
  /** Called when the last open exchange has ended. */
  onIdle: (() => void) | null = null;
  private readonly logsRequests: boolean;
  private overloadLoggedAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly deps: ResponderDeps) {
    this.logsRequests = deps.log.isLevelEnabled('debug');
  }

  /** Answers with a finished body. */
  send(exchange: Exchange, status: number, body: string | Uint8Array, contentType = JSON_TYPE): void {
    if (exchange.done || exchange.lingering) return;
    if (exchange.closing) this.closeWith(exchange, status, body, contentType);
    else this.write(exchange, status, body, contentType, this.draining);
  }

  /** Answers with a failure of the error table. */
  fail(exchange: Exchange, failure: Failure): void {
    if (exchange.done || exchange.lingering) return;
    this.deps.metrics.rejected.inc({ reason: failure.code });
    const { status, body } = this.render(exchange, failure);
    this.send(exchange, status, body);
  }

  /** Answers 429 for a request that a rate limit refused. */
  failLimited(exchange: Exchange, refused: Admission): void {
    exchange.admission = refused;
    this.deps.metrics.rateLimited.inc({ tier: refused.tier });
    this.fail(exchange, rateLimitFailure(refused));
  }

  /** Answers a request that cannot be trusted to end where it seems to, and closes its connection. */
  failAndClose(exchange: Exchange, failure: Failure): void {
    exchange.closing = true;
    this.fail(exchange, failure);
  }

  /**
   * Answers a failure while the client is still sending its body: all but the last chunk, so that the exchange stays
   * open for `endLingering`. To close at once would reset the connection, and most clients would never see the answer.
   */
  failAndLinger(exchange: Exchange, failure: Failure): void {
    if (exchange.done || exchange.lingering) return;
    exchange.lingering = true;
    this.deps.metrics.rejected.inc({ reason: failure.code });
    const { status, body } = this.render(exchange, failure);
    exchange.res.cork(() => {
      this.writeHead(exchange, status, JSON_TYPE);
      exchange.res.writeHeader('Connection', 'close');
      exchange.res.write(body);
    });
    this.settle(exchange, status);
  }

  /** Ends an exchange that lingers, and its connection. */
  endLingering(exchange: Exchange): void {
    // Later, because an end within the turn that reads the connection does not close it; see closeWith.
    setImmediate(() => {
      if (exchange.done) return;
      this.release(exchange);
      exchange.res.cork(() => { exchange.res.end('', true); });
    });
  }

  /** The client has gone; uWS has freed the response. */
  abandon(exchange: Exchange): void {
    if (exchange.done) return;
    if (!exchange.lingering) {
      this.deps.metrics.rejected.inc({ reason: 'CLIENT_ABORTED' });
      if (this.logsRequests) this.deps.log.debug({ request_id: exchange.requestId, route: exchange.durations?.route }, 'client went away');
    }
    this.release(exchange);
  }

  /** Something of ours threw: the caller learns no more than that, the log everything. */
  crash(exchange: Exchange, error: unknown): void {
    this.deps.log.error({ err: error, request_id: exchange.requestId, route: exchange.durations?.route }, 'request failed');
    this.fail(exchange, { code: 'INTERNAL_ERROR' });
  }

  private render(exchange: Exchange, failure: Failure): { status: number; body: string } {
    return renderFailure(failure, exchange.requestId, performance.now() - exchange.startedAtMs, this.deps.now());
  }

  /**
   * uWS forgets to close after an end within the turn that reads the connection if another request lies behind in the
   * same bytes, and answers that one too: what a smuggler hopes for. Ended later, the exchange is still open when uWS
   * comes to that request, and for that it drops the connection.
   */
  private closeWith(exchange: Exchange, status: number, body: string | Uint8Array, contentType: string): void {
    // a pool answer's bytes are only lent for this call
    const kept = typeof body === 'string' ? body : Uint8Array.from(body);
    setImmediate(() => {
      if (!exchange.done) this.write(exchange, status, kept, contentType, true);
    });
  }

  private write(exchange: Exchange, status: number, body: string | Uint8Array, contentType: string, close: boolean): void {
    this.release(exchange);
    const { res } = exchange;
    res.cork(() => {
      this.writeHead(exchange, status, contentType);
      // Not endWithoutBody, which in this build of uWS waits for the body to follow, and drops the next request.
      res.end(exchange.method === 'HEAD' ? '' : body, close);
    });
    this.settle(exchange, status);
  }

  private writeHead(exchange: Exchange, status: number, contentType: string): void {
    const { res, admission, extraHeaders } = exchange;
    if (status !== 200) res.writeStatus(STATUS_LINES[status] ?? String(status));
    res.writeHeader('Content-Type', contentType);
    res.writeHeader('X-Request-Id', exchange.requestId);
    if (admission !== null) {
      res.writeHeader('X-RateLimit-Limit', String(admission.limit));
      res.writeHeader('X-RateLimit-Remaining', String(admission.remaining));
      res.writeHeader('X-RateLimit-Reset', String(admission.resetSeconds));
      if (!admission.allowed) res.writeHeader('Retry-After', String(admission.retryAfterSeconds));
    }
    if (extraHeaders === null) return;
    for (let i = 0; i < extraHeaders.length; i += 2) res.writeHeader(extraHeaders[i]!, extraHeaders[i + 1]!);
  }

  private release(exchange: Exchange): void {
    exchange.done = true;
    const { inFlight } = this.deps.metrics;
    inFlight.count -= 1;
    if (inFlight.count === 0 && this.onIdle !== null) this.onIdle();
  }

  /**
   * Counts and logs an answer. A line a request would cost more than the request, and a flood of refusals would flood the
   * logs: below 500 there are lines at `debug` only, and overload is said once a second. All of it is in the metrics.
   */
  private settle(exchange: Exchange, status: number): void {
    const elapsedMs = performance.now() - exchange.startedAtMs;
    exchange.durations?.observe(status, elapsedMs / 1000);
    if (status < 500 && !this.logsRequests) return;
    const line = { request_id: exchange.requestId, method: exchange.method, route: exchange.durations?.route, status, elapsed_ms: elapsedMs };
    if (status < 500) this.deps.log.debug(line, 'request');
    else if (status !== 503) this.deps.log.error(line, 'request');
    else this.logOverload(line);
  }

  private logOverload(line: object): void {
    const nowMs = performance.now();
    if (nowMs - this.overloadLoggedAtMs < OVERLOAD_LOG_INTERVAL_MS) return;
    this.overloadLoggedAtMs = nowMs;
    this.deps.log.warn(line, 'answered 503; further ones within a second are not logged');
  }
}
