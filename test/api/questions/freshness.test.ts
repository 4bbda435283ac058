/** A write is in the answers; how soon, the benches `freshness` and `contracts` measure. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SCOPES } from '../../../src/model/scopes.js';
import { REFERENCE_NOW, seededRng } from '../../reference/random.js';
import { MAIN, TestApp } from '../../support/app.js';
import { rounds, seedOf } from '../../support/depth.js';
import { until } from '../../support/until.js';
import { paiseIn } from './breakdown.js';
import { chargesBody } from './requests.js';
import { modelPrice, worldWithPrice } from './world.js';

const SEED = seedOf(20_260_311);
const CHANGES = rounds(5, 20);
const SECOND_MS = 1_000;

it(`a changed rate is in the answers of threads soon after its write (PINRATE_TEST_SEED=${SEED})`, async (t) => {
  const rng = seededRng(SEED + 2);
  const { world, partnerId, shipment, price } = worldWithPrice(rng);
  const body = chargesBody(rng, shipment, partnerId);
  const row = world.packages.find(({ id }) => id === price.packageRowId)!;
  // a least charge would hide a lower rate
  row.minCharge = null;
  const former = modelPrice(world, partnerId, shipment)!.weightCharge;
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
    const expected = former - Math.round(row.baseCharge * 100) + Math.round(baseCharge * 100);
    await until(async () => (await weightCharge()) === expected, `change ${n} came`);
  }
});

it(`a hold is in the answer of every thread that is asked behind its write (PINRATE_TEST_SEED=${SEED})`, async (t) => {
  const rng = seededRng(SEED + 3);
  const { world, partnerId, shipment } = worldWithPrice(rng, new Date(REFERENCE_NOW.getTime() + CHANGES * SECOND_MS));
  const body = chargesBody(rng, shipment, partnerId);
  for (const each of world.credentials) if (each.id === MAIN.id) each.scopes = [...SCOPES];
  const { stateId } = world.pincodes.find(({ pincode }) => pincode === shipment.pickupPincode)!;
  const app = await TestApp.start(world, { workers: 2, answersInline: false });
  t.after(() => app.close());
  const isOffered = async (): Promise<boolean[]> =>
    Promise.all(Array.from({ length: 4 }, async () => (await app.ask('charges', body)).json.data.available));
  const all = (expected: boolean): boolean[] => Array.from({ length: 4 }, () => expected);
  for (let n = 1; n <= CHANGES; n++) {
    const held = await app.send('POST', `/partners/${partnerId}/hold`, { states: [stateId], reason: 'Floods' });
    assert.equal(held.status, 201, held.text);
    assert.deepEqual(await isOffered(), all(false), `hold ${n}`);
    app.clock.nowMs += SECOND_MS;
    assert.equal((await app.send('POST', `/holds/${held.json.data.id}/end`)).status, 200);
    assert.deepEqual(await isOffered(), all(true), `its end ${n}`);
  }
});
