/** The OpenAPI document, and the page where a person reads it and tries it out: all of it from this server. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { PACKAGE_ROOT } from '../../package-root.js';
import type { Exchange } from '../exchange.js';
import type { Responder } from '../respond.js';
import type { Route } from '../routes.js';

/** Plain files for the browser: they are not compiled, and so lie where they were written. */
const PAGE_FOLDER = join(PACKAGE_ROOT, 'src', 'docs');

const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_EACH_TIME = 'public, no-cache';

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';

// A tenth of a second for the largest file; 11, the highest, takes 25 times as long to save another tenth of its size.
const BROTLI_QUALITY = 9;

// A secret is typed into the page: it may load and reach nothing but this server, and nobody may frame it.
const PAGE_POLICY = [
  `default-src 'none'`, `script-src 'self'`, `style-src 'self'`, `img-src 'self' data:`, `connect-src 'self'`,
  `base-uri 'none'`, `form-action 'none'`, `frame-ancestors 'none'`,
].join('; ');
const NO_SNIFFING = ['X-Content-Type-Options', 'nosniff'] as const;
const PAGE_HEADERS = [...NO_SNIFFING, 'Content-Security-Policy', PAGE_POLICY, 'Referrer-Policy', 'no-referrer'];

interface Resource {
  path: string;
  contentType: string;
  body: Buffer;
  cacheControl: string;
  /** Names and values in turn. */
  headers?: readonly string[];
  /** Whether the bytes are compressed already. */
  isCompressed?: boolean;
}

/** Reads every file now, so that one that is missing fails the start. @param openApi the finished document, as JSON text */
export function docsRoutes({ respond, openApi }: { respond: Responder; openApi: string }): Route[] {
  const swaggerUi = findSwaggerUi();
  return [...pageResources(swaggerUi.path), ...swaggerResources(swaggerUi), documentResource(openApi)].map((resource) => routeTo(resource, respond));
}

function pageResources(swaggerPath: string): Resource[] {
  const read = (name: string): Buffer => readFileSync(join(PAGE_FOLDER, name));
  const page = read('page.html').toString('utf8').replaceAll('{{swagger-ui}}', swaggerPath);
  return [
    { path: '/docs', contentType: 'text/html; charset=utf-8', body: Buffer.from(page), cacheControl: ASK_EACH_TIME, headers: PAGE_HEADERS },
    { path: '/docs/page.js', contentType: JAVASCRIPT, body: read('page.js'), cacheControl: ASK_EACH_TIME },
    { path: '/docs/page.css', contentType: CSS, body: read('page.css'), cacheControl: ASK_EACH_TIME },
  ];
}

function swaggerResources({ folder, path }: { folder: string; path: string }): Resource[] {
  const file = (name: string, contentType: string): Resource => ({ path: `${path}/${name}`, contentType, body: readFileSync(join(folder, name)), cacheControl: FOR_EVER });
  return [
    file('swagger-ui.css', CSS),
    file('swagger-ui-bundle.js', JAVASCRIPT),
    // the bundle's first line points to it
    file('swagger-ui-bundle.js.LICENSE.txt', 'text/plain; charset=utf-8'),
    { ...file('favicon-32x32.png', 'image/png'), isCompressed: true },
  ];
}

function documentResource(openApi: string): Resource {
  return { path: '/openapi.json', contentType: 'application/json', body: Buffer.from(openApi), cacheControl: ASK_EACH_TIME };
}

/** Where the installed package is, and where its files are served: another version, another URL. */
function findSwaggerUi(): { folder: string; path: string } {
  const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return { folder: dirname(manifest), path: `/docs/${version}` };
}

function routeTo({ path, contentType, body, cacheControl, headers = NO_SNIFFING, isCompressed = false }: Resource, respond: Responder): Route {
  // Weak: one tag for the bytes in every encoding.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const encode = isCompressed ? null : encodings(body);

  async function answer(exchange: Exchange): Promise<void> {
    exchange.extraHeaders = headers;
    respond.represent(exchange, { body, contentType, etag, cacheControl, encoded: encode === null ? {} : await encode() });
  }
  return {
    method: 'GET', path, access: 'open',
    handle: (exchange) => { answer(exchange).catch((error: unknown) => respond.crash(exchange, error)); },
  };
}

interface Encodings {
  br: Buffer;
  gzip: Buffer;
}

/** Made when they are first asked for, once, beside the main thread. */
function encodings(body: Buffer): () => Promise<Encodings> {
  let made: Promise<Encodings> | null = null;
  const make = async (): Promise<Encodings> => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    const [br, gzipped] = await Promise.all([promisify(brotliCompress)(body, { params }), promisify(gzip)(body)]);
    return { br, gzip: gzipped };
  };
  // one that failed is not kept: the page would be a fault until the next start
  return () => (made ??= make().catch((error: unknown) => {
    made = null;
    throw error;
  }));
}
