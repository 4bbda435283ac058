/** Pages that are loaded together: who gets a parcel, what became of it, and what it is billed at. */
export { AllocationPage } from './allocation/page.js';
export { InvoicesPage } from './invoices/page.js';
export { TodayPage } from './today/page.js';
