/**
 * shipDate: when a shipment is to leave (docs/rules.md#dates). Rows and prices go by it; which day it can leave is
 * another matter, since a search does not look into the past.
 */
import { dayInIndia, dayNumber, dayText, momentOf } from '../domain/calendar.js';
import { FIRST_SHIP_DATE, MAX_DAYS_AHEAD_OF_AVAILABILITY, MAX_DAYS_AHEAD_OF_CHARGES } from '../limits/requests.js';
import type { RequestFault } from '../model/schema-faults.js';
import { membersIn } from '../model/members.js';
import { NO_FAULTS } from './parcel-faults.js';

/** Milliseconds since the epoch. */
export interface Moments {
  /** The moment of rows and prices. */
  priced: number;
  /** The first moment at which the shipment may leave. */
  requested: number;
  /** The moment of holds: the beginning of today, which is past, is taken for now. */
  held: number;
}

/** Of calculate-charges, which may look back: shipDate itself. */
export function momentsOfCharges(shipDate: string | undefined, now: number): Moments {
  if (shipDate === undefined) return { priced: now, requested: now, held: now };
  const priced = momentOf(shipDate);
  return { priced, requested: priced, held: shipDate === dayInIndia(now) ? now : priced };
}

/** Of availability and assignments: nothing leaves before now. */
export function momentsFromNow(shipDate: string | undefined, now: number): Moments {
  const { priced, held } = momentsOfCharges(shipDate, now);
  return { priced, requested: Math.max(priced, now), held: Math.max(held, now) };
}

/** Of an assignment that was asked at `now` and is asked again: it leaves as it did, by rows of another moment. */
export function momentsAgain(shipDate: string | undefined, now: number, rowsAt: number): Moments {
  return { ...momentsFromNow(shipDate, now), priced: rowsAt, held: rowsAt };
}

const FIRST_SHIP_DAY = dayNumber(momentOf(FIRST_SHIP_DATE));

/** Of a parcel that calculate-charges prices, or a matrix with its `path`. */
export function chargesDateFaults(parcel: unknown, now: number, path = ''): readonly RequestFault[] {
  return dateFaults(parcel, FIRST_SHIP_DAY, dayNumber(now) + MAX_DAYS_AHEAD_OF_CHARGES, path);
}

/** Of availability, and of an assignment's shipmentDetails with their `path`. */
export function dateFaultsFromNow(parcel: unknown, now: number, path = ''): readonly RequestFault[] {
  const today = dayNumber(now);
  return dateFaults(parcel, today, today + MAX_DAYS_AHEAD_OF_AVAILABILITY, path);
}

/** `first`, `last`: days, both inclusive. */
function dateFaults(parcel: unknown, first: number, last: number, path = ''): readonly RequestFault[] {
  const field = `${path}shipDate`;
  const value = membersIn(parcel)?.shipDate;
  if (typeof value !== 'string') return NO_FAULTS;
  const moment = momentOf(value);
  if (Number.isNaN(moment)) return [{ field, code: 'INVALID_VALUE', message: 'must be a moment that exists', value }];
  const day = dayNumber(moment);
  if (first <= day && day <= last) return NO_FAULTS;
  const [from, to] = [first, last].map(dayText);
  const message = `must be a day from ${from} to ${to}, India Standard Time`;
  return [{ field, code: 'OUT_OF_RANGE', message, value, expectedFormat: `${from} to ${to}` }];
}
