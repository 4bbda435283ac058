/** While somebody asks for the most that the limits allow, the quotes of others wait hardly longer than otherwise. */
import { strict as assert } from 'node:assert';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { areaIds, EDGE, pincodes } from '../../test/api/operations/edge-world.js';
import { MAIN, partnerCredential, PATHS } from '../../test/support/app.js';
import { type ClientCredential, type Reply, request, sign } from '../../test/support/client.js';
import type { Figure, Section } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import type { EdgeMessage } from '../servers/edge.js';

const OWN = partnerCredential(EDGE);
const EMPTY = partnerCredential('empty');
/** Before answers were bounded, these requests delayed quotes by up to two seconds, a hundred times the quiet. */
const MOST_TIMES_QUIET = 10;
/** Of processor time: no request may hold up the front's event loop for longer, whatever the control thread does. */
const LONGEST_TURN_MS = 50;

type Ask = () => Promise<Reply>;

/** The longest that a quote waits meanwhile, as a multiple of the longest without, and the front's longest turn. */
export async function benchMeanwhile({ rounds, roundSeconds }: Plan): Promise<Section> {
  const edge = await Edge.start();
  const asking = heavyRequests(edge);
  await edge.worstQuote(after(roundSeconds));
  const quietMs = Math.min(await edge.worstQuote(after(roundSeconds)), await edge.worstQuote(after(roundSeconds)));
  const figures: Figure[] = [];
  const turns: number[] = [];
  for (const [name, ask] of Object.entries(asking)) {
    await edge.tell('measure');
    const samples: number[] = [];
    for (let round = 0; round < rounds; round++) samples.push((await edge.worstDuring(ask)) / quietMs);
    const { longestTurnMs, errors } = await edge.tell('measured');
    assert.deepEqual(errors, []);
    turns.push(longestTurnMs!);
    // the best of the rounds: anything may delay a machine once
    figures.push({ name: `longest quote during ${name} / without`, value: Math.min(...samples), unit: 'x', samples });
  }
  await edge.stop();
  const times = figures.map(({ value }) => value);
  return {
    title: 'quotes while others ask for the most that they may',
    series: [],
    figures: [
      {
        name: 'longest quote meanwhile / without',
        value: Math.max(...times),
        unit: 'x',
        target: { atMost: MOST_TIMES_QUIET },
        isLargest: true,
        samples: times,
      },
      {
        name: 'longest turn of the front, in processor time',
        value: Math.max(...turns),
        unit: 'ms',
        target: { atMost: LONGEST_TURN_MS },
        samples: turns,
      },
      ...figures,
    ],
  };
}

function after(seconds: number): () => boolean {
  const endsAt = performance.now() + seconds * 1_000;
  return () => performance.now() >= endsAt;
}

function heavyRequests(edge: Edge): Record<string, Ask> {
  let moves = 0;
  const all = pincodes();
  const areas = areaIds().map(String);
  const unknown = (members: number) =>
    `{${Array.from({ length: members }, (_, index) => `"nam${index}":${index}`).join()}}`;
  const get =
    (path: string, credential: ClientCredential = OWN, headers = {}) =>
    () =>
      edge.send('GET', path, undefined, credential, headers);
  const post =
    (path: string, body: unknown, credential: ClientCredential = OWN, headers = {}) =>
    () =>
      edge.send('POST', path, body, credential, headers);
  return {
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
    'all pincodes of India': () => edge.send('POST', `/zones/${3 + moves++}/assign/pincodes`, { pincodes: all }, OWN),
    'a body of unknown members': post('/zones', unknown(60_000)),
    'a body of as many unknown members as are read': post(
      '/discounts',
      `{"fromWeight":1,"toWeight":2,"discountType":"flat","discountValue":1,"more":${unknown(19_000)}}`,
      OWN,
      { 'idempotency-key': 'k' },
    ),
    'a deep body': post('/zones', `[${Array.from({ length: 15_000 }, () => '['.repeat(30) + ']'.repeat(30)).join()}]`),
  };
}

/** bench/servers/edge.ts, and those who ask it. */
class Edge {
  private constructor(
    private readonly server: ChildProcess,
    private readonly port: number,
    private readonly nowMs: number,
  ) {}

  static async start(): Promise<Edge> {
    const server = fork(fileURLToPath(new URL('../servers/edge.js', import.meta.url)));
    const [{ port, nowMs }] = (await once(server, 'message')) as [EdgeMessage];
    return new Edge(server, port!, nowMs!);
  }

  async stop(): Promise<void> {
    this.server.send('end');
    await once(this.server, 'exit');
  }

  async tell(what: 'measure' | 'measured'): Promise<EdgeMessage> {
    this.server.send(what);
    return ((await once(this.server, 'message')) as [EdgeMessage])[0];
  }

  send(method: string, relative: string, body: unknown, credential: ClientCredential, headers = {}): Promise<Reply> {
    const path = relative.startsWith('/api/') ? relative : `/api/v1${relative}`;
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const signature = sign(method, path, credential, { nowSeconds: Math.floor(this.nowMs / 1_000) });
    return request({
      port: this.port,
      method,
      path,
      body: text,
      headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...signature, ...headers },
    });
  }

  /** The longest that a quote takes until `isOver`; at least one is asked for. */
  async worstQuote(isOver: () => boolean): Promise<number> {
    const question = {
      partnerId: EDGE,
      pickupPincode: '110001',
      deliveryPincode: '400001',
      weight: 500,
      shipmentType: 'B2C',
      paymentType: 'PREPAID',
    };
    let worstMs = 0;
    do {
      const atMs = performance.now();
      const { status, text } = await this.send('POST', PATHS.charges, question, MAIN);
      assert.equal(status, 200, text);
      worstMs = Math.max(worstMs, performance.now() - atMs);
    } while (!isOver());
    return worstMs;
  }

  async worstDuring(ask: Ask): Promise<number> {
    let isOver = false;
    const asked = ask().finally(() => {
      isOver = true;
    });
    const worstMs = await this.worstQuote(() => isOver);
    const { status, text } = await asked;
    assert.ok(status < 500 && status !== 404, text.slice(0, 300));
    return worstMs;
  }
}
