/** HEAD: what GET would answer, without the body (RFC 9110, 9.3.2). */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { openApiDocument } from '../../../src/contract/openapi/documents.js';
import type { Representation } from '../../../src/http/representation.js';
import { request, type Reply } from '../../support/client.js';
import { CHARGES, SERVICE, startFrontEnd, type TestFrontEnd } from '../../support/front-end.js';
import { RawConnection, rawRequest } from '../../support/raw.js';
import { mount, type Mounted } from './mount.js';

const ETAG = 'W/"abc"';
const LARGE = JSON.stringify({ list: 'pincode 682001, '.repeat(2_000), city: 'Kōchi' });
// in this order they end a response of HEAD that has a length and nothing else
const HEAD_END = /\r\n\r\n$/;

/** The headers that do not change from one answer to the next. */
function lasting({ headers }: Reply): Record<string, unknown> {
  const changing = new Set(['x-request-id', 'x-ratelimit-remaining', 'date']);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !changing.has(name)));
}

describe('HEAD', () => {
  let server: Mounted;
  let body: string | Buffer = '{}';
  const shown = (): Representation => ({ body, etag: ETAG, cacheControl: 'no-cache' });
  before(async () => {
    server = await mount((respond) => [
      { method: 'GET', path: '/open', access: 'open', handle: (exchange) => respond.represent(exchange, shown()) },
      {
        method: 'GET',
        path: '/signed/{id}',
        access: 'signed',
        handle: (exchange) => respond.represent(exchange, shown()),
      },
      {
        method: 'GET',
        path: '/later',
        access: 'probe',
        handle: (exchange) => {
          setImmediate(() => respond.send(exchange, 200, 'later'));
        },
      },
      { method: 'GET', path: '/empty', access: 'probe', handle: (exchange) => respond.send(exchange, 200, '') },
      { method: 'GET', path: '/nothing', access: 'probe', handle: (exchange) => respond.sendNothing(exchange) },
      {
        method: 'GET',
        path: '/crashes',
        access: 'probe',
        handle: () => {
          throw new Error('ours');
        },
      },
      { method: 'POST', path: '/post', access: 'signed', handle: (exchange) => respond.send(exchange, 200, '{}') },
    ]);
  });
  after(() => server.close());
  afterEach(() => {
    assert.equal(server.metrics.inFlight.count, 0);
    server.respond.draining = false;
    server.errors.length = 0;
    body = '{}';
  });

  const ask = (method: string, path: string, headers: Record<string, string> = {}): Promise<Reply> =>
    request({ port: server.port, method, path, headers });
  const askSigned = (method: string, headers: Record<string, string> = {}): Promise<Reply> =>
    ask(method, '/signed/7', { ...headers, ...server.signed(method, '/signed/7', SERVICE) });

  it('has the status and headers of GET with its Content-Length, and no body', async () => {
    for (const each of ['{}', LARGE, Buffer.from(LARGE)]) {
      body = each;
      for (const accepted of ['identity', 'gzip', 'br']) {
        const given = { 'accept-encoding': accepted };
        const [got, head] = [await ask('GET', '/open', given), await ask('HEAD', '/open', given)];
        assert.deepEqual([head.status, head.text], [200, '']);
        assert.deepEqual(lasting(head), lasting(got));
        if (accepted === 'identity') assert.equal(Number(head.headers['content-length']), Buffer.byteLength(each));
        else assert.equal(head.headers['content-encoding'], each === '{}' ? undefined : accepted);
      }
    }
  });

  it('does so also for empty answers and failures', async () => {
    const statuses = { '/empty': 200, '/later': 200, '/nothing': 204, '/crashes': 500, '/nowhere': 404, '/post': 405 };
    for (const [path, status] of Object.entries(statuses)) {
      const id = { 'x-request-id': 'the-same' };
      const [got, head] = [await ask('GET', path, id), await ask('HEAD', path, id)];
      assert.deepEqual([head.status, got.status, head.text], [status, status, ''], path);
      const { 'content-length': gotLength, ...gotHeaders } = lasting(got);
      const { 'content-length': length, ...headers } = lasting(head);
      assert.deepEqual(headers, gotHeaders, path);
      if (status === 204) assert.deepEqual([length, gotLength], [undefined, undefined]);
      // a failure has a method, which is a letter longer, and the milliseconds that it took
      else assert.ok(Math.abs(Number(length) - Number(gotLength)) <= 5, path);
    }
  });

  it('must be signed as HEAD', async () => {
    assert.equal((await askSigned('HEAD')).status, 200);
    assert.equal((await ask('HEAD', '/signed/7', server.signed('GET', '/signed/7'))).status, 401);
    assert.equal((await ask('HEAD', '/signed/7')).status, 401);
    assert.equal((await ask('GET', '/signed/7', server.signed('HEAD', '/signed/7'))).status, 401);
  });

  it('counts against the limits like GET', async () => {
    const left = async (method: string): Promise<number> =>
      Number((await askSigned(method)).headers['x-ratelimit-remaining']);
    const leftBefore = await left('GET');
    assert.deepEqual(
      [await left('HEAD'), await left('HEAD'), await left('GET')],
      [leftBefore - 1, leftBefore - 2, leftBefore - 3],
    );
  });

  it('is a 304 for a caller that has the answer', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, text, headers } = await askSigned(method, { 'if-none-match': ETAG });
      assert.deepEqual([status, text, headers.etag, headers['content-length']], [304, '', ETAG, undefined]);
    }
    assert.equal((await askSigned('HEAD', { 'if-none-match': '"other"' })).status, 200);
  });

  it('is allowed wherever GET is', async () => {
    assert.equal((await ask('DELETE', '/open')).headers.allow, 'GET, HEAD');
    const refused = await ask('HEAD', '/post');
    assert.deepEqual([refused.status, refused.headers.allow], [405, 'POST']);
  });

  it('leaves the connection in step, also when requests are pipelined', async () => {
    const connection = await RawConnection.open(server.port);
    const head = (path: string): string => rawRequest('HEAD', path, ['Host: a']);
    for (const path of ['/open', '/later', '/empty', '/nothing', '/nowhere']) {
      const receivedBefore = connection.received.length;
      await connection.send(head(path));
      const received = await connection.until(new RegExp(`^[^]{${receivedBefore}}[^]+${HEAD_END.source}`));
      const answer = received.slice(receivedBefore);
      assert.match(answer, /^HTTP\/1\.1 (200|204|404) [^]*\r\n\r\n$/, path);
    }
    const receivedBefore = connection.received.length;
    await connection.send(head('/open') + head('/nowhere') + rawRequest('GET', '/open', ['Host: a']));
    const received = (await connection.until(/\{\}$/)).slice(receivedBefore);
    const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    assert.deepEqual(statuses, ['200', '404', '200']);
    connection.destroy();
  });

  it('closes with the length of the body while shutting down, and when its framing is ambiguous', async () => {
    const draining = await RawConnection.open(server.port);
    server.respond.draining = true;
    await draining.send(rawRequest('HEAD', '/open', ['Host: a']));
    const last = await draining.until(HEAD_END);
    assert.match(last, /^HTTP\/1\.1 200 [^]*connection: close\r\n[^]*content-length: 2\r\n\r\n$/i);
    server.respond.draining = false;
    // one of the builds of uWS closes now, the other with the next request
    await draining.send(rawRequest('HEAD', '/open', ['Host: a']));
    assert.equal((await draining.untilClosed()).match(/HTTP\/1\.1/g)!.length, 1);

    const ambiguous = await RawConnection.open(server.port);
    await ambiguous.send(rawRequest('HEAD', '/open', ['Host: a', 'x-timestamp: 1', 'x-timestamp: 2']));
    assert.match(await ambiguous.until(HEAD_END), /^HTTP\/1\.1 400 [^]*content-length: [1-9]\d+\r\n\r\n$/i);
    ambiguous.destroy();
  });

  it('has no body in its answer to a request that is too large', async () => {
    const connection = await RawConnection.open(server.port);
    await connection.send(rawRequest('HEAD', '/signed/7', ['Host: a', 'Content-Length: 9999999']));
    assert.match(await connection.until(HEAD_END), /^HTTP\/1\.1 413 [^]*\r\n\r\n$/);
    connection.destroy();
  });

  it('is counted under its own method', async () => {
    await ask('HEAD', '/open');
    assert.match(await server.metrics.registry.metrics(), /route="\/open",method="HEAD",status="200"/);
  });
});

describe('HEAD of public routes', () => {
  let server: TestFrontEnd;
  before(async () => {
    const openApi = JSON.stringify({ openapi: '3.1.1', info: 'text, '.repeat(1_000) });
    server = await startFrontEnd({ openApi: async () => openApi });
  });
  after(() => server.frontEnd.close(0));

  const paths = [
    '/',
    '/docs',
    '/docs/page.js',
    '/openapi.json',
    '/favicon.ico',
    '/health',
    '/health/live',
    '/health/ready',
    '/health/info',
    '/metrics',
  ];
  for (const path of paths) {
    it(`answers ${path} as GET does`, async () => {
      // the first answers add to the metrics
      for (const method of ['GET', 'HEAD']) await request({ port: server.port, method, path });
      for (const encoding of ['identity', 'gzip']) {
        const sent = { port: server.port, path, headers: { 'accept-encoding': encoding } };
        const ask = (method: string): Promise<Reply> => request({ ...sent, method });
        const [got, head] = [await ask('GET'), await ask('HEAD')];
        assert.deepEqual([head.status, head.text], [got.status, '']);
        const { 'content-length': length, ...headers } = lasting(head);
        const { 'content-length': gotLength, ...gotHeaders } = lasting(got);
        assert.deepEqual(headers, gotHeaders);
        assert.equal(length === undefined, gotLength === undefined);
        // these have times and memory in them, whose digits come and go
        if (!/^\/(health|metrics)/.test(path)) assert.equal(length, gotLength);
        else assert.ok(Math.abs(Number(length) - Number(gotLength)) < 2_000 && Number(length) > 50);
      }
    });
  }

  it('is described once for all operations in the OpenAPI document', () => {
    const { info } = openApiDocument() as { info: { description: string } };
    assert.match(info.description, /Every path that answers GET answers HEAD too/);
  });

  it('refuses a question, which is a POST', async () => {
    const { status, headers } = await request({ port: server.port, method: 'HEAD', path: CHARGES });
    assert.deepEqual([status, headers.allow], [405, 'POST']);
  });
});
