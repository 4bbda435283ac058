/**
 * When a parcel leaves and arrives (docs/rules.md#transit-and-calendar). Days and clock times are Indian; moments are
 * milliseconds since the epoch.
 */
import type { Partner } from '../../../src/model/documents.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const IST_OFFSET_MS = 5.5 * HOUR_MS;
const SUNDAY = 0;
const DEFAULT_WINDOW = { from: '09:00', to: '21:00' };
const EXPRESS_TENTHS = 6;

export interface Schedule {
  pickupAt: number;
  deliveryAt: number;
}

/** Whole hours of a transit row; EXPRESS takes six tenths of them. */
export function transitHours(hours: number, isExpress: boolean): number {
  return isExpress ? Math.ceil((hours * EXPRESS_TENTHS) / 10) : Math.ceil(hours);
}

/** When a partner delivers parcels, both ends included. */
export function deliveryWindowOf({ deliveryWindow = DEFAULT_WINDOW }: Partner): { from: string; to: string } {
  return deliveryWindow;
}

/**
 * Only Sundays can be non-working days here, so the next working day is always near; `hours` are whole transit hours.
 */
export function schedule(partner: Partner, askedAt: number, hours: number): Schedule {
  const { cutoffTime, weekendDelivery } = partner;
  const { from, to } = deliveryWindowOf(partner);
  const isWorking = (day: number): boolean => weekendDelivery || weekdayOf(day) !== SUNDAY;
  const workingDayAfter = (day: number): number => (isWorking(day + 1) ? day + 1 : day + 2);

  const today = dayOf(askedAt);
  const isInTime = isWorking(today) && askedAt < momentOf(today, cutoffTime);
  const pickupAt = momentOf(isInTime ? today : workingDayAfter(today), cutoffTime);

  const arrival = pickupAt + hours * HOUR_MS;
  const day = dayOf(arrival);
  const isOnThatDay = isWorking(day) && arrival <= momentOf(day, to);
  const opening = momentOf(isOnThatDay ? day : workingDayAfter(day), from);
  return { pickupAt, deliveryAt: Math.max(arrival, opening) };
}

/** Days since the epoch. */
const dayOf = (moment: number): number => Math.floor((moment + IST_OFFSET_MS) / DAY_MS);

/** Day 0 of the epoch was a Thursday. */
const weekdayOf = (day: number): number => (day + 4) % 7;

/** The `HH:mm` of a moment's day. */
function momentOf(day: number, clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number);
  return day * DAY_MS + hours! * HOUR_MS + minutes! * 60_000 - IST_OFFSET_MS;
}
