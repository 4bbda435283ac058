/**
 * The kinds of fields in documents, and the keywords by which a schema says of a field what JSON Schema cannot. TypeBox
 * passes over them; the rules of a single document, MongoDB's validators and docs/fields.md are made from them. The
 * helpers compose the description that people read: the measure, the meaning, and for an optional field the value that
 * counts without it.
 */
import Type, { type TObject, type TSchema } from 'typebox';
import {
  KILOGRAM_DECIMALS,
  MAX_MONEY_RUPEES,
  MAX_PARTNER_WEIGHT_GRAMS,
  MAX_PERCENT,
  MAX_VALUE_BOUND_RUPEES,
  MONEY_DECIMALS,
  PERCENT_DECIMALS,
  STEP_CHARGE_DECIMALS,
  SURCHARGE_VALUE_DECIMALS,
} from '../limits/documents.js';
import { RATE_TIERS } from '../limits/rate-limits.js';
import { RATE_TYPES, SERVICE_TYPE_IDS } from '../domain/vocabulary.js';

/** A sibling is named by its own name; while it is absent or null, the relation holds. */
export interface Keywords {
  /** What people read first of a number: its unit, and its decimals. */
  measure?: Measure;
  /** The description without what the other two of its parts say; absent: it has no others. */
  meaning?: string;
  /** The unit that faults name after the bounds. */
  unit?: string;
  /** How many decimals a number may have, and how many if it is greater than a value; the greatest value comes last. */
  decimals?: number;
  decimalsBeyond?: readonly { value: number; decimals: number }[];
  /** The sibling that a number is greater than, at least or below. */
  above?: string;
  atLeast?: string;
  below?: string;
  /** The sibling that a moment or a time of day is later than, or a moment not before. */
  after?: string;
  notBefore?: string;
  /** The bounds of a number by the value of a sibling. */
  boundsBy?: BoundsBy;
  /** A list has no entry twice; with a name, no two entries have the same value in that member. */
  distinct?: true | string;
  /** What counts if the field is absent, for people. */
  ifAbsent?: string;
  /** The field says what a row is for; the value: which of its values an absent field is the same as, null for none. */
  filter?: string | number | null;
  /** Null says something of its own: it is not the same as an absent field. */
  isNullMeant?: true;
}

export interface BoundsBy {
  field: string;
  /** By the value of that field. `unit`: for the fault about `most`. */
  cases: Record<string, { most: number; unit: 'Rupees' | 'percent'; decimals: number }>;
  /** In all cases. */
  least?: number;
}

const NAMES: Record<keyof Keywords, true> = {
  measure: true,
  meaning: true,
  unit: true,
  decimals: true,
  decimalsBeyond: true,
  above: true,
  atLeast: true,
  below: true,
  after: true,
  notBefore: true,
  boundsBy: true,
  distinct: true,
  ifAbsent: true,
  filter: true,
  isNullMeant: true,
};
export const isOwnKeyword = (keyword: string): keyword is keyof Keywords => Object.hasOwn(NAMES, keyword);

/** Keywords in the options of a schema, which accept any. */
export const keywords = (given: Keywords): Keywords => given;

/** The object accepts only the members of its schema. */
export const closed = { additionalProperties: false } as const;

/** The first sentence of a number's description, and what follows from it. */
const MEASURES = {
  'Grams': {},
  'Kilograms, at most three decimals': { decimals: KILOGRAM_DECIMALS },
  'Kilometres': {},
  'Centimetres': {},
  'Cubic centimetres per kilogram': {},
  'Hours': {},
  'Days': {},
  'Rupees, at most two decimals': { unit: 'Rupees', decimals: MONEY_DECIMALS },
  'Rupees, at most six decimals': { unit: 'Rupees', decimals: STEP_CHARGE_DECIMALS },
  'Rupees or percent, at most four decimals': { unit: 'Rupees', decimals: SURCHARGE_VALUE_DECIMALS },
  'Rupees (flat, two decimals) or percent (percentage, four decimals)': {},
  'Percent, at most four decimals': { decimals: PERCENT_DECIMALS },
  'Degrees': {},
  'HH:mm, India Standard Time': {},
} as const satisfies Record<string, Keywords>;
type Measure = keyof typeof MEASURES;

export const inUnit = (measure: Measure, meaning: string) => ({
  measure,
  meaning,
  ...(MEASURES[measure] as Keywords),
  description: descriptionOf({ measure, meaning }),
});

/** What people read of a field that is always there. */
export const descriptionOf = ({ measure, meaning = '' }: Keywords): string =>
  measure === undefined ? meaning : `${measure}. ${meaning}`;

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A member that may be left out; `ifAbsent`: what counts then. */
export const optional = <T extends TSchema>(schema: T, ifAbsent: string) =>
  Type.Optional(withAbsence(schema, ifAbsent));
/** A member that may be null or left out. */
export const nullish = <T extends TSchema>(schema: T, ifAbsent: string) =>
  Type.Optional(Nullable(withAbsence(schema, ifAbsent)));

/** The schema of a value that is not null. */
export const givenOf = <S extends { type?: unknown }>(schema: S & { anyOf?: readonly S[] }): S =>
  schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;

function withAbsence<T extends TSchema>(schema: T, ifAbsent: string): T {
  const { description, meaning = description } = schema as Keywords & { description?: string };
  return withKeywords(schema, { description: `${description} If absent: ${ifAbsent}.`, meaning, ifAbsent });
}

/**
 * A field that says what a row is for, among the rows that the same lines of a sheet replace (same-row.ts).
 * @param ifAbsent what a row without the field is for, if it is the same as with some value of the field
 */
export const filter = <T extends TSchema>(schema: T, ifAbsent: string | number | null = null): T =>
  withKeywords(schema, { filter: ifAbsent });

/** The fields of a collection that say what a row is for. */
export const filtersIn = ({ properties }: TObject) =>
  Object.entries(properties as Record<string, Filter>).flatMap(([name, schema]) => {
    const { filter: ifAbsent, type } = givenOf(schema);
    return ifAbsent === undefined ? [] : [{ name, ifAbsent, type }];
  });
type Filter = Pick<Keywords, 'filter'> & { type?: string; anyOf?: readonly Filter[] };

/** A copy, since several fields may have one schema. */
function withKeywords<T extends TSchema>(schema: T, more: Keywords & { description?: string }): T {
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as T;
  return Object.assign(copy, more);
}

export const id = (description: string) => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });
export const name = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
export const text = (description: string) => Type.String({ maxLength: 2_000, description });
export const isActive = (what: string) => Type.Boolean({ description: `false: ${what}` });
export const dateTime = (description: string, keywords: Keywords = {}) =>
  Type.String({ format: 'date-time', description, ...keywords });
export const DAY_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';
export const day = (description: string) => Type.String({ pattern: DAY_PATTERN, description });
export const gstCode = (description: string) => Type.String({ pattern: '^[0-9]{2}$', description });
export const PARTNER_ID_PATTERN = '^[a-zA-Z0-9_-]{3,50}$';
const PARTNER_ID = new RegExp(PARTNER_ID_PATTERN);
export const isPartnerId = (value: unknown): value is string => typeof value === 'string' && PARTNER_ID.test(value);
export const partnerId = (description: string) => Type.String({ pattern: PARTNER_ID_PATTERN, description });
export const pincode = (description: string) => Type.String({ pattern: '^[0-9]{6}$', description });
export const CLOCK_PATTERN = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
export const clockTime = (meaning: string, keywords: Keywords = {}) =>
  Type.String({
    pattern: CLOCK_PATTERN,
    ...inUnit('HH:mm, India Standard Time', meaning),
    ...keywords,
  });

export const money = (meaning: string, keywords: Keywords & { maximum?: number } = {}) =>
  Type.Number({
    minimum: 0,
    maximum: MAX_MONEY_RUPEES,
    ...inUnit('Rupees, at most two decimals', meaning),
    ...keywords,
  });
export const grams = (meaning: string) =>
  Type.Integer({ minimum: 1, maximum: MAX_PARTNER_WEIGHT_GRAMS, ...inUnit('Grams', meaning) });
export const gramsOrZero = (meaning: string, keywords: Keywords = {}) =>
  Type.Integer({ minimum: 0, maximum: MAX_PARTNER_WEIGHT_GRAMS, ...inUnit('Grams', meaning), ...keywords });
export const kilometres = (meaning: string, keywords: Keywords = {}) =>
  Type.Number({ minimum: 0, maximum: 100_000, ...inUnit('Kilometres', meaning), ...keywords });
export const kilograms = (meaning: string, keywords: Keywords = {}) =>
  Type.Number({
    minimum: 0,
    maximum: 1_000_000,
    ...inUnit('Kilograms, at most three decimals', meaning),
    ...keywords,
  });
/** A declared value, or an amount to collect. */
export const collected = (meaning: string, keywords: Keywords = {}) =>
  money(meaning, { maximum: MAX_VALUE_BOUND_RUPEES, ...keywords });
/** The exclusive upper bound of `codFrom` and on: nothing is collected below 0. */
export const collectedBelow = (meaning: string) =>
  Type.Number({
    exclusiveMinimum: 0,
    maximum: MAX_VALUE_BOUND_RUPEES,
    ...inUnit('Rupees, at most two decimals', meaning),
    above: 'codFrom',
  });
export const service = (description: string) => Type.Enum([...SERVICE_TYPE_IDS], { description });
export const centimetres = (meaning: string) => Type.Number({ exclusiveMinimum: 0, ...inUnit('Centimetres', meaning) });
export const count = (description: string) => Type.Integer({ minimum: 0, description });

/** A condition: one of these values. An empty list would hold of nothing. */
export const oneOf = <const V extends string>(values: readonly V[], description: string, ifAbsent: string) =>
  nullish(Type.Array(Type.Enum([...values]), { minItems: 1, description }), ifAbsent);

export const rateType = (description: string) => Type.Enum([...RATE_TYPES], { description });
/**
 * An amount or a percentage, as the sibling `type` says.
 * @param bounds the most that it may be: in Rupees, in percent
 */
export const rateValue = (
  meaning: string,
  type: string,
  {
    flat = MAX_MONEY_RUPEES,
    percentage = MAX_PERCENT,
    least,
  }: { flat?: number; percentage?: number; least?: number } = {},
) =>
  Type.Number({
    minimum: 0,
    maximum: Math.max(MAX_MONEY_RUPEES, MAX_PERCENT),
    ...inUnit('Rupees (flat, two decimals) or percent (percentage, four decimals)', meaning),
    boundsBy: {
      field: type,
      cases: {
        flat: { most: flat, unit: 'Rupees', decimals: MONEY_DECIMALS },
        percentage: { most: percentage, unit: 'percent', decimals: PERCENT_DECIMALS },
      },
      ...(least !== undefined && { least }),
    } satisfies BoundsBy,
  });
export const tier = (description: string) =>
  Type.Enum(Object.keys(RATE_TIERS) as (keyof typeof RATE_TIERS)[], { description });

/** When an active row counts. */
export const validity = {
  validFrom: nullish(dateTime('First moment at which the row counts.'), 'no start'),
  validTo: nullish(dateTime('Last moment at which the row counts.', { after: 'validFrom' }), 'no end'),
};
