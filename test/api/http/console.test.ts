/** How the console is served: one page for all its paths, its files, and the build that they are of. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { request } from '../../support/client.js';
import { startFrontEnd, type TestFrontEnd } from '../../support/front-end.js';

const CONFIG = {
  host: '127.0.0.1',
  port: 0,
  clockSkewSeconds: 300,
  environment: 'test',
  corsOrigins: null,
  trustedProxies: null,
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
  + "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Brotli, all code; the readers of sheets are not among it. */
const BUDGET_BYTES = 110_000;
/** Brotli, each reader of sheets: Import loads one, Invoices the other. */
const READER_BUDGET_BYTES = 60_000;
const DEMO = { id: 'main-system', secret: 'public' };

describe('the console', () => {
  let server: TestFrontEnd;
  let demo: typeof DEMO | null = DEMO;
  const get = (path: string, headers: Record<string, string> = {}) => request({ port: server.port, path, headers });
  before(async () => {
    server = await startFrontEnd({ config: { ...CONFIG, console: true }, findDemoCredential: () => demo });
  });
  after(() => server.frontEnd.close(0));

  it('is one page at all paths below it, which may load nothing but what this node has', async () => {
    const page = await get('/console');
    assert.equal(page.status, 200);
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(page.headers['content-security-policy'], POLICY);
    assert.equal(page.headers['x-content-type-options'], 'nosniff');
    assert.equal(page.headers['referrer-policy'], 'no-referrer');
    assert.match(page.headers['cache-control']!, /\bno-cache\b/);
    assert.doesNotMatch(page.text, /<style|<script(?![^>]*\ssrc=)|\son\w+=|\{\{/);
    for (const path of [
      '/console/',
      '/console/rate',
      '/console/changes/12',
      '/console/documents/zone-pincodes/a:1/x/y',
    ])
      assert.equal((await get(path)).text, page.text, path);
    const { status } = await get('/console', { 'if-none-match': page.headers.etag! });
    assert.equal(status, 304);
  });

  it('names files that never change, compressed when they were made, within the budget', async () => {
    const { text } = await get('/console/rate');
    const named = [...text.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    assert.equal(named.length, 2);
    const left = new Set(named);
    let bytes = 0;
    for (const path of left) {
      const answer = await get(path, { 'accept-encoding': 'br' });
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(answer.headers['content-encoding'], 'br');
      bytes += Number(answer.headers['content-length']);
      const plain = await get(path);
      // what a file loads is named in it
      for (const [, name] of plain.text.matchAll(/["'`]\.\/([\w-]+\.(?:js|css))["'`]/g))
        left.add(`/console/assets/${name}`);
    }
    assert.ok(left.size >= 4, 'the pages are a part of their own');
    assert.ok(bytes <= BUDGET_BYTES, `${bytes} bytes`);
    assert.ok(bytes > 10_000, `${bytes} bytes are no console`);
  });

  for (const reader of ['sheets', 'orders', 'invoices'])
    it(`has the reader of ${reader} as a file of its own, within its budget`, async () => {
      const { text } = await get('/console');
      const path = new RegExp(`<meta name="${reader}" content="(/console/assets/${reader}-\\w+\\.js)">`).exec(
        text,
      )![1]!;
      const { status, headers } = await get(path, { 'accept-encoding': 'br' });
      assert.equal(status, 200);
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      const bytes = Number(headers['content-length']);
      assert.ok(bytes <= READER_BUDGET_BYTES, `${bytes} bytes`);
      assert.ok(bytes > 10_000, `${bytes} bytes read no sheets`);
    });

  it('sends brotli of the same bytes', async () => {
    const path = /src="([^"]+)"/.exec((await get('/console')).text)![1]!;
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      headers: { 'accept-encoding': 'identity' },
    });
    const plain = Buffer.from(await response.arrayBuffer());
    const { bytes } = await compressed(server.port, path);
    assert.deepEqual(brotliDecompressSync(bytes), plain);
  });

  it('has no file of another build', async () => {
    const { status, headers, json } = await get('/console/assets/main-ZZZZZZZZ.js');
    assert.equal(status, 404);
    assert.equal(json.error.code, 'NOT_FOUND');
    assert.equal(headers['cache-control'], 'no-store');
  });

  it('says its build, which the page has, and the credential of the demo while there is one', async () => {
    const { headers, json } = await get('/console/build');
    assert.equal(headers['cache-control'], 'no-store');
    const { build } = json as { build: string };
    assert.match((await get('/console')).text, new RegExp(`<meta name="build" content="${build}">`));
    assert.deepEqual(json, { build, demo: DEMO });
    demo = null;
    assert.deepEqual((await get('/console/build')).json, { build, demo: null });
    demo = DEMO;
  });

  it('is where a browser goes that opens the address; programs get the entry point', async () => {
    const { status, headers } = await get('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    assert.deepEqual([status, headers.location], [303, '/console']);
    assert.equal((await get('/', { accept: '*/*' })).json.name, 'pinrate');
  });
});

describe('a node without the console', () => {
  let server: TestFrontEnd;
  before(async () => {
    server = await startFrontEnd({ config: { ...CONFIG, console: false } });
  });
  after(() => server.frontEnd.close(0));

  it('has none of its paths, and sends browsers to the documentation', async () => {
    for (const path of ['/console', '/console/', '/console/rate', '/console/build', '/console/assets/main.js'])
      assert.equal((await request({ port: server.port, path })).status, 404, path);
    const { headers } = await request({ port: server.port, path: '/', headers: { accept: 'text/html' } });
    assert.equal(headers.location, '/docs');
  });
});

/** As sent: fetch would decompress it. */
async function compressed(port: number, path: string): Promise<{ bytes: Buffer }> {
  const { get: httpGet } = await import('node:http');
  return new Promise((resolve, reject) => {
    httpGet({ port, host: '127.0.0.1', path, headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ bytes: Buffer.concat(chunks) }));
    }).on('error', reject);
  });
}
