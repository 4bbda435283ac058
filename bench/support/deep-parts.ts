/** The parts of the deepest run, in their order. */

export interface DeepPart {
  name: string;
  /** From the root of the repository. Its exit code is 0 when all is well, and 2 where it cannot run. */
  command: readonly string[];
  environment?: Readonly<Record<string, string>>;
  /** The major version of Node.js that it runs on; undefined: that of this process. */
  node?: number;
}

const SOAK_MINUTES = 20;
const COUNTED_ASSIGNMENTS = 60_000;
const RUNNER = ['node', '--enable-source-maps', '--max-semi-space-size=32', 'dist/tests/test/run.js'];

export const PARTS: readonly DeepPart[] = [
  // Debian 13 with Node.js 24 is one of them
  { name: 'every test, every round', command: [...RUNNER, '--deep'] },
  { name: 'Node.js 22', command: [...RUNNER, '--all'], node: 22 },
  { name: 'Node.js 24', command: [...RUNNER, '--all'], node: 24 },
  {
    name: `soak of ${SOAK_MINUTES} minutes`,
    command: [...RUNNER, '--deep', 'test/faults/soak'],
    environment: { PINRATE_SOAK_MINUTES: String(SOAK_MINUTES) },
  },
  {
    name: `capacities of ${COUNTED_ASSIGNMENTS} assignments by three nodes`,
    command: [...RUNNER, '--deep', 'test/faults/counted-capacities'],
    environment: { COUNTED_ASSIGNMENTS: String(COUNTED_ASSIGNMENTS) },
  },
  { name: 'benches, one short round each', command: ['node', 'dist/benches/bench/run.js', '--quick'] },
  { name: 'benches, the ratios that have a floor', command: ['node', 'dist/benches/bench/guard.js'] },
];
