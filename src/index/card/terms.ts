/** The terms of a rate card: what the partner accepts, its transit times, and its zones' services and charges. */
import { pack, unpack } from 'msgpackr';
import { periodOf } from '../../domain/dates.js';
import { minutesOfClock, type WorkingDays } from '../../domain/calendar.js';
import { scaleDecimal, toPaise, toRate } from '../../domain/money.js';
import { serviceChargeIndex, ZONE_ATTRIBUTES } from '../../domain/pricing.js';
import type { PartnerLimits, TaxColumns, TransitColumns, ZoneColumns } from '../../domain/rate-card.js';
import { RATE_OF_SETTINGS } from '../../domain/tax.js';
import {
  COVERAGE_SCORE_HUNDREDTHS,
  CUSTOMER_TYPES,
  PAYMENT_TYPES,
  SERVICE_TYPE_IDS,
  serviceBit,
  serviceMask,
  SHIPMENT_TYPES,
  TAX_REGIMES,
} from '../../domain/vocabulary.js';
import { DEFAULT_VOLUMETRIC_DIVISOR, sortedSides, volumeRule } from '../../domain/weight.js';
import type { Partner, Zone } from '../../model/documents.js';
import { numberedZones } from '../coverage.js';
import { allocate, type Block, resolve } from '../layout.js';
import { tagMask, tagNumbers } from './lanes.js';

export interface TermsDocuments {
  partner: Partner;
  zones: readonly Zone[];
}

/** Data that cannot be a column. */
export interface Terms {
  partner: Partner;
  limits: PartnerLimits;
  days: WorkingDays;
  /** `09:00-21:00`, India Standard Time. */
  deliveryWindow: string;
  /** Confidence in hundredths by coverage level: score × successRate, rounded half up. */
  confidenceHundredths: number[];
  /** By zone number, which counts from 1. */
  zones: ZoneTerms[];
}

/** The fields of a zone that answers need in addition to its columns. Every thread has all zones, so they are few. */
type ZoneTerms = Pick<Zone, 'id' | 'name' | 'attributes'> & {
  /** The services that have more details, also those that only single pincodes have. */
  services: Pick<Zone['services'][number], 'serviceTypeId' | 'additionalInfo'>[];
  operationalDetails: Pick<NonNullable<Zone['operationalDetails']>, 'capacity' | 'specialHandling'>;
};

const termsLayout = (zones: number, transit: number, tax: number, names: number) =>
  ({
    id: ['f64', zones + 1],
    services: ['u32', zones + 1],
    attributes: ['u32', zones + 1],
    tags: ['u32', zones + 1],
    servicePaise: ['f64', serviceChargeIndex(zones + 1, 0, 0, 0)],
    fromKm: ['f64', transit],
    toKm: ['f64', transit],
    hours: ['f64', transit],
    regime: ['u8', tax],
    taxRate: ['f64', tax],
    taxFrom: ['f64', tax],
    taxTo: ['f64', tax],
    taxEntry: ['u16', tax],
    names: ['u8', names],
  }) as const;

export function buildTerms({ partner, zones: documents }: TermsDocuments, version: number): Block {
  const zones = numberedZones(documents);
  const tags = tagNumbers(documents);
  const transit = [...partner.transit].sort((a, b) => a.distanceFrom - b.distanceFrom);
  const tax = taxRows(partner);
  const names = pack(termsOf(partner, zones));
  const { block, columns } = allocate(termsLayout(zones.length, transit.length, tax.length, names.length), version);
  zones.forEach((zone, index) => {
    const number = index + 1;
    columns.id[number] = zone.id;
    columns.attributes[number] = serviceMask(zone.attributes) & ZONE_ATTRIBUTES;
    columns.tags[number] = tagMask(tags, zone.tags);
    for (const service of zone.services) {
      if (service.isAvailable) columns.services[number]! |= serviceBit(service.serviceTypeId);
      // also of others: a single pincode may have the service
      fillServiceCharges(columns.servicePaise, number, service);
    }
  });
  transit.forEach((document, row) => {
    columns.fromKm[row] = document.distanceFrom;
    columns.toKm[row] = document.distanceTo;
    columns.hours[row] = document.hours;
  });
  tax.forEach(({ document, entry, fromMs, toMs }, row) => {
    columns.regime[row] = TAX_REGIMES.indexOf(document.regime);
    columns.taxRate[row] = typeof document.percent === 'number' ? toRate(document.percent) : RATE_OF_SETTINGS;
    columns.taxFrom[row] = fromMs;
    columns.taxTo[row] = toMs;
    columns.taxEntry[row] = entry;
  });
  columns.names.set(names);
  return block;
}

/** By ascending validFrom, then in the order of the partner's list: of those in force the last one counts. */
function taxRows({ tax }: Partner) {
  return (tax ?? [])
    .map((document, entry) => {
      const { fromMs, toMs } = periodOf(document);
      return { document, entry, fromMs, toMs };
    })
    .sort((a, b) => (a.fromMs === b.fromMs ? a.entry - b.entry : a.fromMs - b.fromMs));
}

interface ResolvedTerms {
  zones: ZoneColumns;
  transit: TransitColumns;
  tax: TaxColumns;
  terms: Terms;
}

export function resolveTerms(block: Block): ResolvedTerms {
  const columns = resolve<ReturnType<typeof termsLayout>>(block);
  const { id, services, attributes, tags, servicePaise, fromKm, toKm, hours, names } = columns;
  return {
    zones: { id, services, attributes, tags, servicePaise },
    transit: { fromKm, toKm, hours },
    tax: {
      regime: columns.regime,
      rate: columns.taxRate,
      validFrom: columns.taxFrom,
      validTo: columns.taxTo,
      entry: columns.taxEntry,
    },
    terms: unpack(Buffer.from(names)) as Terms,
  };
}

/** customCharges[customerType], else customCharges[shipmentType], else baseCharge (docs/rules.md#service-charges). */
function fillServiceCharges(servicePaise: Float64Array, zone: number, service: Zone['services'][number]): void {
  const position = SERVICE_TYPE_IDS.indexOf(service.serviceTypeId);
  CUSTOMER_TYPES.forEach((customerType, customer) => {
    SHIPMENT_TYPES.forEach((shipmentType, shipment) => {
      const rupees =
        service.customCharges?.[customerType] ?? service.customCharges?.[shipmentType] ?? service.baseCharge ?? 0;
      servicePaise[serviceChargeIndex(zone, position, customer, shipment)] = toPaise(rupees);
    });
  });
}

function termsOf(partner: Partner, zones: readonly Zone[]): Terms {
  const deliveryWindow = deliveryWindowOf(partner);
  return {
    partner,
    limits: limitsOf(partner),
    days: daysOf(partner, deliveryWindow),
    deliveryWindow: `${deliveryWindow.from}-${deliveryWindow.to}`,
    confidenceHundredths: COVERAGE_SCORE_HUNDREDTHS.map((score) =>
      scaleDecimal(partner.performance.successRate, score),
    ),
    zones: zones.map(zoneTermsOf),
  };
}

function zoneTermsOf({ id, name, attributes, services, operationalDetails }: Zone): ZoneTerms {
  return {
    id,
    name,
    attributes,
    services: services.flatMap(({ serviceTypeId, additionalInfo }) =>
      additionalInfo ? [{ serviceTypeId, additionalInfo }] : [],
    ),
    operationalDetails: {
      capacity: operationalDetails?.capacity,
      specialHandling: operationalDetails?.specialHandling,
    },
  };
}

/** When parcels are handed over, unless the partner has another window (docs/rules.md#transit-and-calendar). */
const DELIVERY_WINDOW = { from: '09:00', to: '21:00' };

export function deliveryWindowOf({ deliveryWindow = DELIVERY_WINDOW }: Partner): { from: string; to: string } {
  return deliveryWindow;
}

function daysOf({ cutoffTime, weekendDelivery }: Partner, { from, to }: typeof DELIVERY_WINDOW): WorkingDays {
  return {
    cutoffMinutes: minutesOfClock(cutoffTime),
    weekendDelivery,
    windowFromMinutes: minutesOfClock(from),
    windowToMinutes: minutesOfClock(to),
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
    maxPieceGrams: partner.limits.maxPieceWeight ?? Infinity,
    volume: volumeRule(
      partner.volumetricDivisor ?? DEFAULT_VOLUMETRIC_DIVISOR,
      partner.cft ?? null,
      partner.volumetricBasis === 'PIECE',
    ),
  };
}

function maskOf<T>(vocabulary: readonly T[], values: readonly T[]): number {
  return values.reduce((mask, value) => mask | (1 << vocabulary.indexOf(value)), 0);
}
