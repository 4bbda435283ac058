import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listCustomerCharges, listPartnerCharges } from '../../../src/contract/charges.js';
import type { CustomerCharge } from '../../../src/model/documents.js';
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

const TYPES = ['fsc', 'docket', 'cod', 'insurance'] as const;
const CHARGE_TYPES = ['flat', 'percentage'] as const;
const world = ratesWorld(7);

function resource({
  id,
  partnerId,
  customerId = null,
  type,
  chargeType,
  value,
  minKg,
  maxKg,
  direction = 'FORWARD',
  of = null,
  above = null,
  min = null,
  max = null,
  always = false,
  codFrom = null,
  codTo = null,
  status,
  validFrom = null,
  validTo = null,
  createdAt,
}: CustomerCharge) {
  const bounds = Object.fromEntries(
    Object.entries({ minKg, maxKg }).filter(([, bound]) => bound !== undefined && bound !== null),
  );
  return {
    id,
    partnerId,
    customerId,
    type,
    chargeType,
    value,
    ...bounds,
    ...{ direction, of, above, min, max, codFrom, codTo, always },
    status,
    validFrom,
    validTo,
    createdAt,
    applicableFor: customerId === null ? 'partner_customers' : 'specific_customer',
  };
}

const fits =
  (query: Query) =>
  (row: { type?: string; chargeType: string; status: boolean }): boolean =>
    (query.type === undefined || row.type === undefined || row.type === query.type)
    && (query.chargeType === undefined || row.chargeType === query.chargeType)
    && (query.status === undefined || String(row.status) === query.status);

function expected(partnerId: string | null, query: Query) {
  const rows = world['customer-charges'].filter((row) => row.partnerId === partnerId).filter(fits(query));
  const page = pageOfIds(rows, query, 20);
  const summary = {
    totalCharges: rows.length,
    activeCharges: rows.filter(({ status }) => status).length,
    byType: countsOf(
      rows.map(({ type }) => type),
      TYPES,
    ),
    byChargeType: countsOf(
      rows.map(({ chargeType }) => chargeType),
      CHARGE_TYPES,
    ),
  };
  return { charges: page.rows.map(resource), pagination: page.pagination, summary };
}

function queries(seed: number, howMany: number): Query[] {
  const rng = new Rng(seed);
  return Array.from({ length: howMany }, (): Query => ({
    ...(rng.chance(0.4) && { type: rng.pick(TYPES) }),
    ...(rng.chance(0.4) && { chargeType: rng.pick(CHARGE_TYPES) }),
    ...(rng.chance(0.4) && { status: rng.pick(['true', 'false']) }),
    ...(rng.chance(0.5) && { page: String(rng.int(1, 4)) }),
    ...(rng.chance(0.6) && { limit: String(rng.pick([1, 3, 20, 100])) }),
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

describe('GET /customer-charges', () => {
  let charges: OperationClient;
  before(() => {
    charges = new OperationClient(app, listCustomerCharges);
  });

  async function holdsTrue(query: Query, credential = MAIN): Promise<void> {
    const { status, json } = await charges.get(query, credential);
    const wanted = expected(query.partnerId ?? null, query);
    assert.equal(status, 200);
    assert.deepEqual(
      [json.data, json.pagination, json.summary],
      [wanted.charges, wanted.pagination, wanted.summary],
      JSON.stringify(query),
    );
    assert.equal(json.from_cache, query.forceRefresh !== 'true');
  }

  it('lists twenty default charges by id without parameters, to services and partners alike', async () => {
    await holdsTrue({});
    await holdsTrue({}, ACME);
    assert.equal((await charges.get()).json.data.length, 20);
  });

  it('lists those of a partner to itself and to services, also if it is inactive or has none', async () => {
    await holdsTrue({ partnerId: 'beta' }, BETA);
    await holdsTrue({ partnerId: 'acme' });
    await holdsTrue({ partnerId: 'idle' });
    await holdsTrue({ partnerId: 'bare' });
  });

  it('agrees with a naive computation for every combination of parameters', async () => {
    const mixed = queries(1, 120).map((query, index) => ({
      ...query,
      ...(index % 3 !== 0 && { partnerId: ['acme', 'beta', 'idle'][index % 4 === 0 ? 0 : 1 + (index % 2)]! }),
    }));
    await Promise.all(mixed.map((query) => holdsTrue(query)));
  });

  it('shows a partner its own list or the defaults, and no other partner’s', async () => {
    assert.deepEqual(refusalOf(await charges.get({ partnerId: 'acme' }, BETA)), [403, 'FORBIDDEN']);
    assert.deepEqual(refusalOf(await charges.get({ partnerId: 'nobody' }, BETA)), [403, 'FORBIDDEN']);
    const unknown = await charges.get({ partnerId: 'nobody' });
    assert.deepEqual(
      [...refusalOf(unknown), unknown.json.error.details],
      [404, 'PARTNER_NOT_FOUND', { partnerId: 'nobody' }],
    );
  });

  it('accepts each parameter at its bounds, and names every one beyond them', async () => {
    await holdsTrue({ limit: '100' });
    await holdsTrue({ limit: '1', page: '1000000' });
    const wrong = {
      partnerId: 'a',
      type: 'fuel',
      chargeType: 'FLAT',
      status: '1',
      page: '0',
      limit: '101',
      forceRefresh: 'yes',
    };
    assert.deepEqual(faultsOf(await charges.get(wrong)).sort(), [
      'chargeType INVALID_VALUE',
      'forceRefresh INVALID_TYPE',
      'limit OUT_OF_RANGE',
      'page OUT_OF_RANGE',
      'partnerId INVALID_FORMAT',
      'status INVALID_TYPE',
      'type INVALID_VALUE',
    ]);
    assert.deepEqual(faultsOf(await charges.get({ limit: '0' })), ['limit OUT_OF_RANGE']);
    const { json } = await charges.get({ type: 'fuel', chargeType: 'flat' }, BETA);
    assert.deepEqual(
      [json.error.details.validationErrors[0].allowedValues, json.error.details.errorCount],
      [[...TYPES], 1],
    );
  });
});

describe('GET /partner-charges/{partnerId}', () => {
  let charges: OperationClient;
  before(() => {
    charges = new OperationClient(app, listPartnerCharges);
  });

  async function holdsTrue(partnerId: string, query: Query, credential = MAIN): Promise<void> {
    const { status, json } = await charges.get(query, credential, partnerId);
    const { charges: rows, pagination, summary } = expected(partnerId, query);
    const distances = world['distance-charges']
      .filter((row) => row.partnerId === partnerId)
      .filter(fits(query))
      .sort((a, b) => a.id - b.id)
      .map((row) => ({ lane: null, validFrom: null, validTo: null, ...without(row, 'partnerId') }));
    assert.equal(status, 200);
    assert.deepEqual(
      json.data,
      {
        partnerId,
        partnerName: partnerId,
        charges: rows,
        distanceCharges: distances,
        summary: {
          ...summary,
          totalDistanceCharges: distances.length,
          activeDistanceCharges: distances.filter((row) => row.status).length,
        },
      },
      JSON.stringify(query),
    );
    assert.deepEqual(json.pagination, pagination);
  }

  it('agrees with a naive computation for every combination of parameters, to both kinds of caller', async () => {
    await Promise.all(
      queries(2, 60).map((query, index) => holdsTrue(['beta', 'acme', 'idle', 'bare'][index % 4]!, query)),
    );
    await Promise.all(queries(3, 20).map((query) => holdsTrue('beta', query, BETA)));
  });

  it('shows a partner no other partner’s charges, and refuses unknown partners', async () => {
    assert.deepEqual(refusalOf(await charges.get({}, BETA, 'acme')), [403, 'FORBIDDEN']);
    assert.deepEqual(refusalOf(await charges.get({}, MAIN, 'nobody')), [404, 'PARTNER_NOT_FOUND']);
    assert.deepEqual(faultsOf(await charges.get({ type: 'x', page: '-1' }, MAIN, 'a')).sort(), [
      'page OUT_OF_RANGE',
      'partnerId INVALID_FORMAT',
      'type INVALID_VALUE',
    ]);
  });
});
