/** Loaded as one file: who gets a parcel, and what became of it. */
import { AllocationPage } from './allocation/page.js';
import { InvoicesPage } from './invoices/page.js';
import { PerformancePage } from './performance/page.js';
import { TodayPage } from './today/page.js';

/** By the first part of their paths. */
export const VIEWS = {
  allocation: AllocationPage,
  invoices: InvoicesPage,
  performance: PerformancePage,
  today: TodayPage,
};
