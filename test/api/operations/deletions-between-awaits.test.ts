/**
 * Other programs delete documents between any two awaits of an operation: it answers what its contract says, or refuses
 * as its contract says. The deletions reach the catalog through the mirror, as every change of a store does.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { unpack } from 'msgpackr';
import { pino } from 'pino';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { CONTRACT_LISTS } from '../../../src/contract/contract-rows.js';
import { type Decision, explainAllocation } from '../../../src/contract/allocation.js';
import { OPERATION_CONTRACTS } from '../../../src/contract/contracts.js';
import type { Contract } from '../../../src/contract/contract.js';
import type { CollectionName, CustomerCharge } from '../../../src/model/documents.js';
import { NO_DOCUMENTS } from '../../../src/model/overlay.js';
import { Catalog, CATALOG_COLLECTIONS } from '../../../src/control/documents/catalog.js';
import { CountBoard } from '../../../src/index/count-board.js';
import { SCOPES } from '../../../src/model/scopes.js';
import { Credentials } from '../../../src/control/documents/credentials.js';
import { Mirror } from '../../../src/control/documents/mirror.js';
import { StoredAnswers } from '../../../src/control/idempotency.js';
import type { OperationAnswer } from '../../../src/messages.js';
import { OnceLog } from '../../../src/control/once-log.js';
import { Ids } from '../../../src/control/operations/ids.js';
import { WriteTurns } from '../../../src/control/operations/turns.js';
import type { Api } from '../../../src/control/operations/operation.js';
import { Operator } from '../../../src/control/operator.js';
import type { QuotedQuestion } from '../../../src/engine/quote-token.js';
import type { RepeatedQuote } from '../../../src/engine/requote.js';
import { ImpactSums } from '../../../src/analysis/impact/sums.js';
import { Dirty } from '../../../src/index/build-generation.js';
import { rateCardVersion } from '../../../src/index/card/version.js';
import type { IndexPublisher } from '../../../src/control/publisher.js';
import { StoredRecords } from '../../../src/control/stored-records.js';
import { type Change, type Key, keyOf, type WriteOp } from '../../../src/model/change.js';
import { type Store, type WriteResult } from '../../../src/store/port.js';
import { entriesKeyOf, entriesPrefixOf } from '../../../src/model/history.js';
import { fixtureChange, fixtureSums } from '../../store/fixtures.js';
import { writeOutcomeOf } from '../../../src/model/transaction.js';
import { NOON, workedWorld, zone } from '../../reference/fixture.js';
import { Rng } from '../../reference/rng.js';
import type { World } from '../../reference/types.js';
import { betweenAwaits } from '../../support/between-awaits.js';
import { rounds } from '../../support/depth.js';
import { addCredentials } from '../questions/fixture.js';

const OUTCOME = JSON.stringify({
  ...{ awb: '7712345678', partnerId: 'acme', deliveryPincode: '110001', paymentType: 'COD', status: 'OPEN' },
  pickedUpAt: '2026-01-05T06:30:00Z',
});
const SEED = 20;
const ROUNDS = rounds(10, 80);
const AT = NOON.toISOString();
const DECISION: Decision = {
  ...{ policyId: null, version: null, changeId: 0, at: AT, strategy: 'BEST_MATCH' as const, rules: [], candidates: [] },
  ...{ uncovered: 0, refused: null, premium: null, sentence: 'Nobody can carry it.' },
};
const LOG = pino({ level: 'silent' });
const SECRETS_KEY = randomBytes(32);
const turn = () => new Promise<void>((resume) => setImmediate(resume));

/** acme's zone 1 names places of each kind, and has two pincodes; its zone 2 has the state of Delhi. */
const worldOf = (): World =>
  workedWorld((made) => {
    made.partners[0]!.contact = {
      name: 'Desk',
      phone: '1',
      email: 'desk@acme.example',
      trackingUrl: 'https://acme.example/',
    };
    made.zones = [
      { ...made.zones[0]!, geographical: { states: [1], cities: [11, 12, 21], areas: [111, 211] } },
      made.zones[1]!,
      zone({ id: 3, status: false }),
    ];
    made['zone-pincodes'] = ['400001', '411001'].map((pincode) => ({
      partnerId: 'acme',
      zoneId: 1,
      pincode,
      assignedAt: AT,
    }));
    made.capacities = [
      {
        ...{ id: 7, partnerId: 'acme', name: 'Vans', limit: 5, unit: 'PARCELS', per: 'DAY' },
        status: true,
        createdAt: AT,
      },
    ];
    made.holds = [{ id: 7, partnerId: 'acme', everywhere: true, reason: 'Strike', status: true, createdAt: AT }];
    addCredentials(made);
  });

interface Request {
  /** The partner whose credential it has; absent: a service. */
  as?: 'acme';
  params?: Record<string, string>;
  query?: string;
  body?: object | string;
}

const DISCOUNT = {
  partnerId: 'acme',
  fromWeight: 10,
  toWeight: 11,
  discountType: 'flat',
  discountValue: 5,
  status: true,
};
const rate = { partnerId: 'acme', type: 'docket', chargeType: 'flat' };
const present = Catalog.of(worldOf());
const VERSION = rateCardVersion(present.cardDocuments('acme'), present.generalDocuments());

/** What a token says, and what it comes to. */
const QUESTION: QuotedQuestion = {
  callerKind: 'service',
  partnerId: 'acme',
  pickupPincode: '400001',
  deliveryPincode: '110001',
  shipment: { weight: 500, shipmentType: 'B2C', paymentType: 'PREPAID', services: [] },
  pricedAtMs: NOON.getTime(),
  heldAtMs: NOON.getTime(),
  settings: { gstRate: 180_000, roadFactor: 1.3 },
  engine: '1.0.0',
  changeId: 1,
  rateCardVersion: '0123456789abcdef',
  digest: new Uint8Array(12),
};
const REFUSED: RepeatedQuote = { texts: null, reasons: ['NO_RATE'], digest: null };

/** Valid requests for each operation, by its id; each succeeds while nothing is deleted. */
const REQUESTS: Readonly<Record<string, readonly Request[]>> = {
  getApiRoot: [{ query: 'partnerId=acme' }, { as: 'acme' }],
  getPartnerDebugInfo: [
    { query: 'partnerId=acme&includeConfig=true&includeMetrics=true' },
    { as: 'acme', query: 'includeConfig=true' },
  ],
  listCities: [{ query: 'includeState=true' }, { query: 'includeState=true&forceRefresh=true' }],
  listAreas: [{ query: 'includeCity=true&includeState=true' }, { query: 'includeCity=true&forceRefresh=true' }],
  listPincodes: [{ query: 'state=MH' }, { query: 'forceRefresh=true' }],
  listStates: [{ query: 'includeCount=true' }, { query: 'includeCount=true&forceRefresh=true' }],
  searchPlaces: [{ query: 'search=mumbai' }, { as: 'acme', query: 'search=4&kinds=pincode' }],
  getMapPincodes: [{}, { query: 'partnerId=acme' }, { as: 'acme', query: 'partnerId=acme' }],
  searchPincodes: [{ query: 'city=mumbai' }, { query: 'city=mumbai&forceRefresh=true' }],
  getPincode: [{ params: { pincode: '400001' } }, { as: 'acme', params: { pincode: '110001' } }],
  listPartners: [{ query: 'includeConfig=true' }, { query: 'includeConfig=true&forceRefresh=true' }],
  listServiceTypes: [{}, { query: 'forceRefresh=true' }],
  getComprehensiveData: [
    { query: 'partnerId=acme&format=detailed&includeStatistics=true&forceRefresh=true' },
    { as: 'acme', query: 'format=detailed&includeMetadata=true' },
  ],
  getPartnerComprehensiveData: [
    { params: { partnerId: 'acme' }, query: 'format=detailed&includeStatistics=true&forceRefresh=true' },
  ],
  listPartnerPackages: [{ params: { partnerId: 'acme' }, query: 'includeCharges=true&forceRefresh=true' }],
  listPackages: [{ query: 'includeCharges=true&includeWeightCharges=true&includeZoneMapping=true&forceRefresh=true' }],
  listPartnerZones: [
    { params: { partnerId: 'acme' }, query: 'includeGeography=true&includeServices=true&forceRefresh=true' },
  ],
  listZones: [
    { query: 'includeGeography=true&includeServices=true&forceRefresh=true' },
    { query: 'partnerId=acme&includeGeography=true&forceRefresh=true' },
  ],
  listZonePlaces: ['cities', 'areas', 'pincodes'].map((type) => ({
    params: { zoneId: '1' },
    query: `type=${type}&forceRefresh=true`,
  })),
  createZone: [
    { body: { name: 'New', partnerId: 'acme' } },
    {
      body: {
        name: 'New',
        partnerId: 'acme',
        geographical: { states: ['1', '2'], cities: ['11'], areas: ['211'], pincodes: ['400002', '110002'] },
        services: [{ serviceTypeId: 'PICKUP', isAvailable: true, baseCharge: 15 }],
      },
    },
  ],
  assignPincodes: [
    { autoCreateMissing: true, validateGeography: true },
    { autoCreateMissing: true },
    { skipDuplicates: true },
  ].flatMap((options) =>
    [{ batchSize: 1 }, { batchSize: 2, maxRetries: 1 }, { continueOnError: true }].map((bulkOperation) => ({
      params: { zoneId: '1' },
      body: { pincodes: ['400002', '110002', '110003', '400001'], options, bulkOperation },
    })),
  ),
  getPartnerCoverage: [{ params: { partnerId: 'acme' } }, { as: 'acme', params: { partnerId: 'acme' } }],
  getPartnerPerformance: [
    { params: { partnerId: 'acme' }, query: 'groupBy=city' },
    { as: 'acme', params: { partnerId: 'acme' }, query: 'groupBy=state&stateId=1' },
  ],
  listServingPartners: [
    { body: { pincodes: ['400001', '110001', '999999'], end: 'DELIVERY', paymentType: 'COD' } },
    { as: 'acme', body: { pincodes: ['400001'], end: 'PICKUP' } },
  ],
  listCustomerCharges: [{ query: 'partnerId=acme&forceRefresh=true' }, { as: 'acme' }],
  listPartnerCharges: [{ params: { partnerId: 'acme' }, query: 'forceRefresh=true' }],
  createCustomerCharges: [
    { body: { charges: [{ ...rate, value: 5 }] } },
    {
      body: {
        charges: [1, 2, 3].map((value) => ({ ...rate, type: 'insurance', value })),
        options: { skipDuplicates: true },
      },
    },
  ],
  listDiscounts: [{ query: 'partnerId=acme&forceRefresh=true' }, { as: 'acme' }],
  ...Object.fromEntries(
    CONTRACT_LISTS.map(({ contract }) => [
      contract.id,
      [{ query: 'partnerId=acme&forceRefresh=true' }, { as: 'acme' }],
    ]),
  ),
  listPartnerDiscounts: [{ params: { partnerId: 'acme' }, query: 'forceRefresh=true' }],
  createDiscount: [
    {
      body: DISCOUNT,
    },
  ],
  summarizeAssignments: [{ query: 'from=2026-01-01&to=2026-12-31&by=state' }],
  listShipments: [{ query: 'partnerId=acme&includeDetails=true' }, { as: 'acme' }, {}],
  listChanges: [{ query: 'partnerId=acme' }, { as: 'acme' }, {}],
  getChange: [{ params: { id: '1' } }, { params: { id: '1' }, as: 'acme' }],
  lintPartner: [{ params: { partnerId: 'acme' } }, { params: { partnerId: 'acme' }, as: 'acme' }],
  lintPolicies: [{}],
  listCardVersions: [{ params: { partnerId: 'acme' } }, { params: { partnerId: 'acme' }, as: 'acme' }],
  getCardVersion: [{ params: { partnerId: 'acme', version: VERSION } }],
  explainAllocation: [{ body: explainAllocation.example.body as object }],
  backtestAllocation: [{ body: { policyId: 'NONE', from: '2026-01-01', to: '2026-12-31' } }],
  replayQuote: [{ body: { quoteToken: 'token' } }, { as: 'acme', body: { quoteToken: 'token', as: 'now' } }],
  revertChange: [{ params: { id: '1' } }, { params: { id: '1' }, query: 'force=true' }],
  listCredentials: [{}],
  createCredential: [{ body: { kind: 'service', id: 'billing', tier: 'TIER_1' } }],
  patchCredential: [{ params: { kind: 'partner', id: 'acme' }, body: { tier: 'TIER_2' } }],
  rotateCredential: [{ params: { kind: 'partner', id: 'acme' }, body: {} }],
  revokeCredential: [{ params: { kind: 'partner', id: 'acme' } }],
  rekey: [{}],
  makeBackup: [{}],
  listDocuments: [{ params: { collection: 'zones' } }, { as: 'acme', params: { collection: 'zone-pincodes' } }],
  getDocument: [
    { params: { collection: 'zones', key: '1' } },
    { as: 'acme', params: { collection: 'zone-pincodes', key: 'acme:400001' } },
  ],
  createDocument: [{ params: { collection: 'discounts' }, body: DISCOUNT }],
  putDocument: [
    { params: { collection: 'areas', key: '999' }, body: { name: 'New', cityId: 11 } },
    { params: { collection: 'zone-pincodes', key: 'acme:400002' }, body: { zoneId: 1 } },
  ],
  patchDocument: [{ params: { collection: 'zones', key: '1' }, body: { name: 'New', geographical: { areas: [111] } } }],
  deleteDocument: [{ params: { collection: 'zone-pincodes', key: 'acme:400001' } }],
  endDocument: [{ params: { collection: 'zones', key: '1' } }],
  holdPartner: [{ params: { partnerId: 'acme' }, body: { states: [1], reason: 'Floods' } }],
  endHold: [{ params: { id: '7' } }],
  importOutcomes: [{ body: OUTCOME }],
  listOutcomes: [{ query: 'partnerId=acme' }, {}],
  summarizeRefusals: [{}],
  listCapacity: [{ query: 'partnerId=acme' }, { as: 'acme' }, {}],
  closeCapacity: [{ params: { id: '7' }, body: { until: '2030-01-01' } }],
  openCapacity: [{ params: { id: '7' } }],
  applyDocuments: [
    {
      body: [
        { collection: 'areas', document: { id: 999, name: 'New', cityId: 11 } },
        { collection: 'zone-pincodes', key: 'acme:400001', delete: true },
        { collection: 'zones', key: 1, end: true },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    },
    { query: 'replace=serviceability&partnerId=acme', body: '' },
  ],
};

/** The only entry of the change set: it gave zone 2 its name. */
const PART = (() => {
  const zoned = worldOf().zones[1]!;
  const entry = { collection: 'zones', key: zoned.id, before: { ...zoned, name: 'Former' }, after: zoned };
  return { id: entriesKeyOf(1, 0), entries: JSON.stringify([entry]) };
})();

/**
 * The documents of a store in memory, under the rules of every store. Its follower gets a deletion when
 * {@link Documents.deliver} is called, and has everything when a write or `caughtUp` resolves.
 */
class Documents {
  follower: Mirror | null = null;
  readonly #documents = new Map<CollectionName, Map<Key, object>>();
  readonly #undelivered: Change[] = [];
  #lastId = 0;

  constructor(world: World) {
    for (const [collection, documents] of Object.entries(world) as [CollectionName, object[]][])
      for (const document of documents) this.#in(collection).set(keyOf(collection, document as never), document);
  }

  /** A deletion of some document of `collection`; undefined: there is none. */
  pick(rng: Rng, collection: CollectionName): Change | undefined {
    const keys = [...this.#in(collection).keys()];
    return keys.length === 0 ? undefined : { kind: 'delete', collection, key: rng.pick(keys) };
  }

  apply(changes: readonly Change[]): void {
    for (const change of changes)
      if (change.kind === 'delete') this.#in(change.collection).delete(change.key);
      else this.#in(change.collection).set(change.key, change.document);
    this.#undelivered.push(...changes.filter(({ collection }) => CATALOG_COLLECTIONS.includes(collection as 'zones')));
  }

  /** Resolves when the follower has every change so far. */
  deliver(): void {
    if (this.#undelivered.length > 0) this.follower!.change(this.#undelivered.splice(0));
  }

  load(collections: readonly CollectionName[]): never {
    return structuredClone(
      Object.fromEntries(collections.map((collection) => [collection, [...this.#in(collection).values()]])),
    ) as never;
  }

  asStore(isShared: boolean): Store {
    const chargesOf = (partnerId: string) =>
      [...this.#in('customer-charges').values()].filter((row) => (row as CustomerCharge).partnerId === partnerId);
    const reader = {
      ...NO_DOCUMENTS,
      chargeKeys: (partnerId: string) => chargesOf(partnerId).map((row) => (row as CustomerCharge).id),
      find: (collection: CollectionName, key: Key) => this.#in(collection).get(key),
      has: (collection: CollectionName, key: Key) => this.#in(collection).has(key),
      states: () => this.#in('states').values(),
      ofOwner: (collection: CollectionName, partnerId: string) =>
        [...this.#in(collection).values()].filter(
          (document) => (document as { partnerId: string }).partnerId === partnerId,
        ),
    };
    const write = async (ops: readonly WriteOp[]): Promise<WriteResult> => {
      await turn();
      const { conflict, changes } = writeOutcomeOf({ ops, note: null }, reader as never);
      if (conflict !== null) return { ok: false, conflict };
      this.apply(changes);
      this.deliver();
      return { ok: true, changeId: null };
    };
    const get = async (collection: CollectionName, key: Key) => {
      await turn();
      return collection === 'changes' ? fixtureChange() : structuredClone(this.#in(collection).get(key));
    };
    const caughtUp = async () => this.deliver();
    const load = async (collections: readonly CollectionName[]) => {
      await turn();
      return this.load(collections);
    };
    const assignments = async () => {
      await turn();
      return { total: 0, assignments: [], unreadable: [], last: null };
    };
    const assignmentSums = async () => {
      await turn();
      return [{ key: '1', parcels: 2, costPaise: 300, codPaise: 0 }];
    };
    const outcomeSums = async function* () {
      await turn();
      yield ['400001', '110001'].map((pincode) => fixtureSums({ partnerId: 'acme', pincode }));
      await turn();
    };
    const answered =
      <T>(value: T) =>
      async () => {
        await turn();
        return value;
      };
    const changes = async () => {
      await turn();
      return [fixtureChange()];
    };
    const page = async (collection: CollectionName, lastKey: string) => {
      await turn();
      return collection === 'change-entries' && lastKey === entriesPrefixOf(1) ? [PART] : [];
    };
    const getMany = async (collection: CollectionName, keys: readonly Key[]) => {
      await turn();
      return keys.flatMap((key) => structuredClone(this.#in(collection).get(key)) ?? []);
    };
    const takeIds = async (_: string, count: number, above: number) => {
      await turn();
      return (this.#lastId = Math.max(this.#lastId, above) + count) - count + 1;
    };
    const pages = async function* (this: Documents, collection: CollectionName) {
      await turn();
      yield Object.values(this.load([collection])).flat();
    }.bind(this);
    return {
      isShared,
      write,
      takeIds,
      get,
      getMany,
      caughtUp,
      load,
      assignments,
      assignmentSums,
      outcomeSums,
      assignedParcels: answered([]),
      outcomesRevision: answered(0),
      writeOutcomes: answered(true),
      changes,
      page,
      pages,
    } as unknown as Store;
  }

  #in(collection: CollectionName): Map<Key, object> {
    if (!this.#documents.has(collection)) this.#documents.set(collection, new Map());
    return this.#documents.get(collection)!;
  }
}

/** An operator over `documents`. In a shared store a place stays in force while another document names it. */
async function operatorOf(documents: Documents, isShared: boolean, errors: unknown[]): Promise<Operator> {
  const store = documents.asStore(isShared);
  const catalog = new Catalog(() => NOON.getTime());
  const credentials = new Credentials([SECRETS_KEY]);
  documents.follower = new Mirror({
    store,
    catalog,
    credentials,
    publisher: { dirty: new Dirty(), refresh: () => {}, rested: async () => {} } as unknown as IndexPublisher,
    log: LOG,
    onRefused: () => {},
  });
  const mirror = documents.follower;
  await mirror.reset(documents.load(CATALOG_COLLECTIONS));
  const api: Api = {
    catalog,
    store,
    ids: new Ids(store, catalog, (collection) => mirror.greatestRefusedKey(collection)),
    turns: new WriteTurns(),
    now: () => NOON.getTime(),
    records: new StoredRecords((kind, id) => credentials.find(kind, id)),
    storedAnswers: new StoredAnswers(store),
    sealed: (_, document) => document,
    opened: (_, document) => document,
    seal: (credential) => credential,
    scopesOfCaller: () => new Set(SCOPES),
    async lastUses() {
      await turn();
      return [];
    },
    reseal: (alone) => alone(async () => ({ resealed: 1, left: 0 })),
    async backUp() {
      await turn();
      return { ok: true, path: 'backups/20260311T063042Z', bytes: 1, sha256: 'a'.repeat(64) };
    },
    preview: () => null,
    outcomes: { imported: turn },
    lint: {
      async report(partnerId) {
        await turn();
        return {
          partnerId,
          rateCardVersion: '0123456789abcdef',
          asOf: AT,
          findings: [],
          counts: {},
          severities: { error: 0, warning: 0 },
        };
      },
      async policyReport() {
        await turn();
        return { asOf: AT, findings: [], counts: {}, severities: { error: 0, warning: 0 } };
      },
      async difference() {
        await turn();
        return { brings: [], clears: [], errors: [], cut: 0 };
      },
    },
    replay: {
      open: () => QUESTION,
      async then() {
        await turn();
        return { ok: true, then: REFUSED, isExact: true };
      },
      now: () => REFUSED,
    },
    counters: new CountBoard(),
    chooser: { choose: () => null, isWithin: () => false },
    decisionsDays: null,
    capacityStart: { async count() {} },
    explainer: { explain: () => ({ ok: true, decision: DECISION, warnings: [] }) },
    backtests: {
      async *begin() {
        await turn();
        yield ['{}'];
      },
    },
    impact: {
      async measure() {
        await turn();
        return new ImpactSums().result();
      },
      refusals: () => ({ questions: 1, rows: [] }),
    },
    isRefused: (collection, key) => mirror.isRefused(collection, key),
    report: (error) => errors.push(error),
    unreadable: new OnceLog((error) => errors.push(error)),
    refresh: (collections) => mirror.refresh(collections),
    published: turn,
    describe: () => ({ version: '1.0.0', generationId: 1, builtAt: AT }),
    async activityOf() {
      await turn();
      return { requests: 1, succeeded: 1, failed: 0, averageMs: 1, lastAtMs: NOON.getTime(), routes: [] };
    },
  };
  return new Operator(api);
}

const compiledSchemas = new Map<TSchema, ReturnType<typeof Compile>>();
function compiled(schema: TSchema): ReturnType<typeof Compile> {
  if (!compiledSchemas.has(schema)) compiledSchemas.set(schema, Compile(schema));
  return compiledSchemas.get(schema)!;
}

/** Whether the answer is one of the contract. */
function assertSound(contract: Contract, { as }: Request, answer: OperationAnswer, label: string): void {
  if (!answer.ok) {
    const { code } = answer.failure;
    // what a document names may be gone
    const { tag, bodyFormat } = contract;
    const namesOthers = ['Documents', 'Administration'].includes(tag) || bodyFormat === 'ndjson';
    const isOfDocument = namesOthers && code === 'VALIDATION_ERROR';
    assert.ok(
      contract.errors.includes(code) || isOfDocument,
      `${label}: undocumented ${JSON.stringify(answer.failure)}`,
    );
    return;
  }
  if ('stream' in answer) {
    // lines of progress leave one by one
    const isWhole = answer.stream.first.isLast || contract.id === 'backtestAllocation';
    assert.ok((contract.isBare || contract.streams.length > 0) && isWhole, label);
    return;
  }
  if ('bytes' in answer) {
    // a copy: the native part of msgpackr reads no shared memory
    const map = unpack(Buffer.from(answer.bytes)) as { count: number };
    assert.ok(contract.isBare && map.count >= 0, label);
    return;
  }
  const schema = compiled((as === undefined ? null : contract.schemas.partnerAnswer) ?? contract.schemas.answer);
  const members = JSON.parse(`{${answer.members}}`) as unknown;
  assert.ok(schema.Check(members), `${label}: ${JSON.stringify(schema.Errors(members)).slice(0, 400)}`);
}

/** Sends the request, with `idempotencyKey` or null, and calls `between` between any two awaits. */
async function answerOf(
  operator: Operator,
  contract: Contract,
  { as, params = {}, query = '', body }: Request,
  between: () => void,
  idempotencyKey: string | null = null,
): Promise<OperationAnswer> {
  const call = {
    operationId: contract.id,
    params,
    query,
    body: body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
    caller: {
      ...(as ? { kind: 'partner', id: as } : { kind: 'service', id: 'main-system' }),
      tier: 'UNLIMITED',
      remaining: null,
    },
    requestId: 'r',
    receivedAtMs: NOON.getTime(),
    idempotencyKey,
    ifMatch: null,
    ifNoneMatch: null,
    mediaType: contract.mediaType,
    isStrict: false,
  };
  return betweenAwaits(() => operator.operate(call as never), between);
}

/** One world and one or two equal requests, with random deletions. Returns how many documents were deleted. */
async function round(contract: Contract, request: Request, rng: Rng, label: string): Promise<number> {
  const documents = new Documents(worldOf());
  const errors: unknown[] = [];
  const operator = await operatorOf(documents, rng.chance(0.5), errors);
  const share = rng.pick([0.02, 0.1, 0.3, 0.8]);
  const deleted: Change[] = [];
  const between = () => {
    if (rng.chance(share)) {
      const changes = Array.from({ length: rng.int(1, 3) }, () =>
        documents.pick(rng, rng.pick(CATALOG_COLLECTIONS)),
      ).filter((change) => change !== undefined);
      documents.apply(changes);
      deleted.push(...changes);
    }
    if (!rng.chance(0.7)) return;
    try {
      documents.deliver();
    } catch (error) {
      errors.push(error);
    }
  };
  const key = contract.creates && rng.chance(0.5) ? 'a-key' : null;
  for (let left = rng.int(1, 2); left > 0; left--) {
    const without = () => `${label}, without ${JSON.stringify(deleted)}`;
    const answer = await answerOf(operator, contract, request, between, key).catch((error: unknown) =>
      assert.fail(`${without()}: ${(error as Error).stack}`),
    );
    assertSound(contract, request, answer, without());
    assert.deepEqual(errors, [], without());
  }
  return deleted.length;
}

/** An assignment is read and changed as it was stored, whatever is gone since. */
const OF_ASSIGNMENTS: ReadonlySet<string> = new Set([
  'getShipment',
  'getDecision',
  'confirmShipment',
  'handOverShipment',
  'cancelShipment',
  'reassignShipment',
  'reassignShipments',
  'listAttempts',
]);
const TRIED = OPERATION_CONTRACTS.filter(({ id }) => !OF_ASSIGNMENTS.has(id));

describe('random deletions between any two awaits', () => {
  it('are tried with every operation', () => {
    assert.deepEqual(Object.keys(REQUESTS).sort(), TRIED.map(({ id }) => id).sort());
  });

  for (const contract of TRIED) {
    const requests = REQUESTS[contract.id] ?? [];

    it(`${contract.id} succeeds without one`, async () => {
      for (const request of requests) {
        const operator = await operatorOf(new Documents(worldOf()), true, []);
        const answer = await answerOf(operator, contract, request, () => {});
        assert.ok(answer.ok, JSON.stringify([request, answer]));
        assertSound(contract, request, answer, JSON.stringify(request));
      }
    });

    it(`${contract.id} answers as its contract says (seed ${SEED})`, async () => {
      const rng = new Rng(SEED);
      let deletions = 0;
      for (let i = 0; i < ROUNDS; i++) {
        const request = rng.pick(requests);
        deletions += await round(contract, request, rng, `round ${i}, ${JSON.stringify(request)}`);
      }
      assert.ok(deletions > 0, 'nothing was deleted');
    });
  }
});
