/** How a sheet was read and what it does, in words. */
import type { Effect } from '../sheets/serviceability/effect.js';
import type { Note } from '../sheets/sheet.js';
import type { SheetReading } from '../sheets/tables/reading.js';
import { counted, whole } from '../words.js';

const SHOWN_HEADINGS = 12;

/** A sentence for each fact. @param most headings that are named */
export function readingInWords(reading: SheetReading, most = SHOWN_HEADINGS): string[] {
  const { sheet, headings, rows, columns, notRead, assumed, leftOut, repeated } = reading;
  const where = [
    sheet === null ? '' : ` of sheet "${sheet}"`,
    headings === null ? '' : `, headings in row ${headings}`,
  ];
  const taken = Object.entries(columns).map(([field, heading]) =>
    field === heading ? field : `${field} by "${heading}"`,
  );
  return [
    `${counted(rows, 'row')} read${where.join('')}: ${shown(taken, most)}`,
    ...notReadInWords(notRead, most),
    ...assumedInWords({ assumed }),
    ...leftOutInWords({ leftOut }),
    ...(repeated === 0 ? [] : [`${counted(repeated, 'row')} repeated what another row says`]),
  ];
}

/** @param titles of columns */
export const notReadInWords = (titles: readonly string[], most = SHOWN_HEADINGS): string[] =>
  titles.length === 0 ? [] : [`not read: ${shown(titles, most)}`];

export const assumedInWords = ({ assumed }: Pick<SheetReading, 'assumed'>): string[] =>
  assumed.map((note) => `assumed: ${inWords(note)}`);

export const leftOutInWords = ({ leftOut }: Pick<SheetReading, 'leftOut'>): string[] =>
  leftOut.map((note) => `left out: ${inWords(note)}`);

/** `3,959 pincodes lose delivery (8,120 before, 4,161 after)`. */
export function effectInWords({ what, count, before, after }: Effect): string {
  const change = before === null || after === null ? '' : ` (${whole(before)} before, ${whole(after)} after)`;
  return `${whole(count)} ${count === 1 ? ofOne(what) : what}${change}`;
}

const shown = (names: readonly string[], most: number): string =>
  names.slice(0, most).join(', ') + (names.length > most ? `, and ${names.length - most} more` : '');

const inWords = ({ what, count, example }: Note): string =>
  `${whole(count)} ${count === 1 ? ofOne(what) : what}, such as ${example}`;

/** In a text that begins with a plural: `pincodes lose COD`, `new zones`. */
const ofOne = (what: string): string =>
  what
    .replace(/^((?:[a-z]+ )*?)(pincode|zone|route|row|name|cell|letter|remark|slab|total|price)s\b/, '$1$2')
    .replace(
      /^((?:[a-z]+ )?(?:pincode|route|row)) (lose|get|move|carry|end|are)\b/,
      (_, noun: string, verb: string) => {
        return `${noun} ${{ are: 'is', carry: 'carries' }[verb] ?? `${verb}s`}`;
      },
    );
