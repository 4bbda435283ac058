/** The form of a kind of sheet: its fields, and the words that its headings may have. */
import type { CellKind } from '../cells/kinds.js';
import { plainHeading } from './headings.js';
import type { SheetMap } from './map.js';

export interface TableForm {
  /** The kind's name in messages. */
  kind: string;
  /** Our names, for suggestions. */
  names: readonly string[];
  required: readonly string[];
  /** Our own name that a heading is; null: none. */
  find(heading: string): string | null;
  /** Our field by a further word, as {@link plainHeading} writes it. */
  words: ReadonlyMap<string, string>;
  /** The same for a word that needs more: a unit in the heading, or in the map. null: none */
  wordOf?(heading: string, map: SheetMap): string | null;
  /** Fields that a map may name, and no heading is by itself. */
  onlyInMaps?: readonly string[];
  /** The kind of a field's values. */
  kindOf(field: string): CellKind;
  /** Whose words of a map count below a field: all prices have those of `price`. Absent: its own */
  wordsFor?(field: string): string;
  /** The field by which a row is known; null: none. */
  key: string | null;
  /** Members that `set` gives to all rows need no headings. */
  setsOtherNames?: boolean;
  /** `null` is a value. */
  hasNull?: boolean;
  /** Columns that are not read may be about people: no proposed map and no note shows a cell of them. */
  hidesUnread?: boolean;
  /** A cell that cannot be read is its row's, and its column is taken all the same while half of its cells can be. */
  judgedByRow?: boolean;
  /** Whether a field counts; a column of another one is read only where a map names it. Absent: all fields count */
  reads?(field: string): boolean;
  /** The headings are the fields of documents: an unknown one is a slip, and not a column of a courier's own. */
  isStrict?: boolean;
}

/** Headings from a list, compared as {@link plainHeading} does. */
export function finderOf(names: readonly string[]): TableForm['find'] {
  const known = new Map(names.map((name) => [plainHeading(name), name]));
  return (text) => known.get(plainHeading(text)) ?? null;
}

/** Where a pincode of the list may be; the pickup's own is none of them. */
export const OF_DELIVERY = ['', 'customer', 'consignee', 'delivery', 'destination'];
const PINCODE = ['pincode', 'pin', 'pin code', 'postal code', 'zip'];
/** Each word for a pincode, of each of these ends. */
export const pincodeWords = (ends: readonly string[]): string[] =>
  ends.flatMap((end) => PINCODE.map((word) => `${end} ${word}`));
/** `pickup status`, `COD available`. */
const OF_FLAG = ['', 'status', 'available', 'serviceable'];

/** The words of the fields, whole; our own names are words too. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  pincode: pincodeWords(OF_DELIVERY),
  zone: ['zone', 'zone name', 'zone code'],
  pickup: OF_FLAG.map((word) => `pickup ${word}`),
  delivery: OF_FLAG.map((word) => `delivery ${word}`),
  prepaid: OF_FLAG.map((word) => `prepaid ${word}`),
  cod: OF_FLAG.map((word) => `cod ${word}`),
  reverse: OF_FLAG.flatMap((word) => [`reverse ${word}`, `reverse pickup ${word}`]),
  oda: OF_FLAG.map((word) => `oda ${word}`),
  hill: OF_FLAG.map((word) => `hill ${word}`),
  max_cod: ['cod limit'],
  edl_km: ['edl distance'],
  embargo: ['embargo'],
  slab: ['slab', 'weight slab', 'weight'],
  from: ['weight from', 'start range'],
  to: ['weight to', 'end range'],
  step: ['each slab'],
  price: ['price', 'rate'],
};

/** @param fields those of a form that have words @param words by field, whole */
export const wordsOf = (fields: readonly string[], words = WORDS): ReadonlyMap<string, string> =>
  new Map(fields.flatMap((field) => (words[field] ?? []).map((word) => [plainHeading(word), field] as const)));

/** Words that turn the meaning of a heading that contains a word of a field. */
const TURNS = ['reverse', 'extended', 'edl', 'distance', 'limit', 'charge', 'amount', 'city', 'name', 'district'];
const TURNS_TOO = ['state', 'facility'];
/** Of all but dates: `Order Date` is no order. */
const DAY = ['date'];
/** Of a pincode only. */
const OTHER_END = ['origin', 'warehouse', 'from', 'pickup'];

/** The field that a heading only resembles: it stands in a proposed map as a comment, and is never used. null: none */
export function likelyField(heading: string, form: TableForm): string | null {
  const parts = new Set(plainWords(heading));
  for (const [word, field] of form.words) {
    const ofDay = form.kindOf(field) === 'date' ? [] : DAY;
    const turned = [...TURNS, ...TURNS_TOO, ...ofDay, ...(field === 'pincode' ? OTHER_END : [])];
    const isMeant = parts.has(word) && !turned.some((each) => each !== word && parts.has(each));
    if (isMeant) return field;
  }
  return null;
}

/** `BD-Zone` and `pickUpStatus` as single words. */
const plainWords = (heading: string): string[] =>
  heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
