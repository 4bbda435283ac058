/** Where the time of a run went. */
import type { FileTime } from './share.js';

const MOST = 40;

/** Lines for a person: the files that took most processor time, and the sum of all. */
export function slowest(times: readonly FileTime[]): string[] {
  const sum = (of: (time: FileTime) => number): string => times.reduce((all, time) => all + of(time), 0).toFixed(1);
  const lines = [...times]
    .sort((a, b) => b.processor - a.processor)
    .slice(0, MOST)
    .map(({ file, processor, wall }) => `${processor.toFixed(2).padStart(8)} ${wall.toFixed(2).padStart(8)}  ${file}`);
  return [
    '',
    'Seconds of processor time and of wall time, without processes that a test started:',
    ...lines,
    `${sum(({ processor }) => processor).padStart(8)} ${sum(({ wall }) => wall).padStart(8)}  ${times.length} files`,
  ];
}
