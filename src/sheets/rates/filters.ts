/** What rows of rates are for in addition to their route: by columns, or by the map for all of them. */
import type { RowMembers } from '../../model/row-filters.js';
import { SHEET_COLLECTIONS } from '../documents/collections.js';
import { memberSchema } from '../documents/flat.js';
import { fieldValue } from '../documents/long-form.js';
import { type ParsedCell, plainText } from '../cells/text.js';
import type { Faults } from '../tables/faults.js';
import type { SheetMap } from '../tables/map.js';
import type { Table, TableRow } from '../tables/table.js';
import type { ZoneNames } from '../zone-names.js';
import { FILTER_FIELDS, SLAB_FIELDS } from './form.js';

const OF_THE_SHEET: ReadonlySet<string> = new Set([
  ...['id', 'partnerId', 'lane', 'fromZoneId', 'toZoneId', 'minWeight', 'maxWeight', 'kmFrom', 'kmTo'],
  ...['baseWeight', 'baseCharge', 'addonWeight', 'addonCharge'],
]);
/** Fields of the sheet itself that the map may set for all rows. */
const SET_FOR_ROWS: ReadonlySet<string> = new Set([...SLAB_FIELDS, ...FILTER_FIELDS, 'price']);

/** Words such as PREPAID, in any case. */
const IN_CAPITALS: ReadonlySet<string> = new Set(['direction', 'paymentType', 'shipmentType']);

/** Members that the map sets for all rows: filters, dates, the minimum charge. */
export function constantsOf({ map, headerLine }: Table, zones: ZoneNames, faults: Faults): RowMembers {
  const constants: Record<string, unknown> = {};
  for (const [field, text] of map.set) {
    if (SET_FOR_ROWS.has(field) && memberSchema(SHEET_COLLECTIONS.packages, field) === null) continue;
    const parsed = OF_THE_SHEET.has(field) ? null : filterValue(field, text, map, zones);
    const position = { line: headerLine, column: field };
    if (parsed === null) faults.add(position, 'is in the map, and is no field of packages that a matrix leaves open');
    else if (parsed.ok) constants[field] = parsed.value;
    else faults.add(position, parsed.message);
  }
  return constants;
}

/** null: there is no such field of packages. */
export function filterValue(field: string, text: string, map: SheetMap, zones: ZoneNames): ParsedCell<unknown> | null {
  const schema = memberSchema(SHEET_COLLECTIONS.packages, field);
  if (schema === null) return null;
  const services = field === 'service' ? map.services : undefined;
  const said = map.values.get(field)?.get(plainText(text)) ?? services?.get(plainText(text)) ?? text;
  const meant = IN_CAPITALS.has(field) ? said.trim().toUpperCase() : said;
  return fieldValue(meant, field, schema, { zones, order: map.dates, isFraction: false });
}

/** Of one row, by the columns that say them. */
export function filtersOfRow(row: TableRow, table: Table, zones: ZoneNames, faults: Faults): RowMembers {
  const members: Record<string, unknown> = {};
  for (const field of FILTER_FIELDS) {
    const text = table.hasColumn(field) ? row.get(field) : '';
    const value = text === '' ? null : filterValue(field, text, table.map, zones);
    if (value?.ok === true) members[field] = value.value;
    else if (value !== null) faults.add(row.position(field), value.message);
  }
  return members;
}
