/** Which partners a sampled question is priced for. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type PartnerPair, thinned } from '../../../../src/analysis/impact/measure.js';
import type { SampledQuestion } from '../../../../src/analysis/impact/sample.js';

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
const cards = (...partnerIds: string[]): ReadonlyMap<string, PartnerPair> =>
  new Map(partnerIds.map((partnerId) => [partnerId, { partnerId, present: undefined, changed: undefined }]));
const pricedFor = (questions: SampledQuestion[], touched: ReadonlyMap<string, PartnerPair>, step = 1) => {
  const cardsFor = thinned(touched, step);
  return questions.map((asked) => cardsFor(asked).map(({ partnerId }) => partnerId));
};

it('a question is priced for the touched partners that it named', () => {
  const asked = [question('a'), question('c'), question(null), question(null, 'b', 'x')];
  assert.deepEqual(pricedFor(asked, cards('a', 'b')), [['a'], [], ['a', 'b'], ['a']]);
});

it('one of each n pairs is priced, over all questions', () => {
  const asked = [question(null), question('a'), question(null)];
  assert.deepEqual(pricedFor(asked, cards('a', 'b', 'c'), 1), [['a', 'b', 'c'], ['a'], ['a', 'b', 'c']]);
  assert.deepEqual(pricedFor(asked, cards('a', 'b', 'c'), 2), [['a'], ['a'], ['a']]);
  assert.deepEqual(pricedFor(asked, cards('a', 'b', 'c'), 3), [['a'], [], ['a', 'c']]);
});

it('each partner is priced as often as the others, whatever their number', () => {
  const QUESTIONS = 600;
  for (const [partners, step] of [
    [10, 2],
    [18, 2],
    [27, 3],
  ] as const) {
    const ids = Array.from({ length: partners }, (_, index) => String(index));
    const asked = Array.from({ length: QUESTIONS }, () => question(null));
    const times = new Map<string, number>();
    for (const id of pricedFor(asked, cards(...ids), step).flat()) times.set(id, (times.get(id) ?? 0) + 1);
    const total = (QUESTIONS * partners) / step;
    assert.equal(
      [...times.values()].reduce((sum, count) => sum + count, 0),
      total,
    );
    const mean = total / partners;
    for (const id of ids)
      assert.ok(
        Math.abs((times.get(id) ?? 0) - mean) <= 3,
        `${times.get(id)} of ${mean}, partner ${id} of ${partners}`,
      );
  }
});
