/** The last thing that a run says: what did not run here, why, and how to run it. */
import { type Depth, ONLY_IN_ALL, ONLY_IN_DEEP } from '../support/depth.js';
import type { Skipped } from './report.js';

const COLUMNS = 120;

/** What also runs what a depth leaves out. */
const DEEPER: Record<Depth, string> = {
  quick: 'npm run test:all or test:deep',
  change: 'npm run test:deep',
  deep: '',
};

export interface NotRun {
  depth: Depth;
  /** Files that the depth leaves out. */
  leftOut: readonly string[];
  skipped: ReadonlyMap<string, readonly Skipped[]>;
  /** What `npm run test:all` would look for in vain on this machine, as reasons. */
  absent: readonly string[];
  /** Checks that did not run. */
  unchecked: readonly string[];
}

/** Lines for a person; none when everything has run. */
export function listOf({ depth, leftOut, skipped, absent, unchecked }: NotRun): string[] {
  const shallow = [...(skipped.get(ONLY_IN_ALL) ?? []), ...(skipped.get(ONLY_IN_DEEP) ?? [])];
  const others = [...skipped].filter(([reason]) => reason !== ONLY_IN_ALL && reason !== ONLY_IN_DEEP);
  const lines = [
    ...(leftOut.length > 0
      ? [
          `${DEEPER[depth]} also runs ${leftOut.length === 1 ? 'this file' : `these ${leftOut.length} files`}:`,
          ...wrapped(leftOut),
        ]
      : []),
    ...(shallow.length > 0 ? [`${DEEPER[depth]} also runs ${countOf(shallow)}:`, ...wrapped(filesOf(shallow))] : []),
    ...others.flatMap(([reason, tests]) => [`${reason}. Skipped here: ${countOf(tests)}:`, ...wrapped(filesOf(tests))]),
    ...(absent.length > 0
      ? ['npm run test:all would skip some tests on this machine. It', ...absent.map((reason) => `  ${reason}`)]
      : []),
    ...unchecked,
  ];
  return lines.length === 0 ? [] : ['', 'NOT RUN HERE', ...lines.map((line) => `  ${line}`)];
}

/**
 * What may not be skipped where nothing may be: all but what a deeper run is for, and what the names in `without` are
 * said not to be there.
 */
export function forbidden(skipped: ReadonlyMap<string, readonly Skipped[]>, without: readonly string[]): string[] {
  const isGranted = (reason: string): boolean =>
    reason === ONLY_IN_DEEP || without.some((name) => reason.toLowerCase().startsWith(`needs ${name.toLowerCase()}`));
  return [...skipped.keys()].filter((reason) => !isGranted(reason));
}

const filesOf = (tests: readonly Skipped[]): string[] => [...new Set(tests.map(({ file }) => file))].sort();

function countOf(tests: readonly Skipped[]): string {
  const files = filesOf(tests).length;
  return `${tests.length} ${tests.length === 1 ? 'test or suite' : 'tests or suites'} in ${files === 1 ? 'one file' : `${files} files`}`;
}

/** Names with commas between them, on lines of at most COLUMNS. */
function wrapped(names: readonly string[]): string[] {
  const lines: string[] = [];
  for (const [n, name] of names.entries()) {
    const text = n < names.length - 1 ? `${name},` : name;
    const last = lines.at(-1);
    if (last === undefined || last.length + text.length + 4 > COLUMNS) lines.push(`  ${text}`);
    else lines[lines.length - 1] = `${last} ${text}`;
  }
  return lines;
}
