/** Transit times of lanes and pairs of zones. */
import type { CardRow } from '../rates/card-row.js';
import type { Faults } from '../tables/faults.js';
import { finderOf, type TableForm } from '../tables/form.js';
import type { Table } from '../tables/table.js';
import type { ZoneNames } from '../zone-names.js';
import { longFormRows } from './long-form.js';

const NAMES = ['lane', 'from_zone', 'to_zone', 'hours', 'id', 'status', 'validFrom', 'validTo'];
const ALIASES = { from_zone: 'fromZoneId', to_zone: 'toZoneId' } as const;
const ROUTE = ['lane', 'from_zone', 'to_zone'] as const;

export const TRANSIT: TableForm = {
  kind: 'transit',
  names: NAMES,
  required: ['hours'],
  find: finderOf(NAMES),
  words: new Map(),
  kindOf: () => 'text',
  key: null,
  hasNull: true,
  isStrict: true,
};

export function transitRows(table: Table, partnerId: string, zones: ZoneNames, faults: Faults): CardRow[] {
  for (const row of table.rows) {
    if (row.get('hours') === '') faults.add(row.position('hours'), 'is required: null for a route that is not served');
    if (ROUTE.every((name) => row.get(name) === '')) faults.add(row.position('lane'), 'names no lane and no zone');
  }
  return longFormRows(table, 'transit-lanes', partnerId, zones, faults, ALIASES);
}
