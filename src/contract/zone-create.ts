/** POST /zones: request and answer. */
import Type, { type Static } from 'typebox';
import { count, DateTime, orNull } from './fields.js';
import { contract, API_PREFIX } from './contract.js';
import { PartnerFilter } from './common.js';
import { MAX_CUSTOM_CHARGES, MAX_MONEY_RUPEES } from '../limits/documents.js';
import { MAX_ITEMS_SHOWN, MAX_ZONE_PLACES, MAX_ZONE_SERVICES } from '../limits/requests.js';
import { PINCODE_SET_PATTERN } from '../domain/pincode-sets.js';
import { WEEKDAYS } from '../domain/vocabulary.js';
import { CustomChargeName, ZoneDoc } from '../model/zones.js';
import { ONE_LINE, SENTENCES } from '../model/texts.js';
import { ZoneService } from './zones.js';

const { Optional } = Type;
const { name, description, attributes } = ZoneDoc.properties;

const PlaceIds = (what: string) =>
  Optional(
    Type.Array(Type.String({ pattern: '^[0-9]{1,15}$', description: `Id of ${what}` }), { maxItems: MAX_ZONE_PLACES }),
  );
const PincodeSet = Type.String({
  pattern: PINCODE_SET_PATTERN,
  examples: ['422001', '793001-793005', '793*'],
  description:
    'A pincode; or the pincodes that are known now from one to another, both included, or with the same first digits',
});
const Hours = Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: ONE_LINE,
    description:
      'HH:mm-HH:mm (24 hours) or CLOSED. Any other text is stored unchanged, and operationalFeasibility is '
      + 'WARNING',
    examples: ['09:00-18:00'],
  }),
);
const LongText = Type.String({ maxLength: 2_000, pattern: ONE_LINE });
const Sentences = Type.String({ maxLength: 2_000, pattern: SENTENCES });
const Texts = Type.Array(LongText, { maxItems: MAX_ZONE_SERVICES });
const Amount = Type.Number({
  minimum: 0,
  maximum: MAX_MONEY_RUPEES,
  unit: 'Rupees',
  description: 'Rupees; at most two decimals',
});
const Shipments = Optional(Type.Number({ minimum: 0, description: 'shipments' }));
const Grams = Optional(Type.Number({ minimum: 0, unit: 'grams', description: 'grams' }));

const GivenService = Type.Object(
  {
    serviceTypeId: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: ONE_LINE,
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
          maxWeight: Grams,
          restrictions: Optional(Texts),
          specialInstructions: Optional(Sentences),
          vehicleType: Optional(Type.String({ maxLength: 200, pattern: ONE_LINE })),
        },
        { title: 'ZoneServiceInfo' },
      ),
    ),
  },
  { title: 'NewZoneService' },
);

export const NewZone = Type.Object(
  {
    name: Type.String({ ...name, pattern: ONE_LINE, examples: ['Nashik outskirts'] }),
    description: Optional(Type.String({ ...description, pattern: SENTENCES, description: 'Empty unless given' })),
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
          pincodes: Optional(Type.Array(PincodeSet, { maxItems: MAX_ZONE_PLACES })),
        },
        {
          title: 'NewZoneGeography',
          description:
            'Each place counts once. Places that do not exist, sets of pincodes without a known one, and pincodes that '
            + 'another zone of the partner has, are left out and listed in assignmentResults',
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
            ),
          ),
          capacity: Optional(Type.Object({ maxDailyShipments: Shipments, maxWeightPerDay: Grams })),
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

const AssignedCounts = Type.Object({ assigned: count(), failed: count() }, { title: 'AssignedCounts' });
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
          { states: AssignedCounts, cities: AssignedCounts, areas: AssignedCounts, pincodes: AssignedCounts },
          { title: 'ZonePlaceResults' },
        ),
        services: Type.Object(
          {
            total: count(),
            assigned: count(),
            failed: count(),
            details: Type.Array(
              Type.Object(
                {
                  serviceTypeId: Type.String(),
                  status: Type.Enum(['ASSIGNED', 'FAILED']),
                  configuration: orNull(ZoneService, 'As stored; null: not stored'),
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
        estimatedPincodes: count(
          'Pincodes that the zone covers, given the partner’s other zones; 0 while the zone or the partner is '
            + 'inactive',
        ),
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
            + 'have pincodes of these places assigned individually. An inactive zone or partner is checked as if it '
            + 'were active. PASSED: none of these',
        ),
        serviceCompatibility: check(
          'PARTIAL: some services were left out. WARNING: neither PICKUP nor DELIVERY is available, or COD or PREPAID '
            + 'is available although the partner does not accept that payment. PASSED: neither',
        ),
        chargeValidation: check(
          'WARNING: an available service has no baseCharge (it is free), or the name of a custom charge is neither a '
            + 'customer type nor a shipment type (it never applies; nextSteps names it). PASSED: neither',
        ),
        operationalFeasibility: check(
          'WARNING: hours that are neither HH:mm-HH:mm nor CLOSED, a service’s '
            + 'cutoffTime that is not HH:mm (nextSteps names all of these), closed on every given day, or a '
            + 'capacity of 0. PARTIAL: the hours of a weekday or both capacities are missing. PASSED: neither',
        ),
      },
      { title: 'NewZoneValidation' },
    ),
    nextSteps: Type.Array(Type.String(), {
      description:
        'The remaining steps as texts, including which other zones have how many pincodes of the zone’s '
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
      geographical: { pincodes: ['422001', '422002-422003'] },
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
