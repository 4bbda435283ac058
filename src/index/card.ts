/** A partner's rate-card block: the columns of domain/rate-card.ts, and what cannot be a column as one packed block. */
import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { pack } from 'msgpackr';
import { canonicalJson } from '../domain/canonical.js';
import { minutesOfClock } from '../domain/calendar.js';
import { scaleDecimal, toPaise, toRate } from '../domain/money.js';
import { serviceChargeIndex, ZONE_ATTRIBUTES } from '../domain/pricing.js';
import type { PartnerLimits } from '../domain/rate-card.js';
import {
  CHARGE_TYPES, COVERAGE_SCORE_HUNDREDTHS, CUSTOMER_TYPES, PAYMENT_TYPES, SERVICE_TYPE_IDS, serviceBit, serviceMask, SHIPMENT_TYPES, type RateType,
} from '../domain/vocabulary.js';
import { DEFAULT_VOLUMETRIC_DIVISOR, sortedSides } from '../domain/weight.js';
import type { CustomerCharge, Discount, DistanceCharge, Package, Partner, Zone } from '../schemas/documents.js';
import { numberedZones } from './coverage.js';
import { allocate, type Block, type Columns } from './layout.js';

/** Everything that a partner's prices hang on, but for the default charges. */
export interface CardDocuments {
  partner: Partner;
  zones: readonly Zone[];
  packages: readonly Package[];
  distanceCharges: readonly DistanceCharge[];
  customerCharges: readonly CustomerCharge[];
  discounts: readonly Discount[];
}

/** What cannot be a column; by row or zone number where it belongs to one (zone numbers count from 1). */
export interface CardNames {
  partner: Partner;
  limits: PartnerLimits;
  cutoffMinutes: number;
  /** Confidence in hundredths by coverage level: score × successRate, rounded half up. */
  confidenceHundredths: number[];
  rateCardVersion: string;
  /** Customers with rows of their own; the k-th (from 1) is scope k. */
  customers: string[];
  zones: Pick<Zone, 'id' | 'name' | 'attributes' | 'services' | 'operationalDetails'>[];
  packages: { id: number; packageId: string; packageName: string; baseWeight: number; baseCharge: number; addonWeight: number; addonCharge: number; fromZoneId: number | null; toZoneId: number | null }[];
  discounts: { id: number; description: string; discountType: RateType; discountValue: number }[];
}

const chargesLayout = (rows: number, scopes: number) =>
  ({
    chargeId: ['f64', rows], chargeIsPercentage: ['u8', rows], chargeValue: ['f64', rows], chargeMinGrams: ['f64', rows], chargeMaxGrams: ['f64', rows],
    chargeStart: ['u32', scopes * CHARGE_TYPES.length + 1],
  }) as const;
export type ChargesLayout = ReturnType<typeof chargesLayout>;

interface CardCounts {
  zones: number;
  packages: number;
  distances: number;
  charges: number;
  scopes: number;
  discounts: number;
  transit: number;
  names: number;
}

const cardLayout = (counts: CardCounts) =>
  ({
    zoneId: ['f64', counts.zones + 1], zoneServices: ['u32', counts.zones + 1], zoneAttributes: ['u32', counts.zones + 1],
    zoneServicePaise: ['f64', serviceChargeIndex(counts.zones + 1, 0, 0, 0)],
    packageId: ['f64', counts.packages], packageBaseGrams: ['f64', counts.packages], packageBasePaise: ['f64', counts.packages],
    packageAddonGrams: ['f64', counts.packages], packageAddonPaise: ['f64', counts.packages], packageMaxGrams: ['f64', counts.packages],
    packageShipmentType: ['u8', counts.packages], packageValidFrom: ['f64', counts.packages], packageValidTo: ['f64', counts.packages],
    packageStart: ['u32', (counts.zones + 1) ** 2 + 1],
    distanceId: ['f64', counts.distances], distanceIsPercentage: ['u8', counts.distances], distanceValue: ['f64', counts.distances],
    distanceFromKm: ['f64', counts.distances], distanceToKm: ['f64', counts.distances],
    ...chargesLayout(counts.charges, counts.scopes),
    discountId: ['f64', counts.discounts], discountIsPercentage: ['u8', counts.discounts], discountValue: ['f64', counts.discounts],
    discountFromGrams: ['f64', counts.discounts], discountToGrams: ['f64', counts.discounts],
    discountValidFrom: ['f64', counts.discounts], discountValidTo: ['f64', counts.discounts],
    transitFromKm: ['f64', counts.transit], transitToKm: ['f64', counts.transit], transitHours: ['f64', counts.transit],
    names: ['u8', counts.names],
  }) as const;
export type CardLayout = ReturnType<typeof cardLayout>;

/** Lays out one partner's rate card, whose {@link rateCardVersion} is given. */
export function buildCard(documents: CardDocuments, cardVersion: string, version: number): Block {
  const zones = numberedZones(documents.zones);
  const zoneNumber = new Map(zones.map((zone, index) => [zone.id, index + 1]));
  const packages = packageRows(documents.packages, zoneNumber, zones.length + 1);
  const distances = documents.distanceCharges.filter((row) => row.status).sort((a, b) => a.distanceFrom - b.distanceFrom);
  const customers = [...new Set(documents.customerCharges.flatMap((row) => (row.status && row.customerId ? [row.customerId] : [])))].sort();
  const charges = chargeRows(documents.customerCharges, customers);
  const discounts = documents.discounts.filter((row) => row.status).sort((a, b) => a.fromWeight - b.fromWeight);
  const transit = [...documents.partner.transit].sort((a, b) => a.distanceFrom - b.distanceFrom);
  const names = pack(cardNames(documents, cardVersion, zones, packages.map((row) => row.document), customers, discounts));

  const { block, columns } = allocate(
    cardLayout({
      zones: zones.length, packages: packages.length, distances: distances.length, charges: charges.length, scopes: customers.length + 1,
      discounts: discounts.length, transit: transit.length, names: names.length,
    }),
    version,
  );
  columns.names.set(names);

  zones.forEach((zone, index) => {
    const number = index + 1;
    columns.zoneId[number] = zone.id;
    columns.zoneAttributes[number] = serviceMask(zone.attributes) & ZONE_ATTRIBUTES;
    for (const service of zone.services) {
      if (!service.isAvailable) continue;
      columns.zoneServices[number]! |= serviceBit(service.serviceTypeId);
      fillServiceCharges(columns.zoneServicePaise, number, service);
    }
  });

  packages.forEach(({ document }, row) => {
    columns.packageId[row] = document.id;
    columns.packageBaseGrams[row] = document.baseWeight;
    columns.packageBasePaise[row] = toPaise(document.baseCharge);
    columns.packageAddonGrams[row] = document.addonWeight;
    columns.packageAddonPaise[row] = toPaise(document.addonCharge);
    columns.packageMaxGrams[row] = document.maxWeight ?? Infinity;
    columns.packageShipmentType[row] = document.shipmentType ? SHIPMENT_TYPES.indexOf(document.shipmentType) + 1 : 0;
    [columns.packageValidFrom[row], columns.packageValidTo[row]] = validity(document);
  });
  fillStarts(columns.packageStart, packages.map((row) => row.pair));

  distances.forEach((document, row) => {
    columns.distanceId[row] = document.id;
    [columns.distanceIsPercentage[row], columns.distanceValue[row]] = amount(document.chargeType, document.charge);
    columns.distanceFromKm[row] = document.distanceFrom;
    columns.distanceToKm[row] = document.distanceTo;
  });
  fillCharges(columns, charges);
  discounts.forEach((document, row) => {
    columns.discountId[row] = document.id;
    [columns.discountIsPercentage[row], columns.discountValue[row]] = amount(document.discountType, document.discountValue);
    columns.discountFromGrams[row] = toGrams(document.fromWeight);
    columns.discountToGrams[row] = toGrams(document.toWeight);
    [columns.discountValidFrom[row], columns.discountValidTo[row]] = validity(document);
  });
  transit.forEach((document, row) => {
    columns.transitFromKm[row] = document.distanceFrom;
    columns.transitToKm[row] = document.distanceTo;
    columns.transitHours[row] = document.hours;
  });
  return block;
}

/** The default charges as a block of their own: all partners share it. */
export function buildDefaultCharges(documents: readonly CustomerCharge[], version: number): Block {
  const rows = chargeRows(documents, []);
  const { block, columns } = allocate(chargesLayout(rows.length, 1), version);
  fillCharges(columns, rows);
  return block;
}

function packageRows(documents: readonly Package[], zoneNumber: ReadonlyMap<number, number>, width: number): { document: Package; pair: number }[] {
  const number = (zoneId: number | null | undefined): number | undefined => (zoneId === null || zoneId === undefined ? 0 : zoneNumber.get(zoneId));
  return documents
    .flatMap((document) => {
      const from = number(document.fromZoneId);
      const to = number(document.toZoneId);
      // a row that names an inactive zone can never match: inactive zones cover nothing
      return !document.status || from === undefined || to === undefined ? [] : [{ document, pair: from * width + to }];
    })
    .sort((a, b) => a.pair - b.pair || a.document.id - b.document.id);
}

interface ChargeRow {
  document: CustomerCharge;
  list: number;
}

function chargeRows(documents: readonly CustomerCharge[], customers: readonly string[]): ChargeRow[] {
  for (const { id, partnerId, customerId } of documents) assert(partnerId !== null || !customerId, `customer charge ${id} of a customer names a partner`);
  return documents
    .filter((document) => document.status)
    .map((document) => ({
      document,
      list: (document.customerId ? customers.indexOf(document.customerId) + 1 : 0) * CHARGE_TYPES.length + CHARGE_TYPES.indexOf(document.type),
    }))
    .sort((a, b) => a.list - b.list || a.document.id - b.document.id);
}

function fillCharges(columns: Columns<ChargesLayout>, rows: readonly ChargeRow[]): void {
  rows.forEach(({ document }, row) => {
    columns.chargeId[row] = document.id;
    [columns.chargeIsPercentage[row], columns.chargeValue[row]] = amount(document.chargeType, document.value);
    columns.chargeMinGrams[row] = document.minKg === null || document.minKg === undefined ? 0 : toGrams(document.minKg);
    columns.chargeMaxGrams[row] = document.maxKg === null || document.maxKg === undefined ? Infinity : toGrams(document.maxKg);
  });
  fillStarts(columns.chargeStart, rows.map((row) => row.list));
}

/** `lists` are the list numbers of the rows, ascending; `start[n]` becomes the first row of list n, the last entry the end. */
function fillStarts(start: Uint32Array, lists: readonly number[]): void {
  for (const list of lists) start[list + 1]!++;
  for (let list = 1; list < start.length; list++) start[list]! += start[list - 1]!;
}

/** customCharges[customerType], else customCharges[shipmentType], else baseCharge (decisions, part 6.6). */
function fillServiceCharges(servicePaise: Float64Array, zone: number, service: Zone['services'][number]): void {
  const position = SERVICE_TYPE_IDS.indexOf(service.serviceTypeId);
  CUSTOMER_TYPES.forEach((customerType, customer) => {
    SHIPMENT_TYPES.forEach((shipmentType, shipment) => {
      const rupees = service.customCharges?.[customerType] ?? service.customCharges?.[shipmentType] ?? service.baseCharge ?? 0;
      servicePaise[serviceChargeIndex(zone, position, customer, shipment)] = toPaise(rupees);
    });
  });
}

function cardNames(
  documents: CardDocuments, cardVersion: string, zones: readonly Zone[], packages: readonly Package[], customers: string[], discounts: readonly Discount[],
): CardNames {
  const { partner } = documents;
  return {
    partner,
    limits: limitsOf(partner),
    cutoffMinutes: minutesOfClock(partner.cutoffTime),
    confidenceHundredths: COVERAGE_SCORE_HUNDREDTHS.map((score) => scaleDecimal(partner.performance.successRate, score)),
    rateCardVersion: cardVersion,
    customers,
    zones: zones.map(({ id, name, attributes, services, operationalDetails }) => ({ id, name, attributes, services, operationalDetails })),
    packages: packages.map((row) => ({
      id: row.id, packageId: row.packageId, packageName: row.packageName, baseWeight: row.baseWeight, baseCharge: row.baseCharge,
      addonWeight: row.addonWeight, addonCharge: row.addonCharge, fromZoneId: row.fromZoneId ?? null, toZoneId: row.toZoneId ?? null,
    })),
    discounts: discounts.map((row) => ({ id: row.id, description: row.description ?? '', discountType: row.discountType, discountValue: row.discountValue })),
  };
}

function limitsOf(partner: Partner): PartnerLimits {
  return {
    maxGrams: partner.limits.maxWeight,
    maxSides: sortedSides(partner.limits.maxDimensions),
    maxCodPaise: toPaise(partner.limits.maxCodAmount),
    maxDeclaredPaise: toPaise(partner.limits.maxDeclaredValue),
    paymentTypes: maskOf(PAYMENT_TYPES, partner.paymentTypes),
    shipmentTypes: maskOf(SHIPMENT_TYPES, partner.shipmentTypes),
    volumetricDivisor: partner.volumetricDivisor ?? DEFAULT_VOLUMETRIC_DIVISOR,
  };
}

/** The first 16 hex digits of SHA-256 over everything that a price of this partner is made of (decisions, part 6.9). */
export function rateCardVersion(documents: CardDocuments, defaults: readonly CustomerCharge[]): string {
  const byId = <D extends { id: number }>(rows: readonly D[]) => [...rows].sort((a, b) => a.id - b.id);
  const zoneIds = new Set(documents.zones.map(({ id }) => id));
  const isOwn = (zoneId: number | null | undefined) => zoneId === null || zoneId === undefined || zoneIds.has(zoneId);
  const list = (rows: readonly { id: number }[], form?: Form) => `[${byId(rows).map((row) => textOf(row, form)).join(',')}]`;
  const { partnerId, gstStateCode, volumetricDivisor = DEFAULT_VOLUMETRIC_DIVISOR } = documents.partner;
  // one that names a zone which is gone is no part of any price, and a node that starts now does not have it
  const packages = documents.packages.filter(({ fromZoneId, toZoneId }) => isOwn(fromZoneId) && isOwn(toZoneId));
  const card = '{' + [
    `"customerCharges":${list(documents.customerCharges)}`, `"defaultCharges":${list(defaults)}`, `"discounts":${list(documents.discounts)}`,
    `"distanceCharges":${list(documents.distanceCharges)}`, `"gstStateCode":${JSON.stringify(gstStateCode)}`, `"packages":${list(packages)}`,
    `"partnerId":${JSON.stringify(partnerId)}`, `"volumetricDivisor":${volumetricDivisor}`, `"zones":${list(documents.zones, rateFormOfZone)}`,
  ].join(',') + '}';
  return createHash('sha256').update(card).digest('hex').slice(0, 16);
}

type Form = (document: never) => unknown;

/** Canonical texts by document, which is another object when it changes: to make them takes four fifths of building a card. */
const texts = new WeakMap<object, string>();

function textOf(document: object, form: Form = (same) => same): string {
  let text = texts.get(document);
  if (text === undefined) texts.set(document, (text = canonicalJson(form(document as never))));
  return text;
}

/** What of a zone a price is made of. An import writes the charge of a service that has none as 0: both forms are one card. */
function rateFormOfZone({ id, status, attributes, services }: Zone): object {
  return { id, status, attributes, services: services.map((service) => ({ ...service, baseCharge: service.baseCharge ?? 0 })) };
}

function amount(type: RateType, value: number): [isPercentage: number, value: number] {
  return type === 'percentage' ? [1, toRate(value)] : [0, toPaise(value)];
}

interface Validity {
  validFrom?: string | null;
  validTo?: string | null;
}

/** When a row is in force: from the first moment to the last, both included; milliseconds since the epoch. */
function validity(document: Validity): [from: number, to: number] {
  return [document.validFrom ? Date.parse(document.validFrom) : -Infinity, document.validTo ? Date.parse(document.validTo) : Infinity];
}

/** By its dates alone, as quotes hold them against the moment of their request. */
export function isValidAt(document: Validity, nowMs: number): boolean {
  const [fromMs, toMs] = validity(document);
  return fromMs <= nowMs && nowMs <= toMs;
}

const toGrams = (kg: number): number => scaleDecimal(kg, 1_000);

function maskOf<T>(vocabulary: readonly T[], values: readonly T[]): number {
  return values.reduce((mask, value) => mask | (1 << vocabulary.indexOf(value)), 0);
}
