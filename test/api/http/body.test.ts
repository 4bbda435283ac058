import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_BODY_BYTES } from '../../../src/limits/http.js';
import { isJsonType } from '../../../src/http/body.js';
import { post, request, sign, type Reply } from '../../support/client.js';
import { CHARGES, SERVICE, startFrontEnd, type TestFrontEnd } from '../../support/front-end.js';
import { RawConnection, rawRequest, responsesIn } from '../../support/raw.js';

/** Of the server that shows what is too slow: on a busy machine whole bodies may take longer. */
const BODY_TIMEOUT_MS = 300;

describe('bodies', () => {
  let server: TestFrontEnd;
  before(async () => {
    server = await startFrontEnd();
  });
  after(() => server.frontEnd.close(0));
  beforeEach(() => {
    server.jobs.length = 0;
  });
  const startHasty = async (t: TestContext): Promise<TestFrontEnd> => {
    const hasty = await startFrontEnd({ bodyTimeoutMs: BODY_TIMEOUT_MS });
    t.after(() => hasty.frontEnd.close(0));
    return hasty;
  };

  const head = (...extra: string[]): string =>
    rawRequest('POST', CHARGES, [
      'Host: pinrate',
      'Content-Type: application/json',
      ...Object.entries(sign('POST', CHARGES, SERVICE, server.signing())).map(([name, value]) => `${name}: ${value}`),
      ...extra,
    ]);
  const send = (body: string | Buffer): Promise<Reply> => post(server.port, CHARGES, SERVICE, body, server.signing());
  const sendTyped = (type: string | undefined, body: string): Promise<Reply> =>
    request({
      port: server.port,
      method: 'POST',
      path: CHARGES,
      body,
      headers: {
        ...sign('POST', CHARGES, SERVICE, server.signing()),
        ...(type === undefined ? {} : { 'content-type': type }),
      },
    });

  function assertFailure(reply: { status: number; json?: unknown }, status: number, code: string): void {
    assert.equal(reply.status, status);
    const { success, error } = reply.json as { success: boolean; error: { code: string } };
    assert.deepEqual({ success, code: error.code }, { success: false, code });
  }

  it('passes the text on unchanged: ASCII, UTF-8, not JSON', async () => {
    const named = '{"name":"बेंगलुरु – ₹ 40 \u{1F69A}"}';
    for (const body of ['{"a":1}', named, '{"truncated":', 'nonsense', ' ', '\ufeff{}']) {
      assert.equal((await send(body)).status, 200);
      assert.equal(server.jobs.at(-1)!.body, body);
    }
    assert.deepEqual(
      { ...server.jobs[0], requestId: '' },
      {
        question: 'charges',
        callerKind: 'service',
        callerId: SERVICE.id,
        requestId: '',
        body: '{"a":1}',
        receivedAt: server.clock.nowMs,
      },
    );
  });

  it('refuses a body that is not UTF-8, and an empty body', async () => {
    for (const body of [
      Buffer.from('{"a":"\xe9"}', 'latin1'),
      Buffer.from([0xc0, 0x80]),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from([0xf0, 0x9f, 0x9a]),
    ]) {
      assertFailure(await send(body), 400, 'MALFORMED_JSON');
    }
    assertFailure(await send(''), 400, 'MALFORMED_JSON');
    assertFailure(await sendTyped(undefined, ''), 400, 'MALFORMED_JSON');
    assert.equal(server.jobs.length, 0);
  });

  it('refuses an empty body at once, in however many pieces its headers arrive', async () => {
    const text = head('Content-Length: 0');
    for (const cut of [text.length, 60, text.length - 1]) {
      const connection = await RawConnection.open(server.port);
      await connection.send(text.slice(0, cut));
      await sleep(20);
      await connection.send(text.slice(cut));
      assert.match(await connection.until(/\}$/), /^HTTP\/1\.1 400 [^]*MALFORMED_JSON/, `cut at ${cut}`);
      connection.destroy();
    }
  });

  it('accepts application/json, with or without charset utf-8, and nothing else', async () => {
    for (const type of [
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
      'application/json; charset="utf-8"',
    ]) {
      assert.equal((await sendTyped(type, '{}')).status, 200, type);
    }
    for (const type of [
      undefined,
      'text/plain',
      'application/json; charset=latin1',
      'application/jsonp',
      'application/json, text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=utf-8; charset=utf-16',
    ]) {
      assertFailure(await sendTyped(type, '{}'), 415, 'UNSUPPORTED_MEDIA_TYPE');
    }
    assert.equal(isJsonType(''), false);
    assert.equal(isJsonType(`application/json${' '.repeat(4_000)}x`), false);
  });

  it('accepts a body without Content-Encoding or as identity, and nothing else', async () => {
    const sendEncoded = (encoding: string, body: string | Buffer): Promise<Reply> =>
      request({
        port: server.port,
        method: 'POST',
        path: CHARGES,
        body,
        headers: {
          ...sign('POST', CHARGES, SERVICE, server.signing()),
          'content-type': 'application/json',
          'content-encoding': encoding,
        },
      });
    for (const encoding of ['identity', 'Identity', ''])
      assert.equal((await sendEncoded(encoding, '{}')).status, 200, encoding);
    server.jobs.length = 0;
    for (const [encoding, body] of [
      ['gzip', '{}'],
      ['gzip', gzipSync('{}')],
      ['br', '{}'],
      ['identity, gzip', '{}'],
      ['deflate, identity', '{}'],
      ['x', '{}'],
    ] as const) {
      const reply = await sendEncoded(encoding, body);
      assertFailure(reply, 415, 'UNSUPPORTED_MEDIA_TYPE');
      assert.equal(
        reply.json.error.message,
        'The request body must not be compressed: send it without Content-Encoding',
      );
      assert.equal(reply.json.error.details, reply.json.error.message);
      assert.equal(reply.headers['accept-encoding'], 'identity');
    }
    assert.equal(server.jobs.length, 0);
  });

  it('accepts a body of exactly the limit, in one piece or many', async () => {
    const body = `"${'a'.repeat(MAX_BODY_BYTES - 2)}"`;
    const reply = await send(body);
    assert.equal(reply.status, 200);
    assert.equal(server.jobs[0]!.body, body);

    const chunks = (body.match(/[^]{1,65536}/g) ?? [])
      .map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
      .join('');
    const connection = await RawConnection.open(server.port);
    await connection.send(`${head('Transfer-Encoding: chunked')}${chunks}0\r\n\r\n`);
    await connection.until(/"request_id":"[^"]+"\}$/);
    assert.equal(server.jobs[1]!.body, body);
    connection.destroy();
  });

  it('assembles a body from single bytes', async () => {
    const body = '{"name":"दिल्ली","n":[1,2,3]}';
    const connection = await RawConnection.open(server.port);
    await connection.send(head(`Content-Length: ${Buffer.byteLength(body)}`));
    for (const byte of Buffer.from(body)) await connection.send(Buffer.from([byte]));
    assert.equal(responsesIn(await connection.until(/\}$/))[0]!.status, 200);
    assert.equal(server.jobs[0]!.body, body);
    connection.destroy();
  });

  it('refuses a Content-Length over the limit before a byte of the body is sent, and closes', async () => {
    const connection = await RawConnection.open(server.port);
    await connection.send(head(`Content-Length: ${MAX_BODY_BYTES + 1}`));
    const [response] = responsesIn(await connection.until(/\}/));
    assertFailure(response!, 413, 'PAYLOAD_TOO_LARGE');
    assert.match(response!.head, /connection: close/i);
    await connection.until(/\r\n0\r\n\r\n$/);
    connection.destroy();
    assert.equal(server.metrics.inFlight.count, 0);
  });

  it('refuses it before it checks the signature, for any caller', async () => {
    const reply = await request({
      port: server.port,
      method: 'POST',
      path: CHARGES,
      body: Buffer.alloc(MAX_BODY_BYTES + 1),
    });
    assertFailure(reply, 413, 'PAYLOAD_TOO_LARGE');
  });

  it('lets a client that sends the whole oversized body see the answer', async () => {
    for (const size of [MAX_BODY_BYTES + 1, 3 * MAX_BODY_BYTES, 16 * MAX_BODY_BYTES]) {
      assertFailure(await send(Buffer.alloc(size, 0x20)), 413, 'PAYLOAD_TOO_LARGE');
    }
    assert.equal(server.jobs.length, 0);
    assert.equal(server.metrics.inFlight.count, 0);
  });

  it('answers an oversized body so that a strict client can read the answer to its end', async () => {
    for (const size of [MAX_BODY_BYTES + 1, 3 * MAX_BODY_BYTES]) {
      const response = await fetch(`http://127.0.0.1:${server.port}${CHARGES}`, {
        method: 'POST',
        body: Buffer.alloc(size, 0x20),
      });
      assert.equal(response.status, 413);
      assert.equal(((await response.json()) as { error: { code: string } }).error.code, 'PAYLOAD_TOO_LARGE');
    }
  });

  it('stops a chunked body at the limit', async () => {
    const connection = await RawConnection.open(server.port);
    await connection.send(head('Transfer-Encoding: chunked'));
    const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
    for (let sent = 0; sent < MAX_BODY_BYTES; sent += 65_536) await connection.send(chunk);
    assert.equal(connection.received, '');
    await connection.send('1\r\na\r\n');
    assertFailure(responsesIn(await connection.until(/\}/))[0]!, 413, 'PAYLOAD_TOO_LARGE');
    await connection.send('0\r\n\r\n');
    const whole = await connection.until(/\r\n0\r\n\r\n$/);
    assert.match(whole, /^connection: close\r$/im);
    assert.equal(whole.match(/connection: close/gi)!.length, 1, 'in the head, and not in the body again');
    connection.destroy();
    assert.equal(server.jobs.length, 0);
    assert.equal(server.metrics.inFlight.count, 0);
  });

  it('does not run a request behind an oversized one', async () => {
    const connection = await RawConnection.open(server.port);
    await connection.send(head(`Content-Length: ${MAX_BODY_BYTES + 1}`));
    await connection.send('a'.repeat(MAX_BODY_BYTES));
    await connection.send(`a${head('Content-Length: 2')}{}`);
    await connection.untilClosed();
    assert.equal(server.jobs.length, 0);
  });

  it('answers 408 to each body that does not arrive in time, started or not, and closes', async (t) => {
    const hasty = await startHasty(t);
    const startedAt = performance.now();
    const connections = await Promise.all([1, 2, 3].map(() => RawConnection.open(hasty.port)));
    for (const [index, connection] of connections.entries())
      await connection.send(head('Content-Length: 10') + ['', '{"a"', ''][index]!);
    // one that arrives meanwhile, with its head
    const whole = await RawConnection.open(hasty.port);
    await whole.send(`${head('Content-Length: 2')}{}`);
    assert.equal(responsesIn(await whole.until(/\}$/))[0]!.status, 200);
    whole.destroy();
    for (const connection of connections) {
      const [response] = responsesIn(await connection.untilClosed());
      assertFailure(response!, 408, 'REQUEST_TIMEOUT');
      assert.match(response!.head, /connection: close/i);
      assert.ok(performance.now() - startedAt >= BODY_TIMEOUT_MS);
    }
    assert.equal(hasty.jobs.length, 1);
    assert.equal(hasty.metrics.inFlight.count, 0);
  });

  it('answers 408 to a body that arrives byte by byte, too slowly', async (t) => {
    const connection = await RawConnection.open((await startHasty(t)).port);
    await connection.send(head('Content-Length: 1000'));
    const trickle = setInterval(() => {
      connection.socket.write('a');
    }, 20);
    const [response] = responsesIn(await connection.untilClosed());
    clearInterval(trickle);
    assertFailure(response!, 408, 'REQUEST_TIMEOUT');
  });

  it('keeps a connection in step after a refused request with a body', async () => {
    const connection = await RawConnection.open(server.port);
    const unsigned = rawRequest(
      'POST',
      CHARGES,
      ['Host: a', 'Content-Type: application/json', 'Content-Length: 20'],
      'POST / HTTP/1.1\r\n\r\nx',
    );
    await connection.send(unsigned + head('Content-Length: 2') + '{}');
    const responses = responsesIn(await connection.until(/200 OK[^]*\}$/));
    assert.deepEqual(
      responses.map(({ status }) => status),
      [401, 200],
    );
    connection.destroy();
  });

  it('forgets a client that disconnects in the middle of its body', async () => {
    const connection = await RawConnection.open(server.port);
    await connection.send(`${head('Content-Length: 10')}{`);
    const probe = await request({ port: server.port, path: '/health/live' });
    assert.equal(probe.status, 200);
    assert.equal(server.metrics.inFlight.count, 1);
    connection.destroy();
    await until(() => server.metrics.inFlight.count === 0);
    assert.equal(server.jobs.length, 0);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
