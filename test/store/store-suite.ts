/**
 * The requirements for every store adapter. An adapter's test calls this with a function that opens a new, empty store.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  DATASET_COLLECTIONS,
  type CollectionName,
  type Credential,
  type Documents,
} from '../../src/model/documents.js';
import { toJson } from '../../src/json.js';
import { keyOf, type Change, type Conflict, type Key, type WriteOp } from '../../src/model/change.js';
import { type Store } from '../../src/store/port.js';
import {
  fixtureAssignment,
  fixtureDiscount,
  fixtureDocuments,
  fixturePartner,
  fixtureZone,
  fixtureZonePincode,
} from './fixtures.js';
import { countersSuite } from './counters-suite.js';
import { historySuite } from './history-suite.js';
import { idsSuite } from './ids-suite.js';
import { decisionsSuite } from './decisions-suite.js';
import { outcomesSuite } from './outcomes-suite.js';
import { idempotencySuite } from './idempotency-suite.js';
import { listingSuite } from './listing-suite.js';
import { sumsSuite } from './sums-suite.js';
import { longWriteSuite } from './long-write-suite.js';
import { insert, useStore, watch, watchUntil, put } from './suite-support.js';

/** `open` returns a store to which nothing has been written; the suite closes it. */
export function storeSuite(name: string, open: () => Promise<Store>): void {
  describe(`${name}: import and reading`, () => {
    const opened = useStore(open);

    it('is empty until an import is complete', async () => {
      const store = opened();
      assert.equal(await store.isEmpty(), true);
      assert.deepEqual(await store.load(['states', 'partners']), { states: [], partners: [] });
      await store.importAll(fixtureDocuments());
      assert.equal(await store.isEmpty(), false);
    });

    it('is not empty once documents written one by one are declared complete', async () => {
      const store = await open();
      const { states, partners } = fixtureDocuments();
      await store.write([
        ...states.map((document) => insert('states', document)),
        ...partners.map((document) => insert('partners', document)),
      ]);
      assert.equal(await store.isEmpty(), true);
      await store.completeImport();
      assert.equal(await store.isEmpty(), false);
      assert.equal((await store.load(['partners'])).partners.length, partners.length);
      await store.close();
    });

    it('loads what was imported', async () => {
      const loaded = await opened().load(DATASET_COLLECTIONS);
      const imported = fixtureDocuments();
      for (const collection of DATASET_COLLECTIONS)
        assert.deepEqual(byKey(collection, loaded[collection]), byKey(collection, imported[collection]));
    });

    it('loads only the requested collections', async () => {
      assert.deepEqual(Object.keys(await opened().load(['zones'])), ['zones']);
    });

    it('gets one document by its key, and undefined when there is none', async () => {
      const store = opened();
      assert.equal((await store.get('pincodes', '110001'))?.cityId, 1);
      assert.equal((await store.get('zone-pincodes', 'swift-air/110001'))?.zoneId, 1);
      assert.equal((await store.get('credentials', 'partner/swift-air'))?.tier, 'TIER_1');
      assert.equal(await store.get('pincodes', '999999'), undefined);
      assert.equal(await store.get('assignments', 'x'.repeat(5_000)), undefined);
    });

    it('replaces the credentials of which another is returned, each once', async () => {
      const store = await open();
      await store.importAll(fixtureDocuments());
      const seal = (credential: Credential): Credential => {
        if (credential.secrets.every(({ secret }) => secret === undefined)) return credential;
        return {
          ...credential,
          secrets: credential.secrets.map(({ version }) => ({ version, ciphertext: `of ${credential.id}` })),
        };
      };
      const counts = await Promise.all([store.seal(seal), store.seal(seal)]);
      assert.deepEqual(counts.toSorted(), [0, 2]);
      assert.equal(await store.seal(seal), 0);
      const { credentials } = await store.load(['credentials']);
      assert.deepEqual(
        byKey('credentials', credentials),
        byKey('credentials', fixtureDocuments().credentials.map(seal)),
      );
      await store.close();
    });

    it('replaces everything in another import', async () => {
      const store = opened();
      const documents = { ...fixtureDocuments(), discounts: [fixtureDiscount(9, 1, 2)] };
      await store.importAll(documents);
      assert.deepEqual((await store.load(['discounts'])).discounts, [fixtureDiscount(9, 1, 2)]);
    });

    it('returns a collection page by page, each document once, in the order of the keys', async () => {
      const store = opened();
      const all = new Map(
        (await store.load(['zone-pincodes']))['zone-pincodes'].map((document) => [
          keyOf('zone-pincodes', document),
          document,
        ]),
      );
      const paged: Documents['zone-pincodes'][] = [];
      for (let lastKey: Key | null = null; ;) {
        const page: Documents['zone-pincodes'][] = await store.page('zone-pincodes', lastKey, 1);
        if (page.length === 0) break;
        paged.push(...page);
        lastKey = keyOf('zone-pincodes', page.at(-1)!);
      }
      assert.deepEqual(
        paged,
        [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, document]) => document),
      );
      assert.deepEqual(await store.page('discounts', null, 10), [fixtureDiscount(9, 1, 2)]);
      assert.deepEqual(await store.page('discounts', 9, 10), []);
      assert.deepEqual(
        (await store.page('partners', 'a', 1_000)).map(({ partnerId }) => partnerId),
        (await store.load(['partners'])).partners.map(({ partnerId }) => partnerId).sort(),
      );
    });

    it('returns pages of one moment, whatever is written meanwhile', async () => {
      const store = opened();
      const former = await store.page('zone-pincodes', null, 1_000);
      const read: Documents['zone-pincodes'][] = [];
      for await (const page of store.pages('zone-pincodes', null, 1)) {
        assert.equal(page.length, 1);
        read.push(...page);
        const key = keyOf('zone-pincodes', former.at(-read.length)!);
        if (read.length === 1) await store.write([{ kind: 'delete', collection: 'zone-pincodes', key }]);
      }
      assert.deepEqual(read, former);
      assert.deepEqual(await store.page('zone-pincodes', null, 1_000), former.slice(0, -1));
      await store.write([put('zone-pincodes', former.at(-1)!)]);
    });

    it('returns pages of one partner’s entries, and none of a collection without documents', async () => {
      const store = opened();
      const pagesOf = async (collection: 'zone-pincodes' | 'changes', partnerId: string | null) => {
        const found: object[] = [];
        for await (const page of store.pages(collection, partnerId, 2)) found.push(...page);
        return found;
      };
      const all = await store.page('zone-pincodes', null, 1_000);
      const { partnerId } = all[0]!;
      const own = all.filter((entry) => entry.partnerId === partnerId);
      assert.deepEqual(await pagesOf('zone-pincodes', partnerId), own);
      assert.ok(own.length > 0 && own.length < all.length);
      assert.deepEqual(await pagesOf('zone-pincodes', 'nobody'), []);
    });

    it('ends pages that nobody reads on when it closes', async () => {
      const store = await open();
      await store.importAll(fixtureDocuments());
      const pages = store.pages('zone-pincodes', null, 1)[Symbol.asyncIterator]();
      assert.equal((await pages.next()).value.length, 1);
      await store.close();
      await assert.rejects(async () => pages.next(), /closed/);
    });

    it('answers a ping', async () => {
      await opened().ping();
    });
  });

  describe(`${name}: writes`, () => {
    const opened = useStore(async () => {
      const store = await open();
      await store.importAll(fixtureDocuments());
      return store;
    });
    const write = (...ops: WriteOp[]) => opened().write(ops);

    it('accepts the text of an assignment in place of the assignment', async () => {
      const assignment = {
        shipmentId: 'TEXT',
        cost: 88.5,
        stops: [{ city: 'तिरुवनंतपुरम', at: null }],
        note: 'a "quoted" \\ \u2028 line',
      };
      const document = fixtureAssignment('TEXT');
      assert.deepEqual(await opened().write([{ kind: 'insert-assignment', document, text: toJson(assignment) }]), {
        ok: true,
        changeId: null,
      });
      const whole = { ...document, assignment };
      assert.deepEqual(await opened().get('assignments', 'TEXT'), whole);
      assert.deepEqual(await opened().page('assignments', null, 10), [whole]);
      assert.deepEqual(await write({ kind: 'delete', collection: 'assignments', key: 'TEXT' }), {
        ok: true,
        changeId: null,
      });
    });

    it('inserts, replaces and deletes', async () => {
      assert.deepEqual(await write(insert('assignments', fixtureAssignment('S1'))), { ok: true, changeId: null });
      assert.deepEqual(await opened().get('assignments', 'S1'), fixtureAssignment('S1'));
      const changed = { ...fixtureAssignment('S1'), requestHash: 'f'.repeat(64) };
      assert.deepEqual(await write({ kind: 'put', collection: 'assignments', document: changed }), {
        ok: true,
        changeId: null,
      });
      assert.deepEqual(await opened().get('assignments', 'S1'), changed);
      assert.deepEqual(await write({ kind: 'delete', collection: 'assignments', key: 'S1' }), {
        ok: true,
        changeId: null,
      });
      assert.equal(await opened().get('assignments', 'S1'), undefined);
    });

    it('refuses to insert a key that is taken, also within one write', async () => {
      assert.deepEqual(
        await write(insert('zones', fixtureZone(1, 'swift-air', { states: [], cities: [], areas: [] }))),
        { ok: false, conflict: { reason: 'KEY_TAKEN', collection: 'zones', key: 1 } },
      );
      assert.deepEqual(
        await write(insert('assignments', fixtureAssignment('S2')), insert('assignments', fixtureAssignment('S2'))),
        { ok: false, conflict: { reason: 'KEY_TAKEN', collection: 'assignments', key: 'S2' } },
      );
      assert.equal(await opened().get('assignments', 'S2'), undefined);
    });

    it('keeps a pincode in one zone of a partner, and allows another partner to have it', async () => {
      assert.deepEqual(await write(insert('zone-pincodes', fixtureZonePincode(2, '110001'))), {
        ok: false,
        conflict: { reason: 'KEY_TAKEN', collection: 'zone-pincodes', key: 'swift-air/110001' },
      });
      assert.deepEqual(
        await write(insert('zone-pincodes', { ...fixtureZonePincode(3, '110001'), partnerId: 'hill-carts' })),
        { ok: true, changeId: null },
      );
    });

    it('writes all ops or none', async () => {
      const result = await write(
        insert('zone-pincodes', fixtureZonePincode(1, '110002')),
        { kind: 'delete', collection: 'zone-pincodes', key: 'swift-air/400001' },
        insert('zone-pincodes', fixtureZonePincode(1, '110001')),
      );
      assert.equal(result.ok, false);
      assert.equal(await opened().get('zone-pincodes', 'swift-air/110002'), undefined);
      assert.notEqual(await opened().get('zone-pincodes', 'swift-air/400001'), undefined);
    });

    it('refuses a reference to a missing document or to one that belongs elsewhere', async () => {
      assert.deepEqual(await write(insert('zone-pincodes', fixtureZonePincode(1, '999999'))), {
        ok: false,
        conflict: {
          reason: 'REFERENCE',
          collection: 'zone-pincodes',
          key: 'swift-air/999999',
          field: 'pincode',
          message: 'there is no pincode 999999',
        },
      });
      assert.deepEqual(await write(insert('zone-pincodes', fixtureZonePincode(3, '110002'))), {
        ok: false,
        conflict: {
          reason: 'REFERENCE',
          collection: 'zone-pincodes',
          key: 'swift-air/110002',
          field: 'zoneId',
          message: 'zone 3 belongs to partner hill-carts, not swift-air',
        },
      });
      const stranger = await write({
        kind: 'put',
        collection: 'partners',
        document: { ...fixturePartner('stranger'), gstStateCode: '99' },
      });
      assert.equal(!stranger.ok && stranger.conflict.reason === 'REFERENCE' && stranger.conflict.field, 'gstStateCode');
      assert.equal(await opened().get('partners', 'stranger'), undefined);
    });

    it('accepts a reference to what the same write puts, in any order, but not to what it deletes', async () => {
      const zone = fixtureZone(10, 'swift-air', { states: [], cities: [], areas: [1] });
      assert.deepEqual(await write(insert('zone-pincodes', fixtureZonePincode(10, '110002')), insert('zones', zone)), {
        ok: true,
        changeId: null,
      });
      const result = await write(
        { kind: 'delete', collection: 'zones', key: 10 },
        { kind: 'put', collection: 'zone-pincodes', document: fixtureZonePincode(10, '110002') },
      );
      assert.equal(!result.ok && result.conflict.reason, 'REFERENCE');
    });

    describe('percentages of codes', () => {
      const AT = '2026-03-01T00:00:00.000Z';
      const surcharge = (id: number, code: string, order: number, partnerId: string | null = 'swift-air') => ({
        ...{ id, partnerId, code, label: code, basis: 'FLAT' as const, value: 10, order, status: true },
        createdAt: AT,
      });
      const fuel = (id: number, of: string[]) => ({
        ...{ id, partnerId: 'swift-air', type: 'fsc' as const, chargeType: 'percentage' as const, value: 5 },
        ...{ status: true, of, createdAt: AT },
      });
      const fault = async (...ops: WriteOp[]): Promise<string | null> => {
        const written = await write(...ops);
        if (written.ok) return null;
        assert.equal(written.conflict.reason, 'REFERENCE');
        const { collection, key, field } = written.conflict as Conflict & { reason: 'REFERENCE' };
        return `${collection}/${key} ${field}`;
      };

      it('are refused when the code comes later, whichever of the two is written last, or both at once', async () => {
        assert.equal(await fault(insert('surcharges', surcharge(950, 'LATER', 950))), null);
        assert.equal(await fault(insert('customer-charges', fuel(950, ['LATER']))), 'customer-charges/950 of[0]');
        assert.equal(await fault(insert('customer-charges', fuel(950, ['SOONER']))), null);
        assert.equal(await fault(insert('surcharges', surcharge(951, 'SOONER', 950))), 'surcharges/951 order');
        assert.equal(await fault(insert('surcharges', surcharge(951, 'SOONER', 950, null))), 'surcharges/951 order');
        assert.equal(await fault(insert('surcharges', surcharge(951, 'SOONER', 950, 'hill-carts'))), null);
        assert.equal(
          await fault(
            insert('surcharges', surcharge(952, 'BOTH', 950)),
            insert('customer-charges', fuel(951, ['BOTH'])),
          ),
          'customer-charges/951 of[0]',
        );
        assert.equal(
          await fault(
            insert('surcharges', surcharge(952, 'BOTH', 10)),
            insert('customer-charges', fuel(951, ['BOTH'])),
          ),
          null,
        );
      });
    });

    it('refuses an attribute whose zone has no such service', async () => {
      const zone = fixtureZone(930, 'swift-air', { states: [], cities: [], areas: [1] });
      const services = [...zone.services, { serviceTypeId: 'ODA' as const, isAvailable: true, baseCharge: 5 }];
      const entry = { ...fixtureZonePincode(930, '110002'), attributes: ['ODA' as const] };
      const refused = await write(insert('zones', zone), put('zone-pincodes', entry));
      assert.equal(!refused.ok && refused.conflict.reason, 'REFERENCE');
      assert.equal((await write(insert('zones', { ...zone, services }), put('zone-pincodes', entry))).ok, true);
    });

    it('refuses an overlapping active discount and names the one that it overlaps', async () => {
      assert.deepEqual(await write(insert('discounts', fixtureDiscount(20, 4.999, 9))), {
        ok: false,
        conflict: { reason: 'DISCOUNT_OVERLAP', key: 20, overlaps: 2 },
      });
      assert.deepEqual(
        await write(insert('discounts', fixtureDiscount(20, 0.1, 100))).then((result) => result.ok),
        false,
      );
      assert.equal(await opened().get('discounts', 20), undefined);
    });

    it('allows discounts that share a bound, are inactive, or belong to another partner', async () => {
      assert.deepEqual(await write(insert('discounts', fixtureDiscount(21, 5, 9))), { ok: true, changeId: null });
      assert.deepEqual(await write(insert('discounts', { ...fixtureDiscount(22, 0.1, 100), status: false })), {
        ok: true,
        changeId: null,
      });
      assert.deepEqual(
        await write(insert('discounts', { ...fixtureDiscount(23, 0.1, 100), partnerId: 'hill-carts' })),
        { ok: true, changeId: null },
      );
    });

    it('allows discounts of one weight in succession, and refuses one that overlaps either', async () => {
      const year = (id: number, number: number) => ({
        ...fixtureDiscount(id, 500, 600),
        validFrom: `${number}-01-01T00:00:00.000Z`,
        validTo: `${number}-12-31T23:59:59.999Z`,
      });
      assert.deepEqual(await write(insert('discounts', year(40, 2031))), { ok: true, changeId: null });
      assert.deepEqual(await write(insert('discounts', year(41, 2032))), { ok: true, changeId: null });
      const conflict = (overlaps: number) => ({
        ok: false,
        conflict: { reason: 'DISCOUNT_OVERLAP', key: 42, overlaps },
      });
      assert.deepEqual(await write(insert('discounts', year(42, 2031))), conflict(40));
      const touching = { ...year(42, 2033), validFrom: '2032-12-31T23:59:59.999Z' };
      assert.deepEqual(await write(insert('discounts', touching)), conflict(41), 'both ends are included');
      assert.deepEqual(await write(insert('discounts', { ...year(42, 2032), status: false })), {
        ok: true,
        changeId: null,
      });
      const rivals = await Promise.all(
        [43, 44, 45].map((id) => write(insert('discounts', year(id, id === 45 ? 2034 : 2033)))),
      );
      assert.deepEqual(
        rivals.map(({ ok }) => ok),
        [true, false, true],
        'that arrive together',
      );
    });

    it('allows a discount that overlaps only itself, or one that the same write ends', async () => {
      assert.deepEqual(await write({ kind: 'put', collection: 'discounts', document: fixtureDiscount(1, 1, 2) }), {
        ok: true,
        changeId: null,
      });
      assert.deepEqual(
        await write(insert('discounts', fixtureDiscount(24, 1, 2)), {
          kind: 'delete',
          collection: 'discounts',
          key: 1,
        }),
        { ok: true, changeId: null },
      );
      const activated = await write({ kind: 'put', collection: 'discounts', document: fixtureDiscount(22, 0.1, 100) });
      assert.equal(!activated.ok && activated.conflict.reason, 'DISCOUNT_OVERLAP');
    });

    it('lets one of several overlapping discounts that arrive together win', async () => {
      const rivals = Array.from({ length: 20 }, (_, index) =>
        insert('discounts', fixtureDiscount(100 + index, 1_000, 1_001 + index)),
      );
      const results = await Promise.all(rivals.map((op) => opened().write([op])));
      assert.equal(results.filter((result) => result.ok).length, 1);
      const active = (await opened().load(['discounts'])).discounts.filter((row) => row.fromWeight === 1_000);
      assert.equal(active.length, 1);
    });

    it('lets one of several inserts of one shipment win', async () => {
      const results = await Promise.all(
        Array.from({ length: 20 }, () => write(insert('assignments', fixtureAssignment('RACE')))),
      );
      assert.equal(results.filter((result) => result.ok).length, 1);
      assert.ok(results.every((result) => result.ok || result.conflict.reason === 'KEY_TAKEN'));
    });

    it('accepts a shipmentId once from each caller', async () => {
      const callers = ['service:main-system', 'service:branch', 'partner:main-system', 'service:a/b:c'];
      for (const caller of callers)
        assert.deepEqual(
          await write(insert('assignments', fixtureAssignment('SHARED', caller))),
          { ok: true, changeId: null },
          caller,
        );
      for (const caller of callers) {
        const again = { ...fixtureAssignment('SHARED', caller), assignmentId: 'ASG-2' };
        const key = `${caller}/SHARED`;
        assert.deepEqual(await write(insert('assignments', again)), {
          ok: false,
          conflict: { reason: 'KEY_TAKEN', collection: 'assignments', key },
        });
        assert.deepEqual(await opened().get('assignments', key), fixtureAssignment('SHARED', caller));
      }
      assert.equal(await opened().get('assignments', 'SHARED'), undefined);
      assert.equal(await opened().get('assignments', 'service:stranger/SHARED'), undefined);
      assert.deepEqual(await write({ kind: 'delete', collection: 'assignments', key: 'service:branch/SHARED' }), {
        ok: true,
        changeId: null,
      });
      assert.deepEqual(await write(insert('assignments', fixtureAssignment('SHARED', 'service:branch'))), {
        ok: true,
        changeId: null,
      });
    });

    it('refuses every caller a shipmentId of a record without a caller', async () => {
      const conflict = (key: string) => ({
        ok: false,
        conflict: { reason: 'KEY_TAKEN', collection: 'assignments', key },
      });
      await write(insert('assignments', fixtureAssignment('FORMER')));
      assert.deepEqual(
        await write(insert('assignments', fixtureAssignment('FORMER', 'service:main-system'))),
        conflict('FORMER'),
      );
      assert.deepEqual(
        await write(insert('assignments', fixtureAssignment('FORMER', 'partner:swift-air'))),
        conflict('FORMER'),
      );
      assert.deepEqual(await write(insert('assignments', fixtureAssignment('FORMER'))), conflict('FORMER'));
      assert.equal(await opened().get('assignments', 'service:main-system/FORMER'), undefined);
      const together = await write(
        insert('assignments', fixtureAssignment('BOTH')),
        insert('assignments', fixtureAssignment('BOTH', 'service:main-system')),
      );
      assert.deepEqual(together, conflict('BOTH'), 'within one write');
      const results = await Promise.all(
        [undefined, 'service:a', 'service:b'].map((caller) =>
          write(insert('assignments', fixtureAssignment('AT-ONCE', caller))),
        ),
      );
      assert.deepEqual(
        results,
        [{ ok: true, changeId: null }, conflict('AT-ONCE'), conflict('AT-ONCE')],
        'among writes that share a transaction',
      );
    });

    it('lets one of several inserts of each caller win', async () => {
      const callers = Array.from({ length: 20 }, (_, index) => `service:${index % 2}`);
      const results = await Promise.all(
        callers.map((caller) => write(insert('assignments', fixtureAssignment('CALLERS', caller)))),
      );
      assert.equal(results.filter((result) => result.ok).length, 2);
      assert.ok(results.every((result) => result.ok || result.conflict.reason === 'KEY_TAKEN'));
    });

    it('returns assignments page by page, each once, with or without a caller', async () => {
      const store = await open();
      const callers = [undefined, 'partner:swift-air', 'service:a', 'service:b'];
      const assignments = ['S', 'S-2', 'T'].flatMap((shipmentId) =>
        callers.map((caller) => fixtureAssignment(shipmentId, caller)),
      );
      await store.importAll({ ...fixtureDocuments(), assignments });
      const paged: Documents['assignments'][] = [];
      for (let lastKey: Key | null = null; ;) {
        const page: Documents['assignments'][] = await store.page('assignments', lastKey, 5);
        paged.push(...page);
        if (page.length < 5) break;
        lastKey = keyOf('assignments', page.at(-1)!);
      }
      assert.equal(paged.length, assignments.length);
      assert.deepEqual(byKey('assignments', paged), byKey('assignments', assignments));
      await store.close();
    });

    it('rejects an invalid document but no write that arrives with it', async () => {
      const invalid = { ...fixtureDiscount(30, 2_000, 2_001), discountValue: 0.12345 };
      const [bad, good] = await Promise.allSettled([
        write(insert('discounts', invalid)),
        write(insert('discounts', fixtureDiscount(31, 3_000, 3_001))),
      ]);
      assert.equal(bad.status, 'rejected');
      assert.deepEqual(good, { status: 'fulfilled', value: { ok: true, changeId: null } });
    });

    it('accepts a write without ops', async () => {
      assert.deepEqual(await write(), { ok: true, changeId: null });
    });
  });

  describe(`${name}: following`, () => {
    const opened = useStore(async () => {
      const store = await open();
      await store.importAll(fixtureDocuments());
      return store;
    });

    it('delivers each write’s changes once, in order, and none of a refused write', async () => {
      const store = opened();
      const { seen } = await watchUntil(store, 'last');
      await Promise.all([
        store.write([insert('assignments', fixtureAssignment('W1')), insert('assignments', fixtureAssignment('W2'))]),
        store.write([insert('assignments', fixtureAssignment('W1'))]),
        store.write([
          { kind: 'delete', collection: 'assignments', key: 'W2' },
          { kind: 'delete', collection: 'assignments', key: 'never-there' },
        ]),
        store.write([insert('assignments', fixtureAssignment('last'))]),
      ]);
      assert.deepEqual(await seen, [
        { kind: 'put', collection: 'assignments', key: 'W1', document: fixtureAssignment('W1') },
        { kind: 'put', collection: 'assignments', key: 'W2', document: fixtureAssignment('W2') },
        { kind: 'delete', collection: 'assignments', key: 'W2' },
        { kind: 'put', collection: 'assignments', key: 'last', document: fixtureAssignment('last') },
      ]);
    });

    it('delivers nothing after it is stopped', async () => {
      const store = opened();
      let stopped = 0;
      const stop = await watch(store, () => stopped++);
      await stop();
      const { seen } = await watchUntil(store, 'after-stop');
      await store.write([insert('assignments', fixtureAssignment('after-stop'))]);
      await seen;
      assert.equal(stopped, 0);
    });

    it('begins with all documents of the requested collections only', async () => {
      const store = opened();
      const resets: object[] = [];
      const delivered: Change[] = [];
      const following = await store.follow(['discounts', 'cities'], {
        reset: async (documents) => void resets.push(documents),
        change: (changes) => void delivered.push(...changes),
      });
      assert.deepEqual(resets, [await store.load(['discounts', 'cities'])]);
      await store.write([
        insert('assignments', fixtureAssignment('unfollowed')),
        insert('discounts', fixtureDiscount(70, 70, 71)),
      ]);
      await store.caughtUp();
      assert.deepEqual(delivered, [
        { kind: 'put', collection: 'discounts', key: 70, document: fixtureDiscount(70, 70, 71) },
      ]);
      const { state, resumes, reloads, trouble } = following.status();
      assert.deepEqual([state, resumes, reloads, trouble], ['following', 0, 0, null]);
      await following.stop();
    });

    it('rejects when its follower fails with the first documents, and delivers nothing more', async () => {
      const store = opened();
      let delivered = 0;
      await assert.rejects(
        store.follow(['discounts'], {
          reset: () => Promise.reject(new Error('no room')),
          change: () => {
            delivered++;
          },
        }),
        /no room/,
      );
      await store.write([insert('discounts', fixtureDiscount(80, 80, 81))]);
      await store.caughtUp();
      assert.equal(delivered, 0);
    });

    it('finishes writes and reads in progress before it closes, and refuses later ones', async () => {
      const store = await open();
      await store.importAll(fixtureDocuments());
      const underWay = [
        store.write([insert('assignments', fixtureAssignment('C1'))]),
        store.write([insert('assignments', fixtureAssignment('C2'))]),
      ];
      const load = store.load(DATASET_COLLECTIONS);
      await store.close();
      assert.deepEqual(await Promise.all(underWay), [
        { ok: true, changeId: null },
        { ok: true, changeId: null },
      ]);
      assert.equal((await load).pincodes.length, 6);
      await assert.rejects(async () => store.write([insert('assignments', fixtureAssignment('C3'))]), /closed/);
      await assert.rejects(async () => store.load(['states']), /closed/);
      await assert.rejects(async () => store.ping(), /closed/);
      await store.close();
    });
  });

  longWriteSuite(name, open);
  listingSuite(name, open);
  sumsSuite(name, open);
  historySuite(name, open);
  idempotencySuite(name, open);
  decisionsSuite(name, open);
  outcomesSuite(name, open);
  idsSuite(name, open);
  countersSuite(name, open);
}

function byKey<C extends CollectionName>(
  collection: C,
  documents: readonly Documents[C][],
): Map<unknown, Documents[C]> {
  return new Map(documents.map((document) => [keyOf(collection, document), document]));
}
