/** The answers of the documentation's routes, without a browser. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import zlib from 'node:zlib';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { request } from '../support/client.js';
import { startFrontEnd, type TestFrontEnd } from '../support/front-end.js';

const documentOf = (title: string): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths: {},
    'x-padding': 'long enough to be worth compressing; '.repeat(200),
  });
const OPEN_API = { all: documentOf('पिन'), service: documentOf('of a service'), partner: documentOf('of a partner') };
const DEMO = { id: 'main-system', secret: 'demo-main-system-secret' };
const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_EACH_TIME = 'public, no-cache';

const packaged = (name: string): Buffer =>
  readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));

it('a page whose compression failed once is sent the next time', async (t) => {
  const { brotliCompress } = zlib;
  const failing: typeof brotliCompress = Object.assign(
    (...args: unknown[]) => {
      zlib.brotliCompress = brotliCompress;
      syncBuiltinESMExports();
      setImmediate(args.at(-1) as (error: Error) => void, new Error('no memory'));
    },
    { __promisify__: brotliCompress.__promisify__ },
  );
  zlib.brotliCompress = failing;
  syncBuiltinESMExports();
  const server = await startFrontEnd({ openApi: async (as) => OPEN_API[as] });
  t.after(() => server.frontEnd.close(0));
  const statuses: number[] = [];
  for (let times = 0; times < 3; times++)
    statuses.push((await request({ port: server.port, path: '/docs/page.js' })).status);
  assert.deepEqual(statuses, [500, 200, 200]);
});

describe('the documentation routes', () => {
  let docs: TestFrontEnd;
  let assets: string[];

  before(async () => {
    docs = await startFrontEnd({ openApi: async (as) => OPEN_API[as] });
    const page = await (await get('/docs')).text();
    assets = [...page.matchAll(/(?:href|src)="(\/docs\/[^"]+)"/g)].map(([, path]) => path!);
  });
  after(() => docs.frontEnd.close(0));

  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${docs.port}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } });
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
  const assetNamed = (name: string): string =>
    `${dirname(assets.find((path) => path.endsWith('/swagger-ui.css'))!)}/${name}`;

  it('send a page that loads only scripts, styles and pictures from this server', async () => {
    const page = await get('/docs');
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(page.headers.get('cache-control'), ASK_EACH_TIME);
    const policy = page.headers.get('content-security-policy')!;
    assert.match(
      policy,
      /^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';/,
    );
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    const text = await page.text();
    assert.doesNotMatch(text, /\{\{|https?:\/\/|<style|\son\w+=/);
    assert.equal(assets.length, 9);
  });

  it('send every file that the page names, cached forever if each version has its own URL', async () => {
    const { version } = JSON.parse(packaged('package.json').toString('utf8')) as { version: string };
    for (const path of assets) {
      const response = await get(path);
      assert.equal(response.status, 200, path);
      assert.equal(
        response.headers.get('cache-control'),
        path.startsWith(`/docs/${version}/`) ? FOR_EVER : ASK_EACH_TIME,
        path,
      );
      assert.match(response.headers.get('content-type')!, /^(text\/(css|javascript); charset=utf-8|image\/png)$/, path);
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff', path);
    }
  });

  for (const name of [
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'swagger-ui.css',
    'favicon-32x32.png',
  ]) {
    it(`send ${name} of the package, in every useful encoding`, async () => {
      const expected = packaged(name);
      for (const encoding of ['identity', 'gzip', 'br']) {
        const response = await get(assetNamed(name), { 'accept-encoding': encoding });
        assert.equal(
          response.headers.get('content-encoding'),
          encoding === 'identity' || name.endsWith('.png') ? null : encoding,
        );
        if (response.headers.get('content-encoding') !== null)
          assert(Number(response.headers.get('content-length')) < expected.length / 2);
        assert(expected.equals(await bytesOf(response)), `${encoding} differs`);
      }
    });
  }

  it('send a text for language models, with every page, and links that this server answers', async () => {
    const response = await get('/llms.txt');
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    const text = await response.text();
    assert.match(text, /^# pinrate\n\n> /);
    assert.match(text, /`pinrate\/client`.*\n.*\n[^]*import \{ calculateCharges, connect \} from 'pinrate\/client';/);
    const pages = readdirSync(join(PACKAGE_ROOT, 'docs')).filter((name) => name.endsWith('.md'));
    assert.deepEqual([...text.matchAll(/^- docs\/(\S+): /gm)].map(([, name]) => name).sort(), pages.sort());
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path!);
    assert.deepEqual(links, ['/openapi.json', '/docs', '/', '/health']);
    for (const path of links) assert.equal((await get(path)).status, 200, path);
  });

  it('send the given document', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const response = await get('/openapi.json', { 'accept-encoding': encoding });
      assert.equal(response.headers.get('content-type'), 'application/json');
      assert.equal(response.headers.get('cache-control'), ASK_EACH_TIME);
      assert.equal(await response.text(), OPEN_API.all);
    }
  });

  it('send the document of one kind of caller, each with its own ETag', async () => {
    const etags = new Set<string>();
    for (const [query, text] of [
      ['', OPEN_API.all],
      ['?as=service', OPEN_API.service],
      ['?as=partner', OPEN_API.partner],
    ]) {
      const response = await get(`/openapi.json${query}`, { 'accept-encoding': 'br' });
      assert.deepEqual([response.status, await response.text()], [200, text], query);
      etags.add(response.headers.get('etag')!);
    }
    assert.equal(etags.size, 3);
  });

  it('refuse an unknown kind of caller, and two of them', async () => {
    for (const query of ['as=everybody', 'as=', 'as=Service', 'as=service&as=partner']) {
      const { status, json } = await request({ port: docs.port, path: `/openapi.json?${query}` });
      assert.deepEqual([status, json.error.code, json.error.details[0].field], [400, 'VALIDATION_ERROR', 'as'], query);
    }
    assert.equal((await get('/openapi.json?another=1')).status, 200, 'as everywhere, an unknown parameter is no fault');
  });

  it('offer the demo credential only while there is one', async (t) => {
    let found: typeof DEMO | null = null;
    const server = await startFrontEnd({ openApi: async (as) => OPEN_API[as], findDemoCredential: () => found });
    t.after(() => server.frontEnd.close(0));
    const page = () => request({ port: server.port, path: '/docs' });
    const earlier = await page();
    found = DEMO;
    const during = await page();
    found = null;
    const later = await page();
    assert.match(during.text, /<button[^>]* data-id="main-system" data-secret="demo-main-system-secret">/);
    assert.doesNotMatch(earlier.text, /demo-main|data-secret/);
    assert.equal(later.text, earlier.text);
    assert.notEqual(during.headers.etag, earlier.headers.etag);
  });

  it('send a 304 to clients that have the file already', async () => {
    for (const path of ['/docs', '/openapi.json', '/openapi.json?as=service', ...assets]) {
      const etag = (await get(path)).headers.get('etag')!;
      assert.match(etag, /^W\/"[\w-]{22}"$/);
      const again = await request({ port: docs.port, path, headers: { 'if-none-match': etag } });
      assert.deepEqual([again.status, again.text], [304, ''], path);
      assert.equal((await request({ port: docs.port, path, headers: { 'if-none-match': 'W/"another"' } })).status, 200);
    }
  });

  it('answer many simultaneous first requests', async () => {
    const fresh = await startFrontEnd({ openApi: async (as) => OPEN_API[as] });
    try {
      const url = `http://127.0.0.1:${fresh.port}${assetNamed('swagger-ui-bundle.js')}`;
      const bodies = await Promise.all(
        Array.from({ length: 8 }, async () => bytesOf(await fetch(url, { headers: { 'accept-encoding': 'br' } }))),
      );
      assert(bodies.every((body) => body.equals(packaged('swagger-ui-bundle.js'))));
    } finally {
      await fresh.frontEnd.close(0);
    }
  });
});
