/** The rows of a sheet as lines of a bulk. */
import { bodyOf, type ShipmentBody, type ShipmentReader } from '../../sheets/shipments/row.js';
import { type Fault, Faults } from '../../sheets/tables/faults.js';
import type { InputColumns } from '../../sheets/tables/input-columns.js';
import type { TableRow } from '../../sheets/tables/table.js';

/** A row, with the question that it makes; null: its faults make none. */
export interface RateLine {
  line: number;
  /** The input's own columns. */
  cells: readonly string[];
  body: ShipmentBody | null;
  faults: readonly Fault[];
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
