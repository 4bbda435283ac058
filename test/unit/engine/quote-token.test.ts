/** The tokens of quotes, and what prices them again. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openToken, type QuotedQuestion, sealQuestion } from '../../../src/engine/quote-token.js';
import type { ShipmentRequest } from '../../../src/engine/shipment.js';
import { requote } from '../../../src/engine/requote.js';
import { MAX_QUOTE_TOKEN_LENGTH } from '../../../src/limits/requests.js';
import { NOON, workedWorld } from '../../reference/fixture.js';
import { SETTINGS, viewOf } from '../index/world.js';
import { askWorld, CHARGES } from './ask.js';

const KEY = new Uint8Array(32).fill(7);
const SHIPMENT: ShipmentRequest = {
  weight: 1_200,
  shipmentType: 'B2C',
  paymentType: 'COD',
  declaredValue: 2_499.5,
  services: ['PICKUP', 'DELIVERY'],
};
const QUESTION: QuotedQuestion = {
  callerKind: 'service',
  partnerId: 'acme',
  pickupPincode: '400001',
  deliveryPincode: '110001',
  shipment: SHIPMENT,
  pricedAtMs: NOON.getTime(),
  heldAtMs: NOON.getTime(),
  settings: SETTINGS,
  engine: '0.0.0',
  changeId: 3,
  rateCardVersion: '0123456789abcdef',
  digest: new Uint8Array(8),
};
const withPieces = (count: number): QuotedQuestion => ({
  ...QUESTION,
  shipment: {
    ...SHIPMENT,
    weight: undefined,
    pieces: Array.from({ length: count }, () => ({ count: 1, weight: 10.5 })),
  },
});

describe('the token of a quote', () => {
  it('is null where it would be longer than a caller may send it', () => {
    const lengths = [1, 40, 60, 300].map((count) => sealQuestion(withPieces(count), KEY)?.length ?? null);
    assert.equal(lengths.at(-1), null);
    assert.ok(
      lengths.every((length) => length === null || length <= MAX_QUOTE_TOKEN_LENGTH),
      lengths.join(),
    );
    const token = sealQuestion(withPieces(2), KEY)!;
    assert.deepEqual(openToken(token, KEY)!.shipment.pieces, withPieces(2).shipment.pieces);
  });
});

describe('a question that is priced again', () => {
  const again = async (change: Partial<QuotedQuestion>) =>
    requote(await viewOf(workedWorld()), { ...QUESTION, ...change }, NOON.getTime());

  it('has the price of its answer', async () => {
    const { texts, reasons } = await again({});
    const { data } = (await askWorld(workedWorld()))('charges', {
      ...CHARGES,
      serviceRequirements: SHIPMENT.services,
    }).json;
    assert.deepEqual([JSON.parse(texts!.charges), reasons], [data.charges, []]);
  });

  it('has the reason why there is no price any more', async () => {
    for (const [change, reason] of [
      [{ pickupPincode: '999999' }, 'PINCODE_NOT_FOUND'],
      [{ deliveryPincode: '999999' }, 'PINCODE_NOT_FOUND'],
      [{ partnerId: 'nobody' }, 'PARTNER_NOT_FOUND'],
    ] as const)
      assert.deepEqual(await again(change), { texts: null, reasons: [reason], digest: null });
    const heavy = await again({ shipment: { ...SHIPMENT, weight: 45_000 } });
    assert.deepEqual([heavy.texts, heavy.reasons], [null, ['WEIGHT_EXCEEDED']]);
  });
});
