/** What a caller may have of an answer: nothing, when it has the same already; compressed, when it can read that. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import { MAX_COMPRESSIONS_AT_ONCE, MIN_COMPRESSED_BYTES } from '../limits.js';
import type { Conventions } from './headers.js';

/** A body of its own identity, which a caller may keep and ask for again. */
export interface Representation {
  status?: 200;
  /** Must not change any more: it may be read after the call. */
  body: string | Uint8Array;
  /** JSON unless given. */
  contentType?: string;
  /** Weak (`W/"…"`), because it is the same for every encoding of the body. */
  etag: string;
  cacheControl: string;
  /** The headers beside Accept-Encoding that the body depends on, as a list with commas. */
  vary?: string;
  /** The body compressed beforehand. When given, nothing else is compressed: `{}` for what is compressed by its nature. */
  encoded?: { br?: Uint8Array; gzip?: Uint8Array };
}

export type Encoding = 'br' | 'gzip';

// In the order in which they are preferred among those that a caller likes equally well.
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

// Measured on answers from 1.5 to 100 kB: what lies above takes up to twice the time to save another tenth of the bytes.
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;
// As small as the larger windows make it, in less time to set up.
const BROTLI_WINDOW_BITS = 16;

const compressWith = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** `negotiator` takes its order of preference by an option that its types do not know. */
type PreferringNegotiator = { encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined };

/** The encoding of those `available` that the caller likes best; null: none. */
export function chooseEncoding(acceptEncoding: string, available: readonly Encoding[] = ENCODINGS): Encoding | null {
  if (acceptEncoding === '' || available.length === 0) return null;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }) as unknown as PreferringNegotiator;
  const chosen = negotiator.encoding([...available, 'identity'], { preferred: ENCODINGS });
  return available.find((encoding) => encoding === chosen) ?? null;
}

/** Whether the caller, a browser, likes a page better than JSON. One that takes anything gets JSON. */
export function prefersPage(accept: string): boolean {
  if (accept === '') return false;
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) === 'text/html';
}

/** What is there beforehand of what the caller likes; null: the plain body is. */
export function chooseEncoded(acceptEncoding: string, encoded: NonNullable<Representation['encoded']>): { encoding: Encoding; bytes: Uint8Array } | null {
  const encoding = chooseEncoding(acceptEncoding, ENCODINGS.filter((name) => encoded[name] !== undefined));
  return encoding === null ? null : { encoding, bytes: encoded[encoding]! };
}

/** Weak, because the time that an answer took and its request's id differ between answers that say the same. */
export function etagOf(text: string): string {
  return `W/"${hash('sha1', text, 'base64url')}"`;
}

/** Whether the caller has the representation with this ETag already. */
export function isFresh({ ifNoneMatch }: Conventions, etag: string): boolean {
  // without its Cache-Control: fetch adds no-cache of itself to a request with If-None-Match, and means to ask, not to refuse a 304
  return ifNoneMatch !== '' && fresh({ 'if-none-match': ifNoneMatch }, { etag });
}

/** Compresses on libuv's threads. */
export class Compressor {
  private running = 0;

  /**
   * Begins to compress, from a copy of the bytes when they are only lent for this call. null: the body goes as it is,
   * because the caller does not read other forms of it, it is too small, or as many as may be are being compressed:
   * then the bytes are the lesser evil.
   */
  begin(acceptEncoding: string, body: string | Uint8Array, isLent: boolean): { encoding: Encoding; bytes: Promise<Uint8Array> } | null {
    if (this.running >= MAX_COMPRESSIONS_AT_ONCE || lengthOf(body) < MIN_COMPRESSED_BYTES) return null;
    const encoding = chooseEncoding(acceptEncoding);
    if (encoding === null) return null;
    this.running += 1;
    const kept = isLent && typeof body !== 'string' ? Uint8Array.from(body) : body;
    return { encoding, bytes: compress(encoding, kept).finally(() => { this.running -= 1; }) };
  }
}

function compress(encoding: Encoding, body: string | Uint8Array): Promise<Uint8Array> {
  if (encoding === 'gzip') return compressWith.gzip(body, { level: GZIP_LEVEL });
  return compressWith.br(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: lengthOf(body),
    },
  });
}

function lengthOf(body: string | Uint8Array): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength;
}
