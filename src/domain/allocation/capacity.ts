/** How much a partner takes in a day or a month (docs/rules.md#capacities). */
import { isWithin, type Period } from '../dates.js';
import type { CounterAddition, CounterReader } from './counters.js';
import { type GroupSet, haveCommon } from './parcel.js';
import { type Window, type WindowKind, windowOf } from './windows.js';

export const CAPACITY_UNITS = ['PARCELS', 'PIECES', 'GRAMS', 'COD_RUPEES'] as const;
export type CapacityUnit = (typeof CAPACITY_UNITS)[number];

export const CAPACITY_WINDOWS = ['DAY', 'MONTH'] as const satisfies readonly WindowKind[];
type CapacityWindow = (typeof CAPACITY_WINDOWS)[number];

/** Whose day a parcel counts on: that of its pickup, or that of its assignment. */
export const CAPACITY_DAYS = ['PICKUP', 'ASSIGNED'] as const;
type CapacityDay = (typeof CAPACITY_DAYS)[number];

/** HARD: a partner that is full gets no parcel. SOFT: it comes last. */
export const CAPACITY_KINDS = ['HARD', 'SOFT'] as const;

/** Which parcels count in a row; null: all. Lists of a vocabulary are bit masks over its positions. */
export interface CapacityScope {
  fromGroups: GroupSet | null;
  toGroups: GroupSet | null;
  paymentTypes: number | null;
  shipmentTypes: number | null;
  urgencies: number | null;
}

export interface CapacityRow {
  id: number;
  partnerId: string;
  /** Parcels, pieces, grams or paise. */
  limit: number;
  unit: CapacityUnit;
  per: CapacityWindow;
  dayOf: CapacityDay;
  isHard: boolean;
  when: CapacityScope;
  /** The row is full before; -Infinity: it is not closed. */
  closedUntilMs: number;
  period: Period;
  /** What its counts are kept under: another one for other unit, window, day or parcels. */
  counter: string;
}

/** A parcel as capacities read it: positions in the vocabularies, amounts in paise. */
export interface CapacityParcel {
  fromGroups: GroupSet;
  toGroups: GroupSet;
  paymentType: number;
  shipmentType: number;
  urgency: number;
  pieces: number;
  /** What is collected; 0 for a prepaid one. */
  codPaise: number;
  /** The moment asked at, milliseconds since the epoch. */
  askedAt: number;
  /** Rows that are in force at this moment count; absent: at the moment of the parcel's day. */
  rowsAt?: number;
}

/** The same parcel with one partner. */
interface CarriedParcel {
  /** Milliseconds since the epoch. */
  pickupAt: number;
  chargeableGrams: number;
}

/** What a parcel asks of a row that it counts in. */
export interface CapacityDemand {
  row: CapacityRow;
  /** The moment of its day: of pickup, or of assignment. */
  atMs: number;
  window: Window;
  /** In the unit of the row. */
  amount: number;
}

/** A row that is full for a parcel. */
export interface FullCapacity {
  row: CapacityRow;
  /** Of its window, without the parcel. */
  used: number;
  /** The moment of the parcel's day lies before the end of a closure. */
  isClosed: boolean;
}

/** HARD before SOFT, then the lowest id: the first row of a partner that is full is the one that answers name. */
export const byPrecedence = (a: CapacityRow, b: CapacityRow): number =>
  Number(b.isHard) - Number(a.isHard) || a.id - b.id;

/** What a parcel asks of a partner's rows: of those that match it and are in force at the moment of its day. */
export function demandsOf(
  rows: readonly CapacityRow[],
  parcel: CapacityParcel,
  { pickupAt, chargeableGrams }: CarriedParcel,
): CapacityDemand[] {
  const demands: CapacityDemand[] = [];
  for (const row of rows) {
    const atMs = row.dayOf === 'PICKUP' ? pickupAt : parcel.askedAt;
    if (!isWithin(row.period, parcel.rowsAt ?? atMs) || !isFor(row.when, parcel)) continue;
    const amount = amountOf(row.unit, parcel, chargeableGrams);
    demands.push({ row, atMs, window: windowOf(row.per, atMs), amount });
  }
  return demands;
}

function isFor(when: CapacityScope, parcel: CapacityParcel): boolean {
  return (
    (when.fromGroups === null || haveCommon(when.fromGroups, parcel.fromGroups))
    && (when.toGroups === null || haveCommon(when.toGroups, parcel.toGroups))
    && isOneOf(when.paymentTypes, parcel.paymentType)
    && isOneOf(when.shipmentTypes, parcel.shipmentType)
    && isOneOf(when.urgencies, parcel.urgency)
  );
}

const isOneOf = (mask: number | null, position: number): boolean => mask === null || (mask & (1 << position)) !== 0;

function amountOf(unit: CapacityUnit, { pieces, codPaise }: CapacityParcel, chargeableGrams: number): number {
  switch (unit) {
    case 'PARCELS':
      return 1;
    case 'PIECES':
      return pieces;
    case 'GRAMS':
      return chargeableGrams;
    case 'COD_RUPEES':
      return codPaise;
  }
}

/**
 * The row that is full for a parcel, and is named; null: none is. A row is full when what is used and the parcel would
 * exceed its limit, or when the moment of the parcel's day lies before the end of a closure. Of several
 *
 * 1. a HARD one before a SOFT one;
 * 2. the lowest id.
 *
 * @param demands by {@link byPrecedence} of their rows
 */
export function fullAmong(demands: readonly CapacityDemand[], counters: CounterReader): FullCapacity | null {
  for (const { row, atMs, window, amount } of demands) {
    const used = usedOf(row, window, counters);
    const isClosed = atMs < row.closedUntilMs;
    if (isClosed || used + amount > row.limit) return { row, used, isClosed };
  }
  return null;
}

/** What is used of a row in a window. */
export const usedOf = (
  { counter }: Pick<CapacityRow, 'counter'>,
  { firstDay }: Window,
  counters: CounterReader,
): number => counters.valuesOf(counter, firstDay)[0] ?? 0;

/** What a parcel adds that is assigned; a SOFT limit may be exceeded. */
export const capacityAdditions = (demands: readonly CapacityDemand[]): CounterAddition[] =>
  demands
    .filter(({ amount }) => amount > 0)
    .map(({ row, window: { firstDay, endsAtMs }, amount }) => ({
      counter: row.counter,
      window: firstDay,
      add: [amount],
      limit: row.isHard ? row.limit : null,
      endsAtMs,
    }));
