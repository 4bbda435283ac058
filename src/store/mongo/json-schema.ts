/**
 * The documents' schemas as MongoDB's `$jsonSchema`, which is draft 4 without `$ref`, `format`, `const` and `integer`,
 * and the commonest rules beyond them: decimals, and bounds that depend on another field. The result never refuses a
 * valid document.
 */
import type { Document } from 'mongodb';
import { isByUnit, SURCHARGE_BASES } from '../../domain/surcharge-bases.js';
import {
  KILOGRAM_DECIMALS,
  MAX_DISCOUNT_FLAT_RUPEES,
  MAX_DISCOUNT_PERCENT,
  MAX_MONEY_RUPEES,
  MAX_PERCENT,
  MAX_SURCHARGE_PER_UNIT_RUPEES,
  MIN_DISCOUNT_VALUE,
  MONEY_DECIMALS,
  PERCENT_DECIMALS,
  ROAD_FACTOR_DECIMALS,
  STEP_CHARGE_DECIMALS,
  SURCHARGE_VALUE_DECIMALS,
} from '../../limits/documents.js';
import type { Unit } from '../../model/fields.js';
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

/**
 * The decimals of a number by its unit. MongoDB compares the decimal that a double prints as, to 15 digits: 12.34 is a
 * multiple of 0.01.
 */
const DECIMALS: Partial<Record<Unit, number>> = {
  'Rupees, at most two decimals': MONEY_DECIMALS,
  'Kilograms, at most three decimals': KILOGRAM_DECIMALS,
  'Rupees (flat, two decimals) or percent (percentage, four decimals)': PERCENT_DECIMALS,
  'Rupees, at most four decimals': STEP_CHARGE_DECIMALS,
  'Rupees or percent, at most four decimals': SURCHARGE_VALUE_DECIMALS,
};

/** Null, or absent. */
const NOTHING = { bsonType: 'null' };

/** The rules between fields of one document; see documentFaults. */
const RULES: Partial<Record<CollectionName, Document>> = {
  'packages': { $expr: inOrder('minWeight', '$lt', 'maxWeight') },
  'distance-charges': {
    ...rateSchema('chargeType', 'charge', MAX_MONEY_RUPEES, MAX_PERCENT),
    $expr: inOrder('distanceFrom', '$lt', 'distanceTo'),
  },
  'customer-charges': {
    ...rateSchema('chargeType', 'value', MAX_MONEY_RUPEES, MAX_PERCENT),
    $expr: { $and: [inOrder('minKg', '$lte', 'maxKg'), inOrder('min', '$lte', 'max')] },
  },
  'discounts': {
    ...rateSchema('discountType', 'discountValue', MAX_DISCOUNT_FLAT_RUPEES, MAX_DISCOUNT_PERCENT, MIN_DISCOUNT_VALUE),
    $expr: inOrder('fromWeight', '$lt', 'toWeight'),
  },
  'lane-rules': { $expr: inOrder('when.kmFrom', '$lt', 'when.kmTo') },
  'surcharges': {
    $jsonSchema: {
      anyOf: [
        { properties: { basis: { enum: ['FLAT'] }, of: NOTHING, above: NOTHING } },
        {
          properties: {
            basis: { enum: SURCHARGE_BASES.filter(isByUnit) },
            value: { maximum: MAX_SURCHARGE_PER_UNIT_RUPEES },
            of: NOTHING,
            above: NOTHING,
          },
        },
        {
          properties: { basis: { enum: ['PERCENT'] }, value: { maximum: MAX_PERCENT }, of: { bsonType: 'array' } },
          required: ['of'],
        },
      ],
    },
    $expr: {
      $and: [
        inOrder('min', '$lte', 'max'),
        inOrder('when.kgFrom', '$lt', 'when.kgTo'),
        inOrder('when.kmFrom', '$lt', 'when.kmTo'),
        inOrder('when.valueFrom', '$lt', 'when.valueTo'),
      ],
    },
  },
  'transit-lanes': {
    $jsonSchema: {
      anyOf: [{ properties: { lane: NOTHING } }, { properties: { fromZoneId: NOTHING, toZoneId: NOTHING } }],
    },
  },
  'rto-terms': {
    $jsonSchema: {
      anyOf: [
        { properties: { basis: { enum: ['CARD'] }, percent: NOTHING } },
        {
          properties: {
            basis: { enum: ['PERCENT_OF_FORWARD'] },
            percent: { bsonType: NUMBER, multipleOf: unitOf(PERCENT_DECIMALS) },
          },
        },
      ],
    },
  },
  'road-distances': {
    $jsonSchema: { allOf: [{ properties: { factor: { multipleOf: unitOf(ROAD_FACTOR_DECIMALS) } } }] },
  },
};

/** The bounds and decimals of a value depend on its type. */
function rateSchema(type: string, value: string, mostRupees: number, mostPercent: number, minimum = 0): Document {
  const branch = (name: string, maximum: number, decimals: number): Document => ({
    properties: { [type]: { enum: [name] }, [value]: { minimum, maximum, multipleOf: unitOf(decimals) } },
  });
  return {
    $jsonSchema: {
      anyOf: [branch('flat', mostRupees, MONEY_DECIMALS), branch('percentage', mostPercent, PERCENT_DECIMALS)],
    },
  };
}

/** Also true when one of the two is null or absent; the schema decides whether that is allowed. */
function inOrder(lower: string, comparison: '$lt' | '$lte', upper: string): Document {
  return {
    $or: [{ $lte: [`$${lower}`, null] }, { $lte: [`$${upper}`, null] }, { [comparison]: [`$${lower}`, `$${upper}`] }],
  };
}

function unitOf(decimals: number): number {
  return Number(`1e-${decimals}`);
}

/** The validator of a collection. It accepts the store's hidden fields. */
export function validatorOf(collection: CollectionName): Document {
  const schema = converted(COLLECTIONS[collection] as unknown as Schema);
  const moment = momentOf(collection);
  const hidden = moment === undefined ? {} : { [moment.hidden]: { bsonType: [...NUMBER, 'null'] } };
  // a pattern, because with `_id` among the properties the server logs, wrongly, that the validator rejects every
  // document
  const $jsonSchema = {
    ...schema,
    properties: { ...hidden, ...(schema.properties as object) },
    patternProperties: { '^_id$': {} },
  };
  const { $jsonSchema: also, ...rules } = RULES[collection] ?? {};
  return { $jsonSchema: also === undefined ? $jsonSchema : { ...$jsonSchema, ...(also as object) }, ...rules };
}

function converted(schema: Schema): Document {
  const result: Document = {};
  for (const [keyword, value] of Object.entries(schema))
    Object.assign(result, convertedKeyword(keyword, value, schema));
  const decimals = Object.entries(DECIMALS).find(
    ([unit]) => schema.type === 'number' && String(schema.description).startsWith(`${unit}.`),
  )?.[1];
  return decimals === undefined ? result : { ...result, multipleOf: unitOf(decimals) };
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
