/** What the filters of a row say, by which rows are about the same. */
import type { filtersIn } from './fields.js';
import type { Members } from './members.js';

/** The members of a row that is not judged yet: they may be anything. */
export type RowMembers = Readonly<Members>;

/** The fields of a collection that say what its rows are for. */
export type RowFilters = ReturnType<typeof filtersIn>;

/** Equal for rows with the same filters. */
export const filtersText = (filters: RowFilters, row: RowMembers): string =>
  JSON.stringify(filters.map(({ name, ifAbsent }) => canonical(row[name] ?? ifAbsent)));

/** Without members that are null, and with the others in the order of their names; of lists no order counts. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => JSON.stringify(canonical(each))).sort();
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  if (members.length === 0) return null;
  return members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, canonical(member)]);
}
