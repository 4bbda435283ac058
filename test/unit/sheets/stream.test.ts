/** Tables that are read as they come: the same rows as of the whole file, wherever its pieces are cut. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openSheetFile } from '../../../src/sheets/files/file.js';
import { SheetRefusal } from '../../../src/sheets/sheet.js';
import { SHIPMENTS } from '../../../src/sheets/shipments/form.js';
import { tableOf } from '../../../src/sheets/tables/build.js';
import { Notes } from '../../../src/sheets/tables/reading.js';
import { dayOrderOf, openTable, type TableStream } from '../../../src/sheets/tables/stream.js';
import { mapIn } from './texts.js';
import { EVIL } from './workbooks.js';

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

const streamOf = (bytes: Uint8Array, size = 65_536, map = ''): Promise<TableStream> =>
  openTable(
    async function* () {
      for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
    },
    SHIPMENTS,
    mapIn(map),
  );

async function rowsOf({ batches }: TableStream, leftOut?: Notes): Promise<[line: number, ...cells: string[]][]> {
  const rows: [number, ...string[]][] = [];
  for await (const batch of batches(leftOut)) for (const { line, cells } of batch) rows.push([line, ...cells]);
  return rows;
}

const DIRTY = [
  'Orders of May,,',
  '',
  'ref,to,weight',
  'O1,560001,1 kg',
  '"O2\r\nof two lines","560001","1 kg, ""packed"""',
  '="0003",560001,2 kg',
  '',
  'ref,to,weight',
  'Total,,4 kg',
  'Öß4,560001,3 kg',
].join('\r\n');

describe('a text that comes in pieces', () => {
  it('has the rows of the whole, wherever it is cut', async () => {
    const file = await openSheetFile(utf8(DIRTY));
    const whole = tableOf(await file.read(file.titles[0]!), SHIPMENTS, mapIn(''));
    const wanted = whole.rows.map(({ line, cells }) => [line, ...cells]);
    for (let size = 1; size < 40; size++) {
      const leftOut = new Notes();
      assert.deepEqual(await rowsOf(await streamOf(utf8(DIRTY), size), leftOut), wanted, `pieces of ${size}`);
      assert.deepEqual(
        leftOut.all.map(({ what, count }) => [what, count]),
        [
          ['blank rows', 2],
          ['rows with the headings again', 1],
          ['totals', 1],
        ],
      );
    }
  });

  it('is read again from its beginning', async () => {
    const stream = await streamOf(utf8(DIRTY));
    assert.deepEqual(await rowsOf(stream), await rowsOf(stream));
  });

  it('goes on far behind the rows by which its columns are found', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => `O${at},560001,1 kg`);
    const stream = await streamOf(utf8(['ref,to,weight', ...rows, 'Grand total,,5000'].join('\n')));
    const read = await rowsOf(stream);
    assert.deepEqual([read.length, read.at(-1)], [5_000, [5_001, 'O4999', '560001', '1 kg']]);
    assert.equal(stream.table.rows.length < 2_001, true);
  });

  it('ends where the map says', async () => {
    const rows = Array.from({ length: 3_000 }, (_, at) => `O${at},560001,1 kg`);
    const stream = await streamOf(utf8(['ref,to,weight', ...rows].join('\n')), 1_000, 'rows: 3-2500');
    const read = await rowsOf(stream);
    assert.deepEqual([read[0]![0], read.at(-1)![0]], [3, 2_500]);
  });

  it('may be UTF-16 or Windows-1252, which is said', async () => {
    const text = 'ref;to;weight\nOß1;560001;1 kg\n';
    const wide = new Uint8Array(
      [...`\ufeff${text}`].flatMap((each) => [each.charCodeAt(0) & 255, each.charCodeAt(0) >> 8]),
    );
    const narrow = new Uint8Array([...text].map((each) => each.charCodeAt(0)));
    for (const [bytes, notes] of [
      [wide, ['rows cut at semicolons']],
      [narrow, ['letters taken for Windows-1252', 'rows cut at semicolons']],
    ] as const) {
      const stream = await streamOf(bytes, 7);
      assert.deepEqual(await rowsOf(stream), [[2, 'Oß1', '560001', '1 kg']]);
      assert.deepEqual(
        stream.table.reading.assumed.map(({ what }) => what),
        notes,
      );
    }
  });

  it('may be longer than a workbook, which is said where one is too long', async () => {
    await assert.rejects(streamOf(EVIL['many cells']!.file()), {
      message: 'has more than 2,000,000 filled cells: save it as CSV, which may be longer',
    });
  });

  it('is refused for a quote that nothing closes, with its line', async () => {
    const stream = await streamOf(utf8('ref,to,weight\nO1,560001,1 kg\n'));
    assert.equal((await rowsOf(stream)).length, 1);
    await assert.rejects(streamOf(utf8('ref,to\nO1,1\n"O2,560001\n')), (error: unknown) => {
      assert(error instanceof SheetRefusal);
      assert.deepEqual([error.line, error.message], [3, 'begins with a quote that nothing closes']);
      return true;
    });
    await assert.rejects(streamOf(utf8(`ref,to\n"O2,560001\n${'x'.repeat(2_000_000)}`)), /a quote that nothing closes/);
  });

  it('is refused as what it is', async () => {
    await assert.rejects(streamOf(utf8('%PDF-1.7')), /is a PDF/);
    await assert.rejects(streamOf(utf8('<!doctype html><table>')), /is a web page/);
  });
});

describe('the order of numbered days', () => {
  const days = (...texts: string[]): Promise<TableStream> =>
    streamOf(utf8(['ref,date', ...texts.map((text, at) => `O${at},${text}`)].join('\n')));
  const unclear = Array.from({ length: 3_000 }, () => '05/12/2026');

  it('is settled by a number above 12 anywhere in the column', async () => {
    assert.equal(await dayOrderOf(await days('05/12/2026', '13/12/2026'), 'date'), 'DMY');
    assert.equal(await dayOrderOf(await days(...unclear, '12/13/2026'), 'date'), 'MDY');
  });

  it('is not settled by none, nor by two that contradict', async () => {
    assert.equal(await dayOrderOf(await days(...unclear), 'date'), null);
    assert.equal(await dayOrderOf(await days(...unclear, '12/13/2026', '13/12/2026'), 'date'), null);
  });
});
