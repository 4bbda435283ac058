/**
 * How much the tests do, and from which seed. There are three depths:
 *
 * - quick, `npm test`: tests that need only Node.js, and a share of the random rounds, from seeds that never change.
 * - change, `npm run test:all`: every test that proves a change, with MongoDB, Redis, nginx, Chromium and faults of the
 *   store. The random tests run as many rounds as in the quick tier; .ci/run gives them the seed of the commit.
 * - deep, `npm run test:deep`: everything, with every round, and for faults the patience that the product has.
 */

const DEPTHS = ['quick', 'change', 'deep'] as const;
export type Depth = (typeof DEPTHS)[number];

/** PINRATE_TEST_DEPTH, which the runner sets. */
export const depth: Depth = DEPTHS.find((name) => name === process.env.PINRATE_TEST_DEPTH) ?? 'quick';

/** Every test that proves a change runs: nothing is left out for the sake of a few minutes. */
export const isAll = depth !== 'quick';
/** Everything runs, with every round. */
export const isDeep = depth === 'deep';

/** The number of rounds: one for every change, one for `npm run test:deep`. */
export const rounds = (change: number, deep: number): number => (isDeep ? deep : change);

/**
 * The seed of a random test: PINRATE_TEST_SEED, by default `usual`. The same seed gives the same rounds; a shallower
 * depth runs the first of them.
 */
export const seedOf = (usual: number): number => Number(process.env.PINRATE_TEST_SEED ?? usual);

/** The reasons why tests are skipped at a shallower depth; the runner lists them under these. */
export const ONLY_IN_ALL = 'only in npm run test:all';
export const ONLY_IN_DEEP = 'only in npm run test:deep';

/**
 * For the option `skip` of a test or a suite that the quick tier leaves out. A whole file says so in its first line:
 * see test/runner/files.ts.
 */
export const onlyInAll: string | false = isAll ? false : ONLY_IN_ALL;
/** For the option `skip` of what proves the product rather than a change. */
export const onlyInDeep: string | false = isDeep ? false : ONLY_IN_DEEP;
