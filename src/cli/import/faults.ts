/** The faults of a file. */
import { CommandError, EXIT, printable } from '../world.js';

const MAX_SHOWN_FAULTS = 1_000;

/** A line of a file, and a column of it. */
export interface SourcePosition {
  line: number;
  /** The heading as the file writes it; null: the row as a whole. */
  column: string | null;
}

export interface Fault extends SourcePosition {
  message: string;
}

/** Refuses a file for its faults, found by the command in its cells or by the node in its lines. */
export class FileFaults extends CommandError {
  /** For standard error. */
  readonly lines: readonly string[];

  /** @param count of all faults; `faults` may have only the first */
  constructor(file: string, faults: readonly Fault[], count: number, advice: readonly string[] = []) {
    const shown = faults.toSorted((a, b) => a.line - b.line).slice(0, MAX_SHOWN_FAULTS);
    const [code, message] = ['VALIDATION_ERROR', `${file} has faults, and nothing of it was imported`];
    const details = shown.map((fault) => ({ file, line: fault.line, field: fault.column, message: fault.message }));
    const lines = [
      `${code}: ${message}`,
      ...details.map(({ line, field, message: fault }) =>
        [`${file}:${line}`, field, fault].filter((part) => part !== null && part !== '').join(': '),
      ),
      ...(count > shown.length ? [`… and ${count - shown.length} more`] : []),
      ...advice,
    ].map(printable);
    const json = JSON.stringify({ success: false, error: { code, message, details, field_count: count } });
    super(EXIT.refused, lines.join('\n'), json);
    this.lines = lines;
  }
}

export class Faults {
  readonly found: Fault[] = [];

  add(position: SourcePosition, message: string): void {
    this.found.push({ line: position.line, column: position.column, message });
  }

  /** @throws {FileFaults} if there are any, in the order of lines, followed by `advice` */
  throwIfAny(file: string, advice: readonly string[] = []): void {
    if (this.found.length > 0) throw new FileFaults(file, this.found, this.found.length, advice);
  }
}
