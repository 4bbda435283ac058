/** Rows that follow one another in time, and the questions that they price. */
import type { Quote } from '../../engine/quote.js';
import { paymentTypesFor, type Question, questionOf } from './ask.js';
import type { LintedCard } from './card.js';
import { shipmentTypesOf, type ServedRoute } from './routes.js';
import { addTo } from '../../model/members.js';

type Collection = 'packages' | 'distance-charges' | 'customer-charges' | 'surcharges' | 'transit-lanes';

/** Weights or distances above `low`, up to `high`. */
export interface Reach {
  low: number;
  high: number;
}

/** A row with its dates, and its weights or distances. */
export interface Span extends Reach {
  id: number;
  fromMs: number;
  toMs: number;
}

/** Rows without a gap in time: between two of them, one should be in force at every moment. */
export interface Series {
  collection: Collection;
  what: string;
  spans: readonly Span[];
  ids: ReadonlySet<number>;
  /** The reasons for a refusal that a lack of these rows may be: bits of REASON_CODES. */
  lacks: number;
  /** Questions that rows of the series price, of these weights or distances. */
  questions(reach: Reach, atMs: number): Iterable<Question>;
  /** Whether one of these rows is part of a quote. */
  counts(quote: Quote): boolean;
  /** Where a reach is one of weights: {@link isChargedWithin}. */
  isWithin?(quote: Quote, reach: Reach): boolean;
}

/** Groups active rows; a row may be in several groups. Without a second row, and one that begins, there is no gap. */
export function grouped<D extends { status: boolean; validFrom?: string | null | undefined }>(
  rows: readonly D[],
  keysOf: (row: D) => string[],
): [string, D[]][] {
  const groups = new Map<string, D[]>();
  for (const row of rows) {
    if (!row.status) continue;
    for (const key of keysOf(row)) addTo(groups, key, row);
  }
  return [...groups].filter(([, group]) => group.length > 1 && group.some(({ validFrom }) => validFrom));
}

export const idsOf = (rows: readonly { id: number }[]): ReadonlySet<number> => new Set(rows.map(({ id }) => id));

/** Whether the weight that is charged lies within a reach: terms may charge more than the shipment weighs. */
export const isChargedWithin = ({ eligibility: { chargeableGrams } }: Quote, { low, high }: Reach): boolean =>
  low < chargeableGrams && chargeableGrams <= high;

export const isWithin = ({ own: { km } }: ServedRoute, { low, high }: Reach): boolean => low <= km && km < high;

/** Questions of usual parcels. */
export function* usualQuestions(
  card: LintedCard,
  routes: readonly ServedRoute[],
  grams: number,
  atMs: number,
  more: Partial<Question> = {},
): Generator<Question> {
  for (const served of routes)
    for (const shipmentType of shipmentTypesOf(card))
      for (const paymentType of paymentTypesFor(served, more.direction))
        yield { ...questionOf(card, served, { grams, shipmentType, paymentType, atMs }), ...more };
}

/** The weight of a usual parcel. */
export const usualGrams = ({ partner }: LintedCard): number => Math.min(500, partner.card.limits.maxGrams);

/** The weight of a usual parcel, as far as the reach allows. */
export const gramsWithin = (card: LintedCard, { low, high }: Reach): number =>
  Math.min(Math.max(low + 1, usualGrams(card)), high);
