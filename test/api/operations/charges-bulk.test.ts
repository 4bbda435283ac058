import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createCustomerCharges } from '../../../src/contract/charges.js';
import { NOON } from '../../reference/fixture.js';
import { watch } from '../../store/suite-support.js';
import { TestApp } from '../../support/app.js';
import { ACME, BETA, countsOf, faultsOf, OperationClient, quote, ratesWorld, refusalOf, without } from './rates.js';

const TYPES = ['fsc', 'docket', 'cod', 'insurance'] as const;
const world = ratesWorld(8);
const charge = (changes: object = {}) => ({
  partnerId: 'acme',
  type: 'fsc',
  chargeType: 'flat',
  value: 300,
  ...changes,
});

describe('POST /customer-charges/bulk', () => {
  let app: TestApp;
  let bulk: OperationClient;
  /** The number of charges before the test. */
  let standing: number;
  before(async () => {
    app = await TestApp.start(world, { now: NOON });
    bulk = new OperationClient(app, createCustomerCharges);
  });
  beforeEach(async () => {
    standing = (await stored()).length;
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  const stored = async () => (await app.store.load(['customer-charges']))['customer-charges'];
  const storedOf = async (...partnerIds: string[]) =>
    (await stored()).filter(({ partnerId }) => partnerIds.includes(partnerId!));
  async function assertWritten(howMany: number): Promise<void> {
    assert.equal((await stored()).length, standing + howMany);
  }

  it('creates all items with their defaults, and counts the partner’s charges afterwards', async () => {
    const { status, json } = await bulk.post({
      charges: [
        charge(),
        charge({
          ...{ type: 'cod', customerId: 'C-9', minKg: 0.001, maxKg: 0.001, status: false },
          validFrom: '2026-04-01T00:00:00+05:30',
        }),
      ],
    });
    assert.equal(status, 201);
    assert.deepEqual(
      [json.data.created, json.data.total, json.data.failed, json.data.skipped, json.data.errors],
      [2, 2, 0, 0, []],
    );
    const [first, second] = json.data.charges as { id: number }[];
    assert.deepEqual(json.data.charges, [
      { index: 0, id: first!.id, partnerId: 'acme', type: 'fsc', status: 'created', message: 'Created' },
      { index: 1, id: second!.id, partnerId: 'acme', type: 'cod', status: 'created', message: 'Created' },
    ]);
    const rows = await stored();
    const common = { partnerId: 'acme', createdAt: NOON.toISOString() };
    assert.deepEqual(
      rows.find(({ id }) => id === first!.id),
      {
        id: first!.id,
        ...common,
        customerId: null,
        type: 'fsc',
        chargeType: 'flat',
        value: 300,
        minKg: null,
        maxKg: null,
        validFrom: null,
        validTo: null,
        status: true,
      },
    );
    assert.deepEqual(
      rows.find(({ id }) => id === second!.id),
      {
        id: second!.id,
        ...common,
        customerId: 'C-9',
        type: 'cod',
        chargeType: 'flat',
        value: 300,
        minKg: 0.001,
        maxKg: 0.001,
        validFrom: '2026-03-31T18:30:00.000Z',
        validTo: null,
        status: false,
      },
    );
    const own = await storedOf('acme');
    assert.deepEqual(json.summary, {
      partnerId: 'acme',
      totalChargesAfterCreation: own.length,
      chargesByType: countsOf(
        own.map(({ type }) => type),
        TYPES,
      ),
    });
    assert.equal(
      world['customer-charges'].some(({ id }) => id === first!.id || id === second!.id),
      false,
    );
  });

  it('fails invalid items, each with all of its faults, and creates the others', async () => {
    const { status, json } = await bulk.post({
      charges: [
        charge({ value: 0.009, type: 'fuel' }),
        charge({ minKg: 2, maxKg: 1, value: 1.234 }),
        null,
        charge({ partnerId: 'nobody' }),
        charge(),
        [],
        charge({ chargeType: 'percentage', value: 1000.5 }),
        { type: 'cod' },
        charge({ partnerId: 'no' }),
        charge({ minKg: -1, customerId: '' }),
        charge({ partnerId: 7, minKg: 0.0001 }),
        charge({ value: 0, minKg: 5, maxKg: 4, status: 'x' }),
        charge({ partnerId: 'nobody', value: 0 }),
        charge({ chargeType: 'share', value: 5_000 }),
        charge({ minKg: 1e9, maxKg: 1 }),
      ],
    });
    assert.equal(status, 201);
    assert.deepEqual([json.data.created, json.data.total, json.data.failed], [1, 15, 14]);
    assert.deepEqual(
      json.data.charges.map(({ index }: { index: number }) => index),
      [4],
    );
    type Error = {
      index: number;
      code: string;
      partnerId: string | null;
      type: string | null;
      message: string;
      faults: { field: string; code: string }[];
    };
    const errors = (json.data.errors as Error[]).map(({ index, code, partnerId, type, faults }) => [
      index,
      code,
      partnerId,
      type,
      faults
        .map((fault) => `${fault.field} ${fault.code}`)
        .sort()
        .join(', '),
    ]);
    assert.deepEqual(errors, [
      [0, 'VALIDATION_ERROR', 'acme', 'fuel', 'type INVALID_VALUE, value OUT_OF_RANGE'],
      [1, 'VALIDATION_ERROR', 'acme', 'fsc', 'maxKg INVALID_VALUE, value INVALID_VALUE'],
      [2, 'VALIDATION_ERROR', null, null, ' INVALID_TYPE'],
      [3, 'PARTNER_NOT_FOUND', 'nobody', 'fsc', 'partnerId INVALID_VALUE'],
      [5, 'VALIDATION_ERROR', null, null, ' INVALID_TYPE'],
      [6, 'VALIDATION_ERROR', 'acme', 'fsc', 'value INVALID_VALUE'],
      [7, 'VALIDATION_ERROR', null, 'cod', 'chargeType REQUIRED, partnerId REQUIRED, value REQUIRED'],
      [8, 'VALIDATION_ERROR', 'no', 'fsc', 'partnerId INVALID_FORMAT'],
      [9, 'VALIDATION_ERROR', 'acme', 'fsc', 'customerId TOO_SHORT, minKg OUT_OF_RANGE'],
      [10, 'VALIDATION_ERROR', null, 'fsc', 'minKg INVALID_VALUE, partnerId INVALID_TYPE'],
      [11, 'VALIDATION_ERROR', 'acme', 'fsc', 'maxKg INVALID_VALUE, status INVALID_TYPE, value OUT_OF_RANGE'],
      [12, 'VALIDATION_ERROR', 'nobody', 'fsc', 'partnerId INVALID_VALUE, value OUT_OF_RANGE'],
      [13, 'VALIDATION_ERROR', 'acme', 'fsc', 'chargeType INVALID_VALUE'],
      [14, 'VALIDATION_ERROR', 'acme', 'fsc', 'minKg OUT_OF_RANGE'],
    ]);
    await assertWritten(1);
  });

  it('refuses when no item was created, or any failed with continueOnError false, and writes nothing', async () => {
    assert.deepEqual(faultsOf(await bulk.post({ charges: [charge({ value: 0 }), 5] })), [
      'charges[0].value OUT_OF_RANGE',
      'charges[1] INVALID_TYPE',
    ]);
    const stopping = { continueOnError: false };
    assert.deepEqual(
      faultsOf(
        await bulk.post({
          charges: [charge(), charge(), charge({ value: 'x' }), charge({ partnerId: 'nobody' })],
          options: stopping,
        }),
      ),
      ['charges[2].value INVALID_TYPE', 'charges[3].partnerId INVALID_VALUE'],
    );
    const unknown = await bulk.post({
      charges: [charge({ partnerId: 'nobody' }), charge({ partnerId: 'no-one' })],
      options: stopping,
    });
    assert.deepEqual(
      [...refusalOf(unknown), unknown.json.error.details],
      [404, 'PARTNER_NOT_FOUND', { partnerId: 'nobody' }],
    );
    assert.deepEqual(faultsOf(await bulk.post({ charges: [charge({ partnerId: 'nobody' }), charge({ value: -1 })] })), [
      'charges[0].partnerId INVALID_VALUE',
      'charges[1].value OUT_OF_RANGE',
    ]);
    const { json } = await bulk.post({ charges: [charge({ value: 0 })], options: {} }, ACME);
    assert.deepEqual(
      [
        json.error.details.validationErrors[0].field,
        json.error.details.validationErrors[0].value,
        json.error.details.validFields,
      ],
      ['charges[0].value', 0, ['options']],
    );
    await assertWritten(0);
  });

  it('does not blame a COD band for a type that is missing or unknown', async () => {
    const band = { codFrom: 0, codTo: 300 };
    for (const type of [undefined, 'half'])
      assert.deepEqual(faultsOf(await bulk.post({ charges: [charge({ ...band, type })] })), [
        `charges[0].type ${type === undefined ? 'REQUIRED' : 'INVALID_VALUE'}`,
      ]);
    assert.deepEqual(faultsOf(await bulk.post({ charges: [charge({ ...band, type: 'docket' })] })), [
      'charges[0].codFrom INVALID_VALUE',
      'charges[0].codTo INVALID_VALUE',
    ]);
    await assertWritten(0);
  });

  it('names at most a hundred faults', async () => {
    const { json } = await bulk.post({ charges: Array.from({ length: 1_000 }, () => ({})) });
    assert.equal(json.error.details.length, 100);
    await assertWritten(0);
  });

  it('refuses a body that is not a list of charges', async () => {
    for (const [body, faults] of [
      [{}, ['charges REQUIRED']],
      [{ charges: [] }, ['charges TOO_SHORT']],
      [{ charges: {} }, ['charges INVALID_TYPE']],
      [[], [' INVALID_TYPE']],
      [{ charges: Array.from({ length: 1_001 }, () => charge()) }, ['charges TOO_MANY_ITEMS']],
      [
        { charges: [charge()], options: { continueOnError: 1, skipDuplicates: 'no' } },
        ['options.continueOnError INVALID_TYPE', 'options.skipDuplicates INVALID_TYPE'],
      ],
    ] as const)
      assert.deepEqual(faultsOf(await bulk.post(body)), faults);
    assert.deepEqual(refusalOf(await bulk.post('{"charges"')), [400, 'MALFORMED_JSON']);
    await assertWritten(0);
  });

  it('creates duplicates unless skipDuplicates is set, of existing charges and of earlier items', async () => {
    const existing = world['customer-charges'].find(({ partnerId, minKg }) => partnerId === 'beta' && minKg === 1.5)!;
    const { partnerId, customerId = null, type, chargeType, value, minKg, maxKg } = existing;
    const same = { partnerId, customerId, type, chargeType, value, minKg, maxKg, status: !existing.status };
    const charges = [
      same,
      charge({ value: 7, minKg: null }),
      charge({ value: 7, customerId: null }),
      charge({ value: 7, maxKg: 3 }),
      { ...same, value: value + 1 },
      { ...same, validTo: '2030-01-01T00:00:00Z' },
    ];
    const skipping = await bulk.post({ charges, options: { skipDuplicates: true } });
    const { created, skipped, charges: results } = skipping.json.data;
    assert.deepEqual([skipping.status, created, skipped], [201, 4, 2]);
    assert.deepEqual(
      results.map(({ status, id }: { status: string; id: number }) => (status === 'skipped' ? id : status)),
      [existing.id, 'created', results[1].id, 'created', 'created', 'created'],
    );
    assert.equal(results[0].message, `The same as charge ${existing.id}`);
    assert.deepEqual(
      [skipping.json.summary.partnerId, skipping.json.summary.totalChargesAfterCreation],
      [null, (await storedOf('acme', 'beta')).length],
    );

    const again = await bulk.post({ charges, options: { skipDuplicates: true } });
    assert.deepEqual([again.status, again.json.data.created, again.json.data.skipped], [201, 0, 6]);
    const without = await bulk.post({ charges });
    assert.deepEqual([without.status, without.json.data.created, without.json.data.skipped], [201, 6, 0]);
    await assertWritten(10);
  });

  it('lets a partner’s credential omit the partner, and refuses items that name another one', async () => {
    const own = without(charge(), 'partnerId');
    const { status, json } = await bulk.post({ charges: [own, charge()] }, ACME);
    assert.deepEqual([status, json.data.created, json.summary.partnerId], [201, 2, 'acme']);
    assert.deepEqual(refusalOf(await bulk.post({ charges: [own, charge(), null, { partnerId: 'acme' }] }, BETA)), [
      403,
      'FORBIDDEN',
    ]);
    assert.deepEqual(refusalOf(await bulk.post({ charges: [charge({ partnerId: 'nobody' })] }, BETA)), [
      403,
      'FORBIDDEN',
    ]);
    await assertWritten(2);
  });

  it('creates a thousand in one transaction, each with its own id', async () => {
    const transactions: number[] = [];
    const unwatch = await watch(app.store, (changes) => transactions.push(changes.length));
    const charges = Array.from({ length: 1_000 }, (_, index) =>
      charge({ partnerId: index % 2 === 0 ? 'acme' : 'bare', minKg: index + 1 }),
    );
    const [{ json }, other] = await Promise.all([bulk.post({ charges }), bulk.post({ charges })]);
    await unwatch();
    assert.deepEqual([json.data.created, transactions], [1_000, [1_000, 1_000]]);
    const ids = [...json.data.charges, ...other.json.data.charges].map(({ id }: { id: number }) => id);
    assert.equal(new Set(ids).size, 2_000);
    await assertWritten(2_000);
  });

  it('takes effect in the next quote', async () => {
    for (const value of [300, 400, 500]) {
      assert.equal((await bulk.post({ charges: [charge({ value })] })).status, 201);
      assert.equal((await quote(app)).charges.fscCharge, value);
    }
  });
});
