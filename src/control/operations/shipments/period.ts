/** The moments between which shipments are listed or changed: a date without a time is a day in India. */
import { DAY_MS, momentOf } from '../../../domain/calendar.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import type { AssignmentQuery } from '../../../store/port.js';

/**
 * Milliseconds since the epoch. Undefined: not given. NaN: there is no such moment.
 */
export const beginOf = (text: string | undefined): number | undefined => (text === undefined ? text : momentOf(text));

/** As {@link beginOf}; of a date without a time the end, exclusive. */
export const endOf = (text: string | undefined): number | undefined =>
  text === undefined ? text : momentOf(text) + (text.includes('T') ? 0 : DAY_MS);

export const isoTime = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

/** The part of a filter that is about the promised pickup. */
export function pickupsOf(given: {
  pickupFrom?: string;
  pickupTo?: string;
}): Pick<NonNullable<AssignmentQuery['where']>, 'pickupFrom' | 'pickupTo'> {
  const pickupFrom = isoTime(beginOf(given.pickupFrom));
  const pickupTo = isoTime(endOf(given.pickupTo));
  return { ...(pickupFrom !== null && { pickupFrom }), ...(pickupTo !== null && { pickupTo }) };
}

/** @param path of the fields, with its dot */
export const momentFaults = <F extends string>(
  given: Partial<Record<F, string>>,
  fields: readonly F[],
  path = '',
): RequestFault[] =>
  fields
    .filter((field) => Number.isNaN(beginOf(given[field])))
    .map((field) => ({
      field: `${path}${field}`,
      code: 'INVALID_VALUE',
      message: 'must be a moment that exists',
      value: given[field],
    }));
