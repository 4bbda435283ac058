// Only in npm run test:all.
/** What the lag of a feed says while a large transaction of a real server is gathered, and after it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { FEED_TRANSACTION_AWAIT_MS } from '../../src/limits/mongo.js';
import { assigned, followed } from '../store/mongo-feed-support.js';
import { describeWithMongo } from '../support/mongo.js';
import { until } from './until.js';

const DOCUMENTS = 51_000;
const HELD_UP_MS = 2_000;
const DELIVERED_TIMEOUT_MS = 120_000;
/** The clock of the server is read within the round trip of a command. */
const CLOCK_ERROR_MS = 1_000;

describeWithMongo('the lag of a feed', (uri) => {
  it(`is the age of a transaction of ${DOCUMENTS} documents until it was delivered, and then 0`, async (t) => {
    const on = await followed(uri);
    t.after(() => on.end());
    const pincodes = on.foreign.collection('zone-pincodes');
    await pincodes.insertMany(Array.from({ length: DOCUMENTS }, (_, number) => assigned(number)));
    await on.feed.start();
    await on.caughtUp();
    await until(() => on.feed.status().lagMs === 0, 'no lag while there is nothing new', DELIVERED_TIMEOUT_MS);

    // the feed has some of the transaction, and is held up there
    let goOn!: () => void;
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let answers = 0;
    on.hooks.beforeCommand = (body) => {
      // asked for with this patience, more of a transaction is what the feed is waiting for
      if (body.maxTimeMS === FEED_TRANSACTION_AWAIT_MS && ++answers > 3) return mayGoOn;
    };
    await on.foreignClient.withSession((session) =>
      session.withTransaction(() => pincodes.updateMany({}, { $set: { zoneId: 2 } }, { session })),
    );
    const committedAt = performance.now();
    await until(() => answers > 3, 'a part of the transaction', DELIVERED_TIMEOUT_MS);
    assert.equal(on.mirror.changes().length, 0);
    await pause(HELD_UP_MS);
    const { state, lagMs } = on.feed.status();
    t.diagnostic(
      `${Math.round(performance.now() - committedAt)} ms after the commit, of which ${HELD_UP_MS} held up: ${state}, lag ${Math.round(lagMs)} ms`,
    );
    assert.equal(state, 'following');
    assert(lagMs > performance.now() - committedAt - CLOCK_ERROR_MS, `${lagMs} ms`);
    goOn();
    await until(() => on.mirror.changes().length === DOCUMENTS, 'the transaction', DELIVERED_TIMEOUT_MS);
    t.diagnostic(
      `delivered ${Math.round(performance.now() - committedAt)} ms after the commit, in ${on.mirror.calls.length - 1} calls`,
    );
    await until(() => on.feed.status().lagMs === 0, 'no lag after it', DELIVERED_TIMEOUT_MS);
  });
});
