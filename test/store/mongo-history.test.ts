// Only in npm run test:all.
/** What partners see of a history in MongoDB that an earlier release wrote. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { firstChangeSet } from '../../src/store/history.js';
import { openMongoStore } from '../../src/store/mongo/store.js';
import type { Store } from '../../src/store/port.js';
import { describeWithMongo, freshDatabase, onServer } from '../support/mongo.js';
import { fixtureDocuments } from './fixtures.js';
import { assertMixedHistory, leaveMixedHistory } from './mixed-history.js';

describeWithMongo('a history of an earlier release', (uri) => {
  const open = (database: string): Promise<Store> => openMongoStore({ uri, database, report: () => {} });

  it('is judged when nodes start, several at once, also after one that ended in the middle', async () => {
    const database = freshDatabase();
    const former = await open(database);
    await former.importAll({ ...fixtureDocuments(), changes: [firstChangeSet('import', 0)] });
    const expected = await leaveMixedHistory(former);
    await former.close();
    await onServer(uri, async (client) => {
      const some = { id: { $ne: expected.length } };
      const { modifiedCount } = await client
        .db(database)
        .collection('changes')
        .updateMany(some, { $unset: { views: 1 } });
      assert.equal(modifiedCount, expected.length - 1);
    });
    const nodes = await Promise.all([open(database), open(database), open(database)]);
    for (const node of nodes) await assertMixedHistory(node, expected);
    await Promise.all(nodes.map((node) => node.close()));
  });

  it('is looked at by partner with an index', async () => {
    const database = freshDatabase();
    await (await open(database)).close();
    await onServer(uri, async (client) => {
      const changes = client.db(database).collection('changes');
      const seen = { views: { $elemMatch: { partnerId: { $in: ['acme', ''] } } } };
      for (const filter of [seen, { partnerIds: 'acme' }, { 'views.partnerId': null, 'views': { $exists: false } }]) {
        const { queryPlanner } = await changes.find(filter, { sort: { id: -1 } }).explain();
        assert.match(JSON.stringify(queryPlanner.winningPlan), /"indexName":"(view|partner)"/);
      }
    });
  });
});
