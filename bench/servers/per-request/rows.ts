/** The queries of the service, one function each: they return documents as stored, from any store. */
import type {
  Area,
  AssignmentRecord,
  City,
  Credential,
  CustomerCharge,
  Discount,
  DistanceCharge,
  Package,
  Partner,
  PincodeRow,
  State,
  Zone,
  ZonePincode,
} from '../../../src/model/documents.js';

/** A partner's zones at the two ends of a route. */
export interface Lane {
  partnerId: string;
  fromZoneId: number;
  toZoneId: number;
}

export type Caller = NonNullable<AssignmentRecord['caller']>;
/** Older records name no caller; this service creates none of those. */
export type OwnedAssignment = AssignmentRecord & { caller: Caller };

export interface Rows {
  credentials(): Promise<Credential[]>;
  pincodes(pincodes: readonly string[]): Promise<PincodeRow[]>;
  cities(ids: readonly number[]): Promise<City[]>;
  areas(ids: readonly number[]): Promise<Area[]>;
  state(id: number): Promise<State | undefined>;
  partner(partnerId: string): Promise<Partner | undefined>;
  /** In the order of their ids. */
  activePartners(): Promise<Partner[]>;
  /** The zones that have these pincodes by an entry: those of one partner, or of all for null. */
  zonePincodes(pincodes: readonly string[], partnerId: string | null): Promise<ZonePincode[]>;
  /**
   * The zones that list one of the areas, cities or states of these pincodes: those of one partner, or of all for null.
   */
  zonesAround(pincodes: readonly PincodeRow[], partnerId: string | null): Promise<Zone[]>;
  zones(ids: readonly number[]): Promise<Zone[]>;
  /** Active ones for the lanes' zones or for any zone. */
  packages(lanes: readonly Lane[]): Promise<Package[]>;
  distanceCharges(partnerIds: readonly string[]): Promise<DistanceCharge[]>;
  /** With those of every partner. */
  customerCharges(partnerIds: readonly string[]): Promise<CustomerCharge[]>;
  discounts(partnerIds: readonly string[]): Promise<Discount[]>;
  /** The record of that caller's shipment. */
  assignment(caller: Caller, shipmentId: string): Promise<AssignmentRecord | undefined>;
  /** Durable when it resolves; false when the caller's shipment already has one. */
  insertAssignment(record: OwnedAssignment): Promise<boolean>;
}
