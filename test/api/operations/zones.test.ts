/** GET /partner-zones/{partnerId} and GET /zones: every filter compared with a naive search through the documents. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listPartnerZones, listZones } from '../../../src/contract/zones.js';
import type { Zone } from '../../../src/model/documents.js';
import { Failures, Held } from '../../contract/held.js';
import { randomWorld, seededRng } from '../../reference/random.js';
import type { World } from '../../reference/types.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';
import { paginationOf, partnerCounts, zoneAnswer } from './expect-zones.js';

const SEED = 20_260_311;

const failures = new Failures();
const held = { partner: new Held(listPartnerZones, failures), all: new Held(listZones, failures) };
const rng = seededRng(SEED);
const world: World = randomWorld(rng);
const byId = (a: Zone, b: Zone): number => a.id - b.id;
const zonesOf = (partnerId: string): Zone[] => world.zones.filter((zone) => zone.partnerId === partnerId).sort(byId);
const active = world.partners.filter(({ status }) => status === 'ACTIVE').map(({ partnerId }) => partnerId);
const inactive = world.partners.find(({ status }) => status === 'INACTIVE')!.partnerId;

let app: TestApp;
before(async () => {
  world.zones.filter(({ partnerId }) => partnerId === active[0])[0]!.operationalDetails = {
    operatingHours: { monday: '09:00-18:00', sunday: 'CLOSED' },
    capacity: { maxDailyShipments: 500, maxWeightPerDay: 1_000_000 },
    specialHandling: ['Keep dry'],
  };
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

describe('GET /partner-zones/{partnerId}', () => {
  it('lists the zones of every partner as they are, with what they cover', async () => {
    for (const { partnerId, name, performance } of world.partners) {
      const zones = zonesOf(partnerId);
      const { json } = await ask('partner', `/partner-zones/${partnerId}?limit=100`);
      assert.deepEqual(
        json.data,
        {
          partnerId,
          partnerName: name,
          zones: zones.map((zone) => zoneAnswer(world, zone, { includeGeography: true, includeServices: true })),
          summary: {
            totalZones: zones.length,
            activeZones: zones.filter(({ status }) => status).length,
            totalCoverage: partnerCounts(world, partnerId),
            serviceMetrics: {
              averageDeliveryTime: performance.averageDeliveryTime,
              overallSuccessRate: performance.successRate,
              customerSatisfaction: performance.customerSatisfaction,
            },
          },
        },
        partnerId,
      );
      assert.deepEqual(json.pagination, paginationOf(zones.length, 1, 100));
    }
  });

  it('has zones that cover something, and some that cover nothing', () => {
    const covered = world.partners.map(({ partnerId }) => partnerCounts(world, partnerId).pincodes);
    assert(covered.some((pincodes) => pincodes > 0) && world.zones.some(({ status }) => !status), `seed ${SEED}`);
    assert.equal(partnerCounts(world, inactive).pincodes, 0);
  });

  it('omits parts and inactive zones on request, page by page, and still summarises all zones', async () => {
    for (const partnerId of active) {
      for (const [includeGeography, includeServices, includeInactive] of [
        [false, false, false],
        [true, false, true],
        [false, true, false],
        [true, true, true],
      ]) {
        const zones = zonesOf(partnerId).filter(({ status }) => includeInactive || status);
        const flags = `includeGeography=${includeGeography}&includeServices=${includeServices}&includeInactive=${includeInactive}`;
        const page = rng.int(1, 3);
        const { json } = await ask(
          'partner',
          `/partner-zones/${partnerId}?${flags}&page=${page}&limit=2`,
          partnerCredential(partnerId),
        );
        const parts = { includeGeography: includeGeography!, includeServices: includeServices! };
        assert.deepEqual(
          json.data.zones,
          zones.slice((page - 1) * 2, page * 2).map((zone) => zoneAnswer(world, zone, parts)),
          `${partnerId} ${flags}`,
        );
        assert.deepEqual(json.pagination, paginationOf(zones.length, page, 2));
        assert.equal(json.data.summary.totalZones, zonesOf(partnerId).length);
      }
    }
  });

  it('lists 50 a page, and says whether the answer came from memory', async () => {
    const { json } = await ask('partner', `/partner-zones/${active[0]}`);
    assert.deepEqual([json.pagination.limit, json.from_cache], [50, true]);
    assert.equal((await ask('partner', `/partner-zones/${active[0]}?forceRefresh=true`)).json.from_cache, false);
  });

  it('reflects a change of an entry, a zone and a partner at once', async () => {
    const changed = structuredClone(world);
    const partnerId = active[0]!;
    const zone = zonesOf(partnerId).find(({ status }) => status)!;
    const entry = {
      partnerId,
      zoneId: zone.id,
      pincode: world.pincodes[0]!.pincode,
      assignedAt: '2026-03-01T00:00:00.000Z',
    };
    const check = async (label: string): Promise<void> => {
      const { json } = await ask('partner', `/partner-zones/${partnerId}?limit=100`);
      const zones = changed.zones.filter((row) => row.partnerId === partnerId).sort(byId);
      assert.deepEqual(
        json.data.zones,
        zones.map((row) => zoneAnswer(changed, row, { includeGeography: true, includeServices: true })),
        label,
      );
    };
    changed['zone-pincodes'] = [
      ...changed['zone-pincodes'].filter((row) => row.partnerId !== partnerId || row.pincode !== entry.pincode),
      entry,
    ];
    await app.store.write([{ kind: 'put', collection: 'zone-pincodes', document: entry }]);
    await check('entry');
    changed.zones = changed.zones.map((row) => (row.id === zone.id ? { ...row, status: false } : row));
    const imported = zoneAnswer(world, zone, { includeGeography: false, includeServices: true }).services!;
    await app.store.write([
      { kind: 'put', collection: 'zones', document: { ...zone, status: false, services: imported } },
    ]);
    await check('zone');
    const partner = changed.partners.find((row) => row.partnerId === partnerId)!;
    partner.status = 'INACTIVE';
    await app.store.write([{ kind: 'put', collection: 'partners', document: partner }]);
    await check('partner');
    const original = world['zone-pincodes'].find((row) => row.partnerId === partnerId && row.pincode === entry.pincode);
    await app.store.write([
      original === undefined
        ? { kind: 'delete', collection: 'zone-pincodes', key: `${partnerId}/${entry.pincode}` }
        : { kind: 'put', collection: 'zone-pincodes', document: original },
      { kind: 'put', collection: 'zones', document: { ...zone, services: imported } },
      { kind: 'put', collection: 'partners', document: { ...partner, status: 'ACTIVE' } },
    ]);
  });

  it('refuses other partners, unknown partners and invalid parameters', async () => {
    assert.equal(
      (await ask('partner', `/partner-zones/${active[1]}`, partnerCredential(active[0]!))).json.error.code,
      'FORBIDDEN',
    );
    assert.equal((await ask('partner', '/partner-zones/nobody-here')).json.error.code, 'PARTNER_NOT_FOUND');
    const { status, json } = await ask(
      'partner',
      '/partner-zones/x?includeGeography=yes&includeServices=1&includeInactive=no&page=0&limit=101&forceRefresh=maybe',
    );
    assert.equal(status, 400);
    const fields = (json.error.details as { field: string }[]).map(({ field }) => field).sort();
    assert.deepEqual(fields, [
      'forceRefresh',
      'includeGeography',
      'includeInactive',
      'includeServices',
      'limit',
      'page',
      'partnerId',
    ]);
  });
});

describe('GET /zones', () => {
  type Key = 'name' | 'id' | 'createdAt';
  const value = (zone: Zone, key: Key): string | number =>
    key === 'name' ? zone.name.toLowerCase() : key === 'id' ? zone.id : Date.parse(zone.createdAt);

  function expected(
    partnerId: string | null,
    {
      status,
      search,
      sortBy = 'name',
      sortOrder = 'asc',
    }: { status?: boolean; search?: string; sortBy?: Key; sortOrder?: string },
  ): Zone[] {
    const sign = sortOrder === 'asc' ? 1 : -1;
    return world.zones
      .filter(
        (zone) =>
          (partnerId === null || zone.partnerId === partnerId) && (status === undefined || zone.status === status),
      )
      .filter(({ name }) => search === undefined || name.toLowerCase().includes(search.toLowerCase()))
      .sort(byId)
      .sort((a, b) => (value(a, sortBy) < value(b, sortBy) ? -sign : value(a, sortBy) > value(b, sortBy) ? sign : 0));
  }

  it('filters by partner, status and name together, sorts and pages', async () => {
    for (let round = 0; round < 60; round++) {
      const credential = rng.chance(0.4) ? partnerCredential(rng.pick(world.partners).partnerId) : MAIN;
      const named =
        credential === MAIN ? rng.pick([null, rng.pick(world.partners).partnerId]) : rng.pick([null, credential.id]);
      const filters = {
        ...(rng.chance(0.5) ? { status: rng.chance(0.5) } : {}),
        ...(rng.chance(0.5)
          ? {
              search: rng
                .pick(world.zones)
                .name.slice(rng.int(0, 2), rng.int(4, 8))
                .trim()
                .padEnd(2, 'o')
                .toUpperCase(),
            }
          : {}),
        ...(rng.chance(0.7) ? { sortBy: rng.pick(['name', 'id', 'createdAt'] as const) } : {}),
        ...(rng.chance(0.5) ? { sortOrder: rng.pick(['asc', 'desc']) } : {}),
      };
      const parts = { includeGeography: rng.chance(0.3), includeServices: rng.chance(0.3) };
      const [page, limit] = [rng.int(1, 3), rng.pick([1, 3, 50, 100])];
      const query = new URLSearchParams();
      for (const [name, of] of Object.entries({
        ...filters,
        ...parts,
        page,
        limit,
        ...(named !== null && { partnerId: named }),
      }))
        query.set(name, String(of));
      const rows = expected(credential === MAIN ? named : credential.id, filters);
      const { json } = await ask('all', `/zones?${query}`, credential);
      assert.deepEqual(
        json.data,
        rows.slice((page - 1) * limit, page * limit).map((zone) => zoneAnswer(world, zone, parts)),
        `${credential.id} ${query} seed ${SEED}`,
      );
      assert.deepEqual(json.pagination, paginationOf(rows.length, page, limit));
    }
  });

  it('by default lists all by name, without geography and services', async () => {
    const { json } = await ask('all', '/zones');
    assert.deepEqual(
      json.data,
      expected(null, {})
        .slice(0, 50)
        .map((zone) => zoneAnswer(world, zone, { includeGeography: false, includeServices: false })),
    );
    assert.deepEqual([json.pagination.limit, json.from_cache], [50, true]);
  });

  it('refuses other partners, unknown partners and invalid parameters', async () => {
    assert.equal(
      (await ask('all', `/zones?partnerId=${active[1]}`, partnerCredential(active[0]!))).json.error.code,
      'FORBIDDEN',
    );
    assert.equal((await ask('all', '/zones?partnerId=nobody-here')).json.error.code, 'PARTNER_NOT_FOUND');
    const { status, json } = await ask(
      'all',
      '/zones?partnerId=x!&status=on&search=a&sortBy=size&sortOrder=up&page=1.5&limit=0',
      partnerCredential(active[0]!),
    );
    assert.equal(status, 400);
    const fields = (json.error.details.validationErrors as { field: string }[]).map(({ field }) => field).sort();
    assert.deepEqual(fields, ['limit', 'page', 'partnerId', 'search', 'sortBy', 'sortOrder', 'status']);
  });
});
