/** What export writes, apply takes into an empty node, whose export is then the same, byte for byte. */
import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { runCli } from '../../src/cli/run.js';
import { DATASET_COLLECTIONS } from '../../src/model/documents.js';
import { readDataset } from '../../src/store/dataset/dataset.js';
import { fixtureDocuments, withFolder } from '../store/fixtures.js';
import { MAIN, TestApp } from '../support/app.js';
import { smallDemoFolder } from '../support/demo.js';

/** The demo, with texts that CSV and spreadsheets take for something else. */
let full: TestApp;
/** Credentials alone, and the same geography. */
let empty: TestApp;
before(async () => {
  full = await TestApp.startDemo({ now: new Date() });
  const { credentials } = fixtureDocuments();
  const demo = await readDataset(smallDemoFolder(), { geographyFolder: smallDemoFolder() });
  assert.ok(demo.ok);
  const { states, cities, areas, pincodes } = demo.documents;
  const nothing = Object.fromEntries(DATASET_COLLECTIONS.map((collection) => [collection, []]));
  const [first] = credentials;
  const main = { ...first!, secrets: [{ version: 1, secret: MAIN.secret }], scopes: ['quote', 'read', 'manage'] };
  empty = await TestApp.start({ ...nothing, states, cities, areas, pincodes, credentials: [main] } as never, {
    now: new Date(),
  });
});
after(async () => {
  await full.close();
  await empty.close();
});

async function pinrate(app: TestApp, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const code = await runCli(args, {
    env: { PINRATE_URL: app.app.url, PINRATE_ID: MAIN.id, PINRATE_SECRET: MAIN.secret },
    homeFolder: '/nowhere',
    out: { write: (text) => (written.out += text) },
    err: { write: (text) => (written.err += text) },
  });
  return { code, ...written };
}

/** All of India has more rows than one apply takes, and both nodes have the same places. */
const GEOGRAPHY = ['states', 'cities', 'areas', 'pincodes'];

for (const format of ['csv', 'ndjson'])
  it(`as ${format}`, () =>
    withFolder(async (folder) => {
      const { json } = await full.get('/documents/zones/201');
      const zone = (json as { data: object }).data;
      const description = `=1+1, "quoted"\r\n'-0.5 \u20b9 ${format}`;
      assert.equal((await full.send('PUT', '/documents/zones/201', { ...zone, description })).status, 200);
      const there = join(folder, 'there');
      const back = join(folder, 'back');
      assert.equal((await pinrate(full, 'export', there, '--format', format)).code, 0);
      for (const collection of GEOGRAPHY) await rm(join(there, `${collection}.${format}`));
      const { code, err } = await pinrate(empty, 'apply', there);
      assert.deepEqual([code, err], [0, '']);
      assert.equal((await pinrate(empty, 'export', back, '--format', format)).code, 0);
      const names = await readdir(there);
      assert(names.includes(`packages.${format}`) && names.includes(`zone-pincodes.${format}`));
      for (const name of names) {
        const [sent, returned] = await Promise.all([readFile(join(there, name)), readFile(join(back, name))]);
        assert(sent.equals(returned), name);
      }
    }));
