import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createMetrics } from '../../../src/metrics.js';
import { RouteTable, type Route } from '../../../src/http/route-table.js';
import { post, request, sign } from '../../support/client.js';
import { CHARGES, PARTNER, SERVICE, startFrontEnd, type TestFrontEnd } from '../../support/front-end.js';
import { RawConnection, rawRequest, responsesIn } from '../../support/raw.js';

describe('routes', () => {
  let server: TestFrontEnd;
  before(async () => {
    server = await startFrontEnd();
  });
  after(() => server.frontEnd.close(0));
  beforeEach(() => {
    server.clock.nowMs += 60_000;
  });

  it('passes each question to the pool under its name', async () => {
    for (const [path, question] of [
      ['/api/v1/partners/availability/check', 'availability'],
      ['/api/v1/shipment-assignment/assign', 'assignment'],
      [CHARGES, 'charges'],
    ] as const) {
      const { status, json } = await post(server.port, path, PARTNER, '{}', server.signing());
      assert.equal(status, 200);
      assert.deepEqual({ question: json.question, caller: json.caller }, { question, caller: 'partner/bluekart' });
    }
  });

  it('answers 404 to an unknown path, signed or not, however odd', async () => {
    const odd = [
      '/api/v1',
      '/nowhere',
      `${CHARGES}/`,
      `/${CHARGES}`,
      CHARGES.toUpperCase(),
      CHARGES.replace('-', '%2D'),
      `${CHARGES}%00`,
      `${CHARGES};a=1`,
      '/api/v1/../../health',
      '/health%',
      '/%ff%fe',
      '/__proto__',
      '/constructor',
    ];
    for (const path of odd) {
      const { status, json } = await request({ port: server.port, path });
      assert.equal(status, 404, path);
      assert.equal(json.error.code, 'NOT_FOUND');
      assert.deepEqual([typeof json.error.details.nearest, json.error.details.docs], ['string', '/docs']);
    }
    assert.equal(
      (
        await request({
          port: server.port,
          path: '/nowhere',
          headers: sign('GET', '/nowhere', SERVICE, server.signing()),
        })
      ).status,
      404,
    );
  });

  it('answers 404 to a path that is not ASCII, UTF-8 or not', async () => {
    for (const path of [
      Buffer.from('/café?ü=ß'),
      Buffer.from('/caf\xe9', 'latin1'),
      Buffer.from(`${CHARGES}\xff`, 'latin1'),
      Buffer.from('/health#fragment'),
    ]) {
      const connection = await RawConnection.open(server.port);
      await connection.send(Buffer.concat([Buffer.from('GET '), path, Buffer.from(' HTTP/1.1\r\nHost: a\r\n\r\n')]));
      assert.equal(responsesIn(await connection.until(/\}$/))[0]!.status, 404);
      connection.destroy();
    }
  });

  it('answers 405 with Allow to another method', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const reply = await request({ port: server.port, method, path: CHARGES });
      assert.equal(reply.status, 405, method);
      assert.equal(reply.json.error.code, 'METHOD_NOT_ALLOWED');
      assert.equal(reply.headers.allow, 'POST');
      assert.equal(reply.json.error.message, `Method not allowed on this route: ${method} ${CHARGES}`);
      assert.deepEqual(reply.json.error.details, { allowed: ['POST'], docs: '/docs' });
    }
    for (const method of ['POST', 'DELETE']) {
      const reply = await request({ port: server.port, method, path: '/health', body: '' });
      assert.equal(reply.status, 405);
      assert.equal(reply.headers.allow, 'GET, HEAD');
      assert.deepEqual(reply.json.error.details.allowed, ['GET', 'HEAD']);
    }
    const connection = await RawConnection.open(server.port);
    await connection.send(rawRequest('get', '/health', ['Host: a']) + rawRequest('NONSENSE', '/health', ['Host: a']));
    assert.deepEqual(
      responsesIn(await connection.until(/\}[^]*\}$/)).map(({ status }) => status),
      [405, 405],
    );
    connection.destroy();
  });

  it('adopts an acceptable x-request-id and makes one up otherwise', async () => {
    for (const id of ['a', 'A-Z_09', 'x'.repeat(64)]) {
      const { headers, json } = await request({ port: server.port, path: '/nowhere', headers: { 'x-request-id': id } });
      assert.equal(headers['x-request-id'], id);
      assert.equal(json.request_id, id);
    }
    const made = new Set<string>();
    for (const id of ['', 'x'.repeat(65), 'a b', 'a.b', '<script>', 'a"b']) {
      const { headers, json } = await request({ port: server.port, path: '/nowhere', headers: { 'x-request-id': id } });
      assert.match(json.request_id, /^[A-Za-z0-9_-]{1,64}$/);
      assert.equal(headers['x-request-id'], json.request_id);
      made.add(json.request_id);
    }
    assert.equal(made.size, 6);
    const { headers } = await post(server.port, CHARGES, SERVICE, '{}', server.signing());
    assert.equal(server.jobs.at(-1)!.requestId, headers['x-request-id']);
  });

  it('answers 503 OVERLOADED with Retry-After when the queue is full', async () => {
    const { ask } = server.pool;
    server.pool.ask = () => false;
    const reply = await post(server.port, CHARGES, SERVICE, '{}', server.signing());
    server.pool.ask = ask;
    assert.equal(reply.status, 503);
    assert.equal(reply.json.error.code, 'OVERLOADED');
    assert.equal(reply.headers['retry-after'], '1');
  });

  it('refuses a question without room before authenticating it, and keeps its connection in step', async () => {
    server.pool.isFull = true;
    const asked = server.jobs.length;
    // in several pieces, of which the first is answered
    const body = JSON.stringify({ weight: 1, note: 'x'.repeat(500_000) });
    const question = rawRequest(
      'POST',
      CHARGES,
      ['Host: a', 'Content-Type: application/json', `Content-Length: ${body.length}`],
      body,
    );
    const connection = await RawConnection.open(server.port);
    await connection.send(question);
    await connection.until(/"request_id":"[^"]+"[^}]*\}$/);
    server.pool.isFull = false;
    await connection.send(question);
    const [refused, asksWho] = responsesIn(await connection.until(/\}HTTP[^]*\}$/));
    assert.deepEqual(
      [refused!.status, (refused!.json!['error'] as { code: string }).code, asksWho!.status],
      [503, 'OVERLOADED', 401],
    );
    assert.match(refused!.head, /^retry-after: 1\r$/im);
    connection.destroy();
    assert.equal(server.jobs.length, asked);
  });

  it('answers 500 without any detail of the error, and logs it with the request id', async () => {
    const { ask } = server.pool;
    server.pool.ask = () => {
      throw new Error('secret detail');
    };
    const reply = await post(server.port, CHARGES, SERVICE, '{}', server.signing());
    server.pool.ask = ask;
    assert.equal(reply.status, 500);
    assert.equal(reply.json.error.code, 'INTERNAL_ERROR');
    assert.doesNotMatch(reply.text, /secret detail|\.ts|\.js/);
    const logged = server.errors.find((line) => 'err' in line)!;
    assert.equal(logged['request_id'], reply.json.request_id);
    assert.match(JSON.stringify(logged['err']), /secret detail/);
    server.errors.length = 0;
  });

  it('passes on a status and body of the pool, as text or as bytes of a larger buffer', async () => {
    const { ask } = server.pool;
    const body = '{"success":false,"name":"पुणे"}';
    server.pool.ask = ({ answer }) => {
      answer({ status: 422, body });
      return true;
    };
    const text = await post(server.port, CHARGES, SERVICE, '{}', server.signing());
    server.pool.ask = ({ answer }) => {
      answer({ status: 422, body: Buffer.from(`....${body}....`).subarray(4, 4 + Buffer.byteLength(body)) });
      return true;
    };
    const bytes = await post(server.port, CHARGES, SERVICE, '{}', server.signing());
    server.pool.ask = ask;
    for (const reply of [text, bytes]) {
      assert.equal(reply.status, 422);
      assert.equal(reply.text, body);
      assert.equal(reply.headers['content-type'], 'application/json');
    }
  });

  it('refuses two routes of one method and path', () => {
    const route: Route = { method: 'GET', path: '/a', access: 'open', handle: () => {} };
    assert.throws(() => new RouteTable([route, route], createMetrics().requestDuration), /two routes for GET \/a/);
    const both = new RouteTable([route, { ...route, method: 'POST' }], createMetrics().requestDuration);
    assert.deepEqual(both.find('/a')!.methods, ['GET', 'HEAD', 'POST']);
  });
});
