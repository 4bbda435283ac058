/** The names of a row of packages that is made without any. */
import { filtersIn } from './fields.js';
import { PackageDoc } from './rates.js';

/** The filters with text values. */
const TEXTS = filtersIn(PackageDoc).filter(
  ({ name, type }) => type !== 'integer' && type !== 'number' && name !== 'lane',
);
const NAMED = new Set(['customerId', ...TEXTS.map(({ name }) => name)]);

const WHOLE = new Intl.NumberFormat('en-IN');

/**
 * `A-0-500` and `Lane A, up to 500 g`; `201-203-5000-UP-COD` and `zone 201 to zone 203, above 5,000 g, COD`: the route,
 * the bounds of weight, and what else the row is for.
 *
 * @param row members that may be anything
 */
export function packageNames(row: Readonly<Record<string, unknown>>): { packageId: string; packageName: string } {
  const { lane, fromZoneId: from, toZoneId: to, minWeight, maxWeight } = row;
  const filters = [...NAMED].flatMap((name) => (typeof row[name] === 'string' ? [row[name]] : []));
  const least = typeof minWeight === 'number' ? minWeight : 0;
  const isBounded = typeof maxWeight === 'number';
  const routeId = typeof lane === 'string' ? lane : `${textOr(from, 'ANY')}-${textOr(to, 'ANY')}`;
  const route = typeof lane === 'string' ? `Lane ${lane}` : `${zoneName(from)} to ${zoneName(to)}`;
  const weights = [
    ...(least > 0 ? [`above ${WHOLE.format(least)} g`] : []),
    ...(isBounded ? [`up to ${WHOLE.format(maxWeight)} g`] : []),
  ];
  return {
    packageId: [routeId, least, isBounded ? maxWeight : 'UP', ...filters].join('-'),
    packageName: [route, ...weights, ...filters].join(', '),
  };
}

const textOr = (value: unknown, fallback: string): string => (typeof value === 'number' ? String(value) : fallback);
const zoneName = (id: unknown): string => (typeof id === 'number' ? `zone ${id}` : 'any zone');
