/** Capacities over HTTP: closing and opening, limits, and what answers say of a partner that is full. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { MAIN, partnerCredential, type TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { cancelAll } from './cancel-all.js';
import { accepted, parcelBody, SEARCH, startUsualDemo } from './usual-demo.js';

let app: TestApp;
let shipments = 0;
/** Who can carry the parcel, the best first. */
let usual: string[];
/** Counts belong to a number, so each test has its own two. */
let ID = 100;
let OTHER_ID = 101;
const FAR = '2099-01-01T00:00:00+05:30';

before(async () => {
  ({ app, usual } = await startUsualDemo());
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});
afterEach(async () => {
  await cancelAll(app);
  for (const id of [ID, OTHER_ID]) await app.send('DELETE', `/documents/capacities/${id}`);
  await app.send('DELETE', '/documents/allocation-policies/rules');
  ID += 2;
  OTHER_ID += 2;
});

const bodyOf = (shipmentId = `CAP-${++shipments}`, preferences: object = {}, more: object = {}) => ({
  ...parcelBody(shipmentId, {}, preferences),
  ...more,
});
const assign = async (...asked: Parameters<typeof bodyOf>): Promise<Reply['json']> =>
  (await app.ask('assignment', bodyOf(...asked))).json.data;
const partnerOf = async (...asked: Parameters<typeof bodyOf>): Promise<string> =>
  (await assign(...asked)).assignment.partnerId;
const codesOf = ({ warnings }: Reply['json']): string[] => warnings.map(({ code }: { code: string }) => code);
const find = async (): Promise<Reply['json']> => (await app.ask('availability', SEARCH)).json.data;

const put = async (more: object = {}, id = ID): Promise<void> => {
  const capacity = { partnerId: usual[0], name: 'Vans', limit: 1_000, unit: 'PARCELS', per: 'DAY', status: true };
  await accepted(app.send('PUT', `/documents/capacities/${id}`, { ...capacity, ...more }));
};
const close = (until = FAR, id = ID): Promise<Reply> => app.send('POST', `/capacity/${id}/close`, { until });
const open = (id = ID): Promise<Reply> => app.send('POST', `/capacity/${id}/open`);
const closed = async (until = FAR): Promise<void> => assert.equal((await close(until)).status, 200);

describe('a courier that is closed', () => {
  it('gets nothing until it is open again', async () => {
    await put();
    assert.equal(await partnerOf(), usual[0]);
    const { status, json } = await close();
    assert.equal(status, 200);
    assert.equal(json.data.closedUntil, '2098-12-31T18:30:00.000Z');
    assert.equal(await partnerOf(), usual[1]);
    assert.equal('closedUntil' in (await open()).json.data, false);
    assert.equal(await partnerOf(), usual[0]);
  });

  it('is closed to the end of a day, in a change set with its note', async () => {
    await put();
    const reply = await app.send('POST', `/capacity/${ID}/close`, { until: '2098-12-31', note: 'No vans' });
    assert.equal(reply.json.data.closedUntil, '2098-12-31T18:30:00.000Z');
    const { data } = (await app.send('GET', `/changes/${reply.json.changeId}`)).json;
    assert.deepEqual([data.note, data.route], ['No vans', 'POST /api/v1/capacity/{id}/close']);
    assert.equal(await partnerOf(), usual[1]);
    assert.equal((await app.send('POST', `/changes/${reply.json.changeId}/revert`)).status, 200);
    assert.equal(await partnerOf(), usual[0]);
  });

  it('is closed until a moment that is given in UTC', async () => {
    await put();
    const until = '2098-12-31T10:30:00.000Z';
    assert.equal((await close(until)).json.data.closedUntil, until);
  });

  it('is not closed by a dry run, for a moment that is over, or where there is no such row', async () => {
    await put();
    assert.equal((await app.send('POST', `/capacity/${ID}/close?dryRun=true`, { until: FAR })).status, 200);
    assert.equal(await partnerOf(), usual[0]);
    const never = (await close('2027-02-30')).json.error.details[0];
    assert.deepEqual([never.field, never.message], ['until', 'must be a day or a moment that exists']);
    const over = await close('2020-01-01');
    assert.deepEqual([over.status, over.json.error.details[0].field], [400, 'until']);
    assert.equal((await close(FAR, 4_711)).json.error.code, 'DOCUMENT_NOT_FOUND');
    assert.equal(
      (await app.send('POST', `/capacity/${ID}/close`, { until: FAR }, partnerCredential(usual[0]!))).status,
      403,
    );
  });

  it('keeps its prices, which say so', async () => {
    await put();
    await closed();
    const capacity = { full: true, id: ID, used: 0, limit: 1_000 };
    const { data } = (await app.ask('charges', { partnerId: usual[0], ...SEARCH })).json;
    assert.deepEqual([data.available, data.capacity], [true, capacity]);
    const check = (await app.ask('availability', { ...SEARCH, partnerId: usual[0] })).json.data;
    assert.deepEqual([check.isAvailable, check.capacity], [true, capacity]);
    const own = (await app.ask('availability', SEARCH, partnerCredential(usual[0]!))).json.data;
    assert.equal(own.capacity.id, ID);
    assert.equal(typeof own.capacity.pickup.zone, 'string');
    const other = (await app.ask('charges', { partnerId: usual[1], ...SEARCH })).json.data;
    assert.equal('capacity' in other, false);
  });

  it('is in a search, behind all others', async () => {
    await put();
    await closed();
    const { summary, availablePartners } = await find();
    assert.deepEqual(summary.ranking, [...usual.slice(1), usual[0]].slice(0, summary.ranking.length));
    assert.deepEqual([summary.bestOption, summary.refused], [usual[1], null]);
    for (const { partnerId, policy, capacity } of availablePartners) {
      const isFull = partnerId === usual[0];
      assert.deepEqual(policy, isFull ? { state: 'FULL', capacityId: ID } : { state: 'CANDIDATE' });
      assert.equal(capacity?.id, isFull ? ID : undefined);
    }
  });

  it('is named where nobody else may have it, or it is selected', async () => {
    await put();
    await closed();
    const manual = { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: usual[0] };
    const refused = await assign(undefined, manual);
    assert.equal(refused.error.code, 'NO_CAPABLE_PARTNERS');
    assert.equal(refused.metadata.failureReasons.capacity_full, 1);
    const { reasons } = refused.error.reasons.find(({ partnerId }: { partnerId: string }) => partnerId === usual[0]);
    assert.equal(reasons[0].code, 'CAPACITY_FULL');
    assert.deepEqual(reasons[0].details, {
      capacityId: ID,
      used: 0,
      limit: 1_000,
      closedUntil: '2098-12-31T18:30:00.000Z',
    });
    assert.equal(await partnerOf(undefined, { ...manual, allowAlternatives: true }), usual[1]);
    const own = (await app.ask('assignment', bodyOf(), partnerCredential(usual[0]!))).json.data;
    assert.deepEqual([own.success, own.error.code], [false, 'NO_CAPABLE_PARTNERS']);
  });

  it('gets no shipment that was booked at its quote', async () => {
    await put();
    const quoted = (await app.ask('charges', { partnerId: usual[0], ...SEARCH, includeQuoteToken: true })).json.data;
    await closed();
    const preferences = { assignmentStrategy: undefined, quoteToken: quoted.quoteToken };
    const refused = await assign(undefined, preferences);
    assert.equal(refused.error.code, 'NO_CAPABLE_PARTNERS');
    await open();
    assert.equal(await partnerOf(undefined, preferences), usual[0]);
  });

  it('comes last if the row is SOFT, with a warning', async () => {
    await put({ kind: 'SOFT' });
    await closed();
    const made = await assign();
    assert.deepEqual([made.assignment.partnerId, codesOf(made)], [usual[1], []]);
    const { summary, availablePartners } = await find();
    assert.equal(summary.bestOption, usual[1]);
    assert.ok(availablePartners.every((each: object) => !('policy' in each)));
    const manual = await assign(undefined, { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: usual[0] });
    assert.deepEqual([manual.assignment.partnerId, codesOf(manual)], [usual[0], ['CAPACITY_EXCEEDED']]);
  });

  it('is no candidate of a policy', async () => {
    await put();
    await closed();
    const rule = { ruleId: 'first', label: 'First', when: {}, order: { partners: [usual[0]] }, status: true };
    await app.send('PUT', '/documents/allocation-policies/rules', {
      ...{ policyId: 'rules', name: 'Rules', priority: 1, status: true },
      rules: [rule],
    });
    const explained = (await app.send('POST', '/allocation/explain', bodyOf('EXPLAINED'))).json.data;
    assert.deepEqual(explained.rules, [{ ruleId: 'first', result: 'PASSED_OVER' }]);
    const full = explained.candidates.find(({ partnerId }: { partnerId: string }) => partnerId === usual[0]);
    assert.deepEqual([full.result, full.capacityId], ['FULL', ID]);
    assert.equal(await partnerOf(), usual[1]);
    const refuse = { ...rule, order: undefined, refuse: { code: 'NEVER', message: 'Never' } };
    await app.send('PUT', '/documents/allocation-policies/rules', {
      ...{ policyId: 'rules', name: 'Rules', priority: 1, status: true },
      rules: [refuse],
    });
    const only = await assign(
      undefined,
      {},
      { shipmentDetails: { ...bodyOf().shipmentDetails, excludePartners: usual.slice(1) } },
    );
    assert.equal(only.error.code, 'NO_CAPABLE_PARTNERS', 'no rule is looked at without candidates');
  });
});

describe('a limit', () => {
  it('is reached, and a new window begins at nought', async () => {
    await put({ limit: 2 });
    assert.deepEqual([await partnerOf(), await partnerOf(), await partnerOf()], [usual[0], usual[0], usual[1]]);
    const explained = (await app.send('POST', '/allocation/explain', bodyOf('EXPLAINED'))).json.data;
    assert.match(explained.sentence, new RegExp(`^${usual[1]}: the best by BEST_MATCH; `));
    await put({ limit: 3 });
    assert.equal(await partnerOf(), usual[0]);
    await put({ limit: 4, per: 'MONTH' });
    assert.deepEqual([await partnerOf(), await partnerOf()], [usual[0], usual[1]], 'it begins with what is live');
  });

  it('holds when many ask at the same time', async () => {
    await put({ limit: 20 });
    const given = await Promise.all(Array.from({ length: 100 }, () => partnerOf()));
    assert.equal(given.filter((partnerId) => partnerId === usual[0]).length, 20);
  });

  it('counts no proposal, no repetition and no search', async () => {
    await put({ limit: 2 });
    await partnerOf('CAP-ONCE');
    for (let times = 0; times < 3; times++) {
      assert.equal(await partnerOf('CAP-ONCE'), usual[0]);
      assert.equal(await partnerOf(undefined, {}, { options: { createAssignmentRecord: false } }), usual[0]);
      await find();
    }
    assert.deepEqual([await partnerOf(), await partnerOf()], [usual[0], usual[1]]);
  });

  it('counts what is collected, and only the parcels that the row is for', async () => {
    await put({ unit: 'COD_RUPEES', limit: 5_000, when: { paymentTypes: ['COD'] } });
    await put({ limit: 1, when: { urgencies: ['URGENT'] } }, OTHER_ID);
    assert.deepEqual([await partnerOf(), await partnerOf(), await partnerOf()], [usual[0], usual[0], usual[1]]);
    const { data } = (await app.send('GET', `/capacity?partnerId=${usual[0]}`)).json;
    const used = data.filter(({ id }: { id: number }) => id === ID || id === OTHER_ID);
    const day = await pickupDay();
    const onDay = (await app.send('GET', `/capacity?partnerId=${usual[0]}&date=${day}`)).json.data;
    assert.deepEqual(
      onDay.find(({ id }: { id: number }) => id === ID),
      { id: ID, partnerId: usual[0], used: 4_999, limit: 5_000, full: false, closedUntil: null },
    );
    assert.equal(used.length, 2);
  });
});

/** The day in India on which the parcel leaves. */
async function pickupDay(): Promise<string> {
  const { availablePartners } = await find();
  const { pickupDate } = availablePartners.find(({ partnerId }: { partnerId: string }) => partnerId === usual[0]);
  return new Date(Date.parse(pickupDate) + 330 * 60_000).toISOString().slice(0, 10);
}

describe('a capacity that begins', () => {
  const used = async (id = ID): Promise<number> => {
    const { data } = (await app.send('GET', `/capacity?date=${await pickupDay()}`)).json;
    return data.find((row: { id: number }) => row.id === id).used;
  };

  it('has the live attempts of its windows, in its unit, and gives them back', async () => {
    for (const shipmentId of ['LIVE-1', 'LIVE-2', 'LIVE-3']) assert.equal(await partnerOf(shipmentId), usual[0]);
    await app.send('POST', '/shipments/LIVE-1/cancel', { attempt: 1, reason: 'STOCK' });
    await app.send('POST', '/shipments/LIVE-2/confirm', { attempt: 1 });
    await put({ limit: 3 });
    assert.equal(await used(), 2);
    await put({ unit: 'COD_RUPEES', limit: 10_000, per: 'MONTH' });
    assert.equal(await used(), 2 * 2_499.5);
    await put({ unit: 'GRAMS', limit: 10_000, when: { paymentTypes: ['PREPAID'] } }, OTHER_ID);
    assert.equal(await used(OTHER_ID), 0, 'none of them is prepaid');
    await put({ unit: 'GRAMS', limit: 10_000, when: { paymentTypes: ['COD'] } }, OTHER_ID);
    assert.ok((await used(OTHER_ID)) >= 2 * 1_200);
    await app.send('POST', '/shipments/LIVE-3/cancel', { attempt: 1, reason: 'STOCK' });
    assert.deepEqual([await used(), (await used(OTHER_ID)) >= 1_200], [2_499.5, true]);
    await app.restart();
    assert.equal(await used(), 2_499.5, 'the store has it');
  });

  it('counts a shipment once, also when others are assigned at the same moment', async () => {
    await Promise.all(Array.from({ length: 40 }, () => partnerOf()));
    await Promise.all([put({ limit: 500 }), ...Array.from({ length: 40 }, () => partnerOf())]);
    await put({ limit: 400 });
    assert.ok([...Array(41).keys()].includes(80 - (await used())), `${await used()} of 80`);
    await put({ limit: 400, status: false });
    await put({ limit: 400 });
    assert.equal(await used(), 80);
  });

  it('may be over its limit, and then takes nothing', async () => {
    for (let parcel = 0; parcel < 3; parcel++) await partnerOf();
    await put({ limit: 2 });
    assert.deepEqual([await used(), await partnerOf()], [3, usual[1]]);
  });

  it('is another one of another partner', async () => {
    await partnerOf();
    await put({ partnerId: usual[1], limit: 5 });
    assert.equal(await used(), 0);
    await put({ limit: 1 });
    assert.deepEqual([await used(), await partnerOf()], [1, usual[1]]);
  });

  it('counts nothing in a dry run', async () => {
    await partnerOf();
    await app.send('PUT', `/documents/capacities/${ID}?dryRun=true`, {
      ...{ partnerId: usual[0], name: 'Vans', limit: 9, unit: 'PARCELS', per: 'DAY', status: true },
    });
    await put({ limit: 9 });
    assert.equal(await used(), 1);
  });
});

describe('GET /capacity', () => {
  it('shows a service all and a partner its own, with what is closed', async () => {
    await put();
    await put({ partnerId: usual[1] }, OTHER_ID);
    await closed();
    const ids = async (...asked: [string?, ReturnType<typeof partnerCredential>?]) => {
      const { json } = await app.send('GET', `/capacity${asked[0] ?? ''}`, undefined, asked[1] ?? MAIN);
      return json.data.map(({ id }: { id: number }) => id).filter((id: number) => id >= ID);
    };
    assert.deepEqual(await ids(), [ID, OTHER_ID]);
    assert.deepEqual(await ids(`?partnerId=${usual[1]}`), [OTHER_ID]);
    assert.deepEqual(await ids('', partnerCredential(usual[0]!)), [ID]);
    const foreign = await app.send('GET', `/capacity?partnerId=${usual[1]}`, undefined, partnerCredential(usual[0]!));
    assert.equal(foreign.status, 403);
    const [own] = (await app.send('GET', `/capacity?partnerId=${usual[0]}`)).json.data.slice(-1);
    assert.deepEqual(own, {
      ...{ id: ID, partnerId: usual[0], used: 0, limit: 1_000, full: true },
      closedUntil: '2098-12-31T18:30:00.000Z',
    });
    const wrong = await app.send('GET', '/capacity?date=2026-02-30');
    assert.deepEqual([wrong.status, wrong.json.error.details[0].field], [400, 'date']);
  });

  it('is a metric', async () => {
    await put({ limit: 4, dayOf: 'ASSIGNED' });
    await partnerOf();
    assert.match(
      await (await fetch(`http://127.0.0.1:${app.port}/metrics`)).text(),
      new RegExp(`^pinrate_capacity_used_ratio\\{capacity="${ID}"\\} 0\\.25$`, 'm'),
    );
  });
});

describe('documents of capacities', () => {
  const faultsOf = async (more: object): Promise<string[]> => {
    const { status, json } = await app.send('PUT', `/documents/capacities/${ID}`, {
      ...{ partnerId: usual[0], name: 'Vans', limit: 1, unit: 'PARCELS', per: 'DAY', status: true },
      ...more,
    });
    assert.equal(status, 400);
    return json.error.details.map(({ field }: { field: string }) => field);
  };

  it('are refused by field', async () => {
    assert.deepEqual(await faultsOf({ limit: 0, unit: 'TRUCKS' }), ['limit', 'unit']);
    assert.deepEqual(await faultsOf({ limit: 1_000_000_000_001 }), ['limit']);
    assert.deepEqual(await faultsOf({ partnerId: 'nobody-there' }), ['partnerId']);
    assert.deepEqual(await faultsOf({ when: { toGroups: ['NOWHERE'] } }), ['when.toGroups[0]']);
    assert.deepEqual(await faultsOf({ when: { urgencies: [] } }), ['when.urgencies']);
    assert.deepEqual(await faultsOf({ validFrom: '2026-02-01T00:00:00Z', validTo: '2026-01-01T00:00:00Z' }), [
      'validTo',
    ]);
  });

  it('are at most 64 of a partner, and seen by their own', async () => {
    const row = { partnerId: usual[0], name: 'Vans', limit: 1, unit: 'PARCELS', per: 'DAY', status: true };
    const apply = (count: number, line: (id: number) => object): Promise<Reply> => {
      const lines = Array.from({ length: count }, (_, index) => JSON.stringify(line(1_000 + index)));
      const ndjson = { 'content-type': 'application/x-ndjson' };
      return app.send('POST', '/documents/apply', lines.join('\n'), MAIN, ndjson);
    };
    const added = (id: number) => ({ collection: 'capacities', document: { ...row, id } });
    assert.equal((await apply(65, added)).status, 400);
    assert.equal((await apply(64, added)).status, 200);
    const seen = async (as: string): Promise<string[]> => {
      const { json } = await app.send('GET', '/documents/capacities?limit=100', undefined, partnerCredential(as));
      return json.data.map(({ partnerId }: { partnerId: string }) => partnerId);
    };
    assert.deepEqual(await seen(usual[0]!), Array(64).fill(usual[0]));
    assert.equal((await seen(usual[1]!)).includes(usual[0]!), false);
    await apply(64, (id) => ({ collection: 'capacities', key: id, delete: true }));
  });
});
