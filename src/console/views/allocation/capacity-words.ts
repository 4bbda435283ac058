/** A capacity in words: what it takes, of which parcels, and how it is now. */
import type { listCapacity } from '../../../contract/capacity.js';
import type { AnswerOf } from '../../../contract/types.js';
import type { Capacity } from '../../../model/documents.js';
import { counted, whole } from '../../../words.js';
import { moment, rupees, startOfDayInIndia, dayInIndia } from '../../parts/words.js';
import { conditionWords } from './sentence.js';

export type CapacityUse = AnswerOf<typeof listCapacity>['data'][number];
type Unit = Capacity['unit'];

/** A courier as this page needs it. */
export interface NamedCourier {
  partnerId: string;
  name: string;
}

const GRAMS_A_KG = 1000;

/** `400`, `2,000 kg`, `₹5,00,000.00`. */
export function quantityWords(quantity: number, unit: Unit): string {
  if (unit === 'GRAMS') return `${whole(quantity / GRAMS_A_KG)} kg`;
  return unit === 'COD_RUPEES' ? rupees(quantity) : whole(quantity);
}

/** `400 parcels a day, by pickup`. */
export function limitWords({ limit, unit, per, dayOf }: Pick<Capacity, 'limit' | 'unit' | 'per' | 'dayOf'>): string {
  const named = {
    PARCELS: () => counted(limit, 'parcel'),
    PIECES: () => counted(limit, 'piece'),
    GRAMS: () => quantityWords(limit, unit),
    COD_RUPEES: () => `${quantityWords(limit, unit)} to collect`,
  }[unit]();
  return `${named} a ${per.toLowerCase()}, by ${dayOf === 'ASSIGNED' ? 'assignment' : 'pickup'}`;
}

/** `Every parcel`, `COD, to METRO`. */
export function scopeWords({ when }: Pick<Capacity, 'when'>): string {
  const words = conditionWords(when ?? {});
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a full one means for its courier. */
export const fullWords = ({ kind }: Pick<Capacity, 'kind'>): string =>
  kind === 'SOFT' ? 'comes last when full' : 'gets nothing when full';

/** `the end of 29 Nov 2026`, or the moment. @param closedUntil ISO 8601: the first moment that is open again */
export function untilWords(closedUntil: string): string {
  const endMs = Date.parse(closedUntil);
  const isDayEnd = Date.parse(startOfDayInIndia(dayInIndia(new Date(endMs)))) === endMs;
  if (!isDayEnd) return moment(closedUntil);
  const [lastDay] = moment(new Date(endMs - 1).toISOString()).split(',');
  return `the end of ${lastDay}`;
}

/** The last day of a closure, `2026-11-29`. */
export const lastDayOf = (closedUntil: string): string => dayInIndia(new Date(Date.parse(closedUntil) - 1));

export interface CapacityState {
  isClosed: boolean;
  isFull: boolean;
  words: string;
}

/** @param use null: it is switched off or not in force today. @param nowMs the node's time */
export function stateOf(capacity: Capacity, use: CapacityUse | null, nowMs: number): CapacityState {
  const { status, closedUntil, validFrom, validTo } = capacity;
  const is = (words: string, { isClosed = false, isFull = false } = {}) => ({ words, isClosed, isFull });
  if (!status) return is('off');
  if (validTo && Date.parse(validTo) < nowMs) return is(`ended ${moment(validTo)}`);
  if (validFrom && Date.parse(validFrom) > nowMs) return is(`begins ${moment(validFrom)}`);
  const isFull = use !== null && use.used >= use.limit;
  if (closedUntil && Date.parse(closedUntil) > nowMs)
    return is(`closed until ${untilWords(closedUntil)}`, { isClosed: true, isFull });
  return is(isFull ? 'full' : 'open', { isFull });
}
