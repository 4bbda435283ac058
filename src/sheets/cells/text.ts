/** Texts of cells without the signs of spreadsheets around them, and the forms of nothing. */
import { NOT_COMPUTED } from '../sheet.js';

/** A value, or the fault of the text. */
export type ParsedCell<T> = { ok: true; value: T } | { ok: false; message: string };

export const parsed = <T>(value: T): ParsedCell<T> => ({ ok: true, value });
export const fault = (message: string): { ok: false; message: string } => ({ ok: false, message });

/** Blanks that do not break a line. */
const ODD_BLANKS = /[\u00a0\u2007\u202f]/g;
/** Without joiners, which words of Indian scripts need. */
const NO_WIDTH = /[\u200b\u2060\ufeff]/g;
/** `="000123"`, which forces a text. */
const FORCED = /^="(.*)"$/s;
/** The same with its quotes doubled once more: `"=""000123"""`. */
const FORCED_TWICE = /^"=""(.*)"""$/s;

/** @returns the text without blanks around it and without what forces a text */
export function cellText(text: string): string {
  // most cells are plain
  if (/^[\w.]*$/.test(text)) return text;
  const plain = text.replace(ODD_BLANKS, ' ').replace(NO_WIDTH, '').trim();
  const inner = FORCED_TWICE.exec(plain)?.[1] ?? FORCED.exec(plain)?.[1];
  return inner === undefined ? plain : inner.trim();
}

const EMPTY: ReadonlySet<string> = new Set(['', '-', '–', '—', 'na', 'n/a', '#n/a', 'null']);

/** Blank, `-`, `NA`, `N/A`, `#N/A`, `null`. */
export const isEmptyForm = (text: string): boolean => EMPTY.has(cellText(text).toLowerCase());

/** Equal for texts that look the same: accents and nuktas may be separate characters. */
export const plainText = (text: string): string => cellText(text).normalize('NFC').replace(/\s+/g, ' ').toLowerCase();

const FAILED = /^#(?:REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|N\/A|SPILL!|CALC!|ERROR|GETTING_DATA)$/i;

/** Whether it is the failure of a formula. */
export const isFailure = (text: string): boolean => FAILED.test(text);

/** Whether it is a formula without a value, or with a failed one that is no form of an empty cell. */
export const hasFailed = (text: string): boolean => text === NOT_COMPUTED || (isFailure(text) && !isEmptyForm(text));

/** AWBs and order ids: as a text, without what forces one. */
export function identifier(text: string): ParsedCell<string> {
  const plain = cellText(text).replace(/^'(.*?)'?$/s, '$1');
  if (/^\d(?:\.\d+)?e\+?\d+$/i.test(plain))
    return fault(
      `is a number of which a spreadsheet has lost digits: "${plain}"; format its column as text and save again`,
    );
  return plain === '' ? fault('is required') : parsed(plain);
}
