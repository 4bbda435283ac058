/** Warnings to a caller about a request that was carried out. A warning never changes the status. */
import type { UnknownField } from '../model/unknown-fields.js';

/** For the three questions: likely mistakes, and input that was not used. */
export const SHIPMENT_WARNING_CODES = [
  'WEIGHT_LOOKS_LIKE_KG',
  'COD_AMOUNT_MISSING',
  'SERVICES_NOT_PRICED',
  'GSTIN_MISSING',
  'DEFAULT_USED',
  'PRICE_CHANGED',
  'NOT_STORED',
  'VOLUMETRIC_WEIGHT_NOT_USED',
  'ACTUAL_WEIGHT_NOT_USED',
  'QUOTE_TOKEN_TOO_LARGE',
  'POLICY_OVERRIDDEN',
  'CAPACITY_EXCEEDED',
  'NO_LANDED_TERMS',
] as const;
export type WarningCode = (typeof SHIPMENT_WARNING_CODES)[number] | 'UNKNOWN_FIELD' | 'FORCE_REFRESH_IGNORED';

export interface Warning {
  code: WarningCode;
  /** Path in the body, or the name of a parameter. */
  field: string;
  message: string;
  /** For an unknown field: the known one that was probably meant; null: none is similar. */
  didYouMean?: string | null;
}

export function unknownFieldWarning({ field, didYouMean }: UnknownField): Warning {
  const message = `${field} is not known and was not used${meant(didYouMean)}`;
  return { code: 'UNKNOWN_FIELD', field, message, didYouMean };
}

/** The message of a fault, which names its field separately. */
export function unknownFieldMessage(didYouMean: string | null): string {
  return `is not known${meant(didYouMean)}`;
}

function meant(didYouMean: string | null): string {
  return didYouMean === null ? '' : `; did you mean ${didYouMean}?`;
}
