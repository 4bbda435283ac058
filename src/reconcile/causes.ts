/** Why a line was billed differently from what should be, in the order in which a difference is taken apart. */

export const CAUSES = [
  'CREDIT',
  'NOT_BOOKED',
  'CANCELLED',
  'DUPLICATE',
  'DIRECTION',
  'WEIGHT',
  'LANE',
  'BASE_RATE',
  'FSC',
  'COD',
  'DOCKET',
  'INSURANCE',
  'SURCHARGES',
  'DISCOUNT',
  'TAX',
  'RATE',
  'ROUNDING',
] as const;
export type Cause = (typeof CAUSES)[number];

/** The causes that a line has, in paise; those that are absent are 0. */
export type CauseAmounts = Partial<Record<Cause, number>>;

export const STATUSES = ['OK', 'WITHIN', 'OVERBILLED', 'UNDERBILLED', 'CREDIT', 'UNREADABLE', 'UNPRICED'] as const;
export type LineStatus = (typeof STATUSES)[number];

/** The names of the causes other than 0, in their order: `WEIGHT+LANE`; empty: there is none. */
export const causeNames = (causes: CauseAmounts): string =>
  CAUSES.filter((cause) => (causes[cause] ?? 0) !== 0).join('+');
