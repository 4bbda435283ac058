/** docs/rules.md#transit-and-calendar: when a parcel leaves and when it arrives, in India Standard Time. */
import type { Partner } from '../../src/contract/documents/documents.js';

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

/** Whether the partner picks up and delivers; 1 January 1970 was a Thursday, so day 3 was the first Sunday. */
function isWorkingDay(partner: Partner, day: number): boolean {
  return partner.weekendDelivery || (day - 3) % 7 !== 0;
}

/** The first working day after `day`, within 60 days. */
function nextWorkingDay(partner: Partner, day: number): number | null {
  for (let next = day + 1; next <= day + LAST_DAY_LOOKED_AT; next += 1) if (isWorkingDay(partner, next)) return next;
  return null;
}

export function pickupDate(partner: Partner, now: Date): Date | null {
  const today = dayNumber(now);
  const isInTime = isWorkingDay(partner, today) && now.getTime() < atClock(today, partner.cutoffTime).getTime();
  const day = isInTime ? today : nextWorkingDay(partner, today);
  return day === null ? null : atClock(day, partner.cutoffTime);
}

export function deliveryDate(partner: Partner, pickup: Date, hours: number): Date | null {
  const { from, to } = partner.deliveryWindow ?? DEFAULT_WINDOW;
  const arrival = new Date(pickup.getTime() + hours * HOUR_MS);
  const day = dayNumber(arrival);
  if (isWorkingDay(partner, day)) {
    if (arrival.getTime() < atClock(day, from).getTime()) return atClock(day, from);
    if (arrival.getTime() <= atClock(day, to).getTime()) return arrival;
  }
  const next = nextWorkingDay(partner, day);
  return next === null ? null : atClock(next, from);
}

/** The opening of the partner's window on the day of `delivery`. */
export function openingOn(partner: Partner, delivery: Date): Date {
  return atClock(dayNumber(delivery), (partner.deliveryWindow ?? DEFAULT_WINDOW).from);
}
