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
  /** What people look for in it, other than its name. */
  words?: readonly string[];
}

export const PAGES: readonly Page[] = [
  { path: 'rate', name: 'Rate', key: 'r', scope: 'quote' },
  { path: 'map', name: 'Map', key: 'm', scope: 'read' },
  { path: 'pincodes', name: 'Pincodes', key: 'p', scope: 'read' },
  { path: 'couriers', name: 'Couriers', key: 'o', scope: 'read', words: ['hold', 'holds'] },
  { path: 'allocation', name: 'Allocation', key: 'l', scope: 'read', isOfServices: true },
  { path: 'today', name: 'Today', key: 't', scope: 'read', isOfServices: true, words: ['strike', 'shipments'] },
  { path: 'performance', name: 'Performance', key: 'e', scope: 'read', isOfServices: true },
  { path: 'invoices', name: 'Invoices', key: 'n', scope: 'quote', isOfServices: true },
  { path: 'import', name: 'Import', key: 'i', scope: 'manage' },
  { path: 'findings', name: 'Findings', key: 'f', scope: 'read' },
  { path: 'changes', name: 'Changes', key: 'c', scope: 'read' },
  { path: 'access', name: 'Access', key: 'a', scope: 'admin', words: ['logins'] },
  {
    path: 'documents',
    name: null,
    scope: 'read',
  },
];

/** Those that a credential sees. */
export const pagesFor = (scopes: ReadonlySet<string>, isService: boolean): Page[] =>
  PAGES.filter(({ scope, isOfServices }) => scopes.has(scope) && (isService || !isOfServices));

/** The one of this name, or in which people look for that. */
export function pageNamed(text: string, pages: readonly Page[]): Page | undefined {
  const word = text.toLowerCase();
  return pages.find(({ path, name, words = [] }) => name !== null && (path === word || words.includes(word)));
}
