import { isAscii, isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { gunzip } from 'node:zlib';
import { BODY_SWEEP_MS, LINES_MIN_BYTES_PER_SECOND, LINGER_BYTES, LINGER_MS, MAX_BODY_BYTES } from '../limits/http.js';
import type { Failure } from '../errors.js';
import type { Exchange } from './exchange.js';
import type { RequestHeaders } from './headers.js';
import type { Responder } from './respond.js';

const notOfType = (types: string): Failure => {
  const message = `The request body must be ${types}`;
  return { code: 'UNSUPPORTED_MEDIA_TYPE', message, details: message };
};
const UNSUPPORTED: Readonly<Record<ReadKind, Failure>> = {
  json: { code: 'UNSUPPORTED_MEDIA_TYPE' },
  bytes: { code: 'UNSUPPORTED_MEDIA_TYPE' },
  optional: { code: 'UNSUPPORTED_MEDIA_TYPE' },
  patch: notOfType('application/merge-patch+json or application/json'),
  'ndjson': notOfType('application/x-ndjson'),
  'json-lines': notOfType('application/json or application/x-ndjson'),
};
const NOT_COMPRESSED = 'The request body must not be compressed: send it without Content-Encoding';
const ENCODED_BODY: Failure = { code: 'UNSUPPORTED_MEDIA_TYPE', message: NOT_COMPRESSED, details: NOT_COMPRESSED };
/** The codings that are accepted, in the answer to another one (RFC 9110, 15.5.16). */
const ACCEPTED_ENCODINGS = ['Accept-Encoding', 'identity'];
const ONLY_GZIP = 'The request body may be compressed with gzip alone';
const OTHER_ENCODING: Failure = { code: 'UNSUPPORTED_MEDIA_TYPE', message: ONLY_GZIP, details: ONLY_GZIP };
const ACCEPTED_OF_LINES = ['Accept-Encoding', 'gzip'];
const tooLarge = (maxBytes: number): Failure => {
  if (maxBytes === MAX_BODY_BYTES) return { code: 'PAYLOAD_TOO_LARGE' };
  const message = `The request body is larger than ${maxBytes / MAX_BODY_BYTES} MiB`;
  return { code: 'PAYLOAD_TOO_LARGE', message, details: message };
};
const NOT_GZIP: Failure = { code: 'MALFORMED_REQUEST', details: 'The request body is not valid gzip' };
const REQUEST_TIMEOUT: Failure = { code: 'REQUEST_TIMEOUT' };
const EMPTY_BODY: Failure = { code: 'MALFORMED_JSON', details: 'The request body is empty' };
const NOT_UTF8: Failure = { code: 'MALFORMED_JSON', details: 'The request body is not valid UTF-8' };
const BODY_HASH_MISMATCH: Failure = { code: 'AUTHENTICATION_FAILED', details: { reason: 'BODY_HASH_MISMATCH' } };

const EMPTY_SHA256_HEX = createHash('sha256').digest('hex');
const NOTHING = new ArrayBuffer(0);
const FIRST_ALLOCATION_BYTES = 4_096;
const LINES_TYPE = /^application\/x-ndjson[ \t]*(;[ \t]*charset=("utf-8"|utf-8)[ \t]*)?;?$/i;
const PATCH_TYPE = /^application\/merge-patch\+json[ \t]*(;[ \t]*charset=("utf-8"|utf-8)[ \t]*)?;?$/i;
const JSON_TYPE = /^application\/json[ \t]*(;[ \t]*charset=("utf-8"|utf-8)[ \t]*)?;?$/i;

/** The headers of a request that describe its body. */
export type BodyHeaders = Pick<RequestHeaders, 'contentType' | 'contentEncoding' | 'contentLength'>;

/**
 * The kind of a route's body. optional: JSON or nothing. patch: JSON, also under the media type of a merge patch.
 * ndjson: lines, or nothing; it may be larger than the others, and compressed. json-lines: JSON or lines. bytes: JSON
 * as UTF-8 in memory that threads share, in the exchange's `received`: no text is made of it here.
 */
export type BodyKind = 'none' | ReadKind;
type ReadKind = 'json' | 'optional' | 'patch' | 'ndjson' | 'json-lines' | 'bytes';

type OnBody = (exchange: Exchange, body: string) => void;

/** `application/json`, alone or with the only charset that JSON allows. */
export function isJsonType(contentType: string): boolean {
  return contentType === 'application/json' || JSON_TYPE.test(contentType);
}

const isReadOfLines = (kind: ReadKind): boolean => kind === 'ndjson' || kind === 'json-lines';

function isOfKind(kind: ReadKind, contentType: string): boolean {
  if (kind === 'ndjson') return LINES_TYPE.test(contentType);
  if (kind === 'json-lines' && LINES_TYPE.test(contentType)) return true;
  return isJsonType(contentType) || (kind === 'patch' && PATCH_TYPE.test(contentType));
}

/** How a body is passed on when it is complete. */
interface BodyDelivery {
  kind: ReadKind;
  isGzip: boolean;
  onBody: OnBody;
}

/**
 * The stage that reads a body and passes it on as text. The body must be at most as long as the exchange allows, arrive
 * in time, be UTF-8, and match the hash it was signed with.
 */
export class BodyReader {
  /** The exchanges whose bodies have a deadline, except the newest one. */
  private readonly reading = new Set<Exchange>();
  /**
   * Nearly every body arrives with its headers, before the next request, and so never gets into the set: a Set that
   * every request passes through keeps garbage alive (bench/README.md, "Where the time goes").
   */
  private newest: Exchange | null = null;
  private sweep: NodeJS.Timeout | null = null;

  constructor(
    private readonly respond: Responder,
    private readonly timeoutMs: number,
    /** Called for each body whose hash differs from the signed one. */
    private readonly onWrongHash: () => void = () => {},
  ) {}

  /** Starts watching the deadlines of bodies. */
  start(): void {
    this.sweep = setInterval(() => this.endOverdue(performance.now()), Math.min(BODY_SWEEP_MS, this.timeoutMs));
    this.sweep.unref();
  }

  stop(): void {
    if (this.sweep !== null) clearInterval(this.sweep);
    this.sweep = null;
  }

  /**
   * Holds the arriving parts of a body until `read` is called. That happens soon, so no deadline is watched meanwhile.
   */
  hold(exchange: Exchange): void {
    exchange.res.onData((chunk, isLast) => {
      if (exchange.done) return;
      // Only the length of a too large body matters.
      if (exchange.receivedLength + chunk.byteLength <= exchange.maxBodyBytes) append(exchange, chunk);
      else exchange.receivedLength += chunk.byteLength;
      exchange.bodyEnded = isLast;
    });
  }

  /**
   * For a method without a body: calls `onBody`, or answers the exchange itself when it was signed with another body.
   */
  readNone(exchange: Exchange, onBody: OnBody): void {
    const { contentSha256 } = exchange;
    if (contentSha256 === '' || contentSha256.toLowerCase() === EMPTY_SHA256_HEX) onBody(exchange, '');
    else this.refuseHash(exchange);
  }

  /** Reads the body and calls `onBody` with its text, or answers the exchange itself when the body is refused. */
  read(exchange: Exchange, headers: BodyHeaders, onBody: OnBody, kind: ReadKind = 'json'): void {
    const { contentType, contentEncoding, contentLength } = headers;
    let isGzip = false;
    if (contentLength !== 0) {
      if (!isOfKind(kind, contentType)) return this.respond.fail(exchange, UNSUPPORTED[kind]);
      if (contentEncoding !== '' && contentEncoding.toLowerCase() !== 'identity') {
        const isOfLines = isReadOfLines(kind) && LINES_TYPE.test(contentType);
        isGzip = isOfLines && contentEncoding.toLowerCase() === 'gzip';
        if (!isGzip) return this.refuseEncoding(exchange, isOfLines);
      }
    }
    const delivery = { kind, isGzip, onBody };
    // uWS does not report the end of an empty body whose headers came in two pieces. For a body that has already ended
    // it would keep the handler for the next request, and disable the connection's idle timeout
    if (contentLength === 0 || exchange.bodyEnded) return this.receive(exchange, NOTHING, true, delivery);
    this.watch(exchange, exchange.startedAtMs + this.timeoutMs);
    exchange.res.onData((chunk, isLast) => {
      try {
        this.receive(exchange, chunk, isLast, delivery);
      } catch (error) {
        this.respond.crash(exchange, error);
      }
    });
    if (exchange.receivedLength > exchange.maxBodyBytes) this.receive(exchange, NOTHING, false, delivery);
  }

  /** Answers 413 without reading the body, when the headers show that it is too large. */
  refuseTooLarge(exchange: Exchange): void {
    this.linger(exchange);
    exchange.res.onData((chunk, isLast) => this.discard(exchange, chunk.byteLength, isLast));
  }

  /** Drops the body of an exchange whose client has disconnected. */
  forget(exchange: Exchange): void {
    this.unwatch(exchange);
    exchange.received = null;
  }

  private watch(exchange: Exchange, deadlineMs: number): void {
    exchange.bodyDeadlineMs = deadlineMs;
    this.keepNewest();
    this.newest = exchange;
  }

  private keepNewest(): void {
    if (this.newest !== null) this.reading.add(this.newest);
  }

  private unwatch(exchange: Exchange): void {
    if (this.newest === exchange) this.newest = null;
    this.reading.delete(exchange);
  }

  private receive(exchange: Exchange, chunk: ArrayBuffer, isLast: boolean, delivery: BodyDelivery): void {
    if (exchange.lingering) return this.discard(exchange, chunk.byteLength, isLast);
    if (exchange.done || exchange.closing) return;
    if (exchange.receivedLength + chunk.byteLength > exchange.maxBodyBytes) {
      this.linger(exchange);
      return this.discard(exchange, chunk.byteLength, isLast);
    }
    if (!isLast) {
      append(exchange, chunk);
      if (exchange.maxBodyBytes > MAX_BODY_BYTES) this.extendDeadline(exchange);
      return;
    }
    let bytes: Buffer = Buffer.from(chunk);
    if (exchange.received !== null || delivery.kind === 'bytes') {
      append(exchange, chunk);
      bytes = exchange.received!.subarray(0, exchange.receivedLength);
    }
    this.forget(exchange);
    this.finish(exchange, bytes, delivery);
  }

  private extendDeadline(exchange: Exchange): void {
    const { startedAtMs, receivedLength } = exchange;
    exchange.bodyDeadlineMs = startedAtMs + this.timeoutMs + (receivedLength / LINES_MIN_BYTES_PER_SECOND) * 1_000;
  }

  private finish(exchange: Exchange, bytes: Buffer, { kind, isGzip, onBody }: BodyDelivery): void {
    if (exchange.contentSha256 !== '' && !hasHash(bytes, exchange.contentSha256)) return this.refuseHash(exchange);
    if (isGzip) return this.inflate(exchange, bytes, onBody);
    if (bytes.length === 0 && kind !== 'optional' && kind !== 'ndjson') return this.respond.fail(exchange, EMPTY_BODY);
    if (kind !== 'bytes') return this.decode(exchange, bytes, onBody);
    if (!isUtf8(bytes)) return this.respond.fail(exchange, NOT_UTF8);
    exchange.received = bytes;
    onBody(exchange, '');
  }

  /** On a thread of libuv; the inflated body has the same limit as the sent one. */
  private inflate(exchange: Exchange, bytes: Buffer, onBody: OnBody): void {
    const { maxBodyBytes, received } = exchange;
    // Copy now: uWS takes a chunk back when its callback returns.
    const owned = received === null ? Buffer.from(bytes) : bytes;
    gunzip(owned, { maxOutputLength: maxBodyBytes }, (error, inflated) => {
      // the client may have disconnected meanwhile
      if (exchange.done) return;
      if (error !== null) {
        const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
        return this.respond.fail(exchange, isTooLarge ? tooLarge(maxBodyBytes) : NOT_GZIP);
      }
      try {
        this.decode(exchange, inflated, onBody);
      } catch (thrown) {
        this.respond.crash(exchange, thrown);
      }
    });
  }

  private decode(exchange: Exchange, bytes: Buffer, onBody: OnBody): void {
    // Nearly every body is ASCII, which becomes a one-byte string without decoding.
    if (isAscii(bytes)) return onBody(exchange, bytes.toString('latin1'));
    if (!isUtf8(bytes)) return this.respond.fail(exchange, NOT_UTF8);
    onBody(exchange, bytes.toString('utf8'));
  }

  private refuseEncoding(exchange: Exchange, isOfLines: boolean): void {
    exchange.extraHeaders = isOfLines ? ACCEPTED_OF_LINES : ACCEPTED_ENCODINGS;
    this.respond.fail(exchange, isOfLines ? OTHER_ENCODING : ENCODED_BODY);
  }

  private refuseHash(exchange: Exchange): void {
    this.onWrongHash();
    this.respond.fail(exchange, BODY_HASH_MISMATCH);
  }

  private linger(exchange: Exchange): void {
    exchange.received = null;
    exchange.receivedLength = 0;
    this.respond.failAndLinger(exchange, tooLarge(exchange.maxBodyBytes));
    this.watch(exchange, performance.now() + LINGER_MS);
  }

  private discard(exchange: Exchange, length: number, isLast: boolean): void {
    if (exchange.done) return;
    exchange.receivedLength += length;
    exchange.bodyDeadlineMs = performance.now() + LINGER_MS;
    if (isLast || exchange.receivedLength > LINGER_BYTES) this.endLingering(exchange, !isLast);
  }

  private endLingering(exchange: Exchange, isEndless: boolean): void {
    this.unwatch(exchange);
    this.respond.endLingering(exchange, isEndless);
  }

  private endOverdue(nowMs: number): void {
    this.keepNewest();
    for (const exchange of this.reading) {
      if (nowMs < exchange.bodyDeadlineMs) continue;
      if (exchange.lingering) this.endLingering(exchange, false);
      else {
        this.forget(exchange);
        this.respond.failAndClose(exchange, REQUEST_TIMEOUT);
      }
    }
  }
}

/**
 * Copies, because uWS invalidates a chunk when its callback returns. The buffer doubles as it grows, so that many small
 * chunks cost no more than a few large ones.
 */
function append(exchange: Exchange, chunk: ArrayBuffer): void {
  const length = exchange.receivedLength + chunk.byteLength;
  if (exchange.received === null || exchange.received.length < length) {
    const { announcedBytes, maxBodyBytes, isShared } = exchange;
    const grown = Math.min(maxBodyBytes, Math.max(FIRST_ALLOCATION_BYTES, 2 * length));
    const size = announcedBytes >= length ? announcedBytes : grown;
    const larger = isShared ? Buffer.from(new SharedArrayBuffer(size)) : Buffer.allocUnsafeSlow(size);
    exchange.received?.copy(larger, 0, 0, exchange.receivedLength);
    exchange.received = larger;
  }
  exchange.received.set(new Uint8Array(chunk), exchange.receivedLength);
  exchange.receivedLength = length;
}

function hasHash(bytes: Buffer, sha256Hex: string): boolean {
  return createHash('sha256').update(bytes).digest('hex') === sha256Hex.toLowerCase();
}
