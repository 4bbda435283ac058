/**
 * The documents of every collection (decisions, part 2): one schema each, used to check a dataset, a store's write and
 * a change that comes from outside. Weights are integer grams, money Rupees with at most two decimals, distances
 * kilometres, times ISO 8601 UTC, local times India Standard Time.
 */
import Type, { type Static, type TSchema } from 'typebox';
import {
  CHARGE_TYPES, CUSTOMER_TYPES, DISCOUNT_BASES, PAYMENT_TYPES, RATE_TYPES, SERVICE_TYPE_IDS, SHIPMENT_TYPES,
} from '../domain/vocabulary.js';
import {
  MAX_CITY_ALIASES, MAX_CUSTOM_CHARGES, MAX_IDEMPOTENCY_RECORD_KEY_LENGTH, MAX_MONEY_RUPEES,
  MAX_PARTNER_WEIGHT_GRAMS, MAX_PERCENT, RATE_TIERS,
} from '../limits.js';

const closed = { additionalProperties: false } as const;

const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Name = Type.String({ minLength: 1, maxLength: 200 });
const Text = Type.String({ maxLength: 2_000 });
const DateTime = Type.String({ format: 'date-time' });
const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

export const Pincode = Type.String({ pattern: '^[0-9]{6}$', description: '6-digit Indian postal code' });
export const PARTNER_ID_PATTERN = '^[a-zA-Z0-9_-]{3,50}$';
export const PartnerId = Type.String({ pattern: PARTNER_ID_PATTERN });
const Money = Type.Number({ minimum: 0, maximum: MAX_MONEY_RUPEES, description: 'Rupees, at most two decimals' });
const Grams = Type.Integer({ minimum: 1, maximum: MAX_PARTNER_WEIGHT_GRAMS, description: 'grams' });
const Kilometres = Type.Number({ minimum: 0, maximum: 100_000, description: 'kilometres' });
const Kilograms = Type.Number({ minimum: 0, maximum: 1_000_000, description: 'kilograms, at most three decimals' });
const ClockTime = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'HH:mm, India Standard Time' });

export const ServiceTypeId = Type.Enum([...SERVICE_TYPE_IDS]);
export const ShipmentType = Type.Enum([...SHIPMENT_TYPES]);
export const PaymentType = Type.Enum([...PAYMENT_TYPES]);
export const CustomerType = Type.Enum([...CUSTOMER_TYPES]);
const RateType = Type.Enum([...RATE_TYPES]);
const RateValue = Type.Number({ minimum: 0, maximum: Math.max(MAX_MONEY_RUPEES, MAX_PERCENT), description: 'flat: Rupees, two decimals; percentage: percent, four decimals' });
const Tier = Type.Enum(Object.keys(RATE_TIERS) as (keyof typeof RATE_TIERS)[]);
export type TierName = Static<typeof Tier>;

export const StateDoc = Type.Object({
  id: Id, name: Name,
  code: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-2:IN without "IN-"' }),
  gstCode: Type.String({ pattern: '^[0-9]{2}$' }),
}, closed);

export const CityDoc = Type.Object({
  id: Id, name: Name, stateId: Id, createdAt: DateTime,
  aliases: Optional(Type.Array(Name, {
    maxItems: MAX_CITY_ALIASES,
    description: 'other names that people search for: towns of the district, former names',
  })),
}, closed);
export const AreaDoc = Type.Object({ id: Id, name: Name, cityId: Id, createdAt: DateTime }, closed);

export const PincodeDoc = Type.Object({
  pincode: Pincode, cityId: Id, stateId: Id, areaIds: Type.Array(Id),
  latitude: Nullable(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
  source: Optional(Nullable(Type.Enum(['offices', 'geonames', 'prefix']))),
}, closed);

export const ServiceTypeDoc = Type.Object({
  serviceTypeId: ServiceTypeId, serviceTypeName: Name, displayName: Name, category: Name,
}, closed);

const Dimensions = Type.Object({
  length: Type.Number({ exclusiveMinimum: 0 }), width: Type.Number({ exclusiveMinimum: 0 }), height: Type.Number({ exclusiveMinimum: 0 }),
}, { ...closed, description: 'centimetres' });

export const PartnerDoc = Type.Object({
  partnerId: PartnerId, name: Name, status: Type.Enum(['ACTIVE', 'INACTIVE']), tier: Tier, joinedDate: Type.String({ minLength: 10, maxLength: 40 }),
  gstStateCode: Type.String({ pattern: '^[0-9]{2}$' }),
  contact: Type.Object({ name: Name, phone: Text, email: Text, trackingUrl: Text }, closed),
  limits: Type.Object({ maxWeight: Grams, maxDimensions: Dimensions, maxCodAmount: Money, maxDeclaredValue: Type.Number({ minimum: 0, maximum: 100_000_000 }) }, closed),
  paymentTypes: Type.Array(PaymentType), shipmentTypes: Type.Array(ShipmentType),
  cutoffTime: ClockTime, weekendDelivery: Type.Boolean(), sameDay: Type.Boolean(),
  deliveryWindow: Optional(Type.Object({ from: ClockTime, to: ClockTime }, {
    ...closed,
    description: 'when parcels are handed over on a delivery day, both included, to later than from; '
      + '09:00 to 21:00 unless given',
  })),
  volumetricDivisor: Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'cubic centimetres a kilogram; 5000 unless given' })),
  transit: Type.Array(Type.Object({ distanceFrom: Kilometres, distanceTo: Kilometres, hours: Type.Number({ exclusiveMinimum: 0, maximum: 10_000 }) }, closed)),
  performance: Type.Object({
    successRate: Type.Number({ minimum: 0, maximum: 1 }), totalShipments: Type.Integer({ minimum: 0 }), monthlyVolume: Type.Integer({ minimum: 0 }),
    averageDeliveryTime: Type.Number({ minimum: 0, description: 'hours' }), avgMonthlyRevenue: Type.Number({ minimum: 0, description: 'Rupees' }),
    customerSatisfaction: Type.Number({ minimum: 0, maximum: 5 }),
    topRoutes: Type.Array(Type.Object({ route: Name, shipments: Type.Integer({ minimum: 0 }) }, closed)),
  }, closed),
}, closed);

/** Of a customer type or a shipment type. Anything else is none of the names, such as __proto__ and toJSON, that the store's encoding reads something into. */
export const CustomChargeName = Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,49}$' });

export const ZoneService = Type.Object({
  serviceTypeId: ServiceTypeId, isAvailable: Type.Boolean(), baseCharge: Optional(Money),
  customCharges: Optional(Type.Record(CustomChargeName, Money, { ...closed, maxProperties: MAX_CUSTOM_CHARGES })),
  additionalInfo: Optional(Type.Object({
    cutoffTime: Optional(Text), deliveryWindow: Optional(Text), maxWeight: Optional(Type.Number({ minimum: 0 })),
    restrictions: Optional(Type.Array(Text)), specialInstructions: Optional(Text),
    vehicleType: Optional(Type.String({ maxLength: 200, description: 'of the pickup; beside 4.12, for the assignment’s operational details' })),
  })),
}, closed);

const OperationalDetails = Type.Object({
  operatingHours: Optional(Type.Record(Type.String(), Text)),
  capacity: Optional(Type.Object({ maxDailyShipments: Optional(Type.Number({ minimum: 0 })), maxWeightPerDay: Optional(Type.Number({ minimum: 0 })) })),
  specialHandling: Optional(Type.Array(Text)),
});

export const ZoneDoc = Type.Object({
  id: Id, partnerId: PartnerId, name: Name, description: Text, status: Type.Boolean(),
  attributes: Type.Array(Type.Enum(['ODA', 'HILL'])),
  geographical: Type.Object({ states: Type.Array(Id), cities: Type.Array(Id), areas: Type.Array(Id) }, closed),
  services: Type.Array(ZoneService), operationalDetails: Optional(Nullable(OperationalDetails)),
  createdAt: DateTime, updatedAt: DateTime,
}, closed);

export const ZonePincodeDoc = Type.Object({ partnerId: PartnerId, zoneId: Id, pincode: Pincode, assignedAt: DateTime }, closed);

const Validity = { validFrom: Optional(Nullable(DateTime)), validTo: Optional(Nullable(DateTime)) };

export const PackageDoc = Type.Object({
  id: Id, packageId: Name, partnerId: PartnerId, packageName: Name,
  baseWeight: Grams, baseCharge: Money,
  addonWeight: Type.Integer({
    minimum: 0, maximum: MAX_PARTNER_WEIGHT_GRAMS, description: 'grams; 0: nothing above baseWeight',
  }),
  addonCharge: Money,
  minWeight: Optional(Nullable(Type.Integer({
    minimum: 0, maximum: MAX_PARTNER_WEIGHT_GRAMS, description: 'grams; the row carries only what is heavier',
  }))),
  maxWeight: Optional(Nullable(Grams)), shipmentType: Optional(Nullable(ShipmentType)),
  fromZoneId: Optional(Nullable(Id)), toZoneId: Optional(Nullable(Id)),
  status: Type.Boolean(), ...Validity, createdAt: DateTime,
}, closed);

export const DistanceChargeDoc = Type.Object({
  id: Id, partnerId: PartnerId, distanceFrom: Kilometres, distanceTo: Kilometres, charge: RateValue, chargeType: RateType, status: Type.Boolean(),
}, closed);

export const CustomerChargeDoc = Type.Object({
  id: Id, partnerId: Nullable(PartnerId), customerId: Optional(Nullable(Name)), type: Type.Enum([...CHARGE_TYPES]), chargeType: RateType, value: RateValue,
  minKg: Optional(Nullable(Kilograms)), maxKg: Optional(Nullable(Kilograms)), status: Type.Boolean(), createdAt: DateTime,
}, closed);

export const DiscountDoc = Type.Object({
  id: Id, partnerId: PartnerId, fromWeight: Kilograms, toWeight: Kilograms, discountType: RateType, discountValue: RateValue,
  appliesTo: Optional(Type.Enum([...DISCOUNT_BASES], { description: 'SUBTOTAL unless given' })),
  description: Optional(Nullable(Text)), ...Validity, status: Type.Boolean(), createdAt: DateTime,
}, closed);

export const CredentialDoc = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }), kind: Type.Enum(['service', 'partner']), tier: Tier,
  // decisions, part 2 leaves the type of a credential's status open: both forms of the other collections are taken
  status: Type.Union([Type.Enum(['ACTIVE', 'INACTIVE']), Type.Boolean()]),
  requireBodyHash: Optional(Type.Boolean()),
  secrets: Type.Array(Type.Object({
    version: Type.Integer({ minimum: 1 }), secret: Optional(Type.String({ minLength: 1, maxLength: 500 })), ciphertext: Optional(Type.String({ minLength: 1 })),
    notAfter: Optional(Nullable(DateTime)),
  }, closed), { minItems: 1 }),
}, closed);

export const AssignmentDoc = Type.Object({
  assignmentId: Name,
  // absent in one that was made before callers were recorded: its shipmentId is then taken for every caller
  caller: Optional(Type.Object({
    kind: Type.Enum(['service', 'partner']), id: Type.String({ minLength: 1, maxLength: 100 }),
  }, closed)),
  shipmentId: Type.String({ pattern: '^[a-zA-Z0-9_-]+$' }), requestHash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  partnerId: PartnerId, createdAt: DateTime, assignment: Type.Record(Type.String(), Type.Unknown()),
}, closed);

export const IdempotencyKeyDoc = Type.Object({
  key: Type.String({ minLength: 1, maxLength: MAX_IDEMPOTENCY_RECORD_KEY_LENGTH, description: 'caller, operation and the key that the caller gave' }),
  requestHash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  status: Nullable(Type.Integer({ minimum: 100, maximum: 599 })),
  answer: Nullable(Type.String({ description: 'JSON text of the answer to repeat; null: nothing is repeated from this record' })),
  expiresAt: DateTime,
}, closed);

/** Every collection and its schema, in the order in which references point: a later one may name an earlier one. */
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
  'credentials': CredentialDoc,
  'assignments': AssignmentDoc,
  'idempotency-keys': IdempotencyKeyDoc,
} as const;

export type CollectionName = keyof typeof COLLECTIONS;
export type Documents = { [C in CollectionName]: Static<(typeof COLLECTIONS)[C]> };
export const COLLECTION_NAMES = Object.keys(COLLECTIONS) as CollectionName[];
/** What a dataset may hold: not the answers that a store remembers for a while. */
export type DatasetCollection = Exclude<CollectionName, 'idempotency-keys'>;
export const DATASET_COLLECTIONS = COLLECTION_NAMES.filter((name) => name !== 'idempotency-keys');
export const GEOGRAPHY_COLLECTIONS = ['states', 'cities', 'areas', 'pincodes'] as const satisfies readonly CollectionName[];

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
export type Credential = Documents['credentials'];
export type AssignmentRecord = Documents['assignments'];
export type IdempotencyRecord = Documents['idempotency-keys'];
