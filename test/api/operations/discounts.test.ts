import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listDiscounts, listPartnerDiscounts } from '../../../src/contract/discounts.js';
import type { Discount } from '../../../src/model/documents.js';
import { NOON } from '../../reference/fixture.js';
import { Rng } from '../../reference/rng.js';
import { MAIN, TestApp } from '../../support/app.js';
import {
  ACME,
  BETA,
  countsOf,
  faultsOf,
  OperationClient,
  pageOfIds,
  type Query,
  ratesWorld,
  refusalOf,
  without,
} from './rates.js';

const DISCOUNT_TYPES = ['flat', 'percentage'] as const;
const world = ratesWorld(9);

const isValid = ({ validFrom, validTo }: Discount): boolean =>
  (!validFrom || new Date(validFrom) <= NOON) && (!validTo || new Date(validTo) >= NOON);

function resource(row: Discount) {
  const { customerId = null, appliesTo = 'SUBTOTAL', description, validFrom = null, validTo = null, ...rest } = row;
  return {
    ...rest,
    appliesTo,
    customerId,
    ...(description && { description }),
    validFrom,
    validTo,
    isCurrentlyValid: isValid(row),
  };
}

function expected(partnerId: string, query: Query) {
  const { discountType, status, minWeight, maxWeight } = query;
  const rows = world.discounts
    .filter((row) => row.partnerId === partnerId)
    .filter((row) => discountType === undefined || row.discountType === discountType)
    .filter((row) => status === undefined || String(row.status) === status)
    .filter((row) => query.validOnly !== 'true' || isValid(row))
    .filter((row) => minWeight === undefined || row.toWeight >= Number(minWeight))
    .filter((row) => maxWeight === undefined || row.fromWeight <= Number(maxWeight));
  const page = pageOfIds(rows, query, 10);
  const valuesOf = (type: string, among = rows) =>
    among.filter((row) => row.discountType === type).map(({ discountValue }) => discountValue);
  const percents = valuesOf('percentage');
  // in ten-thousandths, so that nothing is lost before rounding
  const mean =
    percents.length === 0
      ? 0
      : percents.reduce((sum, value) => sum + Math.round(value * 10_000), 0) / percents.length / 10_000;
  const usable = rows.filter((row) => row.status && isValid(row));
  const savings = [
    ...(valuesOf('percentage', usable).length > 0 ? [`${Math.max(...valuesOf('percentage', usable))} %`] : []),
    ...(valuesOf('flat', usable).length > 0 ? [`INR ${Math.max(...valuesOf('flat', usable)).toFixed(2)}`] : []),
  ];
  return {
    discounts: page.rows.map(resource),
    pagination: page.pagination,
    summary: {
      partnerId,
      totalDiscounts: rows.length,
      activeDiscounts: rows.filter((row) => row.status).length,
      validDiscounts: rows.filter(isValid).length,
      discountsByType: countsOf(
        rows.map((row) => row.discountType),
        DISCOUNT_TYPES,
      ),
      avgDiscountPercentage: Math.round(mean * 100) / 100,
      totalPotentialSavings: savings.length === 0 ? 'None' : `Up to ${savings.join(' or ')} a shipment`,
    },
  };
}

const withoutRules = (rows: { applicabilityRules: object }[]) => rows.map((row) => without(row, 'applicabilityRules'));

function queries(seed: number, howMany: number, weights: boolean): Query[] {
  const rng = new Rng(seed);
  const weight = () => String(rng.pick([0, 1, 1.5, 4, 12, 23.999, 1_000]));
  return Array.from({ length: howMany }, (): Query => ({
    ...(rng.chance(0.4) && { discountType: rng.pick(DISCOUNT_TYPES) }),
    ...(rng.chance(0.4) && { status: rng.pick(['true', 'false']) }),
    ...(rng.chance(0.5) && { validOnly: rng.pick(['true', 'false']) }),
    ...(weights && rng.chance(0.4) && { minWeight: weight() }),
    ...(weights && rng.chance(0.4) && { maxWeight: weight() }),
    ...(rng.chance(0.5) && { page: String(rng.int(1, 4)) }),
    ...(rng.chance(0.6) && { limit: String(rng.pick([1, 3, 10, 100])) }),
    ...(rng.chance(0.1) && { forceRefresh: 'true' }),
  }));
}

let app: TestApp;
before(async () => {
  app = await TestApp.start(world, { now: NOON });
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});

describe('GET /discounts', () => {
  let discounts: OperationClient;
  before(() => {
    discounts = new OperationClient(app, listDiscounts);
  });

  async function holdsTrue(partnerId: string, query: Query, credential = MAIN): Promise<void> {
    const { status, json } = await discounts.get(query, credential);
    const wanted = expected(partnerId, query);
    assert.equal(status, 200);
    assert.deepEqual(
      [withoutRules(json.data), json.pagination, json.summary],
      [wanted.discounts, wanted.pagination, wanted.summary],
      JSON.stringify(query),
    );
    // a partner's credential reads from memory, whatever it requests
    assert.equal(json.from_cache, query.forceRefresh !== 'true' || credential.kind === 'partner');
  }

  it('lists ten of a partner by id without further parameters', async () => {
    await holdsTrue('beta', { partnerId: 'beta' });
    await holdsTrue('beta', {}, BETA);
    assert.equal((await discounts.get({}, BETA)).json.data.length, 10);
  });

  it('lists those of an inactive partner, and none for one that has none', async () => {
    await holdsTrue('idle', { partnerId: 'idle', limit: '100' });
    await holdsTrue('bare', { partnerId: 'bare' });
  });

  it('agrees with a naive computation for every combination of parameters', async () => {
    await Promise.all(
      queries(1, 150, true).map((query, index) => {
        const partnerId = ['beta', 'idle', 'acme'][index % 3]!;
        return holdsTrue(partnerId, { partnerId, ...query });
      }),
    );
    await Promise.all(queries(2, 30, true).map((query) => holdsTrue('beta', query, BETA)));
  });

  it('describes in words what its members hold', async () => {
    const { json } = await discounts.get({ partnerId: 'beta', limit: '100' });
    for (const row of json.data as ReturnType<typeof resource>[]) {
      const {
        applicabilityRules: { weightRange, validityPeriod, applicableShipments },
      } = row as unknown as { applicabilityRules: Record<string, string> };
      assert.equal(weightRange, `${row.fromWeight} kg to ${row.toWeight} kg`);
      const parts = [
        row.validFrom === null ? '' : `from ${row.validFrom}`,
        row.validTo === null ? '' : `${row.validFrom === null ? 'until' : 'to'} ${row.validTo}`,
      ].filter((part) => part !== '');
      assert.equal(validityPeriod, parts.join(' ') || 'always');
      const usable = `All of the partner with a chargeable weight of ${weightRange}`;
      assert.equal(
        applicableShipments,
        !row.status ? 'None: it is inactive' : row.isCurrentlyValid ? usable : 'None now: it is outside of its dates',
      );
    }
  });

  it('requires a service to name the partner, and shows a partner only its own', async () => {
    const unnamed = await discounts.get();
    assert.deepEqual(
      [unnamed.status, unnamed.json.error.code, unnamed.json.error.details[0].field],
      [401, 'VALIDATION_ERROR', 'partnerId'],
    );
    assert.deepEqual(refusalOf(await discounts.get({ partnerId: 'beta' }, ACME)), [403, 'FORBIDDEN']);
    const unknown = await discounts.get({ partnerId: 'nobody' });
    assert.deepEqual(
      [...refusalOf(unknown), unknown.json.error.details],
      [404, 'PARTNER_NOT_FOUND', { partnerId: 'nobody' }],
    );
  });

  it('names every parameter beyond its bounds, before it checks whose discounts they are', async () => {
    const wrong = {
      discountType: 'half',
      status: 'TRUE',
      validOnly: '1',
      minWeight: '-0.001',
      maxWeight: 'heavy',
      page: '1.5',
      limit: '101',
    };
    const faults = [
      'discountType INVALID_VALUE',
      'limit OUT_OF_RANGE',
      'maxWeight INVALID_TYPE',
      'minWeight OUT_OF_RANGE',
      'page INVALID_TYPE',
      'status INVALID_TYPE',
      'validOnly INVALID_TYPE',
    ];
    assert.deepEqual(faultsOf(await discounts.get(wrong)).sort(), [...faults, 'partnerId REQUIRED'].sort());
    assert.equal(
      (await discounts.get({ ...wrong, partnerId: 'beta' }, ACME)).json.error.details.errorCount,
      faults.length,
    );
  });

  it('changes its answer, and its ETag, when a discount ends', async () => {
    const ending = world.discounts.find(
      ({ partnerId, validTo }) => partnerId === 'beta' && validTo === NOON.toISOString(),
    )!;
    const find = async () => {
      const { json, headers } = await discounts.get({ partnerId: 'beta', limit: '100' });
      return {
        etag: headers.etag,
        isCurrentlyValid: json.data.find(({ id }: { id: number }) => id === ending.id).isCurrentlyValid,
      };
    };
    const during = await find();
    assert.deepEqual(await find(), during);
    app.clock.nowMs += 1;
    const ended = await find();
    app.clock.nowMs -= 1;
    assert.deepEqual([during.isCurrentlyValid, ended.isCurrentlyValid], [true, false]);
    assert.notEqual(ended.etag, during.etag);
  });
});

describe('GET /partner-discounts/{partnerId}', () => {
  let discounts: OperationClient;
  before(() => {
    discounts = new OperationClient(app, listPartnerDiscounts);
  });

  async function holdsTrue(partnerId: string, query: Query, credential = MAIN): Promise<void> {
    const { status, json } = await discounts.get(query, credential, partnerId);
    const { discounts: rows, pagination, summary } = expected(partnerId, query);
    assert.equal(status, 200);
    assert.deepEqual(
      { ...json.data, discounts: withoutRules(json.data.discounts) },
      { partnerId, partnerName: partnerId, discounts: rows, summary },
      JSON.stringify(query),
    );
    assert.deepEqual(json.pagination, pagination);
  }

  it('agrees with a naive computation for every combination of parameters, to both kinds of caller', async () => {
    await Promise.all(
      queries(3, 60, false).map((query, index) => holdsTrue(['beta', 'idle', 'acme', 'bare'][index % 4]!, query)),
    );
    await Promise.all(queries(4, 20, false).map((query) => holdsTrue('beta', query, BETA)));
  });

  it('shows a partner no other partner’s discounts, and refuses unknown partners', async () => {
    assert.deepEqual(refusalOf(await discounts.get({}, BETA, 'acme')), [403, 'FORBIDDEN']);
    assert.deepEqual(refusalOf(await discounts.get({}, MAIN, 'nobody')), [404, 'PARTNER_NOT_FOUND']);
    assert.deepEqual(faultsOf(await discounts.get({ discountType: 'x', limit: '0' }, MAIN, '!')).sort(), [
      'discountType INVALID_VALUE',
      'limit OUT_OF_RANGE',
      'partnerId INVALID_FORMAT',
    ]);
  });
});
