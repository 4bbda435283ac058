/**
 * A year of outcomes for a demo, made of how couriers deliver: `generated-outcomes.json` in a dataset's folder. The
 * same habits make the same parcels of a week whenever the demo starts; which weeks there are depends on the present.
 * Nothing is random: each share of a habit comes round as evenly as it can, so that few parcels already show it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAYS_A_WEEK } from '../../domain/calendar.js';
import { noCounts, weekOf } from '../../domain/outcomes/counts.js';
import { HOUR_STEPS, type OutcomeSums } from '../../domain/outcomes/sums.js';
import type { PaymentType } from '../../domain/vocabulary.js';
import { addTo } from '../../model/members.js';

export const GENERATED_OUTCOMES_FILE = 'generated-outcomes.json';

/** How a courier delivers parcels of a payment type at a pincode. Shares are of 1. */
export interface DeliveryHabit {
  partnerId: string;
  pincode: string;
  /** Its code. Of a courier's parcels to a state and of a payment type, returns come round together. */
  state: string;
  paymentType: PaymentType;
  /** Parcels a week, over the year. */
  weekly: number;
  rto: number;
  lost: number;
  /** Of the delivered ones. */
  firstAttempt: number;
  onTime: number;
  /** The middle of those from the pickup to the first attempt. */
  hours: number;
}

const WEEKS = 52;
const STEP_HOURS = 24;
/** The share of parcels that have ended, by whole weeks since theirs was over: returns end late. */
const DELIVERED_BY = [0.6, 0.95, 0.995];
const RETURNED_BY = [0.05, 0.45, 0.8];
const LOST_BY = [0, 0.2, 0.5];
/** Parcels come more often before Diwali than in spring. */
const SEASON = 0.2;
const WEEKS_A_YEAR = 52.1775;
/** Weeks since 1970 of a middle of July. */
const MID_JULY = 2_950;
/** How far hours are apart: the scale of a log-logistic distribution. */
const HOURS_SPREAD = 0.2;

/** null: the dataset has no such file. */
export async function readHabits(folder: string): Promise<DeliveryHabit[] | null> {
  const text = await readFile(join(folder, GENERATED_OUTCOMES_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as DeliveryHabit[]);
}

/** The sums of the 52 weeks before the present one. @param nowMs Unix milliseconds */
export function generatedOutcomes(habits: readonly DeliveryHabit[], nowMs: number): OutcomeSums[] {
  const thisWeek = weekOf(nowMs);
  const groups = new Map<string, PlaceHabit[]>();
  for (const [at, habit] of habits.entries()) {
    const { partnerId, state, paymentType } = habit;
    addTo(groups, `${partnerId} ${state} ${paymentType}`, { ...habit, phase: part((at + 1) * GOLDEN) });
  }
  const sums: OutcomeSums[] = [];
  for (const group of groups.values())
    for (let age = WEEKS - 1; age >= 0; age--) sums.push(...sumsOfWeek(group, thisWeek - (age + 1) * DAYS_A_WEEK, age));
  return sums;
}

interface PlaceHabit extends DeliveryHabit {
  /** Apart from those of other places. */
  phase: number;
}

/** Parcels of a courier to a state: each returns with which the sum of their shares reaches another whole number. */
function* sumsOfWeek(group: readonly PlaceHabit[], week: number, age: number): Generator<OutcomeSums> {
  let due = group.reduce((sum, habit) => sum + habit.rto * parcelsBefore(week, habit), group[0]!.phase);
  // each place comes first in its turn, so that none has all the returns
  const turn = Math.floor(week / DAYS_A_WEEK) % group.length;
  for (const habit of [...group.slice(turn), ...group.slice(0, turn)]) {
    const [first, end] = [parcelsBefore(week, habit), parcelsBefore(week + DAYS_A_WEEK, habit)];
    if (end > first) yield sumsOf(habit, week, age, [first, end], due);
    due += habit.rto * (end - first);
  }
}

function parcelsBefore(day: number, { weekly, phase }: PlaceHabit): number {
  const weeks = day / DAYS_A_WEEK;
  const turn = (2 * Math.PI * (weeks - MID_JULY)) / WEEKS_A_YEAR;
  return Math.floor(weekly * (weeks + ((SEASON * WEEKS_A_YEAR) / (2 * Math.PI)) * (1 - Math.cos(turn))) + phase);
}

/** Multiples of these, without their whole parts, are spread evenly, and apart from each other. */
const [GOLDEN, ROOT_2, ROOT_3, ROOT_5, ROOT_7, ROOT_11] = [
  (1 + Math.sqrt(5)) / 2,
  ...[2, 3, 5, 7, 11].map(Math.sqrt),
] as [number, number, number, number, number, number];
const part = (value: number): number => value - Math.floor(value);

function sumsOf(
  { partnerId, pincode, paymentType, rto, lost, firstAttempt, onTime, hours, phase }: PlaceHabit,
  week: number,
  age: number,
  [first, end]: readonly [number, number],
  due: number,
): OutcomeSums {
  const counts = noCounts();
  counts.n = end - first;
  for (let number = first; number < end; number++) {
    const share = (of: number): number => part(number * of + phase);
    const before = due + rto * (number - first);
    const isReturned = Math.floor(before + rto) > Math.floor(before);
    const kind = isReturned ? 'rto' : share(GOLDEN) < lost / (1 - rto) ? 'lost' : 'delivered';
    const endedBy = { rto: RETURNED_BY, lost: LOST_BY, delivered: DELIVERED_BY }[kind][age] ?? 1;
    const hasEnded = share(ROOT_11) < endedBy;
    const isAttempted = kind !== 'lost' && (age > 0 || hasEnded);
    if (isAttempted) {
      counts.attempted++;
      counts.hours[stepOf(hours, share(ROOT_2))]!++;
    }
    if (!hasEnded) continue;
    counts[kind]++;
    counts.promised++;
    if (kind === 'delivered' && share(ROOT_3) < firstAttempt) counts.firstAttempt++;
    if (kind !== 'lost' && share(kind === 'rto' ? ROOT_7 : ROOT_5) < onTime) counts.onTime++;
  }
  return { week, partnerId, pincode, paymentType, ...counts };
}

/** The step of a courier's hours below which this share of its parcels is. */
function stepOf(middle: number, share: number): number {
  const hours = middle * (Math.max(share, 0.001) / (1.001 - share)) ** HOURS_SPREAD;
  return Math.min(HOUR_STEPS - 1, Math.max(0, Math.ceil(hours / STEP_HOURS) - 1));
}
