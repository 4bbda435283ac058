/** `pinrate import outcomes` on a real node with the demo: from couriers' sheets to kept lines. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCli } from '../../src/cli/run.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { withFolder } from '../store/fixtures.js';
import { outcomeMapOf } from '../../src/sheets/outcomes/map.js';
import { blockWith } from '../docs/markdown.js';
import { MAIN, TestApp } from '../support/app.js';
import { accepted, parcelBody } from './allocation/usual-demo.js';

const SHEETS = join(PACKAGE_ROOT, 'data', 'outcomes');

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo({ now: new Date('2026-12-01T06:00:00Z') });
});
after(() => app.close());

interface Written {
  code: number;
  out: string;
  err: string;
}

const pinrate = (...args: readonly string[]): Promise<Written> => pinrateAt(app, ...args);

async function pinrateAt(node: TestApp, ...args: readonly string[]): Promise<Written> {
  const written = { out: '', err: '' };
  const code = await runCli(['import', 'outcomes', ...args], {
    env: { PINRATE_URL: node.app.url, PINRATE_ID: MAIN.id, PINRATE_SECRET: MAIN.secret },
    homeFolder: '/nowhere',
    out: { write: (text) => (written.out += text) },
    err: { write: (text) => (written.err += text) },
  });
  return { code, ...written };
}

/** A sheet in a file of its own. @param map the text of a map, if it has one */
const imported = (text: string, args: readonly string[], map?: string): Promise<Written> =>
  withFolder(async (folder) => {
    const [sheet, mapFile] = [join(folder, 'sheet.csv'), join(folder, 'map.yaml')];
    await writeFile(sheet, text);
    if (map !== undefined) await writeFile(mapFile, map);
    const written = await pinrate(sheet, ...args, ...(map === undefined ? [] : ['--map', mapFile]));
    return { ...written, out: written.out.replaceAll(`${folder}/`, ''), err: written.err.replaceAll(`${folder}/`, '') };
  });

const kept = () => app.store.page('outcomes', null, 10_000);

describe('pinrate import outcomes', () => {
  it('takes each of the five sheets, and a second time changes nothing', async () => {
    for (const [name, args] of [
      ['haatwala-ecom', ['--partner', 'haatwala-ecom', '--map', 'haatwala-ecom']],
      ['dharaline-surface', ['--partner', 'dharaline-surface', '--map', 'dharaline-surface']],
      ['nabhdoot-air', ['--partner', 'nabhdoot-air', '--map', 'nabhdoot-air']],
      ['gajavahan-freight', ['--partner', 'gajavahan-freight', '--map', 'gajavahan-freight']],
      ['setumarg', ['--map', join(SHEETS, 'setumarg.yaml')]],
    ] as const) {
      const already = (await kept()).length;
      const sheet = join(SHEETS, `${name}.csv`);
      const dry = await pinrate(sheet, ...args, '--dry-run');
      assert.equal(dry.code, 0, dry.err);
      assert.match(dry.out, /nothing was imported: this was a dry run/);
      assert.equal((await kept()).length, already);
      const first = JSON.parse((await pinrate(sheet, ...args, '--json')).out);
      assert.equal(first.data.new, first.data.count, name);
      assert.equal((await kept()).length, already + first.data.count);
      const again = await pinrate(sheet, ...args);
      assert.match(again.out, new RegExp(`: 0 new, 0 replaced, ${first.data.count} unchanged\n`));
    }
  });

  it('says of the first sheet what docs/outcomes.md shows', async () => {
    const fresh = await TestApp.startDemo({ now: new Date('2026-12-01T06:00:00Z') });
    try {
      const command = blockWith('docs/outcomes.md', 'sh', 'haatwala-ecom.csv').trim();
      const words = command.slice('npm run pinrate -- import outcomes '.length).split(' ');
      const written = await pinrateAt(
        fresh,
        ...words.map((word) => (word.startsWith('data/') ? join(PACKAGE_ROOT, word) : word)),
      );
      const shown = blockWith('docs/outcomes.md', '', 'DELIVERED        99');
      assert.equal(written.out.replaceAll(`${PACKAGE_ROOT}/`, ''), shown);
    } finally {
      await fresh.close();
    }
  });

  it("takes a map of one's own as docs/outcomes.md shows it", () => {
    const page = blockWith('docs/outcomes.md', 'yaml', 'like: setumarg');
    assert(readFileSync(join(SHEETS, 'setumarg.yaml'), 'utf8').endsWith(page));
    const words = outcomeMapOf(blockWith('docs/outcomes.md', 'yaml', 'Held by customs'), 'map.yaml');
    assert.equal(words.values.get('status')!.get('undelivered: no answer'), 'OPEN');
  });

  it('keeps nothing of people', () => {
    const people = /Consignee Nobody|\+91-00000|mail\.example|Invented Lane/;
    for (const name of ['haatwala-ecom', 'setumarg', 'dharaline-surface', 'nabhdoot-air', 'gajavahan-freight'])
      assert.match(readFileSync(join(SHEETS, `${name}.csv`), 'latin1'), people, name);
    return kept().then((lines) => {
      assert(lines.length > 500);
      assert.doesNotMatch(JSON.stringify(lines), people);
    });
  });

  it('says what was read as what, and what was not read', async () => {
    const { out } = await pinrate(
      join(SHEETS, 'haatwala-ecom.csv'),
      '--partner',
      'haatwala-ecom',
      '--map',
      'haatwala-ecom',
    );
    assert.match(out, /^ {2}RTO +14 {2}RTO 14$/m);
    assert.match(out, /^ {2}OPEN +4 {2}In Transit 4$/m);
    assert.match(out, /awb by "waybill_num", .*billed_weight by "charged_weight"$/m);
    assert.match(out, /^not read: client, .*consignee_name, consignee_phone, consignee_address$/m);
    assert.match(out, /^left out: 2 rows by leave_out of the map, such as row 4$/m);
  });

  it('replaces a line by a later sheet', async () => {
    const sheet = (status: string): string =>
      `awb,to,payment,picked_up,delivered,status\nR1,560001,COD,2026-10-01 10:00,${status}\n`;
    const args = ['--partner', 'nabhdoot-air'];
    await imported(sheet(',OPEN'), args);
    const { out } = await imported(sheet('2026-10-03 12:00,DELIVERED'), args);
    assert.match(out, /^sheet\.csv: 1 parcel \(nabhdoot-air 1\): 0 new, 1 replaced, 0 unchanged$/m);
  });
});

describe('faults that the node finds', () => {
  const HEADINGS = 'AWB No,Consignee Name,To Pin,Mode,Picked Up At,Dlv Dt,Status Now';
  const MAP = `columns: {awb: AWB No, to: To Pin, payment: Mode, delivered: Dlv Dt, status: Status Now}
values: {status: {Delivered: DELIVERED, Moving: OPEN}}
`;

  it('name the row and the heading of the sheet, and nothing is imported', async () => {
    const already = (await kept()).length;
    const text = `${HEADINGS}
F1,Somebody,560001,COD,2026-10-01,2026-10-04,Delivered
F2,Somebody,999999,COD,2026-10-01,,Moving
F3,Somebody,560001,COD,2026-10-01,,Delivered
F4,Somebody,560001,COD,2027-10-01,,Moving
`;
    const { code, err } = await imported(text, ['--partner', 'nabhdoot-air'], MAP);
    assert.equal(code, 1);
    assert.deepEqual(err.trimEnd().split('\n').slice(-4), [
      'VALIDATION_ERROR: sheet.csv has faults, and nothing of it was imported',
      'sheet.csv:3: To Pin: must be a pincode that exists',
      'sheet.csv:4: Dlv Dt: is required',
      'sheet.csv:5: Picked Up At: must not lie in the future',
    ]);
    assert.equal((await kept()).length, already);
  });

  it('are shipments that nobody has assigned', async () => {
    const { code, err } = await imported('Order ID,Status\nNO-SUCH,OPEN\n', ['--by', 'ref']);
    assert.equal(code, 1);
    assert.match(err, /sheet\.csv:2: Order ID: must be a shipment that .* has assigned/);
  });

  it('are partners that do not exist', async () => {
    const text = 'awb,to,payment,picked_up,status\nP1,560001,COD,2026-10-01,OPEN\n';
    const { err } = await imported(text, ['--partner', 'nobody-courier']);
    assert.match(err, /sheet\.csv:2: partner: must be a partner that exists/);
  });
});

describe('a column of couriers', () => {
  const sheet = (...couriers: readonly string[]): string =>
    `awb,partner,to,payment,status,picked up,delivered\n${couriers
      .map((courier, at) => `C${at},${courier},560001,COD,DELIVERED,2026-10-01,2026-10-04\n`)
      .join('')}`;

  it('of partnerIds needs no map', async () => {
    const { code, out, err } = await imported(sheet('dharaline-surface', 'kachhua-cargo'), ['--dry-run']);
    assert.equal(code, 0, err);
    assert.match(out, /^sheet\.csv: 2 parcels \(dharaline-surface 1, kachhua-cargo 1\): /);
  });

  it('names none other than --partner', async () => {
    const text = sheet('dharaline-surface', 'kachhua-cargo');
    const { code, err } = await imported(text, ['--partner', 'dharaline-surface']);
    assert.equal(code, 1);
    assert.match(err, /^sheet\.csv:3: partner: kachhua-cargo is another courier than dharaline-surface, /m);
  });

  it('has no word that the map lacks: each is listed for it', async () => {
    for (const args of [[], ['--partner', 'dharaline-surface']]) {
      const { code, out, err } = await pinrate(join(SHEETS, 'setumarg.csv'), '--map', 'setumarg', ...args);
      assert.equal(code, 1);
      assert.match(err, /setumarg\.csv:3: Courier Company: Kachhua Surface 10kg is no word of partners in the map/);
      assert.match(out, /^like: setumarg\npartners:\n/m);
      assert.match(out, /^ {2}"Nabhdoot Air": {2}# \d+ rows: the partnerId$/m);
    }
  });
});

describe('without a map', () => {
  it('the shipped maps that fit are named', async () => {
    const { code, err } = await pinrate(join(SHEETS, 'haatwala-ecom.csv'), '--partner', 'haatwala-ecom');
    assert.equal(code, 1);
    assert.match(err, /^a map that pinrate has fits these headings: --map haatwala-ecom$/m);
    assert.doesNotMatch(err, /--map setumarg/);
  });

  it('a shipped map can be written to a file, to be changed', () =>
    withFolder(async (folder) => {
      const own = join(folder, 'own.yaml');
      const sheet = join(SHEETS, 'haatwala-ecom.csv');
      const { code, err } = await pinrate(
        sheet,
        '--partner',
        'haatwala-ecom',
        '--map',
        'haatwala-ecom',
        '--propose',
        own,
      );
      assert.equal(code, 0, err);
      const { code: again, err: faults } = await pinrate(
        sheet,
        '--partner',
        'haatwala-ecom',
        '--map',
        own,
        '--dry-run',
      );
      assert.equal(again, 0, faults);
    }));
});

it('takes outcomes of shipments that were assigned here, by their order numbers alone', async () => {
  const { assignment } = await accepted(app.ask('assignment', parcelBody('ORDER-77')));
  const { code, out, err } = await imported('Order ID,Status\nORDER-77,OPEN\n', ['--by', 'ref']);
  assert.equal(code, 0, err);
  assert.match(out, new RegExp(`^sheet\\.csv: 1 parcel \\(${assignment.partnerId} 1\\): 1 new`));
  const ofOthers = await imported('Order ID,Status\nORDER-77,OPEN\n', ['--by', 'ref', '--caller', 'service:other']);
  assert.match(ofOthers.err, /Order ID: must be a shipment that service:other has assigned/);
});
