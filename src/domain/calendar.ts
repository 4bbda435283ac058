/** Pickup and delivery days in India Standard Time, which has no daylight saving (decisions, part 7). */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const IST_OFFSET_MS = 5.5 * HOUR_MS;
const PICKUP_HOUR = 10;
/** From midnight UTC to the start of a day's work in India. */
const DAY_START_MS = PICKUP_HOUR * HOUR_MS - IST_OFFSET_MS;
const SUNDAY = 0;

/** How a partner's days work. */
export interface WorkingDays {
  /** Minutes after midnight IST until which a parcel is picked up on the same day. */
  cutoffMinutes: number;
  /** Whether Sundays count. */
  weekendDelivery: boolean;
}

export interface Schedule {
  /** Milliseconds since the epoch: the pickup day at 10:00 IST, from which transit is counted. */
  pickupAt: number;
  /** Milliseconds since the epoch. */
  deliveryAt: number;
}

/** When a parcel that is handed over now is picked up and delivered; `hours` are whole transit hours. */
export function schedule(now: number, hours: number, days: WorkingDays): Schedule {
  const local = now + IST_OFFSET_MS;
  const today = Math.floor(local / DAY_MS);
  const minutes = (local - today * DAY_MS) / 60_000;
  const pickupDay = nextWorkingDay(minutes < days.cutoffMinutes ? today : today + 1, days);
  const pickupAt = pickupDay * DAY_MS + DAY_START_MS;
  const arrival = pickupAt + hours * HOUR_MS;
  const arrivalDay = Math.floor((arrival + IST_OFFSET_MS) / DAY_MS);
  return { pickupAt, deliveryAt: arrival + (nextWorkingDay(arrivalDay, days) - arrivalDay) * DAY_MS };
}

/** The last 10:00 IST at or before `at`; milliseconds since the epoch. */
export function lastDayStart(at: number): number {
  return Math.floor((at - DAY_START_MS) / DAY_MS) * DAY_MS + DAY_START_MS;
}

/** Whole transit hours; EXPRESS takes six tenths of them (decisions, part 7). */
export function transitHours(hours: number, express: boolean): number {
  return express ? Math.ceil((hours * 6) / 10) : Math.ceil(hours);
}

/** `HH:mm` in minutes after midnight. */
export function minutesOfClock(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

function nextWorkingDay(day: number, days: WorkingDays): number {
  return !days.weekendDelivery && weekday(day) === SUNDAY ? day + 1 : day;
}

/** 0 is Sunday; day 0 of the epoch was a Thursday. */
function weekday(day: number): number {
  return (day + 4) % 7;
}
