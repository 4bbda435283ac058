/** The terms of a rate card: what the partner accepts, its transit times, and its zones' services and charges. */
import { HOURS_A_DAY, minutesOfClock } from '../../domain/calendar.js';
import type { WorkingDays } from '../../domain/schedule.js';
import { periodOf } from '../../domain/dates.js';
import { scaleDecimal, toPaise, toRate } from '../../domain/money.js';
import { serviceChargeIndex, ZONE_ATTRIBUTES } from '../../domain/service-charges.js';
import type { PartnerLimits, TaxColumns, ZoneColumns } from '../../domain/rate-card.js';
import type { TransitColumns } from '../../domain/time-columns.js';
import { RATE_OF_SETTINGS } from '../../domain/tax.js';
import {
  COVERAGE_SCORE_HUNDREDTHS,
  CUSTOMER_TYPES,
  PAYMENT_TYPES,
  SERVICE_TYPE_IDS,
  serviceMask,
  SHIPMENT_TYPES,
  TAX_REGIMES,
  WEEKDAYS,
} from '../../domain/vocabulary.js';
import { DEFAULT_VOLUMETRIC_DIVISOR, sortedSides, toSideParts, volumeRule } from '../../domain/weight.js';
import type { Partner, Zone } from '../../model/documents.js';
import { builderOf, columnsOf, packed, resolveAs, type Source, table, unpacked } from '../columns.js';
import { numberedZones } from '../coverage.js';
import type { Block } from '../layout.js';
import type { CardDocuments } from './documents.js';
import { tagMask, tagNumbers } from './lanes.js';
import { DATES } from './rows.js';

/** Data that cannot be a column. */
export interface Terms {
  partner: Partner;
  limits: PartnerLimits;
  days: WorkingDays;
  /** `09:00-21:00`, India Standard Time. */
  deliveryWindow: string;
  /** Whether outcomes take the place of successRate. */
  usesOutcomes: boolean;
  /** Confidence in hundredths by coverage level: score × successRate, rounded half up. */
  confidenceHundredths: number[];
  /** By zone number, which counts from 1. */
  zones: ZoneTerms[];
}

/** The fields of a zone that answers need in addition to its columns. Every thread has all zones, so they are few. */
type ZoneTerms = Pick<Zone, 'id' | 'name' | 'attributes'> & {
  /** Services with more details, including services of single pincodes. */
  services: Pick<Zone['services'][number], 'serviceTypeId' | 'additionalInfo'>[];
  operationalDetails: Pick<NonNullable<Zone['operationalDetails']>, 'capacity' | 'specialHandling'>;
};

type TransitRow = Partner['transit'][number];
type TaxEntry = NonNullable<Partner['tax']>[number];

const zone = columnsOf<Zone>();
const transit = columnsOf<TransitRow>();
const tax = columnsOf<TaxEntry & { entry: number }>();

const zoneColumns = (tags: ReadonlyMap<string, number>) => ({
  id: zone.f64(({ id }) => id),
  services: zone.u32(({ services }) =>
    serviceMask(services.filter(({ isAvailable }) => isAvailable).map(({ serviceTypeId }) => serviceTypeId)),
  ),
  attributes: zone.u32(({ attributes }) => serviceMask(attributes) & ZONE_ATTRIBUTES),
  tags: zone.u32((row) => tagMask(tags, row.tags)),
});

const TRANSIT = {
  fromKm: transit.f64(({ distanceFrom }) => distanceFrom),
  toKm: transit.f64(({ distanceTo }) => distanceTo),
  hours: transit.f64(({ hours, days }) => hours ?? (days ?? 0) * HOURS_A_DAY),
  ...transit.ifAny(({ days }) => days, { days: transit.u8(({ days }) => days ?? 0) }),
};

const TAX = {
  regime: tax.u8(({ regime }) => TAX_REGIMES.indexOf(regime)),
  rate: tax.f64(({ percent }) => (typeof percent === 'number' ? toRate(percent) : RATE_OF_SETTINGS)),
  ...tax.ifAny(({ rounding }) => rounding === 'RUPEE', {
    inRupees: tax.u8(({ rounding }) => (rounding === 'RUPEE' ? 1 : 0)),
  }),
  ...DATES,
  entry: tax.u16(({ entry }) => entry),
};

function columnsFor({ partner, zones: documents }: Pick<CardDocuments, 'partner' | 'zones'>) {
  const zones = numberedZones(documents);
  return {
    zones: { ...table(zoneColumns(tagNumbers(documents)), zones, 1), servicePaise: servicePaiseOf(zones) },
    transit: table(
      TRANSIT,
      [...partner.transit].sort((a, b) => a.distanceFrom - b.distanceFrom),
    ),
    tax: table(TAX, taxRows(partner)),
    names: packed(termsOf(partner, zones)),
  };
}

/** By ascending validFrom, then in the order of the partner's list: of those in force the last one counts. */
function taxRows({ tax: entries }: Partner) {
  const fromOf = (row: TaxEntry): number => periodOf(row).fromMs;
  return (entries ?? [])
    .map((row, entry) => ({ ...row, entry }))
    .sort((a, b) => (fromOf(a) === fromOf(b) ? a.entry - b.entry : fromOf(a) - fromOf(b)));
}

/**
 * customCharges[customerType], else customCharges[shipmentType], else baseCharge (docs/rules.md#service-charges); also
 * of services that are not available, since a single pincode may have them.
 */
const servicePaiseOf = (zones: readonly Zone[]): Source<'f64'> => [
  'f64',
  serviceChargeIndex(zones.length + 1, 0, 0, 0),
  (paise) => {
    for (const [index, { services }] of zones.entries())
      for (const { serviceTypeId, customCharges, baseCharge } of services) {
        const service = SERVICE_TYPE_IDS.indexOf(serviceTypeId);
        for (const [customer, customerType] of CUSTOMER_TYPES.entries())
          for (const [shipment, shipmentType] of SHIPMENT_TYPES.entries())
            paise[serviceChargeIndex(index + 1, service, customer, shipment)] = toPaise(
              customCharges?.[customerType] ?? customCharges?.[shipmentType] ?? baseCharge ?? 0,
            );
      }
  },
];

export const buildTerms = builderOf(columnsFor);

interface ResolvedTerms {
  zones: ZoneColumns;
  transit: TransitColumns;
  tax: TaxColumns;
  terms: Terms;
}

export function resolveTerms(block: Block): ResolvedTerms {
  const { names, ...columns } = resolveAs<typeof columnsFor>(block);
  return { ...columns, terms: unpacked<Terms>(names) };
}

function termsOf(partner: Partner, zones: readonly Zone[]): Terms {
  const deliveryWindow = deliveryWindowOf(partner);
  return {
    partner,
    limits: limitsOf(partner),
    days: daysOf(partner, deliveryWindow),
    deliveryWindow: `${deliveryWindow.from}-${deliveryWindow.to}`,
    usesOutcomes: partner.performance.source === 'OUTCOMES',
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

function daysOf(partner: Partner, { from, to }: typeof DELIVERY_WINDOW): WorkingDays {
  const { cutoffTime, cutoffTimes, weekendDelivery, deliveryDays } = partner;
  const cutoffMinutes = minutesOfClock(cutoffTime);
  return {
    cutoffs: WEEKDAYS.map((weekday) => {
      const own = cutoffTimes?.[weekday];
      if (own !== undefined) return own === null ? NaN : minutesOfClock(own);
      return weekday === 'sunday' && !weekendDelivery ? NaN : cutoffMinutes;
    }),
    cutoffMinutes,
    deliveryDays: (deliveryDays ?? (weekendDelivery ? ALL_DAYS : WORKDAYS)).reduce(
      (mask, day) => mask | (1 << (day - 1)),
      0,
    ),
    windowFromMinutes: minutesOfClock(from),
    windowToMinutes: minutesOfClock(to),
  };
}

const WORKDAYS: readonly number[] = [1, 2, 3, 4, 5, 6];
const ALL_DAYS: readonly number[] = [...WORKDAYS, 7];

function limitsOf(partner: Partner): PartnerLimits {
  return {
    maxGrams: partner.limits.maxWeight,
    maxSides: sortedSides(partner.limits.maxDimensions),
    maxCodPaise: toPaise(partner.limits.maxCodAmount),
    maxDeclaredPaise: toPaise(partner.limits.maxDeclaredValue),
    paymentTypes: maskOf(PAYMENT_TYPES, partner.paymentTypes),
    shipmentTypes: maskOf(SHIPMENT_TYPES, partner.shipmentTypes),
    maxPieceGrams: partner.limits.maxPieceWeight ?? Infinity,
    maxGirth: partsOf(partner.limits.maxLengthPlusGirth),
    maxSideSum: partsOf(partner.limits.maxSideSum),
    volume: volumeRule(
      partner.volumetricDivisor ?? DEFAULT_VOLUMETRIC_DIVISOR,
      partner.cft ?? null,
      partner.volumetricBasis === 'PIECE',
    ),
  };
}

const partsOf = (centimetres: number | null | undefined): number => (centimetres ? toSideParts(centimetres) : Infinity);

function maskOf<T>(vocabulary: readonly T[], values: readonly T[]): number {
  return values.reduce((mask, value) => mask | (1 << vocabulary.indexOf(value)), 0);
}
