/** Transit times of lanes and pairs of zones: a row for each, or a matrix of zones. */
import { numberText } from '../cells/money.js';
import type { CardRow } from '../rates/card-row.js';
import { RATES, ratesRule } from '../rates/form.js';
import { zoneCells } from '../rates/matrix.js';
import { Routes } from '../rates/routes.js';
import type { Sheet } from '../sheet.js';
import { tableOf } from '../tables/build.js';
import { Faults, SheetFaults } from '../tables/faults.js';
import { finderOf, type TableForm } from '../tables/form.js';
import { plainHeading } from '../tables/headings.js';
import type { SheetMap } from '../tables/map.js';
import type { Table } from '../tables/table.js';
import type { ZoneNames } from '../zone-names.js';
import { longFormRows } from './long-form.js';

const NAMES = ['lane', 'from_zone', 'to_zone', 'hours', 'id', 'status', 'validFrom', 'validTo'];
const ALIASES = { from_zone: 'fromZoneId', to_zone: 'toZoneId' } as const;
const ROUTE = ['lane', 'from_zone', 'to_zone'] as const;

export const TRANSIT: TableForm = {
  kind: 'transit',
  names: NAMES,
  required: ['hours'],
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

/** A table with a heading `hours`, or else origins down and destinations across, with whole hours. */
export function readTransit(sheet: Sheet, map: SheetMap, partnerId: string, zones: ZoneNames): TransitSheet {
  const faults = new Faults();
  const hasHours = sheet.rows.some(({ cells }) => cells.some((text) => plainHeading(text) === 'hours'));
  const matrix = hasHours || map.columns.has('hours') ? null : matrixRows(sheet, map, zones, faults);
  if (matrix !== null) return { ...matrix, faults };
  const table = tableOf(sheet, TRANSIT, map);
  return { table, rows: transitRows(table, partnerId, zones, faults), faults };
}

/** null: it is no matrix. */
function matrixRows(
  sheet: Sheet,
  map: SheetMap,
  zones: ZoneNames,
  faults: Faults,
): { table: Table; rows: CardRow[] } | null {
  let table;
  try {
    table = tableOf(sheet, RATES, map, { rule: ratesRule(map) });
  } catch (error) {
    if (error instanceof SheetFaults) return null;
    throw error;
  }
  const routes = new Routes([], zones, map, table.notes);
  const cells = zoneCells(table, { routes, faults, notes: table.notes });
  if (cells === null) return null;
  const rows = cells.flatMap(({ route, text, position }): CardRow[] => {
    const hours = Number(numberText(text) ?? Number.NaN);
    if (!Number.isInteger(hours) || hours < 1) {
      faults.add(position, `must be whole hours, but is "${text}"`);
      return [];
    }
    const members = { ...route, hours };
    return [{ members, said: new Set(Object.keys(members)), positionOf: () => position }];
  });
  return { table, rows };
}

function transitRows(table: Table, partnerId: string, zones: ZoneNames, faults: Faults): CardRow[] {
  for (const row of table.rows) {
    if (row.get('hours') === '') faults.add(row.position('hours'), 'is required: null for a route that is not served');
    if (ROUTE.every((name) => row.get(name) === '')) faults.add(row.position('lane'), 'names no lane and no zone');
  }
  return longFormRows(table, 'transit-lanes', partnerId, zones, faults, ALIASES);
}
