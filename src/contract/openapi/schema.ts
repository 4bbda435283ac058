/** Schemas for the OpenAPI document: plain JSON; a schema with a title is written once. */
import { isDeepStrictEqual } from 'node:util';
import { isOwnKeyword } from '../../model/fields.js';

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export interface JsonObject {
  [name: string]: JsonValue;
}
export type Schema = Readonly<Record<string, unknown>>;

const MAPS_OF_SCHEMAS = ['properties', 'patternProperties'];
const LISTS_OF_SCHEMAS = ['anyOf', 'oneOf'];
const SCHEMAS = ['items', 'additionalProperties'];
/** TypeBox's schema of a record with any keys. */
const ANY_KEY = '^.*$';

const REFUSED: Readonly<Record<string, string>> = {
  allOf:
    'objects that are described in several schemas cannot be held to their members: '
    + 'spread their properties into one (Type.Intersect)',
  additionalItems: 'the tuples of TypeBox are not those of JSON Schema 2020-12 (Type.Tuple)',
  $ref: 'what occurs in several places has a title instead of a reference',
  $defs: 'what occurs in several places has a title instead of a definition',
};

const COMPONENT_NAME = /^[A-Za-z0-9._-]+$/;

/** The schemas of a document. Two different ones with one title are a mistake and throw. */
export class SchemaComponents {
  readonly #byTitle = new Map<string, JsonObject>();

  /** The schema in the document: itself, or where it has a title a reference to it. */
  convert(schema: object): JsonObject {
    const converted = this.#plain(schema as Schema);
    const { title } = converted;
    return title === undefined ? converted : this.#reference(title, converted);
  }

  /** By title, in the order of titles. */
  get all(): Record<string, JsonObject> {
    return Object.fromEntries([...this.#byTitle].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #reference(title: JsonValue, schema: JsonObject): JsonObject {
    if (typeof title !== 'string' || !COMPONENT_NAME.test(title))
      throw new Error(`a schema's title is a name of letters and digits, not ${JSON.stringify(title)}`);
    const known = this.#byTitle.get(title);
    // TypeBox copies a schema to make it optional, so the same one comes as several objects
    if (known !== undefined && !isDeepStrictEqual(known, schema))
      throw new Error(
        `two different schemas have the title ${title}: ${JSON.stringify(known)} and ${JSON.stringify(schema)}`,
      );
    this.#byTitle.set(title, schema);
    return { $ref: `#/components/schemas/${title}` };
  }

  #plain(schema: Schema): JsonObject {
    const plain: JsonObject = {};
    for (const [keyword, value] of Object.entries(schema)) {
      const reason = REFUSED[keyword];
      if (reason !== undefined) throw new Error(`${keyword} cannot be documented: ${reason}`);
      if (value !== undefined && !isOwnKeyword(keyword)) plain[keyword] = this.#plainAt(keyword, value);
    }
    return withAnyKey(withType(plain));
  }

  #plainAt(keyword: string, value: unknown): JsonValue {
    if (MAPS_OF_SCHEMAS.includes(keyword)) {
      const members = Object.entries(value as Record<string, Schema>);
      return Object.fromEntries(members.map(([name, schema]) => [name, this.convert(withDefaultInWords(schema))]));
    }
    if (LISTS_OF_SCHEMAS.includes(keyword)) return (value as Schema[]).map((schema) => this.convert(schema));
    if (SCHEMAS.includes(keyword) && typeof value === 'object') return this.convert(value as Schema);
    return plainJson(value, keyword);
  }
}

/**
 * A member's `default` as the end of its description: generators of clients take a member with a `default` for one that
 * is always there, and so require it in a request. Parameters have both.
 */
function withDefaultInWords(schema: Schema): Schema {
  if (schema.default === undefined) return schema;
  const { default: byDefault, ...rest } = schema;
  const words = `\`${JSON.stringify(plainJson(byDefault, 'default'))}\` unless given`;
  const { description } = rest as { description?: string };
  return { ...rest, description: description === undefined ? words : `${description}. ${words}` };
}

/** TypeBox leaves the type of an enum to its values; readers and generators of code look for it. */
function withType(schema: JsonObject): JsonObject {
  const types = new Set((schema.enum as JsonValue[] | undefined)?.map((value) => typeof value));
  const [type] = types;
  return schema.type === undefined && types.size === 1 && (type === 'string' || type === 'number' || type === 'boolean')
    ? { type, ...schema }
    : schema;
}

/** A copy in which every object that names its members accepts no others. */
export function closed(schema: Schema): Schema {
  const copy = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
    if (MAPS_OF_SCHEMAS.includes(keyword)) {
      const members = Object.entries(value as Record<string, Schema>);
      return [keyword, Object.fromEntries(members.map(([name, member]) => [name, closed(member)]))];
    }
    if (LISTS_OF_SCHEMAS.includes(keyword)) return [keyword, (value as Schema[]).map(closed)];
    return [keyword, SCHEMAS.includes(keyword) && typeof value === 'object' ? closed(value as Schema) : value];
  });
  const isOpen = 'properties' in schema && !('additionalProperties' in schema) && !('patternProperties' in schema);
  return { ...Object.fromEntries(copy), ...(isOpen && { additionalProperties: false }) };
}

/** A record of any keys in the form that every tool knows. */
function withAnyKey({ patternProperties, ...rest }: JsonObject): JsonObject {
  if (patternProperties === undefined) return rest;
  const patterns = patternProperties as JsonObject;
  const isOfAnyKey =
    Object.keys(patterns).length === 1 && ANY_KEY in patterns && rest.additionalProperties === undefined;
  return isOfAnyKey ? { ...rest, additionalProperties: patterns[ANY_KEY]! } : { ...rest, patternProperties };
}

/** A copy as plain JSON. Throws on values that JSON does not have. */
export function plainJson(value: unknown, where: string): JsonValue {
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value as JsonValue;
  const text = JSON.stringify(value) as string | undefined;
  const copy = text === undefined ? undefined : (JSON.parse(text) as JsonValue);
  if (copy === undefined || !isDeepStrictEqual(copy, value)) throw new Error(`${where} is not JSON`);
  return copy;
}
