import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packageRow, partner, workedWorld } from '../../reference/fixture.js';
import type { World } from '../../reference/types.js';
import { type AnyJson, AVAILABILITY, askWorld, assignment, CHARGES } from './ask.js';

const CREATED_AT = '2024-04-01T00:00:00.000Z';
const IMPLIED = ['DELIVERY', 'COD'].map((serviceTypeId) => ({ serviceTypeId, isAvailable: true }));

async function breakdownOf(change: (world: World) => void = () => {}, body: object = {}): Promise<AnyJson[]> {
  const ask = await askWorld(workedWorld(change));
  const { data } = ask('charges', { ...CHARGES, ...body }).json;
  assert.equal(data.available, true);
  const paise = data.breakdown.reduce((sum: number, entry: AnyJson) => sum + Math.round(entry.amount * 100), 0);
  assert.equal(paise, Math.round(data.charges.totalAmount * 100), 'the entries sum to the total');
  return data.breakdown;
}

const brief = (entries: AnyJson[]) =>
  entries.map(({ component, rule, base, rate, amount }) => [component, rule, base, rate, amount]);

describe('the breakdown', () => {
  it('names every rule of the worked example, in the order applied', async () => {
    assert.deepEqual(brief(await breakdownOf()), [
      ['weightCharge', 'packages/1', null, null, 70],
      ['distanceCharge', 'distance-charges/8', null, null, 18],
      ['fscCharge', 'customer-charges/1', 88, 12.5, 11],
      ['codCharge', 'customer-charges/3', 2_499.5, 1.8, 44.99],
      ['docketCharge', 'customer-charges/4', null, null, 25],
      ['insuranceCharge', 'customer-charges/5', 2_499.5, 0.2, 5],
      ['otherCharges', 'zones/2/services/DELIVERY', null, null, 0],
      ['otherCharges', 'zones/2/services/COD', null, null, 0],
      ['otherCharges', 'zones/2/services/ODA', null, null, 30],
      ['discount', 'discounts/9', 203.99, 7.5, -15.3],
      ['gst', 'GST_PERCENT', 188.69, 9, 16.98],
      ['gst', 'GST_PERCENT', 188.69, 9, 16.98],
    ]);
  });

  it('describes its calculation in words', async () => {
    const entries = await breakdownOf();
    assert.deepEqual(
      entries.map(({ calculation }) => calculation),
      [
        'INR 40.00 up to 500 g + 2 x INR 15.00 per 500 g',
        'flat INR 18.00',
        '12.5 % of INR 88.00',
        '1.8 % of INR 2499.50',
        'flat INR 25.00',
        '0.2 % of INR 2499.50',
        'flat INR 0.00',
        'flat INR 0.00',
        'flat INR 30.00',
        '7.5 % of INR 203.99',
        '9 % of INR 188.69',
        '9 % of INR 188.69',
      ],
    );
    assert.deepEqual(
      entries.map(({ category }) => category),
      [
        'freight',
        'freight',
        'surcharge',
        'surcharge',
        'surcharge',
        'surcharge',
        'service',
        'service',
        'service',
        'discount',
        'tax',
        'tax',
      ],
    );
  });

  it('shows the decimals below a paisa of a step', async () => {
    const calculation = async (addonCharge: number): Promise<string> => {
      const entries = await breakdownOf((world) => {
        world.packages[0]!.addonCharge = addonCharge;
      });
      return entries[0].calculation;
    };
    assert.equal(await calculation(15.0005), 'INR 40.00 up to 500 g + 2 x INR 15.0005 per 500 g');
    assert.equal(await calculation(15.0025), 'INR 40.00 up to 500 g + 2 x INR 15.0025 per 500 g');
  });

  it('omits rules that did not apply', async () => {
    const entries = await breakdownOf((world) => {
      Object.assign(world.zones[1]!, { attributes: [] });
      world['distance-charges'] = [];
      world['customer-charges'] = [];
      world.discounts = [];
    });
    assert.deepEqual(
      entries.map(({ component }) => component),
      ['weightCharge', 'otherCharges', 'otherCharges', 'gst', 'gst'],
    );
    assert.equal(entries[0].calculation, 'INR 40.00 up to 500 g + 2 x INR 15.00 per 500 g');
    const base = await breakdownOf(undefined, { weight: 500, paymentType: 'PREPAID', declaredValue: 0 });
    assert.deepEqual(
      base.map(({ component }) => component),
      [
        'weightCharge',
        'distanceCharge',
        'fscCharge',
        'docketCharge',
        'otherCharges',
        'otherCharges',
        'otherCharges',
        'discount',
        'gst',
        'gst',
      ],
    );
    assert.equal(base[0].calculation, 'INR 40.00 up to 500 g');
  });

  it('names the scope that a charge came from', async () => {
    const scoped = (world: World) => {
      const row = { type: 'docket', chargeType: 'flat', status: true, createdAt: CREATED_AT } as const;
      world['customer-charges'] = [
        { id: 50, partnerId: null, value: 1, ...row },
        { id: 51, partnerId: null, value: 2, ...row, type: 'fsc' },
        { id: 60, partnerId: 'acme', value: 3, ...row },
        { id: 70, partnerId: 'acme', customerId: 'ACME & "Sons"', value: 4, ...row },
      ];
    };
    const charged = (entries: AnyJson[]) =>
      entries
        .filter(({ category }) => category === 'surcharge')
        .map(({ rule, description, amount }) => [rule, description, amount]);
    assert.deepEqual(charged(await breakdownOf(scoped)), [
      ['customer-charges/51', 'Fuel surcharge (default rate)', 2],
      ['customer-charges/60', 'Docket (partner rate)', 3],
    ]);
    assert.deepEqual(charged(await breakdownOf(scoped, { customerId: 'ACME & "Sons"' })), [
      ['customer-charges/51', 'Fuel surcharge (default rate)', 2],
      ['customer-charges/70', 'Docket (customer rate)', 4],
    ]);
  });

  it('distinguishes one service at two ends, and one zone at both', async () => {
    const entries = await breakdownOf((world) => {
      for (const zone of world.zones)
        Object.assign(zone, {
          attributes: ['ODA'],
          services: [...IMPLIED, { serviceTypeId: 'ODA', isAvailable: true, baseCharge: zone.id * 10 }],
        });
    });
    const services = (list: AnyJson[]) =>
      list
        .filter(({ category, amount }) => category === 'service' && amount > 0)
        .map(({ description, rule, amount }) => [description, rule, amount]);
    assert.deepEqual(services(entries), [
      ['ODA at pickup, zone Zone 1', 'zones/1/services/ODA', 10],
      ['ODA at delivery, zone Zone 2', 'zones/2/services/ODA', 20],
    ]);
    const within = await breakdownOf(undefined, { pickupPincode: '110002' });
    assert.deepEqual(services(within), [
      ['ODA at pickup, zone Zone 2', 'zones/2/services/ODA', 30],
      ['ODA at delivery, zone Zone 2', 'zones/2/services/ODA', 30],
    ]);
  });

  it('caches no amount that differs between shipments', async () => {
    const ask = await askWorld(
      workedWorld((world) => {
        Object.assign(world.discounts[0]!, { discountType: 'flat', discountValue: 500 });
        Object.assign(world.zones[1]!.services[1]!, { customCharges: { CORPORATE: 44, B2B: 33 } });
        world['distance-charges'][1]!.chargeType = 'percentage';
      }),
    );
    const entry = (component: string, body: object) =>
      ask('charges', { ...CHARGES, ...body }).json.data.breakdown.find(
        (found: AnyJson) => found.component === component && (component !== 'otherCharges' || found.amount > 0),
      );
    const bodies = [
      {},
      { weight: 500 },
      { customerType: 'CORPORATE' },
      { shipmentType: 'B2B' },
      { declaredValue: 20_000 },
      { weight: 4_000 },
      {},
    ];
    assert.deepEqual(
      bodies.map((body) => entry('otherCharges', body).amount),
      [30, 30, 44, 33, 30, 30, 30],
    );
    assert.deepEqual(
      bodies.map((body) => entry('distanceCharge', body).base),
      [70, 40, 70, 70, 70, 145, 70],
    );
    const subtotals = bodies.map((body) => ask('charges', { ...CHARGES, ...body }).json.data.charges.subtotal);
    assert.deepEqual(
      bodies.map((body) => entry('discount', body).amount),
      subtotals.map((subtotal: number) => -Math.min(subtotal, 500)),
      'cut down to the subtotal',
    );
    assert.equal(entry('discount', {}).calculation, 'flat INR 500.00');
  });

  it('of one partner is not mixed with that of another, or of the card before', async () => {
    const other = (world: World) => {
      world.partners.push(partner('bravo'));
      for (const zone of workedWorld().zones) world.zones.push({ ...zone, id: zone.id + 10, partnerId: 'bravo' });
      world.packages.push(packageRow({ id: 2, partnerId: 'bravo', baseCharge: 41 }));
    };
    const ask = await askWorld(workedWorld(other));
    const rules = (partnerId: string) =>
      ask('charges', { ...CHARGES, partnerId }).json.data.breakdown.map((entry: AnyJson) => [entry.rule, entry.amount]);
    assert.deepEqual(rules('acme')[0], ['packages/1', 70]);
    assert.deepEqual(rules('bravo'), [
      ['packages/2', 71],
      ['zones/12/services/DELIVERY', 0],
      ['zones/12/services/COD', 0],
      ['zones/12/services/ODA', 30],
      ['GST_PERCENT', 9.09],
      ['GST_PERCENT', 9.09],
    ]);
    assert.deepEqual(rules('acme')[0], ['packages/1', 70]);
  });

  it("has CGST and SGST within the partner's state, and IGST to another", async () => {
    const taxes = (list: AnyJson[]) =>
      list
        .filter(({ component }) => component === 'gst')
        .map(({ description, rate, amount, calculation }) => [description, rate, amount, calculation]);
    assert.deepEqual(taxes(await breakdownOf()), [
      ['CGST', 9, 16.98, '9 % of INR 188.69'],
      ['SGST', 9, 16.98, '9 % of INR 188.69'],
    ]);
    assert.deepEqual(taxes(await breakdownOf(undefined, { customerGstin: '07AAAAA0000A1Z4' })), [
      ['IGST', 18, 33.96, '18 % of INR 188.69'],
    ]);
    assert.deepEqual(
      taxes(await breakdownOf(undefined, { pickupPincode: '110002' })),
      [['IGST', 18, 37.46, '18 % of INR 208.12']],
      'picked up in Delhi',
    );
  });

  it('says what falls away of an included tax, though it is nothing at a rate of 0', async () => {
    const falling = async (percent: number) => {
      const list = await breakdownOf(
        ({ partners }) => Object.assign(partners[0]!, { amounts: 'WITH_TAX', tax: [{ regime: 'FORWARD', percent }] }),
        { customerGstin: '07AAAAA0000A1Z4', customerSez: 'WITHOUT_TAX' },
      );
      const gst = list.filter(({ component }) => component === 'gst');
      return gst.map(({ description, rate, amount, calculation }) => [description, rate, amount, calculation]);
    };
    assert.deepEqual(await falling(18), [
      ['IGST', 18, -28.78, '18 % of INR 159.91: INR 28.78 included, which falls away'],
    ]);
    assert.deepEqual(await falling(0), [['IGST', 0, 0, '0 % of INR 188.69: INR 0.00 included, which falls away']]);
  });

  it('names the base of a discount', async () => {
    const discount = async (appliesTo: 'SUBTOTAL' | 'FREIGHT') =>
      (await breakdownOf((world) => Object.assign(world.discounts[0]!, { appliesTo }))).find(
        ({ component }) => component === 'discount',
      );
    const { base, calculation, amount } = await discount('FREIGHT');
    assert.deepEqual([base, calculation, amount], [88, '7.5 % of INR 88.00', -6.6]);
    assert.equal((await discount('SUBTOTAL')).base, 203.99);
  });

  it('is brief in a list of offers, whole for one offer and in an assignment', async () => {
    const ask = await askWorld(workedWorld());
    const full = ask('charges', CHARGES).json.data.breakdown;
    assert.deepEqual(ask('availability', { ...AVAILABILITY, serviceRequirements: [] }).json.data.breakdown, full);
    assert.deepEqual(
      ask('assignment', assignment({ serviceTypes: undefined, serviceRequirements: [] })).json.data.assignment
        .priceBreakdown,
      full,
    );
    const listed = ask('availability', { ...AVAILABILITY, serviceRequirements: [], partnerId: undefined }).json.data
      .availablePartners[0].breakdown;
    const inBrief = ({ component, rule, rate, base, amount }: AnyJson) =>
      rate === null ? { component, rule, amount } : { component, rule, rate, base, amount };
    assert.deepEqual(listed, full.map(inBrief));
  });
});
