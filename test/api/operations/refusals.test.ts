/** GET /summary/refusals: questions that nobody carries, by why. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { partnerCredential, TestApp } from '../../support/app.js';
import { parcelBody } from '../allocation/usual-demo.js';

const PARTNER = 'haatwala-ecom';
let app: TestApp;
before(async () => {
  app = await TestApp.startDemo();
});
after(() => app.close());

const heavy = { weight: 50_000 };
const question = {
  partnerId: PARTNER,
  ...{ pickupPincode: '110001', deliveryPincode: '560001', weight: 500, shipmentType: 'B2C', paymentType: 'PREPAID' },
};

it('counts what was refused of each question by reason, the most frequent first', async () => {
  const { json: none } = await app.get('/summary/refusals');
  assert.deepEqual(none.data, { since: none.data.since, questions: 0, rows: [] });
  await app.ask('charges', question);
  await app.ask('charges', { ...question, ...heavy });
  await app.ask('charges', { ...question, ...heavy });
  const { json: found } = await app.ask('availability', { ...question, ...heavy, serviceRequirements: ['DELIVERY'] });
  assert.equal(found.data?.isAvailable, false, JSON.stringify(found));
  // stored, and so not in the sample; an invalid question is in none
  await app.ask('assignment', parcelBody('REFUSALS-1'));
  await app.ask('charges', { ...question, weight: 'much' });
  const { json } = await app.get('/summary/refusals');
  const { questions, rows, since } = json.data;
  assert.equal(questions, 4);
  assert.deepEqual(rows, [
    { question: 'charges', reason: 'WEIGHT_EXCEEDED', message: rows[0].message, questions: 2 },
    { question: 'availability', reason: 'WEIGHT_EXCEEDED', message: rows[0].message, questions: 1 },
  ]);
  assert.match(rows[0].message, /weight exceeds what the partner carries/);
  assert.equal(Date.parse(since), app.clock.nowMs - 86_400_000);
});

it('is for services alone', async () => {
  assert.equal((await app.get('/summary/refusals', partnerCredential(PARTNER))).status, 403);
});
