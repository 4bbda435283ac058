/** Discounts by weight: who may read which, and their summaries. */
import {
  Discount as DiscountResource,
  listDiscounts as listContract,
  listPartnerDiscounts as partnerContract,
} from '../../../contract/discounts.js';
import { isInForce, isWithin, periodOf } from '../../../domain/dates.js';
import { RATE_TYPES, type RateType } from '../../../domain/vocabulary.js';
import type { Discount } from '../../../model/documents.js';
import { toRate } from '../../../domain/money.js';
import { countBy, pageOf } from '../lists/listing.js';
import { answer, implement } from '../operation.js';
import { partnerOf } from '../owner.js';

export const listDiscounts = implement(listContract, ({ caller, query, receivedAtMs }, api) => {
  const scoped = partnerOf(caller, query.partnerId, api);
  if (!scoped.ok) return scoped;
  const { partnerId } = scoped.value;
  const rows = matching(api.catalog.of('discounts', partnerId), query, receivedAtMs);
  const page = pageOf(rows, query);
  return answer({
    data: page.rows.map((row) => discountResource(row, receivedAtMs)),
    pagination: page.pagination,
    summary: discountsSummary(partnerId, rows, receivedAtMs),
  });
});

export const listPartnerDiscounts = implement(partnerContract, ({ caller, params, query, receivedAtMs }, api) => {
  const scoped = partnerOf(caller, params.partnerId, api);
  if (!scoped.ok) return scoped;
  const { partnerId, name } = scoped.value;
  const rows = matching(api.catalog.of('discounts', partnerId), query, receivedAtMs);
  const page = pageOf(rows, query);
  return answer({
    data: {
      partnerId,
      partnerName: name,
      discounts: page.rows.map((row) => discountResource(row, receivedAtMs)),
      summary: discountsSummary(partnerId, rows, receivedAtMs),
    },
    pagination: page.pagination,
  });
});

interface Filter {
  discountType?: RateType;
  status?: boolean;
  validOnly: boolean;
  /** Kilograms. */
  minWeight?: number;
  maxWeight?: number;
}

function matching(
  rows: readonly Discount[],
  { discountType, status, validOnly, minWeight = 0, maxWeight = Infinity }: Filter,
  nowMs: number,
): readonly Discount[] {
  return rows.filter(
    (row) =>
      (discountType === undefined || row.discountType === discountType)
      && (status === undefined || row.status === status)
      && (!validOnly || isWithin(periodOf(row), nowMs))
      && row.toWeight >= minWeight
      && row.fromWeight <= maxWeight,
  );
}

/** The contract's Discount. */
export function discountResource(row: Discount, nowMs: number) {
  const isCurrentlyValid = isWithin(periodOf(row), nowMs);
  return DiscountResource.of(row, {
    isCurrentlyValid,
    applicabilityRules: {
      weightRange: weightText(row),
      validityPeriod: periodText(row.validFrom ?? null, row.validTo ?? null),
      applicableShipments: applicableShipments(row, isCurrentlyValid),
    },
  });
}

function weightText({ fromWeight, toWeight }: Discount): string {
  return `${fromWeight} kg to ${toWeight} kg`;
}

function applicableShipments(row: Discount, isCurrentlyValid: boolean): string {
  if (!row.status) return 'None: it is inactive';
  return isCurrentlyValid
    ? `All of the partner with a chargeable weight of ${weightText(row)}`
    : 'None now: it is outside of its dates';
}

function periodText(from: string | null, to: string | null): string {
  if (from === null) return to === null ? 'always' : `until ${to}`;
  return to === null ? `from ${from}` : `from ${from} to ${to}`;
}

/** The contract's DiscountsSummary of these rows. */
export function discountsSummary(partnerId: string, rows: readonly Discount[], nowMs: number) {
  return {
    partnerId,
    totalDiscounts: rows.length,
    activeDiscounts: rows.filter(({ status }) => status).length,
    validDiscounts: rows.filter((row) => isWithin(periodOf(row), nowMs)).length,
    discountsByType: countBy(rows, RATE_TYPES, (row) => row.discountType),
    avgDiscountPercentage: meanPercentage(rows),
    totalPotentialSavings: savingsText(rows.filter((row) => isInForce(row, nowMs))),
  };
}

const HUNDREDTHS = 100;

/** Rounded half up to two decimals; 0 without percentages. */
function meanPercentage(rows: readonly Discount[]): number {
  const rates = rows
    .filter(({ discountType }) => discountType === 'percentage')
    .map(({ discountValue }) => toRate(discountValue));
  if (rates.length === 0) return 0;
  const sum = rates.reduce((total, rate) => total + rate, 0);
  const ratePerHundredth = toRate(1) / HUNDREDTHS;
  return Math.floor((2 * sum + rates.length * ratePerHundredth) / (2 * rates.length * ratePerHundredth)) / HUNDREDTHS;
}

function savingsText(rows: readonly Discount[]): string {
  const most = (type: RateType) =>
    Math.max(0, ...rows.filter(({ discountType }) => discountType === type).map(({ discountValue }) => discountValue));
  const percent = most('percentage');
  const rupees = most('flat');
  const parts = [...(percent > 0 ? [`${percent} %`] : []), ...(rupees > 0 ? [`INR ${rupees.toFixed(2)}`] : [])];
  return parts.length === 0 ? 'None' : `Up to ${parts.join(' or ')} a shipment`;
}
