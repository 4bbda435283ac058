// Only in npm run test:all.
/** Limits that nodes share, against a real Redis. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { createClient } from '@redis/client';
import { CredentialLimiter, type Admission } from '../../../src/rate-limits/limiters.js';
import { RATE_TIERS, RATE_WINDOW_SECONDS, SHARED_COUNTER_SLACK_SECONDS } from '../../../src/limits/rate-limits.js';
import { RedisCounters, type CounterStatus } from '../../../src/rate-limits/redis-counters.js';
import { post } from '../../support/client.js';
import { seedOf } from '../../support/depth.js';
import { activeCredential, CHARGES, PARTNER, SERVICE, startFrontEnd } from '../../support/front-end.js';
import { find, needs } from '../../support/needs.js';
import { freePort } from '../../support/programs.js';
import { PATIENCE_MS } from '../../support/until.js';
import { RedisServer } from './redis-server.js';

const { TIER_1, TIER_2 } = RATE_TIERS;
const LIMITED = activeCredential(PARTNER, { tier: 'TIER_1' });

/** Longer than that of nodes, since a Redis that works must answer within it on a machine that is busy with others. */
const DEADLINE_MS = 1_000;

/** One node's share of the limits. */
class Node {
  readonly changes: { status: CounterStatus; cause: unknown }[] = [];
  counters!: RedisCounters;
  limiter!: CredentialLimiter;
  private onChange: () => void = () => {};

  constructor(readonly clock: { nowMs: number }) {}

  async open(url: string, deadlineMs: number): Promise<this> {
    this.counters = await RedisCounters.open({
      url,
      deadlineMs,
      onStatus: (status, cause) => {
        this.changes.push({ status, cause });
        this.onChange();
      },
    });
    this.limiter = new CredentialLimiter(() => this.clock.nowMs, this.counters);
    return this;
  }

  async admit(credential = LIMITED): Promise<Admission> {
    return (await this.limiter.admit(credential, this.clock.nowMs))!;
  }

  async until(status: CounterStatus): Promise<void> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    while (this.counters.status() !== status) {
      await new Promise<void>((resolve, reject) => {
        this.onChange = resolve;
        signal.onabort = () => reject(new Error(`not ${status} within ${PATIENCE_MS} ms`));
      });
    }
  }
}

/** A server in this thread that gives every command of Redis the count 1. */
async function answering(): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const commands = data.toString().match(/^\*\d+\r$/gm) ?? [];
      socket.write(':1\r\n'.repeat(commands.length));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

/** Returns when Redis has answered another process; this thread does nothing meanwhile. */
function pingFromOutside(port: number): void {
  const program = `
    const socket = require('node:net').connect(${port}, '127.0.0.1', () => socket.write('PING\\r\\n'));
    socket.once('data', (answer) => process.exit(answer.toString().startsWith('+PONG') ? 0 : 1));`;
  assert.equal(spawnSync(process.execPath, ['-e', program], { stdio: 'inherit' }).status, 0);
}

const times = <T>(count: number, task: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => task(index));
const allowedOf = (admissions: Admission[]): Admission[] => admissions.filter(({ allowed }) => allowed);

describe('rate limits shared through Redis', { skip: needs('Redis') }, () => {
  let redis: RedisServer;
  let clock: { nowMs: number };
  let nodes: Node[];
  let windowStartMs = 1_790_000_040_000;

  before(async () => {
    assert.equal(windowStartMs % (RATE_WINDOW_SECONDS * 1_000), 0);
    redis = await RedisServer.start(find('Redis')!);
  });
  after(() => redis?.kill());
  beforeEach(async () => {
    // a fresh window, so that no test sees another's counters
    windowStartMs += 10 * RATE_WINDOW_SECONDS * 1_000;
    clock = { nowMs: windowStartMs };
    nodes = [];
  });
  afterEach(async () => {
    for (const { counters } of nodes) await counters.close();
  });

  const node = async ({ url = redis.url, ownClock = clock, deadlineMs = PATIENCE_MS } = {}): Promise<Node> => {
    const opened = new Node(ownClock);
    nodes.push(opened);
    return opened.open(url, deadlineMs);
  };

  it('admit a burst once, whichever node it comes to', async () => {
    const [a, b] = [await node(), await node()];
    const admissions = await Promise.all(
      times(2 * TIER_1.perSecond + 20, (index) => (index % 2 === 0 ? a : b).admit()),
    );
    assert.equal(allowedOf(admissions).length, TIER_1.perSecond);
    // each place in the window is given once
    assert.deepEqual(
      allowedOf(admissions)
        .map(({ remaining }) => remaining)
        .sort((x, y) => y - x),
      times(TIER_1.perSecond, (index) => TIER_1.perWindow - 1 - index),
    );
    for (const refused of admissions.filter(({ allowed }) => !allowed)) assert.equal(refused.limit, TIER_1.perSecond);
    clock.nowMs += 1_000;
    // and what the burst refused was not counted in the window
    assert.equal((await a.admit()).remaining, TIER_1.perWindow - TIER_1.perSecond - 1);
  });

  it('admit a window once, whichever node it comes to', async () => {
    const [a, b, c] = [await node(), await node(), await node()];
    let admitted = 0;
    for (let second = 0; second < RATE_WINDOW_SECONDS; second++) {
      const admissions = await Promise.all(times(30, (index) => [a, b, c][index % 3]!.admit()));
      admitted += allowedOf(admissions).length;
      clock.nowMs += 1_000;
    }
    assert.equal(RATE_WINDOW_SECONDS * 30 > TIER_1.perWindow, true);
    assert.equal(admitted, TIER_1.perWindow);
    // the next window
    assert.equal((await c.admit()).remaining, TIER_1.perWindow - 1);
  });

  it('say on a long random sequence exactly what one node by itself says', async () => {
    const seed = seedOf(20_260_311);
    const random = seeded(seed);
    const [a, b] = [await node(), await node()];
    const alone = new CredentialLimiter(() => clock.nowMs);
    const credentials = [
      LIMITED,
      activeCredential({ ...PARTNER, id: 'other' }, { tier: 'TIER_1' }),
      activeCredential({ ...SERVICE, id: PARTNER.id }, { tier: 'TIER_2' }),
      activeCredential(SERVICE),
    ];
    const refusedBy = new Set<number>();
    for (let step = 0; step < 10_000; step++) {
      if (step % 250 === 249) clock.nowMs += 500 + Math.floor(random() * 1_000);
      const credential = random() < 0.5 ? LIMITED : credentials[Math.floor(random() * credentials.length)]!;
      const shared = await (random() < 0.5 ? a : b).limiter.admit(credential, clock.nowMs);
      assert.deepEqual(shared, alone.admit(credential, clock.nowMs), `seed ${seed}, step ${step}`);
      if (shared?.allowed === false) refusedBy.add(shared.limit);
    }
    // the sequence was long enough for a whole window to be spent
    assert(refusedBy.has(TIER_1.perSecond) && refusedBy.has(TIER_1.perWindow), `seed ${seed}`);
    assert.deepEqual([a.counters.status(), b.counters.status()], ['shared', 'shared']);
  });

  it('hold for nodes whose clocks differ: no window or second admits more than it may', async () => {
    const late = { nowMs: clock.nowMs };
    const [a, b] = [await node(), await node({ ownClock: late })];
    const bySecond = new Map<number, number>();
    for (let step = 0; step < 300; step++) {
      const ahead = step % 2 === 0;
      clock.nowMs = windowStartMs + step * 10;
      late.nowMs = clock.nowMs - 700;
      const { allowed } = await (ahead ? a : b).admit();
      const second = Math.floor((ahead ? clock : late).nowMs / 1_000);
      if (allowed) bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
    }
    assert.deepEqual(
      [...new Set(bySecond.values())].filter((count) => count > TIER_1.perSecond),
      [],
    );
    assert.equal(bySecond.get(windowStartMs / 1_000 + 1), TIER_1.perSecond);
  });

  it('leave nothing behind in Redis for good, and never ask it about the unlimited', async () => {
    const a = await node();
    const client = await createClient({ url: redis.url, RESP: 2 }).connect();
    try {
      await client.flushAll();
      assert.equal(a.limiter.admit(activeCredential(SERVICE), clock.nowMs), null);
      assert.deepEqual(await client.keys('*'), []);
      await a.admit();
      const second = clock.nowMs / 1_000;
      const keys = [
        `pinrate:rate:{partner/bluekart}:second:${second}`,
        `pinrate:rate:{partner/bluekart}:window:${second / RATE_WINDOW_SECONDS}`,
      ];
      assert.deepEqual((await client.keys('*')).sort(), keys);
      const lives = await Promise.all(keys.map((key) => client.ttl(key)));
      assert(lives[0]! > 0 && lives[0]! <= 1 + SHARED_COUNTER_SLACK_SECONDS, String(lives));
      assert(
        lives[1]! > RATE_WINDOW_SECONDS && lives[1]! <= RATE_WINDOW_SECONDS + SHARED_COUNTER_SLACK_SECONDS,
        String(lives),
      );
    } finally {
      client.destroy();
    }
  });

  it('send what comes in one turn in one packet', async () => {
    const a = await node();
    const client = await createClient({ url: redis.url, RESP: 2 }).connect();
    const statistic = async (name: string): Promise<number> =>
      Number(new RegExp(`${name}:(\\d+)`).exec(await client.info('stats'))![1]);
    try {
      const [reads, commands] = [await statistic('total_reads_processed'), await statistic('total_commands_processed')];
      await Promise.all(times(40, () => a.admit()));
      // INFO itself is one of each, twice
      assert.equal((await statistic('total_commands_processed')) - commands >= 40, true);
      assert((await statistic('total_reads_processed')) - reads <= 5);
    } finally {
      client.destroy();
    }
  });

  it('go on alone when Redis is killed, from what all had admitted, and share again when it is back', async () => {
    const [a, b] = [await node(), await node()];
    for (let i = 0; i < 10; i++) await (i % 2 === 0 ? a : b).admit();
    assert.equal((await a.admit()).remaining, TIER_1.perWindow - 11);
    const pending = times(5, () => a.admit());
    await redis.kill();
    for (const admission of await Promise.all(pending)) assert.equal(admission.allowed, true);
    await a.until('local');
    // at once, not after a deadline; a turn of the loop is all there is to wait for
    const admission = a.limiter.admit(LIMITED, clock.nowMs) as Admission;
    assert(!(admission instanceof Promise));
    // at least one place was taken since, for the sixth; at most the five
    assert(
      admission.remaining <= TIER_1.perWindow - 12 && admission.remaining >= TIER_1.perWindow - 17,
      String(admission.remaining),
    );
    await b.until('local');
    // the last that b knows of is its own, the tenth
    assert.equal((await b.admit()).remaining, TIER_1.perWindow - 11);
    assert.deepEqual(
      a.changes.map(({ status }) => status),
      ['shared', 'local'],
    );
    assert(a.changes[1]!.cause instanceof Error);
    assert.equal(a.counters.fallbacks, 1);

    await redis.restart();
    await Promise.all([a.until('shared'), b.until('shared')]);
    // answered after what each sent to Redis on the same connection
    assert.deepEqual(await Promise.all([a.counters.check(), b.counters.check()]), [true, true]);
    // it is a new Redis, which has forgotten everything, its scripts too: the nodes sent it all that a knew of, and
    // of the one that b admitted since
    assert.equal((await a.admit()).remaining, admission.remaining - 2);
    assert.equal((await b.admit()).remaining, admission.remaining - 3);
    assert.deepEqual(
      a.changes.map(({ status }) => status),
      ['shared', 'local', 'shared'],
    );
  });

  it('let nobody wait longer than the deadline while Redis hangs', async () => {
    const a = await node({ deadlineMs: DEADLINE_MS });
    await a.admit();
    assert.equal(await a.counters.check(), true);
    redis.hang();
    try {
      const waited = await Promise.all(
        times(20, async (index) => {
          await new Promise((resolve) => setTimeout(resolve, index * 3));
          const startedAtMs = performance.now();
          // Redis answers none of them
          assert.equal((await a.admit()).allowed, true);
          return performance.now() - startedAtMs;
        }),
      );
      assert(waited[0]! > DEADLINE_MS / 2, String(waited));
      assert.equal(a.counters.status(), 'local');
      assert.equal(await a.counters.check(), false);
      assert.match(String(a.changes.at(-1)!.cause), /no answer within 1000 ms/);
      // its port still takes connections, and not one request waits on account of that
      for (let i = 0; i < 20; i++) {
        assert(!(a.limiter.admit(LIMITED, clock.nowMs) instanceof Promise));
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    } finally {
      redis.resume();
    }
    await a.until('shared');
    assert.equal((await a.admit()).allowed, true);
    assert.deepEqual(
      a.changes.map(({ status }) => status),
      ['shared', 'local', 'shared'],
    );
  });

  it('do not take a stall of their own thread for Redis being away', async () => {
    const a = await node({ deadlineMs: DEADLINE_MS });
    const pending = times(10, () => a.admit());
    // the commands leave, the answers come, and nobody reads them for longer than the deadline
    await new Promise((resolve) => setImmediate(resolve));
    const until = performance.now() + 2 * DEADLINE_MS;
    // Redis answers one after the other: when it has answered another program, it has answered these
    pingFromOutside(redis.port);
    while (performance.now() < until);
    await Promise.all(pending);
    assert.equal(a.counters.status(), 'shared');
    assert.deepEqual(
      a.changes.map(({ status }) => status),
      ['shared'],
    );
  });

  it('nor one before their commands have left', async () => {
    // not Redis itself, which on a busy machine may wait for the processor
    const server = await answering();
    try {
      const { port } = server.address() as AddressInfo;
      const a = await node({ url: `redis://127.0.0.1:${port}`, deadlineMs: DEADLINE_MS });
      // in the phase in which requests come: the client of Redis writes at the end of the turn
      await new Promise((resolve, reject) => {
        readFile('/dev/null', () => {
          a.admit().then(resolve, reject);
          for (const until = performance.now() + 1.5 * DEADLINE_MS; performance.now() < until;);
        });
      });
      assert.deepEqual(
        a.changes.map(({ status }) => status),
        ['shared'],
      );
    } finally {
      server.close();
    }
  });

  it('start without Redis, and with one that cannot be written, and share as soon as they can', async () => {
    const url = `redis://127.0.0.1:${await freePort()}`;
    const a = await node({ url });
    assert.deepEqual(
      a.changes.map(({ status }) => status),
      ['local'],
    );
    assert.match(String(a.changes[0]!.cause), /ECONNREFUSED/);
    assert.equal((a.limiter.admit(LIMITED, clock.nowMs) as Admission).remaining, TIER_1.perWindow - 1);

    const other = await RedisServer.start(find('Redis')!, Number(new URL(url).port));
    try {
      await a.until('shared');
      await other.kill();
      await a.until('local');
      // a replica whose master is nowhere
      await other.restart('--replicaof', '127.0.0.1', String(await freePort()));
      const b = await node({ url });
      assert.deepEqual(
        b.changes.map(({ status }) => status),
        ['local'],
      );
      assert.match(String(b.changes[0]!.cause), /READONLY|MASTERDOWN/);
      assert.equal(a.counters.status(), 'local');
    } finally {
      await other.kill();
    }
  });

  it('go on from what was admitted when Redis is full without eviction, and share again when it has room', async () => {
    const client = await createClient({ url: redis.url }).connect();
    try {
      const a = await node();
      for (let request = 0; request < 3; request++) await a.admit();
      // less than Redis itself takes
      await client.sendCommand(['CONFIG', 'SET', 'maxmemory-policy', 'noeviction', 'maxmemory', '1']);
      const { allowed, remaining } = await a.admit();
      assert.deepEqual([allowed, remaining, a.counters.status()], [true, TIER_1.perWindow - 4, 'local']);
      assert.match(String(a.changes.at(-1)!.cause), /OOM/);
      await client.sendCommand(['CONFIG', 'SET', 'maxmemory', '0']);
      await a.until('shared');
      assert.equal((await a.admit()).allowed, true);
    } finally {
      await client.sendCommand(['CONFIG', 'SET', 'maxmemory', '0']);
      client.destroy();
    }
  });

  it('end without anybody left waiting, whatever Redis does', async () => {
    const a = await node();
    const pending = times(3, () => a.admit());
    await a.counters.close();
    for (const { allowed } of await Promise.all(pending)) assert.equal(allowed, true);
    assert.deepEqual(
      a.changes.map(({ status }) => status),
      ['shared'],
    );
    assert(!(a.limiter.admit(LIMITED, clock.nowMs) instanceof Promise));
    const nowhere = await node({ url: `redis://127.0.0.1:${await freePort()}` });
    await nowhere.counters.close();
    assert.deepEqual(
      nowhere.changes.map(({ status }) => status),
      ['local'],
    );
  });

  it('stand in the same headers as without Redis', async () => {
    const servers = [await startFrontEnd(), await startFrontEnd({ sharedCounters: (await node()).counters })];
    try {
      const sequence: (string | Buffer)[] = [
        ...times(TIER_1.perSecond - 4, () => '{}'),
        '',
        Buffer.from([0xff]),
        '{}',
        '{}',
        '{}',
        '{}',
      ];
      const [without, shared] = await Promise.all(
        servers.map(async (server) => {
          server.clock.nowMs = windowStartMs;
          server.setCredential(LIMITED);
          const replies: object[] = [];
          for (const body of sequence) {
            const { status, headers, json } = await post(server.port, CHARGES, PARTNER, body, server.signing());
            replies.push({
              status,
              code: json.error?.code,
              details: json.error?.details,
              limits: Object.entries(headers).filter(([name]) => /^x-ratelimit|^retry/.test(name)),
            });
          }
          return replies;
        }),
      );
      assert.deepEqual(shared, without);
      assert.deepEqual(
        [
          shared!.length,
          (shared!.at(-3) as Admission & { status: number }).status,
          (shared!.at(-2) as { status: number }).status,
        ],
        [TIER_1.perSecond + 2, 200, 429],
      );
      assert.deepEqual(
        servers.map(({ jobs }) => jobs.length),
        times(2, () => TIER_1.perSecond - 2),
      );
    } finally {
      for (const { frontEnd } of servers) await frontEnd.close(0);
    }
  });

  it('are one limit for two servers', async () => {
    const servers = await Promise.all(times(2, async () => startFrontEnd({ sharedCounters: (await node()).counters })));
    try {
      for (const server of servers) {
        server.clock.nowMs = windowStartMs;
        server.setCredential(activeCredential(PARTNER, { tier: 'TIER_2' }));
      }
      const statuses = await Promise.all(
        times(TIER_2.perSecond + 30, async (index) => {
          const server = servers[index % 2]!;
          return (await post(server.port, CHARGES, PARTNER, `{"text":"${'x'.repeat(3_000)}"}`, server.signing()))
            .status;
        }),
      );
      assert.equal(statuses.filter((status) => status === 200).length, TIER_2.perSecond);
      assert.equal(statuses.filter((status) => status === 429).length, 30);
    } finally {
      for (const { frontEnd } of servers) await frontEnd.close(0);
    }
  });
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
