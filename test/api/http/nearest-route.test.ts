/** The answer to a path that does not exist. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { CONTRACTS } from '../../../src/contract/contracts.js';
import { NearestRoutes, shownRequest } from '../../../src/http/nearest-route.js';
import { MAX_COMPARED_PATH_LENGTH, MAX_SHOWN_METHOD_LENGTH, MAX_SHOWN_PATH_LENGTH } from '../../../src/limits/http.js';
import { request } from '../../support/client.js';
import { startFrontEnd, type TestFrontEnd } from '../../support/front-end.js';
import { RawConnection, rawRequest, responsesIn } from '../../support/raw.js';

const DOCS = { method: 'GET', path: '/docs' };
const FILES = [
  { method: 'GET', path: '/docs/page.js' },
  { method: 'GET', path: '/favicon.ico' },
];
const nearest = new NearestRoutes([...CONTRACTS, DOCS, ...FILES]);

describe('the nearest route', () => {
  const found = (routes: Record<string, string>): void => {
    for (const [sent, expected] of Object.entries(routes)) {
      const [method, path] = sent.split(' ');
      assert.equal(nearest.find(method!, path!), expected, sent);
    }
  };

  it('is the misspelled one', () => {
    found({
      'POST /api/v1/shipment/assign': 'POST /api/v1/shipment-assignment/assign',
      'POST /api/v1/shipment/calculate-charge': 'POST /api/v1/shipments/calculate-charges',
      'GET /api/v1/citeis': 'GET /api/v1/cities',
      'GET /healthz': 'GET /health',
      'GET /metric': 'GET /metrics',
      'POST /api/v1/zones/7/assign/pincode': 'POST /api/v1/zones/{zoneId}/assign/pincodes',
    });
  });

  it('is the one with different case, an additional slash, or without its prefix', () => {
    found({
      'GET /docs/': 'GET /docs',
      'GET /API/V1/Cities': 'GET /api/v1/cities',
      'GET //api//v1/cities': 'GET /api/v1/cities',
      'GET /cities': 'GET /api/v1/cities',
      'GET /v1/cities': 'GET /api/v1/cities',
      'GET /api/v2/cities': 'GET /api/v1/cities',
      'POST /calculate-charges': 'POST /api/v1/shipments/calculate-charges',
      'GET /api/v1/openapi.json': 'GET /openapi.json',
      'GET /api': 'GET /api/v1',
    });
  });

  it('accepts a missing parameter, and refuses an additional segment', () => {
    found({
      'GET /api/v1/partner-packages': 'GET /api/v1/partner-packages/{partnerId}',
      'GET /api/v1/partner-package/acme': 'GET /api/v1/partner-packages/{partnerId}',
      'GET /api/v1/zones/5': 'GET, POST /api/v1/zones',
    });
  });

  it('lists every method of its path, and prefers a path with the sent method', () => {
    found({ 'GET /api/v1/zone': 'GET, POST /api/v1/zones', 'DELETE /api/v1/zone': 'GET, POST /api/v1/zones' });
    const two = new NearestRoutes([
      { method: 'GET', path: '/aaaa' },
      { method: 'POST', path: '/aaab' },
    ]);
    const ofEach = ['GET', 'HEAD', 'POST', 'PUT'].map((method) => two.find(method, '/aaac'));
    assert.deepEqual(ofEach, ['GET /aaaa', 'GET /aaaa', 'POST /aaab', 'GET /aaaa']);
  });

  it('is a question by what people call it, where that is the whole path', () => {
    const [charges, check] = ['POST /api/v1/shipments/calculate-charges', 'POST /api/v1/partners/availability/check'];
    found({ 'POST /api/v1/quote': charges, 'GET /api/v1/rates': charges, 'GET /price': charges });
    found({ 'GET /couriers': check, 'POST /api/v1/courier': check });
    found({ 'POST /api/v1/quotes/reply': 'POST /api/v1/quotes/replay' });
  });

  it('has no word that is more than a third of it and was not sent', () => {
    found({ 'GET /admin': 'GET /', 'POST /api/v1/admin': 'GET /api/v1' });
    found({ 'POST /api/v1/shipment-assignment': 'POST /api/v1/shipment-assignment/assign' });
    found({ 'POST /partners/availability': 'POST /api/v1/partners/availability/check' });
  });

  it('is the root when nothing is similar, and never a file of the documentation page', () => {
    found({ 'GET /wp-login.php': 'GET /', 'GET /.env': 'GET /', 'GET /favicon.png': 'GET /' });
    found({ 'GET /docs/page.jss': 'GET /docs', 'GET /api/v1/wallets': 'GET /api/v1' });
  });

  it('is found for any path, however long or deep, by its beginning', () => {
    const start = '/api/v1/citie';
    const ends = ['/x'.repeat(600), 'x'.repeat(1_200), '/'.repeat(1_200), '/%2e%2e'.repeat(100), '\u00ff'.repeat(500)];
    for (const rest of ends) {
      assert.match(nearest.find('GET', start + rest), /^GET[A-Z, ]* \//);
    }
    const slashes = '/'.repeat(MAX_COMPARED_PATH_LENGTH - '/cities'.length);
    assert.equal(nearest.find('GET', `${slashes}/cities`), 'GET /api/v1/cities');
    assert.equal(nearest.find('GET', `${slashes}/${'/cities'}`), 'GET /api/v1/cities', 'one character is cut off');
    assert.equal(nearest.find('GET', `${slashes}////cities`), 'GET /', 'too little of it is left');
  });
});

describe('a request as an answer shows it', () => {
  const METHOD = 'A'.repeat(MAX_SHOWN_METHOD_LENGTH);

  it('is shown as sent when it is short and plain', () => {
    assert.equal(shownRequest('POST', '/api/v1/shipment;a=%00&<b>'), 'POST /api/v1/shipment;a=%00&<b>');
    const longest = `/${'a'.repeat(MAX_SHOWN_PATH_LENGTH - 1)}`;
    assert.equal(shownRequest(METHOD, longest), `${METHOD} ${longest}`);
  });

  it('is shortened when long, and shows a question mark for every other character', () => {
    const long = `/${'a'.repeat(MAX_SHOWN_PATH_LENGTH)}`;
    assert.equal(shownRequest(`${METHOD}A`, long), `${METHOD}... ${long.slice(0, -1)}...`);
    assert.equal(shownRequest('G\u001bT', '/\u0000\u001b[31m\u007f\r\n\u00e9\u202e x'), 'G?T /??[31m??????x');
  });
});

describe('an unknown path', () => {
  let server: TestFrontEnd;
  before(async () => {
    server = await startFrontEnd();
  });
  after(() => server.frontEnd.close(0));
  beforeEach(() => {
    server.clock.nowMs += 60_000;
  });

  it('is answered with itself without its query, the nearest route and the documentation', async () => {
    const path = '/api/v1/shipment/assign?secret=1';
    const { status, json, text } = await request({ port: server.port, method: 'POST', path, body: '{}' });
    assert.equal(status, 404);
    assert.deepEqual(json.error, {
      code: 'NOT_FOUND',
      message: 'No such route: POST /api/v1/shipment/assign',
      details: { nearest: 'POST /api/v1/shipment-assignment/assign', docs: '/docs' },
    });
    assert.ok(!text.includes('secret'));
    assert.equal((await request({ port: server.port, path: '/docs' })).status, 200);
  });

  it('is shown as visible ASCII only, whatever arrives', async () => {
    const connection = await RawConnection.open(server.port);
    await connection.send(Buffer.from(rawRequest('GET', '/caf\u00e9\u009b2J<script>', ['Host: a']), 'latin1'));
    const [response] = responsesIn(await connection.until(/\}$/));
    connection.destroy();
    assert.equal(response!.status, 404);
    const { message } = response!.json!['error'] as { message: string };
    assert.match(message, /^No such route: GET \/caf[\x21-\x7e]+$/);
  });

  it('is not compared when its address is over its limit', async (t) => {
    const find = t.mock.method(NearestRoutes.prototype, 'find');
    const paths = Array.from({ length: 150 }, (_, at) => `/nowhere-${at}`);
    const replies = await Promise.all(paths.map((path) => request({ port: server.port, path })));
    const limited = replies.filter(({ status }) => status === 429);
    assert.ok(limited.length > 0);
    assert.equal(find.mock.callCount(), replies.length - limited.length);
  });
});
