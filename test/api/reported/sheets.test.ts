/** What people reported of couriers' sheets, by `pinrate import` on card P of the reports (see parcels.test.ts). */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runCli } from '../../../src/cli/run.js';
import { withFolder } from '../../store/fixtures.js';
import { MAIN, type TestApp } from '../../support/app.js';
import { cardP, charged, type Json, reasonsFor, withCard } from './card.js';

interface Imported {
  code: number;
  out: string;
  err: string;
}

/** `pinrate import KIND sheet.csv` for the courier of card P. */
const imported = (app: TestApp, kind: string, lines: string[], ...options: string[]): Promise<Imported> =>
  withFolder(async (folder) => {
    const file = join(folder, 'sheet.csv');
    await writeFile(file, lines.join('\n'));
    const written = { out: '', err: '' };
    const code = await runCli(['import', kind, file, '--partner', 'plain', ...options], {
      env: { PINRATE_URL: app.app.url, PINRATE_ID: MAIN.id, PINRATE_SECRET: MAIN.secret },
      homeFolder: folder,
      out: { write: (text) => (written.out += text) },
      err: { write: (text) => (written.err += text) },
      now: () => app.clock.nowMs,
    });
    return { code, ...written };
  });

/** The pincodes of the zone, and what the entries say of them. */
async function entriesOf(app: TestApp): Promise<Json[]> {
  const { text } = await app.get('/documents/zone-pincodes?partnerId=plain', MAIN, { accept: 'application/x-ndjson' });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json);
}

/** Card P with a zone for the pincodes of a sheet, which no other zone covers. */
const withNorthEast = () => {
  const world = cardP();
  const [zone] = world.zones;
  const [northEast] = world.states.filter(({ code }) => code === 'ML');
  zone!.geographical.states = zone!.geographical.states.filter((id) => id !== northEast!.id);
  world.zones.push({ ...zone!, id: 7, name: 'North East', geographical: { states: [], cities: [], areas: [] } });
  return world;
};

describe('reported of lists of pincodes', () => {
  const pincodesAfter = (lines: string[], ...options: string[]): Promise<string[]> =>
    withCard(withNorthEast(), async (app) => {
      const { code, err } = await imported(app, 'serviceability', lines, ...options);
      assert.deepEqual([code, err], [0, '']);
      const entries = await entriesOf(app);
      assert.ok(entries.every(({ zoneId }) => zoneId === 7));
      return entries.map(({ pincode }) => pincode).sort();
    });

  it('31: a blank in a pincode is no fault of a sheet', async () => {
    const lines = ['pincode,zone', '793 001,North East', "'793002,North East", '="793003",North East'];
    assert.deepEqual(await pincodesAfter(lines), ['793001', '793002', '793003']);
  });

  it('33: rows of offices repeat their pincode, and count once if they agree', async () => {
    const rows = [
      'Pincode,Zone,COD',
      '793001,North East,Y',
      '793001,North East,Y',
      '793002,North East,N',
      '793002,North East,N',
    ];
    assert.deepEqual(await pincodesAfter(rows), ['793001', '793002']);
    await withCard(withNorthEast(), async (app) => {
      const { code, err } = await imported(app, 'serviceability', [...rows, '793002,North East,Y']);
      assert.equal(code, 1);
      assert.match(err, /sheet\.csv:6:.*793002/);
      assert.deepEqual(await entriesOf(app), []);
    });
  });

  it('36: pincodes may be written from one to another, and by their first digits', async () => {
    assert.deepEqual(await pincodesAfter(['pincode,zone', '793001-793002,North East']), ['793001', '793002']);
    assert.deepEqual(await pincodesAfter(['pincode,zone', '793*,North East']), ['793001', '793002', '793003']);
    assert.deepEqual(await pincodesAfter(['pincode,zone', '"793001, 793003",North East']), ['793001', '793003']);
  });

  it('34: an amount is read as the country writes it', () =>
    withCard(withNorthEast(), async (app) => {
      const lines = ['pincode,zone,max_cod', '793001,North East,"50,000"', '793002,North East,"₹1,25,000.00"'];
      const { code, err } = await imported(app, 'serviceability', lines);
      assert.deepEqual([code, err], [0, '']);
      assert.deepEqual(
        (await entriesOf(app)).map(({ maxCodAmount }) => maxCodAmount),
        [50_000, 125_000],
      );
    }));
});

describe('reported of rates', () => {
  /** The weight charge of a weight, null where there is no rate. */
  const ratesAfter = (lines: string[], weights: number[], ...options: string[]): Promise<(number | null)[]> =>
    withCard(cardP({}, { packages: [] }), async (app) => {
      const { code, err } = await imported(app, 'rates', lines, ...options);
      assert.deepEqual([code, err], [0, '']);
      const found: (number | null)[] = [];
      for (const weight of weights)
        found.push(
          (await reasonsFor(app, { weight })).length > 0 ? null : (await charged(app, { weight })).weightCharge,
        );
      return found;
    });

  it('34: money has signs of currency and groups', async () => {
    const lines = ['slab,A>A', '0-500,"Rs. 45.00"', '500-2000,₹ 60', '2000-20000,"1,250.00"'];
    assert.deepEqual(await ratesAfter(lines, [500, 501, 20_000]), [45, 60, 1_250]);
  });

  it('34: a percentage has its sign', () =>
    withCard(cardP(), async (app) => {
      const { code, err } = await imported(app, 'charges', ['type,chargeType,value', 'fsc,percentage,12%']);
      assert.deepEqual([code, err], [0, '']);
      assert.equal((await charged(app)).fscCharge, 8.4);
    }));

  it('35: a blank, or NA, is no rate, and 0 is free', async () => {
    for (const none of ['', 'NA', '-'])
      assert.deepEqual(
        await ratesAfter(['slab,A>A', '0-500,40', `500-1000,${none}`], [500, 501, 1_000]),
        [40, null, null],
        none,
      );
    assert.deepEqual(await ratesAfter(['slab,A>A', '0-500,0', '500-1000,55'], [500, 501]), [0, 55]);
  });

  it('slabs may be in kilograms', async () => {
    assert.deepEqual(await ratesAfter(['slab,A>A', '0-0.5 kg,40', '0.5-1 kg,55'], [500, 501, 1_000]), [40, 55, 55]);
  });
});
