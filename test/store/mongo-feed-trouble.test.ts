// Only in npm run test:all.
/** A change feed whose connection to MongoDB fails: it loses nothing, and reports it in few lines. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { MongoNetworkError, MongoServerError, type Document, Timestamp } from 'mongodb';
import { FEED_MAX_REFUSALS } from '../../src/limits/mongo.js';
import { Rng } from '../reference/rng.js';
import { seedOf } from '../support/depth.js';
import { describeWithMongo } from '../support/mongo.js';
import { until } from '../support/until.js';
import { assigned, followed, Proxy, type Followed } from './mongo-feed-support.js';

describeWithMongo('change feed of MongoDB on a bad line', (uri) => {
  let line: Proxy;
  let on: Followed;
  beforeEach(async () => {
    line = await Proxy.open(uri);
    on = await followed(uri, line);
  });
  afterEach(async () => {
    line.resume();
    await on.end();
    await line.close();
  });

  it('resumes when its connections are cut, and loses nothing', async () => {
    await on.feed.start();
    await on.caughtUp();
    const pincodes = on.foreign.collection('zone-pincodes');
    for (let round = 0; round < 5; round++) {
      await pincodes.insertOne(assigned(2 * round));
      // during an answer, which the feed may not notice, and while it waits for one
      await new Promise((resume) => setTimeout(resume, 20 * round));
      line.cut();
      await pincodes.insertOne(assigned(2 * round + 1));
      await on.caughtUp();
      await on.assertSame();
    }
    assert.equal(on.mirror.resets, 1);
    // a cut may be noticed only after everything was delivered, and its end is reported a moment later
    await until(
      () =>
        on.feed.status().resumes > 0
        && on.reports.length === on.feed.status().resumes
        && on.recoveries.length === on.reports.length,
      'each cut and its end reported once',
    );
    assert.equal(on.mirror.resets, 1);
  });

  it('tolerates a short silence', async () => {
    await on.feed.start();
    line.hang();
    await on.foreign.collection('zone-pincodes').insertMany([assigned(1), assigned(2)]);
    await until(() => Date.now() - on.feed.status().lastSignMs > 2_000, 'a silence');
    assert.equal(on.mirror.calls.length, 1);
    line.resume();
    await until(() => on.mirror.changes().length === 2, 'the changes that were written meanwhile');
    await on.assertSame();
    assert.equal(on.mirror.resets, 1);
  });

  it('gives up on a silent server, and resumes when it answers again', async () => {
    await on.feed.start();
    await on.caughtUp();
    line.hang();
    await on.foreign.collection('zone-pincodes').insertOne(assigned(1));
    await until(() => on.feed.status().state === 'resuming', 'giving up');
    line.resume();
    await until(() => on.feed.status().state === 'following', 'a resume');
    await on.caughtUp();
    await on.assertSame();
    assert.equal(on.mirror.resets, 1);
    assert.equal(on.reports.length, 1);
    assert.equal(on.feed.status().trouble, null);
  });

  it('stops quickly while the server is silent', async () => {
    await on.feed.start();
    await on.caughtUp();
    const failed: string[] = [];
    on.hooks.failed = (body, { message }) => 'getMore' in body && failed.push(message);
    // the command that hangs
    await new Promise<void>((resolve) => {
      on.hooks.beforeCommand = (body) => {
        if ('getMore' in body) resolve();
      };
    });
    line.hang();
    await on.feed.stop();
    assert.deepEqual(failed, ['the feed was stopped'], 'it does not wait for an answer');
  });

  it('holds a transaction back until all of it is there, also when the connection fails', async () => {
    await on.feed.start();
    await on.caughtUp();
    let answers = 0;
    on.hooks.beforeCommand = (body) => {
      // the first attempt does not reach the third part of the transaction
      if ('getMore' in body && ++answers === 4) throw new MongoNetworkError('cut');
    };
    await on.foreignClient.withSession((session) =>
      session.withTransaction(() =>
        on.foreign.collection('zone-pincodes').insertMany(
          Array.from({ length: 5_000 }, (_, number) => assigned(number)),
          { session },
        ),
      ),
    );
    await on.caughtUp();
    assert.deepEqual(
      on.mirror.calls.map((call) => call.length),
      ['reset'.length, 5_000],
    );
    assert.equal(on.feed.status().resumes, 1);
    await on.assertSame();
  });

  it('reads everything again when the server cannot read its token', async () => {
    await on.feed.start();
    await on.caughtUp();
    on.hooks.beforeCommand = (body) => {
      if ('find' in body) on.hooks.beforeCommand = () => {};
      if ('getMore' in body) throw new MongoNetworkError('cut');
      if ('aggregate' in body)
        (body.pipeline as [{ $changeStream: Document }])[0].$changeStream.resumeAfter = { _data: '8200' };
    };
    await on.foreign.collection('zone-pincodes').insertOne(assigned(1));
    await until(() => on.feed.status().reloads === 1, 'a reload');
    await on.caughtUp();
    await on.assertSame();
    assert.equal(on.mirror.resets, 2);
    assert.equal(on.reports.length, 2);
  });

  it('reads everything again when a healthy server refuses to resume several times', async () => {
    await on.feed.start();
    let refusals = 0;
    on.hooks.beforeCommand = (body) => {
      if (!('getMore' in body)) return;
      if (++refusals === FEED_MAX_REFUSALS) on.hooks.beforeCommand = () => {};
      throw new MongoServerError({ code: 2, errmsg: 'BadValue' });
    };
    await until(() => on.feed.status().reloads === 1, 'a reload');
    await on.caughtUp();
    assert.equal(refusals, FEED_MAX_REFUSALS);
    assert.equal(on.reports.length, 2);
  });

  it('retries to read everything again, and releases callers that wait for a mark in it', async () => {
    await on.feed.start();
    await on.caughtUp();
    let reads = 0;
    on.hooks.beforeCommand = (body) => {
      if ('getMore' in body) throw new MongoServerError({ code: 286, errmsg: 'ChangeStreamHistoryLost' });
      if ('find' in body) {
        reads++;
        throw new MongoNetworkError('cut');
      }
    };
    await until(() => reads === 3, 'three attempts');
    assert.equal(on.feed.status().state, 'reloading');
    const waiting = on.feed.delivered(await on.mark());
    // the stream begins after the mark
    await on.foreign.collection('zone-pincodes').insertOne(assigned(1));
    on.hooks.beforeCommand = () => {};
    await waiting;
    assert.equal(on.feed.status().reloads, 1);
    assert.equal(on.reports.length, 1);
    await on.assertSame();
  });

  it('releases callers that wait for a moment of no event once the server has no more', async () => {
    await on.feed.start();
    await on.foreign.collection('zone-pincodes').insertOne(assigned(1));
    // such as the moment at which the server acknowledged a commit again
    const { t } = await on.mark();
    const waiting = on.feed.delivered(new Timestamp({ t: t + 60, i: 0 }));
    let reads = 0;
    on.hooks.beforeCommand = (body) => {
      if ('getMore' in body && ++reads === 1)
        throw new MongoServerError({ code: 286, errmsg: 'ChangeStreamHistoryLost' });
    };
    assert.equal(await waiting, true);
    await on.assertSame();
  });

  it('has the same documents as the database after random writes and random connection failures', async () => {
    const seed = seedOf(20_260_311);
    console.log(`seed ${seed}`);
    const rng = new Rng(seed);
    const pincodes = on.foreign.collection('zone-pincodes');
    await on.feed.start();
    for (let turn = 0; turn < 600; turn++) {
      const number = rng.int(0, 59);
      const filter = { partnerId: assigned(number).partnerId, pincode: assigned(number).pincode };
      const what = rng.next();
      if (what < 0.4) await pincodes.replaceOne(filter, assigned(number, turn), { upsert: true });
      else if (what < 0.6) await pincodes.updateOne(filter, { $set: { zoneId: turn } });
      else if (what < 0.75) await pincodes.deleteOne(filter);
      else if (what < 0.8) await pincodes.updateOne(filter, { $set: { pincode: String(200_000 + turn) } });
      else if (what < 0.83) await pincodes.deleteMany({ pincode: { $gte: '200000' } });
      else if (what < 0.86) {
        await on.foreignClient.withSession((session) =>
          session.withTransaction(async () => {
            await pincodes.updateMany({}, { $set: { zoneId: turn } }, { session });
            await pincodes.deleteOne(filter, { session });
          }),
        );
      } else if (what < 0.88) line.cut();
      else if (what < 0.9) line.hang();
      else if (what < 0.97) line.resume();
      else if (what < 0.98)
        await on.foreign.command({ collMod: 'zone-pincodes', changeStreamPreAndPostImages: { enabled: false } });
      else await new Promise((resume) => setTimeout(resume, 100 * rng.next()));
    }
    line.resume();
    await on.caughtUp();
    await on.assertSame();
    const { resumes, reloads } = on.feed.status();
    console.log(
      `${on.mirror.changes().length} changes in ${on.mirror.calls.length} calls, ${resumes} resumes, ${reloads} reloads`,
    );
  });
});
