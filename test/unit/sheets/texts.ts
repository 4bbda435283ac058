/** Sheets of tests, made of texts. */
import { csvSheet } from '../../../src/sheets/files/csv-sheet.js';
import type { Sheet } from '../../../src/sheets/sheet.js';
import { type Fault, SheetFaults } from '../../../src/sheets/tables/faults.js';
import { NO_MAP, type SheetMap } from '../../../src/sheets/tables/map.js';
import { mapOf } from '../../../src/sheets/tables/map-text.js';

export const sheetOf = (text: string): Sheet => csvSheet(text, undefined, null);

/** @param text YAML; '' is no map */
export const mapIn = (text: string): SheetMap => (text === '' ? NO_MAP : mapOf(text, 'map.yaml'));

export const inWords = ({ line, column, message }: Fault): string => `${line}: ${column}: ${message}`;

/** The faults of what refuses a sheet as a whole. */
export function refusalOf(read: () => unknown): { faults: string[]; proposal: string | null } {
  try {
    read();
  } catch (error) {
    if (error instanceof SheetFaults) return { faults: error.faults.map(inWords), proposal: error.proposal };
    throw error;
  }
  throw new Error('nothing is refused');
}
