/**
 * The charge route's answer to a service credential as one plain object, built as most teams would build it, for the
 * peer. The run checks that it equals pinrate's, warnings included. It implements only the warning for unknown members,
 * which every request has to be searched for; the bench's requests cause no other.
 */
import { routeServices } from '../../src/domain/eligibility.js';
import { toPercent, toRupees } from '../../src/domain/money.js';
import { paiseOf, type Price } from '../../src/domain/pricing.js';
import type { AmountColumns, Shipment } from '../../src/domain/rate-card.js';
import { NO_ROW } from '../../src/domain/rates.js';
import { type ChargeChoice } from '../../src/domain/customer-charges.js';
import { SERVICE_TYPE_IDS, servicesOf, type ServiceTypeId } from '../../src/domain/vocabulary.js';
import { zoneService } from '../../src/engine/text/parts.js';
import { type Offer, quote } from '../../src/engine/quote.js';
import { shipmentOf } from '../../src/engine/shipment.js';
import { endsOf, findRoute } from '../../src/engine/route.js';
import { momentsOfCharges } from '../../src/engine/ship-date.js';
import type { GenerationView, PartnerView } from '../../src/index/view.js';
import type { ChargesRequest } from '../../src/contract/requests.js';
import type { UnknownField } from '../../src/model/unknown-fields.js';
import { unknownFieldWarning } from '../../src/contract/warnings.js';

export interface PlainContext {
  view: GenerationView;
  nextId(prefix: string): string;
}

/** `data` of a 200, or null where the partner or a pincode is unknown or the partner cannot carry the shipment. */
export function plainCharges(
  { view, nextId }: PlainContext,
  request: ChargesRequest,
  unknown: readonly UnknownField[],
  now: number,
): object | null {
  const { pickupPincode, deliveryPincode } = endsOf(request);
  const route = findRoute(view, pickupPincode, deliveryPincode);
  const partner = view.partner(request.partnerId!);
  if ('unknown' in route || partner === undefined) return null;
  const shipment = shipmentOf(
    {
      weight: request.weight,
      dimensions: request.packageDimensions ?? request.dimensions,
      declaredValue: request.declaredValue,
      codAmount: request.codAmount,
      shipmentType: request.shipmentType,
      paymentType: request.paymentType,
      customerType: request.customerType,
      customerId: request.customerId,
      customerGstin: request.customerGstin,
      urgency: request.urgency,
      services: [...(request.serviceRequirements ?? []), ...(request.additionalServices ?? [])],
    },
    route,
    view,
    momentsOfCharges(request.shipDate, now),
  );
  const offer = quote(view, partner, route, shipment);
  if (offer.price === null) return null;
  const warnings = unknown.map(unknownFieldWarning);
  return { calculationId: nextId('CALC'), ...available(view, request, offer, shipment, now), warnings };
}

function available(view: GenerationView, request: ChargesRequest, offer: Offer, shipment: Shipment, now: number) {
  const { partner, price, schedule } = offer;
  const { fromZone, toZone, laneRule } = offer.route;
  const offered = servicesOf(routeServices(offer.route));
  // those of the pickup end come first
  const services = [...offered.filter(isAtPickup), ...offered.filter((service) => !isAtPickup(service))];
  return {
    available: true,
    partner: { partnerId: partner.partnerId, name: partner.names.partner.name, isActive: true },
    shipment: {
      pickupPincode: request.pickupPincode,
      deliveryPincode: request.deliveryPincode,
      weight: request.weight,
      shipmentType: request.shipmentType,
      paymentType: request.paymentType,
      declaredValue: request.declaredValue ?? 0,
      codAmount: toRupees(shipment.codPaise),
    },
    coverage: {
      pickupCovered: true,
      deliveryCovered: true,
      estimatedDistance: offer.route.km,
      estimatedTime: offer.eligibility.hours,
      availableServices: services,
    },
    charges: {
      weightCharge: toRupees(price.weightPaise),
      distanceCharge: toRupees(price.distancePaise),
      fscCharge: toRupees(paiseOf(price.fsc)),
      codCharge: toRupees(paiseOf(price.cod)),
      docketCharge: toRupees(paiseOf(price.docket)),
      insuranceCharge: toRupees(paiseOf(price.insurance)),
      otherCharges: toRupees(price.otherPaise),
      subtotal: toRupees(price.subtotalPaise),
      nonTaxableAmount: toRupees(price.nonTaxablePaise),
      discountAmount: toRupees(price.discountPaise),
      taxableAmount: toRupees(price.taxablePaise),
      gstAmount: toRupees(price.gstPaise),
      totalAmount: toRupees(price.totalPaise),
    },
    discountsApplied: discountsApplied(offer),
    serviceDetails: serviceDetails(offer, services),
    calculationDetails: {
      chargeableWeight: price.chargeableGrams,
      weightSlab: weightSlab(offer),
      distanceSlab: distanceSlab(offer),
      applicableZones: { from: zoneOf(partner, fromZone), to: zoneOf(partner, toZone), ...laneOf(partner, laneRule) },
      pickupDate: new Date(schedule.pickupAt).toISOString(),
      deliveryDate: new Date(schedule.deliveryAt).toISOString(),
      rateCardVersion: partner.rateCardVersion,
      calculatedAt: new Date(now).toISOString(),
    },
    breakdown: breakdown(view, partner, price, shipment),
  };
}

function discountsApplied({ partner, price }: Offer) {
  if (price.discountRow === NO_ROW) return [];
  const { id, description, discountType, discountValue, appliesTo } = partner.names.discounts[price.discountRow]!;
  const savedAmount = toRupees(price.discountPaise);
  return [{ discountId: id, description, discountType, discountValue, appliesTo, savedAmount }];
}

const isAtPickup = (service: ServiceTypeId): boolean => service === 'PICKUP' || service === 'REVERSE';

function serviceDetails(
  { partner: { names }, route: { fromZone, toZone } }: Offer,
  services: readonly ServiceTypeId[],
) {
  const cutoffTimes: Record<string, string> = { default: names.partner.cutoffTime };
  const deliveryWindows: Record<string, string> = {};
  for (const service of services) {
    const info = zoneService(names, isAtPickup(service) ? fromZone : toZone, service)?.additionalInfo;
    if (info?.cutoffTime) cutoffTimes[service] = info.cutoffTime;
    if (info?.deliveryWindow) deliveryWindows[service] = info.deliveryWindow;
  }
  return {
    availableUrgencyLevels: services.includes('EXPRESS') ? ['STANDARD', 'EXPRESS', 'URGENT'] : ['STANDARD'],
    cutoffTimes,
    deliveryWindows,
  };
}

function weightSlab({
  partner: {
    card: { packages },
  },
  price: { packageRow, chargeableGrams },
}: Offer): string {
  const first = `${packages.baseGrams[packageRow]!} g`;
  const steps = weightSteps(packages.baseGrams[packageRow]!, packages.addonGrams[packageRow]!, chargeableGrams);
  return steps === 0 ? first : `${first} + ${steps} x ${packages.addonGrams[packageRow]!} g`;
}

function distanceSlab({
  partner: {
    card: { distances },
  },
  price: { distanceRow },
}: Offer): string | null {
  return distanceRow === NO_ROW ? null : `${distances.fromKm[distanceRow]!}-${distances.toKm[distanceRow]!} km`;
}

function zoneOf({ names }: PartnerView, zone: number) {
  const { id, name } = names.zones[zone - 1]!;
  return { id: String(id), name };
}

function laneOf({ card: { lanes }, names }: PartnerView, laneRule: number) {
  if (laneRule === NO_ROW) return { lane: null, laneRuleId: null };
  return { lane: names.lanes[lanes.lane[laneRule]! - 1]!, laneRuleId: lanes.id[laneRule]! };
}

interface Labels {
  component: string;
  category: string;
  description: string;
  rule: string;
}

interface BreakdownEntry extends Labels {
  base: number | null;
  rate: number | null;
  calculation: string;
  amount: number;
}

function breakdown(view: GenerationView, partner: PartnerView, price: Price, shipment: Shipment): BreakdownEntry[] {
  const { card, names } = partner;
  const { codPaise, declaredPaise } = shipment;
  const { packageRow } = price;
  const entries: BreakdownEntry[] = [
    {
      component: 'weightCharge',
      category: 'freight',
      description: names.packages.at(packageRow),
      rule: `packages/${card.packages.id[packageRow]!}`,
      base: null,
      rate: null,
      calculation: weightCalculation(partner, price),
      amount: toRupees(price.weightPaise),
    },
  ];
  if (price.distanceRow !== NO_ROW) {
    const description = `Distance ${card.distances.fromKm[price.distanceRow]!} to ${card.distances.toKm[price.distanceRow]!} km`;
    const labels = { component: 'distanceCharge', category: 'freight', rule: 'distance-charges', description };
    entries.push(amountEntry(card.distances, price.distanceRow, price.weightPaise, price.distancePaise, labels));
  }
  const charge = (choice: ChargeChoice | null, component: string, kind: string, basePaise: number) => {
    if (choice === null) return;
    const rows = choice.owner === 'default' ? view.general.charges : card.charges;
    const labels = {
      component,
      category: 'surcharge',
      rule: 'customer-charges',
      description: `${kind} (${choice.owner} rate)`,
    };
    entries.push(amountEntry(rows, choice.row, basePaise, choice.paise, labels));
  };
  charge(price.fsc, 'fscCharge', 'Fuel surcharge', price.freightPaise);
  charge(price.cod, 'codCharge', 'Cash on delivery', codPaise);
  charge(price.docket, 'docketCharge', 'Docket', price.freightPaise);
  charge(price.insurance, 'insuranceCharge', 'Insurance of the declared value', declaredPaise);
  for (const service of price.services.list()) {
    const zone = names.zones[service.zone - 1]!;
    const name = SERVICE_TYPE_IDS[service.service]!;
    entries.push({
      component: 'otherCharges',
      category: 'service',
      description: `${name} at ${service.end}, zone ${zone.name}`,
      rule: `zones/${zone.id}/services/${name}`,
      base: null,
      rate: null,
      calculation: `flat ${rupees(service.paise)}`,
      amount: toRupees(service.paise),
    });
  }
  if (price.discountRow !== NO_ROW) {
    const { description } = names.discounts[price.discountRow]!;
    const labels = { component: 'discount', category: 'discount', rule: 'discounts', description };
    const basePaise = price.discountBasePaise;
    entries.push(amountEntry(card.discounts, price.discountRow, basePaise, -price.discountPaise, labels));
  }
  const { gstRate } = view.settings;
  const tax = (description: string, rate: number, paise: number) => {
    const percent = toPercent(rate);
    entries.push({
      component: 'gst',
      category: 'tax',
      description,
      rule: 'GST_PERCENT',
      base: toRupees(price.taxablePaise),
      rate: percent,
      calculation: `${percent} % of ${rupees(price.taxablePaise)}`,
      amount: toRupees(paise),
    });
  };
  if (price.isWithinState) {
    tax('CGST', gstRate / 2, price.cgstPaise);
    tax('SGST', gstRate / 2, price.sgstPaise);
  } else tax('IGST', gstRate, price.igstPaise);
  return entries;
}

function amountEntry(
  rows: AmountColumns,
  row: number,
  basePaise: number,
  paise: number,
  { component, category, description, rule }: Labels,
): BreakdownEntry {
  const isPercentage = rows.isPercentage[row] === 1;
  const rate = isPercentage ? toPercent(rows.value[row]!) : null;
  return {
    component,
    category,
    description,
    rule: `${rule}/${rows.id[row]!}`,
    base: isPercentage ? toRupees(basePaise) : null,
    rate,
    calculation: isPercentage ? `${rate} % of ${rupees(basePaise)}` : `flat ${rupees(rows.value[row]!)}`,
    amount: toRupees(paise),
  };
}

function weightCalculation({ card: { packages } }: PartnerView, { packageRow, chargeableGrams }: Price): string {
  const first = `${rupees(packages.basePaise[packageRow]!)} up to ${packages.baseGrams[packageRow]!} g`;
  const steps = weightSteps(packages.baseGrams[packageRow]!, packages.addonGrams[packageRow]!, chargeableGrams);
  return steps === 0
    ? first
    : `${first} + ${steps} x ${rupees(packages.addonPaise[packageRow]!)} per ${packages.addonGrams[packageRow]!} g`;
}

function weightSteps(baseGrams: number, addonGrams: number, grams: number): number {
  return grams <= baseGrams ? 0 : Math.ceil((grams - baseGrams) / addonGrams);
}

function rupees(paise: number): string {
  return `INR ${(paise / 100).toFixed(2)}`;
}
