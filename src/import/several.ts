/** A sheet of several couriers: one import for each, as one change. */
import type { ReplaceTarget } from '../contract/apply.js';
import { Faults } from '../sheets/tables/faults.js';
import type { SheetReading } from '../sheets/tables/reading.js';
import type { Import } from './import.js';

/** @param parts by partner, of the same sheet; at least one */
export function together(parts: ReadonlyMap<string, Import>): Import {
  const all = [...parts.values()];
  const [first] = all;
  if (all.length === 1) return first!;
  const faults = new Faults();
  const seen = new Set<string>();
  // what is wrong with the sheet comes again with each courier
  for (const fault of all.flatMap((part) => part.faults.found)) {
    const name = JSON.stringify([fault.line, fault.column, fault.message]);
    if (!seen.has(name)) faults.add(fault, fault.message);
    seen.add(name);
  }
  const replace: ReplaceTarget | null = all.find((part) => part.replace !== null)?.replace ?? null;
  return {
    lines: withoutTwins(all.flatMap(({ lines }) => lines)),
    table: first!.table,
    reading: readingOf(all.map(({ reading }) => reading)),
    does: [...parts].flatMap(([id, { does }]) => does.map((each) => ({ ...each, what: `${each.what} (${id})` }))),
    skipped: [...new Set(all.flatMap(({ skipped }) => skipped))],
    made: all
      .flatMap(({ made }) => made)
      .filter((pincode, at, made) => at === made.findIndex((each) => each.pincode === pincode.pincode)),
    newZones: all.reduce((sum, { newZones }) => sum + newZones, 0),
    replace,
    faults,
  };
}

/** The same new pincode may be of two couriers: the first line counts. */
function withoutTwins(lines: Import['lines']): Import['lines'] {
  const seen = new Set<string>();
  return lines.filter(({ creates }) => {
    const isTwin = creates !== undefined && seen.has(creates);
    if (creates !== undefined) seen.add(creates);
    return !isTwin;
  });
}

function readingOf(readings: readonly SheetReading[]): SheetReading {
  const columns = Object.assign({}, ...readings.map((reading) => reading.columns)) as Record<string, string>;
  const taken = new Set(Object.values(columns));
  const notes = new Map(
    readings.flatMap(({ assumed }) => assumed.map((note) => [`${note.what} ${note.example}`, note])),
  );
  return {
    ...readings[0]!,
    columns,
    notRead: readings[0]!.notRead.filter((heading) => !taken.has(heading)),
    assumed: [...notes.values()],
    repeated: readings.reduce((sum, { repeated }) => sum + repeated, 0),
    unknown: readings.reduce((sum, { unknown }) => sum + unknown, 0),
  };
}
