/** GET /changes and GET /changes/{id}: what the writes of the API leave in the history, and who may see it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CHANGE_ENTRIES_SHOWN } from '../../../src/contract/changes.js';
import { SCOPES } from '../../../src/model/scopes.js';
import { createConformance } from '../../support/conformance.js';
import { fullWorld } from '../questions/fixture.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';

const ACME = partnerCredential('acme');
const BOLT = partnerCredential('bolt');
const PATH = '/api/v1/changes';
const conformance = createConformance();

interface Shown {
  id: number;
  at: string;
  by: { kind: string; id: string };
  requestId: string | null;
  route: string;
  note: string | null;
  partnerIds: string[];
  collections: string[];
  counts: Record<string, number>;
}

interface Entry {
  collection: string;
  after: { partnerId?: string } | null;
}

describe('the history over the API', () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.start(fullWorld());
    const credential = (await app.store.get('credentials', 'service/main-system'))!;
    const scopes = [...SCOPES];
    await app.store.write([{ kind: 'put', collection: 'credentials', document: { ...credential, scopes } }]);
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  const discount = (partnerId: string, fromWeight: number) => ({
    partnerId,
    discountType: 'percentage',
    discountValue: 9,
    fromWeight,
    toWeight: fromWeight + 1,
  });

  async function get(target: string, credential: ClientCredential = MAIN, status = 200): Promise<Reply> {
    const reply = await app.get(target, credential);
    assert.equal(reply.status, status, reply.text);
    const template = /changes\/\d/.test(target) ? `${PATH}/{id}` : PATH;
    assert.deepEqual(conformance.check('GET', template, status, reply.headers, reply.json), [], reply.text);
    return reply;
  }
  const list = async (query = '', credential: ClientCredential = MAIN): Promise<Shown[]> =>
    (await get(`${PATH}${query}`, credential)).json.data as Shown[];
  const ids = async (query: string, credential?: ClientCredential): Promise<number[]> =>
    (await list(query, credential)).map(({ id }) => id);

  it('begins with the import, which has no entries', async () => {
    const [first] = await list();
    assert.deepEqual([first!.id, first!.by, first!.route], [1, { kind: 'node', id: '' }, 'import of the dataset']);
    assert.deepEqual((await get(`${PATH}/1`)).json.data.entries, []);
  });

  it('has who changed what, why, and the document before and after', async () => {
    const made = await app.post(`/api/v1/discounts?note=Diwali`, discount('acme', 50));
    assert.equal(made.status, 201, made.text);
    const { changeId, data, request_id: requestId } = made.json;
    const change = (await get(`${PATH}/${changeId}`)).json.data;
    const { entries, ...set } = change;
    const document = await app.store.get('discounts', data.id as number);
    assert.deepEqual(set, {
      id: changeId,
      at: new Date(app.clock.nowMs).toISOString(),
      by: { kind: 'service', id: 'main-system' },
      requestId,
      route: 'POST /api/v1/discounts',
      note: 'Diwali',
      partnerIds: ['acme'],
      collections: ['discounts'],
      counts: { created: 1, updated: 0, ended: 0, removed: 0 },
    });
    assert.deepEqual(entries, [{ collection: 'discounts', key: data.id, before: null, after: document }]);
    assert.deepEqual((await list())[0], set);
  });

  it('is named again by the repeated answer of an Idempotency-Key, and by nothing that changed nothing', async () => {
    const send = () => app.post('/api/v1/discounts', discount('acme', 52), MAIN, { 'idempotency-key': 'changes' });
    const [first, second] = [await send(), await send()];
    assert.deepEqual([first.status, second.status], [201, 201]);
    assert.equal(second.headers['idempotency-replayed'], 'true');
    assert.equal(typeof first.json.changeId, 'number');
    assert.equal(second.json.changeId, first.json.changeId);
    const charge = { type: 'fsc', chargeType: 'flat', value: 300, partnerId: 'acme' };
    const bulk = { charges: [charge], options: { skipDuplicates: true } };
    const charges = [1, 2].map(() => app.post('/api/v1/customer-charges/bulk', bulk));
    const answers = [await charges[0]!, await charges[1]!].map(({ json }) => json.changeId as number | null);
    assert.deepEqual(answers.filter((id) => id === null).length, 1, JSON.stringify(answers));
  });

  it('is filtered, and read page by page', async () => {
    const made = await app.post('/api/v1/discounts', discount('bolt', 60), BOLT);
    const id = made.json.changeId as number;
    assert.deepEqual(await ids('?by=partner:bolt'), [id]);
    assert.deepEqual(await ids('?partnerId=bolt'), [id]);
    assert.equal((await ids('?collection=discounts'))[0], id);
    assert.deepEqual(await ids('?collection=zones'), [1]);
    assert.deepEqual(await ids(`?since=${encodeURIComponent(new Date(app.clock.nowMs + 1).toISOString())}`), []);
    const all = await ids('?limit=1000');
    const paged: number[] = [];
    for (let query = '?limit=2'; ;) {
      const { json } = await get(`${PATH}${query}`);
      paged.push(...(json.data as Shown[]).map((set) => set.id));
      if (json.next === null) break;
      query = `?limit=2&before=${json.next}`;
    }
    assert.deepEqual(paged, all);
    assert.deepEqual(
      all,
      [...all].sort((a, b) => b - a),
    );
  });

  it('finds those of one document, also after it is gone, for whom may see it', async () => {
    const made = await app.post('/api/v1/discounts', discount('bolt', 70), BOLT);
    const { id } = made.json.data as { id: number };
    const target = `/api/v1/documents/discounts/${id}`;
    const patched = await app.send('PATCH', target, { discountValue: 8 });
    await app.post('/api/v1/discounts', discount('bolt', 72), BOLT);
    const removed = await app.send('DELETE', target);
    const all = [removed, patched, made].map(({ json }) => json.changeId as number);
    const query = `?collection=discounts&key=${id}`;
    assert.deepEqual(await ids(query), all);
    assert.deepEqual(await ids(`${query}&partnerId=bolt&by=service:main-system`), all.slice(0, 2));
    assert.deepEqual(await ids(query, BOLT), all);
    assert.deepEqual(await ids(query, ACME), []);
    // neither a document whose number begins alike, nor one of another collection
    assert.deepEqual(await ids(`?collection=discounts&key=${String(id).slice(0, -1) || 1}`), []);
    assert.deepEqual(await ids(`?collection=packages&key=${id}`), []);
    const first = (await get(`${PATH}${query}&limit=1`)).json;
    assert.deepEqual([first.data.map((set: Shown) => set.id), first.next], [all.slice(0, 1), all[0]]);
    assert.deepEqual(await ids(`${query}&limit=1&before=${first.next}`), all.slice(1, 2));
    assert.deepEqual(await ids(`${query}&cursor=${first.pagination.nextCursor}`), all.slice(1));
    await get(`${PATH}?collection=discounts&key=${id + 1}&cursor=${first.pagination.nextCursor}`, MAIN, 400);
  });

  it('shows a partner its own and what concerns everybody', async () => {
    const [ofBolt] = await ids('?by=partner:bolt');
    const seen = await list('', ACME);
    assert.ok(seen.every(({ partnerIds }) => partnerIds.every((partnerId) => partnerId === 'acme')));
    assert.ok(seen.some(({ id }) => id === 1) && !seen.some(({ id }) => id === ofBolt));
    assert.ok((await list('?partnerId=acme', ACME)).every(({ partnerIds }) => partnerIds.includes('acme')));
    await get(`${PATH}?partnerId=bolt`, ACME, 403);
    const { json } = await get(`${PATH}/${ofBolt}`, ACME, 404);
    assert.deepEqual([json.error.code, json.error.details], ['CHANGE_NOT_FOUND', { changeId: ofBolt }]);
    await get(`${PATH}/${ofBolt}`, BOLT);
  });

  it('shows of a change set of several partners each its own entries', async () => {
    const charges = ['acme', 'bolt'].map((partnerId) => ({ type: 'fsc', chargeType: 'flat', value: 41, partnerId }));
    const { json } = await app.post('/api/v1/customer-charges/bulk', { charges });
    const change = (await get(`${PATH}/${json.changeId}`, ACME)).json.data;
    assert.deepEqual(change.partnerIds, ['acme']);
    assert.deepEqual(
      (change.entries as Entry[]).map((entry) => entry.after!.partnerId),
      ['acme'],
    );
    assert.equal((await get(`${PATH}/${json.changeId}`)).json.data.entries.length, 2);
  });

  it('shows a partner counts of its entries, and the note only of what it made or what touches it alone', async () => {
    let next = 9_000;
    const charge = (partnerId: string | null) => {
      const document = { partnerId, type: 'fsc', chargeType: 'flat', value: 41, minKg: 0, maxKg: null, status: true };
      return { id: next++, ...document };
    };
    const apply = async (note: string, ...partnerIds: (string | null)[]): Promise<number> => {
      const lines = partnerIds.map((partnerId) => ({ collection: 'customer-charges', document: charge(partnerId) }));
      const body = lines.map((line) => JSON.stringify(line)).join('\n');
      const type = { 'content-type': 'application/x-ndjson' };
      const { json, text } = await app.send('POST', `/api/v1/documents/apply?note=${note}`, body, MAIN, type);
      assert.equal(typeof json.changeId, 'number', text);
      return json.changeId as number;
    };
    const changed = (created: number) => ({ created, updated: 0, ended: 0, removed: 0 });
    const seen = async (id: number, credential: ClientCredential) => {
      const set: Shown & { entries: Entry[] } = (await get(`${PATH}/${id}`, credential)).json.data;
      const { entries, ...listed } = set;
      assert.deepEqual(
        (await list('?limit=1000', credential)).find((each) => each.id === id),
        listed,
      );
      return {
        note: set.note,
        counts: set.counts,
        entries: entries.length,
        by: set.by.id,
        collections: set.collections,
      };
    };
    const of = { collections: ['customer-charges'], by: 'main-system' };

    const ofBoth = await apply('both', 'acme', 'bolt', 'bolt');
    assert.deepEqual(await seen(ofBoth, ACME), { ...of, note: null, counts: changed(1), entries: 1 });
    assert.deepEqual(await seen(ofBoth, BOLT), { ...of, note: null, counts: changed(2), entries: 2 });
    assert.deepEqual(await seen(ofBoth, MAIN), { ...of, note: 'both', counts: changed(3), entries: 3 });

    const ofAllAndBolt = await apply('default', null, 'bolt');
    assert.deepEqual(await seen(ofAllAndBolt, ACME), { ...of, note: null, counts: changed(1), entries: 1 });
    assert.deepEqual(await seen(ofAllAndBolt, BOLT), { ...of, note: null, counts: changed(2), entries: 2 });

    const ofBolt = await apply('bolt', 'bolt');
    assert.deepEqual(await seen(ofBolt, BOLT), { ...of, note: 'bolt', counts: changed(1), entries: 1 });
    await get(`${PATH}/${ofBolt}`, ACME, 404);

    const made = await app.post('/api/v1/discounts?note=own', discount('bolt', 70), BOLT);
    const own = { collections: ['discounts'], by: 'bolt', note: 'own', counts: changed(1), entries: 1 };
    assert.deepEqual(await seen(made.json.changeId as number, BOLT), own);
    assert.deepEqual(await ids('?by=partner:bolt', ACME), [], 'who else changed something is not shown');
  });

  it('has changes of credentials for services alone', async () => {
    const reply = await app.send('PATCH', '/api/v1/credentials/partner/acme?note=leaked', { tier: 'TIER_2' });
    assert.equal(reply.status, 200, reply.text);
    const { changeId } = reply.json;
    assert.deepEqual((await get(`${PATH}/${changeId}`)).json.data.note, 'leaked');
    for (const credential of [ACME, BOLT]) {
      assert.ok(!(await ids('?limit=1000', credential)).includes(changeId as number));
      assert.deepEqual(await ids('?collection=credentials', credential), []);
      const hidden = (await get(`${PATH}/${changeId}`, credential, 404)).json;
      const unknown = (await get(`${PATH}/999999`, credential, 404)).json;
      assert.deepEqual(hidden.error, { ...unknown.error, details: { changeId } });
    }
  });

  it('shows the entries of a large change page by page, and undoes all of them', async () => {
    const [city] = (await app.store.load(['cities'])).cities;
    const createdAt = new Date(app.clock.nowMs).toISOString();
    const documents = Array.from({ length: 2 * CHANGE_ENTRIES_SHOWN + 500 }, (_, index) => ({
      ...{ id: 500_000 + index, name: `Area ${index}`, cityId: city!.id, createdAt },
    }));
    const lines = documents.map((document) => JSON.stringify({ collection: 'areas', document })).join('\n');
    const type = { 'content-type': 'application/x-ndjson' };
    const made = await app.send('POST', '/api/v1/documents/apply', lines, MAIN, type);
    assert.equal(made.status, 200, made.text);
    const path = `${PATH}/${made.json.changeId}`;
    for (const credential of [MAIN, ACME]) {
      const sizes: number[] = [];
      const keys: unknown[] = [];
      for (let query: string | null = ''; query !== null;) {
        const { json } = await get(`${path}${query}`, credential);
        const entries = json.data.entries as { key: number }[];
        assert.equal(json.data.counts.created, documents.length);
        sizes.push(entries.length);
        keys.push(...entries.map(({ key }) => key));
        query = json.next === null ? null : `?after=${json.next}`;
      }
      assert.deepEqual(sizes, [CHANGE_ENTRIES_SHOWN, CHANGE_ENTRIES_SHOWN, 500]);
      assert.deepEqual(
        keys,
        documents.map(({ id }) => id),
      );
    }
    for (const place of ['-1', 'x', '1.5', '1e13']) await get(`${path}?after=${place}`, MAIN, 400);
    const undone = await app.send('POST', `${path}/revert`);
    assert.equal(undone.status, 200, undone.text);
    assert.equal(undone.json.data.counts.removed, documents.length);
  });

  it('keeps those of a partner that was removed', async () => {
    const partner = { ...(await app.store.get('partners', 'acme'))!, partnerId: 'gone' };
    const put = await app.send('PUT', '/api/v1/documents/partners/gone', partner);
    assert.equal(put.status, 201, put.text);
    const removed = await app.send('DELETE', '/api/v1/documents/partners/gone');
    assert.equal(removed.status, 200, removed.text);
    assert.deepEqual(await ids('?partnerId=gone'), [removed.json.changeId, put.json.changeId]);
    assert.deepEqual(await ids('?partnerId=gone&by=service:nobody'), []);
    await get(`${PATH}?partnerId=never-there`, MAIN, 404);
    await get(`${PATH}?partnerId=gone`, ACME, 403);
  });

  it('masks contacts, and leaves credentials out', async () => {
    const partner = (await app.store.get('partners', 'acme'))!;
    const credential = (await app.store.get('credentials', 'partner/acme'))!;
    const note = {
      at: '2026-11-25T12:00:00.000Z',
      by: { kind: 'service', id: 'main-system' },
      requestId: null,
      route: 'a test',
      note: null,
      sealed: (_: unknown, document: object) => document,
    } as const;
    const written = await app.store.write(
      [
        { kind: 'put', collection: 'partners', document: { ...partner, name: 'Acme & Sons' } },
        { kind: 'put', collection: 'credentials', document: { ...credential, tier: 'TIER_1' } },
      ],
      note,
    );
    assert.ok(written.ok);
    const { entries } = (await get(`${PATH}/${written.changeId}`)).json.data;
    assert.deepEqual(
      (entries as Entry[]).map((entry) => [entry.collection, entry.after]),
      [
        [
          'partners',
          {
            ...partner,
            name: 'Acme & Sons',
            contact: { name: '***', phone: '***', email: '***', trackingUrl: '***' },
          },
        ],
      ],
    );
  });

  it('refuses what is no query or no change', async () => {
    for (const query of [
      'by=acme',
      'by=robot:1',
      'since=yesterday',
      'before=0',
      'limit=1001',
      'key=1',
      'collection=discounts&key=x',
      'collection=credentials&key=1',
      'collection=zone-pincodes&key=110001',
    ])
      await get(`${PATH}?${query}`, MAIN, 400);
    await get(`${PATH}/999999`, MAIN, 404);
    await get(`${PATH}/0`, MAIN, 400);
  });
});
