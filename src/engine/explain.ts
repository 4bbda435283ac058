/** The breakdown of a price: every rule that was applied, on what, at what rate, in the order applied. Its amounts sum to the total. */
import { toPercent } from '../domain/money.js';
import type { Price } from '../domain/pricing.js';
import type { AmountColumns } from '../domain/rate-card.js';
import { type ChargeChoice, NO_ROW } from '../domain/rates.js';
import { SERVICE_TYPE_IDS } from '../domain/vocabulary.js';
import type { GenerationView, PartnerView } from '../index/view.js';
import { asJson, type Json, rupeesJson, toJson } from './json.js';

/**
 * The entries of an offer's price, as a JSON array of
 * `{component, category, description, rule, base, rate, calculation, amount}`: `rule` is the document that set the amount
 * as collection/id (the setting for GST), `base` the Rupees that a percentage is of and `rate` the percent, both null for
 * a flat amount, `amount` Rupees, negative for a discount.
 */
export function explain(view: GenerationView, partner: PartnerView, price: Price, declaredPaise: number, gstRate: number): Json {
  const { card } = partner;
  const own = labelsOf(partner.names);
  let entries = `${own.package(partner, price.packageRow)}${weightCalculation(partner, price)}","amount":${rupeesJson(price.weightPaise)}}`;
  if (price.distanceRow !== NO_ROW) {
    entries += amountEntry(own.distance(partner, price.distanceRow), card.distances, price.distanceRow, price.weightPaise, rupeesJson(price.distancePaise));
  }
  const charge = (kind: ChargeKind, choice: ChargeChoice | null, basePaise: number) => {
    if (choice === null) return;
    const shared = choice.scope === 'default';
    const rows = shared ? view.defaultCharges : card.charges;
    const labels = shared ? labelsOf(view.defaultCharges) : own;
    entries += amountEntry(labels.charge(kind, choice, rows), rows, choice.row, basePaise, rupeesJson(choice.paise));
  };
  charge('fsc', price.fsc, price.freightPaise);
  charge('cod', price.cod, declaredPaise);
  charge('docket', price.docket, price.freightPaise);
  charge('insurance', price.insurance, declaredPaise);
  for (const service of price.services) {
    const label = own.service(partner, service.service, service.end, service.zone);
    entries += `,${label}"base":null,"rate":null,"calculation":"flat ${rupees(service.paise)}","amount":${rupeesJson(service.paise)}}`;
  }
  if (price.discountRow !== NO_ROW) {
    entries += amountEntry(own.discount(partner, price.discountRow), card.discounts, price.discountRow, price.subtotalPaise, rupeesJson(-price.discountPaise));
  }
  const percent = toPercent(gstRate);
  return asJson(`[${entries},${GST_LABEL}"base":${rupeesJson(price.taxablePaise)},"rate":${percent},"calculation":"${percent} % of ${rupees(price.taxablePaise)}","amount":${rupeesJson(price.gstPaise)}}]`);
}

type ChargeKind = keyof typeof CHARGE_LABELS;
const CHARGE_LABELS = {
  fsc: ['fscCharge', 'Fuel surcharge'],
  cod: ['codCharge', 'Cash on delivery'],
  docket: ['docketCharge', 'Docket'],
  insurance: ['insuranceCharge', 'Insurance of the declared value'],
} as const;

const GST_LABEL = label('gst', 'tax', 'Goods and Services Tax', 'GST_PERCENT');

/** `{"component":…,"category":…,"description":…,"rule":…,`: what of an entry is the same whenever its row applies. */
function label(component: string, category: string, description: string, rule: string): string {
  return `${toJson({ component, category, description, rule }).slice(0, -1)},`;
}

/** The labels of a card's rows, made when a row is first explained. */
class RowLabels {
  readonly #made = new Map<string, string[]>();

  package({ names }: PartnerView, row: number): string {
    const { id, packageName } = names.packages[row]!;
    return this.#once('package', row, () => `${label('weightCharge', 'freight', packageName, `packages/${id}`)}"base":null,"rate":null,"calculation":"`);
  }

  distance({ card: { distances } }: PartnerView, row: number): string {
    return this.#once('distance', row, () =>
      label('distanceCharge', 'freight', `Distance ${distances.fromKm[row]!} to ${distances.toKm[row]!} km`, `distance-charges/${distances.id[row]!}`));
  }

  charge(kind: ChargeKind, { scope, row }: ChargeChoice, rows: AmountColumns): string {
    const [component, description] = CHARGE_LABELS[kind];
    return this.#once('charge', row, () => label(component, 'surcharge', `${description} (${scope} rate)`, `customer-charges/${rows.id[row]!}`));
  }

  discount({ names }: PartnerView, row: number): string {
    const { id, description } = names.discounts[row]!;
    return this.#once('discount', row, () => label('discount', 'discount', description, `discounts/${id}`));
  }

  service({ names }: PartnerView, service: number, end: 'pickup' | 'delivery', zone: number): string {
    const name = SERVICE_TYPE_IDS[service]!;
    const { id, name: zoneName } = names.zones[zone - 1]!;
    return this.#once(end, zone * SERVICE_TYPE_IDS.length + service, () => label('otherCharges', 'service', `${name} at ${end}, zone ${zoneName}`, `zones/${id}/services/${name}`));
  }

  #once(list: string, row: number, make: () => string): string {
    let labels = this.#made.get(list);
    if (labels === undefined) this.#made.set(list, (labels = []));
    return (labels[row] ??= make());
  }
}

const labelsByOwner = new WeakMap<object, RowLabels>();

/** `owner` is what stays the same while the rows do: a card's names, or the default charges. */
function labelsOf(owner: object): RowLabels {
  let labels = labelsByOwner.get(owner);
  if (labels === undefined) labelsByOwner.set(owner, (labels = new RowLabels()));
  return labels;
}

function amountEntry(rowLabel: string, rows: AmountColumns, row: number, basePaise: number, amount: Json): string {
  if (rows.isPercentage[row] !== 1) return `,${rowLabel}"base":null,"rate":null,"calculation":"flat ${rupees(rows.value[row]!)}","amount":${amount}}`;
  const rate = toPercent(rows.value[row]!);
  return `,${rowLabel}"base":${rupeesJson(basePaise)},"rate":${rate},"calculation":"${rate} % of ${rupees(basePaise)}","amount":${amount}}`;
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
