/** What a price has, and why a bill differs from it, in the words of docs/reconcile.md. */

export const PARTS = ['freight', 'rto', 'fsc', 'cod', 'docket', 'insurance', 'other', 'discount'] as const;
export type Part = (typeof PARTS)[number];

export const CAUSE_OF_PART = {
  freight: 'BASE_RATE',
  rto: 'BASE_RATE',
  fsc: 'FSC',
  cod: 'COD',
  docket: 'DOCKET',
  insurance: 'INSURANCE',
  other: 'SURCHARGES',
  discount: 'DISCOUNT',
} as const satisfies Record<Part, string>;

/** In the order in which a difference is taken apart. */
export const CAUSES = [
  ...['CREDIT', 'NOT_BOOKED', 'CANCELLED', 'DUPLICATE', 'DIRECTION', 'WEIGHT', 'LANE', 'BASE_RATE', 'FSC', 'COD'],
  ...['DOCKET', 'INSURANCE', 'SURCHARGES', 'DISCOUNT', 'TAX', 'RATE', 'ROUNDING'],
] as const;

/** Percent. */
export const TAX_PERCENT = 18;

/** Half up, below 0 too. */
export const taxOn = (paise: number): number => Math.floor((paise * TAX_PERCENT + 50) / 100);
