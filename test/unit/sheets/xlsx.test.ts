/** Workbooks as other programs write them, and those that mean harm. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openSheetFile } from '../../../src/sheets/files/file.js';
import { NOT_COMPUTED, type Sheet, type SheetRefusal } from '../../../src/sheets/sheet.js';
import { withFolder } from '../../store/fixtures.js';
import { LOADER, modulePath } from '../../support/programs.js';
import { EVIL, lying, workbook } from './workbooks.js';

/** The first sheet. */
async function read(file: Uint8Array): Promise<Sheet> {
  const { titles, read: readSheet } = await openSheetFile(file);
  return readSheet(titles[0]!);
}

const cellsOf = async (rows: string, parts: Readonly<Record<string, string>> = {}): Promise<(readonly string[])[]> =>
  (await read(workbook(rows, parts))).rows.map(({ cells }) => cells);

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
        + '<row r="4"><c r="AB4"><f>1+1</f></c></row>'
        + '<row r="5"><c r="A5"><f>"N"&amp;"S"</f><v/></c><c r="B5"><f>1+1</f><v></v></c></row>',
    );
    assert.deepEqual(cells[0], ['110001', '', '#N/A']);
    assert.deepEqual([cells.length, cells[1]!.length, cells[1]![27]], [3, 28, NOT_COMPUTED]);
    assert.deepEqual(cells[2], [NOT_COMPUTED, NOT_COMPUTED]);
  });

  it('has texts of its own and shared ones, with runs, entities and escapes', async () => {
    const cells = await cellsOf(
      '<x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c>'
        + '<x:c r="D1" t="inlineStr"><x:is><x:t>a&amp;&#x20B9;</x:t></x:is></x:c></x:row>'
        + '<row><c><v>0.30000000000000004</v></c><c t="b"><v>0</v></c><c t="str"><v><![CDATA[<b>]]></v></c></row>',
      {
        'xl/sharedStrings.xml':
          '<?xml version="1.0"?><!-- > --><sst><si><t>Pin</t></si>'
          + '<si><r><t>a_x0041_</t></r><r><t xml:space="preserve"> b</t></r><rPh><t>c</t></rPh></si></sst>',
      },
    );
    assert.deepEqual(cells, [
      ['Pin', 'aA b', '', 'a&₹'],
      ['0.3', 'FALSE', '<b>'],
    ]);
  });

  it('has days where the format is of days, by its number or its letters', async () => {
    const formats = [14, 164, 165, 166, 0].map((id) => `<xf numFmtId="${id}" xfId="0"/>`).join('');
    const noon = [0, 1, 2, 3, 4].map((style) => `<c s="${style}"><v>45658.5</v></c>`).join('');
    const cells = await cellsOf(`<row>${noon}<c s="0"><v>45658</v></c></row>`, {
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\-mmm\\-yy;@"/>'
        + '<numFmt numFmtId="165" formatCode="[$₹-4009] #,##0.00 &quot;per day&quot;"/>'
        + '<numFmt numFmtId="166" formatCode="[&gt;=100]General"/>'
        + `</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats}</cellXfs></styleSheet>`,
    });
    const moment = '2025-01-01 12:00:00';
    assert.deepEqual(cells, [[moment, moment, '45658.5', '45658.5', '45658.5', '2025-01-01']]);
  });

  it('may state too small sizes of its parts, which are not believed', async () => {
    for (const bytes of [0, 7]) {
      const { rows } = await read(lying(workbook('<row><c><v>1</v></c></row>'), bytes));
      assert.deepEqual(rows[0]!.cells, ['1']);
    }
  });

  it('has percentages as they show, and numbers of over 15 digits with an exponent', async () => {
    const formats = [9, 164, 0].map((id) => `<xf numFmtId="${id}" xfId="0"/>`).join('');
    const cells = await cellsOf(
      '<row><c s="0"><v>0.12</v></c><c s="1"><v>0.125</v></c><c s="2"><v>8904223815682</v></c>'
        + '<c s="2"><v>123456789012345678</v></c><c s="2"><v>1.5E-2</v></c></row>',
      {
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts>'
          + `<cellXfs>${formats}</cellXfs></styleSheet>`,
      },
    );
    assert.deepEqual(cells, [['12%', '12.5%', '8904223815682', '1.23456789012346e+17', '0.015']]);
  });

  it('has sheets by name, hidden rows and merged cells', async () => {
    const file = workbook('<row r="1"><c r="A1"><v>1</v></c></row><row r="3" hidden="1"><c r="A3"><v>2</v></c></row>', {
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="One" r:id="rId1" state="hidden"/><sheet name="Two" r:id="rId2"/></sheets></workbook>',
    });
    const { titles, read: readSheet } = await openSheetFile(file);
    assert.deepEqual(titles, [
      { name: 'One', number: 1, isHidden: true },
      { name: 'Two', number: 2, isHidden: false },
    ]);
    const { rows, blank } = await readSheet(titles[1]!);
    assert.deepEqual(
      [rows.map(({ line, isHidden }) => [line, isHidden]), blank],
      [
        [
          [1, false],
          [3, true],
        ],
        { count: 1, first: 2 },
      ],
    );
  });

  it('may have a value in the last row, and 100,000 rows', async () => {
    const last = await read(workbook('<row r="1048576"><c r="B1048576"><v>1</v></c></row>'));
    assert.deepEqual(
      last.rows.map(({ line, cells }) => [line, cells]),
      [[1_048_576, ['', '1']]],
    );
    const many = Array.from({ length: 100_000 }, () => '<row><c><v>1</v></c></row>').join('');
    assert.equal((await read(workbook(many))).rows.length, 100_000);
  });
});

describe('a workbook that means harm', () => {
  for (const [name, { file, message }] of Object.entries(EVIL))
    it(`is refused: ${name}`, () =>
      assert.rejects(read(file()), ({ message: why }: SheetRefusal) => message.test(why)));

  // cells that end with </c >, which is XML, and of which a pattern once looked for the end from each to the last
  it('is read in one pass', async () => {
    const rows = Array.from({ length: 60_000 }, (_, at) => `<row><c><v>${at}</v></c ></row>`).join('');
    assert.equal((await read(workbook(rows))).rows.length, 60_000);
  });

  it('takes no memory for what it states', () =>
    withFolder(async (folder) => {
      for (const [at, { file }] of Object.values(EVIL).entries()) await writeFile(join(folder, `${at}.xlsx`), file());
      const { refused, kibibytes } = peakOfReading(folder);
      assert.equal(refused, Object.keys(EVIL).length);
      assert(kibibytes < 300 * 1_024, `${kibibytes} KiB`);
    }));
});

it('a workbook of 100,000 rows and ten columns takes less than 400 MB', () =>
  withFolder(async (folder) => {
    const cells = '<c><v>110001</v></c>' + '<c t="inlineStr"><is><t>Rest of the North</t></is></c>'.repeat(9);
    await writeFile(join(folder, 'large.xlsx'), workbook(`<row>${cells}</row>`.repeat(100_000)));
    const { refused, kibibytes } = peakOfReading(folder);
    assert.equal(refused, 0);
    assert(kibibytes < 400 * 1_024, `${kibibytes} KiB`);
  }));

/** Reads all workbooks of a folder in a program of their own. */
function peakOfReading(folder: string): { refused: number; kibibytes: number } {
  const script = `
    import { existsSync, readFileSync, readdirSync } from 'node:fs';
    const { openSheetFile } = await import(${JSON.stringify(pathToFileURL(modulePath('src/sheets/files/file')).href)});
    let refused = 0;
    for (const name of readdirSync(process.argv[1])) {
      try {
        const { titles, read } = await openSheetFile(readFileSync(process.argv[1] + '/' + name));
        await read(titles[0]);
      } catch { refused++; }
    }
    // maxRSS counts what the parent had when it forked
    const peak = existsSync('/proc/self/status')
      ? Number(/^VmHWM:\\s+(\\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1])
      : process.resourceUsage().maxRSS;
    console.log(JSON.stringify({ refused, kibibytes: peak }));`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...LOADER, '--max-old-space-size=200', '--input-type=module', '-e', script, folder],
    { encoding: 'utf8' },
  );
  assert.equal(stderr, '');
  return JSON.parse(stdout) as { refused: number; kibibytes: number };
}
