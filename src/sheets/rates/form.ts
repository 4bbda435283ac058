/** The form of a sheet of rates in a courier's own shape, and its rows of headings. */
import { filtersIn } from '../../model/fields.js';
import { PackageDoc } from '../../model/rates.js';
import { type CellKind, isNumberLike } from '../cells/kinds.js';
import { cellText, isEmptyForm, plainText } from '../cells/text.js';
import { unitInHeading } from '../cells/weights.js';
import type { SheetRow } from '../sheet.js';
import { finderOf, type TableForm, wordsOf } from '../tables/form.js';
import { nameOfColumn, type SheetMap } from '../tables/map.js';
import type { HeadingRule } from '../tables/places.js';
import { plainHeading } from '../tables/headings.js';
import { PARTNER_FIELD } from '../tables/partners.js';

/** `lane` is a name of any kind of route. */
export const SLAB_FIELDS = ['slab', 'from', 'to', 'step'] as const;
/** What a sheet says of the weight and the route of a row by its slabs and headings. */
const OF_SHAPE: ReadonlySet<string> = new Set([
  'minWeight',
  'maxWeight',
  'kmFrom',
  'kmTo',
  'fromZoneId',
  'toZoneId',
  'lane',
]);
/** What a row of a list may be for in addition. */
export const FILTER_FIELDS = filtersIn(PackageDoc)
  .map(({ name }) => name)
  .filter((name) => !OF_SHAPE.has(name));
const FIELDS = [...SLAB_FIELDS, 'lane', 'from_zone', 'to_zone', 'price', ...FILTER_FIELDS];
const KINDS: Readonly<Record<string, CellKind>> = {
  slab: 'slab',
  from: 'weight',
  to: 'weight',
  step: 'weight',
  lane: 'text',
  from_zone: 'text',
  to_zone: 'text',
  ...Object.fromEntries(FILTER_FIELDS.map((name) => [name, 'text'])),
};
const ZONE_WORDS = [...wordsOf(['zone']).keys()].map((word) => [word, 'lane'] as const);

/** Whether the field is a column of prices, by the name of its route. */
export const isRoute = (field: string): boolean =>
  KINDS[field] === undefined && field !== 'price' && field !== PARTNER_FIELD;

const WEIGHT_WORDS = wordsOf(SLAB_FIELDS);

/** `Weight in kg`, `Slab/gms`: a word of weights, with its unit behind it. */
function wordWithUnit(heading: string): string | null {
  const word = heading.replace(/[\s/_-]+(?:in\s+)?\p{L}+\.?$/iu, '');
  return unitInHeading(heading) === null ? null : (WEIGHT_WORDS.get(plainHeading(word)) ?? null);
}

/** Every other heading may be a route. */
export const RATES: TableForm = {
  kind: 'rates',
  names: FIELDS,
  required: [],
  find: finderOf(FIELDS),
  words: new Map([...WEIGHT_WORDS, ...wordsOf(['price']), ...ZONE_WORDS]),
  wordOf: wordWithUnit,
  kindOf: (field) => KINDS[field] ?? 'money',
  wordsFor: (field) => (isRoute(field) ? 'price' : field),
  key: 'slab',
  setsOtherNames: true,
};

const isNoService = (text: string): boolean => text !== '' && isEmptyForm(text);

const filledColumns = ({ cells }: SheetRow): number[] =>
  cells.flatMap((text, column) => (cellText(text) === '' ? [] : [column]));

/**
 * Rows of headings have no numbers, and most of what stands in them has numbers below: with or without a second row of
 * headings between.
 */
export function ratesRule(map: SheetMap): HeadingRule {
  const named = new Set([...map.columns.values()].flat().map(nameOfColumn));
  const isKnown = (text: string): boolean => {
    const plain = plainHeading(text);
    return plain !== '' && (named.has(plain) || RATES.find(text) !== null || RATES.words.has(plain));
  };
  const looksLikeHeadings = (rows: readonly SheetRow[], at: number): boolean => {
    const { cells } = rows[at]!;
    const columns = filledColumns(rows[at]!);
    // the first column may have weights below it, and so may the headings of a distance
    if (columns.length < 2 || columns.some((column) => isNumberLike(cells[column]!))) return false;
    const prices = columns.slice(1);
    const [next, second] = [1, 2].map((further) => {
      const row = rows[at + further];
      const isBelow = row !== undefined && row.line === rows[at]!.line + further;
      const below = isBelow ? prices.map((column) => row.cells[column] ?? '') : [];
      const numbers = below.filter(isNumberLike).length;
      // a route that is not served has no price
      return { numbers, most: Math.max(below.filter((text) => !isNoService(text)).length, 1) };
    });
    // a title of two cells is none, though prices stand two rows below it
    const { numbers, most } = next!.numbers === 0 && prices.length > 1 ? second! : next!;
    return columns.some((column) => plainText(cells[column]!) === 'slab') || numbers * 2 >= most;
  };
  return {
    isKnown,
    // a row below another one of headings belongs to it
    isHeading: (rows, at) =>
      looksLikeHeadings(rows, at)
      && !(at > 0 && rows[at - 1]!.line === rows[at]!.line - 1 && looksLikeHeadings(rows, at - 1)),
  };
}
