/** Changes: the history, and one change with its documents before and after. */
import type { PageProps } from '../../parts/page.js';
import { ChangeList } from './list.js';
import { OneChange } from './one.js';

export function ChangesPage({ parts, query }: PageProps) {
  const [id = ''] = parts;
  return /^\d+$/.test(id) ? <OneChange key={id} id={Number(id)} /> : <ChangeList query={query} />;
}
