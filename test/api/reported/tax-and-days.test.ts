/** What people reported of tax, sizes and days, on card P of the reports (parcels.test.ts says which report is where). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gstinIn } from '../../reference/gstin.js';
import type { TestApp } from '../../support/app.js';
import { asked, assigned, cardP, charged, faultsOf, type Json, R, reasonsFor, totalOf, withCard } from './card.js';

const B2B = { weight: 500, shipmentType: 'B2B' };

/** The entries of tax, by name. */
async function taxesOf(app: TestApp, more: object = {}): Promise<Record<string, number>> {
  const { breakdown } = await asked(app, { ...B2B, ...more });
  const entries = breakdown.filter(({ category }: Json) => category === 'tax');
  return Object.fromEntries(entries.map(({ description, amount }: Json) => [description.split(' ')[0], amount]));
}

describe('11: a GSTIN', () => {
  it('of a code that is no state’s any more is refused, and says which code there is', () =>
    withCard(cardP({ gstStateCode: '37' }), async (app) => {
      const andhra = { pickupPincode: '520001', deliveryPincode: '560001' };
      const old = await app.ask('charges', { ...R, ...B2B, ...andhra, customerGstin: '28ABCDE1234F1Z5' });
      assert.deepEqual(faultsOf(old), [400, 'customerGstin']);
      assert.match(old.json.error.details[0].message, /37/);
      assert.deepEqual(await taxesOf(app, { ...andhra, customerGstin: gstinIn('37') }), { CGST: 3.6, SGST: 3.6 });
      assert.deepEqual(await taxesOf(app, { ...andhra, customerGstin: gstinIn('29') }), { IGST: 7.2 });
    }));

  it('that cannot be valid is refused by the part that is wrong, in all three questions', () =>
    withCard(cardP(), async (app) => {
      const sound = gstinIn('27');
      const other = sound.endsWith('A') ? 'B' : 'A';
      for (const [customerGstin, part] of [
        [`00${sound.slice(2)}`, /state/],
        [`25${sound.slice(2)}`, /26/],
        [`39${sound.slice(2)}`, /state/],
        [`${sound.slice(0, 2)}A1CDE1234F1Z5`, /PAN/],
        [`${sound.slice(0, 12)}0${sound.slice(13)}`, /entity|13/i],
        [`${sound.slice(0, 13)}Y${sound.slice(14)}`, /Z/],
        [`${sound.slice(0, 14)}${other}`, /check/],
        [sound.toLowerCase(), /./],
        [sound.slice(0, 14), /15/],
      ] as const) {
        for (const question of ['charges', 'availability'] as const) {
          const reply = await app.ask(question, { ...R, customerGstin });
          assert.deepEqual(faultsOf(reply), [400, 'customerGstin'], customerGstin);
          assert.match(reply.json.error.details[0].message, part, customerGstin);
        }
        assert.deepEqual(faultsOf(await assigned(app, 'G', { customerGstin })), [400, 'shipmentDetails.customerGstin']);
      }
      for (const code of ['01', '26', '38', '97'])
        assert.equal((await app.ask('charges', { ...R, customerGstin: gstinIn(code) })).status, 200);
    }));
});

describe('13: a recipient in a special economic zone', () => {
  it('of the same state pays IGST, or nothing under a letter of undertaking', () =>
    withCard(cardP(), async (app) => {
      const customerGstin = gstinIn('27');
      assert.deepEqual(await taxesOf(app, { customerGstin }), { CGST: 3.6, SGST: 3.6 });
      assert.deepEqual(await taxesOf(app, { customerGstin, customerSez: 'WITH_TAX' }), { IGST: 7.2 });
      const free = await charged(app, { ...B2B, customerGstin, customerSez: 'WITHOUT_TAX' });
      assert.deepEqual([free.gstAmount, free.totalAmount], [0, 40]);
      const { data } = (await assigned(app, 'SEZ', { ...B2B, customerGstin, customerSez: 'WITHOUT_TAX' })).json;
      assert.equal(data.assignment.estimates.totalCost, 40);
      assert.deepEqual(faultsOf(await app.ask('charges', { ...R, customerSez: 'YES' })), [400, 'customerSez']);
      const reverse = { tax: [{ regime: 'REVERSE_CHARGE', percent: 5 }] };
      await app.send('PATCH', '/documents/partners/plain', reverse);
      const owed = async (customerSez?: string): Promise<number> =>
        (await charged(app, { ...B2B, customerGstin, customerSez })).taxes?.recipientLiability ?? 0;
      assert.deepEqual([await owed(), await owed('WITH_TAX'), await owed('WITHOUT_TAX')], [2, 2, 0]);
    }));

  it('or any registered one may say its state without its GSTIN, but no other than the GSTIN’s', () =>
    withCard(cardP(), async (app) => {
      assert.deepEqual(await taxesOf(app, { placeOfSupply: '29' }), { IGST: 7.2 });
      assert.deepEqual(await taxesOf(app, { placeOfSupply: '27', pickupPincode: '560001' }), { CGST: 3.6, SGST: 3.6 });
      const refused = async (more: object): Promise<unknown> => faultsOf(await app.ask('charges', { ...R, ...more }));
      assert.deepEqual(await refused({ placeOfSupply: '29', customerGstin: gstinIn('27') }), [400, 'placeOfSupply']);
      for (const placeOfSupply of ['28', '25', '00', '7', 'MH'])
        assert.deepEqual(await refused({ placeOfSupply }), [400, 'placeOfSupply'], placeOfSupply);
      assert.equal(await totalOf(app, { placeOfSupply: '27', customerGstin: gstinIn('27') }), 82.6);
    }));
});

describe('15: length and girth', () => {
  const limits = {
    maxWeight: 50_000,
    maxDimensions: { length: 100, width: 100, height: 100 },
    maxCodAmount: 50_000,
    maxDeclaredValue: 500_000,
  };
  const box = (length: number, width: number, height: number) => ({
    weight: 5_000,
    dimensions: { length, width, height },
  });

  it('are limited together, whichever side is the longest', () =>
    withCard(cardP({ limits: { ...limits, maxLengthPlusGirth: 180 } }), async (app) => {
      for (const sides of [
        [100, 30, 30],
        [30, 100, 30],
        [30, 30, 100],
        [100, 20, 20.0001],
      ] as [number, number, number][])
        assert.deepEqual(await reasonsFor(app, box(...sides)), ['DIMENSIONS_EXCEEDED'], String(sides));
      assert.deepEqual(await reasonsFor(app, box(20, 100, 20)), []);
      const piece = (...sides: [number, number, number]) => ({ ...box(...sides), count: 2 });
      const pieces = (...list: object[]) => ({ weight: undefined, pieces: list });
      assert.deepEqual(await reasonsFor(app, pieces(piece(20, 20, 20), piece(100, 30, 30))), ['DIMENSIONS_EXCEEDED']);
      assert.deepEqual(await reasonsFor(app, pieces(piece(20, 20, 20), piece(100, 20, 20))), []);
    }));

  it('so are the three sides, and a surcharge may begin there', () => {
    const when = (piece: object) => ({ label: 'Long', basis: 'FLAT', value: 20, order: 500, when: { piece } });
    const surcharges = [
      { code: 'GIRTH', ...when({ lengthPlusGirthCmFrom: 180 }) },
      { code: 'SUM', ...when({ sideSumCmFrom: 150 }) },
    ];
    return withCard(cardP({ limits: { ...limits, maxSideSum: 160 } }, { surcharges }), async (app) => {
      assert.deepEqual(await reasonsFor(app, box(100, 31, 30)), ['DIMENSIONS_EXCEEDED']);
      const others = async (...sides: [number, number, number]): Promise<number> =>
        (await charged(app, box(...sides))).otherCharges;
      assert.equal(await others(100, 30, 30), 40);
      assert.equal(await others(100, 20, 20), 20);
      assert.equal(await others(100, 20, 19.9999), 0);
      assert.equal(await others(50, 50, 50), 40);
    });
  });
});

/** The moments at which the parcel of R leaves and arrives. */
async function daysOf(app: TestApp, shipDate: string, more: object = {}): Promise<[string, string]> {
  const { calculationDetails } = await asked(app, { shipDate, ...more });
  return [calculationDetails.pickupDate, calculationDetails.deliveryDate];
}

describe('17: working days', () => {
  const card = (days: number, more: object = {}) =>
    cardP({ transit: [{ distanceFrom: 0, distanceTo: 6_000, days }], ...more });

  it('of transit are counted from the day after the pickup, to the end of the delivery window', () =>
    withCard(card(2), async (app) => {
      const on = (shipDate: string, more: object = {}) => daysOf(app, shipDate, more);
      // Saturday: Monday is day 1
      assert.deepEqual(await on('2026-12-05T10:00:00+05:30'), ['2026-12-05T11:30:00.000Z', '2026-12-08T15:30:00.000Z']);
      assert.deepEqual(await on('2026-12-07T10:00:00+05:30'), ['2026-12-07T11:30:00.000Z', '2026-12-09T15:30:00.000Z']);
      assert.deepEqual(await on('2026-12-05T17:00:00+05:30'), ['2026-12-07T11:30:00.000Z', '2026-12-09T15:30:00.000Z']);
      // six tenths of 2 days, rounded up, are 2; of a transit lane, of 3 days they are 2
      assert.deepEqual((await on('2026-12-07T10:00:00+05:30', { urgency: 'EXPRESS' }))[1], '2026-12-09T15:30:00.000Z');
      const { coverage } = await asked(app);
      assert.equal(coverage.estimatedTime, 48, 'as hours, 24 a day');
      assert.deepEqual(await reasonsFor(app, { maxDeliveryTime: 47 }), ['DELIVERY_TIME_EXCEEDED']);
    }));

  it('pass over holidays at the delivery, and run to the 60th day alone', () =>
    withCard(card(1), async (app) => {
      await app.send('POST', '/documents/holidays', {
        stateId: 2,
        date: '2026-12-08',
        kind: 'NO_DELIVERY',
        name: 'Jatre',
      });
      assert.equal((await daysOf(app, '2026-12-07T10:00:00+05:30'))[1], '2026-12-09T15:30:00.000Z');
      for (const body of [{ days: 0 }, { days: 61 }, { days: 1, hours: 24 }, {}])
        assert.equal(
          (
            await app.send('PATCH', '/documents/partners/plain', {
              transit: [{ distanceFrom: 0, distanceTo: 6_000, ...body }],
            })
          ).status,
          400,
          JSON.stringify(body),
        );
      const lane = { partnerId: 'plain', lane: null, fromZoneId: null, toZoneId: null, status: true };
      assert.equal((await app.send('POST', '/documents/transit-lanes', { ...lane, hours: 5, days: 5 })).status, 400);
      const none = await app.send('POST', '/documents/transit-lanes', { ...lane, hours: null });
      assert.equal(none.status, 201, none.text);
      assert.deepEqual(await reasonsFor(app), ['NO_TRANSIT']);
      await app.send('PATCH', `/documents/transit-lanes/${none.json.data.id}`, { days: 3 });
      assert.equal(
        (await daysOf(app, '2026-12-09T10:00:00+05:30', { urgency: 'EXPRESS' }))[1],
        '2026-12-11T15:30:00.000Z',
      );
    }));
});

it('19: the cutoff of a weekday is its own', () =>
  withCard(cardP(), async (app) => {
    const leaves = async (shipDate: string): Promise<string> => (await daysOf(app, shipDate))[0];
    const patched = async (members: object): Promise<number> =>
      (await app.send('PATCH', '/documents/partners/plain', members)).status;
    assert.equal(await leaves('2026-12-05T16:59:59+05:30'), '2026-12-05T11:30:00.000Z');
    assert.equal(await patched({ cutoffTimes: { saturday: '13:00' } }), 200);
    assert.equal(await leaves('2026-12-05T16:59:59+05:30'), '2026-12-07T11:30:00.000Z', 'on Monday');
    assert.equal(await leaves('2026-12-05T12:59:59+05:30'), '2026-12-05T07:30:00.000Z');
    assert.equal(await leaves('2026-12-05T13:00:00+05:30'), '2026-12-07T11:30:00.000Z', 'the cutoff itself is late');
    assert.equal(await leaves('2026-12-04T16:59:59+05:30'), '2026-12-04T11:30:00.000Z', 'Friday as before');
    assert.equal(await patched({ cutoffTimes: { saturday: null, sunday: '10:00' } }), 200);
    assert.equal(await leaves('2026-12-05T09:00:00+05:30'), '2026-12-06T04:30:00.000Z', 'on Sunday');
    for (const cutoffTimes of [{ saturday: '24:00' }, { saturday: '1:00' }, { weekend: '13:00' }])
      assert.equal(await patched({ cutoffTimes }), 400);
    // deliveries have days of their own: Monday to Friday
    assert.equal(await patched({ cutoffTimes: null, deliveryDays: [1, 2, 3, 4, 5] }), 200);
    assert.equal((await daysOf(app, '2026-12-03T10:00:00+05:30'))[1], '2026-12-07T03:30:00.000Z');
    assert.equal(await patched({ deliveryDays: [1, 2, 3, 4, 5, 6] }), 200);
    assert.equal((await daysOf(app, '2026-12-03T10:00:00+05:30'))[1], '2026-12-05T11:30:00.000Z');
    for (const deliveryDays of [[], [0], [8], [1, 1]]) assert.equal(await patched({ deliveryDays }), 400);
  }));

it('20: a Sunday before a festival is worked', () =>
  withCard(cardP(), async (app) => {
    const asks = (): Promise<[string, string]> => daysOf(app, '2026-11-07T18:00:00+05:30');
    assert.deepEqual(await asks(), ['2026-11-09T11:30:00.000Z', '2026-11-11T11:30:00.000Z']);
    const worked = { partnerId: 'plain', date: '2026-11-08', kind: 'WORKING', name: 'Before Diwali' };
    assert.equal((await app.send('POST', '/documents/holidays', worked)).status, 201);
    assert.deepEqual(await asks(), ['2026-11-08T11:30:00.000Z', '2026-11-10T11:30:00.000Z']);
    // delivered on it too: two days before
    assert.equal((await daysOf(app, '2026-11-06T10:00:00+05:30'))[1], '2026-11-08T11:30:00.000Z');
    await app.send('PATCH', '/documents/partners/plain', { cutoffTimes: { saturday: '13:00', sunday: null } });
    assert.equal((await asks())[0], '2026-11-08T11:30:00.000Z', 'at cutoffTime, where its weekday has none');
    // another holiday of the day still forbids
    await app.send('POST', '/documents/holidays', { date: '2026-11-08', kind: 'NO_PICKUP', name: 'Diwali' });
    assert.equal((await asks())[0], '2026-11-09T11:30:00.000Z');
  }));
