/**
 * Another program deletes zones, places and partners: a list omits them, and a request for one of them gets a 404.
 * deletions-between-awaits.test.ts has random deletions.
 */
import assert from 'node:assert/strict';
import { unpack } from 'msgpackr';
import { describe, it } from 'node:test';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { PincodePartner } from '../../../src/contract/coverage.js';
import { Ids } from '../../../src/control/operations/ids.js';
import { WriteTurns } from '../../../src/control/operations/turns.js';
import { NO_COUNTS } from '../../../src/domain/allocation/counters.js';
import { listCapacity } from '../../../src/control/operations/allocation/capacity.js';
import { getApiRoot, getPartnerDebugInfo } from '../../../src/control/operations/partners/access.js';
import { listAreas } from '../../../src/control/operations/geography/areas.js';
import { listCities } from '../../../src/control/operations/geography/cities.js';
import { getMapPincodes } from '../../../src/control/operations/serviceability/map.js';
import { searchPlaces } from '../../../src/control/operations/geography/places.js';
import { getPartnerPerformance } from '../../../src/control/operations/partners/performance.js';
import { getPartnerCoverage } from '../../../src/control/operations/serviceability/partner-coverage.js';
import { getPincode } from '../../../src/control/operations/serviceability/pincode.js';
import { listServingPartners } from '../../../src/control/operations/serviceability/serving-partners.js';
import { listPincodes, listStates, searchPincodes } from '../../../src/control/operations/geography/pincodes.js';
import type { Api, ApiRequest, Operation, HandlerResult } from '../../../src/control/operations/operation.js';
import { OPERATIONS } from '../../../src/control/operations/operations.js';
import {
  getComprehensiveData,
  getPartnerComprehensiveData,
} from '../../../src/control/operations/partners/comprehensive.js';
import { listPackages, listPartnerPackages } from '../../../src/control/operations/rates/packages.js';
import { listPartners, listServiceTypes } from '../../../src/control/operations/partners/partners.js';
import { createCustomerCharges } from '../../../src/control/operations/rates/charges-create.js';
import { listCustomerCharges, listPartnerCharges } from '../../../src/control/operations/rates/charges.js';
import { CONTRACT_LIST_OPERATIONS } from '../../../src/control/operations/rates/contract-rows.js';
import { createDiscount } from '../../../src/control/operations/rates/discounts-create.js';
import { listDiscounts, listPartnerDiscounts } from '../../../src/control/operations/rates/discounts.js';
import { getChange, listChanges } from '../../../src/control/operations/history/changes.js';
import { listOutcomes } from '../../../src/control/operations/outcomes/list.js';
import { listShipments } from '../../../src/control/operations/shipments/shipments.js';
import { summarizeRefusals } from '../../../src/control/operations/refusals.js';
import { summarizeAssignments } from '../../../src/control/operations/summary.js';
import { createZone } from '../../../src/control/operations/zones/zone-create.js';
import { assignPincodes } from '../../../src/control/operations/zones/zone-pincodes.js';
import { listZonePlaces } from '../../../src/control/operations/zones/zone-geography.js';
import { listPartnerZones, listZones } from '../../../src/control/operations/zones/zones.js';
import { Dirty } from '../../../src/index/build-generation.js';
import { Catalog } from '../../../src/control/documents/catalog.js';
import { readerOf } from '../../../src/control/documents/reader.js';
import type { CollectionName } from '../../../src/model/documents.js';
import { type Change, type Key, type WriteOp } from '../../../src/model/change.js';
import { type Store, type WriteResult } from '../../../src/store/port.js';
import { StoredRecords } from '../../../src/control/stored-records.js';
import { fixtureChange, fixtureSums } from '../../store/fixtures.js';
import { writeOutcomeOf } from '../../../src/model/transaction.js';
import { addCredentials } from '../questions/fixture.js';
import { NOON, workedWorld, zone } from '../../reference/fixture.js';
import type { World } from '../../reference/types.js';
import { TestApp } from '../../support/app.js';

const EVERYWHERE = { states: [1, 2], cities: [11, 12, 21], areas: [111, 211, 212] };
const CONTACT = { name: 'Desk', phone: '1', email: 'desk@acme.example', trackingUrl: 'https://acme.example/' };
const AT = NOON.toISOString();

/** acme's zone 1 names every place, and has two pincodes. */
const worldOf = (): World =>
  workedWorld((made) => {
    made.partners[0]!.contact = CONTACT;
    made.zones = [zone({ id: 1, geographical: EVERYWHERE }), zone({ id: 2 })];
    made['zone-pincodes'] = ['400001', '411001'].map((pincode) => ({
      partnerId: 'acme',
      zoneId: 1,
      pincode,
      assignedAt: AT,
    }));
    made.packages = [];
  });

const gone = (...documents: [CollectionName, Key][]): Change[] =>
  documents.map(([collection, key]) => ({ kind: 'delete', collection, key }));
const DELETIONS: Readonly<Record<string, Change[]>> = {
  'the zone': gone(['zones', 1]),
  'the partner': gone(['partners', 'acme']),
  'a city': gone(['cities', 11]),
  'a state': gone(['states', 1]),
  'an area': gone(['areas', 111]),
  'a pincode': gone(['pincodes', '400002']),
  'the zone and a city with all that lies there': gone(
    ['zones', 1],
    ['pincodes', '400001'],
    ['pincodes', '400002'],
    ['areas', 111],
    ['cities', 11],
  ),
  'every place': gone(
    ...['400001', '400002', '411001', '110001', '110002'].map((key): [CollectionName, Key] => ['pincodes', key]),
    ...[111, 211, 212].map((key): [CollectionName, Key] => ['areas', key]),
    ...[11, 12, 21].map((key): [CollectionName, Key] => ['cities', key]),
    ['states', 1],
    ['states', 2],
  ),
};

/** A store that keeps its documents in a catalog, with the rules of every store. */
function storeOf(catalog: Catalog): Store {
  const reader = readerOf(catalog);
  const write = async (ops: readonly WriteOp[]): Promise<WriteResult> => {
    const { conflict, changes } = writeOutcomeOf({ ops, note: null }, reader as never);
    if (conflict !== null) return { ok: false, conflict };
    catalog.apply(changes, new Dirty());
    return { ok: true, changeId: null };
  };
  const assignments = async () => ({ total: 0, assignments: [], unreadable: [], last: null });
  const get = async (collection: CollectionName) => (collection === 'changes' ? fixtureChange() : undefined);
  const changes = async () => [fixtureChange()];
  let lastId = 1_000;
  const takeIds = async (_: string, count: number) => (lastId += count) - count + 1;
  return {
    write,
    takeIds,
    caughtUp: async () => {},
    get,
    assignments,
    assignmentSums: async () => [{ key: '1', parcels: 2, costPaise: 300, codPaise: 0 }],
    outcomesRevision: async () => 0,
    pages: async function* () {},
    outcomeSums: async function* () {
      yield PINCODES.map((pincode) => fixtureSums({ partnerId: 'acme', pincode }));
    },
    changes,
    page: async () => [],
  } as unknown as Store;
}

interface Request {
  /** A service, unless another caller is given. */
  caller?: { kind: 'partner'; id: string };
  params: object;
  query: object;
  body: object | null;
}

interface Run {
  outcome: HandlerResult;
  /** Whether the documents were deleted while the request was being answered. */
  isBetween: boolean;
}

/** The moment of a deletion: that many event loop turns after the request, and microtasks in the next turn. */
type Moment = { turns: number; ticks: number } | 'before the request';

async function run(operation: Operation, request: Request, changes: readonly Change[], moment: Moment): Promise<Run> {
  const catalog = Catalog.of(worldOf());
  const store = storeOf(catalog);
  const api = {
    catalog,
    counters: NO_COUNTS,
    store,
    ids: new Ids(store, catalog),
    turns: new WriteTurns(),
    now: () => NOON.getTime(),
    records: new StoredRecords(() => undefined),
    published: async () => {},
    report: (error: unknown) => assert.fail(String(error)),
    isRefused: () => false,
    scopesOfCaller: () => new Set(['read']),
    activityOf: async () => ({ requests: 0, succeeded: 0, failed: 0, averageMs: 0, lastAtMs: null, routes: [] }),
    impact: { refusals: () => ({ questions: 0, rows: [] }) },
    describe: () => ({ version: '1.0.0', generationId: 1, builtAt: AT }),
  } as unknown as Api;
  const caller = { ...(request.caller ?? { kind: 'service', id: 'main-system' }), tier: 'UNLIMITED', remaining: null };
  const common = { requestId: 'r', receivedAtMs: NOON.getTime(), idempotencyKey: null };
  const answer = () => operation.handle({ ...common, ...request, caller } as unknown as ApiRequest, api);
  if (moment === 'before the request') {
    catalog.apply(changes, new Dirty());
    return { outcome: await answer(), isBetween: false };
  }
  const { turns, ticks } = moment;
  const handled = answer();
  let isAnswered = !(handled instanceof Promise);
  const pending = Promise.resolve(handled).finally(() => {
    isAnswered = true;
  });
  pending.catch(() => {});
  for (let turn = 0; turn < turns; turn++) await new Promise((resume) => setImmediate(resume));
  for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
  const isBetween = !isAnswered;
  catalog.apply(changes, new Dirty());
  return { outcome: await pending, isBetween };
}

const whole = { format: 'detailed', includeStatistics: true, includeMetadata: true, includeInactive: true };
const paging = { page: 1, limit: 50, sortOrder: 'asc' };
const parts = { includeGeography: true, includeServices: true };
const assigning = (pincodes: string[], more: object) => ({
  params: { zoneId: '1' },
  query: {},
  body: { pincodes, ...more },
});
const PINCODES = ['400001', '400002', '110002', '110003', 'x'];
const asSelf = { kind: 'partner', id: 'acme' } as const;
const rows = { ...paging, partnerId: 'acme', sortBy: 'id', includeInactive: true };
const charge = { partnerId: 'acme', type: 'docket', chargeType: 'flat', value: 5 };
const discount = {
  partnerId: 'acme',
  fromWeight: 10,
  toWeight: 11,
  discountType: 'flat',
  discountValue: 5,
  status: true,
};
const ROUTES: Readonly<Record<string, [Operation, Request]>> = {
  'GET /': [getApiRoot, { params: {}, query: { partnerId: 'acme' }, body: null }],
  'GET /partner-debug': [
    getPartnerDebugInfo,
    {
      params: {},
      query: { partnerId: 'acme', includeConfig: true, includeMetrics: true },
      body: null,
    },
  ],
  'GET /cities': [listCities, { params: {}, query: { ...paging, sortBy: 'name', includeState: true }, body: null }],
  'GET /capacity': [listCapacity, { params: {}, query: { partnerId: 'acme' }, body: null }],
  'GET /places': [searchPlaces, { params: {}, query: { search: 'a' }, body: null }],
  'GET /map/pincodes': [getMapPincodes, { params: {}, query: { partnerId: 'acme' }, body: null }],
  'GET /areas': [
    listAreas,
    {
      params: {},
      query: { ...paging, sortBy: 'name', includeCity: true, includeState: true },
      body: null,
    },
  ],
  'GET /pincodes': [listPincodes, { params: {}, query: { ...paging, sortBy: 'pincode' }, body: null }],
  'GET /pincodes/search': [
    searchPincodes,
    { params: {}, query: { ...paging, city: 'mumbai', type: 'all' }, body: null },
  ],
  'GET /pincodes/{pincode}': [getPincode, { params: { pincode: '400002' }, query: {}, body: null }],
  'GET /partners/{partnerId}/coverage': [getPartnerCoverage, { params: { partnerId: 'acme' }, query: {}, body: null }],
  'GET /partners/{partnerId}/performance': [
    getPartnerPerformance,
    { params: { partnerId: 'acme' }, query: { groupBy: 'city' }, body: null },
  ],
  'GET /partners/{partnerId}/performance by state': [
    getPartnerPerformance,
    { params: { partnerId: 'acme' }, query: { groupBy: 'state' }, body: null },
  ],
  'POST /partners/availability/pincodes': [
    listServingPartners,
    { params: {}, query: {}, body: { pincodes: PINCODES.slice(0, 4), end: 'PICKUP' } },
  ],
  'GET /states': [listStates, { params: {}, query: { ...paging, includeCount: true }, body: null }],
  'GET /partners': [
    listPartners,
    { params: {}, query: { ...paging, sortBy: 'name', includeConfig: true }, body: null },
  ],
  'GET /service-types': [listServiceTypes, { params: {}, query: paging, body: null }],
  'GET /partners/comprehensive-data': [
    getComprehensiveData,
    {
      params: {},
      query: { ...whole, partnerId: 'acme' },
      body: null,
    },
  ],
  'the same of a partner itself': [getComprehensiveData, { caller: asSelf, params: {}, query: whole, body: null }],
  'GET /partners/comprehensive-data/{partnerId}': [
    getPartnerComprehensiveData,
    {
      params: { partnerId: 'acme' },
      query: whole,
      body: null,
    },
  ],
  'GET /packages': [listPackages, { params: {}, query: rows, body: null }],
  'GET /partner-packages/{partnerId}': [
    listPartnerPackages,
    {
      params: { partnerId: 'acme' },
      query: { ...paging, includeInactive: true },
      body: null,
    },
  ],
  'GET /partner-zones/{partnerId}': [
    listPartnerZones,
    {
      params: { partnerId: 'acme' },
      query: { ...paging, ...parts, includeInactive: true },
      body: null,
    },
  ],
  'GET /zones': [listZones, { params: {}, query: { ...paging, ...parts, sortBy: 'name' }, body: null }],
  'GET /zones of a partner': [
    listZones,
    {
      params: {},
      query: { ...paging, ...parts, sortBy: 'name', partnerId: 'acme' },
      body: null,
    },
  ],
  'GET /zones/{zoneId}/places': [
    listZonePlaces,
    { params: { zoneId: '1' }, query: { ...paging, type: 'cities' }, body: null },
  ],
  'POST /zones': [
    createZone,
    {
      params: {},
      query: {},
      body: {
        name: 'New',
        partnerId: 'acme',
        geographical: {
          states: ['1', '2'],
          cities: ['11', '12'],
          areas: ['111', '211'],
          pincodes: ['400002', '110002'],
        },
      },
    },
  ],
  'POST /zones/{zoneId}/assign/pincodes': [
    assignPincodes,
    assigning(PINCODES, { options: { validateGeography: true, autoCreateMissing: true } }),
  ],
  'the same in batches of one': [
    assignPincodes,
    assigning(PINCODES, { options: { autoCreateMissing: true }, bulkOperation: { batchSize: 1 } }),
  ],
  'the same as a whole': [
    assignPincodes,
    assigning(['400002', '110002'], { bulkOperation: { continueOnError: false } }),
  ],
  'GET /customer-charges': [listCustomerCharges, { params: {}, query: rows, body: null }],
  'GET /partner-charges/{partnerId}': [
    listPartnerCharges,
    {
      params: { partnerId: 'acme' },
      query: { ...paging, includeInactive: true },
      body: null,
    },
  ],
  'POST /customer-charges': [createCustomerCharges, { params: {}, query: {}, body: { charges: [charge] } }],
  'GET /discounts': [listDiscounts, { params: {}, query: rows, body: null }],
  ...Object.fromEntries(
    CONTRACT_LIST_OPERATIONS.map((operation): [string, [Operation, Request]] => [
      `GET ${operation.contract.path}`,
      [operation, { params: {}, query: rows, body: null }],
    ]),
  ),
  'GET /partner-discounts/{partnerId}': [
    listPartnerDiscounts,
    {
      params: { partnerId: 'acme' },
      query: { ...paging, includeInactive: true },
      body: null,
    },
  ],
  'POST /discounts': [createDiscount, { params: {}, query: {}, body: discount }],
  'GET /summary/assignments': [
    summarizeAssignments,
    { params: {}, query: { from: '2026-01-01', to: '2026-01-31', by: 'state' }, body: null },
  ],
  'GET /shipments': [
    listShipments,
    { params: {}, query: { ...paging, partnerId: 'acme', includeDetails: true }, body: null },
  ],
  'GET /summary/refusals': [summarizeRefusals, { params: {}, query: {}, body: null }],
  'GET /outcomes': [listOutcomes, { params: {}, query: { partnerId: 'acme' }, body: null }],
  'GET /changes': [listChanges, { params: {}, query: { ...paging, partnerId: 'acme' }, body: null }],
  'GET /changes/{id}': [getChange, { params: { id: 1 }, query: {}, body: null }],
};

/** The outcomes that a request may have besides success, by what is deleted. */
const REFUSALS: Readonly<Record<string, string[]>> = {
  'the zone': ['ZONE_NOT_FOUND'],
  'the zone and a city with all that lies there': ['ZONE_NOT_FOUND', 'PINCODE_NOT_FOUND'],
  'a city': ['PINCODE_NOT_FOUND'],
  'a state': ['PINCODE_NOT_FOUND'],
  'the partner': ['PARTNER_NOT_FOUND', 'ZONE_NOT_FOUND'],
  'a pincode': ['PINCODE_NOT_FOUND', 'BUSINESS_VALIDATION_FAILED'],
  'every place': ['PINCODE_NOT_FOUND', 'BUSINESS_VALIDATION_FAILED'],
};
/** More than any of these handlers needs. */
const MAX_TURNS = 100;
const MAX_TICKS = 3;
/** The reads that ask the store. */
const ROUTES_THAT_WAIT = new Set([
  'GET /shipments',
  'GET /outcomes',
  'GET /summary/assignments',
  'GET /partners/{partnerId}/performance',
  'GET /partners/{partnerId}/performance by state',
  'GET /partner-debug',
  'GET /changes',
  'GET /changes/{id}',
]);

/** Whether what a handler answers while `changes` arrive is an answer or a refusal that its contract knows. */
function assertSound(
  { contract }: Operation,
  request: Request,
  outcome: HandlerResult,
  label: string,
  codes: readonly string[],
): void {
  if (!outcome.ok) {
    const { code } = outcome.failure;
    assert.ok(contract.errors.includes(code as never), `${label}: undocumented ${JSON.stringify(outcome.failure)}`);
    assert.ok(codes.includes(code), `${label}: ${JSON.stringify(outcome.failure)}`);
    return;
  }
  if ('lines' in outcome) {
    // of the store
    if (Symbol.asyncIterator in outcome.lines) return;
    const line = compiled(PincodePartner);
    for (const text of outcome.lines as Iterable<string>) {
      const { pincode, ...offer } = JSON.parse(text) as { pincode: string };
      assert.ok(line.Check({ partnerId: 'acme', ...offer }), `${label}: ${pincode} ${text}`);
    }
    return;
  }
  if ('bytes' in outcome) {
    const { count, zone } = unpack(outcome.bytes) as { count: number; zone: Uint8Array };
    assert.equal(zone.length, 2 * count, label);
    return;
  }
  const schema = compiled((request.caller && contract.schemas.partnerAnswer) ?? contract.schemas.answer);
  const body = 'text' in outcome ? (JSON.parse(outcome.text) as unknown) : outcome.answer;
  assert.ok(schema.Check(body), `${label}: ${JSON.stringify(schema.Errors(body)).slice(0, 400)}`);
}

const compiledSchemas = new Map<TSchema, ReturnType<typeof Compile>>();
function compiled(schema: TSchema): ReturnType<typeof Compile> {
  if (!compiledSchemas.has(schema)) compiledSchemas.set(schema, Compile(schema));
  return compiledSchemas.get(schema)!;
}

/**
 * Answers a request again and again, each time with the deletions at another moment: before it, and in every turn and
 * tick until it is answered.
 *
 * @returns how many of the deletions came while the request was being answered
 */
async function atEveryMoment(
  [operation, request]: [Operation, Request],
  what: string,
  changes: readonly Change[],
  codes: readonly string[],
): Promise<number> {
  let betweens = 0;
  const once = async (moment: Moment): Promise<boolean> => {
    const { outcome, isBetween } = await run(operation, request, changes, moment);
    assertSound(operation, request, outcome, `${what}, ${JSON.stringify(moment)}`, codes);
    if (isBetween) betweens++;
    return isBetween;
  };
  await once('before the request');
  for (let turns = 0; turns < MAX_TURNS; turns++) {
    const isUnderWay = await once({ turns, ticks: 0 });
    for (let ticks = 1; ticks < MAX_TICKS; ticks++) await once({ turns, ticks });
    if (!isUnderWay) break;
  }
  return betweens;
}

const FROM_HISTORY: ReadonlySet<string> = new Set([
  'getShipment',
  'getDecision',
  'listAttempts',
  'listCardVersions',
  'getCardVersion',
  'replayQuote',
]);

/** They answer from a generation of the index: in one turn, or on a thread of its own. */
const FROM_THE_INDEX: ReadonlySet<string> = new Set(['explainAllocation', 'backtestAllocation']);

/** They read the documents that they answer or change from the store, which deletions-between-awaits.test.ts has. */
const ofTheStore = ({ contract: { id, tag, signsBody } }: Operation): boolean =>
  tag === 'Documents' || tag === 'Administration' || signsBody || FROM_HISTORY.has(id) || FROM_THE_INDEX.has(id);

describe('documents that are deleted at any moment while a request is answered', () => {
  it('are tried with every operation', () => {
    const tried = new Set(Object.values(ROUTES).map(([operation]) => operation));
    assert.deepEqual(
      OPERATIONS.filter((operation) => !tried.has(operation) && !ofTheStore(operation)).map(
        ({ contract }) => contract.id,
      ),
      [],
    );
  });

  for (const [route, pair] of Object.entries(ROUTES)) {
    it(route, async () => {
      const isWrite = pair[0].contract.changes;
      for (const [what, changes] of Object.entries(DELETIONS)) {
        const betweens = await atEveryMoment(pair, what, changes, REFUSALS[what] ?? []);
        assert.equal(
          betweens > 0,
          isWrite || ROUTES_THAT_WAIT.has(route),
          `${what}: a list is answered in one turn, a write is not`,
        );
      }
    });
  }
});

describe('a deleted document', () => {
  const outcomeAfter = async (route: string, what: string) =>
    (await run(...ROUTES[route]!, DELETIONS[what]!, 'before the request')).outcome;
  const code = (outcome: HandlerResult) => (outcome.ok ? null : outcome.failure.code);

  it('is a 404 where it was requested itself', async () => {
    assert.equal(code(await outcomeAfter('GET /partner-zones/{partnerId}', 'the partner')), 'PARTNER_NOT_FOUND');
    assert.equal(code(await outcomeAfter('GET /zones of a partner', 'the partner')), 'PARTNER_NOT_FOUND');
    assert.equal(code(await outcomeAfter('POST /zones', 'the partner')), 'PARTNER_NOT_FOUND');
    assert.equal(code(await outcomeAfter('POST /zones/{zoneId}/assign/pincodes', 'the partner')), 'ZONE_NOT_FOUND');
    assert.equal(code(await outcomeAfter('POST /zones/{zoneId}/assign/pincodes', 'the zone')), 'ZONE_NOT_FOUND');
  });

  it('is missing from a list', async () => {
    const outcome = await outcomeAfter('GET /zones', 'the zone');
    assert.ok(outcome.ok && 'answer' in outcome);
    assert.deepEqual(
      (outcome.answer as { data: { id: string }[] }).data.map(({ id }) => id),
      ['2'],
    );
  });

  it('is left out of the places of a zone that still names it', async () => {
    const outcome = await outcomeAfter('GET /partner-zones/{partnerId}', 'a city');
    assert.ok(outcome.ok && 'answer' in outcome);
    const { zones } = (outcome.answer as { data: { zones: { geography: Record<string, { id: string }[]> }[] } }).data;
    const { geography } = zones[0]!;
    assert.deepEqual(
      geography.cities!.map(({ id }) => id),
      ['12', '21'],
    );
    assert.deepEqual(
      geography.states!.map(({ id }) => id),
      ['1', '2'],
    );
  });

  it('fails for pincodes that another program has deleted, and for no others', async () => {
    const failed: string[][] = [];
    for (let ticks = 0; ticks < 40; ticks++) {
      const [operation, request] = ROUTES['the same in batches of one']!;
      const { outcome, isBetween } = await run(operation, request, DELETIONS['a pincode']!, {
        turns: Math.floor(ticks / 4),
        ticks: ticks % 4,
      });
      assert.ok(outcome.ok && 'text' in outcome);
      const { data } = JSON.parse(outcome.text) as { data: { failed: { pincode: string; details: string }[] } };
      const row = data.failed.find(({ pincode }) => pincode === '400002');
      if (isBetween && row !== undefined) failed.push([row.details]);
    }
    assert.ok(failed.flat().includes('400002 has been deleted meanwhile, or its city has'), JSON.stringify(failed));
  });
});

describe('a catalog in which documents name deleted ones', () => {
  const answerOf = async (operation: Operation, query: object) => {
    const catalog = Catalog.of(worldOf());
    catalog.apply([...DELETIONS['a city']!, ...gone(['states', 2])], new Dirty());
    const request = { params: {}, query, body: null } as unknown as ApiRequest;
    const outcome = await operation.handle(request, { catalog } as Api);
    assert.ok(outcome.ok && 'answer' in outcome);
    assert.ok(Compile(operation.contract.schemas.answer).Check(outcome.answer), JSON.stringify(outcome.answer));
    return (outcome.answer as { data: Record<string, unknown>[] }).data;
  };

  it('lists cities without the names of their states', async () => {
    const rows = await answerOf(listCities, { ...paging, sortBy: 'name', includeState: true });
    const names = rows.map(({ name, stateName }) => [name, stateName]);
    assert.deepEqual(names, [
      ['Delhi', undefined],
      ['Pune', 'Maharashtra'],
    ]);
  });

  it('lists areas without the names of their cities and states', async () => {
    const rows = await answerOf(listAreas, { ...paging, sortBy: 'name', includeCity: true, includeState: true });
    assert.deepEqual(
      rows.map(({ name, cityName, stateName }) => [name, cityName, stateName]),
      [
        ['Fort', undefined, undefined],
        ['Karol Bagh', 'Delhi', undefined],
        ['Rohini', 'Delhi', undefined],
      ],
    );
  });

  it('lists no pincodes without a city', async () => {
    const rows = await answerOf(listPincodes, { ...paging, sortBy: 'pincode' });
    assert.deepEqual(
      rows.map(({ pincode }) => pincode),
      ['411001'],
    );
    assert.deepEqual(await answerOf(searchPincodes, { ...paging, city: 'delhi', type: 'all' }), []);
  });
});

describe('a node that starts with a zone that names a deleted city', () => {
  it('answers with the places that exist', async () => {
    const world = workedWorld((made) => {
      made.cities.push({ id: 99, name: 'Atlantis', stateId: 1, createdAt: AT });
      made.zones = [zone({ id: 1, geographical: { states: [], cities: [99, 11], areas: [] } })];
      made.packages = [];
      made.partners[0]!.contact = CONTACT;
      addCredentials(made);
    });
    const app = await TestApp.start(world);
    try {
      const citiesOf = async (path: string, pick: (data: never) => { geography: { cities: unknown } }[]) => {
        const { status, json } = await app.get(path);
        assert.equal(status, 200, path);
        return pick(json.data as never).map(({ geography }) => geography.cities);
      };
      assert.deepEqual(await app.store.write([{ kind: 'delete', collection: 'cities', key: 99 }]), {
        ok: true,
        changeId: null,
      });
      await app.restart();
      const left = [[{ id: '11', name: 'Mumbai', stateId: '1' }]];
      assert.deepEqual(await citiesOf('/partner-zones/acme', ({ zones }: { zones: [] }) => zones), left);
      assert.deepEqual(await citiesOf('/zones?includeGeography=true', (zones) => zones), left);
      const path = '/partners/comprehensive-data/acme?format=detailed';
      assert.deepEqual(await citiesOf(path, ({ zones }: { zones: { data: [] } }) => zones.data), left);
    } finally {
      await app.close();
    }
    assert.deepEqual(app.errors, []);
  });
});
