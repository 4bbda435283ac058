/** What a run says at its end. */
import { Notes } from '../../sheets/tables/reading.js';
import type { BulkWarning, LineAnswer } from '../../bulk/bulk.js';

interface FailedLine {
  line: number;
  code: string;
  /** '' where only the output of an earlier run tells. */
  message: string;
}

const SHOWN_FAILURES = 10;

export class RateSummary {
  /** Of the input, those of an earlier run too. */
  lines = 0;
  /** That an earlier run has answered. */
  kept = 0;
  priced = 0;
  unavailable = 0;
  failed = 0;
  /** In their order. */
  readonly firstFailed: FailedLine[] = [];
  readonly leftOut = new Notes();
  readonly #warnings = new Map<string, BulkWarning>();

  keep(): void {
    this.lines++;
    this.kept++;
  }

  add(line: number, answer: LineAnswer): void {
    this.lines++;
    if (answer.error !== undefined) this.addFailed(line, answer.error.code, messageOf(answer.error));
    else if (answer.available === true) this.priced++;
    else this.unavailable++;
  }

  addFailed(line: number, code: string, message: string): void {
    this.failed++;
    this.firstFailed.push({ line, code, message });
    this.firstFailed.sort((a, b) => a.line - b.line).splice(SHOWN_FAILURES);
  }

  addWarnings(warnings: readonly BulkWarning[]): void {
    for (const warning of warnings) {
      const key = `${warning.code} ${warning.field}`;
      const { count } = this.#warnings.get(key) ?? { count: 0 };
      this.#warnings.set(key, { ...warning, count: count + warning.count });
    }
  }

  get warnings(): BulkWarning[] {
    return [...this.#warnings.values()];
  }
}

interface LineFault {
  field?: string;
  message?: string;
}

/** What is wrong with which members, where the node says it. */
function messageOf({ message, details }: NonNullable<LineAnswer['error']>): string {
  const faults = Array.isArray(details) ? (details as LineFault[]) : [];
  const words = faults.filter((fault) => fault.message !== undefined).map((fault) => `${fault.field} ${fault.message}`);
  return words.length === 0 ? message : words.join('; ');
}
