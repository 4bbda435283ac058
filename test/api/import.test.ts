/** `pinrate import` against a real node with the demo: from a courier's sheet to the next quote. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import writeXlsxFile from 'write-excel-file/node';
import { csvDocument, csvHeader } from '../../src/cli/csv-documents.js';
import { runCli } from '../../src/cli/run.js';
import type { Package, ZonePincode } from '../../src/model/documents.js';
import { withFolder } from '../store/fixtures.js';
import { MAIN, TestApp } from '../support/app.js';
import { isAll } from '../support/depth.js';

const SURFACE = 'dharaline-surface';
/** Has lanes A to F. */
const AIR = 'nabhdoot-air';

let app: TestApp;
let pincodes: string[];
before(async () => {
  app = await (isAll ? TestApp.startWholeDemo : TestApp.startDemo)({ now: new Date() });
  const { text } = await app.get('/documents/pincodes', MAIN, { accept: 'application/x-ndjson' });
  pincodes = text.match(/(?<="pincode":")\d{6}/g)!;
  // of India, or of the cities of tests
  assert.ok(pincodes.length >= (isAll ? 19_584 : 1_500));
});
after(() => app.close());
beforeEach(() => {
  app.clock.nowMs = Date.now();
});

/** Of the user: where maps are kept. */
let homeFolder = '/nowhere';

async function pinrate(...args: string[]): Promise<{ code: number; out: string; err: string[] }> {
  const written = { out: '', err: '' };
  const code = await runCli(args, {
    env: { PINRATE_URL: app.app.url, PINRATE_ID: MAIN.id, PINRATE_SECRET: MAIN.secret },
    homeFolder,
    out: { write: (text) => (written.out += text) },
    err: { write: (text) => (written.err += text) },
  });
  return { code, out: written.out, err: written.err.split('\n').slice(0, -1) };
}

/** Imports a file of this text; paths in what is printed are without their folder. */
const imported = (kind: string, text: string, ...options: string[]) =>
  withFolder(async (folder) => {
    const file = join(folder, 'sheet.csv');
    await writeFile(file, text);
    const { code, out, err } = await pinrate('import', kind, file, ...options);
    return { code, out, err: err.map((line) => line.replaceAll(`${folder}/`, '')) };
  });

async function document<D>(collection: string, key: string | number): Promise<D> {
  const { json } = await app.get(`/documents/${collection}/${key}`);
  return (json as { data: D }).data;
}

async function rowsOf<D>(collection: string, partnerId: string): Promise<D[]> {
  const { text } = await app.get(`/documents/${collection}?partnerId=${partnerId}`, MAIN, {
    accept: 'application/x-ndjson',
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as D);
}

const packagesInForce = async (): Promise<Package[]> =>
  (await rowsOf<Package>('packages', SURFACE)).filter(
    ({ status, validTo }) => status && (!validTo || Date.parse(validTo) > Date.now()),
  );

const PARCEL = {
  partnerId: SURFACE,
  pickupPincode: '110001',
  deliveryPincode: '560001',
  paymentType: 'PREPAID',
  shipmentType: 'B2C',
};

async function weightCharge(weight: number): Promise<number> {
  const { json, text } = await app.ask('charges', { ...PARCEL, weight });
  assert.match(text, /"available":true/, text);
  return (json as { data: { charges: { weightCharge: number } } }).data.charges.weightCharge;
}

describe('import serviceability', () => {
  it('changes what the next answer says of a pincode, and is unchanged the second time', async () => {
    const text = 'pincode,zone,cod,oda,max_cod,blocked_from,reason\r\n560001,metro south,N,,12.50,,\r\n';
    const { code, out, err } = await imported('serviceability', text, '--partner', SURFACE);
    assert.deepEqual([code, err], [0, []]);
    assert.match(out, /^1 (created|updated)\n/);
    const { assignedAt, ...entry } = await document<ZonePincode>('zone-pincodes', `${SURFACE}:560001`);
    assert.equal(typeof assignedAt, 'string');
    assert.deepEqual(entry, {
      partnerId: SURFACE,
      zoneId: 203,
      pincode: '560001',
      services: { COD: false },
      maxCodAmount: 12.5,
    });
    const again = await imported('serviceability', text, '--partner', SURFACE);
    assert.match(again.out, /^1 unchanged\n/);
  });

  it('reads the first sheet of a workbook', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'list.xlsx');
      const rows = [
        ['Dharaline', null, null, null],
        [null, null, null, null],
        ['Pincode', 'Zone', 'COD', 'max_cod'],
        // binary: 0.30000000000000004
        [400001, 201, true, 0.1 + 0.2],
        ['400002', 'Metro North', 'no', null],
        [400003, 'Nowhere', 1, null],
      ];
      await writeXlsxFile([
        { sheet: 'List', data: rows },
        { sheet: 'Other', data: [['nothing']] },
      ]).toFile(file);
      const faulty = await pinrate('import', 'serviceability', file, '--partner', SURFACE);
      assert.equal(faulty.code, 1);
      assert.match(faulty.err[1]!, /list\.xlsx:6: Zone: there is no zone "Nowhere"/);
      assert.equal(faulty.err.length, 2);
      const map = join(folder, 'map.yaml');
      await writeFile(map, 'values:\n  zone:\n    nowhere: 201\n');
      const { code } = await pinrate('import', 'serviceability', file, '--partner', SURFACE, '--map', map);
      assert.equal(code, 0);
      const entry = await document<ZonePincode>('zone-pincodes', `${SURFACE}:400001`);
      assert.deepEqual([entry.zoneId, entry.services, entry.maxCodAmount], [201, { COD: true }, 0.3]);
    }));

  it('names the line and the heading of what the node refuses, and imports nothing of it', async () => {
    const text = 'pincode,zone,Max COD\n110001,metro north,\n110002,metro north,1.005\n110003,metro north,5\n';
    const { code, err } = await imported('serviceability', text, '--partner', SURFACE);
    assert.equal(code, 1);
    assert.equal(err[0], 'VALIDATION_ERROR: sheet.csv has faults, and nothing of it was imported');
    assert.match(err[1]!, /^sheet\.csv:3: Max COD: must have at most 2 decimals/);
    assert.equal(err.length, 2);
    assert.equal((await app.get(`/documents/zone-pincodes/${SURFACE}:110003`)).status, 404);
  });

  it('names what the node finds in the same answer as what it finds itself, by line', async () => {
    const text =
      'pincode,zone,Max COD,cod\n110001,metro north,,\n110002,metro north,1.005,\n110003,nowhere,5,\n'
      + '110004,metro north,,maybe\n999999,metro north,,\n110006,metro north,-1,\n';
    const { code, err } = await imported('serviceability', text, '--partner', SURFACE);
    assert.equal(code, 1);
    assert.deepEqual(
      err.slice(1).map((line) => line.split(':').slice(1, 3).join(':')),
      ['3: Max COD', '4: zone', '5: cod', '6: pincode', '7: Max COD'],
    );
    assert.equal((await app.get(`/documents/zone-pincodes/${SURFACE}:110006`)).status, 404);
    const rates = await imported('rates', 'slab,A,B\n0-500,30,1e9\n500-1000,42,43\n1000-1500,x,54\n', '--partner', AIR);
    assert.deepEqual(
      rates.err.slice(1).map((line) => line.split(':').slice(1, 3).join(':')),
      ['2: B', '4: A'],
      rates.err.join('\n'),
    );
  });

  it('names the sheet in the history where no note says more', async () => {
    const text = 'pincode,zone\n110009,201\n';
    await imported('serviceability', text, '--partner', SURFACE);
    const [last] = ((await app.get('/changes?limit=1')).json as { data: { note: string }[] }).data;
    assert.equal(last!.note, 'import serviceability sheet.csv');
  });

  it('leaves out unknown pincodes if it may, and says so', async () => {
    const text = 'pincode,zone\n110005,201\n999999,201\n';
    const refused = await imported('serviceability', text, '--partner', SURFACE);
    assert.deepEqual(
      [refused.code, refused.err.slice(1)],
      [
        1,
        [
          'sheet.csv:3: pincode: the node does not know pincode 999999; --create-missing makes it, '
            + '--skip-unknown leaves it out',
        ],
      ],
    );
    const { code, out, err } = await imported('serviceability', text, '--partner', SURFACE, '--skip-unknown');
    assert.deepEqual([code, err], [0, ['sheet.csv: the node does not know pincode 999999; its row is left out']]);
    assert.match(out, /^1 created\n/);
    const none = ['serviceability', 'pincode,zone\n999999,201\n', '--partner', SURFACE, '--skip-unknown'] as const;
    const left = await imported(...none);
    assert.deepEqual([left.code, left.err.length], [0, 1]);
    assert.match(left.out, /^Nothing was changed/m);
    const answer = JSON.parse((await imported(...none, '--json')).out) as { changeId: unknown };
    assert.equal(answer.changeId, null);
    assert.equal((await imported(...none, '--replace', '--force')).code, 1);
  });

  // how soon is what `npm run bench -- import` measures
  it('takes all pincodes that there are', async () => {
    const rows = pincodes.map((pincode, at) => `${pincode},201,Y,Y,Y,${at % 7 === 0 ? 'N' : 'Y'},,,,\n`);
    const sheet = `pincode,zone,pickup,delivery,prepaid,cod,reverse,oda,hill,max_cod\n${rows.join('')}`;
    const refused = await imported('serviceability', sheet, '--partner', SURFACE);
    assert.equal(refused.code, 1);
    assert.match(
      refused.err[0]!,
      /^GUARD_LOSSES: .* would lose pickup or delivery, or move to another zone: .* by zone$/,
    );
    const asJson = await imported('serviceability', sheet, '--partner', SURFACE, '--json', '--dry-run');
    assert.match(asJson.out, /^\{"success":false,"error":\{"code":"GUARD_LOSSES","message":/);
    const { code, err } = await imported('serviceability', sheet, '--partner', SURFACE, '--force');
    assert.deepEqual([code, err], [0, []]);
    // Port Blair was in the zone of the islands
    const { text: quote } = await app.ask('charges', { ...PARCEL, deliveryPincode: '744101', weight: 400 });
    assert.match(quote, /"to":\{"id":"201","name":"Metro North"\}/);
  });

  it('is the whole truth with --replace, unless many entries would go', async () => {
    const { length } = await rowsOf<ZonePincode>('zone-pincodes', SURFACE);
    assert.equal(length, pincodes.length);
    const text = 'pincode,zone\n110001,201\n';
    const refused = await imported('serviceability', text, '--partner', SURFACE, '--replace');
    assert.equal(refused.code, 1);
    assert.match(refused.err[0]!, /^GUARD_REMOVALS: /);
    const dry = await imported('serviceability', text, '--partner', SURFACE, '--replace', '--force', '--dry-run');
    assert.ok(dry.out.startsWith(`${(length - 1).toLocaleString('en')} removed, 1 unchanged\n`), dry.out);
    assert.equal((await rowsOf('zone-pincodes', SURFACE)).length, length);
  });

  it('refuses a partner that there is not, and another kind of file', async () => {
    const unknown = await imported('serviceability', 'pincode,zone\n', '--partner', 'nobody');
    assert.deepEqual([unknown.code, unknown.err[0]], [1, 'DOCUMENT_NOT_FOUND: There is no such document']);
    assert.equal((await pinrate('import', 'serviceability', 'x.ods', '--partner', SURFACE)).code, 2);
    assert.equal((await pinrate('import', 'serviceability', 'x.csv')).code, 2);
    assert.equal((await pinrate('import', 'zones', 'x.csv', '--partner', SURFACE)).code, 2);
    assert.equal((await pinrate('import', 'rates', 'x.csv', '--partner', SURFACE, '--skip-unknown')).code, 2);
  });
});

describe('a map', () => {
  it('is proposed with sample values, and written on request', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'list.csv');
      await writeFile(file, 'PIN,Region,BD-Zone,Town\n744101,Metro North,EAST,Port Blair\n110001,Metro North,,\n');
      const map = join(folder, 'map.yaml');
      const { code, err } = await pinrate('import', 'serviceability', file, '--partner', SURFACE, '--propose', map);
      assert.deepEqual([code, err], [0, [`${map} is a map of the sheet; nothing was changed`]]);
      const text =
        'headings: 1\ncolumns:\n  pincode: "PIN"  # 744101, 110001\n  # zone: "BD-Zone"  # EAST\n'
        + '  # not read: "Region"  # Metro North\n  # not read: "Town"  # Port Blair\n';
      assert.equal(await readFile(map, 'utf8'), text);
      const missing = join(folder, 'missing.csv');
      await writeFile(missing, 'Origin Pincode,Zone\n744101,201\n');
      const refused = await pinrate('import', 'serviceability', missing, '--partner', SURFACE);
      assert.equal(refused.code, 1);
      assert.match(refused.out, /^A map to start from, as a file for --map:\nheadings: 1\ncolumns:\n {2}zone: "Zone"/);
      assert.match(refused.err[1]!, /^.*missing\.csv:1: pincode: there is no such heading$/);
    }));

  it('that was used is named when a sheet with the same headings comes again', () =>
    withFolder(async (folder) => {
      homeFolder = folder;
      try {
        const [file, map] = [join(folder, 'list.csv'), join(folder, 'map.yaml')];
        await writeFile(file, 'PIN,Region\n110008,Metro North\n');
        await writeFile(map, 'columns: {zone: Region}\n');
        const args = ['import', 'serviceability', file, '--partner', SURFACE];
        assert.deepEqual((await pinrate(...args, '--dry-run', '--map', map)).err, []);
        assert.deepEqual((await pinrate(...args)).err, []);
        assert.deepEqual((await pinrate(...args, '--map', map)).err, []);
        await writeFile(file, 'PIN,Region\n110009,Metro South\n110010,Metro South\n');
        const { err } = await pinrate(...args, '--dry-run');
        const [kept] = err.map((line) => /^a sheet with these headings had a map: --map (.*)$/.exec(line)?.[1]);
        assert.equal(await readFile(kept!, 'utf8'), 'columns: {zone: Region}\n');
        assert.deepEqual((await pinrate(...args, '--dry-run', '--map', kept!)).err, []);
      } finally {
        homeFolder = '/nowhere';
      }
    }));
});

it('a sheet is said with how it was read, and what it does', async () => {
  const sheet = 'Swift,,\nPin Code,Zone,COD,Remark\n110011,201,N,x\n110011,201,N,x\n,,,\n560002,203,N,\nTotal,,,\n';
  const answer = await imported('serviceability', sheet, '--partner', SURFACE, '--json', '--dry-run', '--force');
  const { reading, does, success } = JSON.parse(answer.out) as {
    reading: object;
    does: { what: string }[];
    success: boolean;
  };
  assert.equal(success, true);
  assert.deepEqual(reading, {
    sheet: null,
    headings: 2,
    rows: 3,
    columns: { pincode: 'Pin Code', zone: 'Zone', cod: 'COD' },
    notRead: ['Remark'],
    assumed: [],
    leftOut: [
      { what: 'rows above the headings', count: 1, example: 'row 1: Swift' },
      { what: 'blank rows', count: 1, example: 'row 5' },
      { what: 'totals', count: 1, example: 'row 7: Total' },
    ],
    repeated: 1,
    unknown: 0,
  });
  assert.ok(
    does.some(({ what }) => what === 'pincodes lose COD'),
    answer.out.slice(0, 600),
  );
  const { out } = await imported('serviceability', sheet, '--partner', SURFACE, '--dry-run', '--force');
  assert.match(
    out,
    /\n3 rows read, headings in row 2: pincode by "Pin Code", zone by "Zone", cod by "COD"\nnot read: Remark\n/,
  );
  assert.match(out, /\n1 row repeated what another row says\n/);
  // before the differences
  assert(out.indexOf('lose COD') < out.indexOf('DOCUMENT'), out);
});

it('faults are shown by kind, the first of each, unless all are asked for', async () => {
  const rows = Array.from({ length: 9 }, (_, at) => `11000${at + 1},201,${at === 4 ? '' : 'maybe'},${at}x\n`).join('');
  const { err } = await imported('serviceability', `pincode,zone,cod,max_cod\n${rows}`, '--partner', SURFACE);
  assert.equal(err.length, 1 + 2 * 4, err.join('\n'));
  assert.equal(err.filter((line) => line.startsWith('… and 5 more faults of this kind; --all-faults')).length, 1);
  assert.equal(err.filter((line) => line.startsWith('… and 6 more faults of this kind; --all-faults')).length, 1);
  const all = await imported(
    'serviceability',
    `pincode,zone,cod,max_cod\n${rows}`,
    '--partner',
    SURFACE,
    '--all-faults',
  );
  assert.equal(all.err.length, 1 + 8 + 9);
});

it("a courier's first rates name the default charges that come on top", async () => {
  const { json } = await app.get(`/documents/partners/${SURFACE}`);
  const partner = { ...(json as { data: object }).data, partnerId: 'new-courier' };
  await withFolder(async (folder) => {
    const file = join(folder, 'new.ndjson');
    await writeFile(file, `${JSON.stringify({ collection: 'partners', document: partner })}\n`);
    assert.equal((await pinrate('apply', file)).code, 0);
  });
  const first = await imported('rates', 'slab,A\n0-500,30\n', '--partner', 'new-courier');
  assert.equal(first.code, 0);
  const { text } = await app.get('/documents/customer-charges', MAIN, { accept: 'application/x-ndjson' });
  const ids = [...text.matchAll(/"id":(\d+),"partnerId":null,"customerId":null/g)].map(([, id]) => id!);
  assert(ids.length > 2);
  for (const id of ids)
    assert.match(first.out, new RegExp(`default charge will come on top: .*customer-charges/${id}\\)`));
  assert.match(first.out, /\n1 route ends at 0\.5 kg: A\n/);
  assert.match(
    first.out.replaceAll(/\s+/g, ' '),
    /packages\/\d+ - packageId \S+, partnerId new-courier, packageName Lane A, /,
  );
  const second = await imported('rates', 'slab,A\n0-500,31\n', '--partner', 'new-courier');
  assert.doesNotMatch(second.out, /default charge/);
});

describe('import rates', () => {
  const MATRIX =
    'slab,A,B,C1,C,D,E,F\n0-500,30,40,50,60,70,80,90.5\n+500,20,20,20,20,20,20,20.0625\n5000+ +1000,9,9,9,9,9,9,9\n';
  const withFilter = (folder: string) => {
    const map = join(folder, 'map.yaml');
    return writeFile(map, 'set:\n  shipmentType: B2C\n  customerId: ACME\n').then(() => map);
  };

  it('makes rows of a matrix, which are unchanged the second time', () =>
    withFolder(async (folder) => {
      const map = await withFilter(folder);
      const args = ['--partner', AIR, '--map', map];
      const first = await imported('rates', MATRIX, ...args);
      assert.deepEqual([first.code, first.err], [0, []]);
      assert.match(first.out, /^14 created\n/);
      const rows = (await rowsOf<Package>('packages', AIR)).filter(({ customerId }) => customerId === 'ACME');
      const { id, createdAt, ...row } = rows.find(({ lane, minWeight }) => lane === 'F' && minWeight === undefined)!;
      assert(id > 1000 && createdAt !== undefined);
      assert.deepEqual(row, {
        packageId: 'F-0-5000-ACME-B2C',
        partnerId: AIR,
        packageName: 'Lane F, up to 5,000 g, ACME, B2C',
        baseWeight: 500,
        baseCharge: 90.5,
        addonWeight: 500,
        addonCharge: 20.0625,
        maxWeight: 5000,
        shipmentType: 'B2C',
        customerId: 'ACME',
        lane: 'F',
        status: true,
      });
      assert.match((await imported('rates', MATRIX, ...args)).out, /^14 unchanged\n/);
      // the price of one slab in one lane
      const changed = await imported('rates', MATRIX.replace('0-500,30,', '0-500,31,'), ...args);
      // and what lies on top of it
      assert.match(changed.out, /^2 updated, 12 unchanged\n/);
    }));

  it('counts in the next quote', async () => {
    // both ends are in this zone since the import of all pincodes; no row of the demo is as cheap
    const text = 'slab,metro north > 201\n0-500,1.25\n+500,0.5\n2000+ +1000,0.25\n';
    const { code, err } = await imported('rates', text, '--partner', SURFACE, '--note', 'local');
    assert.deepEqual([code, err], [0, []]);
    const charges = [];
    for (const weight of [500, 501, 2_000, 2_001, 3_001]) charges.push(await weightCharge(weight));
    assert.deepEqual(charges, [1.25, 1.75, 2.75, 3, 3.25]);
  });

  it('replaces packages alone with --replace, and refuses to take away many', async () => {
    const others = ['surcharges', 'customer-charges', 'transit-lanes', 'distance-charges'] as const;
    const state = async (): Promise<string[]> => {
      const states: string[] = [];
      // one after the other: a credential may have two streams at once
      for (const collection of others) states.push(JSON.stringify(await rowsOf(collection, SURFACE)));
      return states;
    };
    const former = await state();
    const text = 'slab,201>203\n0-500,30\n+500,20\n';
    const inForce = await packagesInForce();
    const refused = await imported('rates', text, '--partner', SURFACE, '--replace');
    assert.equal(refused.code, 1);
    assert.equal(
      refused.err[0],
      `GUARD_REMOVALS: ${SURFACE} would lose ${inForce.length} rows of ${inForce.length} in force or to come`,
    );
    assert.equal(refused.err.at(-1), '--force removes them');
    const { code, out } = await imported('rates', text, '--partner', SURFACE, '--replace', '--force');
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^1 created, ${inForce.length} ended\n`));
    assert.equal((await packagesInForce()).length, 1);
    assert.deepEqual(await state(), former);
    assert.match((await imported('rates', text, '--partner', SURFACE, '--replace')).out, /^1 unchanged\n/);
  });

  it('keeps with --replace what counts until the rows of the file do, the second time too', async () => {
    const now = await packagesInForce();
    assert.equal(now.length, 1);
    const text =
      'fromZoneId,toZoneId,baseWeight,baseCharge,addonWeight,addonCharge,validFrom\n201,203,500,33,500,22,2099-04-01\n';
    const first = await imported('rates', text, '--partner', SURFACE, '--replace');
    assert.match(first.out, /^1 created, 1 updated\n/);
    const change = /revert (\d+)/.exec(first.out)![1]!;
    assert.match((await imported('rates', text, '--partner', SURFACE, '--replace')).out, /^1 unchanged\n/);
    const both = await packagesInForce();
    assert.deepEqual([both.length, both.some(({ id }) => id === now[0]!.id)], [2, true]);
    assert.equal((await pinrate('revert', change)).code, 0);
  });

  it('takes the fields of packages, with zones by name and days in India', async () => {
    const text =
      'fromZoneId,toZoneId,baseWeight,baseCharge,addonWeight,addonCharge,minCharge,packageName,validTo\n'
      + 'Metro North,Metro South,500,31.50,500,20.0001,35,Surface,2030-12-31\n';
    const { code, out } = await imported('rates', text, '--partner', SURFACE);
    assert.equal(code, 0);
    assert.match(out, /^1 updated\n/);
    const [row] = await packagesInForce();
    assert(row !== undefined);
    assert.equal(row.packageId, '201-203-0-UP');
    assert.deepEqual(
      [row.packageName, row.baseCharge, row.addonCharge, row.minCharge, row.validTo],
      ['Surface', 31.5, 20.0001, 35, '2030-12-31T18:29:59.999Z'],
    );
    const byId = `id,fromZoneId,toZoneId,baseWeight,baseCharge,addonWeight,addonCharge\n${row.id},201,203,500,32,500,20\n`;
    assert.match((await imported('rates', byId, '--partner', SURFACE)).out, /^1 updated\n/);
    const { minCharge, validTo, packageName } = await document<Package>('packages', row.id);
    assert.deepEqual([minCharge, validTo, packageName], [undefined, '2030-12-31T18:29:59.999Z', 'Surface']);
    const foreign = await imported('rates', byId.replace(',201,203,', ',,,'), '--partner', AIR);
    assert.equal(foreign.code, 1);
    assert.deepEqual(foreign.err.slice(1), [`sheet.csv:2: id: ${row.id} is a row of another partner`]);
  });

  it('names line and column of what the node refuses in a row', async () => {
    const text =
      'lane,baseWeight,baseCharge,addonWeight,addonCharge\nA,500,1,0,0\nB,500,1.005,0,0\n,500,,0,0\nC,-1,1,0,-1\n';
    const { code, err } = await imported('rates', text, '--partner', AIR);
    assert.equal(code, 1);
    assert.deepEqual(
      err.slice(1).map((line) => line.split(':').slice(0, 3).join(':')),
      ['sheet.csv:3: baseCharge', 'sheet.csv:4: baseCharge', 'sheet.csv:5: baseWeight', 'sheet.csv:5: addonCharge'],
    );
  });
});

it('takes what export writes of a partner, and changes nothing', async () => {
  const kinds = [
    ['rates', 'packages'],
    ['charges', 'surcharges'],
    ['charges', 'customer-charges'],
    ['charges', 'distance-charges'],
  ] as const;
  let sheets = 0;
  for (const partnerId of ['gajavahan-freight', 'haatwala-ecom', 'dakshinpath-courier'])
    for (const [kind, collection] of kinds) {
      const rows = await rowsOf<Record<string, unknown>>(collection, partnerId);
      if (rows.length === 0) continue;
      const text = csvHeader(collection) + rows.map((each) => csvDocument(collection, each)).join('');
      const { code, out, err } = await imported(kind, text, '--partner', partnerId, '--replace');
      assert.deepEqual([code, err], [0, []], `${collection} of ${partnerId}`);
      assert.match(out, new RegExp(`^${rows.length} unchanged\n`));
      sheets++;
    }
  assert(sheets > kinds.length);
});

describe('import charges and transit', () => {
  it('tells by the headings which charges they are', async () => {
    const fsc = 'type,chargeType,value,validFrom\nfsc,percentage,13.25,\n';
    assert.match((await imported('charges', fsc, '--partner', AIR)).out, /customer-charges\/\d+/);
    assert.match((await imported('charges', fsc, '--partner', AIR)).out, /^1 unchanged\n/);
    const levy = 'code,label,basis,value,of,order,when.kgFrom\nGREEN,Green levy,PERCENT,2.5,freight,700,5\n';
    const { code, out } = await imported('charges', levy, '--partner', AIR);
    assert.equal(code, 0);
    assert.match(out, /^1 created\n/);
    const neither = await imported('charges', 'chargeType,value\nflat,3\n', '--partner', AIR);
    assert.equal(neither.code, 1);
    assert.match(neither.err[1]!, /^sheet\.csv:1: must have one of the headings type \(customer-charges\), code/);
    const both = await imported('charges', 'type,code,value\nfsc,GREEN,3\n', '--partner', AIR);
    assert.equal(both.code, 1);
  });

  it('reads amounts with a sign and grouping, as other sheets have them', async () => {
    const docket = 'type,chargeType,value\ndocket,flat,"₹1,075.50"\n';
    assert.match((await imported('charges', docket, '--partner', AIR, '--dry-run')).out, /1075\.5/);
    const slip = await imported(
      'charges',
      'type,chargeType,value\nfsc,percentage,12%\ndocket,flat,2%\n',
      '--partner',
      AIR,
    );
    const byDistance = 'distanceFrom,distanceTo,chargeType,charge\n0,500,percentage,5%\n';
    assert.equal((await imported('charges', byDistance, '--partner', AIR, '--dry-run')).code, 0);
    assert.deepEqual(slip.err.slice(1), ['sheet.csv:3: value: is a percentage, and the charge is not: "2%"']);
  });

  it('takes hours of lanes and zones, and null for a route that is not served', async () => {
    const text = 'lane,from_zone,to_zone,hours\nA,,,24\n,Islands,101,null\n';
    const zones = await rowsOf<{ id: number; name: string }>('zones', AIR);
    const [first, second] = zones;
    const sheet = text.replace('Islands', first!.name).replace('101', String(second!.id));
    const { code, err } = await imported('transit', sheet, '--partner', AIR);
    assert.deepEqual([code, err], [0, []]);
    assert.match((await imported('transit', sheet, '--partner', AIR)).out, /^2 unchanged\n/);
    const matrix = `from/to,${first!.name},${second!.name}\n${first!.name},24,48\n${second!.name},60,\n`;
    const across = await imported('transit', matrix, '--partner', AIR);
    assert.deepEqual([across.code, across.err], [0, []]);
    const hours = (
      await rowsOf<{ fromZoneId?: number; toZoneId?: number; hours: number | null }>('transit-lanes', AIR)
    ).find(({ fromZoneId, toZoneId }) => fromZoneId === second!.id && toZoneId === first!.id);
    assert.equal(hours!.hours, 60);
    const spoilt = await imported('transit', matrix.replace('60', '2.5 days'), '--partner', AIR);
    assert.match(spoilt.err[1]!, /^sheet\.csv:3: .*: must be whole hours, but is "2\.5 days"$/);
    const faulty = await imported('transit', 'lane,from_zone,hours\nA,,\n,,5\nA,,x\n', '--partner', AIR);
    assert.deepEqual(faulty.err.slice(1), [
      'sheet.csv:2: hours: is required: null for a route that is not served',
      'sheet.csv:3: lane: names no lane and no zone',
      'sheet.csv:4: hours: must be a number, but is "x"',
    ]);
  });
});

it('prints faults as JSON with --json, and the answer of the node', async () => {
  const faulty = await imported('serviceability', 'pincode,zone\n1,201\n', '--partner', SURFACE, '--json');
  const { error } = JSON.parse(faulty.out) as { error: { code: string; field_count: number; details: object[] } };
  assert.deepEqual([error.code, error.field_count], ['VALIDATION_ERROR', 1]);
  assert.equal((error.details[0] as { line: number }).line, 2);
  const { out } = await imported(
    'serviceability',
    'pincode,zone\n110001,201\n',
    '--partner',
    SURFACE,
    '--json',
    '--dry-run',
  );
  assert.equal((JSON.parse(out) as { success: boolean }).success, true);
});

it('refuses what is no CSV, by line and column', async () => {
  const cases: [string, string][] = [
    ['pincode,zone\n110001,"201\n', 'sheet.csv:2: column 2: begins with a quote that nothing closes'],
    ['PK\u0003\u0004', 'sheet.csv:1: is damaged: it begins as a zip file and has no list of its parts'],
    ['pincode,zone\n110001,20\u00001\n', 'sheet.csv:2: column 2: is no CSV: it has a byte that no text has'],
  ];
  for (const [text, fault] of cases) {
    const { code, err } = await imported('serviceability', text, '--partner', SURFACE);
    assert.deepEqual([code, err[1]], [1, fault]);
  }
});
