/** Decisions, part 7: the day of the pickup and the moment of the delivery, in India Standard Time. */
import type { Partner } from '../../src/schemas/documents.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const IST_OFFSET_MS = 5.5 * HOUR_MS;
const PICKUP_AT_MS = 10 * HOUR_MS;

/** Days since 1 January 1970, by the calendar of India. */
function dayNumber(at: Date): number {
  return Math.floor((at.getTime() + IST_OFFSET_MS) / DAY_MS);
}

function atTimeOfDay(day: number, timeMs: number): Date {
  return new Date(day * DAY_MS + timeMs - IST_OFFSET_MS);
}

/** 1 January 1970 was a Thursday, so day 3 was the first Sunday. */
function isWorkingDay(partner: Partner, day: number): boolean {
  return partner.weekendDelivery || (day - 3) % 7 !== 0;
}

function cutoffMs(partner: Partner): number {
  const [hours, minutes] = partner.cutoffTime.split(':').map(Number);
  return hours * HOUR_MS + minutes * MINUTE_MS;
}

export function pickupDate(partner: Partner, now: Date): Date {
  const today = dayNumber(now);
  const isInTime = now.getTime() < atTimeOfDay(today, cutoffMs(partner)).getTime();
  let day = isInTime ? today : today + 1;
  while (!isWorkingDay(partner, day)) day += 1;
  return atTimeOfDay(day, PICKUP_AT_MS);
}

export function deliveryDate(partner: Partner, pickup: Date, hours: number): Date {
  let at = new Date(pickup.getTime() + hours * HOUR_MS);
  while (!isWorkingDay(partner, dayNumber(at))) at = new Date(at.getTime() + DAY_MS);
  return at;
}
