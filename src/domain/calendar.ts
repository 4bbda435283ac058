/**
 * When a parcel leaves and arrives (docs/rules.md#transit-and-calendar), in India Standard Time, which has no daylight
 * saving. Days are numbered from 1 January 1970; moments are milliseconds since the epoch.
 */
import { ANY_STATE, type HolidayColumns } from './rate-card.js';
import { firstNotBelow } from './search.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const IST_OFFSET_MS = 5.5 * HOUR_MS;
const SUNDAY = 0;
const DAY_LENGTH = 'YYYY-MM-DD'.length;
const TIME_AT = DAY_LENGTH + 1;
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** A partner's working times; clock times are minutes after midnight. */
export interface WorkingDays {
  /** A parcel requested before this time leaves on the same day; one requested exactly at it is late. */
  cutoffMinutes: number;
  /** Whether Sundays are working days, for pickups and for deliveries. */
  weekendDelivery: boolean;
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

/** What may forbid a day at one end: the partner's own holidays and the holidays for all. */
export interface RestDays {
  own: HolidayColumns;
  general: HolidayColumns;
  fromStateId: number;
  toStateId: number;
}

/** The bits of what a holiday forbids. */
export const NO_PICKUP = 1;
export const NO_DELIVERY = 2;

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
  const isWithin = minutesOf(arrivalAt, arrivalDay) <= days.windowToMinutes;
  const deliveryDay = workingDay(isWithin ? arrivalDay : arrivalDay + 1, arrivalDay, days, rest, NO_DELIVERY);
  if (Number.isNaN(deliveryDay)) return null;
  const openingAt = moment(deliveryDay, days.windowFromMinutes);
  into.pickupAt = pickupAt;
  into.deliveryAt = deliveryDay === arrivalDay ? Math.max(arrivalAt, openingAt) : openingAt;
  into.outForDeliveryAt = Math.max(pickupAt, openingAt);
  return into;
}

/** When the parcel leaves, the first step of {@link schedule}; NaN: none of the days that are looked at allows it. */
export function leavesAt(askedAt: number, days: WorkingDays, rest: RestDays): number {
  const askedDay = dayNumber(askedAt);
  const isInTime = minutesOf(askedAt, askedDay) < days.cutoffMinutes;
  const pickupDay = workingDay(isInTime ? askedDay : askedDay + 1, askedDay, days, rest, NO_PICKUP);
  return moment(pickupDay, days.cutoffMinutes);
}

/** The day of the week in India at a moment: 0 Monday to 6 Sunday. The first of all days was a Thursday. */
export const weekdayOf = (at: number): number => (dayNumber(at) + 3) % 7;

/** Whole transit hours; EXPRESS takes six tenths of them (docs/rules.md#transit-and-calendar). */
export function transitHours(hours: number, express: boolean): number {
  return express ? Math.ceil((hours * 6) / 10) : Math.ceil(hours);
}

/** `HH:mm` as minutes after midnight. */
export function minutesOfClock(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** The day in India at a moment, as `YYYY-MM-DD`. */
export function dayInIndia(at: number): string {
  return new Date(at + IST_OFFSET_MS).toISOString().slice(0, DAY_LENGTH);
}

/** A date-time in India in words: `5 December 2026, 14:30`, without the time if that is `omitted` (HH:mm). */
export function inIndia(dateTime: string, omitted: string): string {
  const local = new Date(Date.parse(dateTime) + IST_OFFSET_MS);
  const day = `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]!} ${local.getUTCFullYear()}`;
  const time = local.toISOString().slice(TIME_AT, TIME_AT + omitted.length);
  return time === omitted ? day : `${day}, ${time}`;
}

/** The number of the day in India at a moment. */
export function dayNumber(at: number): number {
  return Math.floor((at + IST_OFFSET_MS) / DAY_MS);
}

/** When a day begins in India. */
export function startOfDay(day: number): number {
  return moment(day, 0);
}

/** The moment of a date-time with its zone, or the beginning of a day in India; NaN: there is no such moment. */
export function momentOf(text: string): number {
  if (!isDay(text.slice(0, DAY_LENGTH))) return NaN;
  return text.length > DAY_LENGTH ? Date.parse(text) : Date.parse(text) - IST_OFFSET_MS;
}

/** Whether a text of the form YYYY-MM-DD is a day that exists: Date.parse reads 31 April as 1 May. */
export function isDay(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** The minutes of a moment since its day began. */
const minutesOf = (at: number, day: number): number => (at - startOfDay(day)) / MINUTE_MS;

function moment(day: number, minutes: number): number {
  return day * DAY_MS + minutes * MINUTE_MS - IST_OFFSET_MS;
}

/** The first working day from `first` to DAYS_LOOKED_AT behind `asked`; NO_DAY: there is none. */
function workingDay(first: number, asked: number, days: WorkingDays, rest: RestDays, forbidden: number): number {
  const stateId = forbidden === NO_PICKUP ? rest.fromStateId : rest.toStateId;
  for (let day = first; day <= asked + DAYS_LOOKED_AT; day++) {
    const isFree =
      (!days.weekendDelivery && weekday(day) === SUNDAY)
      || isHoliday(rest.own, day, stateId, forbidden)
      || isHoliday(rest.general, day, stateId, forbidden);
    if (!isFree) return day;
  }
  return NO_DAY;
}

function isHoliday(rows: HolidayColumns, day: number, stateId: number, forbidden: number): boolean {
  if (rows.day.length === 0) return false;
  for (let row = firstNotBelow(rows.day, day); rows.day[row] === day; row++) {
    const isHere = rows.stateId[row] === ANY_STATE || rows.stateId[row] === stateId;
    if (isHere && (rows.forbids[row]! & forbidden) !== 0) return true;
  }
  return false;
}

/** 0 is Sunday; day 0 of the epoch was a Thursday. */
function weekday(day: number): number {
  return (day + 4) % 7;
}
