/** Rates as a sheet: which row of packages each cell is, and what a changed cell makes of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blockOf } from '../../../src/console/parts/grid/block.js';
import { compared } from '../../../src/console/views/couriers/sheets/compare.js';
import { type Rate, rateSheets } from '../../../src/console/views/couriers/sheets/rates.js';
import {
  conflictsOf,
  edited,
  NO_DRAFT,
  pasted,
  resolved,
  type Sheet,
  typedCells,
} from '../../../src/console/views/couriers/sheets/sheet.js';

const NOW = '2026-12-01T00:00:00.000Z';
const BEGINS = '2026-12-31T18:30:00.000Z';
const NAMES = {
  partnerId: 'acme',
  zones: [
    { id: 1, name: 'North' },
    { id: 2, name: 'South' },
  ],
  lanes: ['A', 'B'],
};
const rate = (id: number, members: Partial<Rate>): Rate => ({
  id,
  partnerId: 'acme',
  baseWeight: 500,
  baseCharge: 40,
  addonWeight: 500,
  addonCharge: 30,
  lane: 'A',
  status: true,
  ...members,
});
/** 0-500, +500 up to 5 kg, then each started kilogram on top of 310. */
const CARD = [
  rate(1, { maxWeight: 5_000 }),
  rate(2, { minWeight: 5_000, baseWeight: 5_000, baseCharge: 310, addonWeight: 1_000, addonCharge: 20 }),
];

const only = (rates: readonly Rate[]): Sheet => {
  const [sheet, other] = rateSheets(rates, NAMES, NOW);
  assert.equal(other, undefined);
  return sheet!;
};
const keyOf = (of: readonly { key: string; name: string }[], name: string): string =>
  of.find((each) => each.name === name)!.key;
/** The lines of these texts, by the names of their rows and columns. */
function linesOf(
  sheet: Sheet,
  texts: readonly (readonly [row: string, column: string, text: string])[],
  begins: string | null,
) {
  const edits = texts.map(([row, column, text]) => ({
    row: keyOf(sheet.rows, row),
    column: keyOf(sheet.columns, column),
    text,
  }));
  return sheet.lines(typedCells(edited(NO_DRAFT, sheet, edits), sheet).sound, begins);
}

describe('Rates as a sheet', () => {
  it('says which rows begin later, and shows those of now', () => {
    const sheet = only([...CARD, rate(3, { baseCharge: 44, validFrom: BEGINS })]);
    assert.equal(sheet.text(keyOf(sheet.rows, '0-500'), keyOf(sheet.columns, 'A')), '40');
    assert.match(sheet.later!, /^1 row begins later, the first 1 Jan 2027, 00:00 IST: “Begins on” shows that day\.$/);
    assert.equal(only(CARD).later, '');
  });

  it('has an empty sheet for a kind that only begins later, which shows its rates on that day', () => {
    const rates = [...CARD, rate(3, { baseCharge: 44, customerId: 'c-1', validFrom: BEGINS })];
    const [present, later] = rateSheets(rates, NAMES, NOW);
    assert.deepEqual([present!.rows.length, present!.later], [3, '']);
    assert.equal(later!.title, 'Customer c-1, forward, COD and prepaid, B2B and B2C');
    assert.deepEqual(later!.rows, []);
    assert.match(later!.later!, /^1 row begins later, the first 1 Jan 2027, 00:00 IST/);
    const [, then] = rateSheets(rates, NAMES, BEGINS);
    assert.equal(then!.key, later!.key);
    assert.equal(then!.text(keyOf(then!.rows, '0-500'), keyOf(then!.columns, 'A')), '44');
  });

  it('has slabs down and lanes across, with the lanes that rules give', () => {
    const sheet = only(CARD);
    assert.deepEqual(
      sheet.rows.map(({ name }) => name),
      ['0-500', '+500', '5000+ +1000'],
    );
    assert.deepEqual(
      sheet.columns.map(({ name }) => name),
      ['A', 'B'],
    );
    assert.deepEqual(
      sheet.rows.map(({ key }) => sheet.text(key, keyOf(sheet.columns, 'A'))),
      ['40', '30', '20'],
    );
  });

  it('names zones, and has a sheet for each kind of shipment, those of one customer last', () => {
    const sheets = rateSheets(
      [
        rate(1, { lane: null, fromZoneId: 1, toZoneId: 2, customerId: 'c-1' }),
        rate(2, { lane: null, toZoneId: 2, direction: 'RTO' }),
        rate(3, { lane: null, toZoneId: 2, direction: 'FORWARD', paymentType: 'COD' }),
      ],
      NAMES,
      NOW,
    );
    assert.deepEqual(
      sheets.map(({ title, columns }) => [title, columns.map(({ name }) => name)]),
      [
        ['All customers, forward, COD, B2B and B2C', ['>South']],
        ['All customers, RTO, COD and prepaid, B2B and B2C', ['>South']],
        ['Customer c-1, forward, COD and prepaid, B2B and B2C', ['North>South']],
      ],
    );
  });

  it('leaves out rows that are over or begin later', () => {
    const sheet = only([
      rate(1, {}),
      rate(2, { baseWeight: 900, validTo: '2026-11-30T18:29:59.999Z' }),
      rate(3, { baseWeight: 900, validFrom: BEGINS }),
      rate(4, { baseWeight: 900, status: false }),
    ]);
    assert.deepEqual(
      sheet.rows.map(({ name }) => name),
      ['0-500', '+500'],
    );
  });

  it('gives a second row for the same weights a line of its own', () => {
    const sheet = only([rate(1, { addonWeight: 0 }), rate(2, { addonWeight: 0, baseCharge: 41 })]);
    assert.deepEqual(
      sheet.rows.map(({ name, key }) => [name, sheet.text(key, keyOf(sheet.columns, 'A'))]),
      [
        ['0-500', '40'],
        ['0-500 (packages/2)', '41'],
      ],
    );
  });

  it('changes a row in its place, and the price that begins where it ends', () => {
    const lines = linesOf(only(CARD), [['0-500', 'A', '₹50']], null);
    assert.deepEqual(lines, [
      { collection: 'packages', document: { ...CARD[0], baseCharge: 50 } },
      { collection: 'packages', document: { ...CARD[1], baseCharge: 320 } },
    ]);
  });

  it('ends the row the moment before the day on which another one begins', () => {
    const lines = linesOf(only(CARD), [['5000+ +1000', 'A', '21.5']], BEGINS);
    const { id: _, ...rest } = CARD[1]!;
    assert.deepEqual(lines, [
      { collection: 'packages', document: { ...CARD[1], validTo: '2026-12-31T18:29:59.999Z' } },
      { collection: 'packages', document: { ...rest, addonCharge: 21.5, validFrom: BEGINS } },
    ]);
  });

  it('ends a row without a price, and takes away the steps of one', () => {
    assert.deepEqual(linesOf(only(CARD), [['5000+ +1000', 'A', '']], null), [
      { collection: 'packages', key: 2, end: true },
    ]);
    const [line] = linesOf(only([rate(1, {})]), [['+500', 'A', '']], null);
    assert.deepEqual((line as { document: Rate }).document, {
      ...rate(1, {}),
      addonWeight: 0,
      addonCharge: 0,
      maxWeight: 500,
    });
  });

  it('makes a row of a lane that had none, with its steps up to the next slab', () => {
    const lines = linesOf(
      only(CARD),
      [
        ['5000+ +1000', 'B', '25'],
        ['+500', 'B', '32'],
        ['0-500', 'B', '45'],
      ],
      null,
    );
    const common = { partnerId: 'acme', lane: 'B' };
    assert.deepEqual(lines, [
      {
        collection: 'packages',
        match: true,
        document: { ...common, baseWeight: 500, baseCharge: 45, addonWeight: 500, addonCharge: 32, maxWeight: 5_000 },
      },
      {
        collection: 'packages',
        match: true,
        // 45, and nine steps of 32
        document: {
          ...common,
          minWeight: 5_000,
          baseWeight: 5_000,
          baseCharge: 333,
          addonWeight: 1_000,
          addonCharge: 25,
        },
      },
    ]);
  });

  it('ends the steps of a slab where a new one begins', () => {
    const sheet = only([rate(1, {})]);
    const block = blockOf('slab\tA\r\n500-1000\t60\r\n+1000\t25\r\n');
    const { draft, leftOut, count } = pasted(NO_DRAFT, sheet, block, { row: 0, column: 0 });
    assert.deepEqual([leftOut, count], [[], 2]);
    assert.deepEqual(sheet.lines(typedCells(draft, sheet).sound, null), [
      { collection: 'packages', document: { ...rate(1, {}), maxWeight: 500 } },
      {
        collection: 'packages',
        match: true,
        document: {
          partnerId: 'acme',
          lane: 'A',
          minWeight: 500,
          baseWeight: 1_000,
          baseCharge: 60,
          addonWeight: 1_000,
          addonCharge: 25,
        },
      },
    ]);
  });
});

describe('A block of a spreadsheet', () => {
  it('is read with quotes and any end of line', () => {
    assert.deepEqual(blockOf('a\t"b\t""c"""\r\n\r\n1\t\n'), [
      ['a', 'b\t"c"'],
      ['1', ''],
    ]);
  });

  it('goes from the cell on without headings, and says what lies beyond', () => {
    const sheet = only(CARD);
    const { draft, leftOut } = pasted(NO_DRAFT, sheet, blockOf('31\n\n21\t9\t8'), { row: 1, column: 0 });
    assert.deepEqual(leftOut, ['8']);
    assert.deepEqual(
      typedCells(draft, sheet).sound.map(({ row, column, text }) => [row.name, column.name, text]),
      [
        ['+500', 'A', '31'],
        ['5000+ +1000', 'A', '21'],
        ['5000+ +1000', 'B', '9'],
      ],
    );
  });

  it('names what is no price, and applies none of it', () => {
    const sheet = only(CARD);
    const { draft } = pasted(NO_DRAFT, sheet, blockOf('slab\tA\n0-500\tcall us'), { row: 0, column: 0 });
    const { sound, faulty } = typedCells(draft, sheet);
    assert.deepEqual([sound, faulty.map(({ text }) => text)], [[], ['call us']]);
  });
});

describe('A draft', () => {
  it('forgets a cell that is again as on the node', () => {
    const sheet = only(CARD);
    const [row, column] = [keyOf(sheet.rows, '0-500'), keyOf(sheet.columns, 'A')];
    const draft = edited(NO_DRAFT, sheet, [{ row, column, text: '45' }]);
    assert.deepEqual(typedCells(edited(draft, sheet, [{ row, column, text: 'Rs. 40.00' }]), sheet).sound, []);
  });

  it('asks where both have changed a cell', () => {
    const sheet = only(CARD);
    const [row, column] = [keyOf(sheet.rows, '0-500'), keyOf(sheet.columns, 'A')];
    const draft = edited(NO_DRAFT, sheet, [{ row, column, text: '45' }]);
    assert.deepEqual(conflictsOf(draft, sheet), []);
    const later = only([{ ...CARD[0]!, baseCharge: 44 }, CARD[1]!]);
    const [conflict] = conflictsOf(draft, later);
    assert.deepEqual([conflict!.text, conflict!.theirs], ['45', '44']);
    assert.equal(typedCells(resolved(draft, conflict!, true), later).sound[0]!.text, '45');
    assert.deepEqual(typedCells(resolved(draft, conflict!, false), later).sound, []);
    assert.deepEqual(conflictsOf(resolved(draft, conflict!, true), later), []);
  });
});

describe('Two versions', () => {
  it('say in words which cells are dearer, cheaper, new or gone', () => {
    const formerly = rateSheets(CARD, NAMES, NOW);
    const later = rateSheets([{ ...CARD[0]!, baseCharge: 44, addonCharge: 27 }, rate(3, { lane: 'B' })], NAMES, NOW);
    const [sheet] = compared(formerly, later, true);
    const text = (row: string, column: string) =>
      sheet!.cell(
        sheet!.rows.find(({ name }) => name === row)!,
        sheet!.columns.find(({ name }) => name === column)!,
      ).text;
    assert.equal(text('0-500', 'A'), '40 → 44 dearer by 10.0 %');
    assert.equal(text('+500', 'A'), '30 → 27 cheaper by 10.0 %');
    assert.equal(text('5000+ +1000', 'A'), '20 → – gone');
    assert.equal(text('0-500', 'B'), '– → 40 new');
    assert.deepEqual([sheet!.dearer, sheet!.cheaper, sheet!.others], [1, 1, 3]);
    assert.deepEqual(compared(formerly, formerly, true)[0]!.rows, []);
  });
});
