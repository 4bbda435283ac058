/** What people reported of prices and contracts, on card P of the reports (parcels.test.ts says which report is where). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestApp } from '../../support/app.js';
import { asked, cardP, charged, faultsOf, type Json, reasonsFor, totalOf, withCard } from './card.js';

/** What of the faulty document of a collection is refused. */
const refusedOf = async (app: TestApp, collection: string, document: object): Promise<unknown[]> =>
  faultsOf(await app.send('POST', `/documents/${collection}`, { partnerId: 'plain', status: true, ...document }));

describe('5: a fee by the amount that is collected', () => {
  const COD = { paymentType: 'COD', declaredValue: 5_000 };
  const percent = { type: 'cod', chargeType: 'percentage', value: 3 };
  const step = (value: number, order: number, when: object) => ({
    ...{ code: 'COD_STEP', label: 'Step', basis: 'FLAT', value, order, when: { paymentTypes: ['COD'], ...when } },
  });
  const surcharges = [step(8, 310, { codTo: 300 }), step(16, 311, { codFrom: 300 })];

  it('steps with the amount collected, not with the declared value, and comes on top of a percentage', () =>
    withCard(cardP({}, { 'customer-charges': [percent], surcharges }), async (app) => {
      // 70 + 6 + 8; 70 + 9 + 8; 70 + 9 + 16; 70 + 150 + 16
      for (const [codAmount, total] of [
        [200, 99.12],
        [299.99, 102.66],
        [299.994999, 102.66],
        [299.995, 112.1],
        [300, 112.1],
        [undefined, 278.48],
      ] as const)
        assert.equal(await totalOf(app, { ...COD, codAmount }), total, String(codAmount));
      assert.equal(await totalOf(app), 82.6, 'prepaid');
      assert.deepEqual(await reasonsFor(app, { direction: 'RTO' }), ['NO_RATE'], 'nobody has a row for it');
    }));

  it('is a row of the charge itself: outside its bounds it matches nothing and shadows nothing', () => {
    const flat = (value: number, more: object) => ({ type: 'cod', chargeType: 'flat', value, ...more });
    const rows = [
      flat(8, { codTo: 300 }),
      flat(16, { codFrom: 300 }),
      flat(2, { customerId: 'ACME', codFrom: 100, codTo: 200 }),
    ];
    return withCard(cardP({}, { 'customer-charges': rows }), async (app) => {
      const codOf = async (codAmount: number, customerId?: string): Promise<number> =>
        (await charged(app, { ...COD, codAmount, customerId })).codCharge;
      assert.deepEqual([await codOf(99), await codOf(299.99), await codOf(300)], [8, 8, 16]);
      assert.deepEqual([await codOf(99, 'ACME'), await codOf(100, 'ACME'), await codOf(200, 'ACME')], [8, 2, 8]);
    });
  });

  it('is refused of other charges, and with bounds that hold nothing', () =>
    withCard(cardP(), async (app) => {
      const charge = { type: 'docket', chargeType: 'flat', value: 1 };
      assert.deepEqual(await refusedOf(app, 'customer-charges', { ...charge, codFrom: 1 }), [400, 'codFrom']);
      const cod = { ...charge, type: 'cod' };
      for (const bounds of [{ codFrom: 300, codTo: 300 }, { codTo: 0 }, { codTo: 300.001 }])
        assert.deepEqual(await refusedOf(app, 'customer-charges', { ...cod, ...bounds }), [400, 'codTo']);
      const surcharge = { code: 'STEP', label: 'X', basis: 'FLAT', value: 1, order: 500, when: { codTo: 0 } };
      assert.deepEqual(await refusedOf(app, 'surcharges', surcharge), [400, 'when.codTo']);
      const bulk = await app.post('/customer-charges/bulk', {
        charges: [
          { partnerId: 'plain', ...cod, codFrom: 300 },
          { partnerId: 'plain', ...charge, codFrom: 300 },
        ],
      });
      const { created, errors, charges } = bulk.json.data;
      assert.deepEqual(
        [created, errors.map(({ faults }: Json) => faults.map(({ field }: Json) => field))],
        [1, [['codFrom']]],
        bulk.text,
      );
      assert.equal((await app.get(`/documents/customer-charges/${charges[0].id}`)).json.data.codFrom, 300);
    }));
});

describe('8: a price with tax included', () => {
  it('is that price in the state and across states, and says its tax', () =>
    withCard(cardP({ amounts: 'WITH_TAX' }, { packages: [{ baseCharge: 49, addonCharge: 18 }] }), async (app) => {
      const parts = async (more: object): Promise<number[]> => {
        const { subtotal, taxableAmount, gstAmount, totalAmount } = await charged(app, { weight: 500, ...more });
        return [subtotal, taxableAmount, gstAmount, totalAmount];
      };
      // 49 × 9 ÷ 118 = 3.737 twice; 49 × 18 ÷ 118 = 7.4746, and 41.5254 are the rest
      assert.deepEqual(await parts({}), [49, 41.52, 7.48, 49]);
      assert.deepEqual(await parts({ pickupPincode: '560001' }), [49, 41.53, 7.47, 49]);
      // nothing that a card can say is missed: 49 + 2 × 18
      assert.deepEqual(await parts({ weight: 1_200 }), [85, 72.04, 12.96, 85]);
      assert.deepEqual(await parts({ customerSez: 'WITHOUT_TAX' }), [49, 41.53, 0, 41.53]);
      const { breakdown } = await asked(app, { weight: 500 });
      const taxes = breakdown.filter(({ category }: Json) => category === 'tax');
      assert.deepEqual(
        taxes.map(({ amount, calculation, description }: Json) => [amount, /includ/i.test(calculation + description)]),
        [
          [0, true],
          [0, true],
        ],
      );
    }));

  it('every whole price of 1 to 118 Rupees stays, wherever the recipient is', async () => {
    await withCard(
      cardP({ amounts: 'WITH_TAX' }, { packages: [{ baseWeight: 0, baseCharge: 0, addonWeight: 1, addonCharge: 1 }] }),
      async (app) => {
        for (let rupees = 1; rupees <= 118; rupees += 1)
          for (const pickupPincode of ['411001', '560001'])
            assert.equal(await totalOf(app, { weight: rupees, pickupPincode }), rupees);
      },
    );
  });
});

describe('9: freight in proportion to the weight', () => {
  const perGram = (addonCharge: number) => ({
    packages: [{ baseWeight: 0, baseCharge: 0, addonWeight: 1, addonCharge }],
  });
  const freightOf = (rate: number, weight: number): Promise<number> =>
    withCard(cardP({}, perGram(rate)), async (app) => (await charged(app, { weight })).weightCharge);

  it('is exact to the gram: ₹9.50 and ₹7.25 a kilogram', async () => {
    assert.equal(await freightOf(0.0095, 1_231), 11.69); // 11.6945
    assert.equal(await freightOf(0.00725, 1_231), 8.92); // 8.92475
    assert.equal(await freightOf(0.00725, 2), 0.01); // 0.0145
    assert.equal(await freightOf(0.000001, 50_000), 0.05);
  });

  it('is freight: percentages of it and RTO terms see it', () =>
    withCard(
      cardP(
        {},
        {
          ...perGram(0.0095),
          'customer-charges': [{ type: 'fsc', chargeType: 'percentage', value: 10 }],
          'rto-terms': [{ customerId: null, basis: 'PERCENT_OF_FORWARD', percent: 50 }],
        },
      ),
      async (app) => {
        const { weightCharge, fscCharge } = await charged(app, { weight: 1_231 });
        assert.deepEqual([weightCharge, fscCharge], [11.69, 1.17]);
        assert.equal((await charged(app, { weight: 1_231, direction: 'RTO' })).weightCharge, 5.85);
      },
    ));

  it('has bounds', () =>
    withCard(cardP(), async (app) => {
      const row = { packageId: 'P', packageName: 'P', baseWeight: 0, baseCharge: 0, addonWeight: 1, addonCharge: 1 };
      assert.deepEqual(await refusedOf(app, 'packages', { ...row, addonWeight: 0 }), [400, 'addonWeight']);
      for (const addonCharge of [0.0000001, 100.00001])
        assert.deepEqual(await refusedOf(app, 'packages', { ...row, addonCharge }), [400, 'addonCharge']);
      assert.equal((await refusedOf(app, 'packages', { ...row, addonCharge: 99.999999 }))[0], 201);
      assert.equal((await refusedOf(app, 'packages', { ...row, addonCharge: 100.0001 }))[0], 201);
    }));
});

it('10: rows of "weight and above" of which the dearer never count are an error of the linter', () => {
  const open = (baseCharge: number, minWeight?: number) => ({
    baseWeight: 50_000,
    addonWeight: 0,
    addonCharge: 0,
    baseCharge,
    minWeight,
  });
  return withCard(cardP({}, { packages: [open(30), open(43, 1_000), open(53, 2_000)] }), async (app) => {
    assert.deepEqual([await totalOf(app, { weight: 1_500 }), await totalOf(app, { weight: 2_500 })], [35.4, 35.4]);
    const { findings } = (await app.get('/partners/plain/lint')).json.data;
    const overlaps = findings.filter(({ code }: Json) => code === 'RATE_OVERLAP');
    assert.ok(
      overlaps.length > 0 && overlaps.every(({ severity }: Json) => severity === 'error'),
      JSON.stringify(findings),
    );
    // with an end each, they are the contract
    const rows = [{ maxWeight: 999 }, { minWeight: 1_000, maxWeight: 1_999 }];
    for (const [at, bounds] of rows.entries()) await app.send('PATCH', `/documents/packages/${at + 1}`, bounds);
    assert.deepEqual([await totalOf(app, { weight: 1_500 }), await totalOf(app, { weight: 2_500 })], [50.74, 62.54]);
    const ended = (await app.get('/partners/plain/lint')).json.data.findings;
    assert.deepEqual(
      ended.filter(({ code }: Json) => code === 'RATE_OVERLAP'),
      [],
    );
  });
});

describe('28: how volume is weighed', () => {
  const BOX = { dimensions: { length: 40, width: 30, height: 20 } };

  it('may be dead weight alone for a customer, up to a weight', () =>
    withCard(cardP({}, { 'weight-terms': [{ customerId: 'ACME', deadWeightUpTo: 2_000 }] }), async (app) => {
      const acme = { ...BOX, customerId: 'ACME' };
      assert.equal(await totalOf(app, acme), 82.6);
      assert.equal(await totalOf(app, BOX), 206.5);
      assert.equal(await totalOf(app, { ...acme, weight: 2_000 }), 100.3); // 40 + 3 × 15, and 18 %
      assert.equal(await totalOf(app, { ...acme, weight: 2_000.0004 }), 100.3);
      assert.equal(await totalOf(app, { ...acme, weight: 2_001 }), 206.5);
    }));

  it('depends on the service, the lane and the customer, who goes first', () => {
    const terms = [
      { volumetricDivisor: 4_000 },
      { service: 'EXPRESS', volumetricDivisor: 6_000 },
      { lane: 'LOCAL', none: true },
      { customerId: 'ACME', cft: 6 },
      { customerId: 'KG', minChargeableWeight: 10_000 },
    ];
    const rule = { priority: 1, lane: 'LOCAL', when: { sameState: true } };
    return withCard(cardP({}, { 'weight-terms': terms, 'lane-rules': [rule] }), async (app) => {
      const volumeOf = async (more: object): Promise<number> =>
        (await asked(app, { ...BOX, weight: 1, ...more })).calculationDetails.chargeableWeight;
      assert.equal(await volumeOf({}), 6_000);
      assert.equal(await volumeOf({ urgency: 'EXPRESS' }), 4_000);
      assert.equal(await volumeOf({ deliveryPincode: '411002' }), 1, 'volume never counts');
      assert.equal(
        await volumeOf({ customerId: 'ACME', urgency: 'EXPRESS' }),
        Math.ceil((24_000 * 6 * 1_000) / 27_000),
      );
      assert.equal(await totalOf(app, { customerId: 'KG' }), 383.5); // 40 + 19 × 15, and 18 %
    });
  });

  it('cannot be said in two ways at once', () =>
    withCard(cardP(), async (app) => {
      assert.deepEqual(await refusedOf(app, 'weight-terms', { cft: 6, volumetricDivisor: 5_000 }), [400, 'cft']);
      assert.equal((await refusedOf(app, 'weight-terms', { none: true, cft: 6 }))[0], 400);
      assert.equal(
        (await refusedOf(app, 'weight-terms', { cft: 6, lane: 'NOWHERE' }))[0],
        201,
        'a warning of the linter',
      );
    }));
});

it('29: one courier has rates and RTO terms by service', () => {
  const rows = {
    'packages': [{}, { service: 'EXPRESS', baseCharge: 100, addonCharge: 30 }],
    'rto-terms': [
      { customerId: null, basis: 'PERCENT_OF_FORWARD', percent: 80 },
      { customerId: null, basis: 'PERCENT_OF_FORWARD', percent: 90, service: 'EXPRESS' },
      { customerId: null, basis: 'PERCENT_OF_FORWARD', percent: 70, lane: 'LOCAL' },
    ],
    'lane-rules': [{ priority: 1, lane: 'LOCAL', when: { sameState: true } }],
  };
  return withCard(cardP({}, rows), async (app) => {
    const air = { urgency: 'EXPRESS' };
    assert.deepEqual([await totalOf(app), await totalOf(app, air)], [82.6, 188.8]); // 100 + 2 × 30, and 18 %
    assert.equal(await totalOf(app, { serviceRequirements: ['PICKUP', 'EXPRESS'] }), 188.8);
    const rto = { direction: 'RTO' };
    assert.equal(await totalOf(app, rto), 66.08);
    assert.equal(await totalOf(app, { ...rto, ...air }), 169.92); // 90 % of 160
    const local = { ...rto, deliveryPincode: '411002' };
    assert.equal(await totalOf(app, local), 57.82); // 70 % of 70
    assert.equal(await totalOf(app, { ...local, ...air }), 169.92, 'a service goes before a lane');
    assert.equal((await charged(app, { ...air, includeReturns: true })).totalAmount, 188.8);
    assert.equal((await asked(app, { ...air, includeReturns: true })).returnCharges.rto.totalAmount, 169.92);
  });
});

it('30: each tax is a whole number of Rupees', () => {
  const rounded = (more: object) => ({ tax: [{ regime: 'FORWARD', rounding: 'RUPEE', ...more }] });
  const packages = [{ baseWeight: 50_000, baseCharge: 188.69 }];
  const amounts = async (app: TestApp, more: object = {}): Promise<number[]> => {
    const { taxableAmount, gstAmount, totalAmount } = await charged(app, more);
    return [taxableAmount, gstAmount, totalAmount];
  };
  return withCard(cardP(rounded({}), { packages }), async (app) => {
    assert.deepEqual(await amounts(app), [188.69, 34, 222.69]);
    assert.deepEqual(await amounts(app, { pickupPincode: '560001' }), [188.69, 34, 222.69]);
    const { breakdown } = await asked(app);
    assert.deepEqual(
      breakdown.filter(({ category }: Json) => category === 'tax').map(({ amount }: Json) => amount),
      [17, 17],
    );
    await app.send('PATCH', '/documents/partners/plain', {
      tax: [{ regime: 'REVERSE_CHARGE', percent: 5, rounding: 'RUPEE' }],
    });
    // 4.71725 twice; 9.4345
    const owed = async (more: object = {}): Promise<number> => (await charged(app, more)).taxes.recipientLiability;
    assert.deepEqual([await owed(), await owed({ pickupPincode: '560001' })], [10, 9]);
    await app.send('PATCH', '/documents/partners/plain', { amounts: 'WITH_TAX', ...rounded({ percent: 18 }) });
    // 188.69 × 18 ÷ 118 = 28.78, twice 14.39
    assert.deepEqual(await amounts(app, { pickupPincode: '560001' }), [159.69, 29, 188.69]);
    assert.deepEqual(await amounts(app), [160.69, 28, 188.69]);
  });
});
