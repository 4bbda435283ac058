// Only in npm run test:all.
/** Transactions of ours that nobody continues, on a real server: whom one blocks ends it, and a stop does not wait. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { type ClientSession, MongoClient } from 'mongodb';
import { CLIENT_OPTIONS } from '../../src/store/mongo/connection.js';
import { STATE_COLLECTION, type StateDocument } from '../../src/store/mongo/state.js';
import { openMongoStore } from '../../src/store/mongo/store.js';
import { type Store, StoreUnavailableError, type WriteResult } from '../../src/store/port.js';
import { describeWithMongo, freshDatabase } from '../support/mongo.js';
import { fixtureDocuments } from './fixtures.js';
import { Proxy } from './mongo-feed-support.js';

const NOTE = {
  at: '2026-11-28T00:00:00.000Z',
  by: { kind: 'service', id: 'main-system' },
  requestId: null,
  route: 'PUT /documents/states',
  note: null,
  sealed: (_: unknown, document: object) => document,
} as const;

describeWithMongo('a transaction that nobody continues', (uri) => {
  const [state] = fixtureDocuments().states;

  async function open(
    t: TestContext,
  ): Promise<{ store: Store; database: string; write(name: string): Promise<WriteResult> }> {
    const database = freshDatabase();
    const store = await openMongoStore({ uri, database, report: () => {} });
    t.after(() => store.close());
    const write = (name: string) =>
      store.write([{ kind: 'put', collection: 'states', document: { ...state!, name } }], NOTE);
    assert.deepEqual(await write('first'), { ok: true, changeId: 1 });
    return { store, database, write };
  }

  /** Locks the number of the next change set, which every recorded write needs. */
  async function block(client: MongoClient, database: string): Promise<ClientSession> {
    const session = client.startSession();
    session.startTransaction();
    const counters = client.db(database).collection<StateDocument>(STATE_COLLECTION);
    const { matchedCount } = await counters.updateOne({ _id: 'changes' }, { $inc: { last: 1 } }, { session });
    assert.equal(matchedCount, 1);
    return session;
  }

  it('because its process was killed is ended by the first write that it blocks', async (t) => {
    const { database, write } = await open(t);
    const line = await Proxy.open(`mongodb://${new URL(uri).host.split(',')[0]}`);
    const dead = await MongoClient.connect(`mongodb://127.0.0.1:${line.port}/?directConnection=true`, {
      ...CLIENT_OPTIONS,
      heartbeatFrequencyMS: 60_000,
    });
    t.after(() => dead.close());
    await block(dead, database);
    await line.close();
    const startedAt = performance.now();
    // else until transactionLifetimeLimitSeconds are over, which is longer than a write may take
    assert.deepEqual(await write('second'), { ok: true, changeId: 2 });
    t.diagnostic(`${Math.round(performance.now() - startedAt)} ms`);
  });

  it('does not hold up the end of the process that it blocks', async (t) => {
    const { store, database, write } = await open(t);
    const foreign = await MongoClient.connect(uri);
    t.after(() => foreign.close());
    const session = await block(foreign, database);
    // no deadline ever passes: a stop that waited for the write would wait for ever
    const nowMs = performance.now();
    t.mock.method(performance, 'now', () => nowMs);
    const refused = assert.rejects(write('second'), StoreUnavailableError);
    await store.close();
    await refused;
    // another program's is not ours to end
    await session.commitTransaction();
  });
});
