/**
 * The kinds of fields in documents. A description has up to three sentences: the unit, if there is one, the meaning of
 * the field, and for an optional field the value that counts without it: `If absent: 5000.`
 * docs/fields.md is made from the descriptions.
 */
import Type, { type TSchema } from 'typebox';
import { MAX_MONEY_RUPEES, MAX_PARTNER_WEIGHT_GRAMS, MAX_PERCENT } from '../limits/documents.js';
import { RATE_TIERS } from '../limits/rate-limits.js';
import { RATE_TYPES } from '../domain/vocabulary.js';

/** The object accepts no other members than those that it names. */
export const closed = { additionalProperties: false } as const;

/** The first sentence of a description that begins with a unit. */
export const UNITS = [
  'Grams',
  'Kilograms, at most three decimals',
  'Kilometres',
  'Centimetres',
  'Cubic centimetres per kilogram',
  'Hours',
  'Rupees',
  'Rupees, at most two decimals',
  'Rupees, at most four decimals',
  'Rupees or percent, at most four decimals',
  'Rupees (flat, two decimals) or percent (percentage, four decimals)',
  'Percent, at most four decimals',
  'Degrees',
  'HH:mm, India Standard Time',
] as const;
export type Unit = (typeof UNITS)[number];
export const IF_ABSENT = ' If absent: ';

export const inUnit = (unit: Unit, meaning: string): string => `${unit}. ${meaning}`;

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const Optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

export const id = (description: string) => Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });
export const name = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
export const text = (description: string) => Type.String({ maxLength: 2_000, description });
export const isActive = (what: string) => Type.Boolean({ description: `false: ${what}` });
export const dateTime = (description: string) => Type.String({ format: 'date-time', description });
export const gstCode = (description: string) => Type.String({ pattern: '^[0-9]{2}$', description });
export const PARTNER_ID_PATTERN = '^[a-zA-Z0-9_-]{3,50}$';
export const partnerId = (description: string) => Type.String({ pattern: PARTNER_ID_PATTERN, description });
export const pincode = (description: string) => Type.String({ pattern: '^[0-9]{6}$', description });
export const clockTime = (meaning: string) =>
  Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    description: inUnit('HH:mm, India Standard Time', meaning),
  });

export const money = (meaning: string) =>
  Type.Number({
    minimum: 0,
    maximum: MAX_MONEY_RUPEES,
    description: inUnit('Rupees, at most two decimals', meaning),
  });
export const grams = (meaning: string) =>
  Type.Integer({ minimum: 1, maximum: MAX_PARTNER_WEIGHT_GRAMS, description: inUnit('Grams', meaning) });
export const gramsOrZero = (meaning: string) =>
  Type.Integer({ minimum: 0, maximum: MAX_PARTNER_WEIGHT_GRAMS, description: inUnit('Grams', meaning) });
export const kilometres = (meaning: string) =>
  Type.Number({ minimum: 0, maximum: 100_000, description: inUnit('Kilometres', meaning) });
export const kilograms = (meaning: string) =>
  Type.Number({
    minimum: 0,
    maximum: 1_000_000,
    description: inUnit('Kilograms, at most three decimals', meaning),
  });
export const centimetres = (meaning: string) =>
  Type.Number({ exclusiveMinimum: 0, description: inUnit('Centimetres', meaning) });
export const count = (description: string) => Type.Integer({ minimum: 0, description });

export const rateType = (description: string) => Type.Enum([...RATE_TYPES], { description });
export const rateValue = (meaning: string) =>
  Type.Number({
    minimum: 0,
    maximum: Math.max(MAX_MONEY_RUPEES, MAX_PERCENT),
    description: inUnit('Rupees (flat, two decimals) or percent (percentage, four decimals)', meaning),
  });
export const tier = (description: string) =>
  Type.Enum(Object.keys(RATE_TIERS) as (keyof typeof RATE_TIERS)[], { description });

/** When an active row counts. */
export const validity = {
  validFrom: Optional(Nullable(dateTime('First moment at which the row counts. If absent: no start.'))),
  validTo: Optional(Nullable(dateTime('Last moment at which the row counts. If absent: no end.'))),
};
