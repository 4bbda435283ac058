/** Dates: at which moment a request is priced, and which rows are in force then. */
import type { Validity } from './documents.js';
import type { Shipment } from './types.js';

export const IST_OFFSET_MS = 330 * 60_000;

/** YYYY-MM-DD in India. */
export function dateOf(at: Date): string {
  return new Date(at.getTime() + IST_OFFSET_MS).toISOString().slice(0, 10);
}

/** `2026-03-11` is midnight in India at the beginning of that day; a date-time says its zone. */
function momentOf(shipDate: string): Date {
  return new Date(/^\d{4}-\d\d-\d\d$/.test(shipDate) ? `${shipDate}T00:00:00+05:30` : shipDate);
}

/** The moment by which rows and prices go: shipDate, now unless given. */
export function pricingMoment({ shipDate }: Shipment, now: Date): Date {
  return shipDate === undefined ? now : momentOf(shipDate);
}

/**
 * The moment of holds: the pricing moment, but now for a shipDate that is today's date. Availability and assignments
 * look at no moment before now: nothing leaves then.
 */
export function momentOfHolds(shipment: Shipment, now: Date): Date {
  return shipment.shipDate === dateOf(now) ? now : momentAskedAt(shipment, now);
}

/**
 * The moment from which the parcel is looked for: shipDate for charges, the later of shipDate and now for availability
 * and assignments.
 */
export function momentAskedAt(shipment: Shipment, now: Date): Date {
  const at = pricingMoment(shipment, now);
  return (shipment.question ?? 'CHARGES') !== 'CHARGES' && at.getTime() < now.getTime() ? now : at;
}

/** Both bounds are included; a missing bound is open. */
export function isValidAt({ validFrom, validTo }: Validity, at: Date): boolean {
  if (validFrom && at.getTime() < Date.parse(validFrom)) return false;
  return !validTo || at.getTime() <= Date.parse(validTo);
}

export function isInForce(row: Validity & { status: boolean }, at: Date): boolean {
  return row.status && isValidAt(row, at);
}

/** The milliseconds of validFrom; null and absent are the earliest. */
export function begins({ validFrom }: Validity): number {
  return validFrom ? Date.parse(validFrom) : -Infinity;
}
