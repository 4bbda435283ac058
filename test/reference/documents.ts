/**
 * What rate cards as contracts write them add to the documents: members of collections that exist, and collections of
 * their own. Money in Rupees, weights in grams unless a name says kg, distances in km. An absent member is as null.
 */
import type { CustomerType, PaymentType, ServiceTypeId, ShipmentType } from '../../src/domain/vocabulary.js';
import type { DatasetCollection, Documents } from '../../src/contract/documents/documents.js';

export type ServiceId = ServiceTypeId;
/** Pickup from a customer. */
export const REVERSE = 'REVERSE' satisfies ServiceId;
export type Attribute = 'ODA' | 'HILL';
export type Direction = 'FORWARD' | 'RTO' | 'REVERSE';

/** Both bounds are included. */
export interface Validity {
  validFrom?: string | null;
  validTo?: string | null;
}

export interface TaxEntry extends Validity {
  regime: 'FORWARD' | 'REVERSE_CHARGE' | 'EXEMPT';
  /** GST_PERCENT unless given. */
  percent?: number | null;
  sac?: string | null;
}

interface PartnerMembers {
  cft?: number | null;
  /** SHIPMENT unless given. */
  volumetricBasis?: 'SHIPMENT' | 'PIECE' | null;
  limits: { maxPieceWeight?: number | null };
  tax?: TaxEntry[] | null;
}

/** What a pincode says otherwise than its zone. */
interface ZonePincodeMembers {
  services?: Partial<Record<ServiceId, boolean>> | null;
  attributes?: Attribute[] | null;
  blocked?: { from: string; to: string | null; reason: string } | null;
  maxCodAmount?: number | null;
}

/** Filters, and a minimum. */
interface PackageMembers {
  customerId?: string | null;
  paymentType?: PaymentType | null;
  direction?: Direction | null;
  kmFrom?: number | null;
  kmTo?: number | null;
  minCharge?: number | null;
  lane?: string | null;
}

/** The names of the standard amounts that `of` may name. */
export type StandardBase =
  | 'weightCharge'
  | 'distanceCharge'
  | 'freight'
  | 'services'
  | 'docket'
  | 'cod'
  | 'insurance'
  | 'fsc'
  | 'declaredValue'
  | 'codAmount';

/** Names of standard amounts, or codes of surcharges. */
export type Of = string[];

/** Directions, bases and bounds. */
interface CustomerChargeMembers extends Validity {
  direction?: Direction | 'ANY' | null;
  of?: Of | null;
  above?: number | null;
  min?: number | null;
  max?: number | null;
  always?: boolean | null;
}

interface NewMembers {
  'partners': PartnerMembers;
  'zones': { tags?: string[] | null };
  'zone-pincodes': ZonePincodeMembers;
  'packages': PackageMembers;
  'distance-charges': Validity & { lane?: string | null };
  'customer-charges': CustomerChargeMembers;
}

export type Row<C extends DatasetCollection> = Documents[C] & (C extends keyof NewMembers ? NewMembers[C] : unknown);

export type Partner = Row<'partners'>;
export type Zone = Row<'zones'>;
export type ZonePincode = Row<'zone-pincodes'>;
export type Package = Row<'packages'>;
export type DistanceCharge = Row<'distance-charges'>;
export type CustomerCharge = Row<'customer-charges'>;

/** All members that are given must hold. */
export interface LaneConditions {
  sameZone?: boolean | null;
  sameCity?: boolean | null;
  sameState?: boolean | null;
  fromZones?: number[] | null;
  toZones?: number[] | null;
  fromTags?: string[] | null;
  toTags?: string[] | null;
  bothTags?: string[] | null;
  anyTags?: string[] | null;
  /** Inclusive. */
  kmFrom?: number | null;
  /** Exclusive. */
  kmTo?: number | null;
}

export interface LaneRule extends Validity {
  id: number;
  partnerId: string;
  priority: number;
  lane: string;
  when: LaneConditions;
  status: boolean;
  createdAt: string;
}

export type Basis = 'FLAT' | 'PER_KG' | 'PER_STARTED_KG' | 'PER_PIECE' | 'PERCENT';

export interface SurchargeConditions {
  /** EITHER unless given; with attributes, zones or tags. */
  end?: 'PICKUP' | 'DELIVERY' | 'EITHER' | null;
  attributes?: Attribute[] | null;
  zones?: number[] | null;
  tags?: string[] | null;
  lanes?: string[] | null;
  /** Lower bounds are inclusive, upper ones exclusive; kg are chargeable ones. */
  kgFrom?: number | null;
  kgTo?: number | null;
  kmFrom?: number | null;
  kmTo?: number | null;
  paymentTypes?: PaymentType[] | null;
  shipmentTypes?: ShipmentType[] | null;
  customerTypes?: CustomerType[] | null;
  /** FORWARD alone unless given. */
  directions?: Direction[] | null;
  services?: ServiceId[] | null;
  valueFrom?: number | null;
  valueTo?: number | null;
  /** 1 Monday to 7 Sunday, of the pickup date. */
  weekdays?: number[] | null;
  piece?: { kgFrom?: number | null; longestCmFrom?: number | null } | null;
}

export interface Surcharge extends Validity {
  id: number;
  /** Null: the default for every partner. */
  partnerId: string | null;
  customerId?: string | null;
  code: string;
  label: string;
  basis: Basis;
  value: number;
  of?: Of | null;
  above?: number | null;
  min?: number | null;
  max?: number | null;
  when?: SurchargeConditions | null;
  group?: string | null;
  order: number;
  taxable?: boolean | null;
  status: boolean;
  createdAt: string;
}

export interface RtoTerms extends Validity {
  id: number;
  partnerId: string;
  customerId?: string | null;
  basis: 'PERCENT_OF_FORWARD' | 'CARD';
  /** Null with CARD. */
  percent?: number | null;
  status: boolean;
  createdAt: string;
}

export interface TransitLane extends Validity {
  id: number;
  partnerId: string;
  lane?: string | null;
  fromZoneId?: number | null;
  toZoneId?: number | null;
  /** Null: the lane is not served. */
  hours: number | null;
  status: boolean;
  createdAt: string;
}

export interface Holiday {
  id: number;
  /** Null: all partners. */
  partnerId?: string | null;
  /** Null: all states. */
  stateId?: number | null;
  /** YYYY-MM-DD in India. */
  date: string;
  kind: 'NO_PICKUP' | 'NO_DELIVERY' | 'BOTH';
  name: string;
  createdAt: string;
}

export interface RoadDistance {
  id: number;
  /** Null: all partners without a row of their own for these states. */
  partnerId?: string | null;
  fromStateId: number;
  toStateId: number;
  factor: number;
  createdAt: string;
}

export interface NewCollections {
  'lane-rules': LaneRule[];
  'surcharges': Surcharge[];
  'transit-lanes': TransitLane[];
  'rto-terms': RtoTerms[];
  'holidays': Holiday[];
  'road-distances': RoadDistance[];
}

export type World = { [C in DatasetCollection]: Row<C>[] };
/** Every world is one of these, since all of it is optional. */
export type CardWorld = World & Partial<NewCollections>;
