/**
 * The pages: their paths, names, keys and scopes in one table. Each is loaded when it is first opened, in one file with
 * those that share its parts: files of their own would be larger, and more.
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
  /** The file that has it. */
  load(): Promise<{ VIEWS: Readonly<Record<string, ComponentType<PageProps>>> }>;
}

const rating = () => import('../views/rating.js');
const running = () => import('../views/running.js');

export const PAGES: readonly Page[] = [
  { path: 'rate', name: 'Rate', key: 'r', scope: 'quote', load: rating },
  { path: 'map', name: 'Map', key: 'm', scope: 'read', load: rating },
  { path: 'pincodes', name: 'Pincodes', key: 'p', scope: 'read', load: rating },
  { path: 'couriers', name: 'Couriers', key: 'o', scope: 'read', load: running },
  {
    path: 'allocation',
    name: 'Allocation',
    key: 'l',
    // how the house decides is not for couriers, which may read
    scope: 'manage',
    load: running,
  },
  { path: 'today', name: 'Today', key: 't', scope: 'read', isOfServices: true, load: running },
  { path: 'performance', name: 'Performance', key: 'e', scope: 'read', isOfServices: true, load: running },
  { path: 'invoices', name: 'Invoices', key: 'n', scope: 'quote', isOfServices: true, load: running },
  { path: 'import', name: 'Import', key: 'i', scope: 'manage', load: running },
  { path: 'findings', name: 'Findings', key: 'f', scope: 'read', load: running },
  { path: 'changes', name: 'Changes', key: 'c', scope: 'read', load: running },
  { path: 'access', name: 'Access', key: 'a', scope: 'admin', load: running },
  {
    path: 'documents',
    name: null,
    scope: 'read',
    load: running,
  },
];
