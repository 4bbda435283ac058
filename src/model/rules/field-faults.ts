/** Faults of single fields that the rules of many documents share. */
import { MONEY_DECIMALS, PERCENT_DECIMALS } from '../../limits/documents.js';
import { decimalsOf } from '../../domain/decimal.js';
import type { Fault } from '../schema-faults.js';

export type Faults = Iterable<Fault>;

export function* decimals(field: string, value: number | null | undefined, most: number): Faults {
  if (typeof value === 'number' && decimalsOf(value) > most)
    yield { field, message: `must have at most ${most} decimals` };
}

export function* rate(
  field: string,
  type: 'flat' | 'percentage',
  value: number,
  mostRupees: number,
  mostPercent: number,
): Faults {
  // the schema refuses any other type, and then the value cannot be judged
  if (type !== 'flat' && type !== 'percentage') return;
  const [most, unit] = type === 'flat' ? [mostRupees, 'Rupees'] : [mostPercent, 'percent'];
  if (value > most) yield { field, message: `must be at most ${most} ${unit}` };
  yield* decimals(field, value, type === 'flat' ? MONEY_DECIMALS : PERCENT_DECIMALS);
}

export function* above(field: string, value: number, otherField: string, other: number): Faults {
  if (value <= other) yield { field, message: `must be greater than ${otherField}, ${other}` };
}

/** Of a range whose bounds may be open: an absent one is no fault. */
export function* ordered(
  from: string,
  low: number | null | undefined,
  to: string,
  high: number | null | undefined,
): Faults {
  if (typeof low === 'number' && typeof high === 'number') yield* above(to, high, from, low);
}

/** The schema's date format accepts dates that do not exist as a moment: a leap second, a zone's name in brackets. */
export function* date(field: string, value: unknown): Faults {
  if (typeof value === 'string' && Number.isNaN(Date.parse(value)))
    yield { field, message: 'must be a date and time that exists' };
}

export function* dates<F extends string>(document: { readonly [field in F]?: unknown }, ...fields: F[]): Faults {
  for (const field of fields) yield* date(field, document[field]);
}

export function* validity(row: { validFrom?: string | null; validTo?: string | null }): Faults {
  yield* dates(row, 'validFrom', 'validTo');
  if (
    typeof row.validFrom === 'string'
    && typeof row.validTo === 'string'
    && Date.parse(row.validTo) <= Date.parse(row.validFrom)
  ) {
    yield { field: 'validTo', message: `must be later than validFrom, ${row.validFrom}` };
  }
}

/** A null member is as an absent one. */
export function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

/** A row is for a lane or for zones. */
export function* laneOrZones(row: {
  lane?: string | null;
  fromZoneId?: number | null;
  toZoneId?: number | null;
}): Faults {
  if (isGiven(row.lane) && (isGiven(row.fromZoneId) || isGiven(row.toZoneId)))
    yield { field: 'lane', message: 'must be absent when fromZoneId or toZoneId names a zone' };
}

/** The bounds that an amount is kept within, in Rupees. */
export function* amountBounds({ min, max }: { min?: number | null; max?: number | null }): Faults {
  yield* decimals('min', min, MONEY_DECIMALS);
  yield* decimals('max', max, MONEY_DECIMALS);
  if (typeof min === 'number' && typeof max === 'number' && max < min)
    yield { field: 'max', message: `must be at least min, ${min}` };
}
