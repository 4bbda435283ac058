/** GET /partners/{partnerId}/card-versions: what a rate card was, and since when. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { forgetHistory } from '../../../src/control/forget-history.js';
import type { CardVersion } from '../../../src/contract/card-versions.js';
import { partnerCredential, TestApp } from '../../support/app.js';
import { createConformance } from '../../support/conformance.js';

const PARTNER = 'dharaline-surface';
const PATH = `/partners/${PARTNER}/card-versions`;
const conformance = createConformance();
const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo();
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});

async function listed(query = ''): Promise<{ data: CardVersion[]; next: number | null }> {
  const reply = await app.get(`${PATH}${query}`);
  assert.equal(reply.status, 200, reply.text);
  const template = '/api/v1/partners/{partnerId}/card-versions';
  assert.deepEqual(conformance.check('GET', template, 200, reply.headers, reply.json), []);
  return reply.json;
}

async function change(method: string, path: string, body: unknown = ''): Promise<number> {
  app.clock.nowMs += 60_000;
  const reply = await app.send(method, `/documents/${path}`, body);
  assert.ok(reply.status < 300, reply.text);
  return reply.json.changeId;
}

async function presentVersion(): Promise<string> {
  return (await app.get(`/partners/${PARTNER}/lint`)).json.data.rateCardVersion;
}

describe('the versions of a card', () => {
  it('began before the history, in a store that was upgraded', async () => {
    const first = (await app.store.get('changes', 1))!;
    const counts = { created: 0, updated: 0, ended: 0, removed: 0 };
    const put = (document: typeof first) => app.store.write([{ kind: 'put', collection: 'changes', document }]);
    // as an upgrade notes it
    await put({ ...first, collections: [], counts });
    const rateCardVersion = await presentVersion();
    assert.deepEqual((await listed()).data, [{ rateCardVersion, from: null, to: null, changeId: null }]);
    await put(first);
  });

  it('are an entry an interval, the newest first, and begin with the import', async () => {
    const importedAt = (await app.get('/changes/1')).json.data.at;
    const first = await presentVersion();
    assert.deepEqual((await listed()).data, [{ rateCardVersion: first, from: importedAt, to: null, changeId: 1 }]);
    const [row] = (await app.get(`/documents/packages?partnerId=${PARTNER}&limit=1`)).json.data;
    const dearer = await change('PATCH', `packages/${row.id}`, { baseCharge: row.baseCharge + 1 });
    const second = await presentVersion();
    // neither a contact nor another partner is part of it
    await change('PATCH', `partners/${PARTNER}`, { contact: { name: 'Other' } });
    const [other] = (await app.get('/documents/packages?partnerId=swift-air&limit=1')).json.data ?? [];
    if (other !== undefined) await change('PATCH', `packages/${other.id}`, { baseCharge: 1 });
    const back = await change('PATCH', `packages/${row.id}`, { baseCharge: row.baseCharge });
    const holiday = await change('PUT', 'holidays/900001', { date: '2026-08-15', kind: 'NO_PICKUP', name: 'A day' });
    const third = await presentVersion();
    const at = async (id: number): Promise<string> => (await app.get(`/changes/${id}`)).json.data.at;
    const all = [
      { rateCardVersion: third, from: await at(holiday), to: null, changeId: holiday },
      { rateCardVersion: first, from: await at(back), to: await at(holiday), changeId: back },
      { rateCardVersion: second, from: await at(dearer), to: await at(back), changeId: dearer },
      { rateCardVersion: first, from: importedAt, to: await at(dearer), changeId: 1 },
    ];
    const { data, next: further } = await listed();
    assert.deepEqual({ data, further }, { data: all, further: null });
    const paged: CardVersion[] = [];
    for (let query = '?limit=1', next: number | null = 0; next !== null; query = `?limit=1&before=${next}`) {
      const page = await listed(query);
      paged.push(...page.data);
      ({ next } = page);
      if (next === null) break;
    }
    assert.deepEqual(paged, all);
  });

  it('give documents that apply takes, and that bring the card back', async () => {
    const { data } = await listed();
    const [present, former, dearer] = data;
    const text = async (version: string): Promise<string> => {
      const reply = await app.get(`${PATH}/${version}`);
      assert.deepEqual([reply.status, reply.headers['content-type']], [200, 'application/x-ndjson'], reply.text);
      return reply.text;
    };
    const now = await app.apply(await text(present!.rateCardVersion), '?dryRun=true');
    assert.equal(now.status, 200, now.text);
    const { created, updated, ended, removed } = now.json.data.counts;
    assert.deepEqual([created, updated, ended, removed], [0, 0, 0, 0], 'the present card is what there is');
    // its default holiday stays: a default is nobody's
    await change('DELETE', 'holidays/900001');
    assert.equal(await presentVersion(), former!.rateCardVersion);
    const contact = (await app.get(`/documents/partners/${PARTNER}`)).json.data.contact;
    const lines = await text(dearer!.rateCardVersion);
    assert.ok(lines.includes(JSON.stringify(contact)), 'the present contact');
    assert.equal((await app.apply(lines)).status, 200);
    assert.equal(await presentVersion(), dearer!.rateCardVersion);
  });

  it('are new with what the partner itself says of prices', async () => {
    const former = await presentVersion();
    const divided = await change('PATCH', `partners/${PARTNER}`, { volumetricDivisor: 4_321 });
    const [newest, second] = (await listed()).data;
    assert.deepEqual([newest!.rateCardVersion, newest!.changeId], [await presentVersion(), divided]);
    assert.deepEqual([second!.rateCardVersion, second!.to], [former, newest!.from]);
    const lines = (await app.get(`${PATH}/${former}`)).text;
    assert.ok(!lines.includes('4321') && (await app.get(`${PATH}/${newest!.rateCardVersion}`)).text.includes('4321'));
    assert.equal((await app.apply(lines)).status, 200);
    assert.equal(await presentVersion(), former);
  });

  it('give lines of rates that, as the whole truth, end what is new', async () => {
    const former = await presentVersion();
    const lines = (await app.get(`${PATH}/${former}`)).text;
    const surcharge = { partnerId: PARTNER, code: 'GREEN', label: 'Green levy', basis: 'FLAT', value: 10, order: 700 };
    await change('PUT', 'surcharges/900002', { ...surcharge, taxable: false, status: true });
    const replace = `?replace=rates&partnerId=${PARTNER}`;
    const all = await app.apply(lines, replace);
    assert.deepEqual([all.status, all.json.error.details[0].field], [400, 'collection'], 'zones are no rates');
    const isOfRates =
      /^\{"collection":"(packages|distance-charges|lane-rules|transit-lanes|rto-terms|surcharges|customer-charges|discounts)"/;
    const rates = lines.split('\n').filter((line) => isOfRates.test(line));
    const { status, json, text } = await app.apply(rates.join('\n'), replace);
    assert.equal(status, 200, text);
    const { created, updated, ended } = json.data.counts;
    assert.deepEqual([created, updated, ended], [0, 0, 1]);
    await change('DELETE', 'surcharges/900002');
    assert.equal(await presentVersion(), former);
  });

  it('begin with the partner where it is younger than the history', async () => {
    const { updatedAt: _, ...document } = (await app.get(`/documents/partners/${PARTNER}`)).json.data;
    const changeId = await change('PUT', 'partners/latecomer', { ...document, partnerId: 'latecomer' });
    const { at } = (await app.get(`/changes/${changeId}`)).json.data;
    const { data } = (await app.get('/partners/latecomer/card-versions')).json;
    assert.deepEqual(
      data.map(({ from, to, changeId: id }: CardVersion) => [from, to, id]),
      [[at, null, changeId]],
    );
    await change('DELETE', 'partners/latecomer');
  });

  it('are seen by the partner itself, and no other', async () => {
    const own = partnerCredential(PARTNER);
    assert.equal((await app.get(PATH, own)).status, 200);
    const { data } = await listed();
    assert.equal((await app.get(`${PATH}/${data[0]!.rateCardVersion}`, own)).status, 200);
    for (const path of ['', `/${data[0]!.rateCardVersion}`]) {
      const { status, json } = await app.get(`/partners/nobody/card-versions${path}`, own);
      assert.deepEqual([status, json.error.code], [404, 'PARTNER_NOT_FOUND']);
    }
    const unknown = await app.get(`${PATH}/0123456789abcdef`);
    assert.deepEqual([unknown.status, unknown.json.error.code], [404, 'CARD_VERSION_NOT_FOUND']);
    assert.equal((await app.get(`${PATH}/1234`)).status, 400);
  });

  it('end where the history ends', async () => {
    const newest = (await listed()).data[0]!;
    await forgetHistory(app.store, 1, app.clock.nowMs + 3 * DAY_MS);
    assert.deepEqual((await listed()).data, [{ ...newest, from: null, changeId: null }]);
  });
});
