import { PageCache } from '../../../src/http/page-cache.js';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { pino } from 'pino';
import { Activity } from '../../../src/http/activity.js';
import { createFrontEnd } from '../../../src/http/server.js';
import { createMetrics } from '../../../src/metrics.js';
import { post, request, sign } from '../../support/client.js';
import { CHARGES, HEALTHY, SERVICE, startFrontEnd, type TestFrontEnd } from '../../support/front-end.js';
import { RawConnection, rawRequest, responsesIn } from '../../support/raw.js';
import { PATIENCE_MS } from '../../support/until.js';
import type { QuestionAnswer } from '../../../src/http/routes/questions.js';

const ANSWER: QuestionAnswer = { status: 200, body: '{"late":true}' };

describe('the life of requests and of the server', () => {
  let server: TestFrontEnd;
  /** The questions that wait for an answer, and who waits for them. */
  let waiting: ((answer: QuestionAnswer) => void)[];
  let onWaiting: (() => void) | null;

  beforeEach(async () => {
    server = await startFrontEnd();
    waiting = [];
    onWaiting = null;
    server.pool.ask = ({ answer }) => {
      waiting.push(answer);
      onWaiting?.();
      return true;
    };
  });
  afterEach(() => server.frontEnd.close(0));

  const questionsWaiting = async (count: number): Promise<void> => {
    while (waiting.length < count)
      await new Promise<void>((resolve) => {
        onWaiting = resolve;
      });
  };
  const requestText = (of = server): string =>
    rawRequest(
      'POST',
      CHARGES,
      [
        'Host: a',
        'Content-Type: application/json',
        'Content-Length: 2',
        ...Object.entries(sign('POST', CHARGES, SERVICE, of.signing())).map(([name, value]) => `${name}: ${value}`),
      ],
      '{}',
    );
  const turns = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise((resolve) => setImmediate(resolve));
  };

  it('sends each late answer to its own request', async () => {
    const replies = ['a', 'b', 'c'].map((id) =>
      post(server.port, CHARGES, SERVICE, `{"id":"${id}"}`, server.signing()),
    );
    await questionsWaiting(3);
    assert.equal(server.metrics.inFlight.count, 3);
    for (const index of [2, 0, 1]) waiting[index]!({ status: 200, body: server.jobs[index]!.body });
    assert.deepEqual((await Promise.all(replies)).map(({ json }) => json.id).sort(), ['a', 'b', 'c']);
    assert.equal(server.metrics.inFlight.count, 0);
  });

  it('drops the answer for a client that has disconnected', async () => {
    const connection = await RawConnection.open(server.port);
    await connection.send(requestText());
    await questionsWaiting(1);
    connection.destroy();
    await turns(() => server.metrics.inFlight.count === 0);
    waiting[0]!(ANSWER);
    waiting[0]!(ANSWER);
    assert.equal(server.metrics.inFlight.count, 0);
    assert.match(
      await server.metrics.registry.getSingleMetricAsString('pinrate_http_rejected_total'),
      /reason="CLIENT_ABORTED"\} 1/,
    );
    assert.equal((await request({ port: server.port, path: '/health/live' })).status, 200);
  });

  it('sends the first of two answers', async () => {
    const reply = post(server.port, CHARGES, SERVICE, '{}', server.signing());
    await questionsWaiting(1);
    waiting[0]!(ANSWER);
    waiting[0]!({ status: 500, body: '{}' });
    assert.equal((await reply).status, 200);
    assert.equal(server.metrics.inFlight.count, 0);
  });

  // uWS closes a connection that pipelines behind a pending answer; what matters is that the counts stay right.
  it('survives a request pipelined behind one that waits: uWS closes, and the counts stay right', async () => {
    for (const segments of [[requestText() + requestText()], [requestText(), requestText()]]) {
      waiting.length = 0;
      const connection = await RawConnection.open(server.port);
      await connection.send(segments[0]!);
      await questionsWaiting(1);
      if (segments[1] !== undefined) await connection.send(segments[1]);
      assert.equal(await connection.untilClosed(), '');
      assert.equal(waiting.length, 1);
      waiting[0]!(ANSWER);
      assert.equal(server.metrics.inFlight.count, 0);
    }
  });

  it('answers requests one after the other on one connection', async () => {
    const connection = await RawConnection.open(server.port);
    for (let i = 1; i <= 3; i++) {
      await connection.send(requestText());
      await questionsWaiting(i);
      waiting[i - 1]!(ANSWER);
      await connection.until(new RegExp(`(late[^]*){${i}}\\}$`));
    }
    assert.equal(responsesIn(connection.received).length, 3);
    connection.destroy();
  });

  it('shuts down: refuses connections, finishes open requests, closes idle connections', async () => {
    const idle = await RawConnection.open(server.port);
    await idle.send(rawRequest('GET', '/health/ready', ['Host: a']));
    await idle.until(/"ready"[^]*\}$/);
    const busy = await RawConnection.open(server.port);
    await busy.send(requestText());
    await questionsWaiting(1);

    let closed = false;
    const closing = server.frontEnd.close(5_000).then(() => {
      closed = true;
    });
    await assert.rejects(RawConnection.open(server.port), { code: 'ECONNREFUSED' });
    await idle.send(rawRequest('GET', '/health/ready', ['Host: a']));
    assert.match(await idle.untilClosed(), /HTTP\/1\.1 503 [^]*not_ready/);
    assert.equal(closed, false);

    waiting[0]!(ANSWER);
    await closing;
    const [answer] = responsesIn(await busy.untilClosed());
    assert.equal(answer!.json!['late'], true);
    assert.match(answer!.head, /connection: close/i);
    assert.equal(server.metrics.inFlight.count, 0);
  });

  it('closes idle connections at once when nothing is open', async () => {
    const idle = await RawConnection.open(server.port);
    await server.frontEnd.close(5_000);
    assert.equal(await idle.untilClosed(), '');
    await server.frontEnd.close(5_000);
  });

  it('still answers a request that arrives at the moment when nothing is open', async () => {
    const idle = await RawConnection.open(server.port);
    const closing = server.frontEnd.close(5_000);
    await idle.send(rawRequest('GET', '/health/ready', ['Host: a']));
    assert.match(await idle.untilClosed(), /HTTP\/1\.1 503 [^]*not_ready/);
    await closing;
  });

  it(
    'lets a large answer leave before it closes, to a slow reader, but not to a stopped one',
    { timeout: PATIENCE_MS },
    async () => {
      // more than the buffers of both ends hold
      const text = 'x'.repeat(64 * 1024 * 1024);
      for (const readsOn of [true, false]) {
        const large = await startFrontEnd();
        const asked = new Promise<void>((resolve) => {
          large.pool.ask = ({ answer }) => {
            setImmediate(() => {
              answer({ status: 200, body: `{"text":"${text}"}` });
              resolve();
            });
            return true;
          };
        });
        const client = connect(large.port, '127.0.0.1')
          .on('error', () => {})
          .pause();
        client.write(requestText(large));
        await asked;
        // nobody waits for the whole grace, which is longer than this test may take
        const closing = large.frontEnd.close(10 * PATIENCE_MS);
        let received = 0;
        client.on('data', (chunk) => {
          received += chunk.length;
        });
        const ended = once(client, 'close');
        if (readsOn) client.resume();
        else client.pause();
        await closing;
        client.resume();
        await ended;
        assert.equal(received > text.length, readsOn, `${received} bytes`);
        assert.equal(large.metrics.unsent.bytes, 0);
      }
    },
  );

  it('gives up on open requests after the grace period', async () => {
    const busy = await RawConnection.open(server.port);
    await busy.send(requestText());
    await questionsWaiting(1);
    await server.frontEnd.close(50);
    assert.equal(await busy.untilClosed(), '');
    waiting[0]!(ANSWER);
    assert.equal(server.metrics.inFlight.count, 0);
  });

  it('logs refusals at debug only, overload once a second, and every line with the request id', async () => {
    const linesAt = async (level: string): Promise<Record<string, unknown>[]> => {
      const lines: Record<string, unknown>[] = [];
      const log = pino(
        { level },
        {
          write: (line: string) => {
            lines.push(JSON.parse(line) as Record<string, unknown>);
          },
        },
      );
      const logging = await startFrontEnd({ log });
      logging.pool.ask = () => false;
      await request({ port: logging.port, path: '/nowhere', headers: { 'x-request-id': 'refused' } });
      for (const id of ['over-1', 'over-2']) {
        const headers = {
          'content-type': 'application/json',
          'x-request-id': id,
          ...sign('POST', CHARGES, SERVICE, logging.signing()),
        };
        assert.equal(
          (await request({ port: logging.port, method: 'POST', path: CHARGES, headers, body: '{}' })).status,
          503,
        );
      }
      await logging.frontEnd.close(0);
      return lines;
    };
    assert.deepEqual(
      (await linesAt('info')).map((line) => [line['request_id'], line['route'], line['status']]),
      [['over-1', CHARGES, 503]],
    );
    assert.deepEqual(
      (await linesAt('debug')).map((line) => [line['request_id'], line['status']]),
      [
        ['refused', 404],
        ['over-1', 503],
      ],
    );
  });

  it('rejects when the port is taken or the host does not exist', async () => {
    const at = (host: string, port: number): Promise<unknown> =>
      createFrontEnd({
        config: {
          host,
          port,
          clockSkewSeconds: 300,
          console: false,
          environment: 'test',
          corsOrigins: null,
          trustedProxies: null,
        },
        log: pino({ level: 'silent' }),
        metrics: createMetrics(),
        now: Date.now,
        ask: () => false,
        isFull: () => false,
        bulks: { isFull: () => true, submit: () => null, advance: () => undefined },
        findCredential: () => undefined,
        version: '0',
        activity: new Activity(),
        contracts: [],
        streams: { more: () => Promise.resolve(null), cancel: () => {} },
        pages: new PageCache(),
        operate: () => Promise.reject(new Error('nothing to operate')),
        openApi: async () => '{}',
        findDemoCredential: () => null,
        health: HEALTHY,
      }).listen();
    await assert.rejects(at('127.0.0.1', server.port), new RegExp(`cannot listen on 127\\.0\\.0\\.1:${server.port}`));
    await assert.rejects(at('192.0.2.1', 0), /cannot listen on 192\.0\.2\.1:0/);
  });
});
