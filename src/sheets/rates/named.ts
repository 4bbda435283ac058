/**
 * Prices by the names of their columns, which patterns of the map read: `"{direction}_{lane}_{fixed|additional}"`, or
 * `"{direction} {slab}"` next to a column of routes.
 */
import type { RowMembers } from '../../model/row-filters.js';
import { sheetSlabOf } from '../cells/slabs.js';
import { fault, type ParsedCell, parsed, plainText } from '../cells/text.js';
import { unitOf } from '../cells/weights.js';
import { isIgnored, type SheetColumn } from '../tables/columns.js';
import type { Table, TableRow } from '../tables/table.js';
import { type Band, bandsOf, KILOGRAM } from './bands.js';
import type { CardRow } from './card-row.js';
import { filtersOfRow, filterValue } from './filters.js';
import { SLAB_FIELDS } from './form.js';
import { groupsOf, setStep, stepBand } from './list.js';
import type { RatesContext } from './context.js';
import { freeName, type Key } from './matrix-keys.js';
import { type RoutePrices, routeRows } from './prices.js';
import { hasRoutes, routePosition, routeText } from './route-columns.js';
import { routeKey } from './routes.js';
import { statedSlabs } from './stated-slabs.js';

interface Pattern {
  expression: RegExp;
  /** In the order of the groups: `lane`, or null for `{fixed|additional}`. */
  names: readonly (string | null)[];
  /** The first is the price of the first step, the second that of each further one. */
  words: readonly string[];
}

/** What the name of a column says. */
interface ColumnMeaning {
  name: string;
  members: RowMembers;
  isFurther: boolean;
  /** As it is written; null: the name says none. */
  slab: string | null;
}

/** The columns of one route, or of one kind of parcels. */
interface NamedColumns {
  name: string;
  members: RowMembers;
  columns: (ColumnMeaning & { column: SheetColumn; field: string })[];
}

type NamedColumn = NamedColumns['columns'][number];

export function namedRows(table: Table, context: RatesContext): CardRow[] {
  const { constants, perKg, faults, notes } = context;
  const patterns = [...table.map.patterns.keys()].map((text) => ({ text, ...patternOf(text) }));
  const groups = columnsOf(patterns, table, context);
  const { open } = table.map;
  const options = { open, perKg, faults, notes };
  const saysRoutes = patterns.some(({ names }) => names.some((name) => name === 'lane' || name === 'zone'));
  if (SLAB_FIELDS.some((field) => table.hasColumn(field))) {
    const lists =
      saysRoutes || !hasRoutes(table) ? [{ name: null, members: {}, rows: table.rows }] : groupsOf(table, context);
    return lists.flatMap(({ name, members: ofList, rows }) => {
      const bands = bandsOf(statedSlabs(table, rows), options, ({ position }, message) =>
        faults.add(position, message),
      );
      return groups.flatMap(({ name: ofColumns, members, columns }) => {
        const cells = slabCells(name ?? ofColumns, columns[0]!);
        return routeRows({ ...constants, ...ofList, ...members }, bands, cells, options);
      });
    });
  }
  const saysSlabs = patterns.some(({ names }) => names.includes('slab'));
  const step = saysSlabs ? null : perKg === false ? setStep(table, context) : KILOGRAM;
  const banded = groups.map((group) => ({ ...group, bands: bandsOfColumns(group, step, table, context) }));
  return placesOf(table, saysRoutes, context).flatMap(({ row, name, members: ofRow }) =>
    banded.flatMap(({ name: ofColumns, members, bands }) => {
      const cells = columnCells(saysRoutes ? ofColumns : name, row);
      return routeRows({ ...constants, ...ofRow, ...members }, bands, cells, options);
    }),
  );
}

/** @param step grams; null: the columns say slabs, or there is a fault */
function bandsOfColumns(
  { columns }: NamedColumns,
  step: number | null,
  table: Table,
  { perKg, faults, notes }: RatesContext,
): Band<NamedColumn>[] {
  if (columns.every(({ slab }) => slab === null)) {
    const first = columns.find(({ isFurther }) => !isFurther) ?? columns[0]!;
    const further = columns.find(({ isFurther }) => isFurther) ?? first;
    return step === null ? [] : [stepBand(first, further, step)];
  }
  const unit = unitOf(table.map.units.get('slab') ?? '');
  const slabs = columns.map((row) => {
    const text = row.slab ?? '';
    return { row, text, slab: sheetSlabOf(text, unit, unit !== null), step: null };
  });
  const { open } = table.map;
  return bandsOf(slabs, { open, perKg, notes }, ({ column }, message) =>
    faults.add(table.columnPosition(column), message),
  );
}

interface NamedPlace {
  row: TableRow;
  name: string;
  members: RowMembers;
}

/** The rows with their routes. Where the columns say the routes there is one row. */
function placesOf(table: Table, saysRoutes: boolean, { routes, faults }: RatesContext): NamedPlace[] {
  const [first, second] = table.rows;
  const twins = new Map<string, number>();
  if (saysRoutes || !hasRoutes(table)) {
    const message = 'is a second row of prices, and no column says which slab or route it is';
    if (second !== undefined) faults.add({ line: second.line, column: null }, message);
    return first === undefined ? [] : [{ row: first, name: '', members: {} }];
  }
  return table.rows.flatMap((row) => {
    const name = routeText(row);
    const route = routes.find(name);
    if (!route.ok) {
      faults.add(routePosition(row), route.message + row.noteAdvice);
      return [];
    }
    const members = { ...filtersOfRow(row, table, routes.zones, faults), ...route.value };
    const twin = twins.get(routeKey(members));
    if (twin !== undefined) faults.add(routePosition(row), `is the same route as line ${twin}`);
    twins.set(routeKey(members), row.line);
    return [{ row, name, members }];
  });
}

function columnsOf(
  patterns: readonly (Pattern & { text: string })[],
  table: Table,
  context: RatesContext,
): NamedColumns[] {
  const { faults } = context;
  const found = new Map<string, NamedColumns>();
  for (const pattern of patterns) {
    let isUsed = false;
    for (const column of [...table.columns.notRead]) {
      if (isIgnored(column, table.map)) continue;
      // of two rows of headings, both say more than one
      const meanings = [...column.texts, ...column.wide].toReversed().flatMap((text) => {
        const match = pattern.expression.exec(text);
        return match === null ? [] : [meaningOf(match, pattern, column, table, context)];
      });
      const meaning = meanings.find((each) => each.ok) ?? meanings[0];
      if (meaning === undefined) continue;
      isUsed = true;
      const field = freeName(column, table);
      table.take(column, field);
      if (!meaning.ok) faults.add(table.columnPosition(column), meaning.message);
      if (!meaning.ok || meaning.value === null) continue;
      const { name, members, isFurther, slab } = meaning.value;
      const key = routeKey(members);
      const group = found.get(key) ?? { name, members, columns: [] };
      found.set(key, group);
      const twin = group.columns.find((each) => each.isFurther === isFurther && each.slab === slab);
      if (twin !== undefined) faults.add(table.columnPosition(column), `is the same route as ${twin.column.title}`);
      else group.columns.push({ ...meaning.value, column, field });
    }
    if (!isUsed) faults.add({ line: table.headerLine, column: pattern.text }, 'fits no heading, and the map names it');
  }
  return [...found.values()];
}

/** The value is null for a column of another courier. */
function meaningOf(
  match: RegExpExecArray,
  { names, words }: Pattern,
  column: SheetColumn,
  table: Table,
  { routes, partnerId }: RatesContext,
): ParsedCell<ColumnMeaning | null> {
  let members: Record<string, unknown> = {};
  let name = column.title;
  let isFurther = false;
  let slab: string | null = null;
  for (const [at, field] of names.entries()) {
    const text = match[at + 1]!.trim();
    if (field === null) {
      isFurther = words.findIndex((word) => word.toLowerCase() === text.toLowerCase()) > 0;
      continue;
    }
    if (field === 'partner') {
      const owner = table.map.partners.get(plainText(text));
      if (owner === partnerId) continue;
      return owner === undefined ? fault(`"${text}" is none of partners in the map`) : parsed(null);
    }
    if (field === 'slab') {
      const unit = unitOf(table.map.units.get('slab') ?? '');
      const read = sheetSlabOf(text, unit, unit !== null);
      if (!read.ok) return read;
      slab = text;
      continue;
    }
    const isRoute = field === 'lane' || field === 'zone';
    if (isRoute) name = text;
    const route = isRoute ? routes.find(text) : null;
    if (route !== null && !route.ok) return route;
    const value = isRoute ? null : filterValue(field, text, table.map, routes.zones);
    if (route !== null) members = { ...members, ...route.value };
    else if (value === null) return fault(`${field} in the pattern is no field of packages`);
    else if (value.ok) members[field] = value.value;
    else return value;
  }
  return parsed({ name, members, isFurther, slab });
}

function patternOf(text: string): Pattern {
  const names: (string | null)[] = [];
  let words: string[] = [];
  const source = text.split(/(\{[^}]*\})/).map((part) => {
    if (!part.startsWith('{')) return part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
    const inner = part.slice(1, -1);
    if (!inner.includes('|')) {
      names.push(inner.trim());
      return '(.+?)';
    }
    words = inner.split('|').map((word) => word.trim());
    names.push(null);
    return `(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')})`;
  });
  return { expression: new RegExp(`^${source.join('')}$`, 'i'), names, words };
}

const slabCells = (name: string, { field }: NamedColumn): RoutePrices<Key> => ({
  name,
  text: ({ row }) => row!.get(field),
  position: ({ row }) => row!.position(field),
  slabPosition: ({ position }) => position,
});

const columnCells = (name: string, row: TableRow): RoutePrices<NamedColumn> => ({
  name,
  text: ({ field }) => row.get(field),
  position: ({ field }) => row.position(field),
  slabPosition: ({ field }) => row.position(field),
});
