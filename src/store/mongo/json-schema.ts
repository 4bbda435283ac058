/**
 * The documents' schemas as MongoDB's `$jsonSchema`, which is draft 4 without `$ref`, `format`, `const` and `integer`.
 * The result never refuses what the schema itself accepts.
 */
import type { Document } from 'mongodb';
import { COLLECTIONS, type CollectionName } from '../../schemas/documents.js';
import { momentOf } from './documents.js';

type Schema = Record<string, unknown>;

const NUMBER = ['int', 'long', 'double'];
const BSON_TYPES: Record<string, unknown> = {
  string: 'string', boolean: 'bool', null: 'null', array: 'array', object: 'object', number: NUMBER, integer: NUMBER,
};
/** Accepts more than the format does: it does not check whether the day exists. */
const DATE_TIME = '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})(\\[.*)?$';
/** Keywords with the same meaning in both. */
const KEPT = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'required', 'enum', 'description', 'uniqueItems'];

/** The validator of a collection. It accepts the fields that only the store sees. */
export function validatorOf(collection: CollectionName): Document {
  const schema = converted(COLLECTIONS[collection] as unknown as Schema);
  const moment = momentOf(collection);
  const hidden = moment === undefined ? {} : { [moment.hidden]: { bsonType: [...NUMBER, 'null'] } };
  // a pattern, because with `_id` among the properties the server logs, wrongly, that the validator rejects every
  // document
  return { $jsonSchema: { ...schema, properties: { ...hidden, ...(schema.properties as object) }, patternProperties: { '^_id$': {} } } };
}

function converted(schema: Schema): Document {
  const result: Document = {};
  for (const [keyword, value] of Object.entries(schema)) Object.assign(result, convertedKeyword(keyword, value, schema));
  return result;
}

function convertedKeyword(keyword: string, value: unknown, schema: Schema): Document {
  if (KEPT.includes(keyword)) return keyword === 'required' && (value as string[]).length === 0 ? {} : { [keyword]: value };
  switch (keyword) {
    case 'type': return { bsonType: BSON_TYPES[value as string], ...(value === 'integer' ? { multipleOf: 1 } : {}) };
    case 'exclusiveMinimum': return { minimum: value, exclusiveMinimum: true };
    case 'pattern': return { pattern: patternOf(value as string) };
    case 'format': return formatOf(value as string);
    case 'items': return { items: converted(value as Schema) };
    case 'anyOf': return { anyOf: (value as Schema[]).map(converted) };
    case 'properties': return { properties: mapValues(value as Record<string, Schema>, converted) };
    case 'patternProperties': return { patternProperties: patternProperties(value as Record<string, Schema>) };
    case 'additionalProperties': return { additionalProperties: typeof value === 'boolean' ? value : converted(value as Schema) };
    default: throw new Error(`the schema keyword ${keyword} of ${JSON.stringify(schema).slice(0, 100)} has no counterpart in MongoDB`);
  }
}

/** JavaScript's dot matches none of these. MongoDB's dot matches a byte, so they cannot be a character class. */
const ANYTHING = '(?:(?!\n|\r|\u2028|\u2029)[\\s\\S])*';

/** JavaScript's `$` matches only the end of the text; MongoDB's also matches before a final line feed. */
function patternOf(pattern: string): string {
  return pattern.replace(/\$$/, '(?![\\s\\S])').replaceAll('.*', ANYTHING);
}

function formatOf(format: string): Document {
  if (format !== 'date-time') throw new Error(`the format ${format} has no counterpart in MongoDB`);
  return { pattern: DATE_TIME };
}

function patternProperties(patterns: Record<string, Schema>): Document {
  return Object.fromEntries(Object.entries(patterns).map(([pattern, schema]) => [patternOf(pattern), converted(schema)]));
}

function mapValues<V, W>(values: Record<string, V>, map: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
