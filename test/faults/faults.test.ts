// Only in npm run test:all.
/**
 * The faults of a store, with quotes and writes going on throughout, against a real replica set. After each: no
 * acknowledged write is lost, quotes never stopped and were never of two generations, and every node agrees with the
 * reference model.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type CollectionInfo, MongoClient } from 'mongodb';
import { chargesBody } from '../api/questions/requests.js';
import { seededRng } from '../reference/random.js';
import { onlyInDeep } from '../support/depth.js';
import { Proxy } from '../store/mongo-feed-support.js';
import { fillOplog, shrinkOplog } from './oplog.js';
import { lasting } from './patience.js';
import { describeWithControl } from './replica-set.js';
import { Scene } from './scene.js';
import { until } from './until.js';
import { BULK, BULK_ZONES, PINCODES, shipmentIn } from './world.js';

const A_WHILE_MS = 2_000;
/** Longer than any answer is waited for. */
const HUNG_MS = lasting(20_000);
/** Twice as long as a write may take. */
const DOWN_MS = lasting(60_000);
/** How soon nodes notice is what `npm run bench -- mongo` measures: on a busy machine this waits longer. */
const NOTICED_TIMEOUT_MS = 60_000;

describeWithControl('two nodes on a replica set of three', () => {
  let scene: Scene;
  before(async () => {
    scene = await Scene.open();
  });
  after(() => scene?.close());

  it('agree with the reference model while nothing is wrong', (t) => scene.during(t, () => pause(A_WHILE_MS)));

  it('when the primary is killed', (t) =>
    scene.during(t, async () => {
      const { set } = scene;
      const primary = await set.primary();
      await set.kill(primary);
      await set.primary(primary);
      await pause(A_WHILE_MS);
      await set.resume(primary);
      await set.whole();
    }));

  it('when the primary steps down', (t) =>
    scene.during(t, async () => {
      const { set } = scene;
      const primary = await set.primary();
      await set.command(primary, { replSetStepDown: 10, secondaryCatchUpPeriodSecs: 5 });
      await set.primary(primary);
      await pause(A_WHILE_MS);
      await set.whole();
    }));

  it(`when the primary hangs for ${HUNG_MS / 1_000} s`, (t) =>
    scene.during(t, async () => {
      const { set } = scene;
      const primary = await set.primary();
      await set.pause(primary);
      await pause(HUNG_MS);
      await set.unpause(primary);
      await set.whole();
    }));

  it('when 10,000 assignments change in one transaction', (t) =>
    scene.during(t, async () => {
      const { client, db, quoters } = scene;
      const moves = quoters.map((quoter) => quoter.moves);
      const startedAt = performance.now();
      await client.withSession((session) =>
        session.withTransaction(
          async () => {
            const { modifiedCount } = await db
              .collection('zone-pincodes')
              .updateMany({ partnerId: BULK }, { $set: { zoneId: BULK_ZONES[1] } }, { session });
            assert.equal(modifiedCount, PINCODES);
          },
          { writeConcern: { w: 'majority', journal: true } },
        ),
      );
      const writtenAt = performance.now();
      await until(
        () => quoters.every((quoter, n) => quoter.moves > moves[n]!),
        'the pincodes moved on every node',
        NOTICED_TIMEOUT_MS,
      );
      t.diagnostic(
        `written in ${Math.round(writtenAt - startedAt)} ms, in every node's quotes ${Math.round(performance.now() - writtenAt)} ms later`,
      );
      await pause(A_WHILE_MS);
      assert.deepEqual(
        quoters.map((quoter, n) => quoter.moves - moves[n]!),
        quoters.map(() => 1),
        'in one step',
      );
    }));

  it('when a collection is dropped and restored', (t) =>
    scene.during(t, async () => {
      const { db, nodes } = scene;
      const body = chargesBody(seededRng(1), shipmentIn(1, 2), BULK);
      const weightCharges = () =>
        Promise.all(
          nodes.map(
            async (node) => (await node.ask('charges', body)).json.data.charges?.weightCharge as number | undefined,
          ),
        );
      const chargesBefore = await weightCharges();
      const { options } = (await db
        .listCollections({ name: 'packages' }, { nameOnly: false })
        .next()) as CollectionInfo;
      const documents = await db.collection('packages').find().toArray();
      await db.collection('packages').drop();
      await until(
        async () =>
          (await Promise.all(nodes.map((node) => node.changes()))).every(({ state }) => state === 'reloading'),
        'every node missing the collection',
        NOTICED_TIMEOUT_MS,
      );
      await pause(A_WHILE_MS);
      assert.deepEqual(await weightCharges(), chargesBefore, 'the last good packages are in force');
      assert.equal(await db.listCollections({ name: 'packages' }).hasNext(), false, 'nobody has made it again');
      const restored = await db.createCollection('packages-restored', options);
      await restored.insertMany(documents);
      await restored.rename('packages');
    }));

  it('when a node is killed while it writes', (t) =>
    scene.during(t, async () => {
      const [node, quoter] = [scene.nodes[0]!, scene.quoters[0]!];
      await quoter.stop();
      await node.kill();
      await pause(A_WHILE_MS);
      await node.start();
      quoter.start();
      await pause(A_WHILE_MS);
    }));

  it(`when every member is down for ${DOWN_MS / 1_000} s`, (t) =>
    scene.during(t, async () => {
      const { set, nodes } = scene;
      await Promise.all(set.numbers.map((member) => set.kill(member)));
      const downAt = performance.now();
      await until(
        async () =>
          (await Promise.all(nodes.map((node) => node.changes()))).every(({ state }) => state !== 'following'),
        'every node missing the store',
        NOTICED_TIMEOUT_MS,
      );
      const asked = scene.quoters.map(({ answered }) => answered);
      await pause(DOWN_MS - (performance.now() - downAt));
      for (const [n, { answered }] of scene.quoters.entries())
        assert.ok(answered - asked[n]! > 100, `${answered - asked[n]!} quotes`);
      await Promise.all(set.numbers.map((member) => set.resume(member)));
      await set.whole();
    }));

  // filling an oplog takes a minute; what a feed does then is in test/store/mongo-feed-trouble.test.ts
  it('when a node has been away for longer than the store remembers', { skip: onlyInDeep }, (t) =>
    scene.during(t, async () => {
      const { set } = scene;
      const primary = await set.primary();
      const line = await Proxy.open(set.uriOf(primary));
      const direct = await MongoClient.connect(set.uriOf(primary));
      t.after(() => line.close());
      t.after(() => direct.close());
      await scene.addNode('third', `mongodb://127.0.0.1:${line.port}/?directConnection=true`);
      const third = scene.nodes.at(-1)!;
      await shrinkOplog(direct);
      line.hang();
      const startedAt = performance.now();
      await fillOplog(direct);
      t.diagnostic(`history lost in ${Math.round(performance.now() - startedAt)} ms`);
      line.resume();
      await until(
        async () => (await third.changes()).reloads > 0,
        () => `everything read again: ${third.warnings.join('; ')}`,
        NOTICED_TIMEOUT_MS,
      );
      assert.ok(
        third.warnings.some((warning) => /oplog|resume point/i.test(warning)),
        third.warnings.join('; '),
      );
    }),
  );
});
