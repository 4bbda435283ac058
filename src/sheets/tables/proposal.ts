/** A map to start from: what is read, what only looks likely, and sample values of each column. */
import { cellText } from '../cells/text.js';
import type { SheetRow } from '../sheet.js';
import { type FieldColumns, type SheetColumn, spread } from './columns.js';
import { likelyField, type TableForm } from './form.js';

/** A row of which the cells alone count. */
export type Cells = Pick<SheetRow, 'cells'>;

const SAMPLES = 3;
export const SAMPLED_ROWS = 50;
const SAMPLE_LENGTH = 30;

/** YAML. A line that begins with `#` is not used: take the mark away where it is right. */
export function proposedMap(
  { fields, notRead }: FieldColumns,
  rows: readonly Cells[],
  form: TableForm,
  line: number | null,
): string {
  const sampled = spread(rows, SAMPLED_ROWS);
  const isHidden = (column: SheetColumn): boolean => form.hidesUnread === true && notRead.includes(column);
  const titles = [...[...fields.values()].flat(), ...notRead].map(({ title }) => title);
  // of columns with one heading each goes by its letters
  const nameOf = ({ title, names }: SheetColumn): string =>
    titles.filter((each) => each === title).length > 1 ? names.at(-1)! : title;
  const lineOf = (lead: string, column: SheetColumn, joined: readonly SheetColumn[] = []): string => {
    const names = [column, ...joined].map((each) => JSON.stringify(nameOf(each)));
    const heading = names.length === 1 ? names[0]! : `[${names.join(', ')}]`;
    return `${lead}: ${heading}${isHidden(column) ? '' : samplesOf(column, sampled)}`;
  };
  const titled = notRead.filter((column) => column.hasTitle || samplesOf(column, sampled) !== '');
  const likely = titled.map((column) => ({ column, field: column.texts.map((text) => likelyField(text, form)) }));
  // columns of a matrix go by their own headings
  const taken = [...fields].flatMap(([field, [column, ...joined]]) =>
    column === undefined || form.find(field) === null ? [] : [lineOf(`  ${field}`, column, joined)],
  );
  const missing = form.required.filter((field) => !fields.has(field));
  return [
    line === null ? 'headings: none' : `headings: ${line}`,
    'columns:',
    ...taken,
    ...missing.map((field) => `  # ${field}: needed; write its heading`),
    ...likely.flatMap(({ column, field }) => {
      const [meant] = field.filter((each) => each !== null);
      return meant === undefined || meant === null ? [] : [lineOf(`  # ${meant}`, column)];
    }),
    ...titled
      .filter((column) => column.texts.every((text) => likelyField(text, form) === null))
      .map((column) => lineOf('  # not read', column)),
    '',
  ].join('\n');
}

function samplesOf({ index }: SheetColumn, rows: readonly Cells[]): string {
  const texts = sampleTexts(index, rows);
  // in a comment a line must not break
  return texts.length === 0 ? '' : `  # ${texts.join(', ').replace(/\s+/g, ' ')}`;
}

/** The first different texts of a column. @param index of the column, from 0 */
export function sampleTexts(index: number, rows: readonly Cells[]): string[] {
  const texts = new Set<string>();
  for (const { cells } of rows) {
    const text = cellText(cells[index] ?? '');
    if (text !== '') texts.add(text.length <= SAMPLE_LENGTH ? text : `${text.slice(0, SAMPLE_LENGTH)}…`);
    if (texts.size === SAMPLES) break;
  }
  return [...texts];
}
