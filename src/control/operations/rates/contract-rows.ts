/** The lists of the collections that contracts add. */
import type { Contract } from '../../../contract/contract.js';
import { CONTRACT_LISTS } from '../../../contract/contract-rows.js';
import type { ContractCollection, Documents } from '../../../model/documents.js';
import type { Catalog } from '../../documents/catalog.js';
import { pageOf } from '../lists/listing.js';
import { answer, implement, type Operation } from '../operation.js';
import { partnerFilterOf } from '../owner.js';

/** The parameters of every one of these lists; collections whose rows have no status take none. */
interface Query {
  partnerId?: string;
  status?: boolean;
  page: number;
  limit: number;
}

type Row = Documents[ContractCollection];

export const CONTRACT_LIST_OPERATIONS: readonly Operation[] = CONTRACT_LISTS.map(
  ({ collection, row: { of }, contract }) =>
    implement(contract as unknown as Contract, ({ caller, query: given }, api) => {
      const query = given as unknown as Query;
      const scoped = partnerFilterOf(caller, query.partnerId, api);
      if (!scoped.ok) return scoped;
      const rows = rowsFor(api.catalog, collection, scoped.value).filter(
        (row) => query.status === undefined || ('status' in row && row.status === query.status),
      );
      const page = pageOf(rows, query);
      return answer({ data: page.rows.map((row) => of(row, {})), pagination: page.pagination });
    }),
);

/** The catalog's key for rows that belong to no partner. */
const GENERAL = '';

/** The rows that count for a partner, by id; null: all rows. */
function rowsFor(catalog: Catalog, collection: ContractCollection, partnerId: string | null): readonly Row[] {
  if (partnerId === null) return catalog.all(collection);
  const own: readonly Row[] = catalog.of(collection, partnerId);
  const general: readonly Row[] = catalog.of(collection, GENERAL);
  return general.length === 0 ? own : [...own, ...general].sort((a, b) => a.id - b.id);
}
