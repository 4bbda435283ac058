/** Every rule behind a price, in the order applied. */
import { toRupees } from '../../../src/domain/money.js';
import { type AppliedCharge, type Offer, weightSteps } from './rules.js';

export interface BreakdownEntry {
  component: string;
  category: string;
  description: string;
  rule: string;
  rate: number | null;
  base: number | null;
  calculation: string;
  amount: number;
}

export function breakdown({ price, grams }: Offer): BreakdownEntry[] {
  const { package: row, distance, charges, discount } = price;
  const steps = weightSteps(row, grams);
  const first = `${inr(row.baseCharge)} up to ${row.baseWeight} g`;
  const entries: BreakdownEntry[] = [
    {
      component: 'weightCharge',
      category: 'freight',
      description: row.packageName,
      rule: `packages/${row.id}`,
      rate: null,
      base: null,
      calculation: steps === 0 ? first : `${first} + ${steps} x ${inr(row.addonCharge)} per ${row.addonWeight} g`,
      amount: toRupees(price.weightPaise),
    },
  ];
  if (distance !== null) {
    const description = `Distance ${distance.row.distanceFrom} to ${distance.row.distanceTo} km`;
    entries.push(
      entryOf(distance, 1, { component: 'distanceCharge', category: 'freight', description, rule: 'distance-charges' }),
    );
  }
  for (const [type, component, kind] of CHARGES) {
    const charge = charges[type];
    if (charge === null) continue;
    const scope = charge.row.partnerId === null ? 'default' : charge.row.customerId ? 'customer' : 'partner';
    entries.push(
      entryOf(charge, 1, {
        component,
        category: 'surcharge',
        description: `${kind} (${scope} rate)`,
        rule: 'customer-charges',
      }),
    );
  }
  for (const { service, end, zone, paise } of price.services) {
    entries.push({
      component: 'otherCharges',
      category: 'service',
      description: `${service} at ${end}, zone ${zone.name}`,
      rule: `zones/${zone.id}/services/${service}`,
      rate: null,
      base: null,
      calculation: `flat ${inr(toRupees(paise))}`,
      amount: toRupees(paise),
    });
  }
  if (discount !== null)
    entries.push(
      entryOf(discount, -1, {
        component: 'discount',
        category: 'discount',
        description: discount.row.description ?? '',
        rule: 'discounts',
      }),
    );
  const taxable = toRupees(price.taxablePaise);
  for (const { name, percent, paise } of price.taxes) {
    entries.push({
      component: 'gst',
      category: 'tax',
      description: name,
      rule: 'GST_PERCENT',
      rate: percent,
      base: taxable,
      calculation: `${percent} % of ${inr(taxable)}`,
      amount: toRupees(paise),
    });
  }
  return entries;
}

const CHARGES = [
  ['fsc', 'fscCharge', 'Fuel surcharge'],
  ['cod', 'codCharge', 'Cash on delivery'],
  ['docket', 'docketCharge', 'Docket'],
  ['insurance', 'insuranceCharge', 'Insurance of the declared value'],
] as const;

function entryOf(
  { rate, basePaise, paise }: AppliedCharge<unknown>,
  sign: 1 | -1,
  { rule, ...labels }: Pick<BreakdownEntry, 'component' | 'category' | 'description' | 'rule'>,
): BreakdownEntry {
  const isPercentage = rate.type === 'percentage';
  const base = toRupees(basePaise);
  return {
    ...labels,
    rule: `${rule}/${rate.id}`,
    rate: isPercentage ? rate.value : null,
    base: isPercentage ? base : null,
    calculation: isPercentage ? `${rate.value} % of ${inr(base)}` : `flat ${inr(rate.value)}`,
    amount: toRupees(sign * paise),
  };
}

const inr = (rupees: number): string => `INR ${rupees.toFixed(2)}`;
