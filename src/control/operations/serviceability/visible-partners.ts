/** The active partners whose coverage a caller sees: a service all, a partner itself; in the order of their ids. */
import type { Caller } from '../../../caller.js';
import type { Partner } from '../../../model/documents.js';
import type { Catalog } from '../../documents/catalog.js';

export function visiblePartners({ kind, id }: Caller, catalog: Catalog): readonly Partner[] {
  return catalog
    .all('partners')
    .filter(({ partnerId, status }) => status === 'ACTIVE' && (kind === 'service' || partnerId === id));
}
