// Only in npm run test:all.
/** At the edge of every limit: what a partner may have, and how long an answer about it may be. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Contract } from '../../../src/contract/contract.js';
import { listZonePlaces } from '../../../src/contract/zone-places.js';
import { OPERATIONS } from '../../../src/control/operations/operations.js';
import {
  MAX_CHARGES_PER_PARTNER,
  MAX_DISCOUNTS_PER_PARTNER,
  MAX_PLACES_PER_PARTNER,
  MAX_ZONES_PER_PARTNER,
  MAX_ZONE_DETAILS_BYTES,
} from '../../../src/limits/documents.js';
import {
  MAX_COMPREHENSIVE_IDS,
  MAX_COMPREHENSIVE_ROWS,
  MAX_ITEMS_SHOWN,
  MAX_ZONE_PLACES,
  MAX_ZONE_PLACES_SHOWN,
} from '../../../src/limits/requests.js';
import { Failures, Held } from '../../contract/held.js';
import { NOON } from '../../reference/fixture.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';
import { areaIds, EDGE, edgeWorld, pincodes } from './edge-world.js';

const MOST_BYTES = 4_000_000;
const OWN = partnerCredential(EDGE);
const EMPTY = partnerCredential('empty');

const world = edgeWorld();
const areas = areaIds().map(String);
let app: TestApp;
before(async () => {
  app = await TestApp.start(world, { now: NOON });
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});

const refusalOf = ({ status, json }: Reply): [number, string] => [status, json.error.code];
const charge = { type: 'cod', chargeType: 'flat', value: 1 };
const discount = { fromWeight: 40_000, toWeight: 40_001, discountType: 'percentage', discountValue: 10 };

describe('an answer about a partner that has everything', () => {
  /** The queries that make each read as long as it can be. */
  const QUERIES: Record<string, string[]> = {
    getComprehensiveData: ['minimal', 'standard', 'detailed'].map(
      (format) => `partnerId=${EDGE}&includeInactive=true&format=${format}`,
    ),
    getPartnerComprehensiveData: ['format=detailed&includeInactive=true'],
    listZones: ['limit=100&includeGeography=true&includeServices=true'],
    listPartnerZones: ['limit=100'],
    listPartnerPackages: ['limit=100'],
    getPartnerDebugInfo: [`partnerId=${EDGE}&includeConfig=true&includeMetrics=true`],
    listCustomerCharges: [`limit=100&partnerId=${EDGE}`],
    listDiscounts: [`limit=100&partnerId=${EDGE}`],
    searchPincodes: ['limit=100&search=1'],
    summarizeAssignments: ['from=2026-01-01&to=2026-12-31&by=state'],
    searchPlaces: ['search=a'],
  };

  // an assignment, its attempts, its decision and the credentials are as long whatever a partner has; others are sent in parts
  const OTHERS: readonly string[] = [
    'getShipment',
    'listAttempts',
    'getDecision',
    'getPartnerCoverage',
    'getCardVersion',
  ];
  const isOther = ({ id, scope }: Contract) => OTHERS.includes(id) || scope === 'admin';
  const reads = OPERATIONS.filter(({ contract }) => contract.method === 'GET' && !isOther(contract));
  for (const { contract } of reads) {
    it(`is below ${MOST_BYTES} bytes: ${contract.id}`, async () => {
      // of documents, zones are the longest
      const parts = { partnerId: EDGE, zoneId: '1', id: '1', collection: 'zones', key: '1', pincode: '110001' };
      const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof parts) => parts[name]);
      const ownQuery = Object.keys((contract as Contract).schemas.query.properties).includes('limit')
        ? 'limit=100'
        : '';
      for (const query of QUERIES[contract.id] ?? [ownQuery]) {
        for (const credential of (contract as Contract).isOfServices ? [MAIN] : [MAIN, OWN]) {
          const reply = await app.get(`${path}?${query}`, credential);
          assert.ok(
            reply.status === 200 || (contract.id === 'searchPincodes' && reply.status === 400),
            `${path}?${query}: ${reply.status} ${reply.text.slice(0, 300)}`,
          );
          assert.ok(
            Buffer.byteLength(reply.text) < MOST_BYTES,
            `${path}?${query}: ${Buffer.byteLength(reply.text)} bytes`,
          );
        }
      }
    });
  }

  it('lists the first rows of comprehensive-data and counts all', async () => {
    for (const [format, most] of [
      ['minimal', MAX_COMPREHENSIVE_IDS],
      ['standard', MAX_COMPREHENSIVE_ROWS],
      ['detailed', MAX_COMPREHENSIVE_ROWS],
    ] as const) {
      const {
        json: { data },
      } = await app.get(`/partners/comprehensive-data?format=${format}`, OWN);
      const lists = { zones: data.zones, packages: data.packages, discounts: data.discounts, ...data.charges };
      for (const [name, of] of [
        ['zones', 'zones'],
        ['packages', 'packages'],
        ['discounts', 'discounts'],
        ['customerCharges', 'customer-charges'],
        ['distanceCharges', 'distance-charges'],
      ] as const) {
        const all = world[of].filter(({ partnerId }) => partnerId === EDGE);
        assert.deepEqual(
          [lists[name].total, lists[name].data.length],
          [all.length, Math.min(most, all.length)],
          `${format} ${name}`,
        );
        const [first] = lists[name].data;
        assert.equal(String(format === 'minimal' ? first : first.id), String(all[0]!.id));
      }
    }
  });

  it('lists the first places of a zone, and its route all of them, page by page', async () => {
    const held = new Held(listZonePlaces, new Failures());
    const long = world.zones.find(({ geographical }) => geographical.areas.length === MAX_ZONE_PLACES)!;
    const { json } = await app.get(`/partner-zones/${EDGE}?limit=1&page=${world.zones.indexOf(long) + 1}`, OWN);
    const { geography } = json.data.zones[0];
    assert.equal(geography.areas.length, MAX_ZONE_PLACES_SHOWN);
    assert.deepEqual(geography.counts, { states: 0, cities: 0, areas: MAX_ZONE_PLACES, pincodes: 0 });
    const found: string[] = [];
    for (let page = 1, isMore = true; isMore; page++) {
      const reply = await app.get(`/zones/${long.id}/places?limit=100&page=${page}`, OWN);
      held.assert(reply, 'partner', `page ${page}`);
      found.push(...(reply.json.data as { kind: string; id: string }[]).map(({ kind, id }) => `${kind} ${id}`));
      isMore = reply.json.pagination.hasNext as boolean;
    }
    assert.deepEqual(
      found,
      long.geographical.areas.map((id) => `area ${id}`),
    );
  });

  it('lists places of every kind in their order, with where they lie, across pages', async () => {
    const created = await app.post(
      '/zones',
      {
        name: 'Mixed',
        geographical: { states: ['9', '36'], cities: ['154', '101'], areas: ['1'], pincodes: ['110001', '110002'] },
      },
      EMPTY,
    );
    const { id } = created.json.data;
    const all = await app.get(`/zones/${id}/places`, EMPTY);
    const rows = [
      { kind: 'state', id: '9', name: all.json.data[0].name, within: null },
      { kind: 'state', id: '36', name: 'West Bengal', within: null },
      { kind: 'city', id: '154', name: all.json.data[2].name, within: '9' },
      { kind: 'city', id: '101', name: all.json.data[3].name, within: all.json.data[3].within },
      { kind: 'area', id: '1', name: 'New Delhi', within: '154' },
      { kind: 'pincode', id: '110001', name: null, within: '154' },
      { kind: 'pincode', id: '110002', name: null, within: all.json.data[6].within },
    ];
    assert.deepEqual(all.json.data, rows);
    assert.deepEqual((await app.get(`/zones/${id}/places?limit=3&page=2`, EMPTY)).json.data, rows.slice(3, 6));
    assert.deepEqual((await app.get(`/zones/${id}/places?kind=pincode&limit=1&page=2`, MAIN)).json.data, rows.slice(6));
    assert.deepEqual((await app.get(`/zones/${id}/places?page=9`, EMPTY)).json.data, []);
    for (const [credential, wanted] of [
      [OWN, id],
      [MAIN, '999999'],
      [MAIN, 'x'],
    ] as const) {
      assert.deepEqual(refusalOf(await app.get(`/zones/${wanted}/places`, credential)), [404, 'ZONE_NOT_FOUND']);
    }
  });
});

describe('an answer to a write', () => {
  const answered = async (reply: Promise<Reply>, status: number): Promise<Reply> => {
    const { status: found, text } = await reply;
    assert.equal(found, status, text.slice(0, 300));
    assert.ok(Buffer.byteLength(text) < MOST_BYTES, `${Buffer.byteLength(text)} bytes`);
    return reply;
  };

  it('is bounded for all pincodes of India, moved, failed or unknown', async () => {
    const all = pincodes();
    const {
      json: { data },
    } = await answered(app.post('/zones/3/assign/pincodes', { pincodes: all }, OWN), 200);
    assert.equal(data.results.successful, all.length);
    assert.deepEqual(
      data.successful.map(({ pincode }: { pincode: string }) => pincode),
      all,
    );
    const again = await answered(app.post('/zones/3/assign/pincodes', { pincodes: all }, OWN), 200);
    assert.deepEqual([again.json.data.results.failed, again.json.data.failed.length], [all.length, all.length]);
    await answered(
      app.post(
        '/zones/3/assign/pincodes',
        { pincodes: Array.from({ length: 8_000 }, (_, index) => `${index}`.padEnd(60, '"')) },
        OWN,
      ),
      200,
    );
  });

  it('is bounded for a zone of which nothing exists', async () => {
    const unknown = Array.from({ length: MAX_ZONE_PLACES }, (_, index) => String(999_000_000_000_000 - index));
    const {
      json: { data },
    } = await answered(
      app.post('/zones', { name: 'Nowhere', geographical: { areas: unknown, cities: unknown } }, EMPTY),
      201,
    );
    assert.equal(data.assignmentResults.failures.length, MAX_ITEMS_SHOWN);
    assert.equal(data.assignmentResults.geographical.areas.failed, MAX_ZONE_PLACES);
  });

  it('is bounded for charges of which all fail', async () => {
    const faulty = {
      type: 'x'.repeat(150),
      chargeType: 'y'.repeat(150),
      value: 'z'.repeat(150),
      customerId: 3,
      minKg: -1,
      maxKg: -1,
    };
    await answered(
      app.post('/customer-charges/bulk', { charges: Array.from({ length: 1_000 }, () => faulty) }, OWN),
      400,
    );
    await answered(
      app.post('/customer-charges/bulk', { charges: [charge, ...Array.from({ length: 999 }, () => faulty)] }, EMPTY),
      201,
    );
  });
});

describe('a partner', () => {
  it(`has at most ${MAX_ZONES_PER_PARTNER} zones, which name at most ${MAX_PLACES_PER_PARTNER} places`, async () => {
    assert.deepEqual(
      refusalOf(await app.post('/zones', { name: 'One place more', geographical: { areas: areas.slice(-1) } }, OWN)),
      [422, 'BUSINESS_VALIDATION_FAILED'],
    );
    assert.equal((await app.post('/zones', { name: 'The last' }, OWN)).status, 201);
    assert.deepEqual(refusalOf(await app.post('/zones', { name: 'One more' }, OWN)), [
      422,
      'BUSINESS_VALIDATION_FAILED',
    ]);
  });

  it('names no more places by several requests at once', async () => {
    const each = 0.4 * MAX_PLACES_PER_PARTNER;
    const zone = (index: number) =>
      app.post('/zones', { name: 'n', geographical: { areas: areas.slice(index * each, (index + 1) * each) } }, EMPTY);
    const replies = await Promise.all([0, 1, 2, 3, 4].map(zone));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 201, 422, 422, 422]);
    const named = (await app.store.load(['zones'])).zones.filter(({ partnerId }) => partnerId === 'empty');
    assert.ok(named.reduce((sum, { geographical }) => sum + geographical.areas.length, 0) <= MAX_PLACES_PER_PARTNER);
  });

  it(`has at most ${MAX_CHARGES_PER_PARTNER} charges, also by several requests at once`, async () => {
    const bulk = () => app.post('/customer-charges/bulk', { charges: Array.from({ length: 600 }, () => charge) }, OWN);
    const replies = await Promise.all([bulk(), bulk(), bulk(), bulk()]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 422, 422, 422]);
    const refused = replies.find(({ status }) => status === 422)!;
    assert.deepEqual(
      [refused.json.error.code, refused.json.error.details],
      [
        'BUSINESS_VALIDATION_FAILED',
        [
          `${EDGE} has ${MAX_CHARGES_PER_PARTNER - 400} charges and may have ${MAX_CHARGES_PER_PARTNER}: 600 more do not fit`,
        ],
      ],
    );
    assert.equal(
      (await app.post('/customer-charges/bulk', { charges: Array.from({ length: 400 }, () => charge) }, OWN)).status,
      201,
    );
    assert.equal((await app.post('/customer-charges/bulk', { charges: [charge] }, OWN)).status, 422);
  });

  it(`has at most ${MAX_DISCOUNTS_PER_PARTNER} discounts, also by several requests at once`, async () => {
    const replies = await Promise.all(
      [0, 1, 2].map((index) =>
        app.post('/discounts', { ...discount, fromWeight: 40_000 + index, toWeight: 40_001 + index }, OWN),
      ),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 422, 422]);
    assert.equal(replies.find(({ status }) => status === 422)!.json.error.code, 'BUSINESS_VALIDATION_FAILED');
  });

  it('has zones of a bounded length', async () => {
    const reply = await app.post(
      '/zones',
      { name: 'Long', operationalDetails: { specialHandling: Array.from({ length: 9 }, () => 'x'.repeat(2_000)) } },
      EMPTY,
    );
    assert.deepEqual(
      [...refusalOf(reply), reply.json.error.details.validationErrors[0].field],
      [400, 'VALIDATION_ERROR', 'services'],
    );
    assert.match(
      reply.json.error.details.validationErrors[0].issue as string,
      new RegExp(`${MAX_ZONE_DETAILS_BYTES} bytes`),
    );
  });
});

describe('a body', () => {
  const asked = (credential: ClientCredential, body: string) => app.post('/zones', body, credential);

  it('has a bounded number of members, objects and lists, whatever is in its texts', async () => {
    const members = (count: number) =>
      `{${Array.from({ length: count }, (_, index) => `"nam${index}":${index}`).join()}}`;
    for (const body of [members(20_001), `[${'[],'.repeat(20_000)}[]]`, '['.repeat(1_000_000)]) {
      assert.deepEqual(refusalOf(await asked(OWN, body)), [400, 'MALFORMED_JSON'], body.slice(0, 40));
    }
    assert.deepEqual(refusalOf(await asked(EMPTY, members(19_999))), [400, 'UNKNOWN_FIELD']);
    const text = '\\"{[:\\\\'.repeat(40_000);
    assert.deepEqual(refusalOf(await asked(EMPTY, `{"name":3,"description":"${text}"}`)), [400, 'VALIDATION_ERROR']);
  });
});
