/** Transit times of lanes and pairs of zones: a row for each, or a matrix of zones. */
import { numberText } from '../cells/money.js';
import type { CardRow } from '../rates/card-row.js';
import { isRoute, RATES, ratesRule } from '../rates/form.js';
import { zoneCells } from '../rates/zone-matrix.js';
import { Routes } from '../rates/routes.js';
import type { Sheet } from '../sheet.js';
import { tableOf } from '../tables/build.js';
import { Faults, SheetFaults } from '../tables/faults.js';
import { finderOf, type TableForm } from '../tables/form.js';
import { plainHeading } from '../tables/headings.js';
import type { SheetMap } from '../tables/map.js';
import type { Table } from '../tables/table.js';
import type { ZoneNames } from '../zone-names.js';
import { transitUnit } from '../serviceability/form.js';
import { longFormRows } from './long-form.js';

const NAMES = ['lane', 'from_zone', 'to_zone', 'hours', 'days', 'id', 'status', 'validFrom', 'validTo'];
const ALIASES = { from_zone: 'fromZoneId', to_zone: 'toZoneId' } as const;
const ROUTE = ['lane', 'from_zone', 'to_zone'] as const;

export const TRANSIT: TableForm = {
  kind: 'transit',
  names: NAMES,
  required: [],
  find: finderOf(NAMES),
  words: new Map(),
  kindOf: () => 'text',
  key: null,
  hasNull: true,
  isStrict: true,
};

export interface TransitSheet {
  table: Table;
  rows: CardRow[];
  faults: Faults;
}

/**
 * A table with a heading `hours` or `days`, or else origins down and destinations across, with whole hours, or days by
 * `units: {transit: days}` of the map.
 */
export function readTransit(sheet: Sheet, map: SheetMap, partnerId: string, zones: ZoneNames): TransitSheet {
  const faults = new Faults();
  const hasHours = sheet.rows.some(({ cells }) => cells.some((text) => DURATIONS.includes(plainHeading(text))));
  const isNamed = DURATIONS.some((name) => map.columns.has(name));
  const matrix = hasHours || isNamed ? null : matrixRows(sheet, map, zones, faults);
  if (matrix !== null) return { ...matrix, faults };
  const table = tableOf(sheet, TRANSIT, map);
  table.dropRepeated();
  return { table, rows: transitRows(table, partnerId, zones, faults), faults };
}

const DURATIONS = ['hours', 'days'];
/** The times of a matrix have no heading of their own. */
const MATRIX: TableForm = {
  ...RATES,
  onlyInMaps: ['transit'],
  hasNull: true,
  wordsFor: (field) => (isRoute(field) ? 'transit' : field),
};

/** null: it is no matrix. */
function matrixRows(
  sheet: Sheet,
  map: SheetMap,
  zones: ZoneNames,
  faults: Faults,
): { table: Table; rows: CardRow[] } | null {
  let table;
  try {
    table = tableOf(sheet, MATRIX, map, { rule: ratesRule(map) });
  } catch (error) {
    // with a unit of times a matrix is meant
    if (error instanceof SheetFaults && !map.units.has('transit')) return null;
    throw error;
  }
  const routes = new Routes([], zones, map, table.notes);
  const cells = zoneCells(
    table,
    { routes, faults, notes: table.notes },
    'routes without a time, which stay as they are',
  );
  if (cells === null) return null;
  table.checkMerged(faults);
  if (!map.units.has('transit')) askAboutDays(sheet, table, faults);
  const said = map.units.get('transit') ?? 'hours';
  const unit = transitUnit(said);
  if (unit === null)
    faults.add({ line: table.headerLine, column: 'transit' }, `must be days or hours, but is "${said}"`);
  const rows = cells.flatMap(({ route, text, position }): CardRow[] => {
    const duration = text === 'null' ? null : Number(numberText(text) ?? Number.NaN);
    if (duration !== null && (!Number.isInteger(duration) || duration < 1)) {
      faults.add(position, `must be whole ${unit ?? 'hours'}, but is "${text}"`);
      return [];
    }
    const members = { ...route, [duration === null ? 'hours' : (unit ?? 'hours')]: duration };
    return [{ members, said: new Set(Object.keys(members)), positionOf: () => position }];
  });
  return { table, rows };
}

/** A title such as `TAT (days)` contradicts times in hours. */
function askAboutDays({ rows }: Sheet, { headerLine }: Table, faults: Faults): void {
  for (const { line, cells } of rows) {
    if (line > headerLine) return;
    const text = cells.find((each) => transitUnit(each) === 'days');
    if (text === undefined) continue;
    const message = `"${text}" says days, and the map does not: say units: {transit: days} in it, or hours`;
    faults.add({ line, column: null }, message);
    return;
  }
}

function transitRows(table: Table, partnerId: string, zones: ZoneNames, faults: Faults): CardRow[] {
  for (const row of table.rows) {
    if (ROUTE.every((name) => row.get(name) === '')) faults.add(row.position('lane'), 'names no lane and no zone');
    if (row.get('hours') !== '' || row.get('days') !== '') continue;
    const name = table.hasColumn('days') ? 'days' : 'hours';
    faults.add(row.position(name), 'is required: null for a route that is not served');
  }
  return longFormRows(table, 'transit-lanes', partnerId, zones, faults, ALIASES);
}
