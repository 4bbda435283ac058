/** What each row of a list of pincodes says, whatever is there already. */
import { MAX_EDL_KM, MAX_TRANSIT_DAYS, MAX_TRANSIT_HOURS } from '../../limits/documents.js';
import { dayInIndia, type DayOrder, isIsoDay, orderOf } from '../cells/dates.js';
import { flag } from '../cells/flags.js';
import { isPlainNumber, numberText, rupeesOf } from '../cells/money.js';
import { type PincodeRange, pincodeSet } from '../cells/pincodes.js';
import { fault, type ParsedCell, parsed } from '../cells/text.js';
import { isIgnored } from '../tables/columns.js';
import type { Faults } from '../tables/faults.js';
import { plainHeading } from '../tables/headings.js';
import type { EmptyMeaning } from '../tables/map.js';
import type { Table, TableRow } from '../tables/table.js';
import { FLAG_FIELDS, type Name, transitUnit } from './form.js';

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
  /** Of the members of an entry that have them; a field that the row does not say is missing. */
  numbers: EntryNumbers;
  /** Y or N; null: the row says neither. */
  embargo: boolean | null;
  blocked: Block | null;
  /** What the map says of empty cells. */
  meanings: ReadonlyMap<Name, EmptyMeaning>;
}

/** Kilometres beyond the town, and days or hours of transit. */
export type EntryNumbers = Readonly<Partial<Record<'edlKm' | 'transitDays' | 'transitHours', number>>>;

/** Of numbered days, by their columns. */
interface BlockOrders {
  from: DayOrder | null;
  to: DayOrder | null;
}

/** The rows without faults of their own. */
export function pincodeRows(table: Table, faults: Faults): PincodeRow[] {
  const order = (name: Name): DayOrder | null => table.map.dates ?? orderOf(table.rows.map((row) => row.raw(name)));
  askAboutServiceable(table, faults);
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
      numbers: numbersOf(row, table, faults),
      embargo: row.read('embargo', flag, faults),
      blocked: blockOf(row, table, orders, faults),
      meanings: new Map(meanings),
    };
  });
}

/** The word alone says neither pickup nor delivery, and a row without it is no row of a served pincode. */
const SERVICEABLE: ReadonlySet<string> = new Set(['serviceable', 'isserviceable', 'serviceability', 'servicable']);

function askAboutServiceable(table: Table, faults: Faults): void {
  if ((['pickup', 'delivery'] as const).every((name) => table.form.reads?.(name) === false)) return;
  for (const column of table.columns.notRead) {
    if (!column.texts.some((text) => SERVICEABLE.has(plainHeading(text))) || isIgnored(column, table.map)) continue;
    const without = table.rows.find(({ cells }) => {
      const value = flag(cells[column.index] ?? '');
      return !value.ok || !value.value;
    });
    if (without === undefined) continue;
    const message = `is not read, and "${without.cells[column.index] ?? ''}" in line ${without.line} may mean no service`;
    const both = `pickup: ${column.names.at(-1)}, delivery: ${column.title}`;
    const advice = `say columns: {${both}} in a map, or one of them, or ignore it`;
    faults.add(table.columnPosition(column), `${message}: ${advice}`);
  }
}

function noteForm(row: TableRow, ranges: readonly PincodeRange[] | null, table: Table): void {
  const [range, another] = ranges ?? [];
  if (range === undefined) return;
  const isOne = another === undefined && range.from === range.to;
  const raw = row.raw('pincode');
  if (isOne && raw !== range.from) table.noteForm('pincode', raw, range.from);
  if (!isOne) table.notes.add('cells with several pincodes', `row ${row.line}: ${raw}`);
}

function numbersOf(row: TableRow, table: Table, faults: Faults): EntryNumbers {
  const number = (name: Name, most: number, isWhole: boolean): number | null =>
    row.read(name, (text) => numberOf(text, most, isWhole), faults);
  const edlKm = number('edl_km', MAX_EDL_KM, false);
  const ofDays = number('transit_days', MAX_TRANSIT_DAYS, true);
  const ofHours = number('transit_hours', MAX_TRANSIT_HOURS, false);
  const [column] = table.columns.fields.get('transit') ?? [];
  const units = [table.map.units.get('transit') ?? '', ...(column?.texts ?? [])];
  const unit = units.map(transitUnit).find((each) => each !== null);
  const isSaid = row.get('transit') !== '';
  if (isSaid && unit === undefined)
    faults.add(row.position('transit'), 'says neither days nor hours: say units: {transit: days} in the map');
  const days = isSaid && unit === 'days' ? number('transit', MAX_TRANSIT_DAYS, true) : ofDays;
  const hours = isSaid && unit === 'hours' ? number('transit', MAX_TRANSIT_HOURS, false) : ofHours;
  if (days !== null && hours !== null) faults.add(row.position('transit_hours'), 'does not go with days of transit');
  for (const name of ['transit', 'transit_days', 'transit_hours'] as const)
    if (row.get(name) !== '' && Number(numberText(row.get(name)) ?? 1) <= 0)
      faults.add(row.position(name), `must be above 0, but is "${row.get(name)}"`);
  return {
    ...(edlKm !== null && { edlKm }),
    ...(days !== null && { transitDays: days }),
    ...(hours !== null && { transitHours: hours }),
  };
}

function numberOf(text: string, most: number, isWhole: boolean): ParsedCell<number> {
  const digits = numberText(text);
  const value = Number(digits);
  const isRight = digits !== null && value >= 0 && value <= most && (!isWhole || Number.isInteger(value));
  return isRight
    ? parsed(value)
    : fault(`must be ${isWhole ? 'a whole number' : 'a number'} up to ${most}, but is "${text}"`);
}

function amountOf(row: TableRow, table: Table, faults: Faults): number | null {
  const value = row.read('max_cod', rupeesOf, faults);
  if (value !== null && !isPlainNumber(row.get('max_cod')))
    table.noteForm('max_cod', row.get('max_cod'), String(value));
  return value;
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
