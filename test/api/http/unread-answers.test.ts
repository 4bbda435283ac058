/** Answers that their connections do not take at once: they leave whole, and what they hold is bounded. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Responder } from '../../../src/http/respond.js';
import type { Route } from '../../../src/http/route-table.js';
import type { UnsentLimits } from '../../../src/http/unsent.js';
import { UNSENT_ANSWER_BYTES } from '../../../src/limits/http.js';
import { onlyInAll } from '../../support/depth.js';
import { RawConnection, rawRequest, responsesIn } from '../../support/raw.js';
import { until } from '../../support/until.js';
import { mount, type Mounted } from './mount.js';

/** More than the buffers of both ends hold. */
const LARGE_BYTES = 48 * 1024 * 1024;
const HEAD_END = '\r\n\r\n';
const ROOMY: UnsentLimits = { bytes: 1e9, bytesPerAddress: 1e9, patienceMs: 60_000 };

/** Every byte says where it is, with a period that is no size of a buffer. */
const body = Buffer.alloc(LARGE_BYTES, Buffer.from(Array.from({ length: 251 }, (_, i) => i)));

describe('an answer that its connection does not take at once', () => {
  let server: Mounted;
  let asked = 0;
  const sockets: Socket[] = [];

  const start = async (
    limits: UnsentLimits,
    answer: (respond: Responder) => Route['handle'],
    access: Route['access'] = 'probe',
  ): Promise<void> => {
    asked = 0;
    server = await mount(
      (respond) => {
        const handle = answer(respond);
        const counted: Route['handle'] = (exchange, text) => {
          asked += 1;
          handle(exchange, text);
        };
        return [
          { method: 'GET', path: '/asked', access, handle: counted },
          {
            method: 'GET',
            path: '/small',
            access: 'probe',
            handle: (exchange) => respond.send(exchange, 200, 'small'),
          },
          { method: 'POST', path: '/written', access: 'signed', handle: counted },
        ];
      },
      undefined,
      limits,
    );
  };
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await until(() => server.metrics.unsent.bytes === 0);
    assert.equal(server.metrics.inFlight.count, 0);
    server.close();
  });

  const shared =
    (respond: Responder): Route['handle'] =>
    (exchange) =>
      respond.represent(exchange, { body, etag: 'W/"a"', cacheControl: 'no-cache', encoded: {} });
  const asking = (path = '/asked', ...lines: string[]): string => rawRequest('GET', path, ['Host: a', ...lines]);
  /** A connection that has sent `text` and reads nothing yet. */
  const silent = async (text: string, localAddress = '127.0.0.1'): Promise<Socket> => {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress })
      .on('error', () => {})
      .pause();
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  const dropped = async (reason: string): Promise<number> => {
    const text = await server.metrics.registry.getSingleMetricAsString('pinrate_http_unsent_dropped_total');
    return Number(new RegExp(`reason="${reason}"\\} (\\d+)`).exec(text)![1]);
  };

  it('leaves whole when the client reads on, no matter what owns its bytes', async () => {
    const lent = Buffer.alloc(LARGE_BYTES);
    const owners: Record<string, (respond: Responder) => Route['handle']> = {
      shared,
      own: (respond) => (exchange) => respond.represent(exchange, { body, etag: 'W/"a"', cacheControl: 'no-cache' }),
      text: (respond) => (exchange) => respond.send(exchange, 200, body.toString('latin1')),
      lent: (respond) => (exchange) => {
        body.copy(lent);
        respond.send(exchange, 200, lent);
        lent.fill(0);
      },
    };
    for (const [owner, answer] of Object.entries(owners)) {
      await start(ROOMY, answer);
      const client = await silent(asking());
      await until(() => server.metrics.unsent.bytes > 0);
      assert.equal(server.metrics.unsent.bytes > LARGE_BYTES / 2, owner !== 'shared', owner);
      const expected = owner === 'text' ? Buffer.from(body.toString('latin1')) : body;
      assert.ok((await bodyOf(client, expected.length)).equals(expected), owner);
      await until(() => server.metrics.unsent.bytes === 0);
      // the connection goes on
      client.write(asking('/small'));
      const [next] = (await once(client.resume(), 'data')) as [Buffer];
      assert.match(next.toString('latin1'), /^HTTP\/1\.1 200 [^]*small$/);
      if (owner !== 'lent') server.close();
      client.destroy();
    }
  });

  it('leaves whole, and its connection closes, when the client asked for that or the server shuts down', async () => {
    for (const isDraining of [false, true]) {
      await start(ROOMY, shared);
      server.respond.draining = isDraining;
      const client = await silent(isDraining ? asking() : asking('/asked', 'Connection: close'));
      await until(() => server.metrics.unsent.bytes > 0);
      const chunks: Buffer[] = [];
      client.on('data', (chunk: Buffer) => chunks.push(chunk)).resume();
      if (isDraining)
        await until(() => server.respond.isIdle).then(() => {
          server.close();
        });
      await closed(client);
      const received = Buffer.concat(chunks);
      const head = received.indexOf(HEAD_END);
      assert.equal(/connection: close/i.test(received.toString('latin1', 0, head)), isDraining);
      assert.ok(received.subarray(head + HEAD_END.length).equals(body));
      if (!isDraining) server.close();
    }
  });

  it('is refused with 503 when too much is unsent to its address, and others are served', async () => {
    // shared bytes count nothing: there is room for two answers to an address, and for three in all
    await start({ ...ROOMY, bytesPerAddress: 2 * UNSENT_ANSWER_BYTES, bytes: 3 * UNSENT_ANSWER_BYTES }, shared);
    const held = async (localAddress: string, answers: number): Promise<void> => {
      await silent(asking(), localAddress);
      await until(() => server.metrics.unsent.bytes === answers * UNSENT_ANSWER_BYTES);
    };
    const refused = async (): Promise<void> => {
      const connection = await RawConnection.open(server.port);
      await connection.send(asking());
      const [answer] = responsesIn(await connection.untilClosed());
      assert.equal(answer!.status, 503);
      assert.match(answer!.head, /retry-after: 1\r\n/i);
      assert.match(answer!.head, /connection: close\r\n/i);
      assert.equal((answer!.json!['error'] as { code: string }).code, 'OVERLOADED');
    };
    await held('127.0.0.1', 1);
    await held('127.0.0.1', 2);
    await refused();
    await held('127.0.0.2', 3);
    for (const socket of sockets.splice(0, 1)) socket.destroy();
    await until(() => server.metrics.unsent.bytes === 2 * UNSENT_ANSWER_BYTES);
    await held('127.0.0.3', 3);
    await refused();
    assert.equal(await dropped('REFUSED'), 2);
    // small answers are not refused
    const connection = await RawConnection.open(server.port);
    await connection.send(asking('/small'));
    await connection.until(/small$/);
    connection.destroy();
  });

  it('is cut off where there is no room and it is the answer to a write, which is done', async () => {
    await start(
      { ...ROOMY, bytesPerAddress: 2 * UNSENT_ANSWER_BYTES },
      (respond) => (exchange) => respond.send(exchange, 200, body),
    );
    const written = (): string => {
      const signed = server.signed('POST', '/written');
      return rawRequest(
        'POST',
        '/written',
        { Host: 'a', 'Content-Type': 'application/json', 'Content-Length': '2', ...signed },
        '{}',
      );
    };
    await silent(written());
    await until(() => server.metrics.unsent.bytes > 0);
    const second = await silent(written());
    let received = 0;
    second.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    await closed(second);
    assert.equal(asked, 2);
    assert.ok(received < LARGE_BYTES);
    assert.equal(await dropped('NO_ROOM'), 1);
  });

  it('is cut off when the client stops reading', async () => {
    await start({ ...ROOMY, patienceMs: 1_500 }, shared);
    const client = await silent(asking());
    await until(() => server.metrics.unsent.bytes > 0);
    await until(() => server.metrics.unsent.bytes === 0);
    assert.equal(await dropped('STALLED'), 1);
    assert.ok((await everythingFrom(client)) < LARGE_BYTES);
  });

  it('counts nothing more once its client is gone', async () => {
    await start(ROOMY, (respond) => (exchange) => respond.send(exchange, 200, body));
    const client = await silent(asking());
    await until(() => server.metrics.unsent.bytes > 0);
    assert.match(
      await server.metrics.registry.getSingleMetricAsString('pinrate_http_unsent_bytes'),
      /bytes [1-9]\d{6,}/,
    );
    client.destroy();
    await until(() => server.metrics.unsent.bytes === 0);
  });

  it('ends its connection when another request was pipelined behind it, also if it is small', async () => {
    const text = 'x'.repeat(10_000);
    await start(ROOMY, (respond) => (exchange) => respond.send(exchange, 200, text));
    const pipelined = 20_000;
    const client = await silent(asking().repeat(pipelined));
    await until(() => asked > 0);
    const received = await everythingFrom(client);
    assert.ok(asked < pipelined && received < pipelined * text.length, `${asked} of ${pipelined} were answered`);
  });

  it('is not sent when too many before it cannot be followed', async () => {
    await start(ROOMY, shared);
    const connection = await RawConnection.open(server.port);
    await connection.send(rawRequest('HEAD', '/small', ['Host: a']).repeat(1_500));
    const answers = (await connection.untilClosed()).match(/HTTP\/1\.1 200/g)!.length;
    // the clock of the test stands still: it is one second
    assert.equal(answers, 1_000);
    assert.equal(await dropped('NO_ROOM'), 1);
  });

  it('leaves whole to a reader of 100 kB/s', { skip: onlyInAll, timeout: 300_000 }, async () => {
    await start(
      { ...ROOMY, patienceMs: 30_000 },
      (respond) => (exchange) => respond.send(exchange, 200, body.subarray(0, 6_000_000)),
    );
    const client = await silent(asking());
    await until(() => server.metrics.unsent.bytes > 0);
    let received = 0;
    client.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    client.pause();
    const startedAtMs = performance.now();
    while (!client.closed && received < 6_000_000) {
      if (received > (performance.now() - startedAtMs) * 100) client.pause();
      else client.resume();
      await sleep(20);
    }
    assert.ok(received >= 6_000_000, `${received} bytes`);
  });
});

/** Reads on until the other side has closed; a reset is one way to. */
async function closed(client: Socket): Promise<void> {
  client.resume();
  if (!client.closed)
    await new Promise<void>((resolve) => {
      client.once('close', () => resolve());
    });
}

/** The number of bytes that come until the other side closes. */
async function everythingFrom(client: Socket): Promise<number> {
  let received = 0;
  client.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  await closed(client);
  return received;
}

/** The body of an answer, when it is there. */
async function bodyOf(client: Socket, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let received = 0;
  let head = -1;
  for await (const chunk of client.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    received += chunk.length;
    if (head < 0) head = chunk.indexOf(HEAD_END) + HEAD_END.length;
    if (received >= head + length) break;
  }
  client.pause();
  return Buffer.concat(chunks).subarray(head);
}
