/**
 * All faults of a request are reported at once: those that the schemas find and those that the additional rules find.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { createDiscount, listDiscounts } from '../../../src/contract/discounts.js';
import { createZone } from '../../../src/contract/zone-create.js';
import { NOON } from '../../reference/fixture.js';
import { MAIN, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';
import { ACME, faultsOf, OperationClient, ratesWorld } from './rates.js';

type Body = Record<string, unknown>;

const LATER = '2026-03-12T00:00:00Z';
const EARLIER = '2026-03-11T00:00:00Z';

describe('the faults of a request', () => {
  let app: TestApp;
  let discounts: OperationClient;
  let zones: OperationClient;
  before(async () => {
    app = await TestApp.start(ratesWorld(12), { now: NOON });
    discounts = new OperationClient(app, createDiscount);
    zones = new OperationClient(app, createZone);
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  /** Each fault with its message, in the format of the caller; an empty list where the request succeeds. */
  function faultTexts({ status, json }: Reply, { kind }: ClientCredential): string[] {
    if (status === 201) return [];
    assert.deepEqual([status, json.error.code], [400, 'VALIDATION_ERROR'], JSON.stringify(json));
    const { details } = json.error;
    if (kind === 'service')
      return (details as { field: string; message: string }[])
        .map(({ field, message }) => `${field} ${message}`)
        .sort();
    const errors = details.validationErrors as { field: string; issue: string }[];
    assert.deepEqual(
      errors.filter(({ field }) => details.validFields.includes(field)),
      [],
      'a field is both in validationErrors and in validFields',
    );
    return errors.map(({ field, issue }) => `${field} ${issue}`).sort();
  }

  const fieldsOf = (faults: readonly string[]): string[] => faults.map((fault) => fault.split(' ')[0]!);

  it('of a discount are named together, to a service and to a partner', async () => {
    const wrong = {
      fromWeight: 5,
      toWeight: 4,
      discountType: 'percentage',
      discountValue: 200,
      validFrom: LATER,
      validTo: EARLIER,
      status: 'x',
    };
    const found = [
      'discountValue must be at most 100 percent',
      'status must be true or false',
      'toWeight must be greater than fromWeight, 5',
      'validTo must be later than validFrom, 2026-03-12T00:00:00.000Z',
    ];
    assert.deepEqual(
      faultTexts(await discounts.post(wrong), MAIN),
      ['discountValue', 'partnerId', 'status', 'toWeight', 'validTo'].map(
        (field) => found.find((fault) => fault.startsWith(field)) ?? `${field} is required for a service credential`,
      ),
    );
    assert.deepEqual(faultTexts(await discounts.post(wrong, ACME), ACME), found);
    const { json } = await discounts.post({ ...wrong, description: 'x' }, ACME);
    assert.deepEqual(json.error.details.validFields, ['fromWeight', 'discountType', 'description', 'validFrom']);
    assert.deepEqual((await discounts.post({}, ACME)).json.error.details.errorCount, 4);
  });

  it('of a discount name a wrong partner once, wherever it is given', async () => {
    const own = { fromWeight: 5, toWeight: 6, discountType: 'flat', discountValue: 1, status: 'x' };
    for (const [body, query, ...faults] of [
      [{}, '', 'status INVALID_TYPE', 'partnerId REQUIRED'],
      [{}, '?partnerId=acme', 'status INVALID_TYPE'],
      [{ partnerId: 'acme' }, '', 'status INVALID_TYPE'],
      [{ partnerId: 'acme' }, '?partnerId=beta', 'status INVALID_TYPE', 'partnerId INVALID_VALUE'],
      [{ partnerId: 7 }, '', 'partnerId INVALID_TYPE', 'status INVALID_TYPE'],
      [{}, '?partnerId=a', 'partnerId INVALID_FORMAT', 'status INVALID_TYPE'],
      [{ partnerId: 'acme' }, '?partnerId=a', 'partnerId INVALID_FORMAT', 'status INVALID_TYPE'],
      [{}, '?partnerId=acme&partnerId=acme', 'partnerId INVALID_VALUE', 'status INVALID_TYPE'],
    ] as [object, string, ...string[]][])
      assert.deepEqual(
        faultsOf(await discounts.post({ ...own, ...body }, MAIN, { query })).sort(),
        faults.sort(),
        query + JSON.stringify(body),
      );
    for (const body of [null, [], 7]) assert.deepEqual(faultsOf(await discounts.post(body)), [' INVALID_TYPE']);
  });

  it('of a discount do not blame a field for another one that is wrong or missing', async () => {
    const own = { partnerId: 'acme', fromWeight: 5, toWeight: 6, discountType: 'flat', discountValue: 1 };
    for (const [changes, ...faults] of [
      [{ fromWeight: 60_000 }, 'fromWeight'],
      [{ fromWeight: '7' }, 'fromWeight'],
      [{ fromWeight: 50_000, toWeight: null }, 'toWeight'],
      [{ discountType: 'half', discountValue: 200 }, 'discountType'],
      [{ discountType: undefined, discountValue: 1.0001 }, 'discountType'],
      // these are wrong for either type
      [{ discountType: 'half', discountValue: 1.00001 }, 'discountType', 'discountValue'],
      [{ discountType: 'half', discountValue: 200.001 }, 'discountType', 'discountValue'],
      [{ validFrom: 'soon', validTo: EARLIER }, 'validFrom'],
      [{ validFrom: LATER, validTo: 5 }, 'validTo'],
      [{ description: 5, validTo: '9999-12-31T23:59:59-10:00' }, 'description', 'validTo'],
      [{ description: 5, fromWeight: 1.00001, toWeight: 1 }, 'description', 'fromWeight', 'toWeight'],
    ] as [object, ...string[]][])
      assert.deepEqual(
        fieldsOf(faultTexts(await discounts.post({ ...own, ...changes }), MAIN)),
        faults,
        JSON.stringify(changes),
      );
  });

  /** For each member a value that no schema accepts and one that no rule refuses, given the other members. */
  const SPOILED: Readonly<Record<string, { wrong: unknown[]; right: (body: Body) => unknown }>> = {
    fromWeight: { wrong: [undefined, null, '1', 0, 50_001], right: () => 0.001 },
    toWeight: { wrong: [undefined, [], 0, 50_000.5], right: () => 50_000 },
    discountType: {
      wrong: [undefined, 'half', 1],
      right: ({ discountValue }) => ((discountValue as number) > 100 ? 'flat' : 'percentage'),
    },
    discountValue: { wrong: [undefined, {}, '5', 0, 10_001], right: () => 1 },
    description: { wrong: [5, 'x'.repeat(2_001)], right: () => undefined },
    validFrom: { wrong: [5, 'soon', '2026-03-11'], right: () => null },
    validTo: { wrong: [false, ''], right: () => null },
    status: { wrong: [null, 'x', 1], right: () => false },
  };
  const moments = fc.constantFrom(
    undefined,
    null,
    EARLIER,
    LATER,
    '2026-03-11T05:30:00+05:30',
    '2016-12-31T23:59:60Z',
    '9999-12-31T23:59:59-10:00',
  );
  const anyDiscount = fc.record({
    fromWeight: fc.constantFrom(0.001, 1, 1.0005, 5, 49_999.9999),
    toWeight: fc.constantFrom(0.002, 1, 5, 5.00001, 50_000),
    discountType: fc.constantFrom('flat', 'percentage'),
    discountValue: fc.constantFrom(0.01, 0.0123, 1.00005, 100, 100.5, 200.001, 10_000),
    description: fc.constantFrom(undefined, null, 'Monsoon'),
    validFrom: moments,
    validTo: moments,
    status: fc.constant(false),
  });
  const naming = fc.constantFrom<[object, string]>(
    [{}, ''],
    [{ partnerId: 'acme' }, ''],
    [{}, '?partnerId=acme'],
    [{ partnerId: 'acme' }, '?partnerId=beta'],
  );
  const spoiled = fc.constantFrom(
    ...Object.entries(SPOILED).flatMap(([field, { wrong, right }]) => wrong.map((value) => ({ field, value, right }))),
  );

  it('are those of the request without its schema fault, plus that fault', async () => {
    let together = 0;
    await fc.assert(
      fc.asyncProperty(
        anyDiscount,
        naming,
        spoiled,
        fc.constantFrom(MAIN, ACME),
        async (drawn, [named, query], { field, value, right }, credential) => {
          const body: Body = { ...drawn, ...named };
          const faults = faultTexts(
            await discounts.post({ ...body, [field]: value }, credential, { query }),
            credential,
          );
          const others = faultTexts(
            await discounts.post({ ...body, [field]: right(body) }, credential, { query }),
            credential,
          );
          const own = faults.filter((fault) => fault.startsWith(`${field} `));
          assert.equal(own.length, 1);
          assert.deepEqual(faults, [...others, ...own].sort());
          assert.deepEqual(fieldsOf(faults), [...new Set(fieldsOf(faults))], 'a field is named twice');
          together += others.length;
        },
      ),
      { numRuns: 150 },
    );
    assert.ok(together > 50, `only ${together} other faults were seen together with a schema fault`);
  });

  it('of a zone include a missing partner of a service, which is a 401 on its own', async () => {
    assert.deepEqual(faultsOf(await zones.post({})).sort(), ['name REQUIRED', 'partnerId REQUIRED']);
    assert.deepEqual(faultsOf(await zones.post({}, MAIN, { query: '?partnerId=acme' })), ['name REQUIRED']);
    assert.deepEqual(faultsOf(await zones.post({ partnerId: 'acme' }, MAIN, { query: '?partnerId=beta' })).sort(), [
      'name REQUIRED',
      'partnerId INVALID_VALUE',
    ]);
    assert.deepEqual(faultTexts(await zones.post({}, ACME), ACME), ['name is required']);
    const { status, json } = await zones.post({ name: 'Nashik' });
    assert.deepEqual([status, json.error.details.map(({ field }: { field: string }) => field)], [401, ['partnerId']]);
  });

  it('of a zone name its services and attributes, as far as they can be checked', async () => {
    const service = { serviceTypeId: 'PICKUP', isAvailable: true, baseCharge: 1.005 };
    for (const [body, ...faults] of [
      [{ services: [service] }, 'name', 'services[0].baseCharge'],
      [{ services: [service], attributes: ['ODA'] }, 'attributes[0]', 'name', 'services[0].baseCharge'],
      [
        { services: [service, {}], attributes: ['ODA'] },
        'name',
        'services[1].isAvailable',
        'services[1].serviceTypeId',
      ],
      [{ services: 5, attributes: ['ODA'] }, 'name', 'services'],
    ] as [object, ...string[]][])
      assert.deepEqual(fieldsOf(faultTexts(await zones.post(body, ACME), ACME)), faults, JSON.stringify(body));
  });

  it('of a list include a missing partner of a service', async () => {
    const list = new OperationClient(app, listDiscounts);
    assert.deepEqual(faultsOf(await list.get({ page: '0' })), ['page OUT_OF_RANGE', 'partnerId REQUIRED']);
    assert.deepEqual(faultsOf(await list.get({ page: '0', partnerId: 'acme' })), ['page OUT_OF_RANGE']);
    assert.deepEqual(faultTexts(await list.get({ page: '0' }, ACME), ACME), ['page must be at least 1']);
  });
});
