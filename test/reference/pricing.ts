/** docs/rules.md#pricing: what a partner charges for a shipment, in integer paise. */
import type { CustomerCharge, DistanceCharge, Package, Partner, Zone } from '../../src/contract/documents/documents.js';
import { distanceTenthsOfKm, findPincode } from './coverage.js';
import { decimal, Fraction, larger, paise, percentOf, smaller, toNumber } from './exact.js';
import { amountToCollect, requiredServices } from './shipment.js';
import type { ChargeType, End, OtherCharge, PriceOutcome, ServiceId, Settings, Shipment, World } from './types.js';

const DEFAULT_VOLUMETRIC_DIVISOR = 5000;
/** docs/rules.md#pricing: 4,999,999,999,999.99 Rupees. */
const MAX_SUBTOTAL = 499_999_999_999_999n;
const GRAMS_A_KG = new Fraction(1000n);

/** The input of everything below: the covered shipment, weighed and measured. */
export interface Covered {
  world: World;
  partner: Partner;
  shipment: Shipment;
  zones: Record<End, Zone>;
  now: Date;
  settings: Settings;
}

export function chargeableGrams(partner: Partner, shipment: Shipment): bigint {
  const weighed = decimal(shipment.weight).ceil();
  if (!shipment.dimensions) return weighed;
  const { length, width, height } = shipment.dimensions;
  const divisor = decimal(partner.volumetricDivisor ?? DEFAULT_VOLUMETRIC_DIVISOR);
  const volume = decimal(length).times(decimal(width)).times(decimal(height));
  return larger(weighed, volume.times(GRAMS_A_KG).over(divisor).ceil());
}

/** Both bounds are included; a missing bound is open. */
export function isValidAt(row: { validFrom?: string | null; validTo?: string | null }, now: Date): boolean {
  const from = row.validFrom ? new Date(row.validFrom) : null;
  const to = row.validTo ? new Date(row.validTo) : null;
  return (from === null || from.getTime() <= now.getTime()) && (to === null || now.getTime() <= to.getTime());
}

/** Whether `tenths` of a km are in [distanceFrom, distanceTo). */
export function holdsDistance(row: { distanceFrom: number; distanceTo: number }, tenths: number): boolean {
  const km = new Fraction(BigInt(tenths), 10n);
  return decimal(row.distanceFrom).compare(km) <= 0 && km.compare(decimal(row.distanceTo)) < 0;
}

function byId(a: { id: number }, b: { id: number }): number {
  return a.id - b.id;
}

function namedZones(row: Package): number {
  return [row.fromZoneId, row.toZoneId].filter((id) => id !== null && id !== undefined).length;
}

function canCarry(row: Package, grams: bigint): boolean {
  const aboveMinimum = row.minWeight === null || row.minWeight === undefined || BigInt(row.minWeight) < grams;
  const withinMaximum = row.maxWeight === null || row.maxWeight === undefined || grams <= BigInt(row.maxWeight);
  const withinBase = row.addonWeight > 0 || grams <= BigInt(row.baseWeight);
  return aboveMinimum && withinMaximum && withinBase;
}

function weightCharge(row: Package, grams: bigint): bigint {
  const above = grams - BigInt(row.baseWeight);
  if (above <= 0n) return paise(row.baseCharge);
  return paise(row.baseCharge) + paise(row.addonCharge) * new Fraction(above, BigInt(row.addonWeight)).ceil();
}

function choosePackage(
  { world, partner, shipment, zones, now }: Covered,
  grams: bigint,
): { row: Package; charge: bigint } | null {
  const matching = world.packages.filter(
    (row) =>
      row.partnerId === partner.partnerId
      && row.status
      && isValidAt(row, now)
      && (row.shipmentType ?? shipment.shipmentType) === shipment.shipmentType
      && (row.fromZoneId ?? zones.pickup.id) === zones.pickup.id
      && (row.toZoneId ?? zones.delivery.id) === zones.delivery.id,
  );
  const mostNamed = Math.max(...matching.map(namedZones));
  let best: { row: Package; charge: bigint } | null = null;
  for (const row of matching.filter((candidate) => namedZones(candidate) === mostNamed).sort(byId)) {
    if (!canCarry(row, grams)) continue;
    const charge = weightCharge(row, grams);
    if (best === null || charge < best.charge) best = { row, charge };
  }
  return best;
}

function chooseDistanceRow({ world, partner }: Covered, tenths: number): DistanceCharge | null {
  const rows = world['distance-charges'].filter(
    (row) => row.partnerId === partner.partnerId && row.status && holdsDistance(row, tenths),
  );
  return rows.sort(byId)[0] ?? null;
}

/** The rows of the most specific scope that has any for this type and weight. */
function customerChargeRows({ world, partner, shipment }: Covered, type: ChargeType, kg: Fraction): CustomerCharge[] {
  const matching = world['customer-charges'].filter(
    (row) =>
      row.status
      && row.type === type
      && (row.minKg === null || row.minKg === undefined || decimal(row.minKg).compare(kg) <= 0)
      && (row.maxKg === null || row.maxKg === undefined || kg.compare(decimal(row.maxKg)) <= 0),
  );
  const scopes: ((row: CustomerCharge) => boolean)[] = [
    (row) =>
      row.partnerId === partner.partnerId
      && shipment.customerId !== undefined
      && row.customerId === shipment.customerId,
    (row) => row.partnerId === partner.partnerId && (row.customerId ?? null) === null,
    (row) => row.partnerId === null && (row.customerId ?? null) === null,
  ];
  for (const inScope of scopes) {
    const rows = matching.filter(inScope);
    if (rows.length > 0) return rows;
  }
  return [];
}

function customerCharge(covered: Covered, type: ChargeType, kg: Fraction, base: bigint): bigint {
  return customerChargeRows(covered, type, kg)
    .map((row) => (row.chargeType === 'flat' ? paise(row.value) : percentOf(row.value, base)))
    .reduce(larger, 0n);
}

function serviceCharge(zone: Zone, service: ServiceId, shipment: Shipment): bigint {
  const entry = zone.services.find((row) => row.serviceTypeId === service);
  const custom = new Map(Object.entries(entry?.customCharges ?? {}));
  const charge =
    custom.get(shipment.customerType ?? 'RETAIL') ?? custom.get(shipment.shipmentType) ?? entry?.baseCharge ?? 0;
  return paise(charge);
}

export function endOf(service: ServiceId): End {
  return service === 'PICKUP' ? 'pickup' : 'delivery';
}

function otherCharges({ shipment, zones }: Covered): OtherCharge[] {
  const pairs: { service: ServiceId; end: End }[] = [
    ...requiredServices(shipment).map((service) => ({ service, end: endOf(service) })),
    ...zones.pickup.attributes.map((service) => ({ service, end: 'pickup' as const })),
    ...zones.delivery.attributes.map((service) => ({ service, end: 'delivery' as const })),
  ];
  const once = pairs.filter(
    (pair, i) => pairs.findIndex((p) => p.service === pair.service && p.end === pair.end) === i,
  );
  return once.map(({ service, end }) => ({
    service,
    end,
    zoneId: zones[end].id,
    amount: toNumber(serviceCharge(zones[end], service, shipment)),
  }));
}

interface DiscountBases {
  freight: bigint;
  subtotal: bigint;
}

function chooseDiscount(
  { world, partner, now }: Covered,
  kg: Fraction,
  { freight, subtotal }: DiscountBases,
): { id: number; amount: bigint } | null {
  const rows = world.discounts.filter(
    (row) =>
      row.partnerId === partner.partnerId
      && row.status
      && isValidAt(row, now)
      && decimal(row.fromWeight).compare(kg) <= 0
      && kg.compare(decimal(row.toWeight)) <= 0,
  );
  const row = rows.sort((a, b) => a.fromWeight - b.fromWeight || byId(a, b))[0];
  if (!row) return null;
  const base = row.appliesTo === 'FREIGHT' ? freight : subtotal;
  const amount = row.discountType === 'flat' ? paise(row.discountValue) : percentOf(row.discountValue, base);
  return { id: row.id, amount: smaller(amount, base) };
}

function placeOfSupply({ world, shipment }: Covered): string {
  if (shipment.customerGstin !== undefined) return shipment.customerGstin.slice(0, 2);
  const place = findPincode(world, shipment.pickupPincode);
  const state = world.states.find((row) => row.id === place?.stateId);
  if (!state) throw new Error(`no state for pincode ${shipment.pickupPincode}`);
  return state.gstCode;
}

interface Tax {
  gst: bigint;
  cgst: bigint;
  sgst: bigint;
  igst: bigint;
}

/** Within the state two halves of the rate, each rounded half up; between states the whole rate. */
function taxOf(taxable: bigint, gstPercent: number, isWithinState: boolean): Tax {
  const igst = percentOf(gstPercent, taxable);
  if (!isWithinState) return { gst: igst, cgst: 0n, sgst: 0n, igst };
  const half = decimal(gstPercent).times(new Fraction(taxable, 200n)).roundHalfUp();
  return { gst: half + half, cgst: half, sgst: half, igst: 0n };
}

export function price(covered: Covered): PriceOutcome {
  const { world, partner, shipment, settings } = covered;
  const grams = chargeableGrams(partner, shipment);
  const kg = new Fraction(grams, 1000n);
  const tenths = distanceTenthsOfKm(world, shipment.pickupPincode, shipment.deliveryPincode, settings);

  const packageChosen = choosePackage(covered, grams);
  if (packageChosen === null) return { price: null, reason: 'NO_RATE' };
  const byWeight = packageChosen.charge;
  const distanceRow = chooseDistanceRow(covered, tenths);
  const byDistance =
    distanceRow === null
      ? 0n
      : distanceRow.chargeType === 'flat'
        ? paise(distanceRow.charge)
        : percentOf(distanceRow.charge, byWeight);
  const freight = byWeight + byDistance;

  const declared = paise(shipment.declaredValue);
  const fsc = customerCharge(covered, 'fsc', kg, freight);
  const docket = customerCharge(covered, 'docket', kg, freight);
  const cod = shipment.paymentType === 'COD' ? customerCharge(covered, 'cod', kg, amountToCollect(shipment)) : 0n;
  const insurance = declared > 0n ? customerCharge(covered, 'insurance', kg, declared) : 0n;
  const other = otherCharges(covered);
  const otherTotal = other.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

  const subtotal = freight + fsc + cod + docket + insurance + otherTotal;
  if (subtotal > MAX_SUBTOTAL) return { price: null, reason: 'PRICE_TOO_LARGE' };
  const discount = chooseDiscount(covered, kg, { freight, subtotal });
  const taxable = subtotal - (discount?.amount ?? 0n);
  const isWithinState = placeOfSupply(covered) === partner.gstStateCode;
  const { gst, cgst, sgst, igst } = taxOf(taxable, settings.gstPercent, isWithinState);

  return {
    reason: null,
    price: {
      chargeableGrams: toNumber(grams),
      distanceKm: tenths / 10,
      packageRowId: packageChosen.row.id,
      distanceRowId: distanceRow?.id ?? null,
      weightCharge: toNumber(byWeight),
      distanceCharge: toNumber(byDistance),
      fsc: toNumber(fsc),
      cod: toNumber(cod),
      docket: toNumber(docket),
      insurance: toNumber(insurance),
      other,
      otherTotal: toNumber(otherTotal),
      subtotal: toNumber(subtotal),
      discount: toNumber(discount?.amount ?? 0n),
      discountId: discount?.id ?? null,
      taxable: toNumber(taxable),
      isWithinState,
      gst: toNumber(gst),
      cgst: toNumber(cgst),
      sgst: toNumber(sgst),
      igst: toNumber(igst),
      total: toNumber(taxable + gst),
    },
  };
}
