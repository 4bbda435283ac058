import Type, { type Static } from 'typebox';
import { count, DateTime, orNull } from './fields.js';
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
import { ShipmentType } from '../model/documents.js';
import { PackageDoc } from '../model/rates.js';
import { resource } from '../model/resource.js';

const { Optional } = Type;
const { partnerId } = PackageDoc.properties;
const ZoneName = orNull(Type.String(), 'Name of the zone; null: any zone, or a zone that no longer exists');

export const Package = resource('packages', {
  title: 'Package',
  defaults: { direction: 'FORWARD' },
  computed: {
    applicability: Type.Enum(['zone_specific', 'general'], { description: 'general: the package names no zone' }),
    zoneMapping: orNull(
      Type.Object({ fromZone: ZoneName, toZone: ZoneName }, { title: 'ZoneMapping' }),
      'Null for a general package',
    ),
  },
});

const members = Package.schema.properties;
export const PartnerPackage = Type.Object(
  {
    ...members,
    baseCharge: Optional(members.baseCharge),
    minCharge: Optional(members.minCharge),
    addonWeight: Optional(members.addonWeight),
    addonCharge: Optional(members.addonCharge),
    zoneMapping: Optional(members.zoneMapping),
  },
  { title: 'PartnerPackage' },
);
export type PartnerPackage = Static<typeof PartnerPackage>;

export const listPartnerPackages = contract({
  id: 'listPartnerPackages',
  path: `${API_PREFIX}/partner-packages/{partnerId}`,
  tag: 'Partners',
  summary: 'List a partner’s packages',
  description: 'Packages are the rows that set the charge for a weight. Summary and cache cover the whole partner.',
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
    data: Type.Object(
      {
        partnerId,
        partnerName: Type.String(),
        packages: Type.Array(PartnerPackage),
        summary: Type.Object(
          {
            totalPackages: count(),
            activePackages: count(),
            generalPackages: count(),
            zoneSpecificPackages: count(),
            avgBaseCharge: orNull(
              Type.Number(),
              'Mean over all packages; Rupees, rounded half up to two decimals, null when there are none',
            ),
            weightRangeSupported: Type.String({
              examples: ['1 g to 70 kg'],
              description: 'Weights that the active packages carry, within the partner’s limit',
            }),
          },
          { title: 'PackagesSummary' },
        ),
        partnerCache: Type.Object(
          {
            partnerId,
            isActive: Type.Boolean({ description: 'Whether quotes use the partner' }),
            lastUpdated: orNull(
              DateTime,
              'The latest createdAt or updatedAt among its zones, packages, charges and discounts; '
                + 'null: it has none of these',
            ),
          },
          { title: 'PartnerCache' },
        ),
      },
      { title: 'PartnerPackages' },
    ),
    pagination: Pagination,
  }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: { params: { partnerId: 'dharaline-surface' }, query: { limit: '10' } },
});

export const listPackages = contract({
  id: 'listPackages',
  path: `${API_PREFIX}/packages`,
  tag: 'Partners',
  summary: 'List packages',
  description:
    'Packages of one partner or, for a service that names none, of all partners, in the order of their ids. '
    + 'A partner’s credential sees its own.',
  reads: ['partners', 'zones', 'packages'],
  query: Type.Object({
    partnerId: PartnerFilter,
    status: ActiveFilter,
    shipmentType: Optional(
      Type.Enum([...ShipmentType.enum], { description: 'Only packages for this type or for both types' }),
    ),
    search: Optional(Search),
    ...paging(50),
    ...refresh,
  }),
  answer: Type.Object({ data: Type.Array(Package.schema), pagination: Pagination }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
  example: { query: { partnerId: 'nabhdoot-air', shipmentType: 'B2C' } },
});
