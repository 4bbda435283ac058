// Only in npm run test:all.
/** What a change feed delivers of changes that another program makes in a real MongoDB. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { MongoServerError, ObjectId, Timestamp, type Document, type Long } from 'mongodb';
import { FEED_LONGEST_GATHER_MS } from '../../src/limits/mongo.js';
import type { Change } from '../../src/model/change.js';
import { describeWithMongo } from '../support/mongo.js';
import { until } from '../support/until.js';
import { another, assigned, followed, type Followed } from './mongo-feed-support.js';

describeWithMongo('change feed of MongoDB', (uri) => {
  let on: Followed;
  beforeEach(async () => {
    on = await followed(uri);
  });
  afterEach(() => on.end());

  it('delivers everything first, without hidden fields, then every kind of change in order', async () => {
    const pincodes = on.foreign.collection('zone-pincodes');
    await pincodes.insertMany([assigned(1), assigned(2)]);
    const startedAtMs = Date.now();
    await on.feed.start();
    assert.deepEqual(on.mirror.calls, ['reset']);
    await on.assertSame();
    await pincodes.insertOne({ _id: new ObjectId(), ...assigned(3) });
    await pincodes.updateOne({ pincode: '110001' }, { $set: { zoneId: 5 } });
    await pincodes.replaceOne({ pincode: '110002' }, assigned(2, 6));
    await pincodes.deleteOne({ pincode: '110003' });
    await on.caughtUp();
    const put = (document: ReturnType<typeof assigned>): Change => ({
      kind: 'put',
      collection: 'zone-pincodes',
      key: `${document.partnerId}/${document.pincode}`,
      document,
    });
    assert.deepEqual(on.mirror.changes(), [
      put(assigned(3)),
      put(assigned(1, 5)),
      put(assigned(2, 6)),
      { kind: 'delete', collection: 'zone-pincodes', key: 'partner-3/110003' },
    ]);
    await on.assertSame();
    const { state, resumes, reloads, lastSignMs, lagMs, trouble } = on.feed.status();
    assert.deepEqual(
      { state, resumes, reloads, trouble },
      { state: 'following', resumes: 0, reloads: 0, trouble: null },
    );
    const sinceStartMs = Date.now() - startedAtMs;
    assert(lastSignMs >= startedAtMs, 'a sign since it began');
    // of a change that was made since, by a clock of whole seconds
    assert(lagMs >= 0 && lagMs <= sinceStartMs + 1_000, `${lagMs} ms, ${sinceStartMs} ms after the start`);
  });

  it('delivers the document as the change left it, not as a later one did', async () => {
    await on.feed.start();
    const pincodes = on.foreign.collection('zone-pincodes');
    await pincodes.insertOne(assigned(1, 0));
    for (let zoneId = 1; zoneId <= 30; zoneId++) await pincodes.updateOne({ pincode: '110001' }, { $set: { zoneId } });
    await on.caughtUp();
    assert.deepEqual(
      on.mirror.changes().map((change) => (change as { document: Document }).document.zoneId),
      Array.from({ length: 31 }, (_, zoneId) => zoneId),
    );
  });

  it('asks for no more changes while its follower rests, up to a time limit', async () => {
    // timers end in their order, however slow the machine is
    let limit: NodeJS.Timeout | undefined;
    let isOver = false;
    let wereOver: boolean[] = [];
    on.mirror.during = (call) => {
      if (call === 'reset') return;
      isOver = false;
      limit = setTimeout(() => (isOver = true), FEED_LONGEST_GATHER_MS - 2);
    };
    on.hooks.beforeCommand = (body) => {
      if ('getMore' in body && limit !== undefined) wereOver.push(isOver);
      clearTimeout(limit);
      limit = undefined;
    };
    const limitsAfter = async (first: number): Promise<boolean[]> => {
      wereOver = [];
      for (let number = first; number < first + 5; number++) {
        await on.foreign.collection('zone-pincodes').insertOne(assigned(number));
        await until(() => wereOver.length > number - first, 'it asks for more');
      }
      return wereOver;
    };
    await on.feed.start();
    assert((await limitsAfter(1)).includes(false), 'it waits for the limit, though its follower had rested');
    on.mirror.rest = new Promise(() => undefined);
    assert(!(await limitsAfter(6)).includes(false), 'it asks before the limit, though its follower rests');
  });

  it('deletes the old key when a document gets another, also within a transaction that exchanges two', async () => {
    const pincodes = on.foreign.collection('zone-pincodes');
    await pincodes.insertMany([assigned(1, 10), assigned(8, 20)]);
    await on.feed.start();
    await pincodes.updateOne({ pincode: '110001' }, { $set: { pincode: '110099' } });
    await on.foreignClient.withSession((session) =>
      session.withTransaction(async () => {
        await pincodes.updateOne({ pincode: '110099' }, { $set: { pincode: '000000' } }, { session });
        await pincodes.updateOne({ pincode: '110008' }, { $set: { pincode: '110099' } }, { session });
        await pincodes.updateOne({ pincode: '000000' }, { $set: { pincode: '110008' } }, { session });
      }),
    );
    await on.caughtUp();
    assert.deepEqual([...on.mirror.documents.get('zone-pincodes')!.keys()].sort(), [
      'partner-1/110008',
      'partner-1/110099',
    ]);
    await on.assertSame();
  });

  it('delivers a broken document under its last key, and deletes that key with the document', async () => {
    const packages = on.foreign.collection('packages');
    const { insertedId } = await packages.insertOne({ id: 7, packageId: 'a' });
    await on.feed.start();
    await packages.updateOne({ id: 7 }, { $set: { id: 'seven' } });
    await packages.deleteOne({ id: 'seven' });
    await on.caughtUp();
    assert.deepEqual(on.mirror.changes(), [
      {
        kind: 'put',
        collection: 'packages',
        key: 7,
        document: { id: 'seven', packageId: 'a' },
        storedId: JSON.stringify({ $oid: insertedId.toHexString() }),
      },
      { kind: 'delete', collection: 'packages', key: 7 },
    ]);
  });

  it('delivers 10,000 changes of one transaction in one call, while single changes continue', async () => {
    await on.feed.start();
    const pincodes = on.foreign.collection('zone-pincodes');
    let isOver = false;
    const singles = (async () => {
      for (let number = 50_000; !isOver; number++) await pincodes.insertOne(assigned(number));
    })();
    await on.foreignClient.withSession((session) =>
      session.withTransaction(async () => {
        await pincodes.insertMany(
          Array.from({ length: 5_000 }, (_, number) => assigned(number)),
          { session },
        );
        await pincodes.updateMany({ pincode: { $lt: '120000' } }, { $set: { zoneId: 2 } }, { session });
      }),
    );
    isOver = true;
    await singles;
    await on.caughtUp();
    const ofTransaction = on.mirror.calls.filter(
      (call): call is Change[] => call !== 'reset' && call.some(({ key }) => String(key).split('/')[1]! < '120000'),
    );
    assert.equal(ofTransaction.length, 1);
    assert.equal(ofTransaction[0]!.filter(({ key }) => String(key).split('/')[1]! < '120000').length, 10_000);
    await on.assertSame();
    assert.equal(on.mirror.resets, 1);
  });

  it('neither loses nor wrongly repeats changes between the snapshot and the stream', async () => {
    const pincodes = on.foreign.collection('zone-pincodes');
    await pincodes.insertMany(Array.from({ length: 300 }, (_, number) => assigned(number)));
    for (let round = 0; round < 20; round++) {
      const other = another(on.foreignClient, on.foreign, on.client);
      let turn = 0;
      let lastTurn = Infinity;
      const writing = (async () => {
        for (; turn < lastTurn; turn++) {
          const document = assigned(turn % 40, turn);
          if (turn % 3 === 0) await pincodes.deleteOne({ pincode: document.pincode });
          else await pincodes.replaceOne({ pincode: document.pincode }, document, { upsert: true });
        }
      })();
      await other.feed.start();
      lastTurn = turn + 5;
      await writing;
      await other.caughtUp();
      await other.assertSame();
      assert(turn > 5, 'it was written while the feed began');
      await other.end();
    }
  });

  it('knows by the moment of a commit when a transaction is delivered, of several concurrent ones', async () => {
    await on.feed.start();
    const db = on.client.db(on.foreign.databaseName);
    let asked = 0;
    on.hooks.beforeCommand = (body) => {
      if ('getMore' in body) asked++;
    };
    const lateBy: number[] = [];
    /** How often the feed had asked when each document came. */
    const cameAt = new Map<string, number>();
    on.mirror.during = (call) => {
      for (const { key } of call as readonly Change[]) cameAt.set(String(key), asked);
    };
    await Promise.all(
      Array.from({ length: 20 }, (_, lane) =>
        on.client.withSession(async (session) => {
          await session.withTransaction(() =>
            db.collection('zone-pincodes').insertMany([assigned(2 * lane), assigned(2 * lane + 1)], { session }),
          );
          const askedThen = await on.feed.delivered(session.operationTime!).then(() => asked);
          const delivered = on.mirror.documents.get('zone-pincodes')!;
          for (const number of [2 * lane, 2 * lane + 1]) {
            const key = `${assigned(number).partnerId}/${assigned(number).pincode}`;
            assert(delivered.has(key), key);
            lateBy.push(askedThen - cameAt.get(key)!);
          }
        }),
      ),
    );
    assert.deepEqual(
      new Set(lateBy),
      new Set([0]),
      'its event has the moment of the commit: no later answer is needed',
    );
  });

  it('has delivered what was committed before the feed began', async () => {
    const moment = await on.mark();
    await on.foreign.collection('packages').insertOne({ id: 1 });
    await on.feed.start();
    await on.feed.delivered(moment);
  });

  it('waits for the follower before it delivers more', async () => {
    await on.feed.start();
    let release!: () => void;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    on.mirror.during = () => released;
    await on.foreign.collection('zone-pincodes').insertOne(assigned(1));
    await until(() => on.mirror.calls.length === 2, 'the first change');
    await on.foreign.collection('zone-pincodes').insertOne(assigned(2));
    const caughtUp = on.caughtUp();
    assert.equal(
      await Promise.race([
        caughtUp.then(() => 'delivered'),
        new Promise((resolve) => setTimeout(resolve, 100, 'waits')),
      ]),
      'waits',
    );
    assert.equal(on.mirror.calls.length, 2);
    release();
    await caughtUp;
    await on.assertSame();
  });

  it('stops at once while it waits for a change, releases waiting callers, and delivers no more', async () => {
    await on.feed.start();
    await on.caughtUp();
    const later = new Timestamp({ t: 2 ** 31, i: 0 });
    const waiting = on.feed.delivered(later);
    const failed: string[] = [];
    on.hooks.failed = (body, { message }) => 'getMore' in body && failed.push(message);
    // the server waits for a change
    await new Promise<void>((resolve) => {
      on.hooks.beforeCommand = (body) => {
        if ('getMore' in body) resolve();
      };
    });
    await on.feed.stop();
    assert.deepEqual(failed, ['the feed was stopped'], 'it does not wait for the answer');
    await waiting;
    await on.feed.delivered(later);
    await on.foreign.collection('zone-pincodes').insertOne(assigned(1));
    assert.deepEqual(on.mirror.calls, ['reset']);
    assert.deepEqual(on.reports, []);
  });

  it('rejects when the first load fails, and can be stopped then', async () => {
    on.mirror.during = () => Promise.reject(new Error('the follower cannot'));
    await assert.rejects(on.feed.start(), /the follower cannot/);
    await on.feed.stop();
  });

  it('continues when its cursor is killed', async () => {
    await on.feed.start();
    await on.caughtUp();
    let cursor: Document | null = null;
    on.hooks.beforeCommand = (body) => {
      if ('getMore' in body) cursor = body;
    };
    await until(() => cursor !== null, 'its next command');
    await on.foreign.command({ killCursors: cursor!['collection'] as string, cursors: [cursor!['getMore'] as Long] });
    await on.foreign.collection('zone-pincodes').insertOne(assigned(1));
    await until(() => on.feed.status().resumes === 1, 'a resume');
    await on.caughtUp();
    await on.assertSame();
    assert.equal(on.mirror.resets, 1);
    assert.equal(on.reports.length, 1);
    assert.equal(on.recoveries.length, 1);
  });

  it('reads everything again when a change has no image', async () => {
    const pincodes = on.foreign.collection('zone-pincodes');
    await pincodes.insertMany([assigned(1), assigned(2)]);
    await on.feed.start();
    await on.foreign.command({ collMod: 'zone-pincodes', changeStreamPreAndPostImages: { enabled: false } });
    await pincodes.deleteOne({ pincode: '110001' });
    await until(() => on.feed.status().reloads === 1, 'a reload');
    await on.assertSame();
    await pincodes.deleteOne({ pincode: '110002' });
    await on.caughtUp();
    await on.assertSame();
    assert.equal(on.mirror.resets, 2, 'pre-images are on again');
  });

  it('reads everything again when the follower fails with a change', async () => {
    await on.feed.start();
    on.mirror.during = (call) => {
      if (call !== 'reset') throw new Error('it cannot take that');
    };
    await on.foreign.collection('zone-pincodes').insertOne(assigned(1));
    await until(() => on.feed.status().reloads === 1, 'a reload');
    await on.assertSame();
    assert.match(on.reports[0]!, /it cannot take that/);
  });

  for (const [how, drop, restore] of [
    [
      'dropped and created again',
      (on) => on.foreign.dropCollection('zone-pincodes'),
      (on) => on.foreign.collection('zone-pincodes').insertMany([assigned(7), assigned(8)]),
    ],
    [
      'renamed and back',
      (on) => on.foreign.renameCollection('zone-pincodes', 'aside'),
      (on) => on.foreign.renameCollection('aside', 'zone-pincodes'),
    ],
  ] as const satisfies readonly [string, (on: Followed) => Promise<unknown>, (on: Followed) => Promise<unknown>][]) {
    it(`keeps the last state while a collection is missing: ${how}`, async () => {
      const pincodes = on.foreign.collection('zone-pincodes');
      await pincodes.insertMany([assigned(1), assigned(2)]);
      await on.feed.start();
      await drop(on);
      await until(() => on.reports.length === 2, 'two reports');
      assert.match(on.reports[1]!, /missing collections: zone-pincodes/);
      assert.equal(on.feed.status().state, 'reloading');
      await on.foreign.collection('packages').insertOne({ id: 1 });
      assert.equal(on.mirror.documents.get('zone-pincodes')!.size, 2);
      assert.equal(on.mirror.calls.length, 1);
      // before the reload reads its starting moment: a later rename is in its stream, too, and causes one more reload
      await new Promise<void>((resolve, reject) => {
        on.hooks.beforeCommand = async (body) => {
          if (!('ping' in body)) return;
          on.hooks.beforeCommand = () => {};
          await restore(on).then(() => resolve(), reject);
        };
      });
      await until(() => on.feed.status().state === 'following', 'following');
      await on.assertSame();
      await pincodes.insertOne(assigned(9));
      await on.caughtUp();
      await on.assertSame();
      assert.equal(on.mirror.resets, 2);
      assert.equal(on.feed.status().reloads, 1);
      assert.deepEqual(on.recoveries.length, 1);
    });
  }

  it('reads everything again when another collection is renamed over one', async () => {
    await on.foreign.collection('zone-pincodes').insertOne(assigned(1));
    await on.foreign.collection('restored').insertOne(assigned(2));
    await on.feed.start();
    await on.foreign.renameCollection('restored', 'zone-pincodes', { dropTarget: true });
    await until(() => on.feed.status().reloads === 1, 'a reload');
    await on.assertSame();
    assert.equal(on.mirror.documents.get('zone-pincodes')!.size, 1);
  });

  it('keeps the last state while the whole database is missing', async () => {
    await on.foreign.collection('zone-pincodes').insertOne(assigned(1));
    await on.feed.start();
    await on.foreign.dropDatabase();
    await until(
      () => on.reports.some((report) => report.includes('missing collections: zone-pincodes, packages')),
      'what is missing',
    );
    assert.equal(on.mirror.documents.get('zone-pincodes')!.size, 1);
    await on.foreign.createCollection('packages');
    await on.foreign.collection('zone-pincodes').insertOne(assigned(2));
    await until(() => on.feed.status().reloads === 1, 'a reload');
    await on.caughtUp();
    await on.assertSame();
  });

  for (const code of [286, 280, 260]) {
    it(`reads everything again when its position in the stream is lost: ${code}`, async () => {
      await on.feed.start();
      on.hooks.beforeCommand = (body) => {
        if (!('getMore' in body)) return;
        on.hooks.beforeCommand = () => {};
        throw new MongoServerError({ code, errmsg: 'lost' });
      };
      await on.foreign.collection('zone-pincodes').insertOne(assigned(1));
      await until(() => on.feed.status().reloads === 1, 'a reload');
      await on.caughtUp();
      await on.assertSame();
      assert.equal(on.mirror.resets, 2);
    });
  }
});
