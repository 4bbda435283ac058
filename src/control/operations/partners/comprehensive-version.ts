/** A hash over everything that belongs to a partner: the data version of GET /partners/comprehensive-data. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../domain/canonical.js';
import type { CardDocuments } from '../../../index/card/parts.js';
import type { Partner } from '../../../model/documents.js';
import type { PartnerCoverage } from '../zones/coverage.js';

const HEX_DIGITS = 16;
const LISTS = ['zones', 'packages', 'distanceCharges', 'customerCharges', 'discounts'] as const;

interface Remembered {
  documents: CardDocuments;
  coverage: PartnerCoverage;
  version: string;
}

/** By the partner's document. When its lists or its coverage change, they are different objects. */
const remembered = new WeakMap<Partner, Remembered>();

/**
 * The first 16 hex digits of SHA-256 over a partner's documents, including the zones of its assigned pincodes. Unlike
 * `rateCardVersion` it covers names, places and limits, but not the default charges, which are not the partner's.
 */
export function dataVersionOf(documents: CardDocuments, coverage: PartnerCoverage): string {
  const known = remembered.get(documents.partner);
  if (
    known !== undefined
    && known.coverage === coverage
    && known.documents.overrides === documents.overrides
    && LISTS.every((list) => known.documents[list] === documents[list])
  )
    return known.version;
  const version = hashOf(documents, coverage);
  remembered.set(documents.partner, { documents, coverage, version });
  return version;
}

/** Lists in the order of their ids, and assigned pincodes ascending: the store's own order does not matter. */
function hashOf(documents: CardDocuments, coverage: PartnerCoverage): string {
  const hash = createHash('sha256').update(canonicalJson(documents.partner));
  for (const list of LISTS) {
    hash.update(`\n${list}`);
    for (const row of documents[list]) {
      hash.update(`\n${canonicalJson(row)}`);
    }
  }
  hash.update('\nzone-pincodes');
  for (const { id } of documents.zones) {
    hash.update(`\n${id}:${coverage.entries(id).join()}`);
  }
  if (documents.overrides !== '') hash.update(`\noverrides ${documents.overrides}`);
  return hash.digest('hex').slice(0, HEX_DIGITS);
}
