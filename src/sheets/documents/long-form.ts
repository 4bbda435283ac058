/** Tables whose headings are the fields of documents. */
import { STEP_CHARGE_DECIMALS } from '../../limits/documents.js';
import type { RowMembers } from '../../model/row-filters.js';
import { type DayOrder, dayInIndia, orderOf } from '../cells/dates.js';
import { flag } from '../cells/flags.js';
import { money, percentText, rupees } from '../cells/money.js';
import { cellText, type ParsedCell } from '../cells/text.js';
import { weight } from '../cells/weights.js';
import type { CardRow } from '../rates/card-row.js';
import type { Faults } from '../tables/faults.js';
import type { TableForm } from '../tables/form.js';
import { plainHeading } from '../tables/headings.js';
import type { Table } from '../tables/table.js';
import type { ZoneNames } from '../zone-names.js';
import { SHEET_COLLECTIONS, type SheetCollection } from './collections.js';
import { columnsOf, itemsOf, mayBe, memberSchema, putMember, type Schema, valueOf } from './flat.js';

/** The heading that another one is short for. */
export type Aliases = Readonly<Record<string, string>>;

/** The form of documents of one of the collections: `baseCharge`, and `when.kgFrom` of a nested member. */
export function longForm(kind: string, collections: readonly SheetCollection[], required: string[]): TableForm {
  const names = [...new Set(collections.flatMap((collection) => columnsOf(SHEET_COLLECTIONS[collection])))];
  const known = new Map(names.map((name) => [plainHeading(name), name]));
  return {
    kind,
    names,
    required,
    find: (text) => known.get(plainHeading(text)) ?? withinOf(collections, text.trim()),
    words: new Map(),
    kindOf: () => 'text',
    key: null,
    hasNull: true,
    isStrict: true,
  };
}

const withinOf = (collections: readonly SheetCollection[], path: string): string | null =>
  path.includes('.') && collections.some((collection) => memberSchema(SHEET_COLLECTIONS[collection], path) !== null)
    ? path
    : null;

/** @param aliases our headings that are fields by another name */
export function longFormRows(
  table: Table,
  collection: SheetCollection,
  partnerId: string,
  zones: ZoneNames,
  faults: Faults,
  aliases: Aliases = {},
): CardRow[] {
  const documents = SHEET_COLLECTIONS[collection];
  // whose row it is has been read
  const fields = table.fields.filter((field) => field !== 'partner');
  const headings = [...new Set([...fields, ...table.map.set.keys()])];
  const fieldOf = (heading: string): string => aliases[heading] ?? heading;
  const headingOf = new Map(headings.map((heading) => [fieldOf(heading), heading]));
  const said = new Set(headings.map((heading) => fieldOf(heading).split('.')[0]!));
  const foreign = headings.filter((heading) => memberSchema(documents, fieldOf(heading)) === null);
  for (const heading of foreign)
    faults.add(
      table.positionOf(table.headerLine, heading),
      `is no field of ${collection}, which the other headings are`,
    );
  const orders = new Map(headings.map((heading) => [heading, orderOf(table.rows.map((row) => row.raw(heading)))]));
  return table.rows.map((row) => {
    const members: Record<string, unknown> = {};
    for (const heading of headings) {
      const field = fieldOf(heading);
      const schema = memberSchema(documents, field);
      if (row.get(heading) === '' || schema === null) continue;
      const how = {
        zones,
        order: table.map.dates ?? orders.get(heading) ?? null,
        isFraction: table.map.units.get(heading) === 'fraction',
      };
      const parsed = fieldValue(row.get(heading), field, schema, how);
      if (parsed.ok) putMember(members, field, parsed.value);
      else faults.add(row.position(heading), parsed.message);
    }
    for (const field of PERCENT_FIELDS)
      if (row.get(field).endsWith('%') && !isByPercent(members))
        faults.add(row.position(field), `is a percentage, and the charge is not: "${row.get(field)}"`);
    if ('partnerId' in members && members['partnerId'] !== partnerId)
      faults.add(row.position(headingOf.get('partnerId')!), `must be ${partnerId}, whose rows these are`);
    return { members, said, positionOf: (field) => row.position(headingFor(field, headingOf)) };
  });
}

/** The fields that may be a percentage: `value` of customer-charges and surcharges, `charge` of distance-charges. */
const PERCENT_FIELDS: readonly string[] = ['value', 'charge'];

/** Whether the value of a charge is a percentage, as far as the row says. */
const isByPercent = ({ chargeType = 'percentage', basis = 'PERCENT' }: RowMembers): boolean =>
  chargeType === 'percentage' && basis === 'PERCENT';

/** The heading of a member, or of the nearest one that it is within. */
function headingFor(field: string, headingOf: ReadonlyMap<string, string>): string | null {
  const path = field.split(/[.[]/);
  for (let length = path.length; length > 0; length--) {
    const heading = headingOf.get(path.slice(0, length).join('.'));
    if (heading !== undefined) return heading;
  }
  return field === '' ? null : field;
}

const ZONE_FIELDS: ReadonlySet<string> = new Set(['fromZoneId', 'toZoneId']);

export interface FieldReading {
  zones: ZoneNames;
  order: DayOrder | null;
  /** 0.12 is 12 %. */
  isFraction: boolean;
}

/** @param text not empty; as in a document, with zones by their names, days, Y and N, amounts, and lists of words */
export function fieldValue(text: string, field: string, schema: Schema, how: FieldReading): ParsedCell<unknown> {
  if (ZONE_FIELDS.has(field) && text !== 'null') {
    const found = how.zones.find(text);
    return found.ok ? { ok: true, value: found.id } : found;
  }
  if (field === 'validFrom' || field === 'validTo') {
    // another form of a day would become a moment in this machine's zone before the node refuses it
    const isMoment = text === 'null' || /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/i.test(text);
    return isMoment ? valueOf(text, schema) : dayInIndia(text, field === 'validTo', how.order);
  }
  if (mayBe(schema, 'boolean') && text !== 'null') return flag(text);
  const items = itemsOf(schema);
  if (items !== undefined && text !== 'null' && !text.startsWith('[')) return wordsOf(text, items);
  const isNumber = (mayBe(schema, 'number') || mayBe(schema, 'integer')) && !mayBe(schema, 'string');
  return valueOf(isNumber ? plainNumber(text, field, how.isFraction) : text, schema);
}

/** Without signs of currency, percent and grouping; a weight with a unit in grams. The text itself if it has none. */
function plainNumber(text: string, field: string, isFraction: boolean): string {
  if (/weight$/i.test(field)) {
    const grams = weight(text, 'g');
    return grams.ok && /[a-z]/i.test(cellText(text)) ? String(grams.value) : text;
  }
  if (PERCENT_FIELDS.includes(field) && (text.includes('%') || isFraction))
    return percentText(text, isFraction) ?? text;
  if (!/[^\d.]/.test(text)) return text;
  const amount = money(text, STEP_CHARGE_DECIMALS);
  if (!amount.ok) return text;
  return amount.value < 0n ? `-${rupees(-amount.value)}` : String(rupees(amount.value));
}

/** `freight FSC`, `201, 203`: words of a list. */
function wordsOf(text: string, items: Schema): ParsedCell<unknown[]> {
  const values: unknown[] = [];
  for (const word of text.split(/[\s,;]+/).filter((each) => each !== '')) {
    const value = valueOf(word, items);
    if (!value.ok) return value;
    values.push(value.value);
  }
  return { ok: true, value: values };
}
