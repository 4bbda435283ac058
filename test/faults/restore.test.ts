// Only in npm run test:all.
/**
 * A collection is dropped and restored in place, as mongorestore does: the last good state answers until it is whole.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Document } from 'mongodb';
import { MONGO_FOLLOW_WAIT_MS, RESTORE_POLL_MS, RESTORE_QUIET_MS } from '../../src/limits/mongo.js';
import { describeWithMongo } from '../support/mongo.js';
import { oneNode } from './one-node.js';
import { until } from './until.js';

const NOTICED_TIMEOUT_MS = 60_000;
const BATCHES = 5;
const BATCH_DOCUMENTS = 100;
const BATCH_PAUSE_MS = 1_500;
const QUOTE_PAUSE_MS = 10;
const [OLD_RATE, NEW_RATE] = [40, 77];

describeWithMongo('a restore in place', (uri) => {
  it('is quoted from as a whole, not while it fills the collection', async (t) => {
    const { node, db, weightCharge, dump } = await oneNode(uri, t);
    const { options, documents } = (await dump()).find(({ name }) => name === 'packages')!;
    const answers: (number | undefined)[] = [];
    let isOver = false;
    const asking = (async () => {
      for (; !isOver; await pause(QUOTE_PAUSE_MS)) answers.push(await weightCharge());
    })();
    t.after(() => {
      isOver = true;
    });

    await db.dropCollection('packages');
    await db.createCollection('packages', options);
    const restored = documents.map((document) => ({ ...document, baseCharge: NEW_RATE }) as Document);
    const fill = Array.from({ length: BATCHES * BATCH_DOCUMENTS }, (_, number): Document => ({
      ...restored[0]!,
      _id: `R-${number}`,
      id: 1_000 + number,
      packageId: `R-${number}`,
      status: false,
    }));
    for (let batch = 0; batch < BATCHES; batch++) {
      await pause(BATCH_PAUSE_MS);
      await db.collection('packages').insertMany(fill.slice(batch * BATCH_DOCUMENTS, (batch + 1) * BATCH_DOCUMENTS));
    }
    assert.equal((await node.changes()).state, 'reloading');
    // the rate that the quote needs comes last
    await db.collection('packages').insertMany(restored);
    await until(() => answers.at(-1) === NEW_RATE, 'the restored rate', NOTICED_TIMEOUT_MS);
    isOver = true;
    await asking;
    t.diagnostic(`${answers.length} quotes, ${answers.filter((charge) => charge === undefined).length} not available`);
    assert.deepEqual([...new Set(answers)], [OLD_RATE, NEW_RATE]);
    assert.equal((await node.changes()).state, 'following');
  });

  it('that is empty on purpose is adopted once an operator has said so', async (t) => {
    const { node, db, weightCharge, dump } = await oneNode(uri, t);
    const { options } = (await dump()).find(({ name }) => name === 'packages')!;
    await db.dropCollection('packages');
    await db.createCollection('packages', options);
    await until(
      () => node.warnings.some((warning) => warning.includes('packages has 0 documents')),
      'the wait in the log',
      NOTICED_TIMEOUT_MS,
    );
    await pause(RESTORE_QUIET_MS + 2 * RESTORE_POLL_MS);
    assert.equal((await node.changes()).state, 'reloading');
    assert.equal(await weightCharge(), OLD_RATE);
    await db
      .collection<Document>('_pinrate')
      .updateOne({ _id: 'restored' as never }, { $currentDate: { at: true } }, { upsert: true });
    await until(async () => (await node.changes()).state === 'following', 'the empty collection', NOTICED_TIMEOUT_MS);
    assert.equal(await weightCharge(), undefined);
  });

  it('does not hold up a write over the API, which could wait for nothing', async (t) => {
    const { node, db } = await oneNode(uri, t);
    await db.dropCollection('packages');
    await until(
      async () => node.warnings.some((warning) => warning.includes('missing collections: packages')),
      'the loss in the log',
      NOTICED_TIMEOUT_MS,
    );
    const startedAt = performance.now();
    const { status, text } = await node.post('/api/v1/discounts', {
      partnerId: 'swift-air',
      fromWeight: 20,
      toWeight: 21,
      discountType: 'flat',
      discountValue: 5,
      description: 'while reloading',
    });
    const tookMs = performance.now() - startedAt;
    t.diagnostic(`${Math.round(tookMs)} ms`);
    assert.equal(status, 201, text);
    assert(tookMs < MONGO_FOLLOW_WAIT_MS, `${tookMs} ms`);
    assert.equal(await db.collection('discounts').countDocuments({ fromWeight: 20 }), 1);
  });
});
