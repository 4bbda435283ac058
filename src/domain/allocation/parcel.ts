/** What policies read of a parcel, and of who asks (docs/rules.md#policies). */
import type { RiskOf } from './selector.js';

/** A bit for each of at most 64 place groups, in two words. */
export type GroupSet = readonly [low: number, high: number];

export const NO_GROUPS: GroupSet = [0, 0];

/** The groups of these numbers. */
export function groupSetOf(numbers: Iterable<number>): GroupSet {
  const words: [number, number] = [0, 0];
  for (const number of numbers) words[number < WORD ? 0 : 1] |= 1 << (number % WORD);
  return words;
}
const WORD = 32;

export const haveCommon = (one: GroupSet, other: GroupSet): boolean =>
  ((one[0] & other[0]) | (one[1] & other[1])) !== 0;

/** What a request says of itself under a name of its own. */
export type AttributeValue = string | number | boolean;

/** One end of a parcel's way. */
export interface ParcelEnd {
  /** Six digits. */
  pincode: number;
  cityId: number;
  stateId: number;
  groups: GroupSet;
}

/** Positions in the vocabularies, weights in grams, amounts in paise, distances in kilometres. */
export interface PolicyParcel {
  /** `kind:id` of who asks. */
  caller: string;
  customerId: string | null;
  customerType: number;
  paymentType: number;
  shipmentType: number;
  urgency: number;
  /** In ASKED_STRATEGIES. */
  strategy: number;
  /** Bit mask of the required services. */
  services: number;
  attributes: Readonly<Record<string, AttributeValue>>;
  from: ParcelEnd;
  to: ParcelEnd;
  /** By the general road distances. */
  km: number;
  /** Its actual weight. */
  grams: number;
  declaredPaise: number;
  /** What is collected; 0 for a prepaid one. */
  codPaise: number;
  /** The moment asked at, milliseconds since the epoch: shipDate, or that of the request where it is later. */
  askedAt: number;
  /** The moment of assignment, by which shares are counted. */
  assignedAt: number;
  /** Policies and rules that are in force at this moment count; absent: at the moment asked at. */
  rowsAt?: number;
  riskOf: RiskOf;
}
