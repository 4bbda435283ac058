/** The pages: their paths, names, keys and scopes in one table. */
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
}

export const PAGES: readonly Page[] = [
  { path: 'rate', name: 'Rate', key: 'r', scope: 'quote' },
  { path: 'map', name: 'Map', key: 'm', scope: 'read' },
  { path: 'pincodes', name: 'Pincodes', key: 'p', scope: 'read' },
  { path: 'couriers', name: 'Couriers', key: 'o', scope: 'read' },
  { path: 'allocation', name: 'Allocation', key: 'l', scope: 'read', isOfServices: true },
  { path: 'today', name: 'Today', key: 't', scope: 'read', isOfServices: true },
  { path: 'performance', name: 'Performance', key: 'e', scope: 'read', isOfServices: true },
  { path: 'invoices', name: 'Invoices', key: 'n', scope: 'quote', isOfServices: true },
  { path: 'import', name: 'Import', key: 'i', scope: 'manage' },
  { path: 'findings', name: 'Findings', key: 'f', scope: 'read' },
  { path: 'changes', name: 'Changes', key: 'c', scope: 'read' },
  { path: 'access', name: 'Access', key: 'a', scope: 'admin' },
  {
    path: 'documents',
    name: null,
    scope: 'read',
  },
];
