/** Workbooks as couriers send them: merged headings, formulas, notes below, sheets that are no tables, hidden ones. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openSheetFile } from '../../../src/sheets/files/file.js';
import { readRates } from '../../../src/sheets/rates/read.js';
import { inSheet } from '../../../src/sheets/tables/choose.js';
import { mapIn, refusalOf } from './texts.js';
import { workbook } from './workbooks.js';

const SPREADSHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const ZONES = ['A', 'B'].map((name, at) => ({ id: at + 1, name }));

type Value = string | number;

/** A cell; `=C5+6|36` is a formula with its stored result. */
function cell(value: Value): string {
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  if (value === '') return '<c/>';
  const [formula, result] = value.split('|');
  if (value.startsWith('='))
    return `<c><f>${formula!.slice(1)}</f>${result === undefined ? '' : `<v>${result}</v>`}</c>`;
  return `<c t="inlineStr"><is><t>${value}</t></is></c>`;
}

const rowsOf = (rows: readonly (readonly Value[])[]): string =>
  rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');

/** The sheets List, with these rows and merged areas, and Other, with a remark. */
function bookOf(rows: readonly (readonly Value[])[], merges: readonly string[] = []): Buffer {
  const areas = merges.map((area) => `<mergeCell ref="${area}"/>`).join('');
  const sheet = (data: string, more = ''): string =>
    `<worksheet ${SPREADSHEET}><sheetData>${data}</sheetData>${more}</worksheet>`;
  return workbook('', {
    'xl/worksheets/sheet1.xml': sheet(rowsOf([['Terms: rates are without tax']])),
    'xl/worksheets/sheet2.xml': sheet(rowsOf(rows), areas === '' ? '' : `<mergeCells>${areas}</mergeCells>`),
  });
}

const CARD: readonly (readonly Value[])[] = [
  ['Baaz Surface - rates w.e.f. 1st Nov 2026'],
  ['Zone', 'Forward', '', 'RTO', ''],
  ['', 'First 500 g', 'Addl 500 g', 'First 500 g', 'Addl 500 g'],
  ['Zone A (Within City)', 30, 25, 28, 22],
  ['Zone B (Regional)', 36, '=C4+5|30', 33, 27],
  ['GST 18 % extra'],
];
const MERGES = ['A1:E1', 'A2:A3', 'B2:C2', 'D2:E2'];

async function read(file: Buffer, map: string) {
  return inSheet(await openSheetFile(file), null, (sheet) => {
    const partner = { partnerId: 'baaz', zones: ZONES, lanes: [] };
    const { rows, faults } = readRates(sheet, mapIn(map), partner, false);
    faults.throwIfAny();
    return rows.map(({ members }) => members as Record<string, number | string>);
  });
}

describe('a workbook of rates', () => {
  it('has forward and RTO above first and additional, a formula, and a note below', async () => {
    const rows = await read(bookOf(CARD, MERGES), 'columns: {"{direction} {slab}": price}\nrows: 4-5');
    assert.deepEqual(
      rows.map(({ toZoneId, direction, baseWeight, baseCharge, addonWeight, addonCharge }) => [
        ...[toZoneId, direction, baseWeight, baseCharge, addonWeight, addonCharge],
      ]),
      [
        [1, 'FORWARD', 500, 30, 500, 25],
        [1, 'RTO', 500, 28, 500, 22],
        [2, 'FORWARD', 500, 36, 500, 30],
        [2, 'RTO', 500, 33, 500, 27],
      ],
    );
  });

  it('says what to write for its two rows of headings, and for its note', async () => {
    const { titles, read: sheetOf } = await openSheetFile(bookOf(CARD, MERGES));
    const sheet = await sheetOf(titles.find(({ name }) => name === 'List')!);
    const faultsOf = (map: string): string[] =>
      refusalOf(() =>
        readRates(sheet, mapIn(map), { partnerId: 'baaz', zones: ZONES, lanes: [] }, false).faults.throwIfAny(),
      ).faults;
    assert.match(faultsOf('')[0]!, /say columns: \{"\{direction\} \{slab\}": price\} in the map/);
    assert.match(
      faultsOf('columns: {"{direction} {slab}": price}')[0]!,
      /^6: Zone: .*"GST 18 % extra".*; if it is a note, say rows: 4-5 in a map$/,
    );
  });

  it('has slabs below a heading that nobody knows, though notes stand below them', async () => {
    const notes = [['* Fuel surcharge 12 % extra'], ['* GST 18 % extra'], ['Volumetric: L x B x H / 5000']];
    const file = bookOf([['Wt. Slab', 'A', 'B'], ['0-500 Gms', 30, 36], ['Addl. 500 Gms', 25, 30], ...notes]);
    assert.deepEqual(
      (await read(file, 'rows: 2-3')).map(({ baseCharge, addonCharge }) => [baseCharge, addonCharge]),
      [
        [30, 25],
        [36, 30],
      ],
    );
    await assert.rejects(read(file, ''), /: row 4, Wt\. Slab: .*"\* Fuel .*; if it is a note, say rows: 2-3 in a map$/);
  });

  it('is refused where a formula has no result, and where prices are merged', async () => {
    const flat = [
      ['Weight', 'A', 'B'],
      ['Upto 500 g', 30, 36],
      ['Addl 500 g', 25, 30],
    ] as const;
    const spoilt = flat.map((row, at) => (at === 2 ? ['Addl 500 g', '=B2-5', 30] : row));
    for (const [file, fault] of [
      [bookOf(spoilt), /"List" has Weight, A, B: row 3, A: must be an amount .* but is "a formula without a value"$/],
      [bookOf(flat, ['B2:C2']), /: row 2, B: is merged with another cell: split it, or say merged: repeat in a map$/],
    ] as const)
      await assert.rejects(read(file, ''), fault);
  });
});
