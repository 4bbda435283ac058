/** The minimum weight of a sheet of rates, which is a row of weight-terms. */
import type { Pinrate } from '../client/connect.js';
import { isInForce } from '../domain/dates.js';
import type { WeightTerms } from '../model/documents.js';
import { filtersIn } from '../model/fields.js';
import { filtersText, type RowMembers } from '../model/row-filters.js';
import { WeightTermsDoc } from '../model/weight-terms.js';
import type { RatesSheet } from '../sheets/rates/read.js';
import { documentsOf } from './node-documents.js';
import type { ImportLine } from './lines.js';

/** What the map may set for all rows, and weight-terms are for too. */
const SHARED = ['customerId', 'service', 'validFrom', 'validTo'] as const;
/** What else terms say: it stays as it is in the terms that the line replaces. */
const OTHERS = ['volumetricDivisor', 'cft', 'none', 'basis', 'deadWeightUpTo'] as const;
const FILTERS = filtersIn(WeightTermsDoc);

/** Empty: the sheet says no minimum. */
export async function minimumLines(pinrate: Pinrate, partnerId: string, read: RatesSheet): Promise<ImportLine[]> {
  const { minChargeableWeight, rows, table } = read;
  if (minChargeableWeight === null) return [];
  const members: RowMembers = rows[0]?.members ?? {};
  const shared = Object.fromEntries(
    SHARED.filter((name) => table.map.set.has(name)).map((name) => [name, members[name]]),
  );
  const terms = await documentsOf(pinrate, 'weight-terms', partnerId);
  const document = { partnerId, ...othersOf(terms, shared), ...shared, minChargeableWeight };
  const text = JSON.stringify({ collection: 'weight-terms', document, match: true });
  return [{ text, positionOf: () => table.positionOf(table.headerLine, 'minChargeableWeight') }];
}

function othersOf(terms: readonly WeightTerms[], shared: RowMembers): RowMembers {
  const filters = filtersText(FILTERS, shared);
  const now = Date.now();
  const former = terms.find((row) => isInForce(row, now) && filtersText(FILTERS, { ...row }) === filters);
  return former === undefined ? {} : Object.fromEntries(OTHERS.map((name) => [name, former[name] ?? null]));
}
