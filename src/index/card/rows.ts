/** Code for the rows of several parts of a rate card. */
import { periodOf, type Validity } from '../../domain/dates.js';
import { toPaise, toRate } from '../../domain/money.js';
import type { RateType } from '../../domain/vocabulary.js';

/** A row's amount in the form of its columns: paise, or the rate of a percentage. */
export function amount(type: RateType, value: number): [isPercentage: number, value: number] {
  return type === 'percentage' ? [1, toRate(value)] : [0, toPaise(value)];
}

/** The length of a column that only some rows need: 0 if none of these does, so that nobody looks at it. */
export function rowsIfAny<T>(documents: readonly T[], needs: (document: T) => unknown): number {
  return documents.some(needs) ? documents.length : 0;
}

/** The length of the date columns for these rows. */
export const datedRows = (documents: readonly Validity[]): number =>
  rowsIfAny(documents, ({ validFrom, validTo }) => validFrom || validTo);

/** Fills date columns whose length is {@link datedRows}. */
export function fillDates(columns: { validFrom: Float64Array; validTo: Float64Array }, documents: readonly Validity[]) {
  if (columns.validFrom.length === 0) return;
  documents.forEach((document, row) => {
    const { fromMs, toMs } = periodOf(document);
    columns.validFrom[row] = fromMs;
    columns.validTo[row] = toMs;
  });
}

/** `lists`: list numbers by row, ascending. `start[n]` becomes the first row of list n, its last entry the end. */
export function fillStarts(start: Uint32Array, lists: readonly number[]): void {
  for (const list of lists) start[list + 1]!++;
  for (let list = 1; list < start.length; list++) start[list]! += start[list - 1]!;
}
