// Only in npm run test:all.
/** Two nodes that each take an admin away, guarded by the other admin as it is: never both. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { MongoClient } from 'mongodb';
import type { Credential } from '../../src/model/documents.js';
import { openMongoStore } from '../../src/store/mongo/store.js';
import type { WriteOp } from '../../src/model/change.js';
import type { ChangeNote, Store } from '../../src/store/port.js';
import { describeWithMongo, freshDatabase } from '../support/mongo.js';
import { FIXTURE_NOTE, fixtureDocuments } from './fixtures.js';
import { put } from './suite-support.js';

const NOTE: ChangeNote = { ...FIXTURE_NOTE, at: '2026-11-26T12:00:00.000Z', requestId: 'request-1' };
const ROUNDS = 20;
const report = (error: Error, message: string): void => console.error(message, error);
const admin = (id: string): Credential => ({
  id,
  kind: 'service',
  tier: 'TIER_1',
  status: 'ACTIVE',
  scopes: ['admin'],
  secrets: [{ version: 1, secret: `secret-of-${id}` }],
});

describeWithMongo('MongoDB: the last admin', (uri) => {
  let nodes: Store[];
  let client: MongoClient;
  before(async () => {
    const database = freshDatabase();
    client = await new MongoClient(uri).connect();
    // the Windows build of MongoDB 7.0 crashes under wine when two clients create a collection at once
    await client.db(database).createCollection('_pinrate');
    nodes = await Promise.all([0, 1].map(() => openMongoStore({ uri, database, report })));
    await nodes[0]!.importAll(fixtureDocuments());
  });
  after(() => Promise.all([...nodes.map((node) => node.close()), client.close()]));

  it('stays, whichever of two nodes is first', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const admins = [admin(`one-${round}`), admin(`two-${round}`)] as const;
      const made = await nodes[0]!.write(
        admins.map((each) => put('credentials', each)),
        NOTE,
      );
      assert.ok(made.ok);
      const revokes = admins.map((own, index) => {
        const other = admins[1 - index]!;
        const ops: WriteOp[] = [
          { kind: 'put', collection: 'credentials', document: { ...own, status: 'INACTIVE' }, was: own },
          { kind: 'put', collection: 'credentials', document: other, was: other },
        ];
        return nodes[index]!.write(ops, NOTE);
      });
      const results = (await Promise.all(revokes)).map((result) => result.ok || result.conflict.reason);
      assert.deepEqual(results.sort(), ['STALE', true]);
    }
  });
});
