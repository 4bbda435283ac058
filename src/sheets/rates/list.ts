/** Long lists of rates: one price a row, with its route, and perhaps its slab and what it is for. */
import type { RowMembers } from '../../model/row-filters.js';
import type { ParsedCell } from '../cells/text.js';
import { weight } from '../cells/weights.js';
import type { Table, TableRow } from '../tables/table.js';
import { type Band, bandsOf } from './bands.js';
import type { CardRow } from './card-row.js';
import { filtersOfRow } from './filters.js';
import { SLAB_FIELDS } from './form.js';
import type { RatesContext } from './context.js';
import type { Key } from './matrix-keys.js';
import { hasRoutes, routePosition, routeText } from './route-columns.js';
import { type RoutePrices, routeRows } from './prices.js';
import { type Route, routeKey } from './routes.js';
import { statedSlabs } from './stated-slabs.js';
import { perKgRow, pricePerKg } from './zone-matrix.js';

interface Group {
  name: string;
  members: RowMembers;
  rows: TableRow[];
}

export function listRows(table: Table, context: RatesContext): CardRow[] {
  const { constants, perKg, faults, notes } = context;
  const { open } = table.map;
  const hasSlabs = SLAB_FIELDS.some((field) => table.hasColumn(field));
  const step = hasSlabs || perKg !== false ? null : setStep(table, context);
  const unread = unreadNames(table);
  return groupsOf(table, context).flatMap(({ name, members, rows }) => {
    const common = { ...constants, ...members };
    if (hasSlabs) {
      const bands = bandsOf(statedSlabs(table, rows), { open, perKg, notes }, ({ position }, message) =>
        faults.add(position, message + unread),
      );
      return routeRows(common, bands, cellsOf(name), { open, perKg, faults, notes });
    }
    const [row, twin] = rows;
    if (twin !== undefined) faults.add(twin.position('lane'), `is the same route as line ${row!.line}${unread}`);
    if (perKg !== false) return perKgRows(row!, common, context);
    return step === null ? [] : stepRows(row!, common, step, context, table);
  });
}

const EVERYWHERE: ParsedCell<Route> = { ok: true, value: {} };

/** Of faults of rows for the same parcels: what may tell them apart. */
function unreadNames(table: Table): string {
  const titles = table.unreadTexts.map(({ title }) => title);
  return titles.length === 0 ? '' : `; not read: ${titles.join(', ')}`;
}

/** Rows of the same route and the same filters, in their order. */
export function groupsOf(table: Table, { routes, faults }: RatesContext): Group[] {
  const groups = new Map<string, Group>();
  // without a column of routes, prices are for all of them
  const isForAll = !hasRoutes(table);
  const [unread] = isForAll ? table.unreadTexts : [];
  if (unread !== undefined) {
    const advice = `name the column of routes by columns: {lane: …} in the map, or ignore: [${unread.title}]`;
    faults.add(table.columnPosition(unread), `is not read, and no other column says a route: ${advice}`);
    return [];
  }
  for (const row of table.rows) {
    const name = routeText(row);
    if (isForAll) table.notes.add('prices for every route', `row ${row.line}`);
    else if (name === '') faults.add(row.position('lane'), 'is required');
    const route = isForAll ? EVERYWHERE : name === '' ? null : routes.find(name);
    if (route !== null && !route.ok) faults.add(routePosition(row), route.message + row.noteAdvice);
    if (route === null || !route.ok) continue;
    const members = { ...filtersOfRow(row, table, routes.zones, faults), ...route.value };
    const key = routeKey(members);
    const group: Group = groups.get(key) ?? { name, members, rows: [] };
    groups.set(key, group);
    group.rows.push(row);
  }
  return [...groups.values()];
}

const cellsOf = (name: string): RoutePrices<Key> => ({
  name,
  text: ({ row }) => row!.get('price'),
  position: ({ row }) => row!.position('price'),
  slabPosition: ({ position }) => position,
});

/** Grams of `set: {step: …}`; null: there is a fault, once. */
export function setStep(table: Table, { faults }: RatesContext): number | null {
  const text = table.map.set.get('step');
  const position = { line: table.headerLine, column: 'step' };
  if (text === undefined) {
    faults.add(position, 'is needed where no column says a slab: say set: {step: 500 g} in the map, or --per-kg');
    return null;
  }
  const step = weight(text, null);
  if (step.ok && step.value > 0) return step.value;
  faults.add(position, step.ok ? 'must be above 0' : step.message);
  return null;
}

function perKgRows(row: TableRow, common: RowMembers, { faults, perKg }: RatesContext): CardRow[] {
  const amount = row.read('price', (text) => pricePerKg(text, perKg), faults);
  if (amount === null) {
    if (row.get('price') === '') faults.add(row.position('price'), 'has no price');
    return [];
  }
  return [perKgRow(common, amount, perKg, new Set(Object.keys(common)), row.position('price'))];
}

/** Each started step has the price. */
function stepRows(row: TableRow, common: RowMembers, step: number, { faults }: RatesContext, table: Table): CardRow[] {
  if (row.get('price') === '') {
    faults.add(row.position('price'), 'has no price');
    return [];
  }
  const cells: RoutePrices<TableRow> = {
    name: routeText(row),
    text: (each) => each.get('price'),
    position: (each) => each.position('price'),
    slabPosition: (each) => each.position('price'),
  };
  return routeRows(common, [stepBand<TableRow>(row, row, step)], cells, {
    open: null,
    perKg: false,
    faults,
    notes: table.notes,
  });
}

/** From the first gram on: a price up to a step, and one for each started step more. */
export const stepBand = <Row>(row: Row, stepRow: Row, step: number): Band<Row> => ({
  row,
  stepRow,
  text: `each ${step} g`,
  from: 0,
  to: null,
  charging: 'STEPS',
  base: step,
  step,
  isSure: true,
});
