/**
 * The documents of all collections, with one schema each. The schemas check datasets, writes to a store and changes
 * from outside. Weights are integer grams, money Rupees with at most two decimals, distances kilometres, times ISO 8601
 * UTC, local times India Standard Time. docs/fields.md is made from these schemas: `npm run docs:data`.
 */
import Type, { type Static } from 'typebox';
import { PAYMENT_TYPES, SHIPMENT_TYPES } from '../domain/vocabulary.js';
import { type RATE_TIERS } from '../limits/rate-limits.js';
import { PARTNER_ID_PATTERN, pincode } from './fields.js';
import { ChangeDoc, ChangeEntriesDoc } from './history.js';
import { KeyDoc } from './keys.js';
import { HolidayDoc, LaneRuleDoc, RoadDistanceDoc, TransitLaneDoc } from './lanes.js';
import { PartnerDoc, ServiceTypeDoc, ZoneDoc } from './partners.js';
import { AreaDoc, CityDoc, PincodeDoc, StateDoc } from './places.js';
import { CustomerChargeDoc, DiscountDoc, DistanceChargeDoc, PackageDoc } from './rates.js';
import { RtoTermsDoc, SurchargeDoc } from './surcharges.js';
import { AssignmentDoc, CredentialDoc, IdempotencyKeyDoc } from './records.js';
import { ZonePincodeDoc } from './zone-pincodes.js';

export const Pincode = pincode('6-digit Indian postal code');
export const PartnerId = Type.String({ pattern: PARTNER_ID_PATTERN });
export const ShipmentType = Type.Enum([...SHIPMENT_TYPES]);
export const PaymentType = Type.Enum([...PAYMENT_TYPES]);
export type TierName = keyof typeof RATE_TIERS;

/** Every collection and its schema, in the order of references: a later collection may refer to an earlier one. */
export const COLLECTIONS = {
  'states': StateDoc,
  'cities': CityDoc,
  'areas': AreaDoc,
  'pincodes': PincodeDoc,
  'service-types': ServiceTypeDoc,
  'partners': PartnerDoc,
  'zones': ZoneDoc,
  'zone-pincodes': ZonePincodeDoc,
  'packages': PackageDoc,
  'distance-charges': DistanceChargeDoc,
  'customer-charges': CustomerChargeDoc,
  'discounts': DiscountDoc,
  'lane-rules': LaneRuleDoc,
  'surcharges': SurchargeDoc,
  'transit-lanes': TransitLaneDoc,
  'rto-terms': RtoTermsDoc,
  'holidays': HolidayDoc,
  'road-distances': RoadDistanceDoc,
  'credentials': CredentialDoc,
  'assignments': AssignmentDoc,
  'idempotency-keys': IdempotencyKeyDoc,
  'changes': ChangeDoc,
  'change-entries': ChangeEntriesDoc,
  'keys': KeyDoc,
} as const;

/** What the contract of a courier adds to its packages and charges: routes, surcharges, returns, time and distance. */
export const CONTRACT_COLLECTIONS = [
  'lane-rules',
  'surcharges',
  'transit-lanes',
  'rto-terms',
  'holidays',
  'road-distances',
] as const satisfies readonly CollectionName[];
export type ContractCollection = (typeof CONTRACT_COLLECTIONS)[number];

export type CollectionName = keyof typeof COLLECTIONS;
export type Documents = { [C in CollectionName]: Static<(typeof COLLECTIONS)[C]> };
export const COLLECTION_NAMES = Object.keys(COLLECTIONS) as CollectionName[];
/** What a store keeps in addition to its documents: answers for a limited time, the history, and its own keys. */
const RECORDS = ['idempotency-keys', 'changes', 'change-entries', 'keys'] as const satisfies readonly CollectionName[];
/** The collections of a dataset. */
export type DatasetCollection = Exclude<CollectionName, (typeof RECORDS)[number]>;
export const DATASET_COLLECTIONS = COLLECTION_NAMES.filter(
  (name): name is DatasetCollection => !(RECORDS as readonly string[]).includes(name),
);
/** Whether people write the documents of a collection: then the history has each of its changes. */
export function isRecorded(collection: CollectionName): boolean {
  return collection !== 'assignments' && (DATASET_COLLECTIONS as readonly CollectionName[]).includes(collection);
}
export const GEOGRAPHY_COLLECTIONS = [
  'states',
  'cities',
  'areas',
  'pincodes',
] as const satisfies readonly CollectionName[];

export type State = Documents['states'];
export type City = Documents['cities'];
export type Area = Documents['areas'];
export type PincodeRow = Documents['pincodes'];
export type Partner = Documents['partners'];
export type Zone = Documents['zones'];
export type ZonePincode = Documents['zone-pincodes'];
export type Package = Documents['packages'];
export type DistanceCharge = Documents['distance-charges'];
export type CustomerCharge = Documents['customer-charges'];
export type Discount = Documents['discounts'];
export type LaneRule = Documents['lane-rules'];
export type Surcharge = Documents['surcharges'];
export type TransitLane = Documents['transit-lanes'];
export type RtoTerms = Documents['rto-terms'];
export type Holiday = Documents['holidays'];
export type RoadDistance = Documents['road-distances'];
export type Credential = Documents['credentials'];
export type AssignmentRecord = Documents['assignments'];
/** What an assignment says of its request. */
export type AskedAssignment = Required<Pick<AssignmentRecord, 'partnerId' | 'asked'>>;
export type ChangeSet = Documents['changes'];
export type ChangeEntries = Documents['change-entries'];
export type StoreKey = Documents['keys'];
export type IdempotencyRecord = Documents['idempotency-keys'];
