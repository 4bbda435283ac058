/** The ledger: what earlier invoices have billed, a row for each leg. */
import { identifier, type ParsedCell, parsed, fault } from '../../sheets/cells/text.js';
import { finderOf, type TableForm } from '../../sheets/tables/form.js';
import { Faults } from '../../sheets/tables/faults.js';
import type { TableStream } from '../../sheets/tables/stream.js';
import type { LegAmount } from '../billed-legs.js';
import { type Leg, LEGS } from '../line.js';
import { rupeesText } from '../money.js';
import { LEDGER_HEADINGS } from '../tables.js';
import { paiseIn } from './cells.js';

export const LEDGER: TableForm = {
  kind: 'a ledger',
  names: LEDGER_HEADINGS,
  required: ['leg', 'invoice', 'total'],
  find: finderOf(LEDGER_HEADINGS),
  words: new Map(),
  kindOf: (field) => (field === 'total' ? 'money' : 'text'),
  key: null,
};

/** Headings alone are an empty ledger. @param message of the refusal */
export const isBareLedger = (message: string): boolean => message.includes('no row below the headings');

export interface LedgerRow extends LegAmount {
  awb: string;
  ref: string;
  invoice: string;
}

/** @throws {SheetFaults} for a row that cannot be read */
export async function* ledgerRowsOf(stream: TableStream): AsyncGenerator<LedgerRow> {
  for await (const rows of stream.batches()) {
    const faults = new Faults();
    const read = rows.map((row) => ({
      awb: row.read('awb', identifier, faults) ?? '',
      ref: row.read('ref', identifier, faults) ?? '',
      leg: row.read('leg', legIn, faults) ?? 'FORWARD',
      invoice: row.get('invoice'),
      totalPaise: row.read('total', paiseIn, faults) ?? 0,
    }));
    faults.throwIfAny();
    yield* read;
  }
}

/** Reads all rows. @throws {SheetFaults} for one that cannot be read */
export async function checkLedger(stream: TableStream): Promise<void> {
  const rows = ledgerRowsOf(stream);
  while ((await rows.next()).done !== true);
}

export const ledgerCells = ({ awb, ref, leg, invoice, totalPaise }: LedgerRow): string[] => [
  awb,
  ref,
  leg,
  invoice,
  rupeesText(totalPaise),
];

function legIn(text: string): ParsedCell<Leg> {
  const leg = LEGS.find((each) => each === text);
  return leg === undefined ? fault(`must be ${LEGS.join(', ')}, but is "${text}"`) : parsed(leg);
}
