import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Cors } from '../../../src/http/cors.js';
import { UNSIGNED_BURST_PER_SECOND } from '../../../src/limits/rate-limits.js';
import { request, sign, type Reply } from '../../support/client.js';
import { CHARGES, SERVICE, startFrontEnd, type TestFrontEnd } from '../../support/front-end.js';
import { RawConnection, rawRequest } from '../../support/raw.js';
import { mount, type Mounted } from './mount.js';

const SHOP = 'https://shop.example';
const LOCAL = 'http://localhost:3000';
const EXPOSED =
  'X-Request-Id, ETag, Location, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, '
  + 'Idempotency-Replayed, Preference-Applied';
const SENT =
  'content-type, x-service-id, x-partner-id, x-timestamp, x-signature, x-content-sha256, x-request-id, '
  + 'idempotency-key, content-encoding, if-match, if-none-match, prefer';

const startWith = (corsOrigins: '*' | readonly string[] | null): Promise<TestFrontEnd> =>
  startFrontEnd({
    config: {
      host: '127.0.0.1',
      port: 0,
      clockSkewSeconds: 300,
      environment: 'test',
      console: false,
      corsOrigins,
      trustedProxies: null,
    },
  });
const preflight = (server: { port: number }, path: string, origin: string): Promise<Reply> =>
  request({
    port: server.port,
    method: 'OPTIONS',
    path,
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-signature' },
  });
const corsHeadersOf = ({ headers }: Reply): string[] =>
  Object.keys(headers)
    .filter((name) => name.startsWith('access-control-'))
    .sort();

describe('answers to browsers of another origin', () => {
  let server: TestFrontEnd;
  before(async () => {
    server = await startWith([SHOP, LOCAL]);
  });
  after(() => server.frontEnd.close(0));
  beforeEach(() => {
    server.clock.nowMs += 60_000;
  });

  const ask = (origin: string): Promise<Reply> => {
    const headers = { 'content-type': 'application/json', origin, ...sign('POST', CHARGES, SERVICE, server.signing()) };
    return request({ port: server.port, method: 'POST', path: CHARGES, headers, body: '{}' });
  };
  const assertReadable = (reply: Reply, origin: string): void => {
    assert.deepEqual(corsHeadersOf(reply), ['access-control-allow-origin', 'access-control-expose-headers']);
    assert.deepEqual(
      [
        reply.headers['access-control-allow-origin'],
        reply.headers['access-control-expose-headers'],
        reply.headers.vary,
      ],
      [origin, EXPOSED, 'Origin'],
    );
  };

  it('can be read by the allowed origins', async () => {
    for (const origin of [SHOP, LOCAL]) {
      const reply = await ask(origin);
      assert.equal(reply.status, 200);
      assertReadable(reply, origin);
    }
  });

  it('can be read when they are failures too', async () => {
    const failing = [
      request({ port: server.port, path: '/nowhere', headers: { origin: SHOP } }),
      request({ port: server.port, path: CHARGES, headers: { origin: SHOP } }),
      request({
        port: server.port,
        method: 'POST',
        path: CHARGES,
        headers: { origin: SHOP, 'content-type': 'application/json' },
        body: '{}',
      }),
      request({
        port: server.port,
        method: 'POST',
        path: CHARGES,
        headers: { origin: SHOP, 'content-length': '9999999' },
      }),
    ];
    assert.deepEqual(
      (await Promise.all(failing)).map((reply) => (assertReadable(reply, SHOP), reply.status)),
      [404, 405, 401, 413],
    );
    const connection = await RawConnection.open(server.port);
    await connection.send(
      rawRequest('GET', CHARGES, ['Host: a', 'x-timestamp: 1', 'x-timestamp: 2', `Origin: ${SHOP}`]),
    );
    assert.match(
      await connection.untilClosed(),
      /^HTTP\/1\.1 400 [^]*access-control-allow-origin: https:\/\/shop\.example\r\n/i,
    );
  });

  it('have no CORS headers for any other origin, but tell caches that the origin matters', async () => {
    for (const origin of [
      'https://evil.example',
      'https://shop.example.evil',
      'https://shop.example:444',
      'http://shop.example',
      'HTTPS://SHOP.EXAMPLE',
      'null',
      `${SHOP},${LOCAL}`,
      `${SHOP}/`,
      '__proto__',
    ]) {
      const reply = await ask(origin);
      assert.deepEqual([reply.status, corsHeadersOf(reply), reply.headers.vary], [200, [], 'Origin'], origin);
    }
    const { headers } = await request({ port: server.port, path: '/health/live' });
    assert.equal(headers.vary, 'Origin');
    assert.equal(headers['access-control-allow-origin'], undefined);
  });

  it('are preceded by a preflight that says what may be sent', async () => {
    const reply = await preflight(server, CHARGES, SHOP);
    assert.equal(reply.status, 204);
    assert.equal(reply.text, '');
    const { headers } = reply;
    assert.deepEqual(
      [
        headers['access-control-allow-origin'],
        headers['access-control-allow-methods'],
        headers['access-control-allow-headers'],
        headers['access-control-max-age'],
        headers.vary,
      ],
      [SHOP, 'POST', SENT, '7200', 'Origin'],
    );
    for (const absent of ['allow', 'access-control-allow-credentials', 'content-type', 'content-length'])
      assert.equal(headers[absent], undefined, absent);
  });

  it('leave a connection in step after a preflight', async () => {
    const connection = await RawConnection.open(server.port);
    const asked = rawRequest('OPTIONS', CHARGES, ['Host: a', `Origin: ${SHOP}`, 'Access-Control-Request-Method: POST']);
    await connection.send(asked + asked + rawRequest('GET', '/health/live', ['Host: a']));
    const received = await connection.until(/\}$/);
    assert.deepEqual(
      [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ['204', '204', '200'],
    );
    connection.destroy();
  });

  it('do not change for an OPTIONS request that is not a preflight', async () => {
    const unknown = await preflight(server, '/nowhere', SHOP);
    assert.equal(unknown.status, 404);
    const stranger = await preflight(server, CHARGES, 'https://evil.example');
    assert.deepEqual([stranger.status, stranger.headers.allow, corsHeadersOf(stranger)], [405, 'POST', []]);
    for (const headers of [{}, { origin: SHOP }, { 'access-control-request-method': 'POST' }]) {
      const reply = await request({
        port: server.port,
        method: 'OPTIONS',
        path: CHARGES,
        headers: headers as Record<string, string>,
      });
      assert.deepEqual([reply.status, reply.headers.allow], [405, 'POST']);
    }
  });

  it('count preflights against the limit of the address, separately from refusals', async () => {
    const replies = await Promise.all(
      Array.from({ length: UNSIGNED_BURST_PER_SECOND + 1 }, () => preflight(server, CHARGES, SHOP)),
    );
    const limited = replies.filter(({ status }) => status === 429);
    assert.equal(limited.length, 1);
    assert.equal(limited[0]!.headers['access-control-allow-origin'], SHOP);
    assert.equal((await request({ port: server.port, path: '/nowhere' })).status, 404);
    assert.equal((await request({ port: server.port, path: '/health' })).status, 429);
  });
});

describe('answers to browsers of any origin', () => {
  let server: Mounted;
  before(async () => {
    server = await mount(
      (respond) => [
        {
          method: 'GET',
          path: '/things/{id}',
          access: 'signed',
          handle: (exchange) =>
            respond.represent(exchange, {
              body: '{}',
              etag: 'W/"a"',
              cacheControl: 'private, no-cache',
              vary: 'X-Service-Id',
            }),
        },
        {
          method: 'POST',
          path: '/things/{id}',
          access: 'signed',
          handle: (exchange) => respond.send(exchange, 200, '{}'),
        },
      ],
      new Cors('*'),
    );
  });
  after(() => server.close());

  it('can be read by all of them, 304s too', async () => {
    for (const given of [{}, { 'if-none-match': '"a"' }] as Record<string, string>[]) {
      const reply = await request({
        port: server.port,
        path: '/things/1',
        headers: { origin: 'null', ...given, ...server.signed('GET', '/things/1') },
      });
      assert.equal(reply.status, given['if-none-match'] === undefined ? 200 : 304);
      assert.deepEqual(
        [
          reply.headers['access-control-allow-origin'],
          reply.headers['access-control-expose-headers'],
          reply.headers.vary,
        ],
        ['*', EXPOSED, 'X-Service-Id, Accept-Encoding, Origin'],
      );
    }
    const { status, headers } = await preflight(server, '/things/1', 'https://anyone.example');
    assert.deepEqual(
      [status, headers['access-control-allow-origin'], headers['access-control-allow-methods']],
      [204, '*', 'GET, HEAD, POST'],
    );
  });

  it('have no CORS headers for a caller that is not a browser', async () => {
    assert.deepEqual(
      corsHeadersOf(
        await request({ port: server.port, path: '/things/1', headers: server.signed('GET', '/things/1') }),
      ),
      [],
    );
  });

  it('answer a preflight while shutting down, and close', async () => {
    const connection = await RawConnection.open(server.port);
    server.respond.draining = true;
    await connection.send(
      rawRequest('OPTIONS', '/things/1', ['Host: a', `Origin: ${SHOP}`, 'Access-Control-Request-Method: GET']),
    );
    assert.match(
      await connection.untilClosed(),
      /^HTTP\/1\.1 200 OK\r\n[^]*access-control-allow-origin: \*\r\n[^]*connection: close/i,
    );
    server.respond.draining = false;
  });
});

describe('without origins in the configuration', () => {
  let server: TestFrontEnd;
  before(async () => {
    server = await startWith(null);
  });
  after(() => server.frontEnd.close(0));

  it('adds no CORS headers, and treats OPTIONS as an unsupported method', async () => {
    const asked = await preflight(server, CHARGES, SHOP);
    assert.equal(asked.status, 405);
    for (const reply of [
      asked,
      await request({ port: server.port, path: '/health/live', headers: { origin: SHOP } }),
    ]) {
      assert.deepEqual(corsHeadersOf(reply), []);
      assert.equal(reply.headers.vary, undefined);
    }
  });
});
