/** Lists that grow while they are read: `cursor` in place of a page's number, in the three lists that have it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isResource, listDocuments, RESOURCE_COLLECTIONS } from '../../../src/contract/document-resource.js';
import { listChanges } from '../../../src/contract/changes.js';
import { listShipments } from '../../../src/contract/shipments.js';
import { keyOf } from '../../../src/model/change.js';
import { Failures, Held } from '../../contract/held.js';
import { randomWorld, seededRng } from '../../reference/random.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';
import { seedOf } from '../../support/depth.js';
import { addCredentials, assignment, fullWorld } from '../questions/fixture.js';

const ACME = partnerCredential('acme');
const SEED = seedOf(20_261_128);
const failures = new Failures();

type Query = Record<string, string | number | undefined>;

/** Pages of one list, each checked against its contract. */
class Lists {
  readonly #held: Held;

  constructor(
    private readonly app: () => TestApp,
    contract: object,
    private readonly path: string,
  ) {
    this.#held = new Held(contract, failures);
  }

  async get(query: Query, credential: ClientCredential = MAIN): Promise<Reply> {
    const text = Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
      .join('&');
    const reply = await this.app().get(`${this.path}?${text}`, credential);
    this.#held.assert(reply, credential.kind, text);
    return reply;
  }

  async page(query: Query, credential: ClientCredential = MAIN): Promise<Reply['json']> {
    const { status, json, text } = await this.get(query, credential);
    assert.equal(status, 200, text);
    return json;
  }

  /** The faults of a refusal, as `field: message`. */
  async faults(query: Query, credential: ClientCredential = MAIN): Promise<string[]> {
    const { status, json, text } = await this.get(query, credential);
    assert.equal(status, 400, text);
    const details = json.error.details as { field: string; message: string }[] | undefined;
    return (details ?? []).map(({ field, message }) => `${field}: ${message}`);
  }

  /** All rows by cursors. `between` runs after each page. */
  async all(
    query: Query,
    between: (page: number) => Promise<unknown> = () => Promise.resolve(),
    credential: ClientCredential = MAIN,
  ): Promise<object[]> {
    const rows: object[] = [];
    let cursor: string | null = null;
    for (let page = 1; page === 1 || cursor !== null; page++) {
      const json = await this.page({ ...query, ...(cursor !== null && { cursor }) }, credential);
      rows.push(...(json.data as object[]));
      cursor = json.pagination.nextCursor;
      await between(page);
    }
    return rows;
  }
}

const OTHER_FILTERS = 'cursor: must be nextCursor of an answer of this list to the same filters';

describe('GET /shipments by cursor', () => {
  let app: TestApp;
  const list = new Lists(() => app, listShipments, '/shipments');
  let made = 0;
  const assign = async (selectedPartner = 'acme'): Promise<void> => {
    const preferences = { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner };
    const reply = await app.ask('assignment', assignment(`PG-${made++}`, { assignmentPreferences: preferences }));
    assert.ok(reply.json.data.success, reply.text);
    app.clock.nowMs += 1_000;
  };
  before(async () => {
    app = await TestApp.start(fullWorld(), { now: new Date('2026-03-10T06:30:00.000Z') });
    for (let i = 0; i < 6; i++) await assign(i === 4 ? 'bolt' : 'acme');
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });
  const ids = (rows: readonly unknown[]): string[] => rows.map((row) => (row as { shipmentId: string }).shipmentId);

  it('goes on behind the last row, whatever is assigned meanwhile', async () => {
    const first = await list.page({ limit: 3, page: 1 });
    assert.deepEqual(ids(first.data), ['PG-5', 'PG-4', 'PG-3']);
    await assign();
    const byNumber = await list.page({ limit: 3, page: 2 });
    assert.deepEqual(ids(byNumber.data), ['PG-3', 'PG-2', 'PG-1'], 'by number a row is seen again');
    const second = await list.page({ limit: 3, cursor: first.pagination.nextCursor });
    assert.deepEqual(ids(second.data), ['PG-2', 'PG-1', 'PG-0']);
    assert.deepEqual(second.pagination, {
      page: null,
      limit: 3,
      total: 7,
      totalPages: 3,
      hasNext: false,
      hasPrev: true,
      nextCursor: null,
    });
  });

  it('reads all once with one new assignment a page', async () => {
    const known = ids((await list.page({ limit: 100 })).data);
    assert.deepEqual(ids(await list.all({ limit: 2 }, () => assign())), known);
  });

  it('has the filters of its answer, and any limit and details', async () => {
    const day = '2026-03-10';
    const first = await list.page({ partnerId: 'acme', from: day, to: day, limit: 2 });
    const cursor: string = first.pagination.nextCursor;
    const rest = await list.page({ partnerId: 'acme', from: day, to: day, limit: 100, includeDetails: 'true', cursor });
    const all = await list.page({ partnerId: 'acme', from: day, to: day, limit: 100 });
    assert.deepEqual([...ids(first.data), ...ids(rest.data)], ids(all.data));
    assert.ok('assignment' in rest.data[0]);
    for (const other of [
      {},
      { partnerId: 'bolt' },
      { partnerId: 'acme' },
      { partnerId: 'acme', from: day, to: '2026-03-11' },
    ])
      assert.deepEqual(await list.faults({ ...other, cursor }), [OTHER_FILTERS], JSON.stringify(other));
  });

  it('is the caller’s: a partner reads on in its own list', async () => {
    const own = ids((await list.page({ limit: 100 }, ACME)).data);
    assert.ok(own.length >= 5 && !own.includes('PG-4'), 'which is bolt’s');
    assert.deepEqual(ids(await list.all({ limit: 2 }, undefined, ACME)), own);
    const ofAll = (await list.page({ limit: 2 })).pagination.nextCursor as string;
    assert.equal((await list.get({ cursor: ofAll }, ACME)).status, 400);
  });

  it('is refused with a page, of another list, altered, and where it is none', async () => {
    const cursor = (await list.page({ limit: 2 })).pagination.nextCursor as string;
    assert.deepEqual(await list.faults({ page: 1, cursor }), ['cursor: must be absent when page is given']);
    assert.deepEqual(await list.faults({ page: 0, from: 'x', cursor: '%' }), [
      'from: must be a day or a moment with its zone, such as "2026-01-26" or "2026-01-26T10:30:00+05:30"',
      'page: must be at least 1',
      'cursor: must be nextCursor of an answer',
    ]);
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const altered = [[], 7, {}, [parts[0]], [parts[0], 'x', 'y', 'z'], [parts[0], 1, 2, 3], [parts[0], 1, 'x', {}]];
    for (const text of [...altered.map((value) => JSON.stringify(value)), 'no JSON'])
      assert.deepEqual(await list.faults({ cursor: Buffer.from(text).toString('base64url') }), [OTHER_FILTERS], text);
    assert.deepEqual(await list.faults({ cursor: 'x'.repeat(1_001) }), ['cursor: must have at most 1000 characters']);
    const elsewhere = (await app.get('/documents/zones?limit=1')).json.pagination.nextCursor as string;
    assert.deepEqual(await list.faults({ cursor: elsewhere }), [OTHER_FILTERS]);
  });
});

describe('GET /changes by cursor', () => {
  let app: TestApp;
  const list = new Lists(() => app, listChanges, '/changes');
  const change = async (name: string, partnerId = 'acme'): Promise<void> => {
    assert.equal((await app.post('/zones', { partnerId, name }, MAIN)).status, 201);
  };
  before(async () => {
    app = await TestApp.start(fullWorld());
    for (let i = 0; i < 7; i++) await change(`Z${i}`, i % 2 === 0 ? 'acme' : 'bolt');
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });
  const ids = (rows: readonly unknown[]): number[] => rows.map((row) => (row as { id: number }).id);

  it('goes on behind the last change set, whatever is changed meanwhile, as `before` does', async () => {
    const known = ids((await list.page({ limit: 1_000 })).data);
    assert.deepEqual(ids(await list.all({ limit: 3 }, (page) => change(`Meanwhile ${page}`))), known);
    const first = await list.page({ limit: 3 });
    const byCursor = await list.page({ limit: 3, cursor: first.pagination.nextCursor });
    const byNumber = await list.page({ limit: 3, before: first.next });
    assert.deepEqual([byCursor.data, byCursor.next], [byNumber.data, byNumber.next]);
    assert.deepEqual(first.pagination, { limit: 3, nextCursor: first.pagination.nextCursor });
  });

  it('has the filters of its answer, for a partner too', async () => {
    for (const [query, credential] of [
      [{ partnerId: 'acme', collection: 'zones' }, MAIN],
      [{ partnerId: 'acme' }, ACME],
      [{}, ACME],
    ] as const) {
      const known = ids((await list.page({ ...query, limit: 1_000 }, credential)).data);
      assert.ok(known.length >= 4);
      assert.deepEqual(ids(await list.all({ ...query, limit: 2 }, undefined, credential)), known);
    }
    const cursor = (await list.page({ partnerId: 'acme', limit: 1 })).pagination.nextCursor as string;
    assert.deepEqual(await list.faults({ cursor }), [OTHER_FILTERS]);
    assert.deepEqual(await list.faults({ partnerId: 'acme', by: 'service:main-system', cursor }), [OTHER_FILTERS]);
    assert.deepEqual(await list.faults({ partnerId: 'acme', cursor, before: 5 }), [
      'cursor: must be absent when before is given',
    ]);
  });

  it('ends with null, also where nothing is found', async () => {
    assert.equal((await list.page({ limit: 1_000 })).pagination.nextCursor, null);
    assert.deepEqual((await list.page({ by: 'partner:bolt', limit: 2 }, ACME)).pagination, {
      limit: 2,
      nextCursor: null,
    });
  });
});

describe(`GET /documents/{collection} by cursor (PINRATE_TEST_SEED=${SEED})`, () => {
  let app: TestApp;
  const rng = seededRng(SEED);
  const world = randomWorld(rng);
  const listOf = (collection: string) => new Lists(() => app, listDocuments, `/documents/${collection}`);
  before(async () => {
    addCredentials(world);
    app = await TestApp.start(world);
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  it('reads every collection whole, in the order of its keys, with pages of any size', async () => {
    for (const collection of RESOURCE_COLLECTIONS) {
      const pages = (await app.get(`/documents/${collection}?limit=100`)).json;
      const limit = rng.int(1, 20);
      const total = pages.pagination.total as number;
      if (total > 400) continue;
      const rows = await listOf(collection).all({ limit });
      assert.equal(rows.length, total, collection);
      assert.deepEqual(rows.slice(0, 100), pages.data, collection);
      const keys = rows.map((row) => keyOf(collection, row as never));
      assert.equal(new Set(keys).size, keys.length, `${collection}: each once`);
    }
  });

  it('has each document once while others are created and removed, the one of the cursor too', async () => {
    const areas = (await app.store.load(['areas'])).areas;
    const city = areas[0]!.cityId;
    const ids = [10, 20, 30, 40, 50].map((id) => 1_000_000 + id);
    const area = (id: number) => ({ id, name: `Area ${id}`, cityId: city, createdAt: '2026-03-11T06:30:00.000Z' });
    await app.store.write(ids.map((id) => ({ kind: 'insert', collection: 'areas', document: area(id) })));
    const list = listOf('areas');
    const seen = await list.all({ limit: 100 });
    const isNew = (row: object) => (row as { id: number }).id > 1_000_000;
    assert.deepEqual(
      seen.filter(isNew).map((row) => (row as { id: number }).id),
      ids,
    );
    // a page that ends with 1000020
    const start = seen.findIndex((row) => (row as { id: number }).id === 1_000_020) + 1;
    let cursor: string | null = null;
    for (let left = start; left > 0;) {
      const limit = Math.min(left, 100);
      cursor = (await list.page({ limit, ...(cursor !== null && { cursor }) })).pagination.nextCursor;
      left -= limit;
    }
    await app.store.write([
      { kind: 'insert', collection: 'areas', document: area(1_000_015) },
      { kind: 'insert', collection: 'areas', document: area(1_000_025) },
      { kind: 'delete', collection: 'areas', key: 1_000_020 },
      { kind: 'delete', collection: 'areas', key: 1_000_030 },
    ]);
    const rest = await list.page({ limit: 100, cursor: cursor! });
    assert.deepEqual(
      (rest.data as { id: number }[]).map(({ id }) => id),
      [1_000_025, 1_000_040, 1_000_050],
    );
    assert.equal(rest.pagination.nextCursor, null);
  });

  it('goes on in the entries of pincodes from one partner to the next, whose ids begin alike', async () => {
    const { pincodes, zones, partners } = await app.store.load(['pincodes', 'zones', 'partners']);
    const [model] = partners;
    const [zone] = zones;
    const names = ['ab', 'ab-1', 'ab1', 'abc'].map((name) => `z-${name}`);
    await app.store.write(
      names.flatMap((partnerId, index) => [
        { kind: 'insert', collection: 'partners', document: { ...model!, partnerId } } as const,
        {
          kind: 'insert',
          collection: 'zones',
          document: { ...zone!, id: 900_000 + index, partnerId, attributes: [] },
        } as const,
        ...pincodes.slice(0, 5).map(
          ({ pincode }) =>
            ({
              kind: 'insert',
              collection: 'zone-pincodes',
              document: { partnerId, zoneId: 900_000 + index, pincode, assignedAt: '2026-03-11T06:30:00.000Z' },
            }) as const,
        ),
      ]),
    );
    const { total } = (await app.get('/documents/zone-pincodes?limit=1')).json.pagination;
    const rows = (await listOf('zone-pincodes').all({ limit: 7 })) as { partnerId: string; pincode: string }[];
    const keys = rows.map(({ partnerId, pincode }) => `${partnerId}:${pincode}`);
    assert.deepEqual([keys.length, new Set(keys).size], [total, total]);
    assert.ok(names.every((name) => keys.filter((key) => key.startsWith(`${name}:`)).length === 5));
    const own = await listOf('zone-pincodes').all({ limit: 2, partnerId: 'z-ab-1' });
    assert.equal(own.length, 5);
  });

  it('has the collection and the filters of its answer', async () => {
    assert.ok(isResource('zones'));
    const list = listOf('zones');
    const cursor = (await list.page({ limit: 1, status: 'ACTIVE' })).pagination.nextCursor as string;
    assert.equal((await list.page({ limit: 1, status: 'ACTIVE', cursor })).pagination.page, null);
    assert.deepEqual(await list.faults({ cursor }), [OTHER_FILTERS]);
    assert.deepEqual(await list.faults({ status: 'ACTIVE', asOf: '2026-03-11T06:30:00Z', cursor }), [OTHER_FILTERS]);
    assert.deepEqual(await listOf('packages').faults({ status: 'ACTIVE', cursor }), [OTHER_FILTERS]);
    assert.deepEqual(await list.faults({ status: 'ACTIVE', page: 2, cursor }), [
      'cursor: must be absent when page is given',
    ]);
    const lines = await app.get(`/documents/zones?status=ACTIVE&cursor=${cursor}`, MAIN, {
      accept: 'application/x-ndjson',
    });
    assert.equal(lines.status, 400, 'a stream has no pages');
  });
});
