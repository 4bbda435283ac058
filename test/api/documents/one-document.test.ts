/** /documents: one document read, created, replaced, patched, ended and removed, on the demo dataset. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { rounds } from '../../support/depth.js';

/** Each change of one is refused to all others. */
const CLIENTS = rounds(16, 64);

const SURCHARGE = {
  partnerId: 'dharaline-surface',
  code: 'GREEN',
  label: 'Green levy',
  basis: 'FLAT',
  value: 4.5,
  order: 700,
  status: true,
};

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo();
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

const codeOf = (reply: Reply): unknown => reply.json.error?.code;
const fieldsOf = (reply: Reply): string[] => reply.json.error.details.map(({ field }: { field: string }) => field);
/** The document in the store, or undefined. */
const stored = async (path: string): Promise<Record<string, unknown> | undefined> =>
  (await app.get(`/documents/${path}`)).json.data;
const lastChange = async (): Promise<number> => (await app.get('/changes?limit=1')).json.data[0].id;

/** `change` is refused, and leaves neither a change set nor another document. */
async function refused(change: () => Promise<Reply>, status: number, code: string): Promise<Reply> {
  const newest = await lastChange();
  const reply = await change();
  assert.deepEqual([reply.status, codeOf(reply)], [status, code], reply.text);
  assert.equal(await lastChange(), newest);
  return reply;
}

describe('a patch of cutoffTimes', () => {
  it('sets a day to null, which is no pickup, and removes none', async () => {
    const path = '/documents/partners/kachhua-cargo';
    const set = await app.send('PATCH', path, { cutoffTimes: { monday: '11:00', tuesday: null } });
    assert.deepEqual([set.status, set.json.data?.cutoffTimes], [200, { monday: '11:00', tuesday: null }], set.text);
    const again = await app.send('PATCH', path, { cutoffTimes: { monday: null, sunday: '10:00' } });
    assert.deepEqual(again.json.data.cutoffTimes, { monday: null, tuesday: null, sunday: '10:00' });
    const gone = await app.send('PATCH', path, { cutoffTimes: null });
    assert.ok(gone.json.data.cutoffTimes === undefined || gone.json.data.cutoffTimes === null, gone.text);
  });
});

describe('a document', () => {
  it('is created under an id that the store chooses, and found at its Location', async () => {
    const reply = await app.send('POST', '/documents/surcharges?note=green', SURCHARGE);
    assert.equal(reply.status, 201, reply.text);
    const { data, changeId } = reply.json;
    assert.deepEqual(data, { id: data.id, ...SURCHARGE, createdAt: data.createdAt });
    assert.equal(data.createdAt, new Date(app.clock.nowMs).toISOString());
    const found = await app.get(reply.headers.location!);
    assert.deepEqual(found.json.data, data);
    assert.equal(found.headers.etag, reply.headers.etag);
    const { data: set } = (await app.get(`/changes/${changeId}`)).json;
    assert.deepEqual([set.note, set.counts.created, set.partnerIds], ['green', 1, ['dharaline-surface']]);
    assert.deepEqual(set.entries, [{ collection: 'surcharges', key: data.id, before: null, after: data }]);
  });

  it('answers 304 to the ETag that it has, and another ETag once it is another', async () => {
    const path = '/documents/partners/dharaline-surface';
    const { etag } = (await app.get(path)).headers;
    assert.match(etag!, /^"[^"]+"$/);
    assert.equal((await app.get(path, MAIN, { 'if-none-match': etag! })).status, 304);
    await app.send('PATCH', path, { name: 'Dharaline Surface Express' });
    const changed = await app.get(path, MAIN, { 'if-none-match': etag! });
    assert.deepEqual([changed.status, changed.json.data.name], [200, 'Dharaline Surface Express']);
  });

  it('is created by PUT with 201, replaced with 200, and then keeps what is left out', async () => {
    const path = '/documents/zones/900001';
    const zone = {
      partnerId: 'dharaline-surface',
      name: 'Pune and around',
      status: true,
      attributes: [],
      geographical: { states: [], cities: ['pune, mh'], areas: [] },
      services: [{ serviceTypeId: 'PICKUP', isAvailable: true }],
      operationalDetails: null,
    };
    const created = await app.send('PUT', path, zone);
    assert.equal(created.status, 201, created.text);
    const { data } = created.json;
    assert.deepEqual([data.description, data.services[0].baseCharge], ['', 0]);
    const pune = (await app.get('/cities?search=pune')).json.data.find(({ name }: { name: string }) => name === 'Pune');
    assert.deepEqual(data.geographical.cities, [pune.id]);
    await app.send('PATCH', path, { description: 'For the sale' });
    app.clock.nowMs += 60_000;
    const replaced = await app.send('PUT', path, { ...zone, name: 'Pune' });
    assert.equal(replaced.status, 200, replaced.text);
    const { name, description, createdAt } = replaced.json.data;
    assert.deepEqual([name, description, createdAt], ['Pune', 'For the sale', data.createdAt]);
    const again = await app.send('PUT', path, { ...zone, name: 'Pune' });
    assert.deepEqual([again.status, again.json.changeId], [200, null]);
  });

  it('counts in the next quote', async () => {
    const question = {
      partnerId: 'dharaline-surface',
      pickupPincode: '411001',
      deliveryPincode: '560001',
      weight: 700,
      shipmentType: 'B2C',
      paymentType: 'PREPAID',
      declaredValue: 2_000,
    };
    const priced = async (): Promise<number> => (await app.ask('charges', question)).json.data.charges.totalAmount;
    const total = await priced();
    const made = await app.send('POST', '/documents/surcharges', { ...SURCHARGE, code: 'LEVY', value: 100 });
    const more = await priced();
    assert.ok(more > total + 99, `${more} and ${total}`);
    await app.send('POST', `/documents/surcharges/${made.json.data.id}/end`);
    assert.equal(await priced(), total);
  });

  it('is patched: objects within, null removes what is optional', async () => {
    const path = '/documents/partners/nabhdoot-air';
    const former = (await app.get(path)).json.data;
    const reply = await app.send('PATCH', path, {
      limits: { maxWeight: former.limits.maxWeight - 1, maxPieceWeight: 5_000 },
      cft: null,
    });
    assert.equal(reply.status, 200, reply.text);
    const { limits } = reply.json.data;
    assert.deepEqual(limits, { ...former.limits, maxWeight: former.limits.maxWeight - 1, maxPieceWeight: 5_000 });
    const back = await app.send('PATCH', path, {
      limits: { maxWeight: former.limits.maxWeight, maxPieceWeight: former.limits.maxPieceWeight ?? null },
    });
    assert.deepEqual(back.json.data.limits, former.limits);
  });

  it('ends once: its status is false and its validTo the present, and then it stays', async () => {
    const { data } = (await app.send('POST', '/documents/surcharges', { ...SURCHARGE, code: 'ENDS' })).json;
    app.clock.nowMs += 60_000;
    const now = new Date(app.clock.nowMs).toISOString();
    const ended = await app.send('POST', `/documents/surcharges/${data.id}/end`);
    assert.deepEqual(ended.json.data, { ...data, status: false, validTo: now });
    assert.equal((await app.get(`/changes/${ended.json.changeId}`)).json.data.counts.ended, 1);
    app.clock.nowMs += 60_000;
    const again = await app.send('POST', `/documents/surcharges/${data.id}/end`);
    assert.deepEqual([again.status, again.json.data, again.json.changeId], [200, ended.json.data, null]);
    const [holiday] = (await app.get('/documents/holidays?limit=1')).json.data;
    await refused(() => app.send('POST', `/documents/holidays/${holiday.id}/end`), 409, 'CANNOT_END');
  });

  it('is removed when none names it, and the history keeps it', async () => {
    const { data } = (await app.send('POST', '/documents/surcharges', { ...SURCHARGE, code: 'GOES' })).json;
    const removed = await app.send('DELETE', `/documents/surcharges/${data.id}`);
    assert.deepEqual([removed.status, removed.json.data], [200, data]);
    const { entries } = (await app.get(`/changes/${removed.json.changeId}`)).json.data;
    assert.deepEqual(entries[0].before, data);
    await refused(() => app.send('DELETE', `/documents/surcharges/${data.id}`), 404, 'DOCUMENT_NOT_FOUND');
    const named = await refused(() => app.send('DELETE', '/documents/partners/dharaline-surface'), 409, 'IN_USE');
    assert.equal(named.json.error.details.by.length, 20);
    await refused(() => app.send('DELETE', '/documents/states/1'), 409, 'IN_USE');
  });

  it('has the key partnerId:pincode where a pincode belongs to a zone', async () => {
    const [entry] = (await app.get('/documents/zone-pincodes?partnerId=dharaline-surface&limit=1')).json.data;
    const path = `/documents/zone-pincodes/${encodeURIComponent(`${entry.partnerId}:${entry.pincode}`)}`;
    assert.deepEqual((await app.get(path)).json.data, entry);
    const blocked = { from: '2026-03-11T00:00:00.000Z', to: null, reason: 'Flood' };
    const patched = await app.send('PATCH', path, { blocked });
    assert.deepEqual(patched.json.data, { ...entry, blocked });
    const { entries } = (await app.get(`/changes/${patched.json.changeId}`)).json.data;
    assert.equal(entries[0].key, `${entry.partnerId}:${entry.pincode}`);
  });
});

describe('a dry run', () => {
  it('answers what would be and leaves nothing behind', async () => {
    const newest = await lastChange();
    const created = await app.send('POST', '/documents/surcharges?dryRun=true', { ...SURCHARGE, code: 'DRY' });
    assert.deepEqual([created.status, created.json.changeId], [201, null], created.text);
    assert.equal(await stored(`surcharges/${created.json.data.id}`), undefined);
    const path = '/documents/partners/dharaline-surface';
    const former = await stored('partners/dharaline-surface');
    const patched = await app.send('PATCH', `${path}?dryRun=true`, { name: 'Another' });
    assert.equal(patched.json.data.name, 'Another');
    const inUse = await app.send('DELETE', `${path}?dryRun=true`);
    assert.equal(codeOf(inUse), 'IN_USE');
    assert.deepEqual(await stored('partners/dharaline-surface'), former);
    assert.equal(await lastChange(), newest);
  });
});

describe('a condition', () => {
  it('refuses a change of what is another document by now', async () => {
    const path = '/documents/partners/dharaline-surface';
    const { etag } = (await app.get(path)).headers;
    const first = await app.send('PATCH', path, { sameDay: true, name: 'First' }, MAIN, { 'if-match': etag! });
    assert.equal(first.status, 200, first.text);
    const stale = { 'if-match': etag! };
    for (const method of ['PATCH', 'PUT', 'DELETE'])
      await refused(
        () => app.send(method, path, method === 'DELETE' ? '' : first.json.data, MAIN, stale),
        412,
        'PRECONDITION_FAILED',
      );
    await refused(() => app.send('POST', `${path}/end`, '', MAIN, stale), 412, 'PRECONDITION_FAILED');
    const weak = await app.send('PATCH', path, { name: 'Second' }, MAIN, {
      'if-match': `"other", W/${first.headers.etag}`,
    });
    assert.equal(weak.status, 200, weak.text);
    await refused(
      () => app.send('PUT', path, weak.json.data, MAIN, { 'if-none-match': '*' }),
      412,
      'PRECONDITION_FAILED',
    );
  });

  it(`lets one of ${CLIENTS} clients win each round, so that no update is lost`, async () => {
    const path = '/documents/packages/1001';
    const start = (await app.get(path)).json.data.baseCharge;
    const clients = Array.from({ length: CLIENTS }, async () => {
      for (;;) {
        const { json, headers } = await app.get(path);
        const body = { baseCharge: json.data.baseCharge + 1 };
        const reply = await app.send('PATCH', path, body, MAIN, { 'if-match': headers.etag! });
        if (reply.status === 200) return;
        assert.equal(reply.status, 412, reply.text);
      }
    });
    await Promise.all(clients);
    assert.equal((await app.get(path)).json.data.baseCharge, start + CLIENTS);
  });
});

describe('what does not fit', () => {
  it('is refused with its field, and nothing is changed', async () => {
    const bad =
      (method: string, path: string, body: unknown = '') =>
      () =>
        app.send(method, `/documents/${path}`, body);
    const fault = async (change: () => Promise<Reply>, ...fields: string[]) =>
      assert.deepEqual(fieldsOf(await refused(change, 400, 'VALIDATION_ERROR')), fields);
    await fault(bad('PUT', 'nothing/1', {}), 'collection');
    await fault(bad('PUT', 'zones/north', {}), 'key');
    await fault(bad('DELETE', 'zone-pincodes/411001'), 'key');
    await fault(bad('DELETE', 'service-types/TELEPORT'), 'key');
    await fault(bad('POST', 'surcharges', { ...SURCHARGE, id: 7 }), 'id');
    await fault(bad('PUT', `surcharges/${2 ** 31 + 1}`, SURCHARGE), 'id');
    await fault(bad('PUT', 'surcharges/4001', { ...SURCHARGE, id: 4002 }), 'id');
    await fault(bad('POST', 'partners', { name: 7 }), 'partnerId', ...(await missingIn('partners', ['partnerId'])));
    await fault(bad('PATCH', 'surcharges/4001', { id: 7, createdAt: '2026-01-01T00:00:00Z' }), 'id', 'createdAt');
    await fault(bad('PATCH', 'surcharges/4001', { value: -1 }), 'value');
    await fault(bad('PATCH', 'surcharges/4001', { label: null }), 'label');
    await fault(bad('PATCH', 'surcharges/4001', { when: { zones: [4_711] } }), 'when.zones[0]');
    await fault(bad('PATCH', 'pincodes/411001', { stateId: 'XX' }), 'stateId');
    await fault(bad('PUT', 'states/99', { name: 'Nowhere', code: 'xx', gstCode: '99' }), 'code');
    await refused(bad('PATCH', 'surcharges/4001', { valeu: 7 }), 400, 'UNKNOWN_FIELD');
    await refused(bad('PATCH', 'surcharges/4001', '{"__proto__":{"min":7}}'), 400, 'UNKNOWN_FIELD');
    await fault(bad('PATCH', 'surcharges/4001', '{"label":"a\\ud800b"}'), 'label');
    const services = (info: string) =>
      `{"services":[{"serviceTypeId":"PICKUP","isAvailable":true,"additionalInfo":{${info}}}]}`;
    for (const name of ['__proto__', '_bsontype', '$ref', 'a\\u0000b'])
      assert.match(
        fieldsOf(await refused(bad('PATCH', 'zones/101', services(`"${name}":"x"`)), 400, 'VALIDATION_ERROR'))[0]!,
        /^services\[0\]\.additionalInfo\./,
      );
    await refused(bad('DELETE', 'service-types/PICKUP'), 409, 'IN_USE');
    await refused(bad('PATCH', 'surcharges/4711', { value: 7 }), 404, 'DOCUMENT_NOT_FOUND');
    await refused(bad('POST', 'partners', await stored('partners/nabhdoot-air')), 409, 'ALREADY_EXISTS');
    await refused(bad('PATCH', 'surcharges/4001', '[]'), 400, 'VALIDATION_ERROR');
    await refused(bad('PATCH', 'surcharges/4001', '{'), 400, 'MALFORMED_JSON');
  });

  it('gets the nearest places', async () => {
    const reply = await app.send('PATCH', '/documents/pincodes/411001', { cityId: 'Poona Nagar, MH' });
    assert.match(reply.json.error.details[0].message, /^"Poona Nagar, MH" is no city: .*; the nearest are .*, MH/);
  });

  it('needs the hash of its body, and the scope manage', async () => {
    const path = '/documents/surcharges?dryRun=true';
    const plain = await app.post(path, SURCHARGE);
    assert.deepEqual([plain.status, plain.json.error.details.reason], [401, 'BODY_HASH_REQUIRED']);
    const partner = await app.send('POST', path, SURCHARGE, partnerCredential('dharaline-surface'));
    assert.deepEqual([partner.status, partner.json.error.details], [403, { missingScope: 'manage' }]);
  });
});

async function missingIn(collection: string, given: readonly string[]): Promise<string[]> {
  const reply = await app.send('POST', `/documents/${collection}`, { name: 7 });
  return fieldsOf(reply).filter((field) => !given.includes(field));
}

describe('a list', () => {
  it('pages in the order of the keys, and streams the same documents', async () => {
    const listed: { id: number }[] = [];
    for (let page = 1, hasNext = true; hasNext; page++) {
      const { data, pagination } = (await app.get(`/documents/packages?limit=50&page=${page}`)).json;
      listed.push(...data);
      ({ hasNext } = pagination);
    }
    const stream = await app.get('/documents/packages', MAIN, { accept: 'application/x-ndjson' });
    assert.match(stream.headers['content-type']!, /^application\/x-ndjson/);
    const streamed = stream.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number });
    assert.deepEqual(streamed, listed);
    assert.deepEqual(
      listed.map(({ id }) => id),
      listed.map(({ id }) => id).sort((a, b) => a - b),
    );
  });

  it('is filtered by partner, status and the moment', async () => {
    const own = (await app.get('/documents/surcharges?partnerId=dharaline-surface&limit=100')).json.data;
    assert.ok(own.length > 0 && own.every(({ partnerId }: { partnerId: string }) => partnerId === 'dharaline-surface'));
    const inactive = (await app.get('/documents/surcharges?status=INACTIVE&limit=100')).json.data;
    assert.ok(inactive.length > 0 && inactive.every(({ status }: { status: boolean }) => !status));
    const made = await app.send('POST', '/documents/surcharges', {
      ...SURCHARGE,
      code: 'LATER',
      validFrom: '2027-01-01T00:00:00.000Z',
    });
    const { id } = made.json.data;
    for (const [asOf, isThere] of [
      ['2026-12-31T23:59:59Z', false],
      ['2027-01-01T00:00:00Z', true],
    ] as const) {
      const { data } = (await app.get(`/documents/surcharges?asOf=${asOf}&limit=100`)).json;
      assert.equal(
        data.some((row: { id: number }) => row.id === id),
        isThere,
        asOf,
      );
    }
    assert.equal((await app.get('/documents/surcharges?asOf=2026-02-30T00:00:00Z')).status, 400);
  });

  it('shows a partner its own, places and defaults; another’s is not there', async () => {
    const partner = partnerCredential('dharaline-surface');
    const lines = async (collection: string) =>
      (await app.get(`/documents/${collection}`, partner, { accept: 'application/x-ndjson' })).text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { partnerId?: string | null });
    for (const collection of ['packages', 'customer-charges', 'zone-pincodes', 'partners', 'holidays']) {
      const seen = await lines(collection);
      assert.ok(seen.length > 0, collection);
      assert.ok(
        seen.every(({ partnerId }) => (partnerId ?? partner.id) === partner.id),
        collection,
      );
      const paged = (await app.get(`/documents/${collection}?limit=1`, partner)).json.pagination.total;
      assert.equal(paged, seen.length, collection);
    }
    assert.equal((await app.get('/documents/states?limit=1', partner)).json.pagination.total, 36);
    assert.equal((await app.get('/documents/partners/nabhdoot-air', partner)).status, 404);
    assert.equal((await app.get('/documents/packages?partnerId=nabhdoot-air', partner)).status, 403);
  });
});
