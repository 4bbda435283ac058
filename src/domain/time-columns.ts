/** What the rules read of transit, holidays, holds and road distances: a part of the data of rate-card.ts. */
import type { DatedColumns } from './dates.js';
import type { Column } from './dates.js';

export interface TransitColumns {
  fromKm: Column;
  toKm: Column;
  /** A row of days has 24 for each. */
  hours: Column;
  /** 0: the row has hours. Empty if no row has days. */
  days: Column;
}

/** Holidays by ascending day. */
export interface HolidayColumns {
  /** The number of the day in India; see calendar.ts. */
  day: Column;
  /** ANY_STATE: all states. */
  stateId: Column;
  /** Bit mask of NO_PICKUP, NO_DELIVERY and WORKING. */
  marks: Column;
}

/** In HolidayColumns.stateId; ids count from 1. */
export const ANY_STATE = 0;

/**
 * The holds of a partner or of all partners, by row: the one that ends last comes first. What they say of places is
 * compiled into sets of rows, one bit a row, word by word; all columns are empty if there is no row.
 */
export interface HoldColumns {
  id: Column;
  /** The first and the last moment. */
  from: Column;
  to: Column;
  /** Bit mask of AT_PICKUP_END and AT_DELIVERY_END; see holds.ts. */
  ends: Column;
  /** By slot, the number of the set of rows that hold it, from 1; 0: none does. */
  setOf: Column;
  sets: Column;
}

/** Road distances between two states, by ascending states. */
export interface RoadColumns {
  /** The lower id of the two states; both are equal for routes within one. */
  lowStateId: Column;
  highStateId: Column;
  /** The road distance is the great circle times this. */
  factor: Column;
}

/** The transit lanes of a partner by row; in a list the rows that go first come first. */
export interface TransitLaneColumns extends DatedColumns {
  id: Column;
  /** NOT_SERVED: the route is not served. A row of days has 24 for each. */
  hours: Column;
  /** 0: the row has hours. Empty if no row has days. */
  days: Column;
  /**
   * The keys of the lists, ascending: from × width + to, as in PackageColumns, or for the rows of a lane width² + its
   * number. List n has rows start[n] to start[n + 1].
   */
  list: Column;
  start: Column;
}
