/** Columns by their headings and values: no column is ever taken whose values are not of the field's kind. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fitsKind, isEmptyOf } from '../../../src/sheets/cells/kinds.js';
import { pincode } from '../../../src/sheets/cells/pincodes.js';
import { SERVICEABILITY } from '../../../src/sheets/serviceability/form.js';
import { pincodeRows } from '../../../src/sheets/serviceability/rows.js';
import { csvLine } from '../../../src/csv.js';
import { tableOf } from '../../../src/sheets/tables/build.js';
import { Faults, SheetFaults } from '../../../src/sheets/tables/faults.js';
import { plainHeading } from '../../../src/sheets/tables/headings.js';
import fc from '../../support/fast-check.js';
import { mapIn, refusalOf, sheetOf } from './texts.js';

const read = (text: string, map = '') =>
  tableOf(sheetOf(text), SERVICEABILITY, mapIn(map), { isKey: (cell) => pincode(cell).ok });

const HEADINGS = [
  ...[
    'Pincode',
    'Pin',
    'PIN CODE',
    'zip',
    'Customer Pincode',
    'Delivery Pincode',
    'Origin Pincode',
    'Warehouse Pincode',
  ],
  ...['Zone', 'Zone Name', 'BD-Zone', 'Delivery', 'Delivery City', 'Delivery Status', 'Extended Delivery Location'],
  ...[
    'COD',
    'COD(Y/N)',
    'COD LIMIT',
    'Is COD',
    'Route Code',
    'PREPAID LIMIT',
    'Prepaid',
    'ODA',
    'ODA CHARGE',
    'oda status',
  ],
  ...[
    'Pickup',
    'Pickup City',
    'Reverse Pickup',
    'reverse',
    'pickUpStatus',
    'HILL',
    'Max COD',
    'State',
    'City',
    'Remarks',
    '',
  ],
];
const CELLS = fc.constantFrom('pincode', 'flag', 'amount', 'city', 'blank', 'mixed');
const cellOf = (kind: string, at: number): string => {
  const wordsOf: Record<string, readonly string[]> = {
    pincode: ['110001', '560001', '793 001', '="400001"'],
    flag: ['Y', 'N', 'TRUE', 'Active'],
    amount: ['25000', '₹1,250.50', '0', '99.5'],
    city: ['Pune', 'Delhi', 'Goa', 'Kolkata'],
    blank: ['', '', '', ''],
    mixed: ['Y', 'Pune', '110001', ''],
  };
  return wordsOf[kind]![at % 4]!;
};

describe('a column', () => {
  it('is never taken if its values are not of the kind of the field', () => {
    let taken = 0;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...HEADINGS), CELLS), { minLength: 1, maxLength: 7 }),
        fc.integer({ min: 1, max: 60 }),
        (columns, rows) => {
          const lines = [columns.map(([heading]) => heading)];
          for (let at = 0; at < rows; at++) lines.push(columns.map(([, kind]) => cellOf(kind, at)));
          // a column without heading and values is none
          const filled = columns.filter(([heading, kind]) => heading !== '' || kind !== 'blank');
          const faults = new Faults();
          let table;
          try {
            table = read(lines.map((cells) => `${csvLine(cells)}\n`).join(''));
          } catch (error) {
            assert(error instanceof SheetFaults, String(error));
            assert(error.faults.length > 0);
            return;
          }
          pincodeRows(table, faults);
          for (const [field, [column]] of table.columns.fields) {
            const kind = SERVICEABILITY.kindOf(field);
            const texts = table.rows.map((row) => row.raw(field)).filter((text) => !isEmptyOf(kind, text));
            const misfits = texts.filter((text) => !fitsKind(kind, text)).length;
            // our own names are taken, and each wrong cell is a fault
            const found = faults.found.filter((fault) => fault.column === column!.title).length;
            assert(misfits === 0 || found >= misfits, `${column!.title} is taken for ${field}: ${texts.join()}`);
            taken++;
            const words = [...SERVICEABILITY.words].filter(([, each]) => each === field).map(([word]) => word);
            // a heading may stand above another one
            const isKnown = column!.texts.some(
              (text) => words.includes(plainHeading(text)) || SERVICEABILITY.find(text) === field,
            );
            assert(isKnown || (field === 'pincode' && !column!.hasTitle && filled.length === 1));
          }
        },
      ),
      // most sheets are refused: of 1,200, some 290 columns are taken
      { numRuns: 1_200 },
    );
    assert(taken > 100, `${taken}`);
  });

  it('of many rows may have a few wrong values, which are faults of their cells', () => {
    const rows = Array.from({ length: 400 }, (_, at) => `${110_001 + at},${at === 200 ? 'maybe' : 'Y'}\n`).join('');
    const table = read(`Pin,COD Available\n${rows}`, 'set: {zone: A}');
    const faults = new Faults();
    pincodeRows(table, faults);
    assert.deepEqual(
      faults.found.map(({ line, message }) => [line, message]),
      [[202, 'must be Y or N, but is "maybe"']],
    );
  });

  it('may be named by the map, by its letters, or several as one', () => {
    const text = 'Pin,Area,Part,Fee,More\n110001,North,East,₹10.50,"1,000"\n';
    const table = read(
      text,
      'columns: {zone: [Area, Part], max_cod: [Fee, column E], cod: column C}\n'.replace(', cod: column C', ''),
    );
    const [row] = table.rows;
    assert.deepEqual([row!.raw('zone'), row!.raw('max_cod')], ['North East', '1010.50']);
    const summed = read('Pin,Fee,More\n110001,10.50,"1,000"\n', 'columns: {max_cod: [Fee, More]}');
    assert.equal(summed.rows[0]!.raw('max_cod'), '1010.50');
    assert.deepEqual(refusalOf(() => read('Pin,A,a\n110001,1,2\n', 'columns: {zone: a}')).faults, [
      '1: a: is there twice: write column B or C',
    ]);
    assert.deepEqual(refusalOf(() => read('Pin\n110001\n', 'columns: {zone: Region}')).faults, [
      '1: zone: there is no heading "Region", which the map names',
    ]);
  });
});

it('a list without headings has no heading that only resembles one', () => {
  assert.equal(read('Swift\n110001\n110002\n').rows.length, 2);
  assert.deepEqual(refusalOf(() => read('Origin Pincode\n110001\n110002\n')).faults, [
    '1: pincode: there is no such heading',
  ]);
});

describe('a table', () => {
  it('is chosen by the map if a sheet has several', () => {
    const text = 'pincode,zone\n110001,A\n\nNew,\npincode,cod\n110002,N\n';
    assert.deepEqual(refusalOf(() => read(text)).faults, [
      '1: null: is one of 2 tables (pincode, zone): choose by headings: 1 and rows: 2-4 in a map',
      '5: null: is one of 2 tables (pincode, cod): choose by headings: 5 and rows: 6-6 in a map',
    ]);
    assert.deepEqual(
      read(text, 'headings: 5').rows.map(({ cells }) => cells[0]),
      ['110002'],
    );
    assert.deepEqual(
      read(text, '{headings: 1, rows: 2-2}').rows.map(({ cells }) => cells[0]),
      ['110001'],
    );
    assert.deepEqual(refusalOf(() => read(text, 'headings: 3')).faults, [
      '3: null: is blank, and the map says that the headings are here',
    ]);
  });

  it('leaves out what is none, and says so', () => {
    const text =
      'Swift,,\nvalid from July,,\n\npincode,zone,cod\n110001,A,Y\npincode,zone,cod\n\n110002,#N/A,Y\nnorth,,\n'
      + '110003,B,\nGrand Total,,2\nPage 2 of 3,,\n';
    const { reading, rows } = read(text, 'leave_out: [{zone: "#N/A"}, {zone: B, cod: (blank)}]');
    assert.deepEqual(
      rows.map(({ line }) => line),
      [5],
    );
    assert.deepEqual(reading.leftOut, [
      { what: 'rows above the headings', count: 2, example: 'row 1: Swift' },
      { what: 'blank rows', count: 2, example: 'row 3' },
      { what: 'rows with the headings again', count: 1, example: 'row 6' },
      { what: 'rows by leave_out of the map', count: 2, example: 'row 8: 110002' },
      { what: 'totals', count: 2, example: 'row 11: Grand Total' },
      { what: 'remarks', count: 1, example: 'row 9: north' },
    ]);
  });

  it('has merged texts for each of their cells, but no merged flags', () => {
    const sheet = {
      ...sheetOf('pincode,zone,cod\n110001,A,Y\n110002,,\n110003,,\n'),
      merges: [
        { fromLine: 2, toLine: 3, fromColumn: 1, toColumn: 1 },
        { fromLine: 2, toLine: 3, fromColumn: 2, toColumn: 2 },
      ],
    };
    const build = (map: string) => tableOf(sheet, SERVICEABILITY, mapIn(map));
    assert.deepEqual(refusalOf(() => build('')).faults, [
      '3: cod: is merged with another cell: split it, or say merged: repeat in a map',
    ]);
    assert.deepEqual(
      build('merged: repeat').rows.map((row) => [row.get('zone'), row.get('cod')]),
      [
        ['A', 'Y'],
        ['A', 'Y'],
        ['', ''],
      ],
    );
  });

  it('has faults where a formula failed in a text, and none where the map says what it means', () => {
    const text = 'pincode,zone\n110001,#REF!\n';
    assert.deepEqual(refusalOf(() => read(text)).faults, ['2: zone: has a formula that failed: #REF!']);
    assert.equal(read(text, 'values: {zone: {"#REF!": A}}').rows[0]!.get('zone'), 'A');
  });
});
