/** What a reader of rates needs. */
import type { RowMembers } from '../../model/row-filters.js';
import type { Faults } from '../tables/faults.js';
import type { Notes } from '../tables/reading.js';
import type { PerKg } from './bands.js';
import type { Routes } from './routes.js';

export interface RatesContext {
  routes: Routes;
  /** Members of all rows: filters, dates, the minimum charge. */
  constants: RowMembers;
  /** Whose rates are read. */
  partnerId: string;
  perKg: PerKg;
  faults: Faults;
  notes: Notes;
}
