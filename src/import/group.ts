/** A place group's pincodes from a list: a column of pincodes, or of ranges of them. */
import { pincodeSet } from '../sheets/cells/pincodes.js';
import type { SheetFile } from '../sheets/sheet.js';
import { SERVICEABILITY } from '../sheets/serviceability/form.js';
import { tableOf } from '../sheets/tables/build.js';
import { inSheet } from '../sheets/tables/choose.js';
import { Faults } from '../sheets/tables/faults.js';
import { finderOf, type TableForm, wordsOf } from '../sheets/tables/form.js';
import { NO_MAP } from '../sheets/tables/map.js';
import { leftOutInWords } from './words.js';

const NAMES = ['pincode'] as const;
const GROUP: TableForm = {
  kind: 'group',
  names: NAMES,
  required: NAMES,
  find: finderOf(NAMES),
  words: wordsOf(NAMES),
  kindOf: SERVICEABILITY.kindOf,
  key: 'pincode',
};

/** A list's pincodes, ascending, each once, and in sentences what of it is no row of the list. */
export interface GroupList {
  pincodes: string[];
  leftOut: string[];
}

/**
 * Of a range those that the node knows.
 * @param sheet of a workbook, by name or number; null: the only one that fits
 * @throws {SheetFaults} by line, also for single pincodes that the node does not know
 */
export async function groupPincodes(
  file: SheetFile,
  sheet: string | null,
  known: ReadonlySet<string>,
): Promise<GroupList> {
  const isPincode = (text: string): boolean => pincodeSet(text).ok;
  const table = await inSheet(file, sheet, (each) => tableOf(each, GROUP, NO_MAP, { isKey: isPincode }));
  const faults = new Faults();
  const found = new Set<string>();
  const sorted = [...known].sort();
  for (const row of table.rows) {
    const ranges = row.read('pincode', pincodeSet, faults);
    if (ranges === null && row.get('pincode') === '') faults.add(row.position('pincode'), 'is required');
    for (const { from, to } of ranges ?? []) {
      if (from !== to) for (const each of sorted) if (each >= from && each <= to) found.add(each);
      if (from !== to) continue;
      if (known.has(from)) found.add(from);
      else faults.add(row.position('pincode'), `the node does not know pincode ${from}`);
    }
  }
  faults.throwIfAny();
  return { pincodes: [...found].sort(), leftOut: leftOutInWords(table.reading) };
}
