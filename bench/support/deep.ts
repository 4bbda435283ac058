/** What the deepest run has done, part by part: the contents of bench/deep.json. */
import { describeMachine, type Machine } from './machine.js';

export interface Part {
  name: string;
  outcome: 'passed' | 'failed' | 'not run';
  /** The release of package.json that it ran on. The commit is that of the machine. */
  release: string;
  date: string;
  machine: Machine;
  /** PINRATE_TEST_SEED. */
  seed: number;
  seconds: number;
  /** null: it has no tests. */
  tests: { passed: number; failed: number; skipped: number } | null;
  /** What failed; why tests were skipped; why it did not run. */
  found: string[];
}

/** The latest run of each part, in the order of the parts. */
export interface DeepReport {
  parts: Part[];
}

/** How a command of a part ended. */
export interface ProcessEnd {
  /** Its exit code, or the signal that ended it. */
  code: number | string;
  output: string;
  seconds: number;
}

/** By this exit code a command says that it cannot run here; the last line that it printed says why. */
export const CANNOT_RUN = 2;
/** How much is shown of the last output of a failed command that names no failed tests. */
const LAST_LINES = 15;
// eslint-disable-next-line no-control-regex -- colours
const COLOURS = /\u001b\[[0-9;]*m/g;

export function partOf(
  { name, release, seed, node }: Pick<Part, 'name' | 'release' | 'seed'> & { node: string },
  { code, output, seconds }: ProcessEnd,
): Part {
  const lines = output.replace(COLOURS, '').split('\n');
  const tests = countsIn(lines);
  const isNotRun = code === CANNOT_RUN || (code === 0 && tests?.passed === 0);
  const outcome = isNotRun ? 'not run' : code === 0 ? 'passed' : 'failed';
  return {
    name,
    outcome,
    release,
    date: new Date().toISOString(),
    machine: { ...describeMachine(), node },
    seed,
    seconds: Math.round(seconds),
    tests,
    found: outcome === 'failed' ? failuresIn(lines, code) : reasonsIn(lines, outcome),
  };
}

/** The totals with which node:test closes a run. */
function countsIn(lines: readonly string[]): Part['tests'] {
  const total = (name: string): number | null => {
    const found = lines.findLast((line) => new RegExp(`^(ℹ|#) ${name} \\d+$`).test(line));
    return found === undefined ? null : Number(found.split(' ').at(-1));
  };
  const [passed, failed, skipped] = [total('pass'), total('fail'), total('skipped')];
  return passed === null ? null : { passed, failed: failed!, skipped: skipped! };
}

/** Why something did not run. */
function reasonsIn(lines: readonly string[], outcome: Part['outcome']): string[] {
  const reasons = [...skippedIn(lines), ...lines.filter((line) => line.startsWith('NOT RUN, '))];
  return outcome === 'not run' && reasons.length === 0 ? ending(lines, 1) : reasons;
}

/** The reasons for which tests were skipped, as the runner lists them. */
function skippedIn(lines: readonly string[]): string[] {
  const from = lines.indexOf('NOT RUN HERE');
  return from === -1
    ? []
    : lines.slice(from + 1).flatMap((line) => (line.includes('. Skipped here: ') ? [line.trim()] : []));
}

/** The tests that failed, or else how the command ended. */
function failuresIn(lines: readonly string[], code: ProcessEnd['code']): string[] {
  const from = lines.findIndex((line) => line.includes('failing tests:'));
  const failed =
    from === -1 ? [] : lines.slice(from).filter((line) => line.startsWith('✖ ') && !line.includes('failing tests:'));
  const unmet = lines.filter((line) => /^(✖ \S+ \(\d+\.\d s\)|FAILED: )/.test(line));
  const named = [...new Set([...failed, ...unmet, ...skippedIn(lines)])];
  return named.length > 0 ? named : [`ended with ${code}`, ...ending(lines, LAST_LINES)];
}

const ending = (lines: readonly string[], count: number): string[] =>
  lines.filter((line) => line.trim() !== '').slice(-count);

/** The report with new runs of some parts. */
export function renewed(report: DeepReport, parts: readonly Part[], order: readonly string[]): DeepReport {
  const latest = new Map([...report.parts, ...parts].map((part) => [part.name, part]));
  return { parts: order.flatMap((name) => latest.get(name) ?? []) };
}

/** Why the report is not that of a release. */
export function shortcomings({ parts }: DeepReport, release: string, order: readonly string[]): string[] {
  const absent = order.filter((name) => !parts.some((part) => part.name === name)).map((name) => `${name}: never ran`);
  const wrong = parts.flatMap(({ name, outcome, release: of, found }) => [
    ...(of === release ? [] : [`${name}: ran on release ${of}`]),
    ...(outcome === 'failed' ? [`${name}: failed`] : []),
    ...(outcome === 'not run' && found.length === 0 ? [`${name}: did not run, for no reason`] : []),
  ]);
  return [...absent, ...wrong];
}
