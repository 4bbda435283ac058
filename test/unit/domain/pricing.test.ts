import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { checkEligibility } from '../../../src/domain/eligibility.js';
import { toRate } from '../../../src/domain/money.js';
import { price, type Price } from '../../../src/domain/pricing.js';
import { PAYMENT_TYPES, serviceMask, SERVICE_TYPE_IDS } from '../../../src/domain/vocabulary.js';
import {
  type CardRows,
  type ChargeRow,
  plainCard,
  plainCharges,
  type PlainFacts,
  plainRoute,
  plainShipment,
} from './plain-card.js';

const MONDAY = Date.parse('2026-03-02T10:00+05:30');
const COD = PAYMENT_TYPES.indexOf('COD');
const GST_RATE = toRate(18);

function priced(facts: PlainFacts, rows: CardRows, defaults: Partial<ChargeRow>[] = [], gstRate = GST_RATE): Price {
  const card = plainCard(rows);
  const asked = plainShipment(facts);
  const route = plainRoute(facts, card.zones);
  const eligibility = checkEligibility(card, asked, route);
  assert.equal(eligibility.reasons, 0);
  return price(card, plainCharges(defaults).columns, asked, route, eligibility, MONDAY, gstRate);
}

const serviceList = ({ services }: Price) =>
  services.list().map(({ service, end, zone, paise }) => `${SERVICE_TYPE_IDS[service]} ${end} ${zone} ${paise}`);

const WORKED_CARD: CardRows = {
  zones: [{}, { attributes: ['ODA'], paise: { ODA: 3_000 } }],
  distances: [{ id: 1, isPercentage: 0, value: 1_800, from: 1_000, to: 1_500 }],
  charges: [
    { id: 1, type: 'fsc', isPercentage: 1, value: toRate(12.5) },
    { id: 2, type: 'cod', value: 4_000 },
    { id: 3, type: 'cod', isPercentage: 1, value: toRate(1.8) },
    { id: 4, type: 'docket', value: 2_500 },
    { id: 5, type: 'insurance', isPercentage: 1, value: toRate(0.2) },
  ],
  discounts: [{ id: 1, isPercentage: 1, value: toRate(7.5), from: 1, to: 5_000 }],
};

describe('price', () => {
  it('equals the worked example, component by component', () => {
    const found = priced({ km: 1_163.4, paymentType: COD, declaredPaise: 249_950, codPaise: 249_950 }, WORKED_CARD);
    assert.deepEqual(
      [
        found.weightPaise,
        found.distancePaise,
        found.freightPaise,
        found.fsc?.paise,
        found.cod?.paise,
        found.docket?.paise,
        found.insurance?.paise,
        found.otherPaise,
      ],
      [7_000, 1_800, 8_800, 1_100, 4_499, 2_500, 500, 3_000],
    );
    assert.deepEqual(
      [found.subtotalPaise, found.discountPaise, found.taxablePaise, found.gstPaise, found.totalPaise],
      [20_399, 1_530, 18_869, 3_396, 22_265],
    );
  });

  it('takes a distance charge as a share of the weight charge, or zero', () => {
    const band = { id: 1, isPercentage: 1, value: toRate(12.5), from: 0, to: 100 };
    assert.equal(priced({ km: 99.9 }, { distances: [band] }).distancePaise, 875);
    const beyond = priced({ km: 100 }, { distances: [band] });
    assert.deepEqual([beyond.distanceRow, beyond.distancePaise, beyond.freightPaise], [-1, 0, 7_000]);
  });

  it('takes fsc and docket of the freight, cod of the amount to collect, insurance of the declared value', () => {
    const share = (type: ChargeRow['type']) => ({ type, isPercentage: 1, value: toRate(10) });
    const found = priced(
      { paymentType: COD, declaredPaise: 100_000, codPaise: 70_000 },
      {
        distances: [{ id: 1, isPercentage: 0, value: 1_000, from: 0, to: 1_000 }],
        charges: [share('fsc'), share('docket'), share('cod'), share('insurance')],
      },
    );
    assert.deepEqual(
      [found.fsc?.paise, found.docket?.paise, found.cod?.paise, found.insurance?.paise],
      [800, 800, 7_000, 10_000],
    );
  });

  it('charges cod only for COD and insurance only for a declared value', () => {
    const charges = [
      { id: 1, type: 'cod' as const, value: 4_000 },
      { id: 2, type: 'insurance' as const, value: 700 },
    ];
    assert.deepEqual(
      [priced({ declaredPaise: 1 }, { charges })].map(({ cod, insurance }) => [cod, insurance?.paise]),
      [[null, 700]],
    );
    assert.deepEqual(
      [priced({ paymentType: COD, declaredPaise: 0 }, { charges })].map(({ cod, insurance }) => [
        cod?.paise,
        insurance,
      ]),
      [[4_000, null]],
    );
  });

  it('uses the defaults where the partner has no row', () => {
    const found = priced({}, { charges: [{ id: 1, type: 'fsc', value: 1 }] }, [
      { id: 2, type: 'fsc', value: 900 },
      { id: 3, type: 'docket', value: 800 },
    ]);
    assert.deepEqual(
      [found.fsc, found.docket],
      [
        { owner: 'partner', row: 0, basePaise: 7_000, paise: 1, netPaise: 1 },
        { owner: 'default', row: 1, basePaise: 7_000, paise: 800, netPaise: 800 },
      ],
    );
  });

  it('charges each required service and each attribute at the ends where it applies, every pair once', () => {
    const zones: CardRows['zones'] = [
      { attributes: ['ODA', 'HILL'], paise: { PICKUP: 100, DELIVERY: 1, ODA: 200, HILL: 300 } },
      { attributes: ['ODA'], paise: { PICKUP: 2, DELIVERY: 400, ODA: 500, COD: 600, HILL: 700 } },
    ];
    const found = priced({ services: serviceMask(['PICKUP', 'DELIVERY', 'COD', 'ODA']) }, { zones });
    assert.deepEqual(serviceList(found), [
      'PICKUP pickup 1 100',
      'DELIVERY delivery 2 400',
      'COD delivery 2 600',
      'ODA pickup 1 200',
      'ODA delivery 2 500',
      'HILL pickup 1 300',
    ]);
    assert.equal(found.otherPaise, 2_100);
    const required = priced({ services: serviceMask(['HILL']) }, { zones });
    assert.deepEqual(
      serviceList(required),
      ['ODA pickup 1 200', 'ODA delivery 2 500', 'HILL pickup 1 300', 'HILL delivery 2 700'],
      'HILL is required at the delivery',
    );
    assert.deepEqual(serviceList(priced({}, {})), []);
    const reverse: CardRows['zones'] = [{ paise: { REVERSE: 300 } }, { paise: { REVERSE: 900 } }];
    assert.deepEqual(serviceList(priced({ services: serviceMask(['REVERSE']) }, { zones: reverse })), [
      'REVERSE pickup 1 300',
    ]);
  });

  it('never discounts below zero', () => {
    const flat = priced({}, { discounts: [{ id: 1, isPercentage: 0, value: 1_000_000, from: 1, to: 5_000 }] });
    assert.deepEqual([flat.discountPaise, flat.taxablePaise, flat.gstPaise, flat.totalPaise], [7_000, 0, 0, 0]);
    const whole = priced({}, { discounts: [{ id: 1, isPercentage: 1, value: toRate(100), from: 1, to: 5_000 }] });
    assert.equal(whole.totalPaise, 0);
  });

  it('is the sum of its parts, for any rates and tax', () => {
    const share = fc.nat(toRate(100));
    fc.assert(
      fc.property(
        share,
        share,
        share,
        fc.nat(5_000_000),
        fc.nat(50_000),
        (fuel, discount, gst, declaredPaise, flat) => {
          const found = priced(
            {
              paymentType: COD,
              declaredPaise,
              codPaise: Math.min(declaredPaise, 2_000_000),
              placeOfSupply: 26 + (flat % 2),
            },
            {
              zones: [{}, { attributes: ['HILL'], paise: { HILL: flat } }],
              charges: [
                { id: 1, type: 'fsc', isPercentage: 1, value: fuel },
                { id: 2, type: 'cod', isPercentage: 1, value: fuel },
              ],
              discounts: [{ id: 1, isPercentage: 1, value: discount, from: 0, to: 50_000 }],
            },
            [{ id: 3, type: 'insurance', value: flat }],
            gst,
          );
          const parts = [
            found.weightPaise,
            found.distancePaise,
            ...[found.fsc, found.cod, found.docket, found.insurance].map((charge) => charge?.paise ?? 0),
            ...found.services.list().map(({ paise }) => paise),
          ];
          assert.equal(
            parts.reduce((sum, part) => sum + part, 0),
            found.subtotalPaise,
          );
          assert.equal(found.subtotalPaise - found.discountPaise + found.gstPaise, found.totalPaise);
          assert(Object.values(found).every((value) => typeof value !== 'number' || Number.isSafeInteger(value)));
        },
      ),
    );
  });
});

describe('GST', () => {
  /** For a card whose weight charge is the whole price. */
  const taxed = (paise: number, shipment: PlainFacts = {}, gstRate = GST_RATE): Price =>
    priced({ actualGrams: 500, ...shipment }, { packages: [{ basePaise: paise }] }, [], gstRate);
  const split = ({ cgstPaise, sgstPaise, igstPaise, gstPaise, totalPaise }: Price) => [
    cgstPaise,
    sgstPaise,
    igstPaise,
    gstPaise,
    totalPaise,
  ];

  it("within the partner's state is two equal halves, each rounded half up", () => {
    assert.deepEqual(split(taxed(18_869)), [1_698, 1_698, 0, 3_396, 22_265]);
    assert.deepEqual(
      split(taxed(7_961)),
      [716, 716, 0, 1_432, 9_393],
      '9 % are 716.49; 18 % would be 1432.98, 14.33 Rupees',
    );
    assert.deepEqual(split(taxed(50)), [5, 5, 0, 10, 60], '4.5 each');
    assert.deepEqual(split(taxed(5)), [0, 0, 0, 0, 5], '0.45 each, although 18 % are 0.9');
    assert.deepEqual(split(taxed(0)), [0, 0, 0, 0, 0]);
  });

  it('to another state is one amount, rounded half up', () => {
    const elsewhere = { placeOfSupply: 7 };
    assert.deepEqual(split(taxed(18_869, elsewhere)), [0, 0, 3_396, 3_396, 22_265]);
    assert.deepEqual(split(taxed(7_961, elsewhere)), [0, 0, 1_433, 1_433, 9_394], 'a paisa more than within the state');
    assert.deepEqual(split(taxed(25, elsewhere)), [0, 0, 5, 5, 30], '4.5');
    assert.equal(taxed(18_869, elsewhere).isWithinState, false);
  });

  it('can also halve a rate with an odd number of ten-thousandths', () => {
    assert.deepEqual(
      split(taxed(1_000_000, {}, 3)),
      [2, 2, 0, 4, 1_000_004],
      '0.00015 % of 10,000 Rupees are 1.5 paise',
    );
  });
});

describe('a discount on the freight', () => {
  const card = (discount: Partial<NonNullable<CardRows['discounts']>[number]>): CardRows => ({
    zones: [{}, { attributes: ['ODA'], paise: { ODA: 3_000 } }],
    discounts: [{ id: 1, isPercentage: 1, value: toRate(10), from: 0, to: 5_000, ...discount }],
  });

  it('is a percentage of the freight, or a flat amount of at most the freight', () => {
    assert.equal(priced({}, card({})).discountPaise, 1_000, '10 % of the subtotal of 100 Rupees');
    assert.equal(priced({}, card({ ofFreight: 1 })).discountPaise, 700, '10 % of the freight of 70');
    const flat = { isPercentage: 0, value: 8_000 };
    assert.equal(priced({}, card(flat)).discountPaise, 8_000);
    assert.equal(priced({}, card({ ...flat, ofFreight: 1 })).discountPaise, 7_000, 'limited to the freight');
    assert.equal(priced({}, card({ ...flat, value: 6_999, ofFreight: 1 })).discountPaise, 6_999);
  });
});
