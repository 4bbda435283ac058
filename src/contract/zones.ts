import Type, { type Static } from 'typebox';
import { contract, API_PREFIX } from './contract.js';
import { DateTime, Flag, Pagination, PartnerFilter, PartnerPath, paging, refresh, Search, sorting } from './common.js';
import { MAX_CUSTOM_CHARGES, MAX_MONEY_RUPEES, MAX_ZONE_PLACES, MAX_ZONE_SERVICES } from '../limits.js';
import { CustomChargeName, Pincode, ZoneDoc, ZoneService as ZoneServiceDoc } from '../schemas/documents.js';

const { Optional } = Type;
const TextId = Type.String({ description: 'Number of the document, as text' });
const { name, description, attributes } = ZoneDoc.properties;

/** Places of each kind. */
const countsOf = (what: string, more: string) => Type.Object({
  states: Type.Integer({ minimum: 0 }), cities: Type.Integer({ minimum: 0 }), areas: Type.Integer({ minimum: 0 }), pincodes: Type.Integer({ minimum: 0 }),
}, { title: what, description: more });

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const Attributes = Type.Array(attributes.items, { description: 'ODA: out of delivery area; HILL: hilly. A shipment that begins or ends there pays this service at that end' });

const ZoneService = Type.Object({
  ...ZoneServiceDoc.properties,
  isAvailable: Type.Boolean({ description: 'false: shipments that require it cannot use the zone' }),
  baseCharge: Optional(Type.Number({ minimum: 0, description: 'Rupees, at most two decimals; none is 0' })),
  customCharges: Optional(Type.Record(Type.String(), Type.Number({ minimum: 0 }), { description: 'In place of baseCharge, by customer type or, where that is not there, by shipment type; Rupees' })),
}, { title: 'ZoneService' });

const ZoneGeography = Type.Object({
  states: Type.Array(Type.Object({ id: TextId, name: Type.String(), code: Type.String({ description: 'ISO 3166-2:IN without "IN-"' }) }, { title: 'ZoneState' })),
  cities: Type.Array(Type.Object({ id: TextId, name: Type.String(), stateId: TextId }, { title: 'ZoneCity' })),
  areas: Type.Array(Type.Object({ id: TextId, name: Type.String(), cityId: TextId }, { title: 'ZoneArea' })),
  pincodes: Type.Array(Pincode, { description: 'Those that are assigned to the zone one by one, ascending; those of its places are not listed' }),
}, { title: 'ZoneGeography', description: 'The places that the zone names, as they were given to it' });

const Coverage = countsOf('ZoneCoverage', 'What the zone really covers: of every pincode the partner’s own assignment decides, else the active zone that names its area, its city, its state; where several do, the lowest zone id. The pincodes of this zone by that rule, and the states, cities and areas that they lie in. An inactive zone covers nothing, nor does an inactive partner');

const Performance = Type.Object({
  averageDeliveryTime: Type.Number({ description: 'Hours' }),
  successRate: Type.Number({ minimum: 0, maximum: 1 }),
  customerSatisfaction: Type.Number({ minimum: 0, maximum: 5 }),
  basis: Type.Literal('partner', { description: 'These are the whole partner’s figures: pinrate keeps none by zone' }),
}, { title: 'ZonePerformance' });

export const Zone = Type.Object({
  id: Type.String({ description: 'Number of the zone, as text' }),
  partnerId: ZoneDoc.properties.partnerId,
  name: Type.String(),
  description: Type.String(),
  status: Type.Boolean({ description: 'true: active' }),
  attributes: Attributes,
  geography: Optional(ZoneGeography),
  services: Optional(Type.Array(ZoneService)),
  operationalDetails: Type.Union([Type.Object({
    operatingHours: Optional(Type.Record(Type.String(), Type.String(), { description: 'By day of the week' })),
    capacity: Optional(Type.Object({ maxDailyShipments: Optional(Type.Number()), maxWeightPerDay: Optional(Type.Number({ description: 'Grams' })) })),
    specialHandling: Optional(Type.Array(Type.String())),
  }, { title: 'ZoneOperationalDetails' }), Type.Null()], { description: 'For people: quotes do not look at them' }),
  coverage: Coverage,
  performance: Performance,
  createdAt: DateTime,
  updatedAt: DateTime,
}, { title: 'Zone' });
export type Zone = Static<typeof Zone>;

const parts = (byDefault: boolean) => ({
  includeGeography: Flag('Adds `geography`', byDefault),
  includeServices: Flag('Adds `services`', byDefault),
});
const READS = ['states', 'cities', 'areas', 'pincodes', 'partners', 'zones', 'zone-pincodes'] as const;

export const listPartnerZones = contract({
  id: 'listPartnerZones',
  path: `${API_PREFIX}/partner-zones/{partnerId}`,
  tag: 'Zones',
  summary: 'List a partner’s zones',
  description: 'In the order of their ids, with what they cover. The summary is of the whole partner, whatever the filters.',
  reads: READS,
  params: PartnerPath,
  query: Type.Object({ ...parts(true), includeInactive: Flag('Lists inactive zones too', true), ...paging(50), ...refresh }),
  answer: Type.Object({
    data: Type.Object({
      partnerId: ZoneDoc.properties.partnerId,
      partnerName: Type.String(),
      zones: Type.Array(Zone),
      summary: Type.Object({
        totalZones: Type.Integer({ minimum: 0 }),
        activeZones: Type.Integer({ minimum: 0 }),
        totalCoverage: countsOf('PartnerCoverage', 'Of all zones together, each place counted once'),
        serviceMetrics: Type.Object({
          averageDeliveryTime: Type.Number({ description: 'Hours' }),
          overallSuccessRate: Type.Number({ minimum: 0, maximum: 1 }),
          customerSatisfaction: Type.Number({ minimum: 0, maximum: 5 }),
        }, { title: 'ZoneServiceMetrics', description: 'The partner’s figures' }),
      }, { title: 'PartnerZonesSummary' }),
    }, { title: 'PartnerZones' }),
    pagination: Pagination,
  }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: { params: { partnerId: 'nagarvega-sameday' } },
});

export const listZones = contract({
  id: 'listZones',
  path: `${API_PREFIX}/zones`,
  tag: 'Zones',
  summary: 'List zones',
  description: 'Zones of one partner or, for a service that names none, of all. A partner’s credential sees its own.',
  reads: READS,
  query: Type.Object({
    partnerId: PartnerFilter,
    status: Optional(Type.Boolean({ description: 'true: active ones alone; false: inactive ones alone' })),
    search: Optional(Search),
    ...parts(false),
    ...paging(50),
    ...sorting(['name', 'id', 'createdAt']),
    ...refresh,
  }),
  answer: Type.Object({ data: Type.Array(Zone), pagination: Pagination }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: { query: { partnerId: 'dharaline-surface', search: 'ma' } },
});

const PlaceIds = (what: string) => Optional(Type.Array(Type.String({ pattern: '^[0-9]{1,15}$', description: `Id of ${what}` }), { maxItems: MAX_ZONE_PLACES }));
const Hours = Optional(Type.String({ minLength: 1, maxLength: 100, description: 'HH:mm-HH:mm (24 hours) or CLOSED. Other text is stored as it is: operationalFeasibility is WARNING then', examples: ['09:00-18:00'] }));
const LongText = Type.String({ maxLength: 2_000 });
const Texts = Type.Array(LongText, { maxItems: MAX_ZONE_SERVICES });
const Amount = Type.Number({ minimum: 0, maximum: MAX_MONEY_RUPEES, description: 'Rupees; at most two decimals' });
const Quantity = (unit: string) => Optional(Type.Number({ minimum: 0, description: unit }));

const GivenService = Type.Object({
  serviceTypeId: Type.String({ minLength: 1, maxLength: 200, examples: ['PICKUP'], description: 'One that pinrate does not know, or that stands in the list before, is not taken: it is told of in assignmentResults.services' }),
  isAvailable: Type.Boolean(),
  baseCharge: Optional(Amount),
  customCharges: Optional(Type.Record(CustomChargeName, Amount, { additionalProperties: false, maxProperties: MAX_CUSTOM_CHARGES, description: 'By customer type (RETAIL, CORPORATE, …) or shipment type (B2B, B2C); the customer type comes first' })),
  additionalInfo: Optional(Type.Object({
    cutoffTime: Optional(Type.String({ ...LongText, description: 'HH:mm (24 hours). Other text is stored as it is: operationalFeasibility is WARNING then', examples: ['17:00'] })), deliveryWindow: Optional(LongText), maxWeight: Quantity('grams'), restrictions: Optional(Texts), specialInstructions: Optional(LongText),
    vehicleType: Optional(Type.String({ maxLength: 200 })),
  }, { title: 'ZoneServiceInfo' })),
}, { title: 'NewZoneService' });

export const NewZone = Type.Object({
  name: Type.String({ ...name, examples: ['Nashik outskirts'] }),
  description: Optional(Type.String({ ...description, description: 'Empty unless given' })),
  status: Optional(Type.Boolean({ default: true, description: 'false: inactive; it covers nothing' })),
  attributes: Optional(Type.Array(attributes.items, { description: 'extension: ODA and HILL. Each needs the service of its name among the available ones' })),
  geographical: Optional(Type.Object({
    states: PlaceIds('a state'), cities: PlaceIds('a city'), areas: PlaceIds('an area'),
    pincodes: Optional(Type.Array(Pincode, { maxItems: MAX_ZONE_PLACES })),
  }, { title: 'NewZoneGeography', description: 'Each place counts once. Places that do not exist, and pincodes that another zone of the partner holds, are left out and told of in assignmentResults' })),
  services: Optional(Type.Array(GivenService, { maxItems: MAX_ZONE_SERVICES })),
  operationalDetails: Optional(Type.Object({
    operatingHours: Optional(Type.Object(Object.fromEntries(WEEKDAYS.map((day) => [day, Hours])) as Record<(typeof WEEKDAYS)[number], typeof Hours>, { description: 'Other days are not stored: operationalFeasibility is WARNING then' })),
    capacity: Optional(Type.Object({ maxDailyShipments: Quantity('shipments'), maxWeightPerDay: Quantity('grams') })),
    specialHandling: Optional(Texts),
  }, { title: 'NewZoneOperationalDetails' })),
  partnerId: Optional(Type.String({ ...ZoneDoc.properties.partnerId, description: 'A service must name the partner, here or in the query; a partner’s credential means itself' })),
}, { title: 'NewZone' });
export type NewZone = Static<typeof NewZone>;
export type GivenService = Static<typeof GivenService>;

const FAILURE_REASONS = ['NOT_FOUND', 'INVALID_PINCODE', 'ALREADY_ASSIGNED'] as const;
const CHECK_RESULTS = ['PASSED', 'PARTIAL', 'WARNING'] as const;

const Assigned = Type.Object({ assigned: Type.Integer({ minimum: 0 }), failed: Type.Integer({ minimum: 0 }) }, { title: 'AssignedCounts' });
const check = (how: string) => Type.Enum([...CHECK_RESULTS], { description: how });

const CreatedZone = Type.Object({
  id: Type.String(),
  partnerId: ZoneDoc.properties.partnerId,
  name: Type.String(),
  status: Type.Boolean(),
  createdAt: DateTime,
  updatedAt: DateTime,
  assignmentResults: Type.Object({
    geographical: Type.Object({ states: Assigned, cities: Assigned, areas: Assigned, pincodes: Assigned }, { title: 'ZonePlaceResults' }),
    services: Type.Object({
      total: Type.Integer({ minimum: 0 }), assigned: Type.Integer({ minimum: 0 }), failed: Type.Integer({ minimum: 0 }),
      details: Type.Array(Type.Object({
        serviceTypeId: Type.String(),
        status: Type.Enum(['ASSIGNED', 'FAILED']),
        configuration: Type.Union([ZoneService, Type.Null()], { description: 'As it is stored; null: it is not' }),
        reason: Optional(Type.Enum(['UNKNOWN_SERVICE_TYPE', 'LISTED_TWICE'], { description: 'Why it failed' })),
      }, { title: 'ZoneServiceResult' })),
    }, { title: 'ZoneServiceResults' }),
    failures: Type.Array(Type.Object({
      kind: Type.Enum(['state', 'city', 'area', 'pincode']), id: Type.String(), reason: Type.Enum([...FAILURE_REASONS]), details: Type.String(),
    }, { title: 'ZonePlaceFailure' }), { description: 'Every place that was left out' }),
  }, { title: 'ZoneAssignmentResults' }),
  coverage: Type.Object({
    estimatedPincodes: Type.Integer({ minimum: 0, description: 'Pincodes that the zone covers beside the partner’s other zones; 0 while the zone or the partner is inactive' }),
    estimatedPopulation: Type.Null({ description: 'pinrate holds no census' }),
    coverageArea: Type.String({ examples: ['1 state, 3 cities, 120 pincodes'], description: 'What it covers, in words' }),
  }, { title: 'NewZoneCoverage' }),
  validation: Type.Object({
    geographicalConsistency: check('PARTIAL: some places were left out. WARNING: all were taken, but one lies within another; or they bring the zone fewer pincodes than they have, because others of the partner’s zones count before it or hold pincodes of its places one by one; or they bring it none at all. An inactive zone or partner is looked at as if it were active. PASSED: none of these'),
    serviceCompatibility: check('PARTIAL: some services were left out. WARNING: neither PICKUP nor DELIVERY is available, or COD or PREPAID is though the partner does not take that payment. PASSED: neither'),
    chargeValidation: check('WARNING: an available service has no baseCharge (it costs nothing), or a custom charge is of no customer type and no shipment type (it never counts; nextSteps names it). PASSED: neither'),
    operationalFeasibility: check('WARNING: hours of an unknown day (they are not stored), hours that are neither HH:mm-HH:mm nor CLOSED, a service’s cutoffTime that is not HH:mm (nextSteps names all of these), closed on every day that is given, or a capacity of 0. PARTIAL: hours of some weekday, or both capacities, are not given. PASSED: neither'),
  }, { title: 'NewZoneValidation' }),
  nextSteps: Type.Array(Type.String(), { description: 'What is left to do, in words; which zones hold how many pincodes of the zone’s places is told here. That the zone is in use is said of one alone that covers pincodes now' }),
}, { title: 'CreatedZone' });
export type CreatedZone = Static<typeof CreatedZone>;

export const createZone = contract({
  id: 'createZone',
  path: `${API_PREFIX}/zones`,
  tag: 'Zones',
  summary: 'Create a zone',
  description: 'The zone and its pincodes are written together or not at all. Malformed values are refused; places and services that cannot be taken are left out, and named in the answer. Quotes use the zone when the answer arrives.',
  status: 201,
  creates: true,
  isOfPartner: true,
  query: Type.Object({ partnerId: PartnerFilter }),
  body: NewZone,
  answer: Type.Object({ message: Type.String(), data: CreatedZone }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND', 'BUSINESS_VALIDATION_FAILED'],
  example: {
    body: {
      partnerId: 'nagarvega-sameday', name: 'Nashik', description: 'Nashik city', geographical: { pincodes: ['422001', '422002'] },
      services: [{ serviceTypeId: 'PICKUP', isAvailable: true, baseCharge: 15 }, { serviceTypeId: 'DELIVERY', isAvailable: true, baseCharge: 10.5, customCharges: { CORPORATE: 8 } }],
      operationalDetails: { operatingHours: { monday: '08:00-20:00', sunday: 'CLOSED' }, capacity: { maxDailyShipments: 400, maxWeightPerDay: 900_000 } },
    },
  },
});
