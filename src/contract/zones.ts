import Type, { type Static } from 'typebox';
import { contract, API_PREFIX } from './contract.js';
import { DateTime, Flag, Pagination, PartnerFilter, PartnerPath, paging, refresh, Search, sorting } from './common.js';
import { MAX_CUSTOM_CHARGES, MAX_MONEY_RUPEES } from '../limits/documents.js';
import { MAX_ITEMS_SHOWN, MAX_ZONE_PLACES, MAX_ZONE_PLACES_SHOWN, MAX_ZONE_SERVICES } from '../limits/requests.js';
import { CustomChargeName, Pincode, ZoneDoc, ZoneService as ZoneServiceDoc } from './documents/documents.js';

const { Optional } = Type;
export const TextId = Type.String({ description: 'Number of the document, as a text' });
const { name, description, attributes } = ZoneDoc.properties;

/** The number of places of each kind. */
const countsOf = (what: string, more: string) =>
  Type.Object(
    {
      states: Type.Integer({ minimum: 0 }),
      cities: Type.Integer({ minimum: 0 }),
      areas: Type.Integer({ minimum: 0 }),
      pincodes: Type.Integer({ minimum: 0 }),
    },
    { title: what, description: more },
  );

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const Attributes = Type.Array(attributes.items, {
  description:
    'ODA: out of delivery area; HILL: hilly area. A shipment that begins or ends there is charged the '
    + 'service of that name at that end',
});

const ZoneService = Type.Object(
  {
    ...ZoneServiceDoc.properties,
    isAvailable: Type.Boolean({ description: 'false: shipments that require it cannot use the zone' }),
    baseCharge: Optional(Type.Number({ minimum: 0, description: 'Rupees, at most two decimals; 0 if left out' })),
    customCharges: Optional(
      Type.Record(Type.String(), Type.Number({ minimum: 0 }), {
        description: 'Replaces baseCharge, by customer type or, if that is not listed, by shipment type; Rupees',
      }),
    ),
  },
  { title: 'ZoneService' },
);

const ZoneGeography = Type.Object(
  {
    states: Type.Array(
      Type.Object(
        { id: TextId, name: Type.String(), code: Type.String({ description: 'ISO 3166-2:IN without "IN-"' }) },
        { title: 'ZoneState' },
      ),
    ),
    cities: Type.Array(Type.Object({ id: TextId, name: Type.String(), stateId: TextId }, { title: 'ZoneCity' })),
    areas: Type.Array(Type.Object({ id: TextId, name: Type.String(), cityId: TextId }, { title: 'ZoneArea' })),
    pincodes: Type.Array(Pincode, {
      description: 'Pincodes that are assigned to the zone individually, ascending; those of its places are not listed',
    }),
    counts: countsOf('ZonePlaceCounts', 'How many of each kind the zone names, listed here or not'),
  },
  {
    title: 'ZoneGeography',
    description:
      `The places that the zone names: the first ${MAX_ZONE_PLACES_SHOWN} of them, states before cities before `
      + 'areas before pincodes. `GET /zones/{zoneId}/places` has all, page by page',
  },
);

const Coverage = countsOf(
  'ZoneCoverage',
  'What the zone actually covers. For each pincode the first of these decides: the partner’s individual assignment, '
    + 'the active zone that names its area, its city, its state; if several zones name it, the lowest zone id. Counted '
    + 'are the pincodes of this zone by that rule, and the states, cities and areas that they lie in. An inactive zone '
    + 'covers nothing, and neither does any zone of an inactive partner',
);

const Performance = Type.Object(
  {
    averageDeliveryTime: Type.Number({ description: 'Hours' }),
    successRate: Type.Number({ minimum: 0, maximum: 1 }),
    customerSatisfaction: Type.Number({ minimum: 0, maximum: 5 }),
    basis: Type.Literal('partner', {
      description: 'The figures are those of the whole partner: pinrate has none by zone',
    }),
  },
  { title: 'ZonePerformance' },
);

export const Zone = Type.Object(
  {
    id: Type.String({ description: 'Number of the zone, as a text' }),
    partnerId: ZoneDoc.properties.partnerId,
    name: Type.String(),
    description: Type.String(),
    status: Type.Boolean({ description: 'true: active' }),
    attributes: Attributes,
    geography: Optional(ZoneGeography),
    services: Optional(Type.Array(ZoneService)),
    operationalDetails: Type.Union(
      [
        Type.Object(
          {
            operatingHours: Optional(Type.Record(Type.String(), Type.String(), { description: 'By day of the week' })),
            capacity: Optional(
              Type.Object({
                maxDailyShipments: Optional(Type.Number()),
                maxWeightPerDay: Optional(Type.Number({ description: 'Grams' })),
              }),
            ),
            specialHandling: Optional(Type.Array(Type.String())),
          },
          { title: 'ZoneOperationalDetails' },
        ),
        Type.Null(),
      ],
      { description: 'For people: quotes do not use them' },
    ),
    coverage: Coverage,
    performance: Performance,
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  { title: 'Zone' },
);
export type Zone = Static<typeof Zone>;

const parts = (byDefault: boolean) => ({
  includeGeography: Flag('Adds `geography`', byDefault),
  includeServices: Flag('Adds `services`', byDefault),
});
export const ZONE_READS = ['states', 'cities', 'areas', 'pincodes', 'partners', 'zones', 'zone-pincodes'] as const;

export const listPartnerZones = contract({
  id: 'listPartnerZones',
  path: `${API_PREFIX}/partner-zones/{partnerId}`,
  tag: 'Zones',
  summary: 'List a partner’s zones',
  description:
    'Zones in the order of their ids, with their coverage. The summary covers the whole partner, regardless '
    + 'of filters.',
  reads: ZONE_READS,
  params: PartnerPath,
  query: Type.Object({
    ...parts(true),
    includeInactive: Flag('Also lists inactive zones', true),
    ...paging(50),
    ...refresh,
  }),
  answer: Type.Object({
    data: Type.Object(
      {
        partnerId: ZoneDoc.properties.partnerId,
        partnerName: Type.String(),
        zones: Type.Array(Zone),
        summary: Type.Object(
          {
            totalZones: Type.Integer({ minimum: 0 }),
            activeZones: Type.Integer({ minimum: 0 }),
            totalCoverage: countsOf('PartnerCoverage', 'Coverage of all zones together, each place counted once'),
            serviceMetrics: Type.Object(
              {
                averageDeliveryTime: Type.Number({ description: 'Hours' }),
                overallSuccessRate: Type.Number({ minimum: 0, maximum: 1 }),
                customerSatisfaction: Type.Number({ minimum: 0, maximum: 5 }),
              },
              { title: 'ZoneServiceMetrics', description: 'The partner’s figures' },
            ),
          },
          { title: 'PartnerZonesSummary' },
        ),
      },
      { title: 'PartnerZones' },
    ),
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
  description:
    'Zones of one partner or, for a service that names none, of all partners. '
    + 'A partner’s credential sees its own.',
  reads: ZONE_READS,
  query: Type.Object({
    partnerId: PartnerFilter,
    status: Optional(Type.Boolean({ description: 'true: only active ones; false: only inactive ones' })),
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

const PlaceIds = (what: string) =>
  Optional(
    Type.Array(Type.String({ pattern: '^[0-9]{1,15}$', description: `Id of ${what}` }), { maxItems: MAX_ZONE_PLACES }),
  );
const Hours = Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'HH:mm-HH:mm (24 hours) or CLOSED. Any other text is stored unchanged, and operationalFeasibility is '
      + 'WARNING',
    examples: ['09:00-18:00'],
  }),
);
const LongText = Type.String({ maxLength: 2_000 });
const Texts = Type.Array(LongText, { maxItems: MAX_ZONE_SERVICES });
const Amount = Type.Number({ minimum: 0, maximum: MAX_MONEY_RUPEES, description: 'Rupees; at most two decimals' });
const Quantity = (unit: string) => Optional(Type.Number({ minimum: 0, description: unit }));

const GivenService = Type.Object(
  {
    serviceTypeId: Type.String({
      minLength: 1,
      maxLength: 200,
      examples: ['PICKUP'],
      description:
        'A service type that is unknown or already listed is not accepted: assignmentResults.services reports ' + 'it',
    }),
    isAvailable: Type.Boolean(),
    baseCharge: Optional(Amount),
    customCharges: Optional(
      Type.Record(CustomChargeName, Amount, {
        additionalProperties: false,
        maxProperties: MAX_CUSTOM_CHARGES,
        description:
          'By customer type (RETAIL, CORPORATE, …) or shipment type (B2B, B2C); the customer type takes '
          + 'precedence',
      }),
    ),
    additionalInfo: Optional(
      Type.Object(
        {
          cutoffTime: Optional(
            Type.String({
              ...LongText,
              description:
                'HH:mm (24 hours). Any other text is stored unchanged, and operationalFeasibility is WARNING',
              examples: ['17:00'],
            }),
          ),
          deliveryWindow: Optional(LongText),
          maxWeight: Quantity('grams'),
          restrictions: Optional(Texts),
          specialInstructions: Optional(LongText),
          vehicleType: Optional(Type.String({ maxLength: 200 })),
        },
        { title: 'ZoneServiceInfo' },
      ),
    ),
  },
  { title: 'NewZoneService' },
);

export const NewZone = Type.Object(
  {
    name: Type.String({ ...name, examples: ['Nashik outskirts'] }),
    description: Optional(Type.String({ ...description, description: 'Empty unless given' })),
    status: Optional(Type.Boolean({ default: true, description: 'false: inactive, the zone covers nothing' })),
    attributes: Optional(
      Type.Array(attributes.items, {
        description: 'extension: ODA and HILL. Each needs an available service of the same name',
      }),
    ),
    geographical: Optional(
      Type.Object(
        {
          states: PlaceIds('a state'),
          cities: PlaceIds('a city'),
          areas: PlaceIds('an area'),
          pincodes: Optional(Type.Array(Pincode, { maxItems: MAX_ZONE_PLACES })),
        },
        {
          title: 'NewZoneGeography',
          description:
            'Each place counts once. Places that do not exist, and pincodes that another zone of the partner has, '
            + 'are left out and listed in assignmentResults',
        },
      ),
    ),
    services: Optional(Type.Array(GivenService, { maxItems: MAX_ZONE_SERVICES })),
    operationalDetails: Optional(
      Type.Object(
        {
          operatingHours: Optional(
            Type.Object(
              Object.fromEntries(WEEKDAYS.map((day) => [day, Hours])) as Record<
                (typeof WEEKDAYS)[number],
                typeof Hours
              >,
              { description: 'Other days are not stored, and operationalFeasibility is WARNING' },
            ),
          ),
          capacity: Optional(
            Type.Object({ maxDailyShipments: Quantity('shipments'), maxWeightPerDay: Quantity('grams') }),
          ),
          specialHandling: Optional(Texts),
        },
        { title: 'NewZoneOperationalDetails' },
      ),
    ),
    partnerId: Optional(
      Type.String({
        ...ZoneDoc.properties.partnerId,
        description:
          'A service must name the partner, here or in the query; for a partner’s credential it is the '
          + 'partner itself',
      }),
    ),
  },
  { title: 'NewZone' },
);
export type NewZone = Static<typeof NewZone>;
export type GivenService = Static<typeof GivenService>;

const FAILURE_REASONS = ['NOT_FOUND', 'INVALID_PINCODE', 'ALREADY_ASSIGNED'] as const;
const CHECK_RESULTS = ['PASSED', 'PARTIAL', 'WARNING'] as const;

const Assigned = Type.Object(
  { assigned: Type.Integer({ minimum: 0 }), failed: Type.Integer({ minimum: 0 }) },
  { title: 'AssignedCounts' },
);
const check = (how: string) => Type.Enum([...CHECK_RESULTS], { description: how });

const CreatedZone = Type.Object(
  {
    id: Type.String(),
    partnerId: ZoneDoc.properties.partnerId,
    name: Type.String(),
    status: Type.Boolean(),
    createdAt: DateTime,
    updatedAt: DateTime,
    assignmentResults: Type.Object(
      {
        geographical: Type.Object(
          { states: Assigned, cities: Assigned, areas: Assigned, pincodes: Assigned },
          { title: 'ZonePlaceResults' },
        ),
        services: Type.Object(
          {
            total: Type.Integer({ minimum: 0 }),
            assigned: Type.Integer({ minimum: 0 }),
            failed: Type.Integer({ minimum: 0 }),
            details: Type.Array(
              Type.Object(
                {
                  serviceTypeId: Type.String(),
                  status: Type.Enum(['ASSIGNED', 'FAILED']),
                  configuration: Type.Union([ZoneService, Type.Null()], { description: 'As stored; null: not stored' }),
                  reason: Optional(
                    Type.Enum(['UNKNOWN_SERVICE_TYPE', 'LISTED_TWICE'], { description: 'Why it failed' }),
                  ),
                },
                { title: 'ZoneServiceResult' },
              ),
            ),
          },
          { title: 'ZoneServiceResults' },
        ),
        failures: Type.Array(
          Type.Object(
            {
              kind: Type.Enum(['state', 'city', 'area', 'pincode']),
              id: Type.String(),
              reason: Type.Enum([...FAILURE_REASONS]),
              details: Type.String(),
            },
            { title: 'ZonePlaceFailure' },
          ),
          { description: `The places that were left out; of more than ${MAX_ITEMS_SHOWN} the first ones` },
        ),
      },
      { title: 'ZoneAssignmentResults' },
    ),
    coverage: Type.Object(
      {
        estimatedPincodes: Type.Integer({
          minimum: 0,
          description:
            'Pincodes that the zone covers, given the partner’s other zones; 0 while the zone or the partner is '
            + 'inactive',
        }),
        estimatedPopulation: Type.Null({ description: 'Always null: pinrate has no census data' }),
        coverageArea: Type.String({
          examples: ['1 state, 3 cities, 120 pincodes'],
          description: 'The coverage in words',
        }),
      },
      { title: 'NewZoneCoverage' },
    ),
    validation: Type.Object(
      {
        geographicalConsistency: check(
          'PARTIAL: some places were left out. WARNING: all were accepted, but one lies within another; or they give '
            + 'the zone fewer pincodes than they have, or none, because other zones of the partner take precedence or '
            + 'have pincodes of these places assigned individually. '
            + 'An inactive zone or partner is checked as if it were active. PASSED: none of these',
        ),
        serviceCompatibility: check(
          'PARTIAL: some services were left out. WARNING: neither PICKUP nor DELIVERY is available, '
            + 'or COD or PREPAID is available although the partner does not accept that payment. PASSED: neither',
        ),
        chargeValidation: check(
          'WARNING: an available service has no baseCharge (it is free), or the name of a custom charge is neither a '
            + 'customer type nor a shipment type (it never applies; nextSteps names it). PASSED: neither',
        ),
        operationalFeasibility: check(
          'WARNING: hours of an unknown day (they are not stored), hours that are neither HH:mm-HH:mm nor CLOSED, a '
            + 'service’s cutoffTime that is not HH:mm (nextSteps names all of these), closed on every given day, or a '
            + 'capacity of 0. PARTIAL: the hours of a weekday or both capacities are missing. PASSED: neither',
        ),
      },
      { title: 'NewZoneValidation' },
    ),
    nextSteps: Type.Array(Type.String(), {
      description:
        'What is left to do, in words, including which other zones have how many pincodes of the zone’s '
        + 'places. Only a zone that covers pincodes now is said to be in use',
    }),
  },
  { title: 'CreatedZone' },
);
export type CreatedZone = Static<typeof CreatedZone>;

export const createZone = contract({
  id: 'createZone',
  path: `${API_PREFIX}/zones`,
  tag: 'Zones',
  summary: 'Create a zone',
  description:
    'The zone and its pincodes are written together or not at all. Malformed values are refused; places and '
    + 'services that cannot be accepted are left out, and the answer lists them. Quotes use the zone before the answer '
    + 'is sent.',
  status: 201,
  creates: true,
  isOfPartner: true,
  query: Type.Object({ partnerId: PartnerFilter }),
  body: NewZone,
  answer: Type.Object({ message: Type.String(), data: CreatedZone }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND', 'BUSINESS_VALIDATION_FAILED'],
  example: {
    body: {
      partnerId: 'nagarvega-sameday',
      name: 'Nashik',
      description: 'Nashik city',
      geographical: { pincodes: ['422001', '422002'] },
      services: [
        { serviceTypeId: 'PICKUP', isAvailable: true, baseCharge: 15 },
        { serviceTypeId: 'DELIVERY', isAvailable: true, baseCharge: 10.5, customCharges: { CORPORATE: 8 } },
      ],
      operationalDetails: {
        operatingHours: { monday: '08:00-20:00', sunday: 'CLOSED' },
        capacity: { maxDailyShipments: 400, maxWeightPerDay: 900_000 },
      },
    },
  },
});
