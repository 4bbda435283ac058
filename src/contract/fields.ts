/** The kinds of fields in requests and answers, built on those of documents. A description names the unit. */
import Type, { type TSchema, type TSchemaOptions } from 'typebox';
import { clockTime as clockTimeOf, dateTime, Nullable } from '../model/fields.js';

/** A value that may be null; the description gives the meaning of null. */
export const orNull = <T extends TSchema>(schema: T, more: string | TSchemaOptions = {}) =>
  Type.Union(Nullable(schema).anyOf, typeof more === 'string' ? { description: more } : more);

export const Id = Type.Integer({ minimum: 1, description: 'Number of the document' });
/** An id of a document, as a text. */
export const TextId = Type.String({ description: 'Number of the document, as a text' });
export const DateTime = dateTime('ISO 8601, UTC');
export const moment = (what: string) => dateTime(`${what}; ISO 8601, UTC`);
export const clockTime = (what: string) =>
  Type.String({ ...clockTimeOf(''), description: `${what}; HH:mm, India Standard Time` });

export const text = (description: string, examples?: string[]) =>
  Type.String({ description, ...(examples && { examples }) });
export const texts = (description: string) => Type.Array(Type.String(), { description });
export const count = (description?: string) => Type.Integer({ minimum: 0, ...(description && { description }) });

/** Never below zero. */
export const rupees = (what: string) =>
  Type.Number({ minimum: 0, description: `${what}; Rupees, at most two decimals` });
/** An amount that may be below zero. */
export const signedRupees = (what: string) =>
  Type.Number({ description: `${what}; Rupees, at most two decimals; it may be below 0` });
/** A reduction in a list of amounts that are summed: never above zero. */
export const amountOff = (what: string) =>
  Type.Number({ maximum: 0, description: `${what} as a negative amount; Rupees, at most two decimals` });
export const grams = (what: string) => count(`${what}; grams`);
export const hours = (what: string) => count(`${what}; whole hours, rounded up`);
export const kilometres = (what: string) =>
  Type.Number({ minimum: 0, description: `${what}; kilometres, rounded half up to one decimal` });
