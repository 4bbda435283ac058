/** Surcharges: who may read which, and their resources. */
import {
  CustomerCharge as CustomerChargeResource,
  DistanceCharge as DistanceChargeResource,
  listCustomerCharges as listContract,
  listPartnerCharges as partnerContract,
} from '../../../contract/charges.js';
import { CHARGE_TYPES, type ChargeType, RATE_TYPES, type RateType } from '../../../domain/vocabulary.js';
import type { CustomerCharge, DistanceCharge } from '../../../model/documents.js';
import { countBy, pageOf } from '../lists/listing.js';
import { answer, implement } from '../operation.js';
import { partnerOf } from '../owner.js';

/** The catalog's key for charges that belong to no partner. */
const DEFAULTS = '';

export const listCustomerCharges = implement(listContract, ({ caller, query }, api) => {
  let owner = DEFAULTS;
  if (query.partnerId !== undefined) {
    const scoped = partnerOf(caller, query.partnerId, api);
    if (!scoped.ok) return scoped;
    owner = scoped.value.partnerId;
  }
  const rows = matching(api.catalog.of('customer-charges', owner), query);
  const page = pageOf(rows, query);
  return answer({ data: page.rows.map(customerChargeResource), pagination: page.pagination, summary: totalsOf(rows) });
});

export const listPartnerCharges = implement(partnerContract, ({ caller, params, query }, api) => {
  const scoped = partnerOf(caller, params.partnerId, api);
  if (!scoped.ok) return scoped;
  const { partnerId, name } = scoped.value;
  const rows = matching(api.catalog.of('customer-charges', partnerId), query);
  const distances = api.catalog.of('distance-charges', partnerId).filter((row) => hasRate(row, query));
  const page = pageOf(rows, query);
  return answer({
    data: {
      partnerId,
      partnerName: name,
      charges: page.rows.map(customerChargeResource),
      distanceCharges: distances.map(distanceChargeResource),
      summary: {
        ...totalsOf(rows),
        totalDistanceCharges: distances.length,
        activeDistanceCharges: distances.filter(({ status }) => status).length,
      },
    },
    pagination: page.pagination,
  });
});

interface RateFilter {
  chargeType?: RateType;
  status?: boolean;
}

function matching(
  rows: readonly CustomerCharge[],
  filter: RateFilter & { type?: ChargeType },
): readonly CustomerCharge[] {
  return rows.filter((row) => (filter.type === undefined || row.type === filter.type) && hasRate(row, filter));
}

function hasRate(row: { chargeType: RateType; status: boolean }, { chargeType, status }: RateFilter): boolean {
  return (chargeType === undefined || row.chargeType === chargeType) && (status === undefined || row.status === status);
}

function totalsOf(rows: readonly CustomerCharge[]) {
  return {
    totalCharges: rows.length,
    activeCharges: rows.filter(({ status }) => status).length,
    byType: chargesByType(rows),
    byChargeType: countBy(rows, RATE_TYPES, (row) => row.chargeType),
  };
}

export function chargesByType(rows: readonly CustomerCharge[]): Record<ChargeType, number> {
  return countBy(rows, CHARGE_TYPES, (row) => row.type);
}

export const customerChargeResource = (row: CustomerCharge) =>
  CustomerChargeResource.of(row, {
    applicableFor: typeof row.customerId === 'string' ? 'specific_customer' : 'partner_customers',
  });

export const distanceChargeResource = (row: DistanceCharge) => DistanceChargeResource.of(row, {});
