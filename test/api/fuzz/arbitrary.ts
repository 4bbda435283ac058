/** From a schema to values that fit it: small ones, and values at the edges of every bound. */
import fc, { type Arbitrary } from 'fast-check';
import { isAnything, recordOf, type Schema } from './schema.js';

/**
 * The values of a field of this name, wherever it occurs: for fields whose values have to exist in the world, or follow
 * a rule that no schema states.
 */
export type Fields = Readonly<Record<string, Arbitrary<unknown>>>;

const MAX_ITEMS = 4;
const MAX_EXTRA_CHARACTERS = 12;
/** Texts of the maximum length stay rare, and are excluded where they would be most of the traffic. */
const LONGEST_TEXT = 2_000;
const OPEN_MAXIMUM = 1e9;
/** Names that every object has members of, and some that are unknown to the contract. */
const ODD_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'toJSON',
  'length',
  'id',
  'unknown',
  '',
  '0',
  'नाम',
  'a.b[0]/~',
];
const FIRST_MOMENT = new Date('1970-01-01T00:00:00.000Z');
const LAST_MOMENT = new Date('2099-12-31T23:59:59.999Z');

/** @param name of the field; an array's name is that of its items */
export function arbitraryOf(schema: Schema, fields: Fields, name = ''): Arbitrary<unknown> {
  const { type, anyOf, items } = schema;
  if (anyOf !== undefined)
    return fc.oneof(...anyOf.filter((form) => !isAnything(form)).map((form) => arbitraryOf(form, fields, name)));
  if (type === 'array')
    return fc.array(arbitraryOf(items!, fields, name), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? MAX_ITEMS, MAX_ITEMS),
    });
  if (type === 'object') return object(schema, fields, name);
  if (type === 'null') return fc.constant(null);
  if (schema.const !== undefined) return fc.constant(schema.const);
  return Object.hasOwn(fields, name) ? fitting(fields[name]!, schema) : leaf(schema);
}

/** Fields of one name have several forms: `from` is a moment here and a day there. */
function fitting(values: Arbitrary<unknown>, { pattern }: Schema): Arbitrary<unknown> {
  if (pattern === undefined) return values;
  const expression = new RegExp(pattern);
  return values.filter((value) => typeof value !== 'string' || expression.test(value));
}

function leaf(schema: Schema): Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer') return integer(schema);
  if (schema.type === 'number') return number(schema);
  if (schema.type === 'string') return text(schema);
  throw new Error(`no values are known for ${JSON.stringify(schema)}`);
}

function object(schema: Schema, fields: Fields, name: string): Arbitrary<unknown> {
  const record = recordOf(schema);
  if (record !== null)
    return fc
      .dictionary(nameLike(record.pattern), arbitraryOf(record.values, fields, name), { maxKeys: MAX_ITEMS })
      .map(plain);
  const { properties = {}, required = [] } = schema;
  const members = Object.fromEntries(
    Object.entries(properties).map(([key, member]) => [key, arbitraryOf(member, fields, key)]),
  );
  const known = fc.record(members, { requiredKeys: [...required] }).map(plain);
  // what the contract does not know is ignored, whatever its value
  return fc.oneof(
    { weight: 19, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, oddName(properties), fc.jsonValue({ maxDepth: 1 })).map(withOdd) },
  );
}

function nameLike(pattern: string): Arbitrary<string> {
  const expression = new RegExp(pattern);
  const candidates = ['RETAIL', 'CORPORATE', 'B2B', 'B2C', ...ODD_NAMES].filter((name) => expression.test(name));
  return fc.oneof(
    fc.constantFrom(...candidates),
    fc.string({ maxLength: MAX_EXTRA_CHARACTERS }).filter((name) => expression.test(name)),
  );
}

const oddName = (known: object): Arbitrary<string> =>
  fc.constantFrom(...ODD_NAMES.filter((name) => !Object.hasOwn(known, name)));
/** A plain object, whose `__proto__` is a member like any other. */
const plain = (value: object): object => Object.fromEntries(Object.entries(value));
const withOdd = ([value, name, odd]: [object, string, unknown]): object =>
  Object.fromEntries([...Object.entries(value), [name, odd]]);

function integer({ minimum = -1_000, maximum = Number.MAX_SAFE_INTEGER }: Schema): Arbitrary<number> {
  const near = fc.integer({ min: minimum, max: Math.min(maximum, minimum + 100) });
  return fc.oneof(
    { weight: 8, arbitrary: near },
    { weight: 1, arbitrary: fc.constant(maximum) },
    { weight: 1, arbitrary: fc.integer({ min: minimum, max: Math.min(maximum, 1e6) }) },
  );
}

function number({ minimum, exclusiveMinimum, maximum = OPEN_MAXIMUM }: Schema): Arbitrary<number> {
  const min = minimum ?? exclusiveMinimum ?? -OPEN_MAXIMUM;
  return fc.oneof(
    fc.integer({
      min: Math.ceil(min) + (exclusiveMinimum === undefined ? 0 : 1),
      max: Math.floor(Math.min(maximum, min + 10_000)),
    }),
    fc.double({ min, max: maximum, noNaN: true, minExcluded: exclusiveMinimum !== undefined }),
    fc.constant(maximum),
    fc.constant(minimum ?? maximum),
  );
}

function text({ pattern, format, minLength = 0, maxLength = LONGEST_TEXT }: Schema): Arbitrary<string> {
  if (format === 'date-time') return moment();
  if (format !== undefined) throw new Error(`no values are known for the format ${format}`);
  if (pattern !== undefined)
    return fc
      .stringMatching(new RegExp(pattern), { size: 'small' })
      .filter((value) => value.length >= minLength && value.length <= maxLength);
  const most = Math.min(maxLength, minLength + MAX_EXTRA_CHARACTERS);
  const of = (unit: 'grapheme-ascii' | 'grapheme' | 'binary') => fc.string({ unit, minLength, maxLength: most });
  return fc.oneof(
    { weight: 12, arbitrary: of('grapheme-ascii') },
    { weight: 4, arbitrary: of('grapheme').filter((value) => [...value].length <= maxLength) },
    { weight: 4, arbitrary: of('binary') },
    { weight: 1, arbitrary: fc.constant('x'.repeat(Math.min(maxLength, LONGEST_TEXT))) },
  );
}

/** Moments that exist, in the forms that ISO 8601 allows. */
export function moment(): Arbitrary<string> {
  const date = fc
    .date({ min: FIRST_MOMENT, max: LAST_MOMENT, noInvalidDate: true })
    .map((value) => value.toISOString());
  return fc.oneof(
    date,
    date.map((value) => value.replace('.', '.12')),
    date.map((value) => value.replace(/\..*$/, 'Z')),
    date.map((value) => value.replace('Z', '+05:30')),
    date.map((value) => value.toLowerCase().replace('t', 'T')),
  );
}
