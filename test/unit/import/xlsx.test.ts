/** Workbooks as other programs write them, and those that mean harm. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readXlsx } from '../../../src/cli/import/xlsx.js';
import { withFolder } from '../../store/fixtures.js';
import { LOADER, modulePath } from '../../support/programs.js';
import { EVIL, lying, workbook } from './workbooks.js';

const cellsOf = (rows: string, parts: Readonly<Record<string, string>> = {}): string[][] =>
  readXlsx(workbook(rows, parts)).map(({ cells }) => cells);

describe('a workbook', () => {
  it('has the values of formulas', () => {
    const cells = cellsOf(
      '<row r="1"><c r="A1"><f>110000+1</f><v>110001</v></c><c r="B1" t="str"><f>"Y"</f><v>Y</v></c>'
        + '<c r="C1" t="str"><f>""</f><v></v></c><c r="D1" t="b"><f>1=1</f><v>1</v></c></row>',
    );
    assert.deepEqual(cells, [['110001', 'Y', '', 'TRUE']]);
  });

  it('has no empty cell where a formula failed, or was never computed', () => {
    const cells = cellsOf(
      '<row r="2"><c r="A2" t="inlineStr"><is><t>110001</t></is></c>'
        + '<c r="C2" s="0" t="e"><f>NA()</f><v>#N/A</v></c></row>'
        + '<row r="4"><c r="AB4"><f>1+1</f></c></row>',
    );
    assert.deepEqual(cells[1], ['110001', '', '#N/A']);
    assert.deepEqual([cells.length, cells[3]!.length, cells[3]![27]], [4, 28, 'a formula without a value']);
  });

  it('has texts of its own and shared ones, with runs, entities and escapes', () => {
    const cells = cellsOf(
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

  it('has days where the format is of days, by its number or its letters', () => {
    const formats = [14, 164, 165, 166, 0].map((id) => `<xf numFmtId="${id}" xfId="0"/>`).join('');
    const noon = [0, 1, 2, 3, 4].map((style) => `<c s="${style}"><v>45658.5</v></c>`).join('');
    const cells = cellsOf(`<row>${noon}<c s="0"><v>45658</v></c></row>`, {
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\-mmm\\-yy;@"/>'
        + '<numFmt numFmtId="165" formatCode="[$₹-4009] #,##0.00 &quot;per day&quot;"/>'
        + '<numFmt numFmtId="166" formatCode="[&gt;=100]General"/>'
        + `</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats}</cellXfs></styleSheet>`,
    });
    const moment = '2025-01-01T12:00:00.000Z';
    assert.deepEqual(cells, [[moment, moment, '45658.5', '45658.5', '45658.5', '2025-01-01']]);
  });

  it('may state wrong sizes of its parts, which are not believed', () => {
    for (const bytes of [0, 7, 4_000_000_000])
      assert.deepEqual(readXlsx(lying(workbook('<row><c><v>1</v></c></row>'), bytes))[0]!.cells, ['1']);
  });

  it('may have a value in the last row, and 100,000 rows', () => {
    const last = readXlsx(workbook('<row r="1048576"><c r="B1048576"><v>1</v></c></row>'));
    assert.deepEqual([last.length, last.at(-1)!.cells], [1_048_576, ['', '1']]);
    const many = Array.from({ length: 100_000 }, () => '<row><c><v>1</v></c></row>').join('');
    assert.equal(readXlsx(workbook(many)).length, 100_000);
  });
});

describe('a workbook that means harm', () => {
  for (const [name, { file, message }] of Object.entries(EVIL))
    it(`is refused: ${name}`, () => assert.throws(() => readXlsx(file()), { message }));

  // cells that end with </c >, which is XML, and of which a pattern once looked for the end from each to the last
  it('is read in one pass', () => {
    const rows = Array.from({ length: 60_000 }, (_, at) => `<row><c><v>${at}</v></c ></row>`).join('');
    assert.equal(readXlsx(workbook(rows)).length, 60_000);
  });

  it('takes no memory for what it states', () =>
    withFolder(async (folder) => {
      for (const [at, { file }] of Object.values(EVIL).entries()) await writeFile(join(folder, `${at}.xlsx`), file());
      const script = `
        import { existsSync, readFileSync, readdirSync } from 'node:fs';
        const { readXlsx } = await import(${JSON.stringify(pathToFileURL(modulePath('src/cli/import/xlsx')).href)});
        let refused = 0;
        for (const name of readdirSync(process.argv[1]))
          try { readXlsx(readFileSync(process.argv[1] + '/' + name)); } catch { refused++; }
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
      const { refused, kibibytes } = JSON.parse(stdout) as { refused: number; kibibytes: number };
      assert.equal(refused, Object.keys(EVIL).length);
      assert(kibibytes < 300 * 1_024, `${kibibytes} KiB`);
    }));
});
