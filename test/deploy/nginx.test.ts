// Only in npm run test:all.
/** deploy/nginx.conf in a real nginx, in front of two real nodes: requests pass unchanged or are kept out. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { createServer, type AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_BODY_BYTES } from '../../src/limits/http.js';
import { availability, charges } from '../api/questions/fixture.js';
import { Failures } from '../contract/held.js';
import { PATHS, type TestApp } from '../support/app.js';
import { request } from '../support/client.js';
import { find, needs } from '../support/needs.js';
import { PARSER } from '../support/parser.js';
import { RawConnection, rawRequest, responsesIn } from '../support/raw.js';
import { Nginx } from './nginx.js';
import { Site, startNodes } from './site.js';

const path = find('nginx');

const BODY = JSON.stringify(charges());
const CITIES = '/api/v1/cities?limit=1';
const failures = new Failures();

/** nginx does not show when it has read a segment: after this time it nearly always has. */
const SEGMENT_GAP_MS = 3;
const gap = (): Promise<unknown> => pause(SEGMENT_GAP_MS);

/** The answers of a connection to `segments`, until they match `pattern`; `between` runs after each but the last. */
async function exchange(
  port: number,
  segments: readonly string[],
  { between = gap, pattern = /\r\n\r\n[^]*\}$/ } = {},
): Promise<ReturnType<typeof responsesIn>[number]> {
  const connection = await RawConnection.open(port);
  try {
    for (const [i, segment] of segments.entries()) {
      if (i > 0) await between();
      await connection.send(segment);
    }
    return responsesIn(await connection.until(pattern))[0]!;
  } finally {
    connection.destroy();
  }
}

describe('the proxy', { skip: needs('nginx') }, () => {
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
  afterEach(async () => {
    const complaints = site.nginx.errors();
    await site.nginx.close();
    assert.doesNotMatch(complaints, /\[(crit|alert|emerg)\]/);
    for (const node of nodes) assert.deepEqual(node.errors, []);
  });

  it('forwards a signed GET and a signed POST to each of the nodes', async () => {
    for (let i = 0; i < 4; i++) {
      assert.equal((await site.get(CITIES)).status, 200);
      const { status, json, headers } = await site.post(PATHS.charges, BODY);
      assert.equal(status, 200);
      assert.equal(
        json.data.charges.totalAmount,
        (await site.nodes[0]!.ask('charges', charges())).json.data.charges.totalAmount,
      );
      assert.equal(headers['uwebsockets'], undefined, "the header of the nodes' server is hidden");
    }
    assert.deepEqual(
      [...new Set((await site.nginx.accesses(8)).map(({ node }) => node))].sort(),
      site.nodes.map(({ port }) => `127.0.0.1:${port}`).sort(),
    );
  });

  it('forwards path and query as they were signed', async () => {
    const signed = {
      'an escaped letter': '/api/v1/citie%73?limit=1',
      'two slashes': '/api/v1//cities',
      'dots': '/api/v1/x/../cities',
      'an empty query': '/api/v1/cities?',
      'bytes that are no UTF-8': '/api/v1/cities?search=%ff%fe',
      'a plus, a slash and a space': '/api/v1/cities?search=a+b%2Fc%20d&limit=1',
      'a question mark': '/api/v1/cities?search=a?b',
      'lower-case escapes': '/api/v1/cities?search=%e0%a4%ae%e0%a5%81',
    };
    for (const [name, target] of Object.entries(signed)) {
      const direct = await request({ port: site.nodes[0]!.port, path: target, headers: site.headers('GET', target) });
      const { status, json } = await site.get(target);
      assert.equal(status, direct.status, name);
      assert.notEqual(status, 401, name);
      assert.equal(json.error?.code, direct.json.error?.code, name);
    }
    assert.equal(
      (await site.get('/api/v1/cities?limit=1', site.headers('GET', '/api/v1/cities?limit=2'))).status,
      401,
      'a signature of another path is refused',
    );
  });

  it('joins a request line that is split over two segments, wherever it is cut', async () => {
    const text = rawRequest(
      'POST',
      PATHS.charges,
      site.lines('POST', PATHS.charges, `Content-Length: ${BODY.length}`),
      BODY,
    );
    const cuts = Array.from({ length: text.indexOf('\r\n') + 4 }, (_, i) => [text.slice(0, i + 1), text.slice(i + 1)]);
    for (const segments of cuts)
      assert.equal((await exchange(site.nginx.port, segments)).status, 200, JSON.stringify(segments[0]));
    // a node that has answered a later request has read the earlier ones
    const { port } = nodes[0]!;
    const between = () => request({ port, path: '/health/live' });
    const statuses = new Set<number>();
    for (const segments of cuts)
      statuses.add((await exchange(port, segments, { between, pattern: /\r\n\r\n/ })).status);
    assert.equal(statuses.has(505), !PARSER.joinsRequestLine, 'only the older build needs this');
  });

  it('forwards a body with its length, for all pieces and framings in which it arrives', async () => {
    const pieces = [
      '7;name=value\r\n',
      BODY.slice(0, 7),
      '\r\n',
      `${(BODY.length - 7).toString(16)};x="a;b"\r\n`,
      BODY.slice(7),
      '\r\n0\r\nTrailer: x\r\n\r\n',
    ];
    const head = rawRequest('POST', PATHS.charges, site.lines('POST', PATHS.charges, 'Transfer-Encoding: chunked'));
    const { status, json } = await exchange(site.nginx.port, [head, ...pieces]);
    assert.equal(status, 200, JSON.stringify(json));
  });

  it('accepts HTTP/1.0 and HTTP/2', async () => {
    const old = rawRequest('GET', CITIES, site.lines('GET', CITIES)).replace('HTTP/1.1', 'HTTP/1.0');
    assert.equal((await exchange(site.nginx.port, [old])).status, 200);

    const session = connectHttp2(`http://127.0.0.1:${site.nginx.http2Port}`);
    try {
      const stream = session.request({
        ':method': 'POST',
        ':path': PATHS.charges,
        'content-type': 'application/json',
        ...site.headers('POST', PATHS.charges),
      });
      stream.end(BODY);
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      assert.equal(headers[':status'], 200);
    } finally {
      session.destroy();
    }
  });

  /** Refused with the envelope, by nginx or a node. nginx drops the caller's id of a request that it could not read. */
  async function refused(text: string, status: number): Promise<void> {
    const response = await exchange(site.nginx.port, [text]);
    const label = JSON.stringify(text.slice(0, 200));
    assert.equal(response.status, status, label);
    failures.assert(response.json as object, label);
    assert.match(response.head, new RegExp(`^x-request-id: ${response.json!['request_id'] as string}\r$`, 'mi'), label);
    assert.match(response.head, /^content-type: application\/json\r$/im, label);
  }

  it('refuses requests that two parsers could read in two ways', async () => {
    const post = (...lines: string[]): string =>
      rawRequest('POST', PATHS.charges, site.lines('POST', PATHS.charges, ...lines), BODY);
    const length = `Content-Length: ${BODY.length}`;
    await refused(post(length, 'Content-Length: 3'), 400);
    await refused(post(length, length), 400);
    await refused(post('Content-Length: 1x'), 400);
    await refused(post(length, 'Transfer-Encoding: chunked'), 400);
    await refused(post('Transfer-Encoding: gzip'), 400);
    await refused(post('Transfer-Encoding: gzip, chunked'), 400);
    await refused(post('Transfer-Encoding: chunked', 'Transfer-Encoding: identity'), 400);
    await refused(post(': x', length), 400);
    await refused(post(length, 'Host: other'), 400);
    await refused(post(length, 'X-Service-Id: other'), 400);
    await refused(post('Transfer-Encoding: chunked').replace(BODY, 'zz\r\n'), 400);
    await refused('GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n', 400);
    await refused('GET /../x HTTP/1.1\r\nHost: a\r\n\r\n', 400);
    await refused('GET / HTTP/3.0\r\nHost: a\r\n\r\n', 400);
    await refused('nonsense\r\n\r\n', 400);
    await refused('TRACE / HTTP/1.1\r\nHost: a\r\n\r\n', 405);
  });

  it('refuses a body over 1 MiB, announced or not, and accepts one of exactly that size', async () => {
    const { status, json } = await site.post(PATHS.charges, ' '.repeat(2 * MAX_BODY_BYTES));
    assert.equal(status, 413);
    assert.equal(failures.assert(json as object, '2 MiB'), 'PAYLOAD_TOO_LARGE');
    const chunk = ' '.repeat(MAX_BODY_BYTES);
    await refused(
      `${rawRequest('POST', PATHS.charges, site.lines('POST', PATHS.charges, 'Transfer-Encoding: chunked'))}${(chunk.length + 1).toString(16)}\r\n${chunk} \r\n0\r\n\r\n`,
      413,
    );
    assert.equal((await site.post(PATHS.charges, BODY.padEnd(MAX_BODY_BYTES))).status, 200);
  });

  it('refuses a request line and headers that a node could not accept, and nodes accept all that pass', async () => {
    const long = (length: number): string => `/api/v1/cities?limit=1&search=${'x'.repeat(length)}`;
    await refused(rawRequest('GET', long(1_300), site.lines('GET', long(1_300))), 414);
    await refused(rawRequest('GET', CITIES, site.lines('GET', CITIES, `X-Long: ${'x'.repeat(1_300)}`)), 431);
    const many = (count: number): string[] =>
      Array.from({ length: count }, (_, i) => `X-Filler-${i}: ${'x'.repeat(100)}`);
    await refused(rawRequest('GET', CITIES, site.lines('GET', CITIES, ...many(40))), 431);
    // the fullest request that nginx lets through: 400 means that the node has read it and refuses so long a search
    const target = long(1_200);
    const passed = [];
    for (let count = 0; count < 40; count++) {
      const { status, head } = await exchange(site.nginx.port, [
        rawRequest('GET', target, site.lines('GET', target, ...many(count))),
      ]);
      if (status === 431) break;
      assert.equal(status, 400, head);
      assert.match(head, /x-request-id: (?!$)/i);
      passed.push(count);
    }
    assert.ok(passed.length > 5, `${passed.length} further headers pass`);
    const accesses = await site.nginx.accesses(3 + passed.length);
    assert.ok(
      accesses.every(
        ({ node, node_status }) => node === '' || (/^[234]\d\d$/.test(node_status) && node_status !== '431'),
      ),
      'no node got more than it accepts',
    );
  });

  it('forwards a valid request id, and replaces any other one', async () => {
    const { headers, json } = await site.get('/api/v1/nothing', { 'x-request-id': 'mine_1-a' });
    assert.equal(headers['x-request-id'], 'mine_1-a');
    assert.equal(json.request_id, 'mine_1-a');
    const given = (await site.get('/metrics', { 'x-request-id': 'not mine!' })).json.request_id as string;
    assert.match(given, /^[0-9a-f]{32}$/);
    const fresh = (await site.get(CITIES)).headers['x-request-id'] as string;
    const logged = (await site.nginx.accesses(3)).map(({ request_id }) => request_id);
    for (const id of ['mine_1-a', given, fresh]) assert.ok(logged.includes(id), `${id} is not in ${logged.join()}`);
  });

  it('does not forward /metrics and /health/info in any spelling', async () => {
    for (const target of [
      '/metrics',
      '/metrics?x',
      '/%6detrics',
      '/x/../metrics',
      '/./metrics',
      '/health/info',
      '/health/%69nfo',
    ]) {
      const { status, json } = await site.get(target);
      assert.equal(status, 404, target);
      assert.equal(failures.assert(json as object, target), 'NOT_FOUND');
    }
    assert.ok(
      (await site.nginx.accesses(7)).every(({ node }) => node === ''),
      'no node got a request',
    );
    for (const target of ['/health', '/health/ready', '/docs', '/openapi.json'])
      assert.equal((await request({ port: site.nginx.port, path: target })).status, 200, target);
    assert.equal(
      (await site.get('/api/v1/debug/partner-info')).status,
      (await site.nodes[0]!.get('/debug/partner-info')).status,
    );
  });

  it('counts unsigned requests by address, below what a node allows the proxy, and never signed ones', async () => {
    const askedAt = Date.now() / 1_000;
    const replies = await Promise.all(
      Array.from({ length: 80 }, () => request({ port: site.nginx.port, path: '/api/v1/cities' })),
    );
    const limited = replies.filter(({ status }) => status === 429);
    assert.ok(
      limited.length > 0 && limited.length <= 20,
      `${limited.length} of 80 were limited, of which 60 and some pass`,
    );
    assert.ok(replies.every(({ status }) => status === 401 || status === 429));
    const { json, headers } = limited[0]!;
    assert.equal(failures.assert(json as object, 'limited'), 'RATE_LIMIT_EXCEEDED');
    assert.equal(headers['retry-after'], '1');
    assert.equal(headers['x-ratelimit-remaining'], '0');
    const resetAt = Number(headers['x-ratelimit-reset']);
    assert.ok(resetAt > askedAt - 1 && resetAt < Date.now() / 1_000 + 2, `${resetAt}, asked at ${askedAt}`);
    const signed = await Promise.all(Array.from({ length: 200 }, () => site.get(CITIES)));
    assert.ok(signed.every(({ status }) => status === 200));
  });

  it('sends everything to one node when the other is down, and answers 502 when both are', async () => {
    for (let i = 0; i < 8; i++) assert.equal((await site.post(PATHS.charges, BODY)).status, 200);
    await site.nodes[0]!.app.close();
    for (let i = 0; i < 12; i++) {
      assert.equal((await site.get(CITIES)).status, 200);
      assert.equal((await site.post(PATHS.availability, JSON.stringify(availability()))).status, 200);
      assert.equal(
        (await site.post('/api/v1/discounts', '{}')).status,
        400,
        'a write that was not sent goes to the other node',
      );
    }
    await site.nodes[1]!.app.close();
    const { status, json, headers } = await site.post(PATHS.charges, BODY);
    assert.equal(status, 502);
    assert.equal(json.error.code, 'BAD_GATEWAY');
    assert.equal(headers['retry-after'], '1');
    assert.equal(json.request_id, headers['x-request-id']);
  });

  it('repeats a request during which a node died only if it changes nothing', async () => {
    let died = 0;
    const dying = createServer((socket) => {
      socket
        .on('error', () => {})
        .once('data', () => {
          died += 1;
          socket.destroy();
        });
    }).listen(0, '127.0.0.1');
    const well = createHttpServer((incoming, outgoing) => {
      incoming.resume().once('end', () => outgoing.end('{}'));
    }).listen(0, '127.0.0.1');
    await Promise.all([once(dying, 'listening'), once(well, 'listening')]);
    const nginx = await Nginx.start(
      path!,
      [dying, well].map((server) => (server.address() as AddressInfo).port),
    );
    /** The status of the first such request that the dying node got. */
    const statusOver = async (method: string, target: string): Promise<number> => {
      for (const diedBefore = died; ;) {
        const { status } = await request({
          port: nginx.port,
          method,
          path: target,
          ...(method === 'POST' && { body: BODY }),
        });
        if (died > diedBefore) return status;
      }
    };
    try {
      assert.equal(await statusOver('POST', PATHS.assignment), 502);
      assert.equal(await statusOver('POST', PATHS.charges), 200);
      assert.equal(await statusOver('GET', CITIES), 200);
    } finally {
      await nginx.close();
      dying.close();
      well.close();
    }
  });
});
