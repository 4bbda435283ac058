/** Which rows of a table count. */
import { cellText, isEmptyForm, isFailure, plainText } from '../cells/text.js';
import { NOT_COMPUTED, type SheetRow } from '../sheet.js';
import type { FieldColumns, SheetColumn } from './columns.js';
import type { Faults } from './faults.js';
import type { TableForm } from './form.js';
import { plainHeading } from './headings.js';
import { BLANK, type LeaveOut, nameOfColumn, type SheetMap } from './map.js';
import { isSame } from './places.js';
import type { Notes } from './reading.js';
import { firstText, isTotalWord } from './totals.js';

export const REPEATED_HEADINGS = 'rows with the headings again';

export const filledCount = ({ cells }: SheetRow): number => cells.filter((text) => text !== '').length;

/** What a filter knows of its table. */
export interface FilteredTable {
  headings: readonly SheetRow[];
  /** Of the headings, for faults. */
  line: number;
  columns: readonly SheetColumn[];
  form: TableForm;
  map: SheetMap;
}

/** Left out are repeated headings, totals, remarks, and rows that the map leaves out; each is counted. */
export class RowFilter {
  readonly #conditions: readonly ((row: SheetRow) => boolean)[];

  /** @param faults get headings of `leave_out` that are not there */
  constructor(
    private readonly of: FilteredTable,
    faults: Faults,
  ) {
    this.#conditions = of.map.leaveOut.map((members) => this.#conditionOf(members, faults));
  }

  /** No repeated headings, no total in its first cell, and none that the map leaves out. */
  counts(row: SheetRow, leftOut: Notes): boolean {
    if (this.of.headings.some((heading) => isSame(row, heading))) {
      leftOut.add(REPEATED_HEADINGS, `row ${row.line}`);
      return false;
    }
    if (isTotal(row, firstText(row.cells), leftOut)) return false;
    const isLeftOut = this.#conditions.some((condition) => condition(row));
    if (isLeftOut) {
      const shown = this.of.form.hidesUnread === true ? '' : `: ${firstText(row.cells)}`;
      leftOut.add('rows by leave_out of the map', `row ${row.line}${shown}`);
    }
    return !isLeftOut;
  }

  /** Neither a row whose key is a total or a page, nor a remark: of a sheet without a key, a row of one text alone. */
  isData(row: SheetRow, { fields }: FieldColumns, leftOut: Notes): boolean {
    const { form, columns } = this.of;
    const [key] = (form.key === null ? undefined : fields.get(form.key)) ?? [];
    const isWord = key !== undefined && form.kindOf(form.key!) === 'text';
    const text = cellText(row.cells[key?.index ?? 0] ?? '') || firstText(row.cells);
    if (isTotal(row, text, leftOut)) return false;
    // a row of documents with one member alone is a slip
    const isKeyless = form.key === null && form.isStrict !== true && columns.length > 1;
    const tellsRemarks = isKeyless || (key !== undefined && !isWord);
    const isRemark = tellsRemarks && !/\d/.test(text) && filledCount(row) === 1;
    if (!isRemark || isFailure(text) || text === NOT_COMPUTED) return true;
    leftOut.add('remarks', `row ${row.line}: ${text}`);
    return false;
  }

  #conditionOf(members: LeaveOut, faults: Faults): (row: SheetRow) => boolean {
    const { form, map, columns, line } = this.of;
    const parts = [...members].map(([name, words]) => {
      const field = form.find(name);
      const named = map.columns.get(name) ?? (field === null ? undefined : map.columns.get(field));
      const wanted = (named ?? [name]).map(nameOfColumn);
      const isOfField = ({ texts }: SheetColumn): boolean =>
        named === undefined && field !== null && texts.some((text) => form.words.get(plainHeading(text)) === field);
      const column =
        columns.find(({ names }) => wanted.some((each) => names.includes(each))) ?? columns.find(isOfField);
      if (column === undefined)
        faults.add({ line, column: name }, 'is in leave_out of the map, and there is no such heading');
      return { index: column?.index ?? -1, words };
    });
    return ({ cells }) =>
      parts.every(({ index, words }) => {
        const text = cells[index] ?? '';
        return words.some((word) => (word === BLANK ? isEmptyForm(text) : plainText(text) === word));
      });
  }
}

function isTotal({ line }: SheetRow, key: string, leftOut: Notes): boolean {
  const is = isTotalWord(key);
  if (is) leftOut.add('totals', `row ${line}: ${key}`);
  return is;
}
