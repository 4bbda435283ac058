// Only in npm run test:all.
/**
 * One fault after the other, while several clients of each of two nodes write. After each, a write that conflicts with
 * nothing is answered: no fault may leave something behind for which the next writes wait until their time is over.
 * Both nodes stop in time, also when the store answers nobody.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type CollectionInfo, type Db, MongoClient } from 'mongodb';
import { writeDataset } from '../store/fixtures.js';
import { seedOf } from '../support/depth.js';
import { assertHistoryLeadsTo, sharedDocuments } from './history.js';
import { MainNode } from './main-node.js';
import { freePorts } from './ports.js';
import { Racers } from './racers.js';
import { describeWithControl, ReplicaSet } from './replica-set.js';
import { until } from './until.js';
import { BULK, BULK_ZONES, faultWorld, pincode } from './world.js';

const SEED = seedOf(20_261_128);
const MEMBERS = 3;
const A_WHILE_MS = 1_000;
const HUNG_MS = 6_000;
/** Longer than an election takes. */
const DOWN_MS = 6_000;
const CALM_TIMEOUT_MS = 60_000;
/**
 * The first write after a fault waits for those before it, which run out of time together with it on a busy machine.
 * The next ones have their own time: what is left behind blocks them for good.
 */
const ANSWERED_MS = 2 * CALM_TIMEOUT_MS;
const CLIENT = { serverSelectionTimeoutMS: 2_000, connectTimeoutMS: 2_000, heartbeatFrequencyMS: 1_000 };

describeWithControl('two nodes that write through one fault after the other', () => {
  let set: ReplicaSet;
  let client: MongoClient;
  let db: Db;
  let folder: string;
  const nodes: MainNode[] = [];
  let racers: Racers;

  before(async () => {
    set = await ReplicaSet.start(MEMBERS);
    folder = await mkdtemp(join(tmpdir(), 'pinrate-sequence-'));
    await writeDataset(join(folder, 'dataset'), managedWorld());
    client = await MongoClient.connect(set.uri, CLIENT);
    db = client.db('pinrate-sequence');
    for (const name of ['first', 'second']) {
      const settings = { MONGODB_URI: set.uri, MONGODB_DB: db.databaseName, DATASET: join(folder, 'dataset') };
      nodes.push(new MainNode(name, await freePorts(1), settings));
      await nodes.at(-1)!.start();
    }
    racers = new Racers(nodes);
  });
  after(async () => {
    racers?.end();
    const stopped = await Promise.allSettled(nodes.map((node) => node.stop()));
    await client?.close();
    await set?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    for (const result of stopped) if (result.status === 'rejected') throw result.reason;
  });

  /** While everybody writes. Then each node answers a write of a document that nobody else changes. */
  function during(what: string, fault: () => Promise<unknown>): void {
    it(what, async (t) => {
      racers.start();
      await pause(A_WHILE_MS);
      await fault();
      for (const [n, node] of nodes.entries()) {
        const startedAt = performance.now();
        await until(async () => racers.probe(n), `a write of the ${node.name} node`, ANSWERED_MS);
        t.diagnostic(`${node.name}: ${Math.round(performance.now() - startedAt)} ms`);
      }
      report(t);
    });
  }

  function report(t: TestContext): void {
    t.diagnostic([...racers.counts].map(([what, count]) => `${what}: ${count}`).join(', '));
    racers.counts.clear();
    const errors = nodes.flatMap((node) => node.errors.splice(0));
    assert.deepEqual(racers.troubles.splice(0), [], errors.join('\n'));
  }

  /** Repeats what the test's own connection cannot do while members change their roles. */
  async function insist(work: () => Promise<unknown>): Promise<void> {
    await until(
      () =>
        work().then(
          () => true,
          () => false,
        ),
      'a change of another program',
      CALM_TIMEOUT_MS,
    );
  }

  during('nothing is wrong', () => pause(A_WHILE_MS));

  during('a node is killed while it writes', async () => {
    const [first] = nodes;
    // only its transactions are open then
    await racers.hold(1);
    await until(() => hasOpenTransaction(client), 'a transaction of the node', CALM_TIMEOUT_MS);
    await first!.kill();
    racers.release();
    await pause(A_WHILE_MS);
    await first!.start();
  });

  during('the primary is killed', async () => {
    const primary = await set.primary();
    await set.kill(primary);
    await set.primary(primary);
    await pause(A_WHILE_MS);
    await set.resume(primary);
    await set.whole();
  });

  during('the primary steps down', async () => {
    const primary = await set.primary();
    await set.command(primary, { replSetStepDown: 10, secondaryCatchUpPeriodSecs: 5 });
    await set.primary(primary);
    await set.whole();
  });

  during('the primary hangs', async () => {
    const primary = await set.primary();
    await set.pause(primary);
    await pause(HUNG_MS);
    await set.unpause(primary);
    await set.whole();
  });

  during('there is no majority', async () => {
    const primary = await set.primary();
    const others = set.numbers.filter((member) => member !== primary);
    for (const member of others) await set.kill(member);
    await pause(DOWN_MS);
    for (const member of others) await set.resume(member);
    await set.whole();
  });

  during('every member is down', async () => {
    await Promise.all(set.numbers.map((member) => set.kill(member)));
    await pause(DOWN_MS);
    await Promise.all(set.numbers.map((member) => set.resume(member)));
    await set.whole();
  });

  during('another program changes thousands of documents in one transaction', () =>
    insist(() =>
      client.withSession((session) =>
        session.withTransaction(() =>
          db
            .collection('zone-pincodes')
            .updateMany(
              { partnerId: BULK, pincode: { $gte: pincode(Racers.PINCODES) } },
              { $set: { zoneId: BULK_ZONES[1] } },
              { session },
            ),
        ),
      ),
    ),
  );

  during('a collection is dropped and restored', async () => {
    const { options } = (await db.listCollections({ name: 'packages' }, { nameOnly: false }).next()) as CollectionInfo;
    const documents = await db.collection('packages').find().toArray();
    await db.collection('packages').drop();
    await pause(A_WHILE_MS);
    const restored = await db.createCollection('packages-restored', options);
    await restored.insertMany(documents);
    await restored.rename('packages');
  });

  during('another program breaks documents, and mends them', async () => {
    const rows = db.collection('packages');
    const sound = await rows.find({ partnerId: BULK }).toArray();
    const set = { $set: { baseCharge: 'much' } };
    await insist(() => rows.updateMany({ partnerId: BULK }, set, { bypassDocumentValidation: true }));
    await pause(A_WHILE_MS);
    for (const row of sound) await insist(() => rows.replaceOne({ _id: row._id }, row));
  });

  it('nothing acknowledged is lost, and the history leads to the documents of both nodes', async (t) => {
    await racers.quiesce();
    report(t);
    await racers.assertNothingLost(db);
    const documents = await sharedDocuments(nodes, CALM_TIMEOUT_MS);
    t.diagnostic(`${await assertHistoryLeadsTo(db, documents)} changes of documents`);
  });

  it('the nodes stop in time while their writes are blocked', async () => {
    racers.start();
    const session = client.startSession();
    await insist(async () => {
      // one that met the nodes' writes is over
      if (session.inTransaction()) await session.abortTransaction();
      session.startTransaction();
      const meta = db.collection<{ _id: string }>('_pinrate');
      await meta.updateOne({ _id: 'changes' }, { $inc: { blocked: 1 } }, { session });
    });
    await pause(A_WHILE_MS);
    racers.end();
    const stopped = await Promise.allSettled(nodes.map((node) => node.stop()));
    await session.abortTransaction();
    await session.endSession();
    for (const result of stopped) if (result.status === 'rejected') throw result.reason;
  });
});

/** The random world, with a credential that may change all of it. */
function managedWorld(): ReturnType<typeof faultWorld> {
  const world = faultWorld(SEED);
  const scopes = ['quote', 'assign', 'read', 'write', 'manage'] as const;
  world.credentials = world.credentials.map((one) =>
    one.id === 'main-system' ? { ...one, scopes: [...scopes] } : one,
  );
  return world;
}

async function hasOpenTransaction(client: MongoClient): Promise<boolean> {
  const open = { 'appName': 'pinrate', 'transaction.parameters.autocommit': false };
  const pipeline = [{ $currentOp: { idleSessions: true } }, { $match: open }];
  return (await client.db('admin').aggregate(pipeline).toArray()).length > 0;
}
