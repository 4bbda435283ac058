/**
 * What rate cards as contracts write them, and what reports from practice ask for, add to the documents: members of
 * collections that exist, and collections of their own. Money in Rupees, weights in grams unless a name says kg,
 * distances in km. An absent member is as null.
 */
import type { PaymentType, ServiceTypeId } from '../../src/domain/vocabulary.js';
import {
  CONTRACT_COLLECTIONS,
  type ContractCollection,
  type DatasetCollection,
  type Documents,
} from '../../src/model/documents.js';

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

export type TaxEntry = NonNullable<Documents['partners']['tax']>[number] & {
  /** The smallest amount of a tax; PAISA unless given. */
  rounding?: 'PAISA' | 'RUPEE' | null;
};

/** A time by hours or by delivering days, never by both. */
interface InDays {
  days?: number | null;
}

export type TransitBand = Documents['partners']['transit'][number] & InDays;

/** In the order of the numbers of weekdays: 1 Monday to 7 Sunday. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

interface PartnerMembers {
  pickupOnlyFrom?: boolean | null;
  cft?: number | null;
  /** SHIPMENT unless given. */
  volumetricBasis?: VolumetricBasis | null;
  limits: {
    maxPieceWeight?: number | null;
    /** Centimetres: the longest side and twice the sum of the others. */
    maxLengthPlusGirth?: number | null;
    /** Centimetres: the sum of the three sides. */
    maxSideSum?: number | null;
  };
  /** Whether the amounts of the card include tax; WITHOUT_TAX unless given. */
  amounts?: 'WITHOUT_TAX' | 'WITH_TAX' | null;
  tax?: TaxEntry[] | null;
  transit: TransitBand[];
  /** HH:mm, or null on a day without pickups. */
  cutoffTimes?: Partial<Record<(typeof WEEKDAYS)[number], string | null>> | null;
  /** The numbers of the weekdays on which the partner delivers. */
  deliveryDays?: number[] | null;
}

export type VolumetricBasis = 'SHIPMENT' | 'PIECE';

/** What a pincode says otherwise than its zone. */
interface ZonePincodeMembers {
  /** Kilometres beyond the town of the courier. */
  edlKm?: number | null;
  transitDays?: number | null;
  transitHours?: number | null;
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
  /** The row counts only where this service is required. */
  service?: ServiceId | null;
}

/** Rupees of the amount to collect: inclusive, exclusive. */
interface CodBand {
  codFrom?: number | null;
  codTo?: number | null;
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
interface CustomerChargeMembers extends Validity, CodBand {
  direction?: Direction | 'ANY' | null;
  of?: Of | null;
  above?: number | null;
  min?: number | null;
  max?: number | null;
  always?: boolean | null;
}

/** Kilometres beyond the town: inclusive, exclusive. */
interface EdlBand {
  edlKmFrom?: number | null;
  edlKmTo?: number | null;
}

interface SurchargeMembers {
  when?:
    | (CodBand & EdlBand & { piece?: { lengthPlusGirthCmFrom?: number | null; sideSumCmFrom?: number | null } | null })
    | null;
}

/** A row for parcels with this service, or on this lane, alone. */
interface ServiceAndLane {
  service?: ServiceId | null;
  lane?: string | null;
}

interface NewMembers {
  'partners': PartnerMembers;
  'zones': { tags?: string[] | null; pickupPincodes?: string[] | null };
  'zone-pincodes': ZonePincodeMembers;
  'packages': PackageMembers;
  'distance-charges': Validity & { lane?: string | null };
  'customer-charges': CustomerChargeMembers;
  'surcharges': SurchargeMembers;
  'transit-lanes': InDays;
  'rto-terms': ServiceAndLane;
  'discounts': { customerId?: string | null };
}

/** How the volume and the weight of some parcels count: a part of a rate card. */
export interface WeightTerms extends Validity {
  id: number;
  partnerId: string;
  customerId?: string | null;
  lane?: string | null;
  service?: ServiceId | null;
  /** At most one of the next three. */
  volumetricDivisor?: number | null;
  cft?: number | null;
  /** True: volume never counts. */
  none?: boolean | null;
  basis?: VolumetricBasis | null;
  /** Grams: up to this actual weight of the shipment, inclusive, volume counts as 0. */
  deadWeightUpTo?: number | null;
  /** Grams, of the shipment. */
  minChargeableWeight?: number | null;
  status: boolean;
  createdAt: string;
}

/** Places that a partner, or every partner, does not serve for a time. */
export interface Hold {
  id: number;
  partnerId?: string | null;
  /** Ids. */
  states?: number[] | null;
  cities?: number[] | null;
  areas?: number[] | null;
  pincodes?: string[] | null;
  everywhere?: boolean | null;
  /** BOTH unless given. */
  end?: 'PICKUP' | 'DELIVERY' | 'BOTH' | null;
  /** Date-times, both inclusive. */
  from?: string | null;
  to?: string | null;
  reason: string;
  status: boolean;
  createdAt: string;
}

/** Collections that the store does not know yet. */
interface NewCollections {
  'weight-terms': WeightTerms;
  'holds': Hold;
}

export type Row<C extends DatasetCollection> = Documents[C] & (C extends keyof NewMembers ? NewMembers[C] : unknown);

export type Partner = Row<'partners'>;
export type Zone = Row<'zones'>;
export type ZonePincode = Row<'zone-pincodes'>;
export type Package = Row<'packages'>;
export type DistanceCharge = Row<'distance-charges'>;
export type CustomerCharge = Row<'customer-charges'>;
export type Discount = Row<'discounts'>;

export type LaneRule = Row<'lane-rules'>;
export type LaneConditions = LaneRule['when'];
export type Surcharge = Row<'surcharges'>;
export type Basis = Surcharge['basis'];
export type SurchargeConditions = NonNullable<Surcharge['when']>;
export type RtoTerms = Row<'rto-terms'>;
export type LandedTerms = Row<'landed-terms'>;
export type TransitLane = Row<'transit-lanes'>;
export type Holiday = Row<'holidays'>;
/** The kind of a day that is worked although its weekday is not; the schema may not have it yet. */
export const WORKING = 'WORKING' as Holiday['kind'];
export type RoadDistance = Row<'road-distances'>;

export type World = { [C in DatasetCollection]: Row<C>[] };
/** A world with the collections that the store does not know yet. */
export type CardWorld = World & {
  [C in Exclude<keyof NewCollections, DatasetCollection>]?: NewCollections[C][];
};

/** The collections of contracts, and holds, without a row. */
export const noContractRows = () =>
  Object.fromEntries([...CONTRACT_COLLECTIONS, ...FURTHER].map((collection) => [collection, []])) as unknown as Pick<
    World,
    ContractCollection | (typeof FURTHER)[number]
  >;
const FURTHER = ['holds', 'place-groups', 'allocation-policies', 'capacities', 'landed-terms'] as const;
