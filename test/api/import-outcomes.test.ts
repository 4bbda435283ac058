/** `pinrate import outcomes` on a real node with the demo: from couriers' sheets to kept lines. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Command } from 'commander';
import type { FileFaults } from '../../src/cli/import/file-faults.js';
import { sendSheet } from '../../src/cli/import/outcome-parts.js';
import { Progress } from '../../src/cli/progress.js';
import { runCli } from '../../src/cli/run.js';
import { openSession } from '../../src/cli/session.js';
import type { World } from '../../src/cli/world.js';
import type { SentOutcomes } from '../../src/import/outcomes.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { withFolder } from '../store/fixtures.js';
import { OUTCOMES } from '../../src/sheets/outcomes/form.js';
import { outcomeMapOf } from '../../src/sheets/outcomes/map.js';
import { readOutcomes } from '../../src/sheets/outcomes/read.js';
import { NO_MAP } from '../../src/sheets/tables/map.js';
import { openTable } from '../../src/sheets/tables/stream.js';
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
    now: () => node.clock.nowMs,
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

it('says the faults of the sheet and those of the node at once', async () => {
  const row = (awb: string, to: string, status: string): string => `${awb},${to},COD,2026-10-01,,${status}\n`;
  const text = [
    'awb,to,payment,picked_up,delivered,status\n',
    ...[row('B1', '560001', 'Held'), row('B2', '999999', 'OPEN'), row('B3', '560001', 'OPEN')],
    ...[row('B3', '560001', 'LOST'), row('B4', '560001', 'DELIVERED')],
  ].join('');
  const already = (await kept()).length;
  const { code, err } = await imported(text, ['--partner', 'nabhdoot-air'], 'columns: {awb: awb}');
  assert.equal(code, 1);
  assert.deepEqual(err.trimEnd().split('\n'), [
    'VALIDATION_ERROR: sheet.csv has faults, and nothing of it was imported',
    'sheet.csv:2: status: Held is no word of values: status in the map; it must mean DELIVERED, RTO, LOST, OPEN',
    'sheet.csv:3: to: must be a pincode that exists',
    'sheet.csv:5: awb: "B3" is in line 4 too, with another status',
    'sheet.csv:6: delivered: is required',
  ]);
  assert.equal((await kept()).length, already);
});

describe('a sheet of several parts', () => {
  const sent = async (pincodes: readonly string[]): Promise<SentOutcomes> => {
    const rows = pincodes.map((to, at) => `P${at},${to},COD,2026-10-01,OPEN\n`);
    const text = `awb,to,payment,picked_up,status\n${rows.join('')}`;
    const open = async function* () {
      yield await Promise.resolve(Buffer.from(text));
    };
    const world: World = {
      env: { PINRATE_URL: app.app.url, PINRATE_ID: MAIN.id, PINRATE_SECRET: MAIN.secret },
      homeFolder: '/nowhere',
      out: { write: () => undefined },
      err: { write: () => undefined },
      now: () => app.clock.nowMs,
    };
    const sheet = await readOutcomes(await openTable(open, OUTCOMES, NO_MAP), {
      ...{ by: 'awb', partnerId: 'nabhdoot-air', caller: null },
      isPartnerId: () => false,
    });
    const progress = new Progress(world);
    try {
      const session = await openSession(world, new Command());
      return await sendSheet(session, sheet, { file: 'sheet.csv', progress, partLines: 2 });
    } finally {
      progress.end();
    }
  };

  it('is checked as a whole before the first part is sent', async () => {
    const already = (await kept()).length;
    const refused = sent(['560001', '560001', '560001', '999999', '560001']);
    await assert.rejects(refused, ({ lines }: FileFaults) => {
      assert.deepEqual(lines.slice(1), ['sheet.csv:5: to: must be a pincode that exists']);
      return true;
    });
    assert.equal((await kept()).length, already);
  });

  it('counts as one', async () => {
    const already = (await kept()).length;
    const pincodes = ['560001', '560001', '560001', '110001', '560001'];
    const counts = { replaced: 0, tooOld: 0, partners: { 'nabhdoot-air': 5 } };
    assert.deepEqual(await sent(pincodes), { ...counts, parts: 3, new: 5, unchanged: 0 });
    assert.equal((await kept()).length, already + 5);
    assert.deepEqual(await sent(pincodes), { ...counts, parts: 3, new: 0, unchanged: 5 });
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
