/** The landed terms of the house, from their documents to what is evaluated. */
import { periodOf } from '../domain/dates.js';
import { byLatest, type LandedTerms, type LandedTermsBook } from '../domain/landed.js';
import { toPaise, toRate } from '../domain/money.js';
import { derived } from '../model/derived.js';
import type { LandedTermsDocument } from '../model/documents.js';
import { builderOf, packed, resolveAs, unpacked } from './columns.js';
import type { Block } from './layout.js';

/** Those that are active. */
const columnsFor = ({ terms }: { terms: readonly LandedTermsDocument[] }) => ({
  documents: packed(terms.filter(({ status }) => status)),
});

export const buildLandedTerms = builderOf(columnsFor);

/** The documents of the terms that are active. */
export function resolveLandedTerms(block: Block): readonly LandedTermsDocument[] {
  return unpacked<LandedTermsDocument[]>(resolveAs<typeof columnsFor>(block).documents);
}

/** The terms of these documents, by customer and precedence. */
export const landedTermsOf = derived((documents: readonly LandedTermsDocument[]): LandedTermsBook => {
  const byCustomer = new Map<string | null, LandedTerms[]>();
  for (const document of documents) {
    const customerId = document.customerId ?? null;
    const known = byCustomer.get(customerId);
    if (known === undefined) byCustomer.set(customerId, [termsOf(document)]);
    else known.push(termsOf(document));
  }
  for (const terms of byCustomer.values()) terms.sort(byLatest);
  return byCustomer;
});

/** Terms as they are evaluated, whatever their status. */
const termsOf = (document: LandedTermsDocument): LandedTerms => ({
  id: document.id,
  hasTaxCredit: document.taxCredit === 'FULL',
  returnHandlingPaise: toPaise(document.returnHandling),
  valueLossRate: toRate(document.valueLossPercent),
  annualRate: toRate(document.annualRatePercent),
  lateCostPaise: toPaise(document.lateCost),
  period: periodOf(document),
});
