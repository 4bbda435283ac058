/**
 * Sound sheets as couriers spoil them: each variant reads to the same documents, or is refused with its place. None is
 * misread.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SERVICEABILITY } from '../../../src/sheets/serviceability/form.js';
import { pincodeRows } from '../../../src/sheets/serviceability/rows.js';
import { openSheetFile } from '../../../src/sheets/files/file.js';
import { pincode } from '../../../src/sheets/cells/pincodes.js';
import { readRates } from '../../../src/sheets/rates/read.js';
import { type Sheet, SheetRefusal } from '../../../src/sheets/sheet.js';
import { tableOf } from '../../../src/sheets/tables/build.js';
import { Faults, SheetFaults } from '../../../src/sheets/tables/faults.js';
import { mapIn } from './texts.js';
import { workbook } from './workbooks.js';

type Grid = readonly (readonly string[])[];

/** What a sheet says, without places. */
function pincodesOf(sheet: Sheet): unknown {
  const faults = new Faults();
  const table = tableOf(sheet, SERVICEABILITY, mapIn(''), { isKey: (text) => pincode(text).ok });
  const rows = pincodeRows(table, faults);
  faults.throwIfAny();
  return rows.map(({ ranges, zone, flags, maxCod }) => ({ ranges, zone: zone.toLowerCase(), flags, maxCod }));
}

const ratesOf =
  (isPerKg: boolean, map = '') =>
  (sheet: Sheet): unknown => {
    const zones = ['North', 'South', 'West'].map((name, at) => ({ id: at + 1, name }));
    const { rows, faults } = readRates(sheet, mapIn(map), { partnerId: 'swift', zones, lanes: ['A', 'B'] }, isPerKg);
    faults.throwIfAny();
    return rows.map(({ members }) => members);
  };

const SOUND: Readonly<Record<string, { grid: Grid; read(sheet: Sheet): unknown }>> = {
  'a list of pincodes': {
    grid: [
      ['Pincode', 'Zone', 'COD', 'ODA', 'COD Limit'],
      ['110001', 'North', 'Y', 'N', '25000'],
      ['560001', 'South', 'N', 'Y', '500.50'],
      ['793001', 'West', 'Y', 'N', ''],
      ['400001', 'West', 'Y', 'N', '1250'],
    ],
    read: pincodesOf,
  },
  'pincodes alone': { grid: [['110001'], ['110002'], ['560001'], ['793001']], read: pincodesOf },
  'slabs and lanes': {
    grid: [
      ['Weight Slab', 'A', 'B'],
      ['0-500 g', '30', '40'],
      ['501-1000 g', '45.50', '60'],
      ['Add. 500 g', '15', '20.25'],
    ],
    read: ratesOf(false),
  },
  'ranges and steps': {
    grid: [
      ['Start Range (g)', 'End Range (g)', 'Each Slab (in grams)', 'North', 'South'],
      ['0', '1000', '1000', '50', '58'],
      ['1000', '', '1000', '20', '23'],
    ],
    read: ratesOf(false),
  },
  'zones by the kilogram': {
    grid: [
      ['Zones', 'North', 'South', 'West'],
      ['North', '12', '13', '12.50'],
      ['South', '13', '10', '12'],
      ['West', '17', '17', '1250'],
    ],
    read: ratesOf(true),
  },
  'a price a row': {
    grid: [
      ['Zone', 'Weight Slab', 'Price'],
      ['North', '0-500 g', '30'],
      ['North', 'Add. 500 g', '15'],
      ['South', '0-500 g', '40'],
    ],
    read: ratesOf(false),
  },
};

const csv = (grid: Grid, separator = ',', end = '\r\n'): string =>
  grid
    .map(
      (row) => row.map((cell) => (/["\s]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator) + end,
    )
    .join('');

const isNumber = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);
const mapCells = (grid: Grid, change: (cell: string, row: number, column: number) => string): Grid =>
  grid.map((cells, row) => cells.map((cell, column) => change(cell, row, column)));
const widthOf = (grid: Grid): number => grid[0]!.length;
const wide = (text: string, grid: Grid): string[] => [text, ...Array.from({ length: widthOf(grid) - 1 }, () => '')];

function xlsx(grid: Grid): Uint8Array {
  const cell = (text: string): string => {
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return isNumber(text) ? `<c><v>${text}</v></c>` : `<c t="inlineStr"><is><t>${escaped}</t></is></c>`;
  };
  return workbook(grid.map((row) => `<row>${row.map(cell).join('')}</row>`).join(''));
}

const bytes = (text: string): Uint8Array => Buffer.from(text);

const VARIANTS: Readonly<Record<string, (grid: Grid) => Uint8Array>> = {
  'semicolons': (grid) => bytes(csv(grid, ';')),
  'tabs': (grid) => bytes(csv(grid, '\t')),
  'bars, ends of lines of an old Mac': (grid) => bytes(csv(grid, '|', '\r')),
  'UTF-16': (grid) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(csv(grid), 'utf16le')]),
  'Windows-1252, with a note': (grid) => Buffer.from(csv([wide('Tarif général', grid), ...grid]), 'latin1'),
  'numbers forced to texts': (grid) => bytes(csv(mapCells(grid, (cell) => (isNumber(cell) ? `="${cell}"` : cell)))),
  'blanks of all kinds around': (grid) => bytes(csv(mapCells(grid, (cell) => (cell === '' ? '' : `\u00a0 ${cell} `)))),
  'notes above, blank rows between': (grid) =>
    bytes(
      csv([
        wide('Swift Logistics', grid),
        wide('', grid),
        ...grid.flatMap((row, at) => (at === 2 ? [wide('', grid), row] : [row])),
      ]),
    ),
  'totals and pages below': (grid) => bytes(csv([...grid, wide('Total', grid), wide('Page 2', grid)])),
  'headings again': (grid) =>
    bytes(csv(isNumber(grid[0]![0]!) ? grid : [...grid.slice(0, 2), grid[0]!, ...grid.slice(2)])),
  'headings in capitals, with signs': (grid) =>
    bytes(
      csv(
        mapCells(grid, (cell, row) =>
          row === 0 && !/^\d|g\)$|grams/.test(cell) ? cell.toUpperCase().replace(' ', '_') : cell,
        ),
      ),
    ),
  'a workbook': xlsx,
  'signs of currency': (grid) =>
    bytes(
      csv(
        mapCells(grid, (cell, row, column) =>
          row > 0 && column > 0 && /\d\d\.\d\d$|^\d{2}$|^1250$/.test(cell) ? `₹ ${cell}/-` : cell,
        ),
      ),
    ),
  'grouped amounts': (grid) =>
    bytes(
      csv(
        mapCells(grid, (cell) => (cell === '1250' ? '1,250.00' : cell)),
        ';',
      ),
    ),
  'a failed formula': (grid) =>
    xlsx(mapCells(grid, (cell, row, column) => (row === 1 && column === widthOf(grid) - 1 ? '#REF!' : cell))),
  'a European amount': (grid) =>
    bytes(
      csv(
        mapCells(grid, (cell) => (cell === '1250' || cell === '30' ? '1.250,00' : cell)),
        ';',
      ),
    ),
};

/** Variants that no reading may take: what they spoil is a value. */
const SPOILS: ReadonlySet<string> = new Set(['a failed formula', 'a European amount']);

describe('dirty variants', () => {
  let same = 0;
  let all = 0;
  for (const [name, { grid, read }] of Object.entries(SOUND)) {
    it(`of ${name} are read to the same, or refused`, async () => {
      const sound = read(await sheetIn(bytes(csv(grid))));
      assert.notDeepEqual(sound, []);
      for (const [variant, spoil] of Object.entries(VARIANTS)) {
        all++;
        try {
          const sheet = await sheetIn(spoil(grid));
          assert.deepEqual(read(sheet), sound, variant);
          same++;
        } catch (error) {
          assert(error instanceof SheetFaults || error instanceof SheetRefusal, `${variant}: ${String(error)}`);
          const isMeant = SPOILS.has(variant);
          assert(isMeant, `${variant} is refused: ${error.message}`);
        }
      }
    });
  }

  it('are many', () => {
    assert(all >= 60 && same >= all - Object.keys(SOUND).length * SPOILS.size, `${same} of ${all}`);
  });
});

async function sheetIn(file: Uint8Array): Promise<Sheet> {
  const { titles, read } = await openSheetFile(file);
  return read(titles[0]!);
}
