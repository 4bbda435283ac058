/** Parcels of a month, and how each ended by the time that couriers send their sheets of it. */
import { type DeliveryHabits, DELIVERY_HABITS, hoursOf, returnsOf } from '../demo-maker/delivery-habits.js';
import type { Geography } from '../demo-maker/geography.js';
import type { Random } from '../demo-maker/random.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WAREHOUSE = '110001';

export type End = 'DELIVERED' | 'RETURNED' | 'LOST' | 'UNDELIVERED' | 'RETURNING' | 'MOVING' | 'CANCELLED';

/** Moments are of the wall clock in India, in milliseconds as if it were UTC; null: it has not happened. */
export interface Parcel {
  number: number;
  partnerId: string;
  from: string;
  to: string;
  payment: 'COD' | 'PREPAID';
  grams: number;
  pickedUp: number;
  promised: number;
  firstAttempt: number | null;
  /** Also those of a parcel that came back. */
  attempts: number;
  delivered: number | null;
  returned: number | null;
  end: End;
}

/** Where a courier delivers: a city once, in the order of the geography. */
function destinationsOf({ places }: DeliveryHabits, geography: Geography): { pincode: string; state: string }[] {
  const codes = new Map(geography.states.map(({ id, code }) => [id, code]));
  const names = new Map(geography.cities.map(({ id, name, stateId }) => [id, `${codes.get(stateId)}/${name}`]));
  const cities = new Set<number>();
  const found: { pincode: string; state: string }[] = [];
  for (const { pincode, cityId, stateId } of geography.located) {
    const state = codes.get(stateId)!;
    const isServed = places.length === 0 || places.includes(state) || places.includes(names.get(cityId)!);
    if (cities.has(cityId) || !isServed) continue;
    cities.add(cityId);
    found.push({ pincode, state });
  }
  return found;
}

export interface Month {
  /** Its first day. */
  startMs: number;
  days: number;
}

/** @param text `2026-09` */
export function monthOf(text: string): Month {
  const startMs = Date.parse(`${text}-01T00:00:00Z`);
  if (Number.isNaN(startMs)) throw new Error(`must be a month such as 2026-09, and not ${text}`);
  const start = new Date(startMs);
  const endMs = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1);
  return { startMs, days: Math.round((endMs - startMs) / DAY_MS) };
}

/** Couriers send a month's sheet when most returns have ended. */
const SENT_AFTER_DAYS = 12;

/** @param partnerIds in turn */
export function parcelsOf(
  count: number,
  partnerIds: readonly string[],
  { startMs, days }: Month,
  geography: Geography,
  random: Random,
): Parcel[] {
  const couriers = partnerIds.map((id) => {
    const habits = DELIVERY_HABITS.find(({ partnerId }) => partnerId === id)!;
    return { habits, destinations: destinationsOf(habits, geography) };
  });
  const sentMs = startMs + (days + SENT_AFTER_DAYS) * DAY_MS;
  return Array.from({ length: count }, (_, number) => {
    const { habits, destinations } = couriers[number % couriers.length]!;
    const { pincode, state } = random.pick(destinations);
    const payment: Parcel['payment'] = habits.payments.length > 1 && random.chance(0.55) ? 'COD' : 'PREPAID';
    const pickedUp = startMs + Math.floor((number * days) / count) * DAY_MS + random.integer(16 * 60, 20 * 60) * 60_000;
    const hours = hoursOf(habits, state) * random.between(0.7, 1.25);
    const first = atDay(pickedUp + hours * HOUR_MS);
    const promised = first + (random.chance(habits.onTime / 100) ? 1 : -1) * random.between(2, 30) * HOUR_MS;
    const parcel = {
      ...{ number, partnerId: habits.partnerId, from: WAREHOUSE, to: pincode, payment },
      grams: habits.payments.length > 1 ? 100 * random.integer(2, 48) : 1_000 * random.integer(25, 380),
      ...{ pickedUp, promised: Math.max(promised, pickedUp + 6 * HOUR_MS) },
    } as const;
    return { ...parcel, ...endOf(first, returnsOf(habits, state, payment), habits, sentMs, random) };
  });
}

/** Parcels are handed over between 9 and 20 o'clock: what would come at night comes in the morning. */
function atDay(ms: number): number {
  const minute = Math.round(ms / 60_000) * 60_000;
  const hour = new Date(minute).getUTCHours();
  if (hour >= 9 && hour < 20) return minute;
  const midnight = minute - (minute % DAY_MS) + (hour < 9 ? 0 : DAY_MS);
  return midnight + 9 * HOUR_MS + (minute % (3 * HOUR_MS));
}

type Ending = Pick<Parcel, 'firstAttempt' | 'attempts' | 'delivered' | 'returned' | 'end'>;

function endOf(first: number, returns: number, habits: DeliveryHabits, sentMs: number, random: Random): Ending {
  const nothing = { firstAttempt: null, attempts: 0, delivered: null, returned: null };
  if (random.chance(0.02)) return { ...nothing, end: 'CANCELLED' };
  if (random.chance(0.006)) return { ...nothing, end: 'LOST' };
  if (first > sentMs) return { ...nothing, end: 'MOVING' };
  if (random.chance(returns / 100)) {
    const attempts = random.integer(2, 3);
    const returned = first + (attempts + random.integer(4, 16)) * DAY_MS;
    if (first + attempts * DAY_MS > sentMs) return { ...nothing, firstAttempt: first, attempts: 1, end: 'UNDELIVERED' };
    if (returned > sentMs) return { ...nothing, firstAttempt: first, attempts, end: 'RETURNING' };
    return { ...nothing, firstAttempt: first, attempts, returned, end: 'RETURNED' };
  }
  const attempts = random.chance(habits.firstAttempt / 100) ? 1 : random.integer(2, 3);
  const delivered = first + (attempts - 1) * DAY_MS;
  if (delivered > sentMs) return { ...nothing, firstAttempt: first, attempts: 1, end: 'UNDELIVERED' };
  return { ...nothing, firstAttempt: first, attempts, delivered, end: 'DELIVERED' };
}
