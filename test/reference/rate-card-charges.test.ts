/** Surcharges, bounds of charges, tax regimes and directions against results computed by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AT, checked, counted, plainWorld, priced, surcharge, type Change } from './card-fixture.js';
import { REVERSE, type CardWorld, type Package, type Surcharge, type Zone } from './documents.js';
import { NOON, packageRow, workedShipment } from './fixture.js';
import { referenceFindAll } from './model.js';
import type { Price, Shipment } from './types.js';

describe('customer charges', () => {
  const row = { id: 1, partnerId: 'acme', status: true, createdAt: AT };
  const charge = (fields: Partial<CardWorld['customer-charges'][number]>, shipment: Partial<Shipment> = {}): Price =>
    priced((world) => {
      world['customer-charges'] = [{ ...row, type: 'fsc', chargeType: 'percentage', value: 10, ...fields }];
      world.surcharges = [surcharge(1, { value: 30 }), surcharge(2, { code: 'LATE', value: 5, order: 900 })];
    }, shipment);

  it('are a percentage of what `of` names, above what is free, within min and max', () => {
    assert.equal(charge({}).fsc, 700);
    assert.equal(charge({ of: ['freight', 'X'] }).fsc, 1_000);
    assert.equal(charge({ of: ['codAmount'], above: 2_400 }).fsc, 995);
    assert.equal(charge({ above: 70 }).fsc, 0);
    assert.equal(charge({ above: 70.01, min: 3 }).fsc, 300);
    assert.equal(charge({ max: 6.99 }).fsc, 699);
    assert.equal(charge({ chargeType: 'flat', value: 2, min: 3 }).fsc, 300);
  });

  it('count for their direction, and insurance without a value only where it always does', () => {
    assert.deepEqual([charge({ direction: 'ANY' }).fsc, charge({ direction: 'RTO' }).fsc], [700, 0]);
    assert.equal(charge({ type: 'insurance', min: 50 }, { declaredValue: 0 }).insurance, 0);
    assert.equal(charge({ type: 'insurance', min: 50, always: true }, { declaredValue: 0 }).insurance, 5_000);
  });

  it('that do not match shadow nothing', () => {
    const insurance = { ...row, type: 'insurance' as const, chargeType: 'flat' as const };
    const { insurance: charged } = priced(
      (world) => {
        world['customer-charges'] = [
          { ...insurance, value: 5 },
          { ...insurance, id: 2, partnerId: null, value: 7, always: true },
        ];
      },
      { declaredValue: 0 },
    );
    assert.equal(charged, 700);
  });
});

describe('surcharges', () => {
  /** An RTO costs what the forward shipment does. */
  const asForward: Change = (world) => {
    const row = { partnerId: 'acme', basis: 'PERCENT_OF_FORWARD' as const, percent: 100, status: true, createdAt: AT };
    world['rto-terms'] = [{ ...row, id: 1 }];
  };

  it('have five bases', () => {
    const pieces = [
      { count: 2, weight: 600.2, dimensions: { length: 10, width: 61, height: 10 } },
      { count: 1, weight: 30_00 },
    ];
    // 4,200.4 g, so 4,201
    const amount = (fields: Partial<Surcharge>): number | undefined =>
      counted([surcharge(1, fields)], { pieces })[0]?.[1];
    assert.equal(amount({ value: 9.995 }), 1_000);
    assert.equal(amount({ basis: 'PER_KG', value: 2.5 }), 1_050); // 10.5025
    assert.equal(amount({ basis: 'PER_STARTED_KG', value: 2.5 }), 1_250);
    assert.equal(amount({ basis: 'PER_PIECE', value: 2.5 }), 750);
    assert.equal(amount({ basis: 'PER_PIECE', value: 2.5, when: { piece: { kgFrom: 0.601 } } }), 750);
    assert.equal(amount({ basis: 'PER_PIECE', value: 2.5, when: { piece: { kgFrom: 0.602 } } }), 250);
    assert.equal(amount({ basis: 'PER_PIECE', value: 2.5, when: { piece: { longestCmFrom: 61 } } }), 500);
    const neither = { piece: { kgFrom: 3, longestCmFrom: 61 } };
    assert.equal(amount({ basis: 'PER_PIECE', value: 2.5, when: neither }), undefined);
    assert.equal(amount({ when: neither }), undefined);
    assert.equal(amount({ basis: 'PERCENT', value: 1, of: ['declaredValue'], above: 2_000 }), 500); // 4.995
    assert.equal(amount({ basis: 'PERCENT', value: 1, of: ['declaredValue'], above: 9_999 }), 0);
    assert.equal(amount({ basis: 'PERCENT', value: 1, of: ['declaredValue'], above: 9_999, min: 1 }), 100);
  });

  it('count by scope for each code, whatever the amount', () => {
    const rows = [
      surcharge(1, { partnerId: null, value: 90 }),
      surcharge(2),
      surcharge(3, { value: 11 }),
      surcharge(4, { customerId: 'C', value: 0 }),
      surcharge(5, { code: 'Y', partnerId: null }),
    ];
    const other: [number, number] = [5, 1_000];
    assert.deepEqual(counted(rows), [[2, 1_000], [3, 1_100], other]);
    assert.deepEqual(counted(rows, { customerId: 'C' }), [[4, 0], other]);
    assert.deepEqual(counted([rows[0]]), [[1, 9_000]]);
    const never = surcharge(6, { customerId: 'C', value: 0, when: { kgFrom: 99 } });
    assert.deepEqual(counted([rows[1], never], { customerId: 'C' }), [[2, 1_000]]);
  });

  it('count once in a group: the highest amount, then the lowest id', () => {
    const group = 'G';
    const rows = [surcharge(3, { group, code: 'A1' }), surcharge(2, { group, code: 'B1' }), surcharge(1, { value: 1 })];
    assert.deepEqual(counted(rows), [
      [1, 100],
      [2, 1_000],
    ]);
    assert.deepEqual(counted([...rows, surcharge(9, { group, code: 'C1', value: 10.01 })]), [
      [1, 100],
      [9, 1_001],
    ]);
  });

  it('see what stands before them', () => {
    const percent = { basis: 'PERCENT' as const, value: 10 };
    const rows = [
      surcharge(1, { code: 'LAST', order: 999, ...percent, of: ['MID', 'freight'] }),
      surcharge(2, { code: 'MID', order: 600, ...percent, of: ['FIRST'] }),
      surcharge(3, { code: 'FIRST', order: 1, value: 50 }),
      surcharge(4, { code: 'FIRST', order: 1, value: 50.05 }),
    ];
    // 100.05; 10.005, so 10.01; 8.001
    assert.deepEqual(counted(rows), [
      [3, 5_000],
      [4, 5_005],
      [2, 1_001],
      [1, 800],
    ]);
  });

  it('look at the ends: one end has one of each list', () => {
    const tagged: Change = (world) => {
      (world.zones as Zone[])[0].tags = ['METRO'];
      world.zones[1].attributes = ['ODA'];
    };
    const holds = (when: Surcharge['when']): boolean => counted([surcharge(1, { when })], {}, tagged).length === 1;
    assert.ok(holds({ tags: ['METRO'] }) && holds({ end: 'PICKUP', tags: ['METRO'] }));
    assert.ok(!holds({ end: 'DELIVERY', tags: ['METRO'] }));
    assert.ok(holds({ end: 'EITHER', attributes: ['ODA', 'HILL'] }) && holds({ zones: [2], attributes: ['ODA'] }));
    assert.ok(!holds({ tags: ['METRO'], attributes: ['ODA'] }), 'no end has both');
  });

  it('look at the shipment', () => {
    const holds = (when: Surcharge['when'], shipment?: Partial<Shipment>): boolean =>
      counted([surcharge(1, { when })], shipment).length === 1;
    assert.ok(holds({ kgFrom: 1.2, kgTo: 1.201 }) && !holds({ kgTo: 1.2 }));
    assert.ok(holds({ kmFrom: 1_163.4 }) && !holds({ kmTo: 1_163.4 }));
    assert.ok(holds({ valueFrom: 2_499.5 }) && !holds({ valueTo: 2_499.5 }));
    assert.ok(holds({ weekdays: [3] }) && !holds({ weekdays: [1, 2, 4, 5, 6, 7] }), 'leaves on a Wednesday');
    assert.ok(holds({ services: ['COD'] }) && !holds({ services: ['PREPAID', 'EXPRESS'] }));
    assert.ok(holds({ customerTypes: ['RETAIL'] }) && !holds({ customerTypes: ['RETAIL'] }, { customerType: 'SME' }));
    assert.ok(!holds({ lanes: ['A'] }) && !holds({ directions: ['RTO'] }) && holds({ directions: null }));
    const inRto = (when: Surcharge['when']): number =>
      counted([surcharge(1, { when })], { direction: 'RTO' }, asForward).length;
    assert.deepEqual([inRto({}), inRto({ directions: ['RTO'] })], [0, 1]);
  });

  it('keep what is not taxable out of a discount and of GST', () => {
    const price = priced((world) => {
      world.surcharges = [surcharge(1, { value: 30, taxable: false })];
      const discount = { partnerId: 'acme', fromWeight: 0.001, toWeight: 5, status: true, createdAt: AT };
      world.discounts = [{ ...discount, id: 1, discountType: 'percentage', discountValue: 10 }];
    });
    // subtotal 100, discount 10 % of 70, GST 2 × 9 % of 63
    const { subtotal, nonTaxable, discount, taxable, gst, total } = price;
    assert.deepEqual([subtotal, nonTaxable, discount, taxable, gst, total], [10_000, 3_000, 700, 6_300, 1_134, 10_434]);
  });
});

describe('tax', () => {
  const taxed = (...tax: NonNullable<CardWorld['partners'][number]['tax']>): number[] => {
    const { gst, recipientLiability, total } = priced((world) => {
      world.partners[0].tax = tax;
    });
    return [gst, recipientLiability, total];
  };

  it('goes by the entry in force that began last, then by the last of the list', () => {
    assert.deepEqual(taxed(), [1_260, 0, 8_260]);
    assert.deepEqual(taxed({ regime: 'FORWARD', percent: 5 }), [350, 0, 7_350]);
    assert.deepEqual(taxed({ regime: 'REVERSE_CHARGE', percent: 5 }), [0, 350, 7_000]);
    assert.deepEqual(taxed({ regime: 'REVERSE_CHARGE' }), [0, 1_260, 7_000]);
    assert.deepEqual(taxed({ regime: 'EXEMPT' }), [0, 0, 7_000]);
    const later = { regime: 'FORWARD' as const, percent: 12, validFrom: '2026-03-01T00:00:00.000Z' };
    assert.deepEqual(taxed(later, { regime: 'EXEMPT' }), [840, 0, 7_840]);
    assert.deepEqual(taxed({ regime: 'FORWARD', percent: 12 }, { regime: 'EXEMPT' }), [0, 0, 7_000]);
    assert.deepEqual(taxed({ ...later, validTo: '2026-03-02T00:00:00.000Z' }, { regime: 'EXEMPT' }), [0, 0, 7_000]);
  });

  it('that the recipient owes is part of the cost by which partners are compared', () => {
    const world = plainWorld((w) => {
      w.partners[0].tax = [{ regime: 'REVERSE_CHARGE' }];
      const own = <T extends { partnerId: string }>(row: T): T => ({ ...row, partnerId: 'beta' });
      w.partners.push({ ...own(w.partners[0]), tax: [{ regime: 'FORWARD', percent: 17 }] });
      w.zones.push(...w.zones.map((zone) => ({ ...own(zone), id: zone.id + 10 })));
      w.packages.push({ ...own(w.packages[0]), id: 2 });
    });
    const found = referenceFindAll(world, workedShipment, NOON);
    assert.ok(found.kind === 'SEARCHED');
    // acme: 70.00 and 12.60 owed; beta: 81.90
    assert.deepEqual(
      found.candidates.map(({ partnerId, totalPaise }) => [partnerId, totalPaise]),
      [
        ['beta', 8_190],
        ['acme', 7_000],
      ],
    );
  });
});

describe('directions', () => {
  const terms: Change = (world) => {
    const row = { partnerId: 'acme', basis: 'PERCENT_OF_FORWARD' as const, status: true, createdAt: AT };
    world['rto-terms'] = [
      { ...row, id: 1, percent: 50 },
      { ...row, id: 2, percent: 60 },
      { ...row, id: 3, percent: 70, validFrom: '2026-03-01T00:00:00.000Z' },
      { ...row, id: 4, percent: 80, customerId: 'C' },
    ];
  };

  it('price an RTO by the customer’s terms, then the latest, then the highest id', () => {
    const rto = (change: Change, customerId?: string): [number | null, number] => {
      const { rtoTermsId, weightCharge } = priced(change, { direction: 'RTO', customerId });
      return [rtoTermsId, weightCharge];
    };
    assert.deepEqual(rto(terms), [3, 4_900]);
    assert.deepEqual(rto(terms, 'C'), [4, 5_600]);
    const first = (world: CardWorld): void => {
      terms(world);
      world['rto-terms'] = world['rto-terms']!.slice(0, 2);
    };
    assert.deepEqual(rto(first), [2, 4_200]);
  });

  it('price an RTO by its own rows without terms, without services, attributes and COD', () => {
    const found = checked(
      (world) => {
        world.zones[1].attributes = ['ODA'];
        world.packages.push({ ...packageRow({ id: 2, baseCharge: 30 }), direction: 'RTO' });
        const row = { partnerId: 'acme', chargeType: 'flat' as const, value: 9, status: true, createdAt: AT };
        world['customer-charges'] = [{ ...row, id: 1, type: 'cod', direction: 'ANY' }];
      },
      { direction: 'RTO', codAmount: 99_999, services: ['TRACKING'], urgency: 'EXPRESS' },
    );
    assert.deepEqual([found.reasons, found.unavailable, found.hours], [[], [], 48]);
    assert.deepEqual([found.price!.packageRowId, found.price!.subtotal, found.price!.other], [2, 6_000, []]);
  });

  it('require REVERSE at the pickup in place of PICKUP', () => {
    const reverse = {
      direction: 'REVERSE',
      paymentType: 'PREPAID',
      pickupPincode: '110001',
      deliveryPincode: '110002',
    };
    const shipment = { ...reverse, services: ['PICKUP'] } as Partial<Shipment>;
    const rows: Change = (world) => {
      world.packages[0] = { ...world.packages[0], direction: 'REVERSE' } as Package;
    };
    assert.deepEqual(checked(rows, shipment).unavailable, ['REVERSE']);
    const offered = checked((world) => {
      rows(world);
      world.zones[1].services.push({ serviceTypeId: REVERSE as 'PICKUP', isAvailable: true, baseCharge: 25 });
    }, shipment);
    assert.deepEqual(offered.reasons, []);
    assert.deepEqual(
      offered.price!.other.map(({ service, end, amount }) => [service, end, amount]),
      [
        ['REVERSE', 'pickup', 2_500],
        ['DELIVERY', 'delivery', 0],
        ['PREPAID', 'delivery', 0],
      ],
    );
  });
});
