/** Tables whose headings are the fields of documents. */
import type { MatchedCollection } from '../../model/same-row.js';
import { columnsOf, itemsOf, mayBe, memberSchema, putMember, type Schema, valueOf } from '../flat.js';
import type { FileRow } from './lines.js';
import { dayInIndia, flag, type ParsedCell } from './cells.js';
import type { Faults } from './faults.js';
import type { Headings, Table } from './table.js';
import { plainText } from './map.js';
import type { ZoneNames } from './zone-names.js';

/** The heading that another one is short for. */
export type Aliases = Readonly<Record<string, string>>;

/** Headings for documents of one of the collections: `baseCharge`, and `when.kgFrom` of a nested member. */
export function longFormHeadings(
  kind: string,
  collections: readonly MatchedCollection[],
  required: string[],
): Headings {
  const names = [...new Set(collections.flatMap((collection) => columnsOf(collection)))];
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  return {
    kind,
    names,
    required,
    find: (text) => {
      const plain = plainText(text);
      return known.get(plain) ?? withinOf(collections, text.trim());
    },
  };
}

const withinOf = (collections: readonly MatchedCollection[], path: string): string | null =>
  path.includes('.') && collections.some((collection) => memberSchema(collection, path) !== null) ? path : null;

/** @param aliases our headings that are fields by another name */
export function longFormRows(
  table: Table,
  collection: MatchedCollection,
  partnerId: string,
  zones: ZoneNames,
  faults: Faults,
  aliases: Aliases = {},
): FileRow[] {
  const headings = [...new Set([...table.at.keys(), ...table.map.set.keys()])];
  const fieldOf = (heading: string): string => aliases[heading] ?? heading;
  const headingOf = new Map(headings.map((heading) => [fieldOf(heading), heading]));
  const said = new Set(headings.map((heading) => fieldOf(heading).split('.')[0]!));
  const foreign = headings.filter((heading) => memberSchema(collection, fieldOf(heading)) === null);
  for (const heading of foreign)
    faults.add(
      table.positionOf(table.headerLine, heading),
      `is no field of ${collection}, which the other headings are`,
    );
  return table.rows.map((row) => {
    const members: Record<string, unknown> = {};
    for (const heading of headings) {
      const field = fieldOf(heading);
      const schema = memberSchema(collection, field);
      const text = row.get(heading);
      if (text === '' || schema === null) continue;
      const parsed = fieldValue(text, field, schema, zones);
      if (parsed.ok) putMember(members, field, parsed.value);
      else faults.add(row.position(heading), parsed.message);
    }
    if ('partnerId' in members && members['partnerId'] !== partnerId)
      faults.add(row.position(headingOf.get('partnerId')!), `must be ${partnerId}, whose rows these are`);
    return { members, said, positionOf: (field) => row.position(headingFor(field, headingOf)) };
  });
}

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

/** @param text not empty; as in a document, with zones by their names, days, Y and N, and lists of words */
export function fieldValue(text: string, field: string, schema: Schema, zones: ZoneNames): ParsedCell<unknown> {
  if (ZONE_FIELDS.has(field) && text !== 'null') {
    const found = zones.find(text);
    return found.ok ? { ok: true, value: found.id } : found;
  }
  if (field === 'validFrom' || field === 'validTo') {
    // another form of a day would become a moment in this machine's zone before the node refuses it
    const isMoment = text === 'null' || /^\d{4}-\d{2}-\d{2}T/i.test(text);
    return isMoment ? valueOf(text, schema) : dayInIndia(text, field === 'validTo');
  }
  if (mayBe(schema, 'boolean') && text !== 'null') return flag(text);
  const items = itemsOf(schema);
  if (items !== undefined && text !== 'null' && !text.startsWith('[')) return wordsOf(text, items);
  return valueOf(text, schema);
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
