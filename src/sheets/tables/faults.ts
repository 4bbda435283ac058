/** The faults of a sheet, by line and heading. */

/** A line of a file, and a column of it. */
export interface SourcePosition {
  line: number;
  /** The heading as the file writes it; null: the row as a whole. */
  column: string | null;
}

export interface Fault extends SourcePosition {
  message: string;
}

/** Refuses a sheet. */
export class SheetFaults extends Error {
  constructor(
    readonly faults: readonly Fault[],
    /** A map to start from, in YAML; null: none would help. */
    readonly proposal: string | null = null,
  ) {
    super(faults[0]?.message);
  }
}

export class Faults {
  readonly found: Fault[] = [];

  add(position: SourcePosition, message: string): void {
    this.found.push({ line: position.line, column: position.column, message });
  }

  /** @throws {SheetFaults} if there are any */
  throwIfAny(proposal: string | null = null): void {
    if (this.found.length > 0) throw new SheetFaults(this.found, proposal);
  }
}
