/** A front end whose limits are counted elsewhere: how a request and its body wait for the decision. */
import { Operator } from '../../../src/control/operator.js';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { API_PREFIX } from '../../../src/contract/contract.js';
import { OPERATIONS } from '../../../src/control/operations/operations.js';
import {
  SECOND_FULL,
  WINDOW_FULL,
  type CountResult,
  type FixedWindows,
} from '../../../src/rate-limits/fixed-windows.js';
import { CredentialLimiter, type Admission, type SharedCounters } from '../../../src/rate-limits/limiters.js';
import { MAX_BODY_BYTES } from '../../../src/limits/http.js';
import { RATE_TIERS } from '../../../src/limits/rate-limits.js';
import { post, request, sign, type Reply } from '../../support/client.js';
import {
  activeCredential,
  CHARGES,
  PARTNER,
  SERVICE,
  startFrontEnd,
  type TestFrontEnd,
} from '../../support/front-end.js';
import { RawConnection, rawRequest, responsesIn } from '../../support/raw.js';
import type { Api, ApiRequest } from '../../../src/control/operations/operation.js';

const { TIER_1 } = RATE_TIERS;
const LIMITED = activeCredential(PARTNER, { tier: 'TIER_1' });

/** Counters that answer when the test does. */
class HeldCounters implements SharedCounters {
  isAway = false;
  readonly asked: { key: string; answer: (counted: CountResult | null) => void }[] = [];
  windows: FixedWindows | null = null;
  private onAsked: () => void = () => {};

  count(key: string): Promise<CountResult | null> | null {
    if (this.isAway) return null;
    return new Promise((answer) => {
      this.asked.push({ key, answer });
      this.onAsked();
    });
  }

  remindFrom(windows: FixedWindows): void {
    this.windows = windows;
  }

  async untilAsked(times: number): Promise<void> {
    while (this.asked.length < times)
      await new Promise<void>((resolve) => {
        this.onAsked = resolve;
      });
  }
}

describe('a request whose limit is counted elsewhere', () => {
  let counters: HeldCounters;
  let server: TestFrontEnd;
  const connections: RawConnection[] = [];

  beforeEach(async () => {
    counters = new HeldCounters();
    const root = OPERATIONS.find(({ contract }) => contract.path === API_PREFIX)!;
    const operations = [
      { ...root, handle: ({ caller }: ApiRequest) => ({ ok: true as const, answer: { left: caller.remaining } }) },
    ];
    const operator = new Operator({ catalog: { version: 0 } } as Api, operations);
    server = await startFrontEnd({
      sharedCounters: counters,
      contracts: [root.contract],
      operate: (call) => operator.operate(call),
    });
    server.setCredential(LIMITED);
  });
  afterEach(async () => {
    for (const connection of connections.splice(0)) connection.destroy();
    await server.frontEnd.close(0);
    assert.deepEqual(server.errors, []);
  });

  const open = async (): Promise<RawConnection> => {
    const connection = await RawConnection.open(server.port);
    connections.push(connection);
    return connection;
  };
  const head = (contentType: string, ...more: string[]): string =>
    rawRequest('POST', CHARGES, [
      'Host: pinrate',
      `Content-Type: ${contentType}`,
      ...more,
      ...Object.entries(sign('POST', CHARGES, PARTNER, server.signing())).map(([name, value]) => `${name}: ${value}`),
    ]);
  const jsonHead = (...more: string[]): string => head('application/json', ...more);
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise((resolve) => setImmediate(resolve));
  };
  /** Waits until everything sent has been read: a later request on another connection has been answered. */
  const settled = async (): Promise<void> => {
    await request({ port: server.port, path: '/health/live' });
  };

  it('waits for the decision, then continues as usual, with its headers', async () => {
    const replying = post(server.port, CHARGES, PARTNER, '{"a":1}', server.signing());
    await counters.untilAsked(1);
    await settled();
    assert.equal(server.jobs.length, 0);
    assert.equal(counters.asked[0]!.key, 'partner/bluekart');
    counters.asked[0]!.answer(7);
    const { status, headers } = await replying;
    assert.equal(status, 200);
    assert.deepEqual(
      [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']],
      [String(TIER_1.perWindow), String(TIER_1.perWindow - 7)],
    );
    assert.equal(server.jobs[0]!.body, '{"a":1}');
  });

  it('also waits without a body, and reports what is left at that time', async () => {
    const replying = request({
      port: server.port,
      path: API_PREFIX,
      headers: sign('GET', API_PREFIX, PARTNER, server.signing()),
    });
    await counters.untilAsked(1);
    counters.asked[0]!.answer(3);
    const { status, headers, json } = await replying;
    assert.equal(status, 200);
    assert.deepEqual(
      [headers['x-ratelimit-remaining'], json.left],
      [String(TIER_1.perWindow - 3), TIER_1.perWindow - 3],
    );
  });

  it('is refused as usual', async () => {
    const replies = [
      post(server.port, CHARGES, PARTNER, '{}', server.signing()),
      post(server.port, CHARGES, PARTNER, '{}', server.signing()),
    ];
    await counters.untilAsked(2);
    counters.asked[0]!.answer(WINDOW_FULL);
    counters.asked[1]!.answer(SECOND_FULL);
    const answers = (await Promise.all(replies)).sort(
      (a, b) => Number(b.headers['x-ratelimit-limit']) - Number(a.headers['x-ratelimit-limit']),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [429, 429],
    );
    assert.deepEqual(
      answers.map(({ json }) => [json.error.details.limit, json.error.details.window]),
      [
        [TIER_1.perWindow, 60],
        [TIER_1.perSecond, 1],
      ],
    );
    assert.equal(server.jobs.length, 0);
  });

  it('leaves its connection subject to the idle timeout', async () => {
    const connection = await open();
    await connection.send(`${jsonHead('Content-Length: 2')}{}`);
    await counters.untilAsked(1);
    await settled();
    counters.asked[0]!.answer(1);
    await connection.until(/\}$/);
    await connection.send(rawRequest('GET', '/health/live', ['Host: pinrate']));
    await connection.until(/HTTP[^]*HTTP[^]*\}$/);
    await connection.untilClosed();
  });

  it('loses no byte of a body, whenever the decision arrives between its pieces', async () => {
    const pieces = ['{"name":"', 'दिल्ली', '","n":', '1}'];
    for (let ahead = 0; ahead <= pieces.length; ahead++) {
      const connection = await open();
      const whole = pieces.join('');
      // the first of the pieces that come before the answer travels with the headers
      await connection.send(
        Buffer.from(jsonHead(`Content-Length: ${Buffer.byteLength(whole)}`) + (ahead > 0 ? pieces[0] : '')),
      );
      await counters.untilAsked(ahead + 1);
      for (const piece of pieces.slice(1, ahead)) {
        await connection.send(Buffer.from(piece));
        await settled();
      }
      assert.equal(server.jobs.length, ahead);
      counters.asked[ahead]!.answer(1);
      await settled();
      for (const piece of pieces.slice(ahead)) {
        await connection.send(Buffer.from(piece));
        await settled();
      }
      assert.equal(responsesIn(await connection.until(/\}$/))[0]!.status, 200);
      assert.equal(server.jobs[ahead]!.body, whole);
    }
  });

  it('keeps its own content type and body hash while other requests come and go', async () => {
    const body = '{"mine":true}';
    const contentSha256 = createHash('sha256').update(body).digest('hex');
    const hashed = post(server.port, CHARGES, PARTNER, body, { ...server.signing(), contentSha256 });
    await counters.untilAsked(1);
    const wrong = post(server.port, CHARGES, PARTNER, '{"mine":"not"}', { ...server.signing(), contentSha256 });
    await counters.untilAsked(2);
    const typed = await open();
    await typed.send(`${head('text/plain', 'Content-Length: 2')}{}`);
    await counters.untilAsked(3);
    const empty = post(server.port, CHARGES, PARTNER, '', server.signing());
    await counters.untilAsked(4);
    counters.asked.forEach(({ answer }, index) => answer(index + 1));
    const replies = await Promise.all([hashed, wrong, empty]);
    assert.deepEqual(
      replies.map(({ status }: Reply) => status),
      [200, 401, 400],
    );
    assert.deepEqual(
      replies.map(({ headers }: Reply) => headers['x-ratelimit-remaining']),
      [1, 2, 4].map((place) => String(TIER_1.perWindow - place)),
    );
    const [refused] = responsesIn(await typed.until(/\}$/));
    assert.equal(refused!.status, 415);
    assert.match(refused!.head, /x-ratelimit-remaining: 997/i);
  });

  it('is refused while its body is still arriving, and its connection serves the next request', async () => {
    const connection = await open();
    await connection.send(`${jsonHead('Content-Length: 20')}0123456789`);
    await counters.untilAsked(1);
    counters.asked[0]!.answer(SECOND_FULL);
    await connection.until(/429 Too Many Requests[^]*\}$/);
    await connection.send(`9876543210${jsonHead('Content-Length: 2')}{}`);
    await counters.untilAsked(2);
    counters.asked[1]!.answer(1);
    await connection.until(/200 OK[^]*\}$/);
    assert.deepEqual(
      server.jobs.map(({ body }) => body),
      ['{}'],
    );
  });

  it('is refused for a body that is too large after the limit has admitted it, however much has arrived', async () => {
    for (const isWhole of [true, false]) {
      const connection = await open();
      await connection.send(jsonHead('Transfer-Encoding: chunked'));
      const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
      for (let sent = 0; sent <= MAX_BODY_BYTES; sent += 65_536) await connection.send(chunk);
      if (isWhole) await connection.send('0\r\n\r\n');
      await counters.untilAsked(1);
      await settled();
      assert.equal(connection.received, '');
      counters.asked.pop()!.answer(5);
      const [refused] = responsesIn(await connection.until(/\}/));
      assert.equal(refused!.status, 413);
      assert.match(refused!.head, /x-ratelimit-remaining: 995/i);
      if (!isWhole) await connection.send('0\r\n\r\n');
      await connection.until(/\r\n0\r\n\r\n$/);
    }
    assert.equal(server.jobs.length, 0);
    assert.equal(server.metrics.inFlight.count, 0);
  });

  it('is dropped when its client disconnects before the decision', async () => {
    for (const text of [`${jsonHead('Content-Length: 2')}{}`, `${jsonHead('Content-Length: 9')}{`]) {
      const connection = await open();
      await connection.send(text);
      await counters.untilAsked(1);
      connection.destroy();
      await until(() => server.metrics.inFlight.count === 0);
      counters.asked.pop()!.answer(1);
      await settled();
    }
    assert.equal(server.jobs.length, 0);
    assert.equal(server.metrics.inFlight.count, 0);
  });

  it('is finished before the server closes', async () => {
    const replying = post(server.port, CHARGES, PARTNER, '{}', server.signing());
    await counters.untilAsked(1);
    const closing = server.frontEnd.close(5_000);
    counters.asked[0]!.answer(1);
    assert.equal((await replying).status, 200);
    await closing;
  });

  it('is counted on the node when the counters are unreachable, or turn out to be', async () => {
    const first = post(server.port, CHARGES, PARTNER, '{}', server.signing());
    await counters.untilAsked(1);
    counters.asked[0]!.answer(null);
    assert.equal((await first).headers['x-ratelimit-remaining'], String(TIER_1.perWindow - 1));
    counters.isAway = true;
    assert.equal(
      (await post(server.port, CHARGES, PARTNER, '{}', server.signing())).headers['x-ratelimit-remaining'],
      String(TIER_1.perWindow - 2),
    );
  });

  it('is not counted for the UNLIMITED tier', async () => {
    assert.equal((await post(server.port, CHARGES, SERVICE, '{}', server.signing())).status, 200);
    assert.deepEqual(counters.asked, []);
  });
});

describe('limits that fall back to the node', () => {
  const START_MS = 1_790_000_040_000;
  let counters: HeldCounters;
  let clock: { nowMs: number };
  let limiter: CredentialLimiter;
  before(() => assert.equal(START_MS % 60_000, 0));
  beforeEach(() => {
    counters = new HeldCounters();
    clock = { nowMs: START_MS };
    limiter = new CredentialLimiter(() => clock.nowMs, counters);
  });
  after(() => counters.asked.splice(0));

  const decide = async (counted: CountResult | null, nowMs = clock.nowMs): Promise<Admission> => {
    const admission = limiter.admit(LIMITED, nowMs) as Promise<Admission>;
    counters.asked.pop()!.answer(counted);
    return admission;
  };
  const alone = (): Admission => {
    counters.isAway = true;
    const admission = limiter.admit(LIMITED, clock.nowMs) as Admission;
    counters.isAway = false;
    return admission;
  };

  it('continue from the last known count of the window', async () => {
    await decide(400);
    await decide(399);
    assert.equal(alone().remaining, TIER_1.perWindow - 401);
    await decide(SECOND_FULL);
    assert.equal(alone().remaining, TIER_1.perWindow - 402);
    await decide(WINDOW_FULL);
    assert.deepEqual([alone().allowed, alone().limit], [false, TIER_1.perWindow]);
    clock.nowMs += 60_000;
    assert.equal(alone().remaining, TIER_1.perWindow - 1);
  });

  it('remember what all nodes have counted, and apart from it what this one counts alone', async () => {
    const known = (): unknown => counters.windows!.known(clock.nowMs);
    const key = `partner/${LIMITED.id}`;
    assert.deepEqual(known(), []);
    await decide(400);
    alone();
    await decide(null);
    assert.deepEqual(known(), [{ key, shared: 400, own: 2 }]);
    counters.windows!.markShared(key, 2, clock.nowMs);
    assert.deepEqual(known(), [{ key, shared: 402, own: 0 }]);
    await decide(403);
    const beforeMs = clock.nowMs;
    clock.nowMs += 60_000;
    assert.deepEqual(known(), []);
    alone();
    // a reminder of the window before was late
    counters.windows!.markShared(key, 1, beforeMs);
    assert.deepEqual(known(), [{ key, shared: 0, own: 1 }]);
  });

  it('report the window in which the request arrived, and do not let late counts change the next one', async () => {
    clock.nowMs += 60_000;
    assert.equal(alone().remaining, TIER_1.perWindow - 1);
    const late = await decide(10, START_MS + 59_999);
    assert.deepEqual([late.remaining, late.resetSeconds], [TIER_1.perWindow - 10, START_MS / 1_000 + 60]);
    assert.equal(alone().remaining, TIER_1.perWindow - 2);
    // it was asked in the window before, and is counted in this one
    assert.equal((await decide(null, START_MS + 59_999)).remaining, TIER_1.perWindow - 3);
    assert.equal(alone().remaining, TIER_1.perWindow - 4);
  });
});
