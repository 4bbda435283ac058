import Type, { type Static } from 'typebox';
import { contract, API_PREFIX } from './contract.js';
import { orNull } from './answers/values.js';
import { DateTime, Flag, Id, Pagination, PartnerFilter, PartnerPath, paging, refresh, Search, sorting } from './common.js';
import { PackageDoc, ShipmentType } from '../schemas/documents.js';

const { Optional } = Type;
const { partnerId } = PackageDoc.properties;
const ZoneName = orNull(Type.String(), 'Name of the zone; null: any, or a zone that is gone');

const members = {
  id: Id,
  packageId: Type.String(),
  packageName: Type.String(),
  baseWeight: Type.Integer({ description: 'Grams that baseCharge pays for' }),
  baseCharge: Type.Number({ description: 'Rupees' }),
  addonWeight: Type.Integer({ description: 'Grams; each begun one above baseWeight costs addonCharge. 0: nothing above baseWeight is carried' }),
  addonCharge: Type.Number({ description: 'Rupees' }),
  minWeight: orNull(Type.Integer(), 'Grams; only what is heavier is carried; null: from the first gram'),
  maxWeight: orNull(Type.Integer(), 'Grams; null: no limit of its own'),
  shipmentType: orNull(ShipmentType, 'Null: both'),
  fromZoneId: orNull(Type.Integer(), 'Zone of the pickup; null: any'),
  toZoneId: orNull(Type.Integer(), 'Zone of the delivery; null: any'),
  status: Type.Boolean({ description: 'true: active' }),
  validFrom: orNull(DateTime, 'Null: from ever'),
  validTo: orNull(DateTime, 'Null: for ever'),
  createdAt: DateTime,
  applicability: Type.Enum(['zone_specific', 'general'], { description: 'general: it names no zone' }),
};
const ZoneMapping = Type.Union([Type.Object({ fromZone: ZoneName, toZone: ZoneName }, { title: 'ZoneMapping' }), Type.Null()], { description: 'Null for a general package' });

export const PartnerPackage = Type.Object({
  ...members, partnerId,
  baseCharge: Optional(members.baseCharge), addonWeight: Optional(members.addonWeight), addonCharge: Optional(members.addonCharge), zoneMapping: Optional(ZoneMapping),
}, { title: 'PartnerPackage' });
export type PartnerPackage = Static<typeof PartnerPackage>;

export const listPartnerPackages = contract({
  id: 'listPartnerPackages',
  path: `${API_PREFIX}/partner-packages/{partnerId}`,
  tag: 'Partners',
  summary: 'List a partner’s packages',
  description: 'Packages are the rows that a weight is charged by. Summary and cache are of the whole partner.',
  reads: ['partners', 'zones', 'packages', 'customer-charges', 'discounts'],
  params: PartnerPath,
  query: Type.Object({
    includeCharges: Flag('false: baseCharge and addonCharge are left out', true),
    includeWeightCharges: Flag('false: addonWeight and addonCharge are left out', true),
    includeZoneMapping: Flag('Adds zoneMapping, the names of the zones', true),
    ...paging(50),
    ...sorting(['packageId', 'packageName', 'createdAt'], 'createdAt'),
    ...refresh,
  }),
  answer: Type.Object({
    data: Type.Object({
      partnerId,
      partnerName: Type.String(),
      packages: Type.Array(PartnerPackage),
      summary: Type.Object({
        totalPackages: Type.Integer({ minimum: 0 }), activePackages: Type.Integer({ minimum: 0 }),
        generalPackages: Type.Integer({ minimum: 0 }), zoneSpecificPackages: Type.Integer({ minimum: 0 }),
        avgBaseCharge: orNull(Type.Number(), 'Rupees, rounded half up to two decimals; of all packages, null when there are none'),
        weightRangeSupported: Type.String({ examples: ['1 g to 70 kg'], description: 'What the active packages carry, within the partner’s own limit' }),
      }, { title: 'PackagesSummary' }),
      partnerCache: Type.Object({
        partnerId, isActive: Type.Boolean({ description: 'Whether quotes use the partner' }),
        lastUpdated: orNull(DateTime, 'The latest createdAt or updatedAt among its zones, packages, charges and discounts; null: it has none'),
      }, { title: 'PartnerCache' }),
    }, { title: 'PartnerPackages' }),
    pagination: Pagination,
  }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: { params: { partnerId: 'dharaline-surface' }, query: { limit: '10' } },
});

export const Package = Type.Object({ ...members, partnerId, zoneMapping: ZoneMapping }, { title: 'Package' });
export type Package = Static<typeof Package>;

export const listPackages = contract({
  id: 'listPackages',
  path: `${API_PREFIX}/packages`,
  tag: 'Partners',
  summary: 'List packages',
  description: 'Packages of one partner or, for a service that names none, of all, in the order of their ids. A partner’s credential sees its own.',
  reads: ['partners', 'zones', 'packages'],
  query: Type.Object({
    partnerId: PartnerFilter,
    status: Optional(Type.Boolean({ description: 'true: active ones alone; false: inactive ones alone' })),
    shipmentType: Optional(Type.Enum([...ShipmentType.enum], { description: 'Those that carry it: of this type or of both' })),
    search: Optional(Search),
    ...paging(50),
    ...refresh,
  }),
  answer: Type.Object({ data: Type.Array(Package), pagination: Pagination }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: { query: { partnerId: 'nabhdoot-air', shipmentType: 'B2C' } },
});
