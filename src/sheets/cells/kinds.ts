/** The kinds of values that a column may have. */
import { STEP_CHARGE_DECIMALS } from '../../limits/documents.js';
import { localMoment } from './dates.js';
import { flag } from './flags.js';
import { money, numberText } from './money.js';
import { pincodeSet } from './pincodes.js';
import { payment, shipmentType } from './shipments.js';
import { sheetSlabOf } from './slabs.js';
import { identifier, isEmptyForm, isFailure } from './text.js';
import { exactWeight } from './weights.js';

export type CellKind =
  | 'pincodes'
  | 'flag'
  | 'money'
  | 'number'
  | 'weight'
  | 'slab'
  | 'date'
  | 'payment'
  | 'type'
  | 'identifier'
  | 'text';

const FITS: Readonly<Record<CellKind, (text: string) => boolean>> = {
  pincodes: (text) => pincodeSet(text).ok,
  flag: (text) => flag(text).ok,
  money: (text) => money(text, STEP_CHARGE_DECIMALS).ok,
  number: (text) => numberText(text) !== null,
  weight: (text) => exactWeight(text, 'kg').ok,
  slab: (text) => sheetSlabOf(text, 'kg', true).ok,
  // both orders of 05/12/2026 are days
  date: (text) => localMoment(text, 'DMY').ok || localMoment(text, 'MDY').ok,
  payment: (text) => payment(text).ok,
  type: (text) => shipmentType(text).ok,
  identifier: (text) => identifier(text).ok && !isFailure(text),
  text: (text) => !isFailure(text),
};

/** Whether a text is a value of the kind. */
export const fitsKind = (kind: CellKind, text: string): boolean => FITS[kind](text);

/** Of yes and no, only a blank is empty; of amounts, a formula that found none is no empty cell. */
export function isEmptyOf(kind: CellKind, text: string): boolean {
  if (kind === 'flag') return text.trim() === '';
  return isEmptyForm(text) && !(kind === 'money' && isFailure(text));
}

/** How faults call a value of the kind. */
export const KIND_WORDS: Readonly<Record<CellKind, string>> = {
  pincodes: 'pincodes',
  flag: 'Y or N',
  money: 'amounts',
  number: 'numbers',
  weight: 'weights',
  slab: 'slabs of weight',
  date: 'days',
  payment: 'COD or PREPAID',
  type: 'B2C or B2B',
  identifier: 'AWBs or order numbers',
  text: 'texts',
};

/** Whether a text is a number or an amount, as most cells below headings of prices are. */
export const isNumberLike = (text: string): boolean => /\d/.test(text) && money(text, STEP_CHARGE_DECIMALS).ok;
