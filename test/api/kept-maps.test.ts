/** A map that priced, reconciled or imported a sheet is kept, and named when a sheet with its headings comes again. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { runCli } from '../../src/cli/run.js';
import { withFolder } from '../store/fixtures.js';
import { MAIN, TestApp } from '../support/app.js';

const PARTNER = 'haatwala-ecom';
let app: TestApp;
before(async () => {
  app = await TestApp.startDemo({ now: new Date() });
});
after(() => app.close());

const pickedUp = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

for (const [name, sheet, map, args] of [
  [
    'pinrate rate',
    'Start,End,Load\n110001,560001,500 g\n',
    'columns: {from: Start, to: End, weight: Load}\n',
    (folder: string) => ['rate', 'SHEET', '--partner', PARTNER, '--out', join(folder, 'out.csv')],
  ],
  [
    'pinrate reconcile',
    'Number of it,Sum of it,Start,End,Load\n77,50,110001,560001,500 g\n',
    'amounts: withTax\ninvoice: {columns: {awb: Number of it, total: Sum of it, from: Start, to: End, weight: Load}}\n',
    (folder: string) => ['reconcile', 'SHEET', '--partner', PARTNER, '--force', '--out', join(folder, 'out')],
  ],
  [
    'pinrate import outcomes',
    `Number of it,End,Paid,Became,Left\n77,560001,COD,Moving,${pickedUp}\n`,
    'columns: {awb: Number of it, to: End, payment: Paid, status: Became, picked_up: Left}\n'
      + 'values: {status: {Moving: OPEN}}\n',
    () => ['import', 'outcomes', 'SHEET', '--partner', PARTNER],
  ],
] as const)
  it(name, () =>
    withFolder(async (folder) => {
      const homeFolder = join(folder, 'home');
      await mkdir(homeFolder);
      const [file, given] = [join(folder, 'sheet.csv'), join(folder, 'map.yaml')];
      await writeFile(file, sheet);
      await writeFile(given, map);
      const run = async (...more: string[]): Promise<string[]> => {
        let written = '';
        await runCli([...args(folder).map((each) => (each === 'SHEET' ? file : each)), ...more], {
          env: { PINRATE_URL: app.app.url, PINRATE_ID: MAIN.id, PINRATE_SECRET: MAIN.secret },
          homeFolder,
          out: { write: (text) => text },
          err: { write: (text) => (written += text) },
        });
        return written.split('\n').filter((line) => line.includes('had a map'));
      };
      assert.deepEqual(await run(), [], 'there is none yet');
      assert.deepEqual(await run('--map', given), [], 'the map is given');
      const [line] = await run();
      const kept = /^a sheet with these headings had a map: --map (.*)$/.exec(line ?? '')?.[1];
      assert.equal(await readFile(kept!, 'utf8'), map);
      assert.deepEqual(await run('--map', kept!), []);
    }),
  );
