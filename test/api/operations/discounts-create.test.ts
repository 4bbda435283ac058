import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Static } from 'typebox';
import { createDiscount, type Discount, listDiscounts } from '../../../src/contract/discounts.js';
import { NOON } from '../../reference/fixture.js';
import { MAIN, TestApp } from '../../support/app.js';
import { ACME, BETA, faultsOf, OperationClient, quote, ratesWorld, refusalOf, without } from './rates.js';

const world = ratesWorld(10);
/** `acme` has discounts from 0.001 to 5 kg; every test uses its own range above that. */
const discount = (fromWeight: number, changes: object = {}) => ({
  partnerId: 'acme',
  fromWeight,
  toWeight: fromWeight + 1,
  discountType: 'percentage',
  discountValue: 10,
  ...changes,
});

describe('POST /discounts', () => {
  let app: TestApp;
  let discounts: OperationClient;
  before(async () => {
    app = await TestApp.start(world, { now: NOON });
    discounts = new OperationClient(app, createDiscount);
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  const stored = async () => (await app.store.load(['discounts'])).discounts;

  it('creates the given discount, with dates in UTC, and answers with the form that the list shows', async () => {
    const given = discount(10, {
      description: 'Monsoon',
      validFrom: '2026-03-11T12:00:00+05:30',
      validTo: '2026-03-11T12:00:00.001+05:30',
      discountType: 'flat',
      discountValue: 49.5,
    });
    const { status, json } = await discounts.post(given);
    assert.equal(status, 201);
    const { id, isCurrentlyValid, ...rest } = without(
      json.data as Static<typeof Discount.schema>,
      'applicabilityRules',
    );
    const fields = {
      partnerId: 'acme',
      fromWeight: 10,
      toWeight: 11,
      discountType: 'flat',
      discountValue: 49.5,
      description: 'Monsoon',
      validFrom: NOON.toISOString(),
      validTo: '2026-03-11T06:30:00.001Z',
      status: true,
      createdAt: NOON.toISOString(),
    };
    assert.deepEqual([rest, isCurrentlyValid], [{ ...fields, customerId: null, appliesTo: 'SUBTOTAL' }, true]);
    assert.deepEqual(await app.store.get('discounts', id), { id, ...fields });
    assert.equal(
      world.discounts.some((row) => row.id === id),
      false,
    );
    const listed = await new OperationClient(app, listDiscounts).get({
      partnerId: 'acme',
      minWeight: '10',
      maxWeight: '11',
    });
    assert.deepEqual(listed.json.data, [json.data]);
  });

  it('is for one customer, and conflicts with those of the same alone', async () => {
    const mine = discount(30, { customerId: 'CUST-1' });
    const made = await discounts.post(mine);
    assert.deepEqual([made.status, (made.json.data as { customerId: string }).customerId], [201, 'CUST-1']);
    for (const others of [{}, { customerId: 'CUST-2' }])
      assert.equal((await discounts.post(discount(30, others))).status, 201);
    for (const again of [mine, discount(30), discount(30, { customerId: null })])
      assert.deepEqual(refusalOf(await discounts.post(again)), [409, 'DISCOUNT_OVERLAP']);
    assert.deepEqual(faultsOf(await discounts.post(discount(31, { customerId: '' }))), ['customerId TOO_SHORT']);
  });

  it('accepts each field at its bounds', async () => {
    for (const changes of [
      { fromWeight: 49_999.999, toWeight: 50_000, discountValue: 100 },
      { fromWeight: 20, toWeight: 20.001, discountValue: 0.01 },
      { fromWeight: 21, toWeight: 22, discountValue: 0.0123 + 1 },
      { fromWeight: 0.001, toWeight: 0.002, status: false },
      { fromWeight: 23, toWeight: 24, discountType: 'flat', discountValue: 10_000 },
      { fromWeight: 25, toWeight: 26, description: null, validFrom: null, validTo: null },
      { fromWeight: 26, toWeight: 27, description: 'x'.repeat(2_000) },
    ])
      assert.equal((await discounts.post(discount(0, changes))).status, 201, JSON.stringify(changes));
  });

  it('names every fault, and writes nothing', async () => {
    const storedBefore = (await stored()).length;
    for (const [changes, ...faults] of [
      [{ fromWeight: 0, toWeight: 50_000.001 }, 'fromWeight OUT_OF_RANGE', 'toWeight OUT_OF_RANGE'],
      [{ fromWeight: 30.0001, toWeight: 31.0005 }, 'fromWeight INVALID_VALUE', 'toWeight INVALID_VALUE'],
      [{ toWeight: 30 }, 'toWeight INVALID_VALUE'],
      [{ toWeight: 29.999 }, 'toWeight INVALID_VALUE'],
      [
        { discountValue: 100.01, validFrom: '2026-01-02T00:00:00Z', validTo: '2026-01-02T05:30:00+05:30' },
        'discountValue INVALID_VALUE',
        'validTo INVALID_VALUE',
      ],
      [{ discountType: 'flat', discountValue: 10_000.01 }, 'discountValue OUT_OF_RANGE'],
      [{ discountType: 'flat', discountValue: 1.005 }, 'discountValue INVALID_VALUE'],
      [{ discountValue: 1.00005 }, 'discountValue INVALID_VALUE'],
      [{ discountValue: 0.009 }, 'discountValue OUT_OF_RANGE'],
      [
        { discountType: 'half', discountValue: '1', status: 'yes', description: 1 },
        'description INVALID_TYPE',
        'discountType INVALID_VALUE',
        'discountValue INVALID_TYPE',
        'status INVALID_TYPE',
      ],
      [{ description: 'x'.repeat(2_001) }, 'description TOO_LONG'],
      [{ validFrom: '2026-01-02' }, 'validFrom INVALID_FORMAT'],
      [{ validFrom: '2016-12-31T23:59:60Z' }, 'validFrom INVALID_VALUE'],
      [{ validTo: '9999-12-31T23:59:59-10:00' }, 'validTo INVALID_FORMAT'],
      [{ partnerId: 'a' }, 'partnerId INVALID_FORMAT'],
      [{ partnerId: undefined }, 'partnerId REQUIRED'],
      [{ partnerId: undefined, toWeight: 30 }, 'partnerId REQUIRED', 'toWeight INVALID_VALUE'],
      [
        { toWeight: 29.0001, validTo: '9999-12-31T23:59:59-10:00', discountValue: 100.00001 },
        'discountValue INVALID_VALUE',
        'toWeight INVALID_VALUE',
        'validTo INVALID_FORMAT',
      ],
    ] as [object, ...string[]][])
      assert.deepEqual(faultsOf(await discounts.post(discount(30, changes))).sort(), faults, JSON.stringify(changes));
    assert.deepEqual(
      faultsOf(await discounts.post({})).sort(),
      ['discountType', 'discountValue', 'fromWeight', 'partnerId', 'toWeight'].map((field) => `${field} REQUIRED`),
    );
    const { json } = await discounts.post(discount(30, { toWeight: 30, description: 'x' }), ACME);
    assert.deepEqual(
      [json.error.details.validationErrors[0].value, json.error.details.validFields],
      [30, ['partnerId', 'fromWeight', 'discountType', 'discountValue', 'description']],
    );
    assert.equal((await stored()).length, storedBefore);
  });

  it('takes the partner from body or query, if they agree, or from a partner’s credential', async () => {
    const own = without(discount(40), 'partnerId');
    for (const [index, [body, query, credential]] of (
      [
        [{}, '?partnerId=acme', MAIN],
        [{ partnerId: 'acme' }, '?partnerId=acme', MAIN],
        [{}, '', ACME],
        [{ partnerId: 'acme' }, '', ACME],
        [{}, '?partnerId=acme', ACME],
      ] as const
    ).entries()) {
      const { status, json } = await discounts.post(
        { ...own, fromWeight: 40 + index, toWeight: 41 + index, ...body },
        credential,
        { query },
      );
      assert.deepEqual([status, json.data.partnerId], [201, 'acme']);
    }
    assert.deepEqual(
      faultsOf(await discounts.post({ ...own, partnerId: 'acme' }, MAIN, { query: '?partnerId=beta' })),
      ['partnerId INVALID_VALUE'],
    );
    assert.deepEqual(refusalOf(await discounts.post(own, BETA, { query: '?partnerId=acme' })), [403, 'FORBIDDEN']);
    assert.deepEqual(refusalOf(await discounts.post(discount(40), BETA)), [403, 'FORBIDDEN']);
    const unknown = await discounts.post(discount(40, { partnerId: 'nobody' }));
    assert.deepEqual(
      [...refusalOf(unknown), unknown.json.error.details],
      [404, 'PARTNER_NOT_FOUND', { partnerId: 'nobody' }],
    );
  });

  it('refuses weights that overlap those of an active discount at the same time, and names it', async () => {
    const {
      status,
      json: {
        data: { id },
      },
    } = await discounts.post(discount(60, { toWeight: 70 }));
    assert.equal(status, 201);
    for (const [fromWeight, toWeight] of [
      [60, 70],
      [59, 61],
      [69.999, 71],
      [59, 71],
      [62, 63],
    ] as const) {
      const overlapping = await discounts.post(discount(fromWeight, { toWeight }));
      const details = { overlaps: { id, fromWeight: 60, toWeight: 70 } };
      assert.deepEqual([...refusalOf(overlapping), overlapping.json.error.details], [409, 'DISCOUNT_OVERLAP', details]);
      assert.equal(
        overlapping.json.error.message,
        `Discount ${id} (60 to 70 kg) is valid for the same weights at the same time`,
      );
    }
    assert.equal((await discounts.post(discount(62, { status: false }))).status, 201);
    assert.equal((await discounts.post(discount(62, { status: false }))).status, 201);
    assert.equal((await discounts.post(discount(62, { partnerId: 'bare' }))).status, 201);
    assert.equal((await discounts.post(discount(59, { toWeight: 60 }))).status, 201);
    assert.equal((await discounts.post(discount(70, { toWeight: 71 }))).status, 201);
  });

  it('accepts next year’s offer in addition to this year’s, and refuses one that overlaps either', async () => {
    const year = (number: number, changes: object = {}) =>
      discount(100, { validFrom: `${number}-01-01T00:00:00Z`, validTo: `${number}-12-31T23:59:59.999Z`, ...changes });
    const created = [await discounts.post(year(2030)), await discounts.post(year(2031))];
    assert.deepEqual(
      created.map(({ status }) => status),
      [201, 201],
    );
    const [first, second] = created.map(({ json }) => json.data.id);
    for (const [what, body, other] of [
      ['the same year', year(2031), second],
      ['without an end', year(2029, { validTo: null }), first],
      ['the last millisecond', year(2029, { validTo: '2030-01-01T00:00:00Z' }), first],
      ['of another base', year(2031, { appliesTo: 'FREIGHT' }), second],
    ] as const) {
      const reply = await discounts.post(body);
      assert.deepEqual(
        [...refusalOf(reply), reply.json.error.details.overlaps.id],
        [409, 'DISCOUNT_OVERLAP', other],
        what,
      );
    }
    assert.equal((await discounts.post(year(2031, { status: false }))).status, 201, 'an inactive one');
    assert.equal((await discounts.post(year(2029))).status, 201, 'the year before');
  });

  it('ignores a discount that has already ended', async () => {
    assert.equal((await discounts.post(discount(110, { validTo: '2020-01-01T00:00:00Z' }))).status, 201);
    assert.equal((await discounts.post(discount(110))).status, 201);
  });

  it('applies to the subtotal unless another base is given', async () => {
    for (const [index, [given, shown]] of (
      [
        [{}, 'SUBTOTAL'],
        [{ appliesTo: 'SUBTOTAL' }, 'SUBTOTAL'],
        [{ appliesTo: 'FREIGHT' }, 'FREIGHT'],
      ] as const
    ).entries()) {
      const { status, json } = await discounts.post(discount(120 + index, given));
      assert.deepEqual([status, json.data.appliesTo], [201, shown]);
      const { appliesTo } = (await app.store.get('discounts', json.data.id))!;
      assert.equal(appliesTo, 'appliesTo' in given ? given.appliesTo : undefined, 'stored as it was given');
    }
    for (const appliesTo of ['WEIGHT', 'freight', null, 1]) {
      assert.deepEqual(
        faultsOf(await discounts.post(discount(130, { appliesTo }))).map((fault) => fault.split(' ')[0]),
        ['appliesTo'],
        String(appliesTo),
      );
    }
  });

  it('lets one of many concurrent requests succeed, and names its discount to the others', async () => {
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        discounts.post(discount(80 + index / 100, { toWeight: 81 }), index % 2 === 0 ? MAIN : ACME),
      ),
    );
    const created = replies.filter(({ status }) => status === 201);
    assert.equal(created.length, 1);
    const { id, fromWeight, toWeight } = created[0]!.json.data;
    for (const reply of replies) {
      if (reply !== created[0])
        assert.deepEqual(
          [...refusalOf(reply), reply.json.error.details],
          [409, 'DISCOUNT_OVERLAP', { overlaps: { id, fromWeight, toWeight } }],
        );
    }
    assert.equal((await stored()).filter((row) => row.fromWeight >= 80 && row.toWeight <= 81).length, 1);
  });

  it('takes effect in the next quote once it is answered', async () => {
    for (let round = 0; round < 5; round++) {
      const grams = 5_000 + 100 * round;
      // these keep the builder busy meanwhile
      const others = Array.from({ length: 10 }, (_, index) =>
        discounts.post(discount(1_000 + round * 10 + index, { partnerId: 'beta' })),
      );
      const { status, json } = await discounts.post(
        discount(grams / 1_000, { toWeight: (grams + 100) / 1_000, discountType: 'flat', discountValue: 1 + round }),
      );
      assert.equal(status, 201);
      const { charges, discountsApplied } = await quote(app, { weight: grams + 50 });
      assert.deepEqual(
        [charges.discountAmount, discountsApplied.map(({ discountId }: { discountId: number }) => discountId)],
        [1 + round, [json.data.id]],
      );
      await Promise.all(others);
    }
  });
});
