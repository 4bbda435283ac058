/** From a sheet to its table: which rows are headings, which columns are fields, and which rows count. */
import { cellText, hasFailed } from '../cells/text.js';
import type { Sheet, SheetRow } from '../sheet.js';
import { columnsIn, type FieldColumns, fieldColumns, isIgnored, type SheetColumn } from './columns.js';
import { Faults, SheetFaults } from './faults.js';
import { filledCount, RowFilter } from './filter.js';
import type { TableForm } from './form.js';
import { MapFault, type SheetMap } from './map.js';
import { spreadMerges } from './merges.js';
import { type HeadingRule, placesOf, ruleOf, type TablePlace } from './places.js';
import { proposedMap } from './proposal.js';
import { Notes } from './reading.js';
import { MERGED, Table, TableRow } from './table.js';
import { firstText } from './totals.js';

export interface BuildOptions {
  /** Whether a cell is data of the key, so that a list of one column may have no headings. */
  isKey?: (text: string) => boolean;
  /** In place of the rule by known headings. */
  rule?: HeadingRule;
}

const SHOWN_HEADINGS = 6;

/**
 * The one table of a sheet that fits.
 * @throws {SheetFaults} if there is none, or several, or a heading is missing or there twice; with a map to start from
 */
export function tableOf(sheet: Sheet, form: TableForm, map: SheetMap, options: BuildOptions = {}): Table {
  const start = startOf(sheet, form, map, options);
  for (const row of start.table.rows) checkRow(row, start);
  start.faults.throwIfAny();
  return start.table;
}

/** A table by its first rows: how those that follow are read. */
export interface TableStart {
  table: Table;
  filter: RowFilter;
  /** Of the rows of the table; the last one is not known where it goes on behind the sheet's. */
  fromLine: number;
  toLine: number;
  isCopy(line: number, column: number): boolean;
  faults: Faults;
}

/** The same of the first rows alone, whose cells are not looked at. @throws {SheetFaults} as {@link tableOf} */
export function startOf(sheet: Sheet, form: TableForm, map: SheetMap, options: BuildOptions = {}): TableStart {
  checkNames(form, map);
  const { rows, isCopy } = spreadMerges(sheet);
  const places = placesOf(rows, map, options.rule ?? ruleOf(form, map, options.isKey));
  if (places.length === 0) throw noTable(sheet, form);
  const fitting = places.length === 1 ? places : places.filter((place) => fits(rows, place, form, map));
  if (fitting.length > 1) throw severalTables(rows, fitting);
  const builder = new TableBuilder({ ...sheet, rows }, fitting[0] ?? places[0]!, form, map, options.isKey);
  return builder.build(isCopy);
}

/** @throws {MapFault} if the map names a field that does not exist */
function checkNames(form: TableForm, map: SheetMap): void {
  const names = [
    ...(form.setsOtherNames === true ? [] : [...map.columns.keys()].map((name) => ['columns', name] as const)),
    ...[...map.patterns.values()].map((name) => ['columns', name] as const),
    ...[...map.values.keys()].map((name) => ['values', name] as const),
    ...[...map.empty.keys()].map((name) => ['empty', name] as const),
    ...[...map.units.keys()].map((name) => ['units', name] as const),
    ...(form.setsOtherNames === true ? [] : [...map.set.keys()].map((name) => ['set', name] as const)),
  ];
  for (const [section, name] of names) {
    const found = form.find(name) ?? form.onlyInMaps?.find((each) => each === name.toLowerCase()) ?? null;
    // columns may be written in any case; words and constants are looked up by our heading
    if (found !== null && (section === 'columns' || found === name)) continue;
    const message = `${section}: ${name} is no heading of ${form.kind}: ${form.names.join(', ')}`;
    throw new MapFault(map.file === null ? message : `${map.file}: ${message}`);
  }
}

function noTable({ rows }: Sheet, form: TableForm): SheetFaults {
  const [widest] = rows.slice(0, 50).toSorted((a, b) => filledCount(b) - filledCount(a));
  const advice = widest === undefined ? '' : `; if row ${widest.line} is one, say headings: ${widest.line} in a map`;
  const message = `there is no row of headings: ${form.kind} has ${form.names.join(', ')}${advice}`;
  const columns = columnsIn(widest === undefined ? [] : [widest], widest?.cells.length ?? 0);
  const proposal = proposedMap({ fields: new Map(), notRead: columns }, rows, form, widest?.line ?? 1);
  return new SheetFaults([{ line: rows[0]?.line ?? 1, column: null, message }], proposal);
}

function severalTables(rows: readonly SheetRow[], places: readonly TablePlace[]): SheetFaults {
  return new SheetFaults(
    places.map(({ headings, first, end }) => {
      const row = rows[headings[0]!]!;
      const filled = row.cells.map(cellText).filter((text) => text !== '');
      const shown = filled.slice(0, SHOWN_HEADINGS).join(', ') + (filled.length > SHOWN_HEADINGS ? ', …' : '');
      const lines = `${rows[first]?.line ?? row.line}-${rows[end - 1]!.line}`;
      return {
        line: row.line,
        column: null,
        message: `is one of ${places.length} tables (${shown}): choose by headings: ${row.line} and rows: ${lines} in a map`,
      };
    }),
  );
}

/** Whether a table has every field that is needed. */
function fits(rows: readonly SheetRow[], place: TablePlace, form: TableForm, map: SheetMap): boolean {
  const columns = columnsOfPlace(rows, place);
  const faults = new Faults();
  const { fields } = fieldColumns(columns, dataOf(rows, place), form, map, 1, faults);
  return form.required.every((field) => fields.has(field) || map.set.has(field));
}

const dataOf = (rows: readonly SheetRow[], { first, end }: TablePlace): readonly SheetRow[] => rows.slice(first, end);

/** Columns with a heading or a value. */
function columnsOfPlace(rows: readonly SheetRow[], place: TablePlace): SheetColumn[] {
  const headings = place.headings.map((at) => rows[at]!);
  const filled = new Set<number>();
  let width = 0;
  for (const { cells } of [...headings, ...dataOf(rows, place)]) {
    width = Math.max(width, cells.length);
    if (filled.size < width) for (const [column, text] of cells.entries()) if (text !== '') filled.add(column);
  }
  return columnsIn(headings, width).filter(({ index }) => filled.has(index));
}

class TableBuilder {
  readonly #faults = new Faults();
  readonly #headings: readonly SheetRow[];
  readonly #line: number;

  constructor(
    private readonly sheet: Sheet,
    private readonly place: TablePlace,
    private readonly form: TableForm,
    private readonly map: SheetMap,
    private readonly isKey: ((text: string) => boolean) | undefined,
  ) {
    this.#headings = place.headings.map((at) => sheet.rows[at]!);
    this.#line = (this.#headings.at(-1) ?? sheet.rows[place.first] ?? { line: 1 }).line;
  }

  build(isCopy: (line: number, column: number) => boolean): TableStart {
    const { sheet, place, form, map } = this;
    const columns = columnsOfPlace(sheet.rows, place);
    const hasHeadings = this.#headings.length > 0;
    const leftOut = this.#notesAbove();
    const filter = new RowFilter({ headings: this.#headings, line: this.#line, columns, form, map }, this.#faults);
    const kept = dataOf(sheet.rows, place).filter((row) => filter.counts(row, leftOut));
    const found = fieldColumns(columns, kept, form, map, this.#line, this.#faults);
    const fields = hasHeadings ? found : withBareKey(found, kept, form, this.isKey);
    const table = new Table(this.#line, hasHeadings, fields, form, map, sheet, leftOut);
    table.isCopy = isCopy;
    for (const row of kept)
      if (filter.isData(row, fields, leftOut)) table.rows.push(new TableRow(row.line, row.cells, table));
    this.#check(table);
    this.#note(table, isCopy);
    const endsHere = place.end < sheet.rows.length;
    return {
      table,
      filter,
      fromLine: sheet.rows[place.first]!.line,
      toLine: endsHere ? sheet.rows[place.end - 1]!.line : (map.rows?.to ?? Number.POSITIVE_INFINITY),
      isCopy,
      faults: this.#faults,
    };
  }

  #notesAbove(): Notes {
    const { sheet, place } = this;
    const leftOut = new Notes();
    for (const { line, cells } of sheet.rows.slice(0, place.headings[0] ?? place.first))
      leftOut.add('rows above the headings', `row ${line}: ${firstText(cells)}`);
    if (sheet.blank.count > 0) leftOut.add('blank rows', `row ${sheet.blank.first}`, sheet.blank.count);
    return leftOut;
  }

  #check(table: Table): void {
    const { form, map } = this;
    const position = (column: string | null) => ({ line: this.#line, column });
    const missing = form.required.filter((field) => !table.has(field));
    for (const field of missing) this.#faults.add(position(field), 'there is no such heading');
    if (form.isStrict === true)
      for (const { title, hasTitle, names } of table.columns.notRead)
        if (hasTitle && !isIgnored({ names }, map)) this.#faults.add(position(title), `is no heading of ${form.kind}`);
    if (table.rows.length === 0 && this.#faults.found.length === 0)
      this.#faults.add(position(null), 'there is no row below the headings');
    this.#faults.throwIfAny(table.proposal());
  }

  #note(table: Table, isCopy: (line: number, column: number) => boolean): void {
    const { notes } = table;
    const [upper, lower] = this.#headings;
    if (lower !== undefined) notes.add('rows of headings', `rows ${upper!.line} and ${lower.line}`, 2);
    if (upper === undefined) notes.add('list without headings', `row ${this.#line}`);
    for (const { line, isHidden } of dataOf(this.sheet.rows, this.place))
      if (isHidden) notes.add('hidden rows', `row ${line}`);
    for (const { line } of table.rows)
      for (const columns of table.columns.fields.values())
        if (columns.some(({ index }) => isCopy(line, index)))
          notes.add('rows with merged cells, whose text counts for each', `row ${line}`);
  }
}

/** Failed formulas where a text is read, and merged cells where a price or a flag is. */
function checkRow(row: TableRow, { table, isCopy, faults }: TableStart): void {
  const { form, map, columns } = table;
  for (const [field, ofField] of columns.fields) {
    const kind = form.kindOf(field);
    for (const { index } of ofField) {
      const text = row.cells[index] ?? '';
      if (kind === 'text' && form.judgedByRow !== true && hasFailed(text) && !row.isByMap(field))
        faults.add(row.position(field), `has a formula that failed: ${text}`);
      if ((kind === 'money' || kind === 'flag') && !map.repeatsMerged && isCopy(row.line, index))
        faults.add(row.position(field), MERGED);
    }
  }
}

/** The only column of a list without headings is its key. */
function withBareKey(
  { fields, notRead }: FieldColumns,
  rows: readonly SheetRow[],
  { key }: TableForm,
  isKey: ((text: string) => boolean) | undefined,
): FieldColumns {
  const [column] = notRead;
  const isBare = key !== null && !fields.has(key) && notRead.length === 1 && column !== undefined;
  if (!isBare || isKey === undefined || !rows.some(({ cells }) => isKey(cells[column.index] ?? '')))
    return { fields, notRead };
  return { fields: new Map([...fields, [key, [column]]]), notRead: [] };
}
