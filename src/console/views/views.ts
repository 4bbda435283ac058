/** The pages. They share so much that they are smaller as one file, which is loaded once one is signed in. */
import type { ComponentType } from 'preact';
import type { PageProps } from '../parts/page.js';
import { AccessPage } from './access/page.js';
import { AllocationPage } from './allocation/page.js';
import { ChangesPage } from './changes/page.js';
import { CouriersPage } from './couriers/page.js';
import { DocumentPage } from './document/page.js';
import { FindingsPage } from './findings/page.js';
import { ImportPage } from './import/page.js';
import { InvoicesPage } from './invoices/page.js';
import { MapPage } from './map/page.js';
import { PerformancePage } from './performance/page.js';
import { PincodesPage } from './pincodes/page.js';
import { RatePage } from './rate/page.js';
import { TodayPage } from './today/page.js';

/** By the first part of their paths. */
export const VIEWS: Readonly<Record<string, ComponentType<PageProps>>> = {
  access: AccessPage,
  allocation: AllocationPage,
  changes: ChangesPage,
  couriers: CouriersPage,
  documents: DocumentPage,
  findings: FindingsPage,
  import: ImportPage,
  invoices: InvoicesPage,
  map: MapPage,
  performance: PerformancePage,
  pincodes: PincodesPage,
  rate: RatePage,
  today: TodayPage,
};
