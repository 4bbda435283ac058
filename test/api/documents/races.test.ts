/** Changes of many documents during quotes and other changes: every quote sees a change as a whole, or not at all. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { IS_ON_MONGO, MAIN, TestApp } from '../../support/app.js';
import { rounds } from '../../support/depth.js';

const PARTNER = 'dharaline-surface';
const ROUNDS = rounds(6, 15);
/** Fewer than a partner may have. */
const MOST_DISCOUNTS = 40;
const QUESTION = {
  partnerId: PARTNER,
  pickupPincode: '411001',
  deliveryPincode: '560001',
  weight: 700,
  shipmentType: 'B2C',
  paymentType: 'PREPAID',
};

let app: TestApp;
before(async () => {
  // threads of the pool answer, which get each generation of the index by themselves
  app = await TestApp.startDemo({ answersInline: false, workers: 2 });
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

const levy = (id: number, value: number) => ({
  collection: 'surcharges',
  document: {
    id,
    partnerId: PARTNER,
    code: `PART${id % 10}`,
    label: 'Part',
    basis: 'FLAT',
    value,
    order: 700,
    status: true,
  },
});
const otherCharges = async (): Promise<number> => (await app.ask('charges', QUESTION)).json.data.charges.otherCharges;

describe('an apply', () => {
  it('is seen as a whole by every quote made meanwhile', async () => {
    const usual = await otherCharges();
    let isOver = false;
    const seen = new Set<number>();
    const askers = Array.from({ length: 8 }, async () => {
      while (!isOver) seen.add(Math.round((await otherCharges()) - usual));
    });
    // the two parts always make 1,000 together
    for (let round = 1; round <= ROUNDS; round++) {
      const reply = await app.apply([levy(800_001, 50 * round), levy(800_002, 1_000 - 50 * round)]);
      assert.equal(reply.status, 200, reply.text);
      assert.equal(Math.round((await otherCharges()) - usual), 1_000, 'the next quote has it');
    }
    isOver = true;
    await Promise.all(askers);
    assert.deepEqual(
      [...seen].filter((sum) => sum !== 0 && sum !== 1_000),
      [],
    );
  });

  it('loses no change that others make meanwhile, and no other loses its own', async () => {
    await app.apply(Array.from({ length: 20 }, (_, index) => levy(800_100 + index, 1)));
    const path = '/documents/surcharges/800100';
    let patched = 0;
    let isOver = false;
    const patcher = (async () => {
      while (!isOver) {
        const { json, headers } = await app.get(path);
        const body = { label: `Patch ${patched + 1}`, value: json.data.value };
        const reply = await app.send('PATCH', path, body, MAIN, { 'if-match': headers.etag! });
        if (reply.status === 200) patched++;
        else assert.equal(reply.status, 412, reply.text);
      }
    })();
    let created = 0;
    const creator = (async () => {
      while (!isOver && created < MOST_DISCOUNTS) {
        const from = 1_000 + created;
        const discount = {
          partnerId: PARTNER,
          fromWeight: from,
          toWeight: from + 1,
          discountType: 'flat',
          discountValue: 1,
        };
        const reply = await app.post('/discounts', discount);
        assert.equal(reply.status, 201, reply.text);
        created++;
      }
    })();
    for (let round = 1; round <= ROUNDS; round++) {
      const { label } = (await app.get(path)).json.data as { label: string };
      const lines = Array.from({ length: 20 }, (_, index) => levy(800_100 + index, round));
      lines[0]!.document.label = label;
      const reply = await app.apply(lines);
      assert.equal(reply.status, 200, reply.text);
    }
    isOver = true;
    await Promise.all([patcher, creator]);
    assert.ok(patched > 0 && created > 0, `${patched} patches, ${created} discounts`);
    const { pagination } = (await app.get(`/documents/discounts?partnerId=${PARTNER}&asOf=2026-03-11T06:30:00Z`)).json;
    assert.ok(pagination.total >= created);
    // the history has each of them, once and in order
    let versions = 0;
    for (let page = ''; ;) {
      const { data, next } = (await app.get(`/changes?collection=surcharges&limit=1000${page}`)).json;
      for (const { route, counts } of data) if (route.startsWith('PATCH')) versions += counts.updated;
      if (next === null) break;
      page = `&before=${next}`;
    }
    assert.equal(versions, patched);
  });

  it('waits for the one before it', { skip: IS_ON_MONGO && 'measures the embedded store' }, async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => ({
      collection: 'zone-pincodes',
      document: { partnerId: PARTNER, zoneId: 0, pincode: String(100_000 + index) },
    }));
    const order: string[] = [];
    const first = app.apply(many).then(({ status }) => order.push(`first ${status}`));
    const second = app.send('PATCH', '/documents/surcharges/800100', { label: 'After' }).then(({ status }) => {
      order.push(`second ${status}`);
    });
    await Promise.all([first, second]);
    assert.deepEqual(order.sort(), ['first 400', 'second 200']);
  });
});
