/** The decisions that are kept with assignments: who got a shipment, and why, as it was decided. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { dayInIndia, daysAfter } from '../../../src/domain/calendar.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { parcelBody } from './usual-demo.js';

const DAY_MS = 86_400_000;
const MOST_BYTES = 1_500;

let app: TestApp;
let shipments = 0;
/** Who can carry the parcel without a policy, the best first. */
let usual: string[];
before(async () => {
  app = await TestApp.startDemo();
  const { shipmentId, ...parcel } = bodyOf().shipmentDetails;
  const { data } = (await explain({ shipmentId, ...parcel })).json;
  usual = data.candidates.filter(({ rank }: { rank?: number }) => rank).map(({ partnerId }: Row) => partnerId);
  assert.ok(usual.length > 3, 'several partners carry the parcel');
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});
afterEach(async () => {
  await app.send('DELETE', '/documents/allocation-policies/house');
});

interface Row {
  partnerId: string;
}
const bodyOf = (details: object = {}, preferences: object = {}, options: object = {}) => ({
  ...parcelBody(`DECISION-${++shipments}`, details, preferences),
  options,
});
type Body = ReturnType<typeof bodyOf>;
const assign = async (body: Body, credential = MAIN): Promise<Reply['json']> =>
  (await app.ask('assignment', body, credential)).json;
const explain = (details: object = {}, preferences: object = {}): Promise<Reply> =>
  app.send('POST', '/allocation/explain', bodyOf(details, preferences));
const kept = (body: Body, query = ''): Promise<Reply> =>
  app.get(`/shipments/${body.shipmentDetails.shipmentId}/decision${query}`);
const wanting = (body: Body): Body => ({ ...body, options: { ...body.options, includeDecision: true } });
const storedOf = ({ shipmentDetails: { shipmentId } }: Body, caller = 'service:main-system') =>
  app.store.get('decisions', `${caller}/${shipmentId}/1`);

type Rule = Record<string, unknown>;
const rule = (ruleId: string, members: Rule): Rule => ({ ruleId, label: ruleId, when: {}, status: true, ...members });
async function putPolicy(rules: Rule[]): Promise<void> {
  const policy = { policyId: 'house', name: 'House', priority: 10, rules, status: true };
  const { status, text } = await app.send('PUT', '/documents/allocation-policies/house', policy);
  assert.ok(status === 200 || status === 201, text);
}

/** Rules of which some fail in the same way, some in others, and one of each other result. */
const manyRules = (): Rule[] => [
  rule('not-the-best', { exclude: { partners: [usual[0]!] } }),
  rule('nobody-at-all', { exclude: { costFrom: 0 } }),
  rule('no-lane', { exclude: { lanes: ['Z'] } }),
  rule('cheaper', { adjust: { partners: usual.slice(1, 3), rupees: -5 } }),
  rule('dearer', { adjust: { partners: [usual[2]!], percent: 2.5 } }),
  rule('brand', { when: { attributes: { brand: ['B'] } }, exclude: { partners: [usual[1]!] } }),
  rule('channel', { when: { attributes: { brand: ['A'], channel: ['shop'] } }, exclude: { partners: [usual[1]!] } }),
  rule('third-first', { order: { partners: [usual[2]!] } }),
  ...Array.from({ length: 56 }, (_, index) =>
    rule(`rule-${index}`, {
      when: [
        { paymentTypes: ['PREPAID'] },
        { kgFrom: 5 },
        { codFrom: 10_000 },
        { toPincodes: ['400001'] },
        { sameState: true },
        { urgencies: ['URGENT'] },
        { valueTo: 100 },
      ][index % 7],
      exclude: { partners: [usual[1]!] },
    }),
  ),
];
const ATTRIBUTES = { attributes: { brand: 'A' } };

describe('the decision about an assignment', () => {
  it('is what explain says of the same request, without a policy and with one of 64 rules, in few bytes', async () => {
    for (const rules of [[], manyRules()]) {
      if (rules.length > 0) await putPolicy(rules);
      for (const preferences of [
        {},
        { assignmentStrategy: 'CHEAPEST' },
        { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: usual[0] },
      ]) {
        const explained = (await explain(ATTRIBUTES, preferences)).json.data;
        const body = bodyOf(ATTRIBUTES, preferences);
        const { assignment } = (await assign(body)).data;
        const { status, json } = await kept(body);
        assert.equal(status, 200);
        assert.deepEqual(json.data, explained);
        assert.equal(json.data.candidates[0].partnerId, assignment.partnerId);
        assert.equal(json.data.at, assignment.assignedAt);
        const { decision } = (await storedOf(body))!;
        const bytes = Buffer.byteLength(decision);
        assert.ok(bytes <= MOST_BYTES, `${bytes} bytes: ${decision}`);
      }
    }
  });

  it('is of the numbers and dates that an assignment takes', async () => {
    const candidatesAt = async (weight: number) => (await explain({ weight })).json.data.candidates as object[];
    assert.deepEqual(await candidatesAt(3_500.0000000000005), await candidatesAt(3_500));
    assert.deepEqual(await candidatesAt(50_000.0004), await candidatesAt(50_000));
    const today = dayInIndia(app.clock.nowMs);
    assert.equal((await explain({ shipDate: today })).status, 200);
    for (const shipDate of [daysAfter(today, -1), daysAfter(today, 367), '2026-02-30']) {
      const { status, json } = await explain({ shipDate });
      assert.deepEqual([status, json.error?.details[0].field], [400, 'shipmentDetails.shipDate'], shipDate);
      assert.deepEqual((await app.ask('assignment', bodyOf({ shipDate }))).json.error.details, json.error.details);
    }
  });

  it('has the result of every rule and partner, with what failed, and a sentence', async () => {
    await putPolicy(manyRules());
    const body = bodyOf(ATTRIBUTES);
    await assign(body);
    const { data } = (await kept(body)).json;
    assert.deepEqual(data.rules.slice(0, 9), [
      { ruleId: 'not-the-best', result: 'ACTED' },
      { ruleId: 'nobody-at-all', result: 'RELAXED' },
      { ruleId: 'no-lane', result: 'PASSED_OVER' },
      { ruleId: 'cheaper', result: 'ACTED' },
      { ruleId: 'dearer', result: 'ACTED' },
      { ruleId: 'brand', result: 'NO', failed: 'attributes', was: { brand: 'A' } },
      { ruleId: 'channel', result: 'NO', failed: 'attributes', was: { channel: null } },
      { ruleId: 'third-first', result: 'ACTED' },
      { ruleId: 'rule-0', result: 'NO', failed: 'paymentTypes', was: 'COD' },
    ]);
    assert.deepEqual(data.rules.at(-1), { ruleId: 'rule-55', result: 'NO', failed: 'valueTo', was: 2_499.5 });
    assert.equal(data.rules.length, 64);
    const [first, second] = data.candidates;
    assert.deepEqual([first.partnerId, first.result, first.rank], [usual[2], 'CHOSEN', 1]);
    const [minus, percent] = first.adjustments;
    assert.deepEqual(minus, { ruleId: 'cheaper', rupees: -5 });
    assert.equal(percent.rupees, Math.floor(first.cost * 2.5 + 0.5) / 100);
    assert.deepEqual([second.result, second.rank], ['RANKED', 2]);
    const excluded = data.candidates.find(({ partnerId }: Row) => partnerId === usual[0]);
    assert.deepEqual([excluded.result, excluded.ruleId], ['EXCLUDED', 'not-the-best']);
    const incapable = data.candidates.filter(({ result }: { result: string }) => result === 'INCAPABLE');
    assert.ok(incapable.length > 0 && incapable.every(({ reasons }: { reasons: string[] }) => reasons.length > 0));
    assert.match(data.sentence, new RegExp(`^${usual[2]}: order third-first; `));
  });

  it('goes by the actual weight in whole grams, of one weight as of pieces', async () => {
    await putPolicy([rule('heavy', { when: { kgFrom: 1.201 }, exclude: { partners: [usual[0]!] } })]);
    const asked = async (details: object) => (await explain(details)).json.data.rules;
    const pieces = [{ count: 1, weight: 1_200.5 }];
    for (const details of [{ weight: 1_200.5 }, { weight: undefined, pieces }])
      assert.deepEqual(await asked(details), [{ ruleId: 'heavy', result: 'ACTED' }]);
    assert.deepEqual(await asked({}), [{ ruleId: 'heavy', result: 'NO', failed: 'kgFrom', was: 1.2 }]);
  });

  it('is the same after a restart, and after its policy is gone', async () => {
    await putPolicy(manyRules());
    const body = bodyOf(ATTRIBUTES);
    await assign(body);
    const { data } = (await kept(body)).json;
    await app.restart();
    await app.send('DELETE', '/documents/allocation-policies/house');
    assert.deepEqual((await kept(body)).json.data, data);
  });

  it('is in the answer of an assignment that wants it, also of a repeated one, which is the same request', async () => {
    const body = bodyOf();
    const plain = await assign(body);
    assert.equal('decision' in plain.data, false);
    const repeated = await assign(wanting(body));
    assert.equal(repeated.data.assignment.assignmentId, plain.data.assignment.assignmentId);
    assert.deepEqual(repeated.data.decision, (await kept(body)).json.data);

    const other = wanting(bodyOf());
    assert.deepEqual((await assign(other)).data.decision, (await kept(other)).json.data);
  });

  it('is in the answers that store nothing, and then not kept', async () => {
    const proposal = bodyOf({}, {}, { createAssignmentRecord: false, includeDecision: true });
    assert.equal((await assign(proposal)).data.decision.candidates[0].partnerId, usual[0]);
    await putPolicy([rule('stop-it', { refuse: { code: 'NOT_NOW', message: 'Not today' } })]);
    const refused = wanting(bodyOf());
    const { data } = await assign(refused);
    assert.deepEqual([data.success, data.decision.sentence], [false, 'Refused by stop-it: Not today.']);
    await putPolicy([rule('stop-it', { refuse: { code: 'STOP', message: 'Not today.' } })]);
    assert.equal((await explain()).json.data.sentence, 'Refused by stop-it: Not today.', 'one full stop');
    for (const body of [proposal, refused]) assert.equal((await kept(body)).status, 404);
  });

  it('is kept for thirty days', async () => {
    const body = bodyOf();
    await assign(body);
    const madeAt = app.clock.nowMs;
    await app.store.forgetExpired(madeAt + 30 * DAY_MS);
    assert.equal((await kept(body)).status, 200);
    app.clock.nowMs = madeAt + 30 * DAY_MS + 1;
    await app.store.forgetExpired(app.clock.nowMs);
    const { status, json } = await kept(body);
    const key = `service:main-system/${body.shipmentDetails.shipmentId}/1`;
    assert.deepEqual(
      [status, json.error.code, json.error.details],
      [404, 'DOCUMENT_NOT_FOUND', { collection: 'decisions', key }],
    );
    assert.equal((await app.get(`/shipments/${body.shipmentDetails.shipmentId}`)).status, 200);
    const repeated = (await assign(wanting(body))).data;
    assert.deepEqual([repeated.success, repeated.decision], [true, null]);
    app.clock.nowMs = madeAt;
  });

  it('is of its caller and its attempt', async () => {
    const body = bodyOf();
    await assign(body);
    for (const [query, status] of [
      ['?attempt=1', 200],
      ['?caller=service:main-system&attempt=1', 200],
      ['?attempt=2', 404],
      ['?attempt=17', 404],
      ['?caller=service:other', 404],
      ['?attempt=0', 400],
    ] as const)
      assert.equal((await kept(body, query)).status, status, query);
  });

  it('is for services alone, also of what a partner assigned to itself', async () => {
    const [partnerId] = usual;
    const partner = partnerCredential(partnerId!);
    await app.send('PATCH', `/credentials/partner/${partnerId}`, { scopes: ['quote', 'assign', 'read'] });
    const body = bodyOf();
    assert.equal((await assign(body, partner)).data.assignment.partnerId, partnerId);
    const path = `/shipments/${body.shipmentDetails.shipmentId}/decision`;
    assert.equal((await app.get(path, partner)).status, 403);
    assert.equal((await app.ask('assignment', wanting(bodyOf()), partner)).status, 403);
    const { candidates } = (await app.get(`${path}?caller=partner:${partnerId}`)).json.data;
    assert.deepEqual(
      candidates.map(({ partnerId: id, result }: Row & { result: string }) => [id, result]),
      [[partnerId, 'CHOSEN']],
    );
  });
});

describe('a policy that a request names and that is gone', () => {
  it('does not hide the assignment that the same request made before', async () => {
    await putPolicy([rule('second', { order: { partners: [usual[1]!] } })]);
    const body = bodyOf({}, { policyId: 'house' });
    const { data } = await assign(body);
    assert.equal(data.assignment.partnerId, usual[1]);
    await app.send('DELETE', '/documents/allocation-policies/house');
    const repeated = await app.ask('assignment', body);
    assert.deepEqual([repeated.status, repeated.json.data.assignment], [200, data.assignment], repeated.text);
    const changed = { ...body, shipmentDetails: { ...body.shipmentDetails, weight: 1_300 } };
    assert.equal((await assign(changed)).error.code, 'SHIPMENT_ALREADY_ASSIGNED');
    for (const options of [{}, { createAssignmentRecord: false }]) {
      const other = await app.ask('assignment', bodyOf({}, { policyId: 'house' }, options));
      assert.deepEqual([other.status, other.json.error.code], [404, 'POLICY_NOT_FOUND']);
    }
  });
});
