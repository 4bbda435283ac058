/** Rate cards in plain arrays, from rows written by hand. */
import { serviceChargeIndex } from '../../../src/domain/service-charges.js';
import { NO_ROW } from '../../../src/domain/rates.js';
import {
  acceptedBy,
  packageBucket,
  type ChargeColumns,
  type LaneColumns,
  type RateCard,
  type Shipment,
  type ZoneColumns,
  NO_LANE,
  NO_SEZ,
  type PartnerRoute,
} from '../../../src/domain/rate-card.js';
import type { Column } from '../../../src/domain/dates.js';
import { type HolidayColumns, type RoadColumns, type TransitLaneColumns } from '../../../src/domain/time-columns.js';
import { buildSurcharges, resolveSurcharges } from '../../../src/index/card/surcharges.js';
import type { Block } from '../../../src/index/layout.js';
import { RATE_OF_SETTINGS } from '../../../src/domain/tax.js';
import {
  FORWARD_DIRECTION,
  CHARGE_TYPES,
  type ChargeType,
  COD_PAYMENT,
  CUSTOMER_TYPES,
  type Direction,
  DIRECTIONS,
  PAYMENT_TYPES,
  RTO_DIRECTION,
  serviceMask,
  type ServiceTypeId,
  SERVICE_TYPE_IDS,
  SHIPMENT_TYPES,
  TAX_REGIMES,
  type TaxRegime,
} from '../../../src/domain/vocabulary.js';

import { type Dimensions, largestSides, type PieceRequest, volumeRule, Weights } from '../../../src/domain/weight.js';

/** The state of plain cards and plain shipments: Maharashtra's GST code. */
const HOME_STATE = 27;

export interface PackageRow {
  id: number;
  from: number;
  to: number;
  baseGrams: number;
  basePaise: number;
  addonGrams: number;
  addonPaise: number;
  addonFraction: number;
  minPaise: number;
  minGrams: number;
  maxGrams: number;
  /** Bit masks over SHIPMENT_TYPES and PAYMENT_TYPES. */
  shipmentTypes: number;
  paymentTypes: number;
  /** null: everyone. */
  customer: string | null;
  direction: Direction;
  fromKm: number;
  toKm: number;
  validFrom: number;
  validTo: number;
}

export interface ChargeRow {
  id: number;
  type: ChargeType;
  /** null: everyone. */
  customer: string | null;
  isPercentage: number;
  value: number;
  minGrams: number;
  maxGrams: number;
  validFrom?: number;
  validTo?: number;
}

export interface BandRow {
  id: number;
  isPercentage: number;
  value: number;
  from: number;
  to: number;
  validFrom?: number;
  validTo?: number;
  /** Of a discount; 1: applies to the freight. */
  ofFreight?: number;
}

export interface TaxRow {
  regime: TaxRegime;
  /** RATE_OF_SETTINGS unless given. */
  rate: number;
  validFrom: number;
  validTo: number;
  /** 1: amounts are rounded to whole Rupees. */
  inRupees: number;
}

export interface CardRows {
  zoneCount?: number;
  packages?: Partial<PackageRow>[];
  charges?: Partial<ChargeRow>[];
  distances?: BandRow[];
  discounts?: BandRow[];
  transit?: { from: number; to: number; hours: number }[];
  /** By zone number, starting at 1. */
  zones?: {
    services?: ServiceTypeId[];
    attributes?: ServiceTypeId[];
    paise?: Partial<Record<ServiceTypeId, number>>;
  }[];
  limits?: Partial<RateCard['limits']>;
  gstState?: number;
  isWithTax?: boolean;
  /** The block that they are built to. */
  surcharges?: Block;
  /** In the order of the index: the last one in force counts. */
  tax?: Partial<TaxRow>[];
}

export const packageRow = (fields: Partial<PackageRow>): PackageRow => ({
  id: 1,
  from: 0,
  to: 0,
  baseGrams: 500,
  basePaise: 4_000,
  addonGrams: 500,
  addonPaise: 1_500,
  addonFraction: 0,
  minPaise: 0,
  minGrams: 0,
  maxGrams: Infinity,
  shipmentTypes: 0b11,
  paymentTypes: 0b11,
  customer: null,
  direction: 'FORWARD',
  fromKm: 0,
  toKm: Infinity,
  validFrom: -Infinity,
  validTo: Infinity,
  ...fields,
});

const column = <R>(rows: readonly R[], value: (row: R) => number): Column => rows.map(value);

/** Empty if no row has a date, as the index lays them out. */
function datesOf(rows: readonly { validFrom?: number; validTo?: number }[]): { validFrom: Column; validTo: Column } {
  const isDated = rows.some(({ validFrom, validTo }) => validFrom !== undefined || validTo !== undefined);
  return {
    validFrom: isDated ? column(rows, (row) => row.validFrom ?? -Infinity) : [],
    validTo: isDated ? column(rows, (row) => row.validTo ?? Infinity) : [],
  };
}

function startsOf(lists: readonly number[], count: number): number[] {
  return Array.from({ length: count + 1 }, (_, list) => lists.filter((row) => row < list).length);
}

export function plainCharges(given: readonly Partial<ChargeRow>[]): {
  columns: ChargeColumns;
  customers: Map<string, number>;
} {
  const rows = given.map((fields): ChargeRow => ({
    id: 1,
    type: 'fsc',
    customer: null,
    isPercentage: 0,
    value: 0,
    minGrams: 0,
    maxGrams: Infinity,
    ...fields,
  }));
  const names = [...new Set(rows.flatMap(({ customer }) => customer ?? []))];
  const listOf = ({ customer, type }: ChargeRow) =>
    (customer === null ? 0 : names.indexOf(customer) + 1) * CHARGE_TYPES.length + CHARGE_TYPES.indexOf(type);
  const sorted = [...rows].sort((a, b) => listOf(a) - listOf(b) || a.id - b.id);
  return {
    columns: {
      id: column(sorted, (row) => row.id),
      isPercentage: column(sorted, (row) => row.isPercentage),
      value: column(sorted, (row) => row.value),
      minGrams: column(sorted, (row) => row.minGrams),
      maxGrams: column(sorted, (row) => row.maxGrams),
      ...datesOf(sorted),
      ...NO_TERMS,
      start: startsOf(sorted.map(listOf), (names.length + 1) * CHARGE_TYPES.length),
    },
    customers: new Map(names.map((name, index) => [name, index + 1])),
  };
}

const taxColumns = (rows: readonly Partial<TaxRow>[]): RateCard['tax'] => ({
  regime: column(rows, ({ regime = 'FORWARD' }) => TAX_REGIMES.indexOf(regime)),
  rate: column(rows, ({ rate = RATE_OF_SETTINGS }) => rate),
  validFrom: column(rows, ({ validFrom = -Infinity }) => validFrom),
  validTo: column(rows, ({ validTo = Infinity }) => validTo),
  inRupees: column(rows, ({ inRupees = 0 }) => inRupees),
  entry: rows.map((_, entry) => entry),
});

const bands = (rows: readonly BandRow[]) => ({
  id: column(rows, (row) => row.id),
  isPercentage: column(rows, (row) => row.isPercentage),
  value: column(rows, (row) => row.value),
  ...datesOf(rows),
});

const NO_RTO_TERMS: RateCard['rtoTerms'] = {
  ...{ id: [], isPercentage: [], value: [], validFrom: [], validTo: [], service: [], lane: [], start: [] },
  customers: new Map(),
};

const NO_WEIGHT_TERMS: RateCard['weightTerms'] = {
  ...{ id: [], divisor: [], factor: [], none: [], basis: [], deadGrams: [], minGrams: [] },
  ...{ validFrom: [], validTo: [], service: [], lane: [], start: [] },
  customers: new Map(),
};

/** No row has directions, bases or bounds of its own. */
const NO_TERMS = {
  ...{ directions: [], always: [], ofStandard: [], ofCodes: [] },
  ...{ abovePaise: [], minPaise: [], maxPaise: [], fromCodPaise: [], toCodPaise: [] },
};

/** No lane rules. */
const NO_LANES: LaneColumns = {
  ...{ id: [], lane: [], fromKm: [], toKm: [], validFrom: [], validTo: [] },
  ...{ starting: [], ending: [], either: [], common: [] },
};

const NO_SURCHARGES = { surcharges: [], laneRules: [], zones: [] };

const NO_TRANSIT_LANES: TransitLaneColumns = {
  ...{ id: [], hours: [], days: [], validFrom: [], validTo: [], list: [], start: [0] },
};

export const NO_HOLIDAYS: HolidayColumns = { day: [], stateId: [], marks: [] };
const NO_ROADS: RoadColumns = { lowStateId: [], highStateId: [], factor: [] };

export function plainCard(given: CardRows): RateCard {
  const { distances = [], discounts = [], transit = [{ from: 0, to: 10_000, hours: 48 }], zones = [{}, {}] } = given;
  const zoneCount = given.zoneCount ?? zones.length;
  const width = zoneCount + 1;
  const allPackages = (given.packages ?? [{}]).map(packageRow);
  const packageCustomers = [...new Set(allPackages.flatMap(({ customer }) => customer ?? []))];
  const bucketOf = ({ customer, direction }: PackageRow) =>
    packageBucket(customer === null ? 0 : packageCustomers.indexOf(customer) + 1, DIRECTIONS.indexOf(direction));
  const listOf = (row: PackageRow) => (bucketOf(row) * width + row.from) * width + row.to;
  const packages = allPackages.sort((a, b) => listOf(a) - listOf(b) || a.id - b.id);
  const pairs = width * width;
  const otherKeys = [...new Set(packages.map(listOf))].filter((key) => key >= pairs);
  const { columns: charges, customers } = plainCharges(given.charges ?? []);
  const servicePaise = new Array<number>(serviceChargeIndex(width, 0, 0, 0)).fill(0);
  zones.forEach(({ paise = {} }, index) => {
    for (const [service, amount] of Object.entries(paise)) {
      CUSTOMER_TYPES.forEach((_, customer) =>
        SHIPMENT_TYPES.forEach((__, shipment) => {
          servicePaise[
            serviceChargeIndex(index + 1, SERVICE_TYPE_IDS.indexOf(service as ServiceTypeId), customer, shipment)
          ] = amount;
        }),
      );
    }
  });
  return {
    zoneCount,
    gstState: given.gstState ?? HOME_STATE,
    isWithTax: given.isWithTax ?? false,
    limits: {
      maxGrams: 50_000,
      maxSides: [100, 60, 40],
      maxCodPaise: 2_000_000,
      maxDeclaredPaise: 5_000_000,
      paymentTypes: 0b11,
      shipmentTypes: 0b11,
      maxPieceGrams: Infinity,
      maxGirth: Infinity,
      maxSideSum: Infinity,
      volume: volumeRule(5_000, null, false),
      ...given.limits,
    },
    zones: {
      id: [0, ...zones.map((_, index) => index + 1)],
      services: [0, ...zones.map(({ services = [...SERVICE_TYPE_IDS] }) => serviceMask(services))],
      attributes: [0, ...zones.map(({ attributes = [] }) => serviceMask(attributes))],
      tags: [0, ...zones.map(() => 0)],
      servicePaise,
    },
    packages: {
      id: column(packages, (row) => row.id),
      baseGrams: column(packages, (row) => row.baseGrams),
      basePaise: column(packages, (row) => row.basePaise),
      addonGrams: column(packages, (row) => row.addonGrams),
      addonPaise: column(packages, (row) => row.addonPaise),
      minGrams: column(packages, (row) => row.minGrams),
      maxGrams: column(packages, (row) => row.maxGrams),
      addonFraction: column(packages, (row) => row.addonFraction),
      service: [],
      minPaise: column(packages, (row) => row.minPaise),
      accepts: column(packages, (row) => acceptedBy(row.shipmentTypes, row.paymentTypes)),
      fromKm: column(packages, (row) => row.fromKm),
      toKm: column(packages, (row) => row.toKm),
      validFrom: column(packages, (row) => row.validFrom),
      validTo: column(packages, (row) => row.validTo),
      list: otherKeys,
      start: startsOf(
        packages.map(listOf).map((key) => (key < pairs ? key : pairs + otherKeys.indexOf(key))),
        pairs + otherKeys.length,
      ),
      customers: new Map(packageCustomers.map((name, index) => [name, index + 1])),
    },
    distances: {
      ...bands(distances),
      fromKm: column(distances, (row) => row.from),
      toKm: column(distances, (row) => row.to),
      start: [0, distances.length],
    },
    charges,
    customers,
    surcharges: resolveSurcharges(given.surcharges ?? buildSurcharges(NO_SURCHARGES, 1)).rows,
    surchargeCustomers: new Map(),
    discounts: {
      ...bands(discounts),
      ofFreight: column(discounts, (row) => row.ofFreight ?? 0),
      fromGrams: column(discounts, (row) => row.from),
      toGrams: column(discounts, (row) => row.to),
      customer: [],
    },
    discountCustomers: new Map(),
    weightTerms: NO_WEIGHT_TERMS,
    rtoTerms: NO_RTO_TERMS,
    tax: taxColumns(given.tax ?? []),
    transit: {
      fromKm: column(transit, (row) => row.from),
      toKm: column(transit, (row) => row.to),
      hours: column(transit, (row) => row.hours),
      days: [],
    },
    transitLanes: NO_TRANSIT_LANES,
    holidays: NO_HOLIDAYS,
    roads: NO_ROADS,
    lanes: NO_LANES,
  };
}

/** What a test says of a shipment and of its route. */
export interface PlainFacts extends Partial<Shipment & PartnerRoute> {
  dimensions?: Dimensions;
  /** In place of actualGrams and dimensions. */
  shipped?: PieceRequest[];
}

const UNZONED = { services: [0, 0, 0], attributes: [0, 0, 0] };

/** `zones` tell what the ends offer. */
export const plainRoute = (
  { fromZone = 1, toZone = 2, km = 100, lane = NO_LANE, laneRule = NO_ROW, ...others }: PlainFacts = {},
  zones: Pick<ZoneColumns, 'services' | 'attributes'> = UNZONED,
): PartnerRoute => ({
  fromZone,
  toZone,
  fromOverride: 0,
  toOverride: 0,
  fromServices: others.fromServices ?? zones.services[fromZone]!,
  toServices: others.toServices ?? zones.services[toZone]!,
  fromAttributes: others.fromAttributes ?? zones.attributes[fromZone]!,
  toAttributes: others.toAttributes ?? zones.attributes[toZone]!,
  fromBlocked: others.fromBlocked ?? false,
  toBlocked: others.toBlocked ?? false,
  maxCodPaise: others.maxCodPaise ?? Infinity,
  fromEdlKm: others.fromEdlKm ?? 0,
  toEdlKm: others.toEdlKm ?? 0,
  ownHours: others.ownHours ?? 0,
  ownDays: others.ownDays ?? 0,
  km,
  lane,
  laneRule,
});

export function plainShipment({ actualGrams = 1_200, dimensions, shipped, ...fields }: PlainFacts = {}): Shipment {
  const pieces = shipped ?? [{ count: 1, weight: actualGrams, dimensions }];
  const weights = new Weights(pieces);
  const shipment = { ...PLAIN, actualGrams, weights, pieces: weights.pieces, sides: largestSides(pieces), ...fields };
  const isCollected = shipment.paymentType === COD_PAYMENT && shipment.direction !== RTO_DIRECTION;
  return { isCollected, ...shipment };
}

const PLAIN: Omit<Shipment, 'actualGrams' | 'weights' | 'pieces' | 'sides' | 'isCollected'> = {
  declaredPaise: 0,
  codPaise: 0,
  paymentType: PAYMENT_TYPES.indexOf('PREPAID'),
  shipmentType: SHIPMENT_TYPES.indexOf('B2C'),
  customerType: 0,
  customerId: null,
  placeOfSupply: HOME_STATE,
  sez: NO_SEZ,
  services: 0,
  rowServices: 0,
  maxDeliveryHours: Infinity,
  direction: FORWARD_DIRECTION,
  now: 0,
  heldAt: 0,
  requestedAt: 0,
};
