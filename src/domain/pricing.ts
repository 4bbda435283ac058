/**
 * The price of a shipment that a partner can carry (docs/rules.md#pricing). Every amount is integer paise.
 */
import type { Eligibility } from './eligibility.js';
import type { ChargeColumns, PartnerRoute, RateCard, Shipment, ZoneColumns } from './rate-card.js';
import { amountOf, chooseCharge, type ChargeChoice, discountRow, distanceRow, NO_ROW } from './rates.js';
import { type Tax, taxOf } from './tax.js';
import {
  AT_PICKUP,
  CHARGE_TYPES,
  COD_PAYMENT,
  CUSTOMER_TYPES,
  FORWARD_DIRECTION,
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

/** The price for a partner that `eligibility` found capable; `gstRate` in ten-thousandths of a percent. */
export function price(
  card: RateCard,
  defaults: ChargeColumns,
  shipment: Shipment,
  route: PartnerRoute,
  eligibility: Eligibility,
  gstRate: number,
): Price {
  const grams = eligibility.chargeableGrams;
  const forwardWeightPaise = eligibility.package.weightPaise;
  const distance = distanceRow(card.distances, route.km, shipment.now);
  const forwardDistancePaise = distance === NO_ROW ? 0 : amountOf(card.distances, distance, forwardWeightPaise);
  const { rtoTerms } = eligibility;
  const isPart = rtoTerms !== NO_ROW;
  const weightPaise = isPart ? amountOf(card.rtoTerms, rtoTerms, forwardWeightPaise) : forwardWeightPaise;
  const distancePaise = isPart ? amountOf(card.rtoTerms, rtoTerms, forwardDistancePaise) : forwardDistancePaise;
  const freightPaise = weightPaise + distancePaise;

  const { declaredPaise, codPaise } = shipment;
  // rows of customer-charges are for the forward direction
  const isForward = shipment.direction === FORWARD_DIRECTION;
  const fsc = isForward ? chooseCharge(card, defaults, shipment, FSC, freightPaise, grams) : null;
  const docket = isForward ? chooseCharge(card, defaults, shipment, DOCKET, freightPaise, grams) : null;
  const isCod = isForward && shipment.paymentType === COD_PAYMENT;
  const cod = isCod ? chooseCharge(card, defaults, shipment, COD, codPaise, grams) : null;
  const isInsured = isForward && declaredPaise > 0;
  const insurance = isInsured ? chooseCharge(card, defaults, shipment, INSURANCE, declaredPaise, grams) : null;
  const services = serviceCharges(card.zones, shipment, route);
  let otherPaise = 0;
  for (const charge of services) otherPaise += charge.paise;

  const subtotalPaise = freightPaise + paiseOf(fsc) + paiseOf(cod) + paiseOf(docket) + paiseOf(insurance) + otherPaise;
  const discount = discountRow(card.discounts, grams, shipment.now);
  const isOfFreight = discount !== NO_ROW && card.discounts.ofFreight[discount] === 1;
  const nonTaxablePaise = 0;
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
