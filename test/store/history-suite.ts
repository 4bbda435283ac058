/** What a store adds to its history, and what it refuses because other documents name one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeEntries, CollectionName, Documents } from '../../src/model/documents.js';
import { entriesPrefixOf } from '../../src/model/history.js';
import { MAX_HISTORY_PART_BYTES } from '../../src/limits/store.js';
import type { Entry } from '../../src/store/entry.js';
import { ALL_CHANGES, type ChangeQuery } from '../../src/store/change-query.js';
import { firstChangeSet } from '../../src/store/history.js';
import type { ChangeNote, Store } from '../../src/store/port.js';
import {
  fixtureAssignment,
  fixtureChange,
  fixtureDocuments,
  fixtureIdempotencyRecord,
  fixturePartner,
  fixtureZone as anyZone,
  fixtureZonePincode,
  FIXTURE_NOTE,
} from './fixtures.js';
import { assertMixedHistory, leaveMixedHistory } from './mixed-history.js';
import { insert, put, useStore } from './suite-support.js';

const NOTE: ChangeNote = { ...FIXTURE_NOTE, requestId: 'request-1', note: 'because' };
const ALL: ChangeQuery = { ...ALL_CHANGES, limit: 100 };

const fixtureZone = (id: number, partnerId = 'swift-air') =>
  anyZone(id, partnerId, { states: [], cities: [], areas: [] });

async function partsOf(store: Store, changeId: number): Promise<ChangeEntries[]> {
  const prefix = entriesPrefixOf(changeId);
  return (await store.page('change-entries', prefix, 1_000)).filter(({ id }) => id.startsWith(prefix));
}

async function entriesOf(store: Store, changeId: number): Promise<Entry[]> {
  return (await partsOf(store, changeId)).flatMap(({ entries }) => JSON.parse(entries) as Entry[]);
}

async function lastId(store: Store): Promise<number> {
  return (await store.changes({ ...ALL, limit: 1 }))[0]?.id ?? 0;
}

export function historySuite(name: string, open: () => Promise<Store>): void {
  describe(`${name}: the history`, () => {
    const opened = useStore(async () => {
      const store = await open();
      await store.importAll({ ...fixtureDocuments(), changes: [fixtureChange()] });
      return store;
    });

    it('begins with the import, and goes on with each write that has a note', async () => {
      const store = opened();
      const zone = fixtureZone(900);
      const created = await store.write([insert('zones', zone)], NOTE);
      assert.deepEqual(created, { ok: true, changeId: 2 });
      const renamed = { ...zone, name: 'Renamed' };
      assert.deepEqual(await store.write([put('zones', renamed)], { ...NOTE, note: null }), { ok: true, changeId: 3 });
      const ended = { ...renamed, status: false, updatedAt: '2026-11-25T12:00:00.000Z' };
      await store.write([put('zones', ended)], NOTE);
      await store.write([{ kind: 'delete', collection: 'zones', key: 900 }], NOTE);
      const changes = (await store.changes({ ...ALL, after: 1 })).reverse();
      const { at, by, requestId, route } = NOTE;
      const note = { at, by, requestId, route, note: NOTE.note };
      const none = { created: 0, updated: 0, ended: 0, removed: 0 };
      const { partnerId } = zone;
      const counted = (some: object) => {
        const of = { collections: ['zones'], counts: { ...none, ...some } };
        return { partnerIds: [partnerId], ...of, views: [{ partnerId, ...of }] };
      };
      assert.deepEqual(changes, [
        { id: 2, ...note, ...counted({ created: 1 }) },
        { id: 3, ...note, note: null, ...counted({ updated: 1 }) },
        { id: 4, ...note, ...counted({ ended: 1 }) },
        { id: 5, ...note, ...counted({ removed: 1 }) },
      ]);
      const key = { collection: 'zones', key: 900 };
      assert.deepEqual(await Promise.all([2, 3, 4, 5].map((id) => entriesOf(store, id))), [
        [{ ...key, before: null, after: zone }],
        [{ ...key, before: zone, after: renamed }],
        [{ ...key, before: renamed, after: ended }],
        [{ ...key, before: ended, after: null }],
      ]);
    });

    it('has nothing of a write that changes nothing, that is refused, or of requests and assignments', async () => {
      const store = opened();
      const last = await lastId(store);
      const [zone] = fixtureDocuments().zones;
      assert.deepEqual(await store.write([put('zones', zone!)], NOTE), { ok: true, changeId: null });
      assert.equal((await store.write([insert('zones', zone!)], NOTE)).ok, false);
      const others = [
        insert('assignments', fixtureAssignment('history')),
        insert('idempotency-keys', fixtureIdempotencyRecord('history', '2027-01-01T00:00:00Z')),
      ];
      assert.deepEqual(await store.write(others, NOTE), { ok: true, changeId: null });
      assert.deepEqual(await store.write([put('zones', { ...zone!, name: 'Silent' })]), { ok: true, changeId: null });
      assert.equal(await lastId(store), last);
    });

    it('is named by the record of the Idempotency-Key, not by the place of a long answer', async () => {
      const store = opened();
      const record = fixtureIdempotencyRecord('named', '2027-01-01T00:00:00Z');
      const place = { ...record, key: 'place', answerOf: 'named' };
      const written = await store.write(
        [insert('zones', fixtureZone(901)), insert('idempotency-keys', record), put('idempotency-keys', place)],
        NOTE,
      );
      assert.ok(written.ok && typeof written.changeId === 'number');
      assert.deepEqual(await store.get('idempotency-keys', 'named'), { ...record, changeId: written.changeId });
      assert.deepEqual(await store.get('idempotency-keys', 'place'), place);
    });

    it('refuses what its note does not admit, by the bytes that it would have got', async () => {
      const store = opened();
      const last = await lastId(store);
      const asked: number[] = [];
      const limit = { tier: 'TIER_1', limit: 1, windowSeconds: 1, resetSeconds: 1, retryAfterSeconds: 1 } as const;
      const admitting = (refuses: boolean): ChangeNote => ({
        ...NOTE,
        admit: (bytes) => {
          asked.push(bytes);
          return refuses ? limit : null;
        },
      });
      const zones = [put('zones', fixtureZone(902)), put('zones', fixtureZone(903))];
      const refused = await store.write(zones, admitting(true));
      assert.deepEqual(refused, { ok: false, conflict: { reason: 'LIMIT', limit } });
      assert.deepEqual([await store.getMany('zones', [902, 903]), await lastId(store)], [[], last]);
      const written = await store.write(zones, admitting(false));
      assert.deepEqual(written, { ok: true, changeId: last + 1 });
      const set = { ...(await store.get('changes', last + 1))!, id: undefined };
      const [part] = await partsOf(store, last + 1);
      const bytes = Buffer.byteLength(JSON.stringify(set)) + Buffer.byteLength(part!.entries);
      assert.deepEqual(asked, [bytes, bytes]);
      assert.deepEqual(await store.write(zones, admitting(true)), { ok: true, changeId: null }, 'nothing is changed');
      const dry = { ...admitting(true), isDryRun: true };
      assert.deepEqual(await store.write([put('zones', fixtureZone(904))], dry), { ok: true, changeId: null });
      assert.equal(asked.length, 2);
    });

    it('numbers writes that arrive together in the order of their commits', async () => {
      const store = opened();
      const from = await lastId(store);
      const zones = Array.from({ length: 30 }, (_, index) => fixtureZone(1_000 + index));
      const written = await Promise.all(zones.map((zone) => store.write([insert('zones', zone)], NOTE)));
      const ids = written.map((result) => (result.ok ? result.changeId : null));
      assert.deepEqual(
        [...ids].sort((a, b) => a! - b!),
        zones.map((_, index) => from + 1 + index),
      );
      for (const [index, id] of ids.entries()) assert.equal((await entriesOf(store, id!))[0]!.key, 1_000 + index);
    });

    it('keeps the entries of a large write in parts', async () => {
      const store = opened();
      const text = 'x'.repeat(1_900);
      const partner = fixturePartner('history-large');
      const zones = Array.from({ length: 700 }, (_, index) => ({
        ...fixtureZone(5_000 + index),
        partnerId: partner.partnerId,
        description: text,
      }));
      const large = await store.write([put('partners', partner), ...zones.map((zone) => put('zones', zone))], NOTE);
      assert.ok(large.ok && typeof large.changeId === 'number');
      const parts = await partsOf(store, large.changeId);
      assert.ok(parts.length > 1);
      for (const { entries } of parts) assert.ok(Buffer.byteLength(entries) <= MAX_HISTORY_PART_BYTES);
      assert.deepEqual(
        (await entriesOf(store, large.changeId)).map(({ key }) => key),
        [partner.partnerId, ...zones.map(({ id }) => id)],
      );
    });

    it('is selected by partner, collection, maker, moment and number', async () => {
      const store = opened();
      const by = { kind: 'partner' as const, id: 'selected' };
      const at = '2027-01-01T00:00:00.000Z';
      const partner = fixturePartner('selected');
      const written = await store.write([put('partners', partner)], { ...NOTE, by, at });
      assert.ok(written.ok);
      const id = written.changeId!;
      const found = async (query: Partial<ChangeQuery>) =>
        (await store.changes({ ...ALL, ...query })).map((set) => set.id);
      assert.deepEqual(await found({ partnerId: 'selected' }), [id]);
      assert.deepEqual(await found({ by }), [id]);
      assert.deepEqual(await found({ sinceMs: Date.parse(at) }), [id]);
      assert.deepEqual(await found({ sinceMs: Date.parse(at) + 1 }), []);
      assert.equal((await found({ collection: 'partners' }))[0], id);
      assert.deepEqual(await found({ before: 3 }), [2, 1]);
      assert.deepEqual(await found({ before: 4, limit: 2 }), [3, 2]);
      assert.deepEqual(await found({ after: id - 1 }), [id]);
    });
  });

  describe(`${name}: what partners see of the history`, () => {
    const opened = useStore(async () => {
      const store = await open();
      await store.importAll({ ...fixtureDocuments(), changes: [firstChangeSet('import', 0)] });
      return store;
    });

    it('is judged by the entries', async () => assertMixedHistory(opened(), await leaveMixedHistory(opened())));
  });

  describe(`${name}: writes that expect something`, () => {
    const opened = useStore(async () => {
      const store = await open();
      await store.importAll(fixtureDocuments());
      return store;
    });

    it('are refused when the store holds something else', async () => {
      const store = opened();
      const zone = fixtureZone(910);
      const stale = { ok: false, conflict: { reason: 'STALE', collection: 'zones', key: 910 } };
      const write = (document: Documents['zones'], was: Documents['zones'] | null) =>
        store.write([{ kind: 'put', collection: 'zones', document, was }], NOTE);
      assert.deepEqual(await write(zone, zone), stale);
      assert.equal((await write(zone, null)).ok, true);
      assert.deepEqual(await write({ ...zone, name: 'Other' }, null), stale);
      assert.equal((await write({ ...zone, name: 'Other' }, zone)).ok, true);
      const remove = { kind: 'delete', collection: 'zones', key: 910 } as const;
      assert.deepEqual(await store.write([{ ...remove, was: zone }], NOTE), stale);
      assert.equal((await store.write([{ ...remove, was: { ...zone, name: 'Other' } }], NOTE)).ok, true);
    });

    it('take effect once when many expect the same', async () => {
      const store = opened();
      const zone = fixtureZone(911);
      await store.write([put('zones', zone)]);
      const results = await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          store.write(
            [{ kind: 'put', collection: 'zones', document: { ...zone, name: `N${index}` }, was: zone }],
            NOTE,
          ),
        ),
      );
      assert.equal(results.filter(({ ok }) => ok).length, 1);
    });

    it('refuses a write that was planned by rows which a later change set is about', async () => {
      const store = opened();
      const zone = (id: number) => [insert('zones', fixtureZone(id))];
      const planned = { changeId: await lastId(store), collections: ['zones'], partnerIds: ['swift-air'] };
      const by = (more: object) => ({ ...NOTE, planned: { ...planned, ...more } });
      // in one group, and in one of their own
      const results = await Promise.all([store.write(zone(950), by({})), store.write(zone(951), by({}))]);
      assert.deepEqual(results.map((result) => result.ok || result.conflict.reason).sort(), ['STALE', true]);
      const own = planned.changeId + 1;
      const late = { ok: false, conflict: { reason: 'STALE', collection: 'changes', key: own } };
      for (const isDryRun of [true, false])
        assert.deepEqual(await store.write(zone(952), { ...by({}), isDryRun }), late);
      assert.deepEqual(await store.write(zone(952), by({ partnerIds: null })), late);
      const others = [{ changeId: own }, { collections: ['packages'] }, { partnerIds: ['other'] }];
      for (const [at, more] of others.entries()) assert.equal((await store.write(zone(960 + at), by(more))).ok, true);
    });
  });

  describe(`${name}: documents that others name`, () => {
    const opened = useStore(async () => {
      const store = await open();
      await store.importAll(fixtureDocuments());
      return store;
    });
    const remove = (collection: CollectionName, key: string | number) => ({ kind: 'delete', collection, key }) as const;
    const namers = async (...ops: Parameters<Store['write']>[0]): Promise<string[] | null> => {
      const written = await opened().write(ops, NOTE);
      if (written.ok) return null;
      assert.equal(written.conflict.reason, 'NAMED');
      return written.conflict.by.map(({ collection, key }) => `${collection}/${key}`);
    };

    it('keep the services that entries have as attributes', async () => {
      const partner = fixturePartner('serving-one');
      const bare = fixtureZone(940, 'serving-one');
      const zone = {
        ...bare,
        services: [...bare.services, { serviceTypeId: 'ODA' as const, isAvailable: true, baseCharge: 5 }],
      };
      const [{ pincode }] = fixtureDocuments().pincodes as [Documents['pincodes']];
      const entry = { ...fixtureZonePincode(940, pincode), partnerId: 'serving-one', attributes: ['ODA' as const] };
      await opened().write([put('partners', partner), put('zones', zone), put('zone-pincodes', entry)]);
      assert.deepEqual(await namers(put('zones', bare)), [`zone-pincodes/serving-one/${pincode}`]);
      assert.equal(await namers(put('zones', { ...zone, name: 'Another name' })), null);
      assert.equal(await namers(put('zones', bare), put('zone-pincodes', { ...entry, attributes: [] })), null);
    });

    it('are not removed before these', async () => {
      const partner = fixturePartner('named-one');
      const zone = fixtureZone(920, 'named-one');
      const [{ pincode }] = fixtureDocuments().pincodes as [Documents['pincodes']];
      const entry = { ...fixtureZonePincode(920, pincode), partnerId: 'named-one' };
      await opened().write([put('partners', partner), put('zones', zone), put('zone-pincodes', entry)]);
      assert.deepEqual(await namers(remove('zones', 920)), [`zone-pincodes/named-one/${pincode}`]);
      assert.deepEqual(await namers(remove('partners', 'named-one'), remove('zone-pincodes', `named-one/${pincode}`)), [
        'zones/920',
      ]);
      const both = await namers(remove('pincodes', pincode));
      assert.ok(both!.includes(`zone-pincodes/named-one/${pincode}`));
      assert.equal(
        await namers(
          remove('partners', 'named-one'),
          remove('zones', 920),
          remove('zone-pincodes', `named-one/${pincode}`),
        ),
        null,
      );
    });

    it('do not move to another owner without them', async () => {
      const [one, other] = [fixturePartner('owner-one'), fixturePartner('owner-two')];
      const zone = fixtureZone(930, 'owner-one');
      const [{ pincode }] = fixtureDocuments().pincodes as [Documents['pincodes']];
      const entry = { ...fixtureZonePincode(930, pincode), partnerId: 'owner-one' };
      await opened().write([put('partners', one), put('partners', other), put('zones', zone)]);
      await opened().write([put('zone-pincodes', entry)]);
      const moved = put('zones', { ...zone, partnerId: 'owner-two' });
      assert.deepEqual(await namers(moved), [`zone-pincodes/owner-one/${pincode}`]);
      assert.equal(await namers(moved, remove('zone-pincodes', `owner-one/${pincode}`)), null);
    });

    it('are named by policies too, which no partner owns', async () => {
      const [usual] = fixtureDocuments()['allocation-policies'] as [Documents['allocation-policies']];
      const rule = { ...usual.rules[0]!, order: { partners: ['group:AIR', 'ordered-first'] } };
      await opened().write([put('partners', fixturePartner('ordered-first'))]);
      await opened().write([put('allocation-policies', { ...usual, policyId: 'ordering', rules: [rule] })]);
      assert.deepEqual(await namers(remove('partners', 'ordered-first')), ['allocation-policies/ordering']);
      assert.equal(await namers(remove('partners', 'ordered-first'), remove('allocation-policies', 'ordering')), null);
    });

    it('are named by assignments too', async () => {
      const partner = fixturePartner('assigned-to');
      await opened().write([put('partners', partner)]);
      await opened().write([insert('assignments', { ...fixtureAssignment('naming'), partnerId: partner.partnerId })]);
      assert.equal((await namers(remove('partners', 'assigned-to')))!.length, 1);
    });
  });
}
