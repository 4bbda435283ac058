/** Refuses more charges or discounts than a partner may have (docs/api-rules.md#request-limits). */
import { MAX_CHARGES_PER_PARTNER, MAX_DISCOUNTS_PER_PARTNER } from '../../../limits/documents.js';
import type { Catalog } from '../../documents/catalog.js';
import { refuse, type Refused } from '../operation.js';

/** @param added by partner, how many charges a request would create */
export function chargesRefusal(added: ReadonlyMap<string, number>, catalog: Catalog): Refused | null {
  const over = [...added].flatMap(([partnerId, more]) => {
    const has = catalog.of('customer-charges', partnerId).length;
    return has + more <= MAX_CHARGES_PER_PARTNER
      ? []
      : [`${partnerId} has ${has} charges and may have ${MAX_CHARGES_PER_PARTNER}: ${more} more do not fit`];
  });
  return over.length === 0
    ? null
    : refuse('BUSINESS_VALIDATION_FAILED', { message: 'The partner cannot have so many charges', details: over });
}

export function discountRefusal(partnerId: string, catalog: Catalog): Refused | null {
  return catalog.of('discounts', partnerId).length < MAX_DISCOUNTS_PER_PARTNER
    ? null
    : refuse('BUSINESS_VALIDATION_FAILED', {
        message: 'The partner cannot have another discount',
        details: [`The partner has ${MAX_DISCOUNTS_PER_PARTNER} discounts, as many as it may have`],
      });
}
