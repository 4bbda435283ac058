/** Sheets of rates in every shape that is read, as rows of packages. */
import type { Sheet } from '../sheet.js';
import { longForm, longFormRows } from '../documents/long-form.js';
import { unitOf, weight } from '../cells/weights.js';
import { tableOf } from '../tables/build.js';
import { Faults, SheetFaults } from '../tables/faults.js';
import { plainHeading } from '../tables/headings.js';
import type { SheetMap } from '../tables/map.js';
import { keepRowsOf, withPartners } from '../tables/partners.js';
import type { Table } from '../tables/table.js';
import { ZoneNames, type NamedZone } from '../zone-names.js';
import type { CardRow } from './card-row.js';
import { constantsOf } from './filters.js';
import { RATES, ratesRule } from './form.js';
import { listRows } from './list.js';
import type { PerKg } from './bands.js';
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
  /** Whether the sheet has all prices of the routes that it names: one with fields of packages has single rows. */
  isWhole: boolean;
  /** Grams that the map sets as minChargeableWeight, of weight-terms; null: none. */
  minChargeableWeight: number | null;
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
 * @throws {SheetFaults} if it is none of these
 */
export function readRates(sheet: Sheet, given: SheetMap, partner: PartnerRoutes, perKg: PerKg): RatesSheet {
  const { map, minChargeableWeight } = withoutMinimum(given);
  const { partnerId } = partner;
  const zones = new ZoneNames(partner.zones, map.zones);
  const faults = new Faults();
  if (map.patterns.size === 0 && hasPackageFields(sheet, map)) {
    const table = tableOf(sheet, withPartners(PACKAGES, map), map);
    keepRowsOf(partnerId, table, faults);
    table.dropRepeated();
    const rows = longFormRows(table, 'packages', partnerId, zones, faults);
    return { table, rows, isWhole: false, minChargeableWeight, faults };
  }
  const table = tableOf(sheet, withPartners(RATES, map), map, { rule: ratesRule(map) });
  keepRowsOf(partnerId, table, faults);
  if (perKg === false) askAboutKilograms(sheet, table, faults);
  const whole = { table, isWhole: true, minChargeableWeight, faults };
  const routes = new Routes(partner.lanes, zones, map, table.notes);
  const common = { partnerId, perKg, faults, notes: table.notes };
  const context = { routes, constants: constantsOf(table, zones, faults), ...common };
  if (map.patterns.size > 0) {
    const rows = namedRows(table, context);
    table.checkMerged(faults);
    return { ...whole, rows };
  }
  if (table.hasColumn('price')) {
    table.dropRepeated();
    return { ...whole, rows: listRows(table, context) };
  }
  // a matrix takes its columns, and the map to start from has all of them
  const proposal = table.proposal();
  const rows = matrixRows(table, context);
  table.checkMerged(faults);
  if (rows === null) throw noShape(table, perKg !== false, proposal);
  return { ...whole, rows };
}

const PER_KG = /(?:\bper|\/)\s*(?:1\s*)?(?:kgs?|kilogram)\b/i;

/** A title such as `Rates per kg` contradicts prices of whole slabs, unless the map says how they are charged. */
function askAboutKilograms({ rows }: Sheet, table: Table, faults: Faults): void {
  const { map, headerLine } = table;
  if (map.open !== null || map.set.has('step')) return;
  let line = headerLine;
  for (const row of rows.filter((each) => each.line < headerLine).toReversed()) {
    const [text, another] = row.cells.filter((cell) => cell.trim() !== '');
    if (row.line < line - 1 || text === undefined) return;
    ({ line } = row);
    if (another !== undefined || !PER_KG.test(text)) continue;
    const advice = 'say --per-kg, or open: flat in the map if each is for a whole slab';
    faults.add({ line, column: null }, `"${text.trim()}" says that prices are for a kilogram: ${advice}`);
  }
}

const MINIMUM = 'minChargeableWeight';

/** A minimum weight is no member of a row of packages: it becomes a row of weight-terms. */
function withoutMinimum(map: SheetMap): { map: SheetMap; minChargeableWeight: number | null } {
  const text = map.set.get(MINIMUM);
  if (text === undefined) return { map, minChargeableWeight: null };
  const parsed = weight(text, unitOf(map.units.get(MINIMUM) ?? ''));
  const message = parsed.ok ? 'must be above 0' : parsed.message;
  if (!parsed.ok || parsed.value === 0) throw new SheetFaults([{ line: 1, column: MINIMUM, message }]);
  const others = (section: ReadonlyMap<string, string>) => new Map([...section].filter(([name]) => name !== MINIMUM));
  return { map: { ...map, set: others(map.set), units: others(map.units) }, minChargeableWeight: parsed.value };
}

function noShape({ headerLine }: Table, isPerKg: boolean, proposal: string): SheetFaults {
  const message = isPerKg
    ? 'is no matrix of zones: its first column and its headings are to name zones'
    : 'is no shape of rates that is known: slabs of weight are to stand in the first column or in the headings; '
      + 'say columns: {slab: …} or {lane: …, price: …} in a map, or --per-kg for zones by zones in Rupees a kilogram';
  return new SheetFaults([{ line: headerLine, column: null, message }], proposal);
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
