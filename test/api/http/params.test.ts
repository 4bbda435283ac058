import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { RouteTable, type Route } from '../../../src/http/route-table.js';
import { createMetrics } from '../../../src/metrics.js';
import { request } from '../../support/client.js';
import { RawConnection, rawRequest, responsesIn } from '../../support/raw.js';
import { mount, type Mounted } from './mount.js';
import type { Exchange } from '../../../src/http/exchange.js';

const route = (path: string, method: Route['method'] = 'GET'): Route => ({
  method,
  path,
  access: 'open',
  handle: () => {},
});
const tableOf = (...routes: Route[]): RouteTable => new RouteTable(routes, createMetrics().requestDuration);

describe('paths with parameters', () => {
  const PATHS = ['/a/{x}', '/a/{x}/c', '/a/b/{y}', '/{w}/b/c', '/a/b/c', '/{v}'];
  const table = tableOf(...PATHS.map((path) => route(path)));
  const found = (path: string): unknown => {
    const exact = table.find(path);
    if (exact !== undefined) return exact.routes.get('GET')!.path;
    const match = table.match(path);
    return match === undefined ? undefined : [match.known.routes.get('GET')!.path, match.params];
  };

  it('finds an exact path before a pattern, and the pattern with the earlier literal before another', () => {
    assert.deepEqual(found('/a/b/c'), '/a/b/c');
    assert.deepEqual(found('/a/b'), ['/a/{x}', { x: 'b' }]);
    assert.deepEqual(found('/a/b/d'), ['/a/b/{y}', { y: 'd' }]);
    assert.deepEqual(found('/a/z/c'), ['/a/{x}/c', { x: 'z' }]);
    assert.deepEqual(found('/z/b/c'), ['/{w}/b/c', { w: 'z' }]);
    assert.deepEqual(found('/z'), ['/{v}', { v: 'z' }]);
  });

  it('gives the same result in any order of the routes', () => {
    const reversed = tableOf(...[...PATHS].reverse().map((path) => route(path)));
    assert.equal(reversed.match('/a/b/d')!.known.routes.get('GET')!.path, '/a/b/{y}');
    assert.equal(reversed.match('/a/z/c')!.known.routes.get('GET')!.path, '/a/{x}/c');
  });

  it('matches exactly one segment with a parameter, and no empty one', () => {
    for (const path of ['/', '', '//', '/a/', '/a//c', '/a/b/', '/a/b/c/', '/a/b/c/d', '/z/z/z', 'a', 'x/a'])
      assert.equal(table.match(path), undefined, path);
  });

  it('decodes a parameter, and keeps one that cannot be decoded as sent', () => {
    const cases = {
      'x%20y': 'x y',
      'caf%C3%A9': 'café',
      '%2F': '/',
      '%25': '%',
      'a+b': 'a+b',
      '%': '%',
      '%zz': '%zz',
      '%ff': '%ff',
      'a%20%': 'a%20%',
      '__proto__': '__proto__',
    };
    for (const [sent, value] of Object.entries(cases))
      assert.deepEqual(table.match(`/a/${sent}`)!.params, { x: value }, sent);
  });

  it('compares literal segments as sent', () => {
    for (const path of ['/%61/x/c', '/A/x/c', '/a/x/%63']) assert.equal(table.match(path), undefined, path);
  });

  it('refuses ambiguous or malformed routes', () => {
    assert.throws(() => tableOf(route('/a/{x}'), route('/a/{x}')), /two routes for GET \/a\/\{x\}/);
    assert.throws(() => tableOf(route('/a/{x}'), route('/a/{y}', 'POST')), /match the same requests/);
    assert.throws(() => tableOf(route('/{x}/{x}')), /same name/);
    for (const path of ['/a/{x', '/a/x}', '/a/b{x}', '/a/{}', '/a/{x}{y}', '/a/{1}'])
      assert.throws(() => tableOf(route(path)), /whole segment/, path);
  });
});

describe('what a handler receives of a request', () => {
  let server: Mounted;
  before(async () => {
    server = await mount((respond) => {
      const tell = (exchange: Exchange, body: string): void => {
        const { params, query, conventions } = exchange;
        respond.send(exchange, 200, JSON.stringify({ params, query, conventions, body }));
      };
      return [
        { method: 'GET', path: '/open', access: 'open', handle: tell },
        { method: 'GET', path: '/zones/{zoneId}', access: 'signed', handle: tell },
        { method: 'POST', path: '/zones/{zoneId}/pincodes/{pincode}', access: 'signed', handle: tell },
        { method: 'GET', path: '/zones/{zoneId}/pincodes/{pincode}', access: 'signed', handle: tell },
      ];
    });
  });
  after(() => server.close());
  let given: Record<string, string>;
  beforeEach(() => {
    given = {};
  });

  const get = (path: string) =>
    request({ port: server.port, path, headers: { ...given, ...server.signed('GET', path) } });

  it('is the decoded parameters of a path that is signed as sent', async () => {
    const { status, json } = await get('/zones/north%20east');
    assert.equal(status, 200);
    assert.deepEqual(json.params, { zoneId: 'north east' });
    const refused = await request({
      port: server.port,
      path: '/zones/north%20east',
      headers: server.signed('GET', '/zones/north east'),
    });
    assert.equal(refused.json.error.details.reason, 'SIGNATURE_MISMATCH');
  });

  it('is the parameters in addition to a body', async () => {
    const path = '/zones/a/pincodes/110001';
    const headers = { ...server.signed('POST', path), 'content-type': 'application/json', 'content-length': '2' };
    const { json } = await request({ port: server.port, method: 'POST', path, headers, body: '{}' });
    assert.deepEqual([json.params, json.body], [{ zoneId: 'a', pincode: '110001' }, '{}']);
  });

  it('is no parameters and an empty query when there are none', async () => {
    const { json } = await request({ port: server.port, path: '/open' });
    const conventions = {
      accept: '',
      ifMatch: '',
      ifNoneMatch: '',
      acceptEncoding: '',
      idempotencyKey: null,
      prefer: '',
    };
    assert.deepEqual(json, { params: {}, query: '', conventions, body: '' });
  });

  it('is the query exactly as sent', async () => {
    for (const [path, query] of [
      ['/zones/a?', ''],
      ['/zones/a?x=1&x=%20+&&=y', 'x=1&x=%20+&&=y'],
      ['/zones/a?b?c=/', 'b?c=/'],
    ] as const) {
      assert.equal((await get(path)).json.query, query);
    }
  });

  it('is the convention headers, with lists joined', async () => {
    const lines = [
      'Host: a',
      'If-Match: "c"',
      'IF-MATCH: "d"',
      'If-None-Match: "a"',
      'if-none-match: W/"b"',
      'ACCEPT-ENCODING: br',
      'Accept-Encoding: gzip;q=0.5',
      'Cache-Control: no-cache',
      'Idempotency-Key: key 1',
      'X-Forwarded-For: 1.2.3.4',
      'Accept-Language: en',
      'Prefer: wait=1',
      'prefer: handling=strict',
      'Accept: text/html',
      'ACCEPT: */*;q=0.1',
    ];
    const connection = await RawConnection.open(server.port);
    await connection.send(rawRequest('GET', '/open', lines));
    const [response] = responsesIn(await connection.until(/\}$/));
    assert.deepEqual(response!.json!['conventions'], {
      accept: 'text/html, */*;q=0.1',
      ifMatch: '"c", "d"',
      ifNoneMatch: '"a", W/"b"',
      acceptEncoding: 'br, gzip;q=0.5',
      idempotencyKey: 'key 1',
      prefer: 'wait=1, handling=strict',
    });
    connection.destroy();
  });

  it('never includes two Idempotency-Keys', async () => {
    const connection = await RawConnection.open(server.port);
    await connection.send(rawRequest('GET', '/open', ['Host: a', 'Idempotency-Key: 1', 'idempotency-key: 1']));
    const [response] = responsesIn(await connection.untilClosed());
    assert.equal(response!.status, 400);
    assert.match(JSON.stringify(response!.json), /Idempotency-Key was given more than once/);
  });

  it('is nothing for a wrong method (405 with Allow) or another path (404)', async () => {
    for (const [method, path, allow] of [
      ['POST', '/zones/a', 'GET, HEAD'],
      ['DELETE', '/zones/a/pincodes/1', 'GET, HEAD, POST'],
    ] as const) {
      const reply = await request({ port: server.port, method, path, body: '' });
      assert.deepEqual([reply.status, reply.headers.allow], [405, allow]);
    }
    for (const path of ['/zones/', '/zones', '/zones//pincodes/1', '/zones/a/pincodes/', '/zones/a/b'])
      assert.equal((await get(path)).status, 404, path);
  });

  it('is counted under the pattern', async () => {
    await get('/zones/never-seen-before');
    const text = await server.metrics.registry.metrics();
    assert.match(text, /route="\/zones\/\{zoneId\}",method="GET",status="200"/);
    assert.doesNotMatch(text, /never-seen-before/);
  });
});
