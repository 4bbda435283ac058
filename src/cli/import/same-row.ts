/** Which rows of a card are about the same. */
import type { Documents } from '../../model/documents.js';

/** Collections of numbered rows that imports write. */
export type RowCollection = 'packages' | 'customer-charges' | 'surcharges' | 'distance-charges' | 'transit-lanes';
export type CardRow = Documents[RowCollection];
export type Members = Readonly<Record<string, unknown>>;

/** The lane or zones, bounds and filters of a row; everything else is what it charges, and when. */
const FILTERS: Readonly<Record<RowCollection, readonly string[]>> = {
  'packages': [
    'lane',
    'fromZoneId',
    'toZoneId',
    'minWeight',
    'maxWeight',
    'shipmentType',
    'paymentType',
    'customerId',
    'direction',
    'kmFrom',
    'kmTo',
  ],
  'customer-charges': ['customerId', 'type', 'direction', 'minKg', 'maxKg'],
  'surcharges': ['customerId', 'code', 'when'],
  'distance-charges': ['lane', 'distanceFrom', 'distanceTo'],
  'transit-lanes': ['lane', 'fromZoneId', 'toZoneId'],
};

/**
 * Rows of which several may count together, such as "2 % or 40, whichever is higher": those of the same kind are meant
 * before others.
 */
const KINDS: Partial<Record<RowCollection, string>> = { 'customer-charges': 'chargeType', 'surcharges': 'basis' };

/** What an absent filter means. */
const UNLESS_GIVEN: Readonly<Record<string, unknown>> = { direction: 'FORWARD', minWeight: 0, minKg: 0, kmFrom: 0 };

/** Equal for rows with the same filters. */
export function filtersOf(collection: RowCollection, row: Members): string {
  return JSON.stringify(FILTERS[collection].map((name) => canonical(row[name] ?? UNLESS_GIVEN[name] ?? null)));
}

export function kindOf(collection: RowCollection, row: Members): unknown {
  const name = KINDS[collection];
  return name === undefined ? null : row[name];
}

/** Without members that are null, and with the others in the order of their names. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  if (members.length === 0) return null;
  return members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, canonical(member)]);
}

/** Milliseconds since the epoch; null: there is no such bound. */
export function momentOf(row: Members, name: 'validFrom' | 'validTo'): number | null {
  const text = row[name];
  const ms = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
