/**
 * How much the tests do. `npm test` is the quick tier: tests that need only Node.js, and a share of the random rounds.
 * `npm run test:all` is every test, with every round. A seed gives the same rounds in both: the quick tier runs the
 * first of them.
 */

/** Set by `npm run test:all`; with PINRATE_TEST_ALL=1, where nothing may be skipped, there is only this depth. */
export const isAll = process.env.PINRATE_TEST_DEPTH === 'all' || process.env.PINRATE_TEST_ALL === '1';

/** The number of rounds: one for the quick tier, one for all tests. */
export const rounds = (quick: number, all: number): number => (isAll ? all : quick);

/** The reason why the quick tier skips tests; the runner lists them under it. */
export const ONLY_IN_ALL = 'only in npm run test:all';

/**
 * For the option `skip` of a test or a suite that the quick tier leaves out. A whole file says so in its first line:
 * see test/runner/files.ts.
 */
export const onlyInAll: string | false = isAll ? false : ONLY_IN_ALL;
