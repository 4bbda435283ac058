/** Which partners a sampled question is priced for. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Cards, thinned } from '../../../src/control/impact.js';
import type { SampledQuestion } from '../../../src/impact/sample.js';

const question = (partnerId: string | null, ...excluded: string[]): SampledQuestion => ({
  question: 'availability',
  partnerId,
  excluded,
  shipDate: undefined,
  shipment: {
    pickupPincode: '110001',
    deliveryPincode: '560001',
    weight: 500,
    shipmentType: 'B2C',
    paymentType: 'PREPAID',
    services: [],
  },
});
const cards = (...partnerIds: string[]): ReadonlyMap<string, Cards> =>
  new Map(partnerIds.map((partnerId) => [partnerId, { partnerId, present: undefined, changed: undefined }]));
const pricedFor = (questions: SampledQuestion[], touched: ReadonlyMap<string, Cards>, step = 1) => {
  const cardsFor = thinned(touched, step);
  return questions.map((asked) => cardsFor(asked).map(({ partnerId }) => partnerId));
};

it('a question is priced for the touched partners that it named', () => {
  const asked = [question('a'), question('c'), question(null), question(null, 'b', 'x')];
  assert.deepEqual(pricedFor(asked, cards('a', 'b')), [['a'], [], ['a', 'b'], ['a']]);
});

it('every n-th pair is priced, over all questions', () => {
  const asked = [question(null), question('a'), question(null)];
  assert.deepEqual(pricedFor(asked, cards('a', 'b', 'c'), 1), [['a', 'b', 'c'], ['a'], ['a', 'b', 'c']]);
  assert.deepEqual(pricedFor(asked, cards('a', 'b', 'c'), 2), [['a', 'c'], [], ['a', 'c']]);
  assert.deepEqual(pricedFor(asked, cards('a', 'b', 'c'), 3), [['a'], ['a'], ['c']]);
});
