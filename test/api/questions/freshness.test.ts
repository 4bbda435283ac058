// Only in npm run test:all.
// Timed: runs alone.
/** How soon a write is in the answers: the times that README and docs promise, on an otherwise idle machine. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createDiscount } from '../../../src/contract/discounts.js';
import { OperationClient, ratesWorld } from '../operations/rates.js';
import { NOON } from '../../reference/fixture.js';
import { seededRng } from '../../reference/random.js';
import { TestApp } from '../../support/app.js';
import { seedOf } from '../../support/depth.js';
import { paiseIn } from './breakdown.js';
import { chargesBody } from './requests.js';
import { worldWithPrice } from './world.js';

const SEED = seedOf(20_260_311);
const MEDIAN_BOUND_MS = 100;
const CHANGES = 20;
const NEVER_MS = 5_000;

it(`a changed rate is in the answers within ${MEDIAN_BOUND_MS} ms of the write's return (PINRATE_TEST_SEED=${SEED})`, async (t) => {
  const rng = seededRng(SEED + 2);
  const { world, partnerId, shipment, price } = worldWithPrice(rng);
  const body = chargesBody(rng, shipment, partnerId);
  const row = world.packages.find(({ id }) => id === price.packageRowId)!;
  // changes reach threads later than the main thread, and by another path
  const app = await TestApp.start(world, { workers: 2, answersInline: false });
  t.after(() => app.close());
  const weightCharge = async (): Promise<number> => {
    const { status, json } = await app.ask('charges', body);
    assert.deepEqual([status, json.data.available], [200, true]);
    return paiseIn(json.data.charges.weightCharge);
  };
  const delays: number[] = [];
  for (let n = 1; n <= CHANGES; n++) {
    // lower each time, so that it stays the cheapest row
    const baseCharge = Math.round(row.baseCharge * (100 - 4 * n)) / 100;
    assert.deepEqual(
      await app.store.write([{ kind: 'put', collection: 'packages', document: { ...row, baseCharge } }]),
      { ok: true, changeId: null },
    );
    const returnedAt = performance.now();
    const expected = price.weightCharge - Math.round(row.baseCharge * 100) + Math.round(baseCharge * 100);
    while ((await weightCharge()) !== expected)
      assert.ok(performance.now() - returnedAt < NEVER_MS, `change ${n} never came`);
    delays.push(performance.now() - returnedAt);
  }
  delays.sort((a, b) => a - b);
  const median = delays[CHANGES / 2]!;
  t.diagnostic(`median ${median.toFixed(1)} ms, longest ${delays.at(-1)!.toFixed(1)} ms`);
  assert.ok(median < MEDIAN_BOUND_MS, `median ${median} ms`);
});

it('POST /discounts answers within a tenth of a second, including the index', async (t) => {
  const app = await TestApp.start(ratesWorld(10), { now: NOON });
  t.after(() => app.close());
  const discounts = new OperationClient(app, createDiscount);
  const times: number[] = [];
  for (let fromWeight = 2_000; fromWeight < 2_005; fromWeight++) {
    const startedAt = performance.now();
    const { status } = await discounts.post({
      partnerId: 'acme',
      fromWeight,
      toWeight: fromWeight + 1,
      discountType: 'percentage',
      discountValue: 10,
    });
    assert.equal(status, 201);
    times.push(performance.now() - startedAt);
  }
  assert.ok(Math.min(...times) < 100, `took ${times.map(Math.round).join(', ')} ms`);
});
