/**
 * The collections, the schemas of their documents, and what else there is to know of a collection. Whatever knows
 * collections by name asks {@link COLLECTION_TABLE}: a new collection is a schema and a row there. The schemas check
 * datasets, writes to a store and changes from outside. Weights are integer grams, money Rupees with at most two
 * decimals, distances kilometres, times ISO 8601 UTC, local times India Standard Time. docs/fields.md is made from
 * these schemas: `npm run docs:data`.
 */
import Type, { type Static, type TObject } from 'typebox';
import { PAYMENT_TYPES, SHIPMENT_TYPES } from '../domain/vocabulary.js';
import { type RATE_TIERS } from '../limits/rate-limits.js';
import {
  MAX_CAPACITIES_PER_PARTNER,
  MAX_CHARGES_PER_PARTNER,
  MAX_DISCOUNTS_PER_PARTNER,
  MAX_DISTANCE_CHARGES_PER_PARTNER,
  MAX_HOLIDAYS_PER_PARTNER,
  MAX_LANDED_TERMS,
  MAX_LANE_RULES_PER_PARTNER,
  MAX_PLACE_GROUPS,
  MAX_POLICIES,
  MAX_ZONES_PER_PARTNER,
} from '../limits/documents.js';
import { AllocationPolicyDoc, PlaceGroupDoc } from './allocation.js';
import { POLICY_REFERENCES } from './policy-references.js';
import { CounterDoc } from './counters.js';
import { CapacityDoc } from './capacities.js';
import { ChangeDoc, ChangeEntriesDoc } from './history.js';
import { KeyDoc } from './keys.js';
import type { Members } from './members.js';
import { packageNames } from './package-names.js';
import { HoldDoc } from './holds.js';
import { OutcomeDoc, OutcomePartDoc, OutcomePartnerDoc, OutcomeStateDoc, OutcomeSumsDoc } from './outcomes.js';
import { LandedTermsDoc } from './landed-terms.js';
import { HolidayDoc, LaneRuleDoc, RoadDistanceDoc, TransitLaneDoc } from './lanes.js';
import { PartnerDoc, ServiceTypeDoc } from './partners.js';
import type { ReferenceField } from './reference-fields.js';
import { AreaDoc, CityDoc, PincodeDoc, StateDoc } from './places.js';
import { CustomerChargeDoc, DiscountDoc, DistanceChargeDoc, PackageDoc } from './rates.js';
import { AssignmentDoc, CredentialDoc, DecisionDoc, IdempotencyKeyDoc } from './records.js';
import { RtoTermsDoc, SurchargeDoc } from './surcharges.js';
import { WeightTermsDoc } from './weight-terms.js';
import { ZonePincodeDoc } from './zone-pincodes.js';
import { ZoneDoc } from './zones.js';
import { PARTNER_ID_PATTERN, pincode } from './fields.js';

export const Pincode = pincode('6-digit Indian postal code');
export const PartnerId = Type.String({ pattern: PARTNER_ID_PATTERN });
export const ShipmentType = Type.Enum([...SHIPMENT_TYPES]);
export const PaymentType = Type.Enum([...PAYMENT_TYPES]);
export type TierName = keyof typeof RATE_TIERS;

/**
 * A part of the index, or the credentials. `partners`: which of them there are and are active. `card` and `coverage`:
 * of the document's partner. `allocation`: place groups, policies, capacities and landed terms.
 */
export type Part = 'geography' | 'partners' | 'card' | 'coverage' | 'allocation' | 'credentials';

/** What a collection is besides its schema. */
interface Facts<D> {
  /**
   * - `document`: people write it. Datasets, the history and the catalog in memory have it.
   * - `assignment`: requests make it. Datasets have it.
   * - `record`: the store's own: answers for a limited time, the history, its keys.
   */
  kind: 'document' | 'assignment' | 'record';
  /** The fields that identify a document. An assignment's caller is part of its key, too. */
  key: readonly (keyof D & string)[];
  /** `partner`: each document is its partnerId's. `anyone`: also, and without one it is for all partners. */
  owner: 'partner' | 'anyone' | 'none';
  /** No partner may see its documents: how the house decides, and who may call. */
  isPrivate?: true;
  /** The parts of the index that a changed document makes stale. */
  dirties: readonly Part[];
  /**
   * Where documents without a partner go: into a block that all share, or into every card. Those of `allocation` are in
   * a block even if they have a partner.
   */
  general?: 'block' | 'cards';
  /** How many documents a partner may have, and as many again nobody; without owners: all. Absent: no limit. */
  most?: number;
  /** What its documents name, in the order of the faults. */
  references: readonly ReferenceField<D>[];
  /** Documents go when their `expiresAt` has passed; where it is null they stay. */
  expires?: true;
  /** How a row is found that has no id. Absent: its rows are not. */
  sameness?: Sameness<keyof D & string>;
}

/** What makes two rows the same, besides the fields that are filters. Everything else is what they charge, and when. */
export interface Sameness<F extends string = string> {
  /** Rows that differ in this member alone may count together, such as "2 % or 40, whichever is higher". */
  kind?: F;
  /** What a row is called, and its place among others: a row that replaces it keeps them. */
  names?: readonly F[];
  /** The names of a new row, by its other members, which may be anything. */
  namesOf?(row: Readonly<Members>): Readonly<Members>;
}

const collection = <S extends TObject, const F extends Facts<Static<S>>>(schema: S, facts: F) => ({ schema, ...facts });

const DOCUMENT = { kind: 'document', key: ['id'], owner: 'none', references: [] } as const;
const PLACE = { ...DOCUMENT, dirties: ['geography'] } as const;
/** A row of a partner's rate card. */
const ROW = { ...DOCUMENT, owner: 'partner', dirties: ['card'] } as const;
const RECORD = { kind: 'record', key: ['id'], owner: 'none', dirties: [], references: [] } as const;
const EXPIRING = { ...RECORD, key: ['key'], expires: true } as const;

const PARTNER = { field: 'partnerId', names: 'partners' } as const;
/** A zone of the same partner. */
const ZONE = { names: 'zones', sharing: 'partnerId' } as const;

/** In the order of references: a later collection may name an earlier one. */
const COLLECTION_TABLE = {
  'states': collection(StateDoc, PLACE),
  'cities': collection(CityDoc, { ...PLACE, references: [{ field: 'stateId', names: 'states' }] }),
  'areas': collection(AreaDoc, { ...PLACE, references: [{ field: 'cityId', names: 'cities' }] }),
  'pincodes': collection(PincodeDoc, {
    ...PLACE,
    key: ['pincode'],
    references: [
      { field: 'stateId', names: 'states' },
      { field: 'cityId', names: 'cities', sharing: 'stateId' },
      { field: 'areaIds', names: 'areas', sharing: 'cityId' },
    ],
  }),
  'service-types': collection(ServiceTypeDoc, { ...DOCUMENT, key: ['serviceTypeId'], dirties: [] }),
  'partners': collection(PartnerDoc, {
    ...DOCUMENT,
    key: ['partnerId'],
    dirties: ['partners', 'card'],
    references: [{ field: 'gstStateCode', names: 'states', by: 'gstCode' }],
  }),
  'zones': collection(ZoneDoc, {
    ...ROW,
    // coverage has zone numbers, which depend on all zones of the partner
    dirties: ['card', 'coverage'],
    most: MAX_ZONES_PER_PARTNER,
    references: [
      PARTNER,
      { field: 'geographical.states', names: 'states' },
      { field: 'geographical.cities', names: 'cities' },
      { field: 'geographical.areas', names: 'areas' },
      { field: 'pickupPincodes', names: 'pincodes' },
    ],
  }),
  'zone-pincodes': collection(ZonePincodeDoc, {
    ...ROW,
    key: ['partnerId', 'pincode'],
    // the card only where an entry is otherwise than its zone
    dirties: ['coverage'],
    references: [PARTNER, { field: 'zoneId', ...ZONE }, { field: 'pincode', names: 'pincodes' }],
  }),
  'packages': collection(PackageDoc, {
    ...ROW,
    references: [PARTNER, { field: 'fromZoneId', ...ZONE }, { field: 'toZoneId', ...ZONE }],
    sameness: { names: ['packageId', 'packageName'], namesOf: packageNames },
  }),
  'distance-charges': collection(DistanceChargeDoc, {
    ...ROW,
    most: MAX_DISTANCE_CHARGES_PER_PARTNER,
    references: [PARTNER],
    sameness: {},
  }),
  'customer-charges': collection(CustomerChargeDoc, {
    ...ROW,
    owner: 'anyone',
    general: 'block',
    most: MAX_CHARGES_PER_PARTNER,
    references: [PARTNER],
    sameness: { kind: 'chargeType' },
  }),
  'discounts': collection(DiscountDoc, { ...ROW, most: MAX_DISCOUNTS_PER_PARTNER, references: [PARTNER] }),
  'lane-rules': collection(LaneRuleDoc, {
    ...ROW,
    most: MAX_LANE_RULES_PER_PARTNER,
    references: [PARTNER, { field: 'when.fromZones', ...ZONE }, { field: 'when.toZones', ...ZONE }],
  }),
  'surcharges': collection(SurchargeDoc, {
    ...ROW,
    owner: 'anyone',
    // they are evaluated in one order with the card's own
    general: 'cards',
    references: [PARTNER, { field: 'when.zones', ...ZONE }],
    sameness: { kind: 'basis', names: ['label', 'order'] },
  }),
  'transit-lanes': collection(TransitLaneDoc, {
    ...ROW,
    references: [PARTNER, { field: 'fromZoneId', ...ZONE }, { field: 'toZoneId', ...ZONE }],
    sameness: {},
  }),
  'rto-terms': collection(RtoTermsDoc, { ...ROW, references: [PARTNER] }),
  'weight-terms': collection(WeightTermsDoc, { ...ROW, references: [PARTNER], sameness: {} }),
  'holidays': collection(HolidayDoc, {
    ...ROW,
    owner: 'anyone',
    general: 'block',
    most: MAX_HOLIDAYS_PER_PARTNER,
    references: [PARTNER, { field: 'stateId', names: 'states' }],
  }),
  'road-distances': collection(RoadDistanceDoc, {
    ...ROW,
    owner: 'anyone',
    general: 'block',
    references: [PARTNER, { field: 'fromStateId', names: 'states' }, { field: 'toStateId', names: 'states' }],
  }),
  // no part of the card: a partner's holds are a part of its coverage, those of no partner a block
  'holds': collection(HoldDoc, {
    ...ROW,
    owner: 'anyone',
    dirties: ['coverage'],
    general: 'block',
    references: [
      PARTNER,
      { field: 'states', names: 'states' },
      { field: 'cities', names: 'cities' },
      { field: 'areas', names: 'areas' },
      { field: 'pincodes', names: 'pincodes' },
    ],
  }),
  'place-groups': collection(PlaceGroupDoc, {
    ...DOCUMENT,
    key: ['groupId'],
    isPrivate: true,
    dirties: ['allocation'],
    general: 'block',
    most: MAX_PLACE_GROUPS,
    references: [
      { field: 'states', names: 'states' },
      { field: 'cities', names: 'cities' },
      { field: 'areas', names: 'areas' },
      { field: 'pincodes', names: 'pincodes', takesSets: true },
      { field: 'exceptPincodes', names: 'pincodes', takesSets: true },
    ],
  }),
  'allocation-policies': collection(AllocationPolicyDoc, {
    ...DOCUMENT,
    key: ['policyId'],
    isPrivate: true,
    dirties: ['allocation'],
    general: 'block',
    most: MAX_POLICIES,
    references: POLICY_REFERENCES,
  }),
  'capacities': collection(CapacityDoc, {
    ...ROW,
    dirties: ['allocation'],
    general: 'block',
    most: MAX_CAPACITIES_PER_PARTNER,
    references: [
      PARTNER,
      { field: 'when.fromGroups', names: 'place-groups' },
      { field: 'when.toGroups', names: 'place-groups' },
    ],
  }),
  'landed-terms': collection(LandedTermsDoc, {
    ...DOCUMENT,
    isPrivate: true,
    dirties: ['allocation'],
    general: 'block',
    most: MAX_LANDED_TERMS,
  }),
  'credentials': collection(CredentialDoc, {
    ...DOCUMENT,
    key: ['kind', 'id'],
    isPrivate: true,
    dirties: ['credentials'],
    references: [{ field: 'id', names: 'partners', when: ({ kind }) => kind === 'partner' }],
  }),
  'assignments': collection(AssignmentDoc, {
    kind: 'assignment',
    key: ['shipmentId'],
    owner: 'partner',
    dirties: [],
    references: [PARTNER],
  }),
  'decisions': collection(DecisionDoc, EXPIRING),
  'idempotency-keys': collection(IdempotencyKeyDoc, EXPIRING),
  'counters': collection(CounterDoc, EXPIRING),
  'outcomes': collection(OutcomeDoc, EXPIRING),
  'outcome-sums': collection(OutcomeSumsDoc, { ...RECORD, key: ['key'] }),
  'outcome-partners': collection(OutcomePartnerDoc, { ...RECORD, key: ['partnerId'] }),
  'outcome-parts': collection(OutcomePartDoc, EXPIRING),
  'outcome-state': collection(OutcomeStateDoc, RECORD),
  'changes': collection(ChangeDoc, RECORD),
  'change-entries': collection(ChangeEntriesDoc, RECORD),
  'keys': collection(KeyDoc, RECORD),
};

type Table = typeof COLLECTION_TABLE;
export type CollectionName = keyof Table;
export type Documents = { [C in CollectionName]: Static<Table[C]['schema']> };
export type AnyDocument = Documents[CollectionName];
/** The collections with these facts. */
export type CollectionWith<F> = { [C in CollectionName]: Table[C] extends F ? C : never }[CollectionName];

export const COLLECTION_NAMES = Object.keys(COLLECTION_TABLE) as CollectionName[];

export function factsOf<C extends CollectionName>(collection: C): Facts<Documents[C]> {
  return COLLECTION_TABLE[collection] as unknown as Facts<Documents[C]>;
}

/** The collections with a fact, in the order of the table. */
export function collectionsWhere<C extends CollectionName>(isMeant: (facts: Facts<never>) => boolean): readonly C[] {
  return COLLECTION_NAMES.filter((name) => isMeant(factsOf(name) as unknown as Facts<never>)) as C[];
}

/** Whether no partner may see the documents of a collection. */
export const isPrivate = (collection: CollectionName): boolean => factsOf(collection).isPrivate === true;

/** Whether documents have `validFrom` and `validTo`. */
export function isDated(collection: CollectionName): boolean {
  return 'validTo' in COLLECTION_TABLE[collection].schema.properties;
}

/** Whether documents have a status, by which they are switched off. */
export function hasStatus(collection: CollectionName): boolean {
  return 'status' in COLLECTION_TABLE[collection].schema.properties;
}

/** Every collection and its schema, in the order of references. */
export const COLLECTIONS = Object.fromEntries(
  COLLECTION_NAMES.map((name) => [name, COLLECTION_TABLE[name].schema]),
) as { [C in CollectionName]: (typeof COLLECTION_TABLE)[C]['schema'] };

/** What a courier's contract adds to its packages and charges: routes, surcharges, returns, weight, time, distance. */
export const CONTRACT_COLLECTIONS = [
  'lane-rules',
  'surcharges',
  'transit-lanes',
  'rto-terms',
  'weight-terms',
  'holidays',
  'road-distances',
] as const satisfies readonly CollectionName[];
export type ContractCollection = (typeof CONTRACT_COLLECTIONS)[number];

/** The collections of a dataset. */
export type DatasetCollection = CollectionWith<{ kind: 'document' | 'assignment' }>;
export const DATASET_COLLECTIONS = collectionsWhere<DatasetCollection>(({ kind }) => kind !== 'record');
/** Whether people write the documents of a collection: then the history has each of its changes. */
export function isRecorded(collection: CollectionName): collection is DocumentCollection {
  return factsOf(collection).kind === 'document';
}
/** The collections that people write. */
export type DocumentCollection = CollectionWith<{ kind: 'document' }>;
export const DOCUMENT_COLLECTIONS = collectionsWhere<DocumentCollection>(({ kind }) => kind === 'document');

/** The collections whose documents go after a time. */
export type ExpiringCollection = CollectionWith<{ expires: true }>;
export const EXPIRING_COLLECTIONS = collectionsWhere<ExpiringCollection>(({ expires }) => expires === true);

type GeographyCollection = CollectionWith<{ dirties: readonly ['geography'] }>;
export const GEOGRAPHY_COLLECTIONS = collectionsWhere<GeographyCollection>(({ dirties }) => dirties[0] === 'geography');

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
export type WeightTerms = Documents['weight-terms'];
export type Hold = Documents['holds'];
export type PlaceGroup = Documents['place-groups'];
export type AllocationPolicy = Documents['allocation-policies'];
export type Capacity = Documents['capacities'];
export type LandedTermsDocument = Documents['landed-terms'];
export type Credential = Documents['credentials'];
export type AssignmentRecord = Documents['assignments'];
/** The part of an assignment that repeats its request. */
export interface AssignmentSample
  extends
    Required<Pick<AssignmentRecord, 'partnerId' | 'asked'>>,
    Pick<AssignmentRecord, 'shipmentId' | 'caller' | 'createdAt' | 'life'> {
  /** The strategy, as another program may have written it too. */
  assignmentType?: unknown;
}
export type Outcome = Documents['outcomes'];
export type ChangeSet = Documents['changes'];
export type ChangeEntries = Documents['change-entries'];
export type StoreKey = Documents['keys'];
export type DecisionRecord = Documents['decisions'];
export type IdempotencyRecord = Documents['idempotency-keys'];
