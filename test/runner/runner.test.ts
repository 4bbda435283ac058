/** What `npm test` makes of files, of several runs, and of what was skipped. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ONLY_IN_ALL, ONLY_IN_DEEP } from '../support/depth.js';
import { runChecks } from './checks.js';
import { fullDisks } from './disk.js';
import { selectFiles } from './files.js';
import { type LaneOptions, Lanes } from './lanes.js';
import { forbidden, listOf } from './not-run.js';
import { Tally, type TestEvent, together } from './report.js';

const NOTHING = { depth: 'quick' as const, leftOut: [], skipped: new Map(), absent: [], unchecked: [] };

/** A folder with these files, for the tests of a suite. */
function folderOf(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'pinrate-runner-'));
  after(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

describe('the choice of files', () => {
  const root = folderOf({
    'test/a.test.ts': "import './x.js';\n",
    'test/faults/faults.test.ts': '// Only in npm run test:all.\n',
    'test/api/times.test.ts': '// Only in npm run test:all.\n// Runs in a process of its own.\n',
    'test/deploy/platforms.test.ts': '// Only in npm run test:deep.\n',
    'test/late.test.ts': '/** Says so too late: */\n\n// Only in npm run test:all.\n',
    'test/helper.ts': '',
  });

  it('leaves files out of the quick tier that say so in their first two lines', () => {
    assert.deepEqual(selectFiles(root, [], 'quick'), {
      apart: [],
      faults: [],
      others: ['test/a.test.ts', 'test/late.test.ts'],
      leftOut: ['test/faults/faults.test.ts', 'test/api/times.test.ts', 'test/deploy/platforms.test.ts'],
    });
  });

  it('leaves files out of a change that say that they prove the product', () => {
    assert.deepEqual(selectFiles(root, [], 'change').leftOut, ['test/deploy/platforms.test.ts']);
  });

  it('leaves none out of the deepest run, and keeps apart what runs by itself and what kills its servers', () => {
    assert.deepEqual(selectFiles(root, [], 'deep'), {
      apart: ['test/api/times.test.ts'],
      faults: ['test/faults/faults.test.ts'],
      others: ['test/a.test.ts', 'test/deploy/platforms.test.ts', 'test/late.test.ts'],
      leftOut: [],
    });
  });

  it('takes every file whose path begins as asked, whatever its tier, and refuses a beginning that none has', () => {
    assert.deepEqual(selectFiles(root, ['test/f', 'test/a.'], 'quick'), {
      apart: [],
      faults: ['test/faults/faults.test.ts'],
      others: ['test/a.test.ts'],
      leftOut: [],
    });
    assert.throws(() => selectFiles(root, ['test/helper'], 'quick'), /no test file begins with test\/helper/);
  });
});

/** What a run of these files gives a reporter: as many processes share them, or each file has a process. */
async function eventsOf(files: Record<string, string>, processes: number | 'one each', options: LaneOptions = {}) {
  const names = Object.keys(files);
  const compiled = folderOf({
    'package.json': '{ "type": "module" }',
    ...Object.fromEntries(
      names.map((name) => [`${name}.js`, `import { describe, it } from 'node:test';\n${files[name]}`]),
    ),
  });
  const lanes = new Lanes({ compiled, ...options });
  after(() => lanes.remove());
  const tally = new Tally();
  const events: TestEvent[] = [];
  const paths = names.map((name) => `${name}.ts`);
  const shared =
    processes === 'one each' ? paths.map((path) => ({ files: [path], processes: 1 })) : [{ files: paths, processes }];
  const all = shared.flatMap((lane) => lanes.processes(lane));
  for await (const event of together(all, tally)) events.push(event);
  const ofFiles = events.filter(({ data }) => data.nesting === 0 && data.name !== undefined);
  const ended = ofFiles.filter(({ type }) => type === 'test:pass' || type === 'test:fail');
  return {
    tally,
    events,
    results: Object.fromEntries(ended.map(({ type, data }) => [data.name!, type])),
    reasonOf: (name: string) => String(ended.find(({ data }) => data.name === name)?.data.details?.error?.message),
    times: lanes.times(),
  };
}

describe('processes that share test files', () => {
  it('have one summary, one list of failures and every reason for skipping', async () => {
    const { tally, events } = await eventsOf(
      {
        one:
          "it('good', () => {});\nit('unwell', { skip: 'needs rain' }, () => {});\n"
          + "describe('all of it', { skip: 'needs rain' }, () => { it('unseen', () => {}); });\n",
        two: "it('bad', () => { throw new Error('bad'); });\nit('skips itself', (t) => t.skip());\n",
      },
      'one each',
    );
    const isOfRun = ({ type, data }: TestEvent): boolean =>
      type === 'test:diagnostic' && data.file === undefined && data.nesting === 0;
    const summary = events.filter(isOfRun).map(({ data }) => data.message!);
    const counts = summary.filter((line) => /^(tests|pass|fail) /.test(line));
    assert.deepEqual(counts, ['tests 4', 'pass 1', 'fail 1']);
    assert.equal(new Set(summary.map((line) => line.split(' ')[0])).size, summary.length, 'each total once');
    assert.ok(tally.failures > 0);
    assert.deepEqual([...tally.skipped].map(([reason, tests]) => [reason, tests.map(({ name }) => name)]).sort(), [
      ['needs rain', ['unwell', 'all of it']],
      ['no reason is given', ['skips itself']],
    ]);
  });

  it('run each file once, with its own hooks, and say what it took', async () => {
    const hooked =
      "import { after, before } from 'node:test'; import assert from 'node:assert/strict';\n"
      + 'before(() => { globalThis.open = (globalThis.open ?? 0) + 1; });\n'
      + "it('is alone', () => assert.equal(globalThis.open, 1));\nafter(() => { globalThis.open--; });\n";
    const { results, times } = await eventsOf({ a: hooked, b: hooked, c: hooked }, 1);
    assert.deepEqual(results, { 'a.ts': 'test:pass', 'b.ts': 'test:pass', 'c.ts': 'test:pass' });
    assert.deepEqual(
      times.map(({ file }) => file),
      ['a.ts', 'b.ts', 'c.ts'],
    );
  });

  it('name a file that ends its process, and the rest of the list runs in another', async () => {
    const good = "it('good', () => {});\n";
    const files = { a: good, b: "it('x', () => process.exit(0));\n", c: good, d: good };
    const { results } = await eventsOf(files, 2);
    assert.deepEqual(results, { 'a.ts': 'test:pass', 'b.ts': 'test:fail', 'c.ts': 'test:pass', 'd.ts': 'test:pass' });
  });

  it('keep every result of a file that writes to standard output between them', async () => {
    const writing =
      "import { writeSync } from 'node:fs';\nfor (let n = 0; n < 40; n++)\n"
      + "  it('writes', () => {\n    writeSync(1, 'text '.repeat(100));\n"
      + "    process.stdout.write('\\xff\\x0f more\\n', 'latin1');\n  });\n";
    const { events, results } = await eventsOf({ a: writing }, 1);
    assert.deepEqual(results, { 'a.ts': 'test:pass' });
    assert.equal(events.filter(({ type, data }) => type === 'test:pass' && data.name === 'writes').length, 40);
  });

  it('name a file that blocks its process, and end it', async () => {
    const blocking = "it('x', () => { for (;;); });\n";
    const { results, reasonOf } = await eventsOf({ a: blocking }, 1, { longestSilenceMs: 4_000 });
    assert.deepEqual(results, { 'a.ts': 'test:fail' });
    assert.match(reasonOf('a.ts'), /said nothing for 4 s/);
  });

  it('name a file with an error outside its tests, at once, and run the next', async () => {
    const waiting = 'new Promise((resolve) => setTimeout(resolve, 3_000))';
    const stray = (how: string): string => `it('x', () => { setTimeout(() => { ${how} }); return ${waiting}; });\n`;
    const files = {
      a: stray("throw new Error('thrown');"),
      b: stray("Promise.reject(new Error('rejected'));"),
      c: "it('good', () => {});\n",
    };
    const { results, reasonOf } = await eventsOf(files, 1, { longestFileMs: 20_000 });
    assert.equal(results['a.ts'], 'test:fail');
    assert.equal(results['b.ts'], 'test:fail');
    assert.equal(results['c.ts'], 'test:pass');
    assert.match(reasonOf('a.ts'), /thrown/);
    assert.match(reasonOf('b.ts'), /rejected/);
  });

  it('name a file that waits for ever, and end it', async () => {
    const waiting = "it('x', () => new Promise((resolve) => setTimeout(resolve, 300_000)));\n";
    const limits = { longestFileMs: 200, leftOpenMs: 100 };
    const { results, reasonOf } = await eventsOf({ a: waiting, b: "it('good', () => {});\n" }, 1, limits);
    // the timer is left open
    assert.deepEqual(results, { 'a.ts': 'test:fail', 'b.ts': 'test:pass', 'a process of the tests': 'test:fail' });
    assert.match(reasonOf('a process of the tests'), /left open: .*Timeout/);
  });
});

it('a full disk is named, with the room that is left', () => {
  assert.deepEqual(fullDisks(tmpdir(), 0), []);
  const [line] = fullDisks(tmpdir(), Infinity);
  assert.match(line!, /^The disk of \S+ is full: \d+ MB are free\.$/);
});

describe('the list of what did not run', () => {
  const skipped = new Map([
    [ONLY_IN_ALL, [{ name: 'a', file: 'test/x.test.ts' }]],
    [ONLY_IN_DEEP, [{ name: 'd', file: 'test/w.test.ts' }]],
    [
      'needs rain: wait',
      [
        { name: 'b', file: 'test/y.test.ts' },
        { name: 'c', file: 'test/y.test.ts' },
      ],
    ],
  ]);

  it('is empty when everything ran', () => {
    assert.deepEqual(listOf(NOTHING), []);
  });

  it('names each file, why it did not run, and what to do', () => {
    assert.deepEqual(
      listOf({
        ...NOTHING,
        leftOut: ['test/z.test.ts'],
        skipped,
        absent: ['needs sun: move'],
        unchecked: ['no types'],
      }),
      [
        '',
        'NOT RUN HERE',
        '  npm run test:all or test:deep also runs this file:',
        '    test/z.test.ts',
        '  npm run test:all or test:deep also runs 2 tests or suites in 2 files:',
        '    test/w.test.ts, test/x.test.ts',
        '  needs rain: wait. Skipped here: 2 tests or suites in one file:',
        '    test/y.test.ts',
        '  npm run test:all would skip some tests on this machine. It',
        '    needs sun: move',
        '  no types',
      ],
    );
  });

  it('fits 120 columns', () => {
    const leftOut = Array.from({ length: 40 }, (_, n) => `test/some/folder/file-${n}.test.ts`);
    const lines = listOf({ ...NOTHING, leftOut });
    assert.ok(
      lines.every((line) => line.length <= 120),
      String(Math.max(...lines.map(({ length }) => length))),
    );
    assert.deepEqual(
      leftOut.filter((file) => !lines.some((line) => line.includes(file))),
      [],
    );
  });

  it('is a failure where nothing may be skipped, but for what is said not to be there', () => {
    assert.deepEqual(forbidden(skipped, []), [ONLY_IN_ALL, 'needs rain: wait']);
    assert.deepEqual(forbidden(skipped, ['Rain']), [ONLY_IN_ALL]);
    assert.deepEqual(forbidden(new Map(), []), []);
  });
});

describe('types and style', () => {
  it('are two results, of which each can fail, with what was printed', async () => {
    const root = folderOf({
      'package.json': JSON.stringify({
        scripts: { typecheck: 'echo wrong && exit 1', 'format:check': 'echo fine', lint: 'echo fine' },
      }),
    });
    const results = await runChecks(root);
    assert.deepEqual(
      results.map(({ name, isGood }) => [name, isGood]),
      [
        ['typecheck', false],
        ['format:check', true],
        ['lint', true],
      ],
    );
    assert.match(results[0]!.output, /wrong/);
  });
});
