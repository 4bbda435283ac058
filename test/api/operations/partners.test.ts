/** GET /partners and GET /service-types: every filter and order compared with a naive search through the documents. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Partner } from '../../../src/model/documents.js';
import { randomWorld, seededRng } from '../../reference/random.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';
import { createConformance } from '../../support/conformance.js';
import { paginationOf } from './expect-zones.js';

const SEED = 31;
const rng = seededRng(SEED);
const world = randomWorld(rng);
// equal names and dates have to keep the order of the ids
for (const [index, partner] of world.partners.entries()) {
  partner.name = rng.pick(['Swift Air', 'swift surface', 'Zed', 'alpha+beta (C*)']);
  partner.joinedDate = `202${index % 3}-06-01`;
}
world['service-types'].forEach((type, index) => {
  type.category = ['SHIPPING', 'Payment', 'LOCATION'][index % 3]!;
});

const conformance = createConformance();
let app: TestApp;
before(async () => {
  app = await TestApp.start(world);
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});

type Query = Record<string, string | number | boolean>;

async function ask(
  route: '/partners' | '/service-types',
  query: Query = {},
  credential: ClientCredential = MAIN,
): Promise<Reply> {
  const path = `/api/v1${route}`;
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const reply = await app.get(text === '' ? path : `${path}?${text}`, credential);
  assert.deepEqual(conformance.check('GET', path, reply.status, reply.headers, reply.json), [], text);
  return reply;
}

const refusal = ({ status, json }: Reply): unknown => [status, json.error.code];
const faults = ({ json }: Reply): string[] =>
  (json.error.details as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`).sort();

function resource({ partnerId, name, status, joinedDate, gstStateCode, contact, performance, ...others }: Partner) {
  const configuration = {
    deliveryWindow: { from: '09:00', to: '21:00' },
    volumetricDivisor: others.cft ? null : 5_000,
    cft: null,
    volumetricBasis: 'SHIPMENT',
    tax: [],
    amounts: null,
    groups: null,
    pickupOnlyFrom: null,
    cutoffTimes: null,
    deliveryDays: null,
    ...others,
  };
  return { partnerId, name, status, joinedDate, gstStateCode, contact, configuration, performance };
}

function expected(query: Query, of: string | null = null) {
  const { status, search, partnerId, sortBy = 'name', sortOrder = 'asc', page = 1, limit = 50 } = query;
  const key = (partner: Partner): string =>
    String(partner[sortBy as 'name' | 'partnerId' | 'joinedDate']).toLowerCase();
  const rows = [...world.partners]
    .sort((a, b) => (a.partnerId < b.partnerId ? -1 : 1))
    .filter((partner) => (of ?? partnerId ?? partner.partnerId) === partner.partnerId)
    .filter((partner) => (status ?? partner.status) === partner.status)
    .filter((partner) => partner.name.toLowerCase().includes(String(search ?? '').toLowerCase()))
    .sort((a, b) => (key(a) === key(b) ? 0 : (key(a) < key(b) ? -1 : 1) * (sortOrder === 'asc' ? 1 : -1)));
  const first = (Number(page) - 1) * Number(limit);
  return {
    data: rows.slice(first, first + Number(limit)).map(resource),
    pagination: paginationOf(rows.length, Number(page), Number(limit)),
    summary: {
      totalPartners: rows.length,
      activePartners: rows.filter((partner) => partner.status === 'ACTIVE').length,
    },
  };
}

const shown = ({ json: { data, pagination, summary } }: Reply): object => ({ data, pagination, summary });

describe('GET /partners', () => {
  it('by default lists all by name, 50 a page', async () => {
    const reply = await ask('/partners');
    assert.deepEqual(shown(reply), expected({}));
    assert.equal(reply.json.from_cache, true);
    assert.equal((await ask('/partners', { forceRefresh: true })).json.from_cache, false);
    assert.ok(
      reply.json.data.length > 3
        && new Set(reply.json.data.map(({ name }: Partner) => name)).size < reply.json.data.length,
      `seed ${SEED}`,
    );
  });

  it('agrees with the documents for every combination of filters, orders and pages', async () => {
    const ids = world.partners.map(({ partnerId }) => partnerId);
    for (let round = 0; round < 150; round++) {
      const query: Query = {
        ...(rng.chance(0.2) && { partnerId: rng.pick(ids) }),
        ...(rng.chance(0.4) && { status: rng.pick(['ACTIVE', 'INACTIVE']) }),
        ...(rng.chance(0.5) && { search: rng.pick(['sw', 'SWIFT', 'ft s', '(c*', 'a+b', '.*', 'nothing']) }),
        ...(rng.chance(0.7) && { sortBy: rng.pick(['name', 'partnerId', 'joinedDate']) }),
        ...(rng.chance(0.5) && { sortOrder: rng.pick(['asc', 'desc']) }),
        ...(rng.chance(0.5) && { page: rng.int(1, 3) }),
        ...(rng.chance(0.5) && { limit: rng.pick([1, 2, 3, 100]) }),
      };
      assert.deepEqual(shown(await ask('/partners', query)), expected(query), JSON.stringify(query));
    }
  });

  it('shows a partner only itself, active or not', async () => {
    for (const { partnerId } of world.partners) {
      const self = partnerCredential(partnerId);
      assert.deepEqual(shown(await ask('/partners', {}, self)), expected({}, partnerId));
      assert.deepEqual(
        shown(await ask('/partners', { partnerId, status: 'INACTIVE' }, self)),
        expected({ status: 'INACTIVE' }, partnerId),
      );
    }
    const [one, other] = world.partners as [Partner, Partner];
    assert.deepEqual(
      refusal(await ask('/partners', { partnerId: other.partnerId }, partnerCredential(one.partnerId))),
      [403, 'FORBIDDEN'],
    );
    assert.deepEqual(refusal(await ask('/partners', { partnerId: 'nobody-here' }, partnerCredential(one.partnerId))), [
      403,
      'FORBIDDEN',
    ]);
    assert.deepEqual(refusal(await ask('/partners', { partnerId: 'nobody-here' })), [404, 'PARTNER_NOT_FOUND']);
  });

  it('names every fault of a request', async () => {
    const reply = await ask('/partners', {
      partnerId: 'x',
      status: 'active',
      search: 'a',
      page: 0,
      limit: 101,
      sortBy: 'tier',
      sortOrder: 'up',
      forceRefresh: 'no',
    });
    assert.equal(reply.status, 400);
    assert.deepEqual(faults(reply), [
      'forceRefresh INVALID_TYPE',
      'limit OUT_OF_RANGE',
      'page OUT_OF_RANGE',
      'partnerId INVALID_FORMAT',
      'search TOO_SHORT',
      'sortBy INVALID_VALUE',
      'sortOrder INVALID_VALUE',
      'status INVALID_VALUE',
    ]);
    assert.deepEqual(faults(await ask('/partners', { search: 'a'.repeat(101) })), ['search TOO_LONG']);
  });

  it('reflects a change at once', async () => {
    const [first] = world.partners as [Partner];
    const changed = {
      ...first,
      name: 'Renamed',
      cft: null,
      volumetricDivisor: 4_000,
      tax: [{ regime: 'REVERSE_CHARGE' as const, percent: 5, sac: '996511' }],
      deliveryWindow: { from: '10:00', to: '18:30' },
    };
    await app.store.write([{ kind: 'put', collection: 'partners', document: changed }]);
    assert.deepEqual((await ask('/partners', { search: 'renamed' })).json.data, [resource(changed)]);
    await app.store.write([{ kind: 'put', collection: 'partners', document: first }]);
  });
});

describe('GET /service-types', () => {
  const all = [...world['service-types']].sort((a, b) => (a.serviceTypeId < b.serviceTypeId ? -1 : 1));

  it('lists all in the order of their ids, for any caller', async () => {
    for (const credential of [MAIN, partnerCredential(world.partners[0]!.partnerId)]) {
      const { json } = await ask('/service-types', {}, credential);
      assert.deepEqual([json.data, json.pagination, json.from_cache], [all, paginationOf(all.length, 1, 50), true]);
    }
  });

  it('lists a category, in upper or lower case, page by page', async () => {
    for (const category of ['SHIPPING', 'payment', 'Location', 'NONE', '']) {
      const rows = all.filter((type) => type.category.toUpperCase() === category.toUpperCase());
      for (const page of [1, 2, 3]) {
        const { json } = await ask('/service-types', { category, page, limit: 2 });
        assert.deepEqual(
          [json.data, json.pagination],
          [rows.slice((page - 1) * 2, page * 2), paginationOf(rows.length, page, 2)],
          category,
        );
      }
    }
  });

  it('names every fault of a request', async () => {
    const reply = await ask('/service-types', { category: 'x'.repeat(201), page: 1.5, limit: 0, forceRefresh: '' });
    assert.deepEqual(faults(reply), [
      'category TOO_LONG',
      'forceRefresh INVALID_TYPE',
      'limit OUT_OF_RANGE',
      'page INVALID_TYPE',
    ]);
  });
});
