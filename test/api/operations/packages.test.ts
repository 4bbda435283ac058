/**
 * GET /partner-packages/{partnerId} and GET /packages: every filter compared with a naive search through the documents.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listPackages, listPartnerPackages } from '../../../src/contract/packages.js';
import type { Package } from '../../../src/model/documents.js';
import { Failures, Held } from '../../contract/held.js';
import { packageRow } from '../../reference/fixture.js';
import { randomWorld, seededRng } from '../../reference/random.js';
import type { World } from '../../reference/types.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';
import { paginationOf } from './expect-zones.js';

const SEED = 77;
const rng = seededRng(SEED);
const world: World = randomWorld(rng);
const [first, second] = world.partners as [World['partners'][number], World['partners'][number]];
const bare = { ...first, partnerId: 'bare-one', name: 'Bare' };

const failures = new Failures();
const held = { partner: new Held(listPartnerPackages, failures), all: new Held(listPackages, failures) };
let app: TestApp;
before(async () => {
  world.partners.push(bare);
  app = await TestApp.start(world);
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});

async function ask(route: keyof typeof held, path: string, credential: ClientCredential = MAIN): Promise<Reply> {
  const reply = await app.get(path, credential);
  held[route].assert(reply, credential.kind, path);
  return reply;
}

const rowsOf = (partnerId: string): Package[] =>
  world.packages.filter((row) => row.partnerId === partnerId).sort((a, b) => a.id - b.id);

function resource(row: Package) {
  const zone = (id: number | null): string | null =>
    id === null ? null : world.zones.find((one) => one.id === id)!.name;
  const [fromZoneId, toZoneId] = [row.fromZoneId ?? null, row.toZoneId ?? null];
  const isGeneral = fromZoneId === null && toZoneId === null;
  return {
    ...row,
    minCharge: row.minCharge ?? null,
    minWeight: row.minWeight ?? null,
    maxWeight: row.maxWeight ?? null,
    shipmentType: row.shipmentType ?? null,
    paymentType: row.paymentType ?? null,
    service: row.service ?? null,
    customerId: row.customerId ?? null,
    direction: row.direction ?? 'FORWARD',
    kmFrom: row.kmFrom ?? null,
    kmTo: row.kmTo ?? null,
    fromZoneId,
    toZoneId,
    lane: row.lane ?? null,
    validFrom: row.validFrom ?? null,
    validTo: row.validTo ?? null,
    applicability: isGeneral ? 'general' : 'zone_specific',
    zoneMapping: isGeneral ? null : { fromZone: zone(fromZoneId), toZone: zone(toZoneId) },
  };
}

function without(row: object, ...names: string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

describe('GET /partner-packages/{partnerId}', () => {
  const value = {
    packageId: (row: Package) => row.packageId.toLowerCase(),
    packageName: (row: Package) => row.packageName.toLowerCase(),
    createdAt: (row: Package) => Date.parse(row.createdAt),
  };

  it('lists every partner’s packages in any order, page by page', async () => {
    for (const { partnerId, name } of world.partners) {
      for (const sortBy of ['packageId', 'packageName', 'createdAt'] as const) {
        const order = rng.pick(['asc', 'desc']);
        const sign = order === 'asc' ? 1 : -1;
        const of = value[sortBy];
        const rows = rowsOf(partnerId).sort((a, b) => (of(a) < of(b) ? -sign : of(a) > of(b) ? sign : 0));
        const [page, limit] = [rng.int(1, 2), rng.int(1, 30)];
        const { json } = await ask(
          'partner',
          `/partner-packages/${partnerId}?sortBy=${sortBy}&sortOrder=${order}&page=${page}&limit=${limit}`,
        );
        assert.deepEqual(
          json.data.packages,
          rows.slice((page - 1) * limit, page * limit).map(resource),
          `${partnerId} ${sortBy} ${order}`,
        );
        assert.deepEqual(json.pagination, paginationOf(rows.length, page, limit));
        assert.equal(json.data.partnerName, name);
      }
    }
  });

  it('sorts by createdAt and lists 50 by default', async () => {
    const { json } = await ask('partner', `/partner-packages/${first.partnerId}`, partnerCredential(first.partnerId));
    const rows = rowsOf(first.partnerId).sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
    assert.deepEqual(json.data.packages, rows.slice(0, 50).map(resource));
    assert.deepEqual([json.pagination.limit, json.from_cache], [50, true]);
  });

  it('omits the members that are not requested', async () => {
    for (const [includeCharges, includeWeightCharges, includeZoneMapping] of [
      [false, true, true],
      [true, false, true],
      [true, true, false],
      [false, false, false],
    ]) {
      const { json } = await ask(
        'partner',
        `/partner-packages/${first.partnerId}?includeCharges=${includeCharges}&includeWeightCharges=${includeWeightCharges}&includeZoneMapping=${includeZoneMapping}&limit=100`,
      );
      const dropped = [
        ...(includeCharges ? [] : ['baseCharge', 'addonCharge', 'minCharge']),
        ...(includeWeightCharges ? [] : ['addonWeight', 'addonCharge']),
        ...(includeZoneMapping ? [] : ['zoneMapping']),
      ];
      assert.deepEqual(
        new Set(json.data.packages.map((row: object) => Object.keys(row).sort().join())),
        new Set(
          rowsOf(first.partnerId).map((row) =>
            Object.keys(without(resource(row), ...dropped))
              .sort()
              .join(),
          ),
        ),
      );
    }
  });

  it('summarises all packages of the partner', async () => {
    for (const { partnerId, limits, status } of world.partners) {
      const rows = rowsOf(partnerId);
      const { data } = (await ask('partner', `/partner-packages/${partnerId}?limit=1`)).json;
      const general = rows.filter((row) => (row.fromZoneId ?? null) === null && (row.toZoneId ?? null) === null).length;
      const paise = rows.reduce((sum, { baseCharge }) => sum + BigInt(Math.round(baseCharge * 100)), 0n);
      const carried = rows
        .filter((row) => row.status)
        .map((row) => ({
          above: row.minWeight ?? 0,
          most: Math.min(
            row.maxWeight ?? limits.maxWeight,
            row.addonWeight === 0 ? row.baseWeight : limits.maxWeight,
            limits.maxWeight,
          ),
        }))
        .filter(({ above, most: upTo }) => above < upTo);
      const most = Math.max(0, ...carried.map(({ most: upTo }) => upTo));
      const least = 1 + Math.min(...carried.map(({ above }) => above));
      const weightText = (grams: number) => (grams < 1_000 ? `${grams} g` : `${grams / 1_000} kg`);
      assert.deepEqual(
        data.summary,
        {
          totalPackages: rows.length,
          activePackages: rows.filter((row) => row.status).length,
          generalPackages: general,
          zoneSpecificPackages: rows.length - general,
          avgBaseCharge:
            rows.length === 0 ? null : Number((paise * 2n + BigInt(rows.length)) / (2n * BigInt(rows.length))) / 100,
          weightRangeSupported:
            most === 0 ? 'none: no active package carries anything' : `${weightText(least)} to ${weightText(most)}`,
        },
        partnerId,
      );
      const dated = [
        ...world.zones.map((row) => ({ ...row, at: row.updatedAt })),
        ...[...world.packages, ...world.discounts, ...world['customer-charges']].map((row) => ({
          ...row,
          at: row.createdAt,
        })),
      ]
        .filter((row) => row.partnerId === partnerId)
        .map(({ at }) => Date.parse(at));
      assert.deepEqual(data.partnerCache, {
        partnerId,
        isActive: status === 'ACTIVE',
        lastUpdated: dated.length === 0 ? null : new Date(Math.max(...dated)).toISOString(),
      });
    }
    assert.equal((await ask('partner', '/partner-packages/bare-one')).json.data.summary.avgBaseCharge, null);
  });

  it('describes the weights that are carried, by the partner’s limit or the row’s', async () => {
    const put = (document: Package) => app.store.write([{ kind: 'put', collection: 'packages', document }]);
    const range = async (): Promise<unknown> =>
      (await ask('partner', '/partner-packages/bare-one')).json.data.summary.weightRangeSupported;
    const row = packageRow({ id: 900_001, partnerId: 'bare-one', baseWeight: 750, addonWeight: 0, status: false });
    await put(row);
    assert.equal(await range(), 'none: no active package carries anything');
    await put({ ...row, status: true });
    assert.equal(await range(), '1 g to 750 g');
    await put({ ...row, status: true, addonWeight: 250, maxWeight: 1_500 });
    assert.equal(await range(), '1 g to 1.5 kg');
    await put({ ...row, status: true, addonWeight: 250, minWeight: 500, maxWeight: 1_500 });
    assert.equal(await range(), '501 g to 1.5 kg');
    await put({ ...row, status: true, minWeight: 749 });
    assert.equal(await range(), '750 g to 750 g');
    await put({ ...row, status: true, minWeight: 750 });
    assert.equal(await range(), 'none: no active package carries anything', 'it carries nothing above its baseWeight');
    await put({ ...row, status: true, addonWeight: 250, baseCharge: 0.05 });
    assert.equal(await range(), `1 g to ${bare.limits.maxWeight / 1_000} kg`);
    await put({ ...row, id: 900_002, status: true, baseCharge: 0.06 });
    assert.equal((await ask('partner', '/partner-packages/bare-one')).json.data.summary.avgBaseCharge, 0.06, 'half up');
    await app.store.write([900_001, 900_002].map((key) => ({ kind: 'delete', collection: 'packages', key })));
  });

  it('refuses other partners, unknown partners and invalid parameters', async () => {
    assert.equal(
      (await ask('partner', `/partner-packages/${second.partnerId}`, partnerCredential(first.partnerId))).json.error
        .code,
      'FORBIDDEN',
    );
    assert.equal((await ask('partner', '/partner-packages/nobody-here')).json.error.code, 'PARTNER_NOT_FOUND');
    const { status, json } = await ask(
      'partner',
      '/partner-packages/a%20b?includeCharges=x&includeWeightCharges=x&includeZoneMapping=x'
        + '&sortBy=id&sortOrder=x&page=0&limit=101',
    );
    assert.equal(status, 400);
    assert.deepEqual((json.error.details as { field: string }[]).map(({ field }) => field).sort(), [
      'includeCharges',
      'includeWeightCharges',
      'includeZoneMapping',
      'limit',
      'page',
      'partnerId',
      'sortBy',
      'sortOrder',
    ]);
  });
});

describe('GET /packages', () => {
  it('filters by partner, status, shipment type and name together', async () => {
    const owners = [first.partnerId, second.partnerId];
    const all = [...world.packages].sort((a, b) => a.id - b.id);
    for (let round = 0; round < 40; round++) {
      const credential = rng.pick([MAIN, partnerCredential(first.partnerId)]);
      const partnerId = rng.pick([undefined, credential === MAIN ? rng.pick(owners) : credential.id]);
      const status = rng.pick([undefined, true, false]);
      const shipmentType = rng.pick([undefined, 'B2B', 'B2C'] as const);
      const search = rng.chance(0.5)
        ? rng.pick(all).packageName.slice(-4).trim().padEnd(2, 'a').toUpperCase()
        : undefined;
      const [page, limit] = [rng.int(1, 2), rng.pick([1, 20, 100])];
      const query = new URLSearchParams();
      for (const [name, of] of Object.entries({ partnerId, status, shipmentType, search, page, limit }))
        if (of !== undefined) query.set(name, String(of));
      const { json } = await ask('all', `/packages?${query}`, credential);
      const owner = credential === MAIN ? partnerId : credential.id;
      const rows = all.filter(
        (row) =>
          (owner === undefined || row.partnerId === owner)
          && (status === undefined || row.status === status)
          && (shipmentType === undefined || (row.shipmentType ?? null) === null || row.shipmentType === shipmentType)
          && (search === undefined || row.packageName.toLowerCase().includes(search.toLowerCase())),
      );
      assert.deepEqual(
        json.data,
        rows.slice((page - 1) * limit, page * limit).map(resource),
        `${credential.id} ${query} seed ${SEED}`,
      );
      assert.deepEqual(json.pagination, paginationOf(rows.length, page, limit));
    }
  });

  it('refuses other partners, unknown partners and invalid parameters', async () => {
    assert.equal(
      (await ask('all', `/packages?partnerId=${second.partnerId}`, partnerCredential(first.partnerId))).json.error.code,
      'FORBIDDEN',
    );
    assert.equal((await ask('all', '/packages?partnerId=nobody-here')).json.error.code, 'PARTNER_NOT_FOUND');
    const { status, json } = await ask(
      'all',
      '/packages?partnerId=x!&status=on&shipmentType=C2C&search=a&page=0&limit=101',
    );
    assert.equal(status, 400);
    assert.deepEqual((json.error.details as { field: string }[]).map(({ field }) => field).sort(), [
      'limit',
      'page',
      'partnerId',
      'search',
      'shipmentType',
      'status',
    ]);
  });
});
