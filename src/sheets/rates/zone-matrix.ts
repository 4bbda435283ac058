/** Matrices of zones: origins down, destinations across, a price for the kilogram or a time in each cell. */
import type { RowMembers } from '../../model/row-filters.js';
import { type ParsedCell, plainText } from '../cells/text.js';
import type { SourcePosition } from '../tables/faults.js';
import type { Table } from '../tables/table.js';
import type { PerKg } from './bands.js';
import type { CardRow } from './card-row.js';
import type { RatesContext } from './context.js';
import { isRoute } from './form.js';
import { acrossKey, downKeys, freeName, type Key, keysOf, noteAdvice, priceColumns } from './matrix-keys.js';
import { decimalsPerKg, perKgMembers, price } from './prices.js';
import type { Routes } from './routes.js';

/** Whether rows and columns have the same names, or most of them are zones. */
function areZones(down: readonly Key[], across: readonly Key[], { zones }: Routes): boolean {
  const names = new Set(down.map(({ text }) => plainText(text)));
  const shared = across.filter(({ text }) => names.has(plainText(text))).length;
  const known = [...down, ...across].filter(({ text }) => zones.find(text).ok).length;
  return shared * 2 >= across.length || known * 2 > down.length + across.length;
}

/** A cell of a matrix of zones. */
export interface ZoneCell {
  route: { fromZoneId: number; toZoneId: number };
  /** Not empty. */
  text: string;
  position: SourcePosition;
}

type ZoneContext = Pick<RatesContext, 'routes' | 'faults' | 'notes'>;

const NOT_CARRIED = 'routes without a price, which are not carried';

/**
 * Origins down, destinations across; null: the table is no matrix of zones.
 * @param withoutCell what an empty cell means, for a note
 */
export function zoneCells(table: Table, context: ZoneContext, withoutCell: string): ZoneCell[] | null {
  const prices = priceColumns(table, context.routes);
  const down = downKeys(table, prices);
  for (const column of prices) table.take(column, freeName(column, table));
  const across = table.fields.filter(isRoute).map((field): Key => acrossKey(field, table));
  return betweenZones(down.keys, across, table, context, withoutCell);
}

/** null: they are no zones, or destinations stand down. */
export function betweenZones(
  down: readonly Key[],
  across: readonly Key[],
  table: Table,
  context: ZoneContext,
  withoutCell = NOT_CARRIED,
): ZoneCell[] | null {
  if (table.hasColumn('to_zone') || down.length === 0) return null;
  const origins = table.hasColumn('from_zone') ? keysOf(table, (row) => row.get('from_zone')) : down;
  return areZones(origins, across, context.routes) ? cellsBetween(origins, across, context, withoutCell) : null;
}

function cellsBetween(
  down: readonly Key[],
  across: readonly Key[],
  context: ZoneContext,
  withoutCell: string,
): ZoneCell[] {
  const origins = zonesOf(down, context);
  const destinations = zonesOf(across, context);
  return origins.flatMap(({ key: origin, id: fromZoneId }) =>
    destinations.flatMap(({ key, id: toZoneId }): ZoneCell[] => {
      const text = origin.row!.get(key.column!);
      if (text === '') {
        context.notes.add(withoutCell, `${origin.text}>${key.text}`);
        return [];
      }
      return [{ route: { fromZoneId, toZoneId }, text, position: origin.row!.position(key.column) }];
    }),
  );
}

/** Those that are zones; the others are faults, and so is a zone that stands twice. */
function zonesOf(keys: readonly Key[], { routes, faults }: ZoneContext): { key: Key; id: number }[] {
  const twins = new Map<number, string>();
  return keys.flatMap((key) => {
    const zone = routes.zones.find(routes.likeliest(key.names));
    const twin = zone.ok ? twins.get(zone.id) : undefined;
    if (!zone.ok) faults.add(key.position, zone.message + noteAdvice(key));
    else if (twin !== undefined) faults.add(key.position, `is the same zone as ${twin}`);
    else twins.set(zone.id, key.text);
    return zone.ok && twin === undefined ? [{ key, id: zone.id }] : [];
  });
}

export function zoneRows(cells: readonly ZoneCell[], { constants, faults, perKg }: RatesContext): CardRow[] {
  const said = new Set(Object.keys(constants));
  return cells.flatMap(({ route, text, position }) => {
    const amount = pricePerKg(text, perKg);
    if (!amount.ok) faults.add(position, amount.message);
    return amount.ok ? [perKgRow({ ...constants, ...route }, amount.value, perKg, said, position)] : [];
  });
}

export const pricePerKg = (text: string, perKg: PerKg): ParsedCell<bigint> => price(text, decimalsPerKg(perKg));

/** A price for each started kilogram, or to the gram. */
export function perKgRow(
  common: RowMembers,
  amount: bigint,
  perKg: PerKg,
  said: ReadonlySet<string>,
  position: SourcePosition,
): CardRow {
  return { members: { ...common, ...perKgMembers(amount, perKg) }, said, positionOf: () => position };
}
