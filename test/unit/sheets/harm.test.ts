/** Texts that mean harm, and grids of any cells: what is read ends soon, as rows or as a refusal. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvLine } from '../../../src/csv.js';
import { pincode } from '../../../src/sheets/cells/pincodes.js';
import { openSheetFile } from '../../../src/sheets/files/file.js';
import { readTransit } from '../../../src/sheets/documents/transit.js';
import { readRates } from '../../../src/sheets/rates/read.js';
import { SERVICEABILITY } from '../../../src/sheets/serviceability/form.js';
import { pincodeRows } from '../../../src/sheets/serviceability/rows.js';
import { type Sheet, SheetRefusal } from '../../../src/sheets/sheet.js';
import { tableOf } from '../../../src/sheets/tables/build.js';
import { Faults, SheetFaults } from '../../../src/sheets/tables/faults.js';
import { MapFault } from '../../../src/sheets/tables/map.js';
import { ZoneNames } from '../../../src/sheets/zone-names.js';
import fc from '../../support/fast-check.js';
import { mapIn, sheetOf } from './texts.js';

describe('a text that means harm', () => {
  const files: Record<string, { text: () => string; message: RegExp }> = {
    'millions of columns': { text: () => '1,'.repeat(8_000_000), message: /beyond the 16,384 columns/ },
    'millions of lines': { text: () => `110001\n${'\n'.repeat(3_000_000)}`, message: /more than 1,048,576 lines/ },
    'millions of cells': {
      text: () => `${'1,'.repeat(999)}1\n`.repeat(2_100),
      message: /more than 2,000,000 filled cells/,
    },
    'a cell far below': { text: () => `110001\n${'\n'.repeat(10_001)}110002\n`, message: /further than 10,000 rows/ },
    'a cell far to the right': { text: () => `110001,${','.repeat(1_001)}1\n`, message: /further than 1,000 columns/ },
    'a quote without an end': {
      text: () => `a,"${'x'.repeat(8_000_000)}`,
      message: /begins with a quote that nothing closes/,
    },
  };
  for (const [name, { text, message }] of Object.entries(files))
    it(`is refused: ${name}`, async () => {
      const { titles, read } = await openSheetFile(Buffer.from(text()));
      await assert.rejects(
        async () => read(titles[0]!),
        (error: unknown) => error instanceof SheetRefusal && message.test(error.message),
      );
    });
});

const CELLS = [
  ...[
    '',
    '-',
    'NA',
    '#N/A',
    '#REF!',
    'null',
    'Y',
    'N',
    '0',
    '1',
    '12.5',
    '₹1,250.00',
    '1.250,00',
    '110001',
    '793001-793005',
  ],
  ...[
    'Pincode',
    'Zone',
    'Slab',
    'Weight',
    'Weight (kg)',
    'Price',
    'Rate',
    'COD',
    'A',
    'B',
    'North',
    'zone a',
    '>A',
    'A>B',
    '>',
    '>>',
  ],
  ...[
    '0-500',
    '+500',
    '5000+ +1000',
    'up to 500 g',
    '>10KG',
    'per kg',
    'Local',
    '201 to 500',
    '2001 - >>',
    'baseCharge',
    'lane',
  ],
  ...[
    'hours',
    'from',
    'to',
    'step',
    'Total',
    'Page 2',
    '__proto__',
    'constructor',
    '{',
    '="x',
    '2026-12-05',
    '05/12/2026',
  ],
];
const MAPS = [
  '',
  'open: step',
  'set: {step: 500 g}',
  'columns: {slab: column A}',
  'columns: {lane: column A, price: column B}',
  'columns: {"{lane}_{fixed|additional}": price}\nset: {step: 1 kg}',
  'headings: 1',
  'headings: none',
  'rows: 2-3',
  'merged: repeat\nleave_out: [{zone: (blank)}]',
];

const ZONES = ['A', 'B', 'North'].map((name, at) => ({ id: at + 1, name }));
const READERS: Record<string, (sheet: Sheet, map: string) => unknown> = {
  'a list of pincodes': (sheet, map) => {
    const table = tableOf(sheet, SERVICEABILITY, mapIn(map), { isKey: (text) => pincode(text).ok });
    return [pincodeRows(table, new Faults()).map(({ ranges }) => ranges), table.reading, table.proposal()];
  },
  'rates': (sheet, map) => readRates(sheet, mapIn(map), { partnerId: 'p', zones: ZONES, lanes: ['A'] }, false).rows,
  'rates by the kilogram': (sheet, map) =>
    readRates(sheet, mapIn(map), { partnerId: 'p', zones: ZONES, lanes: [] }, true).rows,
  'transit times': (sheet, map) => readTransit(sheet, mapIn(map), 'p', new ZoneNames(ZONES)).rows,
};

describe('a grid of any cells', () => {
  for (const [name, read] of Object.entries(READERS))
    it(`is read as ${name}, or refused`, () => {
      let rows = 0;
      fc.assert(
        fc.property(
          fc.array(fc.array(fc.constantFrom(...CELLS), { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 7 }),
          fc.constantFrom(...MAPS),
          (grid, map) => {
            try {
              const sheet = sheetOf(grid.map((cells) => `${csvLine(cells)}\n`).join(''));
              JSON.stringify(read(sheet, map), (_, value: unknown) =>
                typeof value === 'bigint' ? String(value) : value,
              );
              rows++;
            } catch (error) {
              const isRefusal = [SheetFaults, SheetRefusal, MapFault].some((kind) => error instanceof kind);
              assert(isRefusal, error as Error);
            }
          },
        ),
        { numRuns: 1_500 },
      );
      assert(rows > 0);
    });
});
