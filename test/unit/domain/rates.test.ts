import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { toRate } from '../../../src/domain/money.js';
import {
  choosePackage,
  decidingRows,
  discountRow,
  distanceRow,
  NO_ROW,
  rowAtDistance,
  weightCharge,
} from '../../../src/domain/rates.js';
import { chooseCharge } from '../../../src/domain/customer-charges.js';
import { CHARGE_TYPES, type ChargeType, FORWARD_DIRECTION, PAYMENT_TYPES } from '../../../src/domain/vocabulary.js';
import {
  type BandRow,
  type ChargeRow,
  type PackageRow,
  packageRow,
  plainCard,
  plainCharges,
  plainRoute,
  plainShipment,
} from './plain-card.js';

const B2B = 0;
const B2C = 1;
const COD = PAYMENT_TYPES.indexOf('COD');
const PREPAID = PAYMENT_TYPES.indexOf('PREPAID');
const DAY_MS = 86_400_000;

describe('weightCharge', () => {
  const { packages } = plainCard({
    packages: [
      { id: 1, maxGrams: 2_000 },
      { id: 2, addonGrams: 0 },
    ],
  });

  it('is the base charge up to its weight, then a charge for each started step', () => {
    assert.deepEqual(
      [1, 499, 500, 501, 1_000, 1_001, 1_200, 2_000].map((grams) => weightCharge(packages, 0, grams)),
      [4_000, 4_000, 4_000, 5_500, 5_500, 7_000, 7_000, 8_500],
    );
  });

  it('rounds steps of less than a paisa half up once, and is at least the minimum', () => {
    const exact = plainCard({
      packages: [{ id: 1, basePaise: 4_000, addonPaise: 0, addonFraction: 2_500, minPaise: 4_001 }],
    }).packages;
    // a quarter of a paisa for each step
    assert.deepEqual(
      [500, 1_000, 1_500, 2_000, 2_500, 3_000, 3_500].map((grams) => weightCharge(exact, 0, grams)),
      [4_001, 4_001, 4_001, 4_001, 4_001, 4_001, 4_002],
    );
  });

  it('does not exist above the maximum, nor above the base without steps', () => {
    assert.equal(weightCharge(packages, 0, 2_001), NaN);
    assert.equal(weightCharge(packages, 1, 500), 4_000);
    assert.equal(weightCharge(packages, 1, 501), NaN);
  });

  it('does not exist above a maximum below the base either', () => {
    // "from 5 kg 150 Rupees + 20 a kilogram" does not carry 4 kg, which the lighter row does for 285
    const slabs = plainCard({
      packages: [
        { id: 1, baseGrams: 500, basePaise: 4_000, addonGrams: 500, addonPaise: 3_500 },
        { id: 2, minGrams: 5_000, baseGrams: 5_000, basePaise: 15_000, addonGrams: 1_000, addonPaise: 2_000 },
      ],
    }).packages;
    assert.deepEqual(
      [4_000, 5_000].map((grams) => [weightCharge(slabs, 0, grams), weightCharge(slabs, 1, grams)]),
      [
        [28_500, NaN],
        [35_500, NaN],
      ],
    );
    assert.deepEqual([weightCharge(slabs, 0, 5_001), weightCharge(slabs, 1, 5_001)], [39_000, 17_000]);
    const tight = plainCard({ packages: [{ id: 1, baseGrams: 1_000, maxGrams: 800 }] }).packages;
    assert.deepEqual([weightCharge(tight, 0, 800), weightCharge(tight, 0, 801)], [4_000, NaN]);
  });
});

describe('decidingRows', () => {
  it('are of a customer its own rows alone, of which another one has none', () => {
    const rows = [{ id: 1 }, { id: 2, customer: 'ACME' }, { id: 3, customer: 'ACME', toKm: 50 }];
    const card = plainCard({ zoneCount: 2, packages: rows });
    const route = plainRoute({ fromZone: 1, toZone: 2, km: 100 });
    const idsFor = (customerId: string | null): number[] =>
      decidingRows(card, route, plainShipment({ customerId })).map((row) => card.packages.id[row]!);
    assert.deepEqual([null, 'ACME', 'OTHER'].map(idsFor), [[1], [2], []]);
  });
});

describe('choosePackage', () => {
  const choose = (rows: Partial<PackageRow>[], asked: Partial<Asked> = {}) => {
    const { from, to, type, payment, customerId, km, grams, now } = { ...ASKED, ...asked };
    const card = plainCard({ zoneCount: 2, packages: rows });
    const shipment = plainShipment({ shipmentType: type, paymentType: payment, customerId, now });
    const route = plainRoute({ fromZone: from, toZone: to, km });
    const { row, weightPaise } = choosePackage(card, route, shipment, grams);
    return row === NO_ROW ? null : { id: card.packages.id[row], weightPaise };
  };

  it('prefers rows that name both zones, then one, then none, whatever they cost', () => {
    const both = { id: 9, from: 1, to: 2, basePaise: 9_000 };
    const one = { id: 5, from: 1, basePaise: 5_000 };
    const none = { id: 1, basePaise: 1_000 };
    assert.equal(choose([none, one, both])?.id, 9);
    assert.equal(choose([none, one])?.id, 5);
    assert.equal(choose([none, { ...one, from: 0, to: 2 }])?.id, 5);
    assert.equal(choose([none])?.id, 1);
    assert.equal(choose([none, one, both], { from: 2, to: 1 })?.id, 1, 'the other direction names other zones');
  });

  it('compares rows that name one zone with each other, whichever end they name', () => {
    const from = { id: 3, from: 1, basePaise: 5_000 };
    const to = { id: 4, to: 2, basePaise: 4_900 };
    assert.equal(choose([from, to])?.id, 4);
    assert.equal(choose([from, { ...to, basePaise: 5_100 }])?.id, 3);
    assert.equal(choose([from, { ...to, basePaise: 5_000 }])?.id, 3, 'equal: the lower id');
    assert.equal(
      choose([
        { ...from, id: 5 },
        { ...to, basePaise: 5_000 },
      ])?.id,
      4,
    );
  });

  it('takes the cheapest for this weight, then the lowest id', () => {
    const flat = { id: 7, baseGrams: 5_000, basePaise: 9_000, addonGrams: 0 };
    const steps = { id: 8 };
    assert.deepEqual(choose([flat, steps], { grams: 400 }), { id: 8, weightPaise: 4_000 });
    assert.deepEqual(choose([flat, steps], { grams: 4_000 }), { id: 7, weightPaise: 9_000 });
    assert.equal(choose([{ id: 12 }, { id: 11 }, { id: 13 }])?.id, 11);
  });

  it('does not fall back to less specific rows when a specific one cannot carry the weight', () => {
    assert.equal(choose([{ id: 1 }, { id: 2, from: 1, to: 2, maxGrams: 300 }]), null);
    assert.equal(choose([{ id: 1 }, { id: 2, from: 1, maxGrams: 300 }]), null);
    assert.equal(choose([{ id: 1 }, { id: 2, from: 1, maxGrams: 300 }, { id: 3, to: 2 }])?.id, 3, 'of the same tier');
  });

  it('ignores rows of the other shipment type and outside their validity', () => {
    assert.equal(choose([{ id: 1 }, { id: 2, from: 1, to: 2, shipmentTypes: 1 << B2B }])?.id, 1);
    assert.equal(choose([{ id: 1 }, { id: 2, from: 1, to: 2, shipmentTypes: 1 << B2C }])?.id, 2);
    assert.equal(choose([{ id: 1 }, { id: 2, from: 1, to: 2, validTo: -1 }])?.id, 1);
    assert.equal(choose([{ id: 1, shipmentTypes: 1 << B2B }]), null);
    assert.equal(choose([]), null);
  });

  it('treats the first and the last millisecond of validity as included', () => {
    const row = { id: 1, validFrom: 10 * DAY_MS, validTo: 20 * DAY_MS };
    assert.deepEqual(
      [10 * DAY_MS - 1, 10 * DAY_MS, 20 * DAY_MS, 20 * DAY_MS + 1].map((now) => choose([row], { now }) !== null),
      [false, true, true, false],
    );
  });

  it('takes a customer’s own rows alone where one matches, whatever zones they name and weight they carry', () => {
    const general = { id: 1, from: 1, to: 2, basePaise: 1_000 };
    const own = { id: 2, customer: 'ACME', basePaise: 9_000 };
    assert.equal(choose([general, own], { customerId: 'ACME' })?.id, 2);
    assert.equal(choose([general, own], { customerId: 'OTHER' })?.id, 1);
    assert.equal(choose([general, own])?.id, 1);
    assert.equal(choose([general, { ...own, maxGrams: 300 }], { customerId: 'ACME' }), null);
    assert.equal(choose([general, { ...own, from: 2 }], { customerId: 'ACME' })?.id, 1, 'the own row does not match');
    assert.equal(choose([general, { ...own, validTo: -1 }], { customerId: 'ACME' })?.id, 1);
  });

  it('takes a row that names the payment type before one that does not, but after the zones', () => {
    const both = { id: 1, basePaise: 1_000 };
    const cod = { id: 2, paymentTypes: 1 << COD, basePaise: 9_000 };
    assert.equal(choose([both, cod], { payment: COD })?.id, 2);
    assert.equal(choose([cod, both], { payment: COD })?.id, 2);
    assert.equal(choose([both, cod], { payment: PREPAID })?.id, 1);
    assert.equal(choose([both, { ...cod, maxGrams: 300 }], { payment: COD }), null, 'whatever the weight');
    assert.equal(choose([{ ...both, from: 1 }, cod], { payment: COD })?.id, 1);
    assert.equal(
      choose(
        [
          { ...both, from: 1 },
          { ...cod, to: 2 },
        ],
        { payment: COD },
      )?.id,
      2,
      'of one-sided rows',
    );
  });

  it('includes the lower bound of a distance and excludes the upper one', () => {
    const row = { id: 1, fromKm: 100, toKm: 200.5 };
    assert.deepEqual(
      [99.9, 100, 200.4, 200.5].map((km) => choose([row], { km }) !== null),
      [false, true, true, false],
    );
  });

  it('agrees with a literal implementation of the rule, for any card', () => {
    const row = fc.record({
      id: fc.integer({ min: 1, max: 1_000 }),
      from: fc.nat(2),
      to: fc.nat(2),
      baseGrams: fc.constantFrom(250, 500, 1_000),
      basePaise: fc.constantFrom(3_000, 4_000, 5_500),
      addonGrams: fc.constantFrom(0, 250, 500),
      addonPaise: fc.constantFrom(0, 500, 1_500),
      addonFraction: fc.constantFrom(0, 25, 2_500, 5_000, 9_999),
      minPaise: fc.constantFrom(0, 4_500),
      minGrams: fc.constantFrom(0, 400, 700),
      maxGrams: fc.constantFrom(400, 1_000, Infinity),
      shipmentTypes: fc.integer({ min: 1, max: 3 }),
      paymentTypes: fc.integer({ min: 1, max: 3 }),
      customer: fc.constantFrom(null, null, 'ACME', 'OTHER'),
      fromKm: fc.constantFrom(0, 0, 100),
      toKm: fc.constantFrom(Infinity, Infinity, 100),
      validFrom: fc.constantFrom(-Infinity, 0, 1),
      validTo: fc.constantFrom(Infinity, 0, 1),
    });
    const rows = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 12 });
    const asked = fc.record({
      from: fc.integer({ min: 1, max: 2 }),
      to: fc.integer({ min: 1, max: 2 }),
      type: fc.nat(1),
      payment: fc.nat(1),
      customerId: fc.constantFrom(null, 'ACME', 'NOBODY'),
      km: fc.constantFrom(99.9, 100),
      grams: fc.constantFrom(250, 251, 500, 999, 1_000, 1_500),
      now: fc.constant(0),
    });
    fc.assert(
      fc.property(rows, asked, (all, question) => {
        assert.deepEqual(choose(all, question), naivePackage(all, question));
      }),
      { numRuns: 5_000 },
    );
  });
});

interface Asked {
  from: number;
  to: number;
  type: number;
  payment: number;
  customerId: string | null;
  km: number;
  grams: number;
  now: number;
}

const ASKED: Asked = { from: 1, to: 2, type: B2C, payment: PREPAID, customerId: null, km: 100, grams: 400, now: 0 };

function naivePackage(rows: readonly Partial<PackageRow>[], asked: Asked): { id: number; weightPaise: number } | null {
  const { from, to, grams, km, now } = asked;
  const named = (row: PackageRow) => Number(row.from !== 0) + Number(row.to !== 0);
  const matching = rows
    .map(packageRow)
    .filter(
      (row) =>
        [0, from].includes(row.from)
        && [0, to].includes(row.to)
        && [null, asked.customerId].includes(row.customer)
        && (row.shipmentTypes & (1 << asked.type)) !== 0
        && (row.paymentTypes & (1 << asked.payment)) !== 0
        && row.fromKm <= km
        && km < row.toKm
        && row.validFrom <= now
        && now <= row.validTo,
    );
  const own = matching.filter((row) => row.customer !== null);
  const ofScope = own.length > 0 ? own : matching;
  const most = Math.max(...ofScope.map(named));
  const specific = ofScope.filter((row) => named(row) === most);
  const byPayment = specific.filter((row) => row.paymentTypes !== 0b11);
  const able = (byPayment.length > 0 ? byPayment : specific).filter(
    (row) => row.minGrams < grams && grams <= row.maxGrams && (grams <= row.baseGrams || row.addonGrams > 0),
  );
  const priced = able.map((row) => {
    const steps = grams <= row.baseGrams ? 0 : Math.ceil((grams - row.baseGrams) / row.addonGrams);
    const fractions = row.basePaise * 10_000 + steps * (row.addonPaise * 10_000 + row.addonFraction);
    return { id: row.id, weightPaise: Math.max(row.minPaise, Math.floor((fractions + 5_000) / 10_000)) };
  });
  return priced.sort((a, b) => a.weightPaise - b.weightPaise || a.id - b.id)[0] ?? null;
}

describe('rowAtDistance', () => {
  const { distances } = plainCard({
    distances: [
      { id: 1, isPercentage: 0, value: 1, from: 0, to: 100.5 },
      { id: 2, isPercentage: 0, value: 1, from: 100.5, to: 200 },
      { id: 3, isPercentage: 0, value: 1, from: 300, to: 400 },
    ],
  });

  it('starts at its lower bound and ends before its upper bound', () => {
    assert.deepEqual(
      [0, 100.4, 100.5, 199.9, 200, 299.9, 300, 400].map((km) => rowAtDistance(distances, km)),
      [0, 0, 1, 1, NO_ROW, NO_ROW, 2, NO_ROW],
    );
  });
});

describe('distanceRow', () => {
  it('is the row of the distance that is in force, wherever it stands', () => {
    const band = { isPercentage: 0, value: 1, from: 100, to: 200 };
    const { distances } = plainCard({
      distances: [
        { ...band, id: 1, validTo: 9 },
        { ...band, id: 2, validFrom: 10, validTo: 20 },
        { ...band, id: 3, validFrom: 30 },
      ],
    });
    assert.deepEqual(
      [0, 9, 10, 20, 21, 29, 30].map((at) => distanceRow(distances, plainRoute({ km: 150 }), at)),
      [0, 0, 1, 1, NO_ROW, NO_ROW, 2],
    );
    assert.equal(distanceRow(distances, plainRoute({ km: 200 }), 10), NO_ROW);
  });
});

describe('discountRow', () => {
  const choose = (rows: BandRow[], grams: number, now = 0) =>
    discountRow(plainCard({ discounts: rows }), null, grams, now);
  const low = { id: 1, isPercentage: 1, value: 1, from: 1, to: 2_000 };
  const high = { id: 2, isPercentage: 1, value: 1, from: 2_000, to: 5_000 };

  it('includes both bounds, and gives a shared one to the lower band', () => {
    assert.deepEqual(
      [0, 1, 1_999, 2_000, 2_001, 5_000, 5_001].map((grams) => choose([low, high], grams)),
      [NO_ROW, 0, 0, 0, 1, 1, NO_ROW],
    );
    assert.equal(choose([high, low], 2_000), 1, 'whichever comes first');
  });

  it('gives a shared bound to the higher band while the lower one is not valid', () => {
    const windowed = { ...low, validFrom: 10, validTo: 20 };
    assert.deepEqual(
      [9, 10, 20, 21].map((now) => choose([windowed, high], 2_000, now)),
      [1, 0, 0, 1],
    );
    assert.deepEqual(
      [9, 10, 20, 21].map((now) => choose([windowed], 1_000, now)),
      [NO_ROW, 0, 0, NO_ROW],
    );
  });
});

describe('chooseCharge', () => {
  const FSC = CHARGE_TYPES.indexOf('fsc');
  const choose = (
    own: Partial<ChargeRow>[],
    defaults: Partial<ChargeRow>[],
    { customer = null as string | null, type = FSC, base = 10_000, grams = 1_000, now = 0 } = {},
  ) => {
    const card = plainCard({ charges: own });
    const shared = plainCharges(defaults).columns;
    const direction = FORWARD_DIRECTION;
    const shipment = { customerId: customer, now, direction, declaredPaise: base, codPaise: base };
    const choice = chooseCharge(card, shared, shipment, { grams, amounts: null, raiseRate: 0 }, type, base);
    if (choice === null) return null;
    const rows = choice.owner === 'default' ? shared : card.charges;
    return { owner: choice.owner, id: rows.id[choice.row], paise: choice.paise };
  };
  const customers = { id: 1, customer: 'ACME', value: 100 };
  const partners = { id: 2, value: 200 };
  const shared = { id: 3, value: 300 };

  it('passes over rows that are not in force, and over their owner if none is', () => {
    const dated = { ...customers, validFrom: 10, validTo: 20 };
    const at = (now: number) => choose([dated, partners], [shared], { customer: 'ACME', now })!.id;
    assert.deepEqual([9, 10, 20, 21].map(at), [2, 1, 1, 2]);
    const general = { ...shared, validTo: 20 };
    assert.equal(choose([], [general], { now: 20 })!.id, 3);
    assert.equal(choose([], [general], { now: 21 }), null);
  });

  it('takes only rows of the most specific owner, even if that is cheaper', () => {
    assert.deepEqual(choose([customers, partners], [shared], { customer: 'ACME' }), {
      owner: 'customer',
      id: 1,
      paise: 100,
    });
    assert.deepEqual(choose([customers, partners], [shared], { customer: 'OTHER' }), {
      owner: 'partner',
      id: 2,
      paise: 200,
    });
    assert.deepEqual(choose([customers, partners], [shared]), { owner: 'partner', id: 2, paise: 200 });
    assert.deepEqual(choose([customers], [shared]), { owner: 'default', id: 3, paise: 300 });
    assert.equal(choose([customers], []), null);
  });

  it('falls back where the more specific owner has no row for the weight or the type', () => {
    assert.equal(
      choose([{ ...customers, minGrams: 1_001 }, partners], [shared], { customer: 'ACME' })?.owner,
      'partner',
    );
    assert.equal(
      choose(
        [
          { ...customers, type: 'cod' },
          { ...partners, maxGrams: 999 },
        ],
        [shared],
        { customer: 'ACME' },
      )?.owner,
      'default',
    );
    assert.equal(choose([], [{ ...shared, type: 'docket' }]), null);
  });

  it('does not fall back from a row of zero', () => {
    assert.deepEqual(choose([{ ...partners, value: 0 }], [shared]), { owner: 'partner', id: 2, paise: 0 });
  });

  it('includes both bounds of the weight', () => {
    const row = { id: 4, value: 5, minGrams: 500, maxGrams: 1_000 };
    assert.deepEqual(
      [499, 500, 1_000, 1_001].map((grams) => choose([row], [], { grams }) !== null),
      [false, true, true, false],
    );
  });

  it('charges the higher of its rows, then the lower id', () => {
    const flat = { id: 5, value: 4_000 };
    const share = { id: 6, isPercentage: 1, value: toRate(2) };
    assert.deepEqual(
      [199_999, 200_000, 200_024, 200_025].map((base) => choose([share, flat], [], { base })?.id),
      [5, 5, 5, 6],
      '2 % exceeds 40 Rupees where it rounds above',
    );
    assert.equal(
      choose(
        [
          { id: 9, value: 70 },
          { id: 8, value: 70 },
        ],
        [],
      )?.id,
      8,
    );
  });

  it('keeps scopes and types apart, for any rows', () => {
    const row = fc.record({
      id: fc.integer({ min: 1, max: 500 }),
      type: fc.constantFrom<ChargeType>(...CHARGE_TYPES),
      customer: fc.constantFrom(null, 'A', 'B'),
      isPercentage: fc.nat(1),
      value: fc.constantFrom(0, 50, 5_000, 100_000),
      minGrams: fc.constantFrom(0, 1_000),
      maxGrams: fc.constantFrom(1_000, Infinity),
    });
    const unique = (maxLength: number) => fc.uniqueArray(row, { selector: ({ id }) => id, maxLength });
    fc.assert(
      fc.property(
        unique(10),
        unique(4),
        fc.constantFrom(null, 'A', 'B', 'C'),
        fc.nat(CHARGE_TYPES.length - 1),
        fc.constantFrom(999, 1_000, 1_001),
        (own, others, customer, type, grams) => {
          const defaults = others.map((other) => ({ ...other, customer: null }));
          const matching = (rows: typeof own, of: string | null) =>
            rows
              .filter(
                (other) =>
                  other.customer === of
                  && CHARGE_TYPES.indexOf(other.type) === type
                  && other.minGrams <= grams
                  && grams <= other.maxGrams,
              )
              .map(({ id, isPercentage, value }) => ({
                id,
                paise: isPercentage === 1 ? Math.floor((10_000 * value + 500_000) / 1_000_000) : value,
              }))
              .sort((a, b) => b.paise - a.paise || a.id - b.id)[0];
          const expected =
            (customer === null ? undefined : matching(own, customer))
            ?? matching(own, null)
            ?? matching(defaults, null);
          const chosen = choose(own, defaults, { customer, type, grams });
          assert.deepEqual(chosen === null ? undefined : { id: chosen.id, paise: chosen.paise }, expected);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
