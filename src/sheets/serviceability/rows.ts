/** What each row of a list of pincodes says, whatever is there already. */
import { MONEY_DECIMALS } from '../../limits/documents.js';
import { dayInIndia, type DayOrder, isIsoDay, orderOf } from '../cells/dates.js';
import { flag } from '../cells/flags.js';
import { isPlainNumber, money, rupees } from '../cells/money.js';
import { type PincodeRange, pincodeSet } from '../cells/pincodes.js';
import { fault, type ParsedCell, parsed } from '../cells/text.js';
import type { Faults } from '../tables/faults.js';
import type { EmptyMeaning } from '../tables/map.js';
import type { Table, TableRow } from '../tables/table.js';
import { FLAG_FIELDS, type Name } from './form.js';

export interface Block {
  from: string;
  to: string | null;
  reason: string;
}

export interface PincodeRow {
  row: TableRow;
  ranges: readonly PincodeRange[];
  /** As it is written; '': the row says none. */
  zone: string;
  /** By field; a field that the row does not say is missing. */
  flags: Readonly<Partial<Record<Name, boolean>>>;
  /** Rupees; null: the row says none. */
  maxCod: number | null;
  blocked: Block | null;
  /** What the map says of empty cells. */
  meanings: ReadonlyMap<Name, EmptyMeaning>;
}

/** Of numbered days, by their columns. */
interface BlockOrders {
  from: DayOrder | null;
  to: DayOrder | null;
}

/** The rows without faults of their own. */
export function pincodeRows(table: Table, faults: Faults): PincodeRow[] {
  const order = (name: Name): DayOrder | null => table.map.dates ?? orderOf(table.rows.map((row) => row.raw(name)));
  const orders = { from: order('blocked_from'), to: order('blocked_to') };
  return table.rows.map((row): PincodeRow => {
    const ranges = row.read('pincode', pincodeSet, faults);
    if (ranges === null && row.get('pincode') === '') faults.add(row.position('pincode'), 'is required');
    noteForm(row, ranges, table);
    const said = FLAG_FIELDS.flatMap((name) => {
      const value = row.read(name, flag, faults);
      return value === null ? [] : [[name, value] as const];
    });
    const meanings = [...table.map.empty.keys()].flatMap((name) => {
      const meaning = row.emptyMeaning(name);
      return meaning === null ? [] : [[name as Name, meaning] as const];
    });
    return {
      row,
      ranges: ranges ?? [],
      zone: row.own('zone'),
      flags: Object.fromEntries(said),
      maxCod: amountOf(row, table, faults),
      blocked: blockOf(row, table, orders, faults),
      meanings: new Map(meanings),
    };
  });
}

function noteForm(row: TableRow, ranges: readonly PincodeRange[] | null, table: Table): void {
  const [range, another] = ranges ?? [];
  if (range === undefined) return;
  const isOne = another === undefined && range.from === range.to;
  const raw = row.raw('pincode');
  if (isOne && raw !== range.from) table.noteForm('pincode', raw, range.from);
  if (!isOne) table.notes.add('cells with several pincodes', `row ${row.line}: ${raw}`);
}

function amountOf(row: TableRow, table: Table, faults: Faults): number | null {
  const value = row.read('max_cod', amount, faults);
  if (value !== null && !isPlainNumber(row.get('max_cod')))
    table.noteForm('max_cod', row.get('max_cod'), String(value));
  return value;
}

function amount(text: string): ParsedCell<number> {
  const value = money(text, MONEY_DECIMALS);
  if (!value.ok) return value;
  return value.value < 0n ? fault(`must not be below 0, but is "${text}"`) : parsed(rupees(value.value));
}

function blockOf(row: TableRow, table: Table, orders: BlockOrders, faults: Faults): Block | null {
  const from = row.read('blocked_from', (text) => dayInIndia(text, false, orders.from), faults);
  const to = row.read('blocked_to', (text) => dayInIndia(text, true, orders.to), faults);
  for (const [name, value] of [
    ['blocked_from', from],
    ['blocked_to', to],
  ] as const)
    if (value !== null && !isIsoDay(row.get(name))) table.noteForm(name, row.get(name), value);
  const reason = row.get('reason');
  const refuse = (name: Name, message: string): void => faults.add(row.position(name), message);
  if (row.get('blocked_from') === '') {
    // a map may set the reason, or the end, of all blocks: a row without a block ignores it
    const other = (['blocked_to', 'reason'] as const).find((name) => row.says(name));
    if (other !== undefined) refuse('blocked_from', `is required with ${other}`);
    return null;
  }
  if (reason === '') refuse('reason', 'is required with blocked_from');
  if (from !== null && to !== null && to < from) refuse('blocked_to', 'must not be before blocked_from');
  return from === null || reason === '' ? null : { from, to, reason };
}
