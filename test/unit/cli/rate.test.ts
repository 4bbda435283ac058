/** `pinrate rate` against a node that the test plays. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { runCli } from '../../../src/cli/run.js';
import { withFolder } from '../../store/fixtures.js';
import { workbook } from '../sheets/workbooks.js';
import { BulkNode } from './bulk-node.js';

const node = new BulkNode();
before(() => node.start());
after(() => node.stop());
beforeEach(() => node.reset());

const pinrate = (...args: string[]): Promise<{ code: number; out: string; err: string }> => pinrateOn(false, args);

async function pinrateOn(isTTY: boolean, args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const code = await runCli(args, {
    env: { PINRATE_URL: node.url, PINRATE_ID: 'main-system', PINRATE_SECRET: 'a secret for the tests' },
    homeFolder: '/nowhere',
    out: { write: (text) => (written.out += text) },
    err: { write: (text) => (written.err += text), isTTY, columns: 80 },
  });
  return { code, ...written };
}

/** Prices a sheet with these lines. */
const rated = (lines: readonly string[], ...args: string[]) =>
  withFolder(async (folder) => {
    const file = join(folder, 'orders.csv');
    await writeFile(file, lines.map((line) => `${line}\n`).join(''));
    const { code, out, err } = await pinrate('rate', file, ...args.map((arg) => arg.replace('{folder}', folder)));
    return { code, lines: out.split('\r\n').slice(0, -1), err: err.replaceAll(`${folder}/`, '') };
  });

const HEADINGS = 'ref,from,to,weight,payment,type';
const ANSWERS = 'partner,total,chargeable_g,hours,lane,reason';

const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const number = (value: number): string => `<c><v>${value}</v></c>`;

describe('a sheet of shipments', () => {
  it('gets the cheapest price of each line behind its own columns', async () => {
    const priced = await rated([
      HEADINGS,
      'O1,110001,560001,1.2 kg,PREPAID,B2C',
      'O2,110001,700001,500 g,COD,B2C',
      'O3,110001,560001,500 g,PPD,B2B',
    ]);
    assert.deepEqual(priced, {
      code: 0,
      lines: [
        `${HEADINGS},${ANSWERS}`,
        'O1,110001,560001,1.2 kg,PREPAID,B2C,cheap,20.00,1200,48,C,',
        'O2,110001,700001,500 g,COD,B2C,,,,,,NO_PARTNERS_AVAILABLE',
        'O3,110001,560001,500 g,PPD,B2B,cheap,10.00,500,48,C,',
      ],
      err: '',
    });
    const shipment = { pickupPincode: '110001', deliveryPincode: '560001', weight: 1_200 };
    assert.deepEqual(node.bulks[0]!.shipments[0], { ...shipment, paymentType: 'PREPAID', shipmentType: 'B2C' });
    assert.deepEqual([node.bulks[0]!.detail, node.bulks[0]!.best, node.bulks[0]!.defaults], ['total', 1, {}]);
  });

  it('is asked of the partner of a line, of one for all, or of the cheapest few', async () => {
    const lines = [`${HEADINGS},courier`, 'O1,110001,560001,1 kg,COD,B2C,dear', 'O2,110001,560001,1 kg,COD,B2C,'];
    const own = await rated(lines);
    assert.deepEqual(
      own.lines.slice(1).map((line) => line.split(',').slice(7).join()),
      ['dear,20.00,1000,48,C,', 'cheap,10.00,1000,48,C,'],
    );
    const one = await rated([...lines, 'O3,110001,700001,1 kg,COD,B2C,'], '--partner', 'dearest');
    assert.deepEqual(
      one.lines.slice(1).map((line) => line.split(',').slice(7).join()),
      ['dearest,30.00,1000,48,C,', 'dearest,30.00,1000,48,C,', 'dearest,,,,,INSUFFICIENT_COVERAGE'],
    );
    const best = await rated([...lines, 'O3,110001,700001,1 kg,COD,B2C,'], '--best', '2');
    assert.deepEqual(
      best.lines.map((line) => line.split(',').slice(7).join()),
      [
        `rank,${ANSWERS}`,
        ...['1,cheap,10.00,1000,48,C,', '2,dear,20.00,1000,48,C,'],
        ...['1,cheap,10.00,1000,48,C,', '2,dear,20.00,1000,48,C,'],
        ',,,,,,NO_PARTNERS_AVAILABLE',
      ],
    );
    assert.equal((await rated(lines, '--best', '2', '--partner', 'dear')).code, 2);
    assert.equal((await rated(lines, '--best', '21')).code, 2);
  });

  it('shows the components of a price', async () => {
    const { lines } = await rated([HEADINGS, 'O1,110001,560001,1 kg,COD,B2C'], '--detail', 'charges');
    const [headings, row] = lines.map((line) => line.split(','));
    const cell = (name: string): string => row![headings!.indexOf(name)]!;
    assert.deepEqual(
      [cell('total'), cell('weightCharge'), cell('gstAmount'), cell('codCharge')],
      ['10.00', '8.50', '1.50', ''],
    );
    assert.equal(headings!.includes('totalAmount'), false);
  });

  it('takes what it does not say from --set and from a map', async () => {
    await withFolder(async (folder) => {
      const map = join(folder, 'map.yaml');
      await writeFile(map, 'columns: {to: Destination}\nvalues: {payment: {q: COD}}\nunits: {weight: g}\n');
      const set = ['pickupPincode=110001', 'weight=700', 'shipmentType=B2B', 'urgency=EXPRESS', 'customerSez=WITH_TAX'];
      const { code, err } = await rated(
        ['Destination,payment,weight', '560001,Q,500', '560001,COD,'],
        ...set.flatMap((each) => ['--set', each]),
        ...['--map', map],
      );
      assert.deepEqual([code, err], [0, '']);
      const common = { pickupPincode: '110001', deliveryPincode: '560001', paymentType: 'COD', shipmentType: 'B2B' };
      assert.deepEqual(node.bulks[0]!.shipments, [
        { ...common, weight: 500 },
        { ...common, weight: 700 },
      ]);
      assert.deepEqual(node.bulks[0]!.defaults, { urgency: 'EXPRESS', customerSez: 'WITH_TAX' });
    });
    const unknown = await rated([HEADINGS], '--set', 'colour=red');
    assert.deepEqual(
      [unknown.code, unknown.err],
      [2, '--set colour: is no field of a sheet and no member of calculate-charges\n'],
    );
    assert.equal((await rated([HEADINGS], '--set', 'includeReturns=true')).code, 2);
  });

  it('says what it takes for granted, and the headings that nothing knows', async () => {
    const { code, lines, err } = await rated([
      'from,to,weight (g),cod amount,Colour,Remarks',
      '110001,560001,500,99.50,red,',
      '110001,560001,500,,blue,=1+1',
    ]);
    assert.equal(code, 0);
    assert.deepEqual(lines.slice(1), [
      '110001,560001,500,99.50,red,,cheap,10.00,500,48,C,',
      "110001,560001,500,,blue,'=1+1,cheap,10.00,500,48,C,",
    ]);
    assert.equal(
      err,
      'not read: Colour, Remarks\n'
        + 'assumed: type B2C, since no column says it\n'
        + 'assumed: payment PREPAID, and COD where there is an amount to collect, since no column says it\n',
    );
    assert.deepEqual(node.bulks[0]!.defaults, { shipmentType: 'B2C', paymentType: 'PREPAID' });
    assert.deepEqual(
      node.bulks[0]!.shipments.map(({ paymentType, codAmount }) => [paymentType, codAmount]),
      [
        ['COD', 99.5],
        [undefined, undefined],
      ],
    );
  });

  it('keeps cells that compute nothing as they are, and guards the others', async () => {
    const cells = ['="000123"', '-86.67', '+91', "'80125793241'", '-₹1', '@cmd', '"a, ""b"""'];
    const { lines } = await rated([
      'from,to,weight,payment,type,Note',
      ...cells.map((cell) => `110001,560001,1 kg,COD,B2C,${cell}`),
    ]);
    assert.deepEqual(
      lines.slice(1).map((line) => line.slice('110001,560001,1 kg,COD,B2C,'.length, -',cheap,10.00,1000,48,C,'.length)),
      ['"=""000123"""', '-86.67', '+91', "'80125793241'", "'-₹1", "'@cmd", '"a, ""b"""'],
    );
  });

  it('has lines that fail, each by itself', async () => {
    const wrong = Array.from({ length: 12 }, (_, at) => `W${at},110001,999999,1 kg,COD,B2C`);
    const { code, lines, err } = await rated([
      HEADINGS,
      'O1,11000,560001,1 kg,cheque,B2C',
      'O2,110001,560001,,COD,B2C',
      ...wrong,
      'O3,110001,560001,1 kg,COD,B2C',
    ]);
    assert.equal(code, 1);
    assert.deepEqual(
      lines.slice(1).map((line) => line.split(',').at(-1)),
      [...['VALIDATION_ERROR', 'VALIDATION_ERROR'], ...wrong.map(() => 'PINCODE_NOT_FOUND'), ''],
    );
    assert.deepEqual(err.split('\n').slice(0, 3), [
      'orders.csv:2: VALIDATION_ERROR: from must be a pincode of six digits, but is "11000"; '
        + 'payment must be COD or PREPAID, but is "cheque"',
      'orders.csv:3: VALIDATION_ERROR: weight is required',
      'orders.csv:4: PINCODE_NOT_FOUND: Pincode 999999 not found',
    ]);
    assert.deepEqual(err.split('\n').slice(10), ['… and 4 more lines failed', '']);
    assert.equal(node.bulks[0]!.shipments.length, 14, 'a line with faults of its own is not sent');
  });

  it('may be a workbook', async () => {
    await withFolder(async (folder) => {
      const file = join(folder, 'orders.csv');
      const rows = [
        ['ref', 'from', 'to', 'Weight (kg)', 'payment', 'type'],
        ['O1', 110_001, 560_001, 1.2, 'COD', 'B2C'],
      ];
      const cells = rows.map((row) =>
        row.map((cell) => (typeof cell === 'number' ? number(cell) : inline(cell))).join(''),
      );
      await writeFile(file, workbook(cells.map((row, at) => `<row r="${at + 1}">${row}</row>`).join('')));
      const { code, out, err } = await pinrate('rate', file);
      assert.deepEqual([code, err], [0, '']);
      assert.equal(out.split('\r\n')[1], 'O1,110001,560001,1.2,COD,B2C,cheap,20.00,1200,48,C,');
    });
  });

  it('says what of a workbook is left out, and what stands above the headings of a text', async () => {
    await withFolder(async (folder) => {
      const file = join(folder, 'orders.xlsx');
      const rows = [
        ['ref', 'from', 'to', 'weight', 'payment', 'type'],
        ['O1', '110001', '560001', '1 kg', 'COD', 'B2C'],
      ];
      const cells = [...rows, ['Total Amount'], ['Thank you']].map((row) => row.map(inline).join(''));
      await writeFile(file, workbook(cells.map((row, at) => `<row r="${at + 1}">${row}</row>`).join('')));
      const { code, err } = await pinrate('rate', file);
      const leftOut = ['1 total, such as row 3: Total Amount', '1 remark, such as row 4: Thank you'];
      assert.deepEqual([code, err], [0, leftOut.map((words) => `left out: ${words}\n`).join('')]);
    });
    const text = await rated(['Orders of November', HEADINGS, 'O1,110001,560001,1 kg,COD,B2C']);
    assert.deepEqual(
      [text.code, text.err],
      [0, 'left out: 1 row above the headings, such as row 1: Orders of November\n'],
    );
  });

  it('lists all faults of its headings', async () => {
    const twice = Array.from({ length: 6 }, () => 'from').join(',');
    const few = await rated([`ref,${twice},to,weight (g)`, 'O1,110001,560001,500']);
    assert.match(few.err, /… and 2 more faults of this kind; --all-faults lists them\n$/);
    const all = await rated([`ref,${twice},to,weight (g)`, 'O1,110001,560001,500'], '--all-faults');
    assert.equal(all.err.match(/is there twice/g)!.length, 5);
  });

  it('has a map to start from, and is not priced', async () => {
    await withFolder(async (folder) => {
      const [file, map] = [join(folder, 'orders.csv'), join(folder, 'map.yaml')];
      await writeFile(file, `${HEADINGS},Colour\nO1,110001,560001,1 kg,COD,B2C,red\n`);
      const { code, out, err } = await pinrate('rate', file, '--propose', map);
      assert.deepEqual([code, out, err], [0, '', `${map} is a map of the sheet; nothing was priced\n`]);
      assert.match(await readFile(map, 'utf8'), /# not read: "Colour" {2}# red/);
      assert.equal(node.bulks.length, 0);
    });
  });

  it('is refused as a whole without the columns that it needs, with a map to start from', async () => {
    const { code, lines, err } = await rated(['Ref No,Dest,to', 'O1,110001,560001']);
    assert.equal(code, 1);
    assert.match(lines.join('\n') + err, /from: there is no such heading/);
    const whole = await withFolder(async (folder) => {
      await writeFile(join(folder, 'o.csv'), 'Ref No,Dest,to\nO1,110001,560001\n');
      return pinrate('rate', join(folder, 'o.csv'));
    });
    assert.match(whole.out, /^A map to start from.*\nheadings: 1\ncolumns:\n {2}ref: "Ref No"/);
    assert.match(whole.out, /# weight: needed/);
    assert.equal(node.bulks.length, 0);
    assert.equal((await pinrate('rate', '/nowhere/orders.csv')).code, 2);
  });
});

describe('bulks', () => {
  const orders = (count: number): string[] => [
    HEADINGS,
    ...Array.from({ length: count }, (_, at) => `O${at},110001,560001,${1 + (at % 9)} kg,COD,B2C`),
  ];

  it('have 500 lines, two are under way at once, and the output has the order of the input', async () => {
    let release = (): void => undefined;
    const second = new Promise<void>((resolve) => (release = resolve));
    // the first bulk is answered after the second one
    node.before = (_, number) => (number === 1 ? second : number === 2 ? release() : undefined);
    const { code, lines } = await rated(orders(1_700));
    assert.equal(code, 0);
    assert.deepEqual(
      node.bulks.map(({ shipments }) => shipments.length).toSorted((one, other) => other - one),
      [500, 500, 500, 200],
    );
    assert.equal(node.mostUnderWay, 2);
    assert.deepEqual(
      lines.slice(1).map((line) => line.split(',')[0]),
      Array.from({ length: 1_700 }, (_, at) => `O${at}`),
    );
  });

  it('are sent again when the node says to wait', async () => {
    const overloaded = {
      status: 503,
      headers: { 'retry-after': '1' },
      error: { code: 'OVERLOADED', message: 'later' },
    };
    const limited = {
      status: 429,
      headers: { 'retry-after': '1' },
      error: { code: 'RATE_LIMIT_EXCEEDED', message: 'later', details: { limit: 1_000, window: 60 } },
    };
    node.refusals.push(overloaded, limited, overloaded, limited);
    const startedAt = performance.now();
    const { code, lines } = await rated(orders(3));
    assert.deepEqual([code, lines.length], [0, 4]);
    assert(performance.now() - startedAt >= 4_000);
  });

  it('are cut where no window has room for them', async () => {
    const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'too many', details: { limit: 200, window: 60 } };
    const tooMany = { status: 429, headers: { 'retry-after': '40' }, error };
    node.refusals.push(tooMany);
    const { code, lines } = await rated(orders(450));
    assert.deepEqual([code, lines.length], [0, 451]);
    assert.deepEqual(
      node.bulks.map(({ shipments }) => shipments.length).toSorted((one, other) => other - one),
      [200, 200, 50],
    );
  });

  it('show on a terminal how far they are, and whether the node lets them wait', async () => {
    const limited = { code: 'RATE_LIMIT_EXCEEDED', message: 'later', details: { limit: 1_000, window: 60 } };
    // the second bulk, which may arrive before the first
    let isRefused = false;
    node.refuse = ({ shipments }) => {
      if (isRefused || shipments[0]!.weight !== 6_000) return undefined;
      isRefused = true;
      return { status: 429, headers: { 'retry-after': '2' }, error: limited };
    };
    await withFolder(async (folder) => {
      const file = join(folder, 'orders.csv');
      await writeFile(file, orders(1_400).join('\n'));
      const { code, err } = await pinrateOn(true, ['rate', file, '--out', join(folder, 'priced.csv')]);
      assert.equal(code, 0);
      assert.match(err, /\r.*\[█+ *\] \d+ % 500 lines/);
      assert.match(err, /500 lines, waiting for the node/);
    });
  });

  it('end with the code of a node that is gone', async () => {
    node.refusals.push({ status: 401, error: { code: 'AUTH_ERROR', message: 'who are you' } });
    assert.deepEqual((await rated(orders(1))).code, 1);
  });
});

describe('--resume', () => {
  const LINES = [
    HEADINGS,
    'O1,110001,560001,1 kg,COD,B2C',
    'O2,110001,999999,1 kg,COD,B2C',
    '"O3, of\ntwo lines",110001,560001,1 kg,COD,B2C',
    'O4,110001,700001,1 kg,COD,B2C',
    'O4,110001,700001,1 kg,COD,B2C',
    '=4,110001,560001,1 kg,COD,B2C',
    'O5,110001,560001,1 kg,COD,B2C',
  ];

  /** What a whole run writes, and what is written where it goes on behind each byte of it. */
  async function resumedEverywhere(...args: string[]): Promise<void> {
    await withFolder(async (folder) => {
      const [input, out] = [join(folder, 'in.csv'), join(folder, 'out.csv')];
      await writeFile(input, LINES.map((line) => `${line}\n`).join(''));
      const whole = await pinrate('rate', input, '--out', out, ...args);
      assert.equal(whole.code, 1);
      const bytes = await readFile(out);
      for (let at = 0; at <= bytes.length; at++) {
        await writeFile(out, bytes.subarray(0, at));
        const resumed = await pinrate('rate', input, '--out', out, '--resume', ...args);
        assert.equal(resumed.code, 1, resumed.err);
        assert.match(resumed.err, /in\.csv:3: PINCODE_NOT_FOUND/);
        assert.equal((await readFile(out, 'utf8')).toString(), bytes.toString(), `cut at ${at}`);
      }
    });
  }

  it('writes what a whole run writes, wherever the one before was cut', () => resumedEverywhere());
  it('does so with several offers a line', () => resumedEverywhere('--best', '2'));

  it('asks only for what is missing', async () => {
    await withFolder(async (folder) => {
      const [input, out] = [join(folder, 'in.csv'), join(folder, 'out.csv')];
      await writeFile(input, `${LINES.join('\n')}\n`);
      await pinrate('rate', input, '--out', out, '--best', '2');
      const bytes = await readFile(out, 'utf8');
      await writeFile(out, bytes.slice(0, bytes.indexOf('O4')));
      node.reset();
      const { out: said } = await pinrate('rate', input, '--out', out, '--best', '2', '--resume');
      assert.equal(node.bulks[0]!.shipments.length, 4);
      assert.equal(said, `${out}: 7 lines: 3 before, 2 priced, 2 not available, 1 failed\n`);
      const { out: text } = await pinrate('rate', input, '--out', out, '--best', '2', '--json');
      const { firstFailed, warnings, ...counts } = JSON.parse(text) as Record<string, unknown>;
      assert.deepEqual(counts, { out, lines: 7, kept: 0, priced: 4, unavailable: 2, failed: 1 });
      assert.deepEqual([Array.isArray(firstFailed), Array.isArray(warnings)], [true, true]);
    });
  });

  it('refuses another input, other columns, and another partner', async () => {
    await withFolder(async (folder) => {
      const [input, out] = [join(folder, 'in.csv'), join(folder, 'out.csv')];
      const write = (lines: readonly string[]) => writeFile(input, `${lines.join('\n')}\n`);
      await write(LINES);
      await pinrate('rate', input, '--out', out, '--partner', 'dear');
      const former = await readFile(out, 'utf8');
      const refused = async (reason: RegExp, ...args: string[]): Promise<void> => {
        const { code, err } = await pinrate('rate', input, '--out', out, '--resume', ...args);
        assert.deepEqual([code, reason.test(err)], [1, true], err);
        assert.equal(await readFile(out, 'utf8'), former, 'nothing is written');
      };
      await refused(/has prices of dear/, '--partner', 'cheap');
      await refused(/has other headings/, '--best', '2');
      await refused(/has other headings/, '--partner', 'dear', '--detail', 'charges');
      await write(LINES.with(2, 'O2,110001,560001,2 kg,COD,B2C'));
      await refused(/is of another input: it has "O2,110001,999999" for line 3/, '--partner', 'dear');
      await write(LINES.slice(0, 4));
      await refused(/it has more lines/, '--partner', 'dear');
    });
  });

  it('needs an output, which is not the input', async () => {
    assert.equal((await rated([HEADINGS], '--resume')).code, 2);
    assert.equal((await rated([HEADINGS], '--out', '{folder}/orders.csv')).code, 2);
  });
});
