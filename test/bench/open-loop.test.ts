// Only in npm run test:all.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import { offer } from '../../bench/support/open-loop.js';
import { PATIENCE_MS } from '../support/until.js';
import { afterTurns, contestantAt, good, serve, serveBytes, timeByTurns } from './servers.js';

const STALL_MS = 300;
const RATE = 200;
const SECONDS = 1;
const TOTAL = RATE * SECONDS;

describe('requests at a fixed rate', { timeout: PATIENCE_MS }, () => {
  beforeEach((t) => timeByTurns(t as TestContext));

  it('are all sent once, signed and in turn, at their due times', async (t) => {
    const { port, seen } = await serve(t, good);
    const startedAtMs = performance.now();
    const round = await offer(contestantAt(port), RATE, SECONDS, 8);
    assert(
      performance.now() - startedAtMs >= (SECONDS * 1000 * (TOTAL - 1)) / TOTAL,
      'the last request was not due sooner',
    );
    assert.equal(seen.length, TOTAL);
    assert.equal(seen.filter(({ body }) => body === '{"a":1}').length, TOTAL / 2);
    assert(seen.every(({ url, signed }) => url === 'POST /ask' && signed));
    assert.equal(round.offeredPerSecond, RATE);
    assert(round.goodPerSecond > RATE * 0.5 && round.goodPerSecond <= RATE, String(round.goodPerSecond));
    assert.equal(round.refusedPerSecond, 0);
    assert.equal(round.refusedP99Ms, null);
    assert(round.p50Ms > 0 && round.p50Ms <= round.p99Ms && round.p99Ms <= round.p999Ms);
    assert(round.generatorLateMs > 0);
    if (process.platform === 'linux') assert(round.residentMegabytes! > 10 && round.cpuMicroseconds! > 0);
  });

  it('count a stall against every request that was due in it, but not against the generator', async (t) => {
    let stallEndsAtMs = 0;
    const { port } = await serve(t, (res, count) => {
      if (count === TOTAL / 2) stallEndsAtMs = performance.now() + STALL_MS;
      const leftMs = stallEndsAtMs - performance.now();
      if (leftMs > 0) afterTurns(leftMs, () => good(res));
      else good(res);
    });
    // a closed loop of two connections would have two slow requests of 200, and the p99 of the others
    const round = await offer(contestantAt(port), RATE, SECONDS, 2);
    assert(round.p99Ms > STALL_MS * 0.9, `p99 ${round.p99Ms} ms`);
    assert(round.p50Ms < STALL_MS / 2, `p50 ${round.p50Ms} ms`);
    assert(round.generatorLateMs < STALL_MS / 2, `late ${round.generatorLateMs} ms`);
  });

  it('are counted apart when refused', async (t) => {
    const { port } = await serve(t, (res, count) => {
      res.statusCode = count % 4 === 0 ? 503 : 200;
      if (count % 4 === 0) afterTurns(50, () => good(res));
      else good(res);
    });
    const round = await offer(contestantAt(port), RATE, SECONDS, 32);
    assert.equal(round.refusedPerSecond, RATE / 4);
    assert(round.goodPerSecond > 0.4 * RATE && round.goodPerSecond <= 0.75 * RATE, String(round.goodPerSecond));
    assert(round.refusedP99Ms! >= 50 && round.p50Ms < 50, JSON.stringify(round));
  });

  it('have a new identifier in each body, of the announced length', async (t) => {
    const { port, seen } = await serve(t, good);
    const body = '{"id":"x-[<id>]","ruf":"Straße"}';
    await offer(contestantAt(port, { path: '/ask', bodies: [body] }), RATE, SECONDS, 8);
    const ids = seen
      .map((request) => JSON.parse(request.body) as { id: string; ruf: string })
      .map(({ id, ruf }) => {
        assert.equal(ruf, 'Straße');
        return id;
      });
    assert.equal(new Set(ids).size, TOTAL);
    assert(
      ids.every((id) => /^x-[0-9a-z]{16}$/.test(id)),
      ids[0],
    );
  });

  it('can be GET requests and mixes of routes', async (t) => {
    const { port, seen } = await serve(t, good);
    await offer(contestantAt(port, { paths: ['/one', '/two'] }), RATE, SECONDS, 8);
    await offer(
      contestantAt(port, {
        requests: [
          { path: '/three', body: '3' },
          { path: '/four', body: '4' },
        ],
      }),
      RATE,
      SECONDS,
      8,
    );
    assert.deepEqual(
      new Set(seen.map(({ url, body }) => url + body)),
      new Set(['GET /one', 'GET /two', 'POST /three3', 'POST /four4']),
    );
  });

  it('are not sent on a connection that ends with its answer', async (t) => {
    let asked = 0;
    const closing = new Set<Socket>();
    const port = await serveBytes(t, (socket) => {
      asked++;
      assert(!closing.has(socket), 'nothing after the last answer');
      closing.add(socket);
      // announced, but not closed: that is for the client
      socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    });
    await offer(contestantAt(port), RATE, SECONDS, 4);
    assert.equal(asked, TOTAL);
    assert.equal(closing.size, TOTAL);
  });

  it('reopen a connection that the server closes between two requests', async (t) => {
    const connections = 16;
    const idle = new Set<Socket>();
    let closed = 0;
    const { port, seen } = await serve(
      t,
      (res, count, { socket }) => {
        idle.delete(socket);
        // only unused connections: none of them has a request under way
        if (count === TOTAL / 4) for (const each of idle) closed += Number(each.destroy().destroyed);
        // then at least as many requests wait as there are connections
        if (count === TOTAL / 2) afterTurns(2 * (1000 / RATE) * connections, () => good(res));
        else if (count > TOTAL / 2 && count < TOTAL / 2 + 2 * connections)
          afterTurns((1000 / RATE) * connections, () => good(res));
        else good(res);
      },
      (socket) => idle.add(socket),
    );
    const round = await offer(contestantAt(port), RATE, SECONDS, connections);
    assert(closed > 0, 'some were closed');
    assert.equal(seen.length, TOTAL);
    assert.equal(round.refusedPerSecond, 0);
  });

  it('accept answers that arrive in pieces', async (t) => {
    const answer = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\npieces';
    let count = 0;
    const port = await serveBytes(t, (socket) => {
      const cut = 1 + (count++ % (answer.length - 1));
      socket.setNoDelay(true);
      socket.write(answer.slice(0, cut));
      setImmediate(() => socket.write(answer.slice(cut)));
    });
    const round = await offer(contestantAt(port), RATE, SECONDS, 8);
    assert(round.goodPerSecond > 0.5 * RATE);
    assert.equal(count, TOTAL);
  });

  for (const [what, onRequest, message] of [
    [
      'another status',
      (socket) => socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'),
      /offered 200 requests a second: answered 404/,
    ],
    ['a connection closed in place of an answer', (socket) => socket.end(), /closed before its request was answered/],
    ['an answer without a length', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'), /without a length/],
    [
      'more bytes than announced',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab'),
      /more bytes/,
    ],
  ] satisfies [string, (socket: Socket) => void, RegExp][]) {
    it(`fail on ${what}`, async (t) => {
      const port = await serveBytes(t, onRequest);
      await assert.rejects(offer(contestantAt(port), RATE, SECONDS, 2), message);
    });
  }

  it('fail when nothing listens', async (t) => {
    const port = await serveBytes(t, () => undefined);
    await assert.rejects(
      offer(
        { ...contestantAt(port), server: { ...contestantAt(port).server, url: 'http://127.0.0.1:1' } },
        RATE,
        SECONDS,
        2,
      ),
      /ECONNREFUSED/,
    );
  });

  it('fail when an answer is missing', async (t) => {
    let count = 0;
    const { port } = await serve(t, (res) => {
      if (++count !== 7) good(res);
    });
    await assert.rejects(offer(contestantAt(port), RATE, SECONDS, 4), /1 requests were not answered/);
  });
});
