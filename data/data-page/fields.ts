/** The fields of a document schema as the rows of a table. */
import type { Keywords } from '../../src/model/fields.js';
import { PATTERN_PHRASES } from '../../src/model/schema-faults.js';

/** The keywords of a document schema that the page shows. */
export interface Schema extends Pick<Keywords, 'measure' | 'meaning' | 'ifAbsent'> {
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  enum?: readonly string[];
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
}

export interface Field {
  /** Path from the document: `transit[].hours`. */
  path: string;
  type: string;
  unit: string | null;
  isRequired: boolean;
  /** The value that counts if it is left out; null: its description does not say. */
  ifAbsent: string | null;
  meaning: string;
  example: unknown;
}

export function fieldsOf(schema: Schema, example: unknown, parent = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = parent === '' ? name : `${parent}.${name}`;
    const value = (example as Record<string, unknown> | undefined)?.[name];
    const isRequired = schema.required?.includes(name) ?? false;
    return [fieldOf(path, member, isRequired, value), ...below(path, member, value)];
  });
}

function fieldOf(path: string, schema: Schema, isRequired: boolean, example: unknown): Field {
  const said = schema.description === undefined ? (schema.anyOf?.[0] ?? schema) : schema;
  const { description = '', meaning = description, measure = null, ifAbsent = null } = said;
  return { path, type: typeOf(schema), unit: measure, isRequired, ifAbsent, meaning, example };
}

/** The members of an object, or of the objects of a list. */
function below(path: string, schema: Schema, example: unknown): Field[] {
  const found = schema.anyOf?.[0] ?? schema;
  // of each member the example of the first entry that has it
  if (found.items?.properties !== undefined)
    return fieldsOf(found.items, Object.assign({}, ...((example ?? []) as object[]).toReversed()), `${path}[]`);
  return found.properties === undefined ? [] : fieldsOf(found, example, path);
}

function typeOf(schema: Schema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.enum !== undefined) return schema.enum.join(', ');
  if (schema.format === 'date-time') return 'date and time';
  if (schema.pattern !== undefined) return PATTERN_PHRASES[schema.pattern]!;
  if (schema.type === 'array') return listOf(schema.items!);
  if (schema.type === 'object') return 'object';
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'null') return 'null';
  if (schema.type === 'string') return `text${sizeOf(schema.minLength, schema.maxLength, ' characters')}`;
  if (schema.type === 'integer') return `whole number${sizeOf(schema.minimum, schema.maximum, '')}`;
  if (schema.type !== 'number') throw new Error(`no words for a schema of type ${schema.type}`);
  const above = schema.exclusiveMinimum === undefined ? '' : ` above ${shown(schema.exclusiveMinimum)}`;
  return `number${above}${sizeOf(schema.minimum, schema.maximum, '')}`;
}

function listOf(items: Schema): string {
  return items.properties === undefined ? `list of: ${typeOf(items)}` : 'list of objects';
}

const shown = (value: number): string => value.toLocaleString('en');

function sizeOf(least: number | undefined, most: number | undefined, what: string): string {
  const top = most === Number.MAX_SAFE_INTEGER ? undefined : most;
  if (least !== undefined && top !== undefined) return `, ${shown(least)} to ${shown(top)}${what}`;
  if (top !== undefined) return `, at most ${shown(top)}${what}`;
  return least === undefined ? '' : `, at least ${shown(least)}${what}`;
}
