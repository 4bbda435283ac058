/** Documents before and after, field by field. */
import { Members } from '../parts/content.js';
import { Link } from '../parts/location.js';
import { fieldName, isAbsent, type NameOf, valueInWords } from '../parts/names.js';
import { documentPath } from '../parts/paths.js';
import { useNames } from '../parts/references.js';
import { Table } from '../parts/table.js';

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
/** So many new documents or fewer are shown member by member, more of them in a line each. */
const UNFOLDED = 5;

export function DifferenceTable({ label, differences }: { label: string; differences: readonly FieldDifference[] }) {
  const further = differences.length - DIFFERENCES_SHOWN;
  const shown = differences.slice(0, DIFFERENCES_SHOWN);
  const nameOf = useNames(
    shown.flatMap(({ field, before, after }) => [before, after].map((of) => [field ?? '', of] as const)),
  );
  return (
    <>
      <Table name={label} columns={['Document', 'Field', 'Before', 'After']}>
        {shown.map(({ name, field, before, after }) => {
          const isUnfolded = field === null && differences.length <= UNFOLDED;
          const [was, is] = isUnfolded
            ? [before, after].map((document) => <Members of={document ?? {}} isInner />)
            : wordsOf(before, after, field ?? '', nameOf);
          return (
            <tr key={`${name} ${field}`}>
              <th scope="row">
                <Link to={documentPath(name)!}>{name}</Link>
              </th>
              <td class="nowrap">{field === null ? (isAbsent(before) ? 'new' : 'gone') : fieldName(field)}</td>
              <td class={isAbsent(before) ? '' : 'words'}>{isAbsent(before) ? '–' : <del>{was}</del>}</td>
              <td class={isAbsent(after) ? '' : 'words'}>{isAbsent(after) ? '–' : <ins>{is}</ins>}</td>
            </tr>
          );
        })}
      </Table>
      {further > 0 && <p class="quiet">… and {further} more.</p>}
    </>
  );
}

/** What the words of both cannot tell apart, such as two moments of a minute, is shown as it is written. */
function wordsOf(before: unknown, after: unknown, field: string, nameOf: NameOf): [before: string, after: string] {
  const words = [before, after].map((value) => valueInWords(value, field, nameOf)) as [string, string];
  return words[0] === words[1] ? [JSON.stringify(before), JSON.stringify(after)] : words;
}
