/** docs/sheets.md: each of its shapes goes in by its command, and is worth what the sheet says. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCli } from '../../src/cli/run.js';
import { MapFault } from '../../src/sheets/tables/map.js';
import { mapOf } from '../../src/sheets/tables/map-text.js';
import { withFolder } from '../store/fixtures.js';
import { MAIN, TestApp } from '../support/app.js';
import { blockWith, readPage } from './markdown.js';

const PAGE = 'docs/sheets.md';

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo({ now: new Date() });
});
after(() => app.close());

async function pinrate(...args: string[]) {
  const written = { out: '', err: '' };
  const code = await runCli(args, {
    env: { PINRATE_URL: app.app.url, PINRATE_ID: MAIN.id, PINRATE_SECRET: MAIN.secret },
    homeFolder: '/nowhere',
    out: { write: (text) => (written.out += text) },
    err: { write: (text) => (written.err += text) },
  });
  return { code, ...written };
}

/** The sheet and the command of the shape whose sheet has this text. */
function shapeWith(part: string): { sheet: string; command: string[] } {
  const sheet = blockWith(PAGE, 'text', part);
  const [, command] = /```sh\n(.*)\n```/.exec(readPage(PAGE).split(sheet)[1]!)!;
  return { sheet, command: command!.split(' ').slice(1) };
}

/** Runs the command of the page on its sheet, as another partner, and without its dry run. */
const imported = (part: string, partner: string, map = '') =>
  withFolder(async (folder) => {
    const { sheet, command } = shapeWith(part);
    const [kind, file] = [command[1]!, join(folder, 'sheet.csv')];
    await writeFile(file, sheet);
    await writeFile(join(folder, 'map.yaml'), map);
    const options = command
      .slice(3)
      .map((word) => (word === 'setu' ? partner : word.replace('map.yaml', `${folder}/map.yaml`)));
    return pinrate('import', kind, file, ...options.filter((word) => word !== '--dry-run'));
  });

async function rowsOf(collection: string, partnerId: string): Promise<Record<string, unknown>[]> {
  const { text } = await app.get(`/documents/${collection}?partnerId=${partnerId}`, MAIN, {
    accept: 'application/x-ndjson',
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The files of the walk, by the words by which the page introduces them. */
const FILES: readonly [name: string, language: string, part: string][] = [
  ['courier.ndjson', 'json', 'Garuda Express'],
  ['pins.csv', 'text', 'serviceable pincodes'],
  ['rates.csv', 'text', 'Weight,NORTH'],
  ['returns.csv', 'text', 'Zone,Rate'],
  ['oda.csv', 'text', '560001,TRUE'],
];

describe('the walk of a new courier', () => {
  it('gets to its quote by the commands of the page alone', () =>
    withFolder(async (folder) => {
      for (const [name, language, part] of FILES) await writeFile(join(folder, name), blockWith(PAGE, language, part));
      const [, map] = /`pins\.yaml` is `([^`]+)`/.exec(readPage(PAGE))!;
      await writeFile(join(folder, 'pins.yaml'), `${map!}\n`);
      const commands = blockWith(PAGE, 'sh', 'apply courier.ndjson').trim().split('\n');
      assert.equal(commands.length, 6);
      let out = '';
      for (const command of commands) {
        const words = command
          .split(' ')
          .slice(1)
          .map((word) => (/\.(?:csv|yaml|ndjson)$/.test(word) ? join(folder, word) : word));
        const printed = await pinrate(...words);
        assert.deepEqual([printed.code, printed.err], [0, ''], command);
        ({ out } = printed);
      }
      assert.match(out, /117\.00 +117\.00/);
      assert.match(out, /^ *60\.00 /m);
      const returns = (await rowsOf('packages', 'garuda')).filter(({ direction }) => direction === 'RTO');
      assert.deepEqual(
        returns.map(({ baseCharge }) => baseCharge),
        [30, 41.5, 38],
      );
    }));
});

/** A courier like one of the demo, with these zones and nothing else. */
async function newPartner(partnerId: string, firstZone: number, zones: readonly string[]): Promise<void> {
  const { json } = await app.get('/documents/partners/dharaline-surface');
  const [like] = await rowsOf('zones', 'dharaline-surface');
  const partner = { ...(json as { data: object }).data, partnerId };
  const lines = [
    { collection: 'partners', document: partner },
    ...zones.map((name, at) => ({
      collection: 'zones',
      document: {
        ...like,
        id: firstZone + at,
        partnerId,
        name,
        attributes: [],
        geographical: { states: [], cities: [], areas: [] },
      },
    })),
  ];
  await withFolder(async (folder) => {
    const file = join(folder, 'partner.ndjson');
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { code, err } = await pinrate('apply', file);
    assert.equal(code, 0, err);
  });
}

describe('the shapes of docs/sheets.md', () => {
  it('a list of pincodes with zones of its own, and an overlay', async () => {
    await newPartner('setu-list', 9_000, []);
    const map = /`map\.yaml` says which column is the zone: `(.*)`\./.exec(readPage(PAGE))![1]!;
    const { code, out, err } = await imported(',Pin,Facility City', 'setu-list', map);
    assert.deepEqual([code, err], [0, '']);
    assert.match(
      out,
      /^4 created\n2 rows read, headings in row 1: pincode by "Pin", zone by "Region", cod by "COD\(Y\/N\)", oda by "ODA"\n/,
    );
    assert.match(out, /\nnot read: column A, Facility City\n/);
    assert.match(out, /\n2 new zones \(0 before, 2 after\)\n/);
    const entries = await rowsOf('zone-pincodes', 'setu-list');
    assert.deepEqual(
      entries.map(({ pincode, services, attributes }) => [pincode, services, attributes]),
      [
        ['110001', { COD: true }, []],
        ['411001', { COD: false }, ['ODA']],
      ],
    );
    const overlay = await imported('394650,TRUE', 'setu-list');
    assert.deepEqual([overlay.code, overlay.err], [0, '']);
    // of the two pincodes that are covered, the one that is not in the list loses ODA
    assert.match(overlay.out, /\n1 pincode loses ODA \(1 before, 0 after\)\n/);
    assert.match(overlay.out, /\n2 pincodes are left, since they are not covered\n/);
  });

  it('slabs down and zones across', async () => {
    await newPartner('setu-slabs', 9_100, ['A', 'B']);
    const { code, out, err } = await imported('Addl 500 gm', 'setu-slabs');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^2 created\n2 rows read, headings in row 2: slab by "Weight", Zone A, Zone B\n/);
    assert.match(out, /\nleft out: 1 row above the headings, such as row 1: Surface rates from 1 July\n/);
    const rows = await rowsOf('packages', 'setu-slabs');
    assert.deepEqual(
      rows.map(({ toZoneId, baseWeight, baseCharge, addonWeight, addonCharge }) => [
        ...[toZoneId, baseWeight, baseCharge, addonWeight, addonCharge],
      ]),
      [
        [9_100, 500, 32, 500, 28],
        [9_101, 500, 45, 500, 36],
      ],
    );
  });

  it('zone by zone, Rupees a kilogram', async () => {
    await newPartner('setu-zones', 9_200, ['A', 'B', 'C']);
    const { code, out, err } = await imported('Zones,A,B,C', 'setu-zones');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^9 created\n/);
    const rows = await rowsOf('packages', 'setu-zones');
    const ofAToB = rows.find(({ fromZoneId, toZoneId }) => fromZoneId === 9_200 && toZoneId === 9_201)!;
    assert.deepEqual(
      ['baseWeight', 'baseCharge', 'addonWeight', 'addonCharge', 'minCharge'].map((field) => ofAToB[field]),
      [1_000, 13, 1_000, 13, 450],
    );
  });

  it('a map with every section', () => {
    const text = blockWith(PAGE, 'yaml', 'leave_out').replace(/^ {2}zone: column B$/m, '  zone: column B');
    assert.doesNotThrow(() => mapOf(text, 'map.yaml'));
    assert.throws(() => mapOf(text.replace('leave_out', 'leave_in'), 'map.yaml'), MapFault);
  });
});
