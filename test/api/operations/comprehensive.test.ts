/**
 * GET /partners/comprehensive-data in both forms, both shapes and all formats, compared with a naive search through the
 * documents.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Discount } from '../../../src/model/documents.js';
import { randomWorld, REFERENCE_NOW, seededRng } from '../../reference/random.js';
import type { World } from '../../reference/types.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';
import { createConformance } from '../../support/conformance.js';
import { rounds } from '../../support/depth.js';
import { expectedCompleteness, expectedLastUpdated, expectedParts, type Wanted } from './expect-comprehensive.js';

const PATH = '/api/v1/partners/comprehensive-data';
const SEED = 2026;
const rng = seededRng(SEED);
const BARE = 'bare-one';

function comprehensiveWorld(): World {
  const random = randomWorld(rng);
  const moment = (): string => new Date(REFERENCE_NOW.getTime() - rng.int(1, 900) * 3_600_000).toISOString();
  for (const row of [...random.packages, ...random['customer-charges'], ...random.discounts]) row.createdAt = moment();
  for (const zone of random.zones) zone.updatedAt = moment();
  for (const name of ['zones', 'packages', 'customer-charges', 'distance-charges', 'discounts'] as const)
    rng.pick<{ status: boolean }>(random[name]).status = false;
  const [first] = random.partners as [World['partners'][number]];
  first.performance.topRoutes = [{ route: 'Mumbai to Delhi', shipments: 12 }];
  random.partners.push({ ...first, partnerId: BARE, status: 'ACTIVE' });
  random.credentials.push({
    id: BARE,
    kind: 'partner',
    tier: 'UNLIMITED',
    status: 'ACTIVE',
    secrets: [{ version: 1, secret: `demo-${BARE}-secret` }],
  });
  random['customer-charges'] = random['customer-charges'].filter(
    ({ partnerId, type }) => partnerId !== null || type === 'fsc',
  );
  // in the order of partners: the second offers all services but one, and so on
  random.partners.slice(1).forEach(({ partnerId }, howMany) => {
    for (const service of random.zones
      .filter((zone) => zone.partnerId === partnerId)
      .flatMap((zone) => zone.services)) {
      if (['EXPRESS', 'COD', 'INSURANCE'].slice(0, howMany).includes(service.serviceTypeId))
        service.isAvailable = false;
    }
  });
  // zones may offer a service that is not among the service types
  random['service-types'] = random['service-types'].filter(({ serviceTypeId }) => serviceTypeId !== 'TRACKING');
  return random;
}

const world = comprehensiveWorld();
const active = world.partners
  .filter(({ status, partnerId }) => status === 'ACTIVE' && partnerId !== BARE)
  .map(({ partnerId }) => partnerId);
const inactive = world.partners.find(({ status }) => status === 'INACTIVE')!.partnerId;
const partnerDocument = (partnerId: string) => world.partners.find((partner) => partner.partnerId === partnerId)!;

const conformance = createConformance();
let app: TestApp;
before(async () => {
  app = await TestApp.start(world);
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});

/** Asks in the form with the partner in the path if `inPath` is given. */
async function ask(
  query: Record<string, unknown>,
  {
    credential = MAIN,
    inPath,
    headers = {},
  }: { credential?: ClientCredential; inPath?: string; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const path = `${PATH}${inPath === undefined ? '' : `/${inPath}`}${text === '' ? '' : `?${text}`}`;
  const reply = await app.get(path, credential, headers);
  assert.deepEqual(
    conformance.check(
      'GET',
      inPath === undefined ? PATH : `${PATH}/{partnerId}`,
      reply.status,
      reply.headers,
      reply.json,
    ),
    [],
    path,
  );
  return reply;
}

/** The sentences of a discount are tested in discounts.test.ts. */
function withoutRules<A extends { discounts: { data: unknown[] } }>(answer: A): A {
  const data = answer.discounts.data.map((row) =>
    typeof row === 'object'
      ? Object.fromEntries(Object.entries(row!).filter(([name]) => name !== 'applicabilityRules'))
      : row,
  );
  return { ...answer, discounts: { ...answer.discounts, data } };
}

const FLAGS = [true, false];
const COMBINATIONS: Wanted[] = (['minimal', 'standard', 'detailed'] as const).flatMap((format) =>
  FLAGS.flatMap((includeStatistics) =>
    FLAGS.flatMap((includeMetadata) =>
      FLAGS.map((includeInactive) => ({ format, includeStatistics, includeMetadata, includeInactive })),
    ),
  ),
);

/** The quick tier has every combination by turns: one partner has the first, the next one the second, and so on. */
const TURNS = rounds(4, 1);
const combinationsOf = (turn: number): Wanted[] =>
  COMBINATIONS.filter((_, at) => (at + Math.floor(at / TURNS)) % TURNS === turn % TURNS);

const isVersion = (value: unknown): boolean => /^[0-9a-f]{16}$/.test(String(value));

describe('the shape for a service', () => {
  function expected(partnerId: string, wanted: Wanted) {
    const { name, status, performance } = partnerDocument(partnerId);
    return {
      partnerId,
      partnerName: name,
      status,
      lastUpdated: expectedLastUpdated(world, partnerId),
      ...expectedParts(world, partnerId, wanted, REFERENCE_NOW),
      ...(wanted.includeStatistics ? { statistics: performance } : {}),
      ...(wanted.includeMetadata
        ? {
            metadata: {
              lastSync: REFERENCE_NOW.toISOString(),
              dataVersion: true,
              cacheExpiry: null,
              dataCompleteness: expectedCompleteness(world, partnerId, REFERENCE_NOW),
            },
          }
        : {}),
    };
  }

  it('matches the documents, in every combination and both forms', async () => {
    for (const [index, { partnerId }] of world.partners.entries()) {
      for (const wanted of combinationsOf(index)) {
        const { status, json } = await ask({ ...wanted, partnerId });
        assert.equal(status, 200);
        const { metadata, ...data } = withoutRules(json.data);
        const shown = {
          ...data,
          ...(metadata && { metadata: { ...metadata, dataVersion: isVersion(metadata.dataVersion) } }),
        };
        assert.deepEqual(shown, expected(partnerId, wanted), `${partnerId} ${JSON.stringify(wanted)}`);
        assert.equal(json.from_cache, true);
        assert.deepEqual((await ask({ ...wanted }, { inPath: partnerId })).json.data, json.data);
      }
    }
  });

  it('by default is the standard format with statistics and metadata, without inactive rows', async () => {
    const [partnerId] = active as [string];
    const byDefault = (await ask({ partnerId })).json.data;
    const named = (
      await ask({
        partnerId,
        format: 'standard',
        includeStatistics: true,
        includeMetadata: true,
        includeInactive: false,
      })
    ).json.data;
    assert.deepEqual(byDefault, named);
    assert.deepEqual((await ask({}, { inPath: partnerId })).json.data, named);
    assert.deepEqual(
      (await ask({ partnerId }, { inPath: partnerId })).json.data,
      named,
      'named twice, with the same value',
    );
  });

  it('was tested with every variation that the data can have', () => {
    const everything: Wanted = {
      format: 'standard',
      includeStatistics: true,
      includeMetadata: true,
      includeInactive: true,
    };
    const offers = active.flatMap(
      (partnerId) =>
        expectedParts(world, partnerId, everything, REFERENCE_NOW).services.data as {
          serviceTypeId: string;
          isAvailable: boolean;
          chargeRange: { min: number; max: number } | null;
        }[],
    );
    const completeness = world.partners.map(({ partnerId }) => expectedCompleteness(world, partnerId, REFERENCE_NOW));
    const met = {
      inactiveRows: [
        world.zones,
        world.packages,
        world['customer-charges'],
        world['distance-charges'],
        world.discounts,
      ].every((rows) => rows.some(({ status }) => !status)),
      unavailable: offers.some(({ isAvailable }) => !isAvailable),
      range: offers.some(({ chargeRange }) => chargeRange !== null && chargeRange.min < chargeRange.max),
      unnamed: offers.some(({ serviceTypeId }) => serviceTypeId === 'TRACKING'),
      shares: (['zones', 'packages', 'services', 'charges', 'discounts'] as const).every(
        (part) => new Set(completeness.map((shares) => shares[part])).size > 1,
      ),
    };
    assert.deepEqual(
      met,
      { inactiveRows: true, unavailable: true, range: true, unnamed: true, shares: true },
      `seed ${SEED}`,
    );
  });
});

describe('the shape for a partner', () => {
  function expected(partnerId: string, wanted: Wanted) {
    const { name, status, joinedDate, contact, performance, gstStateCode, limits, tier, ...others } =
      partnerDocument(partnerId);
    const {
      paymentTypes,
      shipmentTypes,
      cutoffTime,
      weekendDelivery,
      sameDay,
      cft = null,
      volumetricDivisor = cft === null ? 5_000 : null,
      volumetricBasis = 'SHIPMENT',
      tax = [],
      amounts = null,
      cutoffTimes = null,
      groups = null,
      pickupOnlyFrom = null,
      deliveryDays = null,
      transit,
    } = others;
    const deliveryWindow = others.deliveryWindow ?? { from: '09:00', to: '21:00' };
    const configuration = {
      tier,
      paymentTypes,
      shipmentTypes,
      limits,
      cutoffTime,
      deliveryWindow,
      weekendDelivery,
      sameDay,
      volumetricDivisor,
      cft,
      volumetricBasis,
      tax,
      amounts,
      cutoffTimes,
      groups,
      pickupOnlyFrom,
      deliveryDays,
      transit,
    };
    return {
      partner: {
        partnerId,
        name,
        status,
        joinedDate,
        lastUpdated: expectedLastUpdated(world, partnerId),
        contact,
        configuration,
      },
      ...expectedParts(world, partnerId, wanted, REFERENCE_NOW),
      performance: wanted.includeStatistics ? performance : null,
      compliance: {
        gstStateCode,
        gstStateName: world.states.find(({ gstCode }) => gstCode === gstStateCode)!.name,
        maxDeclaredValue: limits.maxDeclaredValue,
        maxCodAmount: limits.maxCodAmount,
      },
    };
  }

  it('matches the documents, in every combination and both forms', async () => {
    for (const [index, partnerId] of [active[0]!, active[1]!, inactive, BARE].entries()) {
      const credential = partnerCredential(partnerId);
      for (const wanted of combinationsOf(index)) {
        const { status, json } = await ask({ ...wanted }, { credential });
        assert.equal(status, 200);
        assert.deepEqual(
          withoutRules(json.data),
          expected(partnerId, wanted),
          `${partnerId} ${JSON.stringify(wanted)}`,
        );
        const metadata = {
          generatedAt: REFERENCE_NOW.toISOString(),
          validUntil: null,
          dataFreshness: 'LIVE',
          cacheStatus: 'HIT',
        };
        assert.deepEqual(json.metadata, wanted.includeMetadata ? metadata : undefined);
        for (const again of [
          await ask({ ...wanted, partnerId }, { credential }),
          await ask({ ...wanted }, { credential, inPath: partnerId }),
        ]) {
          assert.deepEqual([again.json.data, again.json.metadata], [json.data, json.metadata]);
        }
      }
    }
  });

  it('is answered from memory, whatever was requested', async () => {
    const { json } = await ask({ forceRefresh: true }, { credential: partnerCredential(active[0]!) });
    assert.deepEqual([json.from_cache, json.metadata.dataFreshness, json.metadata.cacheStatus], [true, 'LIVE', 'HIT']);
  });
});

describe('refused requests', () => {
  const faults = ({ status, json }: Reply): unknown => [
    status,
    json.error.code,
    ...(json.error.details as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`),
  ];
  const refusal = ({ status, json }: Reply): unknown => [status, json.error.code];
  const [mine, other] = active as [string, string];
  const self = { credential: partnerCredential(mine) };

  it('name all invalid parameters at once', async () => {
    const wrong = {
      format: 'full',
      includeStatistics: 1,
      includeMetadata: 'yes',
      includeInactive: 'TRUE',
      forceRefresh: 'now',
    };
    const named = [
      'forceRefresh INVALID_TYPE',
      'format INVALID_VALUE',
      'includeInactive INVALID_TYPE',
      'includeMetadata INVALID_TYPE',
      'includeStatistics INVALID_TYPE',
    ];
    const sorted = (reply: Reply): unknown => [...(faults(reply) as string[]).slice(2)].sort();
    assert.deepEqual(sorted(await ask({ ...wrong, partnerId: mine })), named);
    assert.deepEqual(sorted(await ask(wrong, { inPath: mine })), named);
    assert.deepEqual(faults(await ask({ partnerId: 'ab' })), [400, 'VALIDATION_ERROR', 'partnerId INVALID_FORMAT']);
    assert.deepEqual(faults(await ask({}, { inPath: 'a.b' })), [400, 'VALIDATION_ERROR', 'partnerId INVALID_FORMAT']);
  });

  it('include a partner in the query that differs from the path, before the existence of either is shown', async () => {
    for (const inPath of [mine, 'nobody-here'])
      assert.deepEqual(faults(await ask({ partnerId: other }, { inPath })), [
        400,
        'VALIDATION_ERROR',
        'partnerId INVALID_VALUE',
      ]);
    const { status, json } = await ask({ partnerId: other, format: 'minimal' }, { ...self, inPath: mine });
    assert.equal(status, 400);
    assert.deepEqual(json.error.details, {
      validationErrors: [
        { field: 'partnerId', value: other, issue: `must be ${mine}, as in the path`, allowedValues: [mine] },
      ],
      errorCount: 1,
      validFields: ['format', 'includeStatistics', 'includeMetadata', 'includeInactive', 'forceRefresh'],
    });
  });

  it('include a service that names no partner', async () => {
    const reply = await ask({});
    assert.deepEqual(
      [faults(reply), reply.json.error.field_count],
      [[401, 'VALIDATION_ERROR', 'partnerId REQUIRED'], 1],
    );
  });

  it('include a partner that names another, existing or not, and an unknown partner', async () => {
    for (const partnerId of [other, inactive, 'nobody-here']) {
      assert.deepEqual(refusal(await ask({ partnerId }, self)), [403, 'FORBIDDEN']);
      assert.deepEqual(refusal(await ask({}, { ...self, inPath: partnerId })), [403, 'FORBIDDEN']);
    }
    assert.deepEqual(refusal(await ask({ partnerId: 'nobody-here' })), [404, 'PARTNER_NOT_FOUND']);
    assert.deepEqual(refusal(await ask({}, { inPath: 'nobody-here' })), [404, 'PARTNER_NOT_FOUND']);
  });
});

describe('a change of the data', () => {
  const [first, second] = active as [string, string];
  const etag = async (query: Record<string, unknown>, options: Parameters<typeof ask>[1] = {}): Promise<string> =>
    (await ask(query, options)).headers.etag!;
  const write = async (document: Discount) => {
    assert.deepEqual(await app.store.write([{ kind: 'put', collection: 'discounts', document }]), {
      ok: true,
      changeId: null,
    });
  };
  const discountOf = (partnerId: string): Discount => ({
    id: 90_001,
    partnerId,
    fromWeight: 900_000,
    toWeight: 900_001,
    discountType: 'flat',
    discountValue: 3,
    status: true,
    validTo: new Date(REFERENCE_NOW.getTime() + 60_000).toISOString(),
    createdAt: REFERENCE_NOW.toISOString(),
  });
  // in this world some rows are valid up to the very moment at which it begins
  before(() => {
    app.clock.nowMs += 1_000;
  });
  after(() => {
    app.clock.nowMs = REFERENCE_NOW.getTime();
  });

  it('changes the ETag, for every caller and at any later time', async () => {
    const self = { credential: partnerCredential(first) };
    const [ofService, ofPartner] = [await etag({ partnerId: first }), await etag({}, self)];
    app.clock.nowMs += 1_000;
    const again = await ask({ partnerId: first }, { headers: { 'if-none-match': ofService } });
    const own = await ask({}, { ...self, headers: { 'if-none-match': ofPartner } });
    assert.deepEqual([again.status, own.status], [304, 304]);
    assert.notEqual(ofService, ofPartner);
    assert.notEqual(await etag({ partnerId: first, format: 'minimal' }), ofService);
  });

  it('of another partner changes only lastSync', async () => {
    const earlier = await ask({ partnerId: first });
    app.clock.nowMs += 1_000;
    await write(discountOf(second));
    const now = await ask({ partnerId: first });
    assert.equal(now.headers.etag, earlier.headers.etag);
    assert.deepEqual(now.json.data.metadata, {
      ...earlier.json.data.metadata,
      lastSync: new Date(app.clock.nowMs).toISOString(),
    });
    assert.notEqual(now.json.data.metadata.lastSync, earlier.json.data.metadata.lastSync);
  });

  it('appears in the next answer, with a new version; effects of time alone keep the version', async () => {
    const earlier = await ask({ partnerId: second });
    await write({ ...discountOf(second), discountValue: 4 });
    const now = await ask({ partnerId: second });
    assert.notEqual(now.headers.etag, earlier.headers.etag);
    assert.notEqual(now.json.data.metadata.dataVersion, earlier.json.data.metadata.dataVersion);
    const rowIn = ({ json }: Reply) => json.data.discounts.data.find(({ id }: { id: number }) => id === 90_001);
    assert.deepEqual(
      [rowIn(earlier).discountValue, rowIn(now).discountValue, rowIn(now).isCurrentlyValid, now.json.data.lastUpdated],
      [3, 4, true, REFERENCE_NOW.toISOString()],
    );

    app.clock.nowMs = REFERENCE_NOW.getTime() + 60_001;
    const later = await ask({ partnerId: second });
    assert.deepEqual(
      [rowIn(later).isCurrentlyValid, later.json.data.discounts.validDiscounts],
      [false, now.json.data.discounts.validDiscounts - 1],
    );
    assert.equal(later.json.data.metadata.dataVersion, now.json.data.metadata.dataVersion);
    assert.notEqual(later.headers.etag, now.headers.etag);
    await app.store.write([{ kind: 'delete', collection: 'discounts', key: 90_001 }]);
  });

  it('is read from the store again with forceRefresh', async () => {
    app.clock.nowMs += 5_000;
    const { json } = await ask({ partnerId: first, forceRefresh: true });
    assert.deepEqual([json.from_cache, json.data.metadata.lastSync], [false, new Date(app.clock.nowMs).toISOString()]);
  });
});
