// Only in npm run test:all.
/** The unique index of a followed collection is dropped by hand. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MongoClient, MongoServerError } from 'mongodb';
import type { Documents } from '../../src/model/documents.js';
import { openMongoStore } from '../../src/store/mongo/store.js';
import { describeWithMongo, freshDatabase } from '../support/mongo.js';
import { until } from '../support/until.js';
import { fixtureDocuments } from './fixtures.js';

const DUPLICATE_KEY = 11_000;

describeWithMongo('a unique index that is dropped by hand', (uri) => {
  it('is made again by a node that runs, and a second document of a key takes the first from nobody', async (t) => {
    const database = freshDatabase();
    const client = await MongoClient.connect(uri);
    t.after(() => client.close());
    const store = await openMongoStore({ uri, database, report: () => {} });
    t.after(() => store.close());
    await store.importAll(fixtureDocuments());
    const followed = new Map<unknown, Documents['packages']>();
    const following = await store.follow(['packages'], {
      async reset({ packages }) {
        followed.clear();
        for (const row of packages) followed.set(row.id, row);
      },
      change(changes) {
        for (const change of changes) {
          if (change.kind === 'put') followed.set(change.key, change.document as Documents['packages']);
          else followed.delete(change.key);
        }
      },
    });
    const packages = client.db(database).collection('packages');
    const [first] = fixtureDocuments().packages;

    await packages.dropIndex('key');
    // the node may have made the index again before the second document arrives; if not, it cannot before that is gone
    const isRefused = await packages.insertOne({ ...first!, baseCharge: 99 }).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
        return true;
      },
    );
    t.diagnostic(isRefused ? 'the second document was refused' : 'the second document was stored, and deleted again');
    if (!isRefused) await packages.deleteOne({ id: first!.id, baseCharge: 99 });
    await until(
      () => following.status().reloads > 0 && following.status().state === 'following',
      'the index made again',
    );
    await store.caughtUp();
    assert.deepEqual(followed.get(first!.id), first);
    await assert.rejects(packages.insertOne({ ...first! }), { code: DUPLICATE_KEY });
  });
});
