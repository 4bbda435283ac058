/** The files of the demo's sheets of outcomes. */
import type { Geography } from '../demo-maker/geography.js';
import { Random } from '../demo-maker/random.js';
import { dharalineSurface } from './couriers/dharaline-surface.js';
import { gajavahanFreight } from './couriers/gajavahan-freight.js';
import { haatwalaEcom } from './couriers/haatwala-ecom.js';
import { nabhdootAir } from './couriers/nabhdoot-air.js';
import { setumarg } from './couriers/setumarg.js';
import { monthOf, type Parcel, parcelsOf } from './parcels.js';
import type { Cells, OutcomeSheet } from './sheet.js';

export const OUTCOME_SHEETS: readonly OutcomeSheet[] = [
  haatwalaEcom,
  setumarg,
  dharalineSurface,
  nabhdootAir,
  gajavahanFreight,
];

/** The parcels of a courier's sheet of a month, as `2026-09`: the same each time. */
export const parcelsIn = (sheet: OutcomeSheet, month: string, geography: Geography): Parcel[] =>
  parcelsOf(sheet.parcels, sheet.partnerIds, monthOf(month), geography, new Random(sheet.seed));

/** File name → content. */
export function outcomeFiles(month: string, geography: Geography): Map<string, Buffer> {
  return new Map(
    OUTCOME_SHEETS.map((sheet) => {
      const { above = [], headings, below = [] } = sheet;
      const rows = parcelsIn(sheet, month, geography).map((parcel) => sheet.rowOf(parcel));
      return [`${sheet.name}.csv`, encoded([...above, headings, ...rows, ...below], sheet)];
    }),
  );
}

/** RFC 4180; a forced text is quoted as spreadsheets write it. */
function encoded(
  rows: readonly Cells[],
  { separator = ',', endOfLine = '\n', encoding = 'utf8' }: OutcomeSheet,
): Buffer {
  const cell = (text: string): string =>
    /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
  const text = rows.map((cells) => cells.map(cell).join(separator) + endOfLine).join('');
  return encoding === 'latin1'
    ? Buffer.from(text, 'latin1')
    : Buffer.from(encoding === 'utf8' ? text : `\ufeff${text}`);
}
