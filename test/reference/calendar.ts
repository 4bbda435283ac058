/**
 * docs/rules.md#transit-and-calendar, and holidays: when a parcel leaves and when it arrives,
 * in India Standard Time.
 */
import type { Partner } from '../../src/model/documents.js';
import type { CardWorld, Holiday } from './documents.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const IST_OFFSET_MS = 5.5 * HOUR_MS;
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
  forbiddenBy: Exclude<Holiday['kind'], 'BOTH'>;
}

function isHoliday({ world, partner, stateId, forbiddenBy }: DaysAt, day: number): boolean {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  return (world.holidays ?? []).some(
    (holiday) =>
      holiday.date === date
      && (holiday.kind === 'BOTH' || holiday.kind === forbiddenBy)
      && (holiday.partnerId ?? partner.partnerId) === partner.partnerId
      && (holiday.stateId ?? stateId) === stateId,
  );
}

/** Whether the partner works at this end on that day: no holiday, and on Sundays only with weekendDelivery. */
function isWorkingDay(end: DaysAt, day: number): boolean {
  const isSunday = weekdayOf(atClock(day, '12:00')) === 7;
  return (end.partner.weekendDelivery || !isSunday) && !isHoliday(end, day);
}

/** The first working day after `day`, within 60 days. */
function nextWorkingDay(end: DaysAt, day: number): number | null {
  for (let next = day + 1; next <= day + LAST_DAY_LOOKED_AT; next += 1) if (isWorkingDay(end, next)) return next;
  return null;
}

/** Null: no working day within 60 days. */
export function pickupDate(end: DaysAt, askedAt: Date): Date | null {
  const { cutoffTime } = end.partner;
  const today = dayNumber(askedAt);
  const isInTime = isWorkingDay(end, today) && askedAt.getTime() < atClock(today, cutoffTime).getTime();
  const day = isInTime ? today : nextWorkingDay(end, today);
  return day === null ? null : atClock(day, cutoffTime);
}

/** Null: no working day within 60 days of the arrival. */
export function deliveryDate(end: DaysAt, pickup: Date, hours: number): Date | null {
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
