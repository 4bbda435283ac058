/**
 * The price of a shipment that a partner can carry (docs/rules.md#pricing). Every amount is integer paise.
 */
import type { Eligibility } from './eligibility.js';
import { Amounts } from './amounts.js';
import { BASE_ORDERS } from './bases.js';
import type { ChargeColumns, PartnerRoute, RateCard, Shipment, ZoneColumns } from './rate-card.js';
import {
  amountOf,
  chooseCharge,
  type ChargeChoice,
  type ChargeFacts,
  discountRow,
  distanceRow,
  NO_ROW,
} from './rates.js';
import { DueSurcharges, NO_SURCHARGES, type SurchargeChoice, sumOfSurcharges } from './surcharges.js';
import { type Tax, taxOf } from './tax.js';
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

export interface Price extends Tax {
  chargeableGrams: number;
  packageRow: number;
  weightPaise: number;
  distanceRow: number;
  distancePaise: number;
  /** The terms of an RTO by percent; NO_ROW: the rows charge what they say. */
  rtoTermsRow: number;
  /** What the rows of the package and the distance charge; an RTO by percent is a part of it. */
  forwardWeightPaise: number;
  forwardDistancePaise: number;
  freightPaise: number;
  fsc: ChargeChoice | null;
  docket: ChargeChoice | null;
  cod: ChargeChoice | null;
  insurance: ChargeChoice | null;
  services: ServiceCharge[];
  servicesPaise: number;
  /** In the order of evaluation. */
  surcharges: readonly SurchargeChoice[];
  surchargesPaise: number;
  /** The sum of services and surcharges. */
  otherPaise: number;
  subtotalPaise: number;
  /** The part of the subtotal that is passed on without discount and tax. */
  nonTaxablePaise: number;
  discountRow: number;
  /** The amount that the discount reduces, and its maximum. */
  discountBasePaise: number;
  discountPaise: number;
  taxablePaise: number;
  totalPaise: number;
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
 * 8. Tax of the rest (`taxOf`). Surcharges that are not taxable are added after it: neither discount nor tax has them.
 *
 * @param weekday of the pickup, 0 Monday to 6 Sunday
 * @param gstRate in ten-thousandths of a percent
 */
export function price(
  card: RateCard,
  defaults: ChargeColumns,
  shipment: Shipment,
  route: PartnerRoute,
  eligibility: Eligibility,
  weekday: number,
  gstRate: number,
): Price {
  const grams = eligibility.chargeableGrams;
  const forwardWeightPaise = eligibility.package.weightPaise;
  const distance = distanceRow(card.distances, route, shipment.now);
  const forwardDistancePaise = distance === NO_ROW ? 0 : amountOf(card.distances, distance, forwardWeightPaise);
  const { rtoTerms } = eligibility;
  const isPart = rtoTerms !== NO_ROW;
  const weightPaise = isPart ? amountOf(card.rtoTerms, rtoTerms, forwardWeightPaise) : forwardWeightPaise;
  const distancePaise = isPart ? amountOf(card.rtoTerms, rtoTerms, forwardDistancePaise) : forwardDistancePaise;
  const freightPaise = weightPaise + distancePaise;

  const services = serviceCharges(card.zones, shipment, route);
  let servicesPaise = 0;
  for (const charge of services) servicesPaise += charge.paise;

  const { declaredPaise, codPaise, direction } = shipment;
  const amounts = namesBases(card, defaults) ? knownAmounts(weightPaise, distancePaise, servicesPaise, shipment) : null;
  const due =
    amounts === null || card.surcharges.id.length === 0
      ? null
      : new DueSurcharges(card.surcharges, shipment, route, {
          grams,
          weekday,
          customer: (shipment.customerId !== null && card.surchargeCustomers.get(shipment.customerId)) || 0,
        });
  const { customerId, now } = shipment;
  const facts: ChargeFacts = { customerId, direction, now, declaredPaise, grams, amounts };
  const docket = charge(card, defaults, facts, due, DOCKET, freightPaise);
  const isCod = shipment.paymentType === COD_PAYMENT && direction !== RTO_DIRECTION;
  const cod = isCod ? charge(card, defaults, facts, due, COD, codPaise) : null;
  const insurance = charge(card, defaults, facts, due, INSURANCE, declaredPaise);
  const fsc = charge(card, defaults, facts, due, FSC, freightPaise);
  if (amounts !== null) due?.before(Infinity, amounts);

  const surcharges = due?.counted ?? NO_SURCHARGES;
  const surchargesPaise = sumOfSurcharges(card.surcharges, surcharges);
  const otherPaise = servicesPaise + surchargesPaise;
  const subtotalPaise = freightPaise + paiseOf(fsc) + paiseOf(cod) + paiseOf(docket) + paiseOf(insurance) + otherPaise;
  const discount = discountRow(card.discounts, grams, shipment.now);
  const isOfFreight = discount !== NO_ROW && card.discounts.ofFreight[discount] === 1;
  const nonTaxablePaise = sumOfSurcharges(card.surcharges, surcharges, 0);
  const discountBasePaise = isOfFreight ? freightPaise : subtotalPaise - nonTaxablePaise;
  const discountPaise =
    discount === NO_ROW ? 0 : Math.min(discountBasePaise, amountOf(card.discounts, discount, discountBasePaise));
  const taxablePaise = subtotalPaise - nonTaxablePaise - discountPaise;
  const isWithinState = shipment.placeOfSupply === card.gstState;
  const tax = taxOf(card.tax, shipment.now, taxablePaise, isWithinState, gstRate);
  return {
    chargeableGrams: grams,
    packageRow: eligibility.package.row,
    weightPaise,
    distanceRow: distance,
    distancePaise,
    rtoTermsRow: rtoTerms,
    forwardWeightPaise,
    forwardDistancePaise,
    freightPaise,
    fsc,
    docket,
    cod,
    insurance,
    services,
    servicesPaise,
    surcharges,
    surchargesPaise,
    otherPaise,
    subtotalPaise,
    nonTaxablePaise,
    discountRow: discount,
    discountBasePaise,
    discountPaise,
    taxablePaise,
    taxRow: tax.taxRow,
    regime: tax.regime,
    taxRate: tax.taxRate,
    isWithinState,
    cgstPaise: tax.cgstPaise,
    sgstPaise: tax.sgstPaise,
    igstPaise: tax.igstPaise,
    gstPaise: tax.gstPaise,
    recipientLiabilityPaise: tax.recipientLiabilityPaise,
    totalPaise: taxablePaise + nonTaxablePaise + tax.gstPaise,
  };
}

/** The charge of a type, after the surcharges that come before it; its amount is then known to those behind it. */
function charge(
  card: RateCard,
  defaults: ChargeColumns,
  facts: ChargeFacts,
  due: DueSurcharges | null,
  type: number,
  basePaise: number,
): ChargeChoice | null {
  const { amounts } = facts;
  if (amounts === null) return chooseCharge(card, defaults, facts, type, basePaise);
  const name = CHARGE_TYPES[type]!;
  due?.before(BASE_ORDERS[name], amounts);
  const choice = chooseCharge(card, defaults, facts, type, basePaise);
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
 * The (service, end) pairs of a shipment, each once: required services at their end, attributes at theirs. None
 * in an RTO.
 */
function serviceCharges(zones: ZoneColumns, shipment: Shipment, route: PartnerRoute): ServiceCharge[] {
  if (shipment.direction === RTO_DIRECTION) return [];
  const { fromZone, toZone } = route;
  const atPickup = (shipment.services & AT_PICKUP) | route.fromAttributes;
  const atDelivery = (shipment.services & ~AT_PICKUP) | route.toAttributes;
  const charges: ServiceCharge[] = [];
  for (let service = 0; service < SERVICE_TYPE_IDS.length; service++) {
    const bit = 1 << service;
    if (atPickup & bit) charges.push(serviceCharge(zones, 'pickup', fromZone, service, shipment));
    if (atDelivery & bit) charges.push(serviceCharge(zones, 'delivery', toZone, service, shipment));
  }
  return charges;
}

function serviceCharge(
  zones: ZoneColumns,
  end: ServiceCharge['end'],
  zone: number,
  service: number,
  shipment: Shipment,
): ServiceCharge {
  const column = serviceChargeIndex(zone, service, shipment.customerType, shipment.shipmentType);
  return { service, end, zone, column, paise: zones.servicePaise[column]! };
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
