/** Transit times of lanes and pairs of zones. */
import type { FileRow } from './lines.js';
import type { Faults } from './faults.js';
import { longFormRows } from './long-form.js';
import { finderOf, type Headings, type Table } from './table.js';
import type { ZoneNames } from './zone-names.js';

const NAMES = ['lane', 'from_zone', 'to_zone', 'hours', 'id', 'status', 'validFrom', 'validTo'];
const ALIASES = { from_zone: 'fromZoneId', to_zone: 'toZoneId' } as const;
const ROUTE = ['lane', 'from_zone', 'to_zone'] as const;

export const TRANSIT: Headings = { kind: 'transit', names: NAMES, required: ['hours'], find: finderOf(NAMES) };

export function transitRows(table: Table, partnerId: string, zones: ZoneNames, faults: Faults): FileRow[] {
  for (const row of table.rows) {
    if (row.get('hours') === '') faults.add(row.position('hours'), 'is required: null for a route that is not served');
    if (ROUTE.every((name) => row.get(name) === '')) faults.add(row.position('lane'), 'names no lane and no zone');
  }
  return longFormRows(table, 'transit-lanes', partnerId, zones, faults, ALIASES);
}
