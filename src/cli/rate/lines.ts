/** The rows of a sheet as lines of a bulk. */
import { bodyOf, type ShipmentBody, type ShipmentReader } from '../../sheets/shipments/row.js';
import { type Fault, Faults } from '../../sheets/tables/faults.js';
import type { Table, TableRow } from '../../sheets/tables/table.js';

/** A row, with the question that it makes; null: its faults make none. */
export interface RateLine {
  line: number;
  /** The input's own columns. */
  cells: readonly string[];
  body: ShipmentBody | null;
  faults: readonly Fault[];
}

/** The columns of the input: as many cells of each row as there are headings, and what stands in the first row. */
export class InputColumns {
  readonly headings: readonly string[];

  constructor({ columns }: Table) {
    const all = [...[...columns.fields.values()].flat(), ...columns.notRead];
    const headings: string[] = Array.from({ length: Math.max(...all.map(({ index }) => index)) + 1 }, () => '');
    for (const { index, title, hasTitle } of all) if (hasTitle) headings[index] = title;
    this.headings = headings;
  }

  /** null: the row has filled cells behind the last column. */
  cellsOf({ cells }: Pick<TableRow, 'cells'>): string[] | null {
    const { length } = this.headings;
    if (cells.slice(length).some((cell) => cell.trim() !== '')) return null;
    return Array.from({ length }, (_, at) => cells[at] ?? '');
  }
}

/** @param keepsPartner whether the sheet's own partner is asked */
export function lineOf(row: TableRow, reader: ShipmentReader, columns: InputColumns, keepsPartner: boolean): RateLine {
  const faults = new Faults();
  const cells = columns.cellsOf(row);
  if (cells === null)
    faults.add({ line: row.line, column: null }, `has cells behind its ${columns.headings.length} columns`);
  const shipment = reader.read(row, faults);
  const asked = keepsPartner ? shipment : { ...shipment, partner: null };
  // the sheet says no payment: what is to be collected does
  const paid =
    asked.payment === null && !row.hasColumn('payment') && (asked.codAmount ?? 0) > 0 ? 'COD' : asked.payment;
  const body = faults.found.length === 0 ? bodyOf({ ...asked, payment: paid }) : null;
  return { line: row.line, cells: cells ?? row.cells.slice(0, columns.headings.length), body, faults: faults.found };
}
