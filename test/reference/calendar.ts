/**
 * docs/rules.md#transit-and-calendar, and holidays: when a parcel leaves and when it arrives,
 * in India Standard Time.
 */
import { WEEKDAYS, WORKING, type CardWorld, type Partner } from './documents.js';
import { IST_OFFSET_MS } from './moments.js';
import type { Transit } from './types.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DEFAULT_WINDOW = { from: '09:00', to: '21:00' };
const LAST_DAY_LOOKED_AT = 60;

/** Days since 1 January 1970 in India. */
function dayNumber(at: Date): number {
  return Math.floor((at.getTime() + IST_OFFSET_MS) / DAY_MS);
}

/** The moment on a day when a clock in India shows `time` (HH:mm). */
export function atClock(day: number, time: string): Date {
  const [hours, minutes] = time.split(':').map(Number);
  return new Date(day * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS - IST_OFFSET_MS);
}

/** 1 Monday to 7 Sunday, in India; 1 January 1970 was a Thursday, so day 4 was the first Monday. */
export function weekdayOf(at: Date): number {
  return ((((dayNumber(at) - 4) % 7) + 7) % 7) + 1;
}

/** One end of a route, whose days are looked at. */
export interface DaysAt {
  world: CardWorld;
  partner: Partner;
  stateId: number;
  forbiddenBy: 'NO_PICKUP' | 'NO_DELIVERY';
}

/** Whether a row of one of the kinds is about the end on that day. */
function hasHoliday({ world, partner, stateId }: DaysAt, day: number, kinds: readonly string[]): boolean {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  return (world.holidays ?? []).some(
    (holiday) =>
      holiday.date === date
      && kinds.includes(holiday.kind)
      && (holiday.partnerId ?? partner.partnerId) === partner.partnerId
      && (holiday.stateId ?? stateId) === stateId,
  );
}

const numberOf = (day: number): number => weekdayOf(atClock(day, '12:00'));

/** The partner's time of pickups on a weekday; null: none; undefined: the weekday is left out. */
function cutoffOf({ cutoffTimes }: Partner, day: number): string | null | undefined {
  return cutoffTimes?.[WEEKDAYS[numberOf(day) - 1]];
}

/**
 * Whether the weekday is a working one. In order of precedence:
 * 1. for pickups the weekday's own time, or that it has none
 * 2. for deliveries the partner's list of weekdays
 * 3. every day but Sunday, and Sunday with weekendDelivery
 */
function isWorkingWeekday({ partner, forbiddenBy }: DaysAt, day: number): boolean {
  const asBefore = partner.weekendDelivery || numberOf(day) !== 7;
  if (forbiddenBy === 'NO_DELIVERY') return partner.deliveryDays?.includes(numberOf(day)) ?? asBefore;
  const cutoff = cutoffOf(partner, day);
  return cutoff === undefined ? asBefore : cutoff !== null;
}

/**
 * Whether the partner works at this end on that day:
 * 1. a holiday forbids it
 * 2. a day that is worked allows it, whatever its weekday
 * 3. its weekday
 */
function isWorkingDay(end: DaysAt, day: number): boolean {
  if (hasHoliday(end, day, ['BOTH', end.forbiddenBy])) return false;
  return hasHoliday(end, day, [WORKING]) || isWorkingWeekday(end, day);
}

/** When the parcels of a day leave: the weekday's time, else the partner's. */
const leavesAt = (partner: Partner, day: number): Date => atClock(day, cutoffOf(partner, day) ?? partner.cutoffTime);

/** The first working day after `day`, within 60 days. */
function nextWorkingDay(end: DaysAt, day: number): number | null {
  for (let next = day + 1; next <= day + LAST_DAY_LOOKED_AT; next += 1) if (isWorkingDay(end, next)) return next;
  return null;
}

/** Null: no working day within 60 days. */
export function pickupDate(end: DaysAt, askedAt: Date): Date | null {
  const today = dayNumber(askedAt);
  const isInTime = isWorkingDay(end, today) && askedAt.getTime() < leavesAt(end.partner, today).getTime();
  const day = isInTime ? today : nextWorkingDay(end, today);
  return day === null ? null : leavesAt(end.partner, day);
}

/** The end of the window on the last of so many delivering days behind the day of pickup, each within 60 of the last. */
function afterDays(end: DaysAt, pickup: Date, days: number): Date | null {
  let day: number | null = dayNumber(pickup);
  for (let left = days; left > 0 && day !== null; left -= 1) day = nextWorkingDay(end, day);
  return day === null ? null : atClock(day, (end.partner.deliveryWindow ?? DEFAULT_WINDOW).to);
}

/** Null: no working day within 60 days of the arrival. */
export function deliveryDate(end: DaysAt, pickup: Date, { hours, days }: Transit): Date | null {
  if (days !== null) return afterDays(end, pickup, days);
  const { from, to } = end.partner.deliveryWindow ?? DEFAULT_WINDOW;
  const arrival = new Date(pickup.getTime() + hours * HOUR_MS);
  const day = dayNumber(arrival);
  if (isWorkingDay(end, day)) {
    if (arrival.getTime() < atClock(day, from).getTime()) return atClock(day, from);
    if (arrival.getTime() <= atClock(day, to).getTime()) return arrival;
  }
  const next = nextWorkingDay(end, day);
  return next === null ? null : atClock(next, from);
}

/** The opening of the partner's window on the day of `delivery`. */
export function openingOn(partner: Partner, delivery: Date): Date {
  return atClock(dayNumber(delivery), (partner.deliveryWindow ?? DEFAULT_WINDOW).from);
}
