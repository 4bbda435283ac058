/** What is wrong with a file, in the form in which the node tells its own faults. */
import { Refused } from '../client.js';
import { refusalLines } from '../refusal.js';
import { printable } from '../world.js';

const MAX_SHOWN_FAULTS = 1_000;

/** Where something of a file is. */
export interface Place {
  line: number;
  /** The heading as the file writes it; null: the row as a whole. */
  column: string | null;
}

export interface Fault extends Place {
  message: string;
}

export class Faults {
  readonly found: Fault[] = [];

  add(place: Place, message: string): void {
    this.found.push({ line: place.line, column: place.column, message });
  }

  /** @throws {Refused} if there are any, in the order of lines, and behind them `advice` */
  throwIfAny(file: string, advice: readonly string[] = []): void {
    if (this.found.length > 0) throw refusedFile(file, this.found, this.found.length, advice);
  }
}

/** @param count of all faults, of which `faults` may be the first */
export function refusedFile(
  file: string,
  faults: readonly Fault[],
  count: number,
  advice: readonly string[] = [],
): Refused {
  const shown = faults.toSorted((a, b) => a.line - b.line).slice(0, MAX_SHOWN_FAULTS);
  const error = {
    code: 'VALIDATION_ERROR',
    message: `${file} has faults, and nothing of it was imported`,
    details: shown.map(({ line, column, message }) => ({ file, line, field: column, message })),
    field_count: count,
  };
  const refused = new Refused(error, JSON.stringify({ success: false, error }));
  refused.lines = [...refusalLines(error, (line) => `${file}:${line}`), ...advice.map(printable)];
  return refused;
}
