/** A line of an invoice against the card: what each cause is, and that causes add up to the difference. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OutcomeBook } from '../../../src/reconcile/outcome-book.js';
import { BilledLegs } from '../../../src/reconcile/billed-legs.js';
import { causeOf, differenceIn } from '../../../src/reconcile/finding.js';
import type { AmountName, InvoiceLine, Leg, LineDirection, Part } from '../../../src/reconcile/line.js';
import { PARTS } from '../../../src/reconcile/line.js';
import fc from '../../support/fast-check.js';
import { reference } from './reference.js';
import { bookOf, causesOf, findingsOf, invoiceLine, knownOf, PARCEL, TOTAL_ALONE } from './scene.js';
import { LANES, toyCharges, ToyPort } from './toy-card.js';

const RIGHT = 6_786;
const priced = { isCod: false, valuePaise: 0, isCollected: true, lane: null };
const totalOf = (to: string, grams: number, leg: Leg = 'FORWARD', more = {}): number =>
  toyCharges({ ...priced, to, grams, leg, ...more })!.totalAmount;

describe('a line', () => {
  it('is OK at the price of the card, and WITHIN a rupee of it', async () => {
    assert.equal(totalOf('200001', 400), RIGHT);
    const [ok, within, over] = await findingsOf([
      invoiceLine(1, { totalPaise: RIGHT }),
      invoiceLine(2, { totalPaise: RIGHT + 100 }),
      invoiceLine(3, { totalPaise: RIGHT + 101 }),
    ]);
    assert.deepEqual([ok!.status, causesOf(ok!), ok!.expectedPaise], ['OK', {}, RIGHT]);
    assert.deepEqual([within!.status, causesOf(within!)], ['WITHIN', { RATE: 100 }]);
    assert.deepEqual([over!.status, causesOf(over!)], ['OVERBILLED', { RATE: 101 }]);
  });

  it('is asked about as one that was carried', async () => {
    const port = new ToyPort();
    await findingsOf([invoiceLine(1, { totalPaise: RIGHT })], { port });
    assert.deepEqual(port.asked, [
      {
        partnerId: 'toy',
        pickupPincode: '110001',
        deliveryPincode: '200001',
        weight: 400,
        shipmentType: 'B2C',
        paymentType: 'PREPAID',
        shipDate: '2026-10-07',
        assume: { carried: true },
      },
    ]);
  });

  it('has WEIGHT for the charged weight, and LANE for the billed lane at that weight', async () => {
    const totalPaise = totalOf('300001', 1_400);
    const [found] = await findingsOf([invoiceLine(1, { chargedGrams: 1_400, billed: { lane: 'C' }, totalPaise })]);
    const weight = totalOf('200001', 1_400) - RIGHT;
    assert.deepEqual(causesOf(found!), { WEIGHT: weight, LANE: totalPaise - RIGHT - weight });
    assert.equal(causeOf(found!), 'WEIGHT+LANE');
  });

  it('is not asked twice where it claims what is known', async () => {
    const port = new ToyPort();
    await findingsOf([invoiceLine(1, { chargedGrams: 400, billed: { lane: 'B' }, totalPaise: RIGHT })], { port });
    assert.equal(port.asked.length, 1);
  });

  it('passes over a claim that the card cannot price', async () => {
    const [lane, weight] = await findingsOf([
      invoiceLine(1, { chargedGrams: 1_400, billed: { lane: 'D' }, totalPaise: RIGHT }),
      invoiceLine(2, { chargedGrams: 5_000, totalPaise: RIGHT, own: { ...PARCEL, grams: 500 } }),
    ]);
    const more = totalOf('200001', 1_400) - RIGHT;
    assert.deepEqual(causesOf(lane!), { WEIGHT: more, RATE: -more });
    assert.equal(weight!.status, 'OK');
  });

  it('is not judged by weight where none is known', async () => {
    const { grams, ...unweighed } = PARCEL;
    void grams;
    const [charged, nothing] = await findingsOf([
      invoiceLine(1, { chargedGrams: 1_400, totalPaise: totalOf('200001', 1_400), own: unweighed }),
      invoiceLine(2, { totalPaise: RIGHT, own: unweighed }),
    ]);
    assert.deepEqual([charged!.status, charged!.isUnweighed], ['OK', true]);
    assert.deepEqual([nothing!.status, causeOf(nothing!)], ['UNPRICED', 'WEIGHT_UNKNOWN']);
  });

  it('of both ways is priced for both, and collects nothing', async () => {
    const own = { ...PARCEL, payment: 'COD', valuePaise: 200_000 } as const;
    const of = (isCollected: boolean) =>
      totalOf('200001', 400, 'FORWARD', { isCod: true, valuePaise: 200_000, isCollected })
      + totalOf('200001', 400, 'RTO', { isCod: true, valuePaise: 200_000 });
    const both = { direction: 'BOTH', own } as const;
    const [found] = await findingsOf([invoiceLine(1, { ...both, totalPaise: of(false) })]);
    assert.deepEqual([found!.status, found!.expectedPaise], ['OK', of(false)]);
    const [paid] = await findingsOf([invoiceLine(1, { ...both, totalPaise: of(true) })], {
      known: knownOf({ codOnReturn: true }),
    });
    assert.equal(paid!.status, 'OK');
  });
});

describe('what is not owed at all', () => {
  it('is a credit, not booked, cancelled or a duplicate, in this order', async () => {
    const shipments = bookOf([
      { ref: 'ORD-2', facts: { status: 'CANCELLED' } },
      { awb: 'AWB-3', facts: PARCEL },
    ]);
    const lines = [
      invoiceLine(1, { totalPaise: RIGHT }),
      invoiceLine(2, { totalPaise: RIGHT }),
      invoiceLine(3, { totalPaise: RIGHT }),
      { ...invoiceLine(3, { totalPaise: RIGHT }), line: 4 },
      { ...invoiceLine(3, { totalPaise: -RIGHT }), line: 5 },
      { ...invoiceLine(3, { totalPaise: -RIGHT }), line: 6 },
      { ...invoiceLine(3, { totalPaise: RIGHT }), line: 7 },
    ];
    const found = await findingsOf(lines, { known: knownOf({ shipments }) });
    assert.deepEqual(
      found.map((each) => [each.status, causeOf(each), each.expectedPaise]),
      [
        ['OVERBILLED', 'NOT_BOOKED', 0],
        ['OVERBILLED', 'CANCELLED', 0],
        ['OK', '', RIGHT],
        ['OVERBILLED', 'DUPLICATE', 0],
        ['CREDIT', 'CREDIT', 0],
        ['CREDIT', 'CREDIT', 0],
        // both amounts were given back
        ['OK', '', RIGHT],
      ],
    );
  });

  it('is a leg that the ledger has, and the return of what was delivered', async () => {
    const billed = new BilledLegs();
    billed.bill('Aawb-1', { leg: 'FORWARD', totalPaise: RIGHT });
    const shipments = bookOf([
      { awb: 'AWB-1', facts: PARCEL },
      { awb: 'AWB-2', facts: { ...PARCEL, status: 'DELIVERED' } },
      { awb: 'AWB-3', facts: { ...PARCEL, status: 'DELIVERED' } },
    ]);
    const rto = totalOf('200001', 400, 'RTO');
    const [again, delivered, way] = await findingsOf(
      [
        invoiceLine(1, { direction: 'BOTH', totalPaise: RIGHT + rto }),
        invoiceLine(2, { direction: 'BOTH', totalPaise: RIGHT + rto }),
        invoiceLine(3, { direction: 'RTO', totalPaise: rto }),
      ],
      { known: knownOf({ shipments, billed }) },
    );
    assert.deepEqual([causesOf(again!), again!.expectedPaise], [{ DUPLICATE: RIGHT }, rto]);
    assert.deepEqual([causesOf(delivered!), delivered!.expectedPaise], [{ DIRECTION: rto }, RIGHT]);
    assert.deepEqual([causesOf(way!), way!.expectedPaise], [{ DIRECTION: rto }, 0]);
  });

  it('does not follow from what the courier says of the status', async () => {
    const rto = totalOf('200001', 400, 'RTO');
    const [found] = await findingsOf([
      invoiceLine(1, { direction: 'RTO', totalPaise: rto, own: { ...PARCEL, status: 'DELIVERED' } }),
    ]);
    assert.equal(found!.status, 'OK');
  });

  it('is the return of what the node knows as delivered, by either key, unless two outcomes contradict', async () => {
    const book = new OutcomeBook();
    book.add({ awb: 'awb-1', ref: '' }, 'DELIVERED');
    book.add({ awb: '', ref: 'ord-2' }, 'DELIVERED');
    book.add({ awb: '', ref: 'ord-3' }, 'DELIVERED');
    book.add({ awb: '', ref: 'ord-3' }, 'RETURNED');
    book.add({ awb: 'awb-4', ref: 'ord-1' }, 'RETURNED');
    const rto = totalOf('200001', 400, 'RTO');
    const lines = [1, 2, 3, 4, 5].map((number) => invoiceLine(number, { direction: 'RTO', totalPaise: rto }));
    const outcomes = new Map([['toy', book]]);
    assert.deepEqual(
      (await findingsOf(lines, { known: knownOf({ outcomes }) })).map(({ expectedPaise }) => expectedPaise),
      [0, 0, rto, rto, rto],
    );
    const shipments = bookOf([{ awb: 'AWB-1', facts: { ...PARCEL, status: 'RETURNED' } }]);
    const [row] = await findingsOf(lines, { known: knownOf({ outcomes, shipments }) });
    assert.equal(row!.status, 'OK', 'what the sheet of shipments says goes before');
  });

  it('takes the forward and the return of two rows for no duplicates', async () => {
    const rto = totalOf('200001', 400, 'RTO');
    const line = invoiceLine(1, { totalPaise: RIGHT });
    const found = await findingsOf([line, { ...line, line: 2, direction: 'RTO', totalPaise: rto }]);
    assert.deepEqual(
      found.map(({ status }) => status),
      ['OK', 'OK'],
    );
  });
});

describe('what is known of a parcel', () => {
  it('is the first source that has it, member by member', async () => {
    const port = new ToyPort();
    const shipments = bookOf([{ ref: 'ORD-1', facts: { grams: 700 } }]);
    const assignments = new Map([['toy', bookOf([{ ref: 'ORD-1', facts: { grams: 900, to: '100001' } }])]]);
    const known = knownOf({ shipments, assignments, set: { to: '300001', from: '400001', payment: 'COD' } });
    await findingsOf([invoiceLine(1, { own: { ...PARCEL, valuePaise: 5_000 } })], { known, port });
    const { weight, pickupPincode, deliveryPincode, paymentType, declaredValue } = port.asked[0]! as Record<
      string,
      unknown
    >;
    assert.deepEqual(
      [weight, pickupPincode, deliveryPincode, paymentType, declaredValue],
      [700, '400001', '100001', 'COD', 50],
    );
  });

  it('is joined by AWB, else by order, and the row may name the assignment', async () => {
    const port = new ToyPort();
    const shipments = bookOf([
      { awb: 'awb-1', ref: 'ORD-7', facts: { grams: 700 } },
      { ref: 'ord-1', facts: { grams: 1 } },
    ]);
    const assignments = new Map([['toy', bookOf([{ ref: 'ORD-7', facts: { to: '100001', date: '2026-09-01' } }])]]);
    await findingsOf([invoiceLine(1, { ref: '' })], { known: knownOf({ shipments, assignments }), port });
    const { weight, deliveryPincode, shipDate } = port.asked[0]! as Record<string, unknown>;
    assert.deepEqual([weight, deliveryPincode, shipDate], [700, '100001', '2026-09-01']);
  });

  it('stands before the rules where the house holds a lane, and needs no pincode', async () => {
    const port = new ToyPort();
    const known = knownOf({ routeOf: () => ({ lane: 'A' }) });
    const own = { grams: 400, to: 'somewhere' };
    const [found] = await findingsOf([invoiceLine(1, { totalPaise: totalOf('100001', 400), own })], { known, port });
    assert.equal(found!.status, 'OK');
    assert.deepEqual(port.asked[0]!['assume'], { carried: true, lane: 'A' });
    const [nowhere] = await findingsOf([invoiceLine(1, { own })]);
    assert.deepEqual([nowhere!.status, causeOf(nowhere!)], ['UNPRICED', 'PICKUP_UNKNOWN']);
  });

  it('exchanges the ends of a return that is fetched', async () => {
    const port = new ToyPort();
    await findingsOf([invoiceLine(1, { direction: 'REVERSE', own: { ...PARCEL, payment: 'COD', codPaise: 5 } })], {
      port,
    });
    const { pickupPincode, deliveryPincode, paymentType, direction } = port.asked[0]! as Record<string, unknown>;
    assert.deepEqual(
      [pickupPincode, deliveryPincode, paymentType, direction],
      ['200001', '110001', 'PREPAID', 'REVERSE'],
    );
  });
});

const paise = fc.integer({ min: 0, max: 20_000 });
const columnSets = fc.subarray(['total', ...PARTS, 'tax'] as AmountName[]);
const anyLine = fc.record({
  to: fc.constantFrom('100001', '200001', '300001'),
  grams: fc.integer({ min: 1, max: 2_500 }),
  isCod: fc.boolean(),
  valuePaise: fc.integer({ min: 0, max: 500_000 }),
  direction: fc.constantFrom<LineDirection[]>('FORWARD', 'RTO', 'REVERSE', 'BOTH'),
  billedBefore: fc.subarray<Leg>(['FORWARD', 'RTO']),
  status: fc.constantFrom('DELIVERED', 'RETURNED', undefined),
  chargedGrams: fc.option(fc.integer({ min: 1, max: 2_500 })),
  billedLane: fc.option(fc.constantFrom(...LANES)),
  totalPaise: paise,
  near: fc.constantFrom(null, 0, 1, 2, -3, 40),
  cells: fc.record(
    Object.fromEntries([...PARTS, 'tax'].map((part) => [part, paise])) as Record<Part | 'tax', typeof paise>,
  ),
});

it('adds up to the difference to the paisa, as the page says in other words', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyLine,
      columnSets,
      fc.boolean(),
      fc.option(fc.subarray([...PARTS], { minLength: 1 })),
      fc.boolean(),
      fc.boolean(),
      async (given, chosen, withTax, compare, isWithTaxCard, isInRupees) => {
        const columns = new Set(chosen);
        const { to, grams, isCod, valuePaise, direction, chargedGrams, billedLane, status } = given;
        const legs: Leg[] = direction === 'BOTH' ? ['FORWARD', 'RTO'] : [direction];
        const paid = given.billedBefore.filter((leg) => legs.includes(leg));
        const isBack = status === 'RETURNED' || (status === undefined && legs.includes('RTO'));
        const cells: Partial<Record<AmountName, number>> = {};
        for (const name of [...PARTS, 'tax'] as const)
          if (columns.has(name)) cells[name] = name === 'discount' ? -given.cells[name] : given.cells[name];
        const notOwed: Partial<Record<Leg, 'DUPLICATE' | 'DIRECTION'>> = {};
        for (const leg of legs)
          if (paid.includes(leg)) notOwed[leg] = 'DUPLICATE';
          else if (leg === 'RTO' && status === 'DELIVERED') notOwed[leg] = 'DIRECTION';
        const parcel = { to, grams, isCod: isCod && direction !== 'REVERSE', valuePaise, isCollected: !isBack };
        const terms = { withTax, compare, columns: chosen, isWithTaxCard, isInRupees };
        const claims = { legs, notOwed, chargedGrams, billedLane };
        const reversed = direction === 'REVERSE' ? { ...parcel, to: '110001' } : parcel;
        const bare = reference({ ...reversed, ...claims, total: 0, cells }, terms);
        const total = given.near === null || bare === null ? given.totalPaise : bare.expected + given.near;
        const wanted = reference({ ...reversed, ...claims, total, cells }, terms);
        const billed = new BilledLegs();
        for (const leg of paid) billed.bill('Aawb-1', { leg, totalPaise: 1 });
        const line: Partial<InvoiceLine> = {
          direction,
          chargedGrams,
          billed: billedLane === null ? null : { lane: billedLane },
          totalPaise: total,
          amounts: { ...cells, total },
        };
        const facts = { from: '110001', to, grams, payment: isCod ? 'COD' : 'PREPAID', valuePaise } as const;
        const shipments = bookOf([{ awb: 'AWB-1', facts: { ...facts, ...(status !== undefined && { status }) } }]);
        const [found] = await findingsOf([invoiceLine(1, line)], {
          port: new ToyPort(isWithTaxCard),
          known: knownOf({ billed, shipments }),
          terms: { basis: { withTax, compare }, columns, isInRupees },
        });
        if (total < 0 || legs.every((leg) => notOwed[leg] === 'DUPLICATE')) {
          assert.deepEqual([found!.expectedPaise, differenceIn(found!)], [0, total]);
          return;
        }
        assert.equal(found!.expectedPaise, wanted?.expected ?? null);
        if (wanted === null) return;
        const sum = Object.values(found!.causes).reduce((all, each) => all + each, 0);
        assert.equal(sum, total - wanted.expected);
        const others = Object.entries(wanted.causes).filter(([, amount]) => amount !== 0);
        assert.deepEqual(causesOf(found!), Object.fromEntries(others));
      },
    ),
    { numRuns: 2_000 },
  );
});

it('asks for the percent of the tax once a day', async () => {
  const port = new ToyPort();
  const lines = [1, 2, 3].map((number) =>
    invoiceLine(number, { totalPaise: RIGHT, date: `2026-10-0${1 + (number % 2)}` }),
  );
  const columns = new Set<AmountName>(['total', 'freight']);
  await findingsOf(lines, { port, terms: { ...TOTAL_ALONE, columns } });
  assert.equal(port.percentsAsked.length, 2);
});
