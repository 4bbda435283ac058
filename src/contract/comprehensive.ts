import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { count, orNull, rupees } from './answers/values.js';
import { CustomerCharge, DistanceCharge } from './charges.js';
import { DateTime, Flag, Id, PartnerFilter, PartnerPath, refresh } from './common.js';
import { API_PREFIX, contract } from './contract.js';
import { Discount } from './discounts.js';
import { Package } from './packages.js';
import { Contact, PartnerConfiguration, PartnerStatus, Statistics } from './partners.js';
import { Zone } from './zones.js';
import { PartnerDoc, ServiceTypeDoc, StateDoc } from '../schemas/documents.js';

const { Optional } = Type;
const { partnerId, name, joinedDate, gstStateCode } = PartnerDoc.properties;

const FORMATS = ['minimal', 'standard', 'detailed'] as const;
export type ComprehensiveFormat = (typeof FORMATS)[number];

/** `minimal` has the ids, the other formats the resources. */
const rows = <I extends TSchema, R extends TSchema>(id: I, resource: R, description: string) =>
  Type.Union([Type.Array(id), Type.Array(resource)], { description: `${description}. With \`format=minimal\` their ids alone` });
const ACTIVE_ALONE = 'Those whose status is true, with `includeInactive` all';
const totals = { total: count('All, active or not'), active: count('Those whose status is true') };
const Success = Type.Literal(true, { description: 'Every part is there whenever the answer is' });
const part = <P extends TProperties>(title: string, members: P) => Type.Object({ success: Success, ...members }, { title });

const ServiceOffer = Type.Object({
  serviceTypeId: ServiceTypeDoc.properties.serviceTypeId,
  serviceTypeName: Type.String({ description: 'Its id, where there is no service type of that id' }),
  displayName: Type.String({ description: 'Its id, where there is no service type of that id' }),
  isAvailable: Type.Boolean({ description: 'Whether some active zone offers it' }),
  customCharge: orNull(Type.Number({ minimum: 0 }), 'Lowest base charge of the active zones that offer it; Rupees, null: none does'),
  chargeRange: orNull(Type.Object({ min: rupees('Lowest base charge'), max: rupees('Highest base charge') }, { title: 'ChargeRange' }), 'Over the same zones; null: none offers it'),
}, { title: 'ServiceOffer', description: 'A service over all zones of the partner' });
export type ServiceOffer = Static<typeof ServiceOffer>;

const BriefPackage = Type.Object({ ...Package.properties, zoneMapping: Optional(Package.properties.zoneMapping) }, { title: 'ComprehensivePackage', description: '`zoneMapping` is there with `format=detailed`' });

const parts = {
  zones: part('ComprehensiveZones', {
    ...totals, data: rows(Zone.properties.id, Zone, `${ACTIVE_ALONE}; \`geography\` and \`services\` are there with \`format=detailed\``),
  }),
  packages: part('ComprehensivePackages', { ...totals, data: rows(Id, BriefPackage, ACTIVE_ALONE) }),
  services: part('ComprehensiveServices', {
    total: count('Service types that some zone lists, active or not'),
    active: count('Service types that some active zone offers'),
    data: rows(ServiceOffer.properties.serviceTypeId, ServiceOffer, 'Those that an active zone lists, with `includeInactive` those that any does'),
  }),
  charges: part('ComprehensiveCharges', {
    customerCharges: Type.Object({ ...totals, data: rows(Id, CustomerCharge, ACTIVE_ALONE) }, {
      title: 'ComprehensiveCustomerCharges', description: 'The partner’s own; where it has none that applies, a shipment is charged by the default charges (`GET /customer-charges`)',
    }),
    distanceCharges: Type.Object({ ...totals, data: rows(Id, DistanceCharge, ACTIVE_ALONE) }, { title: 'ComprehensiveDistanceCharges' }),
  }),
  discounts: part('ComprehensiveDiscounts', {
    ...totals, validDiscounts: count('Those that are valid now by their dates, active or not'), data: rows(Id, Discount, ACTIVE_ALONE),
  }),
};
export type ComprehensiveParts = { [P in keyof typeof parts]: Static<(typeof parts)[P]> };

const lastUpdated = orNull(DateTime, 'The latest createdAt or updatedAt among its zones, packages, charges and discounts; null: it has none');
const Share = (of: string) => Type.String({ pattern: '^[0-9]{1,3}%$', examples: ['87%'], description: `${of}. Whole percent, rounded down; 0% of nothing` });

const Metadata = Type.Object({
  lastSync: Type.String({ ...DateTime, description: 'When the node that answers last took over what the store announced or was read for; ISO 8601, UTC' }),
  dataVersion: Type.String({ pattern: '^[0-9a-f]{16}$', description: 'A hash of the partner and its zones, assigned pincodes, packages, charges and discounts: the same on every node, and another after any change of them' }),
  cacheExpiry: Type.Null({ description: 'What is read follows the store, change by change: it does not expire' }),
  dataCompleteness: Type.Object({
    zones: Share('Zones that are active and cover at least one pincode, of all'),
    packages: Share('Packages that are active and valid now, of all'),
    services: Share('Service types that some active zone offers, of all service types'),
    charges: Share('Of fsc, docket, cod and insurance, those with an active charge for every customer: an own or a default one'),
    discounts: Share('Discounts that are active and valid now, of all'),
  }, { title: 'DataCompleteness', description: 'How much of what there is can be used now' }),
}, { title: 'ComprehensiveMetadata' });
export type ComprehensiveMetadata = Static<typeof Metadata>;

const ComprehensiveData = Type.Object({
  partnerId,
  partnerName: Type.String(),
  status: PartnerStatus,
  lastUpdated,
  ...parts,
  statistics: Optional(Statistics),
  metadata: Optional(Metadata),
}, { title: 'ComprehensiveData' });
export type ComprehensiveData = Static<typeof ComprehensiveData>;

const OwnComprehensiveData = Type.Object({
  partner: Type.Object({
    partnerId, name, status: PartnerStatus, joinedDate, lastUpdated, contact: Contact, configuration: PartnerConfiguration,
  }, { title: 'OwnPartner' }),
  ...parts,
  performance: orNull(Statistics, 'Null with `includeStatistics=false`'),
  compliance: Type.Object({
    gstStateCode,
    gstStateName: orNull(StateDoc.properties.name, 'Null: no state has this code any more'),
    maxDeclaredValue: rupees('The highest declared value that the partner accepts'),
    maxCodAmount: rupees('The most that the partner collects on delivery'),
  }, { title: 'PartnerCompliance' }),
}, { title: 'OwnComprehensiveData' });
export type OwnComprehensiveData = Static<typeof OwnComprehensiveData>;

const OwnMetadata = Type.Object({
  generatedAt: DateTime,
  validUntil: Type.Null({ description: 'What is read follows the store, change by change: it does not expire' }),
  dataFreshness: Type.Literal('LIVE', { description: 'As of the last change that the store announced to this node' }),
  cacheStatus: Type.Literal('HIT', {
    description: 'From memory, as `from_cache` says too: `forceRefresh` is for services',
  }),
}, { title: 'OwnComprehensiveMetadata' });
export type OwnComprehensiveMetadata = Static<typeof OwnMetadata>;

const Query = Type.Object({
  partnerId: PartnerFilter,
  format: Type.Enum([...FORMATS], { default: 'standard', description: 'minimal: of every list the ids alone. standard: the rows. detailed: the rows whole, zones with the places that they name and their services, packages with the names of their zones' }),
  includeStatistics: Flag('Adds the partner’s volumes, success rate and delivery times, whatever the format', true),
  includeMetadata: Flag('Adds `metadata`, whatever the format', true),
  includeInactive: Flag('Lists inactive zones, packages, charges and discounts, and services of inactive zones; `total` and `active` count the same either way', false),
  ...refresh,
});
export type ComprehensiveQuery = Static<typeof Query>;

const common = {
  tag: 'Partners',
  reads: ['states', 'cities', 'areas', 'pincodes', 'service-types', 'partners', 'zones', 'zone-pincodes', 'packages', 'distance-charges', 'customer-charges', 'discounts'],
  query: Query,
  answer: Type.Object({ data: ComprehensiveData }),
  partnerAnswer: Type.Object({ data: OwnComprehensiveData, metadata: Optional(OwnMetadata) }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
} as const satisfies Partial<Parameters<typeof contract>[0]>;

const WHAT = 'Its zones, packages, services, charges and discounts, each whole and in the order of their ids. An inactive partner can be read too. A partner’s credential gets its own shape, and itself alone.';

export const getComprehensiveData = contract({
  ...common,
  id: 'getComprehensiveData',
  path: `${API_PREFIX}/partners/comprehensive-data`,
  summary: 'All data of a partner',
  description: `${WHAT} A service has to name the partner.`,
  isOfPartner: true,
  example: { query: { partnerId: 'thardoot-parcel' } },
});

export const getPartnerComprehensiveData = contract({
  ...common,
  id: 'getPartnerComprehensiveData',
  path: `${API_PREFIX}/partners/comprehensive-data/{partnerId}`,
  summary: 'All data of a partner, by its path',
  description: `${WHAT} A \`partnerId\` in the query too has to be the same.`,
  params: PartnerPath,
  example: { params: { partnerId: 'thardoot-parcel' }, query: { format: 'detailed' } },
});
