/**
 * The rules over rows as stored: where a partner covers a route (docs/rules.md#coverage), whether it can carry a
 * shipment (docs/rules.md#availability), and its price (docs/rules.md#pricing).
 */
import { percentOf, scaleDecimal, toPaise, toRate } from '../../../src/domain/money.js';
import { type ReasonCode, REASONS } from '../../../src/domain/reasons.js';
import {
  type ChargeType,
  type CustomerType,
  type DiscountBase,
  type PaymentType,
  SERVICE_TYPE_IDS,
  type ServiceTypeId,
  type ShipmentType,
  type UrgencyLevel,
} from '../../../src/domain/vocabulary.js';
import {
  DEFAULT_VOLUMETRIC_DIVISOR,
  type Dimensions,
  sortedSides,
  volumeRule,
  Weights,
} from '../../../src/domain/weight.js';
import type {
  CustomerCharge,
  Discount,
  DistanceCharge,
  Package,
  Partner,
  PincodeRow,
  Zone,
} from '../../../src/model/documents.js';
import { schedule, type Schedule, transitHours } from './days.js';

export interface Shipment {
  weight: number;
  dimensions?: Dimensions;
  declaredValue: number;
  /** Rupees to collect on delivery: 0 unless the payment type is COD. */
  codAmount: number;
  shipmentType: ShipmentType;
  paymentType: PaymentType;
  customerType: CustomerType;
  customerId: string | null;
  /** The GSTIN of the recipient of the service, whose state then replaces that of the pickup as the place of supply. */
  customerGstin: string | null;
  /** Including the implied ones. */
  services: readonly ServiceTypeId[];
  maxDeliveryTime: number | null;
}

/** Everything that a quote depends on in addition to the shipment and the partner. */
export interface Circumstances {
  km: number;
  /** Milliseconds since the epoch. */
  now: number;
  gstPercent: number;
  /** The GST code of the state of supply. */
  placeOfSupply: string;
}

/** How a zone of a partner covers a pincode. */
export interface Coverage {
  zone: Zone;
  level: 'pincode' | 'area' | 'city' | 'state';
}

/** Everything that determines one partner's price. */
export interface Card {
  partner: Partner;
  packages: readonly Package[];
  distanceCharges: readonly DistanceCharge[];
  /** With the defaults, whose partnerId is null. */
  customerCharges: readonly CustomerCharge[];
  discounts: readonly Discount[];
}

type Rate = { id: number; type: 'flat' | 'percentage'; value: number };

/** A charge that applies: its amount, its row, and the base of a percentage. */
export interface AppliedCharge<Row> {
  row: Row;
  rate: Rate;
  basePaise: number;
  paise: number;
}

export interface AppliedService {
  service: ServiceTypeId;
  end: 'pickup' | 'delivery';
  zone: Zone;
  paise: number;
}

/** Two halves within the partner's state, one amount between states. */
export interface Tax {
  name: 'CGST' | 'SGST' | 'IGST';
  percent: number;
  paise: number;
}

export interface Price {
  package: Package;
  weightPaise: number;
  distance: AppliedCharge<DistanceCharge> | null;
  freightPaise: number;
  charges: Record<ChargeType, AppliedCharge<CustomerCharge> | null>;
  services: AppliedService[];
  otherPaise: number;
  subtotalPaise: number;
  discount: AppliedCharge<Discount> | null;
  taxablePaise: number;
  taxes: Tax[];
  gstPaise: number;
  totalPaise: number;
}

export interface Quote {
  partner: Partner;
  from: Coverage;
  to: Coverage;
  reasons: ReasonCode[];
  unavailable: ServiceTypeId[];
  grams: number;
  hours: number | null;
  /** The lower of both ends', 0 to 1. */
  coverageScore: number;
  /** 0 where there are reasons against it. */
  confidence: number;
}

export interface Offer extends Quote {
  hours: number;
  price: Price;
  schedule: Schedule;
}

const SCORE_HUNDREDTHS = { pincode: 100, area: 95, city: 90, state: 80 } as const;
const LEVELS = ['area', 'city', 'state'] as const;

/**
 * The zone of a partner that has a pincode: by an entry, else by the most exact place; of several the one with the
 * lowest id.
 */
export function coverage(row: PincodeRow, zones: readonly Zone[], entryZoneId: number | undefined): Coverage | null {
  const active = zones.filter(({ status }) => status).sort((a, b) => a.id - b.id);
  const own = active.find(({ id }) => id === entryZoneId);
  if (own !== undefined) return { zone: own, level: 'pincode' };
  for (const level of LEVELS) {
    const zone = active.find(({ geographical: { areas, cities, states } }) =>
      level === 'area'
        ? areas.some((id) => row.areaIds.includes(id))
        : level === 'city'
          ? cities.includes(row.cityId)
          : states.includes(row.stateId),
    );
    if (zone !== undefined) return { zone, level };
  }
  return null;
}

export function serviceAt(zone: Zone, service: ServiceTypeId): Zone['services'][number] | undefined {
  return zone.services.find(({ serviceTypeId, isAvailable }) => serviceTypeId === service && isAvailable);
}

/** What the route offers: PICKUP at its start, everything else at its end. */
export function routeServices(from: Zone, to: Zone): ServiceTypeId[] {
  return SERVICE_TYPE_IDS.filter((service) => serviceAt(isAtPickup(service) ? from : to, service) !== undefined);
}

/** The named ones, DELIVERY, the one of the payment type, and EXPRESS where it is urgent: each once. */
export function requiredServices(
  named: readonly ServiceTypeId[],
  paymentType: PaymentType,
  urgency: UrgencyLevel | undefined,
): ServiceTypeId[] {
  const isUrgent = urgency === 'EXPRESS' || urgency === 'URGENT';
  return [...new Set<ServiceTypeId>([...named, 'DELIVERY', paymentType, ...(isUrgent ? ['EXPRESS' as const] : [])])];
}

/** One partner's answer. */
export function quote(
  card: Card,
  from: Coverage,
  to: Coverage,
  shipment: Shipment,
  circumstances: Circumstances,
): Quote | Offer {
  const { partner } = card;
  const { limits } = partner;
  const { km, now } = circumstances;
  const { volumetricDivisor = DEFAULT_VOLUMETRIC_DIVISOR, cft, volumetricBasis } = partner;
  const weights = new Weights([{ count: 1, weight: shipment.weight, dimensions: shipment.dimensions }]);
  const grams = weights.weighed(volumeRule(volumetricDivisor, cft ?? null, volumetricBasis === 'PIECE')).chargeable;
  const available = routeServices(from.zone, to.zone);
  const unavailable = SERVICE_TYPE_IDS.filter(
    (service) => shipment.services.includes(service) && !available.includes(service),
  );
  // the dataset has transit in hours alone
  const transit = partner.transit.find(({ distanceFrom, distanceTo }) => distanceFrom <= km && km < distanceTo);
  const hours = transit === undefined ? null : transitHours(transit.hours!, shipment.services.includes('EXPRESS'));
  const choice = choosePackage(card.packages, from.zone.id, to.zone.id, shipment.shipmentType, grams, now);

  const holds: Partial<Record<ReasonCode, boolean>> = {
    SERVICE_UNAVAILABLE: unavailable.length > 0,
    WEIGHT_EXCEEDED: grams > limits.maxWeight,
    PIECE_WEIGHT_EXCEEDED: weights.heaviestGrams > (limits.maxPieceWeight ?? Infinity),
    DIMENSIONS_EXCEEDED: shipment.dimensions !== undefined && !fits(shipment.dimensions, limits.maxDimensions),
    PAYMENT_TYPE_UNSUPPORTED: !partner.paymentTypes.includes(shipment.paymentType),
    SHIPMENT_TYPE_UNSUPPORTED: !partner.shipmentTypes.includes(shipment.shipmentType),
    DECLARED_VALUE_EXCEEDED: shipment.declaredValue > limits.maxDeclaredValue,
    COD_AMOUNT_EXCEEDED: shipment.codAmount > limits.maxCodAmount,
    NO_TRANSIT: hours === null,
    DELIVERY_TIME_EXCEEDED: hours !== null && shipment.maxDeliveryTime !== null && hours > shipment.maxDeliveryTime,
    NO_RATE: choice === null,
  };
  const reasons = (Object.keys(REASONS) as ReasonCode[]).filter((code) => holds[code]);
  const score = Math.min(SCORE_HUNDREDTHS[from.level], SCORE_HUNDREDTHS[to.level]);
  const isCapable = reasons.length === 0;
  const confidence = isCapable ? scaleDecimal(partner.performance.successRate, score) / 100 : 0;
  const answer = { partner, from, to, reasons, unavailable, grams, hours, coverageScore: score / 100, confidence };
  if (!isCapable || choice === null || hours === null) return answer;
  const price = priceOf(card, choice, from.zone, to.zone, shipment, grams, circumstances);
  return { ...answer, hours, price, schedule: schedule(partner, now, hours) };
}

function fits(parcel: Dimensions, largest: Dimensions): boolean {
  const most = sortedSides(largest);
  return sortedSides(parcel).every((side, index) => side <= most[index]!);
}

interface PackageChoice {
  row: Package;
  paise: number;
}

/**
 * Of the rows in force those that name the most zones; of these the cheapest that can carry the weight, then the lowest
 * id.
 */
function choosePackage(
  packages: readonly Package[],
  fromZoneId: number,
  toZoneId: number,
  shipmentType: ShipmentType,
  grams: number,
  now: number,
): PackageChoice | null {
  const matches = (wanted: number | null | undefined, zoneId: number) => (wanted ?? zoneId) === zoneId;
  const zonesNamed = (row: Package) => (row.fromZoneId ? 1 : 0) + (row.toZoneId ? 1 : 0);
  const inForce = packages.filter(
    (row) =>
      matches(row.fromZoneId, fromZoneId)
      && matches(row.toZoneId, toZoneId)
      && (row.shipmentType ?? shipmentType) === shipmentType
      && isValid(row, now),
  );
  const most = Math.max(...inForce.map(zonesNamed));
  return (
    inForce
      .filter((row) => zonesNamed(row) === most)
      .flatMap((row) => {
        const paise = weightCharge(row, grams);
        return paise === null ? [] : [{ row, paise }];
      })
      .sort((a, b) => a.paise - b.paise || a.row.id - b.row.id)[0] ?? null
  );
}

function weightCharge(row: Package, grams: number): number | null {
  if (grams <= (row.minWeight ?? 0) || grams > (row.maxWeight ?? Infinity)) return null;
  const steps = weightSteps(row, grams);
  if (steps > 0 && row.addonWeight === 0) return null;
  return toPaise(row.baseCharge) + (steps === 0 ? 0 : steps * toPaise(row.addonCharge));
}

/** Started steps above the base weight. */
export function weightSteps({ baseWeight, addonWeight }: Package, grams: number): number {
  return grams <= baseWeight ? 0 : Math.ceil((grams - baseWeight) / addonWeight);
}

function isValid({ validFrom, validTo }: { validFrom?: string | null; validTo?: string | null }, now: number): boolean {
  return (!validFrom || Date.parse(validFrom) <= now) && (!validTo || now <= Date.parse(validTo));
}

function applied<Row>(row: Row, rate: Rate, basePaise: number): AppliedCharge<Row> {
  return {
    row,
    rate,
    basePaise,
    paise: rate.type === 'percentage' ? percentOf(basePaise, toRate(rate.value)) : toPaise(rate.value),
  };
}

function priceOf(
  card: Card,
  choice: PackageChoice,
  from: Zone,
  to: Zone,
  shipment: Shipment,
  grams: number,
  { km, now, gstPercent, placeOfSupply }: Circumstances,
): Price {
  const distanceRow = card.distanceCharges.find(
    ({ status, distanceFrom, distanceTo }) => status && distanceFrom <= km && km < distanceTo,
  );
  const distance =
    distanceRow === undefined
      ? null
      : applied(
          distanceRow,
          { id: distanceRow.id, type: distanceRow.chargeType, value: distanceRow.charge },
          choice.paise,
        );
  const freightPaise = choice.paise + (distance?.paise ?? 0);
  const declaredPaise = toPaise(shipment.declaredValue);
  const charge = (type: ChargeType, basePaise: number) =>
    chooseCharge(card, type, shipment.customerId, grams, basePaise);
  const charges = {
    fsc: charge('fsc', freightPaise),
    docket: charge('docket', freightPaise),
    cod: shipment.paymentType === 'COD' ? charge('cod', toPaise(shipment.codAmount)) : null,
    insurance: declaredPaise > 0 ? charge('insurance', declaredPaise) : null,
  };
  const services = serviceCharges(from, to, shipment);
  const otherPaise = services.reduce((sum, { paise }) => sum + paise, 0);
  const subtotalPaise =
    freightPaise + Object.values(charges).reduce((sum, each) => sum + (each?.paise ?? 0), 0) + otherPaise;
  const discount = chooseDiscount(card.discounts, grams, now, { SUBTOTAL: subtotalPaise, FREIGHT: freightPaise });
  const taxablePaise = subtotalPaise - (discount?.paise ?? 0);
  const taxes = taxesOf(taxablePaise, gstPercent, placeOfSupply === card.partner.gstStateCode);
  const gstPaise = taxes.reduce((sum, { paise }) => sum + paise, 0);
  return {
    package: choice.row,
    weightPaise: choice.paise,
    distance,
    freightPaise,
    charges,
    services,
    otherPaise,
    subtotalPaise,
    discount,
    taxablePaise,
    taxes,
    gstPaise,
    totalPaise: taxablePaise + gstPaise,
  };
}

/** Only the most specific scope that has rows for the weight counts, and of its rows the highest amount. */
function chooseCharge(
  { partner, customerCharges }: Card,
  type: ChargeType,
  customerId: string | null,
  grams: number,
  basePaise: number,
): AppliedCharge<CustomerCharge> | null {
  const rows = customerCharges.filter(
    (row) =>
      row.status && row.type === type && (row.minKg ?? 0) * 1_000 <= grams && grams <= (row.maxKg ?? Infinity) * 1_000,
  );
  const scopes = [
    rows.filter((row) => row.partnerId === partner.partnerId && row.customerId && row.customerId === customerId),
    rows.filter((row) => row.partnerId === partner.partnerId && !row.customerId),
    rows.filter((row) => row.partnerId === null),
  ];
  const scope = scopes.find(({ length }) => length > 0) ?? [];
  return (
    scope
      .map((row) => applied(row, { id: row.id, type: row.chargeType, value: row.value }, basePaise))
      .sort((a, b) => b.paise - a.paise || a.row.id - b.row.id)[0] ?? null
  );
}

/** Each (service, end) once: required services where they apply, and the attributes of the zones at either end. */
function serviceCharges(from: Zone, to: Zone, { services, customerType, shipmentType }: Shipment): AppliedService[] {
  const charge = (service: ServiceTypeId, end: AppliedService['end'], zone: Zone): AppliedService => {
    const entry = serviceAt(zone, service);
    return {
      service,
      end,
      zone,
      paise: toPaise(
        entry?.customCharges?.[customerType] ?? entry?.customCharges?.[shipmentType] ?? entry?.baseCharge ?? 0,
      ),
    };
  };
  const isAttribute = (zone: Zone, service: ServiceTypeId) => (zone.attributes as readonly string[]).includes(service);
  return SERVICE_TYPE_IDS.flatMap((service) => [
    ...((services.includes(service) && isAtPickup(service)) || isAttribute(from, service)
      ? [charge(service, 'pickup', from)]
      : []),
    ...((services.includes(service) && !isAtPickup(service)) || isAttribute(to, service)
      ? [charge(service, 'delivery', to)]
      : []),
  ]);
}

/**
 * The active discount that contains the weight, the lower one of two that share the bound; at most the amount that it
 * is taken off.
 */
function chooseDiscount(
  discounts: readonly Discount[],
  grams: number,
  now: number,
  bases: Record<DiscountBase, number>,
): AppliedCharge<Discount> | null {
  const row = discounts
    .filter(
      (each) => each.status && each.fromWeight * 1_000 <= grams && grams <= each.toWeight * 1_000 && isValid(each, now),
    )
    .sort((a, b) => a.fromWeight - b.fromWeight)[0];
  if (row === undefined) return null;
  const basePaise = bases[row.appliesTo ?? 'SUBTOTAL'];
  const discount = applied(row, { id: row.id, type: row.discountType, value: row.discountValue }, basePaise);
  return { ...discount, paise: Math.min(discount.paise, basePaise) };
}

function taxesOf(taxablePaise: number, gstPercent: number, isWithinState: boolean): Tax[] {
  const tax = (name: Tax['name'], percent: number): Tax => ({
    name,
    percent,
    paise: percentOf(taxablePaise, toRate(percent)),
  });
  return isWithinState ? [tax('CGST', gstPercent / 2), tax('SGST', gstPercent / 2)] : [tax('IGST', gstPercent)];
}

export function isAtPickup(service: string): boolean {
  return service === 'PICKUP' || service === 'REVERSE';
}
