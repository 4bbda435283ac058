/** The pages: their paths, names, keys and scopes in one table. Each is loaded when it is first opened. */
import type { ComponentType } from 'preact';
import type { PageProps } from '../parts/page.js';

export interface Page {
  /** The first part of the path. */
  path: string;
  /** The link's text in the navigation; null: others lead to it. */
  name: string | null;
  /** The second key of `g …`. */
  key?: string;
  scope: 'quote' | 'read' | 'manage' | 'admin';
  /** Couriers do not see it, whatever their scopes. */
  isOfServices?: true;
  load(): Promise<ComponentType<PageProps>>;
}

export const PAGES: readonly Page[] = [
  {
    path: 'rate',
    name: 'Rate',
    key: 'r',
    scope: 'quote',
    load: async () => (await import('../views/rate/page.js')).RatePage,
  },
  {
    path: 'map',
    name: 'Map',
    key: 'm',
    scope: 'read',
    load: async () => (await import('../views/map/page.js')).MapPage,
  },
  {
    path: 'pincodes',
    name: 'Pincodes',
    key: 'p',
    scope: 'read',
    load: async () => (await import('../views/pincodes/page.js')).PincodesPage,
  },
  {
    path: 'couriers',
    name: 'Couriers',
    key: 'o',
    scope: 'read',
    load: async () => (await import('../views/couriers/page.js')).CouriersPage,
  },
  {
    path: 'allocation',
    name: 'Allocation',
    key: 'l',
    // how the house decides is not for couriers, which may read
    scope: 'manage',
    load: async () => (await import('../views/allocation/page.js')).AllocationPage,
  },
  {
    path: 'today',
    name: 'Today',
    key: 't',
    scope: 'read',
    isOfServices: true,
    load: async () => (await import('../views/today/page.js')).TodayPage,
  },
  {
    path: 'invoices',
    name: 'Invoices',
    key: 'n',
    scope: 'quote',
    isOfServices: true,
    load: async () => (await import('../views/invoices/page.js')).InvoicesPage,
  },
  {
    path: 'import',
    name: 'Import',
    key: 'i',
    scope: 'manage',
    load: async () => (await import('../views/import/page.js')).ImportPage,
  },
  {
    path: 'findings',
    name: 'Findings',
    key: 'f',
    scope: 'read',
    load: async () => (await import('../views/findings/page.js')).FindingsPage,
  },
  {
    path: 'changes',
    name: 'Changes',
    key: 'c',
    scope: 'read',
    load: async () => (await import('../views/changes/page.js')).ChangesPage,
  },
  {
    path: 'access',
    name: 'Access',
    key: 'a',
    scope: 'admin',
    load: async () => (await import('../views/access/page.js')).AccessPage,
  },
  {
    path: 'documents',
    name: null,
    scope: 'read',
    load: async () => (await import('../views/document/page.js')).DocumentPage,
  },
];
