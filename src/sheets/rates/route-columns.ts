/** The route of a row: a lane, or the zones of its ends. */
import type { SourcePosition } from '../tables/faults.js';
import type { Table, TableRow } from '../tables/table.js';

const ENDS = ['from_zone', 'to_zone'] as const;

const hasEnds = (of: Pick<Table, 'hasColumn'>): boolean => ENDS.some((field) => of.hasColumn(field));

/** Whether a column, or the map for all rows, says the route. */
export const hasRoutes = (table: Table): boolean => table.has('lane') || hasEnds(table);

/** `FROM>TO` of two columns, or the text below `lane`; '' if there is none. */
export function routeText(row: TableRow): string {
  if (!hasEnds(row)) return row.get('lane');
  const [from, to] = ENDS.map((field) => row.get(field));
  return from === '' && to === '' ? '' : `${from}>${to}`;
}

export const routePosition = (row: TableRow): SourcePosition =>
  row.position(ENDS.find((field) => row.hasColumn(field)) ?? 'lane');
