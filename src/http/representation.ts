/** Representations of an answer: 304 when the caller has it already, compressed when the caller accepts compression. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import { MAX_COMPRESSIONS_AT_ONCE, MIN_COMPRESSED_BYTES } from '../limits/http.js';
import type { Conventions } from './headers.js';

/** A body with an ETag, which a caller may cache and revalidate. */
export interface Representation {
  /** Must not change any more: it may be read after the call. */
  body: string | Uint8Array;
  /** JSON unless given. */
  contentType?: string;
  /** Weak (`W/"…"`), because it is the same for every encoding of the body. */
  etag: string;
  cacheControl: string;
  /** The request headers that the body depends on in addition to Accept-Encoding, as a comma-separated list. */
  vary?: string;
  /**
   * The body, already compressed. When given, nothing else is compressed: `{}` for a body that is compressed by its
   * nature.
   */
  encoded?: { br?: Uint8Array; gzip?: Uint8Array };
}

type Encoding = 'br' | 'gzip';

// In order of preference among encodings that the caller accepts equally.
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

// For answers from 1.5 to 100 kB, higher qualities take up to twice the time to save another tenth of the bytes.
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 4;
// Compresses as well as the larger windows at these sizes, and takes less time to set up.
const BROTLI_WINDOW_BITS = 16;

const compressWith = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** `negotiator` has an option for the order of preference that its types lack. */
type PreferringNegotiator = {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
};

/** The caller's preferred encoding among those `available`; null: none. */
export function chooseEncoding(acceptEncoding: string, available: readonly Encoding[] = ENCODINGS): Encoding | null {
  if (acceptEncoding === '' || available.length === 0) return null;
  const negotiator = new Negotiator({
    headers: { 'accept-encoding': acceptEncoding },
  }) as unknown as PreferringNegotiator;
  const chosen = negotiator.encoding([...available, 'identity'], { preferred: ENCODINGS });
  return available.find((encoding) => encoding === chosen) ?? null;
}

/** Whether the caller prefers a page to JSON, as browsers do. A caller that accepts anything gets JSON. */
export function prefersPage(accept: string): boolean {
  if (accept === '') return false;
  return new Negotiator({ headers: { accept } }).mediaType(['application/json', 'text/html']) === 'text/html';
}

/**
 * The caller's preferred media type among those `available`: the first one if it accepts all alike, or none of them.
 */
export function preferredMediaType(accept: string, available: readonly [string, ...string[]]): string {
  if (accept === '' || available.length === 1) return available[0];
  return new Negotiator({ headers: { accept: withoutParameters(accept) } }).mediaType([...available]) ?? available[0];
}

/** `text/csv; charset=utf-8` accepts `text/csv`; only the weight counts. */
const withoutParameters = (accept: string): string => accept.replaceAll(/;(?!\s*q\s*=)[^,;]*/gi, '');

/** The precompressed form that the caller prefers; null: use the plain body. */
export function chooseEncoded(
  acceptEncoding: string,
  encoded: NonNullable<Representation['encoded']>,
): { encoding: Encoding; bytes: Uint8Array } | null {
  const encoding = chooseEncoding(
    acceptEncoding,
    ENCODINGS.filter((name) => encoded[name] !== undefined),
  );
  return encoding === null ? null : { encoding, bytes: encoded[encoding]! };
}

/** Whether the caller already has the representation with this ETag. */
export function isFresh({ ifNoneMatch }: Conventions, etag: string): boolean {
  // The request's Cache-Control is ignored: fetch adds no-cache by itself to a request with If-None-Match, and still
  // expects a 304
  return ifNoneMatch !== '' && fresh({ 'if-none-match': ifNoneMatch }, { etag });
}

/** Compresses on libuv's threads. */
export class Compressor {
  private running = 0;

  /**
   * Starts a compression, from a copy of the bytes when they are only lent for this call. null: the body is sent
   * uncompressed, because the caller accepts no encoding, the body is too small, or too many compressions are running:
   * then more bytes are the lesser evil.
   */
  begin(
    acceptEncoding: string,
    body: string | Uint8Array,
    isLent: boolean,
  ): { encoding: Encoding; bytes: Promise<Uint8Array> } | null {
    if (this.running >= MAX_COMPRESSIONS_AT_ONCE || lengthOf(body) < MIN_COMPRESSED_BYTES) return null;
    const encoding = chooseEncoding(acceptEncoding);
    if (encoding === null) return null;
    this.running += 1;
    const owned = isLent && typeof body !== 'string' ? Uint8Array.from(body) : body;
    return {
      encoding,
      bytes: compress(encoding, owned).finally(() => {
        this.running -= 1;
      }),
    };
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
