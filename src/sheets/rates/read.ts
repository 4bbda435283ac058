/** Sheets of rates in every shape that is read, as rows of packages. */
import type { Sheet } from '../sheet.js';
import { longForm, longFormRows } from '../documents/long-form.js';
import { tableOf } from '../tables/build.js';
import { Faults, SheetFaults } from '../tables/faults.js';
import { plainHeading } from '../tables/headings.js';
import type { SheetMap } from '../tables/map.js';
import type { Table } from '../tables/table.js';
import { ZoneNames, type NamedZone } from '../zone-names.js';
import type { CardRow } from './card-row.js';
import { constantsOf } from './filters.js';
import { RATES, ratesRule } from './form.js';
import { listRows } from './list.js';
import { matrixRows } from './matrix.js';
import { namedRows } from './named.js';
import { Routes } from './routes.js';

/** What there is of the partner. */
export interface PartnerRoutes {
  partnerId: string;
  zones: readonly NamedZone[];
  /** That its rules give. */
  lanes: readonly string[];
}

export interface RatesSheet {
  table: Table;
  rows: CardRow[];
  /** `rows` are those without one. */
  faults: Faults;
}

const PACKAGES = longForm('rates', ['packages'], []);

/**
 * 1. Prices that patterns of the map name.
 * 2. A table with fields of packages as headings.
 * 3. A list of one price a row.
 * 4. A matrix.
 *
 * @param isPerKg prices are for each started kilogram
 * @throws {SheetFaults} if it is none of these
 */
export function readRates(sheet: Sheet, map: SheetMap, partner: PartnerRoutes, isPerKg: boolean): RatesSheet {
  const zones = new ZoneNames(partner.zones, map.zones);
  const faults = new Faults();
  if (map.patterns.size === 0 && hasPackageFields(sheet, map)) {
    const table = tableOf(sheet, PACKAGES, map);
    return { table, rows: longFormRows(table, 'packages', partner.partnerId, zones, faults), faults };
  }
  const table = tableOf(sheet, RATES, map, { rule: ratesRule(map) });
  const routes = new Routes(partner.lanes, zones, map, table.notes);
  const context = { routes, constants: constantsOf(table, zones, faults), isPerKg, faults, notes: table.notes };
  if (map.patterns.size > 0) return { table, rows: namedRows(table, context), faults };
  if (table.hasColumn('price')) return { table, rows: listRows(table, context), faults };
  const rows = matrixRows(table, context);
  if (rows === null) throw noShape(table, isPerKg);
  return { table, rows, faults };
}

function noShape(table: Table, isPerKg: boolean): SheetFaults {
  const message = isPerKg
    ? 'is no matrix of zones: its first column and its headings are to name zones'
    : 'is no shape of rates that is known: slabs of weight are to stand in the first column or in the headings; '
      + 'say columns: {slab: …} or {lane: …, price: …} in a map';
  return new SheetFaults([{ line: table.headerLine, column: null, message }], table.proposal());
}

/** Our own fields that no other shape has. */
const OWN = ['baseCharge', 'baseWeight', 'addonWeight', 'addonCharge', 'fromZoneId', 'toZoneId'].map(plainHeading);

/** Whether a row of headings has fields of packages. Below the heading of a slab they are just words. */
function hasPackageFields({ rows }: Sheet, map: SheetMap): boolean {
  if ([...map.columns.keys()].some((our) => OWN.includes(plainHeading(our)))) return true;
  for (const { cells } of rows) {
    const plain = cells.map((text) => (text.length > 40 ? '' : plainHeading(text)));
    if (plain.some((text) => OWN.includes(text))) return true;
    if (plain.includes('slab')) return false;
  }
  return false;
}
