/**
 * Answers are written as JSON text, from templates whose constant parts are made once per partner. Building objects and
 * calling JSON.stringify takes a thread most of the time of a request.
 */
import { quoted } from './domain/canonical.js';

/**
 * JSON text, which goes into a template unchanged; its own type, to distinguish it from a string that must still be
 * quoted.
 */
export type Json = string & { readonly [jsonText]: true };
declare const jsonText: unique symbol;

/** Any value as JSON text. */
export const toJson = (value: unknown): Json =>
  (typeof value === 'string' ? quoted(value) : JSON.stringify(value)) as Json;

/** Text that is known to be JSON. */
export const asJson = (text: string): Json => text as Json;

/**
 * The same text as a flat string, for cached text that goes into many answers: V8 represents concatenated text as a
 * tree, and walks the whole tree for each answer. That is noticeably slower.
 */
export const inOnePiece = (text: string): string => Buffer.from(text).toString();

/**
 * The text after the whole Rupees, by paise: '', '.01' to '.09', '.1' and so on to '.99'. A table is faster than
 * formatting each time.
 */
const FRACTIONS = Array.from({ length: 100 }, (_, paise) => String(paise / 100).slice(1));

/**
 * The texts of amounts below this, by paise, made when they are first written: most parts of a price are small. A
 * thread's table takes a megabyte at most.
 */
const MOST_REMEMBERED_PAISE = 20_000;
const remembered: (Json | undefined)[] = new Array<Json | undefined>(MOST_REMEMBERED_PAISE).fill(undefined);

/** Integer paise as the number of Rupees that JSON.stringify would write: 197.63, 185.3, 94. */
export function rupeesJson(paise: number): Json {
  const index = paise | 0;
  if (index !== paise || index < 0 || index >= MOST_REMEMBERED_PAISE) return rupeesText(paise);
  return (remembered[index] ??= rupeesText(paise));
}

function rupeesText(paise: number): Json {
  // the split into Rupees and paise is exact only for safe integers
  if (!Number.isSafeInteger(paise)) return toJson(paise / 100);
  if (paise < 0) return `-${rupeesJson(-paise)}` as Json;
  const fraction = paise % 100;
  return `${(paise - fraction) / 100}${FRACTIONS[fraction]!}` as Json;
}

/** The members of an object, without its braces: only this file cuts and adds braces. */
export const membersOf = (object: object): string => membersIn(toJson(object));

/** The members of an object's text. */
export const membersIn = (object: Json): string => object.slice(1, -1);

/** A list whose items each begin with a comma, without the first comma. */
export const afterComma = (items: string): string => items.slice(1);

/** An object with further members; neither may be empty. */
export function withMembers(object: Json, members: string): Json {
  return `${object.slice(0, -1)},${members}}` as Json;
}

/** Members or items joined by commas; empty ones are skipped. */
export function membersJson(lists: readonly string[]): string {
  let joined = '';
  for (const list of lists) if (list !== '') joined += joined === '' ? list : `,${list}`;
  return joined;
}
