/** POST /shipments/reassign: the open shipments of a partner go to others. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { assignment, fullWorld } from '../questions/fixture.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import { cancelAll } from '../allocation/cancel-all.js';
import type { ClientCredential, Reply } from '../../support/client.js';

const ACME = partnerCredential('acme');
const START = new Date('2026-03-10T06:00:00.000Z');

let app: TestApp;
let count = 0;

before(async () => {
  const world = fullWorld();
  for (const credential of world.credentials)
    if (credential.id === MAIN.id) credential.scopes = ['quote', 'assign', 'read', 'write', 'manage'];
  app = await TestApp.start(world, { now: START });
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});
/** Nothing of an earlier test is open: acme is the partner of each assignment, since it is cheaper than bolt. */
beforeEach(() => cancelAll(app));

const change = (shipmentId: string, what: string, body: object): Promise<Reply> =>
  app.send('POST', `/shipments/${shipmentId}/${what}`, body);
async function assign(
  more: Parameters<typeof assignment>[1] = {},
  credential: ClientCredential = MAIN,
): Promise<string> {
  const shipmentId = `MANY-${++count}`;
  const { json, text } = await app.ask('assignment', assignment(shipmentId, more), credential);
  assert.equal(json.data?.assignment?.partnerId, 'acme', text);
  return shipmentId;
}
const send = (body: object, credential: ClientCredential = MAIN): Promise<Reply> =>
  app.send('POST', '/shipments/reassign', body, credential);
type Line = Reply['json'];
/** The lines of a run, the summary apart. */
async function run(more: object = {}, filter: object = {}): Promise<{ lines: Line[]; summary: Line }> {
  const { status, text } = await send({ filter: { partnerId: 'acme', ...filter }, reason: 'CAPACITY', ...more });
  assert.equal(status, 200, text);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const { summary } = lines.pop();
  return { lines, summary };
}
const idsOf = (lines: Line[]): string[] => lines.map(({ shipmentId }) => shipmentId);
const partnerOf = async (shipmentId: string): Promise<string> =>
  (await app.get(`/shipments/${shipmentId}`)).json.data.partnerId;

describe('the shipments of a partner', () => {
  it('go to others, the earliest pickup first, with their cost, and the rest when it is asked again', async () => {
    const later = await assign({ shipmentDetails: { shipDate: '2026-03-12' } });
    const soon = await assign();
    const between = await assign({ shipmentDetails: { shipDate: '2026-03-11' } });
    const first = await run({ limit: 2 });
    assert.deepEqual(idsOf(first.lines), [soon, between]);
    const { caller, data } = first.lines[0];
    assert.equal(caller, 'service:main-system');
    assert.deepEqual([data.success, data.assignment.partnerId, data.lifecycle.attempt], [true, 'bolt', 2]);
    const sum = (which: 'before' | 'after') =>
      first.lines.reduce((paise, line) => paise + Math.round(line.data.cost[which] * 100), 0) / 100;
    assert.deepEqual(first.summary, {
      reassigned: 2,
      left: 1,
      cost: { before: sum('before'), after: sum('after') },
    });
    assert.deepEqual([await partnerOf(soon), await partnerOf(later)], ['bolt', 'acme']);
    const second = await run();
    assert.deepEqual([idsOf(second.lines), second.summary.left], [[later], 0]);
    assert.deepEqual(await run(), {
      lines: [],
      summary: { reassigned: 0, left: 0, cost: { before: 0, after: 0 } },
    });
  });

  it('are those that match: by state, by pickup, and only of services', async () => {
    const [taken, scanned, free] = [await assign(), await assign(), await assign()];
    const tomorrow = await assign({ shipmentDetails: { shipDate: '2026-03-11' } });
    const own = await assign({}, ACME);
    await change(taken, 'confirm', { attempt: 1 });
    await change(scanned, 'handover', { attempt: 1 });
    const matching = async (filter: object) => idsOf((await run({ dryRun: true }, filter)).lines).sort();
    assert.deepEqual(await matching({}), [taken, free, tomorrow].sort());
    assert.deepEqual(await matching({ states: ['CONFIRMED'] }), [taken]);
    assert.deepEqual(await matching({ pickupFrom: '2026-03-11' }), [tomorrow]);
    assert.deepEqual(await matching({ pickupTo: '2026-03-10' }), [taken, free].sort());
    assert.deepEqual(await partnerOf(taken), 'acme', 'a dry run moves nothing');
    assert.equal((await app.get(`/shipments/${own}`, ACME)).json.data.lifecycle.state, 'ASSIGNED');
  });

  it('stay where nobody else takes them, and are shown so', async () => {
    const shipmentId = await assign();
    const { lines, summary } = await run({ exclude: ['bolt'] });
    assert.deepEqual(idsOf(lines), [shipmentId]);
    const { data } = lines[0];
    assert.deepEqual([data.success, data.error.code, data.lifecycle.attempt], [false, 'NO_CAPABLE_PARTNERS', 1]);
    assert.deepEqual([summary.reassigned, summary.left, await partnerOf(shipmentId)], [0, 1, 'acme']);
  });

  it('are proposals in a dry run, without numbers of what is not made', async () => {
    const shipmentId = await assign();
    const { lines, summary } = await run({ dryRun: true });
    const { assignment: proposed, lifecycle, metadata, cost } = lines[0].data;
    assert.deepEqual(
      [proposed.partnerId, proposed.status, proposed.assignmentId, proposed.tracking, metadata.assignmentId],
      ['bolt', 'PROPOSED', null, null, null],
    );
    assert.deepEqual([lifecycle.attempt, summary.reassigned, summary.cost], [1, 1, cost]);
    const moved = await run();
    assert.deepEqual(moved.summary, { ...summary, left: 0 });
    assert.deepEqual(idsOf(moved.lines), [shipmentId]);
  });

  it('are counted within a dry run alone', async () => {
    const put = await app.send('PUT', '/documents/capacities/7', {
      ...{ partnerId: 'bolt', name: 'Vans', limit: 2, unit: 'PARCELS', per: 'DAY', dayOf: 'ASSIGNED', status: true },
    });
    assert.equal(put.status, 201, put.text);
    for (let parcel = 0; parcel < 4; parcel++) await assign();
    const used = async () => (await app.get('/capacity')).json.data[0].used;
    const dry = await run({ dryRun: true });
    assert.deepEqual([dry.summary.reassigned, dry.summary.left, await used()], [2, 2, 0]);
    assert.deepEqual((await run({ dryRun: true })).summary, dry.summary);
    const moved = await run();
    assert.deepEqual([moved.summary, await used()], [dry.summary, 2]);
    await app.send('DELETE', '/documents/capacities/7');
  });

  it('are moved while quotes are answered', async () => {
    const ids = [];
    for (let parcel = 0; parcel < 60; parcel++) ids.push(await assign());
    let quotes = 0;
    let isOver = false;
    const running = run().finally(() => {
      isOver = true;
    });
    const asking = async (): Promise<void> => {
      while (!isOver) {
        const { status } = await app.ask('assignment', assignment(`MEANWHILE-${++quotes}`));
        assert.equal(status, 200);
      }
    };
    const [{ lines, summary }] = await Promise.all([running, asking()]);
    assert.ok(quotes > 1, `${quotes} were answered meanwhile`);
    assert.equal(summary.reassigned, 60);
    assert.deepEqual(new Set(idsOf(lines)), new Set(ids));
  });

  it('are moved only by a service that manages, from a partner and groups that exist', async () => {
    const body = { filter: { partnerId: 'acme' }, reason: 'CAPACITY' };
    assert.equal((await send(body, ACME)).status, 403);
    const nobody = await send({ ...body, filter: { partnerId: 'nobody-there' } });
    assert.deepEqual([nobody.status, nobody.json.error.code], [404, 'PARTNER_NOT_FOUND']);
    const fieldsOf = async (wrong: object): Promise<string[]> => {
      const { status, json } = await send(wrong);
      assert.equal(status, 400);
      return json.error.details.map(({ field }: { field: string }) => field);
    };
    assert.deepEqual(await fieldsOf({ ...body, filter: { ...body.filter, toGroups: ['NOWHERE'] } }), [
      'filter.toGroups[0]',
    ]);
    assert.deepEqual(await fieldsOf({ ...body, filter: { ...body.filter, pickupFrom: '2026-02-30' } }), [
      'filter.pickupFrom',
    ]);
    assert.deepEqual(await fieldsOf({ filter: { states: ['CANCELLED'] }, reason: 'STRIKE', limit: 10_001 }), [
      'filter.partnerId',
      'filter.states[0]',
      'reason',
      'limit',
    ]);
  });
});

describe('a group of places', () => {
  it('selects the shipments that go there', async () => {
    const shipmentId = await assign();
    const record = await app.store.get('assignments', `service:main-system/${shipmentId}`);
    const toPincode = record!.asked!['deliveryPincode'] as string;
    const group = (pincodes: string[], groupId: string) =>
      app.send('PUT', `/documents/place-groups/${groupId}`, { groupId, name: groupId, pincodes, status: true });
    const here = await group([toPincode], 'HERE');
    assert.equal(here.status, 201, here.text);
    const others = fullWorld().pincodes.filter(({ pincode }) => pincode !== toPincode);
    assert.equal((await group([others[0]!.pincode], 'ELSEWHERE')).status, 201);
    assert.deepEqual((await run({ dryRun: true }, { toGroups: ['ELSEWHERE'] })).lines, []);
    assert.deepEqual(idsOf((await run({}, { toGroups: ['ELSEWHERE', 'HERE'] })).lines), [shipmentId]);
  });
});
