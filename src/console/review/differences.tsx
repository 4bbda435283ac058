/** Documents before and after, field by field. */
import { Link } from '../parts/location.js';
import { documentPath } from '../parts/paths.js';
import { Table } from '../parts/table.js';
import { moment } from '../parts/words.js';

export interface FieldDifference {
  /** `collection/key`. */
  name: string;
  /** null: the whole document is new or gone. */
  field: string | null;
  before: unknown;
  after: unknown;
}

interface DocumentChange {
  collection: string;
  key: string | number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** A difference for each field of a document that stays, one for a document that is new or gone. */
export function differencesOf({ collection, key, before, after }: DocumentChange): FieldDifference[] {
  const name = `${collection}/${key}`;
  if (before === null || after === null) return [{ name, field: null, before, after }];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => sortedText(before[field]) !== sortedText(after[field]))
    .map((field) => ({ name, field, before: before[field], after: after[field] }));
}

/** JSON with members in order, since their order does not count. */
const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';

const DIFFERENCES_SHOWN = 200;

export function DifferenceTable({ label, differences }: { label: string; differences: readonly FieldDifference[] }) {
  const further = differences.length - DIFFERENCES_SHOWN;
  return (
    <>
      <Table name={label} columns={['Document', 'Field', 'Before', 'After']}>
        {differences.slice(0, DIFFERENCES_SHOWN).map(({ name, field, before, after }) => (
          <tr key={`${name} ${field}`}>
            <th scope="row">
              <Link to={documentPath(name)!}>{name}</Link>
            </th>
            <td class="nowrap">{field ?? (before === null || before === undefined ? 'new' : 'gone')}</td>
            <td class="words">{isAbsent(before) ? '–' : <del>{valueInWords(before)}</del>}</td>
            <td class="words">{isAbsent(after) ? '–' : <ins>{valueInWords(after)}</ins>}</td>
          </tr>
        ))}
      </Table>
      {further > 0 && <p class="quiet">… and {further} more.</p>}
    </>
  );
}

const isAbsent = (value: unknown): boolean => value === null || value === undefined;

/** The begin or end of a minute, as people set them; the node's own moments have milliseconds, which count. */
const SET_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:(?:00\.000|59\.999)Z$/;

/** A value of a document for people: lists with commas, members by name. */
export function valueInWords(value: unknown): string {
  if (isAbsent(value)) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueInWords).join(', ');
  if (typeof value === 'string' && SET_MOMENT.test(value)) return moment(value);
  if (typeof value !== 'object') return String(value);
  return Object.entries(value as object)
    .map(([name, each]) => `${name}: ${valueInWords(each)}`)
    .join('; ');
}
