/**
 * The form in which stores keep sums of outcomes: a document for each week, partner and the first two digits of
 * pincodes, so that a long import writes thousands of documents and a short one no long ones. Its rows are text:
 * `560001C,12,10,1,…;560001P,…`, a row for each pincode and payment type in their order, with the counts of
 * {@link COUNT_NAMES} and then the hours, without noughts at its end. The same sums are the same text.
 */
import { DAYS_A_WEEK } from '../domain/calendar.js';
import { COUNT_NAMES, HOUR_STEPS, type OutcomeSums } from '../domain/outcomes/sums.js';
import type { PaymentType } from '../domain/vocabulary.js';

/** Selects sums of one partner, or of all when `partnerId` is null. */
export interface OutcomeSumsQuery {
  partnerId: string | null;
  /** Mondays, as days since 1970 in India; both included. */
  fromWeek: number;
  toWeek: number;
}

const PINCODE_LENGTH = 6;
const AREA_DIGITS = 2;
const NAME_LENGTH = PINCODE_LENGTH + 1;
const NUMBERS = COUNT_NAMES.length + HOUR_STEPS;
/** Sorts behind all keys of a week, and of a partner. */
const BEHIND = '~';

const keyOf = ({ week, partnerId, pincode }: OutcomeSums): string =>
  `${week}/${partnerId}/${pincode.slice(0, AREA_DIGITS)}`;

const nameOf = ({ pincode, paymentType }: OutcomeSums): string => pincode + paymentType[0]!;

/** Additions by the key of the document that they are for. */
export function additionsByKey(sums: Iterable<OutcomeSums>): Map<string, OutcomeSums[]> {
  const found = new Map<string, OutcomeSums[]>();
  for (const each of sums) {
    const some = found.get(keyOf(each));
    if (some === undefined) found.set(keyOf(each), [each]);
    else some.push(each);
  }
  return found;
}

/** The rows after additions, each row at most once; '': none is left. Counts never go below 0. */
export function withAdditions(rows: string | undefined, additions: readonly OutcomeSums[]): string {
  const byName = new Map(rows ? rows.split(';').map((row) => [row.slice(0, NAME_LENGTH), row]) : []);
  for (const added of additions) {
    const name = nameOf(added);
    const numbers = numbersIn(byName.get(name));
    for (const [at, count] of COUNT_NAMES.entries()) numbers[at]! += added[count];
    for (let step = 0; step < HOUR_STEPS; step++) numbers[COUNT_NAMES.length + step]! += added.hours[step]!;
    const row = rowOf(name, numbers);
    if (row === null) byName.delete(name);
    else byName.set(name, row);
  }
  return [...byName.values()].sort().join(';');
}

function numbersIn(row: string | undefined): number[] {
  const numbers =
    row === undefined
      ? []
      : row
          .slice(NAME_LENGTH + 1)
          .split(',')
          .map(Number);
  while (numbers.length < NUMBERS) numbers.push(0);
  return numbers;
}

/** Null: it counts no parcel. */
function rowOf(name: string, numbers: readonly number[]): string | null {
  let length = NUMBERS;
  while (length > 0 && numbers[length - 1]! <= 0) length--;
  if (numbers[0]! <= 0) return null;
  return `${name},${numbers
    .slice(0, length)
    .map((number) => Math.max(0, number))
    .join(',')}`;
}

/** The sums in a stored document. */
export function* sumsIn({ key, rows }: { key: string; rows: string }): Generator<OutcomeSums> {
  const [week, partnerId] = key.split('/') as [string, string];
  for (const row of rows.split(';')) {
    const numbers = numbersIn(row);
    const counts = Object.fromEntries(COUNT_NAMES.map((name, at) => [name, numbers[at]!])) as Record<
      (typeof COUNT_NAMES)[number],
      number
    >;
    const paymentType: PaymentType = row[PINCODE_LENGTH] === 'C' ? 'COD' : 'PREPAID';
    const pincode = row.slice(0, PINCODE_LENGTH);
    yield { week: Number(week), partnerId, pincode, paymentType, ...counts, hours: numbers.slice(COUNT_NAMES.length) };
  }
}

interface KeyRange {
  start: string;
  /** Exclusive. */
  end: string;
}

/** The ranges of keys that a query is about, in their order. Weeks have five digits until the year 2243. */
export function rangesOf({ partnerId, fromWeek, toWeek }: OutcomeSumsQuery): KeyRange[] {
  if (partnerId === null) return [{ start: `${fromWeek}/`, end: `${toWeek}/${BEHIND}` }];
  const ranges: KeyRange[] = [];
  for (let week = fromWeek; week <= toWeek; week += DAYS_A_WEEK)
    ranges.push({ start: `${week}/${partnerId}/`, end: `${week}/${partnerId}/${BEHIND}` });
  return ranges;
}

/** The keys of all weeks before this one. */
export const rangeBefore = (week: number): KeyRange => ({ start: '', end: `${week}/` });
