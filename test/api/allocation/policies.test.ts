/** Policies and place groups over HTTP, on the demo dataset: written, refused, applied, explained, taken back. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { assignShipment } from '../../../src/contract/questions.js';
import { dayInIndia } from '../../../src/domain/calendar.js';
import { MAX_PLACE_GROUPS } from '../../../src/limits/documents.js';
import { MAIN, partnerCredential, type TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { createConformance } from '../../support/conformance.js';
import { accepted, parcelBody, SEARCH, startUsualDemo } from './usual-demo.js';

const DAY_MS = 86_400_000;

let app: TestApp;
let shipments = 0;
/** Who can carry the parcel without a policy, the best first. */
let usual: string[];
before(async () => {
  ({ app, usual } = await startUsualDemo());
  const { data } = (await app.ask('availability', SEARCH)).json;
  assert.equal('refused' in data.summary, false);
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

interface Asking {
  details?: object;
  preferences?: object;
}
const bodyOf = ({ details, preferences }: Asking = {}) => parcelBody(`POLICY-${++shipments}`, details, preferences);
const assign = async (asking?: Asking): Promise<Reply['json']> => (await app.ask('assignment', bodyOf(asking))).json;
const explain = async (more: object = {}, asking?: Asking): Promise<Reply['json']> =>
  (await app.send('POST', '/allocation/explain', { ...bodyOf(asking), ...more })).json;

type Rule = Record<string, unknown>;
const rule = (ruleId: string, members: Rule): Rule => ({ ruleId, label: ruleId, when: {}, status: true, ...members });
const policy = (rules: Rule[], more: object = {}) => ({
  policyId: 'house',
  name: 'House',
  priority: 10,
  rules,
  status: true,
  ...more,
});
const putPolicy = (rules: Rule[], more: object = {}): Promise<Reply> =>
  app.send('PUT', `/documents/allocation-policies/${policy(rules, more).policyId}`, policy(rules, more));
const putGroup = (groupId: string, more: object): Promise<Reply> =>
  app.send('PUT', `/documents/place-groups/${groupId}`, { groupId, name: groupId, status: true, ...more });
const faultsOf = ({ json }: Reply): string[] => json.error.details.map(({ field }: { field: string }) => field);

afterEach(async () => {
  await app.send('DELETE', '/documents/allocation-policies/house');
});

describe('a policy', () => {
  it('chooses by its order, says so in the answer, and counts from the answer on until it is removed', async () => {
    const [, second] = usual;
    await accepted(putPolicy([rule('second-first', { order: { partners: [second] } })]));
    const { data } = await assign();
    assert.equal(data.assignment.partnerId, second);
    assert.equal(data.assignment.policy.policyId, 'house');
    assert.deepEqual(data.assignment.policy.rules, ['second-first']);
    assert.match(data.assignment.policy.version, /^[0-9a-f]{16}$/);
    assert.equal(data.assignment.alternatives[0].partnerId, second);

    const found = (await app.ask('availability', SEARCH)).json.data;
    assert.deepEqual(found.summary.ranking.slice(0, 2), [second, usual[0]]);
    assert.equal(found.summary.refused, null);
    for (const { policy: state } of found.availablePartners) assert.deepEqual(state, { state: 'CANDIDATE' });

    await app.send('DELETE', '/documents/allocation-policies/house');
    const later = (await assign()).data.assignment;
    assert.deepEqual([later.partnerId, 'policy' in later], [usual[0], false]);
  });

  it('excludes, and is not applied where it would leave nobody, unless it is binding', async () => {
    const [first] = usual;
    await accepted(putPolicy([rule('not-first', { exclude: { partners: [first] } })]));
    assert.equal((await assign()).data.assignment.partnerId, usual[1]);
    const { availablePartners, summary } = (await app.ask('availability', SEARCH)).json.data;
    const ofFirst = availablePartners.find(({ partnerId }: { partnerId: string }) => partnerId === first);
    assert.deepEqual(ofFirst.policy, { state: 'EXCLUDED', ruleId: 'not-first' });
    assert.equal(ofFirst.rank, availablePartners.length, 'behind all candidates');
    assert.equal(summary.bestOption, usual[1]);

    await accepted(putPolicy([rule('nobody', { exclude: { costFrom: 0 } })]));
    assert.equal((await assign()).data.assignment.partnerId, usual[0]);
    assert.deepEqual((await explain()).data.rules, [{ ruleId: 'nobody', result: 'RELAXED' }]);

    await accepted(putPolicy([rule('nobody', { exclude: { costFrom: 0 }, binding: true })]));
    const { data } = await assign();
    assert.deepEqual([data.success, data.error.code], [false, 'NO_CAPABLE_PARTNERS']);
    assert.equal(data.metadata.failureReasons.policy_excluded, usual.length);
    const none = (await app.ask('availability', SEARCH)).json.data.summary;
    assert.deepEqual([none.bestOption, none.refused, none.availableCount], [null, null, usual.length]);
  });

  it('goes by the day and the time of a shipDate to come, and counts shares by the moment of assignment', async () => {
    const [, second] = usual;
    const day = dayInIndia(app.clock.nowMs + 3 * DAY_MS);
    const when = { weekdays: [new Date(`${day}T00:00:00Z`).getUTCDay() || 7], timeFrom: '10:00', timeTo: '10:01' };
    const share = { of: [second, usual[0]].map((partner) => ({ partner, percent: 50 })), per: 'DAY' };
    await accepted(
      putPolicy([rule('then', { when, exclude: { partners: [usual[0]] } }), rule('shared', { share })], {
        validFrom: new Date(app.clock.nowMs + DAY_MS).toISOString(),
      }),
    );
    const details = (time: string) => ({ shipDate: `${day}T${time}:00+05:30` });
    const decided = await explain({}, { details: details('10:00') });
    assert.deepEqual(
      decided.data.rules.map(({ result }: { result: string }) => result),
      ['ACTED', 'ACTED'],
    );
    const { rules } = (await explain({}, { details: details('10:01') })).data;
    assert.deepEqual(rules[0], { ruleId: 'then', result: 'NO', failed: 'timeTo', was: '10:01' });
    assert.equal((await explain()).data.policyId, null, 'the policy is not in force today');
    const found = (await app.ask('availability', { ...SEARCH, ...details('10:00') })).json.data.availablePartners;
    const ofFirst = found.find(({ partnerId }: { partnerId: string }) => partnerId === usual[0]);
    assert.deepEqual(ofFirst.policy, { state: 'EXCLUDED', ruleId: 'then' });

    await assign({ details: details('11:00') });
    const otherDay = { shipDate: dayInIndia(app.clock.nowMs + 5 * DAY_MS) };
    const [chosen] = (await explain({}, { details: otherDay })).data.candidates;
    assert.deepEqual([chosen.partnerId, chosen.share.due], [usual[0], 1], 'one window holds both');
  });

  it('adjusts scores, which alternatives show', async () => {
    const [, second] = usual;
    await accepted(putPolicy([rule('thanks', { adjust: { partners: [second], rupees: -500.5 } })]));
    const [best, next] = (await assign()).data.assignment.alternatives;
    assert.deepEqual(next.adjustments, [], 'nothing is added to the others');
    const { cost, time, failure, coverage } = best.parts;
    assert.deepEqual([best.partnerId, best.adjustments], [second, [{ ruleId: 'thanks', rupees: -500.5 }]]);
    assert.equal(Math.round(best.score * 100), Math.round((cost + time + failure + coverage - 500.5) * 100));
  });

  it('refuses with its own code, also what is selected by hand if it is binding', async () => {
    const refuse = { code: 'COD_TOO_RISKY', message: 'Ask for payment in advance' };
    const when = { codFrom: 2_000 };
    await accepted(putPolicy([rule('dear', { when, refuse })]));
    const { data } = await assign();
    assert.deepEqual(
      [data.success, data.error.code, data.error.details],
      [false, 'REFUSED_BY_POLICY', ['dear', 'COD_TOO_RISKY', 'Ask for payment in advance']],
    );
    assert.equal((await assign({ details: { codAmount: 1_999.99 } })).data.success, true);
    const byHand = { preferences: { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: usual[2] } };
    const overridden = (await assign(byHand)).data;
    assert.equal(overridden.assignment.partnerId, usual[2]);
    assert.deepEqual(
      overridden.warnings.map(({ code }: { code: string }) => code),
      ['POLICY_OVERRIDDEN'],
    );
    const summary = (await app.ask('availability', SEARCH)).json.data.summary;
    assert.deepEqual([summary.refused, summary.bestOption], [{ ruleId: 'dear', ...refuse }, null]);

    await accepted(putPolicy([rule('dear', { when, refuse, binding: true })]));
    assert.equal((await assign(byHand)).data.error.code, 'REFUSED_BY_POLICY');
  });

  it('asks for attributes, groups of places and groups of partners', async () => {
    await accepted(putGroup('SOUTH', { states: ['KA'], exceptPincodes: ['560002'] }));
    await app.send('PATCH', `/documents/partners/${usual[2]}`, { groups: ['OWN_FLEET'] });
    const when = { toGroups: ['SOUTH'], attributes: { brand: ['arkaja'], size: { from: 2, to: 5 } } };
    await accepted(putPolicy([rule('own-fleet', { when, only: { partners: ['group:OWN_FLEET'] } })]));
    const partnerOf = async (details: object): Promise<string> => (await assign({ details })).data.assignment.partnerId;
    const attributes = { brand: 'arkaja', size: 2 };
    assert.equal(await partnerOf({ attributes }), usual[2]);
    assert.equal(await partnerOf({ attributes: { ...attributes, size: 5 } }), usual[0], 'the upper bound is exclusive');
    assert.equal(await partnerOf({ attributes: { brand: 'arkaja' } }), usual[0], 'without the attribute');
    assert.notEqual(await partnerOf({ attributes, toPincode: '560002' }), undefined);
    const { rules } = (await explain({}, { details: { attributes, toPincode: '560002' } })).data;
    assert.deepEqual(rules, [{ ruleId: 'own-fleet', result: 'NO', failed: 'toGroups', was: ['METRO'] }]);
    const used = await app.send('DELETE', '/documents/place-groups/SOUTH');
    assert.deepEqual([used.status, used.json.error.code], [409, 'IN_USE']);
    await app.send('DELETE', '/documents/allocation-policies/house');
    assert.equal((await app.send('DELETE', '/documents/place-groups/SOUTH')).status, 200);
    await app.send('PATCH', `/documents/partners/${usual[2]}`, { groups: null });
  });

  it('says of a selection by hand what became of it alone', async () => {
    await accepted(putPolicy([rule('never', { exclude: { partners: [usual[0]] }, binding: true })]));
    const preferences = { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: usual[0] };
    const { error } = (await assign({ preferences })).data;
    const excluded = error.details.filter((detail: string) => detail.endsWith(': POLICY_EXCLUDED'));
    assert.deepEqual(excluded, [`${usual[0]}: POLICY_EXCLUDED`]);
    const another = bodyOf({ preferences: { ...preferences, allowAlternatives: true } });
    const { data } = await app
      .ask('assignment', { ...another, options: { includeDecision: true } })
      .then(({ json }) => json);
    assert.equal(data.assignment.partnerId, usual[1]);
    assert.match(data.decision.sentence, /^\S+: the best by BEST_MATCH, not the selected one; /);
    await accepted(putPolicy([rule('nobody', { refuse: { code: 'NO_WAY', message: 'No' } })]));
    const { candidates } = (await explain()).data;
    const out = candidates.filter(({ result }: { result: string }) => result === 'EXCLUDED');
    assert.ok(out.length > 1 && out.every(({ ruleId }: { ruleId: string }) => ruleId === 'nobody'));
  });

  it('is chosen by priority, by name, or left out by those who may', async () => {
    await accepted(putPolicy([rule('a', { order: { partners: [usual[1]] } })]));
    await accepted(putPolicy([rule('b', { order: { partners: [usual[2]] } })], { policyId: 'second', priority: 11 }));
    const chosenBy = async (policyId?: string): Promise<string> =>
      (await assign({ preferences: policyId === undefined ? {} : { policyId } })).data.assignment.partnerId;
    assert.equal(await chosenBy(), usual[1]);
    assert.equal(await chosenBy('second'), usual[2]);
    assert.equal(await chosenBy('NONE'), usual[0]);
    const unknown = await app.ask('assignment', bodyOf({ preferences: { policyId: 'third' } }));
    const { code, details } = unknown.json.error;
    assert.deepEqual([unknown.status, code, details], [404, 'POLICY_NOT_FOUND', { policyId: 'third' }]);
    const { method, path } = assignShipment;
    assert.deepEqual(createConformance().check(method, path, unknown.status, unknown.headers, unknown.json), []);
    await app.send('DELETE', '/documents/allocation-policies/second');
  });

  it('acts on requests of services alone, and is hidden from partners', async () => {
    await accepted(putPolicy([rule('nobody', { refuse: { code: 'NO_WAY', message: 'No' }, binding: true })]));
    const credential = partnerCredential(usual[0]!);
    const own = await app.ask('assignment', bodyOf(), credential);
    assert.equal(own.json.data.success, true, own.text);
    assert.equal((await app.get('/documents/allocation-policies/house', credential)).status, 404);
    assert.deepEqual((await app.get('/documents/allocation-policies', credential)).json.data, []);
    const asked = await app.send('POST', '/allocation/explain', bodyOf(), credential);
    assert.deepEqual([asked.status, asked.json.error.code], [403, 'FORBIDDEN']);
    const { changeId } = (await putPolicy([rule('nobody', { refuse: { code: 'NO_WAY', message: 'Not' } })])).json;
    assert.equal((await app.get(`/changes/${changeId}`, credential)).status, 404);
    const made = await assign({ preferences: { policyId: 'NONE' } });
    assert.equal(made.data.success, true);
  });
});

describe('explain', () => {
  it('says of each rule and each partner what became of it, and of a policy that is not stored', async () => {
    const [first, second] = usual;
    const rules = [
      rule('prepaid', { when: { paymentTypes: ['PREPAID'] }, refuse: { code: 'NO_WAY', message: 'No' } }),
      rule('not-first', { exclude: { partners: [first] } }),
      rule('again', { exclude: { partners: [first] } }),
    ];
    const { data } = await explain({ policy: policy(rules, { status: false }) });
    assert.deepEqual(data.rules, [
      { ruleId: 'prepaid', result: 'NO', failed: 'paymentTypes', was: 'COD' },
      { ruleId: 'not-first', result: 'ACTED' },
      { ruleId: 'again', result: 'PASSED_OVER' },
    ]);
    const resultOf = (partnerId: string) =>
      data.candidates.find((each: { partnerId: string }) => each.partnerId === partnerId);
    assert.deepEqual([resultOf(second!).result, resultOf(second!).rank], ['CHOSEN', 1]);
    assert.deepEqual([resultOf(first!).result, resultOf(first!).ruleId], ['EXCLUDED', 'not-first']);
    const active = (await app.get('/partners?limit=100')).json.data.filter(
      ({ status }: { status: string }) => status === 'ACTIVE',
    );
    assert.equal(data.candidates.length, active.length, 'every active partner');
    assert.match(data.sentence, new RegExp(`^${second}: the best by BEST_MATCH; `));
    assert.equal((await app.get('/documents/allocation-policies/house')).status, 404, 'nothing is stored');
    assert.equal((await explain()).data.policyId, null);
  });

  it('passes over an adjustment that changes nothing, and says by which strategy the policy ranks', async () => {
    const rules = [
      rule('nothing', { adjust: { rupees: 0 } }),
      rule('too-little', { adjust: { percent: 0.01, costTo: 0.5 } }),
      rule('cheap', { rank: { strategy: 'CHEAPEST' } }),
    ];
    const { data } = await explain({ policy: policy(rules, { status: false }) });
    const results = data.rules.map(({ result }: { result: string }) => result);
    assert.deepEqual(results, ['PASSED_OVER', 'PASSED_OVER', 'ACTED']);
    assert.match(data.sentence, /: the best by CHEAPEST; nobody is cheaper\.$/);
    const governs = { governs: ['FASTEST'], status: false };
    const fast = await explain({
      policy: policy([rule('nothing', { adjust: { rupees: 0 } })], governs),
      assignmentPreferences: { assignmentStrategy: 'FASTEST' },
    });
    assert.match(fast.data.sentence, /: the best by BEST_MATCH; /, 'FASTEST has no score');
  });

  it('shows faults of a policy by rule and field', async () => {
    const rules = [rule('both', { exclude: { lanes: ['A'] }, order: { partners: ['nobody-there'] } })];
    const reply = await app.send('POST', '/allocation/explain', { ...bodyOf(), policy: policy(rules) });
    assert.equal(reply.status, 400, reply.text);
    assert.deepEqual(faultsOf(reply), ['policy.rules[0].order']);
    const gone = await app.send('POST', '/allocation/explain', {
      ...bodyOf(),
      policy: policy([rule('order', { order: { partners: ['nobody-there'] } })]),
    });
    assert.deepEqual(faultsOf(gone), ['policy.rules[0].order.partners[0]']);
    const wrong = await app.send('POST', '/allocation/explain', {
      ...bodyOf(),
      policy: { ...policy([rule('far', { when: { toStates: ['Atlantis'] }, exclude: { lanes: ['A'] } })]), rank: 7 },
    });
    assert.deepEqual(faultsOf(wrong).sort(), ['policy.rank', 'policy.rules[0].when.toStates[0]']);
    const dear = await putPolicy([rule('a', { rank: { weights: { hourValue: 10_000.01 } } })]);
    assert.deepEqual(faultsOf(dear), ['rules[0].rank.weights.hourValue'], 'as the weights of a request');
  });

  it('takes a policy as documents are written: places by their names, and no moments', async () => {
    const far = policy([
      rule('far', {
        when: { toStates: ['KA'], not: { fromStates: ['MH'] } },
        refuse: { code: 'FAR', message: 'Too far' },
      }),
    ]);
    const { version } = await accepted(app.send('POST', '/allocation/explain', { ...bodyOf(), policy: far }));
    app.clock.nowMs += 1_000;
    assert.equal((await explain({ policy: far })).data.version, version, 'it has none of the moment of the question');
  });
});

describe('a policy that is wrong', () => {
  const CASES: Record<string, { rules: Rule[]; field: string }> = {
    'no action': { rules: [rule('a', {})], field: 'rules[0]' },
    'two actions': {
      rules: [rule('a', { only: { lanes: ['A'] }, refuse: { code: 'NO', message: 'No' } })],
      field: 'rules[0].refuse',
    },
    'an exclude of nothing': { rules: [rule('a', { exclude: {} })], field: 'rules[0].exclude' },
    'a binding order': {
      rules: [rule('a', { order: { partners: ['group:AIR'] }, binding: true })],
      field: 'rules[0].binding',
    },
    'an adjustment without an amount': { rules: [rule('a', { adjust: { lanes: ['A'] } })], field: 'rules[0].adjust' },
    'an adjustment with both': {
      rules: [rule('a', { adjust: { rupees: 1, percent: 1 } })],
      field: 'rules[0].adjust.percent',
    },
    'three decimals': { rules: [rule('a', { adjust: { rupees: -1.005 } })], field: 'rules[0].adjust.rupees' },
    'an empty list': {
      rules: [rule('a', { when: { toStates: [] }, only: { lanes: ['A'] } })],
      field: 'rules[0].when.toStates',
    },
    'bounds that cross': {
      rules: [rule('a', { when: { kgFrom: 5, kgTo: 5 }, only: { lanes: ['A'] } })],
      field: 'rules[0].when.kgTo',
    },
    'an attribute whose bounds cross': {
      rules: [rule('a', { when: { attributes: { size: { from: 5, to: 5 } } }, only: { lanes: ['A'] } })],
      field: 'rules[0].when.attributes.size.to',
    },
    'an attribute without a bound': {
      rules: [rule('a', { when: { attributes: { size: {} } }, only: { lanes: ['A'] } })],
      field: 'rules[0].when.attributes.size',
    },
    'an empty not': { rules: [rule('a', { when: { not: {} }, only: { lanes: ['A'] } })], field: 'rules[0].when.not' },
    'no time between': {
      rules: [rule('a', { when: { timeFrom: '10:00', timeTo: '10:00' }, only: { lanes: ['A'] } })],
      field: 'rules[0].when.timeTo',
    },
    'the same rule twice': {
      rules: [rule('a', { only: { lanes: ['A'] } }), rule('a', { only: { lanes: ['B'] } })],
      field: 'rules[1].ruleId',
    },
    'an unknown partner': {
      rules: [rule('a', { only: { partners: ['group:AIR', 'nobody-there'] } })],
      field: 'rules[0].only.partners[1]',
    },
    'a partner twice in an order': {
      rules: [rule('a', { order: { partners: ['group:AIR', 'group:AIR'] } })],
      field: 'rules[0].order.partners[1]',
    },
    'an unknown group of places': {
      rules: [rule('a', { when: { not: { toGroups: ['NOWHERE'] } }, only: { lanes: ['A'] } })],
      field: 'rules[0].when.not.toGroups[0]',
    },
    'an unknown pincode': {
      rules: [rule('a', { when: { toPincodes: ['999999'] }, only: { lanes: ['A'] } })],
      field: 'rules[0].when.toPincodes[0]',
    },
    'an unknown state': {
      rules: [rule('a', { when: { fromStates: ['XX'] }, only: { lanes: ['A'] } })],
      field: 'rules[0].when.fromStates[0]',
    },
  };
  for (const [what, { rules, field }] of Object.entries(CASES))
    it(`is refused: ${what}`, async () => {
      const reply = await putPolicy(rules);
      assert.equal(reply.status, 400, reply.text);
      assert.deepEqual(faultsOf(reply), [field], reply.text);
    });

  it('is refused in words that say each branch once', async () => {
    const { json } = await putPolicy([rule('a', { when: { attributes: { brand: [] } }, only: { lanes: ['A'] } })]);
    assert.equal(json.error.details[0].message, 'must have at least 1 item or be an object');
  });

  it('is refused: one group of places too many', async () => {
    const lines = Array.from({ length: MAX_PLACE_GROUPS + 1 }, (_, index) =>
      JSON.stringify({
        collection: 'place-groups',
        document: { groupId: `G${index}`, name: 'Group', pincodes: ['110001'], status: true },
      }),
    );
    const ndjson = { 'content-type': 'application/x-ndjson' };
    const apply = (some: string[]): Promise<Reply> =>
      app.send('POST', '/documents/apply?dryRun=true', some.join('\n'), MAIN, ndjson);
    const there = (await app.get('/documents/place-groups')).json.data.length;
    assert.equal((await apply(lines.slice(1 + there))).status, 200);
    assert.equal((await apply(lines.slice(there))).status, 400);
  });
});

describe('attributes of a request', () => {
  it('are refused by name, and count for whether a request is the same', async () => {
    const reply = await app.ask('assignment', bodyOf({ details: { attributes: { Brand: 'x', size: 1.5, ok: true } } }));
    assert.deepEqual(faultsOf(reply).sort(), ['shipmentDetails.attributes.Brand', 'shipmentDetails.attributes.size']);
    const body = bodyOf({ details: { attributes: { brand: 'x' } } });
    assert.equal((await app.ask('assignment', body)).json.data.success, true);
    const other = { ...body, shipmentDetails: { ...body.shipmentDetails, attributes: { brand: 'y' } } };
    assert.equal((await app.ask('assignment', other)).json.error.code, 'SHIPMENT_ALREADY_ASSIGNED');
  });
});
