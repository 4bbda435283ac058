/** The columns of a sheet with samples, for a person who says what they are: of a sheet that has faults, too. */
import { columnLetters, type Sheet } from '../sheet.js';
import { columnsIn, type FieldColumns, fieldColumns, type SheetColumn, spread } from './columns.js';
import { Faults } from './faults.js';
import type { TableForm } from './form.js';
import type { SheetMap } from './map.js';
import { spreadMerges } from './merges.js';
import { type HeadingRule, placesOf, ruleOf } from './places.js';
import { type Cells, SAMPLED_ROWS, sampleTexts } from './proposal.js';
import type { Table } from './table.js';

export interface SeenColumn {
  /** `A`, `AB`. */
  letters: string;
  title: string;
  /** Our field; null: it is not read. */
  field: string | null;
  samples: readonly string[];
}

/** The columns of a table that was read. */
export const columnsOfTable = ({ columns, rows, form }: Table): SeenColumn[] => seen(columns, rows, form);

/** Those of the first table that may be meant; of none of them is anything known but the words of headings. */
export function columnsOfSheet(sheet: Sheet, form: TableForm, map: SheetMap, rule?: HeadingRule): SeenColumn[] {
  const { rows } = spreadMerges(sheet);
  const [place = { headings: [], first: 0, end: rows.length }] = placesOf(
    rows,
    map,
    rule ?? ruleOf(form, map, undefined),
  );
  const below = rows.slice(place.first, place.end);
  const headings = place.headings.map((at) => rows[at]!);
  const width = Math.max(0, ...[...headings, ...spread(below, SAMPLED_ROWS)].map(({ cells }) => cells.length));
  const columns = columnsIn(headings, width);
  return seen(fieldColumns(columns, below, form, map, headings[0]?.line ?? 1, new Faults()), below, form);
}

function seen({ fields, notRead }: FieldColumns, rows: readonly Cells[], { hidesUnread }: TableForm): SeenColumn[] {
  const sampled = spread(rows, SAMPLED_ROWS);
  const one = (column: SheetColumn, field: string | null): SeenColumn & { index: number } => ({
    index: column.index,
    letters: columnLetters(column.index),
    title: column.title,
    field,
    samples: sampleTexts(column.index, sampled),
  });
  return [
    ...[...fields].flatMap(([field, of]) => of.map((each) => one(each, field))),
    ...notRead.map((each) => one(each, null)),
  ]
    .filter(({ field, samples }) => field !== null || samples.length > 0)
    .sort((a, b) => a.index - b.index)
    .map(({ index, ...column }) => {
      void index;
      return column.field === null && hidesUnread === true ? { ...column, samples: [] } : column;
    });
}
