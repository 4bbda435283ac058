/** Rows of an invoice as lines: what they claim, and the cells that nobody can read. */
import type { DayOrder } from '../../sheets/cells/dates.js';
import { localMoment } from '../../sheets/cells/dates.js';
import { hasFailed, identifier, type ParsedCell, parsed, plainText } from '../../sheets/cells/text.js';
import { parcelWeight } from '../../sheets/cells/weights.js';
import { SHIPMENT_FIELDS } from '../../sheets/shipments/form.js';
import { ShipmentReader } from '../../sheets/shipments/row.js';
import { Faults, SheetFaults } from '../../sheets/tables/faults.js';
import { Notes } from '../../sheets/tables/reading.js';
import type { TableStream } from '../../sheets/tables/stream.js';
import type { Table, TableRow } from '../../sheets/tables/table.js';
import { unitOfColumn } from '../../sheets/tables/units.js';
import {
  type AmountName,
  AMOUNTS,
  type BilledRoute,
  type InvoiceLine,
  type LineDirection,
  PARTS,
  type UnreadableLine,
} from '../line.js';
import type { Basis } from '../prices.js';
import { checkUnit, paiseIn } from './cells.js';
import { factsOfRow } from './facts.js';
import type { InvoiceField } from './form.js';
import { type CardNames, directionOf, RouteNames } from './names.js';

export interface InvoiceReading {
  /** Whose lines they are where no column says it. */
  partnerId: string | null;
  cards: readonly CardNames[];
  basis: Basis;
  /** A cell that nothing explains is an empty one. */
  ignoresUnknown: boolean;
}

/** What a line may say of its parcel. */
const OWN_FACTS: readonly InvoiceField[] = SHIPMENT_FIELDS.filter(
  (field) => !['awb', 'ref', 'date', 'partner'].includes(field),
);
const NOTHING: InvoiceLine['own'] = {};
const SIGNED: ReadonlySet<AmountName> = new Set<AmountName>(['discount']);

export class InvoiceReader {
  readonly columns: ReadonlySet<AmountName>;
  readonly #shipments: ShipmentReader;
  readonly #routes: ReadonlyMap<string, RouteNames>;
  readonly #unit;
  readonly #hasPartners: boolean;
  readonly #hasOwn: boolean;
  /** The amounts that a total without a column of its own is the sum of. */
  readonly #summed: readonly AmountName[];

  /**
   * @param order of days such as 05/12/2026
   * @throws {SheetFaults} if the sheet lacks a column that every line needs, with a map to start from
   */
  constructor(
    private readonly table: Table,
    private readonly order: DayOrder | null,
    private readonly reading: InvoiceReading,
  ) {
    this.columns = new Set(AMOUNTS.filter((name) => table.hasColumn(name)));
    this.#shipments = new ShipmentReader(table, order);
    this.#routes = new Map(reading.cards.map((card) => [card.partnerId, new RouteNames(card, table.map)]));
    this.#unit = unitOfColumn(table, 'charged_weight');
    this.#hasPartners = hasPartners(table);
    this.#hasOwn = OWN_FACTS.some((field) => table.hasColumn(field));
    const { compare, withTax } = reading.basis;
    const parts = compare ?? PARTS;
    this.#summed = [...parts, ...(compare === null && withTax ? (['tax'] as const) : [])].filter((name) =>
      this.columns.has(name),
    );
    this.#check();
  }

  read(row: TableRow): InvoiceLine | UnreadableLine {
    const cells = new LineCells(row, this.reading.ignoresUnknown);
    const awb = cells.read('awb', identifier) ?? '';
    const ref = cells.read('ref', identifier) ?? '';
    const date = cells.read('date', (text) => this.#day(text));
    const invoice = cells.read('invoice', parsed);
    const partnerId = this.#hasPartners ? cells.read('partner', (word) => this.#partner(word)) : this.reading.partnerId;
    const direction = cells.read('direction', word(directionOf)) ?? (cells.fails('direction') ? null : 'FORWARD');
    const charged = cells.read('charged_weight', (text) => parcelWeight(text, this.#unit));
    const billed = partnerId === null ? null : this.#route(cells, this.#routes.get(partnerId)!);
    const amounts = this.#amounts(cells);
    const totalPaise = this.#total(amounts, cells);
    const place = { line: row.line, awb, ref, date, invoice, cells: row.cells };
    if (partnerId === null && cells.unreadable === null) cells.refuse('partner', '');
    if (cells.unreadable !== null) return { ...place, direction, totalPaise, unreadable: cells.unreadable };
    return {
      ...place,
      partnerId: partnerId!,
      direction: direction as LineDirection,
      chargedGrams: charged === 0 ? null : charged,
      billed,
      totalPaise: totalPaise!,
      amounts,
      own: this.#own(row),
    };
  }

  /** What all lines together say, of one of them. null: it does not say it, or cannot be read */
  glance(row: TableRow): { date: string | null; invoice: string | null; totalPaise: number | null } {
    const cells = new LineCells(row, true);
    const date = cells.read('date', (text) => this.#day(text));
    const totalPaise = this.columns.has('total')
      ? cells.read('total', paiseIn)
      : this.#total(this.#amounts(cells), cells);
    return { date, invoice: cells.read('invoice', parsed), totalPaise };
  }

  /** @throws {SheetFaults} */
  #check(): void {
    const { table } = this;
    const faults = new Faults();
    const position = { line: table.headerLine, column: null };
    if (this.columns.size === 0) faults.add(position, `there is no heading of an amount: ${AMOUNTS.join(', ')}`);
    if (!table.has('awb') && !table.has('ref')) faults.add(position, 'there is no heading for awb or ref');
    faults.throwIfAny(table.proposal(['awb', 'total'].filter((name) => !table.has(name))));
    checkUnit(table, 'charged_weight');
    checkUnit(table, 'weight');
    if (this.order !== null || !table.hasColumn('date')) return;
    for (const row of table.rows) {
      const day = row.get('date') === '' ? null : localMoment(row.get('date'), null);
      if (day?.ok === false && localMoment(row.get('date'), 'DMY').ok)
        throw new SheetFaults([{ ...row.position('date'), message: day.message }], table.proposal());
    }
  }

  #partner(text: string): ParsedCell<string> {
    const found = this.table.map.partners.get(plainText(text));
    return found === undefined ? { ok: false, message: '' } : parsed(found);
  }

  #day(text: string): ParsedCell<string> {
    const found = localMoment(text, this.order);
    return found.ok ? parsed(new Date(found.value.ms).toISOString().slice(0, 10)) : found;
  }

  #route(cells: LineCells, names: RouteNames): BilledRoute | null {
    const route = {
      ...cells.read(
        'from_zone',
        word((text) => names.fromZone(text)),
      ),
      ...cells.read(
        'zone',
        word((text) => names.zone(text)),
      ),
      ...cells.read(
        'lane',
        word((text) => names.lane(text)),
      ),
    };
    return Object.keys(route).length === 0 ? null : route;
  }

  /** An empty cell is 0, except of the total, which then is not there. */
  #amounts(cells: LineCells): Partial<Record<AmountName, number>> {
    const amounts: Partial<Record<AmountName, number>> = {};
    for (const name of this.columns) {
      const paise = cells.read(name, paiseIn);
      if (paise !== null) amounts[name] = SIGNED.has(name) ? -Math.abs(paise) : paise;
      else if (name !== 'total') amounts[name] = 0;
    }
    return amounts;
  }

  /** null: it cannot be read. */
  #total(amounts: Partial<Record<AmountName, number>>, cells: LineCells): number | null {
    if (amounts.total !== undefined) return amounts.total;
    if (cells.fails('total')) return null;
    const hasOne = this.#summed.some((name) => cells.says(name));
    if (hasOne) return this.#summed.reduce((sum, name) => sum + (amounts[name] ?? 0), 0);
    if (this.reading.ignoresUnknown || this.#summed.length > 0) return 0;
    cells.refuse('total', '');
    return null;
  }

  /** What the line itself says of the parcel; a cell that is none says nothing. */
  #own(row: TableRow): InvoiceLine['own'] {
    if (!this.#hasOwn) return NOTHING;
    const { date, partner, ...facts } = factsOfRow(this.#shipments.read(row, new Faults()));
    void [date, partner];
    return facts;
  }
}

/** Whether a column says whose each line is. */
export const hasPartners = (table: Table): boolean => table.map.partners.size > 0 && table.hasColumn('partner');

/** A word that something explains. */
const word =
  <T>(meaning: (text: string) => T | null) =>
  (text: string): ParsedCell<T> => {
    const found = meaning(text);
    return found === null ? { ok: false, message: '' } : parsed(found);
  };

/** The cells of a line; the first that cannot be read counts. */
class LineCells {
  unreadable: UnreadableLine['unreadable'] | null = null;
  readonly #failed = new Set<InvoiceField>();

  constructor(
    private readonly row: TableRow,
    private readonly ignoresUnknown: boolean,
  ) {}

  /** null: it is empty, or cannot be read. */
  read<T>(field: InvoiceField, parse: (text: string) => ParsedCell<T>): T | null {
    const text = this.row.get(field);
    if (text === '') return null;
    const found = hasFailed(text) ? null : parse(text);
    if (found?.ok === true) return found.value;
    if (!this.ignoresUnknown) this.refuse(field, text);
    return null;
  }

  refuse(field: InvoiceField, text: string): void {
    this.#failed.add(field);
    this.unreadable ??= { field, word: text };
  }

  fails(field: InvoiceField): boolean {
    return this.#failed.has(field);
  }

  says(field: InvoiceField): boolean {
    return this.row.get(field) !== '';
  }
}

/** What the lines of an invoice say together, before any is priced. */
export interface InvoiceGlance {
  lines: number;
  days: { from: string; to: string } | null;
  /** All totals are whole Rupees. */
  isInRupees: boolean;
  /** Of invoices, in the order of the sheet; empty: no line says one. */
  numbers: ReadonlySet<string>;
}

const RUPEE = 100;

/** Reads the whole sheet once. @param leftOut counts the rows that are no lines @throws {SheetRefusal} */
export async function glanceAt(
  { batches }: TableStream,
  reader: InvoiceReader,
  leftOut = new Notes(),
): Promise<InvoiceGlance> {
  let lines = 0;
  let [from, to] = ['', ''];
  let isInRupees = true;
  const numbers = new Set<string>();
  for await (const rows of batches(leftOut))
    for (const row of rows) {
      const { date, invoice, totalPaise } = reader.glance(row);
      lines++;
      if (date !== null && (from === '' || date < from)) from = date;
      if (date !== null && date > to) to = date;
      if (totalPaise !== null && totalPaise % RUPEE !== 0) isInRupees = false;
      if (invoice !== null) numbers.add(invoice);
    }
  return { lines, days: from === '' ? null : { from, to }, isInRupees, numbers };
}

/** The lines of an invoice, from the first. */
export async function* linesOf(
  { batches }: TableStream,
  reader: InvoiceReader,
): AsyncGenerator<InvoiceLine | UnreadableLine> {
  for await (const rows of batches()) for (const row of rows) yield reader.read(row);
}
