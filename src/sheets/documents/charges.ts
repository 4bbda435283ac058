/** Which charges the rows of a sheet are, by its headings. */
import type { Faults } from '../tables/faults.js';
import type { Table } from '../tables/table.js';
import type { SheetCollection } from './collections.js';
import { longForm } from './long-form.js';

/** A heading that documents of one collection alone have. */
const NAMED_BY = {
  'type': 'customer-charges',
  'code': 'surcharges',
  'distanceFrom': 'distance-charges',
} as const satisfies Record<string, SheetCollection>;

export const CHARGES = longForm('charges', Object.values(NAMED_BY), []);

/** null: there is a fault. */
export function chargesOf(table: Table, faults: Faults): SheetCollection | null {
  const named = Object.entries(NAMED_BY).filter(([heading]) => table.has(heading));
  const [first] = named;
  if (first !== undefined && named.length === 1) return first[1];
  const ways = Object.entries(NAMED_BY).map(([heading, collection]) => `${heading} (${collection})`);
  faults.add(table.positionOf(table.headerLine, null), `must have one of the headings ${ways.join(', ')}`);
  return null;
}
