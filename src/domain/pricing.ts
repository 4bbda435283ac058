/**
 * The price of a shipment that a partner can carry (docs/rules.md#pricing). Every amount is integer paise.
 */
import type { Eligibility } from './eligibility.js';
import { Amounts } from './amounts.js';
import { BASE_ORDERS } from './bases.js';
import {
  type ChargeColumns,
  NO_SEZ,
  type PartnerRoute,
  type RateCard,
  type Shipment,
  type ZoneColumns,
} from './rate-card.js';
import { discountRow, distanceRow, NO_ROW } from './rates.js';
import { chooseCharge, type ChargeChoice, type ChargeFacts, noCharge } from './customer-charges.js';
import { amountOf } from './amounts.js';
import { lowestBit } from './search.js';
import { DueSurcharges, NO_SURCHARGES, type SurchargeChoice, sumOfSurcharges } from './surcharges.js';
import { FORWARD_CHARGE, setTax, setTaxTerms, type Tax } from './tax.js';
import {
  AT_PICKUP,
  CHARGE_TYPES,
  COD_PAYMENT,
  CUSTOMER_TYPES,
  HILL,
  ODA,
  RTO_DIRECTION,
  SERVICE_TYPE_IDS,
  SHIPMENT_TYPES,
} from './vocabulary.js';

/** The settings that prices depend on. */
export interface PricingSettings {
  /** Ten-thousandths of a percent. */
  gstRate: number;
  roadFactor: number;
}

/** A service charged at one end. */
export interface ServiceCharge {
  /** Position in SERVICE_TYPE_IDS. */
  service: number;
  end: 'pickup' | 'delivery';
  zone: number;
  /** Index of the charge in ZoneColumns.servicePaise. */
  column: number;
  paise: number;
}

/** The services that a price charges: a list whose entries are filled again and again. */
export class ServiceCharges {
  #count = 0;
  readonly #entries: ServiceCharge[] = [];

  get count(): number {
    return this.#count;
  }

  at(index: number): ServiceCharge {
    return this.#entries[index]!;
  }

  list(): readonly ServiceCharge[] {
    return this.#entries.slice(0, this.#count);
  }

  clear(): void {
    this.#count = 0;
  }

  add(service: number, end: ServiceCharge['end'], zone: number, column: number, paise: number): void {
    const entry = this.#entries[this.#count];
    if (entry === undefined) this.#entries.push({ service, end, zone, column, paise });
    else {
      entry.service = service;
      entry.end = end;
      entry.zone = zone;
      entry.column = column;
      entry.paise = paise;
    }
    this.#count += 1;
  }
}

/** A price. Threads fill the same one again and again: see `Quote`. */
export class Price implements Tax {
  chargeableGrams = 0;
  packageRow = NO_ROW;
  weightPaise = 0;
  distanceRow = NO_ROW;
  distancePaise = 0;
  /** The terms of an RTO by percent; NO_ROW: the rows charge what they say. */
  rtoTermsRow = NO_ROW;
  /** What the rows of the package and the distance charge; an RTO by percent is a part of it. */
  forwardWeightPaise = 0;
  forwardDistancePaise = 0;
  freightPaise = 0;
  fsc: ChargeChoice | null = null;
  docket: ChargeChoice | null = null;
  cod: ChargeChoice | null = null;
  insurance: ChargeChoice | null = null;
  readonly services = new ServiceCharges();
  servicesPaise = 0;
  /** In the order of evaluation. */
  surcharges: readonly SurchargeChoice[] = NO_SURCHARGES;
  surchargesPaise = 0;
  /** The sum of services and surcharges. */
  otherPaise = 0;
  subtotalPaise = 0;
  /** The part of the subtotal that is passed on without discount and tax. */
  nonTaxablePaise = 0;
  discountRow = NO_ROW;
  /** The amount that the discount reduces, and its maximum. */
  discountBasePaise = 0;
  discountPaise = 0;
  taxRow = NO_ROW;
  regime = FORWARD_CHARGE;
  taxRate = 0;
  isInRupees = false;
  isIncluded = false;
  taxablePaise = 0;
  isWithinState = false;
  cgstPaise = 0;
  sgstPaise = 0;
  igstPaise = 0;
  gstPaise = 0;
  recipientLiabilityPaise = 0;
  addedTaxPaise = 0;
  totalPaise = 0;
  /** What its charges are filled into, by type. */
  readonly ownCharges: readonly ChargeChoice[] = CHARGE_TYPES.map(noCharge);
}

const FSC = CHARGE_TYPES.indexOf('fsc');
const DOCKET = CHARGE_TYPES.indexOf('docket');
const COD = CHARGE_TYPES.indexOf('cod');
const INSURANCE = CHARGE_TYPES.indexOf('insurance');

/**
 * The price for a partner that `eligibility` found capable, in paise. The rows that count and what each is of, in the
 * order of evaluation (docs/rules.md#order-of-evaluation):
 *
 * 1. Weight charge: the package that eligibility chose (`choosePackage`).
 * 2. Distance charge: the row of the route's distance (`distanceRow`); a percentage is of the weight charge.
 * 3. Freight: the sum of both. RTO terms by percent replace each of them by its share.
 * 4. Services: what each zone charges for those at its end.
 * 5. Docket, COD, insurance and fuel, in this order, one row each (`chooseCharge`: the customer's, else the partner's,
 *    else the default ones; the highest amount). A percentage of docket and fuel is of the freight, one of COD of the
 *    amount to collect, one of insurance of the declared value, unless the row names bases. COD only if the shipment is
 *    paid so, and in no RTO.
 * 6. Surcharges by their `order` (`matchingSurcharges`), then by id: before each charge of step 5 those with a lower
 *    order than it has in BASE_ORDERS, and after fuel the others. So each sees the amounts before it.
 * 7. Discount: the row of the chargeable weight (`discountRow`), of the freight or the taxable subtotal, at most that.
 * 8. Tax of the rest (`setTax`). Surcharges that are not taxable are added after it: neither discount nor tax has them.
 *
 * Where the card's amounts include the tax, taxable rows of no partner, which are without it, are raised by it if
 * nothing that includes it is their base.
 *
 * @param weekday of the pickup, 0 Monday to 6 Sunday
 * @param gstRate in ten-thousandths of a percent
 * @param into is filled and returned
 */
export function price(
  card: RateCard,
  defaults: ChargeColumns,
  shipment: Shipment,
  route: PartnerRoute,
  eligibility: Eligibility,
  weekday: number,
  gstRate: number,
  into = new Price(),
): Price {
  setTaxTerms(card, shipment, gstRate, into);
  const raiseRate = into.isIncluded ? into.taxRate : 0;
  const grams = eligibility.chargeableGrams;
  const forwardWeightPaise = eligibility.package.weightPaise;
  const distance = distanceRow(card.distances, route, shipment.now);
  const forwardDistancePaise = distance === NO_ROW ? 0 : amountOf(card.distances, distance, forwardWeightPaise);
  const { rtoTerms } = eligibility;
  const isPart = rtoTerms !== NO_ROW;
  const weightPaise = isPart ? amountOf(card.rtoTerms, rtoTerms, forwardWeightPaise) : forwardWeightPaise;
  const distancePaise = isPart ? amountOf(card.rtoTerms, rtoTerms, forwardDistancePaise) : forwardDistancePaise;
  const freightPaise = weightPaise + distancePaise;

  const servicesPaise = serviceCharges(card.zones, shipment, route, into.services);

  const { declaredPaise, codPaise, direction } = shipment;
  const amounts = namesBases(card, defaults) ? knownAmounts(weightPaise, distancePaise, servicesPaise, shipment) : null;
  const due =
    amounts === null || card.surcharges.id.length === 0
      ? null
      : new DueSurcharges(card.surcharges, shipment, route, {
          grams,
          weekday,
          raiseRate,
          customer: (shipment.customerId !== null && card.surchargeCustomers.get(shipment.customerId)) || 0,
        });
  const { customerId, now } = shipment;
  const facts: ChargeFacts = { customerId, direction, now, declaredPaise, codPaise, grams, raiseRate, amounts };
  const docket = charge(card, defaults, facts, due, DOCKET, freightPaise, into);
  const isCod = shipment.paymentType === COD_PAYMENT && direction !== RTO_DIRECTION;
  const cod = isCod ? charge(card, defaults, facts, due, COD, codPaise, into) : null;
  const insurance = charge(card, defaults, facts, due, INSURANCE, declaredPaise, into);
  const fsc = charge(card, defaults, facts, due, FSC, freightPaise, into);
  if (amounts !== null) due?.before(Infinity, amounts);

  const surcharges = due?.counted ?? NO_SURCHARGES;
  const surchargesPaise = sumOfSurcharges(card.surcharges, surcharges);
  const otherPaise = servicesPaise + surchargesPaise;
  const subtotalPaise = freightPaise + paiseOf(fsc) + paiseOf(cod) + paiseOf(docket) + paiseOf(insurance) + otherPaise;
  const discount = discountRow(card, customerId, grams, now);
  const isOfFreight = discount !== NO_ROW && card.discounts.ofFreight[discount] === 1;
  const nonTaxablePaise = sumOfSurcharges(card.surcharges, surcharges, 0);
  const discountBasePaise = isOfFreight ? freightPaise : subtotalPaise - nonTaxablePaise;
  const discountPaise =
    discount === NO_ROW ? 0 : Math.min(discountBasePaise, amountOf(card.discounts, discount, discountBasePaise));
  // a recipient in a special economic zone is supplied as one of another state
  const isWithinState = shipment.sez === NO_SEZ && shipment.placeOfSupply === card.gstState;
  setTax(subtotalPaise - nonTaxablePaise - discountPaise, isWithinState, into);
  into.chargeableGrams = grams;
  into.packageRow = eligibility.package.row;
  into.weightPaise = weightPaise;
  into.distanceRow = distance;
  into.distancePaise = distancePaise;
  into.rtoTermsRow = rtoTerms;
  into.forwardWeightPaise = forwardWeightPaise;
  into.forwardDistancePaise = forwardDistancePaise;
  into.freightPaise = freightPaise;
  into.fsc = fsc;
  into.docket = docket;
  into.cod = cod;
  into.insurance = insurance;
  into.servicesPaise = servicesPaise;
  into.surcharges = surcharges;
  into.surchargesPaise = surchargesPaise;
  into.otherPaise = otherPaise;
  into.subtotalPaise = subtotalPaise;
  into.nonTaxablePaise = nonTaxablePaise;
  into.discountRow = discount;
  into.discountBasePaise = discountBasePaise;
  into.discountPaise = discountPaise;
  into.totalPaise = into.taxablePaise + nonTaxablePaise + into.gstPaise;
  return into;
}

/** The charge of a type, after the surcharges that come before it; its amount is then known to those behind it. */
function charge(
  card: RateCard,
  defaults: ChargeColumns,
  facts: ChargeFacts,
  due: DueSurcharges | null,
  type: number,
  basePaise: number,
  { ownCharges }: Price,
): ChargeChoice | null {
  const { amounts } = facts;
  if (amounts === null) return chooseCharge(card, defaults, facts, type, basePaise, ownCharges[type]);
  const name = CHARGE_TYPES[type]!;
  due?.before(BASE_ORDERS[name], amounts);
  const choice = chooseCharge(card, defaults, facts, type, basePaise, ownCharges[type]);
  amounts.set(name, paiseOf(choice));
  return choice;
}

/** Whether any amount is a percentage of what other rows charge, so that the amounts have to be kept. */
function namesBases({ surcharges, charges }: RateCard, defaults: ChargeColumns): boolean {
  return surcharges.id.length > 0 || charges.ofStandard.length > 0 || defaults.ofStandard.length > 0;
}

/** The amounts that are known before any charge. */
function knownAmounts(
  weightPaise: number,
  distancePaise: number,
  servicesPaise: number,
  { declaredPaise, codPaise }: Shipment,
): Amounts {
  const amounts = new Amounts();
  amounts.set('weightCharge', weightPaise);
  amounts.set('distanceCharge', distancePaise);
  amounts.set('freight', weightPaise + distancePaise);
  amounts.set('declaredValue', declaredPaise);
  amounts.set('codAmount', codPaise);
  amounts.set('services', servicesPaise);
  return amounts;
}

export const paiseOf = (charge: ChargeChoice | null): number => (charge === null ? 0 : charge.paise);

/**
 * The (service, end) pairs of a shipment, each once, in the order of SERVICE_TYPE_IDS: required services at their end,
 * attributes at theirs. None in an RTO. Fills `into` and returns the sum in paise.
 */
function serviceCharges(zones: ZoneColumns, shipment: Shipment, route: PartnerRoute, into: ServiceCharges): number {
  into.clear();
  if (shipment.direction === RTO_DIRECTION) return 0;
  const { customerType, shipmentType } = shipment;
  const atPickup = (shipment.services & AT_PICKUP) | route.fromAttributes;
  const atDelivery = (shipment.services & ~AT_PICKUP) | route.toAttributes;
  let sum = 0;
  for (let rest = atPickup | atDelivery; rest !== 0; rest &= rest - 1) {
    const service = lowestBit(rest);
    const bit = 1 << service;
    if ((atPickup & bit) !== 0) {
      const column = serviceChargeIndex(route.fromZone, service, customerType, shipmentType);
      const paise = zones.servicePaise[column]!;
      into.add(service, 'pickup', route.fromZone, column, paise);
      sum += paise;
    }
    if ((atDelivery & bit) !== 0) {
      const column = serviceChargeIndex(route.toZone, service, customerType, shipmentType);
      const paise = zones.servicePaise[column]!;
      into.add(service, 'delivery', route.toZone, column, paise);
      sum += paise;
    }
  }
  return sum;
}

/** The index in ZoneColumns.servicePaise of a service's charge in a zone for a type of customer and shipment. */
export function serviceChargeIndex(zone: number, service: number, customerType: number, shipmentType: number): number {
  return (
    ((zone * SERVICE_TYPE_IDS.length + service) * CUSTOMER_TYPES.length + customerType) * SHIPMENT_TYPES.length
    + shipmentType
  );
}

/** A zone's attributes are the bits of the services that they charge. */
export const ZONE_ATTRIBUTES = ODA | HILL;
