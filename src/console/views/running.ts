/** Loaded as one file: how the house runs, its cards, its rules and its parcels, and who may change them. */
import { AccessPage } from './access/page.js';
import { AllocationPage } from './allocation/page.js';
import { ChangesPage } from './changes/page.js';
import { CouriersPage } from './couriers/page.js';
import { DocumentPage } from './document/page.js';
import { FindingsPage } from './findings/page.js';
import { ImportPage } from './import/page.js';
import { InvoicesPage } from './invoices/page.js';
import { PerformancePage } from './performance/page.js';
import { TodayPage } from './today/page.js';

/** By the first part of their paths. */
export const VIEWS = {
  access: AccessPage,
  allocation: AllocationPage,
  changes: ChangesPage,
  couriers: CouriersPage,
  documents: DocumentPage,
  findings: FindingsPage,
  import: ImportPage,
  invoices: InvoicesPage,
  performance: PerformancePage,
  today: TodayPage,
};
