// Only in npm run test:all.
/** Writes that count take turns, those of other nodes and programs included. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Document, MongoClient } from 'mongodb';
import { MONGO_GROUP_PATIENCE_MS } from '../../src/limits/mongo.js';
import { openMongoStore } from '../../src/store/mongo/store.js';
import type { CountOp } from '../../src/model/counters.js';
import type { Store } from '../../src/store/port.js';
import { describeWithMongo, freshDatabase } from '../support/mongo.js';
import { fixtureAssignment, fixtureDocuments } from './fixtures.js';
import { insert } from './suite-support.js';

const WRITES = 20;
const LIMIT = 15;
const TURN = { _id: 'counting' } as Document;

describeWithMongo('MongoDB: writes that count', (uri) => {
  let client: MongoClient;
  let store: Store;
  const database = freshDatabase();
  before(async () => {
    client = await new MongoClient(uri).connect();
    store = await openMongoStore({ uri, database, report: (error, message) => console.error(message, error) });
    await store.importAll(fixtureDocuments());
  });
  after(() => Promise.all([store.close(), client.close()]));
  const counted = (shipmentId: string, limit: number | null = null) =>
    store.write([insert('assignments', fixtureAssignment(shipmentId)), { ...COUNT, limit }]);
  const turns = async (): Promise<number> =>
    (await client.db(database).collection('_pinrate').findOne(TURN))?.['taken'] as number;

  it('stay together while another one has the turn for long, and are counted up to the limit', async () => {
    await counted('first');
    const soFar = await turns();
    const session = client.startSession();
    session.startTransaction();
    await client
      .db(database)
      .collection('_pinrate')
      .updateOne(TURN, { $inc: { taken: 1 } }, { session });
    const writes = Array.from({ length: WRITES }, (_, n) => counted(`counted-${n}`, LIMIT));
    await pause(1.5 * MONGO_GROUP_PATIENCE_MS);
    await session.abortTransaction();
    await session.endSession();
    const results = await Promise.all(writes);
    assert.equal(results.filter(({ ok }) => ok).length, LIMIT - 1);
    assert.deepEqual((await store.get('counters', COUNT.key))?.values, [LIMIT]);
    // each by itself they would take it twenty times, and begin again because of each other
    assert.equal((await turns()) - soFar, 1);
  });

  it('need no turn where they count nothing', async () => {
    const soFar = await turns();
    assert.ok((await store.write([insert('assignments', fixtureAssignment('uncounted'))])).ok);
    assert.equal(await turns(), soFar);
  });
});

const COUNT: CountOp = {
  kind: 'count',
  collection: 'counters',
  key: 'capacity/1',
  add: [1],
  limit: null,
  expiresAt: '2026-03-02T12:00:00.000Z',
};
