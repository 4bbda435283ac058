/** The resource of a zone, and the lists of zones. */
import Type, { type Static } from 'typebox';
import { count, TextId } from './fields.js';
import { contract, API_PREFIX } from './contract.js';
import {
  ActiveFilter,
  Flag,
  Pagination,
  paging,
  PartnerFilter,
  PartnerPath,
  refresh,
  Search,
  sorting,
} from './common.js';
import { MAX_ZONE_PLACES_SHOWN } from '../limits/requests.js';
import { Pincode } from '../model/documents.js';
import { ZoneDoc, ZoneService as ZoneServiceDoc } from '../model/zones.js';
import { resource } from '../model/resource.js';

const { Optional } = Type;
const { partnerId } = ZoneDoc.properties;

/** The number of places of each kind. */
const countsOf = (what: string, more: string) =>
  Type.Object(
    {
      states: count(),
      cities: count(),
      areas: count(),
      pincodes: count(),
    },
    { title: what, description: more },
  );

export const ZoneService = Type.Object(
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
export type ZoneGeography = Static<typeof ZoneGeography>;

const Coverage = countsOf(
  'ZoneCoverage',
  'The actual coverage of the zone. For each pincode the first of these decides: the partner’s individual assignment, '
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

export const Zone = resource('zones', {
  title: 'Zone',
  defaults: { tags: [] },
  hidden: ['geographical'],
  computed: {
    id: TextId,
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
    geography: Optional(ZoneGeography),
    coverage: Coverage,
    performance: Performance,
  },
});

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
        partnerId,
        partnerName: Type.String(),
        zones: Type.Array(Zone.schema),
        summary: Type.Object(
          {
            totalZones: count(),
            activeZones: count(),
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
    status: ActiveFilter,
    search: Optional(Search),
    ...parts(false),
    ...paging(50),
    ...sorting(['name', 'id', 'createdAt']),
    ...refresh,
  }),
  answer: Type.Object({ data: Type.Array(Zone.schema), pagination: Pagination }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: { query: { partnerId: 'dharaline-surface', search: 'ma' } },
});
