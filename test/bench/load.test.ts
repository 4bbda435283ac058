// Only in npm run test:all.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { load } from '../../bench/support/load.js';
import { PATIENCE_MS } from '../support/until.js';
import { contestantAt, good, serve, serveBytes } from './servers.js';

const SECONDS = 1;
const SLOW_MS = 20;
const CONNECTIONS = 4;
/** The request that something happens to; every machine makes as many in time. */
const FAULTY = 2 * CONNECTIONS;
/** How many requests the connections could make at most. */
const MOST_PER_SECOND = (CONNECTIONS * 1000) / SLOW_MS;

/** Each kind of question has its own generator. */
const KINDS = {
  'the same bodies again': { path: '/ask', bodies: ['{"id":"same"}'] },
  'a new identifier for each': { path: '/ask', bodies: ['{"id":"[<id>]"}'] },
  'a mix of routes': {
    requests: [
      { path: '/one', body: '{"id":"same"}' },
      { path: '/two', body: '{"id":"[<id>]"}' },
    ],
  },
};

describe('clients that wait for each answer', { timeout: PATIENCE_MS }, () => {
  for (const [what, questions] of Object.entries(KINDS)) {
    it(`measure ${what}, one request at a time on each connection`, async (t) => {
      let open = 0;
      let most = 0;
      const first: (() => void)[] = [];
      const { port, seen } = await serve(t, (res, count) => {
        most = Math.max(most, ++open);
        const answer = (): void =>
          void setTimeout(() => {
            open--;
            good(res);
          }, SLOW_MS);
        // the first are answered when each connection has one, however late they open
        if (count > CONNECTIONS) answer();
        else if (first.push(answer) === CONNECTIONS) for (const each of first) each();
      });
      const startedAtMs = performance.now();
      const round = await load({ ...contestantAt(port, questions), connections: CONNECTIONS }, SECONDS);
      const took = (performance.now() - startedAtMs) / 1000;
      assert.equal(most, CONNECTIONS);
      // of those that were seen the last may not have been answered in time
      const { requestsPerSecond } = round;
      assert(
        requestsPerSecond >= (seen.length - CONNECTIONS) / took && requestsPerSecond <= seen.length / SECONDS,
        `${requestsPerSecond} a second, ${seen.length} in ${took} s`,
      );
      assert(requestsPerSecond <= MOST_PER_SECOND, String(requestsPerSecond));
      assert(
        round.p50Ms >= SLOW_MS - 1 && round.p50Ms <= round.p99Ms && round.p99Ms <= round.p999Ms,
        JSON.stringify(round),
      );
      if (process.platform === 'linux') assert(round.residentMegabytes! > 10 && round.cpuMicroseconds! > 0);
      assert(seen.every(({ signed }) => signed));
      const ids = seen.map(({ body }) => (JSON.parse(body) as { id: string }).id).filter((id) => id !== 'same');
      assert.equal(new Set(ids).size, ids.length, 'a new identifier for each');
      assert.equal(ids.length > 0, what !== 'the same bodies again');
    });

    it(`refuse a round of ${what} with an answer other than 200`, async (t) => {
      const { port } = await serve(t, (res, count) => {
        if (count === FAULTY) res.statusCode = 503;
        good(res);
      });
      await assert.rejects(
        load({ ...contestantAt(port, questions), connections: CONNECTIONS }, SECONDS),
        /^Error: test \/(ask|one): .*(1 others|answered 503)/,
      );
    });
  }

  it('refuse a round in which a connection is closed', async (t) => {
    let count = 0;
    const port = await serveBytes(t, (socket: Socket) => {
      if (++count === FAULTY) socket.end();
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    await assert.rejects(
      load({ ...contestantAt(port, KINDS['a new identifier for each']), connections: CONNECTIONS }, SECONDS),
      /closed before its request was answered/,
    );
  });

  it('refuse a round in which an answer is missing', async (t) => {
    const { port } = await serve(t, (res, count) => {
      if (count !== FAULTY) good(res);
    });
    await assert.rejects(
      load({ ...contestantAt(port, KINDS['a new identifier for each']), connections: CONNECTIONS }, SECONDS),
      /not answered/,
    );
  });

  it('continue where the server closes a connection with its answer', async (t) => {
    const { port, seen } = await serve(t, (res, count) => {
      if (count % 2 === 0) res.setHeader('Connection', 'close');
      setTimeout(() => good(res), SLOW_MS);
    });
    const round = await load(
      { ...contestantAt(port, KINDS['a new identifier for each']), connections: CONNECTIONS },
      SECONDS,
    );
    assert(seen.length > 2 * CONNECTIONS, 'each goes on');
    assert(seen.length >= round.requestsPerSecond * SECONDS);
  });
});
