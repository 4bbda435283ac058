// Only in npm run test:all.
/**
 * The database is dropped under a running node: it quotes on, and no starting node takes the database for a new one.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Document } from 'mongodb';
import { openMongoStore } from '../../src/store/mongo/store.js';
import { describeWithMongo } from '../support/mongo.js';
import { Node } from './node.js';
import { oneNode } from './one-node.js';
import { until } from './until.js';

const NOTICED_TIMEOUT_MS = 60_000;
const RATE = 77;

describeWithMongo('a database that is dropped', (uri) => {
  it('is not filled with the dataset by a node that starts, and is followed again once it was restored', async (t) => {
    const { node, options, db, weightCharge, dump } = await oneNode(uri, t);
    const packages = db.collection<Document>('packages');
    await packages.updateOne({ id: 1 }, { $set: { baseCharge: RATE } });
    await until(async () => (await weightCharge()) === RATE, 'the changed rate', NOTICED_TIMEOUT_MS);
    const dumped = await dump();

    await db.dropDatabase();
    const made = () => db.collection<Document>('_pinrate').findOne({ _id: 'collections' as never });
    await until(async () => (await made()) !== null, 'the record of what was created', NOTICED_TIMEOUT_MS);
    assert.equal((await node.changes()).state, 'reloading');
    await assert.rejects(
      openMongoStore({ uri, database: db.databaseName, report: console.error }),
      /has lost .*packages.*: restore what was dropped, or create it empty by hand/,
    );
    assert.equal(await packages.countDocuments(), 0);
    assert.equal(await weightCharge(), RATE);

    for (const { name, options: collectionOptions, documents } of dumped) {
      await db.createCollection(name, collectionOptions);
      if (documents.length > 0) await db.collection(name).insertMany(documents);
    }
    await until(
      async () => (await node.changes()).state === 'following',
      'the restored database followed',
      NOTICED_TIMEOUT_MS,
    );
    const started = await Node.start({ ...options, name: 'started' });
    t.after(() => started.stop());
    assert.equal((await packages.findOne({ id: 1 }))!.baseCharge, RATE, 'nothing was imported');
    assert.equal(await weightCharge(), RATE);
  });
});
