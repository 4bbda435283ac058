/** Prices that reports from practice ask for, against amounts computed by hand; see the arithmetic of each. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { all, AT, checked, counted, onPartner, packages, priced, surcharge, type Change } from './card-fixture.js';
import type { CardWorld, Partner } from './documents.js';
import { gstinIn } from './gstin.js';
import type { Price, Shipment } from './types.js';

/** What `priced` has for 1,200 g: 40 + 2 × 15 = ₹70.00 in Maharashtra, by a partner of Maharashtra. */
type Asked = Partial<Shipment>;

/** Every parcel costs so many Rupees. */
const freight = (rupees: number): Change => packages({ baseWeight: 50_000, baseCharge: rupees });

const charges =
  (...rows: Partial<CardWorld['customer-charges'][number]>[]): Change =>
  (world) => {
    world['customer-charges'] = rows.map((row, i) => ({
      ...{ id: i + 1, partnerId: 'acme', type: 'docket', chargeType: 'flat', value: 1, status: true, createdAt: AT },
      ...row,
    }));
  };

const surcharges =
  (...rows: Parameters<typeof surcharge>[1][]): Change =>
  (world) => {
    world.surcharges = rows.map((row, i) => surcharge(i + 1, row));
  };

const IN_DELHI: Asked = { customerGstin: gstinIn('07') };
const WITH_TAX = onPartner({ amounts: 'WITH_TAX' });
const taxes = (price: Price): number[] => [price.taxable, price.cgst, price.sgst, price.igst, price.total];

describe('numbers that callers compute', () => {
  it('are taken at a fixed resolution before anything is rounded up', () => {
    assert.equal(0.14 * 25 * 1_000, 3_500.0000000000005);
    const grams = (asked: Asked): number => priced(undefined, asked).chargeableGrams;
    assert.equal(grams({ weight: 0.14 * 25 * 1_000 }), 3_500);
    assert.equal(grams({ weight: 3_500.0004 }), 3_500);
    assert.equal(grams({ weight: 3_500.0005 }), 3_501); // 3,500.001 g
    assert.equal(grams({ pieces: [{ count: 25, weight: 140.0004 }] }), 3_500);
    assert.equal(grams({ pieces: [{ count: 25, weight: 140.0005 }] }), 3_501); // 25 × 140.001 = 3,500.025
    const box = { length: 25.00004, width: 20, height: 25 };
    assert.equal(grams({ weight: 1, dimensions: box }), 2_500); // 25.00004 cm are 25; else 2,500.004 g
    assert.equal(grams({ weight: 1, dimensions: { ...box, length: 25.00005 } }), 2_501); // 25.0001 × 500 ÷ 5 = 2,500.01
  });

  it('meet bounds after that', () => {
    const row = packages({ baseWeight: 5_000, addonWeight: 0, minWeight: 200 });
    assert.deepEqual(checked(row, { weight: 5_000.000000000001 }).reasons, []);
    assert.deepEqual(checked(row, { weight: 200.00000000000003 }).reasons, ['NO_RATE']);
    const dimensions = { length: 100.00000000000001, width: 60, height: 40 };
    assert.deepEqual(checked(undefined, { dimensions: { ...dimensions, height: 1 } }).reasons, []);
    assert.deepEqual(checked(onPartner({ cft: 1 }), { dimensions: { ...dimensions, height: 40.00005 } }).reasons, [
      'DIMENSIONS_EXCEEDED',
    ]);
    assert.deepEqual(checked(undefined, { codAmount: 20_000.004 }).reasons, []);
    assert.deepEqual(checked(undefined, { codAmount: 20_000.005 }).reasons, ['COD_AMOUNT_EXCEEDED']);
  });
});

describe('freight in proportion to the weight', () => {
  it('is exact to the gram: 1,231 × ₹0.0095 = 11.6945, 1,231 × ₹0.00725 = 8.92475', () => {
    const perGram = (addonCharge: number): number =>
      priced(packages({ baseWeight: 0, baseCharge: 0, addonWeight: 1, addonCharge }), { weight: 1_231 }).weightCharge;
    assert.deepEqual([perGram(0.0095), perGram(0.00725), perGram(0.000001)], [1_169, 892, 0]); // 0.001231
  });

  it('has baseCharge from the first gram on, and every started addonWeight: 30 + 20, 30 + 20, 30 + 2 × 20', () => {
    const row = packages({ baseWeight: 0, baseCharge: 30, addonWeight: 500, addonCharge: 20 });
    const charge = (weight: number): number => priced(row, { weight }).weightCharge;
    assert.deepEqual([1, 500, 501].map(charge), [5_000, 5_000, 7_000]);
  });
});

describe('amounts that include tax', () => {
  const gross = all(WITH_TAX, freight(49));

  it('within the state: 49 × 9 ÷ 118 = 3.7373 twice, the rest is 41.52', () => {
    const price = priced(gross);
    assert.deepEqual(taxes(price), [4_152, 374, 374, 0, 4_900]);
    assert.deepEqual([price.weightCharge, price.subtotal, price.gst, price.isTaxIncluded], [4_900, 4_900, 748, true]);
    assert.deepEqual(price.breakdown.slice(-2), [
      { component: 'gst', rule: 'GST_PERCENT', amount: 0, included: 374 },
      { component: 'gst', rule: 'GST_PERCENT', amount: 0, included: 374 },
    ]);
  });

  it('between states: 49 × 100 ÷ 118 = 41.5254, the rest is 7.47', () => {
    const price = priced(gross, IN_DELHI);
    assert.deepEqual(taxes(price), [4_153, 0, 0, 747, 4_900]);
    assert.deepEqual(price.breakdown.at(-1), { component: 'gst', rule: 'GST_PERCENT', amount: 0, included: 747 });
  });

  it('are taken by the percent in force: 49 × 100 ÷ 105 = 46.6667', () => {
    const tax = [{ regime: 'FORWARD' as const, percent: 5 }];
    assert.deepEqual(taxes(priced(all(gross, onPartner({ tax })), IN_DELHI)), [4_667, 0, 0, 233, 4_900]);
  });

  it('stay gross under a discount: 49 − 4.90 = 44.10, of which 9 ÷ 118 are 3.3636 twice', () => {
    const row = { id: 1, partnerId: 'acme', fromWeight: 0.001, toWeight: 50, status: true, createdAt: AT };
    const price = priced(
      all(gross, (world) => {
        world.discounts = [{ ...row, discountType: 'percentage', discountValue: 10 }];
      }),
    );
    assert.deepEqual([price.subtotal, price.discount, ...taxes(price)], [4_900, 490, 3_738, 336, 336, 0, 4_410]);
  });

  it('include none where nobody charges any: 5 % of 49 are owed under reverse charge, twice 1.225', () => {
    const under = (regime: 'REVERSE_CHARGE' | 'EXEMPT'): Price =>
      priced(all(gross, onPartner({ tax: [{ regime, percent: 5 }] })));
    assert.deepEqual([...taxes(under('EXEMPT')), under('EXEMPT').isTaxIncluded], [4_900, 0, 0, 0, 4_900, false]);
    const { recipientLiability } = under('REVERSE_CHARGE');
    assert.deepEqual([...taxes(under('REVERSE_CHARGE')), recipientLiability], [4_900, 0, 0, 0, 4_900, 246]);
  });

  it('include none in what is not taxable: 49 + 10', () => {
    const price = priced(all(gross, surcharges({ value: 10, taxable: false })));
    assert.deepEqual([price.subtotal, price.nonTaxable, ...taxes(price)], [5_900, 1_000, 4_152, 374, 374, 0, 5_900]);
  });
});

describe('default rows on a card with tax', () => {
  const of = (change: Change, asked: Asked = {}): Price => priced(all(WITH_TAX, freight(55), change), asked);
  const general = { partnerId: null };

  it('are raised when flat: 25 × 1.18 = 29.50, but the own ones are not', () => {
    assert.deepEqual(
      [of(charges({ ...general, value: 25 })).docket, of(charges({ value: 25 })).docket],
      [2_950, 2_500],
    );
    assert.equal(priced(charges({ ...general, value: 25 })).docket, 2_500, 'on a card without tax');
  });

  it('are raised as percentages of amounts of the request: 44.99 × 1.18 = 53.0882', () => {
    assert.equal(of(charges({ ...general, type: 'cod', chargeType: 'percentage', value: 1.8 })).cod, 5_309);
  });

  it('are not raised as percentages of amounts with tax: 10 % of 55, and of 55 + 2,499.50', () => {
    const percent = { ...general, type: 'fsc', chargeType: 'percentage', value: 10 } as const;
    assert.equal(of(charges(percent)).fsc, 550);
    assert.equal(of(charges({ ...percent, of: ['freight', 'declaredValue'] })).fsc, 25_545);
  });

  it('are raised after their bounds: at most 4, × 1.18 = 4.72; at least 6, × 1.18 = 7.08', () => {
    const insurance = { ...general, type: 'insurance', chargeType: 'percentage', value: 0.2 } as const;
    assert.equal(of(charges({ ...insurance, max: 4 })).insurance, 472);
    assert.equal(of(charges({ ...insurance, min: 6 })).insurance, 708);
  });

  it('compete by what they charge: flat 5 is 5.90 and above 10 % of 55', () => {
    const flat = { ...general, type: 'fsc', value: 5 } as const;
    const rows = charges(flat, { ...flat, chargeType: 'percentage', value: 10 });
    assert.equal(of(rows).fsc, 590);
    assert.equal(priced(all(freight(55), rows)).fsc, 550);
  });

  it('are raised in surcharges: 10 × 1.18, 2 × 1.2 kg × 1.18 = 2.832, but not without tax, nor of freight', () => {
    const amount = (row: Parameters<typeof surcharge>[1]): number =>
      of(surcharges({ ...general, ...row })).surcharges[0].amount;
    assert.equal(amount({ value: 10 }), 1_180);
    assert.equal(amount({ basis: 'PER_KG', value: 2 }), 283);
    assert.equal(amount({ basis: 'PERCENT', value: 1, of: ['declaredValue'] }), 2_950); // 25.00 × 1.18: 24.995 first
    assert.equal(amount({ basis: 'PERCENT', value: 10, of: ['freight'] }), 550);
    assert.equal(amount({ value: 10, taxable: false }), 1_000);
  });

  it('are not raised where the amounts include no tax', () => {
    const tax = onPartner({ tax: [{ regime: 'REVERSE_CHARGE', percent: 5 }] });
    assert.equal(of(all(tax, charges({ ...general, value: 25 }))).docket, 2_500);
  });
});

describe('whole Rupees of tax', () => {
  const rupees = (fields: Partial<NonNullable<Partner['tax']>[number]> = {}): Change =>
    onPartner({ tax: [{ regime: 'FORWARD', rounding: 'RUPEE', ...fields }] });

  it('round each tax: 16.9821 is 17 twice, 33.9642 is 34', () => {
    const change = all(freight(188.69), rupees());
    assert.deepEqual(taxes(priced(change)), [18_869, 1_700, 1_700, 0, 22_269]);
    assert.deepEqual(taxes(priced(change, IN_DELHI)), [18_869, 0, 0, 3_400, 22_269]);
  });

  it('round from the exact amount: 9 % of 5.55 is 0.4995 and stays below a half', () => {
    assert.deepEqual(taxes(priced(all(freight(5.55), rupees()))), [555, 0, 0, 0, 555]);
    assert.deepEqual(taxes(priced(all(freight(5.56), rupees()))), [556, 100, 100, 0, 756]); // 0.5004
  });

  it('round what the recipient owes: 4.71725 is 5 twice, 9.4345 is 9', () => {
    const change = all(freight(188.69), rupees({ regime: 'REVERSE_CHARGE', percent: 5 }));
    assert.deepEqual(
      [priced(change), priced(change, IN_DELHI)].map((price) => price.recipientLiability),
      [1_000, 900],
    );
  });

  it('round tax within the amounts, and leave the rest: 3.7373 is 4 twice, 7.4746 is 7', () => {
    const change = all(WITH_TAX, freight(49), rupees());
    assert.deepEqual(taxes(priced(change)), [4_100, 400, 400, 0, 4_900]);
    assert.deepEqual(taxes(priced(change, IN_DELHI)), [4_200, 0, 0, 700, 4_900]);
  });
});

describe('recipients in special economic zones', () => {
  const under = (customerSez: Shipment['customerSez'], change?: Change): Price => priced(change, { customerSez });
  const regime = (name: 'REVERSE_CHARGE' | 'EXEMPT'): Change => onPartner({ tax: [{ regime: name, percent: 5 }] });

  it('with tax are between states whatever the states: 18 % of 70', () => {
    assert.deepEqual(taxes(under('WITH_TAX')), [7_000, 0, 0, 1_260, 8_260]);
    assert.equal(under('WITH_TAX', regime('REVERSE_CHARGE')).recipientLiability, 350);
  });

  it('without tax pay and owe none', () => {
    const price = under('WITHOUT_TAX');
    assert.deepEqual([...taxes(price), price.regime, price.gstPercent], [7_000, 0, 0, 0, 7_000, 'ZERO_RATED', 0]);
    const owed = under('WITHOUT_TAX', regime('REVERSE_CHARGE'));
    assert.deepEqual([owed.recipientLiability, owed.regime], [0, 'ZERO_RATED']);
    assert.equal(under('WITHOUT_TAX', regime('EXEMPT')).regime, 'EXEMPT');
  });

  it('without tax do not pay what a card includes: 49 × 100 ÷ 118 = 41.53 and 10 without tax', () => {
    const price = under('WITHOUT_TAX', all(WITH_TAX, freight(49), surcharges({ value: 10, taxable: false })));
    assert.deepEqual([...taxes(price), price.taxFallenAway], [4_153, 0, 0, 0, 5_153, 747]);
    assert.deepEqual(price.breakdown.at(-1), { component: 'gst', rule: 'GST_PERCENT', amount: -747 });
    const owed = under('WITHOUT_TAX', all(WITH_TAX, freight(49), regime('REVERSE_CHARGE')));
    assert.deepEqual([owed.total, owed.taxFallenAway], [4_900, 0]);
  });
});

describe('the place of supply', () => {
  it("is the GSTIN's state, else the one named, else that of the pickup", () => {
    const within = (asked: Asked): boolean => priced(undefined, asked).isWithinState;
    assert.deepEqual(
      [within({}), within({ placeOfSupply: '27' }), within({ placeOfSupply: '07' })],
      [true, true, false],
    );
    assert.deepEqual([within({ customerGstin: gstinIn('27') }), within(IN_DELHI)], [true, false]);
  });
});

describe('charges by the amount to collect', () => {
  it('step with it, from the lower bound on', () => {
    const steps = [
      { value: 8, when: { codTo: 300, directions: ['FORWARD' as const, 'RTO' as const] } },
      { value: 16, when: { codFrom: 300 } },
    ].map((row, i) => surcharge(i + 1, row));
    const amount = (asked: Asked, change?: Change): number[] => counted(steps, asked, change).map(([, paise]) => paise);
    assert.deepEqual(amount({ declaredValue: 5_000, codAmount: 200 }), [800]);
    assert.deepEqual([amount({ codAmount: 299.99 }), amount({ codAmount: 300 })], [[800], [1_600]]);
    assert.deepEqual(amount({ paymentType: 'PREPAID' }), [800], 'nothing is collected');
    const rto = packages({ direction: 'RTO' });
    assert.deepEqual(amount({ direction: 'RTO' }, rto), [800], 'nor in an RTO');
  });

  it('of type cod shadow nothing outside their band', () => {
    const rows = charges(
      { type: 'cod', value: 30, codFrom: 300, codTo: 500 },
      { type: 'cod', value: 40, partnerId: null },
    );
    const cod = (codAmount: number): number => priced(rows, { codAmount }).cod;
    assert.deepEqual([299.99, 300, 499.99, 500].map(cod), [4_000, 3_000, 3_000, 4_000]);
  });
});
