/** bench/deep.json: what the deepest run makes of what a part printed, and that a release has one of its own. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { CANNOT_RUN, type DeepReport, type Part, partOf, renewed, shortcomings } from '../../bench/support/deep.js';
import { PARTS } from '../../bench/support/deep-parts.js';
import { SCENARIOS } from '../../bench/support/suite.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';

const OF = { name: 'a part', release: '1.0.0', seed: 7, node: 'v22.1.0' };
const TOTALS = 'ℹ tests 4\nℹ suites 1\nℹ pass 2\nℹ fail 1\nℹ cancelled 0\nℹ skipped 1\nℹ todo 0\n';

const ran = (code: number | string, output: string): Pick<Part, 'outcome' | 'tests' | 'found'> => {
  const { outcome, tests, found } = partOf(OF, { code, output, seconds: 1.4 });
  return { outcome, tests, found };
};
const part = (name: string, more: Partial<Part> = {}): Part => ({
  ...partOf({ ...OF, name }, { code: 0, output: '', seconds: 1 }),
  ...more,
});

describe('a part of the deepest run', () => {
  it('has its release, seed, machine, seconds, and the tests that passed, failed and were skipped', () => {
    const { date, machine, ...rest } = partOf(OF, { code: 0, output: `✔ one\n${TOTALS}`, seconds: 61.6 });
    assert.deepEqual(rest, {
      name: 'a part',
      release: '1.0.0',
      seed: 7,
      outcome: 'passed',
      seconds: 62,
      tests: { passed: 2, failed: 1, skipped: 1 },
      found: [],
    });
    assert.equal(machine.node, 'v22.1.0');
    assert.ok(machine.cores > 0 && !Number.isNaN(Date.parse(date)));
  });

  it('that passed says why tests were skipped', () => {
    const output = `${TOTALS}\nNOT RUN HERE\n  needs rain: wait. Skipped here: 1 test or suite in one file:\n    test/x.test.ts\n`;
    assert.deepEqual(ran(0, output).found, ['needs rain: wait. Skipped here: 1 test or suite in one file:']);
  });

  it('that failed names the tests, the checks and what may not be skipped', () => {
    const output = `\u001b[31m✖ one (3ms)\u001b[39m\n${TOTALS}\n✖ failing tests:\n\ntest at x\n✖ one (3ms)\n  at y\n✖ lint (2.0 s)\n`;
    assert.deepEqual(ran(1, output), {
      outcome: 'failed',
      tests: { passed: 2, failed: 1, skipped: 1 },
      found: ['✖ one (3ms)', '✖ lint (2.0 s)'],
    });
  });

  it('that failed without a word about tests has the end of what it printed', () => {
    assert.deepEqual(ran('SIGKILL', 'begun\n\nENOSPC: no space left on device\n'), {
      outcome: 'failed',
      tests: null,
      found: ['ended with SIGKILL', 'begun', 'ENOSPC: no space left on device'],
    });
  });

  it('that could not run says why', () => {
    assert.deepEqual(ran(CANNOT_RUN, 'looking\nthere is no rain\n'), {
      outcome: 'not run',
      tests: null,
      found: ['there is no rain'],
    });
    const skipped = 'ℹ pass 0\nℹ fail 0\nℹ skipped 1\n\nNOT RUN HERE\n  needs rain: wait. Skipped here:\n    x\n';
    assert.equal(ran(0, skipped).outcome, 'not run');
  });
});

describe('the report', () => {
  it('has the latest run of each part, in their order', () => {
    const first = renewed({ parts: [] }, [part('b'), part('a')], ['a', 'b', 'c']);
    const second = renewed(first, [part('b', { seconds: 9 })], ['a', 'b', 'c']);
    assert.deepEqual(
      second.parts.map(({ name, seconds }) => [name, seconds]),
      [
        ['a', 1],
        ['b', 9],
      ],
    );
  });

  it('falls short of a release whose parts did not all run on it, or failed', () => {
    const parts = [part('a'), part('b', { release: '0.9.0' }), part('c', { outcome: 'failed' })];
    assert.deepEqual(shortcomings({ parts }, '1.0.0', ['a', 'b', 'c', 'd']), [
      'd: never ran',
      'b: ran on release 0.9.0',
      'c: failed',
    ]);
    assert.deepEqual(shortcomings({ parts: [part('a')] }, '1.0.0', ['a']), []);
  });

  it('is of this release and green, unless the changelog says that this is none yet', (t) => {
    const read = (name: string): string => readFileSync(join(PACKAGE_ROOT, name), 'utf8');
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const report = JSON.parse(read('bench/deep.json')) as DeepReport;
    const names = PARTS.map(({ name }) => name);
    assert.deepEqual(report, renewed(report, [], names), 'it has the parts that there are');
    const lacks = shortcomings(report, version, names);
    for (const line of lacks) t.diagnostic(line);
    if (!/^## Unreleased$/m.test(read('CHANGELOG.md'))) assert.deepEqual(lacks, []);
  });
});

it('every scenario of the benches is there', async () => {
  for (const [name, load] of Object.entries(SCENARIOS)) assert.equal(typeof (await load()), 'function', name);
});
