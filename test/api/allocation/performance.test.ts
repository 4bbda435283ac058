/** The figures of outcomes over HTTP: what they are, and what quotes, policies and the linter make of them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { getPartnerPerformance } from '../../../src/contract/performance.js';
import { groupBy } from '../../../src/model/members.js';
import { Failures, Held } from '../../contract/held.js';
import { counts, figuresOf, riskOf, type Sums } from '../../reference/performance.js';
import { randomSums } from '../../reference/random-sums.js';
import { seededRng } from '../../reference/random.js';
import { MAIN, partnerCredential, type TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { until } from '../../support/until.js';
import { accepted, backtested, parcelBody, SEARCH, startUsualDemo } from './usual-demo.js';

const held = new Held(getPartnerPerformance, new Failures());
let app: TestApp;
/** Who can carry the parcel, the best first. */
let usual: string[];
let courier: string;
let other: string;
let sums: Sums[];
let atMs: number;
let places: { pincode: string; cityId: number; stateId: number }[];

/** As another program: the imports of outcomes are tested elsewhere. */
async function imported(all: readonly Sums[]): Promise<void> {
  await app.store.addOutcomeSums(all, new Date(atMs).toISOString());
  await app.restart();
}

before(async () => {
  ({ app, usual } = await startUsualDemo());
  [courier, other] = [usual[1]!, usual[2]!];
  atMs = app.clock.nowMs;
  places = (await app.store.load(['pincodes'])).pincodes;
  const around = places.filter(({ stateId }) => stateId === placeOf(SEARCH.deliveryPincode).stateId);
  const pincodes = [
    '560001',
    '560002',
    '570001',
    '110001',
    '999999',
    ...around.slice(0, 40).map((each) => each.pincode),
  ];
  sums = randomSums(seededRng(7), 900, { partnerIds: [courier, other], pincodes, atMs });
  await imported(sums);
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

const placeOf = (pincode: string) => places.find((place) => place.pincode === pincode)!;
const ask = (query: string, credential = MAIN, partnerId = courier): Promise<Reply> =>
  app.get(`/partners/${partnerId}/performance?${query}`, credential);

async function rowsOf(query: string, credential = MAIN): Promise<Reply['json'][]> {
  const reply = await ask(query, credential);
  assert.equal(reply.status, 200, reply.text);
  held.assert(reply, credential === MAIN ? 'service' : 'partner', query);
  return reply.json.data;
}

/** The rows of the reference model. */
function expectedRows(keyOf: (sums: Sums) => string | null, isWanted: (sums: Sums) => boolean = () => true) {
  const counted = sums.filter((each) => each.partnerId === courier && counts(each.week, atMs) && isWanted(each));
  const rows = [...groupBy(counted, keyOf)].map(([key, some]) => ({ key, ...figuresOf(some) }));
  return rows.sort((a, b) => b.n - a.n || ((a.key ?? '') < (b.key ?? '') ? -1 : 1));
}

describe('GET /partners/{partnerId}/performance', () => {
  it('has the figures of each key', async () => {
    const { states, cities } = await app.store.load(['states', 'cities']);
    const stateOf = ({ pincode }: Sums) => states.find(({ id }) => id === placeOf(pincode)?.stateId);
    const cityOf = ({ pincode }: Sums) => cities.find(({ id }) => id === placeOf(pincode)?.cityId);
    const nameless = (row: Reply['json']) => {
      const { name, ...others } = row;
      assert.notEqual(name, undefined);
      return others;
    };
    const byState = await rowsOf('');
    assert.deepEqual(
      byState.map(nameless),
      expectedRows((each) => stateOf(each)?.code ?? null),
    );
    assert.ok(byState.some(({ key, name }) => key === 'KA' && name === 'Karnataka'));
    assert.ok(
      byState.some(({ key, name }) => key === null && name === null),
      'the pincode that is gone',
    );
    const byCity = await rowsOf('groupBy=city');
    assert.deepEqual(
      byCity.map(nameless),
      expectedRows((each) => cityOf(each)?.id.toString() ?? null),
    );
    assert.ok(byCity.some(({ name }) => name === cityOf({ pincode: '560001' } as Sums)!.name));
    assert.deepEqual(
      await rowsOf('groupBy=pincode'),
      expectedRows(({ pincode }) => pincode),
    );
    assert.deepEqual(
      await rowsOf('groupBy=payment'),
      expectedRows(({ paymentType }) => paymentType),
    );
    const day = ({ week }: Sums): string => new Date(week * 86_400_000).toISOString().slice(0, 10);
    const weeks = expectedRows(day).sort((a, b) => (a.key! < b.key! ? -1 : 1));
    assert.deepEqual(await rowsOf('groupBy=week'), weeks);
    const { weeks: span } = (await ask('')).json;
    assert.ok(span.from <= weeks[0]!.key! && weeks.at(-1)!.key! <= span.to);
  });

  it('has those of a payment type, a state and a city', async () => {
    const { cityId, stateId } = placeOf('560001');
    const isCod = ({ paymentType }: Sums) => paymentType === 'COD';
    assert.deepEqual(
      await rowsOf('groupBy=payment&paymentType=COD'),
      expectedRows(() => 'COD', isCod),
    );
    assert.deepEqual(
      await rowsOf(`groupBy=pincode&stateId=${stateId}`),
      expectedRows(
        ({ pincode }) => pincode,
        ({ pincode }) => placeOf(pincode)?.stateId === stateId,
      ),
    );
    assert.deepEqual(
      await rowsOf(`groupBy=pincode&paymentType=COD&cityId=${cityId}`),
      expectedRows(
        ({ pincode }) => pincode,
        (each) => isCod(each) && placeOf(each.pincode)?.cityId === cityId,
      ),
    );
  });

  it('is CSV for those that ask for it', async () => {
    const { status, headers, text } = await app.get(`/partners/${courier}/performance`, MAIN, { accept: 'text/csv' });
    assert.deepEqual([status, headers['content-type']], [200, 'text/csv; charset=utf-8; header=present']);
    const [heading, first, ...lines] = text.split('\r\n');
    assert.equal(
      heading,
      'key,name,n,rto.k,rto.n,rto.rate,rto.low,rto.high,'
        + 'firstAttempt.k,firstAttempt.n,firstAttempt.rate,firstAttempt.low,firstAttempt.high,'
        + 'onTime.k,onTime.n,onTime.rate,onTime.low,onTime.high,hours.p50,hours.p85,hours.p95',
    );
    const [row, ...rows] = await rowsOf('');
    const { key, name, n, rto, firstAttempt, onTime, hours } = row!;
    const rates = [rto, firstAttempt, onTime].flatMap(Object.values<number>);
    assert.equal(first, [key, name, n, ...rates, ...Object.values<number | null>(hours)].join(','));
    assert.deepEqual([lines.length, lines.at(-1)], [rows.length + 1, '']);
  });

  it('shows a partner its own alone', async () => {
    assert.deepEqual(await rowsOf('groupBy=payment', partnerCredential(courier)), await rowsOf('groupBy=payment'));
    assert.equal((await ask('', partnerCredential(other))).status, 403);
  });

  it('refuses what it does not know', async () => {
    assert.equal((await ask('', MAIN, 'nobody')).json.error.code, 'PARTNER_NOT_FOUND');
    assert.deepEqual([(await ask('groupBy=hour')).status, (await ask('stateId=KA')).status], [400, 400]);
    assert.deepEqual((await ask('', MAIN, usual[0])).json.data, []);
  });
});

const put = async (partnerId: string, performance: object): Promise<Reply['json']> =>
  accepted(app.send('PATCH', `/documents/partners/${partnerId}`, { performance }));
const offerOf = async (partnerId: string, more: object = {}): Promise<Reply['json']> =>
  (await app.ask('availability', { ...SEARCH, ...more })).json.data.availablePartners.find(
    (offer: Reply['json']) => offer.partnerId === partnerId,
  );

describe('a partner with the source OUTCOMES', () => {
  const riskAt = (partnerId: string, paymentType: 'COD' | 'PREPAID') =>
    riskOf(sums, places, { partnerId, pincode: SEARCH.deliveryPincode, paymentType, atMs });

  it('succeeds as its parcels to the pincode did, of the payment type', async () => {
    const given = await offerOf(courier);
    const { successRate } = (await app.get(`/partners?partnerId=${courier}`)).json.data[0].performance;
    const confidence = (score: number, success: number) => Math.round(score * success) / 100;
    const score = [100, 95, 90, 80].find((each) => confidence(each, successRate) === given.confidence)!;
    await put(courier, { source: 'OUTCOMES' });
    for (const paymentType of ['COD', 'PREPAID'] as const) {
      const { rto } = riskAt(courier, paymentType);
      assert.equal((await offerOf(courier, { paymentType })).confidence, confidence(score, 1 - rto / 10_000));
      const body = parcelBody(`OUT-${paymentType}`, { paymentType });
      const { assignment } = (await app.ask('assignment', body)).json.data;
      const { parts } = assignment.alternatives.find((each: Reply['json']) => each.partnerId === courier);
      assert.equal(parts.failure, Math.round((20_000 * rto) / 10_000) / 100, 'failureCost of ₹200 × RTO');
    }
    await put(courier, { source: 'GIVEN' });
    assert.deepEqual(await offerOf(courier), given);
  });

  it('shows the statistics that are given', async () => {
    const former = (await app.get(`/partners?partnerId=${courier}`)).json.data[0].performance;
    await put(courier, { source: 'OUTCOMES' });
    const { source, ...shown } = (await app.get(`/partners?partnerId=${courier}`)).json.data[0].performance;
    assert.deepEqual(
      [source, shown],
      ['OUTCOMES', Object.fromEntries(Object.entries(former).filter(([name]) => name !== 'source'))],
    );
    await put(courier, { source: null });
  });
});

describe('a policy', () => {
  it('selects by outcomes, and no partner without any', async () => {
    const rto = (partnerId: string) =>
      riskOf(sums, places, { partnerId, pincode: SEARCH.deliveryPincode, paymentType: 'COD', atMs }).rto / 100;
    const adjusted = async (adjust: object): Promise<string[]> => {
      const policy = {
        ...{ policyId: 'rules', name: 'Rules', priority: 1, status: true },
        rules: [{ ruleId: 'risky', label: 'Risky', when: {}, adjust: { ...adjust, rupees: 1 }, status: true }],
      };
      const { decision } = await accepted(app.send('POST', '/allocation/explain', { ...parcelBody('X'), policy })).then(
        (data) => ({ decision: data.decision ?? data }),
      );
      return decision.candidates
        .filter((each: Reply['json']) => (each.adjustments ?? []).length > 0)
        .map((each: Reply['json']) => each.partnerId)
        .sort();
    };
    const both = [courier, other].sort();
    assert.deepEqual(await adjusted({ rtoFrom: 0 }), both);
    const [low, high] = [courier, other].sort((a, b) => rto(a) - rto(b)) as [string, string];
    assert.ok(rto(low) < rto(high));
    assert.deepEqual(await adjusted({ rtoFrom: rto(high) }), [high]);
    assert.deepEqual(await adjusted({ onTimeTo: 100 }), both);
    assert.deepEqual(await adjusted({ onTimeTo: 0.01 }), []);
  });
});

it('a backtest assumes nothing where anybody has outcomes', async () => {
  const orders = ['COD', 'PREPAID'].map((paymentType) => ({
    ...parcelBody(paymentType, { paymentType }),
    at: '2026-11-01',
    partnerId: usual[0],
  }));
  const { warnings, expectedRto } = await backtested(app, { policyId: 'NONE' }, ...orders);
  assert.equal(warnings, undefined);
  assert.ok(expectedRto.before! > 0);
});

it('the linter reports a source without lines', async () => {
  const codesOf = async (partnerId: string): Promise<string[]> =>
    Object.keys((await app.get(`/partners/${partnerId}/lint`)).json.data.counts);
  await put(usual[0]!, { source: 'OUTCOMES' });
  assert.ok((await codesOf(usual[0]!)).includes('PERFORMANCE_STALE'));
  await put(courier, { source: 'OUTCOMES' });
  assert.ok(!(await codesOf(courier)).includes('PERFORMANCE_STALE'));
});

it('an import counts in quotes without a restart, and in the performance at once', async () => {
  const partnerId = usual[0]!;
  await put(partnerId, { source: 'OUTCOMES' });
  const { confidence } = await offerOf(partnerId);
  const pickedUpAt = new Date(atMs - 60 * 86_400_000).toISOString();
  const line = { partnerId, pickupPincode: '110001', deliveryPincode: '560001', paymentType: 'COD', pickedUpAt };
  const lines = Array.from({ length: 300 }, (_, index) =>
    JSON.stringify({ ...line, awb: `AWB-${index}`, status: 'RTO', attempts: 3 }),
  ).join('\n');
  await accepted(app.send('POST', '/outcomes', lines, MAIN, { 'content-type': 'application/x-ndjson' }));
  const [row] = (await ask('groupBy=pincode', MAIN, partnerId)).json.data;
  assert.deepEqual([row.key, row.rto.k, row.rto.n, row.rto.low], ['560001', 300, 300, 0.9874]);
  await until(async () => (await offerOf(partnerId)).confidence < confidence / 2, 'nearly all return');
});
