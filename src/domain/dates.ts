/**
 * When rows are in force (docs/rules.md#dates). This is the one definition: pricing, the linter, the history, apply and
 * the command line ask it. Both bounds of the dates count, so a row is in force at its `validTo` and over a millisecond
 * later. All moments are milliseconds since the epoch.
 */

/** The dates of a row, or of an entry of a document. */
export interface Validity {
  validFrom?: string | null | undefined;
  validTo?: string | null | undefined;
}

/** The first and the last moment at which a row counts. */
export interface Period {
  fromMs: number;
  toMs: number;
}

export const ALWAYS: Period = { fromMs: -Infinity, toMs: Infinity };

export function periodOf({ validFrom, validTo }: Validity): Period {
  // documents of other programs may have anything there, and the history has them
  const fromMs = typeof validFrom === 'string' ? Date.parse(validFrom) : ALWAYS.fromMs;
  const toMs = typeof validTo === 'string' ? Date.parse(validTo) : ALWAYS.toMs;
  return { fromMs, toMs };
}

/** The period of any document: a hold calls its bounds from and to. */
export function periodOfDocument(document: object): Period {
  const { validFrom, validTo, from, to } = document as Validity & { from?: string | null; to?: string | null };
  return periodOf({ validFrom: validFrom ?? from, validTo: validTo ?? to });
}

export const isWithin = ({ fromMs, toMs }: Period, atMs: number): boolean => fromMs <= atMs && atMs <= toMs;

/** Whether both have a moment in common. */
export const periodsMeet = (one: Period, other: Period): boolean =>
  one.fromMs <= other.toMs && other.fromMs <= one.toMs;

/** Whether a document is active: one without a status is. */
export function isActive(document: object): boolean {
  const { status } = document as { status?: unknown };
  return status !== false && status !== 'INACTIVE';
}

/** Whether a document counts at a moment, by its status and its dates if it has them. */
export const isInForce = (document: object, atMs: number): boolean =>
  isActive(document) && isWithin(periodOfDocument(document), atMs);

/** Whether a document counts neither at a moment nor later. */
export const isOver = (document: object, atMs: number): boolean =>
  !isActive(document) || periodOfDocument(document).toMs < atMs;

/** A moment as documents have it. One that is none stays as it is, for their rules to refuse. */
export function inUtc(moment: string | null | undefined): string | null {
  if (moment === null || moment === undefined) return null;
  const ms = Date.parse(moment);
  return Number.isNaN(ms) ? moment : new Date(ms).toISOString();
}

/** By row. */
export type Column = ArrayLike<number>;

/** The dates of rows in columns. The columns are empty if no row has a date: then all rows are in force. */
export interface DatedColumns {
  validFrom: Column;
  validTo: Column;
}

/**
 * {@link isWithin} for an active row in columns. It takes the two columns, not the object that has them: of rows of
 * eight kinds, that object has eight shapes, and to read a property of any of them takes longer than all the rest.
 */
export function isRowInForce(
  validFrom: DatedColumns['validFrom'],
  validTo: DatedColumns['validTo'],
  row: number,
  atMs: number,
): boolean {
  return validFrom.length === 0 || (validFrom[row]! <= atMs && atMs <= validTo[row]!);
}
