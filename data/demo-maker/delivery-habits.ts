/** How well the demo's couriers deliver, and where: the shares behind its outcomes. All of it is invented. */
import { EAST, ISLANDS, NORTH_EAST, SOUTH } from './regions.js';

type Payment = 'COD' | 'PREPAID';

/** Returned of a hundred COD parcels, by a courier of usual speed; a state that is not here: 27. */
const COD_RETURNS: Readonly<Record<string, number>> = {
  ...{ KL: 19, TN: 19.5, KA: 20, GA: 20, PY: 20, CH: 20, DL: 21, MH: 22, AP: 23, TS: 22, PB: 23, GJ: 23, HR: 24 },
  ...{ HP: 24, UK: 26, MP: 28, RJ: 28, CG: 29, OD: 29, WB: 27, AS: 31, UP: 30, JH: 32, BR: 34, JK: 31, LA: 31 },
};
const USUAL_COD_RETURNS = 27;
const COD_BOUNDS = [18, 35] as const;
const PREPAID_BOUNDS = [2, 5] as const;
/** The same of prepaid parcels. */
const PREPAID_OF_COD = 0.13;

export interface DeliveryHabits {
  partnerId: string;
  payments: readonly Payment[];
  /** Returns against those of a usual courier. */
  returns: number;
  /** Percents. */
  firstAttempt: number;
  onTime: number;
  /** The middle of the hours from pickup to the first attempt, of usual places. */
  hours: number;
  /** Where it delivers: codes of states, or `STATE/City`; empty: everywhere. */
  places: readonly string[];
}

const BOTH = ['COD', 'PREPAID'] as const;
const HILLS = [...NORTH_EAST, 'JK', 'LA', 'HP', 'UK'];
const SLOW_PLACES: ReadonlySet<string> = new Set([...NORTH_EAST, ...ISLANDS, 'JK', 'LA']);
const FAR_PLACES: ReadonlySet<string> = new Set([...EAST, ...SOUTH]);
const CITIES = ['KA/Bengaluru', 'DL/Delhi', 'HR/Gurugram', 'MH/Mumbai', 'MH/Pune', 'TS/Hyderabad', 'TN/Chennai'];

const habits = (
  [partnerId, returns, firstAttempt, onTime, hours]: readonly [string, number, number, number, number],
  places: readonly string[] = [],
  payments: readonly Payment[] = BOTH,
): DeliveryHabits => ({ partnerId, payments, returns, firstAttempt, onTime, hours, places });

/** Of the couriers that have delivered for a year. Faster ones bring back less. */
export const DELIVERY_HABITS: readonly DeliveryHabits[] = [
  habits(['nabhdoot-air', 0.86, 88, 93, 40]),
  habits(['dharaline-surface', 0.97, 85, 90, 80]),
  habits(['kachhua-cargo', 1.14, 76, 78, 132]),
  habits(['haatwala-ecom', 1.02, 82, 86, 62]),
  habits(['dakshinpath-courier', 0.92, 89, 94, 34], SOUTH),
  habits(['nagarvega-sameday', 0.8, 93, 96, 6], CITIES),
  habits(['gajavahan-freight', 1, 84, 83, 98], [], ['PREPAID']),
  habits(['himbrahma-hills', 0.88, 83, 88, 86], HILLS),
];

const within = ([low, high]: readonly [number, number], value: number): number => Math.min(high, Math.max(low, value));

/** Returned of a hundred parcels of a courier in a state. */
export function returnsOf({ returns }: DeliveryHabits, state: string, payment: Payment): number {
  const ofCod = (COD_RETURNS[state] ?? USUAL_COD_RETURNS) * returns;
  return payment === 'COD' ? within(COD_BOUNDS, ofCod) : within(PREPAID_BOUNDS, ofCod * PREPAID_OF_COD);
}

/** The middle of a courier's hours to the first attempt in a state. */
export function hoursOf({ hours, partnerId }: DeliveryHabits, state: string): number {
  const isOwnGround = partnerId === 'himbrahma-hills' || partnerId === 'dakshinpath-courier';
  if (SLOW_PLACES.has(state) && !isOwnGround) return hours * 1.7;
  return FAR_PLACES.has(state) && !isOwnGround ? hours * 1.2 : hours;
}
