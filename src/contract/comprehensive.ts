import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { count, DateTime, Id, orNull, rupees } from './fields.js';
import { CustomerCharge, DistanceCharge } from './charges.js';
import { Flag, PartnerFilter, PartnerPath, refresh } from './common.js';
import { API_PREFIX, contract } from './contract.js';
import { Discount } from './discounts.js';
import { Package } from './packages.js';
import { Contact, PartnerConfiguration, PartnerStatus, Statistics } from './partners.js';
import { Zone } from './zones.js';
import { MAX_COMPREHENSIVE_IDS, MAX_COMPREHENSIVE_ROWS } from '../limits/requests.js';
import { PartnerDoc, ServiceTypeDoc } from '../model/partners.js';
import { StateDoc } from '../model/places.js';

const { Optional } = Type;
const { partnerId, name, joinedDate, gstStateCode } = PartnerDoc.properties;

const FORMATS = ['minimal', 'standard', 'detailed'] as const;
export type ComprehensiveFormat = (typeof FORMATS)[number];

/** `minimal` lists ids, the other formats list resources. */
const rows = <I extends TSchema, R extends TSchema>(id: I, resource: R, description: string) =>
  Type.Union([Type.Array(id), Type.Array(resource)], {
    description:
      `${description}: the first ${MAX_COMPREHENSIVE_ROWS}. With \`format=minimal\` only their ids, the first `
      + `${MAX_COMPREHENSIVE_IDS}`,
  });
const ONLY_ACTIVE = 'Those whose status is true, or all with `includeInactive`';
const totals = { total: count('All, active or not'), active: count('Those whose status is true') };
const Success = Type.Literal(true, { description: 'Always true: an answer has every part' });
const part = <P extends TProperties>(title: string, members: P) =>
  Type.Object({ success: Success, ...members }, { title });

const ServiceOffer = Type.Object(
  {
    serviceTypeId: ServiceTypeDoc.properties.serviceTypeId,
    serviceTypeName: Type.String({ description: 'Its id where no service type has this id' }),
    displayName: Type.String({ description: 'Its id where no service type has this id' }),
    isAvailable: Type.Boolean({ description: 'Whether an active zone offers it' }),
    customCharge: orNull(
      Type.Number({ minimum: 0 }),
      'Lowest base charge of the active zones that offer it; Rupees, null: none offers it',
    ),
    chargeRange: orNull(
      Type.Object({ min: rupees('Lowest base charge'), max: rupees('Highest base charge') }, { title: 'ChargeRange' }),
      'Over the active zones that offer it; null: none offers it',
    ),
  },
  { title: 'ServiceOffer', description: 'A service over all zones of the partner' },
);
export type ServiceOffer = Static<typeof ServiceOffer>;

const BriefPackage = Type.Object(
  { ...Package.schema.properties, zoneMapping: Optional(Package.schema.properties.zoneMapping) },
  {
    title: 'ComprehensivePackage',
    description: 'Has `zoneMapping` only with `format=detailed`',
  },
);

const parts = {
  zones: part('ComprehensiveZones', {
    ...totals,
    data: rows(
      Zone.schema.properties.id,
      Zone.schema,
      `${ONLY_ACTIVE}; \`geography\` and \`services\` only with \`format=detailed\``,
    ),
  }),
  packages: part('ComprehensivePackages', { ...totals, data: rows(Id, BriefPackage, ONLY_ACTIVE) }),
  services: part('ComprehensiveServices', {
    total: count('Service types that any zone lists, active or not'),
    active: count('Service types that an active zone offers'),
    data: rows(
      ServiceOffer.properties.serviceTypeId,
      ServiceOffer,
      'Service types that an active zone lists, or with `includeInactive` any zone',
    ),
  }),
  charges: part('ComprehensiveCharges', {
    customerCharges: Type.Object(
      { ...totals, data: rows(Id, CustomerCharge.schema, ONLY_ACTIVE) },
      {
        title: 'ComprehensiveCustomerCharges',
        description: 'The partner’s own; where none of them applies, the default charges do (`GET /customer-charges`)',
      },
    ),
    distanceCharges: Type.Object(
      { ...totals, data: rows(Id, DistanceCharge.schema, ONLY_ACTIVE) },
      {
        title: 'ComprehensiveDistanceCharges',
      },
    ),
  }),
  discounts: part('ComprehensiveDiscounts', {
    ...totals,
    validDiscounts: count('Those whose dates include this moment, active or not'),
    data: rows(Id, Discount.schema, ONLY_ACTIVE),
  }),
};
export type ComprehensiveParts = { [P in keyof typeof parts]: Static<(typeof parts)[P]> };

const lastUpdated = orNull(
  DateTime,
  'The latest createdAt or updatedAt among its zones, packages, charges and discounts; null: it has none of these',
);
const Share = (of: string) =>
  Type.String({
    pattern: '^[0-9]{1,3}%$',
    examples: ['87%'],
    description: `${of}. Whole percent, rounded down; 0% when there are none`,
  });

const Metadata = Type.Object(
  {
    lastSync: Type.String({
      ...DateTime,
      description: 'When this node last adopted a change or a read of the store; ISO 8601, UTC',
    }),
    dataVersion: Type.String({
      pattern: '^[0-9a-f]{16}$',
      description:
        'A hash of the partner and its zones, assigned pincodes, packages, charges and discounts: '
        + 'the same on every node, and different after any change to them',
    }),
    cacheExpiry: Type.Null({
      description: 'Always null: the data follows every change of the store and does not expire',
    }),
    dataCompleteness: Type.Object(
      {
        zones: Share('Share of the zones that are active and cover at least one pincode'),
        packages: Share('Share of the packages that are active and valid now'),
        services: Share('Share of all service types that an active zone offers'),
        charges: Share(
          'Share of fsc, docket, cod and insurance with an active charge for every customer: its own or a default',
        ),
        discounts: Share('Share of the discounts that are active and valid now'),
      },
      { title: 'DataCompleteness', description: 'How much of the data is in use now' },
    ),
  },
  { title: 'ComprehensiveMetadata' },
);
export type ComprehensiveMetadata = Static<typeof Metadata>;

const ComprehensiveData = Type.Object(
  {
    partnerId,
    partnerName: Type.String(),
    status: PartnerStatus,
    lastUpdated,
    ...parts,
    statistics: Optional(Statistics),
    metadata: Optional(Metadata),
  },
  { title: 'ComprehensiveData' },
);
export type ComprehensiveData = Static<typeof ComprehensiveData>;

const OwnComprehensiveData = Type.Object(
  {
    partner: Type.Object(
      {
        partnerId,
        name,
        status: PartnerStatus,
        joinedDate,
        lastUpdated,
        contact: Contact,
        configuration: PartnerConfiguration.schema,
      },
      { title: 'OwnPartner' },
    ),
    ...parts,
    performance: orNull(Statistics, 'Null with `includeStatistics=false`'),
    compliance: Type.Object(
      {
        gstStateCode,
        gstStateName: orNull(StateDoc.properties.name, 'Null: no state has this code'),
        maxDeclaredValue: rupees('The highest declared value that the partner accepts'),
        maxCodAmount: rupees('The most that the partner collects on delivery'),
      },
      { title: 'PartnerCompliance' },
    ),
  },
  { title: 'OwnComprehensiveData' },
);
export type OwnComprehensiveData = Static<typeof OwnComprehensiveData>;

const OwnMetadata = Type.Object(
  {
    generatedAt: DateTime,
    validUntil: Type.Null({
      description: 'Always null: the data follows every change of the store and does not expire',
    }),
    dataFreshness: Type.Literal('LIVE', { description: 'As of the last change that the store reported to this node' }),
    cacheStatus: Type.Literal('HIT', {
      description: 'Answered from memory, like `from_cache`: `forceRefresh` is for services',
    }),
  },
  { title: 'OwnComprehensiveMetadata' },
);
export type OwnComprehensiveMetadata = Static<typeof OwnMetadata>;

const Query = Type.Object({
  partnerId: PartnerFilter,
  format: Type.Enum([...FORMATS], {
    default: 'standard',
    description:
      'minimal: lists have only ids. standard: lists have rows. detailed: rows are complete: zones have '
      + 'their places and services, packages have the names of their zones',
  }),
  includeStatistics: Flag('Adds the partner’s volumes, success rate and delivery times, whatever the format', true),
  includeMetadata: Flag('Adds `metadata`, whatever the format', true),
  includeInactive: Flag(
    'Also lists inactive zones, packages, charges and discounts, and services of inactive zones; '
      + '`total` and `active` are the same either way',
    false,
  ),
  ...refresh,
});
export type ComprehensiveQuery = Static<typeof Query>;

const common = {
  tag: 'Partners',
  dependsOnTime: true,
  reads: [
    'states',
    'cities',
    'areas',
    'pincodes',
    'service-types',
    'partners',
    'zones',
    'zone-pincodes',
    'packages',
    'distance-charges',
    'customer-charges',
    'discounts',
  ],
  query: Query,
  answer: Type.Object({ data: ComprehensiveData }),
  partnerAnswer: Type.Object({ data: OwnComprehensiveData, metadata: Optional(OwnMetadata) }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
} as const satisfies Partial<Parameters<typeof contract>[0]>;

const WHAT =
  `Its zones, packages, services, charges and discounts, in the order of their ids, of each the first `
  + `${MAX_COMPREHENSIVE_ROWS}; \`total\` and \`active\` count all. The lists of each (\`GET /zones\`, \`/packages\`, `
  + '`/partner-charges/{partnerId}`, `/discounts`) have the rest, page by page. An inactive partner can be read too. '
  + 'A partner’s credential can read only itself, and gets another shape.';

export const getComprehensiveData = contract({
  ...common,
  id: 'getComprehensiveData',
  path: `${API_PREFIX}/partners/comprehensive-data`,
  summary: 'All data of a partner',
  description: `${WHAT} A service must name the partner.`,
  isOfPartner: true,
  example: { query: { partnerId: 'thardoot-parcel' } },
});

export const getPartnerComprehensiveData = contract({
  ...common,
  id: 'getPartnerComprehensiveData',
  path: `${API_PREFIX}/partners/comprehensive-data/{partnerId}`,
  summary: 'All data of a partner, by its path',
  description: `${WHAT} A \`partnerId\` in the query must be the same.`,
  params: PartnerPath,
  example: { params: { partnerId: 'thardoot-parcel' }, query: { format: 'detailed' } },
});
