/** Whose price a row of packages is: rows of a route differ in weights, distances and dates. */
import type { RowMembers } from './row-filters.js';

const MEMBERS = [
  ...['lane', 'fromZoneId', 'toZoneId'],
  ...['customerId', 'direction', 'paymentType', 'shipmentType', 'service'],
] as const;

/** Equal for rows of one route: the lane or the zones, the customer, direction, payment, shipment type and service. */
export const routeOfPackage = (row: RowMembers): string =>
  JSON.stringify(MEMBERS.map((name) => row[name] ?? (name === 'direction' ? 'FORWARD' : null)));
