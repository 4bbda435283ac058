/** POST /changes/{id}/revert on the demo dataset. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';

const PARTNER = 'dharaline-surface';
const PATH = `/documents/partners/${PARTNER}`;

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo();
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

const lastChange = async (): Promise<number> => (await app.get('/changes?limit=1')).json.data[0].id;
const document = async (path: string): Promise<unknown> => (await app.get(path)).json.data;
const revert = (id: number, query = ''): Promise<Reply> => app.send('POST', `/changes/${id}/revert${query}`);
const apply = (...lines: unknown[]): Promise<Reply> => app.apply(lines);

async function refused(id: number, status: number, code: string, query = ''): Promise<unknown> {
  const newest = await lastChange();
  const reply = await revert(id, query);
  assert.deepEqual([reply.status, reply.json.error?.code], [status, code], reply.text);
  assert.equal(await lastChange(), newest);
  return reply.json.error.details;
}

describe('the revert of a place that others name since', () => {
  for (const [created, naming] of [
    [
      { collection: 'states', document: { id: 990, name: 'Nowhere', code: 'NW', gstCode: '98' } },
      { collection: 'cities', document: { id: 990, name: 'Noplace', stateId: 990 } },
    ],
    [
      { collection: 'cities', document: { id: 991, name: 'Elsewhere', stateId: 5 } },
      {
        collection: 'pincodes',
        document: { pincode: '999991', cityId: 991, stateId: 5, areaIds: [], latitude: null, longitude: null },
      },
    ],
    [
      { collection: 'areas', document: { id: 999_992, name: 'Here', cityId: 991 } },
      {
        collection: 'pincodes',
        document: { pincode: '999992', cityId: 991, stateId: 5, areaIds: [999_992], latitude: null, longitude: null },
      },
    ],
  ])
    it(`of ${created!.collection} is refused, also as a dry run and by force`, async () => {
      const { changeId } = (await apply(created)).json;
      const named = await apply(naming);
      assert.equal(named.status, 200, named.text);
      for (const query of ['?dryRun=true', '?force=true', '']) {
        const { by } = (await refused(changeId, 409, 'IN_USE', query)) as { by: { collection: string }[] };
        assert.equal(by[0]!.collection, naming!.collection);
      }
    });
});

const zone = {
  id: 900_001,
  partnerId: PARTNER,
  name: 'New',
  status: true,
  attributes: [],
  geographical: { states: [], cities: [], areas: [] },
  services: [],
  operationalDetails: null,
};

describe('a revert', () => {
  it('makes every document what it was, contacts included, and can be reverted', async () => {
    const former = await document(PATH);
    const [row] = (await app.get(`/documents/packages?partnerId=${PARTNER}&limit=1`)).json.data;
    const change = await apply(
      { collection: 'partners', document: { ...(former as object), contact: contact('Other'), name: 'Other' } },
      { collection: 'zones', document: zone },
      { collection: 'packages', key: row.id, delete: true },
    );
    assert.equal(change.status, 200, change.text);
    const changed = await document(PATH);
    const dry = await revert(change.json.changeId, '?dryRun=true');
    assert.deepEqual([dry.status, dry.json.changeId], [200, null], dry.text);
    assert.ok(!dry.text.includes('a@b.in') && dry.text.includes('***'), 'the history shows no contacts');
    assert.deepEqual(await document(PATH), changed);
    const undone = await revert(change.json.changeId, '?note=oops');
    assert.equal(undone.status, 200, undone.text);
    const counts = { created: 1, updated: 1, ended: 0, removed: 1, unchanged: 0 };
    assert.deepEqual([undone.json.data.counts, dry.json.data.counts], [counts, counts]);
    assert.deepEqual(await document(PATH), former);
    assert.deepEqual(await document(`/documents/packages/${row.id}`), row);
    assert.equal((await app.get('/documents/zones/900001')).status, 404);
    const set = (await app.get(`/changes/${undone.json.changeId}`)).json.data;
    assert.deepEqual([set.note, set.route], ['oops', 'POST /api/v1/changes/{id}/revert']);
    assert.equal((await revert(undone.json.changeId)).status, 200);
    assert.deepEqual(await document(PATH), changed);
    assert.equal(((await document('/documents/zones/900001')) as { id: number }).id, 900_001);
  });

  it('is refused when a document is not as the change left it, unless forced', async () => {
    const former = await document(PATH);
    const first = await app.send('PATCH', PATH, { name: 'First' });
    const second = await app.send('PATCH', PATH, { name: 'Second' });
    assert.deepEqual(await refused(first.json.changeId, 409, 'CHANGED_SINCE'), {
      documents: [{ collection: 'partners', key: PARTNER }],
    });
    // judged by content: once the second is undone, the first is as it was
    assert.equal((await revert(second.json.changeId)).status, 200);
    assert.equal((await revert(first.json.changeId)).status, 200);
    assert.deepEqual(await document(PATH), former);
    await app.send('PATCH', PATH, { name: 'Third' });
    assert.equal((await revert(first.json.changeId, '?force=true')).status, 200);
    assert.deepEqual(await document(PATH), former);
    const nothing = await revert(first.json.changeId, '?force=true');
    assert.deepEqual([nothing.status, nothing.json.changeId, nothing.json.data.counts.unchanged], [200, null, 1]);
  });

  it('is refused when something newer names what it would remove, forced or not', async () => {
    const made = await app.send('PUT', '/documents/zones/900002', { ...zone, id: 900_002 });
    await app.send('PUT', `/documents/zone-pincodes/${PARTNER}:411001`, { zoneId: 900_002 });
    const by = { by: [{ collection: 'zone-pincodes', key: `${PARTNER}:411001` }] };
    assert.deepEqual(await refused(made.json.changeId, 409, 'IN_USE'), by);
    assert.deepEqual(await refused(made.json.changeId, 409, 'IN_USE', '?force=true'), by);
  });

  it('is refused when what was removed no longer fits', async () => {
    const made = await app.send('PUT', '/documents/zones/900003', { ...zone, id: 900_003 });
    await app.send('PUT', `/documents/zone-pincodes/${PARTNER}:411002`, { zoneId: 900_003 });
    const removed = await app.send('DELETE', `/documents/zone-pincodes/${PARTNER}:411002`);
    await app.send('DELETE', '/documents/zones/900003');
    assert.equal(made.status, 201);
    const details = await refused(removed.json.changeId, 422, 'BUSINESS_VALIDATION_FAILED');
    assert.deepEqual(details, [`zone-pincodes/${PARTNER}:411002: zoneId there is no zone 900003`]);
  });

  it('needs a change that there is, and that has entries', async () => {
    assert.deepEqual(await refused(4_711, 404, 'CHANGE_NOT_FOUND'), { changeId: 4_711 });
    await refused(1, 409, 'NOT_REVERTIBLE');
    assert.equal((await app.post('/changes/1/revert', '')).json.error.details.reason, 'BODY_HASH_REQUIRED');
  });

  it('undoes a write of another route too', async () => {
    const made = await app.post('/discounts', {
      partnerId: PARTNER,
      fromWeight: 900,
      toWeight: 901,
      discountType: 'percentage',
      discountValue: 90,
    });
    assert.equal(made.status, 201, made.text);
    assert.equal((await revert(made.json.changeId)).status, 200);
    assert.equal((await app.get(`/documents/discounts/${made.json.data.id}`)).status, 404);
  });
});

const contact = (name: string): object => ({ name, phone: '1', email: 'a@b.in', trackingUrl: 'https://example.in' });
