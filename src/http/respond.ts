import type { Logger } from 'pino';
import { LARGE_ANSWER_BYTES, MIN_COMPRESSED_ANSWER_BYTES, OVERLOAD_LOG_INTERVAL_MS, OVERLOAD_RETRY_AFTER_SECONDS } from '../limits.js';
import { renderFailure } from '../envelope.js';
import { EMPTY_HEAD, JSON_HEAD, writeHead, type Head } from './head.js';
import { rateLimitFailure, type Admission } from './rate-limit.js';
import { chooseEncoded, Compressor, isFresh, type Representation } from './representation.js';
import { type Failure, TemporarilyUnavailable } from '../errors.js';
import type { Activity } from '../activity.js';
import type { Metrics } from '../metrics.js';
import type { Exchange } from './exchange.js';
import type { HttpResponse } from './uws.js';

export const RETRY_AFTER = ['Retry-After', String(OVERLOAD_RETRY_AFTER_SECONDS)] as const;

/** There is no room for the request. */
export const OVERLOADED: Failure = { code: 'OVERLOADED' };

const ACCEPT_ENCODING = 'Accept-Encoding';
const COMPRESSIBLE_HEAD: Head = { ...JSON_HEAD, vary: ACCEPT_ENCODING };

export interface ResponderDeps {
  log: Logger;
  metrics: Metrics;
  activity: Activity;
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
  /** In `performance.now()` milliseconds, when last an answer was written that may leave the process only bit by bit. */
  largeAnswerAtMs = Number.NEGATIVE_INFINITY;
  private readonly logsRequests: boolean;
  private readonly compressor = new Compressor();
  private overloadLoggedAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly deps: ResponderDeps) {
    this.logsRequests = deps.log.isLevelEnabled('debug');
  }

  /** Answers with a finished body, which is for this caller and moment only; its bytes may be lent for this call. */
  send(exchange: Exchange, status: number, body: string | Uint8Array, contentType = JSON_HEAD.contentType): void {
    this.finish(exchange, status, contentType === JSON_HEAD.contentType ? JSON_HEAD : { ...JSON_HEAD, contentType }, body);
  }

  /** Like `send`, but a large body goes compressed where the caller takes it so. */
  sendCompressible(exchange: Exchange, status: number, body: string | Uint8Array): void {
    if (body.length < MIN_COMPRESSED_ANSWER_BYTES) this.finish(exchange, status, JSON_HEAD, body);
    else this.finishCompressed(exchange, status, COMPRESSIBLE_HEAD, body, true);
  }

  /** Answers with a representation, or with 304 when the caller has it already. */
  represent(exchange: Exchange, { body, contentType = JSON_HEAD.contentType, etag, cacheControl, vary, encoded }: Representation): void {
    if (exchange.done || exchange.lingering) return;
    const head: Head = { contentType, cacheControl, etag, vary: vary === undefined ? ACCEPT_ENCODING : `${vary}, ${ACCEPT_ENCODING}`, contentEncoding: '' };
    // A 304 cannot close its connection, see writeEmpty; the whole body is a right answer as well.
    if (!this.closes(exchange) && isFresh(exchange.conventions, etag)) return this.writeEmpty(exchange, 304, { ...head, contentType: '' });
    if (encoded === undefined) return this.finishCompressed(exchange, 200, head, body, false);
    const chosen = chooseEncoded(exchange.conventions.acceptEncoding, encoded);
    if (chosen === null) this.finish(exchange, 200, head, body);
    else this.finish(exchange, 200, { ...head, contentEncoding: chosen.encoding }, chosen.bytes);
  }

  /** Answers that all is well and there is nothing to say. */
  sendNothing(exchange: Exchange): void {
    if (exchange.done || exchange.lingering) return;
    // A 204 cannot close its connection either; a 200 may be as empty.
    if (this.closes(exchange)) this.finish(exchange, 200, EMPTY_HEAD, '');
    else this.writeEmpty(exchange, 204, EMPTY_HEAD);
  }

  /** Sends a browser to another path of this server. @param vary the header that this depends on */
  redirect(exchange: Exchange, location: string, vary: string): void {
    exchange.extraHeaders = ['Location', location];
    this.finish(exchange, 303, { ...EMPTY_HEAD, vary }, '');
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

  /** Answers a request that may be sent again in a moment. */
  failTemporarily(exchange: Exchange, failure: Failure): void {
    exchange.extraHeaders = RETRY_AFTER;
    this.fail(exchange, failure);
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
    // its answer has no chunk to leave out
    if (exchange.method === 'HEAD') return this.failAndClose(exchange, failure);
    exchange.lingering = true;
    this.deps.metrics.rejected.inc({ reason: failure.code });
    const { status, body } = this.render(exchange, failure);
    exchange.res.cork(() => {
      writeHead(exchange, status, JSON_HEAD);
      exchange.res.writeHeader('Connection', 'close');
      exchange.res.write(body);
    });
    this.settle(exchange, status);
  }

  /**
   * Ends an exchange that lingers: its answer is completed, and the client, which was told so, closes. Asked to close behind
   * what was written, this build of uWS writes the header Connection once more, into the body; a client that stays is cut off
   * by its idle timeout. One that goes on sending without end is cut off at once.
   */
  endLingering(exchange: Exchange, isEndless: boolean): void {
    setImmediate(() => {
      if (exchange.done) return;
      this.release(exchange);
      if (isEndless) exchange.res.close();
      else exchange.res.cork(() => { exchange.res.end(''); });
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

  /** Something of ours threw: the caller learns no more than that, the log everything. A store that is away is logged where it is noticed. */
  crash(exchange: Exchange, error: unknown): void {
    if (error instanceof TemporarilyUnavailable) return this.failTemporarily(exchange, { code: 'STORE_UNAVAILABLE' });
    this.deps.log.error({ err: error, request_id: exchange.requestId, route: exchange.durations?.route }, 'request failed');
    this.fail(exchange, { code: 'INTERNAL_ERROR' });
  }

  private render(exchange: Exchange, failure: Failure): { status: number; body: string } {
    return renderFailure(failure, exchange.requestId, performance.now() - exchange.startedAtMs, this.deps.now());
  }

  private closes(exchange: Exchange): boolean {
    return exchange.closing || this.draining;
  }

  private finish(exchange: Exchange, status: number, head: Head, body: string | Uint8Array): void {
    if (exchange.done || exchange.lingering) return;
    if (exchange.closing) this.closeWith(exchange, status, head, body);
    else this.write(exchange, status, head, body, this.draining);
  }

  private finishCompressed(exchange: Exchange, status: number, head: Head, body: string | Uint8Array, isLent: boolean): void {
    if (exchange.done || exchange.lingering) return;
    const compressed = this.compressor.begin(exchange.conventions.acceptEncoding, body, isLent);
    if (compressed === null) return this.finish(exchange, status, head, body);
    compressed.bytes
      .then((bytes) => this.finish(exchange, status, { ...head, contentEncoding: compressed.encoding }, bytes))
      .catch((error: unknown) => this.crash(exchange, error));
  }

  /**
   * uWS forgets to close after an end within the turn that reads the connection if another request lies behind in the
   * same bytes, and answers that one too: what a smuggler hopes for. Ended later, the exchange is still open when uWS
   * comes to that request, and for that it drops the connection.
   */
  private closeWith(exchange: Exchange, status: number, head: Head, body: string | Uint8Array): void {
    // a pool answer's bytes are only lent for this call
    const kept = typeof body === 'string' ? body : Uint8Array.from(body);
    setImmediate(() => {
      if (!exchange.done) this.write(exchange, status, head, kept, true);
    });
  }

  private write(exchange: Exchange, status: number, head: Head, body: string | Uint8Array, close: boolean): void {
    if (body.length > LARGE_ANSWER_BYTES) this.largeAnswerAtMs = performance.now();
    this.release(exchange);
    const { res } = exchange;
    res.cork(() => {
      writeHead(exchange, status, head);
      if (exchange.method === 'HEAD') endHead(res, Buffer.byteLength(body), close);
      else res.end(body, close);
    });
    this.settle(exchange, status);
  }

  /** For a status that has no body and so no length. In this build of uWS such an answer is well only without arguments, and cannot close. */
  private writeEmpty(exchange: Exchange, status: 204 | 304, head: Head): void {
    this.release(exchange);
    exchange.res.cork(() => {
      writeHead(exchange, status, head);
      exchange.res.endWithoutBody();
    });
    this.settle(exchange, status);
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
    const { credential } = exchange;
    if (credential !== null) this.deps.activity.record(credential.kind, credential.id, exchange.durations!.endpoint, status, elapsedMs, exchange.receivedAtMs);
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

/**
 * Ends the answer to a HEAD with the length that the body of a GET would have. The builds of uWS differ: given a length,
 * an older endWithoutBody waits for the body and drops the connection with the next request. That is as good as closing
 * it; on a connection that stays open the length is an ordinary header instead.
 */
function endHead(res: HttpResponse, length: number, close: boolean): void {
  if (close) res.endWithoutBody(length, true);
  else {
    res.writeHeader('Content-Length', String(length));
    res.endWithoutBody();
  }
}
