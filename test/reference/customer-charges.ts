/** docs/rules.md#customer-charges (fsc, docket, cod, insurance), with bases, bounds and directions of their own. */
import { baseOf, withinBounds, type Amounts } from './amounts.js';
import { byId, isBetween } from './conditions.js';
import type { Covered } from './covered.js';
import type { CustomerCharge, Of } from './documents.js';
import { decimal, Fraction, paise, percentOf } from './exact.js';
import { isInForce } from './moments.js';
import { amountToCollect } from './shipment.js';
import { raised } from './tax.js';
import type { ChargeType } from './types.js';

/** What a percentage without `of` is of. */
const DEFAULT_OF: Record<ChargeType, Of> = {
  fsc: ['freight'],
  docket: ['freight'],
  cod: ['codAmount'],
  insurance: ['declaredValue'],
};

export interface CountedCharge {
  row: CustomerCharge;
  /** Paise. */
  amount: bigint;
}

function matches(row: CustomerCharge, type: ChargeType, { shipment, direction, at, kg }: Covered): boolean {
  const wanted = row.direction ?? 'FORWARD';
  return (
    row.type === type
    && isInForce(row, at)
    && (wanted === 'ANY' || wanted === direction)
    && (row.minKg === null || row.minKg === undefined || decimal(row.minKg).compare(kg) <= 0)
    && (row.maxKg === null || row.maxKg === undefined || kg.compare(decimal(row.maxKg)) <= 0)
    && (type !== 'cod' || (shipment.paymentType === 'COD' && direction !== 'RTO'))
    && isBetween(new Fraction(amountToCollect(shipment), 100n), row.codFrom, row.codTo)
    && (type !== 'insurance' || paise(shipment.declaredValue) > 0n || row.always === true)
  );
}

/** The rows that match of the most specific scope that has any. */
function rowsInScope(covered: Covered, type: ChargeType): CustomerCharge[] {
  const { world, partner, shipment } = covered;
  const isFor = (row: CustomerCharge, partnerId: string | null, customerId: string | null): boolean =>
    row.partnerId === partnerId && (row.customerId ?? null) === customerId;
  const matching = world['customer-charges'].filter((row) => matches(row, type, covered));
  const { customerId } = shipment;
  const customers = matching.filter((row) => customerId !== undefined && isFor(row, partner.partnerId, customerId));
  if (customers.length > 0) return customers;
  const partners = matching.filter((row) => isFor(row, partner.partnerId, null));
  if (partners.length > 0) return partners;
  return matching.filter((row) => isFor(row, null, null));
}

function amountOf(covered: Covered, row: CustomerCharge, type: ChargeType, amounts: Amounts): bigint {
  const of = row.of ?? DEFAULT_OF[type];
  const isFlat = row.chargeType === 'flat';
  const amount = isFlat ? paise(row.value) : percentOf(row.value, baseOf(amounts, { of, above: row.above }));
  return raised(covered, row, isFlat ? null : of, withinBounds(amount, row));
}

/**
 * The charge of a type, null without a row. Of the rows that match:
 * 1. the partner's rows for this customer, else the partner's rows for everybody, else those of no partner
 * 2. the highest amount, as it is charged
 * 3. the lowest id
 */
export function customerCharge(covered: Covered, type: ChargeType, amounts: Amounts): CountedCharge | null {
  let best: CountedCharge | null = null;
  for (const row of rowsInScope(covered, type).sort(byId)) {
    const amount = amountOf(covered, row, type, amounts);
    if (best === null || amount > best.amount) best = { row, amount };
  }
  return best;
}
