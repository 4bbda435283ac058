/** How current and how complete pinrate's data of a partner is. */
import type { Catalog } from '../../documents/catalog.js';
import type { ComprehensiveMetadata } from '../../../contract/comprehensive.js';
import { isInForce } from '../../../domain/dates.js';
import { CHARGE_TYPES } from '../../../domain/vocabulary.js';
import type { CardDocuments } from '../../../index/card/documents.js';
import type { Discount, Package } from '../../../model/documents.js';
import { offeredServices } from './comprehensive-parts.js';
import type { PartnerCoverage } from '../zones/coverage.js';

/** The contract's `dataCompleteness` at a moment, in milliseconds since the epoch. */
export function completenessOf(
  { zones, packages, customerCharges, discounts }: CardDocuments,
  coverage: PartnerCoverage,
  catalog: Catalog,
  nowMs: number,
): ComprehensiveMetadata['dataCompleteness'] {
  const isUsable = (row: Package | Discount) => isInForce(row, nowMs);
  const offered = offeredServices(zones.filter(({ status }) => status));
  const types = catalog.all('service-types');
  // a charge for one customer does not cover the others
  const chargeTypes = new Set(
    [...customerCharges, ...catalog.of('customer-charges', '')]
      .filter(({ status, customerId }) => status && !customerId)
      .map(({ type }) => type),
  );
  return {
    zones: share(zones.filter(({ id, status }) => status && coverage.of(id).pincodes > 0).length, zones.length),
    packages: share(packages.filter(isUsable).length, packages.length),
    services: share(types.filter(({ serviceTypeId }) => offered.has(serviceTypeId)).length, types.length),
    charges: share(chargeTypes.size, CHARGE_TYPES.length),
    discounts: share(discounts.filter(isUsable).length, discounts.length),
  };
}

/** Rounded down: 100% means all. */
function share(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.floor((100 * part) / whole)}%`;
}
