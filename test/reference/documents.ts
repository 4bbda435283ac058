/**
 * What rate cards as contracts write them add to the documents: members of collections that exist, and collections of
 * their own. Money in Rupees, weights in grams unless a name says kg, distances in km. An absent member is as null.
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

export type TaxEntry = NonNullable<Documents['partners']['tax']>[number];

interface PartnerMembers {
  cft?: number | null;
  /** SHIPMENT unless given. */
  volumetricBasis?: 'SHIPMENT' | 'PIECE' | null;
  limits: { maxPieceWeight?: number | null };
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

export type LaneRule = Row<'lane-rules'>;
export type LaneConditions = LaneRule['when'];
export type Surcharge = Row<'surcharges'>;
export type Basis = Surcharge['basis'];
export type SurchargeConditions = NonNullable<Surcharge['when']>;
export type RtoTerms = Row<'rto-terms'>;
export type TransitLane = Row<'transit-lanes'>;
export type Holiday = Row<'holidays'>;
export type RoadDistance = Row<'road-distances'>;

export type World = { [C in DatasetCollection]: Row<C>[] };
export type CardWorld = World;

/** The collections of contracts, without a row. */
export const noContractRows = () =>
  Object.fromEntries(CONTRACT_COLLECTIONS.map((collection) => [collection, []])) as unknown as Pick<
    World,
    ContractCollection
  >;
