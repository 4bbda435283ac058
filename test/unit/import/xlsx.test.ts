/** Workbooks as other programs write them, made by hand. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { readXlsx } from '../../../src/cli/import/xlsx.js';
import { withFolder } from '../../store/fixtures.js';

const SPREADSHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const LISTED = '<sheet name="List" sheetId="7" r:id="rId2"/><sheet name="Other" sheetId="1" r:id="rId1"/>';

/** The cells of a workbook whose first sheet has these rows, in a part that is not named first. */
const cellsOf = (rows: string): Promise<string[][]> =>
  withFolder(async (folder) => {
    const sheet = (data: string) => strToU8(`<worksheet ${SPREADSHEET}><sheetData>${data}</sheetData></worksheet>`);
    const relation = (id: string, name: string) =>
      `<Relationship Id="${id}" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/${name}.xml"/>`;
    const parts = {
      'xl/workbook.xml': strToU8(
        `<workbook ${SPREADSHEET} xmlns:r="${RELATIONSHIPS}"><sheets>${LISTED}</sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships>${relation('rId1', 'sheet1')}${relation('rId2', 'sheet2')}</Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': sheet('<row r="1"><c r="A1" t="e"><v>#REF!</v></c></row>'),
      'xl/worksheets/sheet2.xml': sheet(rows),
    };
    const file = join(folder, 'list.xlsx');
    await writeFile(file, zipSync(parts));
    return (await readXlsx(file)).map(({ cells }) => cells);
  });

describe('a workbook', () => {
  it('has the values of formulas', async () => {
    const cells = await cellsOf(
      '<row r="1"><c r="A1"><f>110000+1</f><v>110001</v></c><c r="B1" t="str"><f>"Y"</f><v>Y</v></c>'
        + '<c r="C1" t="str"><f>""</f><v></v></c><c r="D1" t="b"><f>1=1</f><v>1</v></c></row>',
    );
    assert.deepEqual(cells, [['110001', 'Y', '', 'TRUE']]);
  });

  it('has no empty cell where a formula failed, or was never computed', async () => {
    const cells = await cellsOf(
      '<row r="2"><c r="A2" t="inlineStr"><is><t>110001</t></is></c>'
        + '<c r="C2" s="0" t="e"><f>NA()</f><v>#N/A</v></c></row>'
        + '<row r="4"><c r="AB4"><f>1+1</f></c></row>',
    );
    assert.deepEqual(cells[1], ['110001', '', '#N/A']);
    assert.deepEqual([cells.length, cells[3]!.length, cells[3]![27]], [4, 28, 'a formula without a value']);
  });
});
