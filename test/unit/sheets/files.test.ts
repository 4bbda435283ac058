/** Files by their content, and texts by their bytes. */
import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { describe, it } from 'node:test';
import { build } from 'esbuild';
import { strToU8, zipSync } from 'fflate';
import { openSheetFile } from '../../../src/sheets/files/file.js';
import { inSheet } from '../../../src/sheets/tables/choose.js';
import { SheetFaults } from '../../../src/sheets/tables/faults.js';
import { PACKAGE_ROOT } from '../../../src/package-root.js';
import { workbook } from './workbooks.js';

async function read(bytes: Uint8Array) {
  const { titles, read: readSheet } = await openSheetFile(bytes);
  return readSheet(titles[0]!);
}

const cellsOf = async (bytes: Uint8Array) => (await read(bytes)).rows.map(({ cells }) => cells);

describe('a text', () => {
  const TABLE = [
    ['Pin', 'Città'],
    ['110001', 'Zürich'],
  ];
  const text = TABLE.map((row) => `${row.join(',')}\r\n`).join('');

  it('is of the encoding that its bytes say', async () => {
    const wide = Buffer.from(text, 'utf16le');
    const files = [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      Buffer.concat([Buffer.from([0xff, 0xfe]), wide]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(wide).swap16()]),
      Buffer.from(text, 'latin1'),
    ];
    for (const file of files) assert.deepEqual(await cellsOf(file), TABLE);
    assert.deepEqual((await read(files[0]!)).notes, []);
    assert.deepEqual((await read(files[4]!)).notes, [
      { what: 'letters taken for Windows-1252', count: 2, example: 'Città' },
    ]);
  });

  it('is refused with the place of a byte that no text has', async () => {
    for (const file of ['a,b\n1,2\0\n', 'a,b\n1,\x01\n'])
      await assert.rejects(read(Buffer.from(file)), {
        message: 'is no CSV: it has a byte that no text has',
        line: 2,
        column: 2,
      });
  });
});

it('what is no sheet is refused as what it is, with advice', async () => {
  const zip = (name: string): Uint8Array => zipSync({ [name]: strToU8('x') });
  const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  const cases: [Uint8Array, RegExp][] = [
    [compound, /^is a workbook of Excel 97 to 2003 \(\.xls\): open it in a spreadsheet and save it as \.xlsx or CSV$/],
    [Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')]), /^is a locked workbook: save it without a/],
    [zip('xl/workbook.bin'), /^is a binary workbook \(\.xlsb\)/],
    [zip('content.xml'), /^is a document of LibreOffice \(\.ods\)/],
    [zip('photo.jpg'), /^is a zip file and no workbook/],
    [Buffer.from('%PDF-1.7\n'), /^is a PDF: ask for the sheet/],
    [Buffer.from([0x1f, 0x8b, 8, 0]), /^is compressed with gzip/],
    [Buffer.from('<html><table><tr><td>110001'), /^is a web page \(HTML\), whatever its name says/],
    [Buffer.from('<?xml version="1.0"?><Workbook/>'), /^is XML/],
    [Buffer.alloc(33_554_433, 0x31), /^has more than 32 MiB$/],
  ];
  for (const [file, message] of cases) await assert.rejects(openSheetFile(file), { message });
});

describe('a sheet of a workbook', () => {
  const file = () =>
    workbook('<row><c t="inlineStr"><is><t>b</t></is></c></row>', {
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="One" r:id="rId1"/><sheet name="Two" r:id="rId2"/>'
        + '<sheet name="Three" r:id="rId2" state="hidden"/></sheets></workbook>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row><c t="inlineStr"><is><t>a</t></is></c></row></sheetData></worksheet>',
    });
  /** Fits if the first cell is one of these. */
  const choose = async (named: string | null, ...fitting: string[]) =>
    inSheet(await openSheetFile(file()), named, ({ name, rows }) => {
      if (!fitting.includes(rows[0]!.cells[0]!))
        throw new SheetFaults([{ line: 1, column: null, message: 'is wrong' }]);
      return name;
    });

  it('is the one that is named, or the only one that fits', async () => {
    assert.equal(await choose('two', 'a', 'b'), 'Two');
    assert.equal(await choose('1', 'a', 'b'), 'One');
    assert.equal(await choose('Three', 'b'), 'Three');
    assert.equal(await choose(null, 'b'), 'Two');
  });

  it('is asked for if several fit, or none', async () => {
    const messages = async (...fitting: string[]): Promise<string[]> => {
      const error = await choose(null, ...fitting).catch((refusal: unknown) => refusal);
      assert(error instanceof SheetFaults);
      return error.faults.map(({ message }) => message);
    };
    assert.deepEqual(await messages('a', 'b'), [
      'several of its sheets fit; name one by --sheet, or by sheet in a map: 1 "One" has a',
      'several of its sheets fit; name one by --sheet, or by sheet in a map: 2 "Two" has b',
    ]);
    assert.deepEqual(await messages(), [
      'none of its sheets fits by itself; name one by --sheet, or by sheet in a map: 1 "One" has a: is wrong',
      'none of its sheets fits by itself; name one by --sheet, or by sheet in a map: 2 "Two" has b: is wrong',
    ]);
    await assert.rejects(choose('Four', 'a'), { message: 'has no sheet "Four": it has 1 "One", 2 "Two", 3 "Three"' });
  });
});

it('the library is read in a browser: without Node.js, by what every worker has', async () => {
  const entry = `
    import { openSheetFile } from './src/sheets/files/file.ts';
    import { readRates } from './src/sheets/rates/read.ts';
    import { mapOf } from './src/sheets/tables/map-text.ts';
    import { SERVICEABILITY } from './src/sheets/serviceability/form.ts';
    import { planServiceability } from './src/sheets/serviceability/plan.ts';
    import { pincodeRows } from './src/sheets/serviceability/rows.ts';
    export { mapOf, SERVICEABILITY, planServiceability, pincodeRows };
    export const rates = async (bytes) => {
      const { titles, read } = await openSheetFile(bytes);
      const partner = { partnerId: 'p', zones: [], lanes: ['A'] };
      const map = mapOf('set: {paymentType: COD}', 'm');
      return readRates(await read(titles[0]), map, partner, false).rows.map((row) => row.members);
    };`;
  // a module of Node.js would be an error here
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: PACKAGE_ROOT, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'sheets',
    platform: 'browser',
    minify: true,
  });
  const worker = { Blob, DecompressionStream, TextDecoder, TextEncoder, URL };
  const bytes = workbook(
    '<row><c t="inlineStr"><is><t>slab</t></is></c><c t="inlineStr"><is><t>A</t></is></c></row>'
      + '<row><c t="inlineStr"><is><t>0-500</t></is></c><c><v>34.5</v></c></row>',
  );
  const sheets = runInNewContext(`${outputFiles[0]!.text}; sheets`, worker) as {
    rates(bytes: Uint8Array): Promise<object[]>;
  };
  const rows = JSON.parse(JSON.stringify(await sheets.rates(bytes))) as object[];
  assert.deepEqual(rows, [
    {
      paymentType: 'COD',
      lane: 'A',
      baseWeight: 500,
      baseCharge: 34.5,
      addonWeight: 0,
      addonCharge: 0,
      maxWeight: 500,
    },
  ]);
});
