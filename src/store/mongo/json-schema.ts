/**
 * The documents' schemas as MongoDB's `$jsonSchema`, which is draft 4 without `$ref`, `format`, `const` and `integer`,
 * and what follows from their own keywords (see fields.ts): decimals, bounds by another field, the order of two fields.
 * The result never refuses a valid document.
 */
import type { Document } from 'mongodb';
import { SURCHARGE_BASES } from '../../domain/surcharge-bases.js';
import { type BoundsBy, givenOf, isOwnKeyword, type Keywords } from '../../model/fields.js';
import { COLLECTIONS, type CollectionName } from '../../model/documents.js';
import { momentOf } from './documents.js';

type Schema = Record<string, unknown>;

const NUMBER = ['int', 'long', 'double'];
const BSON_TYPES: Record<string, unknown> = {
  string: 'string',
  boolean: 'bool',
  null: 'null',
  array: 'array',
  object: 'object',
  number: NUMBER,
  integer: NUMBER,
};
/** Accepts more than the format: whether the day exists is not checked. */
const DATE_TIME =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})(\\[.*)?$';
/** Keywords with the same meaning in both. */
const SHARED_KEYWORDS = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'required',
  'enum',
  'description',
  'uniqueItems',
];

/** Null, or absent. */
const NOTHING = { bsonType: 'null' };
const NOT_TRUE = { enum: [false, null] };

/** What must hold between fields of one document, and no keyword says; see documentFaults. */
const RULES: Partial<Record<CollectionName, Document>> = {
  'surcharges': {
    anyOf: [
      {
        properties: {
          basis: { enum: SURCHARGE_BASES.filter((basis) => basis !== 'PERCENT') },
          of: NOTHING,
          above: NOTHING,
        },
      },
      { properties: { basis: { enum: ['PERCENT'] }, of: { bsonType: 'array' } }, required: ['of'] },
    ],
  },
  'transit-lanes': {
    allOf: [
      { anyOf: [{ properties: { lane: NOTHING } }, { properties: { fromZoneId: NOTHING, toZoneId: NOTHING } }] },
      { anyOf: [{ properties: { hours: NOTHING } }, { properties: { days: NOTHING } }] },
    ],
  },
  'weight-terms': {
    anyOf: [
      { properties: { cft: NOTHING, none: NOT_TRUE } },
      { properties: { volumetricDivisor: NOTHING, none: NOT_TRUE } },
      { properties: { volumetricDivisor: NOTHING, cft: NOTHING } },
    ],
  },
  'rto-terms': {
    anyOf: [
      { properties: { basis: { enum: ['CARD'] }, percent: NOTHING } },
      { properties: { basis: { enum: ['PERCENT_OF_FORWARD'] }, percent: { bsonType: NUMBER } } },
    ],
  },
};

/** A value has the bounds and decimals of one of the cases. */
function caseSchema(value: string, { field, cases, least = 0 }: BoundsBy): Document {
  return {
    anyOf: Object.entries(cases).map(([name, { most, decimals }]) => ({
      properties: {
        [field]: { enum: [name] },
        [value]: { minimum: least, maximum: most, multipleOf: stepOf(decimals) },
      },
    })),
  };
}

/**
 * What a number with so many decimals is a multiple of. MongoDB compares the decimal that a double prints as, to 15
 * digits: 12.34 is a multiple of 0.01.
 */
function stepOf(decimals: number): number {
  return Number(`1e-${decimals}`);
}

/** MongoDB compares numbers and times of day as we do; of date-times only the texts, and those may have an offset. */
const ORDERS = { above: '$lt', atLeast: '$lte', after: '$lt' } as const;

/** The order of two fields of an object, for each pair. Within lists MongoDB has no words for it. */
function* ordersIn(schema: Schema, path = ''): Generator<Document> {
  const { properties = {} } = givenOf<{ type?: unknown; properties?: Record<string, Schema> }>(schema);
  for (const [name, member] of Object.entries(properties)) {
    const { format, below, ...keywords } = givenOf<Keywords & { type?: unknown; format?: string }>(member);
    const at = `${path}${name}`;
    for (const [keyword, comparison] of Object.entries(ORDERS)) {
      const other = keywords[keyword as keyof typeof ORDERS];
      if (other !== undefined && format === undefined) yield inOrder(`${path}${other}`, comparison, at);
    }
    if (below !== undefined) yield inOrder(at, '$lt', `${path}${below}`);
    yield* ordersIn(member, `${at}.`);
  }
}

/** Holds also when one of the two is null or absent; the schema says whether it may be. */
function inOrder(lower: string, comparison: '$lt' | '$lte', upper: string): Document {
  return {
    $or: [{ $lte: [`$${lower}`, null] }, { $lte: [`$${upper}`, null] }, { [comparison]: [`$${lower}`, `$${upper}`] }],
  };
}

/** The validator of a collection. It accepts the fields that only the store sees. */
export function validatorOf(collection: CollectionName): Document {
  const schema = converted(COLLECTIONS[collection] as unknown as Schema);
  const moment = momentOf(collection);
  const hidden = moment === undefined ? {} : { [moment.hidden]: { bsonType: [...NUMBER, 'null'] } };
  // a pattern, because with `_id` among the properties the server logs, wrongly, that the validator rejects every
  // document
  const $jsonSchema: Document = {
    ...schema,
    properties: { ...hidden, ...(schema.properties as object) },
    patternProperties: { '^_id$': {} },
  };
  const rule = RULES[collection];
  if (rule !== undefined) $jsonSchema.allOf = [...($jsonSchema.allOf ?? []), rule];
  const orders = [...ordersIn(COLLECTIONS[collection] as unknown as Schema)];
  return orders.length === 0 ? { $jsonSchema } : { $jsonSchema, $expr: { $and: orders } };
}

function converted(schema: Schema): Document {
  const result: Document = {};
  for (const [keyword, value] of Object.entries(schema))
    Object.assign(
      result,
      isOwnKeyword(keyword) ? ownKeyword(keyword, schema) : convertedKeyword(keyword, value, schema),
    );
  const cases = Object.entries((schema.properties ?? {}) as Record<string, Keywords>).flatMap(([name, { boundsBy }]) =>
    boundsBy === undefined ? [] : [caseSchema(name, boundsBy)],
  );
  return cases.length === 0 ? result : { ...result, allOf: cases };
}

function ownKeyword(keyword: keyof Keywords, { decimals, distinct }: Keywords): Document {
  if (keyword === 'decimals') return { multipleOf: stepOf(decimals!) };
  return keyword === 'distinct' && distinct === true ? { uniqueItems: true } : {};
}

function convertedKeyword(keyword: string, value: unknown, schema: Schema): Document {
  if (SHARED_KEYWORDS.includes(keyword))
    return keyword === 'required' && (value as string[]).length === 0 ? {} : { [keyword]: value };
  switch (keyword) {
    case 'type':
      return { bsonType: BSON_TYPES[value as string], ...(value === 'integer' ? { multipleOf: 1 } : {}) };
    case 'exclusiveMinimum':
      return { minimum: value, exclusiveMinimum: true };
    case 'pattern':
      return { pattern: patternOf(value as string) };
    case 'format':
      return formatOf(value as string);
    case 'items':
      return { items: converted(value as Schema) };
    case 'anyOf':
      return { anyOf: (value as Schema[]).map(converted) };
    case 'properties':
      return { properties: mapValues(value as Record<string, Schema>, converted) };
    case 'patternProperties':
      return { patternProperties: patternProperties(value as Record<string, Schema>) };
    case 'additionalProperties':
      return { additionalProperties: typeof value === 'boolean' ? value : converted(value as Schema) };
    default:
      throw new Error(
        `the schema keyword ${keyword} of ${JSON.stringify(schema).slice(0, 100)} has no counterpart in MongoDB`,
      );
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
  return Object.fromEntries(
    Object.entries(patterns).map(([pattern, schema]) => [patternOf(pattern), converted(schema)]),
  );
}

function mapValues<V, W>(values: Record<string, V>, map: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
