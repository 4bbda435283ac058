/** The breakdown of a price: every rule that was applied, on what, at what rate, in the order applied. Its amounts sum to the total. */
import { toPercent, toRupees } from '../domain/money.js';
import type { Price } from '../domain/pricing.js';
import type { AmountColumns } from '../domain/rate-card.js';
import { type ChargeChoice, NO_ROW } from '../domain/rates.js';
import { SERVICE_TYPE_IDS } from '../domain/vocabulary.js';
import type { GenerationView, PartnerView } from '../index/view.js';

export interface BreakdownEntry {
  component: string;
  category: 'freight' | 'surcharge' | 'service' | 'discount' | 'tax';
  description: string;
  /** The document that set the amount, as collection/id; the setting for GST. */
  rule: string;
  /** What a percentage is of, in Rupees; null for a flat amount. */
  base: number | null;
  /** Percent; null for a flat amount. */
  rate: number | null;
  calculation: string;
  /** Rupees; negative for a discount. */
  amount: number;
}

/** The breakdown of an offer's price. */
export function explain(view: GenerationView, partner: PartnerView, price: Price, declaredPaise: number, gstRate: number): BreakdownEntry[] {
  const { card, names } = partner;
  const row = names.packages[price.packageRow]!;
  const entries: BreakdownEntry[] = [{
    component: 'weightCharge', category: 'freight', description: row.packageName, rule: `packages/${row.id}`, base: null, rate: null,
    calculation: weightCalculation(partner, price), amount: toRupees(price.weightPaise),
  }];
  if (price.distanceRow !== NO_ROW) {
    const { fromKm, toKm } = card.distances;
    entries.push(amountEntry(card.distances, price.distanceRow, price.weightPaise, price.distancePaise, {
      component: 'distanceCharge', category: 'freight', rule: 'distance-charges',
      description: `Distance ${fromKm[price.distanceRow]!} to ${toKm[price.distanceRow]!} km`,
    }));
  }
  const charge = (choice: ChargeChoice | null, component: string, description: string, basePaise: number) => {
    if (choice === null) return;
    const rows = choice.scope === 'default' ? view.defaultCharges : card.charges;
    entries.push(amountEntry(rows, choice.row, basePaise, choice.paise, {
      component, category: 'surcharge', rule: 'customer-charges', description: `${description} (${choice.scope} rate)`,
    }));
  };
  charge(price.fsc, 'fscCharge', 'Fuel surcharge', price.freightPaise);
  charge(price.cod, 'codCharge', 'Cash on delivery', declaredPaise);
  charge(price.docket, 'docketCharge', 'Docket', price.freightPaise);
  charge(price.insurance, 'insuranceCharge', 'Insurance of the declared value', declaredPaise);
  for (const service of price.services) {
    const zone = names.zones[service.zone - 1]!;
    const name = SERVICE_TYPE_IDS[service.service]!;
    entries.push({
      component: 'otherCharges', category: 'service', description: `${name} at ${service.end}, zone ${zone.name}`, rule: `zones/${zone.id}/services/${name}`,
      base: null, rate: null, calculation: `flat ${rupees(service.paise)}`, amount: toRupees(service.paise),
    });
  }
  if (price.discountRow !== NO_ROW) {
    const entry = amountEntry(card.discounts, price.discountRow, price.subtotalPaise, price.discountPaise, {
      component: 'discount', category: 'discount', rule: 'discounts', description: names.discounts[price.discountRow]!.description,
    });
    entries.push({ ...entry, amount: -entry.amount });
  }
  const gstPercent = toPercent(gstRate);
  entries.push({
    component: 'gst', category: 'tax', description: 'Goods and Services Tax', rule: 'GST_PERCENT', base: toRupees(price.taxablePaise), rate: gstPercent,
    calculation: `${gstPercent} % of ${rupees(price.taxablePaise)}`, amount: toRupees(price.gstPaise),
  });
  return entries;
}

type Labels = Pick<BreakdownEntry, 'component' | 'category' | 'description' | 'rule'>;

function amountEntry(rows: AmountColumns, row: number, basePaise: number, paise: number, labels: Labels): BreakdownEntry {
  const isPercentage = rows.isPercentage[row] === 1;
  const rate = isPercentage ? toPercent(rows.value[row]!) : null;
  return {
    component: labels.component, category: labels.category, description: labels.description, rule: `${labels.rule}/${rows.id[row]!}`,
    base: isPercentage ? toRupees(basePaise) : null, rate,
    calculation: isPercentage ? `${rate} % of ${rupees(basePaise)}` : `flat ${rupees(rows.value[row]!)}`, amount: toRupees(paise),
  };
}

/** How the base slab and the started steps above it make the weight charge. */
function weightCalculation({ card: { packages } }: PartnerView, { packageRow, chargeableGrams }: Price): string {
  const first = `${rupees(packages.basePaise[packageRow]!)} up to ${packages.baseGrams[packageRow]!} g`;
  const steps = weightSteps(packages.baseGrams[packageRow]!, packages.addonGrams[packageRow]!, chargeableGrams);
  return steps === 0 ? first : `${first} + ${steps} x ${rupees(packages.addonPaise[packageRow]!)} per ${packages.addonGrams[packageRow]!} g`;
}

/** Started steps above the base weight. */
export function weightSteps(baseGrams: number, addonGrams: number, grams: number): number {
  return grams <= baseGrams ? 0 : Math.ceil((grams - baseGrams) / addonGrams);
}

/** Paise as `INR 1163.40`: plain ASCII keeps an answer a one-byte string. */
export function rupees(paise: number): string {
  const fraction = paise % 100;
  return `INR ${(paise - fraction) / 100}.${fraction < 10 ? '0' : ''}${fraction}`;
}
