/**
 * When a parcel leaves and arrives (docs/rules.md#transit-and-calendar), in India Standard Time, which has no daylight
 * saving. Days are numbered from 1 January 1970; moments are milliseconds since the epoch.
 */
import { ANY_STATE, type HolidayColumns } from './time-columns.js';
import { firstNotBelow } from './search.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const IST_OFFSET_MS = 5.5 * HOUR_MS;
const DAY_LENGTH = 'YYYY-MM-DD'.length;
const TIME_AT = DAY_LENGTH + 1;
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

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
  const isWithin = minutesOf(arrivalAt, arrivalDay) <= days.windowToMinutes;
  const deliveryDay = deliveringDay(isWithin ? arrivalDay : arrivalDay + 1, arrivalDay, days, rest);
  if (Number.isNaN(deliveryDay)) return null;
  const openingAt = moment(deliveryDay, days.windowFromMinutes);
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
  into.deliveryAt = moment(day, days.windowToMinutes);
  into.outForDeliveryAt = Math.max(pickupAt, moment(day, days.windowFromMinutes));
  return into;
}

/** When the parcel leaves, the first step of {@link schedule}; NaN: none of the days that are looked at allows it. */
export function leavesAt(askedAt: number, days: WorkingDays, rest: RestDays): number {
  const askedDay = dayNumber(askedAt);
  const minutes = minutesOf(askedAt, askedDay);
  for (let day = askedDay; day <= askedDay + DAYS_LOOKED_AT; day++) {
    const cutoff = cutoffOn(day, days, rest);
    if (!Number.isNaN(cutoff) && (day > askedDay || minutes < cutoff)) return moment(day, cutoff);
  }
  return NO_DAY;
}

/** The day of the week in India at a moment: 0 Monday to 6 Sunday. */
export const weekdayOf = (at: number): number => weekday(dayNumber(at));

export const DAYS_A_WEEK = 7;

/** The Monday of the week that a day since 1970 is in. */
export const mondayOf = (day: number): number => day - weekday(day);

/** Whole transit hours; EXPRESS takes six tenths of them (docs/rules.md#transit-and-calendar). */
export function transitHours(hours: number, express: boolean): number {
  return express ? Math.ceil((hours * 6) / 10) : Math.ceil(hours);
}

/** A day of transit counts as so many hours. */
export const HOURS_A_DAY = 24;

/** Transit days; EXPRESS takes six tenths of them, rounded up. */
export const transitDays = (days: number, express: boolean): number => (express ? Math.ceil((days * 6) / 10) : days);

/** The time of day in India at a moment, as `HH:mm`. */
export function clockInIndia(at: number): string {
  return new Date(at + IST_OFFSET_MS).toISOString().slice(TIME_AT, TIME_AT + 'HH:mm'.length);
}

/** The last moment of a day in India, of the form YYYY-MM-DD. */
export const endOfDay = (day: string): number => momentOf(day) + DAY_MS - 1;

/** `HH:mm` as minutes after midnight. */
export function minutesOfClock(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** The minutes since midnight in India at a moment, with their parts. */
export const minutesInIndia = (at: number): number => minutesOf(at, dayNumber(at));

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

/** Whether a text is YYYY-MM-DD and a day that exists: Date.parse reads 31 April as 1 May. */
export function isDay(text: string): boolean {
  if (text.length !== DAY_LENGTH) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** The minutes of a moment since its day began. */
const minutesOf = (at: number, day: number): number => (at - startOfDay(day)) / MINUTE_MS;

function moment(day: number, minutes: number): number {
  return day * DAY_MS + minutes * MINUTE_MS - IST_OFFSET_MS;
}

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

/** 0 Monday to 6 Sunday; day 0 of the epoch was a Thursday. */
const weekday = (day: number): number => (day + 3) % DAYS_A_WEEK;
