/**
 * The entries of a breakdown as JSON text. Everything that is equal for all prices is made once per row. For a price
 * only a base and an amount are inserted, in as few pieces as possible: joining each piece costs time.
 */
import { toPercent } from '../../domain/money.js';
import type { Price } from '../../domain/pricing.js';
import {
  type AmountColumns,
  type ChargeColumns,
  type DiscountColumns,
  type DistanceColumns,
  NO_LANE,
  type PackageColumns,
  type RateCard,
} from '../../domain/rate-card.js';
import { NO_ROW, startedSteps } from '../../domain/rates.js';
import type { ServiceCharge } from '../../domain/service-charges.js';
import { type ChargeChoice } from '../../domain/customer-charges.js';
import { amountOf } from '../../domain/amounts.js';
import { FORWARD_CHARGE, RATE_OF_SETTINGS, ZERO_RATED } from '../../domain/tax.js';
import { CHARGE_TYPES, CUSTOMER_TYPES, SERVICE_TYPE_IDS, SHIPMENT_TYPES } from '../../domain/vocabulary.js';
import type { DiscountName } from '../../index/card/discounts.js';
import type { PartnerView } from '../../index/view.js';
import { afterComma, inOnePiece, type Json, membersOf, rupeesJson } from '../../json.js';
import { derived } from '../../model/derived.js';
import { textsByRow } from './parts.js';

/** How detailed an entry is. */
export type Detail = 'full' | 'brief';

/** A row's entry: complete when its amount is flat, otherwise two parts around the base. */
type RowEntry = string | PercentageEntry;

export interface PercentageEntry {
  /** Up to the base. */
  head: string;
  /** From after the base up to where the calculation repeats it; null when it is not shown. */
  calculation: string | null;
}

interface PackageEntry {
  /** Up to the amount; with a calculation, up to and including the base slab in it. */
  head: string;
  /** From after the number of steps to the end of their sum; null when the calculation is not shown. */
  calculation: string | null;
}

const CHARGE_LABELS = {
  fsc: ['fscCharge', 'Fuel surcharge'],
  cod: ['codCharge', 'Cash on delivery'],
  docket: ['docketCharge', 'Docket'],
  insurance: ['insuranceCharge', 'Insurance of the declared value'],
} as const;

export interface Label {
  component: string;
  category: 'freight' | 'surcharge' | 'service' | 'discount' | 'tax';
  description: string;
  rule: string;
  /** Of a surcharge. */
  code?: string;
}

/** The entry of a row with an amount. */
export function entryOf(entry: RowEntry, basePaise: number, amountPaise: number, bound = ''): string {
  return typeof entry === 'string' ? entry : percentageEntry(entry, basePaise, rupeesJson(amountPaise), bound);
}

/** `bound`: the end of the calculation if the amount is that of a bound. */
export function percentageEntry(
  { head, calculation }: PercentageEntry,
  basePaise: number,
  amount: Json,
  bound = '',
): string {
  const base = rupeesJson(basePaise);
  return calculation === null
    ? `${head}${base},"amount":${amount}}`
    : `${head}${base}${calculation}${rupees(basePaise)}${bound}","amount":${amount}}`;
}

/** A text with the bound that set the amount; '' if no bound did. */
export function boundText(exact: number, paise: number): string {
  if (paise === exact) return '';
  return paise > exact ? `, at least ${rupees(paise)}` : `, at most ${rupees(paise)}`;
}

/** Of an amount that was raised by the tax which the partner's amounts include. */
export const raisedText = (netPaise: number): string => `, with tax on ${rupees(netPaise)}`;

/** The entries of a list of charges, at one level of detail. */
export class ChargeEntries {
  readonly #entries: RowEntry[] = [];

  constructor(
    private readonly rows: ChargeColumns,
    private readonly detail: Detail,
  ) {}

  /** The entry of a charge that counts; `type` is its position in CHARGE_TYPES. */
  text(type: number, choice: ChargeChoice): string {
    const { row, basePaise, paise, netPaise } = choice;
    const isRaised = paise !== netPaise;
    const entry = this.#entries[row] ?? this.#of(type, choice);
    if (!isRaised && typeof entry === 'string') return entry;
    const raised = isRaised ? raisedText(netPaise) : '';
    if (typeof entry !== 'string')
      return entryOf(entry, basePaise, paise, this.#bound(row, basePaise, netPaise) + raised);
    // other partners may charge the row without tax
    return rowEntry(this.detail, this.rows, row, this.#label(type, choice), paise, raised) as string;
  }

  #bound(row: number, basePaise: number, paise: number): string {
    if (this.detail === 'brief' || this.rows.minPaise.length === 0) return '';
    return boundText(amountOf(this.rows, row, basePaise), paise);
  }

  #label(type: number, { owner, row }: ChargeChoice): Label {
    const [component, description] = CHARGE_LABELS[CHARGE_TYPES[type]!];
    return {
      component,
      category: 'surcharge',
      description: `${description} (${owner} rate)`,
      rule: `customer-charges/${this.rows.id[row]!}`,
    };
  }

  #of(type: number, choice: ChargeChoice): RowEntry {
    const { row, basePaise, netPaise: paise } = choice;
    const label = this.#label(type, choice);
    // a flat amount is always the same, its bounds included
    return (this.#entries[row] = rowEntry(
      this.detail,
      this.rows,
      row,
      label,
      paise,
      this.#bound(row, basePaise, paise),
    ));
  }
}

/** The entries of charges, a card's or the default ones. */
export const chargeEntriesOf: Record<Detail, (rows: ChargeColumns) => ChargeEntries> = {
  full: derived((rows: ChargeColumns) => new ChargeEntries(rows, 'full')),
  brief: derived((rows: ChargeColumns) => new ChargeEntries(rows, 'brief')),
};

/** The entries of a rate card's rows, at one level of detail. */
export class CardEntries {
  readonly charges: ChargeEntries;
  readonly #detail: Detail;
  readonly #weight: PackageEntry[];
  readonly #distance: RowEntry[];
  /** By zone, service and end, then by kind of customer and shipment. */
  readonly #services: string[][];
  /** A flat one up to its amount, which is limited to its base. */
  readonly #discounts: RowEntry[];

  constructor(detail: Detail, { charges, packages, distances, zones, discounts }: RateCard) {
    this.#detail = detail;
    this.charges = chargeEntriesOf[detail](charges);
    this.#weight = textsOf[detail](packages) as PackageEntry[];
    this.#distance = textsOf[detail](distances) as RowEntry[];
    this.#services = textsOf[detail](zones) as string[][];
    this.#discounts = textsOf[detail](discounts) as RowEntry[];
  }

  weight({ card: { packages }, names }: PartnerView, { packageRow, chargeableGrams, weightPaise }: Price): string {
    const { head, calculation } = (this.#weight[packageRow] ??= this.#packageEntry(
      packages,
      packageRow,
      names.packages.at(packageRow),
    ));
    const amount = rupeesJson(weightPaise);
    if (calculation === null) return `${head}${amount}}`;
    const steps = startedSteps(packages, packageRow, chargeableGrams);
    const minPaise = packages.minPaise.length === 0 ? 0 : packages.minPaise[packageRow]!;
    const sum = steps === 0 ? head : `${head} + ${steps}${calculation}`;
    const least = minPaise > 0 && weightPaise === minPaise ? `, at least ${rupees(minPaise)}` : '';
    return `${sum}${least}","amount":${amount}}`;
  }

  distance(rows: DistanceColumns, lanes: readonly string[], row: number): RowEntry {
    return (this.#distance[row] ??= rowEntry(this.#detail, rows, row, {
      component: 'distanceCharge',
      category: 'freight',
      description: `Distance ${rows.fromKm[row]!} to ${rows.toKm[row]!} km${laneText(rows, lanes, row)}`,
      rule: `distance-charges/${rows.id[row]!}`,
    }));
  }

  service({ names }: PartnerView, { service, end, zone, paise, column }: ServiceCharge): string {
    // the same column is charged at both ends, in two different entries
    const place = (zone * SERVICE_TYPE_IDS.length + service) * 2 + (end === 'pickup' ? 0 : 1);
    const byKind = (this.#services[place] ??= []);
    const kind = column % KINDS;
    const known = byKind[kind];
    if (known !== undefined) return known;
    const name = SERVICE_TYPE_IDS[service]!;
    const { id, name: zoneName } = names.zones[zone - 1]!;
    const label: Label = {
      component: 'otherCharges',
      category: 'service',
      description: `${name} at ${end}, zone ${zoneName}`,
      rule: `zones/${id}/services/${name}`,
    };
    return (byKind[kind] = inOnePiece(flatEntry(this.#detail, label, paise, rupeesJson(paise))));
  }

  discount({ card: { discounts }, names }: PartnerView, price: Price): string {
    const row = price.discountRow;
    const amount = rupeesJson(-price.discountPaise);
    const entry = (this.#discounts[row] ??= discountEntry(this.#detail, discounts, row, names.discounts[row]!));
    return typeof entry === 'string' ? `${entry}${amount}}` : percentageEntry(entry, price.discountBasePaise, amount);
  }

  /** How the base slab and the started steps above it add up to the weight charge. */
  #packageEntry(packages: PackageColumns, row: number, packageName: string): PackageEntry {
    const head = entryStart(this.#detail, {
      component: 'weightCharge',
      category: 'freight',
      description: packageName,
      rule: `packages/${packages.id[row]!}`,
    });
    if (this.#detail === 'brief') return { head: inOnePiece(`${head}"amount":`), calculation: null };
    return {
      head: inOnePiece(
        `${head}${flatMembers('full')}"calculation":"${rupees(packages.basePaise[row]!)} up to ${packages.baseGrams[row]!} g`,
      ),
      calculation: inOnePiece(` x ${stepRupees(packages, row)} per ${packages.addonGrams[row]!} g`),
    };
  }
}

/** See serviceChargeIndex. */
const KINDS = CUSTOMER_TYPES.length * SHIPMENT_TYPES.length;

const textsOf: Record<Detail, (rows: object) => unknown[]> = { full: textsByRow(), brief: textsByRow() };

/** `paise` and `bound` of a flat amount, which is the row's value unless the row has bounds. */
function rowEntry(
  detail: Detail,
  rows: AmountColumns,
  row: number,
  label: Label,
  paise = rows.value[row]!,
  bound = '',
): RowEntry {
  const value = rows.value[row]!;
  return rows.isPercentage[row] === 1
    ? percentageHead(detail, label, toPercent(value))
    : inOnePiece(flatEntry(detail, label, value, rupeesJson(paise), bound));
}

const flatEntry = (detail: Detail, label: Label, paise: number, amount: Json, bound = ''): string =>
  `${flatHead(detail, label, paise, bound)}${amount}}`;

/** The entry of a flat amount up to the amount. */
function flatHead(detail: Detail, label: Label, paise: number, bound = ''): string {
  const calculation = detail === 'full' ? `"calculation":"flat ${rupees(paise)}${bound}",` : '';
  return `${nextEntryStart(detail, label)}${flatMembers(detail)}${calculation}"amount":`;
}

function discountEntry(
  detail: Detail,
  rows: DiscountColumns,
  row: number,
  { id, description }: DiscountName,
): RowEntry {
  const label: Label = { component: 'discount', category: 'discount', description, rule: `discounts/${id}` };
  const value = rows.value[row]!;
  return rows.isPercentage[row] === 1
    ? percentageHead(detail, label, toPercent(value))
    : inOnePiece(flatHead(detail, label, value));
}

/** Of a row that is for one lane only: `, lane A`. */
function laneText({ start }: DistanceColumns, lanes: readonly string[], row: number): string {
  let lane = NO_LANE;
  while (start[lane + 1]! <= row) lane++;
  return lane === NO_LANE ? '' : `, lane ${lanes[lane - 1]!}`;
}

/** The freight of an RTO by percent of the forward charges. It is too rare to be cached. */
export function rtoEntries(detail: Detail, { rtoTerms }: RateCard, price: Price): string {
  const { rtoTermsRow, distanceRow, forwardWeightPaise, weightPaise, forwardDistancePaise, distancePaise } = price;
  const entry = (component: string, what: string, basePaise: number, amountPaise: number): string => {
    const rule = `rto-terms/${rtoTerms.id[rtoTermsRow]!}`;
    const label: Label = { component, category: 'freight', description: `Return, of the forward ${what}`, rule };
    const head = percentageHead(detail, label, toPercent(rtoTerms.value[rtoTermsRow]!));
    return percentageEntry(head, basePaise, rupeesJson(amountPaise));
  };
  const weight = afterComma(entry('weightCharge', 'weight charge', forwardWeightPaise, weightPaise));
  if (distanceRow === NO_ROW) return weight;
  return weight + entry('distanceCharge', 'distance charge', forwardDistancePaise, distancePaise);
}

/**
 * The entries of GST: CGST and SGST within the partner's state, otherwise IGST; none when the partner does not charge
 * it. Of a tax that the amounts include, an entry adds nothing and says how much it is; one that falls away is taken
 * off.
 */
export function taxEntries(detail: Detail, { partnerId, card: { tax } }: PartnerView, price: Price): string {
  const { taxablePaise, cgstPaise, sgstPaise, igstPaise, isWithinState, isIncluded, taxRow, taxRate, regime } = price;
  const fallsAway = regime === ZERO_RATED && isIncluded;
  if (regime !== FORWARD_CHARGE && !fallsAway) return '';
  const isOwn = taxRow !== NO_ROW && tax.rate[taxRow] !== RATE_OF_SETTINGS;
  const heads = isOwn ? ownTaxHeads[detail](tax) : taxHeadsOfSettings[detail];
  const at = isOwn ? taxRow : 0;
  const known = heads[at];
  const { cgst, sgst, igst } =
    known?.taxRate === taxRate
      ? known
      : (heads[at] = taxHeads(detail, taxRate, isOwn ? `partners/${partnerId}/tax` : 'GST_PERCENT'));
  const rounded = price.isInRupees ? ', to whole Rupees' : '';
  const entry = (head: PercentageEntry, paise: number): string =>
    isIncluded
      ? percentageEntry(head, taxablePaise, NOTHING, `${rounded}: ${rupees(paise)} included`)
      : percentageEntry(head, taxablePaise, rupeesJson(paise), rounded);
  if (fallsAway) {
    const text = `${rounded}: ${rupees(-price.addedTaxPaise)} included, which falls away`;
    return percentageEntry(igst, taxablePaise, rupeesJson(price.addedTaxPaise), text);
  }
  return isWithinState ? entry(cgst, cgstPaise) + entry(sgst, sgstPaise) : entry(igst, igstPaise);
}

const NOTHING = rupeesJson(0);

interface TaxHeads {
  taxRate: number;
  cgst: PercentageEntry;
  sgst: PercentageEntry;
  igst: PercentageEntry;
}

/** One entry of each kind: the rate of the settings seldom changes. */
const taxHeadsOfSettings: Record<Detail, TaxHeads[]> = { full: [], brief: [] };
const ownTaxHeads = { full: textsByRow<TaxHeads>(), brief: textsByRow<TaxHeads>() };

function taxHeads(detail: Detail, taxRate: number, rule: string): TaxHeads {
  const head = (description: string, rate: number) =>
    percentageHead(detail, { component: 'gst', category: 'tax', description, rule }, toPercent(rate));
  return { taxRate, cgst: head('CGST', taxRate / 2), sgst: head('SGST', taxRate / 2), igst: head('IGST', taxRate) };
}

export function percentageHead(detail: Detail, label: Label, percent: number): PercentageEntry {
  return {
    head: inOnePiece(`${nextEntryStart(detail, label)}"rate":${percent},"base":`),
    calculation: detail === 'full' ? inOnePiece(`,"calculation":"${percent} % of `) : null,
  };
}

/** An entry's object up to its rate. */
function entryStart(detail: Detail, { component, category, description, rule, code }: Label): string {
  const named = code === undefined ? { component } : { component, code };
  return `{${membersOf(detail === 'full' ? { ...named, category, description, rule } : { ...named, rule })},`;
}

/** The same with the comma before it: every entry but the weight charge follows another. */
export const nextEntryStart = (detail: Detail, label: Label): string => `,${entryStart(detail, label)}`;

/** A flat amount has neither rate nor base: null in full, omitted in brief. */
export const flatMembers = (detail: Detail): string => (detail === 'full' ? '"rate":null,"base":null,' : '');

/** The charge of a step, with its decimals below a paisa: `INR 15.00`, `INR 15.0025`, `INR 0.009512`. */
function stepRupees({ addonPaise, addonFraction }: PackageColumns, row: number): string {
  const fraction = addonFraction.length === 0 ? 0 : addonFraction[row]!;
  const digits = String(fraction).padStart(4, '0');
  const below = fraction === 0 ? '' : digits.endsWith('00') ? digits.slice(0, 2) : digits;
  return `${rupees(addonPaise[row]!)}${below}`;
}

/** Paise as `INR 1163.40`: plain ASCII, which every terminal and log can show. */
export const rupees = (paise: number): string => `INR ${twoDecimals(paise)}`;

/** Paise as Rupees with two decimals: `94.00`. */
export function twoDecimals(paise: number): string {
  const fraction = paise % 100;
  return `${(paise - fraction) / 100}.${fraction < 10 ? '0' : ''}${fraction}`;
}
