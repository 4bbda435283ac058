/** A write is in the answers; how soon, the bench `freshness` measures. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { seededRng } from '../../reference/random.js';
import { TestApp } from '../../support/app.js';
import { rounds, seedOf } from '../../support/depth.js';
import { until } from '../../support/until.js';
import { paiseIn } from './breakdown.js';
import { chargesBody } from './requests.js';
import { worldWithPrice } from './world.js';

const SEED = seedOf(20_260_311);
const CHANGES = rounds(5, 20);

it(`a changed rate is in the answers of threads soon after its write (PINRATE_TEST_SEED=${SEED})`, async (t) => {
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
  for (let n = 1; n <= CHANGES; n++) {
    // lower each time, so that it stays the cheapest row
    const baseCharge = Math.round(row.baseCharge * (100 - 4 * n)) / 100;
    assert.deepEqual(
      await app.store.write([{ kind: 'put', collection: 'packages', document: { ...row, baseCharge } }]),
      { ok: true, changeId: null },
    );
    const expected = price.weightCharge - Math.round(row.baseCharge * 100) + Math.round(baseCharge * 100);
    await until(async () => (await weightCharge()) === expected, `change ${n} came`);
  }
});
