/** The faults of a file for standard error: by kind, the first lines of each. */
import { kindOf } from '../../import/fault-kinds.js';
import type { SheetRefusal } from '../../sheets/sheet.js';
import type { Fault } from '../../sheets/tables/faults.js';
import { counted } from '../../words.js';
import { CommandError, EXIT, printable } from '../world.js';

const MAX_SHOWN_FAULTS = 1_000;
/** Of each kind. */
const FIRST_LINES = 3;

/** Refuses a file for its faults, found by the command in its cells or by the node in its lines. */
export class FileFaults extends CommandError {
  /** For standard error. */
  readonly lines: readonly string[];

  /**
   * @param count of all faults; `faults` may have only the first
   * @param showsAll lists all of them
   * @param done what would have been done without them
   */
  constructor(
    private readonly file: string,
    readonly faults: readonly Fault[],
    readonly count: number,
    showsAll: boolean,
    private readonly done = 'imported',
  ) {
    const sorted = faults.toSorted((a, b) => a.line - b.line);
    const shown = sorted.slice(0, MAX_SHOWN_FAULTS);
    const [code, message] = ['VALIDATION_ERROR', `${file} has faults, and nothing of it was ${done}`];
    const details = shown.map((fault) => ({ file, line: fault.line, field: fault.column, message: fault.message }));
    const words = showsAll ? sorted.map((fault) => inWords(file, fault)) : byKind(file, sorted);
    const lines = [
      `${code}: ${message}`,
      ...words,
      ...(count > faults.length ? [`… and ${count - faults.length} more`] : []),
    ].map(printable);
    const json = JSON.stringify({ success: false, error: { code, message, details, field_count: count } });
    super(EXIT.refused, lines.join('\n'), json);
    this.lines = lines;
  }

  /** The same with all of them listed. */
  get withAll(): FileFaults {
    return new FileFaults(this.file, this.faults, this.count, true, this.done);
  }
}

/** Where a file cannot be read. */
export const refusalFault = ({ line, column, message }: SheetRefusal): Fault => ({
  line,
  column: column === null ? null : `column ${column}`,
  message,
});

const inWords = (file: string, { line, column, message }: Fault): string =>
  [`${file}:${line}`, column, message].filter((part) => part !== null && part !== '').join(': ');

function byKind(file: string, faults: readonly Fault[]): string[] {
  const counts = new Map<string, number>();
  for (const fault of faults) counts.set(kindOf(fault), (counts.get(kindOf(fault)) ?? 0) + 1);
  const seen = new Map<string, number>();
  return faults.flatMap((fault) => {
    const kind = kindOf(fault);
    const number = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, number);
    const others = counts.get(kind)! - FIRST_LINES;
    // one more is shown rather than counted
    if (number <= FIRST_LINES || others === 1) return [inWords(file, fault)];
    if (number > FIRST_LINES + 1) return [];
    return [`… and ${counted(others, 'more fault')} of this kind; --all-faults lists them`];
  });
}
