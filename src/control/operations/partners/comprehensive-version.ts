/** A hash over everything that belongs to a partner: the data version of GET /partners/comprehensive-data. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../domain/canonical.js';
import type { CardDocuments } from '../../../index/card/documents.js';
import { derivedFrom } from '../../../model/derived.js';
import type { Partner } from '../../../model/documents.js';
import type { PartnerCoverage } from '../zones/coverage.js';

const HEX_DIGITS = 16;
const LISTS = ['zones', 'packages', 'distanceCharges', 'customerCharges', 'discounts'] as const;

/**
 * The first 16 hex digits of SHA-256 over a partner's documents, including the zones of its assigned pincodes. Unlike
 * `rateCardVersion` it covers names, places and limits, but not the default charges, which are not the partner's.
 */
export function dataVersionOf(documents: CardDocuments, coverage: PartnerCoverage): string {
  const { partner, overrides } = documents;
  return versionOf(partner, coverage, overrides, ...LISTS.map((list) => documents[list]));
}

/** Lists in the order of their ids, and assigned pincodes ascending: the store's own order does not matter. */
const versionOf = derivedFrom(
  (partner: Partner, coverage: PartnerCoverage, overrides: string, ...lists: (readonly { id: number }[])[]): string => {
    const hash = createHash('sha256').update(canonicalJson(partner));
    for (const [index, list] of LISTS.entries()) {
      hash.update(`\n${list}`);
      for (const row of lists[index]!) hash.update(`\n${canonicalJson(row)}`);
    }
    hash.update('\nzone-pincodes');
    for (const { id } of lists[LISTS.indexOf('zones')]!) hash.update(`\n${id}:${coverage.entries(id).join()}`);
    if (overrides !== '') hash.update(`\noverrides ${overrides}`);
    return hash.digest('hex').slice(0, HEX_DIGITS);
  },
);
