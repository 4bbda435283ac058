/** What the sheets of the couriers share: cells of dates and weights, and the people in them, who are invented. */
import type { End, Parcel } from './parcels.js';

export type Cells = readonly string[];

/** How a courier writes its sheet. */
export interface OutcomeSheet {
  name: string;
  /** Whose parcels are in it, in turn. */
  partnerIds: readonly string[];
  seed: number;
  parcels: number;
  headings: Cells;
  rowOf(parcel: Parcel): Cells;
  above?: readonly Cells[];
  below?: readonly Cells[];
  separator?: string;
  encoding?: 'utf8' | 'utf8-bom' | 'latin1';
  endOfLine?: string;
}

/** The word for each end, or one of several. */
export type EndWords = Readonly<Record<End, string | readonly string[]>>;

export function wordFor({ end, number }: Parcel, words: EndWords): string {
  const word = words[end];
  return typeof word === 'string' ? word : word[number % word.length]!;
}

const text = (ms: number): string => new Date(ms).toISOString();
const twoDigits = (number: number): string => String(number).padStart(2, '0');
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const EXCEL_DAY_OF_1970 = 25_569;
const DAY_MS = 86_400_000;

/** `2026-09-05` */
export const day = (ms: number): string => text(ms).slice(0, 10);
/** `16:07` */
export const clock = (ms: number): string => text(ms).slice(11, 16);
/** `05-Sep-26` */
export const namedDay = (ms: number): string =>
  `${text(ms).slice(8, 10)}-${MONTHS[new Date(ms).getUTCMonth()]}-${text(ms).slice(2, 4)}`;
/** `05/09/2026` */
export const numberedDay = (ms: number): string => day(ms).split('-').reverse().join('/');
/** `05/09/2026 04:07 PM` */
export function halfDayClock(ms: number): string {
  const hour = new Date(ms).getUTCHours();
  return `${numberedDay(ms)} ${twoDigits(hour % 12 || 12)}:${text(ms).slice(14, 16)} ${hour < 12 ? 'AM' : 'PM'}`;
}
/** As a spreadsheet counts days. */
export const serial = (ms: number): string => (EXCEL_DAY_OF_1970 + ms / DAY_MS).toFixed(4);

/** Empty for what has not happened. */
export const ifAny = (ms: number | null, written: (ms: number) => string): string => (ms === null ? '' : written(ms));

export const kilograms = (grams: number): string => (grams / 1_000).toFixed(3);
export const forced = (cell: string): string => (cell === '' ? '' : `="${cell}"`);

/** No Indian number begins with 00000, and .example never resolves. */
export const personOf = ({ number }: Parcel): { name: string; phone: string; email: string; address: string } => ({
  name: `Consignee Nobody ${number + 1}`,
  phone: `+91-00000-${String(50_000 + number)}`,
  email: `nobody${number + 1}@mail.example`,
  address: `House ${number + 1}, Invented Lane`,
});
