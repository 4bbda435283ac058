// Only in npm run test:all.
/** The limits by address of deploy/nginx.conf and of the nodes behind it: one caller takes nothing from the others. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it, type TestContext } from 'node:test';
import { RATE_TIERS, UNSIGNED_BURST_PER_SECOND } from '../../src/limits/rate-limits.js';
import { Failures } from '../contract/held.js';
import type { TestApp } from '../support/app.js';
import { type Reply, request } from '../support/client.js';
import { find, needs } from '../support/needs.js';
import { Nginx } from './nginx.js';
import { Site, startNodes } from './site.js';
import { readText } from './yaml.js';

const path = find('nginx');
const CITIES = '/api/v1/cities?limit=1';
const INVALID = { 'x-service-id': 'x', 'x-timestamp': '1', 'x-signature': 'x' };
const failures = new Failures();

type Headers = Record<string, string>;

describe('limits by address', { skip: needs('nginx') }, () => {
  let nodes: readonly TestApp[] = [];
  let site: Site;
  before(async () => {
    nodes = await startNodes();
  });
  after(async () => {
    for (const node of nodes) await node.close();
  });
  beforeEach(async () => {
    site = await Site.start(path!, nodes);
  });
  afterEach(() => site.nginx.close());

  /** An answer from an address. The nodes remember the addresses of other tests: their clock stands still. */
  const from = (localAddress: string, target: string, headers: Headers = {}, { port } = site.nginx): Promise<Reply> =>
    request({ port, path: target, headers, localAddress });
  const statusesOf = async (count: number, send: () => Promise<Reply>): Promise<number[]> =>
    (await Promise.all(Array.from({ length: count }, send))).map(({ status }) => status);
  const open = ['/health', '/docs'];
  async function areOpenTo(address: string): Promise<void> {
    for (const target of [...open, ...open, ...open]) {
      assert.equal((await from(address, target)).status, 200, `${target} from ${address}`);
    }
  }

  /** An nginx in front of a server of the test. */
  async function inFrontOf(t: TestContext, listener: RequestListener): Promise<{ server: Server; nginx: Nginx }> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const nginx = await Nginx.start(path!, [(server.address() as AddressInfo).port]);
    t.after(() => nginx.close());
    return { server, nginx };
  }

  it('keep /health and /docs open to others while one address floods, whatever headers it sends', async () => {
    const signed = { 'x-signature': 'x' };
    const targets = [...open, '/nothing', '/api/v1x', '//api/v1/cities', '/?/api/v1/cities'];
    let others = 0;
    for (const headers of [{}, signed, { ...signed, 'x-forwarded-for': '192.0.2.1' }]) {
      for (const target of targets) {
        const statuses = await statusesOf(200, () => from('127.0.0.66', target, headers));
        assert.ok(statuses.includes(429), `${target} is limited with ${JSON.stringify(headers)}`);
        await areOpenTo(`127.0.2.${(others += 1)}`);
      }
    }
  });

  it('keep them open while one address floods the API with signatures that are not valid', async () => {
    const flood = await statusesOf(2 * UNSIGNED_BURST_PER_SECOND + 1, () => from('127.0.0.67', CITIES, INVALID));
    assert.deepEqual([...new Set(flood)].sort(), [401, 429], 'a node counts them for the caller');
    assert.equal((await from('127.0.0.97', CITIES, INVALID)).status, 401, 'and not for everybody');
    await areOpenTo('127.0.0.97');
    const valid = await from('127.0.0.67', CITIES, site.headers('GET', CITIES));
    assert.equal(valid.status, 200, 'a valid signature counts by credential');
  });

  it('let many callers together use more than a node allows one', async () => {
    const addresses = Array.from({ length: 10 }, (_, i) => `127.0.1.${i + 1}`);
    const statuses = await Promise.all(addresses.map((address) => statusesOf(30, () => from(address, '/health'))));
    assert.deepEqual([...new Set(statuses.flat())], [200], '300 in one second of the two nodes');
  });

  it('tell the nodes the address of the caller, not what the caller says', async (t) => {
    const got: unknown[] = [];
    const { nginx } = await inFrontOf(t, ({ headers }, outgoing) => {
      got.push(headers['x-forwarded-for']);
      outgoing.end('{}');
    });
    await from('127.0.0.66', '/', {}, nginx);
    await from('127.0.0.66', '/', { 'x-forwarded-for': '192.0.2.1' }, nginx);
    assert.deepEqual(got, ['127.0.0.66', '127.0.0.66']);
  });

  it('are wider for what has a signature, and no narrower than the widest tier', async (t) => {
    const written = /zone=signed:10m rate=(\d+)r\/s;[^]*zone=signed burst=(\d+) /.exec(readText('deploy/nginx.conf'))!;
    const widest = Math.max(...Object.values(RATE_TIERS).map((tier) => tier?.perSecond ?? 0));
    for (const value of written.slice(1)) assert.ok(Number(value) >= widest, `${value} is below ${widest}`);

    const nginx = await Nginx.start(
      path!,
      nodes.map(({ port }) => port),
      { perSecond: 1, burst: 20 },
    );
    t.after(() => nginx.close());
    const ask = (address: string): Promise<Reply> => from(address, CITIES, site.headers('GET', CITIES), nginx);
    const replies = await Promise.all(Array.from({ length: 60 }, () => ask('127.0.0.66')));
    const { json, headers } = replies.find(({ status }) => status === 429)!;
    assert.equal(failures.assert(json as object, 'limited'), 'RATE_LIMIT_EXCEEDED');
    const { limit, window } = json.error.details;
    assert.deepEqual([limit, window, headers['x-ratelimit-limit']], [1_000, 1, '1000']);
    assert.equal((await ask('127.0.0.98')).status, 200);
  });

  it('let one address have 256 requests under way, and others more', async (t) => {
    const held: (() => void)[] = [];
    const { server, nginx } = await inFrontOf(t, (_, outgoing) => {
      held.push(() => outgoing.end('{}'));
    });
    const untilHeld = async (count: number): Promise<void> => {
      while (held.length < count) await once(server, 'request');
    };
    const ask = (address: string): Promise<Reply> => from(address, CITIES, { 'x-signature': 'x' }, nginx);
    const first = Array.from({ length: 256 }, () => ask('127.0.0.66'));
    await untilHeld(256);
    const { status, json, headers } = await ask('127.0.0.66');
    assert.equal(status, 429);
    assert.equal(failures.assert(json as object, 'limited'), 'RATE_LIMIT_EXCEEDED');
    assert.deepEqual([json.error.details.limit, headers['x-ratelimit-limit']], [256, '256']);
    const other = ask('127.0.0.98');
    await untilHeld(257);
    for (const release of held) release();
    for (const reply of await Promise.all([...first, other])) assert.equal(reply.status, 200);
  });
});
