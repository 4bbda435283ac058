// Only in npm run test:all.
// Timed: runs alone.
/** While somebody asks for the most that the limits allow, the quotes of others wait hardly longer than otherwise. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../../../src/package-root.js';
import { MAIN, partnerCredential, PATHS } from '../../support/app.js';
import { type ClientCredential, type Reply, request, sign } from '../../support/client.js';
import { areaIds, EDGE, pincodes } from './edge-world.js';

const OWN = partnerCredential(EDGE);
const EMPTY = partnerCredential('empty');
const QUIET_MS = 3_000;
/** Each request is asked so often, and the best of its times counts: anything may delay this machine once. */
const TIMES = 3;
/** Before answers were bounded, these requests delayed quotes by up to two seconds, a hundred times the quiet. */
const MOST_TIMES_QUIET = 10;
const TOLERANCE_MS = 250;
/** Of processor time: no request may hold up the front's event loop for longer, whatever the control thread does. */
const LONGEST_TURN_MS = 50;

interface Started {
  port: number;
  nowMs: number;
}

describe('quotes while others ask for the most that they may', () => {
  const all = pincodes();
  const areas = areaIds().map(String);
  const unknown = (members: number) =>
    `{${Array.from({ length: members }, (_, index) => `"nam${index}":${index}`).join()}}`;
  const get =
    (path: string, credential: ClientCredential = OWN, headers = {}) =>
    () =>
      send('GET', path, undefined, credential, headers);
  const post =
    (path: string, body: unknown, credential: ClientCredential = OWN, headers = {}) =>
    () =>
      send('POST', path, body, credential, headers);
  const HEAVY: Record<string, () => Promise<Reply>> = {
    'a page of zones with their places': get('/zones?limit=100&includeGeography=true&includeServices=true'),
    'a partner’s zones': get(`/partner-zones/${EDGE}?limit=100`),
    'a partner’s zones, compressed': get(`/partner-zones/${EDGE}?limit=100`, OWN, { 'accept-encoding': 'br' }),
    'comprehensive data, minimal': get('/partners/comprehensive-data?format=minimal'),
    'comprehensive data': get('/partners/comprehensive-data?includeInactive=true'),
    'comprehensive data, detailed': get(`/partners/comprehensive-data/${EDGE}?format=detailed`, MAIN),
    'discounts': get('/discounts?limit=100'),
    'charges': get(`/partner-charges/${EDGE}?limit=100`),
    'a search through all areas': get('/areas?limit=100&search=an&sortBy=cityId&sortOrder=desc'),
    'comprehensive data, read again': get(
      `/partners/comprehensive-data/${EDGE}?format=detailed&forceRefresh=true`,
      MAIN,
    ),
    'a bulk of charges that are there already': post('/customer-charges/bulk', {
      options: { skipDuplicates: true },
      charges: Array.from({ length: 1_000 }, (_, index) => ({
        type: 'cod',
        chargeType: 'flat',
        value: index + 1,
        customerId: `customer-${index}`,
      })),
    }),
    'a zone with the most places, which is refused': post('/zones', {
      name: 'Large',
      geographical: { areas: areas.slice(-20_000), pincodes: all },
    }),
    'a zone of which nothing exists': post(
      '/zones',
      { name: 'Nowhere', geographical: { areas: areas.slice(-20_000).map((id) => `9${id}000`), pincodes: all } },
      EMPTY,
    ),
    'all pincodes of India': () => send('POST', `/zones/${3 + moves++}/assign/pincodes`, { pincodes: all }, OWN),
    'a body of unknown members': post('/zones', unknown(60_000)),
    'a body of as many unknown members as are read': post(
      '/discounts',
      `{"fromWeight":1,"toWeight":2,"discountType":"flat","discountValue":1,"more":${unknown(19_000)}}`,
      OWN,
      { 'idempotency-key': 'k' },
    ),
    'a deep body': post('/zones', `[${Array.from({ length: 15_000 }, () => '['.repeat(30) + ']'.repeat(30)).join()}]`),
  };
  let moves = 0;
  let server: ChildProcess;
  let started: Started;
  let quietMs: number;

  const heard = async (): Promise<unknown> => ((await once(server, 'message')) as unknown[])[0];
  before(async () => {
    const compiled = import.meta.url.endsWith('.js');
    const path = new URL(`./edge-server.${compiled ? 'js' : 'ts'}`, import.meta.url);
    server = fork(path, { cwd: join(PACKAGE_ROOT), execArgv: compiled ? [] : ['--import', 'tsx'] });
    started = (await heard()) as Started;
  });
  after(async () => {
    server.send('end');
    await once(server, 'exit');
  });

  function send(
    method: string,
    relative: string,
    body: unknown,
    credential: ClientCredential,
    headers = {},
  ): Promise<Reply> {
    const path = relative.startsWith('/api/') ? relative : `/api/v1${relative}`;
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const signature = sign(method, path, credential, { nowSeconds: Math.floor(started.nowMs / 1_000) });
    return request({
      port: started.port,
      method,
      path,
      body: text,
      headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...signature, ...headers },
    });
  }

  /** The longest that a quote takes until `isOver`. */
  async function worstQuote(isOver: () => boolean): Promise<number> {
    let worstMs = 0;
    while (!isOver()) {
      const atMs = performance.now();
      const { status, text } = await send(
        'POST',
        PATHS.charges,
        {
          partnerId: EDGE,
          pickupPincode: '110001',
          deliveryPincode: '400001',
          weight: 500,
          shipmentType: 'B2C',
          paymentType: 'PREPAID',
        },
        MAIN,
      );
      assert.equal(status, 200, text);
      worstMs = Math.max(worstMs, performance.now() - atMs);
    }
    return worstMs;
  }

  async function worstDuring(ask: () => Promise<Reply>): Promise<number> {
    let isOver = false;
    const asked = ask().finally(() => {
      isOver = true;
    });
    const worstMs = await worstQuote(() => isOver);
    const { status, text } = await asked;
    assert.ok(status < 500 && status !== 404, text.slice(0, 300));
    return worstMs;
  }

  it('answers quotes while nothing else is asked', async () => {
    await worstQuote(deadline(QUIET_MS / 2));
    quietMs = Math.min(await worstQuote(deadline(QUIET_MS)), await worstQuote(deadline(QUIET_MS)));
    assert.ok(quietMs > 0);
  });

  for (const [name, ask] of Object.entries(HEAVY)) {
    it(`are delayed little by ${name}`, async () => {
      const worst: number[] = [];
      server.send('measure');
      await heard();
      for (let time = 0; time < TIMES; time++) worst.push(await worstDuring(ask));
      server.send('measured');
      const { longestTurnMs, errors } = (await heard()) as { longestTurnMs: number; errors: unknown[] };
      assert.deepEqual(errors, []);
      const bestMs = Math.min(...worst);
      const mostMs = MOST_TIMES_QUIET * quietMs + TOLERANCE_MS;
      const figures = `${bestMs.toFixed(0)} ms, quiet ${quietMs.toFixed(0)} ms, longest turn ${longestTurnMs.toFixed(0)} ms`;
      console.log(`# ${name}: ${figures}`);
      assert.ok(bestMs <= mostMs, `a quote waits ${figures}`);
      assert.ok(longestTurnMs <= LONGEST_TURN_MS, figures);
    });
  }
});

function deadline(ms: number): () => boolean {
  const endsAt = performance.now() + ms;
  return () => performance.now() >= endsAt;
}
