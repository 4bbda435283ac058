/** docs/rules.md#pricing: what a partner charges, in integer paise, in the order of evaluation. */
import type { Amounts } from './amounts.js';
import { byId, highest, isNamed, isOfParcel } from './conditions.js';
import type { Covered } from './covered.js';
import { customerCharge, type CountedCharge } from './customer-charges.js';
import type { Discount } from './documents.js';
import { decimal, paise, percentOf, smaller, toNumber } from './exact.js';
import { isInForce } from './moments.js';
import { freightOf } from './returns.js';
import { serviceCharges } from './service-charges.js';
import { amountToCollect } from './shipment.js';
import { surchargesOf, surchargesThatMatch, type Counted } from './surcharges.js';
import { taxOf, type Tax } from './tax.js';
import type { ChargeType, Entry, OtherCharge, PriceOutcome } from './types.js';

/** docs/rules.md#pricing: 4,999,999,999,999.99 Rupees. */
const MAX_SUBTOTAL = 499_999_999_999_999n;
/** Behind the services, which have the order 100; a surcharge of equal order comes behind the standard charge. */
const ORDERS: [ChargeType, number][] = [
  ['docket', 200],
  ['cod', 300],
  ['insurance', 400],
  ['fsc', 900],
];

interface Discounted {
  row: Discount;
  amount: bigint;
}

/**
 * The discount, null without one. Of the partner's rows in force for this customer whose band holds the weight:
 * 1. the customer's before the general ones
 * 2. the lower band
 * 3. the lowest id
 */
function chooseDiscount(covered: Covered, freight: bigint, taxable: bigint): Discounted | null {
  const { world, partner, shipment, at, kg } = covered;
  const matching = world.discounts.filter(
    (row) =>
      row.partnerId === partner.partnerId
      && isInForce(row, at)
      && isOfParcel(row, shipment)
      && decimal(row.fromWeight).compare(kg) <= 0
      && kg.compare(decimal(row.toWeight)) <= 0,
  );
  const rows = highest(matching, ({ customerId }) => isNamed(customerId));
  const row = rows.sort((a, b) => a.fromWeight - b.fromWeight || byId(a, b))[0];
  if (!row) return null;
  const base = row.appliesTo === 'FREIGHT' ? freight : taxable;
  const amount = row.discountType === 'flat' ? paise(row.discountValue) : percentOf(row.discountValue, base);
  return { row, amount: smaller(amount, base) };
}

interface Charged {
  charges: Map<ChargeType, CountedCharge | null>;
  surcharges: Counted[];
}

/** Every charge behind the services, in the order of evaluation: each sees the amounts of those before it. */
function chargeInOrder(covered: Covered, amounts: Amounts): Charged {
  const rows = surchargesThatMatch(covered);
  const orders = [...new Set([...ORDERS.map(([, order]) => order), ...rows.map((row) => row.order)])];
  const charged: Charged = { charges: new Map(), surcharges: [] };
  for (const order of orders.sort((a, b) => a - b)) {
    for (const [type] of ORDERS.filter((standard) => standard[1] === order)) {
      const counted = customerCharge(covered, type, amounts);
      charged.charges.set(type, counted);
      amounts.set(type, counted?.amount ?? 0n);
    }
    const counted = surchargesOf(
      rows.filter((row) => row.order === order),
      covered,
      amounts,
    );
    for (const { row, amount } of counted) amounts.set(row.code, (amounts.get(row.code) ?? 0n) + amount);
    charged.surcharges.push(...counted);
  }
  return charged;
}

interface Parts extends Charged {
  freightEntries: Entry[];
  other: OtherCharge[];
  discount: Discounted | null;
  tax: Tax;
}

/** Tax within the other amounts has entries of 0; what falls away of it is negative. */
function taxEntries({ cgst, sgst, igst, isIncluded, fallenAway, rule }: Tax): Entry[] {
  const gst = { component: 'gst', rule };
  if (fallenAway > 0n) return [{ ...gst, amount: -toNumber(fallenAway) }];
  return [cgst, sgst, igst]
    .filter((amount) => amount > 0n)
    .map((amount) => ({
      ...gst,
      ...(isIncluded ? { amount: 0, included: toNumber(amount) } : { amount: toNumber(amount) }),
    }));
}

/** Every amount once, in the order of the breakdown. */
function breakdownOf({ freightEntries, charges, other, surcharges, discount, tax }: Parts): Entry[] {
  const entries = [...freightEntries];
  for (const type of ['fsc', 'cod', 'docket', 'insurance'] as const) {
    const counted = charges.get(type);
    if (counted)
      entries.push({
        component: `${type}Charge`,
        rule: `customer-charges/${counted.row.id}`,
        amount: toNumber(counted.amount),
      });
  }
  for (const { service, zoneId, amount } of other)
    entries.push({ component: 'otherCharges', rule: `zones/${zoneId}/services/${service}`, amount });
  for (const { row, amount } of surcharges)
    entries.push({ component: 'otherCharges', rule: `surcharges/${row.id}`, amount: toNumber(amount) });
  if (discount)
    entries.push({
      component: 'discount',
      rule: `discounts/${discount.row.id}`,
      amount: -toNumber(discount.amount),
    });
  return [...entries, ...taxEntries(tax)];
}

export function price(covered: Covered): PriceOutcome {
  const { shipment, weighed } = covered;
  const found = freightOf(covered);
  if (found === null) return { price: null, reason: 'NO_RATE' };
  const {
    terms,
    freight: { packageRow, distanceRow, byWeight, byDistance },
  } = found;
  const freight = byWeight + byDistance;
  const other = serviceCharges(covered);
  const services = other.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

  const amounts: Amounts = new Map([
    ['weightCharge', byWeight],
    ['distanceCharge', byDistance],
    ['freight', freight],
    ['services', services],
    ['declaredValue', paise(shipment.declaredValue)],
    ['codAmount', amountToCollect(shipment)],
  ]);
  const { charges, surcharges } = chargeInOrder(covered, amounts);
  const sumOf = (counted: Counted[]): bigint => counted.reduce((sum, { amount }) => sum + amount, 0n);
  const standard = ORDERS.reduce((sum, [type]) => sum + amounts.get(type)!, 0n);
  const otherTotal = services + sumOf(surcharges);
  const nonTaxable = sumOf(surcharges.filter(({ row }) => row.taxable === false));

  const subtotal = freight + standard + otherTotal;
  if (subtotal > MAX_SUBTOTAL) return { price: null, reason: 'PRICE_TOO_LARGE' };
  const discount = chooseDiscount(covered, freight, subtotal - nonTaxable);
  const tax = taxOf(covered, subtotal - nonTaxable - (discount?.amount ?? 0n));

  const rules = terms
    ? [`rto-terms/${terms.id}`, `rto-terms/${terms.id}`]
    : [`packages/${packageRow.id}`, `distance-charges/${distanceRow?.id}`];
  const freightEntries = [
    { component: 'weightCharge', rule: rules[0], amount: toNumber(byWeight) },
    ...(distanceRow ? [{ component: 'distanceCharge', rule: rules[1], amount: toNumber(byDistance) }] : []),
  ];
  return {
    reason: null,
    price: {
      chargeableGrams: toNumber(weighed.chargeable),
      actualGrams: toNumber(weighed.actual),
      volumetricGrams: weighed.volumetric === null ? null : toNumber(weighed.volumetric),
      weightType: weighed.isVolumetric ? 'VOLUMETRIC' : 'ACTUAL',
      lane: covered.lane,
      laneRuleId: covered.laneRuleId,
      distanceKm: covered.tenthsOfKm / 10,
      packageRowId: packageRow.id,
      distanceRowId: distanceRow?.id ?? null,
      rtoTermsId: terms?.id ?? null,
      weightCharge: toNumber(byWeight),
      distanceCharge: toNumber(byDistance),
      fsc: toNumber(amounts.get('fsc')!),
      cod: toNumber(amounts.get('cod')!),
      docket: toNumber(amounts.get('docket')!),
      insurance: toNumber(amounts.get('insurance')!),
      other,
      surcharges: surcharges.map(({ row, amount, base }) => ({
        id: row.id,
        code: row.code,
        amount: toNumber(amount),
        base: base === null ? null : toNumber(base),
        isTaxable: row.taxable !== false,
      })),
      otherTotal: toNumber(otherTotal),
      subtotal: toNumber(subtotal),
      nonTaxable: toNumber(nonTaxable),
      discount: toNumber(discount?.amount ?? 0n),
      discountId: discount?.row.id ?? null,
      taxable: toNumber(tax.taxable),
      isWithinState: tax.isWithinState,
      gst: toNumber(tax.gst),
      cgst: toNumber(tax.cgst),
      sgst: toNumber(tax.sgst),
      igst: toNumber(tax.igst),
      recipientLiability: toNumber(tax.recipientLiability),
      regime: tax.regime,
      isTaxIncluded: tax.isIncluded,
      taxUnit: toNumber(tax.unit),
      taxFallenAway: toNumber(tax.fallenAway),
      sac: tax.sac,
      gstPercent: tax.percent,
      total: toNumber(tax.taxable + nonTaxable + tax.gst),
      breakdown: breakdownOf({ freightEntries, charges, other, surcharges, discount, tax }),
    },
  };
}
