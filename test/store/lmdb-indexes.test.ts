/** The embedded store's secondary indexes: large ones, and those of a store that an earlier release wrote. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_ZONES_PER_PARTNER } from '../../src/limits/documents.js';
import { STORE_UPGRADE_STEP_DOCUMENTS } from '../../src/limits/store.js';
import {
  CONTRACT_COLLECTIONS,
  DATASET_COLLECTIONS,
  type AssignmentRecord,
  type ChangeSet,
} from '../../src/model/documents.js';
import type { AllDocuments } from '../../src/store/dataset/dataset.js';
import { FORMAT_VERSION } from '../../src/store/lmdb/environment.js';
import { firstChangeSet } from '../../src/store/history.js';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import { keyOf, type WriteOp } from '../../src/model/change.js';
import { callerTextOf } from '../../src/model/assignment-key.js';
import type { AssignmentPage, AssignmentPosition, AssignmentQuery, Store } from '../../src/store/port.js';
import { noContractRows } from '../reference/documents.js';
import { seededRng } from '../reference/random.js';
import { seedOf } from '../support/depth.js';
import { fixtureAssignment, fixtureDiscount, fixtureDocuments, fixturePartner, withFolder } from './fixtures.js';
import { fixtureContract } from './fixture-contract.js';
import { assertMixedHistory, leaveMixedHistory } from './mixed-history.js';
import { leaveInMeta, withRawStore } from './raw-lmdb.js';
import { insert, put } from './suite-support.js';

const SEED = seedOf(20_260_311);
const START = Date.parse('2025-01-01T00:00:00Z');
const DAY_MS = 86_400_000;
const EVER: AssignmentQuery = { partnerId: null, fromMs: 0, toMs: START + 1_000 * DAY_MS, offset: 0, limit: 5 };

describe(`an index of the LMDB store (PINRATE_TEST_SEED=${SEED})`, () => {
  it('counts and pages like a plain list', () =>
    withFolder(async (path) => {
      const rng = seededRng(SEED);
      const assignments = randomAssignments(5_000, () => rng.next());
      const store = await openLmdbStore({ path });
      await store.importAll({ ...fixtureDocuments(), assignments });
      const sorted = newestFirst(assignments);
      for (const offset of [0, 1, 2_500, assignments.length - 3, assignments.length, 1_000_000])
        await assertPage(store, sorted, { ...EVER, offset });
      for (let round = 0; round < 40; round++) {
        const fromMs = START + rng.next() * DAY_MS - 10;
        const partnerId = [null, 'swift-air', 'hill-carts'][Math.floor(rng.next() * 3)]!;
        await assertPage(store, sorted, {
          partnerId,
          fromMs: Math.floor(fromMs),
          toMs: Math.floor(fromMs + rng.next() * DAY_MS),
          offset: Math.floor(rng.next() ** 3 * 6_000),
          limit: 7,
        });
      }
      await store.close();
    }));

  it('is correct after several writes of one document in one transaction', () =>
    withFolder(async (path) => {
      const store = await openLmdbStore({ path });
      await store.importAll(fixtureDocuments());
      const at = (day: number, partnerId = 'swift-air') => ({
        ...fixtureAssignment('A'),
        partnerId,
        createdAt: new Date(START + day * DAY_MS).toISOString(),
      });
      const results = await Promise.all([
        store.write([insert('assignments', at(1))]),
        store.write([put('assignments', at(2))]),
        store.write([put('assignments', at(3, 'hill-carts'))]),
        store.write([{ kind: 'delete', collection: 'assignments', key: 'A' }]),
        store.write([insert('assignments', at(4))]),
        store.write([put('assignments', at(5))]),
      ]);
      assert.ok(results.every((result) => result.ok));
      assert.deepEqual(await store.assignments(EVER), { total: 1, assignments: [at(5)], unreadable: [], last: null });
      assert.deepEqual(await store.assignments({ ...EVER, partnerId: 'swift-air' }), {
        total: 1,
        assignments: [at(5)],
        unreadable: [],
        last: null,
      });
      assert.equal((await store.assignments({ ...EVER, partnerId: 'hill-carts' })).total, 0);
      await store.close();
    }));

  it('accepts the longest keys that documents may have', () =>
    withFolder(async (path) => {
      const store = await openLmdbStore({ path });
      const partnerId = 'p'.repeat(50);
      const assignment = { ...fixtureAssignment('x'.repeat(1_900)), assignmentId: 'ASG', partnerId };
      await store.importAll({ ...fixtureDocuments(), partners: [fixturePartner(partnerId)] });
      assert.deepEqual(await store.write([insert('assignments', assignment)]), { ok: true, changeId: null });
      assert.deepEqual(await store.assignments({ ...EVER, partnerId }), {
        total: 1,
        assignments: [assignment],
        unreadable: [],
        last: null,
      });
      const caller = { kind: 'service', id: '\u0fff'.repeat(100) } as const;
      const withCaller = { ...assignment, shipmentId: 'x'.repeat(1_900 - 'service:/'.length - 300), caller };
      assert.deepEqual(await store.write([insert('assignments', withCaller)]), { ok: true, changeId: null });
      assert.deepEqual((await store.assignments({ ...EVER, partnerId })).assignments, [assignment, withCaller]);
      await assert.rejects(
        store.write([insert('assignments', { ...withCaller, shipmentId: `${withCaller.shipmentId}x` })]),
        /more than 1900 bytes/,
      );
      await store.close();
    }));
});

describe('a store of format version 1', () => {
  it('is upgraded when it is opened, and keeps everything in it', () =>
    withFolder(async (path) => {
      const rng = seededRng(SEED);
      const assignments = randomAssignments(STORE_UPGRADE_STEP_DOCUMENTS + 50, () => rng.next());
      await writeVersion1(path, { ...fixtureDocuments(), assignments });
      const store = await openLmdbStore({ path });
      assert.equal(await store.isEmpty(), false);
      const sorted = newestFirst(assignments);
      await assertPage(store, sorted, EVER);
      await assertPage(store, sorted, { ...EVER, partnerId: 'hill-carts', offset: 100 });
      assert.equal((await store.load(['pincodes'])).pincodes.length, 6);
      assert.deepEqual(await store.get('discounts', 1), fixtureDiscount(1, 0.5, 2));
      await store.write([insert('assignments', { ...fixtureAssignment('new'), createdAt: '2026-01-01T00:00:00Z' })]);
      await store.ping();
      await store.close();
      assert.equal(await formatOf(path), FORMAT_VERSION);

      const again = await openLmdbStore({ path });
      assert.deepEqual(
        (await again.assignments({ ...EVER, limit: 1 })).assignments.map(({ shipmentId }) => shipmentId),
        ['new'],
      );
      assert.equal((await again.assignments(EVER)).total, assignments.length + 1);
      await again.close();
    }));

  it('is upgraded from the beginning after an interrupted upgrade', () =>
    withFolder(async (path) => {
      await writeVersion1(path, { ...fixtureDocuments(), assignments: [fixtureAssignment('A')] });
      await withRawStore(path, (database) => {
        database('assignments-by-time').putSync([START, 'taken away since'], null);
        database('assignments-by-partner').putSync(['swift-air', START, 'taken away since'], null);
      });
      const store = await openLmdbStore({ path });
      assert.deepEqual(await store.assignments(EVER), {
        total: 1,
        assignments: [fixtureAssignment('A')],
        unreadable: [],
        last: null,
      });
      assert.deepEqual(await store.assignments({ ...EVER, partnerId: 'swift-air' }), {
        total: 1,
        assignments: [fixtureAssignment('A')],
        unreadable: [],
        last: null,
      });
      await store.close();
    }));

  it('is upgraded when it is empty', () =>
    withFolder(async (path) => {
      await writeVersion1(path, null);
      const store = await openLmdbStore({ path });
      assert.equal(await store.isEmpty(), true);
      assert.equal((await store.assignments(EVER)).total, 0);
      await store.close();
      assert.equal(await formatOf(path), FORMAT_VERSION);
    }));
});

describe('a store of format version 2', () => {
  it('keeps its assignments, which are not JSON, in addition to new ones', () =>
    withFolder(async (path) => {
      const former = await openLmdbStore({ path });
      await former.importAll(fixtureDocuments());
      await former.write([insert('assignments', fixtureAssignment('former'))]);
      await former.close();
      await withRawStore(path, (database) => {
        database('assignments').putSync('former', fixtureAssignment('former'));
        database('meta').putSync('formatVersion', 2);
      });

      const store = await openLmdbStore({ path });
      assert.deepEqual(await store.write([insert('assignments', fixtureAssignment('new'))]), {
        ok: true,
        changeId: null,
      });
      const kept = [fixtureAssignment('former'), fixtureAssignment('new')];
      assert.deepEqual(
        await Promise.all(['former', 'new'].map((shipmentId) => store.get('assignments', shipmentId))),
        kept,
      );
      assert.deepEqual((await store.load(['assignments'])).assignments, kept);
      assert.deepEqual(
        (
          await store.assignments({
            partnerId: 'swift-air',
            fromMs: 0,
            toMs: Number.MAX_SAFE_INTEGER,
            offset: 0,
            limit: 10,
          })
        ).assignments,
        kept.toReversed(),
      );
      assert.deepEqual(
        (await store.write([insert('assignments', fixtureAssignment('former'))])).ok,
        false,
        'assigned once',
      );
      await store.close();
      assert.equal(await formatOf(path), FORMAT_VERSION, 'earlier releases could not read the new assignment');
    }));
});

describe('a store of format version 3', () => {
  const CALLER = 'service:main-system';

  it('keeps its assignments, which have no caller, under their keys and in listings', () =>
    withFolder(async (path) => {
      const former = await openLmdbStore({ path });
      await former.importAll(fixtureDocuments());
      await former.close();
      await withRawStore(path, (database) => {
        // as that release stored it: under its shipmentId, and in its indexes by moment and shipmentId
        database('assignments').putSync('former', fixtureAssignment('former'));
        database('assignments-by-time').putSync([START, 'former'], null);
        database('assignments-by-partner').putSync(['swift-air', START, 'former'], null);
        database('meta').putSync('formatVersion', 3);
      });

      const store = await openLmdbStore({ path });
      assert.deepEqual(await store.get('assignments', 'former'), fixtureAssignment('former'));
      const taken = { ok: false, conflict: { reason: 'KEY_TAKEN', collection: 'assignments', key: 'former' } };
      assert.deepEqual(await store.write([insert('assignments', fixtureAssignment('former', CALLER))]), taken);
      assert.deepEqual(await store.write([insert('assignments', fixtureAssignment('new', CALLER))]), {
        ok: true,
        changeId: null,
      });
      const kept = [fixtureAssignment('new', CALLER), fixtureAssignment('former')];
      assert.deepEqual(await store.assignments(EVER), { total: 2, assignments: kept, unreadable: [], last: null });
      assert.deepEqual(await store.assignments({ ...EVER, partnerId: 'swift-air' }), {
        total: 2,
        assignments: kept,
        unreadable: [],
        last: null,
      });
      await store.close();
      assert.equal(await formatOf(path), FORMAT_VERSION, 'earlier releases would assign a caller’s shipment again');
    }));
});

describe('a store of format version 4', () => {
  it('gets the collections of contract rate cards, and keeps everything else', () =>
    withFolder(async (path) => {
      const former = await openLmdbStore({ path });
      await former.importAll({ ...fixtureDocuments(), ...noContractRows() });
      assert.deepEqual(await former.write([insert('assignments', fixtureAssignment('former', 'service:shop'))]), {
        ok: true,
        changeId: null,
      });
      await former.close();
      await withRawStore(path, (database) => {
        for (const collection of CONTRACT_COLLECTIONS) database(collection).dropSync();
        database('meta').putSync('formatVersion', 4);
      });

      const store = await openLmdbStore({ path });
      assert.equal(await store.isEmpty(), false);
      const { assignments } = await store.assignments(EVER);
      assert.deepEqual(assignments, [fixtureAssignment('former', 'service:shop')]);
      for (const collection of CONTRACT_COLLECTIONS) {
        const [document] = fixtureContract()[collection];
        assert.deepEqual(await store.page(collection, null, 10), [], collection);
        assert.deepEqual(
          await store.write([insert(collection, document as never)]),
          { ok: true, changeId: null },
          collection,
        );
        assert.deepEqual(await store.get(collection, document!.id), document);
      }
      await store.close();
      assert.equal(await formatOf(path), FORMAT_VERSION, 'earlier releases would price without them');
    }));
});

describe('the rules of a partner in the LMDB store', () => {
  const zone = (id: number, partnerId: string) => ({ ...fixtureDocuments().zones[0]!, id, partnerId });
  const discount = (id: number, from: number, partnerId = 'swift-air') => ({
    ...fixtureDiscount(id, from, from + 1),
    partnerId,
  });
  const tooMany = (collection: string) => ({ ok: false, conflict: { reason: 'REFERENCE', collection } });

  /** A write's outcome without the message of its fault. */
  async function outcome(store: Store, ...ops: WriteOp[]) {
    const result = await store.write(ops);
    return result.ok
      ? result
      : {
          ok: false,
          conflict: {
            reason: result.conflict.reason,
            ...('collection' in result.conflict && { collection: result.conflict.collection }),
          },
        };
  }

  it('count its own zones only, whatever was written, moved or removed before', () =>
    withFolder(async (path) => {
      const zones = Array.from({ length: MAX_ZONES_PER_PARTNER }, (_, index) => zone(1_000 + index, 'swift-air'));
      let store = await openLmdbStore({ path });
      await store.importAll({ ...fixtureDocuments(), zones, 'zone-pincodes': [], packages: [] });
      for (let round = 0; round < 2; round++) {
        assert.deepEqual(await outcome(store, insert('zones', zone(1, 'swift-air'))), tooMany('zones'));
        assert.deepEqual(await outcome(store, insert('zones', zone(2, 'hill-carts'))), { ok: true, changeId: null });
        assert.deepEqual(await outcome(store, put('zones', zone(2, 'swift-air'))), tooMany('zones'), 'moved to it');
        assert.deepEqual(
          await outcome(store, put('zones', zone(1_000, 'hill-carts'))),
          { ok: true, changeId: null },
          'moved away',
        );
        assert.deepEqual(await outcome(store, insert('zones', zone(1, 'swift-air'))), { ok: true, changeId: null });
        assert.deepEqual(await outcome(store, insert('zones', zone(3, 'swift-air'))), tooMany('zones'));
        assert.deepEqual(
          await outcome(
            store,
            { kind: 'delete', collection: 'zones', key: 1 },
            { kind: 'delete', collection: 'zones', key: 2 },
          ),
          { ok: true, changeId: null },
        );
        assert.deepEqual(await outcome(store, put('zones', zone(1_000, 'swift-air'))), { ok: true, changeId: null });
        await store.close();
        // the next round starts from a store that an earlier release wrote
        await withRawStore(path, (database) => {
          for (const entry of [...database('partner-ruled-by-partner').getKeys()])
            database('partner-ruled-by-partner').removeSync(entry);
          database('meta').putSync('formatVersion', 2);
        });
        store = await openLmdbStore({ path });
      }
      await store.close();
    }));

  it('see the changes of other writes in their transaction', () =>
    withFolder(async (path) => {
      const store = await openLmdbStore({ path });
      await store.importAll({ ...fixtureDocuments(), discounts: [] });
      const results = await Promise.all([
        outcome(store, insert('discounts', discount(1, 1))),
        outcome(store, insert('discounts', discount(2, 1.5))),
        outcome(store, insert('discounts', discount(3, 1.5, 'hill-carts'))),
        outcome(store, { kind: 'delete', collection: 'discounts', key: 1 }),
        outcome(store, insert('discounts', discount(4, 1.5))),
      ]);
      assert.deepEqual(results, [
        { ok: true, changeId: null },
        { ok: false, conflict: { reason: 'DISCOUNT_OVERLAP' } },
        { ok: true, changeId: null },
        { ok: true, changeId: null },
        { ok: true, changeId: null },
      ]);
      await store.close();
    }));
});

describe('a store of format version 6', () => {
  it('says afterwards what partners see of each change set, also when an upgrade was interrupted', () =>
    withFolder(async (path) => {
      const former = await openLmdbStore({ path });
      await former.importAll({ ...fixtureDocuments(), changes: [firstChangeSet('import', START)] });
      const expected = await leaveMixedHistory(former);
      await former.close();
      await withRawStore(path, (database) => {
        const changes = database('changes');
        for (const { key, value } of [...changes.getRange()]) {
          const { views, ...set } = value as ChangeSet;
          // the last one was judged before the upgrade was interrupted
          if (key !== expected.length) changes.putSync(key, set);
          else assert.notDeepEqual(views, []);
        }
        database('changes-by-partner').clearSync();
        database('meta').putSync('formatVersion', 6);
      });

      const store = await openLmdbStore({ path });
      await assertMixedHistory(store, expected);
      await store.close();
      assert.equal(await formatOf(path), FORMAT_VERSION);
    }));
});

describe('a store of format version 7', () => {
  it('finds the customer charges of a partner afterwards', () =>
    withFolder(async (path) => {
      const [, charge] = fixtureDocuments()['customer-charges'];
      const fuel = { ...charge!, id: 900, customerId: null, type: 'fsc' as const, chargeType: 'percentage' as const };
      const charges = [...fixtureDocuments()['customer-charges'], { ...fuel, value: 5, of: ['LATE'] }];
      const former = await openLmdbStore({ path });
      await former.importAll({ ...fixtureDocuments(), 'customer-charges': charges });
      await former.close();
      await withRawStore(path, (database) => {
        const index = database('partner-ruled-by-partner');
        const keys = [...index.getKeys({})].filter((key) => (key as unknown as string[])[0] === 'customer-charges');
        assert.equal(keys.length, charges.length);
        for (const key of keys) index.removeSync(key);
        database('meta').putSync('formatVersion', 7);
      });

      const store = await openLmdbStore({ path });
      const [surcharge] = fixtureContract().surcharges;
      const late = { ...surcharge!, id: 901, partnerId: fuel.partnerId, code: 'LATE', order: 950, group: null };
      const written = await store.write([insert('surcharges', late)]);
      assert.equal(!written.ok && written.conflict.reason, 'REFERENCE');
      await store.close();
      assert.equal(await formatOf(path), FORMAT_VERSION);
    }));
});

describe('a store of format version 9', () => {
  it('has the sums of all assignments that can be read afterwards, also when an upgrade was interrupted', () =>
    withFolder(async (path) => {
      const rng = seededRng(SEED);
      const assignments = randomAssignments(STORE_UPGRADE_STEP_DOCUMENTS + 50, () => rng.next());
      const former = await openLmdbStore({ path });
      await former.importAll({ ...fixtureDocuments(), assignments });
      await former.close();
      await withRawStore(path, (database) => {
        database('assignment-sums').clearSync();
        database('assignment-sums').putSync(['', 20_000], [[['swift-air', 7, 7, 7]], [], [], []]);
        // damaged: no reader understands it
        database('assignments').putSync('damaged', 'text');
        database('meta').putSync('formatVersion', 9);
      });

      const store = await openLmdbStore({ path });
      const everything = { partnerId: null, fromDay: 0, toDay: 40_000, nowMs: START, stateOf: () => null } as const;
      const found = await store.assignmentSums({ ...everything, by: 'partner' });
      const parcels = Object.fromEntries(found.map((sums) => [sums.key, sums.parcels]));
      const expected: Record<string, number> = {};
      for (const { partnerId } of assignments) expected[partnerId] = (expected[partnerId] ?? 0) + 1;
      assert.deepEqual(parcels, expected);
      await store.close();
      assert.equal(await formatOf(path), FORMAT_VERSION);
    }));
});

describe('a store of format version 11', () => {
  it('finds assignments by the number of the courier afterwards', () =>
    withFolder(async (path) => {
      const at = new Date(START).toISOString();
      const confirmed: AssignmentRecord = {
        ...fixtureAssignment('numbered', 'service:a'),
        life: { state: 'CONFIRMED', attempt: 1, at, awb: '77', confirmedAt: at },
      };
      const former = await openLmdbStore({ path });
      await former.importAll({ ...fixtureDocuments(), assignments: [confirmed, fixtureAssignment('plain')] });
      await former.close();
      await withRawStore(path, (database) => {
        database('assignments-by-awb').clearSync();
        database('assignments').putSync('damaged', 'text');
        database('meta').putSync('formatVersion', 11);
      });

      const store = await openLmdbStore({ path });
      const found = await store.assignedParcels([], [{ partnerId: confirmed.partnerId, awb: '77' }]);
      assert.deepEqual(
        found.map(({ key, awb }) => [key, awb]),
        [['service:a/numbered', '77']],
      );
      await store.close();
      assert.equal(await formatOf(path), FORMAT_VERSION);
    }));
});

describe('a store of a later format version', () => {
  it('is refused and not changed', () =>
    withFolder(async (path) => {
      await (await openLmdbStore({ path })).close();
      await leaveInMeta(path, 'formatVersion', FORMAT_VERSION + 1);
      await assert.rejects(
        openLmdbStore({ path }),
        new RegExp(`format version ${FORMAT_VERSION + 1}, this release reads up to version ${FORMAT_VERSION}`),
      );
      assert.equal(await formatOf(path), FORMAT_VERSION + 1);
    }));
});

/** The databases as releases before the indexes wrote them; `documents` null: nothing was imported yet. */
async function writeVersion1(path: string, documents: AllDocuments | null): Promise<void> {
  await withRawStore(path, (database) => {
    const meta = database('meta');
    meta.putSync('formatVersion', 1);
    for (const collection of DATASET_COLLECTIONS) {
      const table = database(collection);
      table.transactionSync(() => {
        for (const document of documents?.[collection] ?? []) table.putSync(keyOf(collection, document), document);
      });
    }
    if (documents !== null) meta.putSync('imported', true);
  });
}

const formatOf = (path: string): Promise<unknown> =>
  withRawStore(path, (database) => database('meta').get('formatVersion'));

/** Assignments of one day and two partners; many of them have the same moment. */
function randomAssignments(count: number, random: () => number): AssignmentRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    ...fixtureAssignment(`S${Math.floor(random() * 1_000_000)}-${index}`),
    partnerId: random() < 0.7 ? 'swift-air' : 'hill-carts',
    createdAt: new Date(START + Math.floor(random() * 2_000) * 43_200).toISOString(),
  }));
}

function newestFirst(assignments: readonly AssignmentRecord[]): AssignmentRecord[] {
  return assignments.toSorted(
    (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || (a.shipmentId < b.shipmentId ? 1 : -1),
  );
}

const positionOf = ({ createdAt, shipmentId, caller }: AssignmentRecord): AssignmentPosition => ({
  atMs: Date.parse(createdAt),
  shipmentId,
  callerText: callerTextOf(caller),
});

async function assertPage(store: Store, sorted: readonly AssignmentRecord[], query: AssignmentQuery): Promise<void> {
  const { partnerId, fromMs, toMs, offset, limit } = query;
  const all = sorted.filter(
    (row) =>
      (partnerId === null || row.partnerId === partnerId)
      && Date.parse(row.createdAt) >= fromMs
      && Date.parse(row.createdAt) < toMs,
  );
  const page = all.slice(offset, offset + limit);
  const last = offset + limit < all.length ? positionOf(page.at(-1)!) : null;
  const expected: AssignmentPage = { total: all.length, assignments: page, unreadable: [], last };
  assert.deepEqual(await store.assignments(query), expected, JSON.stringify(query));
  // the rows behind the last one are those of the next page
  if (last === null) return;
  const next = { ...query, after: last, offset: 0 };
  const behind = all.slice(offset + limit, offset + 2 * limit);
  assert.deepEqual((await store.assignments(next)).assignments, behind, JSON.stringify(next));
}
