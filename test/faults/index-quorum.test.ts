// Only in npm run test:all.
/** One member of three is down: whatever makes indexes goes on, because a majority of the members can build them. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import { type Db, MongoClient } from 'mongodb';
import { openMongoStore } from '../../src/store/mongo/store.js';
import { REFERENCE_NOW } from '../reference/random.js';
import { fixtureDocuments, withoutContracts, writeDataset } from '../store/fixtures.js';
import { LOADER, modulePath } from '../support/programs.js';
import { Node } from './node.js';
import { describeWithControl, ReplicaSet } from './replica-set.js';
import { until } from './until.js';

const BUILDING_TIMEOUT_MS = 30_000;
const DUPLICATE_KEY = 11_000;

const run = promisify(execFile);
const report = (error: Error | null, message: string): void => console.error(message, error);

describeWithControl('a replica set of three with one member down', () => {
  let set: ReplicaSet;
  let client: MongoClient;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pinrate-quorum-'));
    await writeDataset(join(folder, 'dataset'), withoutContracts(fixtureDocuments()));
    set = await ReplicaSet.start(3);
    client = await MongoClient.connect(set.uri);
    const primary = await set.primary();
    await set.kill(set.numbers.find((member) => member !== primary)!);
  });
  after(async () => {
    await client?.close();
    await set?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('lets a node start on a new database', async (t) => {
    const startedAt = performance.now();
    const node = await Node.start({
      name: 'first',
      uri: set.uri,
      database: freshName(),
      dataset: join(folder, 'dataset'),
      clock: { nowMs: REFERENCE_NOW.getTime() },
    });
    t.after(() => node.stop());
    t.diagnostic(`ready after ${Math.round(performance.now() - startedAt)} ms`);
    // a node resumes after a member was silent for too long
    const isFollowing = async (): Promise<boolean> => (await node.changes()).state === 'following';
    await until(isFollowing, 'the node following', BUILDING_TIMEOUT_MS);
  });

  it('lets a copy fill a new database', async (t) => {
    const database = freshName();
    const startedAt = performance.now();
    const [host, options] = set.uri.split('/?') as [string, string];
    await run(process.execPath, [
      ...LOADER,
      modulePath('src/copy/main'),
      '--from',
      `dataset:${join(folder, 'dataset')}`,
      '--to',
      `${host}/${database}?${options}`,
      '--progress',
      join(folder, 'progress.json'),
    ]);
    t.diagnostic(`copied after ${Math.round(performance.now() - startedAt)} ms`);
    assert.equal(await client.db(database).collection('cities').countDocuments(), fixtureDocuments().cities.length);
  });

  it('gets missing unique indexes of collections that hold documents already', async () => {
    const db = client.db(freshName());
    await db.collection('states').insertMany(fixtureDocuments().states);
    await (await openMongoStore({ uri: set.uri, database: db.databaseName, report })).close();
    await assertRefusesSecond(db);
  });

  it('completes a unique index that another program began and that waits for the member', async () => {
    const db = client.db(freshName());
    await db.collection('states').insertMany(fixtureDocuments().states);
    // by default it waits for every voting member; mongorestore builds indexes so
    const begun = db.collection('states').createIndex({ id: 1 }, { name: 'key', unique: true });
    await until(
      async () => (await db.collection('states').indexes()).some(({ name }) => name === 'key'),
      'an index that is being built',
      BUILDING_TIMEOUT_MS,
    );
    await (await openMongoStore({ uri: set.uri, database: db.databaseName, report })).close();
    await assertRefusesSecond(db);
    await begun;
  });
});

const freshName = (): string => `pinrate-test-${randomUUID()}`;

async function assertRefusesSecond(db: Db): Promise<void> {
  await assert.rejects(db.collection('states').insertOne({ ...fixtureDocuments().states[0]! }), {
    code: DUPLICATE_KEY,
  });
}
