/** Shares over HTTP: who gets the next parcel, what is counted, and what is not. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { accepted, parcelBody, startUsualDemo } from './usual-demo.js';

const PARCELS = 200;
/** Percents of the three members, in this order. */
const PERCENTS = [50, 30, 20];

let app: TestApp;
let shipments = 0;
/** Who can carry the parcel, the best first. */
let usual: string[];

before(async () => {
  ({ app, usual } = await startUsualDemo());
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});
afterEach(async () => {
  await app.send('DELETE', '/documents/allocation-policies/split');
});

const bodyOf = (shipmentId = `SHARE-${++shipments}`, details: object = {}, preferences: object = {}) =>
  parcelBody(shipmentId, details, preferences);
const assign = async (...asked: Parameters<typeof bodyOf>): Promise<string> => {
  const { json, text } = await app.ask('assignment', bodyOf(...asked));
  assert.ok(json.data?.assignment, text);
  return json.data.assignment.partnerId;
};
const explain = async (): Promise<Reply['json']> =>
  (await app.send('POST', '/allocation/explain', bodyOf('EXPLAINED'))).json.data;
/** What the share counts of each member, with the next parcel. */
const counted = async (): Promise<[string, number, number][]> => {
  const decision = await explain();
  return decision.candidates
    .filter(({ share }: Reply['json']) => share)
    .map(({ partnerId, share }: Reply['json']) => [partnerId, share.due, share.done])
    .sort(([a]: [string], [b]: [string]) => usual.indexOf(a) - usual.indexOf(b));
};

const shareOf = (percents: readonly number[], more: object[] = []) =>
  percents.map((percent, index) => ({ partner: usual[index], percent, ...more[index] }));
const put = (share: object, priority = 10): Promise<Reply> =>
  app.send('PUT', '/documents/allocation-policies/split', {
    policyId: 'split',
    name: 'Split',
    priority,
    rules: [{ ruleId: 'season', label: 'Season', when: {}, share, status: true }],
    status: true,
  });
const tally = (partners: readonly string[]): number[] =>
  PERCENTS.map((_, index) => partners.filter((partnerId) => partnerId === usual[index]).length);

describe('a share', () => {
  it('gives each member its percents, from the first parcel on, and over a restart', async () => {
    await accepted(put({ of: shareOf(PERCENTS), per: 'DAY' }));
    const given: string[] = [];
    for (let parcel = 1; parcel <= 20; parcel++) {
      given.push(await assign());
      for (const [index, done] of tally(given).entries())
        assert.ok(
          Math.abs((parcel * PERCENTS[index]!) / 100 - done) <= 1,
          `after ${parcel}: ${tally(given).join(', ')}`,
        );
    }
    assert.deepEqual(tally(given), [10, 6, 4]);
    assert.deepEqual(
      (await counted()).map(([, due]) => due),
      [10.5, 6.3, 4.2],
    );
    await app.restart();
    assert.deepEqual(
      (await counted()).map(([, due]) => due),
      [10.5, 6.3, 4.2],
    );
    for (let parcel = 0; parcel < 10; parcel++) given.push(await assign());
    assert.deepEqual(tally(given), [15, 9, 6]);
  });

  it('keeps its percents exactly when many ask at the same time', async () => {
    await accepted(put({ of: shareOf(PERCENTS), per: 'WEEK' }));
    const given: string[] = [];
    await Promise.all(Array.from({ length: PARCELS }, async () => void given.push(await assign())));
    assert.deepEqual(tally(given), [100, 60, 40]);
    assert.deepEqual(
      (await counted()).map(([partnerId, due]) => [partnerId, due]),
      PERCENTS.map((percent, index) => [usual[index], ((PARCELS + 1) * percent) / 100]),
    );
  });

  it('counts nothing for what assigns nothing, nor by hand', async () => {
    await accepted(put({ of: shareOf(PERCENTS), per: 'MONTH' }));
    const first = await assign('ONCE');
    const former = await counted();
    assert.equal(await assign('ONCE'), first);
    await app.ask('assignment', { ...bodyOf(), options: { createAssignmentRecord: false } });
    const another = await app.ask('assignment', bodyOf('ONCE', { weight: 900 }));
    assert.equal(another.status, 422);
    const byHand = await app.ask(
      'assignment',
      bodyOf(undefined, {}, { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: usual[2] }),
    );
    assert.equal(byHand.json.data.assignment.partnerId, usual[2]);
    await explain();
    assert.deepEqual(await counted(), former);
  });

  it('is said in the decision: percent, due, done and a sentence', async () => {
    await accepted(put({ of: shareOf([60, 40]), per: 'DAY' }));
    await assign();
    const decision = await explain();
    const [chosen, next] = decision.candidates;
    assert.deepEqual([chosen.partnerId, chosen.result], [usual[1], 'CHOSEN']);
    assert.deepEqual(chosen.share, { ruleId: 'season', percent: 40, due: 0.8, done: 1 });
    assert.deepEqual(next.share, { ruleId: 'season', percent: 60, due: 1.2, done: 1 });
    assert.match(decision.sentence, new RegExp(`^${usual[1]}: share season \\(40 %, so far 0 %\\);`));
    assert.deepEqual(
      decision.rules.map(({ result }: { result: string }) => result),
      ['ACTED'],
    );
  });

  it('begins at nought with other members, percents or windows, not with another bound', async () => {
    await accepted(put({ of: shareOf([90, 10]), per: 'DAY' }));
    for (let parcel = 0; parcel < 3; parcel++) await assign();
    await accepted(put({ of: shareOf([90, 10]), per: 'DAY', atMostAbove: 5_000 }, 11));
    assert.deepEqual(
      (await counted()).map(([, due]) => due),
      [3.6, 0.4],
    );
    await accepted(put({ of: shareOf([80, 20]), per: 'DAY' }));
    assert.deepEqual(
      (await counted()).map(([, due]) => due),
      [0.8, 0.2],
    );
    await accepted(put({ of: shareOf([90, 10]), per: 'MONTH' }));
    assert.deepEqual(
      (await counted()).map(([, due]) => due),
      [0.9, 0.1],
    );
  });

  it('fills the least of a member first, and gives nobody more than its most', async () => {
    await accepted(put({ of: shareOf([95, 5], [{ max: 2 }, { min: 3 }]), per: 'DAY' }));
    const given: string[] = [];
    for (let parcel = 0; parcel < 7; parcel++) given.push(await assign());
    const [one, other] = usual;
    assert.deepEqual(given, [other, other, other, one, one, other, other]);
  });
});

describe('the document of a share', () => {
  const faultsOf = async (share: object): Promise<string[]> => {
    const { status, json } = await put(share);
    assert.equal(status, 400, JSON.stringify(json));
    return json.error.details.map(({ field }: { field: string }) => field);
  };

  it('is refused by field', async () => {
    assert.deepEqual(await faultsOf({ of: shareOf([60, 30]), per: 'DAY' }), ['rules[0].share.of']);
    assert.deepEqual(await faultsOf({ of: shareOf([60, 40]), per: 'YEAR' }), ['rules[0].share.per']);
    assert.deepEqual(await faultsOf({ of: shareOf([100]), per: 'DAY' }), ['rules[0].share.of']);
    assert.deepEqual(await faultsOf({ of: shareOf([60, 40], [{ min: 5, max: 4 }]), per: 'DAY' }), [
      'rules[0].share.of[0].max',
    ]);
    assert.deepEqual(await faultsOf({ of: shareOf([60.005, 39.995]), per: 'DAY' }), [
      'rules[0].share.of[0].percent',
      'rules[0].share.of[1].percent',
    ]);
    const twice = [
      { partner: usual[0], percent: 60 },
      { partner: usual[0], percent: 40 },
    ];
    assert.deepEqual(await faultsOf({ of: twice, per: 'DAY' }), ['rules[0].share.of[1].partner']);
    const unknown = [
      { partner: 'nobody-at-all', percent: 60 },
      { partner: 'group:AIR', percent: 40 },
    ];
    const { status, text } = await put({ of: unknown, per: 'DAY' });
    assert.ok(status >= 400 && status < 500 && text.includes('rules[0].share.of[0].partner'), text);
  });
});
