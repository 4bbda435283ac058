/** Holds: places that a partner does not serve for a time, made and ended by their operations, on the demo dataset. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { momentOf } from '../../../src/domain/calendar.js';
import { MAX_HOLDS_PER_PARTNER } from '../../../src/limits/documents.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';

const PARTNER = 'dharaline-surface';
const PARCEL = {
  partnerId: PARTNER,
  pickupPincode: '110001',
  deliveryPincode: '800001',
  weight: 1_200,
  shipmentType: 'B2C',
  paymentType: 'PREPAID',
  serviceRequirements: ['PICKUP', 'DELIVERY'],
};
const DAY_MS = 86_400_000;

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo();
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

const hold = (body: object, query = '', partnerId = PARTNER): Promise<Reply> =>
  app.send('POST', `/partners/${partnerId}/hold${query}`, body);
const end = (id: number, query = ''): Promise<Reply> => app.send('POST', `/holds/${id}/end${query}`);
const codesFor = async (body: object = {}): Promise<string[]> => {
  const { data } = (await app.ask('charges', { ...PARCEL, ...body })).json;
  return data.available === true ? [] : data.coverage.reasons.map(({ code }: { code: string }) => code);
};
const faultsOf = ({ json }: Reply): string[] => json.error.details.map(({ field }: { field: string }) => field);
const impactOf = async (more: object): Promise<Reply['json']> => {
  const line = { collection: 'holds', document: { partnerId: PARTNER, status: true, ...more } };
  const reply = await app.apply([line], '?dryRun=true');
  assert.equal(reply.status, 200, reply.text);
  return reply.json.data;
};
/** The day in India that is so many days ahead. */
const dayAhead = (days: number): string =>
  new Date(app.clock.nowMs + days * DAY_MS + 19_800_000).toISOString().slice(0, 10);

describe('a hold', () => {
  it('counts from the answer on, in the places and at the end that it names, until it is ended', async () => {
    assert.deepEqual(await codesFor(), []);
    const made = await hold({ states: ['BR'], end: 'DELIVERY', reason: 'Floods' }, '?note=river');
    assert.equal(made.status, 201, made.text);
    const { data, changeId } = made.json;
    const now = new Date(app.clock.nowMs).toISOString();
    const { states, createdAt, ...rest } = data;
    assert.deepEqual(
      [rest, states.length, createdAt],
      [
        { id: data.id, partnerId: PARTNER, end: 'DELIVERY', from: now, to: null, reason: 'Floods', status: true },
        1,
        now,
      ],
    );
    assert.deepEqual((await app.get(made.headers.location!)).json.data, data);
    assert.equal((await app.get(`/changes/${changeId}`)).json.data.note, 'river');
    assert.deepEqual(await codesFor(), ['ON_HOLD']);
    assert.deepEqual(await codesFor({ pickupPincode: '800001', deliveryPincode: '110001' }), [], 'the other end');
    assert.deepEqual(await codesFor({ direction: 'RTO' }), ['NO_RATE'], 'under way, though nobody has a rate for it');
    app.clock.nowMs += 60_000;

    const ended = await end(data.id);
    assert.deepEqual([ended.status, ended.json.data.status, ended.json.data.to !== null], [200, false, true]);
    assert.deepEqual(await codesFor(), []);
    const again = await end(data.id);
    assert.deepEqual([again.status, again.json.data], [200, ended.json.data], 'over already');
  });

  it('covers the day of `until`, and is asked at the moment of shipDate', async () => {
    const until = dayAhead(2);
    const { data } = (await hold({ pincodes: ['800001'], until, reason: 'Strike' })).json;
    assert.equal(Date.parse(data.to), momentOf(until) + DAY_MS - 1);
    assert.deepEqual(await codesFor({ shipDate: dayAhead(0) }), ['ON_HOLD'], 'today counts as now');
    assert.deepEqual(await codesFor({ shipDate: until }), ['ON_HOLD']);
    assert.deepEqual(await codesFor({ shipDate: dayAhead(3) }), []);
    assert.deepEqual(await codesFor({ shipDate: dayAhead(-1) }), [], 'before it began');
    await end(data.id);
  });

  it('is seen by those who ask who serves a pincode', async () => {
    const serves = async (end: string): Promise<boolean> =>
      (
        await app.send('POST', '/partners/availability/pincodes', { pincodes: ['800001'], end })
      ).json.data[0].partners.some(({ partnerId }: { partnerId: string }) => partnerId === PARTNER);
    assert.deepEqual([await serves('PICKUP'), await serves('DELIVERY')], [true, true]);
    const { data } = (await hold({ everywhere: true, end: 'PICKUP', reason: 'No vehicles' })).json;
    assert.deepEqual([await serves('PICKUP'), await serves('DELIVERY')], [false, true]);
    await end(data.id);
    assert.equal(await serves('PICKUP'), true);
  });

  it('of all partners is a document, and says in its refusal what it is', async () => {
    const made = await app.send('POST', '/documents/holds', {
      pincodes: ['800001'],
      to: '2099-12-05T18:29:59.999Z',
      reason: 'Curfew',
      status: true,
    });
    assert.equal(made.status, 201, made.text);
    const { coverage } = (await app.ask('charges', PARCEL)).json.data;
    assert.deepEqual(
      [coverage.reasons[0].message, coverage.reasons[0].details],
      [
        'The partner is on hold at the delivery 800001 until 5 December 2099 IST (Curfew)',
        {
          ends: [
            { end: 'DELIVERY', pincode: '800001', from: null, until: '2099-12-05T18:29:59.999Z', reason: 'Curfew' },
          ],
        },
      ],
    );
    await app.send('DELETE', `/documents/holds/${made.json.data.id}`);
    assert.deepEqual(await codesFor(), []);
  });

  it('shows in a dry run of an apply what it costs while it lasts', async () => {
    const { impact: already } = await impactOf({ reason: 'Strike', pincodes: ['110002'] });
    for (let times = 0; times < 3; times++) assert.deepEqual(await codesFor(), []);
    const { impact } = await impactOf({ reason: 'Strike', pincodes: ['800001'] });
    assert.ok(impact.unserviceable >= 3, JSON.stringify(impact));
    const elsewhere = await impactOf({ reason: 'Strike', pincodes: ['110002'] });
    assert.equal(elsewhere.impact.unserviceable, already.unserviceable);
  });

  it('changes nothing in a dry run, and takes no id', async () => {
    const first = await hold({ pincodes: ['110002'], reason: 'Drill' });
    const dry = await hold({ everywhere: true, reason: 'Drill' }, '?dryRun=true');
    assert.equal(dry.status, 201, dry.text);
    assert.deepEqual(await codesFor(), []);
    assert.deepEqual(
      (await app.get(`/documents/holds?status=true&partnerId=${PARTNER}`)).json.data.map(
        ({ id }: { id: number }) => id,
      ),
      [first.json.data.id],
    );
    await app.send('POST', '/documents/holds?dryRun=true', { everywhere: true, reason: 'Drill', status: true });
    await impactOf({ reason: 'Drill', pincodes: ['110002'] });
    const next = await hold({ pincodes: ['110002'], reason: 'Drill' });
    assert.equal(next.json.data.id, first.json.data.id + 1);
    for (const { json } of [first, next]) await end(json.data.id);
  });

  it('holds a parcel that is asked to have left before it began, but for its price at that moment', async () => {
    const { data } = (await hold({ pincodes: ['800001'], reason: 'Floods' })).json;
    const shipDate = new Date(app.clock.nowMs - 60_000).toISOString();
    assert.deepEqual(await codesFor({ shipDate }), []);
    const { reasons } = (await app.ask('availability', { ...PARCEL, shipDate })).json.data;
    assert.deepEqual(
      reasons.map(({ code }: { code: string }) => code),
      ['ON_HOLD'],
    );
    await end(data.id);
  });
});

describe('what is wrong with a hold', () => {
  it('is said by field, as the body calls it', async () => {
    for (const [body, fields] of [
      [{ reason: 'X' }, ['everywhere']],
      [{ everywhere: true, states: ['BR'], reason: 'X' }, ['everywhere']],
      [{ states: ['XX'], reason: 'X' }, ['states[0]']],
      [{ cities: ['Nowhere, BR'], reason: 'X' }, ['cities[0]']],
      [{ pincodes: ['999999'], reason: 'X' }, ['pincodes[0]']],
      [{ states: ['BR', 'BR'], reason: 'X' }, ['states[1]']],
      [{ pincodes: ['800001', '110001', '800001'], reason: 'X' }, ['pincodes[2]']],
      [{ areas: [987_654], reason: 'X' }, ['areas[0]']],
      [{ pincodes: ['800001'] }, ['reason']],
      [{ pincodes: ['800001'], reason: 'X', end: 'BOTTOM' }, ['end']],
      [{ pincodes: ['800001'], reason: 'X', until: dayAhead(-1) }, ['until']],
      [{ pincodes: ['800001'], reason: 'X', until: '2027-02-30' }, ['until']],
      [{ pincodes: ['800001'], reason: 'X', until: 'soon' }, ['until']],
    ] as const) {
      const reply = await hold(body);
      assert.deepEqual([reply.status, faultsOf(reply)], [400, fields], reply.text);
    }
    assert.equal((await hold({ pincodes: ['800001'], reason: 'X', colour: 1 })).json.error.code, 'UNKNOWN_FIELD');
  });

  it('is also an unknown partner or hold, and a caller without the scope', async () => {
    const body = { pincodes: ['800001'], reason: 'X' };
    assert.deepEqual((await hold(body, '', 'nobody')).json.error.code, 'PARTNER_NOT_FOUND');
    assert.deepEqual((await end(987_654)).json.error.code, 'DOCUMENT_NOT_FOUND');
    const asPartner = await app.send('POST', `/partners/${PARTNER}/hold`, body, partnerCredential(PARTNER));
    assert.deepEqual([asPartner.status, asPartner.json.error.code], [403, 'FORBIDDEN']);
  });

  it('is one more than a partner may have that are not over', async () => {
    const lines = Array.from({ length: MAX_HOLDS_PER_PARTNER }, (_, at) => ({
      collection: 'holds',
      document: { partnerId: 'kachhua-cargo', pincodes: ['800001'], reason: `Hold ${at}`, status: true },
    }));
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    const ndjson = { 'content-type': 'application/x-ndjson' };
    const applied = await app.send('POST', '/documents/apply', text, MAIN, ndjson);
    assert.equal(applied.status, 200, applied.text);
    const refused = await hold({ pincodes: ['110001'], reason: 'X' }, '', 'kachhua-cargo');
    assert.deepEqual([refused.status, refused.json.error.code], [400, 'VALIDATION_ERROR'], refused.text);
    const [first] = (await app.get('/documents/holds?partnerId=kachhua-cargo&status=true')).json.data;
    await end(first.id);
    assert.equal((await hold({ pincodes: ['110001'], reason: 'X' }, '', 'kachhua-cargo')).status, 201);
  });
});
