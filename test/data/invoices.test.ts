/** The demo invoices are those of their script, and `pinrate reconcile` names every seeded fault and invents none. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CAUSES } from '../../data/invoice-maker/parts.js';
import { invoiceFiles } from '../../data/invoice-maker/files.js';
import { runCli } from '../../src/cli/run.js';
import { GEOGRAPHY_FOLDER, PACKAGE_ROOT } from '../../src/package-root.js';
import { csvRows } from '../../src/sheets/files/csv.js';
import { readDataset } from '../../src/store/dataset/dataset.js';
import { withFolder } from '../store/fixtures.js';
import { blockWith } from '../docs/markdown.js';
import { MAIN, TestApp } from '../support/app.js';

const FOLDER = join(PACKAGE_ROOT, 'data', 'invoices');

interface SeededLine {
  line: number;
  cause: string;
  status: string;
  billed?: number;
  expected?: number;
  causes: Record<string, number>;
}
interface Seeds {
  partnerId: string | null;
  lines: SeededLine[];
  unbilled: string[];
}
const SEEDS = JSON.parse(readFileSync(join(FOLDER, 'seeds.json'), 'utf8')) as Record<string, Seeds>;

it('are what the script makes of the demo', async () => {
  const read = await readDataset(join(PACKAGE_ROOT, 'data', 'demo'), { geographyFolder: GEOGRAPHY_FOLDER });
  assert(read.ok);
  const files = invoiceFiles(read.documents);
  const committed = readdirSync(FOLDER).filter((name) => name !== 'maps');
  assert.deepEqual(committed.sort(), [...files.keys()].sort());
  for (const [name, content] of files) assert(content.equals(readFileSync(join(FOLDER, name))), name);
});

it('have faults of every cause and of every status, and right lines', () => {
  const lines = Object.values(SEEDS).flatMap((seeds) => seeds.lines);
  const found = new Set(lines.flatMap(({ causes }) => Object.keys(causes)));
  assert.deepEqual([...found].sort(), [...CAUSES].sort());
  assert.deepEqual([...new Set(lines.map(({ status }) => status))].sort(), [
    'CREDIT',
    'OK',
    'OVERBILLED',
    'UNDERBILLED',
    'UNPRICED',
    'UNREADABLE',
    'WITHIN',
  ]);
  assert(lines.filter(({ status }) => status === 'OK').length > 100);
  assert(new Set(lines.map(({ cause }) => cause).filter((cause) => cause.includes('+'))).size >= 8);
});

describe('pinrate reconcile', () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.startDemo({ now: new Date('2026-12-01T06:00:00Z') });
  });
  after(() => app.close());

  it('says of the first what docs/reconcile.md shows', () =>
    withFolder(async (folder) => {
      const command = blockWith('docs/reconcile.md', 'sh', 'haatwala-ecom.csv').trim();
      const words = command.slice('npm run pinrate -- '.length).split(' ');
      const out = join(folder, 'report');
      const args = words.map((word) => (word.startsWith('data/') ? join(PACKAGE_ROOT, word) : word));
      const printed: string[] = [];
      await runCli(args.with(args.indexOf('report'), out), {
        env: { PINRATE_URL: app.app.url, PINRATE_ID: MAIN.id, PINRATE_SECRET: MAIN.secret },
        homeFolder: '/nowhere',
        out: { write: (text) => printed.push(text) },
        err: { write: (text) => printed.push(text) },
        now: () => app.clock.nowMs,
      });
      const shown = blockWith('docs/reconcile.md', '', 'Invoice HWE0000117');
      assert.equal(printed.join('').replaceAll(out, 'report'), shown);
      const disputes = await rowsOf(join(out, 'dispute.csv'));
      const reasons = new Set(disputes.map(({ reason }) => reason));
      for (const line of blockWith('docs/reconcile.md', '', 'Charged weight').trim().split('\n'))
        assert(reasons.has(line), line);
    }));

  for (const [name, seeds] of Object.entries(SEEDS))
    it(`finds in ${name} what is seeded there, and nothing else`, () =>
      withFolder(async (folder) => {
        const courier = name.slice(0, -'.csv'.length);
        const has = (file: string): boolean => readdirSync(FOLDER).includes(file);
        const [items, ledger] = [`${courier}-sku.csv`, `${courier}-ledger.csv`];
        // a run extends it
        if (has(ledger)) await copyFile(join(FOLDER, ledger), join(folder, ledger));
        const err: string[] = [];
        const args = [
          ...['reconcile', join(FOLDER, name), '--out', join(folder, 'report')],
          ...['--map', join(FOLDER, 'maps', `${courier}.yaml`), '--shipments', join(FOLDER, `${courier}-orders.csv`)],
          ...(seeds.partnerId === null ? [] : ['--partner', seeds.partnerId]),
          ...(has(items) ? ['--items', join(FOLDER, items)] : []),
          ...(has(ledger) ? ['--ledger', join(folder, ledger)] : []),
        ];
        const code = await runCli(args, {
          env: { PINRATE_URL: app.app.url, PINRATE_ID: MAIN.id, PINRATE_SECRET: MAIN.secret },
          homeFolder: '/nowhere',
          out: { write: () => undefined },
          err: { write: (text) => err.push(text) },
          now: () => app.clock.nowMs,
        });
        assert.equal(code, 1, err.join(''));
        const rows = await rowsOf(join(folder, 'report', 'lines.csv'));
        assert.deepEqual(
          rows.map((row) => foundIn(row)),
          seeds.lines.map(wanted),
        );
        const unbilled = await rowsOf(join(folder, 'report', 'unbilled.csv'));
        assert.deepEqual(
          unbilled.map(({ ref }) => ref),
          seeds.unbilled,
        );
      }));
});

/** By their headings. */
async function rowsOf(file: string): Promise<Record<string, string>[]> {
  const [headings, ...rows] = [...csvRows(await readFile(file, 'utf8'), ',')].map(({ cells }) => cells);
  return rows.map((cells) => Object.fromEntries(headings!.map((heading, at) => [heading, cells[at]!])));
}

const foundIn = (row: Record<string, string>): SeededLine => ({
  line: Number(row['line']),
  cause: row['cause']!,
  status: row['status']!,
  ...(row['expected'] !== '' && { billed: Number(row['billed']), expected: Number(row['expected']) }),
  causes: Object.fromEntries(
    CAUSES.flatMap((cause) => (Number(row[cause]) === 0 ? [] : [[cause, Number(row[cause])] as const])),
  ),
});

const wanted = ({ line, cause, status, billed, expected, causes }: SeededLine): SeededLine => ({
  ...{ line, cause, status },
  ...(expected !== undefined && { billed, expected }),
  causes,
});
