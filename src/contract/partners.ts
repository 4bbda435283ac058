import Type from 'typebox';
import { DateTime, orNull } from './fields.js';
import { contract, API_PREFIX } from './contract.js';
import { Flag, Pagination, PartnerFilter, paging, refresh, Search, sorting } from './common.js';
import { PartnerDoc, ServiceTypeDoc } from '../model/partners.js';
import { resource } from '../model/resource.js';
import { SCOPES } from '../model/scopes.js';

const { Optional } = Type;
const { contact, cutoffTime, deliveryWindow, limits, partnerId, performance, tier } = PartnerDoc.properties;

export const PartnerStatus = Type.Enum(['ACTIVE', 'INACTIVE'], {
  description: 'INACTIVE: quotes and assignments skip the partner',
});
export const Contact = Type.Object(contact.properties, {
  title: 'Contact',
  description: 'In trackingUrl, `{trackingNumber}` stands for the number',
});
export const PartnerLimits = Type.Object(limits.properties, {
  title: 'PartnerLimits',
  description: 'In grams, centimetres and Rupees',
});
export const Statistics = Type.Object(performance.properties, {
  title: 'PartnerPerformance',
  description: 'From the partner’s document, also where outcomes take the place of successRate in quotes',
});

/** How a partner works in all its zones. */
export const PartnerConfiguration = resource('partners', {
  title: 'PartnerConfiguration',
  hidden: ['partnerId', 'name', 'status', 'joinedDate', 'gstStateCode', 'contact', 'accepted', 'performance'],
  defaults: { volumetricBasis: 'SHIPMENT', tax: [] },
  leftOut: ['codRemittanceDays'],
  computed: {
    limits: PartnerLimits,
    cutoffTime,
    deliveryWindow: Type.Object(deliveryWindow.properties, {
      title: 'DeliveryWindow',
      description:
        'When parcels are handed over on a delivery day, both times inclusive; '
        + '09:00 to 21:00 unless the partner has another window',
    }),
    volumetricDivisor: orNull(
      Type.Integer({ description: 'Cubic centimetres per kilogram' }),
      'The divisor from volume to weight; cubic centimetres per kilogram. Null: cft replaces it',
    ),
  },
});

export const Partner = Type.Object(
  {
    partnerId,
    name: Type.String(),
    status: PartnerStatus,
    joinedDate: Type.String(),
    gstStateCode: PartnerDoc.properties.gstStateCode,
    contact: Contact,
    configuration: PartnerConfiguration.schema,
    performance: Statistics,
  },
  { title: 'Partner' },
);

export const listPartners = contract({
  id: 'listPartners',
  path: `${API_PREFIX}/partners`,
  tag: 'Partners',
  summary: 'List courier partners',
  description: 'A service sees all partners, a partner only itself.',
  reads: ['partners'],
  query: Type.Object({
    partnerId: PartnerFilter,
    status: Optional(PartnerStatus),
    search: Optional(Search),
    ...paging(50),
    ...sorting(['name', 'partnerId', 'joinedDate']),
    ...refresh,
  }),
  answer: Type.Object({
    data: Type.Array(Partner),
    pagination: Pagination,
    summary: Type.Object(
      { totalPartners: Type.Integer(), activePartners: Type.Integer() },
      {
        title: 'PartnersSummary',
        description: 'Over all rows that match, on all pages',
      },
    ),
  }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: { query: { status: 'ACTIVE' } },
});

const ServiceType = Type.Object(ServiceTypeDoc.properties, { title: 'ServiceType' });

export const listServiceTypes = contract({
  id: 'listServiceTypes',
  path: `${API_PREFIX}/service-types`,
  tag: 'Partners',
  summary: 'List service types',
  description: 'The services that a zone may offer and a request may require.',
  reads: ['service-types'],
  query: Type.Object({
    category: Optional(
      Type.String({
        maxLength: 200,
        description: 'Only services of this category, in any case',
        examples: ['SHIPPING'],
      }),
    ),
    ...paging(50),
    ...refresh,
  }),
  answer: Type.Object({ data: Type.Array(ServiceType), pagination: Pagination }),
});

const access = {
  partnerId,
  name: Type.String(),
  status: PartnerStatus,
  apiAccess: Type.Boolean({ description: 'Whether it has an active credential with a secret that has not expired' }),
};
const allowance = { tier, requestsPerMinute: orNull(Type.Integer(), 'Null: unlimited') };

export const getApiRoot = contract({
  id: 'getApiRoot',
  path: API_PREFIX,
  tag: 'Operations',
  summary: 'Who am I, and what is here',
  description:
    'The credential of the request, its partner, the paths of the routes, and the rest of the rate limit. A service '
    + 'may name a partner; otherwise `partner` is null. `/api/v1/` is the same route.',
  query: Type.Object({ partnerId: PartnerFilter }),
  answer: Type.Object({
    message: Type.String(),
    caller: Type.Object(
      {
        kind: Type.Enum(['service', 'partner']),
        id: Type.String({ examples: ['main-system'], description: 'Id of the credential' }),
        tier,
        scopes: Type.Array(Type.Enum(SCOPES), { description: 'What the credential may do' }),
      },
      { title: 'CallerAccess' },
    ),
    partner: orNull(Type.Object(access, { title: 'PartnerAccess' })),
    endpoints: Type.Record(Type.String(), Type.String(), { description: 'Path by name' }),
    rateLimit: Type.Object(
      {
        ...allowance,
        remaining: orNull(Type.Integer(), 'In this window of 60 s; null: unlimited'),
      },
      { title: 'RateLimitState' },
    ),
  }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
});

const Counts = Type.Object(
  {
    requests: Type.Integer(),
    succeeded: Type.Integer({ description: 'Status below 400' }),
    failed: Type.Integer(),
    averageResponseTimeMs: orNull(Type.Number(), 'Null: no requests'),
  },
  { title: 'ActivityCounts', description: 'In the current hour and the 23 hours before it, by the UTC clock' },
);

export const getPartnerDebugInfo = contract({
  id: 'getPartnerDebugInfo',
  path: `${API_PREFIX}/debug/partner-info`,
  tag: 'Operations',
  summary: 'How a partner’s access is set up and used',
  description: 'For a partner’s developers. Metrics count only requests to this node since it started.',
  query: Type.Object({
    partnerId: PartnerFilter,
    includeConfig: Flag('Adds `configuration`', true),
    includeMetrics: Flag('Adds `metrics`', true),
  }),
  answer: Type.Object({
    debug: Type.Literal(true),
    data: Type.Object({
      partner: Type.Object(
        {
          ...access,
          tier,
          lastActivity: orNull(DateTime, 'Its last signed request before this one; null: none since this node started'),
        },
        { title: 'PartnerDebug' },
      ),
      configuration: Optional(
        Type.Object(
          {
            rateLimits: Type.Object(
              {
                ...allowance,
                burstLimit: orNull(Type.Integer(), 'Requests in any one second; null: unlimited'),
              },
              { title: 'RateLimits' },
            ),
            features: Type.Array(
              Type.String({
                description: 'Payment type, shipment type, SAME_DAY, WEEKEND_DELIVERY or service of its active zones',
              }),
            ),
            integrations: Type.Object(
              {
                trackingUrl: Type.String(),
                requireBodyHash: Type.Boolean({
                  description: 'Whether its requests must be signed with x-content-sha256',
                }),
              },
              { title: 'Integrations' },
            ),
          },
          { title: 'PartnerDebugConfiguration' },
        ),
      ),
      metrics: Optional(
        Type.Object(
          {
            last24Hours: Counts,
            popularEndpoints: Type.Array(
              Type.Object({ endpoint: Type.String(), requests: Type.Integer() }, { title: 'EndpointCount' }),
              { description: 'In the same hours, most used first, at most ten' },
            ),
          },
          { title: 'PartnerDebugMetrics' },
        ),
      ),
      systemStatus: Type.Object(
        {
          status: Type.Literal('OPERATIONAL'),
          version: Type.String({ description: 'The same as pinrateVersion' }),
          pinrateVersion: Type.String({ description: 'Version of pinrate, the program' }),
          apiVersion: Type.String({ description: 'Version of the API', examples: ['1.0.0'] }),
          indexGeneration: Type.Integer({ description: 'The generation that quotes are computed from' }),
          indexBuiltAt: DateTime,
        },
        { title: 'SystemStatus' },
      ),
    }),
  }),
  isOfPartner: true,
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: { query: { partnerId: 'dharaline-surface' } },
});
