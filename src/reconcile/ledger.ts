/** What earlier invoices have billed, by the ledger, and the rows that it gets. */
import type { LineFinding } from './finding.js';
import { type Knowledge, parcelKey } from './intake.js';
import { ledgerCells, type LedgerRow, ledgerRowsOf } from './read/ledger.js';
import { ledgerRows } from './tables.js';
import type { InvoiceGlance } from './read/invoice.js';
import type { TableStream } from '../sheets/tables/stream.js';

/** Of the invoice: lines without a number of their own have the first. */
export interface InvoiceNumbers {
  number: string;
  /** Their rows of the ledger count for nothing, and are replaced. */
  replaced: ReadonlySet<string>;
  /** It goes before those of lines. */
  isGiven: boolean;
}

/** @param given by the person; null: nobody said it @param name of the file, for want of another */
export function numbersOf({ numbers }: InvoiceGlance, given: string | null, name: string): InvoiceNumbers {
  const number = given ?? [...numbers][0] ?? name;
  const isOne = given !== null || numbers.size === 0;
  return { number, replaced: isOne ? new Set([number]) : numbers, isGiven: given !== null };
}

/**
 * The rows of a former ledger that stay, as cells; what they have billed counts from then on.
 * @throws {SheetFaults} for a row that cannot be read
 */
export async function* formerRows(
  stream: TableStream,
  { replaced }: InvoiceNumbers,
  known: Knowledge,
): AsyncGenerator<string[]> {
  for await (const row of ledgerRowsOf(stream)) {
    if (replaced.has(row.invoice)) continue;
    countBefore(row, known);
    yield ledgerCells(row);
  }
}

/** The rows that a line of the invoice adds, as cells. */
export function addedRows(finding: LineFinding, { number, isGiven }: InvoiceNumbers): string[][] {
  return ledgerRows(isGiven ? { ...finding, line: { ...finding.line, invoice: number } } : finding, number);
}

function countBefore(row: LedgerRow, { billed, keysOf, shipments, assignments }: Knowledge): void {
  const keys = keysOf(row);
  const key = parcelKey(keys);
  if (key === null) return;
  if (row.totalPaise < 0) billed.credit(key, [row]);
  else {
    billed.bill(key, row);
    for (const book of [shipments, ...assignments.values()]) {
      const number = book?.find(keys);
      if (number !== undefined) book!.markBilled(number);
    }
  }
}
