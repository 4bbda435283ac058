/** Files that browsers load: bytes that never change while the node runs, with their tag and their compressed forms. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Exchange } from '../exchange.js';
import type { Responder } from '../respond.js';
import type { Route } from '../route-table.js';

export const FOR_EVER = 'public, max-age=31536000, immutable';
export const ASK_EACH_TIME = 'public, no-cache';

export const HTML = 'text/html; charset=utf-8';
export const JAVASCRIPT = 'text/javascript; charset=utf-8';
export const CSS = 'text/css; charset=utf-8';
export const PLAIN = 'text/plain; charset=utf-8';

// A tenth of a second for the largest file; 11, the highest, takes 25 times as long to save another tenth of its size.
const BROTLI_QUALITY = 9;

export const NO_SNIFFING = ['X-Content-Type-Options', 'nosniff'] as const;
/** Of a page into which a secret is typed: it may load and reach nothing but this server, and nobody may frame it. */
const policyOf = (...more: string[]): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `connect-src 'self'`,
    ...more,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

/** The headers of a page. @param more directives of its policy */
export const pageHeaders = (...more: string[]): readonly string[] => [
  ...NO_SNIFFING,
  'Content-Security-Policy',
  policyOf(...more),
  'Referrer-Policy',
  'no-referrer',
];

export interface Encodings {
  br: Buffer;
  gzip: Buffer;
}

export interface Resource {
  path: string;
  contentType: string;
  body: Buffer;
  cacheControl: string;
  /** Names and values in turn. */
  headers?: readonly string[];
  /** The bytes compressed when they were made; null: they are compressed by their nature. Made here unless given. */
  encoded?: Encodings | null;
}

export type Handler = (exchange: Exchange) => void;

export const routeTo = (path: string, handle: Handler): Route => ({ method: 'GET', path, access: 'open', handle });

export function handlerOf(resource: Resource, respond: Responder): Handler {
  const { contentType, body, cacheControl, headers = NO_SNIFFING, encoded } = resource;
  // Weak: one tag for the bytes in every encoding.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const encode = encoded === undefined ? encodings(body) : async () => encoded ?? {};

  async function answer(exchange: Exchange): Promise<void> {
    exchange.extraHeaders = headers;
    respond.represent(exchange, { body, contentType, etag, cacheControl, encoded: await encode() });
  }
  return (exchange) => {
    answer(exchange).catch((error: unknown) => respond.crash(exchange, error));
  };
}

/** Made on another thread than the main one. */
function encodings(body: Buffer): () => Promise<Encodings> {
  return onDemand(async () => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    };
    const [br, gzipped] = await Promise.all([promisify(brotliCompress)(body, { params }), promisify(gzip)(body)]);
    return { br, gzip: gzipped };
  });
}

/** Makes something at the first request for it, once. A failure is not kept: all later requests would fail too. */
export function onDemand<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    }));
}
