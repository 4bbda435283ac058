/**
 * The data of a partner that the rules read: flat columns with one row per rule. The index lays them out in shared
 * memory; tests may use plain arrays. Amounts are paise, rates ten-thousandths of a percent, weights grams, distances
 * km, times milliseconds since the epoch; an open bound is ±Infinity.
 */
import type { Column, DatedColumns } from './dates.js';
import type { HoldColumns, HolidayColumns, RoadColumns, TransitColumns, TransitLaneColumns } from './time-columns.js';
import { DIRECTIONS, PAYMENT_TYPES, SHIPMENT_TYPES } from './vocabulary.js';
import type { Piece, VolumeRule, Weights } from './weight.js';

export interface PackageColumns extends DatedColumns {
  id: Column;
  baseGrams: Column;
  basePaise: Column;
  addonGrams: Column;
  /**
   * The charge of a step: whole paise, and ten-thousandths of a paisa below one; the latter is empty if no row has any.
   */
  addonPaise: Column;
  addonFraction: Column;
  /** The charge is at least this. Empty if no row has a minimum. */
  minPaise: Column;
  /** The row is only for heavier parcels. */
  minGrams: Column;
  maxGrams: Column;
  /** Bit mask of what the row is for; see {@link acceptedBy}. */
  accepts: Column;
  /** Bit mask of the service that must be required; 0: none. Empty if no row names one. */
  service: Column;
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
  /** Bounds of the amount to collect: at least, and below. Both are empty if no row names one. */
  fromCodPaise: Column;
  toCodPaise: Column;
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
  /** Bounds of the km beyond the town, whether the pickup counts, and of the amount to collect. Empty if unused. */
  fromEdlKm: Column;
  toEdlKm: Column;
  isEdlOfPickup: Column;
  fromCodPaise: Column;
  toCodPaise: Column;
  /** Bit mask of services: at least one of them is required; ANY_SERVICE: none is required. */
  services: Column;
  /** What a piece has at least; cm of its longest side. */
  pieceGrams: Column;
  pieceCm: Column;
  /** The same, of length plus girth and of the sum of sides, in parts of a centimetre. Empty if no row names one. */
  pieceGirth: Column;
  pieceSideSum: Column;
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
  /** The number of the only customer that it is for; 0: every customer. Empty if no row names one. */
  customer: Column;
  /** 1 if it reduces the freight, 0 if it reduces the subtotal. */
  ofFreight: Column;
  fromGrams: Column;
  toGrams: Column;
}

/** The terms of returns to the sender: a percentage of the forward charges, or that rows of the direction RTO price. */
export interface RtoTermsColumns extends AmountColumns, DatedColumns, RouteTermColumns {}

/**
 * By which of its terms a shipment goes. The terms of a partner are few: within an owner they are in the order of
 * precedence, and the first that is in force and matches counts.
 */
export interface RouteTermColumns extends DatedColumns {
  /** Bit mask of the service that must be required; 0: none. Empty if no row names one. */
  service: Column;
  /** The number of the route's lane; NO_LANE: any. Empty if no row names one. */
  lane: Column;
  /** First row of each owner: 0 is everyone, k the k-th customer. Empty if there is no row. */
  start: Column;
  /** Owner number of each customer that has its own rows. */
  customers: ReadonlyMap<string, number>;
}

/** How volume becomes weight by the terms of a contract, in place of the partner's rule. */
export interface WeightTermsColumns extends RouteTermColumns {
  id: Column;
  /** As in VolumeRule; 0: what the partner's rule has. */
  divisor: Column;
  factor: Column;
  /** 1: volume never counts. */
  none: Column;
  /** Position in VOLUMETRIC_BASES plus 1; 0: as the partner's rule. */
  basis: Column;
  /** Up to this actual weight volume counts as 0; 0: it always counts. */
  deadGrams: Column;
  minGrams: Column;
}

/** The partner's own entries about its tax, by ascending validFrom, then in the order of its list. */
export interface TaxColumns extends DatedColumns {
  /** Positions in TAX_REGIMES. */
  regime: Column;
  /** RATE_OF_SETTINGS: the rate of the settings. */
  rate: Column;
  /** 1: amounts are rounded to whole Rupees. Empty if no entry is so. */
  inRupees: Column;
  /** Position in the partner's list. */
  entry: Column;
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
  /** Km beyond the town; hours of transit to here, 24 for each day, and days; 0: none. Empty if no override has any. */
  edlKm: Column;
  transitHours: Column;
  transitDays: Column;
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
  /** Of a piece, in parts of a centimetre: length plus girth, and the sum of the sides; Infinity: no bound. */
  maxGirth: number;
  maxSideSum: number;
  volume: VolumeRule;
}

export interface RateCard {
  zoneCount: number;
  limits: PartnerLimits;
  /** GST code of the partner's state, as a number. */
  gstState: number;
  /** Whether the partner's amounts include the tax that it charges. */
  isWithTax: boolean;
  zones: ZoneColumns;
  packages: PackageColumns;
  distances: DistanceColumns;
  charges: ChargeColumns;
  surcharges: SurchargeColumns;
  /** The number of each customer that has surcharges of its own. */
  surchargeCustomers: ReadonlyMap<string, number>;
  discounts: DiscountColumns;
  /** The number of each customer that has discounts of its own. */
  discountCustomers: ReadonlyMap<string, number>;
  weightTerms: WeightTermsColumns;
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
  holds: HoldColumns;
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
  /** Km of each end beyond the town, NaN: unknown; transit of the delivery: hours, 24 a day, and days; 0: none. */
  fromEdlKm: number;
  toEdlKm: number;
  ownHours: number;
  ownDays: number;
  /** Road distance; see distance.ts. NaN: not known, of an end that is assumed. */
  km: number;
  /** The number of the route's lane; NO_LANE: it has none. */
  lane: number;
  /** The lane rule that gives it; NO_ROW: none does, or it is assumed. */
  laneRule: number;
}

export const NO_LANE = 0;
export const NO_SEZ = 0;

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
  /** Whether the partner collects it, and charges for that: COD, except in an RTO. */
  isCollected: boolean;
  /** Positions in PAYMENT_TYPES, SHIPMENT_TYPES and CUSTOMER_TYPES. */
  paymentType: number;
  shipmentType: number;
  customerType: number;
  customerId: string | null;
  /** GST code of the state of the place of supply, as a number. */
  placeOfSupply: number;
  /** Position in SEZ_SUPPLIES plus 1; NO_SEZ: the recipient is in no special economic zone. */
  sez: number;
  /** Bit mask of the required services. */
  services: number;
  /** Those by which rows are chosen: of an RTO the ones that the forward shipment requires. */
  rowServices: number;
  /** Infinity if none is requested. */
  maxDeliveryHours: number;
  /** Position in DIRECTIONS. */
  direction: number;
  /** The pricing moment, in milliseconds since the epoch: rows count that are in force then. */
  now: number;
  /** The moment of holds, in milliseconds since the epoch. */
  heldAt: number;
  /** The first moment at which the shipment may leave, in milliseconds since the epoch. */
  requestedAt: number;
}
