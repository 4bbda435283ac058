/** Prices by the names of their columns, which patterns of the map read: `"{direction}_{lane}_{fixed|additional}"`. */
import type { RowMembers } from '../../model/same-row.js';
import { parsed, plainText } from '../cells/text.js';
import type { SheetColumn } from '../tables/columns.js';
import type { SourcePosition } from '../tables/faults.js';
import type { Table, TableRow } from '../tables/table.js';
import { bandsOf } from './bands.js';
import type { CardRow } from './card-row.js';
import { filterValue } from './filters.js';
import { SLAB_FIELDS } from './form.js';
import { setStep, stepBand } from './list.js';
import { type Key, type RatesContext, statedSlabs } from './matrix.js';
import { type RoutePrices, routeRows } from './prices.js';
import { routeKey } from './routes.js';

interface Pattern {
  text: string;
  expression: RegExp;
  /** In the order of the groups: `lane`, or null for `{fixed|additional}`. */
  names: readonly (string | null)[];
  /** The first is the price of the first step, the second that of each further one. */
  words: readonly string[];
}

/** The columns of one route. */
interface NamedRoute {
  name: string;
  members: RowMembers;
  /** The price of the first step, or of a slab. */
  first: SheetColumn | null;
  further: SheetColumn | null;
}

export function namedRows(table: Table, context: RatesContext): CardRow[] {
  const { constants, faults } = context;
  const routes = routesOf(table, context);
  const options = { open: table.map.open, faults, notes: table.notes };
  if (SLAB_FIELDS.some((field) => table.hasColumn(field))) {
    const bands = bandsOf(
      statedSlabs(table),
      table.map.open,
      ({ position }, message) => faults.add(position, message),
      table.notes,
    );
    return routes.flatMap(({ name, members, first }) =>
      routeRows({ ...constants, ...members }, bands, slabCells(name, first!), options),
    );
  }
  const step = setStep(table, context);
  const [row, another] = table.rows;
  if (another !== undefined)
    faults.add({ line: another.line, column: null }, 'is a second row of prices, and no column says which slab it is');
  if (step === null || row === undefined) return [];
  return routes.flatMap(({ name, members, first, further }) => {
    const [base, more] = [first ?? further!, further ?? first!];
    return routeRows({ ...constants, ...members }, [stepBand(base, more, step)], columnCells(name, row), options);
  });
}

function routesOf(table: Table, context: RatesContext): NamedRoute[] {
  const { faults } = context;
  const found = new Map<string, NamedRoute>();
  for (const text of table.map.patterns.keys()) {
    const pattern = patternOf(text);
    let isUsed = false;
    for (const column of [...table.columns.notRead]) {
      const match = column.texts.map((each) => pattern.expression.exec(each)).find((each) => each !== null);
      if (match === undefined || match === null) continue;
      isUsed = true;
      table.take(column, column.title);
      const route = routeOf(match, pattern, column, table, context);
      if (route === null) continue;
      const key = routeKey(route.members);
      const group = found.get(key) ?? { ...route, first: null, further: null };
      found.set(key, group);
      const place = route.isFurther ? 'further' : 'first';
      const twin = group[place];
      if (twin !== null) faults.add(positionOf(table, column), `is the same route as ${twin.title}`);
      else group[place] = column;
    }
    if (!isUsed) faults.add({ line: table.headerLine, column: text }, 'fits no heading, and the map names it');
  }
  return [...found.values()];
}

const positionOf = (table: Table, { title }: SheetColumn): SourcePosition => ({
  line: table.headerLine,
  column: title,
});

/** null: there is a fault, or it is another courier's. */
function routeOf(
  match: RegExpExecArray,
  { names, words }: Pattern,
  column: SheetColumn,
  table: Table,
  { routes, faults, partnerId }: RatesContext,
): { name: string; members: RowMembers; isFurther: boolean } | null {
  let members: Record<string, unknown> = {};
  let name = column.title;
  let isFurther = false;
  for (const [at, field] of names.entries()) {
    const text = match[at + 1]!.trim();
    if (field === null) {
      isFurther = words.findIndex((word) => word.toLowerCase() === text.toLowerCase()) > 0;
      continue;
    }
    if (field === 'partner') {
      const owner = table.map.partners.get(plainText(text));
      if (owner === partnerId) continue;
      if (owner === undefined) faults.add(positionOf(table, column), `"${text}" is none of partners in the map`);
      return null;
    }
    const isRoute = field === 'lane' || field === 'zone';
    if (isRoute) name = text;
    const route = isRoute ? routes.find(text) : null;
    const value = route === null ? filterValue(field, text, table.map, routes.zones) : parsed(null);
    if (route?.ok === true) members = { ...members, ...route.value };
    else if (value?.ok === true && route === null) members[field] = value.value;
    else {
      const message = route?.ok === false ? route.message : value?.ok === false ? value.message : null;
      faults.add(positionOf(table, column), message ?? `${field} in the pattern is no field of packages`);
      return null;
    }
  }
  return { name, members, isFurther };
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
  return { text, expression: new RegExp(`^${source.join('')}$`, 'i'), names, words };
}

const slabCells = (name: string, { title }: SheetColumn): RoutePrices<Key> => ({
  name,
  text: ({ row }) => row!.get(title),
  position: ({ row }) => row!.position(title),
  slabPosition: ({ position }) => position,
});

const columnCells = (name: string, row: TableRow): RoutePrices<SheetColumn> => ({
  name,
  text: ({ title }) => row.get(title),
  position: ({ title }) => row.position(title),
  slabPosition: ({ title }) => row.position(title),
});
