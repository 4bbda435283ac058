import type { Logger } from 'pino';
import {
  ANSWER_TURN_BYTES,
  BLIND_ANSWERS_PER_SECOND,
  BLIND_ANSWERS_PER_WINDOW,
  LARGE_ANSWER_BYTES,
  MIN_COMPRESSED_ANSWER_BYTES,
  UNSENT_SAMPLE,
} from '../limits/http.js';
import { OVERLOAD_RETRY_AFTER_SECONDS } from '../limits/pool.js';
import { renderFailure } from '../envelope.js';
import { EMPTY_HEAD, JSON_HEAD, writeHead, type Head } from './head.js';
import { AddressLimiter, type Admission, rateLimitFailure } from '../rate-limits/limiters.js';
import { chooseEncoded, Compressor, isFresh, type Representation } from './representation.js';
import { type ByteOwnership, UNSENT_LIMITS, UnsentAnswers, type UnsentLimits } from './unsent.js';
import { type Failure, TemporaryError } from '../errors.js';
import type { StreamPart } from '../messages.js';
import type { Activity } from './activity.js';
import { AnswerLog } from './answer-log.js';
import { AnswerStream, type PartSource } from './answer-stream.js';
import type { Metrics } from '../metrics.js';
import type { Exchange } from './exchange.js';
import type { HttpResponse } from './uws.js';

export const RETRY_AFTER = ['Retry-After', String(OVERLOAD_RETRY_AFTER_SECONDS)] as const;

/** The queue is full. */
export const OVERLOADED: Failure = { code: 'OVERLOADED' };

const ACCEPT_ENCODING = 'Accept-Encoding';
const BLIND_ALLOWANCE = { perWindow: BLIND_ANSWERS_PER_WINDOW, perSecond: BLIND_ANSWERS_PER_SECOND };
const COMPRESSIBLE_HEAD: Head = { ...JSON_HEAD, vary: ACCEPT_ENCODING };

interface ResponderDeps {
  log: Logger;
  metrics: Metrics;
  activity: Activity;
  /** Milliseconds since the epoch. */
  now(): number;
  /** UNSENT_LIMITS unless given. */
  unsentLimits?: UnsentLimits;
}

/**
 * The last stage, and the only one that writes to a connection. Every exchange ends here exactly once: answered, or
 * abandoned by its client. Anything that arrives for it later is dropped.
 */
export class Responder {
  /** Set while shutting down: every answer closes its connection. */
  draining = false;
  /** Called when the last open exchange has ended and its answer has left. */
  onIdle: (() => void) | null = null;
  readonly unsent: UnsentAnswers;
  private readonly blindAnswers = new AddressLimiter(BLIND_ALLOWANCE);
  private readonly answers: AnswerLog;
  private readonly compressor = new Compressor();

  constructor(private readonly deps: ResponderDeps) {
    this.answers = new AnswerLog(deps.log, deps.activity);
    this.unsent = new UnsentAnswers(deps.metrics, deps.unsentLimits ?? UNSENT_LIMITS, () => this.noticeIdle());
  }

  /** Whether every request is answered and every answer has left. */
  get isIdle(): boolean {
    return this.deps.metrics.inFlight.count === 0 && this.unsent.size === 0;
  }

  /** Answers with a finished body, valid for this caller and moment only; its bytes may be lent for this call. */
  send(exchange: Exchange, status: number, body: string | Uint8Array, contentType = JSON_HEAD.contentType): void {
    this.finish(
      exchange,
      status,
      contentType === JSON_HEAD.contentType ? JSON_HEAD : { ...JSON_HEAD, contentType },
      body,
      'lent',
    );
  }

  /** Like `send`, but compresses a large body where the caller accepts that. */
  sendCompressible(exchange: Exchange, status: number, body: string | Uint8Array): void {
    if (body.length < MIN_COMPRESSED_ANSWER_BYTES) this.finish(exchange, status, JSON_HEAD, body, 'lent');
    else this.finishCompressed(exchange, status, COMPRESSIBLE_HEAD, body, 'lent');
  }

  /**
   * The same of bytes that nobody changes any more.
   * @param vary the request headers that the answer depends on in addition to Accept-Encoding; '': none
   */
  sendOwn(exchange: Exchange, status: number, body: Uint8Array, contentType: string, vary: string): void {
    const head: Head = {
      ...JSON_HEAD,
      contentType,
      vary: vary === '' ? ACCEPT_ENCODING : `${vary}, ${ACCEPT_ENCODING}`,
    };
    this.finishCompressed(exchange, status, head, body, 'own');
  }

  /** Answers with a representation, or with 304 when the caller already has it. */
  represent(
    exchange: Exchange,
    { body, contentType = JSON_HEAD.contentType, etag, cacheControl, vary, encoded }: Representation,
  ): void {
    if (exchange.done || exchange.lingering) return;
    const head: Head = {
      contentType,
      cacheControl,
      etag,
      vary: vary === undefined ? ACCEPT_ENCODING : `${vary}, ${ACCEPT_ENCODING}`,
      contentEncoding: '',
    };
    // A 304 cannot close its connection, see writeEmpty; the whole body is a correct answer too.
    if (!this.closes(exchange) && isFresh(exchange.conventions, etag))
      return this.writeEmpty(exchange, 304, { ...head, contentType: '' });
    if (encoded === undefined) return this.finishCompressed(exchange, 200, head, body, 'own');
    const chosen = chooseEncoded(exchange.conventions.acceptEncoding, encoded);
    if (chosen === null) this.finish(exchange, 200, head, body, 'shared');
    else this.finish(exchange, 200, { ...head, contentEncoding: chosen.encoding }, chosen.bytes, 'shared');
  }

  /** Answers with a body that comes in parts. */
  stream(exchange: Exchange, contentType: string, vary: string, first: StreamPart, source: PartSource): void {
    const head: Head = { ...JSON_HEAD, contentType, vary };
    if (first.isLast) return this.finish(exchange, 200, head, first.bytes, 'own');
    if (exchange.done || exchange.lingering) return source.cancel();
    if (exchange.method === 'HEAD') {
      source.cancel();
      return this.writeEmpty(exchange, 200, head);
    }
    new AnswerStream(exchange, source, this.unsent.patienceMs, {
      onEnd: () => {
        this.markDone(exchange);
        this.answers.add(exchange, 200);
      },
      onFailure: (error) => {
        const { requestId, durations } = exchange;
        if (error !== null)
          this.deps.log.error(
            { err: error, request_id: requestId, route: durations?.route },
            'an answer was not completed',
          );
        exchange.res.close();
      },
      onStall: () => this.unsent.cut(exchange, 'STALLED'),
    }).start(head, this.closes(exchange), first);
  }

  /** Answers a successful request without a body. */
  sendNothing(exchange: Exchange): void {
    if (exchange.done || exchange.lingering) return;
    // A 204 cannot close its connection; an empty 200 can.
    if (this.closes(exchange)) this.finish(exchange, 200, EMPTY_HEAD, '', 'own');
    else this.writeEmpty(exchange, 204, EMPTY_HEAD);
  }

  /** Redirects a browser to another path of this server. @param vary the request header that this depends on */
  redirect(exchange: Exchange, location: string, vary: string): void {
    exchange.extraHeaders = ['Location', location];
    this.finish(exchange, 303, { ...EMPTY_HEAD, vary }, '', 'own');
  }

  /** Answers with a failure of the error table. */
  fail(exchange: Exchange, failure: Failure): void {
    if (exchange.done || exchange.lingering) return;
    this.deps.metrics.rejected.inc({ reason: failure.code });
    const { status, body } = this.render(exchange, failure);
    this.send(exchange, status, body);
  }

  /** Answers 429 to a request that a rate limit refused. */
  failLimited(exchange: Exchange, refused: Admission): void {
    exchange.admission = refused;
    this.deps.metrics.rateLimited.inc({ tier: refused.tier });
    this.fail(exchange, rateLimitFailure(refused));
  }

  /** Answers a request that may be repeated in a moment. */
  failTemporarily(exchange: Exchange, failure: Failure): void {
    exchange.extraHeaders = RETRY_AFTER;
    this.fail(exchange, failure);
  }

  /** Answers a request whose end cannot be trusted, and closes its connection. */
  failAndClose(exchange: Exchange, failure: Failure): void {
    exchange.closing = true;
    this.fail(exchange, failure);
  }

  /**
   * Answers a failure while the client is still sending its body. The last chunk is held back, so that the exchange
   * stays open for `endLingering`. Closing at once would reset the connection, and most clients would never see the
   * answer.
   */
  failAndLinger(exchange: Exchange, failure: Failure): void {
    if (exchange.done || exchange.lingering) return;
    // a HEAD's answer has no chunk to hold back
    if (exchange.method === 'HEAD') return this.failAndClose(exchange, failure);
    exchange.lingering = true;
    this.deps.metrics.rejected.inc({ reason: failure.code });
    const { status, body } = this.render(exchange, failure);
    exchange.res.cork(() => {
      writeHead(exchange, status, JSON_HEAD);
      exchange.res.writeHeader('Connection', 'close');
      exchange.res.write(body);
    });
    this.answers.add(exchange, status);
  }

  /**
   * Ends a lingering exchange: completes its answer, and the client closes, as the answer asked it to. The server does
   * not close: asked to close after it has written, this build of uWS writes the header Connection again, into the
   * body. The idle timeout closes connections of clients that stay. A client that never stops sending is disconnected
   * at once.
   */
  endLingering(exchange: Exchange, isEndless: boolean): void {
    setImmediate(() => {
      if (exchange.done) return;
      this.markDone(exchange);
      if (isEndless) exchange.res.close();
      else
        exchange.res.cork(() => {
          exchange.res.end('');
        });
    });
  }

  /** The client has disconnected; uWS has freed the response. */
  abandon(exchange: Exchange): void {
    if (exchange.done) return this.unsent.forget(exchange);
    exchange.onAbandoned?.();
    if (!exchange.lingering) {
      this.deps.metrics.rejected.inc({ reason: 'CLIENT_ABORTED' });
      this.answers.addAborted(exchange);
    }
    this.markDone(exchange);
  }

  /**
   * One of our functions threw. The caller gets no details; the log gets all of them. An unavailable store is logged
   * where it is noticed.
   */
  crash(exchange: Exchange, error: unknown): void {
    if (error instanceof TemporaryError) return this.failTemporarily(exchange, { code: 'STORE_UNAVAILABLE' });
    this.deps.log.error(
      { err: error, request_id: exchange.requestId, route: exchange.durations?.route },
      'request failed',
    );
    this.fail(exchange, { code: 'INTERNAL_ERROR' });
  }

  private render(exchange: Exchange, failure: Failure): { status: number; body: string } {
    return renderFailure(failure, exchange.requestId, performance.now() - exchange.startedAtMs, this.deps.now());
  }

  private closes(exchange: Exchange): boolean {
    return exchange.closing || this.draining;
  }

  private finish(
    exchange: Exchange,
    status: number,
    head: Head,
    body: string | Uint8Array,
    ownership: ByteOwnership,
  ): void {
    if (exchange.done || exchange.lingering) return;
    // A POST has already had its effect: its answer is sent in any case
    const mayRefuse = body.length > LARGE_ANSWER_BYTES && exchange.method === 'GET';
    if (mayRefuse && !this.unsent.hasRoomFor(exchange, body.length, ownership)) this.refuseUnsent(exchange);
    else if (this.closes(exchange)) this.closeWith(exchange, status, head, body);
    else this.write(exchange, status, head, body, ownership, false);
  }

  /** Answers 503 instead, and closes: a client that reads nothing would get nothing more anyway. */
  private refuseUnsent(exchange: Exchange): void {
    this.deps.metrics.unsentDropped.inc({ reason: 'REFUSED' });
    exchange.closing = true;
    this.failTemporarily(exchange, OVERLOADED);
  }

  private finishCompressed(
    exchange: Exchange,
    status: number,
    head: Head,
    body: string | Uint8Array,
    ownership: ByteOwnership,
  ): void {
    if (exchange.done || exchange.lingering) return;
    const compressed = this.compressor.begin(exchange.conventions.acceptEncoding, body, ownership === 'lent');
    if (compressed === null) return this.finish(exchange, status, head, body, ownership);
    compressed.bytes
      .then((bytes) => this.finish(exchange, status, { ...head, contentEncoding: compressed.encoding }, bytes, 'own'))
      .catch((error: unknown) => this.crash(exchange, error));
  }

  /**
   * uWS forgets to close when an exchange ends within the turn that reads the connection and the same bytes contain
   * another request; it even answers that one, which is what request smuggling needs. Ended in a later turn, the
   * exchange is still open when uWS reaches that request, and then uWS drops the connection.
   */
  private closeWith(exchange: Exchange, status: number, head: Head, body: string | Uint8Array): void {
    // a pool answer's bytes are only lent for this call
    const owned = typeof body === 'string' ? body : Uint8Array.from(body);
    setImmediate(() => {
      if (!exchange.done) this.write(exchange, status, head, owned, 'own', true);
    });
  }

  private write(
    exchange: Exchange,
    status: number,
    head: Head,
    body: string | Uint8Array,
    ownership: ByteOwnership,
    close: boolean,
  ): void {
    this.markDone(exchange);
    const { res } = exchange;
    const isHead = exchange.method === 'HEAD';
    const isLarge = !isHead && body.length > LARGE_ANSWER_BYTES;
    // a sample of the small answers also shows a client that reads nothing, and costs less than a check of each
    const isOffered = isLarge || (!isHead && !close && Math.random() < UNSENT_SAMPLE);
    const sent = isLarge && typeof body === 'string' ? Buffer.from(body) : body;
    let [tookAll, isSent] = [true, true];
    if ((isHead || (close && !isLarge)) && this.isFlood(exchange)) this.unsent.cut(exchange, 'NO_ROOM');
    else {
      res.cork(() => {
        writeHead(exchange, status, head);
        if (isHead) endHead(res, Buffer.byteLength(body), close);
        else if (!isOffered) res.end(sent, close);
        else {
          // `tryEnd` cannot close: the client does, as it is asked to here, or the idle timeout
          if (close) res.writeHeader('Connection', 'close');
          [tookAll, isSent] = tryEnd(res, sent);
        }
      });
    }
    if (!isSent)
      this.unsent.hold(
        exchange,
        typeof sent === 'string' ? Buffer.from(sent) : sent,
        sent === body ? ownership : 'own',
        tookAll,
      );
    this.answers.add(exchange, status);
  }

  /**
   * Whether the address has too many answers that `tryEnd` cannot write. uWS does not report whether the connection
   * takes those, so a client that sends requests and reads nothing would fill the memory with them.
   */
  private isFlood(exchange: Exchange): boolean {
    if (this.draining || (!exchange.closing && !exchange.isUncounted && exchange.admission?.allowed !== false))
      return false;
    return !this.blindAnswers.admit(exchange.address, exchange.receivedAtMs).allowed;
  }

  /**
   * For a status without a body, and so without a length. In this build of uWS such an end works only without
   * arguments, and cannot close.
   */
  private writeEmpty(exchange: Exchange, status: 200 | 204 | 304, head: Head): void {
    this.markDone(exchange);
    exchange.res.cork(() => {
      writeHead(exchange, status, head);
      exchange.res.endWithoutBody();
    });
    this.answers.add(exchange, status);
  }

  private markDone(exchange: Exchange): void {
    exchange.done = true;
    this.deps.metrics.inFlight.count -= 1;
    this.noticeIdle();
  }

  private noticeIdle(): void {
    if (this.onIdle !== null && this.isIdle) this.onIdle();
  }
}

/** Offers a body, of a long one the first part. @returns whether the connection took that, and the answer has ended */
function tryEnd(res: HttpResponse, body: string | Uint8Array): [tookAll: boolean, isSent: boolean] {
  // 0: uWS takes the length of what it is given
  if (body.length <= ANSWER_TURN_BYTES || typeof body === 'string') return res.tryEnd(body, 0);
  return res.tryEnd(body.subarray(0, ANSWER_TURN_BYTES), body.length);
}

/**
 * Ends the answer to a HEAD with the length that the body of a GET would have. The builds of uWS differ: given a
 * length, the older endWithoutBody waits for the body and drops the connection at the next request. That is fine where
 * the connection closes anyway; on a connection that stays open, the length is written as an ordinary header.
 */
function endHead(res: HttpResponse, length: number, close: boolean): void {
  if (close) res.endWithoutBody(length, true);
  else {
    res.writeHeader('Content-Length', String(length));
    res.endWithoutBody();
  }
}
