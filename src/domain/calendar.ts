/**
 * When a parcel leaves and arrives (docs/rules.md#transit-and-calendar), in India Standard Time, which has no daylight
 * saving. Days are numbered from 1 January 1970; moments are milliseconds since the epoch.
 */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const IST_OFFSET_MS = 5.5 * HOUR_MS;
const SUNDAY = 0;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

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

export interface Schedule {
  /** When the parcel leaves: at the cutoff time on the pickup day. Transit starts here. */
  pickupAt: number;
  deliveryAt: number;
  /** The opening of the delivery window on the day of delivery, but never before the pickup. */
  outForDeliveryAt: number;
}

/**
 * The moments of a parcel that is requested at `now` and takes `hours` whole hours of transit.
 *
 * 1. It leaves at the cutoff time: today, if today is a working day and the cutoff is still to come, otherwise on the
 *    next working day.
 * 2. It arrives `hours` later. An arrival outside the delivery window, or on a day without delivery, moves to the next
 *    opening of the window.
 */
export function schedule(now: number, hours: number, days: WorkingDays): Schedule {
  const asked = local(now);
  const pickupDay = nextWorkingDay(asked.minutes < days.cutoffMinutes ? asked.day : asked.day + 1, days);
  const pickupAt = moment(pickupDay, days.cutoffMinutes);
  const arrivalAt = pickupAt + hours * HOUR_MS;
  const arrival = local(arrivalAt);
  const deliveryDay = nextWorkingDay(arrival.minutes <= days.windowToMinutes ? arrival.day : arrival.day + 1, days);
  const openingAt = moment(deliveryDay, days.windowFromMinutes);
  const deliveryAt = deliveryDay === arrival.day ? Math.max(arrivalAt, openingAt) : openingAt;
  return { pickupAt, deliveryAt, outForDeliveryAt: Math.max(pickupAt, openingAt) };
}

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

/** The number of the day in India at a moment. */
export function dayNumber(at: number): number {
  return Math.floor((at + IST_OFFSET_MS) / DAY_MS);
}

/** When a day begins in India. */
export function startOfDay(day: number): number {
  return day * DAY_MS - IST_OFFSET_MS;
}

/** The moment of a date-time with its zone, or the beginning of a day in India; NaN: there is no such moment. */
export function momentOf(text: string): number {
  if (!isDay(text.slice(0, DAY_LENGTH))) return NaN;
  return text.length > DAY_LENGTH ? Date.parse(text) : Date.parse(text) - IST_OFFSET_MS;
}

/** Date.parse reads 31 April as 1 May. */
function isDay(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

function local(at: number): { day: number; minutes: number } {
  const localMs = at + IST_OFFSET_MS;
  const day = Math.floor(localMs / DAY_MS);
  return { day, minutes: (localMs - day * DAY_MS) / MINUTE_MS };
}

function moment(day: number, minutes: number): number {
  return day * DAY_MS + minutes * MINUTE_MS - IST_OFFSET_MS;
}

/** `day` itself if it is a working day, else the next day: only Sundays may be free, and never two in a row. */
function nextWorkingDay(day: number, days: WorkingDays): number {
  return !days.weekendDelivery && weekday(day) === SUNDAY ? day + 1 : day;
}

/** 0 is Sunday; day 0 of the epoch was a Thursday. */
function weekday(day: number): number {
  return (day + 4) % 7;
}
