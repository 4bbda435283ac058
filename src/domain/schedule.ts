/**
 * When a parcel leaves and arrives (docs/rules.md#transit-and-calendar). Days and moments are those of calendar.ts.
 */
import { dayNumber, HOUR_MS, minutesInIndia, momentAt, weekday } from './calendar.js';
import { ANY_STATE, type HolidayColumns } from './time-columns.js';
import { firstNotBelow } from './search.js';

/** A partner's working times; clock times are minutes after midnight. */
export interface WorkingDays {
  /**
   * By day of the week, 0 Monday to 6 Sunday: a parcel requested before this time leaves on the same day; one requested
   * exactly at it is late. NaN: no pickup.
   */
  cutoffs: readonly number[];
  /** The usual one: on a working day whose weekday has none. */
  cutoffMinutes: number;
  /** Bit mask of the days of the week with deliveries, 0 Monday to 6 Sunday. */
  deliveryDays: number;
  /** When parcels are handed over on a delivery day, both inclusive. */
  windowFromMinutes: number;
  windowToMinutes: number;
}

export class Schedule {
  /** When the parcel leaves: at the cutoff time on the pickup day. Transit starts here. */
  pickupAt = 0;
  deliveryAt = 0;
  /** The opening of the delivery window on the day of delivery, but never before the pickup. */
  outForDeliveryAt = 0;
}

/** What days are at one end: by the partner's own holidays and the holidays for all. */
export interface RestDays {
  own: HolidayColumns;
  general: HolidayColumns;
  fromStateId: number;
  toStateId: number;
}

export const NO_HOLIDAYS: HolidayColumns = { day: [], stateId: [], marks: [] };

/** The bits of what a holiday forbids, and of a day that counts as a working one although its weekday does not. */
export const NO_PICKUP = 1;
export const NO_DELIVERY = 2;
export const WORKING = 4;

/** How many days behind the one asked at, or behind that of the arrival, are looked at. */
export const DAYS_LOOKED_AT = 60;
const NO_DAY = NaN;

/**
 * The moments of a parcel that may leave from `askedAt` on and takes `hours` whole hours of transit; null: none of the
 * days that are looked at allows the pickup or the delivery.
 *
 * 1. It leaves at the cutoff time: on the day asked at, if that is a working day at the pickup and the cutoff is still
 *    to come, otherwise on the next working day.
 * 2. It arrives `hours` later. An arrival outside the delivery window, or on a day without delivery, moves to the next
 *    opening of the window.
 *
 * @param into is filled and returned
 */
export function schedule(
  askedAt: number,
  hours: number,
  days: WorkingDays,
  rest: RestDays,
  into = new Schedule(),
): Schedule | null {
  const pickupAt = leavesAt(askedAt, days, rest);
  if (Number.isNaN(pickupAt)) return null;
  const arrivalAt = pickupAt + hours * HOUR_MS;
  const arrivalDay = dayNumber(arrivalAt);
  const isWithin = minutesInIndia(arrivalAt) <= days.windowToMinutes;
  const deliveryDay = deliveringDay(isWithin ? arrivalDay : arrivalDay + 1, arrivalDay, days, rest);
  if (Number.isNaN(deliveryDay)) return null;
  const openingAt = momentAt(deliveryDay, days.windowFromMinutes);
  into.pickupAt = pickupAt;
  into.deliveryAt = deliveryDay === arrivalDay ? Math.max(arrivalAt, openingAt) : openingAt;
  into.outForDeliveryAt = Math.max(pickupAt, openingAt);
  return into;
}

/**
 * As {@link schedule}, of a parcel that takes this many delivering days after the day of its pickup: it arrives at the
 * end of the delivery window. Each of these days is looked for from the one before on.
 */
export function scheduleByDays(
  askedAt: number,
  count: number,
  days: WorkingDays,
  rest: RestDays,
  into = new Schedule(),
): Schedule | null {
  const pickupAt = leavesAt(askedAt, days, rest);
  if (Number.isNaN(pickupAt)) return null;
  let day = dayNumber(pickupAt);
  for (let left = count; left > 0; left--) {
    day = deliveringDay(day + 1, day, days, rest);
    if (Number.isNaN(day)) return null;
  }
  into.pickupAt = pickupAt;
  into.deliveryAt = momentAt(day, days.windowToMinutes);
  into.outForDeliveryAt = Math.max(pickupAt, momentAt(day, days.windowFromMinutes));
  return into;
}

/** When the parcel leaves, the first step of {@link schedule}; NaN: none of the days that are looked at allows it. */
export function leavesAt(askedAt: number, days: WorkingDays, rest: RestDays): number {
  const askedDay = dayNumber(askedAt);
  const minutes = minutesInIndia(askedAt);
  for (let day = askedDay; day <= askedDay + DAYS_LOOKED_AT; day++) {
    const cutoff = cutoffOn(day, days, rest);
    if (!Number.isNaN(cutoff) && (day > askedDay || minutes < cutoff)) return momentAt(day, cutoff);
  }
  return NO_DAY;
}

/** Whole transit hours; EXPRESS takes six tenths of them (docs/rules.md#transit-and-calendar). */
export function transitHours(hours: number, express: boolean): number {
  return express ? Math.ceil((hours * 6) / 10) : Math.ceil(hours);
}

/** Transit days; EXPRESS takes six tenths of them, rounded up. */
export const transitDays = (days: number, express: boolean): number => (express ? Math.ceil((days * 6) / 10) : days);

/** The cutoff on a day, in minutes; NaN: nothing is collected. A WORKING day has the usual one where there is none. */
function cutoffOn(day: number, days: WorkingDays, rest: RestDays): number {
  const own = days.cutoffs[weekday(day)]!;
  const marks = marksOf(day, rest, rest.fromStateId);
  if ((marks & NO_PICKUP) !== 0) return NaN;
  return Number.isNaN(own) && (marks & WORKING) !== 0 ? days.cutoffMinutes : own;
}

/** The first delivering day from `first` to DAYS_LOOKED_AT behind `asked`; NO_DAY: there is none. */
function deliveringDay(first: number, asked: number, days: WorkingDays, rest: RestDays): number {
  for (let day = first; day <= asked + DAYS_LOOKED_AT; day++) {
    const marks = marksOf(day, rest, rest.toStateId);
    const isOpen = (days.deliveryDays & (1 << weekday(day))) !== 0 || (marks & WORKING) !== 0;
    if (isOpen && (marks & NO_DELIVERY) === 0) return day;
  }
  return NO_DAY;
}

/** What all holidays of a day in a state say together. */
const marksOf = (day: number, { own, general }: RestDays, stateId: number): number =>
  marksIn(own, day, stateId) | marksIn(general, day, stateId);

function marksIn(rows: HolidayColumns, day: number, stateId: number): number {
  let marks = 0;
  if (rows.day.length === 0) return marks;
  for (let row = firstNotBelow(rows.day, day); rows.day[row] === day; row++)
    if (rows.stateId[row] === ANY_STATE || rows.stateId[row] === stateId) marks |= rows.marks[row]!;
  return marks;
}
