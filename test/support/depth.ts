/**
 * How much the tests do. `npm test` is the quick tier: what needs Node.js alone, and a share of the random rounds.
 * `npm run test:all` is every test, with every round. A seed gives the same rounds in both: the quick tier runs the first of them.
 */

/** Set by `npm run test:all`; with PINRATE_TEST_ALL=1, where nothing may be skipped, there is only this depth. */
export const isAll = process.env.PINRATE_TEST_DEPTH === 'all' || process.env.PINRATE_TEST_ALL === '1';

/** How many rounds: so many in the quick tier, and so many in all. */
export const rounds = (quick: number, all: number): number => (isAll ? all : quick);

/** The reason why tests are left out of the quick tier; the runner lists them under it. */
export const ONLY_IN_ALL = 'only in npm run test:all';

/** For the option `skip` of a test or a suite that the quick tier leaves out. A whole file says so in its first line: see test/runner/files.ts. */
export const onlyInAll: string | false = isAll ? false : ONLY_IN_ALL;
