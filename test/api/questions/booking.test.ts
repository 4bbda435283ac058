/** A shipment is booked at the price that a quote has shown, or it is said why not; on the demo dataset. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { partnerCredential, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';

type Json = Reply['json'];

const PARTNER = 'dharaline-surface';
const PARCEL = {
  fromPincode: '110001',
  toPincode: '400001',
  weight: 1_200,
  dimensions: { length: 30, width: 20, height: 10 },
  declaredValue: 2_499.5,
  shipmentType: 'B2C',
  paymentType: 'PREPAID',
  serviceTypes: ['PICKUP', 'DELIVERY'],
};

let app: TestApp;
let shipments = 0;
before(async () => {
  app = await TestApp.startDemo();
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

const quoted = async (changes: object = {}): Promise<{ token: string; total: number }> => {
  const body = { partnerId: PARTNER, ...PARCEL, includeQuoteToken: true, ...changes };
  const { data } = (await app.ask('charges', body)).json;
  return { token: data.quoteToken, total: data.charges?.totalAmount };
};
const book = async (quoteToken: string, details: object = {}, preferences: object = {}, caller?: Json) => {
  const shipmentDetails = { shipmentId: `B-${(shipments += 1)}`, ...PARCEL, ...details };
  const assignmentPreferences = { quoteToken, ...preferences };
  return app.ask('assignment', { shipmentDetails, assignmentPreferences }, caller);
};
const errorOf = ({ json }: { json: Json }): [string, unknown] => [json.data.error.code, json.data.error.details];
const dearer = async (value: number): Promise<number> => {
  const surcharge = { partnerId: PARTNER, code: 'LEVY', label: 'Levy', basis: 'FLAT', value, order: 700, status: true };
  return (await app.send('POST', '/documents/surcharges', surcharge)).json.data.id;
};

describe('a booking', () => {
  it('is of the partner and at the price of the quote, whatever others cost', async () => {
    const { token, total } = await quoted();
    for (const preferences of [
      {},
      { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: PARTNER, allowAlternatives: true },
    ]) {
      const { data } = (await book(token, {}, preferences)).json;
      const { partnerId, estimates, assignmentType } = data.assignment;
      assert.deepEqual(
        [data.success, partnerId, estimates.totalCost, assignmentType, data.warnings],
        [true, PARTNER, total, 'MANUAL_SELECTION', []],
      );
    }
    const own = await book(token, {}, {}, partnerCredential(PARTNER));
    assert.equal(own.json.data.assignment.estimates.totalCost, total);
  });

  it('may say the parcel in the other names, and leave out what is usual', async () => {
    const { token } = await quoted();
    const renamed = {
      ...{ fromPincode: undefined, toPincode: undefined, pickupPincode: '110001', deliveryPincode: '400001' },
      ...{ dimensions: undefined, packageDimensions: { length: 10, width: 30, height: 20 } },
      ...{ serviceTypes: undefined, serviceRequirements: ['DELIVERY', 'PICKUP'], customerType: 'RETAIL' },
      codAmount: undefined,
    };
    assert.equal((await book(token, renamed)).json.data.success, true);
  });

  it('of another shipment names the members that differ, and stores nothing', async () => {
    const { token } = await quoted();
    for (const [details, members] of [
      [{ toPincode: '400002' }, ['deliveryPincode']],
      [{ weight: 1_201, declaredValue: 2_500 }, ['weight', 'declaredValue']],
      [{ dimensions: { length: 30, width: 20, height: 11 } }, ['dimensions']],
      [
        { shipmentType: 'B2B', customerId: 'C', customerSez: 'WITH_TAX' },
        ['shipmentType', 'customerId', 'customerSez'],
      ],
      [{ urgency: 'EXPRESS' }, ['services']],
      [{ placeOfSupply: '29' }, ['placeOfSupply']],
      [{ paymentType: 'COD', codAmount: 5 }, ['codAmount', 'paymentType', 'services']],
    ] as const) {
      const reply = await book(token, details);
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(errorOf(reply), ['QUOTE_TOKEN_MISMATCH', members]);
      assert.equal((await app.get(`/shipments/B-${shipments}`)).status, 404);
    }
    const unsaid = await quoted({ serviceTypes: ['DELIVERY'] });
    assert.deepEqual(errorOf(await book(unsaid.token)), ['QUOTE_TOKEN_MISMATCH', ['services']], 'no PICKUP was quoted');
  });

  it('at another price is refused, or made with a warning, and stays what it was', async () => {
    const { token, total } = await quoted();
    const id = await dearer(10);
    const now = (await quoted()).total;
    const amounts = [total.toFixed(2), now.toFixed(2)];
    assert.ok(now > total);
    assert.deepEqual(errorOf(await book(token)), ['PRICE_CHANGED', amounts]);
    assert.deepEqual(errorOf(await book(token, {}, { onPriceChange: 'REFUSE' })), ['PRICE_CHANGED', amounts]);
    const accepted = await book(token, {}, { onPriceChange: 'ACCEPT' });
    const { success, assignment, warnings } = accepted.json.data;
    assert.deepEqual(
      [success, assignment.estimates.totalCost, warnings.map(({ code }: Json) => code)],
      [true, now, ['PRICE_CHANGED']],
    );
    await app.send('DELETE', `/documents/surcharges/${id}`);
    assert.equal((await book(token)).json.data.success, true, 'the price is as it was');
  });

  it('is asked again with the same answer, although the price has changed since', async () => {
    const { token, total } = await quoted();
    const body = {
      shipmentDetails: { shipmentId: 'B-AGAIN', ...PARCEL },
      assignmentPreferences: { quoteToken: token },
    };
    const first = (await app.ask('assignment', body)).json.data.assignment;
    const id = await dearer(20);
    const again = (await app.ask('assignment', body)).json.data;
    assert.deepEqual([again.success, again.assignment.assignmentId], [true, first.assignmentId]);
    assert.equal(again.assignment.estimates.totalCost, total);
    await app.send('DELETE', `/documents/surcharges/${id}`);
  });

  it('is refused with a token that does not open, or that has no price', async () => {
    const { token } = await quoted();
    const altered = token.slice(0, 40) + (token[40] === 'A' ? 'B' : 'A') + token.slice(41);
    const held = await app.send('POST', `/partners/${PARTNER}/hold`, { everywhere: true, reason: 'Strike' });
    const withoutPrice = (await quoted()).token;
    await app.send('POST', `/holds/${held.json.data.id}/end`);
    for (const bad of ['no-token', altered, withoutPrice]) {
      const reply = await book(bad);
      assert.deepEqual([reply.status, reply.json.error.code], [400, 'QUOTE_TOKEN_INVALID'], reply.text);
    }
    const others = await book(token, {}, {}, partnerCredential('nabhdoot-air'));
    assert.equal(others.status, 403);
  });

  it('takes no other partner and no other strategy', async () => {
    const { token } = await quoted();
    for (const [details, preferences, field] of [
      [{}, { selectedPartner: 'nabhdoot-air' }, 'assignmentPreferences.selectedPartner'],
      [{ assignedPartnerId: 'nabhdoot-air' }, {}, 'shipmentDetails.assignedPartnerId'],
      [{}, { assignmentStrategy: 'CHEAPEST' }, 'assignmentPreferences.assignmentStrategy'],
    ] as const) {
      const reply = await book(token, details, preferences);
      assert.deepEqual([reply.status, reply.json.error.details?.[0]?.field], [400, field], reply.text);
    }
  });

  it('of a partner that is on hold is refused as by anyone', async () => {
    const { token } = await quoted();
    const held = await app.send('POST', `/partners/${PARTNER}/hold`, { pincodes: ['400001'], reason: 'Floods' });
    const reply = await book(token);
    assert.deepEqual(errorOf(reply), ['NO_CAPABLE_PARTNERS', [`${PARTNER}: ON_HOLD`]]);
    await app.send('POST', `/holds/${held.json.data.id}/end`);
  });
});
