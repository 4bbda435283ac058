/**
 * POST /zones/{zoneId}/assign/pincodes: the result for each pincode, compared with a naive search through the
 * documents.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assignPincodes } from '../../../src/contract/zone-pincodes.js';
import { MAX_ITEMS_SHOWN, MAX_ZONE_PLACES } from '../../../src/limits/requests.js';
import type { PincodeRow, Zone } from '../../../src/model/documents.js';
import { addCredentials, availability } from '../questions/fixture.js';
import { Failures, Held } from '../../contract/held.js';
import { partner, workedWorld, zone } from '../../reference/fixture.js';
import { randomWorld, seededRng } from '../../reference/random.js';
import type { World } from '../../reference/types.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';
import { onlyInAll, rounds } from '../../support/depth.js';
import { until } from '../../support/until.js';
import { zoneCounts } from './expect-zones.js';

type Body = Record<string, unknown>;

const SEED = 31;
const ROUNDS = rounds(15, 40);
const ACME = partnerCredential('acme');
const NOW = '2026-03-11T06:30:00.000Z';

const failures = new Failures();
const held = new Held(assignPincodes, failures);
let app: TestApp;

async function assign(
  zoneId: number | string,
  pincodes: unknown,
  more: Body = {},
  credential: ClientCredential = MAIN,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const reply = await app.post(`/zones/${zoneId}/assign/pincodes`, { pincodes, ...more }, credential, headers);
  held.assert(reply, credential.kind, `${zoneId} ${JSON.stringify(more)}`);
  return reply;
}

const holderOf = async (pincode: string): Promise<number | undefined> =>
  (await app.store.get('zone-pincodes', `acme/${pincode}`))?.zoneId;
const failed = ({ json }: Reply): string[] =>
  (json.data.failed as Record<string, string>[]).map(({ pincode, reason }) => `${pincode} ${reason}`);

describe('pincodes of a zone', () => {
  /** acme: zone 1 names Maharashtra, zone 2 names nothing, zone 3 is inactive; bolt has zone 9. */
  const world = workedWorld((made) => {
    const contact = { name: 'Desk', phone: '1', email: 'a@b.example', trackingUrl: 'https://acme.example/' };
    made.partners = [
      { ...partner('acme'), contact },
      { ...partner('bolt'), contact, status: 'INACTIVE' },
    ];
    made.zones = [
      zone({
        id: 1,
        name: 'West',
        geographical: { states: [1], cities: [], areas: [] },
        services: [{ serviceTypeId: 'PICKUP', isAvailable: true }],
      }),
      zone({ id: 2, name: 'Loose' }),
      zone({ id: 3, status: false }),
      zone({ id: 4, geographical: { states: [], cities: [12], areas: [211] } }),
      zone({ id: 9, partnerId: 'bolt' }),
    ];
    made['zone-pincodes'] = ['400001', '400002'].map((pincode) => ({
      partnerId: 'acme',
      zoneId: 2,
      pincode,
      assignedAt: NOW,
    }));
    addCredentials(made);
  });
  before(async () => {
    app = await TestApp.start(world);
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  it('are assigned, moved, left, or fail, each on its own', async () => {
    const { status, json } = await assign(1, ['400001', '110001', 'x', '999999', '110001'], {}, ACME);
    assert.equal(status, 200);
    const { operation, ...data } = json.data;
    assert.deepEqual(data, {
      zoneId: '1',
      zoneName: 'West',
      results: {
        total: 5,
        successful: 2,
        failed: 3,
        skipped: 0,
        breakdown: { assigned: 2, alreadyExists: 1, invalid: 2, geographyMismatch: 0 },
      },
      successful: [
        { pincode: '400001', status: 'ASSIGNED', area: 'Fort', city: 'Mumbai', state: 'Maharashtra', movedFrom: '2' },
        { pincode: '110001', status: 'ASSIGNED', area: 'Rohini', city: 'Delhi', state: 'Delhi' },
      ],
      failed: [
        { pincode: 'x', status: 'FAILED', reason: 'INVALID_PINCODE', details: '"x" is not a pincode of six digits' },
        { pincode: '999999', status: 'FAILED', reason: 'INVALID_PINCODE', details: '999999 is not a known pincode' },
        {
          pincode: '110001',
          status: 'FAILED',
          reason: 'ALREADY_EXISTS',
          details: '110001 was given before in this request',
        },
      ],
      // 411001 is also in its state, but zone 4 names its city
      updatedCoverage: { totalPincodes: 2, newPincodes: 2, coverageIncrease: null, estimatedPopulationIncrease: null },
      warnings: [],
    });
    assert.match(operation.operationId, /^[0-9a-f-]{36}$/);
    assert.deepEqual([operation.startedAt, operation.completedAt], [NOW, NOW]);
    assert.deepEqual([await holderOf('400001'), await holderOf('110001')], [1, 1]);
  });

  it('stay where they are with skipDuplicates', async () => {
    const { json } = await assign(1, ['400001', '400002', '411001', '411001', '411001'], {
      options: { skipDuplicates: true },
    });
    assert.deepEqual(json.data.results, {
      total: 5,
      successful: 1,
      failed: 0,
      skipped: 4,
      breakdown: { assigned: 1, alreadyExists: 4, invalid: 0, geographyMismatch: 0 },
    });
    assert.equal(await holderOf('400002'), 2);
  });

  it('fail if they are already in the zone', async () => {
    const reply = await assign(1, ['400001']);
    assert.deepEqual(failed(reply), ['400001 ALREADY_EXISTS']);
    assert.deepEqual(reply.json.data.updatedCoverage, {
      totalPincodes: 3,
      newPincodes: 0,
      coverageIncrease: '0%',
      estimatedPopulationIncrease: null,
    });
  });

  it('must lie in the places that the zone names, with validateGeography', async () => {
    const reply = await assign(4, ['411001', '110001', '400002', '110002'], { options: { validateGeography: true } });
    assert.deepEqual(
      reply.json.data.successful.map(({ pincode }: Body) => pincode),
      ['411001', '110001'],
      'by city and by area',
    );
    assert.deepEqual(failed(reply), ['400002 GEOGRAPHY_MISMATCH', '110002 GEOGRAPHY_MISMATCH']);
    assert.equal(
      reply.json.data.failed[0].details,
      '400002 lies in Mumbai, Maharashtra: in none of the states, cities and areas that the zone names',
    );
    assert.equal(reply.json.data.results.breakdown.geographyMismatch, 2);
    assert.equal(
      (await assign(2, ['110002'], { options: { validateGeography: true } })).json.data.results.successful,
      1,
      'a zone that names nothing accepts all',
    );
    assert.equal((await assign(4, ['400002'])).json.data.results.successful, 1);
  });

  it('are created when they are missing, like the nearest one in their district', async () => {
    const options = { autoCreateMissing: true };
    const { json } = await assign(2, ['400000', '400009', '110005', '012345', '560001', 'x'], { options });
    assert.deepEqual(
      json.data.successful.map(({ pincode, city, area, created }: Body) => `${pincode} ${city} ${area} ${created}`),
      ['400000 Mumbai null true', '400009 Mumbai null true', '110005 Delhi null true'],
    );
    assert.deepEqual(
      json.data.failed.map(({ pincode, reason }: Body) => `${pincode} ${reason}`),
      ['012345 INVALID_PINCODE', '560001 INVALID_PINCODE', 'x INVALID_PINCODE'],
    );
    assert.deepEqual(await app.store.get('pincodes', '400009'), {
      pincode: '400009',
      cityId: 11,
      stateId: 1,
      areaIds: [],
      latitude: null,
      longitude: null,
    });
    const again = await assign(2, ['400009', '400005'], { options: { ...options, validateGeography: true } });
    assert.deepEqual(failed(again), ['400009 ALREADY_EXISTS'], 'now exists');
    assert.match(again.json.data.successful[0].details, /^Created after 400002,/, 'nearer than 400009');
    assert.match(
      (await assign(2, ['400007'], { options })).json.data.successful[0].details,
      /^Created after 400005,/,
      'of two at the same distance the lower one',
    );
    assert.deepEqual(failed(await assign(4, ['400123'], { options: { ...options, validateGeography: true } })), [
      '400123 GEOGRAPHY_MISMATCH',
    ]);
    assert.equal(await app.store.get('pincodes', '400123'), undefined, 'nor created');
    const quote = await app.ask(
      'availability',
      availability({
        partnerId: 'acme',
        pickupPincode: '400009',
        deliveryPincode: '110005',
        paymentType: 'PREPAID',
        declaredValue: 0,
      }),
      ACME,
    );
    assert.equal(quote.json.data.coverage.pickup.zone, 'Loose');
  });

  it('are not created for a partner', async () => {
    const options = { autoCreateMissing: true };
    for (const bulkOperation of [undefined, { batchSize: 1 }]) {
      const { json } = await assign(2, ['400003', '012345', 'x'], { options, bulkOperation }, ACME);
      assert.deepEqual(
        json.data.failed.map(({ pincode, reason, details }: Body) => [pincode, reason, details]),
        [
          ['400003', 'INVALID_PINCODE', '400003 is not a known pincode, and only a service may create pincodes'],
          ['012345', 'INVALID_PINCODE', '012345 is not a known pincode, and only a service may create pincodes'],
          ['x', 'INVALID_PINCODE', '"x" is not a pincode of six digits'],
        ],
      );
      assert.equal(json.data.results.successful, 0);
    }
    const refused = await assign(2, ['400003'], { options, bulkOperation: { continueOnError: false } }, ACME);
    assert.deepEqual([refused.status, refused.json.error.details[0].reason], [422, 'INVALID_PINCODE']);
    assert.deepEqual(
      [await app.store.get('pincodes', '400003'), await holderOf('400003')],
      [undefined, undefined],
      'nothing is written',
    );
    assert.equal(
      (await assign(2, ['400003'], { options })).json.data.results.successful,
      1,
      'a service may create them',
    );
    assert.equal(
      (await assign(4, ['400003'], { options }, ACME)).json.data.successful[0].movedFrom,
      '2',
      'which a partner may then move',
    );
  });

  it('come with warnings about options that have no effect', async () => {
    const { json } = await assign(
      3,
      ['400002', '110002'],
      { options: { notifyOnCompletion: true }, bulkOperation: { batchSize: 1 } },
      MAIN,
      { 'idempotency-key': 'warned' },
    );
    assert.equal(json.data.warnings.length, 3, json.data.warnings.join(' '));
    assert.deepEqual(json.data.updatedCoverage, {
      totalPincodes: 0,
      newPincodes: 0,
      coverageIncrease: null,
      estimatedPopulationIncrease: null,
    });
    assert.equal((await assign(9, ['400002'])).json.data.warnings.length, 1, 'an inactive partner');
  });

  it('are written together or not at all without continueOnError', async () => {
    const bulkOperation = { continueOnError: false };
    const whole = (pincodes: string[], more: Body = {}): Promise<Reply> =>
      assign(4, pincodes, { bulkOperation, ...more });
    const { status, json } = await whole(['110002', 'x', '110002', '400001']);
    assert.deepEqual(
      [status, json.error.code, json.error.message],
      [
        422,
        'BUSINESS_VALIDATION_FAILED',
        '2 of 4 pincodes cannot be assigned, and continueOnError is false: nothing was written',
      ],
    );
    assert.deepEqual(
      json.error.details.map(({ pincode, reason }: Body) => `${pincode} ${reason}`),
      ['x INVALID_PINCODE', '110002 ALREADY_EXISTS'],
    );
    assert.deepEqual([await holderOf('110002'), await holderOf('400001')], [3, 1]);
    assert.equal((await whole(['110002', '400001', '400001'])).status, 422);
    const many = await whole(Array.from({ length: MAX_ITEMS_SHOWN + 1 }, (_, index) => `x${index}`));
    assert.equal(many.json.error.details.length, MAX_ITEMS_SHOWN);
    assert.equal(
      (await assign(4, ['110002', '400001', '400001'], { bulkOperation, options: { skipDuplicates: true } })).json.data
        .results.skipped,
      3,
      'skipping is not failing',
    );
    assert.equal((await assign(4, ['110002', '400001'], { bulkOperation })).json.data.results.successful, 2);
  });

  it('are assigned once under an Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'assign' };
    const first = await assign(1, ['110002', 'x'], {}, ACME, key);
    await assign(2, ['110002']);
    const again = await assign(1, ['110002', 'x'], {}, ACME, key);
    assert.deepEqual([again.json.data, again.headers['idempotency-replayed']], [first.json.data, 'true']);
    assert.equal(await holderOf('110002'), 2);
    assert.equal((await assign(1, ['110002'], {}, ACME, key)).json.error.code, 'IDEMPOTENCY_KEY_REUSED');
  });

  /** Runs `action` while the store throws at the writes that `fails` accepts, counted from 1. */
  async function whileStoreFails(fails: (write: number) => boolean, action: () => Promise<Reply>): Promise<Reply> {
    const { store } = app;
    const { write } = store;
    let writes = 0;
    store.write = (ops) => (fails(++writes) ? Promise.reject(new Error('the disk is full')) : write.call(store, ops));
    return action().finally(() => {
      store.write = write;
    });
  }

  it('fail batch by batch where the store cannot write them, after the allowed attempts', async () => {
    const pincodes = ['411001', '400001', '400002'];
    const reply = await whileStoreFails(
      (write) => write === 2,
      () => assign(2, [...pincodes, '400001'], { bulkOperation: { batchSize: 1 } }),
    );
    assert.deepEqual(failed(reply), ['400001 STORE_UNAVAILABLE', '400001 STORE_UNAVAILABLE']);
    assert.deepEqual(
      [reply.json.data.results.successful, await holderOf('411001'), await holderOf('400001')],
      [2, 2, 4],
    );
    const again = await whileStoreFails(
      (write) => write <= 2,
      () => assign(2, ['400001'], { bulkOperation: { maxRetries: 2 } }),
    );
    assert.equal(again.json.data.results.successful, 1);
    const whole = { bulkOperation: { continueOnError: false, maxRetries: 1 } };
    assert.equal(
      (
        await whileStoreFails(
          (write) => write === 1,
          () => assign(4, ['400001'], whole),
        )
      ).json.data.results.successful,
      1,
    );
    assert.equal(
      (
        await whileStoreFails(
          () => true,
          () => assign(2, ['400001'], whole),
        )
      ).json.error.code,
      'INTERNAL_ERROR',
    );
    assert.deepEqual(
      [app.errors.splice(0).map(({ msg }) => msg), await holderOf('400001')],
      [['a batch of pincodes could not be written', 'request failed', 'request'], 4],
    );
  });

  it('are refused when their zone is deleted after the last batch', async () => {
    const { store } = app;
    await store.write([{ kind: 'put', collection: 'zones', document: zone({ id: 5 }) }]);
    await until(async () => (await app.get('/zones/5/places')).status === 200);
    const { write } = store;
    store.write = async (ops, note) => {
      store.write = write;
      const written = await write.call(store, ops, note);
      const deleted = await write.call(store, [
        { kind: 'delete', collection: 'zone-pincodes', key: 'acme/411001' },
        { kind: 'delete', collection: 'zones', key: 5 },
      ]);
      assert.ok(written.ok && deleted.ok);
      return written;
    };
    const { status, json } = await assign(5, ['411001'], { bulkOperation: { batchSize: 1 } });
    assert.deepEqual([status, json.error.code], [404, 'ZONE_NOT_FOUND']);
  });

  it('are refused for a zone of another partner', async () => {
    for (const zoneId of ['77', '0', '01', '1e0', '-1', 'West', '99999999999999999999', '%20']) {
      assert.equal((await assign(zoneId, ['110001'])).json.error.code, 'ZONE_NOT_FOUND', zoneId);
    }
    assert.equal((await assign(9, ['110001'], {}, ACME)).json.error.code, 'ZONE_NOT_FOUND');
  });

  it('are refused where the request is invalid', async () => {
    const fields = async (pincodes: unknown, more: Body = {}): Promise<string[]> => {
      const { status, json } = await assign(77, pincodes, more);
      assert.equal(status, 400, JSON.stringify(json).slice(0, 200));
      return (json.error.details as { field: string }[]).map(({ field }) => field).sort();
    };
    assert.deepEqual(await fields([]), ['pincodes']);
    assert.deepEqual(await fields(undefined), ['pincodes']);
    assert.deepEqual(await fields(['110001', 110001, null]), ['pincodes[1]', 'pincodes[2]']);
    assert.deepEqual(await fields(['x'.repeat(101)]), ['pincodes[0]']);
    assert.deepEqual(await fields(Array(MAX_ZONE_PLACES + 1).fill('1')), ['pincodes']);
    assert.deepEqual(
      await fields(['1'], {
        options: { validateGeography: 1, skipDuplicates: 'x', autoCreateMissing: null, notifyOnCompletion: [] },
      }),
      [
        'options.autoCreateMissing',
        'options.notifyOnCompletion',
        'options.skipDuplicates',
        'options.validateGeography',
      ],
    );
    assert.deepEqual(await fields(['1'], { bulkOperation: { batchSize: 0, maxRetries: 11, continueOnError: 'no' } }), [
      'bulkOperation.batchSize',
      'bulkOperation.continueOnError',
      'bulkOperation.maxRetries',
    ]);
    assert.deepEqual(await fields(['1'], { bulkOperation: { batchSize: MAX_ZONE_PLACES + 1, maxRetries: -1 } }), [
      'bulkOperation.batchSize',
      'bulkOperation.maxRetries',
    ]);
    assert.equal((await assign(77, Array(MAX_ZONE_PLACES).fill('1'))).json.error.code, 'ZONE_NOT_FOUND');
  });
});

describe('any request', () => {
  const rng = seededRng(SEED);
  const world: World = randomWorld(rng);
  before(async () => {
    app = await TestApp.start(world);
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  function liesIn({ geographical: { states, cities, areas } }: Zone, row: PincodeRow): boolean {
    const isFree = states.length + cities.length + areas.length === 0;
    return (
      isFree
      || states.includes(row.stateId)
      || cities.includes(row.cityId)
      || row.areaIds.some((id) => areas.includes(id))
    );
  }

  function nearest(rows: readonly PincodeRow[], pincode: string): PincodeRow | undefined {
    const distance = (row: PincodeRow): number => Math.abs(Number(row.pincode) - Number(pincode));
    return rows
      .filter((row) => row.pincode.startsWith(pincode.slice(0, 3)))
      .sort((a, b) => distance(a) - distance(b) || Number(a.pincode) - Number(b.pincode))[0];
  }

  /** Assigns in `world`, one pincode after the other, and returns the result of each. */
  function expected(
    into: Zone,
    pincodes: readonly string[],
    options: Record<string, boolean>,
    { kind }: ClientCredential,
  ): string[] {
    const known = [...world.pincodes];
    const done = new Map<string, string>();
    const outcome = (pincode: string): string => {
      const first = done.get(pincode);
      if (first !== undefined)
        return first !== 'assigned' ? first : options.skipDuplicates ? 'skipped' : 'ALREADY_EXISTS';
      const row = world.pincodes.find((one) => one.pincode === pincode);
      const model =
        row
        ?? (options.autoCreateMissing && kind === 'service' && /^[1-9]\d{5}$/.test(pincode)
          ? nearest(known, pincode)
          : undefined);
      if (model === undefined) return 'INVALID_PINCODE';
      const entries = world['zone-pincodes'];
      const at = entries.findIndex((entry) => entry.partnerId === into.partnerId && entry.pincode === pincode);
      if (at >= 0 && (entries[at]!.zoneId === into.id || options.skipDuplicates))
        return options.skipDuplicates ? 'skipped' : 'ALREADY_EXISTS';
      const placed = row ?? {
        pincode,
        cityId: model.cityId,
        stateId: model.stateId,
        areaIds: [],
        latitude: null,
        longitude: null,
      };
      if (options.validateGeography && !liesIn(into, placed)) return 'GEOGRAPHY_MISMATCH';
      if (row === undefined) world.pincodes.push(placed);
      if (at >= 0) entries.splice(at, 1);
      entries.push({ partnerId: into.partnerId, zoneId: into.id, pincode, assignedAt: NOW });
      return 'assigned';
    };
    return pincodes.map((pincode) => {
      const result = outcome(pincode);
      if (!done.has(pincode)) done.set(pincode, result);
      return `${pincode} ${result}`;
    });
  }

  it('gives each pincode the result that follows from the documents, whatever its options and batches', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const into = rng.pick(world.zones);
      const some = (): string =>
        rng.pick([
          rng.pick(world.pincodes).pincode,
          rng.pick(world.pincodes).pincode,
          String(rng.int(0, 999_999)),
          `${rng.pick(world.pincodes).pincode.slice(0, 3)}${String(rng.int(0, 999)).padStart(3, '0')}`,
        ]);
      const pincodes = Array.from({ length: rng.int(1, 30) }, some);
      const options = Object.fromEntries(
        ['validateGeography', 'skipDuplicates', 'autoCreateMissing'].map((name) => [name, rng.chance(0.4)]),
      );
      const bulkOperation = rng.pick([undefined, { batchSize: rng.int(1, 8) }, { batchSize: 20_000, maxRetries: 2 }]);
      const label = `round ${round} seed ${SEED} zone ${into.id} ${JSON.stringify({ options, bulkOperation, pincodes })}`;
      const covered = zoneCounts(world, into).pincodes;
      const credential = rng.pick([MAIN, partnerCredential(into.partnerId)]);
      const wanted = expected(into, pincodes, options, credential);
      const { json } = await assign(
        into.id,
        pincodes,
        { options, bulkOperation },
        credential,
        rng.chance(0.2) ? { 'idempotency-key': `round-${round}` } : {},
      );
      const { successful, failed: failedRows, results, updatedCoverage } = json.data;
      assert.deepEqual(
        successful.map(({ pincode }: Body) => `${String(pincode)} assigned`),
        wanted.filter((line) => line.endsWith(' assigned')),
        label,
      );
      assert.deepEqual(
        failedRows.map(({ pincode, reason }: Body) => `${String(pincode)} ${String(reason)}`),
        wanted.filter((line) => /[A-Z]$/.test(line)),
        label,
      );
      assert.equal(results.skipped, wanted.filter((line) => line.endsWith(' skipped')).length, label);
      const now = zoneCounts(world, into).pincodes;
      const increase = covered === 0 ? null : `${Math.round(((now - covered) / covered) * 1_000) / 10}%`;
      assert.deepEqual(
        [updatedCoverage.totalPincodes, updatedCoverage.newPincodes, updatedCoverage.coverageIncrease],
        [now, now - covered, increase],
        label,
      );
    }
    const stored = await app.store.load(['zone-pincodes', 'pincodes']);
    const keys = (rows: World['zone-pincodes']) =>
      rows.map(({ partnerId, zoneId, pincode }) => `${partnerId} ${zoneId} ${pincode}`).sort();
    assert.deepEqual(keys(stored['zone-pincodes']), keys(world['zone-pincodes']));
    assert.equal(stored.pincodes.length, world.pincodes.length);
  });
});

describe('all pincodes of India at once', { skip: onlyInAll }, () => {
  before(async () => {
    app = await TestApp.startDemo();
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  it('are assigned in batches, between which other requests are answered', async () => {
    const batchSize = 1_000;
    const { pincodes } = await app.store.load(['pincodes']);
    const all = pincodes.map(({ pincode }) => pincode);
    let isOpen = true;
    const reply = assign(601, all, { bulkOperation: { batchSize } }).finally(() => {
      isOpen = false;
    });
    let answered = 0;
    while (isOpen) {
      assert.equal((await app.get('/zones?limit=1')).status, 200);
      if (isOpen) answered++;
    }
    const { results, updatedCoverage } = (await reply).json.data;
    assert.deepEqual(
      [results.total, results.successful + results.failed, updatedCoverage.totalPincodes],
      [all.length, all.length, all.length],
    );
    const batches = Math.ceil(all.length / batchSize);
    assert(answered >= batches / 2, `${answered} requests were answered during ${batches} batches`);
    assert.deepEqual(
      (await app.get('/partner-zones/nagarvega-sameday')).json.data.summary.totalCoverage.pincodes,
      all.length,
    );
  });
});
