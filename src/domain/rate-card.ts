/**
 * The data of a partner that the rules read: flat columns with one row per rule. The index lays them out in shared
 * memory; tests may use plain arrays. Amounts are paise, rates ten-thousandths of a percent, weights grams, distances
 * km, times milliseconds since the epoch; an open bound is ±Infinity.
 */
import type { DatedColumns } from './dates.js';
import { DIRECTIONS, PAYMENT_TYPES, SHIPMENT_TYPES } from './vocabulary.js';
import type { Piece, VolumeRule, Weights } from './weight.js';

/** By row. */
export type Column = ArrayLike<number>;

export interface PackageColumns extends DatedColumns {
  id: Column;
  baseGrams: Column;
  basePaise: Column;
  addonGrams: Column;
  /** The charge of a step: whole paise, and hundredths of a paisa below one; the latter is empty if no row has any. */
  addonPaise: Column;
  addonHundredths: Column;
  /** The charge is at least this. Empty if no row has a minimum. */
  minPaise: Column;
  /** The row is only for heavier parcels. */
  minGrams: Column;
  maxGrams: Column;
  /** Bit mask of what the row is for; see {@link acceptedBy}. */
  accepts: Column;
  /** Both are empty if no row names a distance. */
  fromKm: Column;
  toKm: Column;
  /**
   * List n has rows start[n] to start[n + 1]. The forward rows for everyone have a list for each place: first the pairs
   * of zones, from × width + to, where width is the number of zones plus one and zone number 0 is "any zone"; then the
   * lanes by their numbers, if any row names one. Behind these come the lists of other directions and of customers,
   * which are few: only those that have rows.
   */
  start: Column;
  /** The key of each of the other lists, ascending: {@link packageBucket} × the number of places + place. */
  list: Column;
  /** Owner number of each customer that has its own rows. */
  customers: ReadonlyMap<string, number>;
}

/** The number of the rows for a customer (owner 0: everyone, owner k: the k-th customer) and a direction. */
export const packageBucket = (owner: number, direction: number): number => owner * DIRECTIONS.length + direction;

/** The bits of shipment types and payment types, both masks over their vocabularies, in PackageColumns.accepts. */
export const acceptedBy = (shipmentTypes: number, paymentTypes: number): number =>
  shipmentTypes | (paymentTypes << SHIPMENT_TYPES.length);

/** The payment types that a row accepts which names none. */
export const ANY_PAYMENT_TYPE = acceptedBy(0, (1 << PAYMENT_TYPES.length) - 1);

/** Rows with an amount that is either flat (paise) or a percentage (rate). */
export interface AmountColumns {
  id: Column;
  isPercentage: Column;
  value: Column;
}

/** What an amount is kept within: at least minPaise, then at most maxPaise. */
export interface BoundColumns {
  minPaise: Column;
  maxPaise: Column;
}

/** What a percentage is of, and what its amount is kept within. */
export interface BaseColumns extends BoundColumns {
  /** Bit masks: of positions in STANDARD_BASES, and of the numbers of the codes of surcharges. */
  ofStandard: Column;
  ofCodes: Column;
  /** Only what exceeds this counts. */
  abovePaise: Column;
}

export interface DistanceColumns extends AmountColumns, DatedColumns {
  fromKm: Column;
  toKm: Column;
  /** First row of each lane by its number; 0: rows without a lane. Only lanes up to the last one that has rows. */
  start: Column;
}

/** The columns of {@link BaseColumns}, `directions` and `always` are empty if no row names any of these. */
export interface ChargeColumns extends AmountColumns, DatedColumns, BaseColumns {
  minGrams: Column;
  maxGrams: Column;
  /** Bit mask over DIRECTIONS; when empty, rows are for the forward direction. */
  directions: Column;
  /** 1: an insurance that counts without a declared value as well. */
  always: Column;
  /**
   * First row of each (owner, type): owner 0 is everyone, owner k the k-th customer; at owner × CHARGE_TYPES + type.
   */
  start: Column;
}

/**
 * The surcharges of a card, its own and those without a partner, in the order of evaluation. What a row says of zones,
 * attributes, lanes, kinds of shipments and weekdays is compiled into sets of rows: one bit a row, word by word.
 */
export interface SurchargeColumns extends DatedColumns, BaseColumns {
  id: Column;
  /** The number of its code, below 31. */
  code: Column;
  /** Whose row it is; see surcharges.ts. */
  owner: Column;
  /** The number of the only customer that it is for; 0: every customer. */
  customer: Column;
  /** 0: none. */
  group: Column;
  order: Column;
  /** Position in SURCHARGE_BASES; see surcharge-bases.ts. */
  basis: Column;
  /** The rate of a PERCENT, otherwise ten-thousandths of a Rupee. */
  value: Column;
  /** 0: passed on without discount and tax. */
  taxable: Column;
  fromGrams: Column;
  toGrams: Column;
  fromKm: Column;
  toKm: Column;
  /** Bounds of the declared value. */
  fromPaise: Column;
  toPaise: Column;
  /** Bit mask of services: at least one of them is required; ANY_SERVICE: none is required. */
  services: Column;
  /** What a piece has at least; cm of its longest side. */
  pieceGrams: Column;
  pieceCm: Column;
  /** Rows that look at the pickup, and rows that look at the delivery; most look at both ends. */
  atPickup: Column;
  atDelivery: Column;
  /** By zone number: the rows whose zones and tags an end there fulfils. */
  zones: Column;
  /** By attributeSet: the rows whose attributes an end with these fulfils. */
  attributes: Column;
  /** By the lane's number, 0 for none. */
  lanes: Column;
  /** By kindOf. */
  kinds: Column;
  /** By day of the week, 0 Monday to 6 Sunday. */
  weekdays: Column;
}

export interface DiscountColumns extends AmountColumns, DatedColumns {
  /** 1 if it reduces the freight, 0 if it reduces the subtotal. */
  ofFreight: Column;
  fromGrams: Column;
  toGrams: Column;
}

/**
 * The terms of returns to the sender. A percentage is of the forward charges; the others say that rows of the direction
 * RTO price them.
 */
export interface RtoTermsColumns extends AmountColumns, DatedColumns {
  /** First row of each owner: 0 is everyone, k the k-th customer. Within an owner the first row in force counts. */
  start: Column;
  /** Owner number of each customer that has its own rows. */
  customers: ReadonlyMap<string, number>;
}

/** The partner's own entries about its tax, by ascending validFrom, then in the order of its list. */
export interface TaxColumns extends DatedColumns {
  /** Positions in TAX_REGIMES. */
  regime: Column;
  /** RATE_OF_SETTINGS: the rate of the settings. */
  rate: Column;
  /** Position in the partner's list. */
  entry: Column;
}

export interface TransitColumns {
  fromKm: Column;
  toKm: Column;
  hours: Column;
}

/** Holidays by ascending day. */
export interface HolidayColumns {
  /** The number of the day in India; see calendar.ts. */
  day: Column;
  /** ANY_STATE: all states. */
  stateId: Column;
  /** Bit mask of NO_PICKUP and NO_DELIVERY. */
  forbids: Column;
}

/** In HolidayColumns.stateId; ids count from 1. */
export const ANY_STATE = 0;

/** Road distances between two states, by ascending states. */
export interface RoadColumns {
  /** The lower id of the two states; both are equal for routes within one. */
  lowStateId: Column;
  highStateId: Column;
  /** The road distance is the great circle times this. */
  factor: Column;
}

/** The transit lanes of a partner by row; in a list the rows that go first come first. */
export interface TransitLaneColumns extends DatedColumns {
  /** NOT_SERVED: the route is not served. */
  hours: Column;
  /**
   * The keys of the lists, ascending: from × width + to, as in PackageColumns, or for the rows of a lane width² + its
   * number. List n has rows start[n] to start[n + 1].
   */
  list: Column;
  start: Column;
}

/**
 * The lane rules of a partner by row, in the order of precedence. What a rule says of zones, tags and common places is
 * compiled into sets of rules: one bit a rule, word by word, so that a word answers for 32 rules at once.
 */
export interface LaneColumns extends DatedColumns {
  id: Column;
  /** The lane's number, which counts from 1. */
  lane: Column;
  fromKm: Column;
  toKm: Column;
  /** By zone number: the rules that a route may have which starts there. */
  starting: Column;
  /** By zone number: the rules that a route may have which ends there. */
  ending: Column;
  /** By zone number: the rules that an end in the zone fulfils which only one end has to. */
  either: Column;
  /** By the bits of what the ends have in common: the rules that these allow. */
  common: Column;
}

/** By zone number (1 to zoneCount; 0 is "no zone"). */
export interface ZoneColumns {
  id: Column;
  /** Bit mask of the services that are available. */
  services: Column;
  /** Bit mask of the attributes: the bits of the services ODA and HILL. */
  attributes: Column;
  /** Bit mask of the tags: bit n - 1 for the tag with number n. */
  tags: Column;
  /**
   * Service charge in paise at ((zone × services + service) × customer types + customer type) × shipment types +
   * shipment type.
   */
  servicePaise: Column;
}

/**
 * What is different at single pincodes, by the number of what is different; number 0 overrides nothing. Few pincodes
 * have any, and many of these the same.
 */
export interface OverrideColumns {
  /** Bit mask of the services that are not as in the zone, and of those among them that are available. */
  changed: Column;
  available: Column;
  /** Bit mask of the attributes in place of the zone's; ZONE_ATTRIBUTES_KEPT: the zone's. */
  attributes: Column;
  /** Infinity: no limit of its own. */
  maxCodPaise: Column;
  /** The first and the last moment of the block, Infinity and -Infinity when there is none. */
  blockedFrom: Column;
  blockedTo: Column;
}

export const ZONE_ATTRIBUTES_KEPT = 0xff_ff_ff_ff;

/** What a partner accepts. */
export interface PartnerLimits {
  maxGrams: number;
  /** cm, longest first. */
  maxSides: readonly [number, number, number];
  maxCodPaise: number;
  maxDeclaredPaise: number;
  /** Bit masks over PAYMENT_TYPES and SHIPMENT_TYPES. */
  paymentTypes: number;
  shipmentTypes: number;
  /** The heaviest piece; Infinity: as heavy as the whole. */
  maxPieceGrams: number;
  volume: VolumeRule;
}

export interface RateCard {
  zoneCount: number;
  limits: PartnerLimits;
  /** GST code of the partner's state, as a number. */
  gstState: number;
  zones: ZoneColumns;
  packages: PackageColumns;
  distances: DistanceColumns;
  charges: ChargeColumns;
  surcharges: SurchargeColumns;
  /** The number of each customer that has surcharges of its own. */
  surchargeCustomers: ReadonlyMap<string, number>;
  discounts: DiscountColumns;
  rtoTerms: RtoTermsColumns;
  tax: TaxColumns;
  transit: TransitColumns;
  transitLanes: TransitLaneColumns;
  holidays: HolidayColumns;
  roads: RoadColumns;
  lanes: LaneColumns;
  /** Owner number of each customer that has its own rows. */
  customers: ReadonlyMap<string, number>;
}

/** The rows that belong to no partner and count for all. */
export interface GeneralRows {
  /** The default charges. */
  charges: ChargeColumns;
  holidays: HolidayColumns;
  roads: RoadColumns;
}

/** A route as one partner sees it. */
export interface PartnerRoute {
  /** The partner's zone numbers of the two ends; 0: outside its zones. */
  fromZone: number;
  toZone: number;
  /** The overrides at each end: numbers in OverrideColumns. */
  fromOverride: number;
  toOverride: number;
  /** Bit masks of the services that each end offers, and of its attributes: nothing else tells what these are. */
  fromServices: number;
  toServices: number;
  fromAttributes: number;
  toAttributes: number;
  /** Whether each end is blocked at the pricing moment. */
  fromBlocked: boolean;
  toBlocked: boolean;
  /** The limit of the delivery's pincode on the amount to collect; Infinity: it has none. */
  maxCodPaise: number;
  /** Road distance; see distance.ts. */
  km: number;
  /** The number of the route's lane; NO_LANE: it has none. */
  lane: number;
  /** The lane rule that gives it; NO_ROW: none does. */
  laneRule: number;
}

export const NO_LANE = 0;

/** A shipment in the form that the rules need, made once per request. */
export interface Shipment {
  /** As the request says; with pieces their sum, rounded up. */
  actualGrams: number;
  weights: Weights;
  /** One, unless the request lists pieces. */
  pieces: readonly Piece[];
  /** cm, longest first: no side of any piece is longer; null when no dimensions are given. */
  sides: readonly [number, number, number] | null;
  declaredPaise: number;
  /** The amount to collect on delivery; 0 unless the payment type is COD, and 0 in an RTO. */
  codPaise: number;
  /** Positions in PAYMENT_TYPES, SHIPMENT_TYPES and CUSTOMER_TYPES. */
  paymentType: number;
  shipmentType: number;
  customerType: number;
  customerId: string | null;
  /** GST code of the state of the place of supply, as a number. */
  placeOfSupply: number;
  /** Bit mask of the required services. */
  services: number;
  /** Infinity if none is requested. */
  maxDeliveryHours: number;
  /** Position in DIRECTIONS. */
  direction: number;
  /** The pricing moment, in milliseconds since the epoch: rows count that are in force then. */
  now: number;
  /** The first moment at which the shipment may leave, in milliseconds since the epoch. */
  requestedAt: number;
}
