/** What other programs change in MongoDB is in the history once, however many nodes follow, and nothing else. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { MongoClient } from 'mongodb';
import { ForeignRecorder } from '../../src/control/foreign-recorder.js';
import { entriesOf } from '../../src/control/operations/history/entries.js';
import type { Credential, State } from '../../src/model/documents.js';
import type { Entry } from '../../src/store/entry.js';
import { openMongoStore } from '../../src/store/mongo/store.js';
import type { ChangeNote, Subscription, Store } from '../../src/store/port.js';
import { describeWithMongo, freshDatabase, onServer } from '../support/mongo.js';
import { PATIENCE_MS } from '../support/until.js';

const LOOK_AGAIN_MS = 200;
const COLLECTIONS = ['states', 'credentials'] as const;
const ANY = { partnerId: null, collection: null, sinceMs: null, before: null, after: null };

const state = (id: number, name: string): State => ({ id, name, code: 'MH', gstCode: '27' });
const kept: ChangeNote['sealed'] = (collection, document) =>
  collection === 'credentials' ? { ...document, secrets: [] } : document;
const noteOf = (id: string): ChangeNote => ({
  at: new Date().toISOString(),
  by: { kind: 'service', id },
  requestId: null,
  route: 'PUT /',
  note: null,
  sealed: kept,
});

interface Node {
  store: Store;
  recorder: ForeignRecorder;
  following: Subscription;
  errors: unknown[];
}

async function nodeOf(uri: string, database: string): Promise<Node> {
  const errors: unknown[] = [];
  const store = await openMongoStore({ uri, database, report: () => {} });
  const recorder = new ForeignRecorder({ store, sealed: kept, report: (error) => errors.push(error) });
  const follower = {
    reset: async () => {},
    change: () => {},
    foreign: recorder.record.bind(recorder),
  };
  return { store, recorder, following: await store.follow(COLLECTIONS, follower), errors };
}

async function stop({ store, recorder, following, errors }: Node): Promise<void> {
  await following.stop();
  await recorder.settled();
  await store.close();
  assert.deepEqual(errors, []);
}

/** Stops the nodes at the end. */
async function using(nodes: readonly Node[], uri: string, use: (client: MongoClient) => Promise<void>): Promise<void> {
  try {
    await onServer(uri, use);
  } finally {
    for (const node of nodes) await stop(node);
  }
}

/** Everything that the history says of other programs, once it has `count` entries. */
async function recorded(store: Store, count: number): Promise<Entry[]> {
  for (const until = performance.now() + PATIENCE_MS; ; await pause(LOOK_AGAIN_MS)) {
    const sets = await store.changes({ ...ANY, by: { kind: 'database', id: '' }, limit: 1_000 });
    const entries: Entry[] = [];
    for (const { id } of sets.reverse()) entries.push(...(await entriesOf(store, id)));
    if (entries.length >= count || performance.now() > until) return entries;
  }
}

describeWithMongo('changes that other programs make in MongoDB', (uri) => {
  it('are recorded by one of two nodes, once, and none that pinrate writes', async () => {
    const database = freshDatabase();
    const first = await openMongoStore({ uri, database, report: () => {} });
    await first.completeImport();
    await first.close();
    const nodes = [await nodeOf(uri, database), await nodeOf(uri, database)];
    await using(nodes, uri, async (client) => {
      const states = client.db(database).collection('states');
      // the second of the beginning is left out
      await pause(1_100);
      for (let id = 1; id <= 20; id++) {
        await states.insertOne(state(id, 'Direct'));
        const own = await nodes[id % 2]!.store.write(
          [{ kind: 'put', collection: 'states', document: state(100 + id, 'Own') }],
          noteOf('main-system'),
        );
        assert.ok(own.ok && own.changeId !== null);
        if (id % 5 === 0) await pause(400);
      }
      await states.updateMany({ id: { $lte: 20 } }, { $set: { name: 'All' } });
      await states.deleteOne({ id: 20 });
      const entries = await recorded(nodes[0]!.store, 41);
      await pause(2_000);
      assert.deepEqual(await recorded(nodes[1]!.store, 41), entries, 'nothing comes later');
      const nameOf = (document: Entry['before']) => document && (document as State).name;
      const changes = entries.map((entry) => [entry.key, nameOf(entry.before), nameOf(entry.after)]);
      const ids = Array.from({ length: 20 }, (_, index) => index + 1);
      const expected = [
        ...ids.map((id) => [id, null, 'Direct']),
        ...ids.map((id) => [id, 'Direct', 'All']),
        [20, 'All', null],
      ];
      assert.deepEqual(changes.sort(), expected.sort());
    });
  });

  it('have no secrets, and a change of the key alone is none', async () => {
    const database = freshDatabase();
    const node = await nodeOf(uri, database);
    await node.store.completeImport();
    await using([node], uri, async (client) => {
      await pause(1_100);
      const credentials = client.db(database).collection('credentials');
      const credential = (secret: string, tier: string) => ({
        id: 'till',
        kind: 'service',
        tier,
        status: 'ACTIVE',
        secrets: [{ version: 1, secret, notAfter: null }],
      });
      await credentials.insertOne(credential('a-very-secret-text', 'TIER_1'));
      const document = credential('another-secret-text', 'TIER_1') as Credential;
      await node.store.write([{ kind: 'put', collection: 'credentials', document }]);
      await credentials.updateOne({ id: 'till' }, { $set: { tier: 'TIER_2' } });
      // a document that breaks its schema is recorded as well
      await credentials.insertOne(
        { id: 'odd', kind: 'service', secrets: 'a-secret-text' },
        { bypassDocumentValidation: true },
      );
      const entries = await recorded(node.store, 3);
      assert.deepEqual(
        entries.map((entry) => [entry.key, (entry.after as Credential | null)?.tier ?? null]),
        [
          ['service/till', 'TIER_1'],
          ['service/till', 'TIER_2'],
          ['service/odd', null],
        ],
      );
      assert.ok(!JSON.stringify(entries).includes('secret-text'));
    });
  });
});
