/**
 * The pages: their paths, names, keys and scopes in one table. Each is loaded when it is first opened, with those that
 * share its parts: alone they are a fifth larger.
 */
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

const rating = () => import('../views/rating.js');
const cards = () => import('../views/cards.js');
const parcels = () => import('../views/parcels.js');

export const PAGES: readonly Page[] = [
  {
    path: 'rate',
    name: 'Rate',
    key: 'r',
    scope: 'quote',
    load: async () => (await rating()).RatePage,
  },
  {
    path: 'map',
    name: 'Map',
    key: 'm',
    scope: 'read',
    load: async () => (await rating()).MapPage,
  },
  {
    path: 'pincodes',
    name: 'Pincodes',
    key: 'p',
    scope: 'read',
    load: async () => (await rating()).PincodesPage,
  },
  {
    path: 'couriers',
    name: 'Couriers',
    key: 'o',
    scope: 'read',
    load: async () => (await cards()).CouriersPage,
  },
  {
    path: 'allocation',
    name: 'Allocation',
    key: 'l',
    // how the house decides is not for couriers, which may read
    scope: 'manage',
    load: async () => (await parcels()).AllocationPage,
  },
  {
    path: 'today',
    name: 'Today',
    key: 't',
    scope: 'read',
    isOfServices: true,
    load: async () => (await parcels()).TodayPage,
  },
  {
    path: 'invoices',
    name: 'Invoices',
    key: 'n',
    scope: 'quote',
    isOfServices: true,
    load: async () => (await parcels()).InvoicesPage,
  },
  {
    path: 'import',
    name: 'Import',
    key: 'i',
    scope: 'manage',
    load: async () => (await cards()).ImportPage,
  },
  {
    path: 'findings',
    name: 'Findings',
    key: 'f',
    scope: 'read',
    load: async () => (await cards()).FindingsPage,
  },
  {
    path: 'changes',
    name: 'Changes',
    key: 'c',
    scope: 'read',
    load: async () => (await cards()).ChangesPage,
  },
  {
    path: 'access',
    name: 'Access',
    key: 'a',
    scope: 'admin',
    load: async () => (await cards()).AccessPage,
  },
  {
    path: 'documents',
    name: null,
    scope: 'read',
    load: async () => (await cards()).DocumentPage,
  },
];
